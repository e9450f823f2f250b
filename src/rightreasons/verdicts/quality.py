"""Rules of quality: rows that were lost, gold that contradicts itself, texts that recur or are too long."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from rightreasons.figures import Figure, Rows
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.runs.manifest import DataRead, RowAccount, RowCount
from rightreasons.sentences.templates import fill, joined
from rightreasons.sources.gold import SEVERAL
from rightreasons.verdicts.label_counts import answers_of_a_baseline
from rightreasons.verdicts.leaks import repeated_pairs
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import (
    Record,
    high,
    issue,
    low,
    measured,
    number,
    smaller_gain,
    taken,
    there,
    value,
)

SMALLEST = "smallest_gain"
ADDS = {"verdict_rule": ["gold", "texts", "one_text", "repeated", "reading", "sizes"]}


def gold(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find gold labels that contradict each other, or on which annotators do not agree."""
    yield from _conflicting(record, policy)
    for finding in taken(record, "annotator_agreement"):
        kappa = measured(finding, "fleiss_kappa")
        if kappa is not None and high(kappa) < policy.size("kappa"):
            yield issue(
                "V307",
                policy,
                fill("V307.kappa", kappa=kappa),
                finding,
                ("fleiss_kappa",),
            )


def _conflicting(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find pairs with two gold labels, letter by letter or in other spelling."""
    exact = [(each, measured(each, "conflicting_pairs")) for each in taken(record, "duplicates")]
    found = [(each, measured(each, "conflicting_pairs")) for each in taken(record, "similar_pairs")] or exact
    for finding, figure in found:
        if figure is None or value(figure) < policy.size("conflicting"):
            continue
        letters = next((each for _, each in exact if each is not None), figure)
        yield issue(
            "V306",
            policy,
            fill("V306.conflicting", conflicting=figure)
            if letters.value == figure.value
            else fill("V306.in_other_spelling", conflicting=figure, exact=letters),
            finding,
            ("conflicting_pairs",),
        )


def texts(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find claims that a model may remember from other rows, and premises that are documents."""
    yield from _memory(record, policy)
    for finding in taken(record, "lengths"):
        mean = _premise_tokens(finding)
        if mean >= policy.size("document_tokens"):
            yield issue(
                "V311",
                policy,
                fill("V311.documents", tokens=mean),
                finding,
            )


def one_text(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find audited data nearly all rows of which have the same text on one side."""
    for finding in taken(record, "labels_dealt_out"):
        audited = record.manifest.data[0]
        for line in finding.views["texts"].records():
            rows = number(line["n"])
            if (line["split"], line["texts"]) != (audited.name, 1) or line["labels_of"] != "same split":
                continue
            if rows >= policy.size("one_text") * audited.rows:
                sentence = fill(f"V340.{line['same']}", rows=round(rows), all=audited.rows)
                yield issue("V340", policy, sentence, finding)


def repeated(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find scored sets that are fewer different pairs than items."""
    for finding in taken(record, "repeated_items"):
        share, different, wider = (measured(finding, name) for name in ("repeated", "different", "wider"))
        if share is None or value(share) < policy.size("repeated_items"):
            continue
        shown = {"repeated": share, "data": finding.on or "", "different": different, "wider": wider}
        names = ("repeated", "different", "wider")
        yield issue("V341", policy, fill("V341.repeated", **shown), finding, names)


def _memory(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find texts that recur within a set and tell labels: by memory, or by the labels of other rows."""
    for finding in taken(record, "hypothesis_only"):
        gain = measured(finding, "memorised_gain")
        if gain is not None and _matters(gain, policy):
            shown = there(finding, gain.name, "accuracy_memorised")
            found = issue("V310", policy, fill("V310.remembered", gain=gain), finding, shown)
            found = replace(found, title=fill("V310.titled"), rows=_repeated(record) or found.rows)
            yield _split_or_kept(found, record, policy)
    for finding, gain in _dealt_out(record, policy):
        said = fill("V310.dealt_out", side=gain.group["same"], gain=gain)
        yield _split_or_kept(issue("V310", policy, said, finding, (gain.name,)), record, policy)


def _repeated(record: Record) -> Rows | None:
    """Return the rows whose hypothesis other rows have, where that was looked at."""
    found = (*taken(record, "labels_dealt_out"), *taken(record, "duplicates"))
    figures = (
        each.figures.get(name) for each in found for name in ("gain.hypothesis", "repeated_hypotheses")
    )
    return next((each.rows for each in figures if each is not None and each.rows is not None), None)


def _dealt_out(record: Record, policy: Policy) -> Iterator[tuple[Finding, Figure]]:
    """Yield what the labels of rows with the same text gain, by side, where it matters."""
    for finding in taken(record, "labels_dealt_out"):
        for gain in finding.figures.where("gain", labels_of="same split"):
            if low(gain) > 0 and _matters(gain, policy):
                yield finding, gain


def _split_or_kept(found: Issue, record: Record, policy: Policy) -> Issue:
    """Return the issue with what to do: to split; where there is a test already, to see what it shares."""
    data = record.manifest.data
    if len(data) < 2:
        if repeated_pairs(record, policy):  # what is left in would be in one part as often as before
            found = replace(found, remedy=fill("V310.without_repeats"))
        return replace(found, command=_split(record, policy))
    named = {"data": data[0].name, "test": data[1].name}
    return replace(found, remedy=fill("V310.kept_apart"), command=fill("V310.what_is_shared", **named))


def _split(record: Record, policy: Policy) -> str:
    """Return the line that splits by both texts and drops repeated pairs; empty where neither is due."""
    if record.manifest.bundled:
        return ""
    name = record.manifest.data[0].name
    if repeated_pairs(record, policy):
        return fill("V310.dropped", data=name)
    sides = {gain.group["same"] for _, gain in _dealt_out(record, policy)}
    return fill("V310.both_sides", data=name) if len(sides) == len(("premise", "hypothesis")) else ""


def _matters(gain: Figure, policy: Policy) -> bool:
    """Return whether a gain or a loss is beyond chance, and of a size that matters."""
    beyond = low(gain) > 0 or high(gain) < 0
    return beyond and abs(value(gain)) >= policy.size("gain")


def _premise_tokens(finding: Finding) -> float:
    """Return the mean length of premises over all rows, 0 where it is not known."""
    view = finding.views.get("premise_by_label")
    if view is None or not {"rows", "mean"} <= set(view.columns):
        return 0.0
    lines = view.records()
    rows = sum(number(each["rows"]) for each in lines)
    return sum(number(each["rows"]) * number(each["mean"]) for each in lines) / rows if rows else 0.0


def reading(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find sets of which much was dropped in reading."""
    for data in record.manifest.data:
        lost = [each for each in _lost(record, data) if not each.chosen] if data.files else []
        dropped, meant = sum(each.rows for each in lost), _rows_meant(data.account)
        if dropped and dropped / meant >= policy.size("dropped"):
            reasons = joined(
                (fill("reading.lost", reason=each.reason, rows=each.rows) for each in lost[:3]), "; "
            )
            yield issue(
                "V301",
                policy,
                fill(
                    "V301.dropped",
                    dropped=dropped,
                    meant=meant,
                    data=data.name,
                    share=dropped / meant,
                    reasons=reasons,
                ),
            )


def _lost(record: Record, data: DataRead) -> Iterator[RowCount]:
    """Yield what was dropped in reading, but for items of several right labels that were scored as such."""
    scored = any(finding.on == data.name for finding in taken(record, "label_sets"))
    return (each for each in data.account.dropped if not (scored and each.reason == SEVERAL))


def _rows_meant(account: RowAccount) -> int:
    """Return the rows that losses are out of: all but those left out on request before the first of them."""
    chosen = takewhile(lambda each: each.chosen, account.dropped)
    return account.read - sum(each.rows for each in chosen)


def sizes(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find audited data that are too few, or tests that lack a label."""
    if record.manifest.job == "audit" and record.manifest.data:
        yield from _too_few(record, policy)
        yield from _missing_labels(record, policy)


def _too_few(record: Record, policy: Policy) -> Iterator[Issue]:
    audited = record.manifest.data[0]
    fewest = min(audited.labels.values(), default=0)
    if fewest < policy.size("label_rows"):
        found = issue("V302", policy, fill("V302.rows", rows=audited.rows, fewest=fewest))
        yield replace(found, name=fill("V302.few_of_a_label"))
        return
    baselines = list(taken(record, "hypothesis_only"))
    for finding in baselines:
        gain = smaller_gain(finding)
        if gain is None or low(gain) > 0:
            continue
        missed = _missed(finding, policy, _shown(finding, policy, gain))
        if not missed and high(gain) >= policy.size("gain"):
            missed = fill("V302.both", gain=gain)
        if missed:
            yield _inconclusive(finding, policy, missed, gain)
    for finding in () if baselines else taken(record, "usable_information"):
        known = measured(finding, "hypothesis.information")
        if known is None or low(known) > 0:
            continue
        missed = _missed(finding, policy, fill("V302.shown_bits", known=known))
        if missed:
            yield _inconclusive(finding, policy, missed, known)


def _inconclusive(finding: Finding, policy: Policy, missed: str, shown: Figure) -> Issue:
    said = fill("V302.gain", missed=missed)
    return issue("V302", policy, said, finding, there(finding, shown.name, SMALLEST))


def _missed(finding: Finding, policy: Policy, shown: str) -> str:
    """Return, in words, that gains of a size that matters would be missed, or an empty text."""
    smallest = finding.figures.get(SMALLEST)
    if smallest is None:
        return ""
    if smallest.value is None:
        return fill("V302.no_gain", shown=shown)
    if smallest.value < policy.size("missed_gain"):
        return ""
    return fill("V302.smallest", smallest=smallest, shown=shown)


def _shown(finding: Finding, policy: Policy, gain: Figure) -> str:
    """Return the gain of the model in words, and whether it hardly leaves the most frequent label."""
    said = answers_of_a_baseline(finding)
    label = max(said, key=lambda each: said[each], default="")
    share = said[label] / max(sum(said.values()), 1.0) if label else 0.0
    if share < policy.size("one_label"):
        return fill("V302.shown", gain=gain)
    return fill("V302.shown_by_few", gain=gain, label=label, said=share)


def _missing_labels(record: Record, policy: Policy) -> Iterator[Issue]:
    audited, *tests = record.manifest.data
    for test in tests:
        own, others = ({label for label, rows in each.labels.items() if rows} for each in (test, audited))
        if "non-entailment" in own | others or own == others:
            continue
        lacks = sorted(others - own) or sorted(own - others)
        where = test.name if others - own else audited.name
        yield issue(
            "V305",
            policy,
            fill("V305.missing", data=where, labels=", ".join(lacks)),
        )
