"""`python -m rightreasons` is the command `rightreasons`."""

import atexit
import os


def run() -> None:
    """Run the command as a process of its own."""
    interrupted: list[int] = []
    # Registered first, so that it comes last: no library in C++ has a word after it, and Python, which may
    # end an interrupted process by a second signal, does not either.
    atexit.register(lambda: interrupted and os._exit(interrupted[0]))
    from rightreasons.cli import main

    try:
        main()
    except SystemExit as stop:
        if stop.code == 130:
            interrupted.append(130)
        raise


if __name__ == "__main__":
    run()
