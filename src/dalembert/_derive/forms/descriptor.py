"""Suk's descriptor form, with the flows f as separate unknowns:

q' = f,   M f' + phi_qᵀ λ + psi_fᵀ κ = Υ,   phi = 0,   psi = 0,   Γ = 0,   s' = rate
"""

from __future__ import annotations

from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, Part, Request, equations, fresh_names, matrix, vector
from dalembert._expression.tree import Name, Node, Rate, with_operands
from dalembert._expression.walk import fold
from dalembert._model.records import constraints_of


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """The parts of the descriptor form; the flow of x is called f_x."""
    model = derived.model
    flows = fresh_names(model, "f_")

    def rename(node: Node) -> Node:
        def leaf(one: Node) -> Node:
            return (
                Name(flows[one.name])
                if isinstance(one, Rate) and one.name in flows and one.order == 1
                else one
            )

        return fold(node, leaf, with_operands)

    def rows(block: tuple[tuple[Node, ...], ...]) -> tuple[tuple[Node, ...], ...]:
        return tuple(tuple(rename(node) for node in row) for row in block)

    parts: list[Part] = [
        equations("q'", {f"{name}'": Name(flow) for name, flow in flows.items()}),
        matrix("M", rows(derived.M)),
        vector("Upsilon", rows((derived.h,))[0]),
    ]
    if derived.Phi:
        names = [c.name for c in constraints_of(model, "displacement")]
        parts += [matrix("phi_q", rows(derived.Phi_q)), _zeros("phi", names, rows((derived.Phi,))[0])]
    if derived.Psi:
        names = [c.name for c in constraints_of(model, "flow")]
        parts += [matrix("psi_f", rows(derived.Psi_qd)), _zeros("psi", names, rows((derived.Psi,))[0])]
    if derived.effort:
        names = [c.name for c in constraints_of(model, "effort")]
        parts.append(_zeros("Gamma", names, rows((derived.effort,))[0]))
    if derived.states:
        lines = zip(model.states, derived.states, strict=True)
        parts.append(equations("s'", {f"{state.name}'": rename(node) for state, node in lines}))
    title = "q' = f, M f'" + (" + phi_qᵀ λ" if derived.Phi else "") + (" + psi_fᵀ κ" if derived.Psi else "")
    return Form(name="descriptor", title=f"{title} = Upsilon", parts=tuple(parts))


def _zeros(name: str, names: list[str], nodes: tuple[Node, ...]) -> Part:
    """The left sides of constraints, by name."""
    return equations(name, dict(zip(names, nodes, strict=True)))
