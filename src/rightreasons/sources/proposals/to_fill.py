"""Lines to complete, for columns whose names and values say nothing: which they may be, labels left empty."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle

from rightreasons.errors import ColumnError, InputError
from rightreasons.labels import Label, LabelReading, label_map_to_fill, read_labels
from rightreasons.printable import printable, quoted
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.composing import Pair, Reading
from rightreasons.sources.proposals.contents import Leaf, leaves_of
from rightreasons.sources.proposals.labelling import labellings
from rightreasons.sources.proposals.pasting import Proposal
from rightreasons.sources.proposals.readings import likeliest_pair
from rightreasons.sources.proposals.trying import as_options, tried
from rightreasons.sources.raw import RawTable

_MOST_LABELS = 8
"""Values of a column beyond which they are topics or grades rather than labels."""
_DEALT = (Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION)
_MOST_COLUMNS = 3
"""Columns of few values beyond which none is likelier than the others."""
_LEAST = 0.5
"""What content has to say for two texts to be proposed as a pair."""


def to_fill(
    error: InputError, parts: Sequence[tuple[RawTable, ReadOptions]], stated: Mapping[str, str]
) -> list[Proposal]:
    """Return the lines that read a table of unusual columns once its labels are explained; none if unlikely.

    Parameters
    ----------
    error
        Why nothing was read.
    parts
        The tables, each with the options that it is read by; of several nothing is said.
    stated
        Role to column, as far as it is known.
    """
    is_known = stated.keys() >= {"premise", "hypothesis", "label"} or parts[0][1].label_map is not None
    if not isinstance(error, ColumnError) or len(parts) != 1 or is_known:
        return []
    columns = [leaf for leaf in leaves_of(parts[0][0]) if leaf.is_column]
    found = (_filled(label, columns, parts, stated) for label in _labels(columns, stated))
    return [made for made in found if made is not None]


def _filled(
    label: Leaf,
    columns: Sequence[Leaf],
    parts: Sequence[tuple[RawTable, ReadOptions]],
    stated: Mapping[str, str],
) -> Proposal | None:
    """Return the line in which one column is the label; None where it reads no pairs."""
    pair = likeliest_pair([leaf for leaf in columns if leaf is not label], stated)
    if pair is None or (pair.score < _LEAST and not stated.keys() >= {"premise", "hypothesis"}):
        return None
    found = read_labels(list(label.counts))
    made = tried(Reading(_recipe(pair, label, found), "", pair.score), parts)
    return _emptied(made, pair, label, found) if made is not None else None


def _labels(columns: Sequence[Leaf], stated: Mapping[str, str]) -> list[Leaf]:
    """Return the columns that may be the label: as stated, as named, or else all of few values."""
    few = [leaf for leaf in columns if leaf.kind == "category" and 1 < len(leaf.counts) <= _MOST_LABELS]
    if "label" in stated:
        return [leaf for leaf in few if leaf.path == stated["label"]]
    named = [each.leaf for each in labellings(columns) if each.leaf in few]
    return named[:1] or (few if len(few) <= _MOST_COLUMNS else [])


def _recipe(pair: Pair, label: Leaf, found: LabelReading) -> dict[str, Mapping[str, str]]:
    """Return how the table is read, with some label in each empty place, so that it can be tried."""
    columns = {"premise": pair.premise.path, "hypothesis": pair.hypothesis.path, "label": label.path}
    return {"columns": columns, "label_map": dict(_dealt(found))}


def _dealt(found: LabelReading) -> Iterator[tuple[str, str]]:
    """Yield every value with what it is known to mean, or else with one label after the other."""
    known = {text: label for text, label in found.meaning.items() if text and text not in found.unknown}
    yield from ((text, label.value if label else "-") for text, label in known.items())
    yield from zip(found.unknown, cycle(each.value for each in _DEALT), strict=False)


def _emptied(made: Proposal, pair: Pair, label: Leaf, found: LabelReading) -> Proposal:
    """Return a line that was tried with its labels taken out."""
    kept = as_options({name: value for name, value in made.recipe.items() if name != "label_map"})
    because = (
        f"a guess, to be checked: {pair.because}; '{printable(label.path, 40)}' like the label: "
        f"{len(label.counts)} values ({quoted(sorted(label.counts), 40)}), nothing says what they mean"
    )
    return replace(
        made,
        options=f"{kept} {label_map_to_fill(found)}",
        because=because,
        recipe={},
        labels={},
        to_fill=True,
    )
