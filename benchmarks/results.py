"""Keep the findings of trainings and probes, and print the tables of docs/results.md from what is kept.

    python benchmarks/results.py keep RESULTS train=RUNS probe=PROBES [liu=FOLDER] [methods=FOLDER] ...
    python benchmarks/results.py add RESULTS train=RUN ... probe=PROBE ...
    python benchmarks/results.py join RESULTS NAME train=RUN ... probe=PROBE ...
    python benchmarks/results.py answers RESULTS RUN NAME
    python benchmarks/results.py pack RESULTS
    python benchmarks/results.py tables RESULTS

Folders of runs, by kind: RUNS of `train` and PROBES of `probe`, named alike: MODEL, MODEL-hans, MODEL-hans-N,
MODEL-two, MODEL-withheld-K; liu is what `reproduce liu-2020 --runs` wrote, methods holds a comparison of
debiasing methods. Kept are findings, without sentences and weights, as KIND-NAME.json; in compared.json what
`compare` says of RUNS beside the hypothesis-only model; in majority.json every training, of whatever kind,
beside the majority of its sets. `add` keeps single runs and leaves compared.json as it is; of a probe it
keeps the score alone, without its views of templates and categories; grid=RUN is a search
of `train --grid`. `join` keeps many runs in one file, joined-NAME.json, which takes less room: without
training dynamics and, of a probe, without views; runs of the same names are replaced, others in the file
stay. `answers` keeps the findings of one `reproduce --runs` as NAME.json, and says in answers.yaml that they
fill the cells of the models it trained, how each was made, and by which command.
All of them stand in one archive, RESULTS/findings.zip; `pack` puts plain JSON files beside it, which are read
in place of those of the same name inside it, into it.
"""

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import yaml

from rightreasons import compare
from rightreasons.challenges.hans.recipes import recipes
from rightreasons.figures import Figure, Figures
from rightreasons.findings import SCHEMA_VERSION, finding_from_json
from rightreasons.papers import PAPERS
from rightreasons.papers.answers.kept import KeptFindings
from rightreasons.papers.printed import PrintedCell
from rightreasons.references import FigureSelection
from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.seeds import seed_mean

SETS = {
    "dev": "SNLI dev",
    "snli_1.0_test.jsonl.gz": "SNLI test",
    "snli_1.0_test_hard.jsonl.gz": "SNLI-hard",
    "dev_matched_val.jsonl.gz": "MultiNLI matched",
}
HANS = [
    f"{name}.{label}"
    for label in ("entailment", "non-entailment")
    for name in ("lexical_overlap", "subsequence", "constituent")
]
HANS_HEAD = [each.replace("_", " ").replace(".", ", ") for each in HANS]
LIU = [
    *(f"easy_hard_accuracy.{name}" for name in ("full", "easy", "hard", "gap")),
    *(f"published_easy_hard.{name}" for name in ("hard", "gap")),
]
LIU_HEAD = ("full", "easy", "hard", "gap", "gap, paper", "published hard", "published gap")
METHODS = {
    "SNLI test": "snli_1.0_test.jsonl.gz.full",
    "hard by patterns": "snli_1.0_test.jsonl.gz.patterns.hard",
    "gap by patterns": "snli_1.0_test.jsonl.gz.patterns.gap",
    "SNLI-hard": "snli_1.0_test_hard.jsonl.gz.full",
    "MultiNLI matched": "dev_matched_val.jsonl.gz.full",
    "HANS, entailed": "hans.all.entailment",
    "HANS, not entailed": "hans.all.non-entailment",
}
WORST = {
    "worst group by label and overlap": "snli_1.0_test.jsonl.gz.worst_group.overlap",
    "worst of easy and hard": "snli_1.0_test.jsonl.gz.worst_group.patterns",
}
BASELINE = "hypothesis-only"
DISCRIMINATORS = "discriminators"
LONG_VIEWS = ("by_template", "by_category")
JOINED = "joined-"
SEEDS, FAR = (1, 2, 3), 0.3
MODELS = {  # runs, and the cells of McCoy et al. beside which they stand
    "da": "DA",
    "esim": "ESIM",
    "spinn": "SPINN",
    "minilm": "BERT",
}
DOSES = (
    "",
    "-1392",
    "-24000",
)  # of withheld subcases: how the names of their runs end; 6,000 where nothing does
TABLES = {"table-3": "", "table-4": "-hans", "table-11": "-two"}  # of McCoy et al.: how their runs' names end
SAMPLES = {  # what the sets of papers/data/sets.yaml are samples of
    "snli-train-part": "4 % of SNLI's training set (train_subset_cat and train_subset_jack)",
    "mnli-train-part": "a published sample of MultiNLI's training set (train_subset_llmsknow)",
}
Findings = list[dict[str, Any]]


