"""Read every published file with the options that `audit` asks for, and print the table of all.

`tests/sources/published_files.md` holds what it printed.

    python benchmarks/reading.py DATA

DATA is a folder laid out as in the catalogue. A file is read with no option; where that ends in an error,
with those of `OPTIONS`, which are the error's own with its empty places filled.
"""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rightreasons.errors import RightReasonsError
from rightreasons.jobs.audit import run_audit
from rightreasons.jobs.datasets import gather
from rightreasons.jobs.options import AuditOptions
from rightreasons.labels import Label, parse_label_map
from rightreasons.pairs import PairTable
from rightreasons.sources.options import ReadOptions, parse_columns
from rightreasons.sources.readings import DataReader

ORDERED = "--label-map 0=entailment,1=neutral,2=contradiction"
POSITIONS = "--columns premise=0,hypothesis=1,label=2"
PROMPTS = shlex.join(
    [
        "--recipe",
        json.dumps(
            {
                "columns": {
                    "premise": {
                        "match": "Question",
                        "pattern": r'(?s)^For the statement, "(.*?)", does the hypothesis "',
                    },
                    "hypothesis": {
                        "match": "Question",
                        "pattern": r'(?s)", does the hypothesis "(.*)" represent entailment, '
                        r"contradiction, or neutrality\?$",
                    },
                    "label": "Answer",
                }
            }
        ),
    ]
)
"""Sentences inside a prompt, as the refusal proposes it."""
OPTIONS = {
    "ambient/linguist_annotations": "--gold majority",
    "comparisons_dasgupta2018/": ORDERED,
    "fp_dataset_artifacts/": ORDERED,
    "pvi_kawine/": ORDERED,
    "fp_rodartha/": ORDERED,
    "fracas/": "--on-malformed drop",
    "mpe/mpe_dev": "--on-malformed drop",
    "hans/mnli_contradicting_examples": POSITIONS,
    "snli/train_subset_jack/snli_3k": POSITIONS,
    "snli/train_subset_cat/": "--columns premise=2,hypothesis=3,label=0 "
    "--label-map 1=neutral,2=contradiction,3=entailment",
    "farstail/": "--quoting on",
    "mnli/train_subset_llmsknow/": PROMPTS,
    "disco/": "--recipe disco/pairs",
    "taxinli/taxinli10k.tsv": "--recipe taxinli/mnli_labels",
    "jsick/": "--recipe jsick/japanese",
}
FURTHER = {
    "disco/n2c.jsonl.gz": ("--recipe disco/originals", "--recipe disco/new"),
    "taxinli/taxinli10k.tsv.gz": ("--recipe taxinli/new_labels",),
    "jsick/jsick.tsv.gz": ("--recipe jsick/english", "--recipe jsick/corrected"),
    "inferbr/train.csv.gz": ("--recipe inferbr/reviewed",),
    "inferbr/val.csv": ("--recipe inferbr/reviewed",),
    "inli/inli_annotations_processed.xlsx": ("--gold majority",),
}
"""Other readings of the same files."""
FOLDERS = ("begin", "qags", "summedits", "wanli_part")
"""Folders whose files are one set."""
OTHER_KINDS = {"vectors", "lexical"}
READERS = {"--columns": parse_columns, "--label-map": parse_label_map}


def files_of(folder: Path) -> Iterator[Path]:
    """Yield every file of pairs, of a line-aligned triple the first."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        aligned = path.name.startswith(("s2.", "labels."))
        if path.is_file() and len(parts) > 1 and parts[0] not in OTHER_KINDS and not aligned:
            yield path


def audited(path: Path, options: str) -> PairTable:
    """Return the pairs that `audit` takes its figures of."""
    words = shlex.split(options)
    keywords: Any = {
        name.removeprefix("--").replace("-", "_"): READERS[name](value) if name in READERS else value
        for name, value in zip(words[::2], words[1::2], strict=True)
    }
    data = gather(path, (), DataReader(ReadOptions(**keywords)))
    run_audit(data, AuditOptions(measures=("label_balance",)))
    return data.train


def lines_of(folder: Path, path: Path) -> Iterator[str]:
    """Yield the lines of one file or folder, one a reading."""
    name = path.relative_to(folder).as_posix()
    options = next((each for start, each in OPTIONS.items() if name.startswith(start)), "")
    for each in (options, *FURTHER.get(name, ())):
        yield line(name, path, each)


def line(name: str, path: Path, options: str) -> str:
    """Return the line of one reading."""
    shown = f" `{options}`" if options else ""
    try:
        pairs = audited(path, options)
    except RightReasonsError as error:
        return f"| `{name}` |{shown} | | | {error.code}: {error.found.splitlines()[0][:120]} |"
    counts = pairs.counts()
    labels = " / ".join(f"{counts.get(label, 0):,}" for label in Label)
    account = pairs.account
    dropped = "; ".join(f"{count.rows:,} {count.reason}" for count in account.dropped)
    return f"| `{name}` |{shown} | {account.read:,} | {labels} |{f' {dropped}' if dropped else ''} |"


def main() -> None:
    """Print the table."""
    folder = Path(sys.argv[1])
    print(
        "| file | options | rows | entailment / neutral / contradiction / non-entailment "
        "| dropped or refused |"
    )
    print("| --- | --- | --- | --- | --- |")
    for path in sorted([*files_of(folder), *(folder / name for name in FOLDERS)]):
        for each in lines_of(folder, path):
            print(each, flush=True)


if __name__ == "__main__":
    main()
