"""What can be asked of a model or of its equations. Heavy rooms are entered only when asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert import library
from dalembert._model.check import Verdict
from dalembert._model.records import Model, Simulate
from dalembert.flow import derive
from dalembert.sources import drafted, good, runnable, sound

if TYPE_CHECKING:
    from xarray import Dataset

    from dalembert._analyse.records import Answer, Campbell, Equilibria, Inverse, Linear, Modes
    from dalembert._derive.conserved import Conserved
    from dalembert._derive.eliminate import Elimination
    from dalembert._derive.equations import Equations
    from dalembert._derive.forms.form import Form
    from dalembert._export.convert import Conversion
    from dalembert._export.functions import Functions
    from dalembert._simulate.motion import Motion

LINEAR_IN_FORCES = ("matrix", "mcg", "descriptor", "state")  # forms that differentiate no force of a contact
SHOWN_ELIMINATION = 12  # coordinates up to which a listing shows the elimination


def form_of(
    equations: Equations, name: str, at: Mapping[str, str | float] | None = None, gravity: str = "g"
) -> Form:
    """The equations in another form: matrix, linear (at a point), mcg, descriptor, state or hamilton.

    `at` gives coordinates and velocities ("x", "x'") for the linear form; they are zero where it is silent.
    """
    from dalembert._derive.forms.form import Request
    from dalembert._derive.forms.registry import FORMS
    from dalembert._model.vary import point

    if name not in FORMS:
        message = f"`name` must be one of {', '.join(FORMS)}, but is {name!r}"
        raise ValueError(message)
    return FORMS[name](equations, Request(at=point(equations.model, at or {}), gravity=gravity))


def conserved(equations: Equations) -> tuple[Conserved, ...]:
    """Momenta of cyclic coordinates, the energy or Jacobi's integral, where they are constant."""
    from dalembert._derive.conserved import conserved as found

    return found(equations)


def eliminate(equations: Equations) -> Elimination:
    """Dependent coordinates, their multipliers and unknown efforts eliminated, step by step."""
    from dalembert._derive.eliminate import eliminate as eliminated

    return eliminated(equations)


def show(
    record: Equations | Motion,
    form: str | Form = "lagrange",
    style: str = "unicode",
    width: int = 100,
    *,
    gravity: str = "g",
) -> str:
    """Equations as text: Lagrange's with elimination and conserved quantities, or another form by its name.

    The style is unicode, text (the model language), pretty (SymPy's, on several lines) or latex. Of a motion:
    how it ended, its proof, its start, where it came to and what happened, in a few lines.
    """
    from dalembert._simulate.motion import Motion

    if isinstance(record, Motion):
        from dalembert._present.summary import summary

        return summary(record)
    equations = record
    from dalembert._derive.by_force import by_force
    from dalembert._present.listing import Extras
    from dalembert._present.listing import show as shown

    if form == "lagrange":
        elimination = eliminate(equations) if len(equations.coordinates) <= SHOWN_ELIMINATION else None
        extras = Extras(elimination=elimination, conserved=conserved(equations))
    else:
        own = by_force(equations) if form in LINEAR_IN_FORCES else equations
        extras = Extras(form=form_of(own, form, gravity=gravity) if isinstance(form, str) else form)
    return shown(equations, extras, style, width)


def as_dict(record: Model | Verdict | Equations | Form | Conserved | Motion | Answer) -> dict[str, Any]:
    """A record as a dictionary that `json` can write."""
    from dalembert._export.dictionary import as_dict as dictionary

    return dictionary(record)


def goldens(name: str) -> Iterator[tuple[library.Golden, bool]]:
    """The printed results known of a library system, each with whether the derivation reproduces it."""
    from dalembert._derive.goldens import reproduces

    equations = derive(name)
    for golden in library.facts_by_name(name).goldens:
        yield golden, reproduces(equations, golden.part, golden.of, golden.expression)


def convert(source: str | Path, target: str | Path, *, force: bool = False) -> Conversion:
    """The text of a model in another format, by the suffix of `target`: .toml, or .txt for LagEq.

    What the other format cannot hold is refused as a `LossError` that lists it; with `force` it is left out.
    """
    from dalembert._export.convert import converted

    made, form = drafted(source)
    good(made, form)
    return converted(made, Path(target), force=force, said=form)


def functions(source: Model | str | Path) -> Functions:
    """M, h, Phi, Phi_q, gamma, Psi, Psi_qd, energies and outputs as numpy callables of (t, q, qd, p)."""
    from dalembert._export.functions import functions as made

    return made(sound(source))


