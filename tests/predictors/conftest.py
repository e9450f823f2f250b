"""No test of a model reaches for the hub."""

import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")
