"""What a situation is: a command on made data, and what must be said of it."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rightreasons
from rightreasons.issues import Severity
from rightreasons.labels import Label
from rightreasons.predictors.options import JudgeOptions

JUDGE = ("attempts", "concurrency")


@dataclass(frozen=True)
class Command:
    """A command as a user gives it: on the command line, or as a Python function.

    Parameters
    ----------
    job
        ``audit``, ``probe``, ``compare`` or ``gate``.
    given
        Files, folders, or the name of a model.
    options
        Keyword arguments of the function; options of the command by the same names.
    """

    job: str
    given: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def called(self) -> Any:
        """Return what the Python function returns."""
        function = getattr(rightreasons, self.job)
        if self.job != "probe":
            return function(*self.given, **self.options)
        options = dict(self.options)
        on, names = options.pop("on", ()), options.pop("label_map", None)
        of_judge = {name: options.pop(name) for name in JUDGE if name in options}
        if of_judge:
            options["judge"] = JudgeOptions(**of_judge)
        if names:
            options["label_map"] = {name: Label(meaning) for name, meaning in names.items()}
        return function(*self.given, on, **options)

    def arguments(self) -> list[str]:
        """Return the arguments of ``rightreasons``."""
        found = [self.job, *self.given]
        for name, value in self.options.items():
            found += _option(name.replace("_", "-"), value)
        return found


def _option(name: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [f"--{name}" if value else f"--no-{name}"]
    if isinstance(value, Mapping):
        return [f"--{name}", ",".join(f"{key}={each}" for key, each in value.items())]
    if isinstance(value, tuple | list):
        return [text for each in value for text in (f"--{name}", str(each))]
    return [f"--{name}", str(value)]


@dataclass(frozen=True)
class Place:
    """Where a situation is made.

    Parameters
    ----------
    folder
        An empty folder, in which the command runs.
    stack
        Closed when the situation is over.
    """

    folder: Path
    stack: ExitStack


@dataclass(frozen=True)
class Situation:
    """How data or a model come about, and what the verdict must be.

    Parameters
    ----------
    make
        Makes the files and returns the command.
    issues
        Severity by code of the issues that must be found.
    worst
        The worst severity that may be found; None where nothing is to be found but notes.
    without
        Codes of issues that must not be found.
    headline, not_in_headline
        Texts that the headline, or the sentence of the worst issue behind it, must hold, and texts that the
        headline must not hold, without regard to case.
    error
        The code of the error that the command must end with; there is no verdict then.
    invalidates, does_not_invalidate
        Names of measures and scored sets whose figures are not results, and some that are.
    through_command_line
        Whether it is one of the worst, which are also run as a user would.
    absent
        Why it cannot be made here, or an empty text.
    """

    make: Callable[[Place], Command]
    issues: Mapping[str, Severity] = field(default_factory=dict)
    worst: Severity | None = None
    without: tuple[str, ...] = ()
    headline: tuple[str, ...] = ()
    not_in_headline: tuple[str, ...] = ()
    error: str = ""
    invalidates: tuple[str, ...] = ()
    does_not_invalidate: tuple[str, ...] = ()
    through_command_line: bool = False
    absent: Callable[[], str] = lambda: ""
