"""Whole audits with our minimiser and with scipy's L-BFGS-B on the same kernels, by the same rule to stop.

Run as `python benchmarks/minimiser.py DATA...`; `bundled` stands for 50,000 pairs of the bundled corpus.
Seconds are those of the processor, user and system, without the start: the best of three, taken in turn.
"""

import resource
import subprocess
import sys
from itertools import pairwise

import numpy as np
from scipy.optimize import minimize

from rightreasons import audit, read_pairs
from rightreasons.cross_fitting import regression
from rightreasons.cross_fitting.minimise import MEMORY, Minimum, Objective, Vector
from rightreasons.sources.bundled import bundled_pairs


def by_scipy(objective: Objective, start: Vector, tolerance: float, most_iterations: int) -> Minimum:
    values: list[float] = []

    def fun(point: np.ndarray) -> tuple[float, np.ndarray]:
        value, gradient = objective(point.astype(np.float32))
        return value, gradient.astype(np.float64)

    def stop(intermediate_result: object) -> None:
        values.append(float(intermediate_result.fun))  # type: ignore[attr-defined]  # an OptimizeResult
        last = values[-3:]
        if len(last) == 3 and all(a - b < tolerance * abs(a) for a, b in pairwise(last)):
            raise StopIteration

    options = {"maxcor": MEMORY, "maxiter": most_iterations, "ftol": 0, "gtol": 1e-12}
    found = minimize(
        fun, start.astype(np.float64), jac=True, method="L-BFGS-B", callback=stop, options=options
    )
    return Minimum(found.x.astype(np.float32), float(found.fun), int(found.nit))


def once(which: str, data: str) -> None:
    if which == "scipy":
        regression.minimise = by_scipy  # type: ignore[attr-defined]  # what the regression imported
    pairs = bundled_pairs(50_000, 1) if data == "bundled" else read_pairs(data)
    before = resource.getrusage(resource.RUSAGE_SELF)
    done = audit(pairs)
    used = resource.getrusage(resource.RUSAGE_SELF)
    accuracy = done.finding("hypothesis_only").figures["accuracy"].value
    print(used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime, accuracy)


def main() -> None:
    for data in sys.argv[1:]:
        best: dict[str, float] = {}
        accuracy: dict[str, str] = {}
        for _ in range(3):
            for which in ("ours", "scipy"):
                command = [sys.executable, __file__, "--once", which, data]
                seconds, accuracy[which] = subprocess.check_output(command, text=True).split()  # noqa: S603 - ours
                best[which] = min(float(seconds), best.get(which, float("inf")))
        ratio = best["scipy"] / best["ours"]
        print(
            f"{data}: ours {best['ours']:.2f} s, scipy {best['scipy']:.2f} s, ratio {ratio:.2f}; {accuracy}"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        once(*sys.argv[2:])
    else:
        main()