def keep(results: Path, folders: Mapping[str, Path]) -> None:
    """Copy findings, and compare what was predicted."""
    kept: dict[str, bytes] = {}
    for kind, folder in folders.items():
        for run in finished(folder):
            name = run.name.partition("-small-")[0]
            found = json.loads((run / "findings.json").read_text())
            kept[f"{kind}-{name}.json"] = on_one_line(without_groups(found) if kind == "methods" else found)
    runs = folders["train"]
    others = [run for run in finished(runs) if run.name != BASELINE and not run.name.endswith("-two")]
    compared = [found.to_json() for run in others for found in compare(runs / BASELINE, run).findings]
    kept["compared.json"] = on_one_line({"schema_version": SCHEMA_VERSION, "findings": compared})
    trained = (
        run
        for folder in folders.values()
        for run in finished(folder)
        if any(each["measure"] == "training" for each in by_name((run / "findings.json").read_bytes()))
    )
    kept["majority.json"] = on_one_line({run.name: list(beside_majority(run)) for run in trained})
    KeptFindings(results).add(kept)


def add(results: Path, runs: Sequence[tuple[str, Path]]) -> None:
    """Keep single runs beside what is kept."""
    kept = KeptFindings(results)
    majority = json.loads(kept.read("majority.json"))
    files: dict[str, bytes] = {}
    for kind, run in runs:
        found = json.loads((run / "findings.json").read_text())
        if kind == "train":
            majority[run.name] = list(beside_majority(run))
        elif kind == "grid":
            found = with_best_number(found)
        else:
            found["findings"] = [each for each in found["findings"] if each["role"] == "score"]
            for each in found["findings"]:
                each["views"] = {name: view for name, view in each["views"].items() if name not in LONG_VIEWS}
        files[f"{kind}-{run.name}.json"] = on_one_line(found)
    kept.add({**files, "majority.json": on_one_line(majority)})


def join(results: Path, name: str, runs: Sequence[tuple[str, Path]]) -> None:
    """Keep runs in one file; the subject of each finding begins with the name of its run."""
    kept, file = KeptFindings(results), f"{JOINED}{name}.json"
    majority = json.loads(kept.read("majority.json"))
    findings: Findings = json.loads(kept.read(file))["findings"] if kept.holds(file) else []
    for kind, run in runs:
        findings = [each for each in findings if kind_and_run(each) != (kind, run.name)]
        if kind == "train":
            majority[run.name] = list(beside_majority(run))
        for each in json.loads((run / "findings.json").read_text())["findings"]:
            each["subject"] = f"{run.name}: {each['subject']}"
            if kind_and_run(each) == (kind, run.name) and each["measure"] != "training_dynamics":
                findings.append({**each, "views": {}} if kind == "probe" else each)
    ordered = sorted(findings, key=kind_and_run)
    whole = {"schema_version": SCHEMA_VERSION, "findings": ordered}
    kept.add({file: on_one_line(whole), "majority.json": on_one_line(majority)})


def kind_and_run(found: Mapping[str, Any]) -> tuple[str, str]:
    """Return of which kind of run, and of which run, a finding in a joined file is."""
    return "probe" if found["role"] == "score" else "train", found["subject"].partition(": ")[0]


def without_groups(found: dict[str, Any]) -> dict[str, Any]:
    """Leave out the tables of groups of `compare`: each number in them is a figure too."""
    for each in found["findings"]:
        if each["measure"] == "compare_groups":
            each["views"] = {}
    return found


