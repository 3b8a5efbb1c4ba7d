"""Exudyn's run of the chain of rods: its kinematic tree in relative angles, by its DOPRI5."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from benchmarks._chain import GRAVITY
from benchmarks._matched import Run, State, clocked

if TYPE_CHECKING:
    from benchmarks._chain_peers import Chain


def exudyn_run(chain: Chain, tolerance: float) -> Run:
    """The tree is made once; steps are at most as long as the time between samples, of which none is kept."""
    import exudyn as exu
    from exudyn import itemInterface as items

    n = chain.n
    system = exu.SystemContainer().AddSystem()
    angles = np.diff(chain.start[:n], prepend=0.0).tolist()
    node = system.AddNode(
        items.NodeGenericODE2(
            numberOfODE2Coordinates=n,
            referenceCoordinates=[0.0] * n,
            initialCoordinates=angles,
            initialCoordinates_t=[0.0] * n,
        )
    )
    turns, inertias = exu.Matrix3DList(), exu.Matrix3DList()
    places, centres = exu.Vector3DList(), exu.Vector3DList()
    for i in range(n):
        turns.Append(np.eye(3))
        inertias.Append(np.diag([0.0, 1 / 12, 1 / 12]))
        places.Append([float(i > 0), 0.0, 0.0])
        centres.Append([0.5, 0.0, 0.0])
    system.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=[exu.JointType.RevoluteZ] * n,
            linkParents=list(range(-1, n - 1)),
            jointTransformations=turns,
            jointOffsets=places,
            linkInertiasCOM=inertias,
            linkCOMs=centres,
            linkMasses=[1.0] * n,
            baseOffset=[0.0] * 3,
            gravity=[GRAVITY, 0.0, 0.0],
        )
    )
    system.Assemble()
    settings = exu.SimulationSettings()
    own = settings.timeIntegration
    with warnings.catch_warnings():  # names of settings that later versions have otherwise
        warnings.simplefilter("ignore", DeprecationWarning)
        own.endTime, own.numberOfSteps, own.automaticStepSize = chain.t_end, chain.samples, True
        own.absoluteTolerance = own.relativeTolerance = tolerance
        own.verboseMode = 0
        settings.solutionSettings.writeSolutionToFile = False

    def integrate() -> State:
        system.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)
        data = system.systemData
        found = (data.GetODE2Coordinates(), data.GetODE2Coordinates_t())
        return np.concatenate([np.cumsum(part) for part in found])

    return clocked(integrate)
