"""Several derivations of one system, each compared with Lagrange's equations at seeded points.

Lagrange's equations are those lowered from the energies by automatic differentiation. The equations of the
other derivations are compared as they are printed; for bodies also the accelerations that the balances give.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import casadi as ca
import numpy as np

from dalembert._derive.derivations import LIMIT, Derivation
from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, NotAvailable, Part, Request, without_bodies
from dalembert._derive.forms.registry import FORMS
from dalembert._expression.source import ModelError, reason_of
from dalembert._expression.tree import Node
from dalembert._lower.lower import lower
from dalembert._lower.system import Block, System
from dalembert._model.bodies.balances import Balances, balances_of
from dalembert._model.bodies.body_motions import body_motions
from dalembert._model.bodies.texts import canonical
from dalembert._model.records import Model, constraints_of
from dalembert._model.table_cells import cells_of
from dalembert._verify.balances import SMALL, Agreement, agreement, left_sides, printed_difference
from dalembert._verify.evaluate import evaluate
from dalembert._verify.failure import VerificationError
from dalembert._verify.points import Points, StateSample
from dalembert._verify.states import blocks_of, consistent_states
from dalembert._verify.verify import finite_points, lowered_values
from dalembert._words.message import Message, Symbol, say

OF_BALANCES = ("newton_euler", "hinge_balances", "kane")
Found = tuple[float, int]  # the largest difference, and the number of points


# -- one form --------------------------------------------------------------------------------------


def verify_form(form: Form, model: Model) -> Form:
    """A form that is an independent derivation, with its agreement with Lagrange's equations.

    A disagreement raises. Forms that are derived from Lagrange's equations are returned unchanged.
    """
    if form.name not in (*OF_BALANCES, "gibbs_appell", "kinematics"):
        return form
    of_bodies: Agreement | None = None
    if form.name == "gibbs_appell":
        largest, points = _gibbs_appell(form, model)
    elif form.name == "kinematics":
        largest, points = _kinematics(form, model)
    else:
        balances = balances_of(model)
        of_bodies = agreement(balances) if balances is not None else None
        if balances is None or of_bodies is None:
            raise NotAvailable(say("form_not_compared"))
        points = of_bodies.points
        accelerations = (of_bodies.kane, of_bodies.newton_euler or 0.0, of_bodies.hinge_balances or 0.0)
        largest = _largest_error(*accelerations, printed_difference(form, balances))
    if not largest <= LIMIT:  # a NaN is no agreement
        others = "the positions of the bodies" if form.name == "kinematics" else "Lagrange's equations"
        message = f"{others} and the form {form.name} differ by {largest:.1e}; "
        raise VerificationError(message + "please report this model")
    error = f"{largest:.0e}"
    return replace(form, remarks=(_agreement_told(form.name, points, error),))


def _agreement_told(name: str, points: int, error: str) -> Message:
    """What a form was compared with."""
    if name == "kinematics":
        return say("form_agrees_kinematics", points=points, error=error)
    if name == "gibbs_appell":
        return say("form_agrees_with_lagrange", points=points, error=error)
    if name == "hinge_balances":
        return say("form_agrees_hinges", points=points, error=error)
    return say("form_agrees", points=points, error=error)


# -- all of them -----------------------------------------------------------------------------------


def derivations(equations: Equations, elimination: Elimination | None) -> tuple[Derivation, ...]:
    """All derivations of a system, Lagrange's equations as they are printed first."""
    model, printed = equations.model, equations.verified
    derivations_made = [Derivation(name="lagrange", difference=printed.max_error, points=printed.points)]
    if elimination is not None and (elimination.steps or elimination.why is not None):
        derivations_made.append(_attempt("elimination", lambda: _verify_elimination(equations, elimination)))
    derivations_made.append(_attempt("hamilton", lambda: _of_form(equations, "hamilton", _hamilton)))
    balances = _balances_or_reason(model)
    if not isinstance(balances, Balances):
        derivations_made.append(
            _attempt("gibbs_appell", lambda: _of_form(equations, "gibbs_appell", _gibbs_appell))
        )
        if balances is not None:
            derivations_made += [Derivation(name=name, difference=None, why=balances) for name in OF_BALANCES]
        return tuple(derivations_made)
    agreed = agreement(balances)
    for name in ("gibbs_appell", "kane", "newton_euler", "hinge_balances"):
        if agreed is None:
            derivations_made.append(Derivation(name=name, difference=None, why=say("form_not_compared")))
            continue
        if name in ("newton_euler", "hinge_balances") and balances.unplaced:
            why = say("form_contacts", names=tuple(map(Symbol, balances.unplaced)))
            derivations_made.append(Derivation(name=name, difference=None, why=why))
            continue
        difference = {
            "gibbs_appell": agreed.gibbs_appell,
            "kane": agreed.kane,
            "newton_euler": agreed.newton_euler,
            "hinge_balances": agreed.hinge_balances,
        }[name]
        if difference is None:
            derivations_made.append(_attempt(name, partial(_of_form, equations, name, _not_compared)))
            continue
        derivations_made.append(_of_bodies(equations, balances, name, (difference, agreed.points)))
    return tuple(derivations_made)


