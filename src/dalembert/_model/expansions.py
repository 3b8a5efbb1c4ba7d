"""Expansion of parts, controllers and bodies to entries of the ordinary sections.

Most models have none of them: each expansion is loaded only where it is needed.
"""

from __future__ import annotations

from collections.abc import Mapping

from dalembert._expression.source import Flaw
from dalembert._text.written import Written

SECTIONS = ("bodies", "joints", "elements")  # sections that are expanded together


def has_written_energies(written: Written | None) -> bool:
    """Whether the energies of the bodies of a model are those under [energy]."""
    bodies = written.values.get("bodies") if written is not None else None
    return isinstance(bodies, Mapping) and bodies.get("energies") == "written"


def with_parts(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """The written model with its parts expanded to ordinary sections, and notes on what is left out of them.

    Raises a ModelError where a part cannot be used, since its uses cannot be checked then.
    """
    if "parts" not in written.values:
        return written, ()
    from dalembert._model.parts.expand import parts_expanded

    return parts_expanded(written)


def with_controllers(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """The written model with controllers expanded to ordinary sections, and their flaws."""
    if "controllers" not in written.values:
        return written, ()
    from dalembert._model.controllers.expand import controllers_expanded

    return controllers_expanded(written)


def with_bodies(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """The written model with bodies, joints and elements expanded to ordinary sections, and their flaws."""
    if not any(section in written.values for section in SECTIONS):
        return written, ()
    from dalembert._model.bodies.expand import bodies_expanded

    return bodies_expanded(written)
