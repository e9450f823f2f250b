"""What `make swaps` and `make changes` do, with what was refused and why.

The first writes the sets of behaviour analysis, the second supported claims with one minimal change each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.changes import CHANGES
from rightreasons.challenges.changes.made import CHANGED, SEED, VERSION, changed_claims
from rightreasons.challenges.swaps.challenges import joined_pairs
from rightreasons.challenges.swaps.options import SwapOptions, SwapRelation
from rightreasons.challenges.swaps.sets import DEFAULTS, swap_sets
from rightreasons.challenges.swaps.swap_set import SwapSets
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import EmptyDataError, FileMissingError
from rightreasons.jobs.datasets import described, versions
from rightreasons.pairs import Account, PairTable
from rightreasons.printable import printable
from rightreasons.runs.made_folders import made_folder
from rightreasons.streams.files import file_bytes
from rightreasons.text.word_pairs import WordPairs
from rightreasons.text.wordnet import WordNet, open_wordnet

PAIRS, OPEN_ROWS = "word_pairs.jsonl", "open.jsonl"


def make_swaps(
    train: PairTable,
    out: Path,
    relation: SwapRelation,
    pairs: Sequence[str] = ("wordnet",),
    options: SwapOptions = DEFAULTS,
    progress: Progress = silent,
) -> Mapping[str, Any]:
    """Write the sets of one relation.

    Parameters
    ----------
    train
        Labelled pairs.
    out
        A folder: one file a set (``I_A.jsonl``, ...; see `SwapSet` for the columns), ``open.jsonl``
        (instances that no rule labels, with their control instances), ``word_pairs.jsonl`` (the pairs looked
        for), and ``manifest.json``.
    relation, options
        See `rightreasons.challenges.swaps.sets.swap_sets`.
    pairs
        ``"wordnet"`` or files; of several, the pairs are put together.
    progress
        Told how far the work is.

    Returns
    -------
    Mapping
        The manifest; ``counts`` has for each set what was kept and what was refused, by reason.

    Raises
    ------
    RunExistsError
        If `out` holds something else.
    """
    asked = joined_pairs(pairs, relation)
    wordnet = open_wordnet()
    work = {
        "job": "make swaps",
        "data": described(train),
        "options": {"relation": relation, "pairs": list(pairs), **options.recorded()},
        **_lexical_sources(asked, wordnet),
        "versions": versions(),
    }

    def fill(folder: Path) -> Mapping[str, Any]:
        made = swap_sets(train, relation, asked, options, wordnet=wordnet, progress=progress)
        for name, each in made.sets.items():
            each.frame.write_ndjson(folder / f"{name}.jsonl")
        made.open.write_ndjson(folder / OPEN_ROWS)
        asked.frame.write_ndjson(folder / PAIRS)
        counts = {name: _kept(made, name, account) for name, account in made.accounts.items()}
        opened = made.open.group_by("set", maintain_order=True).len()
        return {"counts": {**counts, "open": dict(opened.iter_rows())}}

    return made_folder(out, work, fill)


def _lexical_sources(pairs: WordPairs, wordnet: WordNet) -> dict[str, Any]:
    return {
        "word_pairs": {
            "name": pairs.name,
            "rows": len(pairs),
            "left_out": dict(pairs.left_out),
            "files": [asdict(origin) for origin in pairs.origin],
        },
        "wordnet": {"name": wordnet.name, "files": [asdict(origin) for origin in wordnet.database.origin]},
    }


def _kept(made: SwapSets, name: str, account: Account) -> dict[str, Any]:
    frame = made[name].frame
    labels = frame.group_by("label", maintain_order=True).len().sort("label")
    return {
        "of": account.read,
        "kept": account.kept,
        "labels": dict(labels.iter_rows()),
        "gold_changed": int(frame["gold_changed"].sum()),
        "unseen": int(frame["unseen"].sum()),
        "refused": {count.reason: count.rows for count in account.dropped},
    }


def make_changes(
    train: PairTable, out: Path, kinds: Sequence[str] = (), seed: int = SEED, items: int | None = None
) -> Mapping[str, Any]:
    """Write the changed claims of some data, one file a kind.

    Parameters
    ----------
    train
        Labelled pairs; only those with gold entailment are used.
    out
        A folder: ``KIND.jsonl`` (original and changed claim, one after the other) and ``manifest.json``.
    kinds
        Names of `rightreasons.challenges.changes.CHANGES`; none: all of them.
    seed, items
        See `rightreasons.challenges.changes.made.changed_claims`.

    Returns
    -------
    Mapping
        The manifest; ``counts`` has for each kind how many claims were changed, of how many, and what was
        left out by reason.

    Raises
    ------
    EmptyDataError
        If no claim can be changed in any of these ways.
    UnknownNameError, RunExistsError
        If there is no such change, or `out` holds something else.
    """
    chosen = tuple(kinds) or tuple(CHANGES)
    for kind in chosen:
        CHANGES.load(kind)
    work = {
        "job": "make changes",
        "data": described(train),
        "options": {"kinds": list(chosen), "seed": seed, "items": items},
        "versions": versions(),
    }

    def fill(folder: Path) -> Mapping[str, Any]:
        counts: dict[str, Any] = {}
        for kind in chosen:
            try:
                made = changed_claims(train, kind, seed, items)
            except EmptyDataError as error:
                counts[kind] = {"changed": 0, "reason": error.sentence}
                continue
            made.pairs.frame.write_ndjson(folder / f"{kind}.jsonl")
            counts[kind] = {"changed": made.changed, "of": made.supported, "left_out": dict(made.left_out)}
        if not any(each["changed"] for each in counts.values()):
            raise EmptyDataError(
                f"no claim of '{printable(train.name)}' can be changed", "supported claims", "name other data"
            )
        return {"counts": counts}

    return made_folder(out, work, fill)


def changed_rows(folder: Path) -> pl.DataFrame:
    """Return the changed claims of a folder of `make_changes`, with their kind before the id.

    Raises
    ------
    FileMissingError
        If there are none.
    """
    found = {kind: folder / f"{kind}.jsonl" for kind in CHANGES if (folder / f"{kind}.jsonl").is_file()}
    if not found:
        raise FileMissingError(
            f"no changed claims in '{printable(str(folder))}'",
            "the folder that `make changes` wrote",
            "check it",
        )
    frames = [
        pl.read_ndjson(BytesIO(file_bytes(path)), infer_schema_length=None)
        .filter(pl.col(VERSION) == CHANGED)
        .select(
            pl.format("{}:{}", pl.lit(kind), "id").alias("id"),
            pl.lit(kind).alias("change"),
            pl.col("label").alias("gold"),
            "premise",
            "hypothesis",
        )
        for kind, path in found.items()
    ]
    return pl.concat(frames)
