"""The page of benchmarks is generated from the stored results, which do not identify the machine."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESULTS = sorted((ROOT / "benchmarks" / "results").glob("*.json"))


def test_the_page_of_benchmarks_is_up_to_date():
    """The page is what the results give (`python docs/make_benchmarks.py` writes it)."""
    made = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_benchmarks.py"), "--print"],
        capture_output=True,
        check=True,
        timeout=600,
    )
    assert made.stdout.decode("utf-8") == (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")


def test_results_have_rows_a_commit_and_a_machine_without_a_name():
    """Each file has rows with both sides, times that are positive, a commit, and no path or name of a machine."""
    assert RESULTS
    for path in RESULTS:
        data = json.loads(path.read_text(encoding="utf-8"))
        assert data["benchmark"] == path.stem
        assert set(data["machine"]) == {"processor", "cores", "system", "python"}
        assert re.fullmatch(r"[0-9a-f]{7,40}\+?", data["commit"])
        assert data["rows"] or data["curves"]
        for row in data["rows"]:
            assert row["target"] is None or row["target"] > 0  # none was asked for
            for side in (row["ours"], row["peer"]):
                assert (side["seconds"] is None) == bool(side["reason"])
                assert side["seconds"] is None or side["seconds"] > 0
                assert len(side["reason"]) <= 30
        assert "/" not in json.dumps(data["machine"])
