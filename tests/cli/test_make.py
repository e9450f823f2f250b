"""`rightreasons make ...` as a user types it."""

import json
import shlex
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
    outcome = command("make", "downsampled", files[0], "--mode", "rand", *options)
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
    data = (files[0],) if arguments[0] == "downsampled" else ("--train", files[0])
    outcome = command("make", *arguments, *data, "-o", tmp_path / "out")
    assert outcome.code == 2
    assert code in outcome.err
    assert not any(tmp_path.iterdir())


def test_a_folder_that_is_there_is_refused(command: Any, files: Any, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    outcome = command("make", "downsampled", files[0], "-o", tmp_path)
    assert outcome.code == 2
    assert "RR601" in outcome.err


def test_a_split_shows_its_parts_and_the_gains_before_and_after(
    command: Any, files: Any, tmp_path: Path
) -> None:
    outcome = command("make", "split", files[0], "--by", "premise", "-o", tmp_path / "out")
    assert outcome.code == 0, outcome.err
    lines = outcome.out.splitlines()
    shown = {
        line.split()[0]: line.split()[1] for line in lines if line.startswith(("train ", "dev ", "test "))
    }
    for part, rows in shown.items():
        written = (tmp_path / "out" / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()
        assert rows.replace(",", "") == str(len(written))
    assert set(shown) == {"train", "dev", "test"}
    assert any(line.startswith("hypothesis-only gain") and line.count("points") == 2 for line in lines)
    assert max(map(len, lines)) <= 100
    assert lines[-1] == f"written to {tmp_path / 'out'}"


@pytest.mark.parametrize("subject", ["split", "downsampled"])
def test_the_gains_before_and_after_can_be_left_out(
    command: Any, files: Any, tmp_path: Path, subject: str
) -> None:
    data = (files[0],) if subject == "split" else (files[0], "--min-count", 15)
    options = ("--no-audit", "--json", "-o", tmp_path / "out")
    outcome = command("make", subject, *data, *options)
    assert outcome.code == 0, outcome.err
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert json.loads(outcome.out) == manifest
    assert "audit" not in manifest
    assert manifest["options"]["no-audit"] is True


def test_the_line_that_a_refused_split_proposes_can_be_pasted(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    labels = ("entailment", "neutral", "contradiction")
    rows = [f"p{row // 2}\th{(row + 1) // 2}\t{labels[row % 3]}" for row in range(200)]
    Path("my data.tsv").write_text("\n".join(rows), encoding="utf-8")
    reading = ("--columns", "premise=0,hypothesis=1,label=2")
    refused = command("make", "split", "my data.tsv", *reading, "-o", "out")
    assert refused.code == 3
    assert "RR805" in refused.err
    lines = [line.strip() for line in refused.err.splitlines() if "rightreasons make split" in line]
    assert [line.split(" --by ")[1] for line in lines] == ["premise -o split", "hypothesis -o split"]
    pasted = command(*shlex.split(lines[0])[1:], "--no-audit")
    assert pasted.code == 0, pasted.err
    assert Path("split/test.jsonl").is_file()
