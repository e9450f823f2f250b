"""`make lm-eval-task`: what lm-evaluation-harness is given, read as it reads it."""

import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml

from rightreasons import PairTable
from rightreasons.jobs.making.lm_eval import make_lm_eval_task
from rightreasons.jobs.options import ProbeOptions
from rightreasons.sources.bundled import bundled_pairs


class Reader(yaml.SafeLoader):
    """Reads `!function MODULE.NAME`, as the harness does, as text."""


def named(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> str:
    return f"function {loader.construct_scalar(node)}"


Reader.add_constructor("!function", named)


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return bundled_pairs(60, 3).named("my data.jsonl")


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory, pairs: PairTable) -> Path:
    out = tmp_path_factory.mktemp("made") / "tasks"
    make_lm_eval_task(out, ["hans", "controls", pairs], ProbeOptions(per_group=5))
    return out


def task(folder: Path, name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    read = yaml.load((folder / f"{name}.yaml").read_text(encoding="utf-8"), Reader)  # noqa: S506 - a safe one
    module, _, function = read["custom_dataset"].removeprefix("function ").partition(".")
    found = runpy.run_path(str(folder / f"{module}.py"))[function](metadata=None)
    return read, list(found[read["test_split"]])


def test_every_item_has_its_gold_label_as_the_place_of_a_choice(tasks: Path, pairs: PairTable) -> None:
    read, items = task(tasks, "my_data_jsonl")
    names = {"entailment": "True", "neutral": "Neither", "contradiction": "False"}
    gold = dict(zip(pairs.frame["id"], map(str, pairs.gold), strict=True))
    assert items
    assert all(read["doc_to_choice"][each["gold"]] == names[gold[each["id"]]] for each in items)


def test_hans_has_two_choices_and_both_sentences_in_the_question(tasks: Path) -> None:
    read, items = task(tasks, "hans")
    assert read["doc_to_choice"] == ["True", "False"]
    assert {each["gold"] for each in items} == {0, 1}
    assert "{{premise}}" in read["doc_to_text"]
    assert "{{hypothesis}}" in read["doc_to_text"]
    assert len(items) == 30 * 5


def test_controls_are_tasks_with_the_choices_of_their_data(tasks: Path) -> None:
    read, items = task(tasks, "my_data_jsonl_identity")
    assert read["doc_to_choice"] == ["True", "Neither", "False"]
    assert {each["gold"] for each in items} == {0}
    assert all(each["premise"] == each["hypothesis"] for each in items)


def test_the_tasks_have_names_of_their_own_with_one_prefix(tasks: Path) -> None:
    names = [task(tasks, path.stem)[0]["task"] for path in tasks.glob("*.yaml")]
    assert len(set(names)) == len(names) > 3
    assert all(name.startswith("rightreasons_") for name in names)
