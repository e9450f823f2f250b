"""Every template of ours and every use of one; what files that write sentences must not do themselves."""

import ast
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.followed_sentences import Source, sources

import rightreasons
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.sentences.templates import templates
from rightreasons.verdicts.policy import codes

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path(rightreasons.__file__).parent
FORMS = ("word", "words")
SOURCES = {str(path): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
WRITTEN_ELSEWHERE = ("gates", "jobs", "measures", "runs", "verdicts")
"""Rooms whose files leave it to `rightreasons.numbers` how any number is written; in the others a message
writes counts with their thousands (``:,``), and bounds of options as they are (``:g``), in place."""
A_NUMBER = re.compile(r"[-+ #0-9_,.]*[,_deEfFgGn%]")
"""What stands behind the colon in an f-string that writes a number."""


@pytest.fixture(autouse=True)
def of_ours() -> Iterator[None]:
    """Plug-ins of other tests are not remembered."""
    for each in (templates, codes):
        each.cache_clear()
    yield
    for each in (templates, codes):
        each.cache_clear()


def uses() -> Iterator[tuple[str, str, set[str] | None]]:
    """Yield place, name and fields of every sentence that the source asks for; None: ``**fields``."""
    for file, source in SOURCES.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "fill":
                given = {each.arg for each in node.keywords}
                fields = None if None in given else {name for name in given if name}
                for name in names_in(node.args[0]):
                    yield f"{file}:{node.lineno}", name, fields


def names_in(asked: ast.expr) -> list[str]:
    """Return the name of a sentence where it is filled; ``CODE.name`` of whichever code has one."""
    if isinstance(asked, ast.Constant):
        return [str(asked.value)]
    if isinstance(asked, ast.JoinedStr) and isinstance(asked.values[-1], ast.Constant):
        form = str(asked.values[-1].value)
        return [f"{code}{form}" for code in codes() if f"{code}{form}" in templates()]
    return []


def test_every_sentence_that_is_asked_for_is_there_and_every_field_is_given() -> None:
    for place, name, given in uses():
        assert name in templates(), place
        if given is not None:
            assert given == set(templates()[name].asked), f"{place}: {name}"


def test_every_template_of_ours_is_asked_for() -> None:
    source = "".join(SOURCES.values())
    named = set(re.findall(r'"(\w+\.\w+)"', source))
    by_part = set(re.findall(r'fill\(\s*f"(\w+)\.\{', source))
    asked = (
        named
        | {name for name in templates() if name.partition(".")[0] in by_part}
        | {name for _, name, _ in uses()}
        | {f"{code}.{form}" for code in codes() for form in FORMS}
    )
    commands = {f"{code}.command.{name}" for code, each in codes().items() for name in each.commands}
    titles = {f"{code}.title" for code in codes()}
    assert set(templates()) - asked - commands - titles == set()


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("sentences.yaml")), ids=lambda path: path.parent.name)
def test_no_sentence_of_a_file_hides_another_of_the_same_name(path: Path) -> None:
    assert guarded_yaml(path.read_bytes())  # which refuses a key that stands there twice


def test_the_page_of_all_sentences_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "sentences", "check"],
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert done.returncode == 0, "run scripts/sentences"


def test_the_page_of_all_sentences_has_those_of_every_file_and_as_they_are() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "sentences"))
    page = script["PAGE"].read_text(encoding="utf-8")
    assert script["is_right"](page)
    assert not script["is_right"](page.replace("is permuted", "is another"))
    ours = page.index("## V104"), page.index("## V101")
    assert not script["is_right"](page[: ours[0]] + page[ours[1] :])


def numbers_written(source: str) -> Iterator[tuple[int, str]]:
    """Yield where a file decides itself how a number is written, and what stands behind the colon."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
            parts = node.format_spec.values
            spec = "".join(str(each.value) if isinstance(each, ast.Constant) else "0" for each in parts)
            if A_NUMBER.fullmatch(spec):
                yield node.lineno, spec
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "format":
            yield node.lineno, ""


def is_plain(spec: str) -> bool:
    """Return whether a number is written whole with its thousands, or as a person typed it."""
    return spec in (",", "g")


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ('f"{share:.1%}"', True),
        ('f"{n:,}"', True),
        ('f"{100 * gain:+.1f} points"', True),
        ('f"{p:.{digits}g}"', True),
        ('format(p, ".2g")', True),
        ('f"{name}.difference"', False),
        ('f"{name:<10}"', False),
        ('f"{now:%Y-%m-%d %H:%M}"', False),
    ],
)
def test_a_number_that_is_written_in_place_is_noticed(line: str, *, is_one: bool) -> None:
    assert [at for at, _ in numbers_written(line)] == ([1] if is_one else [])


def test_one_module_writes_numbers() -> None:
    found = [
        f"{Path(file).relative_to(PACKAGE)}:{line}"
        for file, source in SOURCES.items()
        if Path(file).relative_to(PACKAGE).parts[0] != "numbers.py"
        for line, spec in numbers_written(source)
        if not (is_plain(spec) and Path(file).relative_to(PACKAGE).parts[0] not in WRITTEN_ELSEWHERE)
    ]
    assert not found, "numbers are written by rightreasons/numbers.py, or as a field of a sentence"


MADE_BY_HAND = {
    "in place": 'View(f"{name}: all", COLUMNS, ())',
    "by a name": 'title = f"{name}: all"\nView(title, COLUMNS, ())',
    "of several": "def notes(n):\n    lines = []\n    lines.append(f'{n} items')\n    return lines\n"
    "Finding(*parts, notes=(*notes(3), 'plain'))",
    "elsewhere": "from other.file import headline\nreplace(finding, headline=headline(3))",
    "by a function in a function": "def outer():\n    return inner()\ndef inner():\n    yield f'{n}'\n"
    "Finding('measure', 'subject', 'definition', outer())",
}
OTHER = {"other.file": "def headline(n):\n    start = f'Of {n}'\n    return start + ' items.'"}


@pytest.mark.parametrize("text", MADE_BY_HAND.values(), ids=MADE_BY_HAND)
def test_a_sentence_that_is_put_together_by_hand_is_followed_back(text: str) -> None:
    assert len(Source("a.file", {"a.file": text, **OTHER}).f_strings_said()) == 1


@pytest.mark.parametrize(
    "text",
    [
        'View(fill("a.title", data=name), COLUMNS, ())',
        "Finding(measure, f'{model} on {data}', fill('a.definition'), fill('a.headline', what=f'{name}'))",
        "Finding(*parts, notes=(fill('a.note', share=figures[f'{name}.share']), 'plain'))",
        "def headline(figures):\n    found = [fill('a.part', of=each) for each in figures]\n"
        "    return joined(found)\nreplace(finding, headline=headline(figures))",
    ],
)
def test_a_filled_template_is_no_sentence_made_by_hand(text: str) -> None:
    assert Source("a.file", {"a.file": text}).f_strings_said() == set()


def test_what_findings_say_are_templates() -> None:
    texts = sources(PACKAGE)
    rooms = tuple(f"rightreasons.{name}." for name in ("measures", "gates"))
    found = {
        place for each in texts if each.startswith(rooms) for place in Source(each, texts).f_strings_said()
    }
    assert not found, "definitions, headlines, notes and titles are filled from a sentences.yaml"
