"""Runs every benchmark of this folder: `python -m benchmarks`, or some of them by name.

Their results are stored in `results`, and a table of all ratios of this run is printed at the end.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from benchmarks._results import keep
from benchmarks._rows import Row, closing_table


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all."""
    found = sorted(p.stem for p in Path(__file__).parent.glob("*.py") if not p.stem.startswith("_"))
    unknown = sorted(set(names) - set(found))
    if unknown:
        sys.exit(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(found)}")
    rows: list[Row] = []
    for name in names or found:
        module = import_module(f"benchmarks.{name}")
        findings = module.main()
        if findings:
            keep(name, (module.__doc__ or name).strip().splitlines()[0], findings)
            rows += [one for one in findings if isinstance(one, Row)]
    print(f"\n{closing_table(rows)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
