"""Rules of give-aways: how its labels can be predicted though neither sentence is understood."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.leaks import repeated_pairs, similar_pairs
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import (
    Record,
    issue,
    judged_gain,
    low,
    measured,
    number,
    taken,
    there,
    value,
)

ADDS = {
    "verdict_rule": [
        "baselines",
        "words",
        "words_of_few_sources",
        "patterns",
        "overlap",
        "majority",
        "labels_dealt_out",
    ]
}

_BASELINES = (
    ("hypothesis_only", "V201", "V201.told", "V309.told"),
    ("hypothesis_only_encoder", "V201", "V201.told_by_features", "V309.told_by_features"),
    ("length_only", "V204", "V204.told", "V309.told_by_length"),
    ("premise_only", "V208", "V208.told", "V309.told_by_premise"),
)
"""Measure, code, and what is said of a gain that matters and of one that does not."""

_TOO_FEW_SOURCES = {
    "premises": ("V412.word", "V412.words"),
    "templates": ("V412.word_of_templates", "V412.words_of_templates"),
}
"""What is said of one word, and of several, that stand in too few of these."""

_WITHIN_TEMPLATES = {
    "hypothesis_only": "V338.told",
    "length_only": "V338.told_by_length",
    "premise_only": "V338.told_by_premise",
}
"""What is said of a gain that is not there where whole templates are held out."""


def baselines(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that a model gets which does not see the whole pair."""
    for measure, code, matters, little in _BASELINES:
        for finding in taken(record, measure):
            gain = judged_gain(finding, policy)
            if gain is None or low(gain) <= 0 or not _tells_more(finding):
                continue
            accuracy = gain.name.replace("gain.", "accuracy.") if gain.group else "accuracy"
            if value(gain) < policy.size("gain"):
                yield issue(
                    "V309",
                    policy,
                    fill(little, guess=_guess(gain), gain=gain),
                    finding,
                    there(finding, gain.name, accuracy),
                )
                continue
            held = _held_out(finding)
            if held is not None and (low(held) <= 0 or value(held) < policy.size("gain")):
                yield _within_templates(finding, policy, gain, held)
                if value(held) < policy.size("gain"):
                    continue
            yield issue(
                code,
                policy,
                fill(matters, result=_result(finding, gain, accuracy), most=_most_given_away(finding)),
                finding,
                there(finding, gain.name, accuracy),
            )


def _held_out(finding: Finding) -> Figure | None:
    """Return the gain of models that know no row of a row's template, where there are templates."""
    return next(iter(finding.figures.where("gain", what="gain_held_out")), None)


def _within_templates(finding: Finding, policy: Policy, gain: Figure, held: Figure) -> Issue:
    none = held.value is None
    shown = fill("V338.none_held_out") if none else fill("V338.held_out", held=held)
    sentence = fill(_WITHIN_TEMPLATES[finding.measure], gain=gain, column=held.group["column"], held=shown)
    return issue("V338", policy, sentence, finding, (gain.name, held.name))


def _tells_more(finding: Finding) -> bool:
    """Whether a baseline is shown to get more than the bag of n-grams beside it, where there is one."""
    missed = finding.figures.get("missed_by_ngrams")
    return missed is None or (missed.value is not None and low(missed) > 0)


def _guess(gain: Figure) -> str:
    own = gain.name == "gain_own"
    return fill("baseline_alone.own_majority") if own else fill("baseline_alone.majority")


def _result(finding: Finding, gain: Figure, name: str) -> str:
    accuracy, guess = measured(finding, name), _guess(gain)
    if accuracy is None:
        return fill("baseline_alone.result_unknown", gain=gain, guess=guess)
    return fill("baseline_alone.result", accuracy=accuracy, gain=gain, guess=guess)


def _most_given_away(finding: Finding) -> str:
    """Return, in words, the label whose rows are right most often beyond their share."""
    view = finding.views.get("per_label")
    if view is None or not {"label", "accuracy", "share"} <= set(view.columns) or not view.lines:
        return ""
    best = max(view.records(), key=lambda each: number(each["accuracy"]) - number(each["share"]))
    return fill("baseline_alone.most", label=best["label"], accuracy=number(best["accuracy"]))


