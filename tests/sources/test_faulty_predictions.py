"""Where it is asked for, faulty predictions are left out and counted; they never become another label."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import InputError
from rightreasons.sources.predictions.reading import read_predictions

LABELS = ("entailment", "non-entailment")
WORDS = st.sampled_from([*LABELS, "perhaps", "-", "", "neutral-ish"])


def test_unknown_labels_and_repeated_ids_are_left_out_and_counted() -> None:
    predicted = ["entailment", "perhaps", "non-entailment", "entailment", "non-entailment"]
    rows = [{"id": i, "label": label} for i, label in zip("abcdd", predicted, strict=True)]
    with pytest.raises(InputError, match="perhaps"):
        read_predictions(rows)
    kept = read_predictions(rows, on_faulty="drop")
    assert kept.frame["id"].to_list() == ["a", "c"]
    assert any("1 predictions without a label" in note for note in kept.provenance.notes)
    assert any("2 predictions of ids predicted more than once" in note for note in kept.provenance.notes)


def test_rows_of_which_none_states_a_label_are_told_apart_from_no_rows() -> None:
    rows = [{"id": i, "label": ""} for i in "abc"]
    with pytest.raises(InputError, match="3 rows, none with a label"):
        read_predictions(rows, on_faulty="drop")


def test_letters_are_labels_in_the_company_of_their_set() -> None:
    rows = [{"id": str(i), "label": label} for i, label in enumerate("enc")]
    assert len(read_predictions(rows, on_faulty="drop").frame) == 3


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), WORDS), min_size=1, max_size=12))
def test_what_is_kept_is_every_id_with_a_single_known_label(
    rows: list[tuple[str, str]],
) -> None:
    known = [(i, label) for i, label in rows if label in LABELS]
    first = dict.fromkeys(known)
    expected = [(i, label) for i, label in first if sum(other == i for other, _ in first) == 1]
    data = [{"id": i, "label": label} for i, label in rows]
    if not expected:
        with pytest.raises(InputError):
            read_predictions(data, on_faulty="drop")
        return
    assert read_predictions(data, on_faulty="drop").frame.select("id", "label").rows() == expected
