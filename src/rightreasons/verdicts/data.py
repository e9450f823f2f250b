"""Rules of data: what a set gives away without the premise, or without either sentence being understood."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, high, issue, known, low, percent, points, share, taken, value

_BASELINES = (
    ("hypothesis_only", "V201", "the hypothesis alone", "a model that never sees the premise"),
    ("length_only", "V204", "the length of the hypothesis alone", "a model that sees only this length"),
    ("premise_only", "V208", "the premise alone", "a model that never sees the hypothesis"),
)
_DOWN_SAMPLE = (
    "take the rows out with `make downsampled`, debias what is trained on it, or say so in the card"
)


def baselines(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that a model gets which does not see the whole pair."""
    again = _claims_again(record, policy)
    for measure, code, what, who in _BASELINES:
        for finding in taken(record, measure):
            gain = _smaller_gain(finding)
            if gain is None or low(gain) <= 0 or (measure == "hypothesis_only" and again):
                continue
            if value(gain) < policy.size("gain"):
                yield issue(
                    "V309",
                    policy,
                    f"{who[0].upper()}{who[1:]} beats the most frequent label by {points(gain)}: more than chance, and less "
                    "than matters.",
                    finding,
                    (gain.name, "accuracy"),
                )
                continue
            yield issue(
                code,
                policy,
                f"The label can be told from {what}: {who} gets {_accuracy(finding)}, {points(gain)} over the most "
                f"frequent label{_most_given_away(finding)}.",
                finding,
                (gain.name, "accuracy"),
            )


def _smaller_gain(finding: Finding) -> Figure | None:
    """Return the gain over the label most frequent in training or in the set itself, whichever is less."""
    gains = [gain for name in ("gain", "gain_own") if (gain := known(finding, name)) is not None]
    return min(gains, key=value, default=None)


def _accuracy(finding: Finding) -> str:
    figure = known(finding, "accuracy")
    return "it" if figure is None else f"{share(figure)} right"


def _most_given_away(finding: Finding) -> str:
    """Return, in words, the label whose rows are right most often beyond their share."""
    view = finding.views.get("per_label")
    if view is None or not {"label", "accuracy", "share"} <= set(view.columns) or not view.lines:
        return ""
    lines = [view.cells(line) for line in range(len(view.lines))]
    best = max(lines, key=lambda each: _number(each["accuracy"]) - _number(each["share"]))
    return f"; of {printable(str(best['label']))} it gets {percent(_number(best['accuracy']))}"


def _number(cell: object) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0


def _claims_again(record: Record, policy: Policy) -> bool:
    """Return whether a hypothesis-only model may remember claims: folds part premises, and claims recur."""
    crossed = any(
        finding.settings.get("folds_grouped_by") == "premise" for finding in taken(record, "hypothesis_only")
    )
    repeated = [known(finding, "repeated_hypotheses") for finding in taken(record, "duplicates")]
    return (
        crossed
        and len(record.manifest.data) == 1
        and any(value(figure) >= policy.size("repeated") for figure in repeated)
    )


