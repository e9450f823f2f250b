"""Many trainings in one go: each the same as alone, what they share made once, taken up after a kill."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from tests.jobs.training.many_killed import planned

from rightreasons import read_run
from rightreasons.artifacts.patterns import pattern_set
from rightreasons.debiasing.bias_models import kinds
from rightreasons.errors import MeasureInputError, RunExistsError, UnknownNameError
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.train import train
from rightreasons.jobs.training import data as training_data
from rightreasons.jobs.training.many import PlannedTraining, train_many
from rightreasons.training import word_models

torch.set_num_threads(1)
HERE = Path(__file__).parent
RECIPE = "ngrams-joulin2017"


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three trainings of two seeds, by two processes."""
    out = tmp_path_factory.mktemp("many")
    made = train_many(planned(), out, workers=2)
    assert list(made) == ["plain", "guided", "focal"]
    return out


def alone(each: PlannedTraining, out: Path) -> Path:
    train(
        each.recipe, each.train, each.dev, test=each.test, out=out, **vars(replace(each.options, workers=1))
    )
    return out


def assert_same(one: Path, other: Path) -> None:
    """Runs are the same: what was done, every figure, what is said of every pair, every weight."""
    left, right = read_run(one), read_run(other)
    assert left.manifest == right.manifest
    assert [finding.figures for finding in left.findings] == [finding.figures for finding in right.findings]
    assert left.items().equals(right.items())
    for seed in left.manifest.to_json()["options"]["seeds"]:
        weights = [load_file(run / f"seed-{seed}" / "model.safetensors") for run in (one, other)]
        assert weights[0].keys() == weights[1].keys()
        assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])
        models = [json.loads((run / f"seed-{seed}" / "model.json").read_text()) for run in (one, other)]
        assert models[0] == models[1]


@pytest.mark.long
def test_a_training_among_many_is_the_same_as_alone(together: Path, tmp_path: Path) -> None:
    for each in planned()[:2]:
        assert_same(together / each.name, alone(each, tmp_path / each.name))


def test_finished_trainings_are_taken_as_they_are(together: Path) -> None:
    files = [together / each.name / "manifest.json" for each in planned()]
    written = [file.stat().st_mtime_ns for file in files]
    again = train_many(planned(), together)
    assert [file.stat().st_mtime_ns for file in files] == written
    assert again["focal"].findings == read_run(together / "focal").findings


@pytest.mark.long
def test_killed_trainings_go_on_and_end_as_if_nothing_had_happened(together: Path, tmp_path: Path) -> None:
    script = [sys.executable, str(HERE / "many_killed.py"), str(tmp_path)]
    killed = subprocess.run(script, check=False, cwd=HERE.parents[1], stdin=subprocess.DEVNULL, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    sealed = [each.name for each in planned() if (tmp_path / each.name).is_dir()]
    assert 0 < len(sealed) < 3
    written = (tmp_path / sealed[0] / "manifest.json").stat().st_mtime_ns
    train_many(planned(), tmp_path, workers=1)
    assert (tmp_path / sealed[0] / "manifest.json").stat().st_mtime_ns == written
    for each in planned():
        assert_same(together / each.name, tmp_path / each.name)


def _counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    calls: list[int] = []
    function: Callable[..., Any] = getattr(module, name)

    def counted(*args: Any, **options: Any) -> Any:
        calls.append(1)
        return function(*args, **options)

    monkeypatch.setattr(module, name, counted)
    return calls


def test_what_trainings_have_in_common_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = planned(seeds=1)[0]
    files = [tmp_path / f"{name}.jsonl" for name in ("train", "dev", "test")]
    for path, table in zip(files, (first.train, first.dev, first.test[0]), strict=True):
        table.frame.select("premise", "hypothesis", "label").cast({"label": str}).write_ndjson(path)
    methods = ("guidance:min-count=5", "adversary:min-count=5,hidden=8", "product-of-experts", "reweighting")
    works = [
        PlannedTraining(
            f"run-{place}",
            RECIPE,
            files[0],
            files[1],
            (files[2],),
            replace(first.options, seeds=2, debias=debias),
        )
        for place, debias in enumerate(methods)
    ]
    reads = _counted(monkeypatch, training_data, "read_pairs")
    mined = _counted(monkeypatch, pattern_set, "mine")
    fitted = _counted(monkeypatch, kinds, "cross_fitted")
    tokens = _counted(monkeypatch, word_models, "tokens_of")
    encoded = _counted(monkeypatch, word_models, "read_data")
    train_many(works, tmp_path / "out", workers=1)
    assert (len(reads), len(mined), len(fitted), len(tokens)) == (3, 1, 1, 3)
    assert len(encoded) == 4  # the three sets, and train's first row for the adversary
    assert_same(tmp_path / "out" / "run-3", alone(works[3], tmp_path / "alone"))


def test_what_fails_does_not_hold_up_the_others(tmp_path: Path) -> None:
    first, *others = planned(seeds=1)
    nothing = replace(first, name="nothing", options=replace(first.options, debias="guidance:min-count=200"))
    with pytest.raises(MeasureInputError, match="min-count=200"):
        train_many([nothing, *others], tmp_path, workers=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["focal", "guided"]


def test_wrong_options_are_refused_before_anything_is_trained(tmp_path: Path) -> None:
    first, *others = planned(seeds=1)
    wrong = replace(first, options=replace(first.options, debias="reweihgting"))
    with pytest.raises(UnknownNameError, match="did you mean 'reweighting'"):
        train_many([*others, wrong], tmp_path)
    with pytest.raises(ValueError, match="one name"):
        train_many([first, first], tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_with_other_work_is_refused(together: Path) -> None:
    first = planned()[0]
    with pytest.raises(RunExistsError, match="other work"):
        train_many([replace(first, options=TrainOptions(small=True))], together)
