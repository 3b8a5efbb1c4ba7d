"""The library: worked systems with known results, one file each."""

from dalembert.library import (
    andrews_squeezer,
    blending_tank,
    blending_tank_printed,
    block_on_slope,
    bouncing_ball,
    bricard,
    cartesian_pendulum,
    chaplygin_sleigh,
    conveyor,
    drive_train,
    dry_friction_oscillator,
    duffing,
    elastic_beam,
    electro_mechanical,
    four_bar,
    four_bar_pinned,
    free_rigid_body,
    heavy_top,
    kepler,
    mass_and_wall,
    n_four_bar,
    n_link_pendulum,
    newtons_cradle,
    pad_on_spring_mat,
    pneumatic_positioner,
    pneumatic_positioner_printed,
    polar_arm,
    rocking_block,
    rod_pendulum,
    rolling_disc,
    slider_crank,
    sliding_disc,
    spring_pendulum,
    sprung_rod,
    stick_slip,
    triple_arm,
    triple_pendulum,
)
from dalembert.library.facts import Facts, Golden, System, facts_of, model_text

__all__ = ["SYSTEMS", "Facts", "Golden", "System", "facts_by_name", "find", "text_of"]

SYSTEMS: tuple[System, ...] = (
    rod_pendulum.SYSTEM,
    four_bar.SYSTEM,
    sprung_rod.SYSTEM,
    drive_train.SYSTEM,
    mass_and_wall.SYSTEM,
    triple_arm.SYSTEM,
    polar_arm.SYSTEM,
    triple_pendulum.SYSTEM,
    n_link_pendulum.SYSTEM,
    four_bar_pinned.SYSTEM,
    spring_pendulum.SYSTEM,
    conveyor.SYSTEM,
    electro_mechanical.SYSTEM,
    blending_tank_printed.SYSTEM,
    blending_tank.SYSTEM,
    pneumatic_positioner_printed.SYSTEM,
    pneumatic_positioner.SYSTEM,
    andrews_squeezer.SYSTEM,
    cartesian_pendulum.SYSTEM,
    slider_crank.SYSTEM,
    n_four_bar.SYSTEM,
    bricard.SYSTEM,
    elastic_beam.SYSTEM,
    heavy_top.SYSTEM,
    free_rigid_body.SYSTEM,
    chaplygin_sleigh.SYSTEM,
    rolling_disc.SYSTEM,
    duffing.SYSTEM,
    kepler.SYSTEM,
    bouncing_ball.SYSTEM,
    block_on_slope.SYSTEM,
    sliding_disc.SYSTEM,
    stick_slip.SYSTEM,
    dry_friction_oscillator.SYSTEM,
    newtons_cradle.SYSTEM,
    rocking_block.SYSTEM,
    pad_on_spring_mat.SYSTEM,
)


def find(name: str) -> System | None:
    """Return the system of exactly this name, if there is one."""
    return next((system for system in SYSTEMS if system.name == name), None)


def text_of(name: str) -> str:
    """Text of the model file of a system, named with its size after a colon where it takes one."""
    return model_text(*_system_of(name))


def facts_by_name(name: str) -> Facts:
    """Facts of a system, named with its size after a colon where it takes one."""
    return facts_of(*_system_of(name))


def _system_of(name: str) -> tuple[System, int | None]:
    base, colon, size = name.partition(":")
    system = find(base)
    if system is None:
        message = f"there is no library system {base}"
        raise ValueError(message)
    if colon and not size.isdecimal():
        message = f"the size after {base}: is a whole number, but was {size!r}; write n_link_pendulum:20"
        raise ValueError(message)
    return system, int(size) if colon else None
