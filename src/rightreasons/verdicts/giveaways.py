"""Rules of give-aways: what a set tells of its labels though neither sentence is understood."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.references import Scope
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import (
    Record,
    issue,
    low,
    measured,
    number,
    percent,
    points,
    share,
    smaller_gain,
    taken,
    there,
    value,
)

ADDS = {
    "verdict_rule": [
        "baselines",
        "words",
        "patterns",
        "overlap",
        "majority",
        "leaked_pairs",
        "leaked_texts",
        "labels_dealt_out",
    ]
}

_BASELINES = (
    ("hypothesis_only", "V201", "the hypothesis alone", "a model that never sees the premise"),
    (
        "hypothesis_only_encoder",
        "V201",
        "the hypothesis alone",
        "a linear model on an encoder's features that never sees the premise",
    ),
    ("length_only", "V204", "the length of the hypothesis alone", "a model that sees only this length"),
    ("premise_only", "V208", "the premise alone", "a model that never sees the hypothesis"),
)


def baselines(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that a model gets which does not see the whole pair."""
    for measure, code, what, who in _BASELINES:
        for finding in taken(record, measure):
            gain = smaller_gain(finding)
            if gain is None or low(gain) <= 0 or not _tells_more(finding):
                continue
            if value(gain) < policy.size("gain"):
                yield issue(
                    "V309",
                    policy,
                    f"{who[0].upper()}{who[1:]} beats {_guess(gain)} by {points(gain)}: more "
                    "than chance, and less than matters.",
                    finding,
                    there(finding, gain.name, "accuracy"),
                )
                continue
            yield issue(
                code,
                policy,
                f"The label can be told from {what}: {who} gets {_accuracy(finding)}, {points(gain)} over "
                f"{_guess(gain)}{_most_given_away(finding)}.",
                finding,
                there(finding, gain.name, "accuracy"),
            )


def _tells_more(finding: Finding) -> bool:
    """Whether a baseline is shown to get more than the bag of n-grams beside it, where there is one."""
    missed = finding.figures.get("missed_by_ngrams")
    return missed is None or (missed.value is not None and low(missed) > 0)


def _guess(gain: Figure) -> str:
    return "the set's own most frequent label" if gain.name == "gain_own" else "the most frequent label"


def _accuracy(finding: Finding) -> str:
    figure = measured(finding, "accuracy")
    return "more" if figure is None else f"{percent(value(figure))} right"


def _most_given_away(finding: Finding) -> str:
    """Return, in words, the label whose rows are right most often beyond their share."""
    view = finding.views.get("per_label")
    if view is None or not {"label", "accuracy", "share"} <= set(view.columns) or not view.lines:
        return ""
    best = max(view.records(), key=lambda each: number(each["accuracy"]) - number(each["share"]))
    return f"; of {printable(str(best['label']))} it gets {percent(number(best['accuracy']))}"


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
        count = f"{value(flagged):,.0f} word{'' if value(flagged) == 1 else 's'}"
        yield issue(
            "V202" if matters else "V308",
            policy,
            f"{count} of the hypotheses give{'s' if value(flagged) == 1 else ''} a label away more than "
            f"chance explains, the strongest in {percent(value(highest))} of {highest.n:,} hypotheses "
            f"that hold it; {share(rows)} of the rows hold such a word of their own label.",
            finding,
            ("hypotheses_with_flagged_word", "highest_probability", "words_flagged"),
        )


def patterns(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find phrases that give a label away beyond what shuffled labels show."""
    for finding in taken(record, "artificial_patterns"):
        beyond = measured(finding, "covered_beyond_chance")
        if beyond is not None and low(beyond) >= policy.size("flagged_rows"):
            yield issue(
                "V203",
                policy,
                f"Phrases of the hypothesis that go with one label are in {points(beyond)} more rows than "
                "they would be by chance.",
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
        count = (
            f"{value(contradicting):,.0f} pairs contradict it" if contradicting else "few pairs contradict it"
        )
        if gain >= policy.size("overlap_gain") and low(accuracy) > guess:
            yield issue(
                "V205",
                policy,
                "Whether a pair is entailed can be told from shared words: who says entailment where the "
                f"premise has every word of the hypothesis is right in {share(accuracy)}, "
                f"{100 * gain:+.1f} points over one answer for all; {count}.",
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
                f"Where the premise has every word of the hypothesis, {share(entailed)} of the pairs are "
                f"entailed; {count}: the data teach the heuristic that HANS tests.",
                finding,
                there(finding, *names),
            )


def majority(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find data in which one label is nearly always right."""
    for finding in taken(record, "label_balance"):
        figure = measured(finding, "majority")
        if figure is None or value(figure) < policy.size("majority"):
            continue
        label = max(
            (each for each in finding.figures.values() if each.label is not None),
            key=lambda each: each.value or 0.0,
            default=None,
        )
        name = label.label.value if label is not None and label.label is not None else "one label"
        severe = low(figure) >= policy.size("majority_severe")
        yield issue(
            "V206" if severe else "V304",
            policy,
            f"Always saying {name} is right in {share(figure)} of the rows"
            + (": accuracy says hardly anything else of a model." if severe else "."),
            finding,
            ("majority",),
        )


MEASURE = "duplicates"
TRAINED = (
    "hypothesis_only",
    "hypothesis_only_encoder",
    "premise_only",
    "length_only",
    "form_only",
    "overlap_only",
    "pattern_classifier",
)
"""Measures that are trained on one set and scored on another."""


def leaked_pairs(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find test sets whose pairs are in training."""
    for finding, figure in _leaked(record, "leaked_pairs"):
        if value(figure) >= policy.size("leaked_pairs"):
            yield issue(
                "V106",
                policy,
                f"{_share(figure)} of the pairs of {printable(figure.set or '', 120)} are in the training "
                "data as well: what is right there may be remembered, and no accuracy on it can be read.",
                finding,
                (figure.name,),
                spoils=tuple(map(Scope, TRAINED)),
            )


def leaked_texts(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find test sets of whose sentences many are in training, though their pairs are not."""
    blocked = {
        figure.set
        for _, figure in _leaked(record, "leaked_pairs")
        if value(figure) >= policy.size("leaked_pairs")
    }
    for code, kind, what in (
        ("V209", "leaked_hypotheses", "hypotheses"),
        ("V210", "leaked_premises", "premises"),
    ):
        for finding, figure in _leaked(record, kind):
            if figure.set in blocked or value(figure) < policy.size("leaked_texts"):
                continue
            yield issue(
                code,
                policy,
                f"{_share(figure)} of the rows of {printable(figure.set or '', 120)} have {what} that are "
                "in the training data as well: a model that remembers them can look better than it is.",
                finding,
                (figure.name,),
            )


def _leaked(record: Record, kind: str) -> Iterator[tuple[Finding, Figure]]:
    for finding in taken(record, MEASURE):
        for figure in finding.figures.where("share", what=kind):
            if measured(finding, figure.name):
                yield finding, figure


def _share(figure: Figure) -> str:
    return f"{percent(value(figure))} ({round(value(figure) * figure.n):,} of {figure.n:,})"


def labels_dealt_out(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that can be told from those of other rows with the same sentence."""
    for finding in taken(record, "labels_dealt_out"):
        for figure in finding.figures.where("gain", labels_of="first split"):
            if low(figure) > 0 and value(figure) >= policy.size("gain"):
                yield issue(
                    "V207",
                    policy,
                    "The label of a row can be told from the labels of other rows with the same "
                    f"sentence: who knows only those beats guessing by {points(figure)} "
                    f"({printable(figure.name, 120)}).",
                    finding,
                    (figure.name,),
                )
