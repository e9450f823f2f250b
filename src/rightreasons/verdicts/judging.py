"""From a record to its verdict: every rule is asked, the worst issue makes the headline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rightreasons.artifacts.means import reworded
from rightreasons.issues import SEVERITIES, Issue, Verdict
from rightreasons.pairs import Nouns
from rightreasons.verdicts.conclusions import conclusion
from rightreasons.verdicts.policy import (
    RULES,
    Policy,
    check_codes,
    codes,
    default_policy,
    place_of,
    read_policy,
)
from rightreasons.verdicts.record import Record

LEAKED_PAIRS = "V106"


@dataclass(frozen=True)
class Judge:
    """How runs are judged.

    Parameters
    ----------
    policy
        Which sizes matter.
    allow
        Codes of issues that are waived by name.

    Raises
    ------
    UnknownNameError
        If a code is none.
    """

    policy: Policy = field(default_factory=default_policy)
    allow: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_codes(self.allow, "--allow")

    @classmethod
    def of(cls, policy: str | Path | None = None, allow: Sequence[str] = ()) -> "Judge":
        """Return a judge as options name it; errors are those of `read_policy` and of unknown codes."""
        return cls(default_policy() if policy is None else read_policy(policy), tuple(dict.fromkeys(allow)))


def judge(record: Record, by: Judge | None = None) -> Verdict:
    """Return what a record amounts to.

    Parameters
    ----------
    record
        A run, or the result of a job: manifest, findings, what was not measured, what is not finished.
    by
        The policy, and the codes that are waived; None: the default policy, and nothing is waived.

    Returns
    -------
    Verdict
        Its issues with the worst first; of equals in the order of the table of codes. What only figures show
        that leaked pairs spoil is no issue, unless the leak is waived.
    """
    by = by or Judge()
    nouns = record.manifest.nouns
    issues = tuple(_in_words(issue, nouns) for issue in sorted(_issues(record, by.policy), key=_order))
    verdict = Verdict("", issues, by.policy.identity, by.allow)
    verdict = replace(verdict, issues=tuple(each for each in issues if not _stands_on_spoilt(each, verdict)))
    return replace(verdict, headline=reworded(_headline(record, verdict), nouns))


def _stands_on_spoilt(issue: Issue, verdict: Verdict) -> bool:
    """Return whether a leak made every figure of an issue; other blockers leave figures that stay true."""
    leaks = [blocker for blocker in verdict.blockers if blocker.code == LEAKED_PAIRS]
    spoilt = tuple(f"{measure}." for leak in leaks for measure in leak.spoils)
    shown = issue.figures if issue.severity != "blocker" else ()
    return bool(shown) and all(name.startswith(spoilt) for name in shown)


def _in_words(issue: Issue, nouns: Nouns) -> Issue:
    if nouns == Nouns():
        return issue
    return replace(issue, sentence=reworded(issue.sentence, nouns), remedy=reworded(issue.remedy, nouns))


def _issues(record: Record, policy: Policy) -> Iterator[Issue]:
    for name in RULES:
        yield from RULES.load(name)(record, policy)


def _order(issue: Issue) -> tuple[int, int]:
    return SEVERITIES.index(issue.severity), place_of(issue.code)


def _headline(record: Record, verdict: Verdict) -> str:
    """Return the worst that is not waived; where nothing is severe, what was found; then what was waived."""
    bad = [issue for issue in verdict.issues if issue.severity in ("blocker", "severe")]
    counted = [issue for issue in bad if issue.code not in verdict.allowed]
    start = counted[0].sentence + _more(counted) if counted else conclusion(record, verdict.of("warning"))
    waived = [issue for issue in bad if issue.code in verdict.allowed]
    return start + (f" Waived: {_named(waived)}." if waived else "")


def _more(issues: list[Issue]) -> str:
    """Return the names of further blockers and severe issues."""
    others = list(dict.fromkeys(issue.code for issue in issues[1:] if issue.code != issues[0].code))
    if not others:
        return ""
    named = ", ".join(_name(code) for code in others[:3])
    return f" Also: {named}{f' and {len(others) - 3} more' if len(others) > 3 else ''}."


def _named(issues: list[Issue]) -> str:
    return ", ".join(dict.fromkeys(f"{issue.code} ({_name(issue.code)})" for issue in issues))


def _name(code: str) -> str:
    return codes()[code].name if code in codes() else code
