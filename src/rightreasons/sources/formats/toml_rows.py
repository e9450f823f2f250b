"""TOML that holds rows as arrays of tables, ``[[item]]``; read as JSON is."""

import json
import tomllib

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.json_document import table_in
from rightreasons.sources.formats.json_lines import as_json
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"toml": "TOML"}}
ENDING = ".toml"
_MOST_BYTES = 4 * 2**20


def read_toml(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read a TOML document.

    Raises
    ------
    UnreadableFileError
        If it is no TOML, or longer than is read at once.
    """
    problem = f"{len(content.data):,} bytes; at most {_MOST_BYTES:,} are read"
    if len(content.data) <= _MOST_BYTES:
        try:
            document = tomllib.loads("".join(text_blocks(content)))
        except (ValueError, RecursionError) as error:  # among them numbers of thousands of digits
            problem = printable(str(error), 120)
        else:
            text = as_json(content, document)
            return table_in(json.loads(text), text)  # dates as texts, wherever they stand
    raise UnreadableFileError(
        f"{printable(content.name)} is not read as TOML ({problem})",
        "one document",
        "convert it to JSON",
    )


TOML = Format(read_toml, matches=lambda *_: False)
