"""Supported claims with one minimal change: the pairs of a kind, what was left out and why, the challenge."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from rightreasons.challenges.challenge import Challenge, ChallengeOptions, from_pairs
from rightreasons.challenges.changes import CHANGES
from rightreasons.challenges.changes.sentences import Change, LeftOutError
from rightreasons.errors import EmptyDataError, OptionError
from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill, joined

ADDS = {
    "challenge": {
        "argument-swap": "argument_swap",
        "number-change": "number_change",
        "name-change": "name_change",
        "negation": "negation",
    }
}
VERSION, ORIGINAL, CHANGED = "version", "original", "changed"
NEGATION = "negation"
SEED = 2018
CLAIM = "claim"


@dataclass(frozen=True)
class ChangedClaims:
    """What a change makes of the supported rows of some data.

    Parameters
    ----------
    kind
        A name of `CHANGES`.
    pairs
        Every changed claim and, before it, the claim as it was: ``version`` (``original``, ``changed``),
        ``claim``
        (id of the row), ``before`` and ``after`` (what was changed into what; null of the original).
    supported
        Distinct supported pairs, to which the change was tried.
    left_out
        How many were left alone, by reason.
    """

    kind: str
    pairs: PairTable
    supported: int
    left_out: Mapping[str, int]

    @property
    def changed(self) -> int:
        """How many claims were changed."""
        return len(self.pairs) // 2

    def challenge(self) -> Challenge:
        """Return originals and changed claims as a challenge, scored by version."""
        made = from_pairs(self.kind, self.pairs, (VERSION,), clusters=CLAIM)
        share = fill("changed_claims.share", changed=self.changed, supported=self.supported, change=self.kind)
        left = [
            fill("changed_claims.left_out_for", reason=reason, claims=rows)
            for reason, rows in self.left_out.items()
        ]
        without = fill("changed_claims.nothing_left_out")
        notes = (share, fill("changed_claims.left_out", reasons=joined(left, "; ")) if left else without)
        return replace(made, pairs=self.pairs, notes=notes, from_train=True)


def changed_claims(train: PairTable, kind: str, seed: int = SEED, items: int | None = None) -> ChangedClaims:
    """Change the supported claims of some data by one rule.

    A rule is applied to every distinct pair with gold entailment. The changed claim is not entailed by the
    premise: gold is non-entailment or, of the negation, contradiction where the data have three labels.

    Parameters
    ----------
    train
        Pairs with gold labels.
    kind
        A name of `CHANGES`.
    seed
        For what is drawn: the new number, the new name, which claims are taken. Each claim draws for itself,
        so that other rows change nothing about it.
    items
        The most claims that are changed, drawn at random; None: all.

    Raises
    ------
    EmptyDataError
        If there are no supported rows, or none can be changed.
    UnknownNameError
        If there is no such change.
    """
    rule = CHANGES.load(kind)
    rows = train.with_gold().frame.filter(pl.col("label") == Label.ENTAILMENT)
    rows = rows.select("id", "premise", "hypothesis").unique(["premise", "hypothesis"], maintain_order=True)
    left_out: Counter[str] = Counter()
    made: list[tuple[tuple[str, str, str], Change]] = []
    for row in rows.iter_rows():
        try:
            made.append((row, rule(row[1], row[2], _random(seed, kind, row[1], row[2]))))
        except LeftOutError as reason:
            left_out[str(reason)] += 1
    if not made:
        raise EmptyDataError(
            f"{rows.height:,} supported rows of '{printable(train.name)}', none of which can be changed "
            f"by '{kind}'",
            "supported claims that the rule applies to",
            f"name other data with --train; left out: {dict(left_out)}",
        )
    if items is not None and items < len(made):
        drawn = np.sort(np.random.default_rng(seed).permutation(len(made))[:items])
        made = [made[place] for place in drawn]
    gold = Label.CONTRADICTION if kind == NEGATION and _has_contradiction(train) else Label.NON_ENTAILMENT
    pairs = _table(train, kind, made, gold)
    return ChangedClaims(kind, pairs, rows.height, dict(left_out.most_common()))


def argument_swap(train: PairTable | None, options: ChallengeOptions) -> Challenge:
    """Supported claims of --train, subject and object of one clause exchanged."""
    return _challenge("argument-swap", train, options)


def number_change(train: PairTable | None, options: ChallengeOptions) -> Challenge:
    """Supported claims of --train with another number."""
    return _challenge("number-change", train, options)


def name_change(train: PairTable | None, options: ChallengeOptions) -> Challenge:
    """Supported claims of --train with another name."""
    return _challenge("name-change", train, options)


def negation(train: PairTable | None, options: ChallengeOptions) -> Challenge:
    """Supported claims of --train, negated."""
    return _challenge(NEGATION, train, options)


def _challenge(kind: str, train: PairTable | None, options: ChallengeOptions) -> Challenge:
    if train is None:
        raise OptionError(
            f"challenge '{kind}' without training data",
            "the data whose supported claims are changed",
            "name them with --train",
        )
    return changed_claims(train, kind, options.seed, options.per_group).challenge()


def _has_contradiction(train: PairTable) -> bool:
    return set(train.labels) <= {*THREE_WAY} and Label.CONTRADICTION in train.labels


def _random(seed: int, *texts: str) -> np.random.Generator:
    own = hashlib.sha256("\0".join(texts).encode()).digest()[:8]
    return np.random.default_rng([seed, int.from_bytes(own, "big")])


def _table(
    train: PairTable, kind: str, made: list[tuple[tuple[str, str, str], Change]], gold: Label
) -> PairTable:
    records = []
    for (key, premise, claim), change in made:
        shared = {"premise": premise, CLAIM: key}
        records.append({"id": f"{key}-{ORIGINAL}", **shared, "hypothesis": claim, "label":
        Label.ENTAILMENT.value,
                        VERSION: ORIGINAL, "before": None, "after": None})  # fmt: skip
        records.append({"id": f"{key}-{CHANGED}", **shared, "hypothesis": change.text, "label": gold.value,
                        VERSION: CHANGED, "before": change.before, "after": change.after})  # fmt: skip
    columns = ("id", "premise", "hypothesis", "label", VERSION, CLAIM, "before", "after")
    frame = pl.DataFrame(
        {name: [record[name] for record in records] for name in columns},
        schema={name: LABEL_TYPE if name == "label" else pl.String for name in columns},
    )
    source = train.provenance
    note = fill("changed_claims.made", data=train.name, change=kind)
    provenance = Provenance(f"{kind} of {train.name}", source.files, notes=(note,), nouns=source.nouns)
    return PairTable(frame, provenance, Account(frame.height, frame.height))
