"""Run a command as its own process and say how long it took and how much memory it held at most."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Measured:
    """Wall-clock seconds, peak resident memory (MiB) and CPU seconds of one process."""

    name: str
    seconds: float
    peak_mib: float
    output: str
    cpu: float = 0.0


def measured(name: str, command: Sequence[str]) -> Measured:
    """Run `command` to its end; its failure is ours."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own scripts
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.stdout.write(output)
        raise SystemExit(f"{name} failed with exit code {process.returncode}")
    seconds, cpu = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
    return Measured(name, seconds, usage.ru_maxrss / 1024, output, cpu)


def report(rows: Sequence[Measured]) -> None:
    """Print the rows as a table; the last one is what the others are compared with."""
    reference = rows[-1]
    print(f"{'':<44}{'seconds':>10}{'peak MiB':>10}{'times as fast':>15}")
    for row in rows:
        print(
            f"{row.name:<44}{row.seconds:>10.1f}{row.peak_mib:>10.0f}{reference.seconds / row.seconds:>15.1f}"
        )
