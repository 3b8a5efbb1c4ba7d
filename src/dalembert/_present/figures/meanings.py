"""The meanings of multipliers: the constraint of each by its text, or by its name and coordinates."""

from __future__ import annotations

from dalembert._model.records import Model, constraints_of
from dalembert._model.survey import depends, survey
from dalembert._present.figures.labels import comma_list, symbol_of
from dalembert._present.figures.records import Label
from dalembert._present.notation import notation

FEW = 3  # the most coordinates that are named


def meanings_of(model: Model) -> dict[str, Label]:
    """The meanings of multipliers by their names: the text of the constraint, or phi1: x₂, θ₂."""
    known, written = survey(model), notation(model)
    coordinates = {c.name for c in model.coordinates}
    meanings = {}
    for kind, prefix in (("displacement", "lam_"), ("flow", "kap_")):
        for constraint in constraints_of(model, kind):
            if constraint.text:
                meanings[f"{prefix}{constraint.name}"] = Label((f"  {constraint.text}",))
                continue
            names = {name for name, _ in depends(constraint.expression.root, known)} & coordinates
            symbols = tuple(symbol_of(written, c.name) for c in model.coordinates if c.name in names)
            symbol_list = (": ", *comma_list(symbols).pieces) if 0 < len(symbols) <= FEW else ()
            meanings[f"{prefix}{constraint.name}"] = Label((f"  {constraint.name}", *symbol_list))
    return meanings
