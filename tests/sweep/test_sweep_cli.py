"""Output of a sweep on the command line: tables of rows, and error messages for a full disk."""

import errno
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dalembert._sweep import store
from dalembert.cli import app

SWEEP = ["sweep", "rod_pendulum", "--over", "theta=10:30:3", "--over", "g=1,2", "--t-end", "0.5"]


def said(*words: str) -> tuple[int, str]:
    """The exit code of a command, and all it prints."""
    found = CliRunner().invoke(app, [*SWEEP, *words], env={"COLUMNS": "200"})
    return found.exit_code, " ".join(found.output.split())


def test_rows_end_with_their_accuracy_if_they_have_one(tmp_path: Path) -> None:
    """What is varied stands first as it was written, then what is kept; plain rows claim nothing."""
    code, text = said("--keep", "tip_y at end, max(theta)")
    heads = "run status theta [rad] g [m/s^2] tip_y_at_end [m] max_theta [rad]"
    assert code == 0
    assert text.startswith(f"{heads} accuracy 0 ok")
    assert said("--keep", "tip_y at end, max(theta)", "--plain")[1].startswith(f"{heads} 0 ok")
    pytest.importorskip("zarr", reason='stores are read by zarr: pip install "dalembert[sweep]"')
    stored = said("--keep", "tip_y at end, max(theta)", "--out", str(tmp_path / "a.zarr"))[1]
    assert stored.startswith(f"{heads} accuracy 0 ok")


def test_a_store_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The name is the one that was given, not that of a part."""

    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(tmp_path / ".x.part"))

    monkeypatch.setattr(store, "write_files", refuse)
    code, text = said("--out", str(tmp_path / "a.zarr"))
    assert code == 2
    assert f"cannot make the store {tmp_path}/a.zarr: Read-only file system" in text


def test_a_full_disk_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Blocks that landed stay, and --resume is named."""
    pytest.importorskip("zarr", reason='stores are read by zarr: pip install "dalembert[sweep]"')
    write = store.write_files

    def full(files: dict[Path, bytes]) -> None:
        if any(path.parent.name == "status" and path.name.isdigit() for path in files):
            raise OSError(errno.ENOSPC, "No space left on device")
        write(files)

    monkeypatch.setattr(store, "write_files", full)
    code, text = said("--out", str(tmp_path / "a.zarr"), "--on", "local:1")
    assert code == 2
    assert "No space left on device; blocks that were stored are safe: continue with --resume" in text


def test_tables_with_a_missing_cell_or_file_are_refused(tmp_path: Path) -> None:
    """The line and the column are named, and where the path is seen from."""
    path = tmp_path / "cases.csv"
    path.write_text("theta [deg], m\n10, 1\n20\n")
    code, text = said("--table", str(path))
    assert code == 1
    assert "line 3 of cases.csv has no value in column m" in text
    assert "as seen from this folder" in said("--table", str(tmp_path / "none.csv"))[1]
