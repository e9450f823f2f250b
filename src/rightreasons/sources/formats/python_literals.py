"""Python modules that hold data: lists of records, tuples or calls, taken from the source; nothing is run.

Rows that would have to be computed, or that a statement changes which is not read, are refused with the line.
"""

import ast
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.json_document import table_in
from rightreasons.sources.formats.json_lines import as_json
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"python": "PYTHON"}}
_MOST_BYTES = 16 * 2**20
_MOST_DEPTH = 64
_LONGEST_NAMED = 1_000
_LEAST_ROWS = 2
_LONGEST_NUMBER = 1_000
"""Bits of a whole number from which on it is none of data."""
_OF_VALUES = ("dict", "list", "tuple", "set", "frozenset", "array", "from_dict", "from_list", "from_records")
"""Functions that return what they are given; what a class makes is a record."""
_CHANGES = ("append", "add", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "discard")
_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)
_BEGINS = ("{'", "[{'", "[('", '[("', "('", '("')


def read_python(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the lists that a module gives names to, or the literals that stand in its lines.

    Raises
    ------
    UnreadableFileError
        If it is no Python, is larger than 16 MiB, or holds no list of records.
    """
    if len(content.data) > _MOST_BYTES:
        raise UnreadableFileError(
            f"{printable(content.name)} is Python of {len(content.data):,} bytes",
            f"at most {_MOST_BYTES:,}",
            "save its data as JSON",
        )
    text = "".join(text_blocks(content))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
            document = _document(tree)
    except _UnreadError as error:
        raise UnreadRowsError(
            f"{printable(content.name)} line {error.line} {error.problem}",
            "lists of texts and numbers",
            "save its data as JSON",
        ) from None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = (error.lineno or 1) if isinstance(error, SyntaxError) else 1
        why = error.msg if isinstance(error, SyntaxError) else type(error).__name__
        raise UnreadableFileError(
            f"{printable(content.name)} line {line} is not valid Python ({printable(str(why), 80)})",
            "a module with a list of literals",
            "save its data as JSON",
        ) from None
    if document is None:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no list of records or tuples",
            "a list of literals under a name",
            "save its data as JSON",
        )
    return table_in(document, as_json(content, document))


class UnreadRowsError(UnreadableFileError):
    """Rows of a module that are not read."""


class _UnreadError(Exception):
    """Rows that are not read, with the line."""

    def __init__(self, node: ast.AST, problem: str) -> None:
        super().__init__(problem)
        self.line, self.problem = getattr(node, "lineno", 1), problem


class _Module:
    """What is known of a module while it is gone through: values of names, and fields of classes."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.fields: dict[str, dict[str, ast.expr | None]] = {}
        self.rows: dict[str, list[Any]] = {}
        self.changed: dict[str, ast.AST] = {}

    def take(self, node: ast.stmt) -> None:
        """Take what a statement says."""
        if isinstance(node, ast.ClassDef):
            self.fields[node.name] = {
                each.target.id: each.value
                for each in node.body
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
            }
            self._take_members(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            self._take_targets(node, node.value)
        elif isinstance(node, ast.Expr):
            self._take_call(node.value)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for each in node.decorator_list:
                self._take_call(each)
            for inner in node.body:
                if isinstance(inner, ast.Return) and inner.value is not None:
                    self._assign(node.name, inner.value, more=False)
                elif not node.decorator_list:
                    self._pass(inner)
        elif isinstance(node, (*_BLOCKS, ast.Delete)):
            self._pass(node)

    def _take_targets(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, value: ast.expr) -> None:
        """Take a value under each of its names."""
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                self._assign(target.id, value, more=isinstance(node, ast.AugAssign))
            elif isinstance(target, ast.Subscript):
                self.changed.setdefault(_name(target.value), node)
            else:
                _check_unread(value)

    def _pass(self, node: ast.AST) -> None:
        """Go past what is not read: what it changes is known, and rows in it are refused."""
        _check_unread(node)
        for each in ast.walk(node):
            if isinstance(each, ast.Attribute) and each.attr in _CHANGES:
                self.changed.setdefault(_name(each.value), each)
            elif isinstance(each, (ast.Name, ast.Subscript)) and not isinstance(each.ctx, ast.Load):
                self.changed.setdefault(_name(each.value if isinstance(each, ast.Subscript) else each), each)

    def _take_members(self, node: ast.ClassDef) -> None:
        """Take the members of an enumeration."""
        for each in node.body:
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                value = self._of(each.value)
                if isinstance(value, str):
                    self.values[f"{node.name}.{each.targets[0].id}"] = value
                    continue
            self._pass(each)

    def _assign(self, name: str, value: ast.expr, *, more: bool) -> None:
        called = value.func if isinstance(value, ast.Call) else None
        if isinstance(called, (ast.Name, ast.Attribute)) and _name(called).endswith("namedtuple"):
            self._take_tuple(name, value)
            return
        try:
            found = self._literal(value)
        except ValueError:
            self._pass(value)
            self.changed.setdefault(name, value)
            return
        if more and isinstance(found, list) and isinstance(self.values.get(name), list):
            self.values[name].extend(found)
        elif more or name in self.rows or _holds_rows(self.values.get(name)):
            self.changed.setdefault(name, value)
        else:
            self.values[name] = found

    def _take_tuple(self, name: str, call: ast.expr) -> None:
        names = self._of(call.args[1]) if isinstance(call, ast.Call) and len(call.args) > 1 else None
        listed = names.replace(",", " ").split() if isinstance(names, str) else names
        self.fields[name] = dict.fromkeys(map(str, listed)) if isinstance(listed, list) else {}

    def _take_call(self, node: ast.expr) -> None:
        """Take a call that stands alone: one that adds to a list, or one of several that say a row each."""
        if isinstance(node, (ast.List, ast.Tuple, ast.Dict)):
            self._add("", node, [self._of(node)])
            return
        if not isinstance(node, ast.Call):
            self._pass(node)
            return
        values = [self._of(each) for each in node.args]
        if isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
            more = values[0] if node.func.attr == "extend" and len(values) == 1 else values
            adds = node.func.attr in ("append", "add", "extend") and not node.keywords and len(values) == 1
            self._add(_name(node.func.value), node, more if adds and isinstance(more, list) else [None])
        elif _is_parametrised(values):
            names = values[0].replace(",", " ").split() if isinstance(values[0], str) else values[0]
            rows = [dict(zip(map(str, names), row, strict=True)) for row in values[1]]
            self._add(_name(node.func), node, rows)
        else:
            self._add(_name(node.func), node, [self._of_arguments(node)])

    def _add(self, name: str, node: ast.expr, rows: list[Any]) -> None:
        """Add rows to a list; what is none of them may change it."""
        if None in rows:
            self._pass(node)
            self.changed.setdefault(name, node)
        self.rows.setdefault(name, []).extend(row for row in rows if row is not None)

    def _of_arguments(self, node: ast.Call) -> Any:
        """Return a call that stands alone as a record, whatever it calls; None where it is none."""
        try:
            return self._record(node, 0)
        except ValueError:
            return None

    def _of(self, node: ast.expr) -> Any:
        """Return the value of a literal; None where it is none."""
        try:
            return self._literal(node)
        except ValueError:
            return None

    def _literal(self, node: ast.expr, depth: int = 0) -> Any:
        """Return the value of a literal, as JSON has it.

        Raises
        ------
        ValueError
            If it is anything that would have to be computed.
        """
        if depth > _MOST_DEPTH:
            raise ValueError(node)
        if isinstance(node, ast.Constant):
            return _constant(node)
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return [self._literal(each, depth + 1) for each in node.elts]
        if isinstance(node, ast.Dict):
            keys = [self._literal(key, depth + 1) for key in node.keys if key is not None]
            if len(keys) < len(node.values):
                raise ValueError(node)
            values = [self._literal(each, depth + 1) for each in node.values]
            found = dict(zip(map(str, keys), values, strict=True))
            return found if len(found) == len(values) else _none(node)
        return self._combined(node, depth)

    def _combined(self, node: ast.expr, depth: int) -> Any:
        """Return the value of a negative number, of texts put together, of a name, or of a call."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self._literal(node.operand, depth + 1)
            return -number if isinstance(number, (int, float)) else _none(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self._literal(node.left, depth + 1), self._literal(node.right, depth + 1)
            both = [type(left), type(right)]
            return left + right if both in ([str, str], [list, list]) else _none(node)
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._named(node)
        return self._called(node, depth) if isinstance(node, ast.Call) else _none(node)

    def _named(self, node: ast.expr) -> Any:
        name = _name(node)
        value = self.values.get(name)
        if name in self.values and isinstance(value, (list, dict)):
            return _none(node)  # lists that name each other may grow without bounds, and so may long texts
        if name in self.values:
            return value if len(str(value)) <= _LONGEST_NAMED else _none(node)
        return name.rpartition(".")[2] if isinstance(node, ast.Attribute) else _none(node)

    def _called(self, node: ast.Call, depth: int) -> Any:
        """Return what a class makes as a record of its arguments, or what a function is given as it is."""
        last = _name(node.func).rpartition(".")[2]
        known = last in self.fields or last[:1].isupper() or last in (*_OF_VALUES, "namedtuple")
        return self._record(node, depth) if known else _none(node)

    def _record(self, node: ast.Call, depth: int) -> Any:
        """Return a call as a record of its arguments, or what its one argument is."""
        name = _name(node.func)
        values = [self._literal(each, depth + 1) for each in node.args]
        named = {each.arg or "": self._literal(each.value, depth + 1) for each in node.keywords}
        own = self.fields.get(name, {})
        if "" in named or not (values or named):
            return _none(node)
        if len(values) == 1 and not named and not own:
            return values[0]
        fields = list(own) if len(own) >= len(values) else [str(at) for at in range(len(values))]
        given = {**dict(zip(fields, values, strict=False)), **named}
        others = {field: value for field, value in own.items() if value is not None and field not in given}
        return {**given, **{field: self._literal(value, depth + 1) for field, value in others.items()}}


def _constant(node: ast.Constant) -> str | int | float | bool | None:
    value = node.value
    if isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER:
        _none(node)
    if isinstance(value, str) and _has_half_pair(value):
        _none(node)
    return value if isinstance(value, (str, int, float, type(None))) else _none(node)


def _has_half_pair(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= each <= "\udfff" for each in text)


def _check_unread(node: ast.AST) -> None:
    """Refuse rows in what is not read."""
    for each in ast.walk(node):
        if _looks_like_rows(each):
            raise _UnreadError(each, "has rows that would have to be computed, or that code may change")


def _looks_like_rows(node: ast.AST) -> bool:
    inside = node.elts if isinstance(node, (ast.List, ast.Tuple, ast.Set)) else ()
    inside = node.values if isinstance(node, ast.Dict) else inside
    return len(inside) >= _LEAST_ROWS and all(map(_looks_like_row, inside))


def _looks_like_row(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        inside = [*node.args, *(each.value for each in node.keywords)]
        return len(inside) >= _LEAST_ROWS and any(isinstance(each, ast.Constant) for each in inside)
    return isinstance(node, (ast.Dict, ast.List, ast.Tuple))


def _none(node: ast.expr) -> NoReturn:
    raise ValueError(node)


def _name(node: ast.expr) -> str:
    """Return a name with dots; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    return f"{_name(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else ""


def _is_parametrised(values: list[Any]) -> bool:
    """Whether two arguments are names and rows of as many values, as those of parametrised tests."""
    if len(values) < 2 or not isinstance(values[0], (str, list)) or not isinstance(values[1], list):
        return False
    names = values[0].replace(",", " ").split() if isinstance(values[0], str) else values[0]
    return len(names) > 1 and all(isinstance(row, list) and len(row) == len(names) for row in values[1])


def _document(tree: ast.Module) -> Any:
    """Return the rows of a module: the one list, or lists by name; None where there are none."""
    module = _Module()
    for node in tree.body:
        module.take(node)
    for name, more in module.rows.items():
        before = module.values.get(name)
        module.values[name] = [*before, *more] if isinstance(before, list) else more
    found = {name: value for name, value in module.values.items() if _holds_rows(value)}
    for name in found.keys() & module.changed.keys():
        raise _UnreadError(
            module.changed[name], f"changes {printable(name, 40) or 'the rows'} in a way that is not read"
        )
    return next(iter(found.values())) if len(found) == 1 else _apart(found) if found else None


def _apart(found: Mapping[str, Any]) -> Any:
    """Return lists by name; as records where they are tuples of one length."""
    lists = list(found.values())
    tuples = all(isinstance(rows, list) and all(isinstance(row, list) for row in rows) for rows in lists)
    if not tuples:
        return dict(found)
    return {name: [dict(enumerate_text(row)) for row in rows] for name, rows in found.items()}


def enumerate_text(row: list[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the items of a row with their positions, as names."""
    return ((str(at), value) for at, value in enumerate(row))


def _holds_rows(value: Any) -> bool:
    """Whether a value is a list of two records or more, or records, lists or rows by key."""
    if isinstance(value, dict):
        return len(value) >= _LEAST_ROWS and all(isinstance(each, (dict, list)) for each in value.values())
    nested = isinstance(value, list) and all(isinstance(each, (dict, list)) for each in value)
    return nested and len(value) >= _LEAST_ROWS


def _matches(content: Content, first: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    return has_ending(content, ".py", ".pyi") or first.startswith(_BEGINS)


PYTHON = Format(read_python, matches=_matches)
