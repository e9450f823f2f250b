"""Shift-Tab and help() show the options of a function, in words."""

import inspect
from typing import Any

import pytest

import rightreasons
from rightreasons import audit, compare, probe, read_pairs, reproduce, reproduce_all, train
from rightreasons.jobs.options import AuditOptions
from rightreasons.options import option_fields

SHOWN = (audit, probe, train, compare, reproduce, reproduce_all, read_pairs)


@pytest.mark.parametrize("function", SHOWN)
def test_a_signature_has_every_option_with_its_default_and_no_class_or_address(function: Any) -> None:
    shown = str(inspect.signature(function))
    assert not any(mark in shown for mark in ("<class", "<function", " at 0x", "rightreasons.", "**options"))
    keywords = inspect.signature(function).parameters
    assert len(keywords) > 5


def test_the_options_of_an_audit_are_parameters_with_their_defaults() -> None:
    parameters = inspect.signature(audit).parameters
    for field in option_fields(AuditOptions):
        assert parameters[field.attribute].default == field.default
    assert str(parameters["columns"]).startswith("columns: Mapping[str, str | int]")
    assert str(parameters["quoting"]) == "quoting: Literal['auto', 'on', 'off'] = 'auto'"
    assert str(parameters["progress"]).endswith("= silent")


def test_the_help_says_what_each_option_is_and_names_parameters() -> None:
    text = inspect.getdoc(audit) or ""
    assert "measures\n" in text.partition("Options\n")[2]
    assert "--" not in text.partition("Options\n-------\n")[2]


@pytest.mark.parametrize("name", [name for name in rightreasons.__all__ if name.islower()])
def test_no_public_signature_shows_a_class_or_an_address(name: str) -> None:
    shown = str(inspect.signature(getattr(rightreasons, name)))
    assert "<class" not in shown
    assert " at 0x" not in shown
