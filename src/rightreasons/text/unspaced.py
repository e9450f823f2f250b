"""Writing that puts no spaces between words: which characters are of it, and whether texts are."""

UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    r"\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
"""The characters, as ranges that stand inside square brackets. Korean is not among them: it has spaces."""
