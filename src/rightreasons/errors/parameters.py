"""Options in an error as parameters of Python: ``--quoting off`` is ``quoting="off"``."""

import json
import re
import shlex
from collections.abc import Iterator

_ELSEWHERE = {"config", "dry-run", "help", "json", "lambda", "port", "version", "wait"}
"""Options of the command line alone, or with another name in every function."""
_NAMES = {"no-label-check": "label_check", "set": "changes"}
_FLAGS = {"allow-partial": True, "no-label-check": False, "trust-remote-code": True}
_MAPPINGS = {"columns", "label-map", "prediction-columns"}
_WORDS = {
    "auto", "best", "controls", "drop", "en", "error", "hans", "keep", "majority", "max", "mean", "off", "on",
    "truncate", "unanimous", "utf-16-be", "utf-16-le", "word-punct", "worst",
}  # fmt: skip
"""Values of options; of other words behind an option nothing says that they are its value."""
_FUNCTIONS = ("audit", "probe", "compare", "card")
_OPTION = re.compile(
    r"(?<![\w-])(?:--(?P<name>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)|(?P<short>-o))(?![\w-])"
    r"(?:[ =](?P<value>'[^'\n]*'|[A-Za-z0-9_.-]+=[^\s;]*|[A-Za-z0-9][\w-]*))?"
)
_BESIDE = re.compile(r"(?<=[\"}]) (?=[a-z_]+=[\"{])")
"""Between two parameters."""
_COMMAND = re.compile(
    rf"^(?P<indent> +(?:help: )?)rightreasons (?P<verb>{'|'.join(_FUNCTIONS)}) (?P<rest>.+)$", re.M
)


def as_parameters(text: str) -> str:
    """Return the text of an error with options, and commands that stand alone in a line, as in Python.

    Examples
    --------
    >>> as_parameters("give --columns premise=a,hypothesis=b, or --on-malformed drop")
    'give columns={"premise": "a", "hypothesis": "b"}, or on_malformed="drop"'
    """
    return _BESIDE.sub(", ", _OPTION.sub(_parameter, _COMMAND.sub(_call, text)))


def _parameter(found: re.Match[str]) -> str:
    """Return an option, with its value if what follows is one."""
    name, value = found["name"] or "out", found["value"]
    behind = "" if value is None else found[0][-len(value) - 1 :]
    if name in _ELSEWHERE:
        return found[0]
    if name in _FLAGS:
        return f"{_assigned(name, repr(_FLAGS[name]))}{behind}"
    if value is None:
        return _assigned(name, "")
    bare = value if value.startswith("'") else value.rstrip(",)") if "=" in value else value
    written = _value(name, bare)
    if written is None:
        return f"{_assigned(name, '')}{behind}"
    return f"{_assigned(name, written)}{value[len(bare) :]}"


def _value(name: str, value: str) -> str | None:
    """Return a value as Python writes it; None where it may be the next word of the sentence."""
    text = value[1:-1] if value.startswith("'") else value
    if name in _MAPPINGS:
        return _mapping(text) if "=" in text else None
    if name == "recipe" and text.startswith("{"):
        return _recipe(text)
    if value.isdecimal() or value.isupper():
        return value
    return _quoted(text) if value in _WORDS or "=" in value or value.startswith("'") else None


def _mapping(text: str) -> str:
    """Return ``a=b,c=d`` as a dictionary; ``-`` is None, whole numbers are positions."""
    parts = re.split(r",(?=[^,=]+=)", text)
    pairs = (part.partition("=") for part in parts if part)
    return f"{{{', '.join(f'{_plain(key)}: {_plain(value)}' for key, _, value in pairs)}}}"


def _plain(text: str) -> str:
    if text == "...":
        return text
    return "None" if text == "-" else text if text.isdecimal() else _quoted(text)


def _recipe(text: str) -> str:
    """Return JSON as Python writes it."""
    try:
        return repr(json.loads(text))
    except ValueError:
        return _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _assigned(name: str, value: str) -> str:
    return f"{_NAMES.get(name) or name.replace('-', '_')}={value}"


def _call(found: re.Match[str]) -> str:
    """Return a command that stands alone in a line as the call that does the same."""
    try:
        words = shlex.split(found["rest"])
    except ValueError:
        return found[0]
    return f"{found['indent']}{found['verb']}({', '.join(_arguments(words))})"


def _arguments(words: list[str]) -> Iterator[str]:
    """Yield the arguments of a call."""
    left = iter(words)
    for word in left:
        name = "out" if word == "-o" else word.removeprefix("--")
        if name == word:
            yield _quoted(word)
        elif name in _FLAGS:
            yield _assigned(name, repr(_FLAGS[name]))
        else:
            yield _assigned(name, _given(name, next(left, "")))


def _given(name: str, value: str) -> str:
    """Return the value of an option of a whole command."""
    if name in _MAPPINGS:
        return _mapping(value)
    if name == "recipe" and value.startswith("{"):
        return _recipe(value)
    return value if value.isdecimal() else _quoted(value)
