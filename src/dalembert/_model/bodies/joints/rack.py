"""q₂ = r q₁ from the start: a pinion of the radius r, which turns by q₁, moves a rack by q₂."""

from dalembert._model.bodies.joints.coupling import Coupling
from dalembert._model.bodies.joints.kind import Key

RACK = Coupling(
    joints=2,
    condition="({radius})*{a} - {b}",
    efforts=("-({radius})*{lam}", "{lam}"),
    units=("rad", "m"),
    keys={"radius": Key('"r"', unit="m", positive=True)},
)
