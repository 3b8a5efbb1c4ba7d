"""What may be written shorter, as entries of the ordinary sections: parts, controllers, bodies.

Most models have none of them: each is loaded where a model has it.
"""

from __future__ import annotations

from dalembert._expression.source import Flaw
from dalembert._text.written import Written

SECTIONS = ("bodies", "joints", "elements")  # that are expanded together


def with_parts(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """What was written, with its parts as entries of the ordinary sections; what is left out of them.

    Raises a ModelError where a part cannot be used: what the model says of it cannot be judged.
    """
    if "parts" not in written.values:
        return written, ()
    from dalembert._model.parts.expand import parts_expanded

    return parts_expanded(written)


def with_controllers(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """What was written, with controllers as entries of the ordinary sections; their flaws."""
    if "controllers" not in written.values:
        return written, ()
    from dalembert._model.controllers.expand import controllers_expanded

    return controllers_expanded(written)


def with_bodies(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """What was written, with bodies, joints and elements as entries of the ordinary sections; their flaws."""
    if not any(section in written.values for section in SECTIONS):
        return written, ()
    from dalembert._model.bodies.expand import bodies_expanded

    return bodies_expanded(written)
