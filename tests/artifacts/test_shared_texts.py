"""Rows that share texts: which hang together, and which texts hold nothing together."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.artifacts.shared_texts import clusterings, components, text_graph, text_groups
from rightreasons.engine.memory import remembering
from rightreasons.measures.data.label_balance import label_balance
from rightreasons.measures.data.lengths import lengths
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens

MakePairs = Callable[..., PairTable]
EDGES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=4, max_size=14)


def hang_together(edges: list[tuple[str, str]]) -> list[int]:
    """Return the least row that each row is connected to, by trying every pair until nothing changes."""
    least = list(range(len(edges)))
    for _ in edges:
        for one, other in combinations(range(len(edges)), 2):
            if set(edges[one]) & set(edges[other]):
                least[one] = least[other] = min(least[one], least[other])
    return least


def partition(groups: list[int]) -> set[tuple[int, ...]]:
    return {tuple(np.flatnonzero(np.array(groups) == each).tolist()) for each in set(groups)}


@given(EDGES)
def test_components_are_what_following_every_shared_text_gives(
    make_pairs: MakePairs, edges: list[tuple[int, int]]
) -> None:
    rows = [(f"p {premise}", f"h {hypothesis}") for premise, hypothesis in edges]
    counts = [
        [row[side] for row in rows].count(text) for side in (0, 1) for text in {row[side] for row in rows}
    ]
    if max(counts) > 0.3 * len(rows):
        return  # such a text holds nothing together: below
    graph = text_graph(make_pairs([(*row, "neutral") for row in rows]))
    assert partition(components(graph, near=True).tolist()) == partition(hang_together(rows))


def test_a_text_is_the_same_as_premise_and_as_hypothesis(make_pairs: MakePairs) -> None:
    rows = [("one", "two"), ("Two!", "three"), ("four", "five"), ("six", "seven"), ("eight", "nine")]
    graph = text_graph(make_pairs([(*row, "neutral") for row in rows]))
    assert partition(components(graph, near=False).tolist()) == {(0, 1), (2,), (3,), (4,)}


def test_a_premise_of_all_rows_holds_none_together_and_is_named(make_pairs: MakePairs) -> None:
    table = make_pairs([("the same", f"h {row // 2}", "neutral") for row in range(20)])
    graph = text_graph(table)
    assert graph.hubs == {"premise": 1.0}
    assert len(set(components(graph, near=True).tolist())) == 10


def test_near_duplicates_hold_rows_together_only_if_asked(make_pairs: MakePairs) -> None:
    claim = "the vaccine was first tested in the spring of last year"
    rows = [
        ("p 1", claim),
        ("p 2", claim.replace("first", "never")),
        *((f"q {n}", f"h {n}") for n in range(8)),
    ]
    graph = text_graph(make_pairs([(*row, "neutral") for row in rows]))
    assert len(set(components(graph, near=True).tolist())) == 9
    assert len(set(components(graph, near=False).tolist())) == 10


def test_a_claim_and_its_opposite_with_the_same_evidence_are_one_group(make_pairs: MakePairs) -> None:
    crossed = [
        (evidence, claim) for evidence in ("it rose", "it fell") for claim in ("prices rose", "prices fell")
    ]
    single = [("they met", "they met twice"), ("they met", "they met once")]  # one premise in common
    rows = [*crossed, *single, *((f"q {n}", f"h {n}") for n in range(12))]
    premises, hypotheses = text_groups(
        text_graph(make_pairs([(*row, "neutral") for row in rows])), near=False
    )
    assert hypotheses[:4].tolist() == [hypotheses[0]] * 4
    assert premises[:4].tolist() == [premises[0]] * 4
    assert hypotheses[4] != hypotheses[5]
    assert len(set(hypotheses.tolist())) == 1 + 2 + 12


def test_a_set_in_which_no_text_recurs_has_no_clusters_and_a_crossed_one_has_two_kinds(
    make_pairs: MakePairs,
) -> None:
    apart = make_pairs([(f"p {row}", f"h {row}", "neutral") for row in range(9)])
    assert clusterings(apart) == ()
    crossed = make_pairs([(f"p{row % 5}", f"h{row % 7}", "neutral") for row in range(35)])
    premises, hypotheses = clusterings(crossed)
    assert (len(set(premises.tolist())), len(set(hypotheses.tolist()))) == (5, 7)


def test_texts_are_read_once_for_every_measure_that_remembers(make_pairs: MakePairs) -> None:
    table = make_pairs([(f"p {row}", f"h {row}", "neutral") for row in range(9)])
    with remembering():
        assert text_graph(table) is text_graph(table)
    assert text_graph(table) is not text_graph(table)


def test_measures_of_rows_tell_how_much_too_narrow_their_intervals_may_be(make_pairs: MakePairs) -> None:
    """Means of 40 texts, 5 rows each and all alike, vary 2.2 times as much as those of 200 rows would."""
    rng = np.random.default_rng(5)
    means = [np.repeat(rng.normal(size=40), 5).mean() for _ in range(4_000)]
    expected = f"{float(np.std(means)) * 200**0.5:.1f} times as wide"
    labels = ["entailment", "neutral", "contradiction"]
    claims = make_pairs([(f"evidence {n}", f"claim {n // 5}", labels[n % 3]) for n in range(200)])
    words = tokens(claims.hypotheses, "word-punct")
    for found in (label_balance(claims), lengths(claims, words)):
        assert "200 distinct premises and 40 distinct hypotheses" in found.notes[-1]
        assert expected in found.notes[-1]
    star = make_pairs([("one for all", f"claim {n}", labels[n % 3]) for n in range(30)])
    assert not label_balance(star).notes
