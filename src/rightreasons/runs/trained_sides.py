"""What of a training enters a comparison: which items each seed got right, and how they are marked."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import ComparisonError, OptionError, RunUnreadableError
from rightreasons.labels import Label, gold_set
from rightreasons.printable import printable, quoted
from rightreasons.runs.folder import MANIFEST, Run
from rightreasons.runs.sides import GIVEN, Side, named_runs
from rightreasons.statistics.results import Estimate

TRAIN = "train"
_MARKS = "marks.jsonl"
_RIGHT = [
    f"{gold}/{said}" for gold in Label for said in Label if said in gold_set(gold) or gold in gold_set(said)
]


@dataclass(frozen=True)
class TrainedSide:
    """One training of a comparison.

    Parameters
    ----------
    side
        Its items; ``correct`` is an array, one value a seed.
    seeds
        The seeds compared, in this order.
    data
        What the manifest says of each set, by the name of the set.
    method
        The debiasing method, or None.
    probed
        Sets of `side` that its models were probed on.
    figures
        What else the probes found, by dotted name: one figure a seed.
    probe_keys
        What identifies the work of the probes.
    """

    side: Side
    seeds: tuple[int, ...]
    data: Mapping[str, Mapping[str, Any]] = field(repr=False)
    method: str | None
    probed: tuple[str, ...] = ()
    figures: Mapping[str, tuple[Estimate, ...]] = field(default_factory=dict, repr=False)
    probe_keys: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What to call it."""
        return self.side.name


@dataclass(frozen=True)
class KnownMarks:
    """Which instances of a set are easy and hard, as ``make easy-hard`` wrote them, or as published.

    Parameters
    ----------
    name
        What to call this notion of easy and hard: the folder, or the file.
    frame
        Columns ``id`` and ``mark``.
    data
        What the manifest says of the set.
    key
        What identifies the work that made them, or the file.
    note
        What a reader has to know of them.
    """

    name: str
    frame: pl.DataFrame = field(repr=False)
    data: Mapping[str, Any] = field(repr=False)
    key: str
    note: str = ""

    def are_of(self, data: Mapping[str, Any]) -> bool:
        """Return whether a set is the marked one: the same content, or the same files."""
        if data["content_sha256"] == self.data["content_sha256"]:
            return True
        files = [[file["sha256"] for file in each["files"]] for each in (data, self.data)]
        return files[0] == files[1] and bool(files[0]) and None not in files[0]


def trained_sides(runs: Sequence[Run]) -> tuple[TrainedSide, ...]:
    """Return every training with the seeds that all of them have.

    Raises
    ------
    ComparisonError
        If they have no seed in common.
    """
    each = [set(run.manifest["options"]["seeds"]) for run in runs]
    seeds = tuple(sorted(set.intersection(*each)))
    if not seeds:
        raise ComparisonError(
            "no seed in common: " + "; ".join(", ".join(map(str, sorted(own))) for own in each),
            "models of the same seeds",
            "train both with the same --seed and --seeds",
        )
    return tuple(_side(run, name, seeds) for run, name in named_runs(runs))


def joined_seeds(runs: Sequence[Run], name: str) -> TrainedSide:
    """Return several trainings of one model, each with seeds of its own, as one.

    Parameters
    ----------
    runs
        Of the same recipe on the same sets; at least one.
    name
        What to call them.

    Raises
    ------
    ComparisonError
        If they did not predict the same items, or a seed stands in two of them.
    """
    sides = [_side(run, name, tuple(run.manifest["options"]["seeds"])) for run in runs]
    seeds = tuple(seed for side in sides for seed in side.seeds)
    items = sides[0].side.items
    if len(set(seeds)) < len(seeds) or any(
        not side.side.items.select(GIVEN).equals(items.select(GIVEN)) for side in sides
    ):
        raise ComparisonError(
            f"trainings of '{printable(name)}' that are not seeds of one model",
            "the same items, each seed once",
            "give trainings of one recipe on the same data",
        )
    columns = [side.side.items["correct"].arr.to_list().alias(str(at)) for at, side in enumerate(sides)]
    joined = pl.select(pl.concat_list(columns).list.to_array(len(seeds))).to_series().alias("correct")
    side = replace(sides[0].side, items=items.with_columns(joined))
    return replace(sides[0], side=side, seeds=seeds)


def common_seeds(sides: Sequence[TrainedSide]) -> tuple[TrainedSide, ...]:
    """Return trainings with the seeds that all of them have, in the order of the first."""
    shared = [seed for seed in sides[0].seeds if all(seed in side.seeds for side in sides)]
    return tuple(_with_seeds(side, shared) for side in sides)


def _with_seeds(side: TrainedSide, seeds: Sequence[int]) -> TrainedSide:
    places = [side.seeds.index(seed) for seed in seeds]
    correct = pl.col("correct").arr.to_list().list.gather(places).list.to_array(len(places))
    return replace(
        side, side=replace(side.side, items=side.side.items.with_columns(correct)), seeds=tuple(seeds)
    )


def read_marks(folders: Sequence[str | Path]) -> tuple[KnownMarks, ...]:
    """Read folders of ``make easy-hard``.

    Raises
    ------
    RunUnreadableError
        If one is something else.
    OptionError
        If two have the same name.
    """
    marks = tuple(_marks(Path(folder)) for folder in folders)
    names = [each.name for each in marks]
    if len(set(names)) < len(names):
        raise OptionError(f"--marks {quoted(names)}", "folders of different names", "rename one")
    return marks


def _side(run: Run, name: str, seeds: Sequence[int]) -> TrainedSide:
    items, options = run.items(), run.manifest["options"]
    right = [
        pl.concat_str(["label", f"seed-{seed}_predicted"], separator="/").is_in(_RIGHT).alias(f"{seed}")
        for seed in seeds
    ]
    correct = pl.concat_arr(right).alias("correct")
    sets = items["set"].unique(maintain_order=True).to_list()
    chosen = options.get("debias")
    method = None if chosen is None else str(chosen["name"])
    model = str(run.manifest["model"]["name"])
    trained = model if method is None else f"{model} with {method}"
    side = Side(name, trained, items.select(*GIVEN, correct), {}, frozenset())
    described = dict(zip(sets, run.manifest["data"][1:], strict=True))  # the first is what it trained on
    return TrainedSide(side, tuple(seeds), described, method)


def _marks(folder: Path) -> KnownMarks:
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        frame = pl.read_ndjson(folder / _MARKS).select("id", pl.col("mark").cast(pl.String))
        return KnownMarks(folder.resolve().name, frame, manifest["data"]["on"], manifest["work_key"])
    except (OSError, ValueError, KeyError, TypeError, pl.exceptions.PolarsError) as error:
        raise RunUnreadableError(
            f"no marks in '{printable(str(folder))}'",
            "a folder of `rightreasons make easy-hard`",
            "check --marks",
        ) from error
