"""Any pretrained encoder is trained by one recipe, at a rate of its size, and called by a name."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
import torch
from safetensors.torch import load_file

from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.train import train
from rightreasons.jobs.training import workers
from rightreasons.jobs.training.encoder import pretrained_encoder
from rightreasons.jobs.training.model import choose_model
from rightreasons.jobs.training.plan import TrainingPlan, plan_training
from rightreasons.predictors.predictor import predictor_named
from rightreasons.predictors.trained_folders import trained_title
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.training import precision_trial
from rightreasons.training.recipe_files import read_recipe

os.environ.setdefault("HF_HUB_OFFLINE", "1")
torch.set_num_threads(1)
SHORT = ("epochs=1", "settings.max_length=32", "precision=fp32")


@pytest.fixture(scope="module")
def trained(encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Two seeds side by side, with what was reported meanwhile."""
    reports: list[str] = []
    done = train(
        *("encoder", bundled_pairs(60, 1).named("harbour.jsonl"), bundled_pairs(30, 2)),
        out=tmp_path_factory.mktemp("runs") / "run",
        encoder=str(encoder),
        seeds=2,
        workers=2,
        changes=SHORT,
        progress=lambda what, *_: reports.append(what),
    )
    return SimpleNamespace(done=done, reports=reports)


def plan(tmp_path: Path, recipe: str = "encoder", **options: Any) -> TrainingPlan:
    pairs = bundled_pairs(30, 1).named("harbour.jsonl")
    changes = (*options.pop("changes", ()), "epochs=1")
    chosen = TrainOptions(changes=changes, **options)
    return plan_training(recipe, pairs, bundled_pairs(30, 2), (), out=tmp_path / "run", options=chosen)


def test_a_model_is_called_after_encoder_and_data(trained: Any) -> None:
    assert trained.done.manifest.model.name == "tiny-bert on harbour"
    assert trained.done.findings[0].headline.startswith("tiny-bert on harbour is correct in")


def test_a_probe_of_a_seed_is_called_so_too(trained: Any) -> None:
    folder = trained.done.run.path / "seed-2"
    for model in (f"hf:{folder}", str(folder)):
        assert predictor_named(model).name == "tiny-bert on harbour, seed 2"
    assert pretrained_encoder(str(folder)).name == "tiny-bert on harbour, seed 2"


def test_no_record_says_where_the_encoder_lies(trained: Any, encoder: Path) -> None:
    run = trained.done.run.path
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["options"]["recipe"]["settings"]["checkpoint"] == "tiny-bert"
    assert manifest["options"]["encoder"]["name"] == "tiny-bert"
    for name in ("manifest.json", "findings.json", "report.html", "seed-1/config.json"):
        assert str(encoder.parent) not in (run / name).read_text(encoding="utf-8")


def test_a_given_name_goes_before(encoder: Path, tmp_path: Path) -> None:
    assert plan(tmp_path, encoder=str(encoder), name="Ours", changes=SHORT).name == "Ours"
    assert plan(tmp_path, "ngrams-joulin2017", name="Bag").name == "Bag"
    assert plan(tmp_path, "ngrams-joulin2017").name == "ngrams-joulin2017"


def test_another_encoder_in_a_recipe_of_a_paper_is_not_called_by_the_recipe(
    encoder: Path, tmp_path: Path
) -> None:
    made = plan(tmp_path, "bert-mccoy2019", changes=(f"settings.checkpoint={encoder}", *SHORT))
    assert made.name == "tiny-bert on harbour"
    options = made.manifest().options
    assert options["recipe-name"] == "bert-mccoy2019"
    assert options["set"][0] == "settings.checkpoint=tiny-bert"


def test_method_and_added_data_are_part_of_the_name(encoder: Path, tmp_path: Path) -> None:
    method = {"debias": "reweighting", "augment": "hans:60"}
    made = plan(tmp_path, encoder=str(encoder), changes=SHORT, **method)
    assert made.name == "tiny-bert on harbour and hans with reweighting"


def test_a_folder_is_spelled_as_what_it_was_made_from(changed: Callable[..., Path], tmp_path: Path) -> None:
    folder = changed(_name_or_path="owner/MiniLM-L6-H384").rename(tmp_path / "minilm")
    assert pretrained_encoder(str(folder)).name == "MiniLM"
    assert pretrained_encoder(str(folder.rename(tmp_path / "mine"))).name == "mine"


