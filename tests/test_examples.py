"""Every public function has an example, and those that need no file give what they say."""

import doctest
import inspect
from pathlib import Path

import pytest

import rightreasons

SLOW = ("probe",)  # HANS is asked, and every interval clustered
FUNCTIONS = [
    pytest.param(name, marks=pytest.mark.long if name in SLOW else ())
    for name in rightreasons.__all__
    if name.islower()
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_of_a_function_gives_what_it_says(name: str, tmp_path: Path) -> None:
    function = getattr(rightreasons, name)
    text = inspect.getdoc(function) or ""
    assert "Examples\n--------" in text
    known = {name: function, "getfixture": {"tmp_path": tmp_path}.get}
    example = doctest.DocTestParser().get_doctest(text, known, name, None, None)
    assert example.examples
    found: list[str] = []
    doctest.DocTestRunner().run(example, out=found.append)
    assert not found, "".join(found)
