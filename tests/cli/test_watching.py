"""Models that end the process, raise or print what they like, or go elsewhere: the command is told."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.cli.writing_commands import LABELS
from tests.long_running import one_in
from tests.predictors.tiny_models import tiny_model

PATIENCE = 120
FUNCTIONS = """
import ctypes, os, signal, stat, sys, threading, time
from pathlib import Path

class Own(BaseException): pass
class Mute(Exception):
    def __str__(self): raise ValueError("no text")

def answers(premises):
    return ["entailment" if "1" in each else "neutral" for each in premises]

def ends(premises, hypotheses): os._exit(0)
def ends_with_1(premises, hypotheses): os._exit(1)
def crashes(premises, hypotheses): ctypes.string_at(0)
def is_killed(premises, hypotheses): os.kill(os.getpid(), signal.SIGKILL)
def own(premises, hypotheses): raise Own("mine")
def mute(premises, hypotheses): raise Mute
def system_exit(premises, hypotheses): sys.exit(0)
def interrupt(premises, hypotheses): raise KeyboardInterrupt
def odd_list(premises, hypotheses): return object()
def forges(premises, hypotheses):
    for number in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode): os.write(number, b"finished 0\\n")
        except OSError: pass
    os._exit(0)

def fine(premises, hypotheses): return answers(premises)

def goes_away(premises, hypotheses):
    os.chdir("/")
    return answers(premises)

def prints(premises, hypotheses):
    print("printed \\x1b]0;title\\x07")
    print("told \\u202e\\x1b[2J", file=sys.stderr)
    os.write(1, b"native \\x1b[1m\\n")
    os.write(2, b"half \\xff\\x1b[0m")
    return answers(premises)

def prints_without_end(premises, hypotheses):
    for _ in range(300): os.write(1, b"x" * 9_999 + b"\\n")
    return answers(premises)

def leaves_a_thread(premises, hypotheses):
    threading.Thread(target=time.sleep, args=(600,)).start()
    return answers(premises)

def leaves_a_process(premises, hypotheses):
    if os.fork() == 0:
        Path("left").write_text(str(os.getpid()))
        time.sleep(600)
        os._exit(0)
    return answers(premises)

def waits(premises, hypotheses):
    Path("begun").write_text(str(os.getpid()))
    time.sleep(600)

for each in list(globals().values()):
    if callable(each) and not isinstance(each, type): each.labels = ["entailment", "neutral", "contradiction"]
def ends_undeclared(premises, hypotheses): os._exit(0)
def own_undeclared(premises, hypotheses): raise Own("mine")
def mute_undeclared(premises, hypotheses): raise Mute
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = ({"premise": f"a {n}", "hypothesis": "b", "label": LABELS[n % 3]} for n in range(40))
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "odd_model.py").write_text(FUNCTIONS, encoding="utf-8")
    return tmp_path


WORDS = "--on data.jsonl --no-label-check --allow V102 -o run"


def probed(folder: Path, model: str, words: str = WORDS) -> "subprocess.CompletedProcess[bytes]":
    """Probe in a process of its own, which writes to files: what a model leaves behind may hold a pipe."""
    command = [sys.executable, "-m", "rightreasons", "probe", model, *words.split()]
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        code = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            timeout=PATIENCE,
            check=False,
        ).returncode
    return subprocess.CompletedProcess(
        command, code, (folder / "out").read_bytes(), (folder / "err").read_bytes()
    )


ENDS: Mapping[str, tuple[int, bytes]] = {
    "ends": (4, rb"exit code 0.*\[RR503\]"),
    "ends_undeclared": (4, rb"exit code 0.*\[RR503\]"),
    "ends_with_1": (4, rb"exit code 1.*\[RR503\]"),
    "crashes": (4, rb"SIGSEGV.*\[RR503\]"),
    "is_killed": (4, rb"SIGKILL.*\[RR503\]"),
    "own_undeclared": (3, rb"Own: mine.*\[RR402\]"),
    "mute_undeclared": (3, rb"Mute.*\[RR402\]"),
    "own": (4, rb"Own: mine.*\[RR701\]"),
    "mute": (4, rb"Mute.*\[RR701\]"),
    "system_exit": (4, rb"SystemExit.*\[RR701\]"),
    "interrupt": (130, rb"interrupted; "),
    "odd_list": (3, rb"\[RR401\]"),
    "forges": (4, rb"said that it was done.*\[RR503\]"),
}


