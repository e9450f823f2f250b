"""The API key: taken from the environment when it is needed, held nowhere, masked wherever it comes back."""

import os

from rightreasons.errors import OptionError

VARIABLES = ("RIGHTREASONS_API_KEY", "OPENAI_API_KEY")
MASK = "[API key]"
_NONE = "none"  # local servers ask for no key, the library for some text
_TELLING = 8  # characters of a key that must not be shown in a row


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
    """Return a text without the keys of the environment and without any longer part of them."""
    for name in VARIABLES:
        key = os.environ.get(name, "").strip()
        text = text.replace(key, MASK) if key else text
        # A server may echo the key cut short, so its parts go as well, the longest first.
        for size in range(len(key) - 1, _TELLING - 1, -1):
            for start in range(len(key) - size + 1):
                text = text.replace(key[start : start + size], MASK)
    return text
