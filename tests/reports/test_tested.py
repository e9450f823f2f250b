"""Every screen says in the same breath what was tested and what was not."""

from rightreasons.issues import Verdict
from rightreasons.pairs import Nouns
from rightreasons.references import NotTested, Scope
from rightreasons.reports.tested import scope_lines, scope_lines_of_a_page


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
    (_, line) = scope_lines_of_a_page(Verdict("Right.", not_tested=missing))
    assert line == "Not tested: accuracy on easy and hard items, lengths by label on test.jsonl."


def test_a_page_names_one_of_two_measures_of_what_the_premise_does() -> None:
    use = NotTested("premise_use", None, "needs the same hypothesis with different premises")
    controls = NotTested("controls", None, "needs --on controls")
    (_, line) = scope_lines_of_a_page(Verdict("Right.", not_tested=(use, controls)))
    assert line == "Not tested: control pairs with an obvious label, answers without the premise."
    (_, line) = scope_lines_of_a_page(Verdict("Right.", not_tested=(use,)))
    assert line == "Not tested: use of the premise."


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
