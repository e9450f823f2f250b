"""Splits by name: what the name of a file or a key tells, and which spellings mean the same."""

import re

_SPLITS = {
    "train": "train", "training": "train",
    "dev": "dev", "development": "dev",
    "validation": "validation", "valid": "validation", "val": "validation",
    "test": "test", "testing": "test",
}  # fmt: skip
_WORDS = re.compile(r"[A-Za-z]+")


def split_in(name: str) -> str | None:
    """Return the split that a path tells (train, dev, validation, test), its last part first."""
    for part in reversed(name.split("/")):
        for word in _WORDS.findall(part):
            if word.lower() in _SPLITS:
                return _SPLITS[word.lower()]
    return None


def same_split(one: str, other: str) -> bool:
    """Whether two names mean the same split; ``dev`` and ``validation`` are one."""
    return _key(one) == _key(other)


def _key(name: str) -> str:
    split = _SPLITS.get(name.lower(), name)
    return "validation" if split == "dev" else split
