"""Results of blocks as JSON and arrays, so that they can be kept in files: data, nothing that runs when read.

What is written: the values of JSON, tuples, sets, bytes, arrays, tables of polars, and our own data classes,
named tuples, enumerations and errors by their names. Whatever else there is raises `UnkeepableError`.
"""

import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.errors import RightReasonsError
from rightreasons.streams.files import file_opened
from rightreasons.writing import replacing

_OURS = "rightreasons."
_TREE = "tree"
_JSON = (type(None), bool, int, float, str)
_MANY: Mapping[str, type] = {"tuple": tuple, "list": list, "set": set, "frozenset": frozenset}


class UnkeepableError(Exception):
    """A result that holds something that is not written, as a plug-in's may, or a file that was not."""


def write_result(path: Path, result: Any) -> None:
    """Write a result; it is there whole or not at all.

    Raises
    ------
    UnkeepableError
        If it holds what is not written.
    ExhaustedError
        If the disk is full.
    """
    writer = _Writer({})
    tree = json.dumps(writer.written(result))
    writer.arrays[_TREE] = np.frombuffer(tree.encode(), dtype=np.uint8)
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez(file, allow_pickle=False, **writer.arrays)


def read_result(path: Path) -> Any:
    """Return what was written.

    Raises
    ------
    UnkeepableError
        If there is no file, or it is damaged, or of another version.
    """
    try:
        with file_opened(path) as file, np.load(file, allow_pickle=False) as arrays:
            return _Reader(arrays).read(json.loads(arrays[_TREE].tobytes()))
    except Exception as error:  # whatever libraries raise of a file that was cut
        raise UnkeepableError(str(error)) from error


@dataclass(frozen=True)
class _Writer:
    """Turns values into JSON, with arrays aside."""

    arrays: dict[str, Any]

    def written(self, value: Any) -> Any:
        """Return a value as JSON."""
        kind = type(value)
        if kind in _JSON:
            return value
        if kind.__name__ in _MANY and kind is _MANY[kind.__name__]:
            return [kind.__name__, [self.written(each) for each in value]]
        if kind is dict:
            return ["dict", [[self.written(each) for each in pair] for pair in value.items()]]
        if (of_library := self._of_library(value)) is not None:
            return of_library
        if not kind.__module__.startswith(_OURS):
            raise UnkeepableError(f"a value of {_name(kind)}")
        return self._own(value, _name(kind))

    def _of_library(self, value: Any) -> Any:
        if isinstance(value, np.ndarray | np.generic):
            return ["array" if isinstance(value, np.ndarray) else "number", self._aside(np.asarray(value))]
        if isinstance(value, bytes):
            return ["bytes", self._aside(np.frombuffer(value, dtype=np.uint8))]
        if isinstance(value, pl.DataFrame):
            return ["table", self._table(value)]
        if isinstance(value, pl.Series):
            return ["series", self._table(value.to_frame())]
        if isinstance(value, pl.Schema):
            return ["schema", self._table(pl.DataFrame(schema=value))]
        return None

    def _own(self, value: Any, name: str) -> Any:
        if isinstance(value, Enum):
            return ["enum", name, self.written(value.value)]
        if isinstance(value, tuple):
            return ["made of", name, [self.written(each) for each in value]]
        if isinstance(value, RightReasonsError):
            return ["made of", name, [self.written(each) for each in value.args]]
        if is_dataclass(value):
            there = {each.name: self.written(getattr(value, each.name)) for each in fields(value)}
            return ["fields", name, there]
        raise UnkeepableError(f"a value of {name}")

    def _table(self, frame: pl.DataFrame) -> str:
        buffer = io.BytesIO()
        try:
            frame.write_ipc(buffer)
        except pl.exceptions.PolarsError as error:
            raise UnkeepableError(str(error)) from error
        return self._aside(np.frombuffer(buffer.getvalue(), dtype=np.uint8))

    def _aside(self, array: Any) -> str:
        if array.dtype.hasobject:
            raise UnkeepableError("an array of objects")
        same = next((name for name, other in self.arrays.items() if other is array), None)
        name = same or f"array{len(self.arrays)}"
        self.arrays[name] = array
        return name


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class(name: str) -> Any:
    """Return a class of ours; nothing else is imported."""
    module, _, path = name.partition(":")
    if not module.startswith(_OURS):
        raise UnkeepableError(name)
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    if not isinstance(found, type):
        raise UnkeepableError(name)
    return found


@dataclass(frozen=True)
class _Reader:
    """Turns JSON and the arrays beside it into what was written."""

    arrays: Mapping[str, Any]

    def read(self, tree: Any) -> Any:
        """Return a value."""
        if not isinstance(tree, list):
            return tree
        kind, *rest = tree
        if kind in _MANY:
            return _MANY[kind](self.read(each) for each in rest[0])
        if kind == "dict":
            return {self.read(key): self.read(value) for key, value in rest[0]}
        if kind in _FROM_ARRAYS:
            return _FROM_ARRAYS[kind](self.arrays[rest[0]])
        return self._own(kind, _class(rest[0]), rest[1])

    def _own(self, kind: str, of: Any, given: Any) -> Any:
        if kind == "enum" and issubclass(of, Enum):
            return of(self.read(given))
        if kind == "made of" and issubclass(of, tuple | RightReasonsError):
            return of(*(self.read(each) for each in given))
        if kind == "fields" and is_dataclass(of) and isinstance(of, type):
            made = object.__new__(of)
            for name in (each.name for each in fields(of)):
                object.__setattr__(made, name, self.read(given[name]))
            return made
        raise UnkeepableError(kind)


def _table_of(array: Any) -> pl.DataFrame:
    return pl.read_ipc(io.BytesIO(array.tobytes()))


_FROM_ARRAYS: Mapping[str, Callable[[Any], Any]] = {
    "array": lambda array: array,
    "number": lambda array: array[()],
    "bytes": lambda array: array.tobytes(),
    "table": _table_of,
    "series": lambda array: _table_of(array).to_series(),
    "schema": lambda array: _table_of(array).schema,
}
