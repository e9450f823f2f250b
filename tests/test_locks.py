"""The set-up installs what the locks list, by hash, and the locks list all that pyproject.toml asks for."""

import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("users.txt", "dev.txt", "torch.txt", "torch-cpu.txt")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def locked(*names: str) -> dict[str, list[str]]:
    """Versions by package."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        text = (ROOT / "locks" / name).read_text(encoding="utf-8")
        for package, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE):
            found[canonicalize_name(package)].append(version)
    return found


def asked_for(dependencies: list[str]) -> list[Requirement]:
    extras = PROJECT["optional-dependencies"]
    found = []
    for requirement in map(Requirement, dependencies):
        own = requirement.name == PROJECT["name"]
        found += (
            [each for extra in requirement.extras for each in asked_for(extras[extra])]
            if own
            else [requirement]
        )
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_every_requirement_of_a_lock_is_one_version_with_its_hashes(name: str) -> None:
    text = (ROOT / "locks" / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^[^#\s].*\n(?:[ \t].*\n)*", text, re.MULTILINE)
    assert blocks
    for block in blocks:
        assert re.fullmatch(r"[\w.-]+==[^\n\\]+\\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n)+", block), block


@pytest.mark.parametrize(("files", "extra"), [(("users.txt",), None), (("dev.txt", "torch.txt"), "dev")])
def test_a_lock_has_a_version_that_fits_of_all_that_is_asked_for(
    files: tuple[str, ...], extra: str | None
) -> None:
    versions = locked(*files)
    required = PROJECT["dependencies"] + (PROJECT["optional-dependencies"][extra] if extra else [])
    for requirement in asked_for(required):
        found = versions[canonicalize_name(requirement.name)]
        assert found, f"{requirement} is in no lock: run scripts/lock"
        assert all(requirement.specifier.contains(version, prereleases=True) for version in found), (
            requirement
        )


def test_the_locks_agree() -> None:
    users, dev = locked("users.txt"), locked("dev.txt")
    assert {name: dev[name] for name in users} == users
    assert [f"{version}+cpu" for version in locked("torch.txt")["torch"]] == locked("torch-cpu.txt")["torch"]


def test_the_set_up_installs_nothing_without_its_hash() -> None:
    script = (ROOT / "scripts" / "setup").read_text(encoding="utf-8")
    lines = [line for line in script.splitlines() if "pip install" in line]
    assert len(lines) == 2
    assert "--require-hashes --no-deps --only-binary :all:" in lines[0]
    assert "--no-deps --no-build-isolation -e ." in lines[1]
    assert set(re.findall(r"locks/([\w.-]+)", script)) == set(LOCKS)
