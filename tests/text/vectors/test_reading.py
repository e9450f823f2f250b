"""Every format of word vectors, written here byte by byte, whole and broken."""

import bz2
import gzip
import hashlib
import io
import lzma
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rightreasons.errors import FileMissingError, MalformedRowError, OptionError, UnreadableFileError
from rightreasons.text.vectors.reading import read_vectors

VECTORS = {
    "the": [0.25, -1.5, 3e-05],
    "Straße": [1.0, 2.0, -0.125],
    ".": [0.0, 0.5, -7.75],
    "n't": [4.0, 5.0, 6.0],
}


def glove() -> bytes:
    return "".join(f"{word} {' '.join(map(repr, row))}\n" for word, row in VECTORS.items()).encode()


def fast_text() -> bytes:
    """Return text with a header and a blank behind every number."""
    return b"4 3\n" + glove().replace(b"\n", b" \n")


def word2vec(line_feed: bytes = b"") -> bytes:
    records = [word.encode() + b" " + struct.pack("<3f", *row) for word, row in VECTORS.items()]
    return b"4 3\n" + b"".join(record + line_feed for record in records)


def zipped(content: bytes, name: str = "vectors.txt") -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, content)
    return archive.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    return content.getvalue()


def arrays() -> dict[str, np.ndarray]:
    return {"words": np.array(list(VECTORS)), "vecs": np.array(list(VECTORS.values()), dtype=np.float32)}


PLAIN = {
    "glove": glove(),
    "tabs": glove().replace(b" ", b"\t"),
    "no last line end": glove().removesuffix(b"\n"),
    "lines of Windows": glove().replace(b"\n", b"\r\n"),
    "fastText": fast_text(),
    "word2vec binary": word2vec(),
    "word2vec binary, lines": word2vec(b"\n"),
    "npz": npz(**arrays()),
}
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zip": zipped,
}


def expect_all(path: Path) -> None:
    found = read_vectors(path)
    assert found.words == tuple(VECTORS)
    np.testing.assert_array_equal(found.matrix, np.array(list(VECTORS.values()), dtype=np.float32))
    assert found.matrix.dtype == np.float32
    assert (found.name, found.checksum) == (path.name, hashlib.sha256(path.read_bytes()).hexdigest())
    some = read_vectors(path, {".", "Straße", "absent"})
    assert some.words == ("Straße", ".")
    np.testing.assert_array_equal(some.matrix, found.matrix[1:3])


