"""Equal texts of pairs, as numbers and as hashes."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.shared_texts import normalised_texts
from rightreasons.artifacts.text_hashes import Hashes, TextHashes
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.pairs import SENTENCES, PairTable

WHATS = ("hypothesis", "premise", "pair")
READINGS = ("exact", "normalised")


def coded(splits: Mapping[str, PairTable]) -> dict[str, pl.DataFrame]:
    """Replace texts by whole numbers that are equal where the texts are, normalised, in any of the splits.

    Returns
    -------
    dict
        By split: ``id``, ``label``, ``premise``, ``hypothesis``.
    """
    key = tuple((name, frame_key(table.frame)) for name, table in splits.items())
    return remembered("coded texts", key, lambda: _coded(splits), entries=1)


def _coded(splits: Mapping[str, PairTable]) -> dict[str, pl.DataFrame]:
    hashes = [normalised_hashes(table) for table in splits.values()]
    numbers = pl.DataFrame(
        {
            side: _numbered(pl.concat([pl.Series(np.concatenate([*each.of_side(side)])) for each in hashes]))[
                0
            ]
            for side in SENTENCES
        }
    )
    ends = np.cumsum([len(table) for table in splits.values()]).tolist()
    return {
        name: table.frame.select("id", "label").hstack(numbers[end - len(table) : end])
        for (name, table), end in zip(splits.items(), ends, strict=True)
    }


def normalised_hashes(table: PairTable) -> TextHashes:
    """Return a hash of every premise and of every hypothesis, after `text.near_duplicates.normalised`."""
    texts, *sides = normalised_texts(table)
    of_texts = texts.hash()
    premise, hypothesis = (of_texts.gather(side).to_numpy() for side in sides)
    return TextHashes.made_of(premise, hypothesis)


def numbered_texts(pairs: PairTable, side: str) -> npt.NDArray[np.int64]:
    """Return the number of every text of one side, from 0; equal up to case and white space is equal."""

    def made() -> npt.NDArray[np.int64]:
        exact, distinct = _numbered(pairs.frame[side])
        normalised, _ = _numbered(_normalised(distinct))
        return normalised.gather(exact).to_numpy().astype(np.int64)

    return remembered("numbered texts", (frame_key(pairs.frame), side), made, entries=2)


def written_hashes(pairs: PairTable, side: str) -> Hashes:
    """Return a hash of every text of one side, equal where `numbered_texts` are, shape (n,)."""
    exact, distinct = _numbered(pairs.frame[side])
    return _normalised(distinct).hash().gather(exact).to_numpy()


def _numbered(texts: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Return the number of every text, and the distinct texts in the order of their numbers."""
    distinct = texts.unique(maintain_order=True)
    index = pl.DataFrame({"text": distinct}).with_row_index("number")
    numbers = pl.DataFrame({"text": texts}).join(index, on="text", how="left", maintain_order="left")
    return numbers["number"], distinct


def _normalised(texts: pl.Series) -> pl.Series:
    # Matches only what changes (a single space stays), which is several times as fast as \s+.
    return texts.str.to_lowercase().str.replace_all(r"\s{2,}|[^\S ]", " ").str.strip_chars(" ")
