"""Reads the YAML files beside this package."""

from typing import Any

from rightreasons.guarded_yaml import packaged_yaml


def read_data(name: str) -> Any:
    """Return the content of one file of ``data/``."""
    return packaged_yaml("rightreasons.challenges.hans", f"data/{name}")
