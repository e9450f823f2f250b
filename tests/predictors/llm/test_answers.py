"""An answer is a label only if it is exactly one word of the verbaliser; probabilities need enough mass."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.labels import Label
from rightreasons.predictors.llm.judging import parsed, why_not
from rightreasons.predictors.llm.label_probabilities import label_probabilities
from rightreasons.predictors.llm.prompt_files import shipped
from rightreasons.predictors.llm.prompts import Prompt

PROMPTS = {prompt.name: prompt for prompt in shipped().prompts}
E, N, C, NON = Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION, Label.NON_ENTAILMENT


@pytest.mark.parametrize(
    ("prompt", "text", "label"),
    [
        ("words", "entailment", E),
        ("words", " Neutral.\n", N),
        ("words", "**Contradiction**", C),
        ("words", "Answer: neutral", N),
        ("words", "**Final answer:** Entailment.", E),
        ("words", "The answer is contradiction", C),
        ("words", "<think>It may be neutral.</think>\n\nentailment", E),
        ("letters", "(B)", N),
        ("letters", "c.", C),
        ("true-false-neither", "FALSE", C),
        ("yes-no", "No.", NON),
        ("two-words", "non-entailment", NON),
        ("two-words", "Non entailment", NON),
        ("json", '{"label": "neutral"}', N),
        ("json", '```json\n{"label": "Contradiction"}\n```', C),
    ],
)
def test_one_word_is_a_label(prompt: str, text: str, label: Label) -> None:
    assert parsed(text, PROMPTS[prompt]) is label


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("words", ""),
        ("words", "not entailment"),
        ("words", "!entailment"),
        ("words", "~entailment"),
        ("words", "entailment or neutral"),
        ("words", "entailment, neutral, contradiction"),
        ("words", "I think it is entailment"),
        ("words", "Answer: not neutral"),
        ("words", "contra"),
        ("words", "<think>entailment"),
        ("words", "yes"),
        ("letters", "A man sleeps"),
        ("letters", "D"),
        ("two-words", "neutral"),
        ("json", "entailment"),
        ("json", '{"label": "entailment", "or": "neutral"}'),
        ("json", '{"label": ["entailment"]}'),
        ("json", '{"label": true}'),
        ("json", "[" * 100_000),
    ],
)
def test_anything_else_is_none(prompt: str, text: str) -> None:
    assert parsed(text, PROMPTS[prompt]) is None


@given(st.text(max_size=40))
def test_no_text_breaks_the_parse(text: str) -> None:
    for prompt in PROMPTS.values():
        assert parsed(text, prompt) in {None, *prompt.labels}
        assert why_not(text, "stop") in {"refused", "not parsed"}


@pytest.mark.parametrize(
    ("text", "finish", "reason"),
    [
        ("I'm sorry, but I can't help with that.", "stop", "refused"),
        ("I’m sorry, but", "length", "refused"),
        ("As an AI model, I", "stop", "refused"),
        ("The premise says that", "length", "cut off"),
        ("The premise says that.", "stop", "not parsed"),
    ],
)
def test_what_holds_no_label_has_a_reason(text: str, finish: str, reason: str) -> None:
    assert why_not(text, finish) == reason


def _of(prompt: Prompt, **tokens: float) -> dict[Label, float] | None:
    found = label_probabilities([(token, math.log(p)) for token, p in tokens.items()], prompt)
    return None if found is None else dict(found)


def test_tokens_count_for_the_label_whose_word_they_begin() -> None:
    tokens = {"ent": 0.4, " Ent": 0.1, "\u0120contr": 0.2, "neutral": 0.1, "The": 0.2}
    found = _of(PROMPTS["words"], **tokens)
    assert found is not None
    assert found == pytest.approx({E: 0.5 / 0.8, N: 0.1 / 0.8, C: 0.2 / 0.8})


def test_with_less_than_half_of_the_probability_on_labels_there_are_none() -> None:
    assert _of(PROMPTS["words"], ent=0.3, neutral=0.19, The=0.5) is None
    assert _of(PROMPTS["words"]) is None
    assert _of(PROMPTS["words"], ent=0.3, neutral=0.21) is not None


def test_a_token_that_begins_words_of_two_labels_counts_for_none() -> None:
    prompt = Prompt("own", (), {E: ("supported",), NON: ("support lacking", "unsupported")})
    found = _of(prompt, support=0.3, supported=0.4, un=0.2)
    assert found == pytest.approx({E: 0.4 / 0.6, NON: 0.2 / 0.6})


def test_a_token_longer_than_a_word_is_another_word() -> None:
    assert _of(PROMPTS["letters"], Answer=0.9) is None
    assert _of(PROMPTS["letters"], **{"A.": 0.9, "B)": 0.05}) == pytest.approx(
        {E: 0.9 / 0.95, N: 0.05 / 0.95, C: 0}
    )


@given(
    st.lists(st.tuples(st.text(max_size=5), st.floats(allow_nan=True, allow_infinity=True)), max_size=20),
    st.sampled_from(sorted(PROMPTS)),
)
def test_whatever_a_server_sends_probabilities_are_probabilities(
    alternatives: list[tuple[str, float]], prompt: str
) -> None:
    found = label_probabilities([*alternatives, ("e", 0.0), ("y", 0.0)], PROMPTS[prompt])
    if found is not None:
        assert math.fsum(found.values()) == pytest.approx(1)
        assert all(0 <= p <= 1 for p in found.values())
