"""Names of columns as they are compared with the usual ones of ``column_aliases.yaml``."""

import re
from functools import cache
from typing import Any

from rightreasons.guarded_yaml import packaged_yaml


def spelling(column: str) -> str:
    """Return a column name as aliases are compared: lower case, ``_`` for ``-`` and spaces."""
    return re.sub(r"[-\s]+", "_", column.strip().lower())


def last_part(column: str) -> str:
    """Return the spelling of a column, of one inside a record that of its last name."""
    return spelling(column.rpartition(".")[2])


@cache
def aliases() -> dict[str, Any]:
    """Return the usual names by what they mean."""
    table: dict[str, Any] = packaged_yaml("rightreasons.sources.columns", "column_aliases.yaml")
    return table
