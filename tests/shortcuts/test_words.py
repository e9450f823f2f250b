"""Give-away words as shortcuts: those that were planted, and on real data those of a plain count."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.difficulty import shortcut_marks
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.words import give_away_words
from rightreasons.sources.read import read_pairs

# In training "asleep" says contradiction, "tall" neutral, "outside" entailment.
KINDS = [
    *[("a cat asleep", "contradiction"), ("a tall cat", "neutral"), ("a cat outside", "entailment")] * 40,
    *[("dogs", "entailment"), ("dogs", "neutral"), ("dogs", "contradiction")] * 40,
]
TRAIN = [(f"{text} n{number}", label) for number, (text, label) in enumerate(KINDS)]
TEST = [
    ("a cat asleep", "contradiction"),
    ("a dog asleep", "entailment"),
    ("a tall dog", "neutral"),
    ("tall dogs asleep", "neutral"),
    ("dogs", "entailment"),
    ("dogs outside", "contradiction"),
]


def test_planted_words_are_found_with_their_labels(table: Callable[..., PairTable]) -> None:
    found = give_away_words(table(TRAIN, "train"))
    assert dict(found.frame.select("key", "label").iter_rows()) == {
        "asleep": "contradiction",
        "tall": "neutral",
        "outside": "entailment",
    }


def test_instances_are_marked_by_the_words_they_hold(table: Callable[..., PairTable]) -> None:
    marks = shortcut_marks(table(TEST, "test"), give_away_words(table(TRAIN, "train")), "words")
    assert marks.frame["mark"].to_list() == ["easy", "hard", "easy", "conflicting", "none", "hard"]
    assert sorted(marks.frame["causes"][3]) == ["asleep", "tall"]


def test_word_marks_are_those_of_a_plain_loop_on_real_data(snli_part: PairTable, shared_data: Path) -> None:
    train = snli_part.head(6_000)
    test = read_pairs(shared_data / "snli/snli_1.0_test.jsonl.gz").with_gold().head(1_500)
    words_of = [sentence_tokens(each, "hypothesis", "word-punct").to_lists() for each in (train, test)]
    holders, labels = Counter[str](), Counter[tuple[str, str]]()
    for words, label in zip(words_of[0], train.gold, strict=True):
        holders.update(set(words))
        labels.update((word, label) for word in set(words))
    shortcuts = give_away_words(train, "word-punct", 0.6)
    strong = dict(shortcuts.frame.select("key", "label").iter_rows())
    assert len(strong) > 20
    shares = [labels[word, label] / holders[word] for word, label in strong.items()]
    assert min(shares) > 0.6
    assert shares == sorted(shares, reverse=True)
    expected = []
    for words, gold in zip(words_of[1], test.gold, strict=True):
        right = [strong[word] == gold for word in set(words) if word in strong]
        expected.append(
            "none" if not right else "easy" if all(right) else "conflicting" if any(right) else "hard"
        )
    assert shortcut_marks(test, shortcuts, "words").frame["mark"].to_list() == expected
