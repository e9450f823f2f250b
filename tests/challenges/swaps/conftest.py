"""WordNet where it is installed, and the sets built from real SNLI pairs."""

import pytest

from rightreasons.challenges.swaps.forms import Forms
from rightreasons.challenges.swaps.sets import swap_sets
from rightreasons.challenges.swaps.swap_set import SwapSets
from rightreasons.errors import FileMissingError
from rightreasons.pairs import PairTable
from rightreasons.text.wordnet import WordNet, open_wordnet


@pytest.fixture(scope="session")
def wordnet() -> WordNet:
    try:
        return open_wordnet()
    except FileMissingError:
        pytest.skip("WordNet is not installed: apt install wordnet-base")


@pytest.fixture(scope="session")
def forms(wordnet: WordNet) -> Forms:
    return Forms(wordnet)


@pytest.fixture(scope="session")
def antonym_sets(snli_part: PairTable, wordnet: WordNet) -> SwapSets:
    return swap_sets(snli_part, "antonym", wordnet.relation_pairs("antonym"), wordnet=wordnet)


@pytest.fixture(scope="session")
def hypernym_sets(snli_part: PairTable, wordnet: WordNet) -> SwapSets:
    return swap_sets(snli_part, "hypernym", wordnet.relation_pairs("hypernym"), wordnet=wordnet)


@pytest.fixture(scope="session")
def substitute_sets(snli_part: PairTable, wordnet: WordNet) -> SwapSets:
    return swap_sets(snli_part, "antonym-substitute", wordnet.relation_pairs("antonym"), wordnet=wordnet)
