"""Every screen says in the same breath what was tested and what was not."""

import pytest

from rightreasons.issues import Verdict
from rightreasons.measures import MODEL_MEASURES
from rightreasons.pairs import Nouns
from rightreasons.references import NotTested, Scope
from rightreasons.reports.tested import scope_lines, scope_lines_of_a_page
from rightreasons.verdicts.untested import OF_SHORTCUTS


def test_what_was_not_tested_stands_beside_what_was_with_how_it_would_be() -> None:
    verdict = Verdict(
        "Right.",
        tested=(Scope("score", "dev.jsonl"), Scope("guard", "dev.jsonl")),
        not_tested=(
            NotTested("easy_hard_accuracy", None, "no training data", "add --train DATA"),
            NotTested("controls", None, "no changed inputs were asked", "add --on controls"),
            NotTested("artifact_agreement", None, "no training data", "add --train DATA"),
            NotTested("lengths", "test.jsonl", "no words"),
        ),
    )
    assert scope_lines(verdict) == (
        "Tested: accuracy on dev.jsonl, false positive and false negative rates.",
        "Not tested: accuracy on easy and hard items, annotation artifacts of the training data "
        "(no training data; add --train DATA); "
        "control pairs with an obvious label, answers without the premise "
        "(no changed inputs were asked; add --on controls); "
        "lengths by label on test.jsonl (no words).",
    )


def test_a_page_names_what_was_not_tested_and_leaves_the_reasons_to_its_end() -> None:
    missing = (
        NotTested("easy_hard_accuracy", None, "no training data", "add --train DATA"),
        NotTested("lengths", "test.jsonl", "no words"),
        NotTested("easy_hard_accuracy", None, "needs --train DATA"),
    )
    (_, line) = scope_lines_of_a_page(Verdict("Right.", not_tested=missing), shortcuts_tested=False)
    assert line == "Not tested: accuracy on easy and hard items, lengths by label on test.jsonl."


@pytest.mark.parametrize(("tested", "named"), [(False, "shortcuts"), (True, "other shortcuts")])
def test_a_page_names_several_measures_of_shortcuts_together(*, tested: bool, named: str) -> None:
    missing = tuple(
        NotTested(measure, None, "needs more")
        for measure in ("controls", "similar_in_train", "easy_hard_accuracy", "premise_use")
    )
    (_, line) = scope_lines_of_a_page(Verdict("Right.", not_tested=missing), shortcuts_tested=tested)
    assert line == f"Not tested: {named}, test items in the training data."


def test_a_page_names_a_measure_of_shortcuts_that_was_taken_of_one_set_only() -> None:
    part = NotTested("accuracy_by_artifact", "b.jsonl", "needs sentences")
    others = (NotTested("controls", None, "needs more"), NotTested("behaviour", None, "needs more"))
    verdict = Verdict(
        "Right.", tested=(Scope("accuracy_by_artifact", "a.jsonl"),), not_tested=(part, *others)
    )
    (_, line) = scope_lines_of_a_page(verdict, shortcuts_tested=True)
    assert line == "Not tested: other shortcuts, reliance on shortcuts on b.jsonl."


def test_every_measure_of_shortcuts_is_one_of_a_model() -> None:
    assert set(OF_SHORTCUTS) <= set(MODEL_MEASURES.targets())


def test_where_all_was_tested_nothing_is_said_of_the_rest() -> None:
    assert scope_lines(Verdict("Right.", tested=(Scope("lengths"),))) == ("Tested: lengths by label.",)


def test_where_nothing_was_tested_that_is_said() -> None:
    assert scope_lines(Verdict("Right.")) == ("Tested: nothing.",)


def test_names_of_data_are_only_ever_text() -> None:
    (line,) = scope_lines(Verdict("Right.", tested=(Scope("score", "a\x1b[2J\u202eb"),)))
    assert "\x1b" not in line
    assert "\u202e" not in line


def test_what_was_not_tested_is_called_by_the_nouns_of_the_data_and_a_title_of_two_parts_needs_each() -> None:
    missing = NotTested("controls", None, "needs --on controls")
    (_, line) = scope_lines(Verdict("Right.", not_tested=(missing,)), Nouns(premise="document"))
    start = "Not tested: control pairs with an obvious label, answers without the document "
    assert line == f"{start}(each needs --on controls)."
