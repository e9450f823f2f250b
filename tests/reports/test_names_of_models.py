"""What models are called in the line that says what a run is about, and a run that was written in commands."""

from pathlib import Path
from types import SimpleNamespace

import pytest

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
