"""What a verdict stands on, in two lines: what was tested, and what was not, with how it would be."""

from rightreasons.issues import Verdict
from rightreasons.printable import printable

_LONGEST_NAME, _LONGEST_REASON = 120, 300


def scope_lines(verdict: Verdict) -> tuple[str, ...]:
    """Return what was tested, and, where there is something, what was not, that of one reason together."""
    tested = dict.fromkeys(printable(each.name, _LONGEST_NAME) for each in verdict.tested)
    by_reason: dict[str, dict[str, None]] = {}
    for each in verdict.not_tested:
        named = by_reason.setdefault(printable(each.why, _LONGEST_REASON), {})
        named[printable(each.name, _LONGEST_NAME)] = None
    lines = [f"Tested: {', '.join(tested) or 'nothing'}."]
    if by_reason:
        missing = "; ".join(f"{', '.join(names)} ({why})" for why, names in by_reason.items())
        lines.append(f"Not tested: {missing}.")
    return tuple(lines)
