"""The bundled corpus: pairs like those of SNLI, of any size, by seed, with artifacts planted in them."""

from rightreasons.sources.bundled.corpus import bundled_pairs, bundled_splits
from rightreasons.sources.bundled.planted import Planted, planted, stated_artifacts

__all__ = ["bundled_pairs", "bundled_splits", "planted", "stated_artifacts", "Planted"]
