"""The benchmark of clean sets, of which tests run a small part, and the command line in this process."""

import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from rightreasons.cli import main

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
Ended = Callable[..., "CompletedProcess[str]"]


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ended:
    """Return what runs a command and returns how it ended: its exit code and what it wrote."""

    def run(*arguments: str) -> CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["rightreasons", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main()
        streams = capsys.readouterr()
        return CompletedProcess(arguments, int(stopped.value.code or 0), streams.out, streams.err)

    return run
