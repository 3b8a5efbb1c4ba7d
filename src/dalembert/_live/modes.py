"""The modes of a model with contacts or switches for a page: their tapes, and what is observed in each.

Observed quantities may contain contact forces, which are multipliers of the mode: so each mode has its own
tape of them. Modes with identical tapes share one.
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
from dalembert._export.programs.state_events import acts
from dalembert._live.observations import Quantities
from dalembert._model.starting import SHUT
from dalembert._simulate.noise import first_last_bits
from dalembert._simulate.trajectory import Problem


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageModes:
    """All modes of a system and the transitions between them."""

    system: HybridSystem
    code: HybridCode

    def quantities(self, mode: ModeCode) -> Quantities:
        """What is observed in a mode, with the forces of its contacts."""
        field = self.system.mode_system(mode.mode, soft=mode.soft).field
        contact, friction = contact_forces(
            self.system, mode.mode, ca.SX(0), lambda name, k, sign: sign * field.observed[name][k]
        )
        none = ca.SX(0, 1)
        forces = {"contact": ca.vertcat(none, *contact), "friction": ca.vertcat(none, *friction)}
        return Quantities(
            t=field.t, pack=field.y, u=field.u, p=field.p, observed=dict(field.observed) | forces
        )

    def tapes(self) -> dict[str, Bytecode]:
        """The tapes of all modes and transitions by name; names of free motion have no number."""
        tapes = {f"{name}{k or ''}": tape for k, name, tape in self._each()}
        return tapes | dict(self.code.transitions.bytecode)

    def _each(self) -> list[tuple[int, str, Bytecode]]:
        modes = enumerate(self.code.modes)
        return [(k, name, tape) for k, mode in modes for name, tape in mode.code.bytecode.items()]

    def data(self, problem: Problem) -> dict[str, Any]:
        """The modes as data for the script."""
        code, size = self.code, self.code.layout.size
        model = self.system.model
        counts = (
            *(code.contacts, code.constraints, code.slips, code.switches, code.parameters + len(code.values)),
            *(code.sides, code.directions, code.margins, code.friction_margins),
            *(len(code.digits), len(code.modes)),
        )
        return {
            "counts": list(counts),
            "slips": [*code.slip_of, *([-1] * code.yielding)],
            "depths": [[i, *at] for i, at in enumerate(self.system.depths) if at is not None],
            "counted": list(code.counted),
            "knots": list(code.knots),
            "values": list(code.values),
            "digits": code.digits.ravel().tolist(),
            "lastBits": first_last_bits(size).tolist(),
            "tolerances": [code.tolerances[name] for name, *_ in ContactTolerances._fields_],
            "modes": [self._numbers(one, problem) for one in code.modes],
            "guards": max(len(one.kind) for one in code.modes),
            "held": problem.dt_held or 0.0,
            "shut": SHUT,
            "contacts": [contact.name for contact in model.contacts],
        }

    def _numbers(self, mode: ModeCode, problem: Problem) -> list[int]:
        guards = len(mode.kind)
        return [
            *(int(mode.constrained), int(mode.mode.constrains), int(mode.soft), guards),
            *(*mode.active, *mode.friction, *mode.surface, *mode.kind, *mode.place),
            *(*problem.directions, *([-1] * guards)),
            *(*(int(acts(event)) for event in self.system.model.events), *mode.stops),
        ]
