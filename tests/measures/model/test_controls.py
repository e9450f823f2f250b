"""What the controls say of models whose behaviour is known."""

import polars as pl
import pytest
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from rightreasons.challenges.controls import CONTROLS, controlled
from rightreasons.errors import PredictionError
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.measures.model.controls import ControlSettings, controls
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions

WORDS = {"entailment": "outdoors", "neutral": "tall", "contradiction": "sleeping"}
NAMES = list(WORDS)


def base_pairs(rows: int = 300) -> PairTable:
    """Pairs whose hypotheses give their label away, with premises that do not."""
    gold = [NAMES[i % 3] for i in range(rows)]
    frame = pl.DataFrame(
        {
            "id": [f"i{i}" for i in range(rows)],
            "premise": [f"A man number {i} is here." for i in range(rows)],
            "hypothesis": [f"Someone is {WORDS[label]}." for label in gold],
            "label": pl.Series(gold, dtype=LABEL_TYPE),
        }
    )
    return PairTable(frame, Provenance("made"), Account(rows, rows))


def predictions(table: PairTable, labels: list[str], name: str = "model") -> Predictions:
    frame = table.frame.select("id").with_columns(pl.Series("label", labels, dtype=LABEL_TYPE))
    return Predictions(frame, tuple(label for label in Label if label in labels), Provenance(name))


def by_word(table: PairTable) -> Predictions:
    """A model that looks at the hypothesis alone."""
    meaning = {word: label for label, word in WORDS.items()}
    found = [
        next((meaning[word] for word in text.rstrip(".").split() if word in meaning), "entailment")
        for text in table.hypotheses
    ]
    return predictions(table, found, "by-word")


def by_premise(table: PairTable) -> Predictions:
    """A model that answers by the word only if the premise it was trained on is there."""
    right = by_word(table).frame["label"].to_list()
    own = [
        label if premise == f"A man number {identifier[1:]} is here." else "neutral"
        for label, premise, identifier in zip(right, table.premises, table.frame["id"], strict=True)
    ]
    return predictions(table, own, "by-premise")


def run(model: object, settings: ControlSettings | None = None, rows: int = 300) -> Finding:
    base = base_pairs(rows)
    answers = {name: model(controlled(base, name, 2019)) for name in CONTROLS}  # type: ignore[operator]
    return controls(base, model(base), answers, settings=settings)  # type: ignore[operator]


def test_a_model_of_the_hypothesis_alone_is_named_as_such() -> None:
    finding = run(by_word)
    assert finding.headline.startswith("by-word keeps its accuracy without its premise: 100.0 % instead of")
    assert finding.figures["hypothesis_alone.difference"].value == 0
    assert finding.figures["premise_shuffled.changed"].value == 0
    assert finding.tests["hypothesis_alone"].p_value == 1


def test_a_model_that_needs_its_premise_loses_it() -> None:
    finding = run(by_premise)
    assert finding.headline.startswith(
        "by-premise loses accuracy without its premise: 33.3 % instead of 100.0 %"
    )
    assert finding.figures["hypothesis_alone.difference"].value == pytest.approx(-2 / 3)
    assert finding.figures["hypothesis_alone.changed"].value == pytest.approx(2 / 3)


def test_few_items_are_not_enough_to_tell() -> None:
    assert "too few items to tell" in run(by_word, rows=6).headline


def test_the_loss_that_counts_as_none_is_the_callers() -> None:
    assert "keeps its accuracy" in run(by_premise, ControlSettings(kept=0.8)).headline