def with_best_number(found: dict[str, Any]) -> dict[str, Any]:
    """Make the best number of discriminators a figure, where a grid searched it."""
    grid = next(each for each in found["findings"] if each["measure"] == "grid")
    points, n = grid["views"]["points"], grid["figures"][0]["estimate"]["n"]
    if DISCRIMINATORS in points["columns"]:
        at = points["columns"].index(DISCRIMINATORS)
        (best,) = (line[at] for line in points["lines"] if line[-1] == "best")
        number = Estimate(int(best), "count", n, reason=f"the best of {len(points['lines'])}")
        whole = finding_from_json(grid)
        figures = Figures([*whole.figures.values(), Figure("count", number, what="best_k")])
        grid["figures"] = replace(whole, figures=figures).to_json()["figures"]
    return found


def answers(results: Path, run: Path, name: str) -> None:
    """Keep a reproduction by training, and let it answer for its models."""
    manifest = json.loads((run / "manifest.json").read_text())
    found = json.loads((run / "findings.json").read_text())
    KeptFindings(results).add({f"{name}.json": on_one_line(found)})
    path = results / "answers.yaml"
    head, content = path.read_text().partition("\n")[0], yaml.safe_load(path.read_text())
    filled = pl.read_parquet(run / "items.parquet").filter(
        pl.col("evidence") == "models trained", pl.col("ours").is_not_null()
    )
    figures = sorted({whole_of(each) for each in wanted_of(manifest["paper"], filled)})
    for model, by, basis in filled.select("model", "by", "verdict").unique("model").sort("model").iter_rows():
        content[manifest["paper"]][model] = {
            "files": [f"{name}.json"],
            "by": "; ".join(by.split("; ")[1:]),
            "made": made(manifest, model, by),
            "basis": basis,
            "figures": list(figures),
            "model": model,
        }
    path.write_text(f"{head}\n{yaml.safe_dump(content, sort_keys=False, width=110, allow_unicode=True)}")


def wanted_of(paper: str, filled: pl.DataFrame) -> Iterator[FigureSelection]:
    """Return which figures answer for the printed cells that were filled."""
    models = set(filled["model"])
    cells = PAPERS.load(paper).printed.cells
    return (cell.selection for cell in cells if cell.model in models and cell.selection is not None)


def figure_of(cell: PrintedCell) -> str:
    """Return the name of the figure that answers for a cell, within its finding."""
    return "" if cell.selection is None else str(cell.selection.figure)


def whole_of(wanted: FigureSelection) -> str:
    """Return a reference to all figures of the measure, or of the sets, that a selection speaks of."""
    return f"{wanted.measure}.*" if wanted.on is None else f"{wanted.measure} on {wanted.on}: *"


def made(manifest: Mapping[str, Any], model: str, by: str) -> dict[str, Any]:
    """Return how a model was made: the fields of `Made` in papers/answers/made.py."""
    how = manifest["trained"]
    pairs, sample = re.findall(r"trained on ([\d,]+) pairs \(([^)]+)\)", by)[0]
    instead = re.findall(r"checkpoint (\S+) in place of", by)
    vectors = " and ".join(how["vectors"])
    given = {"vectors": how["vectors"], "set": how["set"], "on": how["on"]}
    words = [f"--{option} {value}" for option, values in given.items() for value in values]
    encoders = [f"--encoder {encoder}={(*instead, 'FOLDER')[0]}" for encoder in how["encoder"]]
    command = f"rightreasons reproduce {manifest['paper']} --scale {manifest['options']['scale']}"
    return {
        "checkpoint": instead[0]
        if instead
        else f"none; word vectors {vectors}"
        if vectors
        else "none; words learned",
        "pairs": int(pairs.replace(",", "")),
        "seeds": f"1 to {how['runs']}",
        "sample": SAMPLES.get(sample, sample),
        "command": " ".join([command, f"--runs {how['runs']} --only '{model}'", *words, *encoders]),
    }


def finished(folder: Path) -> list[Path]:
    """Return the runs of a folder; what is still under way has a hidden name."""
    return [path.parent for path in sorted(folder.glob("[!.]*/findings.json"))]


def pack(results: Path) -> None:
    """Put plain files of findings into the archive."""
    KeptFindings(results).add({path.name: path.read_bytes() for path in results.glob("*.json")})


