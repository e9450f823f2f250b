"""Reads word pairs: from WordNet, or from a file of two columns and perhaps one that says what holds."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Literal

from rightreasons.errors import EmptyDataError, MalformedRowError, OptionError
from rightreasons.printable import printable
from rightreasons.sources.formats.delimited.comma_separated import read_csv
from rightreasons.sources.formats.delimited.separators import first_line
from rightreasons.sources.formats.delimited.tab_separated import read_tsv
from rightreasons.sources.opening.compression import decompressed, load
from rightreasons.sources.raw import Content, Parsed, RawTable, place
from rightreasons.sources.word_pairs.layout import conventions, layout_of
from rightreasons.sources.word_pairs.rows import OTHER, RowReader, rows_of
from rightreasons.text.word_pairs import RELATIONS, Origin, Pos, WordPairs, pairs_frame
from rightreasons.text.wordnet import open_wordnet

WORDNET = "wordnet"
AGAIN = "there before"


def read_word_pairs(
    source: str | Path | WordPairs,
    relation: str | None = None,
    *,
    pos: Pos | None = None,
    relation_is: Literal["first", "second"] | None = None,
) -> WordPairs:
    """Read word pairs.

    A file holds two words a row, separated by tabs, commas, semicolons or spaces, plain or gzipped, and
    perhaps, before or after them, whether the relation holds (True and False, 1 and 0) or which one does
    (antonym, hypernym, hyponym, synonym, co-hyponym, entailment, and the short names of published files). A
    header is known by its names (word1, word2, label, relation, pos). Words are lower-cased; rows of another
    relation, of a word with itself, of several words, and repetitions are left out and counted.

    Parameters
    ----------
    source
        ``"wordnet"``, a file, or pairs that were read already, of which those of the relation are kept.
    relation
        What the second word is to the first; pairs of the converse relation are turned round. None: every
        relation that the file names.
    pos
        The part of speech, where no column tells it.
    relation_is
        Which word is what the relation says, in a file where that is the other way round or not known
        (``hypernym dog animal``: the second).

    Raises
    ------
    FileMissingError, UnreadableFileError, UnsafeArchiveError
        If the file, or WordNet, is not there or cannot be read.
    ColumnError, MalformedRowError, UnknownLabelError
        If a row does not hold what it should.
    EmptyDataError
        If there is no pair of that relation.
    OptionError
        If the relation is not known, or neither given nor told by the file.
    """
    _check(relation)
    if isinstance(source, WordPairs):
        return source if relation is None else _of_relation(source, relation)
    if source == WORDNET:
        return _from_wordnet(relation)
    return _from_file(Path(source), relation, pos, relation_is)


def _check(relation: str | None) -> None:
    names = sorted({name for name in conventions()["relations"].values() if name})
    if relation is not None and relation not in names:
        raise OptionError(
            f"relation '{printable(relation)}'", f"one of {', '.join(names)}", "give one of them"
        )


def _of_relation(pairs: WordPairs, relation: str) -> WordPairs:
    found = pairs.of_relation(relation)
    if not len(found):
        raise _none(pairs.name, relation, Counter({OTHER: len(pairs)}))
    return found


def _from_wordnet(relation: str | None) -> WordPairs:
    for own in RELATIONS:
        if relation == own:
            return open_wordnet().relation_pairs(own)
    raise OptionError(
        f"relation {relation or 'not given'}",
        f"one of {', '.join(RELATIONS)}",
        "WordNet holds pairs of all of them",
    )


def _from_file(
    path: Path, relation: str | None, pos: Pos | None, relation_is: Literal["first", "second"] | None
) -> WordPairs:
    content = decompressed(load(path))
    raw = RawTable(content.name, _parsed(content), ())
    if not raw.parsed.frame.height:
        raise EmptyDataError(f"{printable(path.name)} has no rows", "at least one pair", "check the file")
    layout = layout_of(content.name, raw.parsed.frame.row(0)[: len(raw.columns)])
    layout = replace(
        layout, default_pos=pos or layout.default_pos, relation_is=relation_is or layout.relation_is
    )
    reader = RowReader(content.name, layout, relation)
    found = [reader.read(row) for row in rows_of(raw, skip_first=layout.has_header)]
    left_out = Counter(row for row in found if isinstance(row, str))
    pairs = [row for row in found if not isinstance(row, str)]
    distinct = list(dict.fromkeys(pairs))
    if not distinct:
        raise _none(path.name, relation, left_out)
    if len(distinct) < len(pairs):
        left_out[AGAIN] = len(pairs) - len(distinct)
    return WordPairs(
        pairs_frame(distinct), content.name, (Origin(content.name, content.sha256 or ""),), dict(left_out)
    )


def _parsed(content: Content) -> Parsed:
    """Split the rows at what separates the first one; all must have as many fields."""
    first = first_line(content)
    if "\t" in first:
        parsed = read_tsv(content, headerless=True)
    elif "," in first or ";" in first:
        parsed = read_csv(content, headerless=True)
    else:
        parsed = read_tsv(replace(content, data=_spaces_to_tabs(content.data)), headerless=True)
    if parsed.malformed:
        bad = parsed.malformed[0]
        raise MalformedRowError(
            f"{printable(content.name)} {place(bad.row, bad.line)} {bad.problem}"
            f" ({len(parsed.malformed):,} such rows)",
            "as many fields as in the first row",
            "mend or remove them",
        )
    return parsed


def _spaces_to_tabs(data: bytes) -> bytes:
    return re.sub(rb"[ \t]+", b"\t", re.sub(rb"(?m)^[ \t]+|[ \t]+(?=\r?$)", b"", data))


def _none(name: str, relation: str | None, left_out: Counter[str]) -> EmptyDataError:
    reasons = ", ".join(f"{reason}: {count:,}" for reason, count in left_out.items())
    sought = f"'{relation}'" if relation else "any relation"
    return EmptyDataError(
        f"{printable(name)} has no pair of {sought} ({reasons})",
        "at least one",
        "check the file and the relation",
    )
