"""Items of several right labels: what is named against brute force, readings by item, what is not taken."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rightreasons import probe, read_pairs
from rightreasons.errors import NotApplicableError
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY, TWO_WAY
from rightreasons.measures.model.inputs import SeveralLabels
from rightreasons.measures.model.label_sets import label_sets
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions

NAMES = [str(label) for label in THREE_WAY]


def said(ids: list[str], shares: np.ndarray) -> Predictions:
    labels = pl.Series("label", [NAMES[each] for each in shares.argmax(axis=1)], dtype=LABEL_TYPE)
    columns = [pl.Series(name, shares[:, place]) for place, name in enumerate(NAMES)]
    return Predictions(pl.DataFrame([pl.Series("id", ids), labels, *columns]), THREE_WAY, Provenance("model"))


def answered(right: np.ndarray, shares: np.ndarray) -> SeveralLabels:
    ids = [f"i{place}" for place in range(len(right))]
    sets = [[name for name, given in zip(NAMES, row, strict=True) if given] for row in right]
    frame = pl.DataFrame({"id": ids, "label_set": sets})
    return SeveralLabels("set, several labels", "set", frame, said(ids, shares))


def drawn(items: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return random sets of one to three labels, and random probabilities."""
    rng = np.random.default_rng(seed)
    right = rng.random((items, 3)) < 0.5
    right[np.arange(items), rng.integers(3, size=items)] = True
    return right, rng.dirichlet(np.ones(3), items)


def values(finding: Finding) -> dict[str, float | None]:
    return {name: figure.value for name, figure in finding.figures.items()}


def test_any_of_and_chance_are_those_counted_item_by_item() -> None:
    right, shares = drawn(400, 1)
    found = values(label_sets(answered(right, shares)))
    several = [row for row in range(400) if right[row].sum() > 1]
    hits = [bool(right[row][max(range(3), key=lambda label: shares[row][label])]) for row in several]
    assert found["several_labels.any_of"] == pytest.approx(sum(hits) / len(hits))
    chance = sum(right[row].sum() / 3 for row in several) / len(several)
    assert found["several_labels.by_chance"] == pytest.approx(chance)
    assert found["one_label.by_chance"] == pytest.approx(1 / 3)


def test_a_model_that_gives_every_right_label_the_same_share_names_every_set() -> None:
    right, _ = drawn(300, 2)
    found = values(label_sets(answered(right, right / right.sum(axis=1, keepdims=True))))
    assert (found["all.exact_set"], found["all.any_of"]) == (1.0, 1.0)


def test_a_model_without_probabilities_names_one_label_so_no_set_of_several_is_right() -> None:
    right, shares = drawn(300, 3)
    given = answered(right, shares)
    labels_only = replace(
        given,
        predictions=Predictions(given.predictions.frame.select("id", "label"), THREE_WAY, Provenance("m")),
    )
    found = label_sets(labels_only)
    assert values(found)["several_labels.exact_set"] == 0.0
    assert any("without probabilities" in str(note) for note in found.notes)


def test_an_item_is_correct_in_its_readings_only_if_it_is_in_each_of_them() -> None:
    """Ten items are right as they stand and in one of two readings, ten in both, ten in neither."""
    right = np.tile([True, True, False], (30, 1))
    shares = np.tile([0.6, 0.3, 0.1], (30, 1))
    shares[20:] = [0.1, 0.3, 0.6]
    items = [f"i{place}" for place in range(30)]
    readings = pl.DataFrame(
        {
            "id": [f"{item}#{number}" for item in items for number in range(2)],
            "item": [item for item in items for _ in range(2)],
            "label": ["entailment", "neutral"] * 30,
        }
    )
    first = [[0.8, 0.1, 0.1], [0.8, 0.1, 0.1]]
    both = [[0.8, 0.1, 0.1], [0.1, 0.8, 0.1]]
    neither = [[0.1, 0.1, 0.8], [0.1, 0.1, 0.8]]
    of_readings = said(readings["id"].to_list(), np.array(first * 10 + both * 10 + neither * 10))
    given = replace(answered(right, shares), readings=readings, reading_predictions=of_readings)
    found = label_sets(given)
    assert values(found)["readings.accuracy"] == pytest.approx((10 + 20) / 60)
    assert values(found)["readings.all_correct"] == pytest.approx(10 / 30)
    assert values(found)["readings.right_as_it_stands_only"] == pytest.approx(10 / 30)
    assert found.items is not None
    assert found.items["readings_correct"].to_list() == [False] * 10 + [True] * 10 + [False] * 10


