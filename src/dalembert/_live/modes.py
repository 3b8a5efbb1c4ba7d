"""The modes of a model with contacts or switches for a page: their tapes, and what is observed in each.

What a mode shows may hold its contact forces, which are multipliers: so each mode has observed quantities of
its own. Modes in which they are one and the same tape share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca

from dalembert._compile.bytecode import Bytecode
from dalembert._compile.native import ContactTolerances
from dalembert._contact.contact_forces import contact_forces
from dalembert._contact.hybrid_code import HybridCode, ModeCode
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._live.observations import Quantities
from dalembert._model.starting import SHUT
from dalembert._simulate.noise import first_last_bits
from dalembert._simulate.trajectory import Problem


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageModes:
    """All modes of a system, with which its page goes on from one to the next."""

    system: HybridSystem
    code: HybridCode

    def quantities(self, own: ModeCode) -> Quantities:
        """What is observed in a mode, with the forces of its contacts."""
        field = self.system.mode_system(own.mode, soft=own.soft).field
        contact, friction = contact_forces(
            self.system, own.mode, ca.SX(0), lambda name, k, sign: sign * field.observed[name][k]
        )
        none = ca.SX(0, 1)
        forces = {"contact": ca.vertcat(none, *contact), "friction": ca.vertcat(none, *friction)}
        return Quantities(
            t=field.t, pack=field.y, u=field.u, p=field.p, observed=dict(field.observed) | forces
        )

    def tapes(self) -> dict[str, Bytecode]:
        """The tapes of all modes and transitions, those of free motion by their plain names."""
        found = {f"{name}{k or ''}": tape for k, name, tape in self._each()}
        return found | dict(self.code.transitions.bytecode)

    def _each(self) -> list[tuple[int, str, Bytecode]]:
        modes = enumerate(self.code.modes)
        return [(k, name, tape) for k, own in modes for name, tape in own.code.bytecode.items()]

    def data(self, problem: Problem) -> dict[str, Any]:
        """What the script needs to know of them."""
        own, size = self.code, self.code.layout.size
        model = self.system.model
        counts = (
            *(own.contacts, own.constraints, own.slips, own.switches, own.parameters + len(own.values)),
            *(own.sides, own.directions, own.margins, own.friction_margins),
            *(len(own.digits), len(own.modes)),
        )
        return {
            "counts": list(counts),
            "slips": [*own.slip_of, *([-1] * own.yielding)],
            "depths": [[i, *at] for i, at in enumerate(self.system.depths) if at is not None],
            "values": list(own.values),
            "digits": own.digits.ravel().tolist(),
            "lastBits": first_last_bits(size).tolist(),
            "tolerances": [own.tolerances[name] for name, *_ in ContactTolerances._fields_],
            "modes": [self._numbers(one, problem) for one in own.modes],
            "guards": max(len(one.kind) for one in own.modes),
            "held": problem.dt_held or 0.0,
            "shut": SHUT,
            "contacts": [contact.name for contact in model.contacts],
        }

    def _numbers(self, own: ModeCode, problem: Problem) -> list[int]:
        guards = len(own.kind)
        return [
            *(int(own.constrained), int(own.mode.constrains), int(own.soft), guards),
            *(*own.active, *own.friction, *own.surface, *own.kind, *own.place),
            *(*problem.directions, *([-1] * guards)),
            *(*map(int, problem.stops), *([1] * guards)),
        ]
