"""A WN-LMF file gives what the database files give."""

import sys
from pathlib import Path

import pytest

from rightreasons.errors import MissingExtraError, UnreadableFileError
from rightreasons.text.wordnet import open_wordnet

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">
<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">
"""
LEXICON = """
<Lexicon id="{language}" label="Small" language="{language}" email="a@example.org" license="none" version="1">
  <LexicalEntry id="dog"><Lemma writtenForm="dog" partOfSpeech="n"/>
    <Sense id="s1" synset="y1"/></LexicalEntry>
  <LexicalEntry id="canine"><Lemma writtenForm="canine" partOfSpeech="n"/>
    <Sense id="s2" synset="y2"/></LexicalEntry>
  <LexicalEntry id="canid"><Lemma writtenForm="canid" partOfSpeech="n"/>
    <Sense id="s3" synset="y2"/></LexicalEntry>
  <LexicalEntry id="wolf"><Lemma writtenForm="wolf" partOfSpeech="n"/><Form writtenForm="wolves"/>
    <Sense id="s4" synset="y3"/></LexicalEntry>
  <LexicalEntry id="hot"><Lemma writtenForm="hot" partOfSpeech="a"/>
    <Sense id="s5" synset="y4"><SenseRelation relType="antonym" target="s6"/></Sense></LexicalEntry>
  <LexicalEntry id="cold"><Lemma writtenForm="cold" partOfSpeech="s"/>
    <Sense id="s6" synset="y5"><SenseRelation relType="antonym" target="s5"/></Sense></LexicalEntry>
  <LexicalEntry id="x"><Lemma writtenForm="hm" partOfSpeech="x"/><Sense id="s7" synset="y6"/></LexicalEntry>
  <Synset id="y1" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y2"/></Synset>
  <Synset id="y2" ili="" partOfSpeech="n"/>
  <Synset id="y3" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y2"/></Synset>
  <Synset id="y4" ili="" partOfSpeech="a"/>
  <Synset id="y5" ili="" partOfSpeech="s"/>
  <Synset id="y6" ili="" partOfSpeech="x"/>
</Lexicon>
"""


def written(folder: Path, *languages: str) -> Path:
    path = folder / "small.xml"
    lexicons = "".join(LEXICON.format(language=language) for language in languages)
    path.write_text(f"{HEAD}{lexicons}</LexicalResource>\n", encoding="utf-8")
    return path


def test_forms_and_relations_are_found(tmp_path: Path) -> None:
    pytest.importorskip("wn", reason="the library wn is not installed")
    wordnet = open_wordnet(written(tmp_path, "en"))

    assert wordnet.name == "Small 1"
    assert wordnet.lemmas("wolves", "n") == ("wolf",)
    assert wordnet.lemmas("dogs", "n") == ("dog",)
    assert wordnet.related("dog", "n", "hypernym") == ("canine", "canid")
    assert wordnet.related("dog", "n", "co-hyponym") == ("wolf",)
    assert wordnet.related("canine", "n", "synonym") == ("canid",)
    assert wordnet.relation_pairs("antonym").frame.select("first", "second", "pos").rows() == [
        ("hot", "cold", "a"),
        ("cold", "hot", "a"),
    ]
    assert [origin.name for origin in wordnet.relation_pairs("hyponym").origin] == ["small.xml"]


@pytest.mark.parametrize("text", ["<LexicalResource>", "no xml at all", HEAD])
def test_a_broken_file_is_told(tmp_path: Path, text: str) -> None:
    pytest.importorskip("wn", reason="the library wn is not installed")
    path = tmp_path / "broken.xml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(UnreadableFileError, match=r"broken\.xml"):
        open_wordnet(path)


def test_a_wordnet_of_another_language_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("wn", reason="the library wn is not installed")

    with pytest.raises(UnreadableFileError, match="no lexicon of the language en"):
        open_wordnet(written(tmp_path, "de"))


def test_without_the_library_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wn", None)

    with pytest.raises(MissingExtraError, match=r"rightreasons\[wordnet\]"):
        open_wordnet(written(tmp_path, "en"))
