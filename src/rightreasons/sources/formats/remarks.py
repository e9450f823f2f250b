"""Comments above the rows of a text: what somebody wrote there about them."""

import re

_COMMENT = re.compile(rb"^[ \t]*(?:#|//|%|;|--)+[ \t]*(.*?)[ \t]*\r?$")


def remarks_above(head: bytes) -> str:
    """Return the comments that a text begins with, a line each.

    Parameters
    ----------
    head
        Its first bytes, UTF-8.
    """
    found = []
    for line in head.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        comment = _COMMENT.match(line)
        if comment is None and line.strip():
            break
        if comment is not None:
            found.append(comment[1].decode("utf-8", "replace"))
    return "\n".join(found)
