"""How numbers are written, everywhere: in sentences, in tables, on charts and in error messages.

- A share is written in per cent with one decimal: ``33.8 %``. Where a verdict rests on it, what is not all is
  never written as all, nor what is something as nothing: ``over 99.9 %``, ``under 0.1 %`` (`share`).
- A difference of shares is written in points, always with its sign: ``+2.1 points``.
- Bounds stand in brackets behind their figure, in its unit and with its decimals: ``(32.1 to 35.5)``;
  with more where different bounds would both look like all or nothing.
- Counts have commas: ``1,917``.
- Information has three decimals: ``0.313 bits``.
- A p-value has three decimals, below .001 the power of ten, and is never nought.
- In a table the unit stands in the heading, and a difference that rounds to nothing has no sign.
- What has no value is written ``–``; it is never written as a number.

Pure functions of numbers: what a number is of is said by whoever calls.
"""

from collections.abc import Callable

NOTHING = "–"
_COUNTED = ("count", "items", "rows", "words", "patterns", "pairs")
_DECIMALS_OF_BOUNDS = (1, 2, 3)
_ROUNDING = 1e-12
"""A share this near to all or nothing is that, but for the rounding of a sum."""
_MOST_IN_FULL = 1e15
LEAST_P = 0.001
"""P-values below it are written as smaller than it, as papers do; files of figures have all digits."""


def percent(share: float | None, digits: int = 1) -> str:
    """Return a share in per cent: ``33.8 %``."""
    return NOTHING if share is None else f"{cell_percent(share, digits)} %"


def percent_alone(share: float | None, digits: int = 1) -> str:
    """Return a share in per cent, where the sentence says its unit elsewhere: ``33.8``."""
    return NOTHING if share is None else cell_percent(share, digits)


def share(share: float | None) -> str:
    """Return a share in per cent that is ``100 %`` only if it is all, and ``0.0 %`` only if it is nothing."""
    if share is None:
        return NOTHING
    text = cell_percent(share)
    if share < 1 - _ROUNDING and text == "100.0":
        text = "over 99.9"
    if share > _ROUNDING and text == "0.0":
        text = "under 0.1"
    return f"{text.removesuffix('.0') if text == '100.0' else text} %"


def points(difference: float | None) -> str:
    """Return a difference of shares in percentage points, with its sign: ``+2.1 points``."""
    return NOTHING if difference is None else f"{points_alone(difference)} points"


def points_alone(difference: float | None) -> str:
    """Return a difference of shares in points, where the sentence says its unit elsewhere: ``+2.1``."""
    return NOTHING if difference is None else f"{100 * difference:+.1f}"


def bounds(low: float, high: float, *, signed: bool = False) -> str:
    """Return the bounds of a share, or of a difference of shares: ``32.1 to 35.5``, ``-0.4 to +4.6``.

    Bounds that differ and would both look like all or nothing have more decimals: ``99.97 to 100.00``.
    """
    sign = "+" if signed else ""
    for digits in _DECIMALS_OF_BOUNDS:
        least, most = (f"{100 * bound:{sign}.{digits}f}" for bound in (low, high))
        if least != most or abs(float(least)) not in (0, 100):
            return f"{least} to {most}"
    return f"{100 * low:{sign}.1f} to {100 * high:{sign}.1f}"


def count(number: float | None) -> str:
    """Return a count, rounded to a whole number: ``1,917``."""
    return NOTHING if number is None else f"{number:,.0f}"


def decimals(number: float | None, digits: int = 1, *, signed: bool = False) -> str:
    """Return a number with so many decimals: ``12.3``, with its sign ``+12.3``; nought has none."""
    if number is None:
        return NOTHING
    shown = f"{number:{'+' if signed else ''},.{digits}f}"
    return shown if signed or shown.strip("-0.") else shown.removeprefix("-")


def significant(number: float | None, digits: int = 6) -> str:
    """Return a number with at most so many significant digits, and no more than it needs: ``0.8``.

    One with more digits before its point is rounded to a whole number, ``2,947``, and has no power of ten.
    """
    if number is not None and 10**digits <= abs(number) < _MOST_IN_FULL:
        return f"{number:,.0f}"
    return NOTHING if number is None else f"{number:,.{digits}g}"


def exact(number: float | None) -> str:
    """Return a number with all digits that tell it from others: ``0.6``, ``0.6000000000000001``."""
    return NOTHING if number is None else repr(number)


def p_value(p: float | None) -> str:
    """Return a p-value with three decimals, ``.011``; a smaller one is ``< .001``, never nought."""
    if p is None:
        return NOTHING
    return f"< {LEAST_P:.3f}".replace("0.", ".") if p < LEAST_P else f"{p:.3f}".removeprefix("0")


def p_stated(p: float) -> str:
    """Return a p-value in a sentence: ``p = .011``, ``p < .001``."""
    return f"p {p_value(p)}" if p < LEAST_P else f"p = {p_value(p)}"


def with_bounds(value: str, low: str, high: str) -> str:
    """Return a number that is written already with its bounds behind it: ``33.8 % (32.1 to 35.5)``."""
    return f"{value} ({low} to {high})"


def cell_number(number: float) -> str:
    """Return a number of a table with three decimals; a small one keeps three digits."""
    return f"{number:.2e}" if 0 < abs(number) < 0.001 else f"{number:,.3f}"


def cell_bits(bits: float) -> str:
    """Return a number of bits with three decimals; what rounds to nothing has no sign."""
    shown = f"{bits:,.3f}"
    return "0.000" if shown == "-0.000" else shown


def cell_percent(share: float, digits: int = 1) -> str:
    """Return a share of a table in per cent, without the sign of per cent: ``33.8``."""
    return f"{100 * share:.{digits}f}"


def cell_points(difference: float) -> str:
    """Return a difference of a table in percentage points; what rounds to nothing has no sign."""
    shown = f"{100 * difference:+.1f}"
    return "0.0" if shown in ("-0.0", "+0.0") else shown


def of_unit(unit: str, *, signed: bool) -> tuple[Callable[[float], str], str]:
    """Return how numbers of a unit are written, and what stands behind the value.

    Parameters
    ----------
    unit
        Of an estimate: ``proportion``, ``percent``, what is counted (``count``, ``items``, ``rows``,
        ``words``, ``patterns``, ``pairs``), or another.
    signed
        Whether a proportion is a difference, which is written in points with its sign.
    """
    if unit == "proportion":
        return (cell_points, " points") if signed else (cell_percent, " %")
    if unit == "percent":
        return lambda value: cell_points(value / 100), " %"
    if unit in _COUNTED:
        return count, ""
    if unit == "bits":
        return cell_bits, " bits"
    return lambda value: significant(value, 3), ""
