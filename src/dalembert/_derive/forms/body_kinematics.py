"""Kinematics of bodies: r, v = r', a = v' of mass centres and points in fixed axes, Rᵀ v and Rᵀ a."""

from __future__ import annotations

from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, NotAvailable, Part, Request, equations, without_bodies
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Node
from dalembert._model.bodies.body_motions import body_motions
from dalembert._words.message import say

MOST_PARTS = 4_000  # of an expression that is printed as a line


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """For every body its motion in fixed axes, then in its own."""
    motions = body_motions(derived.model)
    if motions is None:
        raise without_bodies()
    bench = Workbench(motions.model)
    trees = {one.name: one.expression.root for one in motions.model.outputs}

    def lines(outputs: dict[str, str]) -> dict[str, Node]:
        built = {name: bench.build(trees[output]) for name, output in outputs.items()}
        if any(bench.size(e) > MOST_PARTS for e in built.values()):
            raise NotAvailable(say("equations_not_written_out"))
        return {name: bench.tree(e) for name, e in built.items()}

    parts: list[Part] = []
    for one in motions.bodies:
        parts += [
            equations(one.body, lines(one.fixed)),
            equations(f"{one.body}.body_axes", lines(one.own)),
        ]
    return Form(
        name="kinematics", title="v = r',  a = v';  Rᵀ v and Rᵀ a", parts=tuple(parts), energies=False
    )
