"""M q'' + Phi_qᵀ λ + Psi_qdᵀ κ = h with G q'' = gamma."""

from __future__ import annotations

from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, Part, Request, matrix, vector


def form(equations: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """The matrices of the equations."""
    e = equations
    parts: list[Part] = [matrix("M", e.M), vector("h", e.h)]
    title = "M q''"
    if e.Phi_q:
        parts.append(matrix("Phi_q", e.Phi_q))
        title += " + Phi_qᵀ λ"
    if e.Psi_qd:
        parts.append(matrix("Psi_qd", e.Psi_qd))
        title += " + Psi_qdᵀ κ"
    if e.gamma:
        parts.append(vector("gamma", e.gamma))
    return Form(name="matrix", title=f"{title} = h", parts=tuple(parts))
