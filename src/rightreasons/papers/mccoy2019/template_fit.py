"""Tables 6 to 8 of McCoy et al. (2019): whether the printed template fits the example printed beside it."""

import re

_ARROW = re.compile(r"\s*[→↛]\s*")
_SYMBOL = re.compile(r"(N|V|P|Adj|Adv)(\d*)")
_WORDS = {"P": r"\w+(?: \w+)*?"}  # in front of
_WORD = r"\w+"
FITS = "the template fits the example"
_FITS_NOT = "the template does not fit the example"


def fit(template: str, example: str) -> str:
    """Say whether an example comes from a template, each symbol standing for one word throughout.

    Parameters
    ----------
    template
        As printed: ``The N1 V the N2 → The N1 V``. Full stops are printed in a few only, and left out.
    example
        Premise and hypothesis, parted by a bar, tokens by blanks.
    """
    sentences = [each.replace(",", " ,").replace(".", "").split() for each in _ARROW.split(template)]
    bound: set[str] = set()
    pattern = r" \| ".join(" ".join(_expression(token, bound) for token in words) for words in sentences)
    words = example.replace(" .", "")
    return FITS if re.fullmatch(pattern, words, re.IGNORECASE) else _FITS_NOT


def _expression(token: str, bound: set[str]) -> str:
    found = _SYMBOL.fullmatch(token)
    if found is None:
        return re.escape(token)
    if token in bound:
        return f"(?P={token})"
    bound.add(token)
    return f"(?P<{token}>{_WORDS.get(found[1], _WORD)})"
