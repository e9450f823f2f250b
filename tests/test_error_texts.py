"""An error has three lines, and names parameters in Python and options on the command line."""

import json
from types import MappingProxyType
from typing import Any

import pytest

from rightreasons.errors import ColumnError, FileMissingError, UnknownNameError
from rightreasons.errors.parameters import as_parameters


def test_an_error_says_what_happened_what_was_expected_and_what_to_do_a_line_each() -> None:
    error = FileMissingError("no file ok.cvs", "data at that place", "correct --columns")
    assert error.lines.splitlines() == [
        "no file ok.cvs [RR201]",
        "  expected: data at that place",
        "  help: correct --columns",
    ]
    assert str(error) == error.lines.replace("--columns", "columns=")


def test_an_error_that_goes_into_a_record_is_one_line_with_its_code_first() -> None:
    error = ColumnError("no column 'a'", "a column of the file", "correct --columns")
    assert error.sentence == "[RR205] no column 'a'; expected a column of the file; correct --columns"


@pytest.mark.parametrize(
    ("on_the_command_line", "in_python"),
    [
        ("correct --columns", "correct columns="),
        ("read all rows with --quoting off, or not", 'read all rows with quoting="off", or not'),
        ("leave --train out", "leave train= out"),
        ("give --on-malformed drop", 'give on_malformed="drop"'),
        ("--label-map LABEL_0=neutral,b=-", 'label_map={"LABEL_0": "neutral", "b": None}'),
        ("(--columns premise=0,hypothesis=1)", '(columns={"premise": 0, "hypothesis": 1})'),
        ("--columns premise=...,label=... (from 0)", 'columns={"premise": ..., "label": ...} (from 0)'),
        ("--columns 'premise=a b,label=c'", 'columns={"premise": "a b", "label": "c"}'),
        ("--columns a=b --gold majority", 'columns={"a": "b"}, gold="majority"'),
        ("go on with --no-label-check", "go on with label_check=False"),
        ("score the rest with --allow-partial", "score the rest with allow_partial=True"),
        ("give --encoding NAME, or not", "give encoding=NAME, or not"),
        ("give --per-group 100", "give per_group=100"),
        ("choose another -o", "choose another out="),
        ("or give it by --config", "or give it by --config"),
        ("a range 1--2 or a--b", "a range 1--2 or a--b"),
        ("see `rightreasons ls recipes`", "see `rightreasons ls recipes`"),
    ],
)
def test_options_are_parameters_in_python(on_the_command_line: str, in_python: str) -> None:
    assert as_parameters(on_the_command_line) == in_python


@pytest.mark.parametrize(
    ("command", "call"),
    [
        ("audit 'my data.csv' --columns premise=a,hypothesis=b", ("my data.csv",)),
        ("audit x.csv --quoting off", ("x.csv",)),
        ("""audit x.csv --recipe '{"columns": {"premise": "a[]"}, "labels": null}'""", ("x.csv",)),
        ("probe hf:roberta-large-mnli", ("hf:roberta-large-mnli",)),
    ],
)
def test_a_command_to_paste_is_in_python_a_call_that_means_the_same(command: str, call: Any) -> None:
    written = as_parameters(f"paste:\n    rightreasons {command}\n        because").splitlines()[1]
    function, _, arguments = written.strip().partition("(")
    names: dict[str, Any] = {function: lambda *args, **options: (args, options)}
    given, options = eval(f"{function}({arguments}", names)  # noqa: S307 - that it is Python is what is tested
    assert given == call
    assert all(f"--{name}" in command for name in options)


def test_a_recipe_of_a_command_is_the_same_mapping_in_python() -> None:
    recipe = {"columns": {"premise": "a[].b", "label": None}, "deep": [True, 1]}
    text = as_parameters(f"    rightreasons audit x.json --recipe '{json.dumps(recipe)}'")
    found = eval(text.strip(), {"audit": lambda _, recipe: recipe})  # noqa: S307 - see above
    assert found == recipe


@pytest.mark.parametrize(
    "text",
    [
        "--columns",
        "--columns ='",
        "--label-map ,=,",
        "--recipe '{'",
        "-o -o",
        "rightreasons audit '",
        "rightreasons audit x --recipe '{'",
        "rightreasons audit x --columns",
    ],
)
def test_no_text_of_data_breaks_the_text_of_an_error(text: str) -> None:
    assert as_parameters(f"    {text}")


def test_an_unknown_name_offers_the_nearest() -> None:
    known = MappingProxyType({"hans": 1, "swaps": 2})
    error = UnknownNameError.among("challenge", "hanz", list(known), "correct it")
    assert error.lines.splitlines()[-1] == "  help: did you mean 'hans'?"
