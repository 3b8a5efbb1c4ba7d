"""|r₂ − r₁| = l: two points keep their distance, as on a rod without mass; λ is its tension."""

from dalembert._model.bodies.joints.kind import Key
from dalembert._model.bodies.joints.tie import Tie, TieData, TieKind
from dalembert._model.bodies.texts import fill


def _tie(given: TieData) -> Tie:
    places = {"a": given.frames[0].position, "b": given.frames[1].position}
    length = fill("norm({b} - ({a})) - ({l})", l=given.values["length"], **places)
    pull = fill("-lam_{n}*({b} - ({a}))/norm({b} - ({a}))", n=given.name, **places)
    return Tie(conditions={given.name: ("displacement", length)}, force=pull)


DISTANCE = TieKind(tie=_tie, keys={"length": Key('"L"', unit="m", positive=True)})
