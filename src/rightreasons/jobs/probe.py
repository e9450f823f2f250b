"""Which shortcuts does a model take? Its predictions on challenges, scored and kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges import CHALLENGES
from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.hans.challenges import BY_ID, BY_TEXT, hans
from rightreasons.challenges.hans.verdict import verdict
from rightreasons.challenges.scoring import SEED, score
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import UnknownNameError
from rightreasons.findings import Finding
from rightreasons.jobs.audit_items import evidence_rows
from rightreasons.jobs.datasets import described, described_items, listed, versions
from rightreasons.jobs.outcome import Outcome, manifest_of
from rightreasons.jobs.probe_models import ProbedModel, model_named
from rightreasons.jobs.probe_subsets import easy_hard_accuracy
from rightreasons.labels import CollapseRule, Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.predictor import Predictor
from rightreasons.printable import printable
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.sources.read import read_pairs

_EVIDENCE_SHOWN = 5


@dataclass(frozen=True)
class ProbeOptions:
    """What changes the result of a probe, beyond model and challenges.

    Parameters
    ----------
    collapse
        How three labels become two: ``"argmax"`` or ``"sum"``.
    allow_partial
        Whether items may lack a prediction and predictions an item, a label or a single id; all are counted.
    seed
        For the intervals that resample whole templates. The set ``hans`` is always the same.
    threshold
        Lambda of the patterns that make instances easy or hard, where a training set is given.
    """

    collapse: CollapseRule = "argmax"
    allow_partial: bool = False
    seed: int = SEED
    threshold: float = 0.8


class Probe(Outcome):
    """The result of a probe: one finding a challenge."""

    @property
    def model(self) -> str:
        """What the model is called."""
        return str(self.manifest["model"]["name"])


def probe(
    model: str | Path | Predictor,
    on: Any = (),
    *,
    train: Any = None,
    out: str | Path | None = None,
    label_map: Mapping[str, Label | None] | None = None,
    progress: Progress = silent,
    **options: Any,
) -> Probe:
    """Tell which shortcuts a model takes.

    Parameters
    ----------
    model
        ``rule:NAME``, the path of a file of predictions, or a `Predictor`.
    on
        One or more challenges: a name of `CHALLENGES`, or labelled data, anything `read_pairs` reads. None
        named: ``hans`` for a model that reads, the HANS set that was predicted for a file.
    train
        Labelled data, anything `read_pairs` reads: its patterns make instances easy or hard.
    out
        Folder of the run; the same work there is taken up again, other work is an error.
    label_map
        What the labels of a file of predictions mean.
    progress
        Where long work says how far it is.
    **options
        The fields of `ProbeOptions`.

    Raises
    ------
    RightReasonsError
        A coded error; nothing is written then.

    Examples
    --------
    >>> from rightreasons import probe
    >>> probe("rule:subsequence").finding("hans").figures["subsequence.non-entailment"].value
    0.0
    """
    chosen = ProbeOptions(**options)
    asked = model_named(model, label_map, "drop" if chosen.allow_partial else "error")
    named = listed(on) or [asked.default_challenge()]
    challenges = [challenge_named(each) for each in named]
    trained = None if train is None else (train if isinstance(train, PairTable) else _read(train)).with_gold()
    manifest = _manifest(asked, challenges, trained, chosen)
    folder = Path(out) if out is not None else None
    done = finished_run(folder, manifest) if folder is not None else None
    if done is not None:
        return Probe(manifest_of(done), done.findings, done.not_measured, done.items(), run=done)
    workspace = Workspace(folder, manifest) if folder is not None else None
    return _probed(asked, challenges, trained, chosen, manifest, workspace, progress)


def challenge_named(on: Any) -> Challenge:
    """Return a challenge by its name, or labelled data as one.

    Data with the column ``heuristic`` are scored as HANS, other data by gold label alone.

    Raises
    ------
    UnknownNameError
        For a text that is neither a challenge nor a file.
    InputError
        For whatever is wrong with the data.
    """
    if isinstance(on, Challenge):
        return on
    if isinstance(on, str) and on in CHALLENGES:
        made: Challenge = CHALLENGES.load(on)()
        return made
    pairs = (on if isinstance(on, PairTable) else _read(on)).with_gold()
    return hans(pairs) if "heuristic" in pairs.groups else from_pairs(pairs.name, pairs, ())


def _probed(
    asked: ProbedModel,
    challenges: Sequence[Challenge],
    train: PairTable | None,
    options: ProbeOptions,
    manifest: Mapping[str, Any],
    workspace: Workspace | None,
    progress: Progress,
) -> Probe:
    done: list[tuple[Challenge, tuple[Finding, ...]]] = []
    for position, challenge in enumerate(challenges):
        progress("challenges", position, len(challenges))
        step = f"challenge-{position}"
        scored = _kept(workspace, step, partial(_finding, asked, challenge, options))
        found = [scored]
        if train is not None and challenge.pairs is not None:
            divided = partial(easy_hard_accuracy, scored, challenge, train, options.threshold, asked.name)
            found.append(_kept(workspace, f"{step}-subsets", divided))
        done.append((challenge, tuple(found)))
    progress("challenges", len(challenges), len(challenges))
    findings = tuple(finding for _, found in done for finding in found)
    items = pl.concat([_joined(found) for _, found in done], how="diagonal_relaxed")
    return Probe(manifest, findings, {}, items).sealed(workspace, _evidence(done) if workspace else ())


def _kept(workspace: Workspace | None, step: str, make: Callable[[], Finding]) -> Finding:
    """Return the finding of a step: the one that was kept, or a new one, which is kept."""
    kept = workspace.saved(step) if workspace else None
    if kept is not None:
        return kept
    finding = make()
    if workspace:
        workspace.save(step, finding)
    return finding


def _joined(findings: Sequence[Finding]) -> pl.DataFrame:
    """Return the items of one challenge with the columns of every finding."""
    first, *others = (finding.items for finding in findings if finding.items is not None)
    for other in others:
        first = first.join(other, on="id", how="left", maintain_order="left")
    return first


def _finding(asked: ProbedModel, challenge: Challenge, options: ProbeOptions) -> Finding:
    said = asked.predictions(challenge)
    finding = score(challenge, said, options.collapse, allow_partial=options.allow_partial, seed=options.seed)
    headline = verdict(finding) if challenge.name in (BY_TEXT, BY_ID) else finding.headline
    return replace(finding, headline=headline, items=_items(challenge, said, finding))


def _items(challenge: Challenge, said: Predictions, finding: Finding) -> pl.DataFrame:
    """Return every item that was predicted: its text, groups, prediction, and whether it is right."""
    sentences = ("premise", "hypothesis")
    if challenge.pairs is None:
        none = [pl.lit(None, pl.String).alias(name) for name in sentences]
        items = challenge.items.with_columns(none)
    else:
        items = challenge.items.hstack(challenge.pairs.frame.select(sentences))
    probabilities = said.frame.drop("label").rename(
        {label: f"probability_{label}" for label in said.probabilities.columns}
    )
    assert finding.items is not None  # noqa: S101 - score always gives them
    frame = items.join(finding.items, on="id", how="inner", maintain_order="left")
    frame = frame.join(probabilities, on="id", how="left", maintain_order="left")
    first = ("id", *sentences, "label")
    return frame.select(pl.lit(challenge.name).alias("set"), *first, pl.exclude(first)).cast(
        {"label": pl.String, "predicted": pl.String, "answer": pl.String}
    )


def _evidence(
    done: Sequence[tuple[Challenge, Sequence[Finding]]],
) -> tuple[Mapping[str, str | None], ...]:
    return tuple(
        row
        for challenge, findings in done
        if challenge.pairs is not None
        for row in evidence_rows([challenge.pairs], findings, _EVIDENCE_SHOWN)
    )


def _manifest(
    asked: ProbedModel, challenges: Sequence[Challenge], train: PairTable | None, options: ProbeOptions
) -> dict[str, Any]:
    return {
        "job": "probe",
        "model": asked.described(),
        "data": [
            described(each.pairs) | {"name": each.name}
            if each.pairs is not None
            else described_items(each.name, each.items)
            for each in challenges
        ],
        "train": None if train is None else described(train),
        "options": asdict(options),
        "versions": versions(),
    }


def _read(on: Any) -> PairTable:
    if isinstance(on, str) and not Path(on).exists() and not {"/", ".", "\\"} & set(on):
        raise UnknownNameError(
            f"challenge '{printable(on)}'",
            f"one of {', '.join(CHALLENGES)}, or labelled data",
            "correct --on",
        )
    return read_pairs(on)
