"""A run that was changed after it was sealed is refused by everything that reads runs, with a code."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rightreasons import audit, compare, probe, train
from rightreasons.findings import SCHEMA_VERSION
from rightreasons.reports.viewer.entries import entry_of

Command = Callable[..., Any]
VERSION = f'"schema_version": {SCHEMA_VERSION}'
ROWS = [
    {"premise": f"A dog number {n} runs.", "hypothesis": f"An animal {n} moves.", "label": label}
    for n, label in enumerate(["entailment", "neutral", "contradiction"] * 20)
]


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two probes, their comparison, an audit and a training, as they were written."""
    folder = tmp_path_factory.mktemp("sealed")
    data = folder / "data.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    probe("rule:random", data, out=folder / "probe")
    probe("rule:always-entailment", data, out=folder / "other")
    compare(folder / "probe", folder / "other", out=folder / "compare")
    audit(data, measures=["label_balance", "lengths"], out=folder / "audit")
    train("ngrams-joulin2017", data, data, out=folder / "train", small=True, changes=["epochs=1"])
    return folder


def _edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(run: Path) -> None:
        text = (run / name).read_text(encoding="utf-8")
        assert old in text
        (run / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return edit


def _cut(name: str) -> Callable[[Path], None]:
    def cut(run: Path) -> None:
        content = (run / name).read_bytes()
        (run / name).write_bytes(content[: len(content) // 2])

    return cut


def _flip(name: str) -> Callable[[Path], None]:
    def flip(run: Path) -> None:
        content = bytearray((run / name).read_bytes())
        content[len(content) // 2] ^= 1
        (run / name).write_bytes(bytes(content))

    return flip


def _write(name: str, text: str) -> Callable[[Path], None]:
    def write(run: Path) -> None:
        (run / name).write_text(text, encoding="utf-8")

    return write


def _other_items(run: Path) -> None:
    items = pl.read_parquet(run / "items.parquet")
    items.with_columns(pl.lit("entailment").alias("label")).write_parquet(run / "items.parquet")


DAMAGES: dict[str, Callable[[Path], None]] = {
    "a figure edited": _edit("findings.json", '"value": ', '"value": 1'),
    "items edited": _other_items,
    "the manifest edited": _edit("manifest.json", '"data"', '"Data"'),
    "findings cut": _cut("findings.json"),
    "items cut": _cut("items.parquet"),
    "the manifest cut": _cut("manifest.json"),
    "findings with a bit flipped": _flip("findings.json"),
    "items with a bit flipped": _flip("items.parquet"),
    "the manifest with a bit flipped": _flip("manifest.json"),
    "findings deleted": lambda run: (run / "findings.json").unlink(),
    "items deleted": lambda run: (run / "items.parquet").unlink(),
    "the seal deleted": lambda run: (run / "seal.txt").unlink(),
    "another version": _edit("findings.json", VERSION, '"schema_version": 1'),
    "a newer version": _edit("findings.json", VERSION, f'"schema_version": {SCHEMA_VERSION + 1}'),
    "findings of brackets": _write("findings.json", "[" * 200_000),
    "a manifest of brackets": _write("manifest.json", "[" * 200_000),
    "findings of the wrong type": _write(
        "findings.json", f'{{{VERSION}, "findings": 7, "not_measured": []}}'
    ),
    "a manifest of the wrong type": _write("manifest.json", '{"job": 7, "data": "all"}'),
    "a seal of something else": _write("seal.txt", "rightreasons-seal-3\nmanifest.json none\n"),
}


def _other_answer(run: Path) -> None:
    """Change one answer of a store, through SQLite."""
    with closing(sqlite3.connect(run / "predictions.sqlite")) as store, store:
        store.execute(
            "UPDATE predictions SET label = iif(label = 'neutral', 'entailment', 'neutral')"
            " WHERE pair_hash = (SELECT min(pair_hash) FROM predictions)"
        )


def _other_name(run: Path) -> None:
    with closing(sqlite3.connect(run / "predictions.sqlite")) as store, store:
        store.execute("UPDATE models SET identity = replace(identity, 'random', 'another')")


def _another_page(run: Path) -> None:
    (run / "report.html").write_text("<h1>All is well</h1>", encoding="utf-8")


BESIDE: dict[str, tuple[str, Callable[[Path], object]]] = {
    "an answer in the store": ("probe", _other_answer),
    "the model's name in the store": ("probe", _other_name),
    "the store cut": ("probe", _cut("predictions.sqlite")),
    "the store deleted": ("probe", lambda run: (run / "predictions.sqlite").unlink()),
    "the page": ("probe", _another_page),
    "the page deleted": ("audit", lambda run: (run / "report.html").unlink()),
    "evidence that nobody wrote": ("audit", _write("evidence.jsonl", "{}")),
    "the description of a seed's model": ("train", _edit("seed-1/model.json", "{", "{ ")),
    "the words of a seed's model": ("train", _cut("seed-1/vocabulary.txt")),
    "a seed that was not trained": ("train", lambda run: shutil.copytree(run / "seed-1", run / "seed-9")),
}
"""By name of what changed beside manifest, findings and items: the run, and how."""

READERS = {
    "gate": ("gate", "{run}", "--require", "label_balance.majority >= 0"),
    "card": ("card", "{run}"),
    "report": ("report", "{run}", "-o", "{out}/page.html"),
    "report as csv": ("report", "{run}", "--format", "csv", "-o", "{out}/tables"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("job", ["audit", "probe", "compare", "train"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_every_reader_refuses_a_changed_run_with_a_code(
    damage: str, job: str, reader: str, sealed: Path, tmp_path: Path, command: Command
) -> None:
    run = tmp_path / "run"
    shutil.copytree(sealed / job, run)
    DAMAGES[damage](run)
    done = command(*(word.format(run=run, out=tmp_path) for word in READERS[reader]))
    assert done.code == 3, (done.out, done.err)
    assert "[RR60" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("reader", READERS)
def test_a_run_of_the_release_before_is_refused_with_both_versions(
    reader: str, sealed: Path, tmp_path: Path, command: Command
) -> None:
    run = tmp_path / "run"
    shutil.copytree(sealed / "audit", run)
    _edit("findings.json", VERSION, '"schema_version": 2')(run)
    done = command(*(word.format(run=run, out=tmp_path) for word in READERS[reader]))
    assert (done.code, "[RR602]" in done.err) == (3, True)
    said = " ".join(done.err.split())
    assert "schema version 2" in said
    assert f"expected: version {SCHEMA_VERSION}" in said
    assert "run it again" in said


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_comparison_refuses_a_changed_run(
    damage: str, sealed: Path, tmp_path: Path, command: Command
) -> None:
    shutil.copytree(sealed / "probe", tmp_path / "probe")
    DAMAGES[damage](tmp_path / "probe")
    done = command("compare", sealed / "other", tmp_path / "probe")
    assert done.code == 3, (done.out, done.err)
    assert "[RR60" in done.err


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_same_work_is_not_taken_up_from_a_changed_run(
    damage: str, sealed: Path, tmp_path: Path, command: Command
) -> None:
    shutil.copytree(sealed / "probe", tmp_path / "probe")
    DAMAGES[damage](tmp_path / "probe")
    done = command("probe", "rule:random", "--on", sealed / "data.jsonl", "-o", tmp_path / "probe")
    assert done.code in (2, 3), (done.out, done.err)
    assert "[RR60" in done.err


@pytest.mark.parametrize("job", ["probe", "train"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_changed_run_is_no_model(
    damage: str, job: str, sealed: Path, tmp_path: Path, command: Command
) -> None:
    shutil.copytree(sealed / job, tmp_path / job)
    DAMAGES[damage](tmp_path / job)
    done = command("probe", tmp_path / job, "--on", sealed / "data.jsonl")
    assert done.code == 3, (done.out, done.err)
    assert "[RR60" in done.err


@pytest.mark.parametrize("job", ["audit", "compare", "train"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_the_viewer_lists_a_changed_run_as_damaged(
    damage: str, job: str, sealed: Path, tmp_path: Path
) -> None:
    shutil.copytree(sealed / job, tmp_path / job)
    DAMAGES[damage](tmp_path / job)
    entry = entry_of(tmp_path, tmp_path / job)
    assert entry is not None
    assert entry.state == "damaged"


def test_a_run_as_it_was_written_is_read(sealed: Path, tmp_path: Path, command: Command) -> None:
    shutil.copytree(sealed / "audit", tmp_path / "copied")
    assert command("card", tmp_path / "copied").code == 0
    assert command("gate", tmp_path / "copied", "--require", "label_balance.majority >= 0.1").code == 0
    assert command("probe", sealed / "probe", "--on", sealed / "data.jsonl").code == 0


@pytest.mark.parametrize("damage", BESIDE)
def test_what_a_run_holds_beside_its_findings_is_sealed_too(
    damage: str, sealed: Path, tmp_path: Path, command: Command
) -> None:
    job, damaged = BESIDE[damage]
    run = tmp_path / "run"
    shutil.copytree(sealed / job, run)
    damaged(run)
    data = sealed / "data.jsonl"
    further = {
        "compare": ("compare", "{run}", sealed / "other"),
        "probe": ("probe", "{run}", "--on", data),
        "make predictions": ("make", "predictions", "{run}", "-o", "{out}/predictions.parquet"),
    }
    readers = {**READERS, **(further if job == "probe" else {})}
    if damage == "the store deleted":
        del readers["make predictions"]  # there is none to be read
    for reader, words in readers.items():
        done = command(*(str(word).format(run=run, out=tmp_path) for word in words))
        assert (done.code, "[RR605]" in done.err) == (3, True), (reader, done.err)
    assert entry_of(tmp_path, run).state == "damaged"  # type: ignore[union-attr]


@pytest.mark.parametrize("named", ["{run}", "{run}/seed-1"])
def test_a_model_whose_weights_changed_is_not_asked(
    named: str, sealed: Path, tmp_path: Path, command: Command
) -> None:
    run = tmp_path / "run"
    shutil.copytree(sealed / "train", run)
    words = ("probe", named.format(run=run), "--on", sealed / "data.jsonl")
    assert "[RR605]" not in command(*words).err
    _flip("seed-1/model.safetensors")(run)
    done = command(*words)
    assert (done.code, "[RR605]" in done.err) == (3, True), done.err


def test_a_store_that_sqlite_wrote_anew_is_the_same(sealed: Path, tmp_path: Path, command: Command) -> None:
    run = tmp_path / "run"
    shutil.copytree(sealed / "probe", run)
    before = (run / "predictions.sqlite").read_bytes()
    with closing(sqlite3.connect(run / "predictions.sqlite")) as store:
        store.execute("PRAGMA journal_mode = DELETE")
        store.execute("VACUUM")
    assert (run / "predictions.sqlite").read_bytes() != before
    assert command("card", run).code == 0
    assert command("make", "predictions", run, "-o", tmp_path / "predictions.parquet").code == 0
