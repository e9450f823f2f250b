"""How many made near-duplicates are found, and how many honest pairs are taken for some.

    python benchmarks/near_pairs.py DATA ...

Each set is cut in two by premise and hypothesis, so that no text is on both sides. One half is the training
set; the test is the other half, which is honest, and an edited copy of a third of the training rows a kind of
edit. An edit is made in the premise or in the hypothesis, by chance; a word is replaced or added by one drawn
from the set.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from rightreasons import read_pairs
from rightreasons.artifacts.shared_texts import components, text_graph
from rightreasons.artifacts.similar_pairs import occurring
from rightreasons.pairs import PairTable

Words = list[str]
Edit = Callable[[Words, np.random.Generator, Words], Words]


def one_word(words: Words, rng: np.random.Generator, vocabulary: Words) -> Words:
    place = int(rng.integers(len(words)))
    return [*words[:place], str(rng.choice(vocabulary)), *words[place + 1 :]]


def two_words(words: Words, rng: np.random.Generator, vocabulary: Words) -> Words:
    places = rng.permutation(len(words))[:2].tolist()
    return [str(rng.choice(vocabulary)) if place in places else word for place, word in enumerate(words)]


def added_word(words: Words, rng: np.random.Generator, vocabulary: Words) -> Words:
    place = int(rng.integers(len(words) + 1))
    return [*words[:place], str(rng.choice(vocabulary)), *words[place:]]


def adjacent_swap(words: Words, rng: np.random.Generator, _: Words) -> Words:
    place = int(rng.integers(max(len(words) - 1, 1)))
    return [*words[:place], *words[place : place + 2][::-1], *words[place + 2 :]]


EDITS: dict[str, Edit] = {
    "one word": one_word,
    "two words": two_words,
    "added word": added_word,
    "adjacent swap": adjacent_swap,
}


def main(path: str) -> None:
    pairs = read_pairs(path).with_gold()
    rng = np.random.default_rng(28)
    of_rows = components(text_graph(pairs), near=False)
    in_train = (rng.random(int(of_rows.max()) + 1) < 0.5)[of_rows]
    train = pairs.where(pl.Series(in_train), "tested").named("train")
    honest = pairs.where(pl.Series(~in_train), "trained").named("honest")
    vocabulary = pairs.frame["hypothesis"].str.split(" ").explode().unique().sort().to_list()
    wrong = _found(train, honest)
    print(f"{Path(path).name}: {len(train):,} training rows, {len(honest):,} honest test rows, {wrong} near")
    for name, edit in EDITS.items():
        copies = _copies(train, edit, vocabulary, rng)
        found = _found(train, copies)
        print(
            f"  {name:14} found {found:,} of {len(copies):,}: recall {found / len(copies):.3f}, "
            f"precision {found / (found + wrong):.3f}"
        )


def _copies(train: PairTable, edit: Edit, vocabulary: Words, rng: np.random.Generator) -> PairTable:
    frame = train.frame.sample(fraction=1 / 3, seed=int(rng.integers(1000)))
    sides = ["premise", "hypothesis"]
    rows = []
    for row in frame.select("id", *sides, "label").to_dicts():
        side = sides[int(rng.integers(2))]
        rows.append(row | {side: " ".join(edit(row[side].split(" "), rng, vocabulary))})
    edited = pl.DataFrame(rows, schema=frame.select("id", *sides, "label").schema)
    return PairTable(edited, train.provenance, train.account).named("copies")


def _found(train: PairTable, test: PairTable) -> int:
    return int(occurring(test, train)["kind"].is_in(["exact", "normalised", "near"]).sum())


if __name__ == "__main__":
    for each in sys.argv[1:]:
        main(each)