def words(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find words that give a label away, in many rows or in few."""
    shares = [
        figure.value or 0.0
        for balance in taken(record, "label_balance")
        for figure in balance.figures.values()
        if figure.label is not None
    ]
    for finding in taken(record, "give_away_words"):
        flagged = known(finding, "words_flagged")
        rows, highest = (
            known(finding, name) for name in ("hypotheses_with_flagged_word", "highest_probability")
        )
        if flagged is None or rows is None or highest is None or not value(flagged):
            continue
        often = low(rows) >= policy.size("flagged_rows")
        strong = low(highest) >= max(shares, default=0.5) + policy.size("word_excess")
        matters = often and strong and not _claims_again(record, policy)
        count = f"{value(flagged):,.0f} word{'' if value(flagged) == 1 else 's'}"
        yield issue(
            "V202" if matters else "V308",
            policy,
            f"{count} of the hypotheses give{'s' if value(flagged) == 1 else ''} a label away more than chance "
            f"explains, the strongest in {percent(value(highest))} of {highest.n:,} hypotheses that hold it; "
            f"{share(rows)} of the rows hold such a word of their own label.",
            finding,
            ("hypotheses_with_flagged_word", "highest_probability", "words_flagged"),
        )


def patterns(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find phrases that give a label away beyond what shuffled labels show."""
    for finding in taken(record, "artificial_patterns"):
        beyond = known(finding, "covered_beyond_chance")
        if beyond is not None and low(beyond) > 0 and value(beyond) >= policy.size("flagged_rows"):
            yield issue(
                "V203",
                policy,
                f"Phrases of the hypothesis go with one label in {share(beyond)} more rows than they would by chance.",
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
        accuracy, others, entailed, contradicting = (known(finding, name) for name in names)
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
                "Whether a pair is entailed can be told from shared words: who says entailment where the premise "
                f"has every word of the hypothesis is right in {share(accuracy)}, {100 * gain:+.1f} points over "
                f"one answer for all; {count}.",
                finding,
                names,
            )
        elif (
            low(entailed) >= policy.size("overlap_entailed")
            and entailed.n >= policy.size("overlap_rows") * accuracy.n
        ):
            yield issue(
                "V312",
                policy,
                f"Where the premise has every word of the hypothesis, {share(entailed)} of the pairs are entailed; "
                f"{count}: the data teach the heuristic that HANS tests.",
                finding,
                names,
            )


def majority(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find data in which one label is nearly always right."""
    for finding in taken(record, "label_balance"):
        figure = known(finding, "majority")
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


def gold(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find gold labels that contradict each other, or on which annotators do not agree."""
    for finding in taken(record, "duplicates"):
        figure = known(finding, "conflicting_pairs")
        if figure is not None and value(figure) >= policy.size("conflicting"):
            yield issue(
                "V306",
                policy,
                f"{percent(value(figure))} of {figure.n:,} rows have a pair that also occurs with another gold "
                "label: no model can be right in all of them.",
                finding,
                ("conflicting_pairs",),
            )
    for finding in taken(record, "annotator_agreement"):
        kappa = known(finding, "fleiss_kappa")
        if kappa is not None and high(kappa) < policy.size("kappa"):
            yield issue(
                "V307",
                policy,
                f"Annotators agree little beyond chance (Fleiss' kappa {value(kappa):.2f}, n = {kappa.n:,}): gold is "
                "one opinion among others.",
                finding,
                ("fleiss_kappa",),
            )


def texts(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find claims that recur under several premises, and premises that are documents."""
    if _claims_again(record, policy):
        for finding in taken(record, "duplicates"):
            figure = known(finding, "repeated_hypotheses")
            yield issue(
                "V310",
                policy,
                f"{percent(value(figure))} of the rows have a hypothesis that occurs again: hypothesis-only and "
                "length-only figures were taken over folds that part premises and not claims, so that a model may "
                "have remembered claims, or learned each label the wrong way round.",
                finding,
                ("repeated_hypotheses",),
            )
    for finding in taken(record, "lengths"):
        mean = _premise_tokens(finding)
        if mean >= policy.size("document_tokens"):
            yield issue(
                "V311",
                policy,
                f"Premises have {mean:,.0f} tokens on average: they are documents, in which the words of most "
                "hypotheses occur, and which models may cut.",
                finding,
            )


def _premise_tokens(finding: Finding) -> float:
    """Return the mean length of premises over all rows, 0 where it is not known."""
    view = finding.views.get("premise_by_label")
    if view is None or not {"rows", "mean"} <= set(view.columns):
        return 0.0
    lines = [view.cells(line) for line in range(len(view.lines))]
    rows = sum(_number(each["rows"]) for each in lines)
    return sum(_number(each["rows"]) * _number(each["mean"]) for each in lines) / rows if rows else 0.0


def reading(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find sets of which much was dropped, that are too small, or that lack a label."""
    for data in record.manifest.data:
        account, name = data.account, printable(data.name, 120)
        dropped = account.read - account.kept
        if account.read and dropped / account.read >= policy.size("dropped"):
            reasons = "; ".join(
                f"{printable(each.reason, 120)}: {each.rows:,}" for each in account.dropped[:3]
            )
            yield issue(
                "V301",
                policy,
                f"{dropped:,} of {account.read:,} rows of {name} were dropped in reading "
                f"({percent(dropped / account.read)}; {reasons}): the figures are those of the rest.",
            )
    if record.manifest.job == "audit":
        yield from _too_few(record, policy)
        yield from _missing_labels(record, policy)


def _too_few(record: Record, policy: Policy) -> Iterator[Issue]:
    audited = record.manifest.data[0]
    fewest = min(audited.labels.values(), default=0)
    if fewest < policy.size("label_rows"):
        yield issue(
            "V302",
            policy,
            f"There are too few rows: {audited.rows:,} in all, {fewest:,} of the rarest label. What is not found in "
            "them is not excluded.",
        )
        return
    for finding in taken(record, "hypothesis_only"):
        gain = _smaller_gain(finding)
        if gain is not None and low(gain) <= 0 and high(gain) >= policy.size("gain"):
            yield issue(
                "V302",
                policy,
                f"There are too few rows to tell whether the hypothesis alone gives the label away: {points(gain)} "
                "over the most frequent label holds both nothing and a gain that matters.",
                finding,
                (gain.name,),
            )


def _missing_labels(record: Record, policy: Policy) -> Iterator[Issue]:
    audited, *tests = record.manifest.data
    for test in tests:
        own, others = ({label for label, rows in each.labels.items() if rows} for each in (test, audited))
        if "non-entailment" in own | others or own == others:
            continue
        lacks = sorted(others - own) or sorted(own - others)
        where = printable(test.name if others - own else audited.name, 120)
        yield issue(
            "V305",
            policy,
            f"No row of {where} has the label {', '.join(lacks)}, which the other set has: accuracies on the two "
            "are not of the same task.",
        )
