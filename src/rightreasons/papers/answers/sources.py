"""Where figures of trained models come from: runs, files of findings, results kept, models trained anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from rightreasons.errors import OptionError
from rightreasons.findings import Finding
from rightreasons.papers.answers.answers_file import ANSWERS, read_answers
from rightreasons.papers.answers.figures_of_runs import (
    Figures,
    combined,
    figures_of,
    first_figures,
    instead,
    of_model,
)
from rightreasons.papers.answers.kept import KeptFindings
from rightreasons.papers.answers.made import UNKNOWN, Shown, shown_by
from rightreasons.papers.compared.reproduction import Basis
from rightreasons.papers.inputs import ModelFigures
from rightreasons.papers.selection import Selection
from rightreasons.papers.trained.trainings import training_of
from rightreasons.printable import printable, quoted
from rightreasons.references import FigureRef, FigureSelection, Pattern
from rightreasons.references import selected as chosen
from rightreasons.runs.folder import findings_in, read_run
from rightreasons.sentences.templates import fill

_ACCURACIES, _ON_DEV = FigureSelection("accuracy", Pattern(("", ".mean"))), "dev.mean"
_BEHAVIOUR, _OF_ANTONYM_SWAP = "behaviour", "I_TA1.accuracy"


@dataclass(frozen=True)
class ReadAnswers:
    """What was read.

    Parameters
    ----------
    figures
        By model.
    sources
        What identifies each file or run, with the model it answers for: for the manifest.
    """

    figures: Mapping[str, ModelFigures]
    sources: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Trained:
    """Models that were trained anew for the cells of a paper.

    Parameters
    ----------
    figures
        By model as the cells name it.
    sources
        What identifies each training and probe: for the manifest.
    options
        How they were trained: for the manifest.
    findings
        What else was found of them.
    missing
        Files that others could not be trained without.
    broken
        Why files that are there cannot be read.
    """

    figures: Mapping[str, ModelFigures]
    sources: tuple[Mapping[str, Any], ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


@dataclass(frozen=True)
class ModelSources:
    """Where the figures of trained models come from; of several for one model the first here that has any.

    Parameters
    ----------
    runs
        ``MODEL=RUN``: the run of `train` or `probe`, or a file of findings, that answers for a model of the
        paper; RUN alone where the items are of one model. Several of one model are its seeds.
    trained
        Models trained anew.
    results
        A folder with ``answers.yaml`` and `KeptFindings`; see `answers_in`.
    """

    runs: Sequence[str] = ()
    trained: Trained | None = None
    results: str | Path | None = None


NO_MODELS = ModelSources()


def answers_of(sources: ModelSources, selected: Selection) -> ReadAnswers:
    """Put together what all sources say of the models; errors as of `answers_of_runs` and `answers_in`."""
    parts = [answers_of_runs(sources.runs, selected)]
    if sources.trained is not None:
        parts.append(ReadAnswers(sources.trained.figures, sources.trained.sources))
    if sources.results is not None:
        parts.append(answers_in(Path(sources.results), selected))
    figures: dict[str, ModelFigures] = {}
    for part in parts:
        figures |= {model: each for model, each in part.figures.items() if not _has_any(figures.get(model))}
    return ReadAnswers(figures, tuple(source for part in parts for source in part.sources))


def _has_any(found: ModelFigures | None) -> bool:
    return found is not None and bool(found.figures)


def answers_of_runs(named: Sequence[str], selected: Selection) -> ReadAnswers:
    """Read what ``--from`` names.

    Parameters
    ----------
    named
        ``MODEL=RUN``, where RUN is the folder of a run or a file of findings; RUN alone where there is one
        model. Several of one model are its seeds, and each figure the mean over those that have it; or each
        has figures of its own (one of `train`, one of `probe`).
    selected
        What is reproduced. A figure counts as of the paper's data only where the manifests show that every
        run trained the paper's model on them, which a file of findings cannot.

    Raises
    ------
    OptionError
        If a model is not among them, or if several figures of one fit a cell.
    InputError
        If a run cannot be read.
    """
    places: dict[str, list[Path]] = {}
    for text in named:
        model, place = _named(text, selected.models)
        places.setdefault(model, []).append(place)
    figures: dict[str, ModelFigures] = {}
    sources: list[Mapping[str, Any]] = []
    for model, paths in places.items():
        read = [_read(path, selected, model) for path in paths]
        found = combined([each.figures for each in read])
        how = "; ".join(dict.fromkeys(each.shown.by for each in read if each.shown.by))
        by = fill("model_made.run", model=model, how=how or fill("model_made.not_recorded"))
        basis = _basis([each.shown.basis for each in read], selected)
        figures[model] = ModelFigures(_of_the_set(found, model, selected), by, basis, yields=False)
        sources += [{"model": model, "work_key": each.key} for each in read]
    return ReadAnswers(figures, tuple(sources))


def _basis(shown: Sequence[Basis], selected: Selection) -> Basis:
    """Return in what the model of several runs is not the paper's."""
    if "other model" in shown:
        return "other model"
    same = all(basis == "same" for basis in shown)
    return "same" if same and selected.materials.scale == "paper" else UNKNOWN


