"""The codes of issues: what each means and how severe it is; and the rules that find them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from rightreasons.errors import UnknownNameError
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.issues import Severity
from rightreasons.printable import quoted
from rightreasons.registry import Registry

RULES = Registry("verdict_rule", ("rightreasons.verdicts",))
"""Rules by name. A file with rules may have two constants beside them: ``CODES``, the issues that they find,
as ``codes.yaml`` has them, and ``SIZES``, sizes that matter, as ``policy.yaml`` has them."""


@dataclass(frozen=True)
class Code:
    """One kind of issue.

    Parameters
    ----------
    code
        Its name for ever.
    severity
        How bad it is, unless a policy says otherwise.
    name
        What to call it.
    meaning, remedy
        What is wrong, and what to do.
    """

    code: str
    severity: Severity
    name: str
    meaning: str
    remedy: str


@cache
def codes() -> Mapping[str, Code]:
    """Return every code that a rule can find, the worst first: within a severity in the order of headlines.

    Those of ``codes.yaml`` first, then those of ``CODES`` beside a rule.
    """
    listed = packaged_yaml("rightreasons.verdicts", "codes.yaml")
    beside = RULES.constants("CODES").values()
    every = listed | {code: each for found in beside for code, each in found.items() if code not in listed}
    return {code: Code(code, **each) for code, each in every.items()}


def check_codes(named: Iterable[str], where: str) -> None:
    """Make sure that these are codes of issues.

    Raises
    ------
    UnknownNameError
        If one is not.
    """
    unknown = sorted(set(named) - set(codes()))
    if unknown:
        raise UnknownNameError(
            f"{quoted(tuple(unknown))} in {where}",
            "the code of an issue, such as V102",
            "see docs/verdict.md",
        )


def place_of(code: str) -> int:
    """Return the place of a code among issues of one severity."""
    order = list(codes())
    return order.index(code) if code in order else len(order)
