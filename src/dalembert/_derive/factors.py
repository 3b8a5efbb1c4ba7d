"""The factor that all terms of some sums have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import symengine as se

from dalembert._derive.engine import Symbolic


def common_factor(sums: Iterable[Symbolic], may: Callable[[Symbolic], bool]) -> Symbolic:
    """The powers of bases that `may` be taken out and stand in every term, as a product; 1 without any."""
    common: dict[Symbolic, int] | None = None
    for whole in sums:
        if whole == 0:
            continue
        for term in whole.args if type(whole) is se.Add else (whole,):
            own = dict(_powers(term))
            if common is None:
                common = {base: e for base, e in own.items() if may(base)}
            else:
                common = {base: min(e, own[base]) for base, e in common.items() if base in own}
    return se.Mul(*(base**e for base, e in (common or {}).items()))


def _powers(term: Symbolic) -> Iterable[tuple[Symbolic, int]]:
    """The bases of a product with exponents that are whole and positive."""
    for part in term.args if type(term) is se.Mul else (term,):
        if type(part) is se.Pow:
            base, exponent = part.args
            if exponent.is_Integer and exponent > 0:
                yield base, int(exponent)
        elif not part.is_Number:
            yield part, 1
