"""From a record to its verdict: every rule is asked, and the headline says the worst issue.

Where nothing is severe, the headline says what was looked at and what came out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import SEVERITIES, Issue, KeyFigure, Verdict
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.referred import check_references
from rightreasons.sentences.sentence import in_words
from rightreasons.sentences.templates import fill, joined
from rightreasons.verdicts.accuracies import may_be_guessing
from rightreasons.verdicts.commands import command_of
from rightreasons.verdicts.comparisons import GUARDS, compared, is_shown, overall
from rightreasons.verdicts.key_figures import key_figures
from rightreasons.verdicts.label_counts import gold_labels
from rightreasons.verdicts.policy import (
    RULES,
    Policy,
    check_codes,
    codes,
    default_policy,
    place_of,
    read_policy,
)
from rightreasons.verdicts.record import Record, measured, scores, taken, value
from rightreasons.verdicts.titles import title_of
from rightreasons.verdicts.untested import judged, not_given, shortcuts_tested

_OF_NO_USE = ("V106", "V108")
"""Blockers because of which figures say nothing: test pairs in training, answers to other items."""
_INCONCLUSIVE = ("V340", "V302")
"""Warnings that take away what an audit would conclude: one text for all rows, too few rows."""


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
        that leaked pairs or shifted rows invalidate is no issue, unless these are waived.

    Raises
    ------
    FigureReferenceError
        If a rule names a figure that the record does not have.
    """
    by = by or VerdictSettings()
    nouns = record.manifest.nouns
    found = sorted(_issues(record, by.policy), key=_order)
    check_references(record.findings, found)
    issues = tuple(_in_words(_completed(issue, record), nouns) for issue in found)
    tested = tuple(dict.fromkeys(each.scope for each in judged(record)))
    not_tested = (*record.not_measured, *not_given(record))
    verdict = Verdict("", issues, by.policy.identity, by.allow, tested, not_tested)
    verdict = replace(
        verdict, issues=tuple(each for each in issues if not _stands_on_invalidated(each, verdict))
    )
    figures = tuple(_figure_in_words(each, nouns) for each in key_figures(record, verdict))
    return replace(
        verdict,
        headline=in_words(_headline(record, verdict), nouns),
        title=in_words(title_of(record, verdict), nouns),
        key_figures=figures,
    )


def _completed(issue: Issue, record: Record) -> Issue:
    """Return an issue with what its code is called, its title and its command."""
    command = issue.command or command_of(issue, record.manifest)
    if issue.code not in codes():
        return replace(issue, command=command)
    name, title = fill(f"{issue.code}.name"), fill(f"{issue.code}.title")
    says = command and codes()[issue.code].command_does
    remedy = fill(f"{issue.code}.with_command") if says else issue.remedy
    return replace(issue, name=issue.name or name, title=issue.title or title, remedy=remedy, command=command)


def _figure_in_words(figure: KeyFigure, nouns: Nouns) -> KeyFigure:
    return replace(
        figure,
        caption=in_words(figure.caption, nouns),
        value=in_words(figure.value, nouns),
        detail=in_words(figure.detail, nouns),
    )


def _stands_on_invalidated(issue: Issue, verdict: Verdict) -> bool:
    """Return whether no figure of an issue says anything; other blockers leave figures that stay true."""
    leaked = [each for leak in verdict.blockers if leak.code in _OF_NO_USE for each in leak.invalidates]
    shown = issue.figures if issue.severity != "blocker" else ()
    return bool(shown) and all(any(each.covers(ref.scope) for each in leaked) for ref in shown)


def _in_words(issue: Issue, nouns: Nouns) -> Issue:
    if nouns == Nouns():
        return issue
    return replace(
        issue,
        sentence=in_words(issue.sentence, nouns),
        remedy=in_words(issue.remedy, nouns),
        name=in_words(issue.name, nouns),
        title=in_words(issue.title, nouns),
        command=in_words(issue.command, nouns),
    )


def _issues(record: Record, policy: Policy) -> Iterator[Issue]:
    for name in RULES:
        yield from RULES.load(name)(record, policy)


def _order(issue: Issue) -> tuple[int, int]:
    return SEVERITIES.index(issue.severity), place_of(issue.code)


def _headline(record: Record, verdict: Verdict) -> str:
    """Return the worst that is not waived; where nothing is severe, what was found; then what was waived."""
    bad = [issue for issue in verdict.issues if issue.severity in ("blocker", "severe")]
    counted = [issue for issue in bad if issue.code not in verdict.allowed]
    start = _with_others(counted) if counted else _conclusion(record, verdict.of("warning"))
    waived = [issue for issue in bad if issue.code in verdict.allowed]
    return fill("verdict.waived", headline=start, names=_named(waived)) if waived else start


def _with_others(issues: list[Issue]) -> str:
    """Return the worst issue, and the name of another, or how many others there are."""
    first = issues[0].sentence
    others = list(dict.fromkeys(issue.code for issue in issues[1:] if issue.code != issues[0].code))
    if not others:
        return first
    if len(others) > 1:
        return fill("verdict.also_more", first=first, more=len(others))
    return fill("verdict.also", first=first, others=_name(others[0]))


def _named(issues: list[Issue]) -> str:
    names = dict.fromkeys(issue.code for issue in issues)
    return joined(fill("verdict.code", code=code, name=_name(code)) for code in names)


def _name(code: str) -> str:
    return codes()[code].name if code in codes() else code