@pytest.mark.parametrize("function", one_in(2, ENDS))
def test_however_a_model_ends_the_command_says_so_and_no_run_is_there(function: str, folder: Path) -> None:
    done = probed(folder, f"py:odd_model:{function}")
    code, line = ENDS[function]
    assert done.returncode == code, done.stderr
    assert re.search(line, done.stderr), done.stderr
    assert b"Traceback" not in done.stderr
    assert not (folder / "run").exists()
    assert not list(folder.glob(".*.lock"))


def test_where_a_model_goes_changes_no_path(folder: Path) -> None:
    done = probed(folder, "py:odd_model:goes_away", f"{WORDS} --store answers.sqlite")
    assert done.returncode == 0, done.stderr
    assert (folder / "run" / "seal.txt").is_file()
    assert (folder / "answers.sqlite").is_file()


def test_what_a_model_prints_is_cleaned_and_standard_output_is_the_commands_own(folder: Path) -> None:
    plain = probed(folder, "py:odd_model:fine", f"{WORDS} --json")
    done = probed(folder, "py:odd_model:prints", f"{WORDS}-2 --json")
    assert done.returncode == plain.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)) == set(json.loads(plain.stdout))
    lines = done.stderr.decode("ascii").splitlines()
    assert {"printed \\x1b]0;title\\x07", "told \\u202e\\x1b[2J", "native \\x1b[1m"} <= {*lines}
    assert any(line.startswith("half \\xff\\x1b[0m") for line in lines)


def test_what_a_model_prints_has_an_end(folder: Path) -> None:
    done = probed(folder, "py:odd_model:prints_without_end")
    assert done.returncode == 0
    assert len(done.stderr) < 2**20 + 20_000
    assert b"libraries print more" in done.stderr


def test_names_of_tensors_are_printed_without_control_characters(folder: Path) -> None:
    from safetensors.numpy import load_file, save_file

    model = tiny_model(folder / "model")
    weights = load_file(model / "model.safetensors")
    save_file({**weights, "\x1b]0;title\x07\u202e": weights["classifier.bias"]}, model / "model.safetensors")
    done = probed(folder, f"hf:{model}")
    assert done.returncode == 0, done.stderr
    shown = done.stderr.decode() + done.stdout.decode()
    assert not {"\x1b", "\x07", "\u202e"} & {*shown}


HOSTILE = "\x1b]0;title\x07\x1b[2J\u202e\x9b31m"


