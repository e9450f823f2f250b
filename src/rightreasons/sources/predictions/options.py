"""What a caller may say about how a file of predictions is to be read."""

from collections.abc import Mapping
from typing import Annotated

from rightreasons.errors import OptionError
from rightreasons.options import Option
from rightreasons.printable import printable


def _columns_by_role(text: str) -> dict[str, str]:
    entries = [tuple(part.strip() for part in entry.partition("=")) for entry in text.split(",")]
    columns = {role: column for role, _, column in entries if role and column}
    if len(columns) < len(entries):
        raise OptionError(
            f"'{printable(text)}' for --prediction-columns",
            "ROLE=COLUMN, each role once",
            "write --prediction-columns gold=...,predicted=...",
        )
    return columns


PredictionColumns = Annotated[
    Mapping[str, str | int] | None,
    Option(
        "Of a file of predictions: id=..., premise=..., hypothesis=..., gold=..., predicted=..., "
        "score=... (one number), scores=... (a list).",
        parse=_columns_by_role,
        panel="How the model is loaded",
    ),
]
