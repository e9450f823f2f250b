"""The rows of behaviour analysis before and after a swap, as a folder of files, and as challenges."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from rightreasons.challenges.swaps.options import SwapRelation
from rightreasons.pairs import CORE_COLUMNS, LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sentences.templates import fill

SETS = {
    "I_A": "antonyms in the sentences of SNLI, contradictions (control)",
    "I_TA1": "I_A with the antonyms swapped",
    "I_TA2": "I_A with the hypothesis's antonym replaced by a relative of the premise's",
    "I_TA3": "I_A with the premise's antonym replaced by a relative of the hypothesis's",
    "E_A": "antonyms in one context copied to both sides, contradictions (control)",
    "E_TA": "E_A with the antonyms swapped",
    "I_H": "hypernyms and hyponyms in the sentences of SNLI (control)",
    "I_TH": "I_H with the words swapped",
    "E_H": "hypernyms and hyponyms in one context copied to both sides (control)",
    "E_TH": "E_H with the words swapped",
}
"""What each set is (Sanchez et al. 2018, section 5.4), by name."""


CONTROL_OF = {
    "I_TA1": "I_A",
    "I_TA2": "I_A",
    "I_TA3": "I_A",
    "E_TA": "E_A",
    "I_TH": "I_H",
    "E_TH": "E_H",
}
"""The control set of each transformed set; rows belong together by ``item``."""


KEPT, PROPOSED, HUMAN, OPEN = "kept", "proposed", "human", "open"


NONE = "none"
"""The polarity of a pair of words that no training instance holds in that order."""


COLUMNS: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "id": pl.String,
    "premise": pl.String,
    "hypothesis": pl.String,
    "label": LABEL_TYPE,
    "set": pl.String,
    "item": pl.String,
    "source_id": pl.String,
    "pair": pl.String,
    "first": pl.String,
    "second": pl.String,
    "relation": pl.String,
    "polarity": pl.String,
    "unseen": pl.Boolean,
    "control_label": LABEL_TYPE,
    "gold_changed": pl.Boolean,
    "gold_status": pl.String,
}
"""The columns of a set and their types, in order."""


def is_swaps(pairs: PairTable) -> bool:
    """Return whether pairs are rows of swap sets."""
    return set(COLUMNS) <= set(pairs.frame.columns)


@dataclass(frozen=True)
class SwapSet:
    """One set of behaviour analysis.

    Parameters
    ----------
    name
        A name of `SETS`.
    frame
        `COLUMNS`, one row an instance, nothing null but the ``source_id`` of rows without one:

        - ``id`` (``SET:ITEM``), ``premise``, ``hypothesis``, ``label``: gold.
        - ``set``: the name. ``item``: the same for a control instance and all that is made of it.
        - ``source_id``: id of the training instance.
        - ``pair``: the two lemmas in alphabetical order (``man/woman``); whatever was made of one pair of
          lemmas has the same.
        - ``first``, ``second``: the words as they stand in this premise and this hypothesis, lower-cased;
          where a word stands there in several forms, the leftmost.
        - ``relation``: what ``second`` is to ``first``: antonym, hypernym, hyponym or synonym.
        - ``polarity``: the class of most training instances with ``first`` in the premise and ``second`` in
          the hypothesis; ties are joined (``entailment-neutral``) and `NONE` is for unseen pairs.
        - ``unseen``: whether there is no such training instance.
        - ``control_label``: gold of the control instance; ``gold_changed``: whether ``label`` is another.
        - ``gold_status``: ``kept`` (what the relation or the source implies), ``proposed`` (by the declared
          monotonicity rule) or ``human``.
    """

    name: str
    frame: pl.DataFrame = field(repr=False)

    def __post_init__(self) -> None:
        if self.name not in SETS:
            raise ValueError(f"no set is called {self.name}")
        if dict(self.frame.schema) != COLUMNS:
            raise ValueError(f"a set has the columns {', '.join(COLUMNS)}, typed as COLUMNS says")
        if self.frame.drop("source_id").null_count().sum_horizontal().sum():
            raise ValueError("nothing but source_id may be null")
        if self.frame["item"].n_unique() != self.frame.height:
            raise ValueError("an item occurs once in a set")

    def __len__(self) -> int:
        return self.frame.height

    @property
    def control(self) -> str:
        """Name of the control set: its own for a control set."""
        return CONTROL_OF.get(self.name, self.name)

    def to_pairs(self) -> PairTable:
        """Return the rows as labelled pairs with their groups."""
        return pair_table(self.frame, self.name)


@dataclass(frozen=True)
class SwapSets:
    """All sets of one relation, built from one training set.

    Parameters
    ----------
    relation
        ``"antonym"``, ``"antonym-substitute"`` or ``"hypernym"``.
    sets
        Sets by name, a control set before what is made of it.
    open
        Transformed instances whose gold label, or that of their control instance, no rule proposes, and their
        control instances: `COLUMNS`, with ``gold_status`` = `OPEN` and null in ``label`` and
        ``gold_changed`` where there is none. They are in no set until people have labelled them.
    accounts
        By set, what became of the candidates (a training instance with a pair of words) for I_A and I_H, and
        of the items taken from these for every other set.
    settings
        What they were built with.
    """

    relation: SwapRelation
    sets: Mapping[str, SwapSet]
    open: pl.DataFrame = field(repr=False)
    accounts: Mapping[str, Account]
    settings: Mapping[str, object]

    def __getitem__(self, name: str) -> SwapSet:
        return self.sets[name]

    def to_pairs(self, name: str) -> PairTable:
        """Return the rows of all sets as labelled pairs called `name`."""
        return pair_table(pl.concat([each.frame for each in self.sets.values()]), name)


def pair_table(frame: pl.DataFrame, name: str) -> PairTable:
    """Return rows with `COLUMNS` as pairs called `name`."""
    rest = [column for column in frame.columns if column not in CORE_COLUMNS]
    note = fill("swap_sets.made")
    return PairTable(
        frame.select(*CORE_COLUMNS, *rest),
        Provenance(name=name, notes=(note,)),
        Account(frame.height, frame.height),
    )
