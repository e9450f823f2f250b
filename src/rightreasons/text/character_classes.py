"""Python's character classes, spelled out for the regular expressions of polars."""

import re
from functools import cache

import numpy as np

SPACE = r"\s\x1C-\x1F"
r"""What Python's ``\s`` and ``str.split`` take for white space; stands inside square brackets."""


@cache
def word_characters() -> str:
    r"""Return what the running Python's ``\w`` matches, as ranges; stands inside square brackets."""
    # No letter or number stands beyond the first four planes of Unicode.
    points = np.arange(0x40000, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    runs = (match.group() for match in re.finditer(r"\w+", points))
    return "".join(rf"\x{{{ord(run[0]):X}}}-\x{{{ord(run[-1]):X}}}" for run in runs)
