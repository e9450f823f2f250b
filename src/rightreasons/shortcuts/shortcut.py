"""A shortcut: a rule without data that points to a label; and the shortcuts of one family as columns."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.errors import UnknownNameError
from rightreasons.errors.nearest import nearest
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.printable import printable, quoted
from rightreasons.shortcuts.block import Block, block_of

Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]
Marks: TypeAlias = Any
"""Which shortcuts hold of which pairs: a scipy ``csr_array`` of booleans, shape (pairs, shortcuts).

Of each pair the shortcuts stand in ascending order."""
SCHEMA = pl.Schema([("key", pl.String()), ("sentence", pl.String()), ("label", LABEL_TYPE)])


@dataclass(frozen=True)
class Shortcut:
    """A rule that says a label of some pairs without having understood them.

    Parameters
    ----------
    key
        What it is called within its family, e.g. the word.
    family
        The kind of rule.
    sentence
        When it holds, in plain English: ``"the hypothesis contains 'not'"``.
    label
        The label that it points to.
    predicate
        Whether it holds of each pair of a block, shape (pairs,). It reads premise and hypothesis (and parses,
        where the data have them), never gold labels. It raises a coded error where it cannot be told.
    """

    key: str
    family: str
    sentence: str
    label: Label
    predicate: Callable[[Block], Flags] = field(compare=False, repr=False)

    def holds(self, pairs: PairTable | Block) -> Flags:
        """Return whether it holds of each pair, shape (pairs,)."""
        return self.predicate(block_of(pairs))


class Rules(Protocol):
    """What a family's shortcuts look for, n of them, all in one pass."""

    def marks(self, block: Block) -> Marks:
        """Return which of them hold of which pairs."""
        ...

    def at(self, places: Places) -> "Rules":
        """Return those at some positions."""
        ...


@dataclass(frozen=True)
class Shortcuts:
    """The shortcuts of one family as columns, the strongest first.

    Parameters
    ----------
    family
        What they are called together.
    frame
        `SCHEMA`, one row a shortcut: ``key`` (each once), ``sentence`` and ``label``.
    rules
        What they look for, in the same order.
    """

    family: str
    frame: pl.DataFrame = field(repr=False)
    rules: Rules = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.frame.schema != SCHEMA:
            raise ValueError(f"shortcuts have the columns {SCHEMA}, not {self.frame.schema}")
        if self.frame["key"].n_unique() != len(self):
            raise ValueError(f"two shortcuts of the family '{self.family}' have one key")

    @classmethod
    def of(cls, family: str, *shortcuts: Shortcut) -> "Shortcuts":
        """Return a few shortcuts as a family; each is looked for on its own."""
        rows = [(each.key, each.sentence, each.label.value) for each in shortcuts]
        return cls(family, pl.DataFrame(rows, schema=SCHEMA, orient="row"), Predicates(shortcuts))

    def __len__(self) -> int:
        return self.frame.height

    def __getitem__(self, place: int) -> Shortcut:
        key, sentence, label = self.frame.row(place)
        own = self.rules.at(np.array([range(len(self))[place]]))
        return Shortcut(key, self.family, sentence, Label(label), partial(_only_column, own))

    def __iter__(self) -> Iterator[Shortcut]:
        return (self[place] for place in range(len(self)))

    def called(self, key: str) -> Shortcut:
        """Return the shortcut of a key.

        Raises
        ------
        UnknownNameError
            If there is none.
        """
        place = self.frame["key"].index_of(key)
        if place is None:
            raise self._unknown(key)
        return self[place]

    def _unknown(self, key: str) -> UnknownNameError:
        known = self.frame["key"].to_list()
        near = nearest(key, known)
        return UnknownNameError(
            f"shortcut '{printable(key)}' of the family '{printable(self.family)}'",
            f"the key of one of its {len(self):,}, such as {quoted(tuple(known[:3])) or 'none'}",
            f"did you mean '{printable(near)}'?" if near else "look at the column key of its frame",
        )

    def at(self, places: Places) -> "Shortcuts":
        """Return the shortcuts at some positions."""
        return replace(self, frame=self.frame[places], rules=self.rules.at(places))

    def marks(self, pairs: PairTable | Block) -> Marks:
        """Return which shortcuts hold of which pairs, found in one pass.

        Returns
        -------
        scipy.sparse.csr_array
            Of booleans, shape (pairs, shortcuts).
        """
        return self.rules.marks(block_of(pairs))

    def first(self, pairs: PairTable | Block) -> Places:
        """Return the position of the first that holds of each pair, -1 where none does; shape (pairs,)."""
        marks = self.marks(pairs)
        held = np.diff(marks.indptr) > 0
        found = np.full(len(held), -1, dtype=np.int64)
        found[held] = marks.indices[marks.indptr[:-1][held]]
        return found


@dataclass(frozen=True)
class Predicates:
    """The rules of shortcuts that each have a predicate of their own."""

    shortcuts: tuple[Shortcut, ...]

    def marks(self, block: Block) -> Marks:
        """Return which hold of which pairs, one predicate after the other."""
        return dense_marks([shortcut.holds(block) for shortcut in self.shortcuts], len(block))

    def at(self, places: Places) -> "Predicates":
        """Return those at some positions."""
        return Predicates(tuple(self.shortcuts[place] for place in places))


def sparse_marks(offsets: npt.NDArray[np.int64], found: npt.NDArray[np.integer], shortcuts: int) -> Marks:
    """Return marks from lists, one a pair.

    Parameters
    ----------
    offsets
        Of pair ``i`` the shortcuts ``found[offsets[i]:offsets[i + 1]]`` hold, each once; shape (pairs + 1,).
    found
        Positions of shortcuts.
    shortcuts
        How many were looked for.
    """
    from scipy.sparse import csr_array

    ones = np.ones(len(found), dtype=np.bool_)
    marks = csr_array((ones, found, offsets), shape=(len(offsets) - 1, shortcuts))
    marks.sort_indices()
    return marks


def dense_marks(columns: Sequence[Flags], pairs: int) -> Marks:
    """Return marks from a few columns, each of shape (pairs,)."""
    from scipy.sparse import csr_array

    return csr_array(np.stack(columns, axis=1) if columns else np.zeros((pairs, 0), dtype=np.bool_))


def _only_column(rules: Rules, block: Block) -> Flags:
    flags: Flags = rules.marks(block).toarray()[:, 0]
    return flags
