"""On a real terminal of 80 x 24 and 120 x 40 the verdict is on the last screen, and no line is too wide."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from rightreasons import read_run

pytestmark = pytest.mark.long

SIZES = ((80, 24), (120, 40))
NO_TEXT = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07")
RUNS = {
    "audit": "audit E/train.jsonl --test E/test.jsonl",
    "probe": "probe E/predictions-a.csv --on E/test.jsonl --train E/train.jsonl",
    "probe-b": "probe E/predictions-b.csv --on E/test.jsonl --train E/train.jsonl",
    "compare": "compare probe probe-b",
    "train": "train ngrams-joulin2017 --small --set epochs=2 --seeds 2"
    " --train E/train.jsonl --dev E/dev.jsonl --test E/test.jsonl",
    "gate": "gate probe --require accuracy>=0.99",
}
Shown = Callable[[str, int, int], tuple[int, list[str]]]


def in_a_terminal(arguments: Sequence[str], columns: int, rows: int, folder: Path) -> tuple[int, list[str]]:
    """Return the exit code, and the lines that a terminal of this size was sent, each as it stood last."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.chdir(folder)
        plain = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        os.execve(  # noqa: S606 # the arguments are those of this file
            sys.executable, (sys.executable, "-m", "rightreasons", *arguments), plain | {"TERM": "xterm"}
        )
    sent = b""
    with suppress(OSError):  # the terminal is gone once the command has ended
        while read := os.read(terminal, 65536):
            sent += read
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    text = NO_TEXT.sub("", sent.decode()).replace("\r\n", "\n")
    return code, [line.split("\r")[-1] for line in text.rstrip("\n").split("\n")]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    folder = tmp_path_factory.mktemp("terminal")
    code, _ = in_a_terminal(("make", "example", "-o", "E"), 80, 24, folder)
    assert code == 0
    for name in ("probe", "probe-b"):
        in_a_terminal((*RUNS[name].split(), "-o", name), 80, 24, folder)

    def show(name: str, columns: int, rows: int) -> tuple[int, list[str]]:
        out = f"{name}-{columns}"
        code, lines = in_a_terminal((*RUNS[name].split(), "-o", out), columns, rows, folder)
        title = read_run(folder / out).verdict.title
        last = " ".join(" ".join(lines[-rows + 1 :]).split())
        assert title
        assert str(title) in last, last
        return code, lines

    return show


@pytest.mark.parametrize("name", ["audit", "probe", "compare", "train", "gate"])
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_verdict_is_on_the_last_screen_and_no_line_is_too_wide(
    shown: Shown, name: str, columns: int, rows: int
) -> None:
    code, lines = shown(name, columns, rows)
    assert code == (1 if name == "gate" else 0), lines[-rows:]
    assert [line for line in lines if len(line) > columns] == []
