"""The lowered model in closed form: the rates of states and the laws of inputs substituted."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from dalembert._lower.casadi_scalars import gradient, minus, stack
from dalembert._lower.idle_conditions import idle_conditions, without_idle
from dalembert._lower.links import Links
from dalembert._lower.lower import lower
from dalembert._lower.node_forces import NodeForces
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Delay, Model, Table
from dalembert._model.survey import survey


def closed_system(model: Model, *, inputs: bool = True) -> System:
    """The lowered model with s' = rates and, if `inputs`, with inputs as functions of time.

    Inputs from tables and delayed values stay symbols.
    """
    system = lower(model)
    blocks = {
        "T": system.T,
        "T_stored": system.T_stored,
        "V": system.V,
        "D": system.D,
        "Q": system.Q,
        "Q_dissipating": system.Q_dissipating,
        "h": system.h,
        "Phi": system.Phi,
        "Psi": system.Psi,
        "Phi_q": system.Phi_q,
        "Psi_qd": system.Psi_qd,
        "gamma": system.gamma,
        "effort": system.effort,
        "rates": system.rates,
        "s_rates": system.rates,
        "outputs": system.outputs,
        "events": system.events,
        "peaks": system.peaks,
    }
    tied = system.links
    near = tied.forces
    values = [*blocks.values(), tied.H, tied.R, tied.G]
    values += [near.f, near.b, near.gamma] if near is not None else []
    if model.states:  # s' first: rates may depend on inputs
        values = ca.substitute(values, [system.sd], [system.rates])
    if model.inputs and inputs:
        values = ca.substitute(values, [system.inputs], [laws(model, system)])
    H, R, G, *local = values[len(blocks) :]
    forces = NodeForces(f=local[0], b=local[1], gamma=local[2]) if local else None
    blocks = dict(zip(blocks, values[: len(blocks)], strict=True))
    changed = model.states or (model.inputs and inputs)
    made = replace(
        system,
        **blocks,
        momentum=gradient(minus(blocks["T"], blocks["V"]), system.qd) if changed else system.momentum,
        links=Links(H=H, R=R, G=G, forces=forces),
    )
    return without_idle(made, idle_conditions(model))


def laws(model: Model, system: System | Engine) -> Scalar:
    """u, u' and u'' as functions of t and p; those of tables and delayed values stay symbols."""
    if not model.inputs:
        return ca.SX(0, 1)
    engine = Engine(model, survey(model))
    symbols, theirs = stack(system.t, system.p), stack(engine.t, engine.p)
    columns: list[tuple[Scalar, Scalar, Scalar]] = []
    for i, entry in enumerate(model.inputs):
        if isinstance(entry.law, Table | Delay):
            columns.append((system.u[i], system.ud[i], system.udd[i]))
            continue
        law = ca.substitute(engine.build(entry.law.root), theirs, symbols)
        rate = ca.jtimes(law, system.t, 1)
        columns.append((law, rate, ca.jtimes(rate, system.t, 1)))
    return stack(*(column[order] for order in range(3) for column in columns))
