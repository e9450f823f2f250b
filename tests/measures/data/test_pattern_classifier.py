"""Classifiers that see patterns only: what single words do not tell them."""

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.measures.data.pattern_classifier import pattern_classifier
from rightreasons.sources.bundled import bundled_splits


def test_planted_patterns_of_several_words_say_more_than_their_words() -> None:
    # In these patterns any one word goes equally with every label (artifacts.yaml): only together they tell.
    train, test = bundled_splits(15_000, 4_000, 4, artifacts=["pattern"])
    tokens = [sentence_tokens(each, "hypothesis") for each in (train, test)]
    settings = PatternSettings(min_count=50)
    finding = pattern_classifier(train, tokens[0], test, tokens[1], settings=settings)
    assert finding.figures["unigram"].value == finding.figures["majority"].value
    gain = finding.figures["gain"]
    assert gain.interval is not None
    assert gain.interval.low > 0.03
    p_value = finding.tests["gain"].p_value
    assert p_value is not None
    assert p_value < 0.001


def test_without_patterns_the_most_frequent_label_is_all_there_is() -> None:
    train, test = bundled_splits(60, 30, 4, artifacts=())
    tokens = [sentence_tokens(each, "hypothesis") for each in (train, test)]
    figures = pattern_classifier(train, tokens[0], test, tokens[1]).figures
    pattern, unigram, majority = (figures[name].estimate for name in ("pattern", "unigram", "majority"))
    assert pattern == unigram == majority
