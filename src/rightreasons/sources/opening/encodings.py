"""Text in any encoding made UTF-8: stated, told by a byte-order mark, or detected, and then noted.

Detection is that of charset-normalizer (the extra ``[encodings]``), and is believed only where no other
encoding that would give another text fits nearly as well, and where its words do not mix alphabets.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator, Sequence

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.raw import Content

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
CANDIDATES = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "mac_roman", "koi8_r",
    "cp932", "euc_jp", "gb18030", "big5", "cp949",
)  # fmt: skip
_MARGIN = 0.03
_ALPHABETS = {"LATIN", "CYRILLIC", "GREEK"}
_PIECE = 2**20
_SAMPLE = 64 * 2**10


def in_utf8(content: Content, stated: str | None = None) -> tuple[Content, tuple[str, ...]]:
    """Return the text of a file in UTF-8, and what is to be noted; bytes that are no text stay as they are.

    Parameters
    ----------
    content
        Its bytes, decompressed.
    stated
        The encoding that the user states (``--encoding``).

    Raises
    ------
    UnreadableFileError
        If the bytes are not in the stated encoding, or in none that can be told.
    """
    if stated is not None:
        return _recoded(content, stated, "stated"), ()
    marked = next((name for mark, name in _MARKS if content.data.startswith(mark)), None)
    if marked is not None:
        note = f"{printable(content.name)} is {marked.upper()} by its byte-order mark"
        return _recoded(content, marked, "told by the byte-order mark"), (note,)
    if b"\0" in content.data[:_SAMPLE] or _is_utf8(content.data):
        return content, ()
    found = _detected(content)
    note = (
        f"{printable(content.name)} is not UTF-8: read as {found}, which was detected "
        "(--encoding NAME states another)"
    )
    return _recoded(content, found, "detected"), (note,)


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), _PIECE):
            decoder.decode(data[start : start + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _recoded(content: Content, encoding: str, how: str) -> Content:
    try:
        text = content.data.decode(encoding).removeprefix("\ufeff")
        return Content(content.name, text.encode("utf-8"), content.sha256, _named(encoding))
    except UnicodeError as error:
        at = f" (byte {error.start:,})" if isinstance(error, UnicodeDecodeError) else ""
        raise UnreadableFileError(
            f"{printable(content.name)} is not {printable(encoding)} text{at}, which was {how}",
            "text in one encoding",
            "state another: --encoding NAME",
        ) from None


def _named(encoding: str) -> str | None:
    """Return the standard name of an encoding; None for UTF-8."""
    name = codecs.lookup(encoding).name
    return None if name.startswith("utf-8") else name


def _detected(content: Content) -> str:
    """Return the encoding that fits best; one that reads the text otherwise must fit clearly worse."""
    try:
        from charset_normalizer import from_bytes
    except ImportError:
        raise _unknown(
            content, "state it: --encoding NAME, or pip install 'rightreasons[encodings]'"
        ) from None
    sample = b"\n".join(_lines_beyond_ascii(content.data))[:_SAMPLE]
    matches = list(from_bytes(sample, cp_isolation=list(CANDIDATES)))
    matches = [each for each in matches if not _mixes_scripts(str(each))] or matches
    best = matches[0] if matches else None
    if best is None:
        raise _unknown(content, "state it: --encoding NAME")
    close = [each for each in matches if each.chaos < best.chaos + _MARGIN]
    if any(str(each) != str(best) for each in close):
        words = _first_difference([str(each) for each in close])
        shown = ", ".join(
            f"'{printable(word, 30)}' by {_commonest(each.could_be_from_charset)}"
            for word, each in zip(words, close, strict=True)
        )
        raise _unknown(content, f"state which reading is right with --encoding NAME: {shown}")
    return _commonest(best.could_be_from_charset)


def _commonest(equal: Sequence[str]) -> str:
    """Return the first of `CANDIDATES` among encodings that read a text alike."""
    return min(equal, key=lambda name: CANDIDATES.index(name) if name in CANDIDATES else len(CANDIDATES))


def _mixes_scripts(text: str) -> bool:
    """Whether most words beyond ASCII have letters of two alphabets, as in text read in a wrong encoding."""
    words = {word for word in re.findall(r"[^\W\d_]+", text) if not word.isascii()}
    scripts = ({unicodedata.name(letter, "").partition(" ")[0] for letter in word} for word in words)
    return 2 * sum(len(found & _ALPHABETS) > 1 for found in scripts) > len(words)


def _first_difference(texts: Sequence[str]) -> Sequence[str]:
    """Return the first word that readings of one text do not share, as each of them has it."""
    words = zip(*(text.split() for text in texts), strict=False)
    return next((each for each in words if len(set(each)) > 1), texts)


def _lines_beyond_ascii(data: bytes) -> Iterator[bytes]:
    """Yield the lines that tell encodings apart, until there are enough of them."""
    size = 0
    for line in data.splitlines():
        if not line.isascii():
            yield line
            size += len(line)
        if size > _SAMPLE:
            return


def _unknown(content: Content, remedy: str) -> UnreadableFileError:
    offset = _first_fault(content.data)
    line = content.data.count(b"\n", 0, offset) + 1
    return UnreadableFileError(
        f"{printable(content.name)} line {line} (byte {offset}) is not UTF-8", "UTF-8 text", remedy
    )


def _first_fault(data: bytes) -> int:
    """Return where the first byte stands that is not UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return 0