def test_an_encoder_trained_before_models_had_names_is_called_after_where_it_began(tmp_path: Path) -> None:
    described = {"facts": {"checkpoint": "/some/where/minilm", "seed": 3}}
    assert trained_title(tmp_path / "plain" / "seed-3", described) == "minilm of plain, seed 3"
    assert trained_title(tmp_path, {"facts": {"seed": 3}}) is None
    assert trained_title(tmp_path, "nothing of ours") is None


@pytest.mark.parametrize(
    ("parameters", "rate"), [(22_700_000, 1e-4), (110_000_000, 2e-5), (340_000_000, 1e-5)]
)
def test_the_rate_goes_by_the_size_of_the_encoder(parameters: int, rate: float) -> None:
    assert read_recipe("encoder", parameters=parameters).optimiser.learning_rate == rate
    given = read_recipe("encoder", parameters=parameters, changes=["optimiser.learning_rate=0.5"])
    assert given.optimiser.learning_rate == 0.5


def test_parameters_are_counted(encoder: Path) -> None:
    weights = load_file(encoder / "model.safetensors")
    assert pretrained_encoder(str(encoder)).parameters == sum(each.numel() for each in weights.values())


@pytest.mark.parametrize(
    ("instructions", "steps", "precision", "note"),
    [
        (("avx512_bf16",), (50.0, 30.0), "fp32", "fp32 on cpu (bfloat16 was 0.6 times as fast"),
        (("amx_bf16",), (50.0, 150.0), "bf16", "bfloat16 on cpu (bfloat16 was 3 times as fast"),
        ((), (1.0, 9.0), "fp32", "fp32 on cpu"),
    ],
)
def test_the_precision_that_was_faster_in_a_trial_is_taken_whatever_the_processor_has(
    encoder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    instructions: tuple[str, ...],
    steps: tuple[float, float],
    precision: str,
    note: str,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(precision_trial, "bfloat16_instructions", lambda: instructions)
    monkeypatch.setattr(precision_trial, "rates", lambda _: steps)
    options = TrainOptions(encoder=str(encoder), changes=("settings.max_length=32", "device=cpu"))
    found = choose_model("encoder", options)
    assert found.recipe.precision == precision
    assert note in found.encoder_note()
    monkeypatch.setattr(precision_trial, "rates", lambda _: (1.0, 1.0))  # is not asked again
    assert choose_model("encoder", options).recipe.precision == precision


def test_rate_and_precision_stand_in_the_notes(trained: Any) -> None:
    (note,) = [note for note in trained.done.findings[1].notes if "million parameters" in note]
    assert "learning rate 0.0001, fp32" in note


def test_pairs_that_are_too_long_to_be_read_are_counted_and_said(encoder: Path, tmp_path: Path) -> None:
    pairs = bundled_pairs(60, 1).named("harbour.jsonl")
    row = pl.int_range(pl.len())
    long = pl.when(row < 15).then(pl.lit("water " * 60)).otherwise(pl.lit("water"))
    train_set = replace(pairs, frame=pairs.frame.with_columns(premise=long, hypothesis=pl.lit("a boat")))
    dev = replace(pairs, frame=train_set.frame.tail(45)).named("dev.jsonl")
    done = train("encoder", train_set, dev, out=tmp_path / "run", encoder=str(encoder), changes=SHORT)
    (share,) = (figure for finding in done.findings for figure in finding.figures.where("share", pairs="cut"))
    assert (share.name, share.value, share.n) == ("train.cut", 15 / 60, 60)
    assert "tiny-bert on harbour truncated 25.0 % of the pairs of train" in done.verdict.headline


def test_seeds_side_by_side_tell_how_far_they_are(trained: Any) -> None:
    assert any(what.startswith("seed 1\tepoch 1") for what in trained.reports)
    assert any(what.startswith("seed 2\tepoch 1") for what in trained.reports)


def test_encoders_share_the_cores_and_models_of_words_have_one_thread(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    large, small = plan(tmp_path, encoder=str(encoder), changes=SHORT), plan(tmp_path, "ngrams-joulin2017")
    assert [workers.threads_of(large, many) for many in (1, 3, 16)] == [None, 2, 1]
    assert [workers.threads_of(small, many) for many in (1, 3)] == [None, 1]


def test_as_many_are_trained_at_once_as_memory_holds(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psutil  # type: ignore[import-untyped]  # it has no types

    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    made = plan(tmp_path, encoder=str(encoder), changes=(*SHORT, "device=cpu"))
    for available, processes in ((1, 1), (5, 2), (100, 3)):
        memory = SimpleNamespace(available=available * 2**30)
        monkeypatch.setattr(psutil, "virtual_memory", lambda memory=memory: memory)
        assert workers.workers_for(3, None, [made]) == processes
