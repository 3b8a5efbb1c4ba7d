"""The equations around a place, on the directions that the constraints leave free.

    M δq'' + C δq' + K δq + Gᵀ δlam = −r_u δu,   C = r_qd,  K = r_q,  r = M qdd + Gᵀ lam − h

at the accelerations and multipliers of the place, so K has the stiffness that forces of constraints make.
On the constraints δq = Q x, δq' = W x, δq'' = Z η' + N x with the state x = (ξ, η, δs): departures ξ of
the independent coordinates, η of the independent speeds, and of the first-order states. What Gᵀ gives
leaves with Zᵀ:

    (Zᵀ M Z) η' = −Zᵀ(M N + K Q + C W) x − Zᵀ r_u δu
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import matrix_balance

from dalembert._analyse.explicit import NotExplicitError, explicit
from dalembert._analyse.free import Free, free
from dalembert._analyse.kinks import kinked
from dalembert._analyse.physics import Blocks
from dalembert._analyse.records import Linear, Place, Reduced, StateSpace
from dalembert._analyse.refusal import refusal
from dalembert._analyse.setting import Setting

Array = NDArray[np.float64]
BALANCED = 1e-8  # a force below this part of those that act on its coordinate is none
ROUNDING = 1e-13  # the same, of all forces (times the departures of their coordinates)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Directions:
    """How coordinates depart with x = (ξ, η, δs), and with unknown efforts; positions and speeds are free."""

    places: Free
    speeds: Free
    Q: Array
    W: Array
    N: Array
    N_e: Array


def linear_at(setting: Setting, place: Place) -> Linear:
    """The linear system about a place that knows its accelerations and multipliers."""
    model, names = setting.model, setting.names
    at = {"q": place.q, "qd": place.qd, "s": place.s, "e": place.e, "u": place.u}
    parts = setting.physics.linear(place.t, at | {"a": place.qdd, "lam": place.lam}, setting.p)
    _refuse(setting, place, parts)
    ways = _directions(setting, parts)
    Z, M = ways.speeds.Z, parts["M"]
    steering = setting.physics.steering
    open_ = [i for i, bad in enumerate(steering) if not bad]
    inner = M @ ways.N + parts["r_q"] @ ways.Q + parts["r_qd"] @ ways.W
    xi, eta, s, e = _sizes_of(ways, place)
    inner[:, xi + eta :] += parts["r_s"]
    rate_of = _chain(parts, "rates", ways, s)
    held = _chain(parts, "effort", ways, s)
    count = xi + eta + s
    E, size = np.zeros((count + e, count + e)), np.zeros((count + e, count + e))
    F, B = np.zeros((count + e, count + e)), np.zeros((count + e, len(open_)))
    E[:xi, :xi], E[xi : xi + eta, xi : xi + eta] = np.eye(xi), Z.T @ M @ Z
    E[xi + eta : count, xi + eta : count] = np.eye(s)
    size[:] = np.abs(E)
    size[xi : xi + eta, xi : xi + eta] = np.abs(Z).T @ np.abs(M) @ np.abs(Z)
    F[:xi, :count] = ways.W[list(ways.places.independent)]
    F[xi : xi + eta, :count] = -Z.T @ inner
    F[xi : xi + eta, count:] = -Z.T @ (parts["r_e"] + M @ ways.N_e)
    F[xi + eta : count] = np.hstack([rate_of, parts["rates_e"]])
    F[count:] = np.hstack([held, parts["effort_e"]])
    B[xi : xi + eta] = -Z.T @ parts["r_u"][:, open_]
    B[xi + eta : count], B[count:] = parts["rates_u"][:, open_], parts["effort_u"][:, open_]
    entries = [
        *(names[j] for j in ways.places.independent),
        *(f"{names[j]}'" for j in ways.speeds.independent),
        *(one.name for one in model.states),
        *(one.name for one in model.efforts),
    ]
    wanted = [setting.wanted[j] for j in (*ways.places.independent, *ways.speeds.independent)] + [3] * (s + e)
    try:
        found = explicit(E, size, F, B, entries, wanted)
    except NotExplicitError as reason:
        message = f"there is no state space at {place.about}: {reason}"
        hint = "give the coordinates inertia or damping, or take the input out"
        raise refusal(message, hint, "singular") from None
    own_outputs = bool(model.outputs)
    if own_outputs:
        seen, seen_e, fed = (
            _chain(parts, "outputs", ways, s),
            parts["outputs_e"],
            parts["outputs_u"][:, open_],
        )
    else:
        seen, seen_e, fed = ways.Q, np.zeros((len(names), e)), np.zeros((len(names), len(open_)))
    seen = np.hstack([seen, seen_e])
    shapes = np.vstack([ways.Q, np.eye(count)[xi + eta :]])
    residual = _residual(setting, place, parts, ways)
    linear = Linear(
        model=model,
        place=place,
        M=M,
        C=parts["r_qd"],
        K=parts["r_q"],
        reduced=Reduced(
            free=tuple(names[j] for j in ways.speeds.independent),
            basis=Z,
            M=Z.T @ M @ Z,
            C=Z.T @ inner[:, xi : xi + eta],
            K=Z.T @ inner[:, :xi] @ Z[list(ways.places.independent)],
            held=xi - eta,
        ),
        state=StateSpace(
            A=_tidy(found.A),
            B=found.B,
            C=seen @ found.T,
            D=fed + seen @ found.S,
            states=tuple(entries[j] for j in found.kept),
            inputs=tuple(model.inputs[i].name for i in open_),
            outputs=tuple(o.name for o in model.outputs) if own_outputs else names,
        ),
        shapes=np.hstack([shapes, np.zeros((len(shapes), e))]) @ found.T,
        residual=residual,
    )
    return replace(linear, remarks=_remarks(setting, linear, steering))


def _tidy(A: Array) -> Array:
    """Without entries that are rounding of zero, whatever the units."""
    if not len(A):
        return A
    balanced, _ = matrix_balance(A, permute=False)
    return np.where(np.abs(balanced) > 1e-16 * np.abs(balanced).max(), A, 0.0)


def _directions(setting: Setting, parts: Blocks) -> _Directions:
    """The independent coordinates, and what the others do."""
    rows, G = setting.displacements, parts["G"]
    wanted = setting.wanted
    places = free(G[:rows], setting.scale, wanted)
    speeds = places if rows == len(G) else free(G, setting.scale, wanted, places.independent)
    xi, eta, s = places.Z.shape[1], speeds.Z.shape[1], parts["r_s"].shape[1]
    none = np.zeros((len(setting.names), eta))
    Q = np.hstack([places.Z, none, places.followed(-parts["Phi_s"])])
    V = parts["velocity_q"] @ Q
    V[:, xi + eta :] += parts["velocity_s"]
    W = speeds.followed(-V)
    W[:, xi : xi + eta] += speeds.Z
    right = parts["c_q"] @ Q + parts["c_qd"] @ W
    right[:, xi + eta :] += parts["c_s"]
    assert Q.shape[1] == xi + eta + s
    return _Directions(
        places=places,
        speeds=speeds,
        Q=Q,
        W=W,
        N=speeds.followed(-right),
        N_e=speeds.followed(-parts["c_e"]),
    )


def _sizes_of(ways: _Directions, place: Place) -> tuple[int, int, int, int]:
    return len(ways.places.independent), len(ways.speeds.independent), len(place.s), len(place.e)


def _chain(parts: Blocks, name: str, ways: _Directions, states: int) -> Array:
    """The derivative of a quantity by x."""
    found = parts[f"{name}_q"] @ ways.Q + parts[f"{name}_qd"] @ ways.W
    if states:
        found[:, -states:] += parts[f"{name}_s"]
    return found


def _residual(setting: Setting, place: Place, parts: Blocks, ways: _Directions) -> Mapping[str, float]:
    """Forces on the free coordinates, and rates of states, that are not zero."""
    Z = ways.speeds.Z
    force = Z.T @ parts["M"] @ place.qdd
    size = np.abs(Z).T @ (parts["size"] + np.abs(parts["G"]).T @ np.abs(place.lam))
    own = setting.scale[list(ways.speeds.independent)]
    least = np.maximum(BALANCED * size, ROUNDING * np.max(size * own, initial=0.0) / own)
    found = {
        setting.names[j]: float(f)
        for j, f, zero in zip(ways.speeds.independent, force, least, strict=True)
        if abs(f) > zero
    }
    reach = np.abs(parts["rates_s"]) @ np.abs(place.s) + np.abs(parts["rates_q"]) @ np.abs(place.q)
    for state, rate, big in zip(setting.model.states, parts["rates"], reach, strict=True):
        if abs(rate) > BALANCED * big:
            found[f"{state.name}'"] = float(rate)
    return found


def _refuse(setting: Setting, place: Place, parts: Blocks) -> None:
    """Raise where the linear equations do not exist."""
    bad = ~np.isfinite(np.hstack([parts["r_q"], parts["r_qd"], parts["M"]])).all(axis=1)
    if bad.any():
        message = (
            f"the forces on `{setting.names[int(np.argmax(bad))]}` have no finite derivative at {place.about}"
        )
        hint = "look for a division by zero, a root or a logarithm, and choose another place"
        raise refusal(message, hint, "not-finite")
    for contact, gap in zip(setting.model.contacts, parts["gaps"], strict=True):
        if gap <= 0:
            message = f"the contact `{contact.name}` is closed at {place.about}: its gap is {gap:.3g}"
            raise refusal(message, "choose a place where it is open, or take the contact out", "contact")
    if kinked(setting, place):
        message = f"there are no linear equations at {place.about}: the forces jump or have a kink there"
        hint = "choose a place away from the kinks of sign, abs, min, max, step, if …"
        raise refusal(message, hint, "kink")


def _remarks(setting: Setting, linear: Linear, steering: list[bool]) -> tuple[str, ...]:
    place, found = linear.place, []
    if linear.residual:
        forces = ", ".join(f"{name}: {value:.4g}" for name, value in linear.residual.items())
        found.append(
            f"{place.about} is no equilibrium: what is not balanced there is {forces}; the equations describe"
            " departures from the motion through it, for a short time"
        )
    fast = [f"{n}' = {v:.4g}" for n, v in zip(setting.names, place.qd, strict=True) if v != 0]
    if fast:
        found.append(f"the system moves there: {', '.join(fast[:6])}{' …' if len(fast) > 6 else ''}")
    found += [
        f"the input `{one.name}` moves a constraint or acts by its rate: it is not among the inputs"
        for one, bad in zip(setting.model.inputs, steering, strict=True)
        if bad
    ]
    if setting.physics.moved_by_time:
        found.append(f"time stands in the equations themselves: they are those of t = {place.t:g} s")
    found += [f"the contact `{c.name}` is taken as open" for c in setting.model.contacts]
    if place.assumed:
        found.append(f"assumed: {', '.join(place.assumed)}")
    return tuple(found)
