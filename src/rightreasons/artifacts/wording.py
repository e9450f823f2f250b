"""How headlines say their figures."""


def percent(share: float, digits: int = 1) -> str:
    """Return a share as people write it: ``33.8 %``."""
    return f"{100 * share:.{digits}f} %"
