"""Time of 30,000 HANS pairs with all parses, beside a plain loop that fills the same templates one by one.

    python benchmarks/hans.py [PAIRS_A_SUBCASE]

Both run in this process, after import; ours is also timed with the first call, which reads the data files,
and its recogniser on the pairs made. Seconds are the best of three, wall clock and processor.
"""

import random
import sys
import time
from collections.abc import Callable
from functools import partial

from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.grammar import grammar_of
from rightreasons.challenges.hans.recognition.recognise import recognise_all
from rightreasons.challenges.hans.trees.notation import Branch, Node, Slot, Word, leaves
from rightreasons.challenges.hans.trees.shapes import Shape
from rightreasons.challenges.hans.vocabulary.files import named_vocabulary

Words = dict[str, tuple[str, str]]  # word and part of speech by slot


def main(per_subcase: int) -> None:
    first = seconds(lambda: generate(per_subcase, seed=1), times=1)
    ours = seconds(lambda: generate(per_subcase, seed=2))
    made = generate(per_subcase, seed=2).to_pairs()
    recognised = seconds(lambda: recognise_all(made))
    plain = seconds(partial(plain_loop, per_subcase))
    print(f"{30 * per_subcase:,} pairs{'':<30}{'seconds':>10}{'CPU':>10}{'times as fast':>15}")
    rows = {"generate, first call": first, "generate": ours, "recognise_all": recognised, "plain loop": plain}
    for name, (wall, cpu) in rows.items():
        print(f"{name:<42}{wall:>10.2f}{cpu:>10.2f}{plain[1] / cpu:>15.1f}")


def seconds(work: Callable[[], object], times: int = 3) -> tuple[float, float]:
    taken = []
    for _ in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        taken.append((time.perf_counter() - wall, time.process_time() - cpu))
    return min(wall for wall, _ in taken), min(cpu for _, cpu in taken)


def plain_loop(per_subcase: int) -> list[tuple[str, ...]]:
    draw = random.Random(1)  # noqa: S311 - a benchmark
    grammar = grammar_of(named_vocabulary(), "official")
    tags = dict(zip(grammar.words, grammar.tags, strict=True))
    lemma = {plural: singular for singular, plural in grammar.vocabulary.nouns.items()}
    lists = {name: [grammar.words[word] for word in pool] for name, pool in grammar.pools.items()}
    made: list[tuple[str, ...]] = []
    for numbers in grammar.subcase_shapes.values():
        shapes = [grammar.shapes[number] for number in numbers]
        weights = [float(shape.weight) for shape in shapes]
        seen: set[tuple[str, str]] = set()
        while len(seen) < per_subcase:
            shape = draw.choices(shapes, weights)[0]
            filled = {slot: draw.choice(lists[name]) for slot, name in shape.slots.items()}
            row = written(shape, {slot: (word, tags[word]) for slot, word in filled.items()})
            words = [lemma.get(word, word) for word in row[0].replace("the ", "").split()]
            if len(set(words)) == len(words) and row[:2] not in seen:
                seen.add((row[0], row[1]))
                made.append(row)
    return made


def written(shape: Shape, words: Words) -> tuple[str, ...]:
    premise = " ".join(word_of(leaf, words)[0] for leaf in leaves(shape.premise))
    hypothesis = " ".join(word_of(leaf, words)[0] for leaf in shape.hypothesis_text)
    trees = (shape.premise, shape.hypothesis)
    parses = [*(binary(tree, words) for tree in trees), *(f"(ROOT {ptb(tree, words)})" for tree in trees)]
    return tuple(capital(text) for text in (premise, hypothesis, *parses))


def capital(text: str) -> str:
    place = next(place for place, letter in enumerate(text) if letter.islower())
    return text[:place] + text[place].upper() + text[place + 1 :]


def word_of(leaf: Node, words: Words) -> tuple[str, str]:
    if isinstance(leaf, Slot):
        word, tag = words[leaf.name]
        return word, leaf.tag or tag
    assert isinstance(leaf, Word)
    return leaf.text, leaf.tag


def ptb(node: Node, words: Words) -> str:
    if isinstance(node, Branch):
        return f"({node.label} {' '.join(ptb(child, words) for child in node.children)})"
    word, tag = word_of(node, words)
    return f"({tag} {word})"


def binary(node: Node, words: Words) -> str:
    if not isinstance(node, Branch):
        word = word_of(node, words)[0]
        return f"( {word} )" if " " in word else word
    *parts, text = [binary(child, words) for child in node.children]
    for part in reversed(parts):
        text = f"( {part} {text} )"
    return text


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
