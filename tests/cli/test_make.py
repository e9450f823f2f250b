"""`rightreasons make ...` as a user types it."""

import json
from pathlib import Path
from typing import Any

import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.sources.bundled import bundled_splits


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("data")
    paths = folder / "train.jsonl", folder / "test.jsonl"
    for table, path in zip(bundled_splits(1_500, 450, 9), paths, strict=True):
        table.frame.write_ndjson(path)
    return paths


def test_easy_and_hard_instances_are_written(command: Any, files: Any, tmp_path: Path) -> None:
    train, test = files
    options = ("--lambda", 0.7, "--min-count", 15, "-o", tmp_path / "out")
    outcome = command("make", "easy-hard", "--train", train, "--on", test, *options)
    assert outcome.code == 0, outcome.err
    hard = (tmp_path / "out" / "hard.jsonl").read_text(encoding="utf-8").splitlines()
    shown = dict(line.split(maxsplit=1) for line in outcome.out.splitlines())
    assert shown["hard"] == str(len(hard))
    assert all("hypothesis" in json.loads(line) for line in hard)


def test_json_is_the_manifest_alone(command: Any, files: Any, tmp_path: Path) -> None:
    options = ("--min-count", 15, "--until-clean", "--json", "-o", tmp_path / "out")
    outcome = command("make", "downsampled", "--train", files[0], "--mode", "rand", *options)
    assert outcome.code == 0, outcome.err
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert json.loads(outcome.out) == manifest
    assert manifest["options"]["mode"] == "rand"
    assert manifest["options"]["until-clean"] is True


def test_options_come_from_a_config_file_too(command: Any, files: Any, tmp_path: Path) -> None:
    config = tmp_path / "options.yaml"
    config.write_text("lambda: 0.6\nmax-words: 2\nside: premise\nmin-count: 5\n", encoding="utf-8")
    out = tmp_path / "patterns.parquet"
    outcome = command("make", "patterns", "--train", files[0], "--config", config, "-o", out)
    assert outcome.code == 0, outcome.err
    origin = PatternSet.load(out).origin
    assert (origin.threshold, origin.settings.max_words, origin.side) == (0.6, 2, "premise")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("downsampled", "--mode", "some"), "RR003"),
        (("patterns", "--side", "left"), "RR003"),
        (("patterns", "--reading", "both"), "RR003"),
        (("patterns", "--tokenisation", "none"), "RR002"),
    ],
)
def test_a_wrong_option_is_explained(
    command: Any, files: Any, tmp_path: Path, arguments: tuple[str, ...], code: str
) -> None:
    outcome = command("make", *arguments, "--train", files[0], "-o", tmp_path / "out")
    assert outcome.code == 2
    assert code in outcome.err
    assert not any(tmp_path.iterdir())


def test_a_folder_that_is_there_is_refused(command: Any, files: Any, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    outcome = command("make", "downsampled", "--train", files[0], "-o", tmp_path)
    assert outcome.code == 2
    assert "RR601" in outcome.err
