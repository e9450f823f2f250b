"""How often WordNet's texts use a word as a part of speech."""

from pathlib import Path

import pytest

from rightreasons.text.wordnet import WordNet, open_wordnet


def test_uses_are_added_over_the_senses_of_cntlist(small_folder: Path) -> None:
    lines = ["dog%1:05:00:: 1 42", "dog%1:18:01:: 3 2", "dog%2:38:00:: 1 1", "high%5:00:00:tall:00 2 7"]
    (small_folder / "cntlist.rev").write_text("\n".join(lines) + "\n", encoding="utf-8")
    wordnet = open_wordnet(small_folder)
    assert [wordnet.uses("dog", "n"), wordnet.uses("dog", "v"), wordnet.uses("dog", "a")] == [44, 1, 0]
    assert wordnet.uses("high", "a") == 7
    assert any(origin.name == "cntlist.rev" for origin in wordnet.database.origin)


def test_without_that_file_nothing_is_known(small: WordNet) -> None:
    assert small.uses("dog", "n") == 0


def test_the_real_counts_tell_what_a_word_mostly_is(wordnet: WordNet) -> None:
    # by awk over cntlist.rev of WordNet 3.0
    assert (wordnet.uses("man", "n"), wordnet.uses("man", "v")) == (1293, 2)
    assert (wordnet.uses("black", "n"), wordnet.uses("black", "a")) == (4, 68)


def test_the_counts_of_a_wn_lmf_file_are_added(tmp_path: Path) -> None:
    pytest.importorskip("wn", reason="the library wn is not installed")
    path = tmp_path / "counted.xml"
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE LexicalResource SYSTEM '
        '"http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">\n<LexicalResource '
        'xmlns:dc="https://globalwordnet.github.io/schemas/dc/">\n<Lexicon id="c" label="Counted" '
        'language="en" email="a@example.org" license="none" version="1"><LexicalEntry id="dog">'
        '<Lemma writtenForm="Dog" partOfSpeech="n"/><Sense id="s1" synset="y1"><Count>5</Count></Sense>'
        '<Sense id="s2" synset="y2"><Count>2</Count></Sense></LexicalEntry>'
        '<Synset id="y1" ili="" partOfSpeech="n"/><Synset id="y2" ili="" partOfSpeech="n"/>'
        "</Lexicon></LexicalResource>\n",
        encoding="utf-8",
    )
    assert open_wordnet(path).uses("dog", "n") == 7
    assert open_wordnet(path).uses("dog", "v") == 0