@pytest.fixture(scope="module")
def onnx_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of an ONNX model whose nodes and tensors have hostile names."""
    import onnx

    from rightreasons.jobs.making.onnx import make_onnx

    folder = tmp_path_factory.mktemp("onnx")
    make_onnx(f"hf:{tiny_model(folder / 'hf')}", folder / "made")
    model = onnx.load(folder / "made" / "model.onnx")
    graph = model.graph
    kept = {"", *(each.name for each in (*graph.input, *graph.output))}
    for node in graph.node:
        node.name = HOSTILE + node.name
        for names in (node.input, node.output):
            names[:] = [name if name in kept else HOSTILE + name for name in names]
    for tensor in (*graph.initializer, *graph.value_info):
        tensor.name = HOSTILE + tensor.name
    graph.name = model.producer_name = HOSTILE
    onnx.save(model, folder / "made" / "model.onnx")
    return folder / "made"


def _damaged(model: Path, how: str) -> None:
    """Make what ONNX Runtime complains of, by name: when it loads a graph, or when it runs one."""
    import onnx

    whole = onnx.load(model / "model.onnx")
    graph = whole.graph
    if how == "no such operator":
        graph.node[3].op_type = f"None{HOSTILE}"
    elif how == "no such tensor":
        graph.node[3].input[0] = f"{HOSTILE}nowhere"
    elif how == "unused tensor":
        graph.initializer.append(
            onnx.helper.make_tensor(f"{HOSTILE}unused", onnx.TensorProto.INT64, [1], [7])
        )
    elif how == "wrong shape":  # of a node that is to make 77 numbers of the logits
        last = next(node for node in graph.node if graph.output[0].name in node.output)
        last.output[:] = ["before"]
        graph.initializer.append(onnx.helper.make_tensor("shape", onnx.TensorProto.INT64, [2], [7, 11]))
        graph.node.append(
            onnx.helper.make_node("Reshape", ["before", "shape"], [graph.output[0].name], name=HOSTILE)
        )
    onnx.save(whole, model / "model.onnx")


COMPLAINTS = {"unused tensor": 0, "no such operator": 3, "no such tensor": 3, "wrong shape": 4}


@pytest.mark.parametrize("how", one_in(2, COMPLAINTS))
def test_names_in_onnx_files_are_printed_without_control_characters(
    how: str, onnx_model: Path, folder: Path
) -> None:
    shutil.copytree(onnx_model, folder / "model")
    _damaged(folder / "model", how)
    done = probed(folder, "onnx:model")
    assert done.returncode == COMPLAINTS[how], done.stderr
    printed = done.stderr.decode() + done.stdout.decode()
    assert not {"\x1b", "\x07", "\u202e", "\x9b"} & {*printed}
    assert ("\\x1b]0;title\\x07" in printed) is (done.returncode > 0), printed


def test_what_onnx_runtime_says_is_raised_and_written_nowhere_from_python_either(
    onnx_model: Path, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from rightreasons.predictors.options import ModelOptions
    from rightreasons.predictors.predictor import predictor_named
    from rightreasons.sources.bundled import bundled_pairs

    shutil.copytree(onnx_model, folder / "model")
    _damaged(folder / "model", "wrong shape")
    model = predictor_named(f"onnx:{folder / 'model'}", ModelOptions(device="cpu"))
    with pytest.raises(Exception, match="Reshape"):
        model.predict(bundled_pairs(10, 2))
    assert "title" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("function", ["leaves_a_thread", "leaves_a_process"])
def test_what_a_model_leaves_behind_holds_nothing_up(function: str, folder: Path) -> None:
    try:
        done = probed(folder, f"py:odd_model:{function}")
    finally:
        if (folder / "left").is_file():
            os.kill(int((folder / "left").read_text()), signal.SIGKILL)
    assert done.returncode == 0, done.stderr
    assert (folder / "run").is_dir()


@pytest.mark.parametrize(
    ("number", "send"),
    [
        (signal.SIGINT, os.killpg),
        (signal.SIGTERM, os.killpg),
        (signal.SIGTERM, os.kill),
        (signal.SIGHUP, os.kill),
    ],
)
def test_an_interrupt_comes_once_whether_the_group_is_asked_or_the_command(
    number: signal.Signals, send: Callable[[int, int], None], folder: Path
) -> None:
    with _waiting(folder) as process:
        send(process.pid, number)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.startswith(b"interrupted; "), errors
    assert errors.count(b"\n") == 1
    assert _is_gone(int((folder / "begun").read_text()))


def test_a_child_ends_with_whoever_watches_it(folder: Path) -> None:
    with _waiting(folder) as process:
        process.kill()
        process.communicate(timeout=PATIENCE)
    child, until = int((folder / "begun").read_text()), time.monotonic() + PATIENCE
    while not _is_gone(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert _is_gone(child)


def test_a_killed_probe_goes_on(folder: Path) -> None:
    assert probed(folder, "py:odd_model:is_killed", f"{WORDS} --model-version 1").returncode == 4
    model = folder / "odd_model.py"
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace("os.kill(os.getpid(), signal.SIGKILL)", "return answers(premises)"))
    assert probed(folder, "py:odd_model:is_killed", f"{WORDS} --model-version 1").returncode == 0


def _waiting(folder: Path) -> "subprocess.Popen[bytes]":
    """Return a probe of its own group whose model is at work."""
    process = subprocess.Popen(
        [sys.executable, "-m", "rightreasons", "probe", "py:odd_model:waits", *WORDS.split()],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while not (folder / "begun").is_file() and process.poll() is None:
        time.sleep(0.01)
    while not (folder / "begun").read_text():
        time.sleep(0.01)
    return process


def _is_gone(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in {"Z", "X"}
