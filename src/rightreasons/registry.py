"""Names of what can be added, each found in the file that declares it, or by the entry point of a plug-in.

A file adds something by a literal at its top level: ``ADDS = {"measure": ["lengths"]}``, by kind the names of
its functions or classes, or ``{"predictor": {"hf": "load_hugging_face"}}``, where they are called otherwise.
A plug-in's entry points are the same, in the group ``rightreasons.measure``. Nothing is imported before it is
asked for.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rightreasons.errors import UnknownNameError
from rightreasons.printable import printable

ADDS = "ADDS"
"""The constant by which a file declares what it adds: a literal dict, with its brackets on lines of their own
or on one line."""
_LITERAL = re.compile(rf"^{ADDS} = (\{{[^\n]*\}}$|\{{\n.*?\n\}})", re.MULTILINE | re.DOTALL)


@cache
def declaring(constant: str, *rooms: str) -> Mapping[str, str]:
    """Return the source of every module that sets a constant at its top level, by name of the module.

    Parameters
    ----------
    constant
        Its name.
    rooms
        Modules, and packages with all that is in them, e.g. ``"rightreasons.artifacts"``.
    """
    pattern = re.compile(rf"^{constant}\b.*=", re.MULTILINE)
    texts = {module: path.read_text(encoding="utf-8") for room in rooms for module, path in _modules(room)}
    return {module: text for module, text in texts.items() if pattern.search(text)}


@cache
def _added(kind: str, rooms: tuple[str, ...]) -> Mapping[str, str]:
    """Return ``"module:attribute"`` by name of what files of some rooms add, read and not imported."""
    found: dict[str, str] = {}
    for module, text in declaring(ADDS, *rooms).items():
        for declared in _LITERAL.findall(text):
            names = ast.literal_eval(declared).get(kind, ())
            named = names if isinstance(names, dict) else dict(zip(names, names, strict=True))
            for name, attribute in named.items():
                if name in found:
                    raise ValueError(f"{module} and {found[name]} both add the {kind} {name}")
                found[name] = f"{module}:{attribute}"
    return found


def _modules(room: str) -> Iterator[tuple[str, Path]]:
    """Yield the modules of a room and their files, in the order of their names."""
    spec = find_spec(room)
    if spec is None or spec.origin is None:
        raise ValueError(f"no room {room}")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        yield room, origin
        return
    for path in sorted(origin.parent.rglob("*.py")):
        parts = path.relative_to(origin.parent).with_suffix("").parts
        yield ".".join((room, *parts)).removesuffix(".__init__"), path


class Registry:
    """Names of one kind of thing, ours and those of plug-ins.

    Parameters
    ----------
    kind
        What the names are names of, in the singular: the key of `ADDS` in our files, and
        ``rightreasons.<kind>`` is the entry point group of plug-ins.
    rooms
        Modules and packages whose files may declare some.
    first
        Names that are listed first, in this order; the others follow by file.
    """

    def __init__(self, kind: str, rooms: Sequence[str], first: Sequence[str] = ()) -> None:
        self.kind = kind
        self.rooms = tuple(rooms)
        self._first = tuple(first)

    def __iter__(self) -> Iterator[str]:
        return iter(self.targets())

    def ours(self) -> dict[str, str]:
        """Return ``"module:attribute"`` by name, without plug-ins."""
        found = _added(self.kind, self.rooms)
        return {name: found[name] for name in self._first} | dict(found)

    def plugged(self) -> dict[str, str]:
        """Return ``"module:attribute"`` by name of plug-ins; one never replaces one of ours."""
        ours = self.ours()
        group = entry_points(group=f"rightreasons.{self.kind}")
        return {point.name: point.value for point in group if point.name not in ours}

    def targets(self) -> dict[str, str]:
        """Return ``"module:attribute"`` by name, ours first."""
        return self.ours() | self.plugged()

    def load(self, name: str) -> Any:
        """Import and return what `name` stands for.

        Raises
        ------
        UnknownNameError
            With the nearest name where there is one.
        """
        # installed packages are searched only for names that are not ours: it takes 10 ms
        ours = self.ours()
        targets = ours if name in ours else self.targets()
        if name not in targets:
            raise UnknownNameError.among(self.kind, printable(name), sorted(targets), "see `rightreasons ls`")
        module, _, attribute = targets[name].partition(":")
        return getattr(import_module(module), attribute)

    def constants(self, name: str) -> dict[str, Any]:
        """Return a top-level constant by module: of our files that set it, and of the modules of plug-ins."""
        plugged = (target.partition(":")[0] for target in self.plugged().values())
        modules = dict.fromkeys([*declaring(name, *self.rooms), *plugged])
        return {module: getattr(import_module(module), name, {}) for module in modules}

    def summaries(self) -> dict[str, str]:
        """Return the first line of the docstring of each, read from the source and not imported."""
        return {name: summary(target) for name, target in self.targets().items()}


def summary(target: str) -> str:
    """Return the first line of the docstring of ``"module:attribute"``; empty if it has none."""
    module, _, attribute = target.partition(":")
    spec = find_spec(module)
    text = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == attribute:
            return (ast.get_docstring(node) or "").partition("\n")[0].replace("``", "")
    return ""
