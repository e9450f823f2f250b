"""Copies of pairs that say the same in other letters, other words, or the other way round."""

import unicodedata
from collections.abc import Mapping

import numpy as np
import polars as pl
from tests.verdicts.making import VOCABULARY, changed

Row = dict[str, str]
SIDES = ("premise", "hypothesis")
_SPELLINGS = (
    str.upper,
    lambda text: text.replace(" ", "  ", 1),
    lambda text: text.replace(" ", "\u00a0", 1),
    lambda text: f"{text[:2]}\u200b{text[2:]}",
    lambda text: f"“{text.removesuffix(' .')}”!",
)


def respelled(row: Row) -> Mapping[str, str]:
    """Return both texts in other case, white space or punctuation, or with a character without width."""
    spell = _SPELLINGS[sum(map(ord, row["id"])) % len(_SPELLINGS)]
    return {side: spell(row[side]) for side in SIDES}


def decomposed(row: Row) -> Mapping[str, str]:
    """Return both texts with letters and their marks apart, and wide digits."""
    return {side: unicodedata.normalize("NFD", row[side]).replace("2", "２") for side in SIDES}


def one_word_changed(row: Row) -> Mapping[str, str]:
    """Return the hypothesis with another word in one place."""
    words = row["hypothesis"].split()
    rng = np.random.default_rng(sum(map(ord, row["hypothesis"])))
    words[int(rng.integers(len(words) - 1))] = str(rng.choice(VOCABULARY))
    return {"hypothesis": " ".join(words)}


def word_added(row: Row) -> Mapping[str, str]:
    """Return the hypothesis with a word at its end."""
    return {"hypothesis": f"{row['hypothesis'].removesuffix(' .')} today ."}


def neighbours_exchanged(row: Row) -> Mapping[str, str]:
    """Return the premise with its third and fourth words exchanged."""
    words = row["premise"].split()
    return {"premise": " ".join([*words[:2], words[3], words[2], *words[4:]])}


def roles_exchanged(row: Row) -> Mapping[str, str]:
    """Return the pair the other way round."""
    return {"premise": row["hypothesis"], "hypothesis": row["premise"]}


def copied(frame: pl.DataFrame, *changes: object, share: float = 1.0) -> pl.DataFrame:
    """Return a share of the rows changed, the rest as they are; every change has its part of the rows."""
    parts = [
        changed(part, change, share)  # type: ignore[arg-type]
        for part, change in zip(_dealt(frame, len(changes)), changes, strict=True)
    ]
    return pl.concat(parts).with_columns(id=pl.lit("copy-") + pl.col("id"))


def _dealt(frame: pl.DataFrame, parts: int) -> list[pl.DataFrame]:
    return [frame.filter(pl.int_range(pl.len()) % parts == part) for part in range(parts)]


def german(rows: int, seed: int, labels: tuple[str, ...]) -> pl.DataFrame:
    """Return pairs of German words in no order that says anything."""
    words = [
        "die",
        "der",
        "und",
        "über",
        "für",
        "Männer",
        "Hündin",
        "Straße",
        "größer",
        "grün",
        "läuft",
        "schläft",
        "müde",
        "Bäume",
        "früh",
        "2",
        "schön",
        "Tür",
    ]
    rng = np.random.default_rng(seed)

    def text(n: int) -> str:
        return " ".join(rng.choice(words, n)) + " ."

    return pl.DataFrame(
        {
            "id": [f"g{row}" for row in range(rows)],
            "premise": [text(12) for _ in range(rows)],
            "hypothesis": [text(8) for _ in range(rows)],
            "label": rng.choice(labels, rows).tolist(),
        }
    )
