"""What models are called in the line that says what a run is about, and a written run in commands."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.reports.results import Made, accuracy, finding, manifest

from rightreasons.reports.first_screen import first_screen
from rightreasons.reports.results import model_in_words
from rightreasons.reports.typed import of_written


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rule:lexical-overlap", "lexical-overlap (a rule)"),
        ("py:model:label", "model.label (a Python function)"),
        ("py:package.model:label", "package.model.label (a Python function)"),
        ("hf:roberta-large-mnli", "hf:roberta-large-mnli"),
        ("said.csv", "said.csv"),
    ],
)
def test_rules_and_functions_are_called_what_they_are(name: str, words: str) -> None:
    assert model_in_words(name) == words


def test_a_run_that_was_written_stands_in_commands_by_its_folder() -> None:
    run = SimpleNamespace(path=Path("/somewhere/my run"))
    assert of_written(run)["RUN"] == of_written(SimpleNamespace(run=run))["RUN"] == "'my run'"
    assert of_written(SimpleNamespace(run=None)) == {}


@pytest.mark.parametrize(("seeds", "probed"), [(("4",), "RUN"), (("4", "5"), "RUN/seed-4")])
def test_what_comes_next_of_a_training_is_a_model_that_can_be_probed(
    seeds: tuple[str, ...], probed: str
) -> None:
    figures = tuple(accuracy(group={"seed": each}, set="dev") for each in seeds)
    made = Made(manifest("train"), (finding("accuracy", figures=figures),))
    assert first_screen(made).next == f"rightreasons probe {probed} --on hans"
