"""The codes of issues: what each means and how severe it is; and the rules that find them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rightreasons.errors import UnknownNameError
from rightreasons.issues import Severity
from rightreasons.printable import quoted
from rightreasons.registry import Registry

RULES = Registry(
    "verdict_rule",
    {
        name: f"rightreasons.verdicts.{room}:{name}"
        for room, names in {
            "proofs": ("label_order", "unanswered", "unfinished", "own_training"),
            "leaks": ("leaked_pairs", "leaked_texts", "labels_dealt_out"),
            "giveaways": ("baselines", "words", "patterns", "overlap", "majority"),
            "quality": ("gold", "texts", "reading", "sizes"),
            "models": (
                *("labels_given", "below_chance", "heuristics", "controls", "premises"),
                "easy_and_hard",
                *("guards", "prompts", "cut_premises", "probabilities"),
            ),
            "comparisons": (
                "one_label_candidates",
                "differences",
                "pairing",
                "one_training",
                "unequal_seeds",
            ),
            "coverage": ("not_measured", "samples", "demonstration", "another_language"),
        }.items()
        for name in names
    },
)
"""Rules by name; plug-ins by the entry point ``rightreasons.verdict_rule``. A plug-in whose issues can be
waived has an attribute ``codes``: meaning by code."""


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
    """Return our own codes, the worst first: within a severity in the order in which they make headlines."""
    import yaml

    listed = yaml.safe_load((files("rightreasons.verdicts") / "codes.yaml").read_text(encoding="utf-8"))
    return {code: Code(code, **each) for code, each in listed.items()}


def known_codes() -> tuple[str, ...]:
    """Return every code that a rule can find, those of plug-ins last."""
    others = [name for name in RULES if not RULES.targets()[name].startswith("rightreasons.verdicts.")]
    plugged = [code for name in others for code in getattr(RULES.load(name), "codes", ())]
    return tuple(dict.fromkeys([*codes(), *plugged]))


def check_codes(named: Iterable[str], where: str) -> None:
    """Make sure that these are codes of issues.

    Raises
    ------
    UnknownNameError
        If one is not.
    """
    unknown = sorted(set(named) - set(codes()))
    unknown = sorted(set(unknown) - set(known_codes())) if unknown else []
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
