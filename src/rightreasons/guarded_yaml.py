"""YAML: of somebody else within bounds (no tags, no aliases, nothing deep, nothing long), and our own."""

import json
from collections import Counter
from importlib.resources import files
from typing import Any

from rightreasons.printable import printable

MOST_BYTES = 256 * 2**10
MOST_DEPTH = 64


def guarded_yaml(text: str | bytes) -> Any:
    """Return what a YAML text holds, as plain values.

    An alias stands for as much as it is short, and the time that a parser needs grows with the square of the
    depth, so both are refused before they cost anything.

    Raises
    ------
    ValueError
        If it is no YAML, is no UTF-8, uses aliases, tags or a key twice (1 and "1" are one key), is longer
        than `MOST_BYTES`, or deeper than `MOST_DEPTH`; the message is printable.
    """
    import yaml

    class Plain(yaml.SafeLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise ValueError("an alias (*NAME), which is not read here")
            return super().compose_node(parent, index)

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002 - as there
            keys = [self.construct_object(key, deep=True) for key, _ in node.value]
            made = super().construct_mapping(node, deep)
            for counts in (Counter(keys), Counter(map(_in_json, keys))):
                if twice := [key for key, times in counts.items() if times > 1]:
                    raise ValueError(f"'{twice[0]}' twice")
            return made

    # `on`, `off`, `yes` and `no` are words, as in YAML 1.2
    Plain.yaml_implicit_resolvers = {
        first: [(tag, form) for tag, form in forms if first in "tTfF" or not tag.endswith(":bool")]
        for first, forms in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    if len(text) > MOST_BYTES:
        raise ValueError(f"{len(text):,} bytes; at most {MOST_BYTES:,} are read")
    try:
        written = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        if _depth(written) > MOST_DEPTH:
            raise ValueError(f"brackets more than {MOST_DEPTH} deep")
        return yaml.load(written, Plain)  # noqa: S506 - a SafeLoader
    except RecursionError:
        raise ValueError("lists or mappings too deep") from None
    except (yaml.YAMLError, ValueError) as error:
        raise ValueError(printable(" ".join(str(error).split()), 160)) from None


def yaml_lines(text: str | bytes) -> dict[tuple[str | int, ...], int]:
    """Return the line of every value in a YAML text, counted from 1, by the keys that lead to it.

    Parameters
    ----------
    text
        What `guarded_yaml` has read without an error.
    """
    import yaml

    written = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    found: dict[tuple[str | int, ...], int] = {}

    def visit(node: yaml.Node, keys: tuple[str | int, ...], line: int) -> None:
        found[keys] = line
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                visit(value, (*keys, str(key.value)), key.start_mark.line + 1)
        elif isinstance(node, yaml.SequenceNode):
            for at, item in enumerate(node.value):
                visit(item, (*keys, at), item.start_mark.line + 1)

    root = yaml.compose(written, yaml.SafeLoader)
    if root is not None:
        visit(root, (), root.start_mark.line + 1)
    return found


def packaged_yaml(package: str, name: str) -> Any:
    """Return what a data file of this project holds, as plain values; whoever reads it often keeps it.

    The package in which it stands is not imported.
    """
    import yaml

    root, *within = package.split(".")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same safe subset, ten times as fast
    return yaml.load(files(root).joinpath(*within, name).read_bytes(), Loader=loader)  # noqa: S506 - a safe loader


def _in_json(key: Any) -> str:
    """Return a key as JSON has it, where every key is a text."""
    return key if isinstance(key, str) else json.dumps(key, default=str)


def _depth(text: str) -> int:
    deepest = depth = 0
    for character in text:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth = max(0, depth - 1)
    return deepest
