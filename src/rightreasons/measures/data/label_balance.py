"""How the labels are spread, and what always guessing one of them gets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rightreasons.artifacts.shared_texts import repeats_of
from rightreasons.artifacts.text_hashes import TextHashes
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Finding, View
from rightreasons.labels import Label, collapse, in_order
from rightreasons.measures.blocks import Blocks
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.contingency import chi_square
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, TestResult

ADDS = {"measure": ["label_balance"]}

Counts = Mapping[Label, int]


@dataclass(frozen=True)
class LabelPart:
    """What some rows of a set come to.

    Parameters
    ----------
    name
        The set.
    counts
        Rows by gold label, of the labels that occur.
    texts
        Hashes of their texts.
    """

    name: str
    counts: Counts
    texts: TextHashes


def label_balance(train: PairTable, test: PairTable | None = None) -> Finding:
    """Count labels, and score the majority baseline twice.

    Parameters
    ----------
    train
        The data audited.
    test
        The data scored; None scores `train` itself. Rows without gold are left out. Where one of the two has
        the label non-entailment, both are collapsed to two labels.

    Returns
    -------
    Finding
        Figures ``majority``, ``majority_own``, ``share.LABEL`` of `train` and ``test_share.LABEL``. Tests
        ``equal_shares`` (of `train`) and, with a test set, ``train_and_test``.
    """
    return finished(counted(train), None if test is None else counted(test))


def counted(train: PairTable) -> LabelPart:
    """Return what some rows of a set come to."""
    return LabelPart(train.name, train.counts(), TextHashes.of(train))


def merged(one: LabelPart, other: LabelPart) -> LabelPart:
    """Return what both come to together."""
    labels = in_order((*one.counts, *other.counts))
    counts = {label: one.counts.get(label, 0) + other.counts.get(label, 0) for label in labels}
    return LabelPart(one.name, counts, one.texts + other.texts)


def finished(train: LabelPart, test: LabelPart | None = None) -> Finding:
    """Return the finding of `label_balance` of what all rows of each set come to."""
    parts = {"train": train} if test is None else {"train": train, "test": test}
    counts = _on_one_scheme({name: part.counts for name, part in parts.items()})
    names = {name: part.name for name, part in parts.items()}
    scored = "train" if test is None else "test"
    guessed, own = _most_frequent(counts["train"]), _most_frequent(counts[scored])
    figures = Figures(
        [
            _majority("majority", counts[scored], guessed, names[scored]),
            _majority("majority_own", counts[scored], own, names[scored]),
            *_label_shares("share", counts["train"], train.name),
            *(() if test is None else _label_shares("test_share", counts["test"], test.name)),
        ]
    )
    tests = {"equal_shares": _against_equal_shares(counts["train"])}
    if test is not None:
        tests["train_and_test"] = _against_each_other(counts["train"], counts["test"])
    return Finding(
        measure="label_balance",
        subject=train.name if test is None else f"{train.name} -> {test.name}",
        definition=fill("label_balance.definition"),
        headline=_headline(guessed, figures["majority"], test),
        figures=figures,
        views={"shares": _shares(counts, names), "baselines": _baselines(figures)},
        tests=tests,
        notes=(*_notes(counts, tuple(train.counts), guessed, own), *repeats_of(train.texts)),
    )


BLOCKS = Blocks(counted, merged, finished)


def _on_one_scheme(counts: Mapping[str, Counts]) -> dict[str, Counts]:
    if not any(Label.NON_ENTAILMENT in each for each in counts.values()):
        return {**counts}
    return {name: _collapsed(each) for name, each in counts.items()}


def _collapsed(counts: Counts) -> Counts:
    return {
        to: sum(n for label, n in counts.items() if collapse(label) is to)
        for to in in_order(collapse(label) for label in counts)
    }


def _most_frequent(counts: Counts) -> Label:
    return max(counts, key=lambda label: counts[label], default=Label.ENTAILMENT)


def _majority(name: str, counts: Counts, label: Label, of: str) -> Figure:
    share, rows = _share(counts, label), where(set=of, label=label)
    return Figure("majority_accuracy", share, label=label, rows=rows, what=name)


def _label_shares(name: str, counts: Counts, of: str) -> Iterator[Figure]:
    for label in counts:
        rows = where(set=of, label=label)
        share = _share(counts, label)
        yield Figure("share", share, label=label, rows=rows, what=name)


def _share(counts: Counts, label: Label) -> Estimate:
    return proportion(counts.get(label, 0), sum(counts.values()))


def _against_equal_shares(counts: Counts) -> TestResult:
    from scipy.special import chdtrc

    method, n = "chi-square against equal shares", sum(counts.values())
    if len(counts) < 2:
        return TestResult(method, None, None, n, reason="one label only")
    counted, degrees = np.array(list(counts.values()), dtype=np.float64), len(counts) - 1
    statistic = float(((counted - counted.mean()) ** 2 / counted.mean()).sum())
    return TestResult(method, statistic, float(chdtrc(degrees, statistic)), n, degrees)


def _against_each_other(train: Counts, test: Counts) -> TestResult:
    labels = in_order((*train, *test))
    return chi_square([[counts.get(label, 0) for label in labels] for counts in (train, test)])


def _shares(counts: Mapping[str, Counts], names: Mapping[str, str]) -> View:
    estimates = [
        (name, label, _share(each, label), each[label]) for name, each in counts.items() for label in each
    ]
    rows = tuple(
        (names[name], label.value, n, share.value, *share.bounds) for name, label, share, n in estimates
    )
    return View(
        fill("label_balance.shares"),
        ("set", "label", "rows", "share", "low", "high"),
        rows,
        by=("set", "label"),
        bounds={"share": ("low", "high")},
        line_rows=tuple(where(set=names[name], label=label) for name, label, _, _ in estimates),
    )


def _baselines(figures: Figures) -> View:
    both = [figures[name] for name in ("majority", "majority_own")]
    rows = tuple((each.name, str(each.label), each.n, each.value, *each.bounds) for each in both)
    return View(
        fill("label_balance.baselines"),
        ("baseline", "label", "rows", "accuracy", "low", "high"),
        rows,
        by=("baseline",),
        roles={"baseline": "group"},
        bounds={"accuracy": ("low", "high")},
        line_rows=tuple(each.rows for each in both),
    )


def _notes(
    counts: Mapping[str, Counts], labels: Sequence[Label], guessed: Label, own: Label
) -> tuple[str, ...]:
    notes = []
    if Label.NON_ENTAILMENT in counts["train"] and Label.NON_ENTAILMENT not in labels:
        notes.append(fill("label_balance.two_in_test"))
    if Label.NON_ENTAILMENT in labels and "test" in counts:
        notes.append(fill("label_balance.two_in_audited"))
    if guessed is not own:
        notes.append(fill("label_balance.own", own=own, guessed=guessed))
    return tuple(notes)


def _headline(guessed: Label, majority: Figure, test: LabelPart | None) -> str:
    if not majority.interval:
        if test is None:
            return fill("label_balance.nothing", label=guessed)
        return fill("label_balance.nothing_of_test", label=guessed, test=test.name)
    if test is None:
        return fill("label_balance.headline", label=guessed, majority=majority)
    return fill("label_balance.headline_of_test", label=guessed, majority=majority, test=test.name)
