"""One file a command: options in, a job called, exit code out. No logic."""

from rightreasons.cli.main import main

__all__ = ["main"]
