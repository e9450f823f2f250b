"""Baselines where texts repeat: nothing is gained by remembering them, and what remembering gives is said."""

import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.long_running import one_in

from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.folds import fold_plan
from rightreasons.findings import Finding
from rightreasons.measures.data.hypothesis_only import hypothesis_only, premise_only
from rightreasons.measures.data.length_only import length_only
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Tokens

MakePairs = Callable[..., PairTable]
Rows = list[tuple[str, str, str]]
LABELS = ["entailment", "neutral", "contradiction"]
TWO = ["entailment", "contradiction"]


def words(table: PairTable) -> Tokens:
    return tokens(table.hypotheses, "word-punct")


def measured(table: PairTable, seed: int = 0) -> Finding:
    return hypothesis_only(table, words(table), seed=seed)


def value(finding: Finding, figure: str) -> float:
    found = finding.figures[figure].value
    assert found is not None
    return found


def bounds(finding: Finding, figure: str) -> tuple[float, float]:
    interval = finding.figures[figure].interval
    assert interval is not None
    return interval.low, interval.high


def sentences(rng: np.random.Generator, number: int, length: int) -> list[list[str]]:
    return [[f"w{word}" for word in rng.integers(0, 300, length)] for _ in range(number)]


def claims(rng: np.random.Generator) -> Rows:
    """Write 60 claims, each with one label and with eight pieces of evidence."""
    labels = rng.choice(LABELS, 60)
    return [
        (f"evidence {claim} {row}", " ".join(text), str(labels[claim]))
        for claim, text in enumerate(sentences(rng, 60, 7))
        for row in range(8)
    ]


def opposites(rng: np.random.Generator) -> Rows:
    """Write claims, each beside its opposite, which is one word from it and has evidence of its own."""
    rows: Rows = []
    for number, claim in enumerate(sentences(rng, 150, 9)):
        other = [*claim[:4], f"w{rng.integers(0, 300)}", *claim[5:]]
        first, second = rng.permutation(TWO).tolist()
        rows += [(f"this {number}", " ".join(claim), first), (f"that {number}", " ".join(other), second)]
    return rows


def crossed(rng: np.random.Generator) -> Rows:
    """Write claims and their opposites with two pieces of evidence each, and pairs that join them all."""
    rows: Rows = []
    for claim, evidence in zip(sentences(rng, 100, 4), sentences(rng, 100, 9), strict=True):
        here, there = (f"w{word}" for word in rng.integers(0, 300, 2))
        texts = [(" ".join([*evidence, word]), " ".join([*claim, word])) for word in (here, there)]
        rows += [
            (texts[one][0], texts[other][1], TWO[int(one != other)]) for one in (0, 1) for other in (0, 1)
        ]
    links = [(rows[4 * n][0], rows[(4 * n + 5) % 400][1], str(rng.choice(TWO))) for n in range(100)]
    return [*rows, *links]


