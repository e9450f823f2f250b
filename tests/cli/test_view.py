"""The command `view` as a user types it: it says where to look, serves, and ends by Ctrl-C."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest


def test_it_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from rightreasons.cli import main; main()", "view", str(tmp_path)]
    started = partial(subprocess.Popen[str], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with started(command) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        with urlopen(url, timeout=20) as page:  # noqa: S310 - of this test's own server
            assert f"<bdi>{tmp_path.name}</bdi>" in page.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr.read() == "Ctrl-C ends it\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [(("nowhere",), 3, "[RR201]"), ((".", "--port", "70000"), 2, ""), ((".", "--write"), 2, "")],
)
def test_wrong_use_ends_in_a_code(command: Any, arguments: tuple[str, ...], code: int, message: str) -> None:
    done = command("view", *arguments)
    assert (done.code, message in done.err) == (code, True)
