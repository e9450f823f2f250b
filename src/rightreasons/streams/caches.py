"""Where files that are dear to make are kept."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder in which what is dear to make is kept for the user; it may be removed."""
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "rightreasons"
