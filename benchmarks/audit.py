"""Time and peak memory of the whole audit on the bundled generator's pairs, beside a plain script.

    python benchmarks/audit.py [ROWS]

The plain script takes label balance, words, lengths, duplicates and the hypothesis-only baseline, as the
audit does; the audit takes its controls and intervals as well, and writes its run folder.
"""

import json
import sys
import tempfile
from pathlib import Path

from measured import measured, report

ROWS = 550_152  # the size of SNLI's training set
PLAIN = Path(__file__).with_name("plain_audit.py")
MAKE = """
from rightreasons.sources.bundled import bundled_pairs
frame = bundled_pairs({rows}, 1).frame.select("id", "premise", "hypothesis", "label")
frame.write_ndjson({path!r})
"""


def main(rows: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "pairs.jsonl"
        python = sys.executable
        command = [python, "-m", "rightreasons", "audit", str(path), "--json"]
        made = measured(f"make {rows:,} pairs", [python, "-c", MAKE.format(rows=rows, path=str(path))])
        first = measured("first call (compiles, cached on disk)", [*command, "--limit", "2000"])
        audit = measured("rightreasons audit", [*command, "-o", str(Path(name) / "run")])
        plain = measured("Counter + scikit-learn", [python, str(PLAIN), str(path)])
    report([made, first, audit, plain])
    findings = json.loads(audit.output)["audits"][0]["findings"]
    print(
        "ours: ", next(each["headline"]["text"] for each in findings if each["measure"] == "hypothesis_only")
    )
    print("plain:", plain.output.strip().splitlines()[-1])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROWS)
