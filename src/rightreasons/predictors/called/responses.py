"""What a Python function may return for its pairs, and which labels its names for them mean."""

import math
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal

from rightreasons.errors import PredictionError
from rightreasons.printable import printable

Kind = Literal["label", "probabilities", "score"]
_KINDS = {
    "label": "the name of a label",
    "probabilities": "{label: probability}",
    "score": "a score from 0 to 1 as a float",
}
EXPECTED = f"for each pair {', '.join(_KINDS.values())}; the same for all"
_ROUNDED = 1e-6  # float32 probabilities may add up to a little more than 1


@dataclass(frozen=True)
class CallAnswers:
    """What a function returned, one answer a pair, all of one kind.

    Parameters
    ----------
    kind
        What the answers are.
    values
        Names, mappings from name to probability, or scores.
    """

    kind: Kind
    values: Sequence[Any]

    @property
    def names(self) -> tuple[str, ...]:
        """The distinct names of labels that occur, in order of appearance."""
        if self.kind == "label":
            return tuple(dict.fromkeys(self.values))
        if self.kind == "probabilities":
            return tuple(dict.fromkeys(name for value in self.values for name in value))
        return ()


def checked_answers(returned: object, n: int, shown: str) -> CallAnswers:
    """Return what a function returned, as far as that can be checked without knowing its labels.

    Parameters
    ----------
    returned
        Whatever it was, for `n` pairs; n is at least 1.
    n
        How many pairs it was asked for.
    shown
        What to call the function.

    Raises
    ------
    PredictionError
        If it is not one answer a pair, or an answer is of none of the kinds or of another kind than the
        first, or a number is not from 0 to 1.
    """
    if not isinstance(returned, Iterable) or isinstance(returned, str | Mapping):
        raise breach(shown, f"returned {_type(returned)} for {n:,} pairs", f"a list, {EXPECTED}")
    if not isinstance(returned, Sized):
        raise breach(shown, f"returned {_type(returned)}, which has no length", f"a list, {EXPECTED}")
    values = list(returned)
    if len(values) != n:
        raise breach(shown, f"returned {len(values):,} answers for {n:,} pairs", "one answer a pair")
    kinds = [_kind(value) for value in values]
    for place, (kind, value) in enumerate(zip(kinds, values, strict=True)):
        if kind is None or kind != kinds[0]:
            raise breach(shown, f"returned {_described(value)} for pair {place:,} of its call", EXPECTED)
    if kinds[0] is None:
        raise breach(shown, f"returned {_described(values[0])}", EXPECTED)
    return CallAnswers(kinds[0], [_bounded(value, place, shown) for place, value in enumerate(values)])


def breach(shown: str, found: str, expected: str, remedy: str = "mend the function") -> PredictionError:
    """Return the error that a function broke its contract."""
    return PredictionError(f"'{printable(shown)}' {found}", expected, remedy)


def _kind(value: object) -> Kind | None:
    if isinstance(value, str):
        return "label"
    if isinstance(value, Mapping):
        return "probabilities"
    # A whole number could be the number of a class, which says nothing.
    return "score" if isinstance(value, Real) and not isinstance(value, Integral) else None


def _bounded(value: Any, place: int, shown: str) -> Any:
    """Return an answer with its numbers as floats from 0 to 1."""
    if isinstance(value, str):
        return str(value)
    if not isinstance(value, Mapping):
        return _probability(value, place, shown)
    for name in value:
        if not isinstance(name, str):
            raise breach(shown, f"returned probabilities of {_described(name)}", "names of labels")
    return {str(name): _probability(share, place, shown) for name, share in value.items()}


def _probability(value: Any, place: int, shown: str) -> float:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    number = float(value) if is_number else math.nan
    if not -_ROUNDED <= number <= 1 + _ROUNDED:
        raise breach(
            shown,
            f"returned the number {_described(value)} for pair {place:,} of its call",
            "probabilities and scores from 0 to 1",
            "return probabilities, no logits",
        )
    return min(max(number, 0.0), 1.0)


def _described(value: object) -> str:
    return f"'{printable(str(value), 40)}' ({type(value).__name__})"


def _type(value: object) -> str:
    return f"a {type(value).__name__}"
