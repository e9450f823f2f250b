"""A HANS set: pairs in the official layout with what they were made from, as sentences, parses and files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from rightreasons.challenges.hans.grammar import Choices, Grammar, Numbers, category_of, padded
from rightreasons.challenges.hans.shapes import (
    PARSES,
    SENTENCES,
    Format,
    Kind,
    capitalised,
    format_of,
    right_branching,
)
from rightreasons.challenges.hans.templates import Quirks
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance

# Writes choices out as sentences and parses.
#
# Each column of a shape is a row of pieces: fixed text, or a slot in one of the ways its word can be written.
# All texts and all wordings of all words stand in one long series, so that a piece is a number: that of its
# text, or that of its wordings plus the number of the word. Whole columns are put together from these
# numbers.


_COLUMNS_OF_TEXT = 6


class _Texts(NamedTuple):
    """All texts in a row, and where the wordings of each kind begin; the empty text is the first."""

    series: pl.Series
    start: dict[tuple[Kind, bool], int]
    number: dict[str, int]


class _Pieces(NamedTuple):
    """The pieces of one column.

    Parameters
    ----------
    text
        Number of the fixed text, or of the first wording; shape (shapes, most pieces).
    slot
        Which slot's word is added, or the place behind the last one for none; the same shape.
    """

    text: Numbers
    slot: Numbers


def rendered(grammar: Grammar, choices: Choices, columns: Sequence[str]) -> dict[str, pl.Series]:
    """Return sentences and parses of every pair.

    Parameters
    ----------
    grammar
        Whose numbers `choices` holds; its quirks decide how they are written.
    choices
        n pairs.
    columns
        Official names of the columns wanted, of `SENTENCES` and `PARSES`.

    Returns
    -------
    dict
        One series of n strings a column.
    """
    # A last place without a word, for pieces that are no slot.
    words = np.column_stack([choices.words, np.zeros(len(choices), dtype=np.int64)])
    return {column: _column(grammar, choices.shape, words, column) for column in columns}


def _column(grammar: Grammar, shape: Numbers, words: Numbers, column: str) -> pl.Series:
    pieces, texts = _pieces(grammar, column), _texts(grammar).series
    rows = np.arange(len(shape))
    places = range(pieces.text.shape[1])
    numbers = (pieces.text[shape, place] + words[rows, pieces.slot[shape, place]] for place in places)
    parts = pl.DataFrame({str(place): texts.gather(number) for place, number in enumerate(numbers)})
    return parts.select(pl.concat_str(pl.all())).to_series().alias(column)


@lru_cache(maxsize=16 * _COLUMNS_OF_TEXT)
def _pieces(grammar: Grammar, column: str) -> _Pieces:
    texts, none = _texts(grammar), grammar.most_slots
    text: list[list[int]] = []
    slot: list[list[int]] = []
    for form, place in zip(_formats(grammar, column), grammar.columns, strict=True):
        first, *others = form.fixed
        text.append([texts.number[first]])
        slot.append([none])
        for field, fixed in zip(form.fields, others, strict=True):
            text[-1] += [texts.start[field.kind, field.capital], texts.number[fixed]]
            slot[-1] += [place[field.slot], none]
    return _Pieces(padded(text), padded(slot, with_number=none))


@lru_cache(maxsize=16)
def _texts(grammar: Grammar) -> _Texts:
    texts = [""]
    start = {}
    for kind_and_case, wordings in _wordings(grammar).items():
        start[kind_and_case] = len(texts)
        texts += wordings
    number = {"": 0}
    forms = [form for column in (*SENTENCES, *PARSES) for form in _formats(grammar, column)]
    for fixed in (fixed for form in forms for fixed in form.fixed):
        if fixed not in number:
            number[fixed] = len(texts)
            texts.append(fixed)
    return _Texts(pl.Series(texts), start, number)


@lru_cache(maxsize=16 * _COLUMNS_OF_TEXT)
def _formats(grammar: Grammar, column: str) -> tuple[Format, ...]:
    return tuple(format_of(shape, column) for shape in grammar.shapes)


def _wordings(grammar: Grammar) -> dict[tuple[Kind, bool], list[str]]:
    """Return every word as it is written in each kind of text, within a sentence and as its first word."""
    wordings: dict[tuple[Kind, bool], list[str]] = {}
    for capital in (False, True):
        words = [capitalised(word) if capital else word for word in grammar.words]
        # Quirk: a wording of two words is one leaf of the PTB parse.
        leaves = [[word] if grammar.quirks == "official" else word.split(" ") for word in words]
        wordings["text", capital] = words
        wordings["binary", capital] = [right_branching(word.split(" ")) for word in words]
        wordings["ptb", capital] = [
            " ".join(f"({tag} {part})" for part in parts)
            for parts, tag in zip(leaves, grammar.tags, strict=True)
        ]
    return wordings


# A HANS set: pairs in the official layout, with what they were made from.


OFFICIAL_COLUMNS = ("gold_label", *PARSES, *SENTENCES, "pairID", "heuristic", "subcase", "template")
_PAIR_COLUMNS = {
    "pairID": "id",
    "sentence1": "premise",
    "sentence2": "hypothesis",
    "gold_label": "label",
    "sentence1_binary_parse": "premise_binary_parse",
    "sentence2_binary_parse": "hypothesis_binary_parse",
    "sentence1_parse": "premise_parse",
    "sentence2_parse": "hypothesis_parse",
}


@dataclass(frozen=True)
class HansSet:
    """Pairs made by `generate`.

    Parameters
    ----------
    frame
        The official columns in the official order, then ``variant`` (of the template) and ``category`` (of
        the 114 of appendix E); all strings.
    seed
        What it was drawn with.
    quirks
        ``"official"`` or ``"fixed"``.
    vocabulary
        Name of the vocabulary.
    """

    frame: pl.DataFrame
    seed: int
    quirks: Quirks
    vocabulary: str

    def __len__(self) -> int:
        return self.frame.height

    @property
    def name(self) -> str:
        """What the ids of the pairs begin with: it never reads like an official id."""
        return set_name(self.vocabulary, self.quirks, self.seed)

    def to_pairs(self) -> PairTable:
        """Return the pairs with their parses; groups: heuristic, subcase, template, variant, category."""
        frame = self.frame.rename(_PAIR_COLUMNS).with_columns(pl.col("label").cast(LABEL_TYPE))
        core = list(_PAIR_COLUMNS.values())
        note = (
            f"made by rightreasons after the templates of HANS, seed {self.seed}, {self.quirks} quirks, "
            f"vocabulary {self.vocabulary}; it is not the published set"
        )
        return PairTable(
            frame.select(*core, pl.exclude(core)),
            Provenance(name=self.name, notes=(note,)),
            Account(len(self), len(self)),
        )

    def with_official_ids(self) -> "HansSet":
        """Return the same pairs under ids as the published set has them: ex0, ex1, ..."""
        ids = pl.format("ex{}", pl.int_range(pl.len()))
        return replace(self, frame=self.frame.with_columns(pairID=ids))


def set_name(vocabulary: str, quirks: Quirks, seed: int) -> str:
    """Return ``hans-s1`` for seed 1, with vocabulary and quirks where they are not the published ones."""
    parts = ["hans", vocabulary if vocabulary != "hans" else "", "fixed" if quirks == "fixed" else ""]
    return "-".join([*(part for part in parts if part), f"s{seed}"])


def described(grammar: Grammar, choices: Choices) -> dict[str, pl.Series]:
    """Return what each pair is by its shape: label, heuristic, subcase, template, variant, category."""
    shapes = grammar.shapes
    stated = {
        "gold_label": [shape.subcase.label.value for shape in shapes],
        "heuristic": [shape.subcase.heuristic for shape in shapes],
        "subcase": [shape.subcase.name for shape in shapes],
        "template": [shape.template.id for shape in shapes],
        "variant": [shape.variant for shape in shapes],
    }
    columns = {name: pl.Series(name, values).gather(choices.shape) for name, values in stated.items()}
    return columns | {"category": category_of(grammar, choices)}


def assembled(grammar: Grammar, choices: Choices, seed: int) -> HansSet:
    """Write out drawn pairs; their places within the subcase are part of their ids."""
    columns = described(grammar, choices) | rendered(grammar, choices, (*SENTENCES, *PARSES))
    frame = pl.DataFrame(columns).with_columns(
        pairID=pl.format(
            "{}-{}-{}",
            pl.lit(set_name(grammar.vocabulary.name, grammar.quirks, seed)),
            "template",
            pl.int_range(pl.len()).over("subcase").cast(pl.String).str.zfill(6),
        )
    )
    return HansSet(
        frame.select(*OFFICIAL_COLUMNS, "variant", "category"), seed, grammar.quirks, grammar.vocabulary.name
    )


# Writes a HANS set to a file: TSV in the official layout, JSONL or Parquet with everything that is known.


def write_tsv(made: HansSet, path: Path) -> None:
    """Write the official columns under one header line, as the published file has them.

    There is no column for seed and quirks: unless the ids are official ones, they say both.
    """
    made.frame.select(OFFICIAL_COLUMNS).write_csv(path, separator="\t", quote_style="never")


def write_jsonl(made: HansSet, path: Path) -> None:
    """Write one JSON object a pair, with variant, category, seed, quirks and vocabulary."""
    _with_origin(made).write_ndjson(path)


def write_parquet(made: HansSet, path: Path) -> None:
    """Write a Parquet file with the columns of `write_jsonl`."""
    _with_origin(made).write_parquet(path)


WRITERS: Mapping[str, Callable[[HansSet, Path], None]] = {
    "tsv": write_tsv,
    "jsonl": write_jsonl,
    "parquet": write_parquet,
}


def _with_origin(made: HansSet) -> pl.DataFrame:
    return made.frame.with_columns(
        seed=pl.lit(made.seed), quirks=pl.lit(made.quirks), vocabulary=pl.lit(made.vocabulary)
    )
