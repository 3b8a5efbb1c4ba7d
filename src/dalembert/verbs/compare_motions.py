"""Comparisons of motions: derivations and formulations of one model, other models, motions, measurements.

Rooms that are slow to load are imported only when they are needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model, RunSettings
from dalembert._model.run_numbers import run_numbers
from dalembert._simulate.motion import Motion
from dalembert._words.message import Message, Name, say
from dalembert.verbs.derive import derive
from dalembert.verbs.export import open_motion
from dalembert.verbs.models import read
from dalembert.verbs.options import Variation
from dalembert.verbs.simulate import model_to_run, simulate

if TYPE_CHECKING:
    from dalembert._compare.motions.measurements import Measurements
    from dalembert._compare.motions.records import MotionComparison, OtherMotion

Other = Model | Motion | str | Path


def motions_of(source: Model | str | Path, variation: Variation | None) -> MotionComparison:
    """The motion of a model by all its derivations and formulations."""
    from dalembert._compare.motions.comparing import compare_motions

    model, remarks = model_to_run(source, variation, RunSettings())
    comparison = compare_motions(model, lambda: derive(model, numbers="none"))
    return replace(comparison, remarks=(*remarks, *comparison.remarks))


def motion_with(
    source: Model | str | Path,
    others: Sequence[Other],
    names: Mapping[str, str],
    variation: Variation | None,
) -> MotionComparison:
    """Compare the motion of a model with other models, saved motions and measurements."""
    from dalembert._compare.motions.others import (
        columns_known,
        compared_with,
        other_of,
        other_of_measurements,
        times_of,
    )
    from dalembert._compare.motions.records import Kind
    from dalembert._compare.motions.runs import run_with

    model, remarks = model_to_run(source, variation, RunSettings())
    known = columns_known(model)
    files = {i: _open_other(one, model, known, names) for i, one in enumerate(others) if not _is_model(one)}
    times = times_of([one.t for one in files.values()], run_numbers(model).t_start or 0.0)
    run = run_with(
        model if times is None else replace(model, simulate=_settings_at(model, times)), Kind.DERIVATION
    )
    other_motions: list[OtherMotion] = []
    for i, one in enumerate(others):
        other = files.get(i)
        if other is None:
            motion, run_remarks = _run(one, run.motion, variation)
            remarks = (*remarks, *run_remarks)
            other_motions.append(other_of(_name(one), motion, run.motion, names))
        elif isinstance(other, Motion):
            other_motions.append(other_of(_name(one), other, run.motion, names))
        else:
            remarks = (*remarks, *other.remarks)
            other_motions.append(other_of_measurements(other))
    return compared_with(run, other_motions, remarks)


def _is_model(one: Other) -> bool:
    return isinstance(one, Model) or (
        isinstance(one, str | Path) and Path(one).suffix.lower() not in (".nc", ".csv")
    )


def _open_other(
    one: Other, model: Model, known: tuple[str, ...], names: Mapping[str, str]
) -> Motion | Measurements:
    """A saved motion or measurements."""
    from dalembert._compare.motions.measurements import measurements

    if isinstance(one, Motion):
        return one
    path = Path(str(one))
    if path.suffix.lower() == ".csv":
        return measurements(path, model, known, names)
    try:
        return open_motion(path)
    except (ValueError, FileNotFoundError) as error:
        raise _refusal(str(error), "give a .nc or .csv file, or a model") from None


def _settings_at(model: Model, times: tuple[float, ...]) -> RunSettings:
    """The settings of a model, with other times."""
    return replace(model.simulate, t_start=None, t_end=None, samples=None, times=times)


def _run(one: Other, ours: Motion, variation: Variation | None) -> tuple[Motion, tuple[Message, ...]]:
    """The motion of another model at the times and with the tolerance of the first.

    Given values are applied where the other model has such names.
    """
    if isinstance(one, Motion):
        return one, ()
    other = one if isinstance(one, Model) else read(one)
    values = variation or Variation()
    shared = {
        name: value for name, value in values.parameters.items() if name in {p.name for p in other.parameters}
    }
    case = values.case if values.case in {case.name for case in other.cases} else ""
    times = tuple(float(t) for t in ours.t)
    settings = RunSettings(rtol=ours.settings.rtol, atol=ours.settings.atol, times=times)
    given = Variation(case=case, parameters=shared, settings=settings)
    motion = simulate(_without_times(other), variation=given)
    taken = tuple(Name(name) for name in (*((case,) if case else ()), *shared))
    return motion, (say("compare_values_taken", name=Name(_name(one)), names=taken),) if taken else ()


def _without_times(model: Model) -> Model:
    settings = replace(model.simulate, t_start=None, t_end=None, samples=None, method=None, dt=None)
    return replace(model, simulate=settings)


def _name(one: Other) -> str:
    """The name of another model, motion or file."""
    if isinstance(one, Model):
        return one.title or "model"
    if isinstance(one, Motion):
        return one.model.title or "motion"
    return Path(one).name


def _refusal(message: str, hint: str) -> ModelError:
    return ModelError((Flaw(rule="compare", severity="error", where="--with", message=message, hint=hint),))