def function_files(source: Model | str | Path, language: str, stem: str) -> dict[str, str]:
    """Source files of the same functions, name to text; the language is python, c or octave."""
    from dalembert._export.functions import function_files as made
    from dalembert._export.functions import stem_of

    return made(sound(source), language, stem_of(stem))


def left_out(source: Model | str | Path) -> dict[str, str]:
    """Functions that cannot be given for a model, each with the reason."""
    from dalembert._export.functions import left_out as missing

    return missing(sound(source))


def to_dataset(motion: Motion) -> Dataset:
    """The motion as an xarray Dataset, with names, units, the model and where it came from."""
    from dalembert._export.results import to_dataset as dataset

    return dataset(motion)


def save(motion: Motion, path: str | Path) -> None:
    """Write a motion: .nc (NetCDF, everything, can be opened and run again) or .csv (a table)."""
    from dalembert._export.results import save as saved

    saved(motion, path)


def open_motion(path: str | Path) -> Motion:
    """The motion of a NetCDF file written by `save`."""
    from dalembert._export.results import open_motion as opened

    return opened(path)


def equilibrium(
    source: Model | str | Path,
    *,
    starts: int = 60,
    seed: int = 1,
    inputs: Mapping[str, Any] | None = None,
) -> Equilibria:
    """The places where a system can stay at rest, found from many starts, and the stability of each.

    Inputs are held at the values of `inputs`, the others as they are at the start time; flow constraints
    hold their directions from the start.
    """
    from dalembert._analyse.equilibrium import equilibria
    from dalembert._analyse.setting import setting_of

    return equilibria(setting_of(runnable(source, Simulate()), inputs=inputs), starts, seed)


def linearise(
    source: Model | str | Path,
    at: str | Mapping[str, Any] | None = None,
    *,
    inputs: Mapping[str, Any] | None = None,
) -> Linear:
    """M, C, K and the state space A, B, C, D about a place, on the directions that constraints leave free.

    `at` is "start" (also without it), "equilibrium" (the nearest to the start), or values of coordinates,
    speeds ("x'") and states; what they do not say is the model's start, at rest. `inputs` are held as in
    `equilibrium`. Where the place is no equilibrium, `residual` and a remark say so.
    """
    from dalembert._analyse.look import linear_about
    from dalembert._analyse.setting import setting_of

    return linear_about(setting_of(runnable(source, Simulate()), inputs=inputs), at)


def modes(
    source: Model | str | Path,
    at: str | Mapping[str, Any] | None = None,
    *,
    speed_rpm: float | None = None,
    orders: int = 3,
    inputs: Mapping[str, Any] | None = None,
) -> Modes:
    """Natural frequencies, damping ratios and mode shapes; against an operating speed, if one is given.

    `at` and `inputs` are as for `linearise`. Without `at` the modes are those about the start, if it is a
    steady motion, else about the nearest equilibrium that is not unstable, else the nearest of all, with
    the inputs of the start time or else with none; `place.about` says which. Where there is none, and the
    linear equations change along the motion, they are refused.
    """
    from dalembert._analyse.modes import modes_of
    from dalembert._analyse.setting import setting_of

    return modes_of(setting_of(runnable(source, Simulate()), inputs=inputs), at, speed_rpm, orders)


def campbell(
    source: Model | str | Path,
    parameter: str,
    values: Sequence[float],
    at: str | Mapping[str, Any] | None = None,
    *,
    orders: int = 0,
    inputs: Mapping[str, Any] | None = None,
) -> Campbell:
    """Natural frequencies and damping ratios over the values of a parameter, each mode followed by its shape.

    With `orders` the parameter is a speed, and crossings with its multiples are told.
    """
    from dalembert._analyse.campbell import campbell_of

    return campbell_of(runnable(source, Simulate()), parameter, values, at, orders, inputs)


def inverse(
    source: Model | str | Path,
    motion: Mapping[str, Any],
    efforts: Sequence[str] | None = None,
    *,
    t_end: float | None = None,
    samples: int | None = None,
) -> Inverse:
    """The efforts that a prescribed motion needs: torque, power, peaks, RMS, work.

    `motion` gives as many coordinates as there are degrees of freedom, each an expression of t and
    parameters or a table (times, values), in SI; the other coordinates follow from the constraints.
    `efforts` are inputs, or coordinates to act on; without them one acts on each prescribed coordinate.
    """
    from dalembert._analyse.inverse import inverse_of
    from dalembert._analyse.setting import setting_of

    return inverse_of(setting_of(runnable(source, Simulate())), motion, efforts, t_end, samples)


def to_control(linear: Linear) -> Any:
    """The state space of a linear system as a `control.StateSpace`; needs python-control."""
    from dalembert._analyse.to_control import to_control as converted

    return converted(linear)
