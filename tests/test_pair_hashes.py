"""A pair has one hash, which any system can make."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from rightreasons.pairs import pair_hash, pair_hashes


def test_the_hash_is_that_of_a_json_list_in_utf_8() -> None:
    assert (
        pair_hash("Ein Haus", 'Ärger "hier"')
        == hashlib.sha256('["Ein Haus", "Ärger \\"hier\\""]'.encode()).hexdigest()
    )


@given(st.text(), st.text(), st.text(), st.text())
def test_other_text_has_another_hash(first: str, second: str, third: str, fourth: str) -> None:
    same = (first, second) == (third, fourth)
    assert (pair_hash(first, second) == pair_hash(third, fourth)) == same


def test_columns_are_hashed_row_by_row() -> None:
    assert pair_hashes(["a", "b"], ["c", "d"]) == [pair_hash("a", "c"), pair_hash("b", "d")]
