"""The command on a machine that lacks something, or that is told to stop: a code, and nothing half done."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
ROWS = [
    {"premise": f"A dog number {n} runs.", "hypothesis": f"An animal {n} moves.", "label": label}
    for n, label in enumerate(["entailment", "neutral", "contradiction"] * 100)
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return tmp_path / "data.jsonl"


LIMITED = """
import os, resource, sys
what, most = map(int, sys.argv[1:3])
resource.setrlimit(what, (most, most))
os.execv(sys.executable, [sys.executable, "-B", *sys.argv[3:]])
"""  # a process of its own: a fork of one with threads may hang; -B: compiled files cut short break imports


def _code(text: str) -> str:
    """The code of an error, which ends its first line; empty where there is none."""
    return found[0] if (found := re.search(r"\[RR\d+\]$", text, re.M)) else ""


def limited(what: int, most: int, *arguments: object) -> "subprocess.CompletedProcess[str]":
    """Run the command in a process that may use so much, as `ulimit` has it."""
    words = [
        sys.executable,
        "-c",
        LIMITED,
        *map(str, (what, most)),
        "-m",
        "rightreasons",
        *map(str, arguments),
    ]
    return subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize("job", ["make", "audit", "probe", "report"])
def test_without_room_the_command_says_so_and_goes_on_once_there_is_some(
    job: str, data: Path, tmp_path: Path, command: Command
) -> None:
    out = tmp_path / "out.tsv"
    command("audit", data, "--measures", "label_balance", "-o", tmp_path / "run")
    words: dict[str, tuple[object, ...]] = {
        "make": ("make", "hans", "--per-subcase", 40, "-o", out),
        "audit": ("audit", data, "--measures", "label_balance,lengths", "-o", out),
        "probe": ("probe", "rule:random", "--on", data, "-o", out),
        "report": ("report", tmp_path / "run", "-o", out),
    }
    before = set(tmp_path.iterdir())
    failed = limited(resource.RLIMIT_FSIZE, 2_000, *words[job])
    assert (failed.returncode, _code(failed.stderr)) == (4, "[RR704]"), failed.stderr
    assert not out.exists()
    assert {path.name for path in set(tmp_path.iterdir()) - before} <= {".out.tsv.partial"}
    assert command(*words[job]).code in (0, 4)
    assert out.exists()


ANSWERS = """
def answers(premises, hypotheses):
    return ["neutral"] * len(premises)
answers.labels = ["entailment", "neutral", "contradiction"]
"""


@pytest.mark.parametrize("model", ["rule:random", "py:answering:answers"])
@pytest.mark.parametrize("mebibytes", [60, 200, 500, 1_000, 1_500, 1_900, 2_200, 3_000])
def test_without_memory_the_command_says_so_however_its_libraries_end(
    mebibytes: int, model: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "answering.py").write_text(ANSWERS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    options = ("--allow", "V102", "--no-label-check")
    words = ("probe", model, "--on", data, *options, "-o", tmp_path / "run")
    done = limited(resource.RLIMIT_AS, mebibytes * 2**20, *words)
    if done.returncode == 4 and not (tmp_path / "run").exists():
        assert done.stderr.startswith("not enough memory [RR704]")
        assert done.stderr.count("\n") == 3
        assert "--limit" in done.stderr
    else:
        assert mebibytes > 2_000
        assert done.returncode == 0, done.stderr


def test_a_watched_command_ends_as_it_would_unwatched(data: Path, tmp_path: Path, command: Command) -> None:
    run = tmp_path / "run"
    command("audit", data, "--measures", "label_balance", "-o", run)
    for require, code in (("label_balance.majority >= 2", 1), ("label_balance.majority >= 0", 0), ("?", 2)):
        words = ("gate", run, "--require", require)
        free, done = (
            limited(resource.RLIMIT_AS, most, *words) for most in (resource.RLIM_INFINITY, 6 * 2**30)
        )
        assert (done.returncode, done.stdout, done.stderr) == (code, free.stdout, free.stderr)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_of_either_kind_ends_at_once_without_noise(
    number: signal.Signals, data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    words = ["train", "ngrams-joulin2017", "--small", "--seeds", "2", "--workers", "2", "--set", "epochs=500"]
    words += ["--train", str(data), "--dev", str(data), "-o", str(out)]
    began = tmp_path / ".run.partial" / "manifest.json"
    with subprocess.Popen(
        [sys.executable, "-m", "rightreasons", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
    ) as process:
        while not began.is_file() and process.poll() is None:
            pass
        os.killpg(process.pid, number)
        errors = process.communicate(timeout=120)[1]
    assert process.returncode == 130
    *before, last = errors.splitlines()
    assert last == "interrupted; what was finished is kept where -o was given"
    assert set(before) <= {"at work"}  # where it took so long to begin that it said so


@pytest.mark.parametrize("after", [0, 0.3, 0.9])
def test_a_request_to_end_is_never_without_a_line_however_early_it_comes(
    after: float, data: Path, tmp_path: Path
) -> None:
    words = [sys.executable, "-m", "rightreasons", "audit", str(data), "--measures", "lengths"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
    ) as process:
        while not _heeds(process.pid, signal.SIGTERM) and process.poll() is None:
            time.sleep(0.001)
        time.sleep(after)
        process.send_signal(signal.SIGTERM)
        written, errors = process.communicate(timeout=120)
    interrupted = (130, "interrupted; what was finished is kept where -o was given\n")  # maybe while it wrote
    done = process.returncode == 0 and errors == "" and written
    assert done or (process.returncode, errors) == interrupted


def _heeds(process: int, number: signal.Signals) -> bool:
    """Return whether a process has a handler for a signal; Python has had its first milliseconds then."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return bool(int(status.split("SigCgt:")[1].split()[0], 16) >> (number - 1) & 1)


