"""The rates of the state (q, q', s): q' is part of the state, q'' and s' are functions of it.

Without constraints and with at most three coordinates q'' = M⁻¹ h is written out; otherwise it stays
implicit, as the solution of the saddle-point system:

    [ M  Gᵀ ] [ q'' ]   [ h     ]
    [ G  0  ] [ lam ] = [ gamma ]
"""

from __future__ import annotations

from dalembert._derive.dependent_forces import accelerations_in
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, NotAvailable, Part, Request, equations, matrix, vector
from dalembert._derive.forms.inverse import LARGEST, refuse_singular, solve_by_blocks
from dalembert._derive.workbench import Workbench
from dalembert._words.message import Message, say


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """Rates of the state, explicit where that is short."""
    model = derived.model
    names = [c.name for c in model.coordinates]
    parts: list[Part] = []
    remarks: tuple[Message, ...] = ()
    constrained = bool(derived.gamma)
    bench = Workbench(model)
    implicit = bool(accelerations_in(derived))
    if constrained or implicit or len(names) > LARGEST:
        parts += [matrix("M", derived.M), vector("h", derived.h)]
        if constrained:
            parts += [matrix("G", derived.G), vector("gamma", derived.gamma)]
            title = "M q'' + Gᵀ lam = h, G q'' = gamma"
        else:
            title = "M q'' = h"
            remarks = () if implicit else (say("form_implicit", count=len(names)),)
    else:
        try:
            refuse_singular(derived, bench)
            M = [[bench.build(entry) for entry in row] for row in derived.M]
            rates = solve_by_blocks(M, [bench.build(entry) for entry in derived.h], bench)
            lines = {f"{name}''": bench.read(rate) for name, rate in zip(names, rates, strict=True)}
            parts.append(equations("q''", lines))
            title = "q'' = M⁻¹ h"
        except NotAvailable as error:
            parts += [matrix("M", derived.M), vector("h", derived.h)]
            title, remarks = "M q'' = h", (error.reason,)
    if derived.states:
        lines = {f"{s.name}'": node for s, node in zip(model.states, derived.states, strict=True)}
        parts.append(equations("s'", lines))
    return Form(name="state", title=title, parts=tuple(parts), remarks=remarks)