def answers_in(folder: Path, selected: Selection) -> ReadAnswers:
    """Read a folder of results.

    Its ``answers.yaml`` says by paper and model which files answer: a list, or the fields of `Answer`::

        mccoy-2019:
          DA: [probe-da-seed-1.json, probe-da-seed-2.json]
          DA+HANS:
            files: [probe-da-hans.json]
            by: seed 1 probed
            made:               # fields of `Made`
              checkpoint: none; word vectors glove-10k.npz
              pairs: 52897
              seeds: 1 to 3
              sample: 4 % of SNLI's training set, and 30,000 like HANS
              command: rightreasons train decomposable-attention-mccoy2019 --small --augment hans
            basis: other data   # same, other data or other model; without it: other data
            figures: ["score on hans: *"] # without it all
          SPINN:
            files: [mccoy-tables.json] # what `reproduce --runs` found of several models
            model: SPINN               # what this one is called there

    Several files of one model are its seeds, or add figures, as in `answers_of_runs`.

    Parameters
    ----------
    folder
        Where ``answers.yaml`` is.
    selected
        What is reproduced.

    Raises
    ------
    FileMissingError
        If ``answers.yaml`` or a file it names is not there.
    UnreadableFileError
        If ``answers.yaml`` is not written so, or the archive is broken.
    UnknownNameError
        If it speaks of a paper or model that there is not.
    FigureReferenceError
        If a reference is none, or to a figure that the files do not have.
    OptionError
        If several figures of a model fit a cell.
    RunUnreadableError
        If a file holds no findings.
    """
    figures: dict[str, ModelFigures] = {}
    sources: list[Mapping[str, Any]] = []
    for model, each in read_answers(folder).get(selected.paper.printed.name, {}).items():
        if model not in selected.models:
            continue
        read = [_read(folder / name, selected, model, each.model) for name in each.files]
        whole = combined([one.figures for one in read])
        found = chosen(whole, each.figures, f"{model} in {ANSWERS}") if each.figures else whole
        made = "" if each.made is None else str(each.made)
        by = "; ".join(filter(None, (each.by, made))) or fill("model_made.kept", model=model)
        figures[model] = ModelFigures(_of_the_set(found, model, selected), by, each.basis)
        sources += [{"model": model, "work_key": one.key} for one in read]
    return ReadAnswers(figures, tuple(sources))


def _named(text: str, models: Sequence[str]) -> tuple[str, Path]:
    model, separator, path = text.partition("=")
    if separator and model in models:
        return model, Path(path)
    if not separator and len(models) == 1:
        return models[0], Path(text)
    raise OptionError(
        f"run '{printable(text)}'",
        f"MODEL=RUN with a model of these items: {', '.join(models) or 'they have none'}",
        "name the model, or choose another table",
    )


def _of_the_set(figures: Figures, model: str, selected: Selection) -> Figures:
    """Leave accuracies on the set that a model's cells speak of, and make sure that one figure fits each.

    Raises
    ------
    OptionError
        If several do.
    """
    ending = model.rpartition("-")[2]
    names_set = ending in ("dev", "test")
    training = training_of(selected.paper.printed.name, model)
    of = ending if training is None else training.accuracy
    accuracies = {ref for ref in figures if _ACCURACIES.covers(ref)}
    right = {ref for ref in accuracies if (ref.figure == _ON_DEV) == (of == "dev")}
    wrong = accuracies - right if right or names_set else set()
    left = {ref: figure for ref, figure in figures.items() if ref not in wrong}
    for wanted in selected.figures_of(model):
        fitting = [_told(ref) for ref in left if wanted.covers(ref)]
        if len(fitting) > 1:
            raise OptionError(
                f"{len(fitting)} figures for '{wanted.name}' of {model}: {quoted(fitting)}",
                "one",
                f"name a run that has one, or choose in {ANSWERS}: figures: [...], and --results its folder",
            )
    return left


def _told(ref: FigureRef) -> str:
    return ref.name if ref.on is None or ref.on in ref.name else f"{ref.name} on {ref.on}"


@dataclass(frozen=True)
class _Read:
    """The figures of a run or a file of findings, what identifies it, and what it shows of its training."""

    figures: Figures
    key: str
    shown: Shown


def _read(path: Path, selected: Selection, model: str, called: str = "") -> _Read:
    """Read a run or a file of findings: all figures, or those of the model that is called so there."""
    kept = KeptFindings(path.parent)
    if kept.holds(path.name):
        content = kept.read(path.name)
        findings = findings_in(content, path).findings
        return _Read(_figures(findings, called), sha256(content).hexdigest(), Shown())
    run = read_run(path)
    shown = shown_by(run.manifest, training_of(selected.paper.printed.name, model))
    return _Read(_figures(run.findings, called), str(run.manifest.work_key), shown)


def _figures(findings: Sequence[Finding], called: str) -> Figures:
    """Return figures; of those of the behaviour analysis the first, of antonym-swap if any.

    Both antonym-swap and antonym-substitute have a set I_A; Sanchez et al. (2018) print that of the first.
    """
    if called:
        return of_model(findings, called)
    behaviour = [each for each in findings if each.measure == _BEHAVIOUR]
    in_order = sorted(behaviour, key=lambda each: _OF_ANTONYM_SWAP not in each.figures)
    return instead(figures_of(findings), first_figures(in_order))