LATE = """
import atexit, os, signal, sys
import rightreasons.__main__ as command
command._exit_code = lambda child: {code}
def late():
    os.kill(os.getpid(), signal.SIGTERM)
    raise AssertionError("it went on")
try:
    command.run()
finally:
    atexit.register(late)  # the next to be called
"""


@pytest.mark.parametrize("code", [0, 1, 3])
def test_what_is_done_stays_done_where_the_request_comes_too_late(code: int) -> None:
    words = [sys.executable, "-c", LATE.format(code=code)]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=120
    )
    assert (done.returncode, done.stderr) == (code, "")


def test_a_fault_of_ours_is_no_failed_gate(
    data: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("rightreasons.jobs.gate.gate", broken)
    done = command("gate", data, "--require", "x > 0")
    assert (done.code, _code(done.err)) == (70, "[RR900]")
    assert "Traceback" not in done.err
    monkeypatch.setenv("RIGHTREASONS_TRACEBACK", "1")
    assert "Traceback" in command("gate", data, "--require", "x > 0").err


def test_standard_output_without_room_is_no_success(data: Path) -> None:
    with Path("/dev/full").open("w") as full:
        words = [sys.executable, "-m", "rightreasons", "audit", str(data), "--measures", "lengths", "--json"]
        done = subprocess.run(
            words,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=120,
        )
    assert (done.returncode, _code(done.stderr)) == (4, "[RR704]")


@pytest.mark.parametrize(
    "ends", ["import sys; sys.exit(0)", "raise SystemExit('bye')", "raise GeneratorExit"]
)
@pytest.mark.parametrize("where", ["module", "function"])
def test_a_function_that_ends_the_process_is_a_broken_model(
    ends: str, where: str, data: Path, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"ends_{abs(hash((ends, where)))}"
    body = ends if where == "module" else f"def f(premises, hypotheses):\n    {ends}"
    (tmp_path / f"{name}.py").write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = command("probe", f"py:{name}:f", "--on", data)
    assert (done.code, _code(done.err)) == (3, "[RR402]")


def test_a_name_that_is_no_utf8_is_read_and_probed(data: Path, tmp_path: Path, command: Command) -> None:
    odd = tmp_path / os.fsdecode(b"da\xff\xfeta.jsonl")
    odd.write_bytes(data.read_bytes())
    assert command("audit", odd, "--measures", "lengths", "-o", tmp_path / "audit").code == 0
    command("probe", "rule:random", "--on", odd, "-o", tmp_path / "probe")
    assert command("card", tmp_path / "probe").code == 0


def test_what_is_written_follows_the_umask(data: Path, tmp_path: Path, command: Command) -> None:
    words = ("train", "ngrams-joulin2017", "--small", "--train", data, "--dev", data)
    before = os.umask(0o027)
    try:
        assert command(*words, "--set", "epochs=1", "-o", tmp_path / "run").code == 0
        assert command("make", "hans", "--per-subcase", 2, "-o", tmp_path / "hans.tsv").code == 0
    finally:
        os.umask(before)
    written = [*(tmp_path / "run").rglob("*"), *tmp_path.glob("hans*")]
    modes = {(path.is_dir(), path.stat().st_mode & 0o777) for path in written}
    assert modes == {(True, 0o750), (False, 0o640)}


def test_a_reader_who_goes_away_is_no_failed_gate() -> None:
    command = [sys.executable, "-m", "rightreasons", "probe", "rule:always-entailment", "--on", "hans"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=120) == 141
        assert process.stderr is not None
        assert process.stderr.read() == b""


# ---- Times and places -----------------------------------------------------------------------------------


@pytest.mark.parametrize("year", [1975, 2090])
def test_a_clock_that_is_wrong_or_set_back_changes_nothing_but_the_date(
    year: int, data: Path, tmp_path: Path, command: Command
) -> None:
    out, when = tmp_path / "run", (year - 1970) * 365 * 86_400
    words = ("probe", "rule:random", "--on", data, "-o", out)
    os.utime(data, (when, when))
    first = command(*words)
    for path in (out, *out.rglob("*"), data):
        os.utime(path, (2**32 - when, 2**32 - when))
    again = command(*words)
    assert (again.code, again.out) == (first.code, first.out)
    assert command("card", out).code == 0


def test_data_that_change_are_other_work_and_a_run_has_one_state_of_them(
    data: Path, tmp_path: Path, command: Command
) -> None:
    words = ("probe", "rule:random", "--on", data, "-o", tmp_path / "run")
    before = data.stat()
    command(*words)
    data.write_text(data.read_text(encoding="utf-8").replace("runs", "eats"), encoding="utf-8")
    os.utime(data, ns=(before.st_atime_ns, before.st_mtime_ns))  # size and time as they were
    assert data.stat().st_size == before.st_size
    done = command(*words)
    assert (done.code, _code(done.err)) == (2, "[RR601]")


@pytest.mark.parametrize("place", ["file", "folder", "loop", "nowhere"])
def test_links_in_data_are_followed(place: str, data: Path, tmp_path: Path, command: Command) -> None:
    link = tmp_path / "link.jsonl"
    targets = {"file": data, "folder": data.parent / "held", "loop": link, "nowhere": tmp_path / "gone"}
    if place == "folder":
        targets[place].mkdir()
        (targets[place] / "data.jsonl").symlink_to(data)
    link.symlink_to(targets[place])
    done = command("audit", link, "--measures", "lengths")
    assert (done.code, _code(done.err)) == ((0, "") if place in {"file", "folder"} else (3, "[RR201]"))


@pytest.mark.parametrize("length", [300, 4_096, 70_000])
def test_a_path_that_is_too_long_is_refused(
    length: int, data: Path, tmp_path: Path, command: Command
) -> None:
    deep = "/".join(["x" * min(length, 250)] * (length // 250))
    long = tmp_path / (deep + "y" * 300)
    for words in (("audit", long), ("audit", data, "-o", long), ("card", long)):
        done = command(*words)
        assert done.code in {2, 3}, (words[0], done.err)
        assert _code(done.err).startswith("[RR")
        assert len(done.err) < 1_000


def test_a_coded_error_never_holds_one_of_its_own_code(data: Path, tmp_path: Path, command: Command) -> None:
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04" + b"x" * 50)
    tries = [
        ("probe", "py:nothing:f", "--on", data),
        ("probe", "hf:nowhere", "--on", data),
        ("audit", tmp_path / "broken.zip"),
        ("audit", data, "--config", tmp_path / "broken.zip"),
        ("compare", data, tmp_path),
        ("reproduce", "mccoy-2019", "--data", tmp_path / "broken.zip"),
    ]
    for words in tries:
        done = command(*words)
        codes = re.findall(r"\[(RR\d+)\]", done.err)
        assert codes, words
        assert len(codes) == len(set(codes)), done.err
