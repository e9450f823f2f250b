"""The API key: taken from the environment when it is needed, held nowhere, masked wherever it comes back."""

import os
import re
import string
from base64 import b64encode
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rightreasons.errors import OptionError

VARIABLES = ("RIGHTREASONS_API_KEY", "OPENAI_API_KEY")
MASK = "[API key]"
_NONE = "none"  # local servers ask for no key, the library for some text
_TELLING = 8  # characters of a key in a row that must not be shown
_ESCAPED = re.compile(r"%([0-9A-Fa-f]{2})")
# Upper and lower case are one, and so are the two alphabets of base64.
_ALIKE = str.maketrans(string.ascii_uppercase + "-_", string.ascii_lowercase + "+/")


def api_key() -> str:
    """Return the key that the environment holds, or a dummy for servers that need none.

    Raises
    ------
    OptionError
        If it cannot stand in a header.
    """
    found = next((name for name in VARIABLES if os.environ.get(name, "").strip()), None)
    if found is None:
        return _NONE
    key = os.environ[found].strip()
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise OptionError(
            f"a key in {found} that holds other characters than a key can", "the key", "set it again"
        )
    return key


def masked(text: str) -> str:
    """Return a text without the keys of the environment, and without 8 or more of their characters in a row.

    A key of fewer characters is masked where it stands as it is. A server may echo a longer one cut short, in
    upper or lower case, percent-encoded or in base64; all of these are found, in time proportional to the
    length of text and keys.
    """
    keys = [key for name in VARIABLES if (key := os.environ.get(name, "").strip()) and key.isascii()]
    for short in (key for key in keys if len(key) < _TELLING):
        text = text.replace(short, MASK)
    keys = [key for key in keys if len(key) >= _TELLING]
    if not keys or not text:
        return text
    plain, ends = _decoded(text)
    telling = _found(_codes(plain), [_codes(form) for key in keys for form in _forms(key)])
    return _without(text, telling, ends) if telling.any() else text


def _forms(key: str) -> Iterator[str]:
    """Yield a key as it is, and what base64 makes of it wherever it stands in what is encoded."""
    yield key
    for before in range(3):
        whole = b64encode(b"\0" * before + key.encode()).decode().rstrip("=")
        # The first and the last character may hold bits of what stands beside the key.
        form = whole[-(-8 * before // 6) : -1]
        if len(form) >= _TELLING:
            yield form


def _decoded(text: str) -> tuple[str, NDArray[np.int64]]:
    """Return a text with percent-encoded characters as they are, and where each of them ends in the text."""
    begins = np.fromiter((found.start() for found in _ESCAPED.finditer(text)), dtype=np.int64)
    plain = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    widths = np.ones(len(plain), dtype=np.int64)
    widths[begins - 2 * np.arange(len(begins))] = 3
    return plain, np.cumsum(widths)


def _codes(text: str) -> NDArray[np.uint64]:
    """Return the characters as numbers up to 255, that of all that cannot stand in a key being 0."""
    alike = text.translate(_ALIKE).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(alike, dtype=np.uint32)
    return np.where(codes < 128, codes, 0).astype(np.uint64)


def _found(text: NDArray[np.uint64], forms: Sequence[NDArray[np.uint64]]) -> NDArray[np.bool_]:
    """Return which characters of a text are in a part of a key that must not be shown."""
    marked = np.zeros(len(text), dtype=bool)
    known = np.unique(np.concatenate([_in_a_row(form) for form in forms]))
    runs = _in_a_row(text)
    nearest = known[np.minimum(np.searchsorted(known, runs), len(known) - 1)]
    begins = np.flatnonzero(nearest == runs)
    for offset in range(_TELLING):
        marked[begins + offset] = True
    return marked


def _in_a_row(codes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return every run of eight characters as one number."""
    runs = np.zeros(max(len(codes) - _TELLING + 1, 0), dtype=np.uint64)
    for offset in range(_TELLING if len(runs) else 0):
        runs = (runs << np.uint64(8)) | codes[offset : offset + len(runs)]
    return runs


def _without(text: str, telling: NDArray[np.bool_], ends: NDArray[np.int64]) -> str:
    """Return a text with a mask for every run of characters that look like a key."""
    edges = np.flatnonzero(np.diff(telling, prepend=False, append=False))
    starts = np.concatenate(([0], ends))
    parts: list[str] = []
    at = 0
    for first, last in edges.reshape(-1, 2):
        parts += (text[at : starts[first]], MASK)
        at = starts[last]
    return "".join((*parts, text[at:]))
