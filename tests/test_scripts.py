"""What is run at night or by hand imports what there is: no other test would tell of a module that moved."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = [
    path
    for path in (ROOT / "scripts").iterdir()
    if path.read_bytes().startswith(b"#!") and b"python" in path.read_bytes()[:60]
]
SCRIPTS += (ROOT / "benchmarks").rglob("*.py")


def _imports(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "rightreasons":
            yield from ((node.module or "", each.name) for each in node.names)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_imports_what_there_is(path: Path) -> None:
    for module, name in _imports(path):
        if not hasattr(import_module(module), name):
            import_module(f"{module}.{name}")
