"""Both sentences inside one text: the words around them are found, and a line that reads them is proposed."""

import gzip
import re
import shlex
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.sources.shapes import C, E, N, pairs

from rightreasons.errors import InputError
from rightreasons.sources.read import read_pairs

KNOWN = {E: "entailment", N: "neutral", C: "contradiction"}
ANSWER = {E: "it is true", N: "nobody can tell", C: "it is false"}


def refusal(data: Any) -> str:
    """What a refusal says of data."""
    with pytest.raises(InputError) as caught:
        read_pairs(data)
    return caught.value.lines


def first_recipe(message: str) -> str:
    """The recipe of the first line that is proposed."""
    line = re.findall(r"(--recipe .*)", message)[0]
    return shlex.split(line)[1]


@pytest.mark.parametrize(
    "prompt",
    [
        'For the statement, "{}", does the hypothesis "{}" hold?',
        "Read this text: {}\n\nDoes it follow that {}\n\nPlease answer with one word.",
        "{} From this alone, would you conclude the following? {}",
        'Document:\n"""{}"""\n\nSummary:\n"""{}"""\n\nIs the summary faithful to the document?',
        "Is it right to say [{}] when all we know is (this much): {}",
    ],
)
def test_sentences_in_gaps_of_one_sentence_are_read_by_the_line_that_is_proposed(prompt: str) -> None:
    is_reversed = prompt.startswith("Is it right")
    rows = [
        {"prompt": prompt.format(*((h, p) if is_reversed else (p, h))), "answer": KNOWN[label]}
        for p, h, label in pairs()
    ]
    message = refusal(rows)
    assert "every text is '" in message
    found = read_pairs(rows, recipe=first_recipe(message)).frame
    assert found.select("premise", "hypothesis", "label").rows() == pairs()


def test_a_prompt_and_its_answer_may_be_messages_of_a_chat() -> None:
    rows = [
        {
            "messages": [
                {"role": "system", "content": "You judge statements."},
                {"role": "user", "content": f"Premise text: {p}\nIs this implied by it? {h}"},
                {"role": "assistant", "content": KNOWN[label]},
            ]
        }
        for p, h, label in pairs()
    ]
    found = read_pairs(rows, recipe=first_recipe(refusal(rows))).frame
    assert found.select("premise", "hypothesis", "label").rows() == pairs()


def test_a_line_of_text_each_is_two_texts() -> None:
    rows = [
        {"task": "Say yes or no.", "input": f"{p}\n{h}", "output": KNOWN[label]} for p, h, label in pairs()
    ]
    found = read_pairs(rows, recipe=first_recipe(refusal(rows))).frame
    assert found.select("premise", "hypothesis", "label").rows() == pairs()


def test_the_label_may_stand_in_the_text_too() -> None:
    rows = [
        {"text": f"Given is this: {p} Somebody then claims: {h} The verdict on it: {ANSWER[label]}"}
        for p, h, label in pairs()
    ]
    found = read_pairs(rows, recipe=first_recipe(refusal(rows))).frame
    assert found.select("premise", "hypothesis", "label").rows() == pairs()


def test_nothing_is_proposed_where_one_text_is_another_sentence() -> None:
    rows = [
        {"prompt": f"We know that {p} Does it follow that {h} Say so.", "answer": KNOWN[label]}
        for p, h, label in pairs()
    ]
    rows[7]["prompt"] = "Nobody wrote this one."
    assert "--recipe" not in refusal(rows)


def test_nothing_is_proposed_where_the_words_between_stand_in_a_sentence_too() -> None:
    rows = [
        {"prompt": f"We know that {p} Does it follow that {h} Say so.", "answer": KNOWN[label]}
        for p, h, label in pairs()
    ]
    rows[7]["prompt"] = rows[7]["prompt"].replace("We know that", "We know that. Does it follow that")
    assert "--recipe" not in refusal(rows)


def test_the_published_prompts_are_read_as_they_were_written(shared_data: Path) -> None:
    path = shared_data / "mnli/train_subset_llmsknow/mnli_train.csv.gz"
    if not path.is_file():
        pytest.skip("no published prompts here")
    found = read_pairs(path, recipe=first_recipe(refusal(path)))
    asked = re.compile(
        r'For the statement, "(.*)", does the hypothesis "(.*)" represent entailment, .*', re.DOTALL
    )
    table = pl.read_csv(gzip.decompress(path.read_bytes()), infer_schema=False)
    meant = []
    for question, answer in table.select("Question", "Answer").iter_rows():
        match = asked.fullmatch(question)
        assert match
        meant.append((*match.groups(), answer))
    assert len(meant) == 10_000
    assert Counter(answer for _, _, answer in meant) == {E: 3_239, N: 3_367, C: 3_394}
    assert found.frame.select("premise", "hypothesis", "label").rows() == meant