def _conclusion(record: Record, warnings: Sequence[Issue]) -> str:
    """Return what a record comes to whose worst issues are `warnings`, and the first of these."""
    if warnings and warnings[0].code in _INCONCLUSIVE:
        return warnings[0].sentence
    unclear = next((each.sentence for each in warnings if each.code in _INCONCLUSIVE), None)
    if unclear is not None:
        return fill("verdict.warned_counted", conclusion=unclear, warnings=len(warnings))
    sentence = _BY_JOB.get(record.manifest.job, _headlines)(record, bool(warnings))
    if not warnings:
        return sentence
    shown = {"conclusion": sentence, "first": _sentence(warnings[0].title or warnings[0].sentence)}
    if len(warnings) > 1:
        return fill("verdict.warned_more", **shown, warnings=len(warnings))
    return fill("verdict.warned", **shown)


def _sentence(text: str) -> str:
    """Return a text that ends with a full stop."""
    return text if text[-1:] in ".?!" else joined((text, "."), "")


def _audited(record: Record, warned: bool) -> str:  # noqa: FBT001 - which of two words to begin with
    gains = [
        fill("verdict.hypothesis_only", gain=gain, findable="" if warned else _findable(finding))
        for finding in taken(record, "hypothesis_only")
        if (gain := measured(finding, "gain_own")) is not None
    ]
    start = fill("verdict.nothing_severe") if warned else fill("verdict.nothing_beyond_chance")
    if gains:
        return fill("verdict.audited", start=start, gains=joined(gains, "; "))
    measures = ", ".join(dict.fromkeys(each.name for each in record.findings)) or "nothing"
    if not any(judged(record)):
        return fill("verdict.described", measures=measures)
    return fill("verdict.audited_otherwise", start=start, measures=measures)


def _findable(finding: Finding) -> str:
    """Return, in words, the smallest gain that would be found."""
    smallest = measured(finding, "smallest_gain")
    if smallest is None:
        return ""
    return fill("verdict.findable", gain=smallest)


def _probed(record: Record, warned: bool) -> str:  # noqa: FBT001
    scored = [finding for finding in scores(record) if measured(finding, "accuracy") is not None]
    if any(map(may_be_guessing, scored)):
        shown = joined((_right(each, as_guessing=may_be_guessing(each)) for each in scored), "; ")
        return fill("verdict.probed_as_guessing", accuracies=shown)
    tested = ", ".join(shortcuts_tested(record.findings))
    accuracies = joined(map(_right, scored), "; ")
    if not tested:
        if not scored:
            return fill("verdict.nothing_scored")
        return fill("verdict.probed_untested", accuracies=accuracies)
    start = fill("verdict.nothing_severe_in" if warned else "verdict.nothing_against_in", tested=tested)
    if not scored:
        return fill("verdict.no_accuracy", start=start)
    return fill("verdict.probed", start=start, accuracies=accuracies)


def _right(finding: Finding, *, as_guessing: bool = False) -> str:
    shown = {"data": finding.name, "accuracy": finding.figures["accuracy"]}
    if as_guessing:
        labels = gold_labels(finding)
        return fill("verdict.right_as_guessing", **shown, labels=labels, guess=1 / labels)
    majority = measured(finding, "majority_label")
    if majority is None:
        return fill("verdict.right", **shown)
    return fill("verdict.right_beside", **shown, label=majority.label or "", majority=majority)


def _compared(record: Record, _: bool) -> str:  # noqa: FBT001
    guards = tuple(taken(record, GUARDS))
    if guards:
        return joined((finding.headline for finding in guards), " ")
    findings = tuple(compared(record))
    if len({_run(finding, "candidate") for finding in findings}) > 1:
        candidates = joined(map(_beside, findings), "; ")
        return fill("verdict.beside", baseline=_run(findings[0], "baseline"), candidates=candidates)
    differences = [figure for finding in findings for figure in _tested(finding)]
    if not differences:
        return fill("verdict.nothing_compared")
    parts = [_difference(findings[0], each, first=each is differences[0]) for each in differences]
    return fill("verdict.compared", parts=joined(parts, "; "))


def _difference(finding: Finding, figure: Figure, *, first: bool) -> str:
    """Return which run is right more often on a set; the first of several begins with a capital letter."""
    shown = {"data": figure.set or "", "difference": figure}
    if is_shown(figure):
        run = _run(finding, "candidate" if value(figure) > 0 else "baseline")
        return fill("verdict.shown", run=run[0].upper() + run[1:] if first else run, **shown)
    return fill("verdict.not_shown_first", **shown) if first else fill("verdict.not_shown", **shown)


def _beside(finding: Finding) -> str:
    """Return on which sets one of several candidates is right less and more often; tables say how much."""
    less: list[str] = []
    more: list[str] = []
    same: list[str] = []
    for figure in _tested(finding):
        sets = same if not is_shown(figure) else more if value(figure) > 0 else less
        sets.append(printable(figure.set or "", 120))
    parts = [
        *([fill("verdict.less_often", sets=", ".join(less))] if less else []),
        *([fill("verdict.more_often", sets=", ".join(more))] if more else []),
        *([fill("verdict.no_difference", sets=", ".join(same))] if same else []),
    ]
    return fill("verdict.candidate", run=_run(finding, "candidate"), sets=joined(parts))


def _tested(finding: Finding) -> tuple[Figure, ...]:
    """Return the differences on all sets but the one that chose epochs, if there are others."""
    figures, chosen_on = overall(finding), finding.settings.get("chosen_on")
    return tuple(figure for figure in figures if figure.set != chosen_on) or figures


def _run(finding: Finding, which: str) -> str:
    return str(finding.settings.get(which, which))


def _headlines(record: Record, _: bool) -> str:  # noqa: FBT001
    return record.findings[0].headline if record.findings else fill("verdict.nothing_measured")


_BY_JOB: Mapping[str, Callable[[Record, bool], str]] = {
    "audit": _audited,
    "probe": _probed,
    "compare": _compared,
}
