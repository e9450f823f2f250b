"""What data call their premises and hypotheses: claim and evidence, response and knowledge."""

from collections.abc import Mapping, Sequence
from typing import Any

from rightreasons.pairs import Nouns
from rightreasons.sources.columns.spellings import aliases, last_part, spelling
from rightreasons.sources.proposals.words import parts_of


def are_claims(premise: Sequence[str], hypothesis: Sequence[str]) -> bool:
    """Return whether a shape of claims has these columns, whoever stated them."""
    return any(shape.get("claims") for shape in _shapes(premise, hypothesis))


def nouns_of(premise: Sequence[str], hypothesis: Sequence[str]) -> Nouns:
    """Return what columns call premise and hypothesis; as usual where a name says nothing of the kind.

    Parameters
    ----------
    premise, hypothesis
        Their columns.
    """
    if _shapes(premise, hypothesis) and not are_claims(premise, hypothesis):
        return Nouns()
    one, other = _noun(premise[-1]), _noun(hypothesis[-1])
    plurals = aliases()["nouns"]
    if one is None or other is None or one == other:
        return Nouns()
    return Nouns(one.replace("_", " "), plurals[one], other.replace("_", " "), plurals[other])


def _shapes(premise: Sequence[str], hypothesis: Sequence[str]) -> list[Mapping[str, Any]]:
    """Return the shapes that have exactly these columns."""
    found = [list(map(last_part, premise)), list(map(last_part, hypothesis))]
    return [
        shape
        for shape in aliases()["shapes"]
        if [list(map(last_part, shape["premise"])), list(map(last_part, shape["hypothesis"]))] == found
    ]


def _noun(column: str) -> str | None:
    """Return the noun in the name of a column, or of the record whose text it is."""
    record, _, name = spelling(column).rpartition(".")
    known = aliases()["nouns"]
    if name in known and not (name == "text" and record):
        return name
    words = parts_of(record if name == "text" else name)
    said = [word.removesuffix("s") if word not in known else word for word in words]
    return next((word for word in reversed(said) if word in known and word != "text"), None)
