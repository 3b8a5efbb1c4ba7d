"""References: the works of those methods that were used."""

from __future__ import annotations

from dalembert._present.report.desk import Desk
from dalembert._present.report.document import References, Section
from dalembert._present.report.references import REFERENCES

METHODS = {
    "rk54": ("rk54",),
    "rk853": ("rk853",),
    "radau": ("radau",),
    "newmark": ("newmark",),
    "galpha": ("galpha", "galpha_dae"),
    "rattle": ("rattle",),
    "moreau": ("moreau", "jean"),
    "cvodes": ("cvodes",),
    "ida": ("cvodes",),
    "scipy": ("scipy",),
}


def section(desk: Desk) -> Section:
    """The works, in the order in which the report uses them."""
    return Section("references", desk.words("report_references"), (References(_works(desk)),))


def _works(desk: Desk) -> tuple[str, ...]:
    material, model = desk.material, desk.material.model
    keys = ["lagrange", "mechanics"]
    keys += ["rayleigh"] if model.dissipation else []
    keys += ["casadi"] if material.equations.verified.points else []
    found = material.verdict.structure
    unusual = bool(model.efforts or (found is not None and found.massless))
    keys += ["sigma"] if unusual else []
    keys += ["dulmage"] if found is not None and unusual and found.index is None else []
    keys += ["contact"] if any(not contact.compliant for contact in model.contacts) else []
    keys += ["hunt_crossley"] if any(contact.law == "hunt_crossley" for contact in model.contacts) else []
    motion = material.motion
    if motion is not None:
        keys += METHODS.get(motion.method.partition(":")[0], ())
        keys += ["projection"] if motion.work.projections else []
        keys += ["events"] if model.events else []
    return tuple(REFERENCES[key] for key in dict.fromkeys(keys))
