"""Where figures of trained models come from: runs, files of findings, results kept, models trained anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from rightreasons.errors import FileMissingError, OptionError, UnreadableFileError
from rightreasons.findings import Finding
from rightreasons.jobs.reproducing.wanted import Wanted
from rightreasons.jobs.run_figures import combined, figures_of
from rightreasons.papers.materials import ModelFigures, Scale
from rightreasons.papers.reproduction import Basis
from rightreasons.printable import printable
from rightreasons.runs.folder import read_findings, read_run
from rightreasons.statistics.results import Estimate

ANSWERS = "answers.yaml"


@checked(frozen=True, config=ConfigDict(extra="forbid"))
class Answer:
    """What answers for one model in ``answers.yaml``.

    Parameters
    ----------
    files
        Findings files or run folders, by their place beside ``answers.yaml``.
    by
        How they were made, in words.
    basis
        In what the model is not the paper's.
    figures
        Patterns of the dotted names that are taken; none: all.
    under
        What the dotted names of this model begin with, where a file speaks of several models.
    """

    files: tuple[str, ...]
    by: str = ""
    basis: Literal["same", "other data", "other model"] = "other data"
    figures: tuple[str, ...] = ()
    under: str = ""


@dataclass(frozen=True)
class _Chosen:
    """Which figures of a file are those of a model: patterns of their names, and how these begin."""

    patterns: tuple[str, ...] = ()
    under: str = ""

    def of(self, figures: Mapping[str, Estimate]) -> dict[str, Estimate]:
        """Return the figures chosen, without that beginning."""
        own = {
            name.removeprefix(self.under): figure
            for name, figure in figures.items()
            if name.startswith(self.under)
        }
        if not self.patterns:
            return own
        return {
            name: figure
            for name, figure in own.items()
            if any(fnmatchcase(name, each) for each in self.patterns)
        }


_ALL = _Chosen()


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
    """

    figures: Mapping[str, ModelFigures]
    sources: tuple[Mapping[str, Any], ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


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
        A folder with ``answers.yaml``; see `answers_in`.
    """

    runs: Sequence[str] = ()
    trained: Trained | None = None
    results: str | Path | None = None


NO_MODELS = ModelSources()


def answers_of(sources: ModelSources, asked: Wanted) -> ReadAnswers:
    """Put together what all sources say of the models; errors as of `answers_of_runs` and `answers_in`."""
    parts = [answers_of_runs(sources.runs, asked.models, asked.materials.scale)]
    if sources.trained is not None:
        parts.append(ReadAnswers(sources.trained.figures, sources.trained.sources))
    if sources.results is not None:
        parts.append(answers_in(Path(sources.results), asked.paper.printed.name, asked.models))
    figures: dict[str, ModelFigures] = {}
    for part in parts:
        figures |= {model: each for model, each in part.figures.items() if not _has_any(figures.get(model))}
    return ReadAnswers(figures, tuple(source for part in parts for source in part.sources))


def _has_any(found: ModelFigures | None) -> bool:
    return found is not None and bool(found.figures)


def answers_of_runs(named: Sequence[str], models: Sequence[str], scale: Scale) -> ReadAnswers:
    """Read what ``--from`` names.

    Parameters
    ----------
    named
        ``MODEL=RUN``, where RUN is the folder of a run or a file of findings; RUN alone where there is one
        model. Several of one model are its seeds, and each figure the mean over those that have it; or each
        has figures of its own (one of `train`, one of `probe`).
    models
        Of the items.
    scale
        At ``small`` all are marked as made from other data.

    Raises
    ------
    OptionError
        If a model is not among them.
    InputError
        If a run cannot be read.
    """
    places: dict[str, list[Path]] = {}
    for text in named:
        model, place = _named(text, models)
        places.setdefault(model, []).append(place)
    basis: Basis = "same" if scale == "paper" else "other data"
    return _read({model: (paths, f"the run for {model}", basis, _ALL) for model, paths in places.items()})


def answers_in(folder: Path, paper: str, models: Sequence[str]) -> ReadAnswers:
    """Read a folder of results.

    Its ``answers.yaml`` says by paper and model which files answer: a list, or the fields of `Answer`::

        mccoy-2019:
          DA: [probe-da-seed-1.json, probe-da-seed-2.json]
          DA+HANS:
            files: [probe-da-hans.json]
            by: small form, 22,897 pairs of SNLI and 30,000 like HANS
            basis: other data   # same, other data or other model; without it: other data
            figures: ["hans.*"] # without it all
          SPINN:
            files: [mccoy-tables.json]                # what `reproduce --runs` found of several models
            under: mccoy-2019.trained.SPINN.          # what the names of this one begin with

    Several files of one model are its seeds, or add figures, as in `answers_of_runs`.

    Parameters
    ----------
    folder
        Where ``answers.yaml`` is.
    paper, models
        Whose answers are read.

    Raises
    ------
    FileMissingError
        If ``answers.yaml`` or a file it names is not there.
    UnreadableFileError
        If ``answers.yaml`` is not written so.
    RunUnreadableError
        If a file holds no findings.
    """
    found = _answers(folder).get(paper, {})
    wanted = {model: answer for model, answer in found.items() if model in models}
    return _read(
        {
            model: (
                [folder / name for name in each.files],
                each.by or f"results for {model}",
                each.basis,
                _Chosen(each.figures, each.under),
            )
            for model, each in wanted.items()
        }
    )


def _answers(folder: Path) -> Mapping[str, Mapping[str, Answer]]:
    import yaml

    path = folder / ANSWERS
    if not path.is_file():
        raise FileMissingError(
            f"no {ANSWERS} in '{printable(str(folder))}'", "a folder of results", "check --results"
        )
    try:
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
        whole = {
            paper: {
                model: {"files": each} if isinstance(each, list) else each for model, each in models.items()
            }
            for paper, models in said.items()
        }
        answers: dict[str, dict[str, Answer]] = TypeAdapter(dict[str, dict[str, Answer]]).validate_python(
            whole
        )
    except (OSError, ValueError, AttributeError, yaml.YAMLError, ValidationError) as error:
        raise UnreadableFileError(
            f"'{printable(str(path))}' does not say which files answer for which model",
            "PAPER: {MODEL: [FILE, ...]}",
            "correct the file",
        ) from error
    return answers


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


def _read(places: Mapping[str, tuple[Sequence[Path], str, Basis, _Chosen]]) -> ReadAnswers:
    figures, sources = {}, []
    for model, (paths, by, basis, chosen) in places.items():
        read = [_findings(path) for path in paths]
        found = combined([chosen.of(each) for each, _ in read])
        figures[model] = ModelFigures(found, by, basis)
        sources += [{"model": model, "work_key": key} for _, key in read]
    return ReadAnswers(figures, tuple(sources))


def _findings(path: Path) -> tuple[dict[str, Estimate], str]:
    """Return the figures of a run or a file of findings, and what identifies it."""
    if path.is_file():
        return figures_of(read_findings(path)[0]), sha256(path.read_bytes()).hexdigest()
    run = read_run(path)
    return figures_of(run.findings), str(run.manifest.get("work_key"))
