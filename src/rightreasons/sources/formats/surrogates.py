r"""Surrogate pairs: escapes such as ``\ud83d\ude00`` write one character as two halves."""


def joined_halves(text: str) -> str:
    """Return a text whose halves of surrogate pairs are put together; one alone becomes U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