def on_one_line(what: object) -> bytes:
    """Return JSON on one line."""
    return f"{json.dumps(what, ensure_ascii=False, separators=(',', ':'))}\n".encode()


def beside_majority(run: Path) -> Iterator[dict[str, Any]]:
    """Compare each seed of a training, item by item, with the most frequent label of each set."""
    items = pl.read_parquet(run / "items.parquet").with_columns(pl.col("label").cast(pl.String))
    for (name,), part in items.group_by("set", maintain_order=True):
        majority = part["label"] == part["label"].value_counts(sort=True)["label"][0]
        for column in (each for each in part.columns if each.endswith("_predicted")):
            predicted = part[column].cast(pl.String)
            if (part["label"] == "non-entailment").any():  # a model of three labels on a set of two
                predicted = predicted.replace(["neutral", "contradiction"], "non-entailment")
            right = predicted == part["label"]
            both, first, second = (
                (right & majority).sum(),
                (right & ~majority).sum(),
                (~right & majority).sum(),
            )
            difference = paired_difference(both, first, second, len(part) - both - first - second)
            assert difference.interval is not None
            yield {
                "set": name,
                "seed": column.removesuffix("_predicted"),
                "n": len(part),
                "majority": majority.mean(),
                "difference": difference.value,
                "low": difference.interval.low,
                "high": difference.interval.high,
                "p_value": mcnemar(first, second, len(part)).p_value,
            }


def tables(results: Path) -> None:
    """Print all tables."""
    kept = KeptFindings(results)
    trained, probed = (of_kind(kept, kind) for kind in ("train", "probe"))
    head("run", "seeds", "epochs", "pairs/s", *SETS.values())
    for name, findings in trained.items():
        row(name, seeds(findings), *pace(findings), *(mean(findings, each) for each in SETS))
    head("beside hypothesis-only", *SETS.values())
    for each in by_name(kept.read("compared.json")):
        row(each["subject"].split(" beside ")[0], *(points(each["figures"], name) for name in SETS))
    head("beside the majority", "set", "n", "majority", "points by seed (95 %)", "largest p")
    for name, rows in json.loads(kept.read("majority.json")).items():
        for group in {each["set"]: None for each in rows}:
            row(name, group, *majority_cells([each for each in rows if each["set"] == group]))
    head("run", *HANS_HEAD)
    for name, findings in probed.items():
        figures = hans(findings)
        row(name, *(value(figures, each) for each in HANS))
    beside_mccoy(probed)
    for dose in DOSES:
        withheld(probed, dose)
    at_the_share(probed)
    for name, findings in of_kind(kept, "grid").items():
        searched(name, findings)
    for findings in of_kind(kept, "liu").values():
        retrained(findings)
    for findings in of_kind(kept, "methods").values():
        beside_plain(findings)


def of_kind(kept: KeptFindings, kind: str) -> dict[str, Findings]:
    """Return the findings of all KIND-NAME.json, and of the runs in joined files, by NAME."""
    begin = f"{kind}-"
    found = {
        name.removeprefix(begin).removesuffix(".json"): by_name(kept.read(name))
        for name in kept.names()
        if name.startswith(begin)
    }
    for each in (
        each for name in kept.names() if name.startswith(JOINED) for each in by_name(kept.read(name))
    ):
        of, run = kind_and_run(each)
        if of == kind:
            each["subject"] = each["subject"].partition(": ")[2]
            found.setdefault(run, []).append(each)
    return found


def beside_mccoy(probed: Mapping[str, Findings]) -> None:
    """Print accuracy by heuristic beside McCoy et al. 2019, Tables 3, 4 and 11."""
    cells = PAPERS.load("mccoy-2019").printed.cells
    printed = {(cell.item, cell.column, figure_of(cell)): cell.printed for cell in cells}
    for table, ending in TABLES.items():
        head(table, *HANS_HEAD)
        for run, model in MODELS.items():
            row(run, *(value(hans(probed[f"{run}{ending}"]), each) for each in HANS))
            row(f"paper ({model})", *(printed[table, model, each] for each in HANS))


