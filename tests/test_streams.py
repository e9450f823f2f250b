"""Whatever a path names is read within bounds: a file, or a pipe until its end; a device is refused."""

import os
import re
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

from rightreasons.streams import files
from rightreasons.streams.files import file_bytes, file_opened

SOURCE = Path(files.__file__).parents[1]


def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_a_file_is_read_whole_and_one_that_is_too_long_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert file_bytes(tmp_path / "file") == b"12345"
    with pytest.raises(OSError, match="5 bytes; at most 4"):
        file_bytes(tmp_path / "file", most=4)


def test_a_pipe_is_read_until_its_writer_is_done_however_slow_it_is(tmp_path: Path) -> None:
    place = pipe(tmp_path)

    def write() -> None:
        time.sleep(0.1)
        with place.open("wb", buffering=0) as file:
            for _ in range(3):
                time.sleep(0.1)
                file.write(b"x" * 70_000)

    writer = threading.Thread(target=write)
    writer.start()
    assert file_bytes(place) == b"x" * 210_000
    writer.join()


def test_a_pipe_that_never_ends_is_read_to_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_PIPED", 10_000_000)
    with subprocess.Popen(
        ["/bin/cat", "/dev/zero"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as endless:
        assert endless.stdout is not None
        with pytest.raises(OSError, match="more than 10,000,000 bytes"):
            file_bytes(Path(f"/dev/fd/{endless.stdout.fileno()}"))
        endless.kill()


def test_a_pipe_to_which_nobody_writes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SECONDS_FOR_A_WRITER", 0.2)
    with pytest.raises(OSError, match="nobody wrote"):
        file_bytes(pipe(tmp_path))


def test_devices_sockets_and_folders_are_refused_at_once(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        for place in (Path("/dev/zero"), Path("/dev/null"), tmp_path / "socket", tmp_path):
            for read in (file_bytes, file_opened):
                with pytest.raises(OSError, match=r"no file|directory"):
                    read(place)
    with pytest.raises(OSError, match="no file"):
        file_opened(pipe(tmp_path))  # who goes back and forth in a file cannot do so in a pipe


def test_no_other_file_of_ours_reads_a_path_without_bounds() -> None:
    """A path that somebody named is read by `file_bytes` or `file_opened`; what is packaged, as it is."""
    reads = re.compile(r"\.read_bytes\(|\.read_text\(|\.open\(\s*\"r|pl\.read_\w+\((path|file|folder)")
    ours = re.compile(r"files\(|folder\.joinpath\(|/proc/self")
    found = [
        f"{path.relative_to(SOURCE)}: {line.strip()}"
        for path in SOURCE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if reads.search(line) and not ours.search(line) and path.name != "registry.py"  # of ours
    ]
    assert not found
