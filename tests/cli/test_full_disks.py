"""Every command that writes, where there is less room than it needs: a code, and nothing half done."""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.cli.writing_commands import WRITING, ended, prepare, words
from tests.limited_files import no_file_longer_than

Command = Callable[..., Any]
LONG = pytest.mark.long


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of all commands, and a tiny model."""
    from tests.predictors.tiny_models import tiny_model

    folder = tmp_path_factory.mktemp("prepared")
    tiny_model(folder / "model")

    prepare(folder, lambda command: ended(command, folder))
    return folder


@pytest.mark.parametrize("size", [pytest.param(0, marks=LONG), 100, pytest.param(3_000, marks=LONG)])
@pytest.mark.parametrize("name", WRITING)
def test_without_room_every_command_says_so(
    name: str, size: int, prepared: Path, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(prepared)
    out = tmp_path / "place" / "out"
    with no_file_longer_than(size):
        done = command(*words(name, out).split())
    if done.code == 4:
        assert "no room on the disk" in done.err.splitlines()[-3], done.err
    else:  # what it writes is smaller than that
        assert (done.code, size > 0) == (0, True), done.err
    assert not [path.name for path in (tmp_path / "place").glob(".*") if path.is_file()]


@pytest.mark.parametrize(
    "kibibytes", [4, 40, 100, *(pytest.param(size, marks=LONG) for size in (16, 64, 200, 420))]
)
def test_a_probe_on_a_small_disk_ends_with_a_code_and_goes_on(
    kibibytes: int, prepared: Path, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    _mounted_or_skip("-t", "tmpfs", "-o", f"size={kibibytes}k", "none", str(disk))
    try:
        first = _ended(prepared, words("probe", disk / "out"))
        assert first[0] == 0 or (first[0] == 4 and re.search(r"\[RR70[24]\]$", first[1], re.M)), first
        assert not list(disk.glob(".*.lock"))
        _mounted_or_skip("-o", "remount,size=64m", str(disk))
        assert _ended(prepared, words("probe", disk / "out"))[0] in (0, 4)
        assert (disk / "out" / "seal.txt").is_file()
    finally:
        subprocess.run(["/bin/umount", str(disk)], check=True, timeout=60, stdin=subprocess.DEVNULL)


def _ended(folder: Path, command: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "rightreasons", *command.split()],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr


def _mounted_or_skip(*options: str) -> None:
    if not Path("/bin/mount").is_file() or os.geteuid() != 0:
        pytest.skip("only root may mount")
    if subprocess.run(
        ["/bin/mount", *options], capture_output=True, timeout=60, check=False, stdin=subprocess.DEVNULL
    ).returncode:
        pytest.skip("nothing can be mounted here")


def test_what_was_being_written_is_gone_where_there_is_no_room(prepared: Path, tmp_path: Path) -> None:
    from rightreasons.artifacts.patterns.origin import Origin
    from rightreasons.artifacts.patterns.pattern_file import save
    from rightreasons.artifacts.patterns.settings import PatternSettings
    from rightreasons.errors import ExhaustedError
    from rightreasons.jobs.probing.stored import STORE
    from rightreasons.predictors.store.store import Store
    from rightreasons.training.epoch_reports import to_lines

    origin = Origin("data", PatternSettings(), 0.5, "hypothesis", "simple", {"neutral": 3}, 0, None)
    rows = [{"epoch": number, "loss": 0.5} for number in range(100)]
    evidence = pl.DataFrame({"pattern": [str(number) for number in range(5_000)]})
    with Store.open(prepared / "first" / STORE) as store:
        writers: list[Callable[[], object]] = [
            lambda: store.export(tmp_path / "answers.parquet"),
            lambda: to_lines(tmp_path / "metrics.jsonl")(rows),
            lambda: save(tmp_path / "patterns.parquet", evidence, origin),
        ]
        for write in writers:
            with no_file_longer_than(1_000), pytest.raises((ExhaustedError, OSError)):
                write()
            assert list(tmp_path.iterdir()) == []


def test_what_a_library_says_of_a_full_disk_in_its_own_words_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rightreasons import writing
    from rightreasons.errors import ExhaustedError

    with pytest.raises(RuntimeError), writing.told_of_room(tmp_path / "out"):
        raise RuntimeError("transport error")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writing, "TemporaryFile", full)
    with pytest.raises(ExhaustedError, match="'out'"), writing.told_of_room(tmp_path / "out"):
        raise RuntimeError("transport error")
