"""A small lazy registry: a name leads to ``"module:attribute"``, which is imported when it is asked for."""

import difflib
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from rightreasons.errors import UnknownNameError
from rightreasons.printable import printable


class Registry:
    """Names of one kind of thing, ours and those of plug-ins.

    Parameters
    ----------
    kind
        What the names are names of, in the singular; plug-ins are found under the entry point group
        ``rightreasons.<kind>``.
    targets
        ``"module:attribute"`` by name.
    """

    def __init__(self, kind: str, targets: Mapping[str, str]) -> None:
        self.kind = kind
        self._ours = dict(targets)

    def __iter__(self) -> Iterator[str]:
        return iter(self.targets())

    def targets(self) -> dict[str, str]:
        """Return ``"module:attribute"`` by name; a plug-in never replaces one of ours."""
        group = entry_points(group=f"rightreasons.{self.kind}")
        return {point.name: point.value for point in group} | self._ours

    def load(self, name: str) -> Any:
        """Import and return what `name` stands for.

        Raises
        ------
        UnknownNameError
            With the nearest name where there is one.
        """
        # installed packages are searched only for names that are not ours: it takes 10 ms
        targets = self._ours if name in self._ours else self.targets()
        if name not in targets:
            near = difflib.get_close_matches(name, targets, n=1)
            hint = f"did you mean '{near[0]}'?" if near else "see `rightreasons ls`"
            raise UnknownNameError(
                f"{self.kind} '{printable(name)}'", f"one of {', '.join(sorted(targets))}", hint
            )
        module, _, attribute = targets[name].partition(":")
        return getattr(import_module(module), attribute)
