"""Where the benchmark with the planted bias is found, so that tests and docs speak of the same data."""

import os
import sys
from pathlib import Path

import torch

os.environ.setdefault("HF_HUB_OFFLINE", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
torch.set_num_threads(1)
