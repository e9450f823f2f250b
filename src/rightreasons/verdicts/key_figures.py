"""The numbers to read first, at most three a run, by what was done."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue, KeyFigure, Verdict
from rightreasons.labels import Label
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.blocked_figures import blocked_figures
from rightreasons.verdicts.cell_counts import reproduced
from rightreasons.verdicts.compared_gaps import gaps_shown
from rightreasons.verdicts.comparisons import CHOICE, GUARDS, compared, overall
from rightreasons.verdicts.costs import mean_cost
from rightreasons.verdicts.gate_figures import gated
from rightreasons.verdicts.guard_figures import chosen, costing
from rightreasons.verdicts.label_counts import answers_of_a_baseline, gold_labels
from rightreasons.verdicts.record import Record, low, measured, scores, taken, value
from rightreasons.verdicts.shown_figures import interval_of, shown_points, shown_share

MOST = 3
_NEARLY_CONSTANT = 0.95
"""From this share of one answer on a baseline is shown with it: its interval is narrow for that reason."""
_TWO = (Label.ENTAILMENT, Label.NON_ENTAILMENT)
_HYPOTHESIS = "hypothesis"  # the artifact of a set that is the hypothesis alone
_OF_ISSUES = {
    "V211": "key_figures.near_in_training",
    "V209": "key_figures.hypotheses_in_training",
    "V210": "key_figures.premises_in_training",
    "V202": "key_figures.with_flagged_words",
    "V308": "key_figures.with_flagged_words",
    "V334": "key_figures.of_all",
}
"""By code of an issue what its first figure is a share of."""
_OF_BASELINES = {
    "length_only": "key_figures.from_length",
    "premise_only": "key_figures.from_the_premise",
    "form_only": "key_figures.from_form",
    "overlap_only": "key_figures.from_overlap",
}
"""By measure what its model sees, whose accuracy stands first where the title is about it."""
_OF_LABELS = ("V206", "V304")
"""Issues that one label covers nearly all rows, or most."""
_GAPS = {"easy": "key_figures.easy", "hard": "key_figures.hard"}
"""Figures of an issue about a gap, both of which are shown."""


def key_figures(record: Record, verdict: Verdict) -> tuple[KeyFigure, ...]:
    """Return the numbers of a first screen, the most telling first."""
    if verdict.blockers:
        return tuple(blocked_figures(record, verdict))
    found = _BY_JOB.get(record.manifest.job)
    if found is None:
        return ()
    titled = (
        _gap(record, verdict) or _labels(record, verdict) or tuple(islice(_of_the_title(record, verdict), 1))
    )
    gaps = gaps_shown(record, verdict)  # beneath what a comparison is about
    shown = [each.figure for each in titled]
    others = (each for each in found(record) if each.figure is None or each.figure not in shown)
    return (*titled, *islice(others, MOST - len(titled) - len(gaps)), *gaps)


def _of_the_title(record: Record, verdict: Verdict) -> Iterator[KeyFigure]:
    """Yield the figure of the issue that is the title, where the other numbers do not show it."""
    worst = next((each for each in verdict.issues if each.code not in verdict.allowed), None)
    if worst is None:
        return
    yield from _of_a_baseline(record, worst)
    caption = _OF_ISSUES.get(worst.code, "")
    for finding in record.findings if caption else ():
        for ref in worst.figures[:1]:
            known = measured(finding, ref.figure) if ref.scope == finding.scope else None
            if known is not None and value(known):
                yield shown_share(finding, finding.figures[ref.figure], caption, _beside(finding, worst))


def _of_a_baseline(record: Record, worst: Issue) -> Iterator[KeyFigure]:
    """Yield the accuracy of the model of a part of the pair that an issue is about, with what it gains."""
    scopes = {ref.scope for ref in worst.figures[:1]}
    for finding in record.findings:
        accuracy, gain = measured(finding, "accuracy"), measured(finding, "gain_own")
        caption = _OF_BASELINES.get(finding.measure)
        if finding.scope in scopes and caption is not None and accuracy is not None and gain is not None:
            yield shown_share(finding, accuracy, caption, fill("key_figures.over_majority", gain=gain))


def _beside(finding: Finding, worst: Issue) -> str:
    """Return what the majority label gets, where the title is about an accuracy."""
    majority = measured(finding, "majority_label") if worst.code == "V334" else None
    if majority is None:
        return ""
    if gold_labels(finding) == len(_TWO):
        passing = majority.label == Label.ENTAILMENT
        return fill("key_figures.passing_all" if passing else "key_figures.blocking_all", majority=majority)
    return fill("key_figures.always_gets", label=majority.label or "", majority=majority)


def _gap(record: Record, verdict: Verdict) -> tuple[KeyFigure, ...]:
    """Return the accuracies on easy and hard items, where their gap is the title."""
    worst = next((each for each in verdict.issues if each.code not in verdict.allowed), None)
    if worst is None or worst.code != "V336":
        return ()
    shown = {ref.figure: ref.scope for ref in worst.figures if ref.figure in _GAPS}
    return tuple(
        shown_share(finding, finding.figures[name], _GAPS[name])
        for name, scope in sorted(shown.items())
        for finding in record.findings
        if finding.scope == scope
    )


def _labels(record: Record, verdict: Verdict) -> tuple[KeyFigure, ...]:
    """Return the share of each label, the largest first, where the title is that one covers nearly all."""
    worst = next((each for each in verdict.issues if each.code not in verdict.allowed), None)
    if worst is None or worst.code not in _OF_LABELS:
        return ()
    for finding in islice(taken(record, "label_balance"), 1):
        scored, audited = (finding.figures.where("share", what=what) for what in ("test_share", "share"))
        shares = [each for each in scored or audited if each.label is not None]
        largest = sorted(shares, key=value, reverse=True)[:MOST]
        return tuple(
            shown_share(
                finding,
                each,
                "key_figures.of_a_label",
                fill("key_figures.rows_of", rows=round(value(each) * each.n), all=each),
                label=each.label or "",
            )
            for each in largest
        )
    return ()


def _audited(record: Record) -> Iterator[KeyFigure]:
    for finding in islice(taken(record, "hypothesis_only"), 1):
        accuracy, gain = measured(finding, "accuracy"), measured(finding, "gain_own")
        if accuracy is not None and gain is not None:
            detail = _with_answer(finding, fill("key_figures.over_majority", gain=gain))
            memorised = measured(finding, "memorised_gain")
            told = memorised is not None and low(memorised) > 0
            caption = "key_figures.from_a_new_hypothesis" if told else "key_figures.from_the_hypothesis"
            yield shown_share(finding, accuracy, caption, detail)
    for finding in islice(taken(record, "label_balance"), 1):
        majority = measured(finding, "majority_own")  # that which gains are over
        if majority is not None:
            _, *tests = (data.name for data in record.manifest.data)
            of = finding.on or tests[0] if tests else ""
            yield shown_share(finding, majority, "key_figures.majority", _always(majority.label, of))
    for finding in taken(record, "similar_pairs"):
        leaked = measured(finding, "similar_pairs")
        if leaked is not None and finding.on is not None and value(leaked):
            yield shown_share(finding, leaked, "key_figures.in_training")
    for finding in islice(taken(record, "hypothesis_only"), 1):
        memorised, gain = (measured(finding, name) for name in ("accuracy_memorised", "memorised_gain"))
        if memorised is not None and gain is not None and low(gain) > 0:
            yield shown_share(
                finding, memorised, "key_figures.memorised", fill("key_figures.more", gain=gain)
            )
    for finding in islice(taken(record, "overlap_only"), 1):
        accuracy, gain = measured(finding, "accuracy"), measured(finding, "gain_own")
        if accuracy is not None and gain is not None:
            yield shown_share(
                finding, accuracy, "key_figures.from_overlap", fill("key_figures.over_majority", gain=gain)
            )


def _with_answer(finding: Finding, detail: str) -> str:
    """Return a detail with the label that a baseline nearly always gives, where there is one."""
    answers = answers_of_a_baseline(finding)
    label = max(answers, key=lambda each: answers[each], default="")
    share = answers[label] / max(sum(answers.values()), 1.0) if label else 0.0
    if share < _NEARLY_CONSTANT:
        return detail
    return fill("key_figures.nearly_constant", detail=detail, label=label, share=share)


def _probed(record: Record) -> Iterator[KeyFigure]:
    scored = [each for each in scores(record) if measured(each, "accuracy") is not None]
    made_against = [each for each in scored if each.tests_shortcuts]
    ordinary = [each for each in scored if each not in made_against]
    for finding in made_against[:1]:
        by_gold = tuple(
            _by_gold(finding, "key_figures.on_entailed", "key_figures.on_others", data=finding.name)
        )
        of_all = (
            "key_figures.correct_on_two" if gold_labels(finding) == len(_TWO) else "key_figures.correct_on"
        )
        correct = shown_share(finding, finding.figures["accuracy"], of_all, data=finding.name)
        yield from (*by_gold, correct)
    for finding in ordinary[:1]:
        ranked = _ranked(record, finding)
        if ranked is not None and not made_against:
            priced = mean_cost(record, finding)
            if priced is not None:
                yield costing(*priced)
            yield from _by_gold(finding, "key_figures.passed", "key_figures.blocked")
            if priced is None:
                yield shown_share(ranked[0], ranked[1], "key_figures.area")
            continue
        yield shown_share(finding, finding.figures["accuracy"], "key_figures.correct_on", data=finding.name)
        majority = measured(finding, "majority_label")
        if majority is not None and not made_against:
            yield shown_share(finding, majority, "key_figures.majority", _always(majority.label))
        yield from _elsewhere(record, finding)
        if not made_against:
            yield from _lowest(finding)


def _lowest(finding: Finding) -> Iterator[KeyFigure]:
    """Yield the accuracy on the gold label on which it is lowest."""
    known = {label: measured(finding, f"all.{label}") for label in Label}
    by_label = {label: figure for label, figure in known.items() if figure is not None}
    if len(by_label) > 1:
        label = min(by_label, key=lambda each: value(by_label[each]))
        yield shown_share(finding, by_label[label], "key_figures.lowest", label=label, labels=len(by_label))


def _by_gold(finding: Finding, *captions: str, **named: str) -> Iterator[KeyFigure]:
    for label, caption in zip(_TWO, captions, strict=True):
        figure = measured(finding, f"all.{label}")
        if figure is not None:
            yield shown_share(finding, figure, caption, **named)


def _ranked(record: Record, scored: Finding) -> tuple[Finding, Figure] | None:
    """Return the area under the curve of a set with two gold labels, where the model gave probabilities."""
    if gold_labels(scored) > len(_TWO):
        return None
    areas = ((each, measured(each, "auroc")) for each in taken(record, "guard") if each.on == scored.on)
    return next(((finding, area) for finding, area in areas if area is not None), None)


def _elsewhere(record: Record, scored: Finding) -> Iterator[KeyFigure]:
    """Yield the accuracy on hard instances, without the premise, and where the hypothesis is no help."""
    for finding in taken(record, "easy_hard_accuracy"):
        hard = measured(finding, "hard")
        if finding.on == scored.on and hard is not None:
            yield shown_share(finding, hard, "key_figures.hard")
    for finding in taken(record, "controls"):
        without = measured(finding, "hypothesis_alone.accuracy")
        if finding.on == scored.on and without is not None:
            yield shown_share(finding, without, "key_figures.without_premise")
    for finding in taken(record, "accuracy_by_artifact"):
        for figure in finding.figures.where("accuracy", what="elsewhere", artifact=_HYPOTHESIS):
            if finding.on == scored.on and figure.value is not None:
                yield shown_share(finding, figure, "key_figures.elsewhere")


def _compared(record: Record) -> Iterator[KeyFigure]:
    for finding in islice(taken(record, CHOICE), 1):
        yield from chosen(finding)
    guards = tuple(taken(record, GUARDS))
    differences = [(finding, each) for finding in compared(record) for each in overall(finding)]
    for finding, figure in sorted(differences, key=lambda each: value(each[1])):
        yield shown_points(finding, figure, "key_figures.difference", data=figure.set or "")
        if len(differences) == 1:
            yield from _levels(finding, figure)
    for finding in guards:
        area = measured(finding, "auroc.difference")
        if area is not None:
            yield shown_points(finding, area, "key_figures.area_difference")


def _levels(finding: Finding, difference: Figure) -> Iterator[KeyFigure]:
    """Yield what both runs get, where their difference is the only one.

    On a set whose items test shortcuts that is what they get where a shortcut is wrong.
    """
    for end, run in (("first", "baseline"), ("second", "candidate")):
        name = str(finding.settings.get(run, run))
        level = measured(finding, difference.name.removesuffix("difference") + end)
        refuting = [
            each
            for each in finding.figures.where("accuracy", what=f"all.{end}")
            if finding.tests_shortcuts and (each.set, each.label) == (difference.set, Label.NON_ENTAILMENT)
        ]
        for figure in refuting:
            yield shown_share(finding, figure, "key_figures.correct_with_on_others", run=name)
        if level is not None and not refuting:
            yield shown_share(finding, level, "key_figures.correct_with", run=name)


def _trained(record: Record) -> Iterator[KeyFigure]:
    sets = list(taken(record, "accuracy"))[::-1]  # the test is the last one, and what the title is about
    for finding in sets:
        for mean in finding.figures.where("accuracy", what="mean"):
            if mean.value is not None:
                seeds = [each for each in finding.figures.where("accuracy") if "seed" in each.group]
                data, count = mean.set or "", len(seeds)
                if count == 1:
                    yield shown_share(finding, mean, "key_figures.on_one_seed", _of_one(seeds), data=data)
                    continue
                shown: dict[str, str | int] = {"data": data, "seeds": count}
                yield shown_share(finding, mean, "key_figures.mean_on", _range_of(seeds), **shown)
    for finding in sets[:1]:
        for majority in finding.figures.where("majority_accuracy"):
            of = {"data": majority.set or ""}
            yield shown_share(
                finding,
                majority,
                "key_figures.majority_of_training",
                _always(majority.label) or fill("key_figures.n", value=majority),
                **of,
            )


def _of_one(seeds: Sequence[Figure]) -> str:
    """Return the interval of the only seed, over items; empty where there is none."""
    return next((interval_of(each) for each in seeds if each.interval is not None), "")


def _range_of(seeds: Sequence[Figure]) -> str:
    """Return what the worst and the best seed get; empty where there is none."""
    known = sorted((each for each in seeds if each.value is not None), key=value)
    return fill("key_figures.range_of_seeds", lowest=known[0], highest=known[-1]) if known else ""


def _always(label: Label | None, of: str = "") -> str:
    if label is None:
        return ""
    return (
        fill("key_figures.always_of", label=label, data=of) if of else fill("key_figures.always", label=label)
    )


def _discovered(record: Record) -> Iterator[KeyFigure]:
    """Yield the share of the label of the first rule, what it is beside, and how many pairs it covers."""
    for finding in taken(record, "rules"):
        captions = {
            "share": "key_figures.rule_label",
            "elsewhere": "key_figures.rule_elsewhere",
            "model": "key_figures.rule_model",
            "gold": "key_figures.rule_gold",
        }
        first = next(iter(finding.figures.where("coverage")), None)
        if first is None:
            yield from _none_found(finding)
            continue
        for figure in finding.figures.values():
            caption = captions.get(figure.what or "")
            if caption is None or figure.group != first.group or figure.label is None:
                continue
            if caption == "key_figures.rule_gold":
                yield shown_share(finding, figure, caption)
            else:
                yield shown_share(finding, figure, caption, label=figure.label)
        yield shown_share(finding, first, "key_figures.rule_coverage")


def _none_found(finding: Finding) -> Iterator[KeyFigure]:
    """Yield how much was searched in vain."""
    failed = finding.views.get("failed")
    found = 0 if failed is None else len(failed.lines)
    caption = "rules_of_a_model_that_hold" if finding.tests_shortcuts else "rules_that_hold"
    yield KeyFigure(fill(f"key_figures.{caption}"), fill("key_figures.none_of", found=found))
    for name in ("searched", "tested"):
        counted = finding.settings.get(name)
        if isinstance(counted, int):
            yield KeyFigure(fill(f"key_figures.{name}"), fill("key_figures.count", rows=counted))


_BY_JOB: Mapping[str, Callable[[Record], Iterator[KeyFigure]]] = {
    "audit": _audited,
    "probe": _probed,
    "compare": _compared,
    "train": _trained,
    "reproduce": reproduced,
    "gate": gated,
    "discover": _discovered,
}
