"""`make hans` writes what was asked for, whole, with a manifest that says how to make it again."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.challenges.hans.recipes import make_recipe
from rightreasons.errors import MeasureInputError, OptionError, RunExistsError, SupportError, VocabularyError
from rightreasons.jobs.making.hans import attest_verbs, make_hans
from rightreasons.jobs.options import HansOptions
from rightreasons.pairs import PairTable

SENTENCES = ["premise", "hypothesis"]
SMALL = HansOptions(per_subcase=5, seed=4)


def test_the_manifest_beside_the_file_says_seed_quirks_and_version(tmp_path: Path) -> None:
    out = tmp_path / "new" / "hans.tsv"
    returned = make_hans(out, HansOptions(per_subcase=5, seed=4, quirks="fixed"))
    manifest = json.loads((out.parent / "hans.tsv.manifest.json").read_text(encoding="utf-8"))
    assert manifest == json.loads(json.dumps(returned))
    assert manifest["set"] == {
        "name": "hans-fixed-s4",
        "seed": 4,
        "quirks": "fixed",
        "vocabulary": "hans",
    }
    assert manifest["versions"]["rightreasons"]
    assert manifest["files"] == {"hans.tsv": hashlib.sha256(out.read_bytes()).hexdigest()}
    assert manifest["counts"]["pairs"] == 150
    assert {path.name for path in out.parent.iterdir()} == {"hans.tsv", "hans.tsv.manifest.json"}


def test_the_same_seed_gives_the_same_file_and_another_seed_another(tmp_path: Path) -> None:
    seeds = (4, 4, 5)
    files = [tmp_path / f"{position}.tsv" for position in range(3)]
    for seed, path in zip(seeds, files, strict=True):
        make_hans(path, HansOptions(per_subcase=5, seed=seed))
    first, again, other = (path.read_bytes() for path in files)
    assert first == again
    assert first != other


@pytest.mark.parametrize("name", ["hans.tsv", "hans.jsonl", "hans.parquet"])
def test_what_was_written_is_read_as_labelled_pairs_with_their_groups(name: str, tmp_path: Path) -> None:
    make_hans(tmp_path / name, SMALL)
    table = read_pairs(tmp_path / name)
    assert len(table) == 150
    assert table.frame["id"].str.starts_with("hans-s4-temp").all()
    assert {"heuristic", "subcase", "template"} <= set(table.groups)
    assert sorted(table.counts().values()) == [75, 75]


def test_a_file_that_is_there_is_refused_and_stays_as_it_was(tmp_path: Path) -> None:
    for taken in ("hans.tsv", "other.tsv.manifest.json"):
        (tmp_path / taken).write_text("mine", encoding="utf-8")
    for name in ("hans.tsv", "other.tsv"):
        with pytest.raises(RunExistsError, match="is there"):
            make_hans(tmp_path / name, SMALL)
    assert (tmp_path / "hans.tsv").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "other.tsv").exists()


@pytest.mark.parametrize("name", ["hans.tsv", "hans.parquet"])
def test_the_same_work_that_is_whole_is_not_done_again(name: str, tmp_path: Path) -> None:
    made = make_hans(tmp_path / name, SMALL)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert make_hans(tmp_path / name, SMALL) == made
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    with pytest.raises(RunExistsError):
        make_hans(tmp_path / name, replace(SMALL, seed=5))
    (tmp_path / name).write_text("changed since", encoding="utf-8")
    with pytest.raises(RunExistsError):
        make_hans(tmp_path / name, SMALL)


def test_work_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(SupportError, match="2,688"):
        make_hans(tmp_path / "hans.tsv", HansOptions(per_subcase=2_689))
    assert not any(tmp_path.iterdir())


def test_pairs_of_the_file_to_stay_apart_from_do_not_occur(tmp_path: Path) -> None:
    options = {"per_subcase": 1_000, "subcases": ("se_understood_object",)}
    make_hans(tmp_path / "evaluation.tsv", HansOptions(seed=1, **options))  # type: ignore[arg-type]  # mixed values
    evaluation = read_pairs(tmp_path / "evaluation.tsv")
    apart = HansOptions(seed=2, **options)  # type: ignore[arg-type]  # mixed values
    made = make_hans(tmp_path / "train.tsv", apart, evaluation)
    train = read_pairs(tmp_path / "train.tsv")
    assert train.frame.join(evaluation.frame, on=SENTENCES).is_empty()
    assert made["disjoint_from"]["rows"] == 1_000


@pytest.mark.parametrize(("recipe", "quirks"), [("augmentation", "fixed"), ("withheld-3", "official")])
def test_a_small_recipe_too_shares_no_pair_with_what_probe_tests_on(
    recipe: str, quirks: str, tmp_path: Path
) -> None:
    make_hans(tmp_path / "a.jsonl", HansOptions(per_subcase=100, recipe=recipe, quirks=quirks))  # type: ignore[arg-type]  # two literals
    made = read_pairs(tmp_path / "a.jsonl").frame
    assert made.join(make_recipe("evaluation").to_pairs().frame, on=SENTENCES).is_empty()
    assert made["subcase"].n_unique() == (30 if recipe == "augmentation" else 24)


def test_official_ids_are_given_on_request(tmp_path: Path) -> None:
    make_hans(tmp_path / "a.tsv", HansOptions(per_subcase=2, ids="official", recipe="evaluation"))
    assert read_pairs(tmp_path / "a.tsv").frame["id"].to_list() == [f"ex{row}" for row in range(60)]


def test_a_users_words_make_hans_in_another_domain(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2] / "src/rightreasons/text/english/hans/harbour.yaml"
    words = shipped.read_text(encoding="utf-8").replace("name: harbour", "name: mine", 1)
    (tmp_path / "mine.yaml").write_text(words, encoding="utf-8")
    mine, harbour = (
        HansOptions(5, 4, vocabulary=str(tmp_path / "mine.yaml")),
        HansOptions(5, 4, vocabulary="harbour"),
    )
    made = make_hans(tmp_path / "mine.tsv", mine)
    make_hans(tmp_path / "harbour.tsv", harbour)
    assert made["vocabulary"]["name"] == "mine"
    tables = [read_pairs(tmp_path / f"{name}.tsv").frame for name in ("mine", "harbour")]
    assert tables[0]["premise"].equals(tables[1]["premise"])
    (tmp_path / "mine.yaml").write_text("name: mine\n", encoding="utf-8")
    with pytest.raises(VocabularyError):
        make_hans(tmp_path / "other.tsv", mine)


def test_options_that_contradict_or_mean_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError):
        make_hans(tmp_path / "a.tsv", HansOptions(recipe="augmentation", without=("ln_passive",)))
    with pytest.raises(OptionError, match="ids="):
        HansOptions(ids="mine")  # type: ignore[arg-type]  # what may be typed
    with pytest.raises(OptionError, match="format="):
        make_hans(tmp_path / "hans.doc", SMALL)


def test_verbs_are_counted_in_premises_and_hypotheses_and_the_table_is_kept(tmp_path: Path) -> None:
    paid = "(ROOT (S (NP (PRP We)) (VP (VBD paid) (NP (PRP them)))))"
    slept = "(ROOT (S (NP (PRP We)) (VP (VBD slept))))"
    rows = {"premise": ["p", "q"], "hypothesis": ["h", "i"], "label": ["neutral", "-"]}
    parses = {"sentence1_parse": [paid, paid], "sentence2_parse": [slept, paid]}
    table = read_pairs(pl.DataFrame(rows | parses), on_missing_gold="keep")
    counted = attest_verbs([table, table], minimum=4, out=tmp_path / "verbs.csv")
    found = {
        (verb, frame): count for verb, frame, count in counted.select("verb", "frame", "count").iter_rows()
    }
    assert found["paid", "transitive"] == 6
    assert found["slept", "intransitive"] == 2
    short = counted.filter("falls_short").select("verb", "frame").rows()
    assert ("slept", "intransitive") in short
    assert ("paid", "transitive") not in short
    assert pl.read_csv(tmp_path / "verbs.csv").drop("needed_by").equals(counted.drop("needed_by"))


def test_a_corpus_without_parses_attests_nothing() -> None:
    table: PairTable = read_pairs(pl.DataFrame({"premise": ["p"], "hypothesis": ["h"], "label": ["neutral"]}))
    with pytest.raises(MeasureInputError, match="parse"):
        attest_verbs([table])
