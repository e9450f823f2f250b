"""What `make swaps` does: write the sets of behaviour analysis, with what was refused and why."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rightreasons.challenges.swaps.challenges import joined_pairs
from rightreasons.challenges.swaps.options import SwapOptions, SwapRelation
from rightreasons.challenges.swaps.sets import DEFAULTS, swap_sets
from rightreasons.challenges.swaps.swap_set import SwapSets
from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.datasets import described, versions
from rightreasons.pairs import Account, PairTable
from rightreasons.runs.products import made_folder
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
        return {"counts": _counts(made)}

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


def _counts(made: SwapSets) -> dict[str, Any]:
    return {name: _kept(made, name, account) for name, account in made.accounts.items()} | {
        "open": dict(made.open.group_by("set", maintain_order=True).len().iter_rows())
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
