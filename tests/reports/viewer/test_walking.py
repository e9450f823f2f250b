"""Runs are found wherever they lie below a folder, and nowhere else."""

from pathlib import Path

from rightreasons.reports.viewer.folders import final_name, run_folders


def put(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).touch()
    return folder


def test_runs_are_found_at_any_depth_and_those_in_the_making(tmp_path: Path) -> None:
    expected = {
        put(tmp_path / "a", "manifest.json", "findings.json"),
        put(tmp_path / "b" / "c" / "d", "findings.json"),
        put(tmp_path / "b" / ".e.partial", "manifest.json"),
    }
    put(tmp_path / "b" / "empty")
    put(tmp_path / ".hidden" / "run", "manifest.json", "findings.json")
    found = run_folders(tmp_path)
    assert set(found.folders) == expected
    assert found.is_whole


def test_the_folder_itself_may_be_a_run(tmp_path: Path) -> None:
    put(tmp_path / "run", "manifest.json", "findings.json")
    assert run_folders(tmp_path / "run").folders == (tmp_path / "run",)


def test_the_inside_of_a_run_holds_no_runs(tmp_path: Path) -> None:
    run = put(tmp_path / ".run.partial", "manifest.json")
    put(run / "steps" / "label_balance", "findings.json")
    sealed = put(tmp_path / "sealed", "manifest.json", "findings.json")
    put(sealed / "seed-1", "manifest.json")
    assert set(run_folders(tmp_path).folders) == {run, sealed}


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = put(tmp_path / "outside", "manifest.json", "findings.json")
    shown = put(tmp_path / "shown")
    (shown / "link").symlink_to(outside)
    (shown / "round").symlink_to(shown)
    assert run_folders(shown).folders == ()


def test_a_walk_that_ends_early_says_so_and_has_looked_at_the_nearest(tmp_path: Path) -> None:
    near = put(tmp_path / "run", "manifest.json", "findings.json")
    for each in range(20):
        put(tmp_path / "folders" / str(each) / "deep")
    found = run_folders(tmp_path, most=5)
    assert found.folders == (near,)
    assert not found.is_whole


def test_a_run_in_the_making_is_called_as_it_will_be() -> None:
    assert final_name(Path("runs/.my.run.partial")) == "my.run"
    assert final_name(Path("runs/my.run")) == "my.run"
