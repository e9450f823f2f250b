"""Run the command in this process, as a user would type it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from rightreasons.cli import main

Command = Callable[..., "Outcome"]


@dataclass(frozen=True)
class Outcome:
    """Exit code and what was written to the two streams."""

    code: int
    out: str
    err: str


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["rightreasons", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main()
        streams = capsys.readouterr()
        return Outcome(int(stopped.value.code or 0), streams.out, streams.err)

    return run
