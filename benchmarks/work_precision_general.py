"""How long does a model with massless coordinates or unknown efforts take, against IDA and scipy_dae?

As in `work_precision`: tanks, motors, air and levers, whose rates follow from equations of any index.
"""

from __future__ import annotations

from benchmarks._rows import Finding
from benchmarks.work_precision import compare

SYSTEMS = ("electro_mechanical", "blending_tank", "pneumatic_positioner")


def main() -> list[Finding]:
    """Print the table."""
    return compare(SYSTEMS)


if __name__ == "__main__":
    main()
