"""Sentences are data in a prompt; a user's templates are checked before anything is asked."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import FileMissingError, PromptError, UnknownNameError
from rightreasons.labels import THREE_WAY, TWO_WAY
from rightreasons.predictors.llm.prompt_files import chosen_prompts, shipped
from rightreasons.predictors.llm.prompts import Message, Prompt

OWN = """
prompts:
  - name: mine
    messages:
      - {role: user, content: "P {premise} H {hypothesis} Answer {x}"}
    verbaliser: {entailment: ["yes"], non-entailment: ["no", "unclear"]}
"""
BARE = Prompt("bare", (Message("user", "{premise}\n{hypothesis}"),), {})


def test_the_shipped_templates_are_three_way_and_two_way_and_hold_both_sentences() -> None:
    prompts = shipped().prompts
    assert sum(prompt.labels == THREE_WAY for prompt in prompts) >= 3
    assert sum(prompt.labels == TWO_WAY for prompt in prompts) >= 2
    for prompt in prompts:
        text = "".join(message["content"] for message in prompt.rendered("PP", "HH"))
        assert text.count('"PP"') == text.count('"HH"') == 1


@given(st.text(max_size=30), st.text(max_size=30))
def test_sentences_come_back_out_of_their_quotes_whatever_they_hold(premise: str, hypothesis: str) -> None:
    (message,) = BARE.rendered(premise, hypothesis)
    lines = re.split(r"\n", message["content"])
    assert [json.loads(line) for line in lines] == [premise, hypothesis]


def test_braces_and_placeholders_within_a_sentence_stay_what_they_are() -> None:
    (message,) = BARE.rendered('He said "{hypothesis}" {0} {a.__class__}', "\\1 %s {premise}\nPremise: no")
    assert message["content"] == (
        '"He said \\"{hypothesis}\\" {0} {a.__class__}"\n"\\\\1 %s {premise}\\nPremise: no"'
    )


def test_half_a_character_does_not_stop_a_request() -> None:
    (message,) = BARE.rendered("a \ud800 b", "c")
    assert message["content"].encode("utf-8") == b'"a ? b"\n"c"'


def test_own_templates_stand_beside_the_shipped_ones(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    assert [prompt.name for prompt in chosen_prompts(())] == [shipped().prompts[0].name]
    assert [prompt.name for prompt in chosen_prompts((), str(path))] == ["mine"]
    assert [prompt.name for prompt in chosen_prompts(("yes-no", "mine"), str(path))] == ["yes-no", "mine"]
    (mine,) = chosen_prompts(("mine",), str(path))
    assert mine.labels == TWO_WAY
    assert mine.rendered("a", "b")[0]["content"] == 'P "a" H "b" Answer {x}'


def test_the_checksum_is_that_of_the_text_and_not_of_the_name() -> None:
    first = shipped().prompts[0]
    renamed = Prompt("other", first.messages, first.verbaliser, first.answer, first.max_tokens)
    longer = Prompt(first.name, first.messages, first.verbaliser, first.answer, first.max_tokens + 1)
    assert first.checksum == renamed.checksum != longer.checksum


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("prompts:", "prompt:", "prompt"),
        ("name: mine", "name: 'My Prompt'", "My Prompt"),
        ("name: mine", "name: words", "words"),
        ("name: mine", "name: [", "YAML"),
        ("{hypothesis}", "{hypotesis}", "{hypothesis}"),
        ("role: user", "role: boss", "role"),
        ('["yes"]', "[true]", "quotes"),
        ('["yes"]', "[]", "words"),
        ('["yes"]', '["No"]', "words"),
        ('["yes"]', '["..."]', "words"),
        ("non-entailment", "contradiction", "contradiction"),
        ("non-entailment", "maybe", "verbaliser"),
        ("name: mine", "name: mine\n    max_tokens: 0", "0 tokens"),
        ("name: mine", "name: mine\n    temperature: 1", "temperature"),
        ("name: mine", "name: mine\n    answer: essay", "answer"),
    ],
)
def test_a_broken_template_is_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN.replace(old, new), encoding="utf-8")
    with pytest.raises(PromptError, match=re.escape(message)):
        chosen_prompts((), str(path))


def test_files_that_are_none_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        chosen_prompts((), str(tmp_path / "none.yaml"))
    with pytest.raises(UnknownNameError, match="words"):
        chosen_prompts(("word",))
    path = tmp_path / "own.yaml"
    for content in (b"", b"\xff\xfe\x00", b"- 1", b"prompts: []", b"a: &a [*a]", b"#" * 1_000_001):
        path.write_bytes(content)
        with pytest.raises(PromptError):
            chosen_prompts((), str(path))
