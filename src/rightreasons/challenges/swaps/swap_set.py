"""The rows of behaviour analysis before and after a swap, as a folder of files, and as challenges."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

import polars as pl

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.swaps.options import SwapRelation
from rightreasons.errors import FileMissingError, MalformedRowError, MeasureInputError
from rightreasons.pairs import CORE_COLUMNS, LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.printable import printable, quoted
from rightreasons.streams import file_bytes

# The rows of behaviour analysis: instances before and after a swap, with the factors that each carries.


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
    note = "made by rightreasons after Sanchez et al. (2018); 'gold_status' says whose the gold labels are"
    return PairTable(
        frame.select(*CORE_COLUMNS, *rest),
        Provenance(name=name, notes=(note,)),
        Account(frame.height, frame.height),
    )


# Swap sets as a folder, as `make swaps` writes it: a JSON-lines file a set, and one for open labels.


OPEN_FILE = "open"


def write_swap_rows(folder: Path, rows: pl.DataFrame) -> None:
    """Write rows, ``SET.jsonl`` for each set and ``open.jsonl`` for those that are in none yet.

    Parameters
    ----------
    folder
        It is there.
    rows
        `COLUMNS`; those that `in_sets` leaves out go to ``open.jsonl``.
    """
    scored = in_sets(rows)["id"].implode()
    named = rows.with_columns(
        file=pl.when(pl.col("id").is_in(scored)).then("set").otherwise(pl.lit(OPEN_FILE))
    )
    for (name,), part in named.group_by(["file"], maintain_order=True):
        part.select(list(COLUMNS)).write_ndjson(folder / f"{name}.jsonl")


def in_sets(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that make up the sets.

    Left out are rows without gold label or whose control instance has none, and control instances of which
    nothing else is made.
    """
    control = pl.col("set").replace(CONTROL_OF)
    labelled = rows.drop_nulls(["label", "control_label"]).filter(pl.col("gold_status") != OPEN)
    transformed = (pl.col("set") != control).any().over(control, "item")
    return labelled.filter(transformed)


def read_swap_rows(folder: Path) -> pl.DataFrame:
    """Read every row of a folder of swap sets.

    Returns
    -------
    pl.DataFrame
        `COLUMNS`, those of all files together, each row once.

    Raises
    ------
    FileMissingError
        If there is no such folder, or no set in it.
    MalformedRowError, MeasureInputError
        If a file cannot be read, or its rows are not those of a swap set.
    """
    named = (folder / f"{name}.jsonl" for name in (*SETS, OPEN_FILE))
    files = [file for file in named if file.is_file() and file.stat().st_size]
    if not files:
        raise FileMissingError(
            f"no swap sets in '{printable(str(folder))}'",
            "the folder that `rightreasons make swaps` wrote",
            "correct the path",
        )
    rows = pl.concat([_read(file) for file in files]).unique(maintain_order=True)
    if rows["id"].n_unique() != rows.height:
        raise MeasureInputError(
            f"rows of the same id that differ in '{printable(folder.name)}'",
            "an id for each",
            "build them anew",
        )
    return rows


def _read(file: Path) -> pl.DataFrame:
    text = {name: pl.String if kind == LABEL_TYPE else kind for name, kind in COLUMNS.items()}
    try:
        found = pl.read_ndjson(BytesIO(file_bytes(file)), infer_schema_length=None)
        missing = tuple(name for name in COLUMNS if name not in found.columns)
        if not missing:
            return found.select(list(COLUMNS)).cast(text).cast(COLUMNS)  # type: ignore[arg-type]
    except pl.exceptions.PolarsError as error:
        raise MalformedRowError(
            f"'{printable(file.name)}' is not one object a line with the values of a swap set",
            f"the columns {', '.join(COLUMNS)}",
            "build the sets anew",
        ) from error
    raise MeasureInputError(
        f"'{printable(file.name)}' has no columns {quoted(missing)}",
        "the rows of a swap set",
        "build them anew",
    )


# Swap sets as challenges, one of each relation: scored by set, polarity, and whose the gold labels are.


NAMES: Mapping[SwapRelation, str] = {
    "antonym": "antonym-swap",
    "antonym-substitute": "antonym-substitute",
    "hypernym": "hypernym-swap",
}
"""Name of the challenge of each relation."""
_GROUPS = ("set", "polarity", "relation", "gold_status", "pair")


def swap_challenge(sets: SwapSets) -> Challenge:
    """Return the sets of one relation as a challenge; instances that no rule labels are left out.

    Figures are named by set (``antonym-swap.I_TA1.contradiction``); the column ``pair`` groups instances that
    were made of one pair of words, whose errors go together. ``pairs`` of the challenge has all columns of
    the sets.
    """
    made = challenge_of(sets.to_pairs(NAMES[sets.relation]))
    waiting = sets.open["label"].null_count()
    note = f"{waiting:,} instances that no rule labels are left out"
    return replace(made, notes=(*made.notes, note)) if waiting else made


def challenge_of(pairs: PairTable) -> Challenge:
    """Return rows of swap sets as a challenge, called as the pairs are: see `swap_challenge`."""
    made = from_pairs(pairs.name, pairs, _GROUPS, named=("set",), clusters="pair")
    proposed = pairs.frame.filter(gold_status=PROPOSED).height
    note = (
        f"gold labels of {proposed:,} of {len(pairs):,} instances are proposed by a rule, not given by people"
    )
    return replace(made, notes=(*made.notes, note)) if proposed else made
