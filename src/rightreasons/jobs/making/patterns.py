"""What `make` does with patterns: easy and hard subsets, down-sampled data, the patterns themselves."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rightreasons.artifacts.patterns.pattern_set import PatternSet, for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions, SentenceRole
from rightreasons.debiasing.downsampling import Downsampled, downsample
from rightreasons.difficulty import DifficultyMarks, model_based_marks, pattern_marks
from rightreasons.difficulty.marks import MARKS
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import InputError, RunExistsError
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.making.before_after import Measured, before_and_after
from rightreasons.jobs.making.rows import write_rows
from rightreasons.jobs.options import DownsampleOptions, EasyHardOptions
from rightreasons.options import OptionSet
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.made_folders import made_folder
from rightreasons.runs.workspace import check_parent

PATTERNS = "patterns.parquet"


def make_easy_hard(
    train: PairTable,
    on: PairTable,
    out: Path,
    patterns: PatternOptions,
    options: EasyHardOptions | None = None,
) -> Mapping[str, Any]:
    """Write the easy and hard subsets of `on`, by the patterns of `train` or by a hypothesis-only model.

    Parameters
    ----------
    train
        Where patterns are mined, or the model is trained; rows without gold are left out.
    on
        What is divided; rows without gold are left out.
    out
        A folder: ``easy.jsonl``, ``hard.jsonl``, ``conflicting.jsonl``, ``none.jsonl`` (whole rows, with
        their ids), ``marks.jsonl`` (id, mark, causes), ``patterns.parquet``, ``manifest.json``.
    patterns
        What is mined.
    options
        By ``"patterns"`` (Liu et al. 2020) or a ``"model"`` (Gururangan et al. 2018); the seed is for the
        folds of the model.

    Returns
    -------
    Mapping
        The manifest.

    Raises
    ------
    RunExistsError
        If `out` holds something else.
    """
    train, on = train.with_gold(), on.with_gold()
    chosen, settings = for_tables(patterns, train, on), options or EasyHardOptions()
    work = _work("easy-hard", {"train": train, "on": on}, chosen, settings)

    def fill(folder: Path) -> Mapping[str, Any]:
        if settings.notion == "model":
            return _write_marks(folder, on, _model_marks(train, on, chosen, settings.seed))
        mined = PatternSet.fit(train, chosen)
        mined.save(folder / PATTERNS)
        return _write_marks(folder, on, pattern_marks(on, mined))

    return made_folder(out, work, fill)


def make_downsampled(
    train: PairTable,
    out: Path,
    patterns: PatternOptions,
    options: DownsampleOptions | None = None,
    progress: Progress = silent,
) -> Mapping[str, Any]:
    """Write down-sampled training data, and what was dropped and why.

    Parameters
    ----------
    train, options
        See `rightreasons.debiasing.downsampling.downsample`.
    out
        A folder: ``kept.jsonl`` (whole rows, with their ids), ``dropped.jsonl`` (id, label, reason, pattern,
        round), ``patterns.parquet`` (mined from all of `train`), ``arisen.jsonl`` (patterns that arose from
        the removal, after each round), ``manifest.json``.
    patterns
        What is mined.
    progress
        Hears of fits of the audit.

    Returns
    -------
    Mapping
        The manifest, with the gains of an audit before and after (`before_and_after`) as ``audit``.

    Raises
    ------
    EmptyDataError
        If of some label nothing would be left.
    RunExistsError
        If `out` holds something else.
    """
    train = train.with_gold()
    chosen, settings = for_tables(patterns, train), options or DownsampleOptions()

    def fill(folder: Path) -> Mapping[str, Any]:
        made = downsample(train, settings.mode, settings.seed, chosen, until_clean=settings.until_clean)
        facts = _write_downsampled(folder, train, made)
        if not settings.audit:
            return facts
        after = Measured(made.kept.named("kept"))
        return {**facts, "audit": before_and_after(Measured(train), after, settings.seed, progress)}

    return made_folder(out, _work("downsampled", {"train": train}, chosen, settings), fill)


@one_writer
def make_patterns(
    train: PairTable, out: Path, options: PatternOptions, side: SentenceRole = "hypothesis"
) -> PatternSet:
    """Write the patterns of one side to a Parquet file, which `PatternSet.load` reads.

    Raises
    ------
    RunExistsError
        If `out` is there and holds anything but these patterns.
    OptionError
        If nothing can be written there.
    """
    train = train.with_gold()
    check_parent(out)
    patterns = PatternSet.fit(train, for_tables(options, train, side=side), side=side)
    if out.exists():
        _check_same(out, patterns)
        return patterns
    out.parent.mkdir(parents=True, exist_ok=True)
    patterns.save(out)
    return patterns


def _work(
    job: str, tables: Mapping[str, PairTable], patterns: PatternOptions, options: OptionSet
) -> dict[str, Any]:
    return {
        "job": f"make {job}",
        "data": {role: described(table) for role, table in tables.items()},
        "options": {**patterns.recorded(), **options.recorded()},
        "versions": versions(),
    }


def _model_marks(train: PairTable, on: PairTable, options: PatternOptions, seed: int) -> DifficultyMarks:
    from rightreasons.measures.data.hypothesis_only import hypothesis_only
    from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts

    # The same data again would be scored by a model that saw them: they are cross-fitted instead.
    same = train.frame.select("id", "hypothesis").equals(on.frame.select("id", "hypothesis"))
    splits = {"train": train.named("train"), **({} if same else {"on": on.named("on")})}
    inputs = AuditInputs(splits, PreparedTexts(splits, options.tokenisation), seed=seed)
    finding = inputs.scored_on(None if same else "on").find("hypothesis_only", hypothesis_only)
    return model_based_marks(on.named("train" if same else "on"), finding)


def _write_marks(folder: Path, on: PairTable, marks: DifficultyMarks) -> Mapping[str, Any]:
    marks.frame.write_ndjson(folder / "marks.jsonl")
    for mark in MARKS:
        write_rows(on.where(marks.frame["mark"] == mark, "another mark"), folder / f"{mark}.jsonl")
    return {"notion": marks.notion, "counts": marks.counts()}


def _write_downsampled(folder: Path, train: PairTable, made: Downsampled) -> Mapping[str, Any]:
    write_rows(made.kept, folder / "kept.jsonl")
    made.dropped.write_ndjson(folder / "dropped.jsonl")
    arisen = made.arisen.select("round", "pattern", "label", "p", "count", "z", "p_adjusted", "examples")
    arisen.write_ndjson(folder / "arisen.jsonl")
    made.rounds[0].save(folder / PATTERNS)
    reasons = made.dropped.group_by("reason", maintain_order=True).len()
    return {
        "counts": {
            "read": len(train),
            "kept": len(made.kept),
            "labels": {str(label): rows for label, rows in made.kept.counts().items()},
            "dropped": dict(reasons.iter_rows()),
            "patterns_by_round": [len(patterns) for patterns in made.rounds],
            "patterns_left": len(made.remined),
            "arisen": arisen.height,
        }
    }


def _check_same(out: Path, patterns: PatternSet) -> None:
    try:
        there = PatternSet.load(out)
    except InputError:
        there = None
    if there is None or there.origin != patterns.origin or not there.table().equals(patterns.table()):
        raise RunExistsError(
            f"'{printable(str(out))}' is there and holds something else",
            "the same patterns, or a free name",
            "choose another -o",
        )
