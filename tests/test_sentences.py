"""Sentences are text that still knows its figures, its names and its nouns."""

import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from types import ModuleType

import pytest
from pydantic import TypeAdapter, ValidationError

from rightreasons import numbers
from rightreasons.errors import DuplicateNameError, TemplateError
from rightreasons.figures import Figure
from rightreasons.pairs import Nouns
from rightreasons.registry import united
from rightreasons.sentences.kinds import KINDS, written
from rightreasons.sentences.sentence import Sentence, Text, in_words, noun
from rightreasons.sentences.templates import Template, fill, joined, templates
from rightreasons.statistics.proportions import proportion
from rightreasons.verdicts.policy import codes

CLAIMS = Nouns("evidence", "pieces of evidence", "answer", "answers")
ACCURACY = Figure("accuracy", proportion(623, 1_000), what="cross_fitted_accuracy")
TEXT = TypeAdapter(Text)


@pytest.fixture(autouse=True)
def of_ours() -> Iterator[None]:
    """Plug-ins of other tests are not remembered."""
    for each in (templates, codes):
        each.cache_clear()
    yield
    for each in (templates, codes):
        each.cache_clear()


def made(text: str, **given: object) -> Sentence:
    return Template("a.b", text).fill(given)


def test_a_sentence_is_text_and_knows_what_stands_in_it() -> None:
    sentence = made(
        "{A_hypothesis} of {data:name 4} is right in {right:share_bounds_n}.", data="snli-dev", right=ACCURACY
    )
    interval = ACCURACY.interval
    assert interval is not None
    assert sentence == (
        f"A hypothesis of snli… (8 characters) is right in 62.3 % ({100 * interval.low:.1f} to "
        f"{100 * interval.high:.1f}, n = 1,000)."
    )
    assert isinstance(sentence, str)
    assert sentence.figures == ("cross_fitted_accuracy",)
    assert sentence.fields["right:share_bounds_n"].value == 0.623


def test_the_nouns_are_those_of_the_data_and_nothing_else_changes() -> None:
    inner = made("{hypotheses} with '{word:text}'", word="hypothesis")
    sentence = made(
        "The hypothesis-only baseline of {a_premise}, {A_premise}, {a_hypothesis}: {some:text} {side:Noun}.",
        some=inner,
        side="premises",
    )
    assert in_words(sentence, Nouns()) == sentence
    assert in_words(sentence, CLAIMS) == (
        "The hypothesis-only baseline of a piece of evidence, A piece of evidence, an answer: "
        "answers with 'hypothesis' Pieces of evidence."
    )
    assert in_words("The premise.", CLAIMS) == "The premise."
    assert in_words(in_words(sentence, CLAIMS), Nouns()) == sentence


def test_a_sentence_comes_back_from_json_and_as_a_copy_with_its_fields() -> None:
    sentence = joined([made("{Premises} of {n:count}", n=1_234), "as they are {x}"], "; ")
    stored = json.loads(json.dumps(TEXT.dump_python(sentence, mode="json")))
    assert stored["text"] == "Premises of 1,234; as they are {x}"
    for back in (TEXT.validate_python(stored), deepcopy(sentence)):
        assert isinstance(back, Sentence)
        assert (back, back.template, back.fields) == (sentence, sentence.template, sentence.fields)
        assert in_words(back, CLAIMS) == "Pieces of evidence of 1,234; as they are {x}"
    assert TEXT.dump_python("plain", mode="json") == "plain"
    assert TEXT.validate_python("plain") == "plain"


@pytest.mark.parametrize(
    "change",
    [{"text": "Another"}, {"template": "{n:unheard_of}"}, {"template": "{n:count"}, {"fields": {}}],
)
def test_a_stored_sentence_that_does_not_hold_together_is_refused(change: dict[str, object]) -> None:
    stored = TEXT.dump_python(made("{n:count}", n=3), mode="json")
    with pytest.raises(ValidationError):
        TEXT.validate_python({**stored, **change})


@pytest.mark.parametrize(
    ("text", "field"),
    [("{gain}", "gain"), ("{gain:pounds}", "gain:pounds"), ("{n:count", "a.b"), ("{:count x} {}", "")],
)
def test_a_template_whose_field_is_of_no_kind_is_refused_by_name(text: str, field: str) -> None:
    with pytest.raises(TemplateError, match=rf"{field}.*'a\.b'.*\[RR008\]|'a\.b'.*\[RR008\]"):
        Template("a.b", text)


@pytest.mark.parametrize("given", [{}, {"n": 1, "m": 2}, {"m": 2}])
def test_a_field_too_few_or_too_many_is_refused_by_name(given: dict[str, object]) -> None:
    with pytest.raises(TemplateError, match=r"^the field '[nm]' of the sentence 'a\.b'"):
        Template("a.b", "{n:count}").fill(given)


@pytest.mark.parametrize(("kind", "given"), [("count", "three"), ("n", 3), ("percent", object())])
def test_what_a_field_cannot_be_written_of_is_refused_with_both(kind: str, given: object) -> None:
    with pytest.raises(TemplateError, match=rf"in the field 'x:{kind}' of the sentence 'a\.b' \[RR008\]"):
        Template("a.b", f"{{x:{kind}}}").fill({"x": given})


def test_a_noun_that_there_is_not_is_refused() -> None:
    with pytest.raises(TemplateError, match=r"^the noun 'pair'"):
        made("{side:noun}", side="pair")


def test_what_has_no_value_is_never_a_number() -> None:
    numeric = [kind for kind in KINDS if kind not in ("text", "name", "set", "argument", "n")]
    assert {written(kind, None) for kind in numeric} == {numbers.NOTHING}


def test_one_of_something_has_its_article() -> None:
    assert noun("hypothesis", CLAIMS, article=True) == "an answer"
    assert noun("premise", CLAIMS, article=True) == "a piece of evidence"
    assert noun("premise", Nouns(), article=True) == "a premise"


def test_two_claims_on_a_sentence_are_an_error_that_names_both() -> None:
    with pytest.raises(DuplicateNameError, match=r"'a\.b' is that of one and of another"):
        united("sentence", [("one", {"a.b": ""}), ("another", {"a.b": ""})])


def test_a_plug_in_brings_its_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("rolled")
    module.SENTENCES = {"rolled": {"headline": "{Premises} of {n:count} rows."}}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "rolled", module)
    monkeypatch.setattr(
        "rightreasons.registry.Registry._plugged_modules", lambda _: {"rolled": "the plug-in"}
    )
    assert fill("rolled.headline", n=7) == "Premises of 7 rows."
