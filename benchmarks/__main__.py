"""Runs every benchmark of this folder: `python -m benchmarks`, or some of them by name."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all."""
    found = sorted(p.stem for p in Path(__file__).parent.glob("*.py") if not p.stem.startswith("_"))
    unknown = sorted(set(names) - set(found))
    if unknown:
        sys.exit(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(found)}")
    for name in names or found:
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
