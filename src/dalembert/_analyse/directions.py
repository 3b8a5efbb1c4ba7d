"""Departures of the coordinates from a point along the constraints, as functions of departures of the state.

    δq = Q x,   δq' = W x,   δq'' = Z η' + N x + N_e δe,   x = (ξ, η, δs)

ξ are departures of the independent coordinates, η of the independent speeds, δs of first-order states. They
follow from Phi_q δq + Phi_s δs = 0, from the same for the velocities of the constraints, and from c = G a −
gamma = 0 with a the accelerations.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.free_coordinates import FreeDirections, choose_free_directions
from dalembert._analyse.model_functions import Blocks

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Directions:
    """The independent coordinates and speeds, and the matrices by which all coordinates follow them."""

    places: FreeDirections
    speeds: FreeDirections
    states: int
    Q: Array
    W: Array
    N: Array
    N_e: Array

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of entries of ξ, η and δs."""
        return len(self.places.independent), len(self.speeds.independent), self.states

    def chain(self, parts: Blocks, name: str) -> Array:
        """The derivative of a quantity by x, by the chain rule."""
        rate = parts[f"{name}_q"] @ self.Q + parts[f"{name}_qd"] @ self.W
        rate[:, rate.shape[1] - self.states :] += parts[f"{name}_s"]
        return rate


def directions(context: AnalysisContext, parts: Blocks) -> Directions:
    """The directions at a point."""
    rows, G, wanted = context.displacements, parts["G"], context.given_starts
    places = choose_free_directions(G[:rows], context.scale, wanted)
    speeds = (
        places if rows == len(G) else choose_free_directions(G, context.scale, wanted, places.independent)
    )
    xi, eta = len(places.independent), len(speeds.independent)
    Q = np.hstack([places.Z, np.zeros((len(context.names), eta)), places.dependent_part(-parts["Phi_s"])])
    velocity = parts["velocity_q"] @ Q
    velocity[:, xi + eta :] += parts["velocity_s"]
    W = speeds.dependent_part(-velocity)
    W[:, xi : xi + eta] += speeds.Z
    right = parts["c_q"] @ Q + parts["c_qd"] @ W
    right[:, xi + eta :] += parts["c_s"]
    return Directions(
        places=places,
        speeds=speeds,
        states=parts["r_s"].shape[1],
        Q=Q,
        W=W,
        N=speeds.dependent_part(-right),
        N_e=speeds.dependent_part(-parts["c_e"]),
    )
