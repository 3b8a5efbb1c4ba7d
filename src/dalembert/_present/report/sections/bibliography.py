"""References: the works of those methods that were used."""

from __future__ import annotations

from dalembert._present.report.document import References, Section
from dalembert._present.report.references import REFERENCES
from dalembert._present.report.writer import Writer

METHODS = {
    "rk54": ("rk54",),
    "rk853": ("rk853",),
    "exponential": ("exponential", "slices"),
    "radau": ("radau",),
    "newmark": ("newmark",),
    "galpha": ("galpha", "galpha_dae"),
    "rattle": ("rattle",),
    "moreau": ("moreau", "jean"),
    "cvodes": ("cvodes",),
    "ida": ("cvodes",),
    "scipy": ("scipy",),
}


def section(writer: Writer) -> Section:
    """The works, in the order in which the report uses them."""
    return Section("references", writer.words("report_references"), (References(_works(writer)),))


def _works(writer: Writer) -> tuple[str, ...]:
    data, model = writer.data, writer.data.model
    keys = ["lagrange", "mechanics"]
    keys += ["rayleigh"] if model.dissipation else []
    keys += ["casadi"] if data.equations.verified.points else []
    structure = data.verdict.structure
    unusual = bool(model.efforts or (structure is not None and structure.massless))
    keys += ["sigma"] if unusual else []
    keys += ["dulmage"] if structure is not None and unusual and structure.index is None else []
    keys += ["contact"] if any(not contact.compliant for contact in model.contacts) else []
    keys += ["hunt_crossley"] if any(contact.law == "hunt_crossley" for contact in model.contacts) else []
    motion = data.motion
    if motion is not None:
        keys += METHODS.get(motion.method.partition(":")[0], ())
        keys += ["projection"] if motion.work.projections else []
        keys += ["events"] if model.events else []
    return tuple(REFERENCES[key] for key in dict.fromkeys(keys))
