"""The Penn Treebank's tokenisation, as nltk's ``TreebankWordTokenizer`` has it, on whole columns at once.

The rules are those of Robert MacIntyre's sed script (1995) in the form and order of nltk 3.10. All but those
for contractions run on the column. Contractions are rare and need the look-around that Rust's regular
expressions lack: they are split one text at a time, in the texts that have any.
"""

import re

import polars as pl

from rightreasons.text.words import between_spaces

# nltk 3.10 runs these on the package `regex`, whose white space is Rust's, but whose digits are Unicode 17's.
_DIGIT = r"\d\x{11DE0}-\x{11DE9}"

_PUNCTUATION = (
    # opening quotes
    (r'^"', "``"),
    (r"``", " `` "),
    (r"""([ (\[{<])(?:"|'')""", "${1} `` "),
    # Python's `$` also stands before a newline that ends the text.
    (rf"([:,])([^{_DIGIT}])", " ${1} ${2}"),
    (r"([:,])(\n?)$", " ${1} ${2}"),
    (r"\.\.\.", " ... "),
    (r"[;@#$%&]", " ${0} "),
    # the full stop that ends the text, behind which brackets and quotes may close
    (r"""([^.])\.([\])}>"']*)\s*$""", "${1} .${2} "),
    (r"[?!]", " ${0} "),
    (r"([^'])' ", "${1} ' "),
    (r"[\]\[(){}<>]", " ${0} "),
    (r"--", " -- "),
)

_CLOSING_QUOTES = (
    (r"''", " '' "),
    (r'"', " '' "),
    (r"([^' ])('[sSmMdD]|') ", "${1} ${2} "),
    (r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", "${1} ${2} "),
)

# Look-ahead, the word boundary and case as in nltk 3.10, where Python's `re` runs these.
_CONTRACTIONS = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"\b(can)(not)\b", r" \1 \2 "),
        (r"\b(d)('ye)\b", r" \1 \2 "),
        (r"\b(gim)(me)\b", r" \1 \2 "),
        (r"\b(gon)(na)\b", r" \1 \2 "),
        (r"\b(got)(ta)\b", r" \1 \2 "),
        (r"\b(lem)(me)\b", r" \1 \2 "),
        (r"\b(more)('n)\b", r" \1 \2 "),
        (r"\b(wan)(na)(?=\s)", r" \1 \2 "),
        (r" ('t)(is)\b", r" \1 \2 "),
        (r" ('t)(was)\b", r" \1 \2 "),
    )
)
# Python's case-insensitive `i` is also the dotted capital and the dotless small letter; Rust's is not.
_ANY_CONTRACTION = "(?i)cannot|d'ye|g[iİı]mme|gonna|gotta|lemme|more'n|wanna|'t[iİı]s|'twas"


def treebank(texts: pl.Series) -> pl.Series:
    """Return the Treebank tokens of every text.

    Parameters
    ----------
    texts
        Strings, shape (n,); one sentence each, since only the full stop that ends a text is split off.

    Returns
    -------
    pl.Series
        ``List(String)``, shape (n,); equal to ``TreebankWordTokenizer().tokenize(text)`` of nltk 3.10, which
        writes double quotes as two backquotes or two apostrophes.
    """
    padded = " " + _replaced(texts, _PUNCTUATION) + " "
    return between_spaces(_contractions_split(_replaced(padded, _CLOSING_QUOTES)))


def _replaced(texts: pl.Series, rules: tuple[tuple[str, str], ...]) -> pl.Series:
    for pattern, replacement in rules:
        texts = texts.str.replace_all(pattern, replacement)
    return texts


def _contractions_split(padded: pl.Series) -> pl.Series:
    rows = padded.str.contains(_ANY_CONTRACTION).arg_true()
    if not len(rows):
        return padded
    split = [_contraction_split(text) for text in padded.gather(rows).to_list()]
    return padded.clone().scatter(rows, pl.Series(split))


def _contraction_split(text: str) -> str:
    for pattern, replacement in _CONTRACTIONS:
        text = pattern.sub(replacement, text)
    return text