@pytest.mark.parametrize("form", PLAIN)
def test_every_format_gives_the_same_words_and_numbers(form: str, tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    path.write_bytes(PLAIN[form])
    expect_all(path)


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("form", ["glove", "fastText", "word2vec binary"])
def test_every_compression_of_a_format_is_seen_through(form: str, packing: str, tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    path.write_bytes(PACKED[packing](PLAIN[form]))
    expect_all(path)


@pytest.mark.parametrize("form", ["word2vec binary", "word2vec binary, lines"])
@pytest.mark.parametrize("block", [1, 3, 17, 50])
def test_where_blocks_end_changes_nothing(
    form: str, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "vectors"
    path.write_bytes(PLAIN[form])
    monkeypatch.setattr("rightreasons.text.vectors.word2vec_binary.BLOCK", block)
    expect_all(path)


def test_safetensors_have_their_words_beside_them(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    path = tmp_path / "vectors.safetensors"
    save_file({"matrix": arrays()["vecs"]}, path)
    with pytest.raises(FileMissingError, match="list of words"):
        read_vectors(path)
    path.with_suffix(".txt").write_text("\n".join(VECTORS), encoding="utf-8")
    expect_all(path)
    save_file({"matrix": arrays()["vecs"], "other": arrays()["vecs"]}, path)
    with pytest.raises(UnreadableFileError, match="not one matrix"):
        read_vectors(path)


def test_int8_numbers_are_scaled_by_their_word(tmp_path: Path) -> None:
    path = tmp_path / "vectors.npz"
    quantised = np.array([[127, -127, 0], [1, 2, 3]], dtype=np.int8)
    path.write_bytes(
        npz(words=np.array(["a", "b"]), q=quantised, scale=np.array([2.0, 127.0], dtype=np.float32))
    )
    assert read_vectors(path).matrix.tolist() == [[2.0, -2.0, 0.0], [1.0, 2.0, 3.0]]


def test_bytes_are_read_as_their_description_says(tmp_path: Path) -> None:
    (tmp_path / "words.gz").write_bytes(gzip.compress(b"a\nb\n"))
    (tmp_path / "vecs.gz").write_bytes(gzip.compress(bytes([0, 255, 127, 1])))
    path = tmp_path / "codewords.yaml"
    path.write_text("words: words.gz\nvectors: vecs.gz\nminimum: -1.0\nmaximum: 1\n", encoding="utf-8")
    expected = [[(q + 0.5) / 255 * 2 - 1 for q in row] for row in ([0, 255], [127, 1])]
    np.testing.assert_allclose(read_vectors(path).matrix, expected, rtol=1e-6)
    assert read_vectors(path, {"b"}).words == ("b",)


@pytest.mark.parametrize(
    "text",
    [
        "- a",
        "words: w",
        "words: ../w\nvectors: v\nminimum: 0\nmaximum: 1",
        "words: w\nvectors: v\nminimum: x\nmaximum: 1",
    ],
)
def test_a_description_that_says_something_else_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "codewords.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableFileError, match=r"codewords\.yaml"):
        read_vectors(path)


def test_of_several_files_in_an_archive_one_must_be_named(tmp_path: Path) -> None:
    path = tmp_path / "glove.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("glove.50d.txt", "a 1 2\n")
        archive.writestr("glove.100d.txt", "a 3 4\n")
    assert read_vectors(path, member="glove.100d.txt").matrix.tolist() == [[3, 4]]
    for member in (None, "glove.txt"):
        with pytest.raises(OptionError, match=r"glove\.50d\.txt"):
            read_vectors(path, member=member)


def test_words_with_blanks_in_them_are_words(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_text(". 1 2\n. . . 3 4\nat name@domain.com 5 6\n", encoding="utf-8")
    assert read_vectors(path).words == (".", ". . .", "at name@domain.com")
    assert read_vectors(path, {"."}).matrix.tolist() == [[1, 2]]
    assert read_vectors(path, {". . ."}).matrix.tolist() == [[3, 4]]


BROKEN_LINES = {
    "too few numbers": ("a 1 2\nb 1\n", "line 2"),
    "too many numbers": ("a 1 2\nb 1 2 3\n", "line 2"),
    "no number": ("a 1 2\nb 1 x\n", "line 2"),
    "an empty line": ("a 1 2\n\nb 1 2\n", "line 2"),
    "a word twice": ("a 1 2\nb 1 2\na 3 4\n", "'a' twice"),
    "not a number": ("a 1 2\nb nan 2\n", "vector of 'b'"),
    "infinity": ("a 1 2\nb 1 inf\n", "vector of 'b'"),
    "too large for float32": ("a 1 2\nb 1 1e39\n", "vector of 'b'"),
}


@pytest.mark.parametrize("fault", BROKEN_LINES)
def test_a_faulty_line_is_refused_by_its_place(fault: str, tmp_path: Path) -> None:
    text, place = BROKEN_LINES[fault]
    path = tmp_path / "glove.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedRowError, match=place):
        read_vectors(path)


HEADERS = {
    "cut off": b"{'descr': '<f4', 'fortran_order': False, 'shape': (3,",
    "brackets": b"[" * 2_000,
    "of a kind that is half stated": b"{'descr': ('<f4',), 'fortran_order': False, 'shape': (3,)}",
    "of keys that cannot be sorted": b"{1: 2, 'descr': 3}",
    "of no text": b"\xff\xfe",
}


def headed(header: bytes) -> bytes:
    """An npz file whose arrays begin with these bytes."""
    member = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + bytes(100)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in ("words.npy", "vecs.npy"):
            archive.writestr(name, member)
    return content.getvalue()


BROKEN_FILES = {
    "nothing": b"",
    "a word alone": b"word\n",
    "more words than stated": b"1 2\na 1 2\nb 1 2\n",
    "fewer words than stated": b"3 2\na 1 2\nb 1 2\n",
    "more records than stated": b"2 3\n" + word2vec()[4:],
    "fewer records than stated": b"5 3\n" + word2vec()[4:],
    "a record cut off": word2vec()[:-2],
    "gzip cut off": gzip.compress(glove() * 50)[:-12],
    "xz cut off": lzma.compress(glove() * 50)[:-12],
    "zip cut off": zipped(glove())[:-12],
    "npz without words": npz(vecs=np.zeros((2, 2))),
    "npz of other shapes": npz(words=np.array(["a", "b", "c"]), vecs=np.zeros((2, 2))),
    "npz of words that are numbers": npz(words=np.zeros(2), vecs=np.zeros((2, 2))),
    **{f"npz whose header is {what}": headed(header) for what, header in HEADERS.items()},
    "a word that is not UTF-8": b"1 2\n\xff\xfe " + struct.pack("<2f", 1, 2),
}


@pytest.mark.parametrize("fault", BROKEN_FILES)
def test_a_broken_file_is_refused(fault: str, tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    path.write_bytes(BROKEN_FILES[fault])
    with pytest.raises(UnreadableFileError, match="vectors"):
        read_vectors(path)


def test_pickled_words_are_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "vectors.npz"
    content = io.BytesIO()
    np.savez(content, words=np.array(["a"], dtype=object), vecs=np.zeros((1, 2)))
    path.write_bytes(content.getvalue())
    with pytest.raises(UnreadableFileError, match="allow_pickle"):
        read_vectors(path)


@pytest.mark.parametrize("shape", [(10**9, 300), (2**62, 300)])
def test_arrays_that_state_more_than_they_hold_are_refused_before_memory_is_taken(
    shape: tuple[int, int], tmp_path: Path
) -> None:
    stated, words = io.BytesIO(), io.BytesIO()
    np.save(words, np.array(["a", "b"]))
    header = {"descr": "<f4", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stated, header)
    with zipfile.ZipFile(tmp_path / "vectors.npz", "w") as archive:
        archive.writestr("words.npy", words.getvalue())
        archive.writestr("vecs.npy", stated.getvalue())
    message = f"states {shape[0] * shape[1] * 4:,} bytes of values"
    with pytest.raises(UnreadableFileError, match=message):
        read_vectors(tmp_path / "vectors.npz")


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match=r"glove\.txt"):
        read_vectors(tmp_path / "glove.txt")


WORDS = st.lists(
    st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=6),
    min_size=1,
    max_size=30,
    unique=True,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(WORDS, st.data())
def test_wanted_words_and_no_others_are_found(tmp_path: Path, words: list[str], data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from([*words, "absent", "abs ent"])))
    path = tmp_path / "glove.txt"
    path.write_text("".join(f"{word} {row} 0.5\n" for row, word in enumerate(words)), encoding="utf-8")
    found = read_vectors(path, chosen)
    assert list(found.words) == [word for word in words if word in chosen]
    assert found.matrix[:, 0].tolist() == [words.index(word) for word in found.words]


def test_lower_casing_keeps_the_first_of_equal_words(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_text("The 1 2\nthe 3 4\ndog 5 6\n", encoding="utf-8")
    found = read_vectors(path).lowered()
    assert found.words == ("the", "dog")
    assert found.matrix.tolist() == [[1, 2], [5, 6]]
