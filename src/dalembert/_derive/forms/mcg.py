"""M q'' + C + G = 0: G are the terms with the gravity parameter, C all others.

The matrix C_matrix holds the Christoffel symbols of M,

    C_ij = ½ Σ_k (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) q'_k,

so that Ṁ − 2 C_matrix is skew and C_matrix q' are the velocity terms of C.

C_closed is C with the forces f of contacts, C − g_qᵀ f − v_qdᵀ f_t: while contacts are closed it takes the
place of C; the forces of open ones are zero, and those of compliant ones are in C already.
"""

from __future__ import annotations

import symengine as se

from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, Part, Request, matrix, vector
from dalembert._derive.forms.linear import gravity_terms
from dalembert._derive.to_symengine import Symbolic
from dalembert._derive.workbench import Workbench
from dalembert._words.message import Message, say


def form(derived: Equations, request: Request) -> Form:
    """M, the vector C (springs, dampers, efforts and multipliers included), its matrix, and G."""
    bench = Workbench(derived.model)
    f = [-bench.build(entry) for entry in derived.h]
    G = gravity_terms(derived, request.gravity, bench)
    forces = [bench.build(c.displacement) + bench.build(c.flow) for c in derived.coordinates]
    C = [bench.tidy(a - b) + force for a, b, force in zip(f, G, forces, strict=True)]
    parts: list[Part] = [matrix("M", derived.M), vector("C", tuple(bench.read(entry) for entry in C))]
    remarks: tuple[Message, ...] = ()
    M = [[bench.build(entry) for entry in row] for row in derived.M]
    if any(bench.diff(entry, v) != 0 for row in M for entry in row for v in bench.qd):
        remarks = (say("form_no_christoffel"),)
    else:
        parts.append(matrix("C_matrix", bench.matrix(_christoffel(M, bench))))
    parts.append(vector("G", bench.vector(G)))
    if any(contact.slip or not contact.compliant for contact in derived.model.contacts):
        parts.append(vector("C_closed", bench.vector(_with_contacts(C, derived, bench))))
    if any(
        entry.free_symbols - set(bench.q) and bench.engine.drift(entry).xreplace(_at_rest(bench)) != 0
        for row in M
        for entry in row
    ):
        remarks += (say("form_skew"),)
    return Form(name="mcg", title="M q'' + C + G = 0", parts=tuple(parts), remarks=remarks)


def _with_contacts(C: list[Symbolic], derived: Equations, bench: Workbench) -> list[Symbolic]:
    """C − g_qᵀ f − v_qdᵀ f_t; the energies have the normal forces of compliant contacts already."""
    C_closed = list(C)
    places = {c.name: i for i, c in enumerate(derived.model.coordinates)}
    for given, contact in zip(derived.model.contacts, derived.contacts, strict=True):
        for name, node in (*(() if given.compliant else contact.efforts), *contact.friction):
            C_closed[places[name]] -= bench.build(node)
    return [bench.tidy(entry) for entry in C_closed]


def _at_rest(bench: Workbench) -> dict[object, object]:
    return {v: se.Integer(0) for v in bench.qd}


def _christoffel(M: list[list[object]], bench: Workbench) -> list[list[object]]:
    n = range(len(M))
    q, qd = bench.q, bench.qd
    slopes = [[[bench.diff(M[i][j], x) for x in q] for j in n] for i in n]
    return [
        [se.Add(*((slopes[i][j][k] + slopes[i][k][j] - slopes[j][k][i]) * qd[k] / 2 for k in n)) for j in n]
        for i in n
    ]
