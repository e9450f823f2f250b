"""Size of the report on as many pairs as SNLI's training set has, and how long a browser takes to open it.

    python benchmarks/report.py [PAIRS]

Needs chromium and chromedriver; the seconds are those from the address to the last chart drawn and the rows
listed, the median of five.
"""

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from rightreasons import audit
from rightreasons.sources.bundled import bundled_pairs

PAIRS = 550_152
READY = "return document.documentElement.classList.contains('ready')"
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


def opened(page: Path, profile: str) -> list[float]:
    """Return the seconds that opening the page took, five times."""
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService
    from selenium.webdriver.support.ui import WebDriverWait

    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    taken = []
    with Chrome(options=options, service=ChromeService(shutil.which("chromedriver"))) as browser:
        for _ in range(5):
            browser.get("about:blank")
            start = time.perf_counter()
            browser.get(page.as_uri())
            WebDriverWait(browser, 60, 0.02).until(lambda chrome: chrome.execute_script(READY))
            taken.append(time.perf_counter() - start)
    return taken


def main() -> None:
    """Audit, then open the page."""
    pairs = bundled_pairs(int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS, 1)
    with tempfile.TemporaryDirectory() as folder:
        audit(pairs, out=Path(folder) / "run")
        page = Path(folder) / "run" / "report.html"
        seconds = statistics.median(opened(page, f"{folder}/profile"))
        sys.stdout.write(f"{len(pairs):,} pairs: {page.stat().st_size / 1e6:.2f} MB, {seconds:.2f} s\n")


if __name__ == "__main__":
    main()
