"""The command `train`, as a user types it."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.records import estimates

from rightreasons.debiasing import METHODS
from rightreasons.sources.bundled import bundled_pairs

QUICK = ("--small", "--set", "epochs=1", "--set", "settings.buckets=50", "--set", "words.size=8")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paths = (tmp_path / "train.jsonl", tmp_path / "dev.jsonl")
    for path, size, seed in zip(paths, (90, 45), (1, 2), strict=True):
        frame = bundled_pairs(size, seed).frame.select("premise", "hypothesis", "label")
        frame.cast({"label": str}).write_ndjson(path)
    return paths


def test_train_then_probe(command: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "run"
    data = ("--train", files[0], "--dev", files[1])
    trained = command("train", "ngrams-joulin2017", *data, *QUICK, "-o", out, "--json")
    assert trained.code == 0, trained.err
    findings = json.loads(trained.out)["trainings"][0]["findings"]
    assert [finding["measure"] for finding in findings] == ["accuracy", "training", "training_dynamics"]
    assert estimates(findings[0])["dev.seed-1"]["n"] == 45
    probed = command("probe", out, "--on", files[1], "--json", "--no-label-check", "--allow", "V102")
    assert probed.code == 0, probed.err
    found = estimates(json.loads(probed.out)["probes"][0]["findings"][0])["accuracy"]
    assert found["value"] == pytest.approx(estimates(findings[0])["dev.seed-1"]["value"])


def test_a_training_on_one_screen(command: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    data = ("--train", files[0], "--dev", files[1])
    shown = command("train", "ngrams-gururangan2018", *data, *QUICK, "-o", tmp_path / "run")
    assert shown.code == 0, shown.err
    for text in ("ngrams-gururangan2018 is correct in", "majority", "67.0", "not stated by the paper"):
        assert text in shown.out


def test_plain_beside_debiased(command: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    data = ("--train", files[0], "--dev", files[1], "--test", files[1], *QUICK)
    method = ("--debias", "downsampling:min-count=5,lambda=0.6")
    for name, options in (("plain", ()), ("debiased", method)):
        done = command("train", "ngrams-joulin2017", *data, *options, "-o", tmp_path / name)
        assert done.code == 0, done.err
    assert "Trained with downsampling, on " in done.out
    made = command(
        *("make", "easy-hard", "--train", files[0], "--on", files[1], "--min-count", 5, "--lambda", 0.5),
        *("-o", tmp_path / "patterns"),
    )
    assert made.code == 0, made.err
    runs = (tmp_path / "plain", tmp_path / "debiased")
    shown = command("compare", *runs, "--marks", tmp_path / "patterns")
    assert shown.code == 0, shown.err
    for text in (
        "Accuracy of debiased minus that of plain, with one seed: dev.jsonl: full",
        "patterns.gap",
        "seed by seed",
    ):
        assert text in shown.out


def test_what_is_wrong_is_answered(command: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    data = ("--train", files[0], "--dev", files[1], "-o", tmp_path / "run")
    unknown = command("train", "esim", *data)
    assert (unknown.code, "[RR002]" in unknown.err) == (2, True)
    wrong = command("train", "esim-mccoy2019", *data, "--set", "epochs=none")
    assert (wrong.code, "[RR003]" in wrong.err) == (2, True)
    board = command("train", "ngrams-joulin2017", *data, "--report-to", "paper")
    assert (board.code, "[RR003]" in board.err) == (2, True)
    method = command("train", "conditional-encoder-sanchez2018", *data, "--debias", "adversary")
    assert (method.code, "[RR402]" in method.err) == (3, True)
    assert not (tmp_path / "run").exists()


def test_recipes_and_methods_are_listed(command: Any) -> None:
    listed = json.loads(command("ls", "recipes", "--json").out)
    assert {"esim-mccoy2019", "hypothesis-only-poliak2018", "roberta-liu2020"} <= set(listed)
    assert all(listed.values())
    assert set(json.loads(command("ls", "methods", "--json").out)) == set(METHODS)


def test_a_grid_is_searched_and_its_best_named(
    command: Any, files: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    data = ("--train", files[0], "--dev", files[1], "--test", files[1])
    method = ("--debias", "downsampling:min-count=5", "--grid-over", "lambda=0.65,0.7", "--grid-by", "full")
    done = command("train", "ngrams-joulin2017", *data, *QUICK, *method, "-o", out)
    assert done.code == 0, done.err
    assert "Of 2 combinations of settings" in done.out
    assert sorted(path.name for path in (out / "points").iterdir()) == ["lambda0.65", "lambda0.7"]
    refused = command("train", "ngrams-joulin2017", *data, *QUICK, "--grid", "-o", tmp_path / "other")
    assert refused.code == 2
    assert "--debias METHOD" in refused.err


@pytest.mark.long
def test_several_recipes_have_a_run_each(command: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    data = ("--train", files[0], "--dev", files[1])
    recipes = ("ngrams-joulin2017", "ngrams-gururangan2018")
    out = tmp_path / "runs"
    done = command("train", ",".join(recipes), *data, *QUICK, "--seeds", 2, "-o", out, "--json")
    assert done.code == 0, done.err
    trained = json.loads(done.out)["trainings"]
    assert [each["manifest"]["model"]["name"] for each in trained] == list(recipes)
    assert {path.name for path in out.iterdir()} == set(recipes)
    shown = command("train", ",".join(recipes), *data, *QUICK, "--seeds", 2, "-o", out)
    assert all(f"{recipe} is correct in" in shown.out for recipe in recipes)


def test_the_recipe_is_looked_at_before_what_is_missing(command: Any, tmp_path: Path) -> None:
    shown = command("train", "minilm")
    assert (shown.code, "train encoder --encoder" in shown.err) == (2, True)
    assert "--train" in command("train", "ngrams-joulin2017", "-o", tmp_path / "run").err


def test_one_name_is_for_one_recipe(command: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    data = ("--train", files[0], "--dev", files[1], "-o", tmp_path / "run", "--name", "Bag")
    shown = command("train", "ngrams-joulin2017,ngrams-gururangan2018", *data)
    assert (shown.code, "leave out --name" in shown.err) == (2, True)


def test_a_name_stands_in_every_record(command: Any, files: tuple[Path, Path], tmp_path: Path) -> None:
    data = ("--train", files[0], "--dev", files[1], *QUICK)
    done = command("train", "ngrams-joulin2017", *data, "--name", "Bag", "-o", tmp_path / "run")
    assert "Bag is correct in" in done.out
    probe = command("probe", tmp_path / "run", "--on", files[1], "--json", "--no-label-check")
    assert json.loads(probe.out)["probes"][0]["manifest"]["model"]["name"] == "Bag, seed 1"
