"""A store keeps what it was given, exactly, whatever stands beside it; a file that is no store is refused."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.limited_files import no_file_longer_than

from rightreasons.errors import ExhaustedError, OptionError, UnreadableFileError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance, pair_hash
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.response import Response
from rightreasons.predictors.store.store import Store
from rightreasons.sources.predictions.reading import read_predictions

MODEL = Identity("hf", "some/model", THREE_WAY, checksum="1")
OTHER = Identity("hf", "some/model", THREE_WAY, checksum="2")
RESPONSES = {
    pair_hash("A man sleeps.", "A man rests."): Response(
        Label.ENTAILMENT, dict(zip(THREE_WAY, (0.1 + 0.2, 1e-300, 2 / 3), strict=True)), details={"tokens": 9}
    ),
    pair_hash("Ein Bär\u2028schläft.", "\U0001f43b\u202e"): Response(Label.CONTRADICTION),
    pair_hash("", ""): Response(
        None, unanswered="refused", details={"cut": "premise", "slow": True, "x": 0.1}
    ),
}

unicode = st.text(st.characters(exclude_categories=["Cs"]))
probabilities = st.floats(0, 1)
answers = st.builds(
    Response,
    label=st.sampled_from(Label),
    probabilities=st.none() | st.fixed_dictionaries(dict.fromkeys(THREE_WAY, probabilities)),
    details=st.dictionaries(
        unicode, unicode | st.integers() | st.booleans() | st.floats(allow_nan=False), max_size=3
    ),
) | st.builds(
    Response,
    text=st.none() | unicode,
    log_probabilities=st.none()
    | st.lists(st.tuples(unicode, st.floats(allow_nan=False)), min_size=1, max_size=3).map(tuple),
    finish_reason=st.none() | unicode,
    input_tokens=st.none() | st.integers(0, 10**9),
    output_tokens=st.none() | st.integers(0, 10**9),
    milliseconds=st.none() | st.floats(0, 1e9),
    unanswered=unicode,
)


def put(store: Store, responses: dict[str, Response], model: Identity = MODEL) -> None:
    store.put(model, model.fingerprint(), responses)


def got(store: Store, hashes: list[str], model: Identity = MODEL) -> dict[str, Response]:
    return store.get(model.fingerprint(), hashes)


def many(rows: int, first: int = 0) -> dict[str, Response]:
    hashes = (hashlib.sha256(str(row).encode()).hexdigest() for row in range(first, first + rows))
    spread = dict(zip(THREE_WAY, (0.2, 0.3, 0.5), strict=True))
    return {each: Response(Label.CONTRADICTION, spread) for each in hashes}


@given(st.dictionaries(st.from_regex("[0-9a-f]{64}", fullmatch=True), answers, max_size=5))
def test_what_is_put_is_got_again_to_the_last_digit(put_in: dict[str, Response]) -> None:
    with Store.open() as store:
        put(store, put_in)
        assert got(store, list(put_in)) == put_in


def test_what_was_put_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    with Store.open(tmp_path / "predictions.sqlite") as store:
        put(store, RESPONSES)
    with Store.open(tmp_path / "predictions.sqlite") as store:
        assert got(store, [*RESPONSES, pair_hash("not", "asked")]) == RESPONSES


def test_thirty_thousand_answers_go_in_and_come_out(tmp_path: Path) -> None:
    put_in = many(30_000)
    with Store.open(tmp_path / "predictions.sqlite") as store:
        put(store, put_in)
        assert got(store, list(put_in)) == put_in


def test_only_what_is_asked_for_is_given() -> None:
    with Store.open() as store:
        put(store, RESPONSES)
        first = next(iter(RESPONSES))
        assert got(store, [first, first]) == {first: RESPONSES[first]}
        assert got(store, []) == {}


def test_another_model_has_said_nothing_yet() -> None:
    with Store.open() as store:
        put(store, RESPONSES)
        assert got(store, list(RESPONSES), OTHER) == {}


def test_of_two_answers_to_the_same_question_the_first_stands() -> None:
    asked = pair_hash("p", "h")
    with Store.open() as store:
        put(store, {asked: Response(Label.NEUTRAL)})
        put(store, {asked: Response(Label.ENTAILMENT)})
        assert got(store, [asked]) == {asked: Response(Label.NEUTRAL)}


def test_two_connections_see_at_once_what_the_other_put(tmp_path: Path) -> None:
    path = tmp_path / "predictions.sqlite"
    with Store.open(path) as one, Store.open(path) as other:
        put(one, RESPONSES)
        assert got(other, list(RESPONSES)) == RESPONSES
        put(other, many(3))
        assert got(one, list(many(3))) == many(3)


def test_a_file_of_something_else_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("A man sleeps.\n" * 500)
    with pytest.raises(UnreadableFileError, match=r"(?s)'notes\.txt'.*expected: a store of predictions"):
        Store.open(path)
    assert path.read_text() == "A man sleeps.\n" * 500


def test_a_database_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (page)")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(UnreadableFileError, match="an SQLite file of something else"):
        Store.open(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["bookmarks.sqlite"]


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "predictions.sqlite"
    Store.open(path).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 3")
    with pytest.raises(UnreadableFileError, match=r"(?s)schema version 3 .*expected: 2.*use a matching"):
        Store.open(path)


@pytest.mark.parametrize("page", range(2))
def test_a_corrupted_store_is_told_and_gives_no_answer(tmp_path: Path, page: int) -> None:
    path = tmp_path / "predictions.sqlite"
    with Store.open(path) as store:
        put(store, many(2_000))
    stored = bytearray(path.read_bytes())
    start = 0 if page == 0 else 3 * 4096
    stored[start : start + 20 * 4096] = bytes(range(256)) * 320
    path.write_bytes(stored)
    with pytest.raises(UnreadableFileError, match=r"'predictions\.sqlite'"), Store.open(path) as store:
        got(store, list(many(2_000)))


def test_a_store_that_was_cut_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "predictions.sqlite"
    with Store.open(path) as store:
        put(store, many(2_000))
    path.write_bytes(path.read_bytes()[: 5 * 4096])
    with pytest.raises(UnreadableFileError), Store.open(path) as store:
        got(store, list(many(2_000)))


def test_a_store_whose_words_were_changed_is_told(tmp_path: Path) -> None:
    path = tmp_path / "predictions.sqlite"
    with Store.open(path) as store:
        put(store, many(1))
    with closing(sqlite3.connect(path)) as changed:
        changed.execute("UPDATE predictions SET label = 'maybe'")
        changed.commit()
    with Store.open(path) as store, pytest.raises(UnreadableFileError, match="cannot be read"):
        got(store, list(many(1)))


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="choose another store="):
        Store.open(tmp_path / "no such folder" / "predictions.sqlite")
    with pytest.raises(OptionError, match="choose another store="):
        Store.open(tmp_path)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everywhere: leave its rights behind."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("with_store", [False, True])
def test_a_read_only_folder_is_told(with_store: bool) -> None:  # noqa: FBT001 - a parameter of the test
    folder = Path(tempfile.mkdtemp())
    path = folder / "predictions.sqlite"
    if with_store:
        with Store.open(path) as store:
            put(store, RESPONSES)
        path.chmod(0o444)
    folder.chmod(0o555)
    try:
        with (
            as_nobody(),
            pytest.raises(OptionError, match="choose another store="),
            Store.open(path) as store,
        ):
            put(store, many(1))
    finally:
        shutil.rmtree(folder)


def test_where_a_file_may_grow_no_more_everything_stored_before_is_kept(tmp_path: Path) -> None:
    with Store.open(tmp_path / "predictions.sqlite") as store:
        put(store, RESPONSES)
        with no_file_longer_than(200_000), pytest.raises(ExhaustedError, match="what was finished is kept"):
            put(store, many(5_000))
        assert got(store, list(RESPONSES)) == RESPONSES
        assert got(store, list(many(5_000))) == {}
        put(store, many(5_000))
        assert got(store, list(many(5_000))) == many(5_000)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if (
        shutil.which("mount") is None
        or subprocess.run(
            mount, check=False, capture_output=True, stdin=subprocess.DEVNULL, timeout=120
        ).returncode
    ):
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True, stdin=subprocess.DEVNULL, timeout=120)  # noqa: S607 - our own words


def test_on_a_full_disk_everything_stored_before_is_kept(small_disk: Path) -> None:
    path = small_disk / "predictions.sqlite"
    with Store.open(path) as store:
        put(store, RESPONSES)
        with pytest.raises(ExhaustedError, match="no room"):
            put(store, many(5_000))
        assert got(store, list(RESPONSES)) == RESPONSES
    with Store.open(path) as store:
        assert got(store, list(RESPONSES)) == RESPONSES


def test_a_disk_without_any_room_is_told(small_disk: Path) -> None:
    rest = small_disk / "rest"
    rest.write_bytes(bytes(2**20))
    with pytest.raises(ExhaustedError, match="make room"):
        Store.open(small_disk / "predictions.sqlite")


def test_predictions_that_were_exported_are_read_by_the_hash_of_the_pair(tmp_path: Path) -> None:
    texts = {"a": ("A man sleeps.", "A man rests."), "b": ("Ein Bär", "tanzt"), "c": ("", "")}
    rows = [{"id": key, "premise": p, "hypothesis": h, "label": "neutral"} for key, (p, h) in texts.items()]
    frame = pl.DataFrame(rows).cast({"label": LABEL_TYPE})
    pairs = PairTable(frame, Provenance("three"), Account(3, 3))
    spread = dict(zip(THREE_WAY, (0.5, 0.25, 0.25), strict=True))
    path = tmp_path / "predictions.parquet"
    with Store.open() as store:
        put(store, {pair_hash(*texts["b"]): Response(Label.ENTAILMENT, spread)})
        put(store, {pair_hash(*texts["a"]): Response(Label.ENTAILMENT, spread)})
        put(store, {pair_hash(*texts["c"]): Response(None, unanswered="refused")})
        put(store, {pair_hash(*texts["c"]): Response(Label.NEUTRAL, spread)}, OTHER)
        store.export(path, MODEL.fingerprint())
        store.export(tmp_path / "all.parquet")
    read = read_predictions(path, pairs=pairs, on_faulty="drop")
    assert read.frame.rows() == [("a", "entailment", 0.5, 0.25, 0.25), ("b", "entailment", 0.5, 0.25, 0.25)]
    everything = pl.read_parquet(tmp_path / "all.parquet")
    names = [label.value for label in THREE_WAY]
    assert everything.columns == ["pair_hash", "label", *names, "unanswered_reason", "fingerprint", "model"]
    assert everything["fingerprint"].unique().len() == 2
    assert everything["model"].unique().to_list() == ["hf:some/model"]
    assert everything["unanswered_reason"].drop_nulls().to_list() == ["refused"]


def test_models_without_probabilities_are_exported_without(tmp_path: Path) -> None:
    rule = Identity("rule", "always", TWO_WAY, checksum="1")
    with Store.open() as store:
        put(store, {pair_hash("p", "h"): Response(Label.NON_ENTAILMENT)}, rule)
        store.export(tmp_path / "rule.parquet")
        with pytest.raises(OptionError, match=r"rule\.parquet"):
            store.export(tmp_path / "no such folder" / "rule.parquet")
    frame = pl.read_parquet(tmp_path / "rule.parquet")
    assert frame.drop("pair_hash", "fingerprint").rows() == [("non-entailment", None, "rule:always")]


def test_a_store_of_version_1_is_brought_to_this_version_with_all_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store.open(path) as store:
        put(store, RESPONSES)
    with closing(sqlite3.connect(path)) as older, older:
        for name in ("text", "log_probabilities", "finish_reason", "milliseconds"):
            older.execute(f"ALTER TABLE predictions DROP COLUMN {name}")
        older.execute("ALTER TABLE predictions DROP COLUMN input_tokens")
        older.execute("ALTER TABLE predictions DROP COLUMN output_tokens")
        older.execute("""UPDATE predictions SET details = '{"input_tokens": 81, "cut": "x"}'""")
        older.execute("PRAGMA user_version = 1")
    with Store.open(path) as store:
        found = got(store, list(RESPONSES))
    for key, response in RESPONSES.items():
        assert (found[key].label, found[key].probabilities) == (response.label, response.probabilities)
        assert (found[key].input_tokens, dict(found[key].details)) == (81, {"cut": "x"})
        assert found[key].text is None
    with Store.open(path) as store:
        assert got(store, list(RESPONSES)) == found


def test_what_failed_is_not_stored(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        put(store, {pair_hash("p", "h"): Response(failed="no memory")})
        assert got(store, [pair_hash("p", "h")]) == {}


def test_replies_are_exported_beside_their_labels(tmp_path: Path) -> None:
    texts = [("p", "1"), ("p", "2"), ("p", "3")]
    replies = (
        Response(Label.NEUTRAL, text="Neutral.", finish_reason="stop", input_tokens=9, milliseconds=1.5),
        Response(unanswered="not parsed", text="=HYPERLINK(1)", finish_reason="length"),
        Response(unanswered="refused"),
    )
    with Store.open(tmp_path / "s.sqlite") as store:
        put(store, {pair_hash(*pair): each for pair, each in zip(texts, replies, strict=True)})
        store.export(tmp_path / "said.parquet", MODEL.fingerprint())
    frame = pl.read_parquet(tmp_path / "said.parquet")
    by_hash = {row["pair_hash"]: row for row in frame.iter_rows(named=True)}
    rows = [by_hash[pair_hash(*pair)] for pair in texts]
    assert [row["response_text"] for row in rows] == ["Neutral.", "=HYPERLINK(1)", None]
    assert [row["unanswered_reason"] for row in rows] == [None, "not parsed", "refused"]
    assert [(row["input_tokens"], row["milliseconds"]) for row in rows] == [
        (9, 1.5),
        (None, None),
        (None, None),
    ]
    assert "output_tokens" not in frame.columns