def dense(rng: np.random.Generator) -> Rows:
    """Pair 30 premises with 30 hypotheses, each of which leans to a label."""
    premises, hypotheses = sentences(rng, 30, 9), sentences(rng, 30, 7)
    lean = rng.normal(size=(2, 30, 3))
    cells = rng.choice(900, 450, replace=False)
    return [
        (
            " ".join(premises[cell // 30]),
            " ".join(hypotheses[cell % 30]),
            LABELS[int((lean[0][cell // 30] + lean[1][cell % 30]).argmax())],
        )
        for cell in cells.tolist()
    ]


@pytest.mark.parametrize(
    ("draw", "scheme"),
    [(claims, "components"), (opposites, "components"), (crossed, "two-way"), (dense, "two-way")],
)
def test_what_only_a_memory_of_texts_could_know_is_no_gain(
    make_pairs: MakePairs, draw: Callable[[np.random.Generator], Rows], scheme: str
) -> None:
    gains = []
    for seed in range(3):
        found = measured(make_pairs(draw(np.random.default_rng(seed))), seed)
        low, high = bounds(found, "gain")
        assert low <= 0 <= high
        assert found.settings["folds_scheme"] == scheme
        assert found.tests["majority"].p_value is not None
        assert found.tests["majority"].p_value > 0.05
        gains.append(value(found, "gain"))
    assert abs(float(np.mean(gains))) < 0.04


def test_what_a_memory_of_claims_would_get_stands_beside(make_pairs: MakePairs) -> None:
    found = measured(make_pairs(claims(np.random.default_rng(1))))
    assert value(found, "accuracy_memorised") > 0.95
    difference = value(found, "accuracy_memorised") - value(found, "accuracy")
    assert value(found, "memorised_gain") == pytest.approx(difference)
    assert bounds(found, "memorised_gain")[0] > 0.2
    alone = measured(make_pairs([(f"p{n}", f"h{n} w{n % 9}", LABELS[n % 3]) for n in range(60)]))
    assert alone.figures["memorised_gain"].value is None
    assert "no two rows share a text" in (alone.figures["accuracy_memorised"].reason or "")


def test_every_baseline_says_how_it_was_cross_fitted(make_pairs: MakePairs) -> None:
    table = make_pairs(claims(np.random.default_rng(2)))
    for found in (measured(table), length_only(table, words(table)), premise_only(table, words(table))):
        assert found.settings["components"] == 60
        assert found.settings["largest_component"] == pytest.approx(1 / 60)
        assert found.settings["fitted_share"] == pytest.approx(0.8)
        assert any(
            "60 components of linked rows, the largest with 1.7 % of the rows" in note for note in found.notes
        )
    star = make_pairs([("one for all", f"h{n}", LABELS[n % 3]) for n in range(60)])
    assert any("One premise occurs in 100 % of the rows" in note for note in measured(star).notes)


@pytest.mark.parametrize("labels", one_in(2, [[0.4, 0.3, 0.3], [0.7, 0.2, 0.1]]))
def test_labels_without_signal_come_out_at_the_majority_of_the_rows_fitted_to(
    make_pairs: MakePairs, labels: list[float]
) -> None:
    covered, gains = 0, []
    for seed in range(25):
        rng = np.random.default_rng(seed)
        drawn = rng.choice(LABELS, 150, p=labels)
        texts = sentences(rng, 150, 7)
        found = measured(
            make_pairs([(f"p{n}", " ".join(text), str(drawn[n])) for n, text in enumerate(texts)]), seed
        )
        low, high = bounds(found, "gain")
        covered += low <= 0 <= high
        gains.append(value(found, "gain"))
    assert covered >= 23
    assert abs(float(np.mean(gains))) < 0.02


def test_a_test_is_split_by_what_training_has(make_pairs: MakePairs) -> None:
    """Half of the test are claims of training, whose words tell labels; the others are new and tell none."""
    rng = np.random.default_rng(3)
    rows = [(premise, f"{text} tell{label}", label) for premise, text, label in claims(rng)]
    new = [
        (f"other {n}", " ".join(text), str(rng.choice(LABELS)))
        for n, text in enumerate(sentences(rng, 80, 7))
    ]
    old = [
        (f"other {100 + n}", rows[8 * (n % 60)][1].upper() + "!", rows[8 * (n % 60)][2]) for n in range(80)
    ]
    train, test = make_pairs(rows, name="train"), make_pairs([*old, *new], name="test")
    found = hypothesis_only(train, words(train), test, words(test))
    known, unknown = (found.figures[f"accuracy.hypothesis_{part}"] for part in ("in_train", "not_in_train"))
    assert (known.n, unknown.n) == (80, 80)
    assert (known.value or 0) > 0.95
    assert (unknown.value or 1) < 0.55
    assert found.figures["accuracy.premise_in_train"].n == 0
    assert found.figures["accuracy.pair_not_in_train"].n == 160
    assert "of the 80 test rows whose hypothesis is not in training" in found.headline
    assert f"On all 160 rows, it is correct in {100 * value(found, 'accuracy'):.1f} %" in found.headline
    few = make_pairs([*old, *new[:10]], name="test")
    both = hypothesis_only(train, words(train), few, words(few))
    assert "of 90 test rows" in both.headline
    assert "On the 10 whose hypothesis is not in training" in both.headline


def test_below_the_majority_the_reason_is_given(make_pairs: MakePairs) -> None:
    train = make_pairs([(f"p{n}", f"{'yes' if n % 2 else 'no'} w{n}", TWO[n % 2]) for n in range(200)])
    turned = make_pairs([(f"q{n}", f"{'yes' if n % 2 else 'no'} v{n}", TWO[1 - n % 2]) for n in range(200)])
    found = hypothesis_only(train, words(train), turned, words(turned))
    assert bounds(found, "gain")[1] < 0
    assert found.notes[0].startswith("Below the majority")


def same_folds_in_scikit_learn(table: PairTable, seed: int) -> float:
    """Return the accuracy of scikit-learn's model over word and character n-grams with the same folds."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline, make_union

    codes = label_codes(table.gold, table.labels)
    plan = fold_plan(table, codes, seed)
    texts = np.array(table.hypotheses.to_list(), dtype=object)
    right = np.zeros(len(codes), dtype=bool)
    for block in plan.blocks:
        seen, held_out = plan.fitted_to(block), plan.held_out(block)
        vectors = make_union(
            TfidfVectorizer(ngram_range=(1, 2), min_df=2, token_pattern=r"\w+|[^\w\s]"),  # noqa: S106  # a pattern, not a password
            TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), min_df=2),
        )
        inner = [(np.flatnonzero(plan.block[seen] != each), np.flatnonzero(plan.block[seen] == each))
                 for each in plan.inner(block)]  # fmt: skip
        search = GridSearchCV(
            LogisticRegression(max_iter=300), {"C": [0.001, 0.1, 1.0]}, scoring="neg_log_loss", cv=inner
        )
        model = make_pipeline(vectors, search).fit(texts[seen], codes[seen])
        right[held_out] = model.predict(texts[held_out]) == codes[held_out]
    return float(right.mean())


def _healthver(folder: Path, make_pairs: MakePairs) -> PairTable:
    with gzip.open(folder / "healthver/healthver_dev.csv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(io.StringIO(file.read())))
    named = {"Supports": LABELS[0], "Neutral": LABELS[1], "Refutes": LABELS[2]}
    return make_pairs([(row["evidence"], row["claim"], named[row["label"]]) for row in rows])


def _fever_symmetric(folder: Path, make_pairs: MakePairs) -> PairTable:
    with gzip.open(folder / "fever_symmetric/fever_symmetric_dev.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    named = {"SUPPORTS": LABELS[0], "REFUTES": LABELS[2]}
    return make_pairs([(row["evidence"], row["claim"], named[row["label"]]) for row in rows])


def _mpe(folder: Path, make_pairs: MakePairs) -> PairTable:
    lines = (folder / "mpe/mpe_dev.txt").read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines[1:]]
    return make_pairs([(" ".join(row[1:5]), row[5], row[9]) for row in fields if len(row) == 10])


@pytest.mark.long
@pytest.mark.parametrize(
    ("read", "low", "high"), [(_healthver, 0.45, 0.54), (_fever_symmetric, 0.49, 0.51), (_mpe, 0.43, 0.48)]
)
def test_published_sets_are_where_scikit_learn_has_them_with_the_same_folds(
    shared_data: Path,
    make_pairs: MakePairs,
    read: Callable[[Path, MakePairs], PairTable],
    low: float,
    high: float,
) -> None:
    table = read(shared_data, make_pairs)
    found = measured(table, seed=2018)
    assert low <= value(found, "accuracy") <= high
    assert value(found, "accuracy") == pytest.approx(same_folds_in_scikit_learn(table, 2018), abs=0.015)
    assert bounds(found, "gain")[1] >= 0
