"""Definitions, headlines, notes and titles followed back, in the source, to what they are made of."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

SAID = ("definition", "headline", "notes", "title")
BY_PLACE: Mapping[str, Mapping[int, str]] = {
    "Finding": {2: "definition", 3: "headline", 8: "notes"},
    "View": {0: "title"},
    "from_frame": {0: "title"},
    "CrossTable": {0: "title"},
    "shares_view": {0: "title"},
    "Check": {3: "reason"},
}
"""What is said in which place of the arguments, where it has no name."""
PUT_TOGETHER = ("tuple", "list", "sorted", "joined", "join", "append", "extend", "fromkeys")
"""Calls whose arguments are part of what is said."""
LEFT_ALONE = (ast.Attribute, ast.Compare, ast.comprehension, ast.Constant)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One file of a package, and with it those that it imports from.

    Parameters
    ----------
    module
        Its dotted name.
    texts
        The source of every file of the package by its dotted name.
    """

    module: str
    texts: Mapping[str, str]

    @cached_property
    def tree(self) -> ast.Module:
        """The file."""
        return ast.parse(self.texts[self.module])

    @cached_property
    def functions(self) -> dict[str, Function]:
        """Its functions by name, those of classes too."""
        return {node.name: node for node in ast.walk(self.tree) if isinstance(node, Function)}

    @cached_property
    def imported(self) -> dict[str, str]:
        """The module of the package that each imported name comes from."""
        lines = (node for node in ast.walk(self.tree) if isinstance(node, ast.ImportFrom))
        return {
            each.name: str(line.module) for line in lines if line.module in self.texts for each in line.names
        }

    def f_strings_said(self) -> set[str]:
        """Return where f-strings stand that become definitions, headlines, notes or titles."""
        found: set[str] = set()
        for scope in (self.tree, *self.functions.values()):
            for call in (node for node in own_nodes(scope) if isinstance(node, ast.Call)):
                for given in said_in(call):
                    found |= set(self._f_strings(given, scope, frozenset()))
        return found

    def _f_strings(self, node: ast.AST, scope: ast.AST, seen: frozenset[str]) -> Iterator[str]:
        """Yield where the f-strings stand that an expression is made of."""
        if isinstance(node, ast.JoinedStr):
            yield f"{self.module}:{node.lineno}"
        elif isinstance(node, ast.Name):
            yield from self._named(node.id, scope, seen)
        elif isinstance(node, ast.Call):
            yield from self._called(node, scope, seen)
        elif not isinstance(node, LEFT_ALONE):
            for child in ast.iter_child_nodes(node):
                yield from self._f_strings(child, scope, seen)

    def _named(self, name: str, scope: ast.AST, seen: frozenset[str]) -> Iterator[str]:
        """Yield those of whatever a name is given in a function, or else at the top of the file."""
        mark = f"{self.module}.{getattr(scope, 'name', '')}.{name}"
        if mark in seen:
            return
        for where in (scope, self.tree):
            for node in own_nodes(where):
                for value in given_to(name, node):
                    yield from self._f_strings(value, where, seen | {mark})

    def _called(self, node: ast.Call, scope: ast.AST, seen: frozenset[str]) -> Iterator[str]:
        """Yield those of what a function of ours returns, or of what is put together."""
        name = called_name(node)
        mark = f"{self.module}.{name}()"
        if name in PUT_TOGETHER:
            for given in node.args:
                yield from self._f_strings(given, scope, seen)
        elif name in self.functions and mark not in seen:
            yield from self._returned(name, seen | {mark})
        elif name in self.imported and mark not in seen:
            there = Source(self.imported[name], self.texts)
            if name in there.functions:
                yield from there._returned(name, seen | {mark})

    def _returned(self, name: str, seen: frozenset[str]) -> Iterator[str]:
        function = self.functions[name]
        for node in own_nodes(function):
            if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) and node.value is not None:
                yield from self._f_strings(node.value, function, seen)


def sources(package: Path) -> dict[str, str]:
    """Return the source of every file of a package by its dotted name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text(encoding="utf-8")
    return found


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in a function or a file, without what stands in functions within it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, Function):
            yield child
            yield from own_nodes(child)


def said_in(call: ast.Call) -> Iterator[ast.expr]:
    """Yield the arguments of a call that are said to people."""
    places = BY_PLACE.get(called_name(call), {})
    yield from (given for place, given in enumerate(call.args) if place in places)
    if called_name(call) != "fill":
        yield from (each.value for each in call.keywords if each.arg in SAID)


def called_name(call: ast.Call) -> str:
    """Return the last part of the name that is called."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def given_to(name: str, node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a statement, or a loop, gives to a name or adds to it."""
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr) and node.value is not None:
        targets, value = [node.target], node.value
    elif isinstance(node, ast.For | ast.comprehension):
        targets, value = [node.target], node.iter
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and called_name(node) in PUT_TOGETHER
    ):
        targets, value = [node.func.value], node
    else:
        return
    named = (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
    if name in named:
        yield value
