"""A HANS set: pairs in the official layout with what they were made from, as sentences, parses and files."""

from dataclasses import dataclass, replace

import polars as pl

from rightreasons.challenges.hans.categories import category_of
from rightreasons.challenges.hans.grammar import Choices, Grammar
from rightreasons.challenges.hans.rendering import rendered
from rightreasons.challenges.hans.templates import Quirks
from rightreasons.challenges.hans.trees.formats import PARSES, SENTENCES
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sentences.templates import fill

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
        note = fill("hans.made", seed=self.seed, quirks=self.quirks, vocabulary=self.vocabulary)
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
