"""What `make` does with patterns: easy and hard subsets, down-sampled data, the patterns themselves."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from rightreasons.artifacts.patterns.origin import SentenceRole, sentence_tokens
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import GapReading, PatternSettings
from rightreasons.debiasing.downsampling import Downsampled, Mining, Mode, downsample
from rightreasons.difficulty import DifficultyMarks, model_based_marks, pattern_marks
from rightreasons.difficulty.marks import MARKS
from rightreasons.errors import InputError, OptionError, RunExistsError
from rightreasons.jobs.datasets import AuditInputs, described, versions
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.products import made_folder, write_rows
from rightreasons.runs.workspace import check_parent
from rightreasons.text.tokenisations import choose_tokenisation

Notion = Literal["patterns", "model"]
PATTERNS = "patterns.parquet"


@dataclass(frozen=True)
class PatternOptions:
    """What is mined: H(max_words, max_gap, threshold).

    Parameters
    ----------
    threshold
        lambda.
    max_words, max_gap, min_count, reading
        See `PatternSettings`.
    tokenisation
        Its name; None takes the parses where every row of every set has one, otherwise ``word-punct``.
    """

    threshold: float
    max_words: int = 3
    max_gap: int = 3
    min_count: int = 50
    reading: GapReading = "skipped"
    tokenisation: str | None = None

    @property
    def settings(self) -> PatternSettings:
        """Lengths, gaps and minimum count."""
        return PatternSettings(self.max_words, self.max_gap, self.reading, self.min_count)

    def for_tables(self, *tables: PairTable, side: SentenceRole = "hypothesis") -> "PatternOptions":
        """Return the same with the tokenisation that these tables allow."""
        parsed = [table.parse_column(side) is not None for table in tables]
        return replace(self, tokenisation=self.tokenisation or choose_tokenisation(parsed))

    def mine(self, train: PairTable, side: SentenceRole = "hypothesis") -> PatternSet:
        """Return the patterns of one side of `train`."""
        tokens = sentence_tokens(train, side, self.tokenisation)
        return PatternSet.from_tokens(train, tokens, self.settings, self.threshold, side)


def make_easy_hard(
    train: PairTable,
    on: PairTable,
    out: Path,
    options: PatternOptions,
    notion: Notion = "patterns",
    seed: int = 2018,
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
    options
        What is mined.
    notion
        ``"patterns"`` (Liu et al. 2020) or ``"model"`` (Gururangan et al. 2018).
    seed
        For the folds of the model.

    Returns
    -------
    Mapping
        The manifest.

    Raises
    ------
    RunExistsError
        If `out` holds something else.
    """
    if notion not in get_args(Notion):
        raise OptionError(
            f"notion '{printable(notion)}'", " or ".join(get_args(Notion)), "choose one of them"
        )
    train, on = train.with_gold(), on.with_gold()
    chosen = options.for_tables(train, on)
    work = _work("easy-hard", {"train": train, "on": on}, chosen, {"notion": notion, "seed": seed})

    def fill(folder: Path) -> Mapping[str, Any]:
        if notion == "model":
            return _write_marks(folder, on, _model_marks(train, on, chosen, seed))
        patterns = chosen.mine(train)
        patterns.save(folder / PATTERNS)
        return _write_marks(folder, on, pattern_marks(on, patterns))

    return made_folder(out, work, fill)


def make_downsampled(
    train: PairTable,
    out: Path,
    options: PatternOptions,
    mode: Mode = "debias",
    seed: int = 2018,
    *,
    until_clean: bool = False,
) -> Mapping[str, Any]:
    """Write down-sampled training data, and what was dropped and why.

    Parameters
    ----------
    train, mode, seed, until_clean
        See `rightreasons.debiasing.downsampling.downsample`.
    out
        A folder: ``kept.jsonl`` (whole rows, with their ids), ``dropped.jsonl`` (id, label, reason, pattern,
        round), ``patterns.parquet`` (mined from all of `train`), ``arisen.jsonl`` (patterns that arose from
        the removal, after each round), ``manifest.json``.
    options
        What is mined.

    Returns
    -------
    Mapping
        The manifest.

    Raises
    ------
    EmptyDataError
        If of some label nothing would be left.
    RunExistsError
        If `out` holds something else.
    """
    train = train.with_gold()
    chosen = options.for_tables(train)
    own = {"mode": mode, "seed": seed, "until_clean": until_clean}
    mining = Mining(chosen.threshold, chosen.settings, chosen.tokenisation)

    def fill(folder: Path) -> Mapping[str, Any]:
        made = downsample(train, mode, seed, mining, until_clean=until_clean)
        return _write_downsampled(folder, train, made)

    return made_folder(out, _work("downsampled", {"train": train}, chosen, own), fill)


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
    patterns = options.for_tables(train, side=side).mine(train, side)
    if out.exists():
        _check_same(out, patterns)
        return patterns
    out.parent.mkdir(parents=True, exist_ok=True)
    patterns.save(out)
    return patterns


def _work(
    job: str, tables: Mapping[str, PairTable], options: PatternOptions, own: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "job": f"make {job}",
        "data": {role: described(table) for role, table in tables.items()},
        "options": {**asdict(options), **own},
        "versions": versions(),
    }


def _model_marks(train: PairTable, on: PairTable, options: PatternOptions, seed: int) -> DifficultyMarks:
    from rightreasons.artifacts.hypothesis_only import hypothesis_only

    # The same data again would be scored by a model that saw them: they are cross-fitted instead.
    same = train.frame.select("id", "hypothesis").equals(on.frame.select("id", "hypothesis"))
    tests = {} if same else {"on": on.named("on")}
    inputs = AuditInputs(train.named("train"), tests, options.tokenisation, seed=seed)
    finding = inputs.call(hypothesis_only, None if same else "on")
    return model_based_marks(on.named("train" if same else "on"), finding)


def _write_marks(folder: Path, on: PairTable, marks: DifficultyMarks) -> Mapping[str, Any]:
    write_rows(folder / "marks.jsonl", marks.frame)
    for mark in MARKS:
        write_rows(folder / f"{mark}.jsonl", on.frame.filter(marks.frame["mark"] == mark))
    return {"notion": marks.notion, "counts": marks.counts()}


def _write_downsampled(folder: Path, train: PairTable, made: Downsampled) -> Mapping[str, Any]:
    write_rows(folder / "kept.jsonl", made.kept.frame)
    write_rows(folder / "dropped.jsonl", made.dropped)
    arisen = made.arisen.select("round", "pattern", "label", "p", "count", "z", "p_adjusted", "examples")
    write_rows(folder / "arisen.jsonl", arisen)
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
