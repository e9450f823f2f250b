"""The form of the sentences: lengths, signs, endings of words."""

from collections.abc import Mapping

import numpy as np
import polars as pl

from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.predicate import Statements, pair_words, rows_of_tokens
from rightreasons.shortcuts.shortcut import Flags

LENGTHS = (*range(2, 26), 30, 40, 50, 75, 100, 150, 200, 300)
CHARACTER_SHARES = (20, 25, 33, 50, 67, 75, 100, 125, 150, 200)
DIFFERENCES = (*range(-5, 21), 25, 30, 40, 60, 100)
ENDINGS = ("ing", "ed", "ly", "s", "er", "est", "ion", "n't", "y")
SIGNS = {
    ",": "a comma",
    ";": "a semicolon",
    ":": "a colon",
    "?": "a question mark",
    "!": "an exclamation mark",
    '"': "a quotation mark",
    "(": "a bracket",
    "-": "a hyphen",
}
_SIDES = ("premise", "hypothesis")


def _lengths(block: Block) -> Mapping[str, Flags]:
    words = pair_words(block)
    p, h = np.diff(words.premise[1]), np.diff(words.hypothesis[1])
    found = {
        f"{side} at most {most}": own <= most
        for side, own in (("premise", p), ("hypothesis", h))
        for most in LENGTHS
    }
    letters = {side: text.str.len_chars().to_numpy() for side, text in _texts(block).items()}
    return (
        found
        | {f"difference at most {most}": p - h <= most for most in DIFFERENCES}
        | {
            f"under {share} % of the characters": 100 * letters["hypothesis"] < share * letters["premise"]
            for share in CHARACTER_SHARES
        }
    )


def _length_sentences() -> dict[str, tuple[str, str]]:
    found = {
        f"{side} at most {most}": (
            f"the {side} has at most {most} words",
            f"the {side} has more than {most} words",
        )
        for side in _SIDES
        for most in LENGTHS
    }
    for most in DIFFERENCES:
        words = f"{abs(most)} {'word' if abs(most) == 1 else 'words'}"
        if most < 0:
            pair = (
                f"the premise is at least {words} shorter than the hypothesis",
                f"the premise is not {words} shorter than the hypothesis",
            )
        elif most == 0:
            pair = (
                "the premise is no longer than the hypothesis",
                "the premise is longer than the hypothesis",
            )
        else:
            pair = (
                f"the premise is at most {words} longer than the hypothesis",
                f"the premise is over {words} longer than the hypothesis",
            )
        found[f"difference at most {most}"] = pair
    for share in CHARACTER_SHARES:
        what = f"{share} % of the characters that the premise has"
        found[f"under {share} % of the characters"] = (
            f"the hypothesis has under {what}",
            f"the hypothesis has at least {what}",
        )
    return found


def _texts(block: Block) -> dict[str, pl.Series]:
    return {"premise": block.pairs.premises, "hypothesis": block.pairs.hypotheses}


def _signs(block: Block) -> Mapping[str, Flags]:
    texts = _texts(block)
    return {
        f"{side} {name}": text.str.contains(sign, literal=True).fill_null(value=False).to_numpy()
        for side, text in texts.items()
        for sign, name in SIGNS.items()
    } | {
        f"{side} a final full stop": text.str.strip_chars()
        .str.ends_with(".")
        .fill_null(value=False)
        .to_numpy()
        for side, text in texts.items()
    }


def _sign_sentences() -> dict[str, tuple[str, str]]:
    return {
        f"{side} {name}": (f"the {side} has {name}", f"the {side} does not have {name}")
        for side in _SIDES
        for name in (*SIGNS.values(), "a final full stop")
    }


def _endings(block: Block) -> Mapping[str, Flags]:
    words = pair_words(block)
    found: dict[str, Flags] = {}
    for ending in ENDINGS:
        ends = (
            words.vocabulary.str.ends_with(ending) & (words.vocabulary.str.len_chars() > len(ending) + 1)
        ).to_numpy()
        held = {}
        for side in _SIDES:
            ids, starts = getattr(words, side)
            flags = np.zeros(len(block), dtype=np.bool_)
            flags[rows_of_tokens(starts)[ends[ids]]] = True
            held[side] = found[f"{side} -{ending}"] = flags
        found[f"only hypothesis -{ending}"] = held["hypothesis"] & ~held["premise"]
        found[f"only premise -{ending}"] = held["premise"] & ~held["hypothesis"]
    return found


def _ending_sentences() -> dict[str, tuple[str, str]]:
    found = {}
    for ending in ENDINGS:
        what = f"a word that ends in '{ending}'"
        for side, other in (_SIDES, _SIDES[::-1]):
            found[f"{side} -{ending}"] = (
                f"the {side} has {what}",
                f"the {side} has no word that ends in '{ending}'",
            )
            found[f"only {side} -{ending}"] = (
                f"only the {side} has {what}",
                f"the {side} has {what} only if the {other} has one too",
            )
    return found


FAMILIES = (
    Statements("length", _length_sentences(), _lengths),
    Statements("sign", _sign_sentences(), _signs),
    Statements("ending", _ending_sentences(), _endings),
)
