"""What does it cost to run a model again with another value of a parameter?

Anew: the model is printed, parsed and checked with the value, checked again with the value in its place,
and run: checked once more and lowered, as it was done for every value before there was `bind`. Bound: the
value is put into the compiled model (`vary`, `simulate`). Both end with the same motion. The runs are short,
as a point of a sweep is, so that what surrounds the integration is seen; the last column is for the run that
the model asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

import dalembert
from benchmarks._measure import best
from dalembert._compile.compiled_models import forget
from dalembert._model.build import build
from dalembert._model.check import examine
from dalembert._model.plain import plain_values
from dalembert._model.records import Model, RunSettings
from dalembert._model.vary import apply_case
from dalembert._simulate.motion import Motion
from dalembert._text.written import Written

RUNS = (("four_bar", "L1", 5.0), ("n_link_pendulum:20", "m", 20.0))  # and how much cheaper it is, at least
SHORT = {"t_end": 0.01, "samples": 5}
TIMES = 7


def anew(model: Model, name: str, value: float, settings: RunSettings) -> Motion:
    """The run of a model with a value: everything from its text on, nothing kept from a run before."""
    forget()
    given = {"cases": {"given": {"parameters": {name: value}}}}
    made, _ = build(Written(values=plain_values(model) | given))
    examine(made)
    varied = replace(apply_case(made, made.cases[0]), cases=model.cases)
    examine(varied)
    return dalembert.simulate(replace(varied, simulate=settings))


def bound(model: Model, name: str, value: float, settings: RunSettings) -> Motion:
    """The run of a model with a value that is put into what is compiled."""
    varied = dalembert.vary(model, parameters={name: value})
    return dalembert.simulate(replace(varied, simulate=settings))


def seconds(
    way: Callable[..., Motion], model: Model, name: str, settings: RunSettings
) -> tuple[float, Motion]:
    """The shortest of some runs with values that differ, and the motion of the last value."""
    first = next(p.value.typed for p in model.parameters if p.name == name and p.value is not None)
    values = iter(first * (1 + 0.001 * k) for k in range(TIMES + 1))
    last: list[Motion] = [way(model, name, next(values), settings)]

    def once() -> None:
        last[:] = [way(model, name, next(values), settings)]

    return best(once, TIMES), last[0]


def main() -> None:
    """Print the table; a ratio below its bound is marked."""
    print(f"A run with another value, {SHORT['t_end']} s with {SHORT['samples']} samples (ms)")
    print(f"{'system':22}{'anew':>8}{'bound':>8}{'ratio':>8}{'at least':>10}{'whole run':>12}")
    for system, name, least in RUNS:
        model = dalembert.read(system)
        short = replace(model.simulate, **SHORT)
        (slow, one), (fast, other) = (seconds(way, model, name, short) for way in (anew, bound))
        if not np.array_equal(one.q, other.q):
            message = f"{system}: the two ways give different motions"
            raise AssertionError(message)
        whole = [seconds(way, model, name, model.simulate)[0] for way in (anew, bound)]
        mark = "" if slow >= least * fast else "  below"
        print(
            f"{system:22}{1e3 * slow:8.1f}{1e3 * fast:8.1f}{slow / fast:8.1f}{least:10.0f}"
            f"{whole[0] / whole[1]:12.2f}{mark}"
        )


if __name__ == "__main__":
    main()
