"""The Penn Treebank's tokenisation, as nltk's ``TreebankWordTokenizer`` has it, on whole columns at once.

The rules are those of Robert MacIntyre's sed script (1995) in the form and order of nltk 3.10. All but those
for contractions run on the column. Contractions are rare and need the look-around that Rust's regular
expressions lack: each is split one text at a time, in the texts that may have it.
"""

import re

import polars as pl

from rightreasons.text.tokenisations import between_spaces

ADDS = {"tokenisation": ["treebank"]}

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

# What stands before, the two parts, what stands behind; as in nltk 3.10, where Python's `re` runs these.
# Python's case-insensitive `i` is also the dotted capital and the dotless small letter; Rust's is not.
_CONTRACTIONS = (
    (r"\b", "(can)(not)", r"\b"),
    (r"\b", "(d)('ye)", r"\b"),
    (r"\b", "(g[iİı]m)(me)", r"\b"),
    (r"\b", "(gon)(na)", r"\b"),
    (r"\b", "(got)(ta)", r"\b"),
    (r"\b", "(lem)(me)", r"\b"),
    (r"\b", "(more)('n)", r"\b"),
    (r"\b", "(wan)(na)", r"(?=\s)"),
    (r" ", "('t)([iİı]s)", r"\b"),
    (r" ", "('t)(was)", r"\b"),
)


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
    for before, parts, behind in _CONTRACTIONS:
        rows = padded.str.contains(f"(?i){parts}").arg_true()
        if len(rows):
            contraction = re.compile(before + parts + behind, re.IGNORECASE)
            split = [contraction.sub(r" \1 \2 ", text) for text in padded.gather(rows).to_list()]
            padded = padded.clone().scatter(rows, pl.Series(split))
    return padded
