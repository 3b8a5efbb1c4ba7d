"""Absolute pressures: positive, and hardly ever below a hundredth of the atmosphere."""

from dalembert._model.nets.kinds.kind import Condition


def absolute(key: str) -> tuple[Condition, ...]:
    """The conditions on an absolute pressure in Pa."""
    return (
        Condition(
            key=key,
            positive="{}",
            message=f"the {key} of `{{}}` must be positive: it is absolute, and counts from vacuum",
            hint="add the pressure of the atmosphere to what a gauge shows",
        ),
        Condition(
            key=key,
            positive="({}) - 1000",
            message=f"the {key} of `{{}}` is below 1000 Pa, nearly a vacuum: it is absolute, in Pa",
            hint='write { value = 6, unit = "bar" } for a pressure in bar',
            severity="warning",
        ),
    )