def words(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find words that give a label away, in many rows or in few."""
    shares = [
        figure.value or 0.0
        for balance in taken(record, "label_balance")
        for figure in balance.figures.values()
        if figure.label is not None
    ]
    for finding in taken(record, "give_away_words"):
        flagged = measured(finding, "words_flagged")
        rows, highest = (
            measured(finding, name) for name in ("hypotheses_with_flagged_word", "highest_probability")
        )
        if flagged is None or rows is None or highest is None or not value(flagged):
            continue
        often = low(rows) >= policy.size("flagged_rows")
        strong = low(highest) >= max(shares, default=0.5) + policy.size("word_excess")
        matters = often and strong
        code, form = "V202" if matters else "V308", "word" if value(flagged) == 1 else "words"
        yield issue(
            code,
            policy,
            fill(f"{code}.{form}", words=flagged, highest=highest, rows=rows),
            finding,
            ("hypotheses_with_flagged_word", "highest_probability", "words_flagged"),
        )


def words_of_few_sources(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find words that point to a label, of which no test could show it beyond their few premises."""
    for finding in taken(record, "give_away_words"):
        few = measured(finding, "words_in_too_few_sources")
        if few is not None and value(few):
            column = finding.settings.get("templates")
            one, several = _TOO_FEW_SOURCES["templates" if column else "premises"]
            shown = {"column": column} if column else {}
            sentence = fill(one if value(few) == 1 else several, words=few, **shown)
            yield issue("V412", policy, sentence, finding, (few.name,))


def patterns(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find phrases that give a label away beyond what shuffled labels and repeated pairs explain."""
    for finding in taken(record, "artificial_patterns"):
        beyond = measured(finding, "covered_beyond_chance")
        if beyond is not None and low(beyond) - repeated_pairs(record, policy) >= policy.size("flagged_rows"):
            yield issue(
                "V203",
                policy,
                fill("V203.patterns", beyond=beyond),
                finding,
                ("covered_beyond_chance",),
            )


def overlap(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find data that bear out the heuristic that shared words mean entailment."""
    for finding in taken(record, "overlap_heuristics"):
        names = (
            *("strict.lexical_overlap.accuracy", "not_entailed"),
            *("strict.lexical_overlap.entailed", "strict.lexical_overlap.contradicting"),
        )
        accuracy, others, entailed, contradicting = (measured(finding, name) for name in names)
        if accuracy is None or others is None or entailed is None:
            continue
        guess = max(value(others), 1 - value(others))
        gain = value(accuracy) - guess
        contradict = (
            fill("overlap.contradicting", pairs=contradicting)
            if contradicting
            else fill("overlap.few_contradicting")
        )
        if gain >= policy.size("overlap_gain") and low(accuracy) > guess:
            yield issue(
                "V205",
                policy,
                fill("V205.overlap", accuracy=accuracy, gain=gain, contradicting=contradict),
                finding,
                there(finding, *names),
            )
        elif (
            low(entailed) >= policy.size("overlap_entailed")
            and entailed.n >= policy.size("overlap_rows") * accuracy.n
        ):
            yield issue(
                "V312",
                policy,
                fill("V312.entailed", entailed=entailed, contradicting=contradict),
                finding,
                there(finding, *names),
            )


def majority(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find data in which one label is nearly always right."""
    for finding in taken(record, "label_balance"):
        figure = measured(finding, "majority_own")
        if figure is None or value(figure) < policy.size("majority"):
            continue
        code = "V206" if low(figure) >= policy.size("majority_severe") else "V304"
        yield issue(
            code,
            policy,
            fill(f"{code}.majority", label=figure.label or "", majority=figure),
            finding,
            (figure.name,),
        )


def labels_dealt_out(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that can be predicted from those of other rows with the same sentence."""
    similar = similar_pairs(record)
    for finding in taken(record, "labels_dealt_out"):
        for figure in finding.figures.where("gain", labels_of="first split"):
            leak = similar.get(figure.set)
            if leak is not None and value(leak) >= policy.size("leaked_texts"):  # it is that leak
                continue
            rows = figure.n if leak is None else leak.n
            if low(figure) > 0 and value(figure) * figure.n / rows >= policy.size("gain"):
                yield issue(
                    "V207",
                    policy,
                    fill("V207.dealt_out", gain=figure, figure=figure.name),
                    finding,
                    (figure.name,),
                )
