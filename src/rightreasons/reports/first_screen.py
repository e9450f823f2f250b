"""What every screen shows first: issues counted, title, key figures, what was tested, what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from rightreasons.findings import Cell, Finding
from rightreasons.issues import Issue, KeyFigure, Severity, Verdict, severities_in_words
from rightreasons.measures.lacks import OF_AUDIT, OF_PROBE
from rightreasons.printable import printable
from rightreasons.reports.results import Results
from rightreasons.reports.tested import measures_tested, scope_lines, scope_lines_of_a_page, short_scope_lines
from rightreasons.reports.typed import Typed, of_written, typed_again
from rightreasons.sentences.sentence import in_words, with_arguments
from rightreasons.sentences.templates import fill, joined
from rightreasons.verdicts.commands import RUN, controls_command
from rightreasons.verdicts.comparisons import CHOICE
from rightreasons.verdicts.record import number
from rightreasons.verdicts.untested import shortcuts_tested

_LONGEST = 300
_MOST_REASONS = 3
_UNCOMPARED = {
    "tested.cells_add_up": ("adds_up",),
    "tested.cells_other": ("other_data", "other_model", "other_definition", "ours_only"),
}
"""Results of the cells of a paper that were not compared, but for those without a number of ours."""
_MEASURING = ("audit", "probe", "compare", "train")
"""Jobs that take measures; others have nothing that was tested or not."""
_OF_A_CHOICE = ("first_threshold", "second_threshold", "miss", "block")
_ASKED_FOR = {
    ("probe", OF_PROBE["train"].remedy): "name_training",
    ("audit", OF_AUDIT["test"].remedy): "name_test",
}
"""How data that a job lacks are asked for, where nothing was found."""


@dataclass(frozen=True)
class FirstScreen:
    """The first screen of a result as text; every text is printable.

    Parameters
    ----------
    worst
        The worst severity of an issue that is not waived; None where there is none.
    severities
        Issues by severity in words, ``"2 severe, 3 warnings"``, and what was waived.
    counted, remark
        The same in parts: issues by severity, and what was waived or, of a probe with
        no worse than warnings, that no shortcut was tested; each empty where there is nothing to say.
    title
        At most twelve words.
    figures
        The numbers to read first.
    tested
        What was tested and what was not, each measure by name.
    tested_in_short
        The same with what was tested counted.
    tested_on_page
        That without reasons, and whether there are some to be read further down.
    remedy, next
        What to do about the worst issue, or to test more, and the line to paste; empty where there is none.
    """

    worst: Severity | None
    severities: str
    counted: str
    remark: str
    title: str
    figures: tuple[KeyFigure, ...]
    tested: tuple[str, ...]
    tested_in_short: tuple[str, ...]
    tested_on_page: tuple[tuple[str, ...], bool]
    remedy: str
    next: str


def first_screen(results: Results, typed: Typed | None = None) -> FirstScreen:
    """Return what is shown first of a result.

    Parameters
    ----------
    results
        The result.
    typed
        What stood on the command line; None: data stand in commands by their names, with how they are read.
    """
    verdict = results.verdict
    counts = verdict.counts
    typed = typed_again(results.manifest) | of_written(results) | dict(typed or {})
    counted, remark = _severities(results), joined(filter(None, (_untested(results), _waived(verdict))), "; ")
    return FirstScreen(
        worst=next(iter(counts), None),
        severities=joined(filter(None, (counted, remark)), "; "),
        counted=counted,
        remark=remark,
        title=printable(verdict.title or verdict.headline, _LONGEST),
        figures=tuple(_printable(each) for each in verdict.key_figures),
        tested=scope_lines(verdict, results.manifest.nouns),
        tested_in_short=_tested(results),
        tested_on_page=_tested_on_page(results),
        remedy=_remedy(results),
        next=printable(with_arguments(_next(results), typed), _LONGEST),
    )


def _tested(results: Results) -> tuple[str, ...]:
    """Return what was tested and what was not, in short; of jobs that measure, and of a gate."""
    if results.manifest.job == "gate":
        return fill("tested.of_a_gate"), fill("tested.beyond_a_gate")
    if results.manifest.job == "reproduce":
        return _compared(results)
    if results.manifest.job == "discover":
        return _searched(results)
    nouns = results.manifest.nouns
    return short_scope_lines(results.verdict, nouns) if results.manifest.job in _MEASURING else ()


def _tested_on_page(results: Results) -> tuple[tuple[str, ...], bool]:
    """Return the same for a page, where reasons stand further down."""
    if results.manifest.job not in _MEASURING:
        return _tested(results), False
    verdict = results.verdict
    some = bool(shortcuts_tested(results.findings))
    lines = scope_lines_of_a_page(verdict, shortcuts_tested=some, nouns=results.manifest.nouns)
    return lines, bool(verdict.not_tested)


def _searched(results: Results) -> tuple[str, ...]:
    """Return which rules were tested, and which were not searched for."""
    for finding in results.findings:
        counts = {name: finding.settings.get(name) for name in ("predicates", "searched", "tested")}
        least, held = finding.settings.get("least_rows"), finding.views.get("rules")
        if all(isinstance(each, int) for each in (*counts.values(), least)):
            searched = (fill("tested.of_rules", tested=counts["tested"]),) if counts["predicates"] else ()
            none = held is not None and not held.lines
            lines = (*searched, _not_searched(finding, least, none=none))
            return tuple(in_words(each, results.manifest.nouns) for each in lines)
    return ()


def _not_searched(finding: Finding, least: Cell, *, none: bool) -> str:
    if none:
        return fill("tested.of_rules_not_searched", least=least)
    if finding.settings.get("base") == "hypothesis":
        return fill("tested.of_other_rules_beyond_hypothesis", least=least)
    return fill("tested.of_other_rules", least=least)


def _compared(results: Results) -> tuple[str, ...]:
    """Return why printed numbers were not compared with ours: the most frequent reasons, others counted."""
    for finding in results.findings:
        missing, without = finding.figures.get("not_possible"), finding.views.get("empty")
        if missing is not None and missing.value is not None and without is not None:
            counts = {kind: _cells(finding, names) for kind, names in _UNCOMPARED.items()}
            reasons = [
                *((cells, fill(kind, cells=cells)) for kind, cells in counts.items() if cells),
                *(
                    (row["cells"], fill("tested.cells_because", cells=row["cells"], reason=str(row["why"])))
                    for row in without.records()
                ),
            ]
            reasons.sort(key=lambda each: number(each[0]), reverse=True)
            rest = reasons[_MOST_REASONS:]
            if len(rest) > 1:
                others = round(sum(number(cells) for cells, _ in rest))
                reasons[_MOST_REASONS:] = [(others, fill("tested.cells_for_other_reasons", cells=others))]
            return (fill("tested.cells_missing", reasons=joined((each for _, each in reasons), ", ")),)
    return ()


def _differing(results: Results) -> int:
    """Return how many printed numbers differ from ours, or from what follows from others."""
    return sum(_cells(finding, ("differs", "does_not_add_up")) for finding in results.findings)


def _cells(finding: Finding, names: Sequence[str]) -> int:
    """Return how many cells have one of several results."""
    values = (finding.figures.get(name) for name in names)
    return sum(round(figure.value or 0) for figure in values if figure is not None)


def _next(results: Results) -> str:
    """Return the line to paste: of the worst issue, or to see the first run of a gate."""
    runs = results.manifest.runs
    if results.manifest.job == "gate" and runs:
        return fill("first_screen.of_a_gate_next", run=runs[0].name)
    if results.manifest.job == "reproduce":
        return fill("first_screen.of_a_reproduction_next")
    if results.verdict.next or _counted_issues(results.verdict):
        return results.verdict.next
    if results.manifest.job == "train":
        seeds = _seeds(results)
        if len(seeds) > 1:
            return fill("first_screen.of_seeds_next", run=RUN, seed=seeds[0])
        return fill("first_screen.of_a_training_next", run=RUN)
    return _of_a_choice(results) or _with_controls(results)


def _seeds(results: Results) -> tuple[str, ...]:
    """Return the seeds of a training, whose models stand in folders of their own."""
    found = (
        each.group["seed"]
        for finding in results.findings
        for each in finding.figures.where("accuracy")
        if "seed" in each.group
    )
    return tuple(dict.fromkeys(found))


def _of_a_choice(results: Results) -> str:
    """Return the line that sets the threshold of the guard that was chosen by its costs."""
    files = [run.name for run in results.manifest.runs if run.is_file]
    for finding in results.findings:
        stated = {name: number(finding.settings.get(name)) for name in _OF_A_CHOICE}
        if finding.measure == CHOICE and finding.settings.get("chosen") in files and all(stated.values()):
            first, second, miss, block = stated.values()
            chosen = {"run": finding.settings["chosen"], "threshold": (first + second) / 2}
            return fill("first_screen.of_a_choice_next", **chosen, miss=miss, block=block)
    return ""


def _with_controls(results: Results) -> str:
    """Return the line that also tests changed inputs, of a probe that did not."""
    untested = any(each.measure == "controls" for each in results.verdict.not_tested)
    return controls_command(results.manifest) if results.manifest.job == "probe" and untested else ""


def _counted_issues(verdict: Verdict) -> tuple[Issue, ...]:
    """Return the issues that are no notes and not waived."""
    counted = (each for each in verdict.issues if each.severity != "note")
    return tuple(each for each in counted if each.code not in verdict.allowed)


def _remedy(results: Results) -> str:
    """Return what to do about the worst issue, otherwise what would test more."""
    verdict = results.verdict
    if results.manifest.job == "gate":
        return fill("first_screen.of_a_gate")
    if results.manifest.job == "reproduce":
        some = _differing(results)
        return fill("first_screen.of_a_reproduction_differing" if some else "first_screen.of_a_reproduction")
    remedy = printable(verdict.remedy, _LONGEST)
    return _sentence(remedy) if _counted_issues(verdict) else _without_issues(results, remedy)


def _without_issues(results: Results, remedy: str) -> str:
    """Return what would test more, or what follows."""
    job = results.manifest.job
    if job == "train":
        seeds = _seeds(results)
        if len(seeds) > 1:
            return fill("first_screen.of_seeds", seed=seeds[0])
        return fill("first_screen.of_a_training")
    if _of_a_choice(results):
        return fill("first_screen.of_a_choice")
    if _with_controls(results):
        return in_words(fill("first_screen.test_controls"), results.manifest.nouns)
    if job == "discover":
        return fill("first_screen.of_a_search")
    return _to_test_more(job, remedy) if remedy else ""


def _to_test_more(job: str, remedy: str) -> str:
    """Return how more would be tested."""
    named = _ASKED_FOR.get((job, remedy))
    return (
        fill(f"first_screen.{named}") if named else _sentence(fill("first_screen.test_more", remedy=remedy))
    )


def _sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    return text and text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")


def _severities(results: Results) -> str:
    """Return how many issues of each severity there are, in words; notes are not counted."""
    counts = _counts(results)
    if counts:
        return severities_in_words(counts)
    tested, _ = measures_tested(results.verdict)
    if results.manifest.job not in _MEASURING or not tested:
        return ""
    if _no_shortcut(results):
        return fill("first_screen.untested")
    return fill("first_screen.no_issues")


def _untested(results: Results) -> str:
    """Return that no shortcut was tested, of a probe with warnings and nothing worse."""
    if _no_shortcut(results) and set(_counts(results)) == {"warning"}:
        return fill("first_screen.no_shortcut")
    return ""


def _no_shortcut(results: Results) -> bool:
    return results.manifest.job in ("probe", "train") and not shortcuts_tested(results.findings)


def _counts(results: Results) -> dict[Severity, int]:
    """Return how many issues of each severity there are, but for notes."""
    return {severity: n for severity, n in results.verdict.counts.items() if severity != "note"}


def _waived(verdict: Verdict) -> str:
    """Return which issues were waived, by code and name; empty where none was."""
    waived = {each.code: each.name for each in verdict.issues if each.code in verdict.allowed}
    if not waived:
        return ""
    return fill("first_screen.waived", names=", ".join(f"{code} {name}" for code, name in waived.items()))


def _printable(figure: KeyFigure) -> KeyFigure:
    caption, value, detail = (
        printable(text, _LONGEST) for text in (figure.caption, figure.value, figure.detail)
    )
    return KeyFigure(caption, value, detail, figure.figure)
