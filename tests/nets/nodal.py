"""Linear circuits by modified nodal analysis: an independent computation with node voltages as unknowns.

E x' = A x + b with the voltages of nodes, the currents of coils and of voltage sources; it is solved by its
generalised eigenvalues, so that no integrator is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

WITH_CURRENT = ("inductor", "voltage_source", "transformer")  # as an unknown
SHIFT = 0.731  # where the pencil is inverted


def voltages(elements: Mapping[str, Mapping[str, Any]], times: np.ndarray) -> dict[str, np.ndarray]:
    """The voltages of all nodes at some times, from constant sources and starts of stores."""
    ends = (
        node for one in elements.values() for key in ("between", "secondary") for node in one.get(key, ())
    )
    nodes = sorted({*ends} - {"ground"})
    extra = [name for name, one in elements.items() if one["kind"] in WITH_CURRENT]
    size = len(nodes) + len(extra)
    place = {node: i for i, node in enumerate(nodes)} | {n: len(nodes) + i for i, n in enumerate(extra)}
    left, right, given = np.zeros((size, size)), np.zeros((size, size)), np.zeros(size)
    held, started = np.zeros(size), np.zeros(size)  # E x at the start, and currents of coils

    def across(pair: Sequence[str]) -> np.ndarray:
        found = np.zeros(size)
        for node, sign in zip(pair, (1, -1), strict=True):
            if node != "ground":
                found[place[node]] = sign
        return found

    for name, one in elements.items():
        ends = across(one["between"]) if "between" in one else np.zeros(size)
        match one["kind"]:
            case "resistor":
                right -= np.outer(ends, ends) / one["resistance"]
            case "capacitor":
                left += np.outer(ends, ends) * one["capacitance"]
                held += ends * one["capacitance"] * one.get("start_voltage", 0)
            case "inductor":
                row = place[name]
                left[row, row] = one["inductance"]
                right[row] += ends
                right[:, row] -= ends
                started[row] = one.get("start_current", 0)
            case "voltage_source":
                right[place[name]] += ends
                given[place[name]] -= one["voltage"]
                right[:, place[name]] -= ends
            case "mutual_inductance":
                first, second = (place[coil] for coil in one["coils"])
                left[first, second] = left[second, first] = one["inductance"]
            case "transformer":
                both = ends - one["ratio"] * across(one["secondary"])
                right[place[name]] += both
                right[:, place[name]] -= both
            case "current_source":
                given -= ends * one["current"]
    held += left @ started
    steady = np.linalg.lstsq(right, -given, rcond=None)[0]  # coils in a loop leave its current open
    inverse, modes = np.linalg.eig(np.linalg.solve(SHIFT * left - right, left))
    kept = np.abs(inverse) > 1e-10 * np.abs(inverse).max()
    rates, modes = SHIFT - 1 / inverse[kept], modes[:, kept]
    shares = np.linalg.lstsq(left @ modes, held - left @ steady, rcond=None)[0]
    values = steady + np.real((np.exp(np.outer(times, rates)) * shares) @ modes.T)
    return {node: values[:, place[node]] for node in nodes}
