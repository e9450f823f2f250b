"""From a record to its verdict: every rule is asked, and the headline says the worst issue.

Where nothing is severe, the headline says what was looked at and what came out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rightreasons.artifacts.means import reworded
from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import SEVERITIES, Issue, Verdict
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.referred import check_references
from rightreasons.verdicts.comparisons import GUARDS, compared, is_shown, overall
from rightreasons.verdicts.models import gold_labels
from rightreasons.verdicts.policy import (
    RULES,
    Policy,
    check_codes,
    codes,
    default_policy,
    place_of,
    read_policy,
)
from rightreasons.verdicts.record import Record, low, measured, percent, points, scores, share, taken, value
from rightreasons.verdicts.untested import not_given

LEAKED_PAIRS = "V106"
_INCONCLUSIVE = ("V302",)
"""Warnings that take away what an audit would conclude: too few rows."""


@dataclass(frozen=True)
class VerdictSettings:
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
    def of(cls, policy: str | Path | None = None, allow: Sequence[str] = ()) -> "VerdictSettings":
        """Return them as options name them; errors are those of `read_policy` and of unknown codes."""
        return cls(default_policy() if policy is None else read_policy(policy), tuple(dict.fromkeys(allow)))


def judge(record: Record, by: VerdictSettings | None = None) -> Verdict:
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

    Raises
    ------
    FigureReferenceError
        If a rule names a figure that the record does not have.
    """
    by = by or VerdictSettings()
    nouns = record.manifest.nouns
    found = sorted(_issues(record, by.policy), key=_order)
    check_references(record.findings, found)
    issues = tuple(_in_words(issue, nouns) for issue in found)
    tested = tuple(dict.fromkeys(each.scope for each in record.findings))
    not_tested = (*record.not_measured, *not_given(record))
    verdict = Verdict("", issues, by.policy.identity, by.allow, tested, not_tested)
    verdict = replace(verdict, issues=tuple(each for each in issues if not _stands_on_spoilt(each, verdict)))
    return replace(verdict, headline=reworded(_headline(record, verdict), nouns))


def _stands_on_spoilt(issue: Issue, verdict: Verdict) -> bool:
    """Return whether a leak made every figure of an issue; other blockers leave figures that stay true."""
    leaked = [each for leak in verdict.blockers if leak.code == LEAKED_PAIRS for each in leak.spoils]
    shown = issue.figures if issue.severity != "blocker" else ()
    return bool(shown) and all(any(each.covers(ref.scope) for each in leaked) for ref in shown)


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
    start = counted[0].sentence + _more(counted) if counted else _conclusion(record, verdict.of("warning"))
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


def _conclusion(record: Record, warnings: Sequence[Issue]) -> str:
    """Return what a record comes to whose worst issues are `warnings`, and the first of these."""
    unclear = [each.sentence for each in warnings if each.code in _INCONCLUSIVE]
    if unclear:
        return unclear[0]
    first = warnings[0].sentence if warnings else ""
    sentence = _BY_JOB.get(record.manifest.job, _headlines)(record, bool(warnings))
    if not warnings:
        return sentence
    more = f" ({len(warnings)} warnings)" if len(warnings) > 1 else ""
    return f"{sentence} Warning{more}: {first}"


def _audited(record: Record, warned: bool) -> str:  # noqa: FBT001 - which of two words to begin with
    gains = [
        f"hypothesis-only gain {points(gain)}{_findable(finding)}"
        for finding in taken(record, "hypothesis_only")
        if (gain := measured(finding, "gain_own")) is not None
    ]
    start = (
        "Nothing severe was found"
        if warned
        else "Nothing was found that is beyond chance and of a size that matters"
    )
    if gains:
        return f"{start}: {'; '.join(gains)}."
    measures = ", ".join(dict.fromkeys(each.name for each in record.findings)) or "nothing"
    return f"{start} in what was measured: {measures}."


def _findable(finding: Finding) -> str:
    """Return, in words, the smallest gain that would be found."""
    smallest = measured(finding, "smallest_gain")
    return (
        "" if smallest is None else f"; one of {100 * value(smallest):.1f} would be found four times in five"
    )


def _probed(record: Record, warned: bool) -> str:  # noqa: FBT001
    accuracies = [
        (f"{printable(finding.name, 120)} {share(accuracy)}", _no_more_than_guessing(finding))
        for finding in scores(record)
        if (accuracy := measured(finding, "accuracy")) is not None
    ]
    if any(guessing for _, guessing in accuracies):
        return f"Right on {'; '.join(f'{each}{guessing}' for each, guessing in accuracies)}."
    start = "Nothing severe was found" if warned else "Nothing was found that speaks against these figures"
    if not accuracies:
        return f"{start}; no accuracy was measured."
    return f"{start}: right on {'; '.join(each for each, _ in accuracies)}."


def _no_more_than_guessing(finding: Finding) -> str:
    """Return what is to be said of an accuracy that is not shown to be above guessing, or an empty text."""
    labels, accuracy = gold_labels(finding), measured(finding, "accuracy")
    if accuracy is None or labels < 2 or low(accuracy) > 1 / labels:
        return ""
    return f", not shown to be more than guessing one of {labels} labels gets ({percent(1 / labels)})"


def _compared(record: Record, _: bool) -> str:  # noqa: FBT001
    guards = tuple(taken(record, GUARDS))
    if guards:
        return " ".join(finding.headline for finding in guards)
    findings = tuple(compared(record))
    if len({_run(finding, "candidate") for finding in findings}) > 1:
        return f"Right beside {_run(findings[0], 'baseline')}: {'; '.join(map(_beside, findings))}."
    parts = []
    for figure in (figure for finding in findings for figure in _tested(finding)):
        name = printable(figure.set or "", 120)
        if not is_shown(figure):
            parts.append(f"no difference is shown on {name} ({points(figure)})")
            continue
        run = _run(findings[0], "candidate" if value(figure) > 0 else "baseline")
        parts.append(f"{run} is right more often on {name} ({points(figure)})")
    sentence = "; ".join(parts) or "nothing was compared"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _beside(finding: Finding) -> str:
    """Return on which sets one of several candidates is right less and more often; tables say how much."""
    sets: dict[str, list[str]] = {"less often on": [], "more often on": [], "no difference shown on": []}
    for figure in _tested(finding):
        shown = "more often on" if value(figure) > 0 else "less often on"
        sets[shown if is_shown(figure) else "no difference shown on"].append(printable(figure.set or "", 120))
    parts = (f"{how} {', '.join(names)}" for how, names in sets.items() if names)
    return f"{_run(finding, 'candidate')} {', '.join(parts)}"


def _tested(finding: Finding) -> tuple[Figure, ...]:
    """Return the differences on all sets but the dev set that chose epochs, if there are others."""
    figures = overall(finding)
    tested = tuple(figure for figure in figures if figure.set != "dev" or finding.measure != "compare_seeds")
    return tested or figures


def _run(finding: Finding, which: str) -> str:
    return printable(str(finding.settings.get(which, which)), 120)


def _headlines(record: Record, _: bool) -> str:  # noqa: FBT001
    return record.findings[0].headline if record.findings else "Nothing was measured."


_BY_JOB: Mapping[str, Callable[[Record, bool], str]] = {
    "audit": _audited,
    "probe": _probed,
    "compare": _compared,
}