def at_the_share(probed: Mapping[str, Findings]) -> None:
    """Print the mean over seeds, in per cent, after HANS-like examples at the paper's share, 8 %."""
    head("1,832 examples", "seeds", *HANS_HEAD)
    for model in MODELS:
        named = [hans(found) for name, found in probed.items() if name.startswith(f"{model}-hans-1832")]
        if named:
            seeds_of = ([figures[each]["value"] for figures in named] for each in HANS)
            row(model, len(named), *(mean_over_seeds(each) for each in seeds_of))


def mean_over_seeds(values: Sequence[float]) -> str:
    """Return the mean of shares in per cent, with its interval over three seeds and more."""
    found = seed_mean(values, "proportion", len(values), between=(0, 1))
    bounds = (None, None) if found.interval is None else (found.interval.low, found.interval.high)
    return interval((found.value, *bounds))


@dataclass(frozen=True)
class Withheld:
    """Accuracy of one seed on a subcase that it was not shown, and the accuracy that the paper prints."""

    run: str
    seed: int
    fold: str
    case: str
    ours: float
    printed: str

    @property
    def entailed(self) -> bool:
        """Whether pairs of the subcase are entailed."""
        return self.case[1] == "e"


def withheld(probed: Mapping[str, Findings], dose: str) -> None:
    """Print accuracy on withheld subcases, by seed, beside Tables 12 to 16 of McCoy et al. 2019."""
    cells = list(withheld_cells(probed, dose))
    if not cells:
        return
    runs = [run for run in MODELS if any(each.run == run for each in cells)]
    head(f"withheld{dose}", "subcase", *(name for run in runs for name in (run, MODELS[run])))
    for fold, case in dict.fromkeys((each.fold, each.case) for each in cells):
        of_case = [[each for each in cells if (each.run, each.case) == (run, case)] for run in runs]
        ours = [" ".join(f"{each.ours:.2f}" for each in found) for found in of_case]
        theirs = [found[0].printed if found else "" for found in of_case]
        row(fold, case, *(cell for pair in zip(ours, theirs, strict=True) for cell in pair))
    head(f"withheld{dose}", "seed", "correlation", "more than .3 away", "right, entailed", "right, others")
    for run in runs:
        by_seed = [[each for each in cells if (each.run, each.seed) == (run, seed)] for seed in SEEDS]
        found = [beside_printed(each) for each in by_seed if each]
        for seed, (correlation, far, *shares) in enumerate(found, 1):
            of = f"{far} of {len(by_seed[seed - 1])}"
            row(run, seed, f"{correlation:.2f}", of, *(f"{100 * each:.1f}" for each in shares))
        if {len(each) for each in by_seed} == {len(by_seed[0])}:
            correlations, _, *shares_of = zip(*found, strict=True)
            row(run, "mean", mean_correlation(correlations), "", *map(mean_over_seeds, shares_of))
        printed = beside_printed([replace(each, ours=float(each.printed)) for each in by_seed[0]])
        row(f"paper ({MODELS[run]})", "", "", "", *(f"{100 * each:.1f}" for each in printed[2:]))


def withheld_cells(probed: Mapping[str, Findings], dose: str) -> Iterator[Withheld]:
    """Return what is kept of models that were not shown six subcases, in the order of the paper's tables."""
    printed = {
        (cell.model, figure_of(cell)): cell.printed for cell in PAPERS.load("mccoy-2019").printed.cells
    }
    for recipe, run, seed in product(recipes(), MODELS, SEEDS):
        name = f"{run}-{recipe}{dose}{'' if seed == 1 else f'-seed-{seed}'}"
        for case in recipes()[recipe].without if name in probed else ():
            figure = f"{case}.{'' if case[1] == 'e' else 'non-'}entailment"
            theirs = printed[f"{MODELS[run]}-{recipe}", figure]
            yield Withheld(run, seed, recipe[-1], case, hans(probed[name])[figure]["value"], theirs)


