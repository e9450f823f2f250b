"""Sentences are plain: short, one interval in each, none of the words that we do not use."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from rightreasons.measures import COMPARISON_MEASURES, MEASURES, MODEL_MEASURES
from rightreasons.measures.lacks import listed
from rightreasons.measures.titles import measure_titles
from rightreasons.sentences.templates import Template, templates
from rightreasons.verdicts.policy import codes

ROOT = Path(__file__).resolve().parents[1]
MOST_WORDS = 30
LISTED = ROOT / "tests" / "words_not_used.txt"
ABBREVIATED = re.compile(r"\b(et al|e\.g|i\.e|vs)\.")
INTERVAL = re.compile(r"[-+]?\d[\d.]* to [-+]?\d[\d.]*")
IN_BRACKETS = re.compile(r"\([^()]*\)")
"""What stands in brackets behind a number or a name is not counted among the words of a sentence."""
EXAMPLE_OF = runpy.run_path(str(ROOT / "scripts" / "sentences"))["example_of"]

DOCUMENTS = (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md")
IN_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
OPTIONS = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))


@pytest.fixture(autouse=True)
def of_ours() -> Iterator[None]:
    """Plug-ins of other tests are not remembered."""
    for each in (templates, codes):
        each.cache_clear()
    yield
    for each in (templates, codes):
        each.cache_clear()


def not_used() -> re.Pattern[str]:
    """Return what finds a word or phrase of the list."""
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    phrases = [line.partition(" => ")[0] for line in lines if line and not line.startswith("#")]
    return re.compile("|".join(rf"(?<!\w){each}(?!\w)" for each in phrases), re.IGNORECASE)


def faults(text: str) -> list[str]:
    """Return what is wrong with a text, in words."""
    found = [f"says '{each.group()}'" for each in not_used().finditer(text)]
    if "{" in text:
        found.append("has an unfilled field")
    for sentence in re.split(r"(?<=[.?!])\s+", ABBREVIATED.sub(r"\1", text)):
        words = len(IN_BRACKETS.sub("", sentence).split())
        if words > MOST_WORDS:
            found.append(f"{words} words: {sentence}")
        if len(INTERVAL.findall(sentence)) > 1:
            found.append(f"two intervals: {sentence}")
    return found


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("A word goes with a label.", "says 'goes with'"),
        ("It is correct in {share}.", "has an unfilled field"),
        (" ".join(["word"] * 31), "31 words"),
        ("The gain is +2.1 (-0.4 to +4.6), without copies +1.0 (-1.4 to +3.6).", "two intervals"),
    ],
)
def test_a_sentence_that_breaks_a_rule_is_found(text: str, what: str) -> None:
    assert [each for each in faults(text) if each.startswith(what)]


@pytest.mark.parametrize(
    "text",
    [
        " ".join(["word"] * 30),
        "The gain is +2.1 points (-0.4 to +4.6, n = 1,917). Without copies it is +1.0 points (-1.4 to +3.6).",
        "A cargoes without a forgoes withal.",
        "Spans of ten words (McCoy et al. 2019, section 2) " + "word " * 22,
    ],
)
def test_a_plain_sentence_is_left_alone(text: str) -> None:
    assert faults(text) == []


def example(template: Template) -> str:
    """Return a template with an example in every field."""
    return str(EXAMPLE_OF(template) if template.asked else template.fill({}))


def test_every_template_is_plain() -> None:
    found = {name: wrong for name, each in templates().items() if (wrong := faults(example(each)))}
    assert found == {}


def test_every_measure_of_ours_has_a_title() -> None:
    ours = {
        name
        for registry in (MEASURES, MODEL_MEASURES, COMPARISON_MEASURES)
        for name, target in registry.targets().items()
        if target.startswith("rightreasons.")
    }
    assert set(measure_titles()) == ours | {"rules"}  # which `discover` makes, and no registry names


def test_what_ls_and_help_say_is_plain() -> None:
    lines = [*listed().values(), *re.findall(r'Option\(\s*"([^"]+)"', OPTIONS)]
    assert len(lines) > len(measure_titles()) + 100
    assert {line: wrong for line in lines if (wrong := faults(line))} == {}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_document_has_a_word_that_we_do_not_use(path: Path) -> None:
    text = IN_CODE.sub("", path.read_text(encoding="utf-8"))
    assert [each.group() for each in not_used().finditer(text)] == []