def test_tests_and_their_adjustment_agree_with_statsmodels() -> None:
    base = base_pairs(300)
    half = [label if i % 2 else "neutral" for i, label in enumerate(base.gold)]  # 100 even rows go wrong
    answers = {
        "hypothesis_alone": predictions(base, half),
        "exchanged": predictions(base, ["neutral"] * 20 + base.gold.to_list()[20:]),  # 13 of the first 20
        "true_is_true": predictions(base, base.gold.to_list()),
    }
    finding = controls(base, predictions(base, base.gold.to_list()), answers)
    expected = [
        mcnemar([[200, 0], [100, 0]], exact=False, correction=True).pvalue,
        mcnemar([[287, 0], [13, 0]], exact=True).pvalue,
        1.0,
    ]
    found = [finding.tests[name].p_value for name in answers]
    assert found == pytest.approx(expected)
    table = finding.views["by_control"]
    adjusted = [row[table.columns.index("p_holm")] for row in table.lines]
    assert adjusted == pytest.approx(list(multipletests(expected, method="holm")[1]))


def test_gold_collapses_for_a_model_of_two_labels() -> None:
    base = base_pairs(6)
    two = ["entailment" if label == "entailment" else "non-entailment" for label in base.gold]
    negated = controlled(base, "negated_identity", 2019)
    finding = controls(
        base, predictions(base, two), {"negated_identity": predictions(negated, ["non-entailment"] * 6)}
    )
    assert finding.figures["normal.accuracy"].value == 1
    assert finding.figures["negated_identity.accuracy"].value == 1


def test_sentences_that_do_not_entail_themselves_are_a_warning_not_a_stop() -> None:
    base = base_pairs(30)
    finding = controls(base, by_word(base), {"identity": predictions(base, ["neutral"] * 30)})
    said = "warning: on the control 'identity' the model is correct in only 0.0 %"
    assert any(note.startswith(said) for note in finding.notes)
    rows = finding.figures["identity.accuracy"].rows
    items = pl.DataFrame(
        {
            "set": ["made", "made, identity", "made, identity", "made, negated_identity"],
            "id": ["a", "b", "c", "d"],
            "correct": [False, True, False, False],
        }
    )
    assert rows is not None
    assert rows.of(items)["id"].to_list() == ["c", "b"]  # of this control, wrong ones first
    assert not any("warning" in note for note in run(by_word, ControlSettings(sane=0.0)).notes)


def test_a_control_that_cannot_be_made_is_null_with_its_reason() -> None:
    base = base_pairs(30)
    finding = controls(base, by_word(base), {}, {"premise_shuffled": "one premise only"})
    assert finding.figures["premise_shuffled.difference"].value is None
    assert finding.figures["premise_shuffled.difference"].reason == "one premise only"
    assert "not known" in finding.headline
    assert any("premise_shuffled was not tested: one premise only" in note for note in finding.notes)


def test_the_shuffled_premise_stands_in_where_the_empty_one_is_refused() -> None:
    base = base_pairs(90)
    shuffled = controlled(base, "premise_shuffled", 2019)
    finding = controls(base, by_word(base), {"premise_shuffled": by_word(shuffled)})
    assert "keeps its accuracy with the premise of another item" in finding.headline


def test_a_model_no_better_than_one_label_is_said_to_be_so() -> None:
    base = base_pairs(90)
    always = predictions(base, ["neutral"] * 90)
    finding = controls(base, always, {"hypothesis_alone": always})
    assert "Even with it, accuracy is not above that of the majority label (33.3 %)" in finding.headline


def test_items_hold_what_each_control_was_answered() -> None:
    finding = run(by_premise, rows=6)
    assert finding.items is not None
    assert finding.items["id"].to_list() == [f"i{i}" for i in range(6)]
    assert finding.items["control_hypothesis_alone"].to_list() == ["neutral"] * 6
    counts = dict(zip(finding.views["answers"].columns, finding.views["answers"].lines[0], strict=True))
    assert counts == {"control": "normal", "entailment": 2, "neutral": 2, "contradiction": 2}


def test_missing_predictions_are_an_error_unless_allowed() -> None:
    base = base_pairs(30)
    few = predictions(base.head(20), base.gold.to_list()[:20])
    with pytest.raises(PredictionError, match="10 items unpredicted"):
        controls(base, by_word(base), {"hypothesis_alone": few})
    finding = controls(
        base, by_word(base), {"hypothesis_alone": few}, settings=ControlSettings(allow_partial=True)
    )
    assert finding.figures["hypothesis_alone.difference"].n == 20