def beside_printed(cells: Sequence[Withheld]) -> tuple[float, int, float, float]:
    """Return the correlation with the paper, how many subcases are far, and means by label."""
    ours, theirs = np.array([(each.ours, float(each.printed)) for each in cells]).T
    entailed = np.array([each.entailed for each in cells])
    far = int((abs(ours - theirs) > FAR).sum())
    return (
        float(np.corrcoef(ours, theirs)[0, 1]),
        far,
        float(ours[entailed].mean()),
        float(ours[~entailed].mean()),
    )


def mean_correlation(values: Sequence[float]) -> str:
    """Return the mean of correlations with its interval over three seeds and more."""
    found = seed_mean(values, "correlation", len(values), between=(-1, 1))
    assert found.interval is not None
    return f"{found.value:.2f} ({found.interval.low:.2f} to {found.interval.high:.2f})"


def searched(name: str, findings: Findings) -> None:
    """Print every point of a grid, in per cent on dev, and the best on the other sets."""
    points = findings[0]["views"]["points"]
    head(f"grid {name}", *points["columns"])
    for *values, full, hard, best in points["lines"]:
        row("", *(f"{each:g}" for each in values), f"{100 * full:.1f}", f"{100 * hard:.1f}", best)
    row("best", *(f"{each} {mean(findings, each)}" for each in SETS))


def retrained(findings: Findings) -> None:
    """Print what was trained for a table of Liu et al. 2020, and what its claims are judged by."""
    of = {each["measure"]: each["views"] for each in findings}
    rows = {(model, figure): rest for model, figure, *rest in of["liu-2020.trained"]["figures"]["lines"]}
    cells = [cell for cell in PAPERS.load("liu-2020").printed.cells if cell.figure == LIU[3]]
    printed = {cell.model: cell.printed for cell in cells}
    head("trained on", *LIU_HEAD)
    for model in dict.fromkeys(model for model, _ in rows):
        found = [interval(rows.get((model, figure))) for figure in LIU]
        row(model, *found[:4], printed.get(model, ""), *found[4:])
    probed = [model for model, figure in rows if figure == f"hans.{HANS[0]}"]
    if probed:
        head("trained on", *HANS_HEAD)
    for model in probed:
        row(model, *(f"{rows[model, f'hans.{figure}'][0]:.2f}" for figure in HANS))
    if "liu-2020.claims" not in of:  # they are judged by seeds: one seed has none
        return
    head("claim", "first", "second", "of", "second minus first", "seeds", "claimed", "verdict")
    for claim, first, second, cell, *estimate, _, count, claimed, verdict in of["liu-2020.claims"][
        "comparisons"
    ]["lines"]:
        row(claim[-1], first, second, cell, interval(estimate, "+"), count, claimed, verdict)


def beside_plain(findings: Findings) -> None:
    """Print debiasing methods beside the plain training."""
    compared = [each for each in findings if each["measure"] == "compare_seeds"]
    grouped: list[dict[str, Any]] = [
        each["figures"] for each in findings if each["measure"] == "compare_groups"
    ] or [{}] * len(compared)
    figures = [{**each["figures"], **worst} for each, worst in zip(compared, grouped, strict=True)]
    columns = METHODS | (WORST if any(grouped) else {})
    head("method", *columns)
    row("plain", *(shown_figure(figures[0].get(f"{each}.first"), "") for each in columns.values()))
    for each, found in zip(compared, figures, strict=True):
        name = each["subject"].split(" beside ")[0]
        row(name, *(shown_figure(found.get(f"{each}.difference"), "+") for each in columns.values()))


def shown_figure(figure: Mapping[str, Any] | None, sign: str) -> str:
    """Return a figure in per cent with its interval."""
    if figure is None:
        return ""
    bounds = figure["interval"] or {"low": None, "high": None}
    return interval((figure["value"], bounds["low"], bounds["high"]), sign)


def interval(found: Sequence[Any] | None, sign: str = "") -> str:
    """Return a value and its bounds in per cent."""
    if found is None:
        return ""
    value, low, high, *_ = found
    if low is None:
        return f"{100 * value:{sign}.1f}"
    return f"{100 * value:{sign}.1f} ({100 * low:{sign}.1f} to {100 * high:{sign}.1f})"


def head(*names: str) -> None:
    """Print the head of a table."""
    print(f"\n| {' | '.join(names)} |\n|{' --- |' * len(names)}")