def _balances_or_reason(model: Model) -> Balances | Message | None:
    """The balances of bodies; None without bodies, or the reason why the forces on them are not known."""
    try:
        return balances_of(model)
    except ModelError as error:
        return reason_of(error)


def _of_bodies(equations: Equations, balances: Balances, name: str, compared: Found) -> Derivation:
    """A derivation from the balances of bodies, with its steps where they can be written out."""
    difference, points = compared
    try:
        form = _form(equations, name)
    except NotAvailable:  # its accelerations are compared all the same
        return Derivation(name=name, difference=difference, points=points)
    other = (
        _gibbs_appell(form, equations.model)[0]
        if name == "gibbs_appell"
        else printed_difference(form, balances)
    )
    return Derivation(name=name, difference=_largest_error(difference, other), points=points, form=form)


def _of_form(equations: Equations, name: str, compare: Callable[[Form, Model], Found]) -> Derivation:
    form = _form(equations, name)
    difference, points = compare(form, equations.model)
    return Derivation(name=name, difference=difference, points=points, form=form)


def _form(equations: Equations, name: str) -> Form:
    if not equations.whole:
        raise NotAvailable(say("equations_not_written_out"))
    return FORMS[name].load()(equations, Request())


def _attempt(name: str, ask: Callable[[], Derivation]) -> Derivation:
    try:
        return ask()
    except NotAvailable as error:
        return Derivation(name=name, difference=None, why=error.reason)
    except ModelError as error:
        return Derivation(name=name, difference=None, why=reason_of(error))


# -- comparisons -----------------------------------------------------------------------------------


def _not_compared(form: Form, model: Model) -> Found:  # noqa: ARG001  one signature for all comparisons
    """Raised where a form does not tell by itself why it does not exist."""
    raise NotAvailable(say("form_not_compared"))


def _gibbs_appell(form: Form, model: Model) -> Found:
    """Compare ∂S/∂q'' − Q with the left sides, and S with its printed derivatives by exact differences.

    Quaternions describe rotations only where they have length 1: there the equations are the same, except for
    the multipliers of that condition.
    """
    system = lower(model)
    balances = balances_of(model)
    parts, accelerations = _parts(form), _accelerations(form, balances)
    errors, count, tables = [0.0], 0, cells_of(model)
    values = _values(system, left_sides(system), model)
    norms = balances.norms if balances is not None else frozenset()
    if norms:
        state = consistent_states(model, system)
        places = [(state, values(state))]
    else:
        places = finite_points(model, values)
    for sample, truth in places:
        n, points = truth.shape
        count += points
        pairs_of_values = [evaluate(node, sample, tables=tables) for node in (*parts["S_qdd"], *parts["Q"])]
        pairs = list(zip(pairs_of_values[:n], pairs_of_values[n:], strict=True))
        sizes = np.array([np.broadcast_to(size + other, points) for (_, size), (_, other) in pairs])
        remainder = np.array([np.broadcast_to(a - b, points) for (a, _), (b, _) in pairs]) - truth
        if norms:
            remainder = _remainder(remainder, _gradients(model, system, norms, sample))
            sizes = np.broadcast_to(np.max(sizes, axis=0), sizes.shape)
        errors += [_relative_difference(remainder[i] + truth[i], truth[i], sizes[i]) for i in range(n)]
        for i, c in enumerate(model.coordinates):
            up, down = (
                evaluate(parts["S"][0], sample | {(c.name, 2): sample[c.name, 2] + step}, tables=tables)
                for step in (1, -1)
            )
            errors.append(_relative_difference((up[0] - down[0]) / 2, pairs_of_values[i][0], up[1] + down[1]))
        if accelerations is not None:
            errors.append(accelerations(sample))
    return _largest_error(*errors), count


def _kinematics(form: Form, model: Model) -> Found:
    """Compare printed motions of bodies with their positions, differentiated automatically."""
    motions = body_motions(model)
    if motions is None:
        raise without_bodies()
    system, tables = lower(motions.model), cells_of(motions.model)
    outputs = dict(
        zip((one.name for one in motions.model.outputs), ca.vertsplit(system.outputs), strict=True)
    )
    wanted = [outputs[name] for one in motions.bodies for name in (*one.fixed.values(), *one.own.values())]
    printed = [row[0] for part in form.parts for row in part.rows]
    errors, count = [0.0], 0
    for sample, truth in finite_points(motions.model, _values(system, ca.vertcat(*wanted), motions.model)):
        count += truth.shape[1]
        pairs = [evaluate(node, sample, tables=tables) for node in printed]
        least = SMALL * np.max(np.abs(truth), axis=0)  # what is 0 by cancellation has a rounding error
        errors += [
            _relative_difference(v, t, np.maximum(s, least)) for (v, s), t in zip(pairs, truth, strict=True)
        ]
    return _largest_error(*errors), count


