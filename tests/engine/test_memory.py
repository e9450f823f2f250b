"""What was made is remembered by its key, only while somebody remembers, and only as much as is asked."""

from pathlib import Path

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.engine.memory import expect, file_key, frame_key, is_expected, remembered, remembering


def _made(calls: list[int], key: int, entries: int = 8) -> int:
    def make() -> int:
        calls.append(key)
        return key * key

    return remembered("square", key, make, entries)


def test_nothing_is_remembered_outside_a_context() -> None:
    calls: list[int] = []
    assert [_made(calls, key) for key in (2, 2)] == [4, 4]
    with remembering():
        _made(calls, 2)
    with remembering():
        _made(calls, 2)
    assert calls == [2, 2, 2, 2]


def test_the_same_key_is_made_once_also_in_a_context_inside() -> None:
    calls: list[int] = []
    with remembering():
        with remembering():
            _made(calls, 3)
        assert _made(calls, 3) == 9
        assert remembered("cube", 3, lambda: 27) == 27  # of another kind
    assert calls == [3]


def test_what_was_not_asked_for_longest_is_forgotten() -> None:
    calls: list[int] = []
    with remembering():
        for key in (1, 2, 1, 3, 1, 2):
            _made(calls, key, entries=2)
    assert calls == [1, 2, 3, 2]


@given(st.lists(st.sampled_from(["a", "b", None]), min_size=2, max_size=6), st.integers(1, 5))
def test_frames_have_the_same_key_if_and_only_if_they_are_equal(words: list[str | None], cut: int) -> None:
    frame = pl.DataFrame({"word": pl.Series(words, dtype=pl.String)})
    pieces = pl.concat([frame.head(cut), frame.tail(max(0, len(words) - cut))], rechunk=False)
    other = frame.reverse()
    with remembering():
        assert frame_key(frame) == frame_key(pieces)
        assert (frame_key(frame) == frame_key(other)) == frame.equals(other)
        assert frame_key(frame) != frame_key(frame.rename({"word": "token"}))


def test_a_file_that_changed_has_another_key(tmp_path: Path) -> None:
    file = tmp_path / "vectors.txt"
    file.write_text("a 1 2\n")
    before = file_key(file)
    assert file_key(file) == before
    file.write_text("a 1 2\nb 3 4\n")
    assert file_key(file) != before


def test_work_is_expected_where_it_was_said_to_be_done_and_nowhere_else() -> None:
    expect(["sum"])
    assert not is_expected("sum")
    with remembering():
        assert not is_expected("sum")
        expect(["sum"])
        expect(["mean"])
        with remembering():
            assert is_expected("sum")
        assert is_expected("mean")
        assert not is_expected("median")
    assert not is_expected("sum")
