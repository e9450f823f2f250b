"""Options that say how data are read, as they stand on a command line."""

import json
import shlex
from collections.abc import Mapping
from typing import Any

from rightreasons.labels import label_map_text
from rightreasons.sources.options import ReadOptions

WRITTEN = ("columns", "label_map", "gold", "premise_join", "format", "encoding", "quoting", "recipe")
"""Options that say how the data are read: a line states them again."""
_OF_ROWS = ("on_malformed", "on_duplicate", "limit")
"""Options that say which rows are read."""


def written(options: ReadOptions, *, of_rows: bool = False) -> str:
    """Return the options that say how data are read as they stand on a command line.

    Parameters
    ----------
    options
        The options.
    of_rows
        Whether those that say which rows are read are stated too.
    """
    default = ReadOptions()
    names = (*WRITTEN, *_OF_ROWS) if of_rows else WRITTEN
    stated = {name: getattr(options, name) for name in names}
    words = [
        word
        for name, value in stated.items()
        if value != getattr(default, name)
        for word in (f"--{name.replace('_', '-')}", _word(name, value))
    ]
    return shlex.join(words)


def _word(name: str, value: Any) -> str:
    if name == "columns":
        return ",".join(f"{role}={column}" for role, column in value.items())
    if name == "label_map":
        return label_map_text({str(found): "-" if to is None else str(to) for found, to in value.items()})
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