def _gradients(model: Model, system: System, norms: frozenset[str], sample: StateSample) -> Points:
    """The derivatives of the norms of quaternions by the coordinates; axes: points, norms, coordinates."""
    rows = [i for i, one in enumerate(constraints_of(model, "displacement")) if one.name in norms]
    slopes = lowered_values(blocks_of(system, system.Phi_q[rows, :].T), model, sample)
    return slopes.T.reshape(slopes.shape[1], len(rows), -1)


def _remainder(remainder: Points, gradients: Points) -> Points:
    """The columns of an array with their components along some directions removed."""
    columns = [r - np.linalg.pinv(G) @ (G @ r) for r, G in zip(remainder.T, gradients, strict=True)]
    return np.array(columns).T.reshape(remainder.shape)


def _accelerations(form: Form, balances: Balances | None) -> Callable[[StateSample], float] | None:
    """A function that compares the printed accelerations of bodies at a sample; None without bodies."""
    if balances is None:
        return None
    system = lower(balances.model)
    outputs = {
        one.name: e for one, e in zip(balances.model.outputs, ca.vertsplit(system.outputs), strict=True)
    }
    truth: dict[str, Block] = {}
    for one in balances.bodies:
        for word, names in (
            ("acceleration", one.acceleration),
            ("angular_acceleration", one.angular_acceleration),
        ):
            truth |= {
                (
                    canonical(f"{one.body.name}.{word}[{i + 1}]")
                    if len(names) > 1
                    else canonical(f"{one.body.name}.{word}")
                ): outputs[name]
                for i, name in enumerate(names)
            }
    lines = {
        n: row[0] for part in form.parts for n, row in zip(part.names, part.rows, strict=False) if n in truth
    }
    function = blocks_of(system, *(truth[name] for name in lines))
    extra = {(p.name, 0) for p in balances.model.parameters}

    def difference_at(sample: StateSample) -> float:
        sample_with_zeros = {key: np.zeros_like(sample["t", 0]) for key in extra} | sample
        values = lowered_values(function, balances.model, sample_with_zeros)
        pairs = [evaluate(node, sample, tables=cells_of(balances.model)) for node in lines.values()]
        return _largest_error(
            0.0, *(_relative_difference(v, t, s) for (v, s), t in zip(pairs, values, strict=True))
        )

    return difference_at


def _hamilton(form: Form, model: Model) -> Found:
    """Compare momenta, velocities and rates of momenta: p' minus the left side of Lagrange's equation."""
    system = lower(model)
    left = left_sides(system)
    rate = system.total_derivative(system.momentum)
    parts, tables = {part.name: part for part in form.parts}, cells_of(model)
    n = len(model.coordinates)
    errors, count = [0.0], 0
    function = _values(system, ca.vertcat(system.momentum, system.qd, rate - left), model)
    for sample, truth in finite_points(model, function):
        count += truth.shape[1]
        sample_with_momenta = dict(sample)
        for i, name in enumerate(parts["momenta"].names):
            sample_with_momenta[name, 0] = truth[i]
        for key, first in (("momenta", 0), ("q'", n), ("p'", 2 * n)):
            rows = parts[key].rows if key in parts else ()
            for i, (node,) in enumerate(rows):
                value, size = evaluate(node, sample_with_momenta, tables=tables)
                errors.append(_relative_difference(value, truth[first + i], size))
    return _largest_error(*errors), count


def _verify_elimination(equations: Equations, elimination: Elimination) -> Derivation:
    """Compare the steps of an elimination and the remaining equations, at states that satisfy Lagrange's."""
    if not elimination.steps:
        return Derivation(name="elimination", difference=None, why=elimination.why)
    model = equations.model
    sample = consistent_states(model, lower(model))
    count = len(sample["t", 0])
    if not count or lower(model).has_dependent_forces or model.efforts:
        return Derivation(name="elimination", difference=None, why=say("form_not_compared"))
    tables = cells_of(model)
    pairs = [(one.left, one.right) for one in elimination.steps]
    errors = [0.0]
    for left, right in pairs:
        (a, size), (b, other) = (evaluate(node, sample, tables=tables) for node in (left, right))
        errors.append(_relative_difference(a, b, size + other))
    for _, node in elimination.remaining:
        value, size = evaluate(node, sample, tables=tables)
        errors.append(_relative_difference(value, np.zeros(count), size))
    return Derivation(name="elimination", difference=_largest_error(*errors), points=count)


def _values(system: System, block: Block, model: Model) -> Callable[[StateSample], Points]:
    function = blocks_of(system, block)
    return lambda sample: lowered_values(function, model, sample)


def _parts(form: Form) -> Mapping[str, list[Node]]:
    parts: dict[str, Part] = {part.name: part for part in form.parts}
    return {name: [row[0] for row in part.rows] for name, part in parts.items() if part.kind != "matrix"}


def _relative_difference(value: Points, truth: Points, size: Points) -> float:
    """The largest difference relative to the sizes of the terms."""
    scale = np.maximum(size, np.abs(truth))
    return float(np.max(np.abs(value - truth) / np.where(scale > 0, scale, 1.0), initial=0.0))


def _largest_error(*errors: float) -> float:
    """The largest of some errors; NaN where one of them is."""
    return float(np.max(errors))
