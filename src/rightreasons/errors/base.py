"""The base of all errors: what was found with its code, what was expected, and what to do, a line each."""

from typing import ClassVar

from rightreasons.errors.parameters import as_parameters


class RightReasonsError(Exception):
    """The base of all errors of this project.

    Its text has three lines and names parameters as Python does (``columns=``); `lines` are those of the
    command line (``--columns``).

    Parameters
    ----------
    found
        What was found, with the file, line or value that shows it.
    expected
        What should have been there.
    remedy
        What the user can do, as an option or a command where there is one.
    """

    code: ClassVar[str] = "RR000"
    exit_code: ClassVar[int] = 3

    def __init__(self, found: str, expected: str, remedy: str) -> None:
        super().__init__(found, expected, remedy)
        self.found = found
        self.expected = expected
        self.remedy = remedy

    def __str__(self) -> str:
        return as_parameters(self.lines)

    @property
    def lines(self) -> str:
        """What happened with the code, what was expected, and what to do: as the terminal shows it."""
        return f"{self.found} [{self.code}]\n  expected: {self.expected}\n  help: {self.remedy}"

    @property
    def message(self) -> str:
        """All but the code in one line, where it becomes part of another error."""
        return f"{self.found}; expected {self.expected}; {self.remedy}"

    @property
    def sentence(self) -> str:
        """All in one line, where it is kept in a record."""
        return f"[{self.code}] {self.message}"
