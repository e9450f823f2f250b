"""Names of what can be added, each found in the file that declares it, or by the entry point of a plug-in.

A file adds something by a literal at its top level: ``ADDS = {"measure": ["lengths"]}``, by kind the names of
its functions or classes, or ``{"predictor": {"hf": "load_hugging_face"}}``, where they are called otherwise.
A plug-in's entry points are the same, in the group ``rightreasons.measure``. Nothing is imported before it is
asked for. Whatever has a name has one claimant: a second one, ours or a plug-in's, is an error.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, TypeVar

from rightreasons.errors import DuplicateNameError, UnknownNameError
from rightreasons.printable import printable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint  # loads email and socket, which a help page has no need of

Claimed = TypeVar("Claimed")

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
    claims = ((module, _declared(kind, module, text)) for module, text in declaring(ADDS, *rooms).items())
    return united(kind, claims)


def literals(constant: str, *rooms: str) -> Mapping[str, Mapping[str, Any]]:
    """Return a constant of our files, a literal dict, by module: read from the source and not imported.

    Parameters
    ----------
    constant, rooms
        As of `declaring`.
    """
    return {module: _literal(constant, text) for module, text in declaring(constant, *rooms).items()}


def _literal(constant: str, source: str) -> Mapping[str, Any]:
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(each, ast.Name) and each.id == constant for each in targets):
            found: Mapping[str, Any] = ast.literal_eval(node.value)  # type: ignore[attr-defined]
            return found
    return {}


def _declared(kind: str, module: str, text: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for literal in _LITERAL.findall(text):
        names = ast.literal_eval(literal).get(kind, ())
        named = names if isinstance(names, dict) else dict(zip(names, names, strict=True))
        found |= {name: f"{module}:{attribute}" for name, attribute in named.items()}
    return found


def united(kind: str, claims: Iterable[tuple[str, Mapping[str, Claimed]]]) -> dict[str, Claimed]:
    """Return what all names stand for, in the order of their claims.

    Parameters
    ----------
    kind
        What they are names of, in the singular.
    claims
        Claimant, as a person knows it, and its names.

    Raises
    ------
    DuplicateNameError
        If two claim one name.
    """
    found: dict[str, Claimed] = {}
    claimants: dict[str, str] = {}
    for claimant, names in claims:
        for name, meant in names.items():
            if name in found:
                raise DuplicateNameError(
                    f"the {kind.replace('_', ' ')} '{printable(name)}' is that of {claimants[name]} and of "
                    f"{claimant}",
                    "one claimant",
                    "give one of them another name, or uninstall the plug-in",
                )
            found[name], claimants[name] = meant, claimant
    return found


@lru_cache(maxsize=4)
def _installed(path: tuple[str, ...]) -> Mapping[str, tuple["EntryPoint", ...]]:  # noqa: ARG001 - where it looks
    """Return what all installed packages offer, by group: looking for it takes 20 ms."""
    from importlib.metadata import entry_points

    found = entry_points()
    return {group: tuple(found.select(group=group)) for group in found.groups}


def _claimant(point: "EntryPoint", what: str) -> str:
    """Return a plug-in as a person knows it: its distribution, and what of it."""
    package = "" if point.dist is None else f"{printable(point.dist.name)} "
    return f"the plug-in {package}({printable(what)})"


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
        """Return ``"module:attribute"`` by name of plug-ins.

        Raises
        ------
        DuplicateNameError
            If one has the name of one of ours, or of another.
        """
        ours = self.ours()
        return {name: target for name, target in self.targets().items() if name not in ours}

    def targets(self) -> dict[str, str]:
        """Return ``"module:attribute"`` by name, ours first; errors as of `plugged`."""
        ours = [(target.partition(":")[0], {name: target}) for name, target in self.ours().items()]
        plugged = [(_claimant(point, point.value), {point.name: point.value}) for point in self._points()]
        return united(self.kind, [*ours, *plugged])

    def load(self, name: str) -> Any:
        """Import and return what `name` stands for.

        Raises
        ------
        UnknownNameError
            With the nearest name where there is one.
        DuplicateNameError
            As of `plugged`.
        """
        targets = self.targets()
        if name not in targets:
            raise UnknownNameError.among(self.kind, printable(name), sorted(targets), "see `rightreasons ls`")
        module, _, attribute = targets[name].partition(":")
        return getattr(import_module(module), attribute)

    def claims(self, name: str) -> dict[str, Mapping[str, Any]]:
        """Return a top-level constant by claimant, as a person knows it, for `united`.

        In our files it is a literal, which is read and not imported: an audit loads no measure of a model for
        the sentences that stand beside it. Modules of plug-ins are imported.
        """
        plugged = self._plugged_modules()
        named = {plugged[module]: found for module, found in self.plugged_constants(name).items()}
        return {**literals(name, *self.rooms), **named}

    def plugged_constants(self, name: str) -> dict[str, Any]:
        """Return a top-level constant by module of a plug-in."""
        return {module: getattr(import_module(module), name, {}) for module in self._plugged_modules()}

    def _points(self) -> Sequence["EntryPoint"]:
        return _installed(tuple(sys.path)).get(f"rightreasons.{self.kind}", ())

    def _plugged_modules(self) -> dict[str, str]:
        """Return the claimant by module of a plug-in."""
        modules = ((point.value.partition(":")[0], point) for point in self._points())
        return {module: _claimant(point, module) for module, point in modules}

    def summaries(self) -> dict[str, str]:
        """Return the first line of the docstring of each, read from the source and not imported."""
        return {name: summary(target) for name, target in self.targets().items()}


def plug_in_at(error: BaseException) -> str | None:
    """Return the plug-in in whose module an error came up, as a person knows it; None if in none."""
    modules = {
        point.value.partition(":")[0]: point
        for group, points in _installed(tuple(sys.path)).items()
        if group.startswith("rightreasons.")
        for point in points
    }
    frames = (frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__))
    return next((_claimant(modules[name], name) for name in frames if name in modules), None)


def summary(target: str) -> str:
    """Return the first line of the docstring of ``"module:attribute"``; empty if it has none."""
    found = _definition(target)
    return "" if found is None else (ast.get_docstring(found) or "").partition("\n")[0].replace("``", "")


def required(target: str) -> dict[str, str]:
    """Return the parameters of the function ``"module:attribute"`` without a default, with their types.

    Both as they stand in the source, which is read and not imported; empty for anything but a function.
    """
    found = _definition(target)
    if not isinstance(found, ast.FunctionDef):
        return {}
    given = found.args
    by_place = [*given.posonlyargs, *given.args]
    named = [
        each for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default is None
    ]
    needed = [*by_place[: len(by_place) - len(given.defaults)], *named]
    return {each.arg: "" if each.annotation is None else ast.unparse(each.annotation) for each in needed}


def _definition(target: str) -> ast.FunctionDef | ast.ClassDef | None:
    """Return what ``"module:attribute"`` is defined by in the source of its module."""
    module, _, attribute = target.partition(":")
    spec = find_spec(module)
    text = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == attribute:
            return node
    return None
