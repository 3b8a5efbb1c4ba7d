"""Points of a space of variables: Sobol's sequence, a Latin hypercube, random, or a design; seeded.

Correlated normals are L z with the Cholesky factor L of their correlations, z being independent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from scipy import special
from scipy.stats import qmc

from dalembert._expression.suggest import nearest
from dalembert._sweep.designs import LEAST, morris, points_a_base, saltelli
from dalembert._sweep.distributions import NORMAL, of_normal, quantiles
from dalembert._sweep.records import Array, Sample, Variable, refusal

METHODS = ("sobol", "latin", "random", "saltelli", "morris")
DESIGNS = ("saltelli", "morris")  # from which sensitivity indices are estimated
DIGITS = 32  # of a shifted point
MOST_POINTS = 10_000_000
MOST_VARIABLES = 1000
SMALLEST = 2.0**-54  # quantiles of 0 and 1 are not finite


def checked_sample(
    text: str, variables: tuple[Variable, ...], correlations: tuple[tuple[str, str, float], ...]
) -> Sample | None:
    """The sample of --sample METHOD:N or METHOD:N:SEED; None where nothing is sampled."""
    where = f"--sample {text}" if text else "--sample"
    if not text:
        if variables:
            named = ", ".join(one.name for one in variables)
            raise refusal(
                where,
                f"{named} has a distribution, but nothing says how many are drawn",
                "add --sample sobol:1024",
            )
        if correlations:
            raise refusal(
                "--correlate", "nothing is sampled that could be correlated", "add --sample sobol:1024"
            )
        return None
    method, _, argument = (part.strip() for part in text.partition(":"))
    number, _, seed = (part.strip() for part in argument.partition(":"))
    if method not in METHODS:
        near = nearest(method, METHODS)
        hint = f"did you mean {near}?" if near else f"write {', '.join(f'{one}:1000' for one in METHODS)}"
        raise refusal(where, f"there is no way of sampling `{method}`", hint)
    if not (number.isascii() and number.isdigit() and int(number[:18]) >= 1 and len(number) <= 18):
        raise refusal(where, f"`{number[:40]}` is no number of samples", f"write {method}:1024")
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= 9):
        raise refusal(where, f"the seed `{seed[:40]}` is no whole number", f"write {method}:{number}:7")
    count = int(number) * points_a_base(method, len(variables))
    if count > MOST_POINTS:
        raise refusal(
            where, f"{count:.3g} samples are more than a sweep may draw", f"draw {MOST_POINTS:.0e} at most"
        )
    if not variables:
        raise refusal(
            where, "no value has a distribution", "add --over m=uniform:1:2, or normal, lognormal, triangular"
        )
    if len(variables) > MOST_VARIABLES:
        raise refusal(where, f"{len(variables)} variables are too many", f"sample {MOST_VARIABLES} at most")
    if method in DESIGNS and int(number) < LEAST:
        message = f"{int(number)} points are too few to estimate sensitivity indices from"
        raise refusal(where, message, f"write {method}:{LEAST} at least")
    if method in DESIGNS and correlations:
        message = f"indices of a sample `{method}` are of variables that are independent of one another"
        raise refusal("--correlate", message, "leave the correlations out, or sample with sobol")
    _refuse_correlations(variables, correlations)
    return Sample(
        method=method, count=count, seed=int(seed or 0), variables=variables, correlations=correlations
    )


def read_correlation(text: str) -> tuple[str, str, float]:
    """One --correlate A,B=R."""
    names, equals, number = text.partition("=")
    pair = [name.strip() for name in names.split(",")]
    try:
        r = float(number)
    except ValueError:
        r = np.nan
    if not equals or len(pair) != 2 or not all(pair) or not -1 < r < 1:
        raise refusal(
            f"--correlate {text[:60]}",
            "a correlation is between two values, and inside −1 and 1",
            "write --correlate m,k=0.5",
        )
    return pair[0], pair[1], r


def _refuse_correlations(
    variables: tuple[Variable, ...], correlations: tuple[tuple[str, str, float], ...]
) -> None:
    """Raise correlations of what is not normal, and those that no normals have together."""
    by_name = {one.name: one for one in variables}
    for a, b, _ in correlations:
        for name in (a, b):
            if name not in by_name:
                near = nearest(name, by_name)
                hint = f"did you mean `{near}`?" if near else f"the variables are {', '.join(by_name)}"
                raise refusal(f"--correlate {a},{b}", f"`{name}` has no distribution", hint)
            if by_name[name].kind not in NORMAL:
                message = (
                    f"`{name}` is {by_name[name].kind}: correlations are given between normals and lognormals"
                )
                raise refusal(f"--correlate {a},{b}", message, f"make it {name}=normal:mean:sd")
        if a == b:
            raise refusal(f"--correlate {a},{b}", "a value is correlated with itself by 1", "name two values")
    if correlations:
        try:
            np.linalg.cholesky(correlation_matrix(variables, correlations))
        except np.linalg.LinAlgError:
            raise refusal(
                "--correlate", "no normals have all these correlations together", "make them smaller"
            ) from None


def correlation_matrix(
    variables: tuple[Variable, ...], correlations: tuple[tuple[str, str, float], ...]
) -> Array:
    """The correlations of all variables, or of the logarithms of lognormal ones."""
    index_of = {one.name: i for i, one in enumerate(variables)}
    made = np.eye(len(variables))
    for a, b, r in correlations:
        made[index_of[a], index_of[b]] = made[index_of[b], index_of[a]] = r
    return made


@lru_cache(maxsize=2)
def points(sample: Sample) -> Array:
    """The samples in SI units: (samples, variables)."""
    variables, u = sample.variables, cube_of(sample)
    if not sample.correlations:
        return np.stack([quantiles(one, u[:, i]) for i, one in enumerate(variables)], axis=1)
    L = np.linalg.cholesky(correlation_matrix(variables, sample.correlations))
    z = special.ndtri(u) @ L.T
    columns = [
        of_normal(one, z[:, i]) if one.kind in NORMAL else quantiles(one, u[:, i])
        for i, one in enumerate(variables)
    ]
    return np.stack(columns, axis=1)


def cube_of(sample: Sample) -> Array:
    """The samples as parts of probability: (samples, variables), inside 0 and 1."""
    width = len(sample.variables)
    base = sample.count // points_a_base(sample.method, width)
    u = _CUBES[sample.method](base, width, np.random.default_rng(sample.seed))
    return np.clip(u, SMALLEST, 1 - SMALLEST)


def _sobol(count: int, width: int, random: np.random.Generator) -> Array:
    """Sobol's sequence with a digital shift: the binary digits of each variable are changed alike, seeded."""
    digits = max(count - 1, 1).bit_length()  # it is balanced at powers of two
    plain = qmc.Sobol(width, scramble=False).random_base2(digits)[:count]
    shift = random.integers(0, 1 << DIGITS, size=width, dtype=np.uint64)
    moved = (plain * float(1 << DIGITS)).astype(np.uint64) ^ shift
    made: Array = (moved.astype(np.float64) + 0.5) / float(1 << DIGITS)
    return made


def _latin(count: int, width: int, random: np.random.Generator) -> Array:
    """A Latin hypercube: of each variable one value in each of `count` equal parts."""
    parts = np.stack([random.permutation(count) for _ in range(width)], axis=1)
    made: Array = (parts + random.random((count, width))) / count
    return made


_CUBES: dict[str, Callable[[int, int, np.random.Generator], Array]] = {
    "sobol": _sobol,
    "latin": _latin,
    "random": lambda count, width, random: random.random((count, width)),
    "saltelli": lambda base, width, random: saltelli(base, width, random, _sobol),
    "morris": morris,
}
