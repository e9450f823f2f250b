"""`python -m rightreasons` is the command `rightreasons`."""

import os

from rightreasons.cli import main


def run() -> None:
    """Run the command as a process of its own."""
    try:
        main()
    except SystemExit as stop:
        if stop.code != 130:
            raise
        os._exit(130)  # at once: no library in C++ has a last word, and Python sends itself no second signal


if __name__ == "__main__":
    run()