def test_few_items_of_several_labels_and_models_of_two_labels_are_not_measured() -> None:
    right, shares = drawn(30, 4)
    right[19:] = [True, False, False]
    with pytest.raises(NotApplicableError):
        label_sets(answered(right[10:], shares[10:]))
    right, shares = drawn(300, 5)
    given = answered(right, shares)
    two = given.predictions.frame.select("id", pl.lit("entailment").cast(LABEL_TYPE).alias("label"))
    with pytest.raises(NotApplicableError):
        label_sets(replace(given, predictions=Predictions(two, TWO_WAY, Provenance("m"))))


def ambiguous(folder: Path) -> Path:
    """Write 60 pairs, of which 30 have two right labels and a reading for each."""
    rows = [
        {
            "id": f"r{row}",
            "premise": f"premise {row} of many words",
            "hypothesis": f"hypothesis {row} of others",
            "labels": "entailment, neutral" if row % 2 else NAMES[row % 3],
            "disambiguations": [
                {
                    "premise": f"premise {row} read as {label}",
                    "hypothesis": f"hypothesis {row}",
                    "label": label,
                }
                for label in (NAMES[:2] if row % 2 else ())
            ],
        }
        for row in range(60)
    ]
    path = folder / "ambiguous.jsonl"
    pl.DataFrame(rows).write_ndjson(path)
    return path


def test_rows_of_several_labels_are_kept_beside_the_table_with_their_readings(tmp_path: Path) -> None:
    pairs = read_pairs(ambiguous(tmp_path))
    assert len(pairs) == 30
    assert "label_set" not in pairs.groups
    several = pairs.several
    assert several is not None
    assert several["label_set"].to_list() == [["entailment", "neutral"]] * 30
    readings = several["readings"].explode().struct.field("label").to_list()
    assert readings == ["entailment", "neutral"] * 30


def test_a_probe_of_saved_answers_scores_items_of_several_labels_and_their_readings(tmp_path: Path) -> None:
    """Saved by sentences: every reading is answered entailment, so half of them are right and no item is."""
    path = ambiguous(tmp_path)
    pairs = read_pairs(path)
    assert pairs.several is not None
    texts = [pairs.frame.select("premise", "hypothesis"), pairs.several.select("premise", "hypothesis")]
    each = pairs.several.select("readings").explode("readings").unnest("readings")
    frame = pl.concat([*texts, each.select("premise", "hypothesis")])
    saved = tmp_path / "said.csv"
    frame.with_columns(entailment=0.5, neutral=0.4, contradiction=0.1).write_csv(saved)
    found = probe(str(saved), on=[str(path)])
    figures = found.finding("label_sets").figures
    assert figures["several_labels.any_of"].value == 1.0
    assert figures["readings.accuracy"].value == 0.5
    assert figures["readings.all_correct"].value == 0.0
    assert figures["readings.right_as_it_stands_only"].value == 1.0
    assert found.finding("ambiguous.jsonl").figures["accuracy"].n == 30


def test_answers_saved_by_id_have_no_readings_and_those_without_these_items_are_told(tmp_path: Path) -> None:
    path = ambiguous(tmp_path)
    every = pl.DataFrame({"id": [f"r{row}" for row in range(60)]}).with_columns(
        entailment=0.5, neutral=0.4, contradiction=0.1
    )
    every.write_csv(tmp_path / "every.csv")
    found = probe(str(tmp_path / "every.csv"), on=[str(path)])
    assert found.finding("label_sets").figures["several_labels.any_of"].value == 1.0
    assert "readings.accuracy" not in found.finding("label_sets").figures
    every.filter(pl.int_range(pl.len()) % 2 == 0).write_csv(tmp_path / "single.csv")
    lacking = probe(str(tmp_path / "single.csv"), on=[str(path)])
    assert "label_sets" in [each.measure for each in lacking.not_measured]
