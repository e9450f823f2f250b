"""Whether a figure of ours agrees with a printed one, to its digits, the way the paper rounded."""

from decimal import ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation

from rightreasons.numbers import decimals as written_decimals
from rightreasons.papers.printed import Rounding

_DIGITS = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN, "truncated": ROUND_DOWN}
_LARGE, _STEP = 100_000, 25_000  # Poliak et al. (2018), caption of Table 1
_DECIMALS_MORE = 2  # with one, 35.446 beside a printed 35.4 would be 35.45
_TICK, _SMALL_TICK = 500, 50  # distance of the ticks of Poliak et al. (2018), Figure 2a and 2b (below 500)


def number(printed: str) -> Decimal | None:
    """Return a printed figure as a number, None for text; ``2,158``, ``+20.94`` and ``550K`` are numbers."""
    text = printed.replace(",", "").replace("−", "-")
    thousands = text.endswith("K")
    try:
        value = Decimal(text.removesuffix("K"))
    except InvalidOperation:
        return None
    return (value * 1000).to_integral_value() if thousands else value


def agrees(ours: Decimal, printed: str, rounding: Rounding) -> bool:
    """Say whether `ours`, rounded as the paper did, is what it prints.

    Parameters
    ----------
    ours
        In the unit of the paper. Exact: 0.765 is a tie, which a binary fraction is not.
    printed
        As printed.
    rounding
        ``half-up``, ``half-even`` or ``truncated`` to the printed decimals; ``size``: down to whole 25,000
        above 100,000, below that to the digits that are not zero; ``tick``: the axis of a figure, up to the
        next tick; ``below`` and ``above``: less or more than what is printed.

    Raises
    ------
    ValueError
        If `printed` is no number.
    """
    expected = number(printed)
    if expected is None:
        raise ValueError(f"{printed!r} is no number")
    if rounding == "below":
        return ours < expected
    if rounding == "above":
        return ours > expected
    if rounding == "tick":
        return expected <= ours < expected + (_TICK if expected >= _TICK else _SMALL_TICK)
    if rounding == "size":
        return _as_size(ours, expected) == expected
    return ours.quantize(Decimal(1).scaleb(_exponent(expected)), _DIGITS[rounding]) == expected


def shown_beside(value: float, printed: str, *, signed: bool = False) -> str:
    """Return a figure as text with two decimals more than are printed; whole numbers have none.

    Parameters
    ----------
    value, printed
        The figure, and the printed one.
    signed
        Whether a figure above zero has its sign.
    """
    expected = number(printed)
    decimals = 0 if expected is None else max(-_exponent(expected), 0)
    whole = float(value).is_integer() and not decimals
    return written_decimals(value, 0 if whole else decimals + _DECIMALS_MORE, signed=signed)


def _as_size(ours: Decimal, expected: Decimal) -> Decimal:
    if ours > _LARGE:
        return (ours / _STEP).to_integral_value(ROUND_FLOOR) * _STEP
    return ours.quantize(Decimal(1).scaleb(_exponent(expected.normalize())), ROUND_HALF_UP)


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0