def row(*cells: object) -> None:
    """Print a row of a table."""
    print(f"| {' | '.join(map(str, cells))} |")


def by_name(content: bytes) -> Findings:
    """Return the findings in a file, with their figures by name."""
    findings = json.loads(content)["findings"]
    return [
        {**each, "figures": {figure["name"]: figure["estimate"] for figure in each["figures"]}}
        for each in findings
    ]


def seeds(findings: Findings) -> int:
    """Return how many seeds a training has."""
    first = next(each for each in findings if each["measure"] == "accuracy")
    return sum(".seed-" in name for name in first["figures"])


def pace(findings: Findings) -> tuple[str, int]:
    """Return the epochs of each seed, and pairs a second in the fastest epoch."""
    table = next(each for each in findings if each["measure"] == "training")["views"]["epochs"]
    epochs = [dict(zip(table["columns"], each, strict=True)) for each in table["lines"]]
    counts = {each["seed"]: each["epoch"] for each in epochs}
    return ", ".join(map(str, counts.values())), round(max(each["pairs_per_second"] for each in epochs))


def mean(findings: Findings, name: str) -> str:
    """Return the accuracy on a set, in per cent, with the spread over seeds."""
    figures = next(each["figures"] for each in findings if each["subject"] == name)
    spread, shown = figures.get(f"{name}.sd"), f"{100 * figures[f'{name}.mean']['value']:.1f}"
    return shown if spread is None else f"{shown} (sd {100 * spread['value']:.1f})"


def points(figures: Mapping[str, Any], name: str) -> str:
    """Return a difference of `compare` in points, with the interval over seeds and items."""
    found = figures[f"{name}.full.difference"]
    low, high = (100 * found["interval"][each] for each in ("low", "high"))
    return f"{100 * found['value']:+.1f} ({low:+.1f} to {high:+.1f})"


def majority_cells(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return n, the share of the majority, differences in points by seed, and the largest p-value."""
    shown = [
        "{:+.1f} ({:+.1f} to {:+.1f})".format(*(100 * each[name] for name in ("difference", "low", "high")))
        for each in rows
    ]
    share, p_value = rows[0]["majority"], max(each["p_value"] for each in rows)
    return [f"{rows[0]['n']:,}", f"{100 * share:.2f}", "; ".join(shown), f"{p_value:.1g}"]


def hans(findings: Findings) -> dict[str, Any]:
    """Return the figures on HANS."""
    return dict(
        next(each["figures"] for each in findings if each["role"] == "score" and each["on"] == "hans")
    )


def value(figures: Mapping[str, Any], name: str) -> str:
    """Return an accuracy with two digits, as the paper prints it."""
    return f"{figures[name]['value']:.2f}"


def main() -> None:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parts = parser.add_subparsers(dest="command", required=True)
    keeping = parts.add_parser("keep")
    keeping.add_argument("results", type=Path)
    keeping.add_argument("folders", nargs="+", metavar="KIND=FOLDER")
    adding = parts.add_parser("add")
    adding.add_argument("results", type=Path)
    adding.add_argument("runs", nargs="+", metavar="KIND=RUN")
    joining = parts.add_parser("join")
    joining.add_argument("results", type=Path)
    joining.add_argument("name")
    joining.add_argument("runs", nargs="+", metavar="KIND=RUN")
    answering = parts.add_parser("answers")
    for name, kind in {"results": Path, "run": Path, "name": str}.items():
        answering.add_argument(name, type=kind)
    for name in ("pack", "tables"):
        parts.add_parser(name).add_argument("results", type=Path)
    given = parser.parse_args()
    if given.command == "keep":
        folders = dict(each.split("=", 1) for each in given.folders)
        keep(given.results, {kind: Path(folder) for kind, folder in folders.items()})
    elif given.command in ("add", "join"):
        runs = [(kind, Path(run)) for kind, run in (each.split("=", 1) for each in given.runs)]
        if given.command == "add":
            add(given.results, runs)
        else:
            join(given.results, given.name, runs)
    elif given.command == "answers":
        answers(given.results, given.run, given.name)
    else:
        {"pack": pack, "tables": tables}[given.command](given.results)


if __name__ == "__main__":
    main()
