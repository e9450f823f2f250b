"""One JSON document as one text, so that a recipe reaches whatever stands in it: named, never recognised."""

import json

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.json_lines import parsed_json
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content, Format, Parsed, documents

ADDS = {"format": {"json-document": "JSON_DOCUMENT"}}


def read_whole_json(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read a JSON document as the text in the column ``json`` of one row, also where it is a table.

    Raises
    ------
    UnreadableFileError
        If it is not valid JSON.
    """
    document, problem = parsed_json("".join(text_blocks(content)))
    if problem:
        raise UnreadableFileError(
            f"{printable(content.name)} {problem}", "one JSON document", "check that the file is whole"
        )
    return documents([json.dumps(document, ensure_ascii=False)], [None], "one JSON document")


JSON_DOCUMENT = Format(read_whole_json, matches=lambda *_: False)
