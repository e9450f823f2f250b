"""What `make lm-eval-task` does: write tasks that lm-evaluation-harness runs as they are."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.controls import CONTROLS as CONTROLLED
from rightreasons.challenges.controls import controlled
from rightreasons.errors import MeasureInputError
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.challenges import CONTROLS, challenges_named, controlled_among, is_named
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.runs.made_folders import made_folder
from rightreasons.sources.opening.listings import distinct_names

PREFIX = "rightreasons_"
CHOICES: Mapping[tuple[Label, ...], tuple[str, ...]] = {
    THREE_WAY: ("True", "Neither", "False"),
    TWO_WAY: ("True", "False"),
}
_ASKED = {THREE_WAY: "True, False or Neither?", TWO_WAY: "True or False?"}
_TASK = """# Written by `rightreasons make lm-eval-task`. Run it with
#   lm_eval --include_path FOLDER --tasks {task} --model ... --log_samples --output_path OUT
task: {task}
custom_dataset: !function data.{function}
test_split: test
output_type: multiple_choice
doc_to_text: "{{{{premise}}}}\\nQuestion: {{{{hypothesis}}}} {question}\\nAnswer:"
doc_to_target: gold
doc_to_choice: [{choices}]
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
"""
_HEAD = '''"""The items of the tasks beside this file. They are found here, wherever `lm_eval` is started."""

import json
from pathlib import Path

import datasets


def _items(name):
    with open(Path(__file__).with_name(name), encoding="utf-8", newline="\\n") as lines:
        return {"test": datasets.Dataset.from_list([json.loads(line) for line in lines])}
'''
_FUNCTION = """

def {function}(**_):
    return _items("{file}")
"""


@dataclass(frozen=True)
class Task:
    """One task: what it is called, its pairs, and its gold labels by id.

    Parameters
    ----------
    name
        Without `PREFIX`; letters, digits and underscores.
    pairs
        The sentences.
    gold
        Columns ``id`` and ``label``.
    labels
        The labels to choose from.
    """

    name: str
    pairs: PairTable
    gold: pl.DataFrame
    labels: tuple[Label, ...]

    def rows(self) -> pl.DataFrame:
        """Return its items: id, premise, hypothesis, gold as a place among the choices."""
        places = {label.value: place for place, label in enumerate(self.labels)}
        texts = self.pairs.frame.select("id", "premise", "hypothesis")
        gold = self.gold.select("id", pl.col("label").cast(pl.String).replace_strict(places).alias("gold"))
        return texts.join(gold, on="id", how="inner", maintain_order="left")


def make_lm_eval_task(
    out: Path, on: Sequence[Any], options: ProbeOptions, train: PairTable | None = None
) -> Mapping[str, Any]:
    """Write a task for every set that is named: a YAML file, its items, and a module that finds them.

    Parameters
    ----------
    out
        A folder, for ``lm_eval --include_path``. Samples that ``--log_samples`` writes are read by ``probe``.
    on, options, train
        As of `rightreasons.probe`; ``controls`` are those of the data named, or of ordinary pairs.

    Returns
    -------
    Mapping
        The manifest, with the items of every task.

    Raises
    ------
    OptionError
        If a challenge has no sentences.
    RunExistsError
        If the folder holds anything else.
    """
    challenges = challenges_named(list(on), options, train)
    controls = is_named(CONTROLS, on)
    tasks = _distinct([*map(_task, challenges), *(_controls(challenges, options.seed) if controls else ())])
    work = {
        "job": "make lm-eval-task",
        "data": [described(each.pairs) for each in tasks],
        "options": {"on": [each.name for each in challenges], "controls": controls, "seed": options.seed},
        "versions": versions(),
    }

    def fill(folder: Path) -> Mapping[str, Any]:
        module = _HEAD
        for task in tasks:
            items, function = f"{task.name}.jsonl", f"load_{task.name}"
            task.rows().write_ndjson(folder / items)
            module += _FUNCTION.format(function=function, file=items)
            text = _TASK.format(
                task=f"{PREFIX}{task.name}",
                function=function,
                question=_ASKED[task.labels],
                choices=", ".join(f'"{each}"' for each in CHOICES[task.labels]),
            )
            (folder / f"{task.name}.yaml").write_text(text, encoding="utf-8")
        (folder / "data.py").write_text(module, encoding="utf-8")
        return {"counts": {f"{PREFIX}{task.name}": len(task.gold) for task in tasks}}

    return made_folder(out, work, fill)


def _task(challenge: Challenge) -> Task:
    labels = TWO_WAY if Label.NON_ENTAILMENT in challenge.labels else THREE_WAY
    gold = challenge.items.select("id", "label")
    return Task(_identifier(challenge.name), challenge.with_text(), gold, labels)


def _controls(challenges: Sequence[Challenge], seed: int) -> Iterator[Task]:
    for base in controlled_among(challenges):
        labels = _task(base).labels
        for name in CONTROLLED:
            try:
                table = controlled(base.with_text(), name, seed)
            except MeasureInputError:
                continue  # the probe leaves it out too, and says why
            gold = table.frame.select("id", "label")
            yield Task(_identifier(f"{base.name}_{name}"), table, gold, labels)


def _distinct(tasks: Sequence[Task]) -> list[Task]:
    names = distinct_names([task.name for task in tasks], "{}_{}")
    return [Task(name, each.pairs, each.gold, each.labels) for name, each in zip(names, tasks, strict=True)]


def _identifier(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").lower() or "data"
