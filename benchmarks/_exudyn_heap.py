"""Exudyn's run of the heap of discs: rigid bodies in the plane, with its own contacts of circles and walls.

Its contacts are penalties: springs and dampers beside friction that is proportional to slip below a small
speed, so that discs give way. The spring is so stiff that explicit steps of the given size are stable.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from time import process_time
from typing import Any

import numpy as np

from benchmarks._mujoco_heap import Disc
from benchmarks._rows import NOT_INSTALLED, SkipPeer

STIFFNESS, DAMPING = 1e5, 200.0  # N/m, N s/m: of each side of a contact
SLOW = 1e-3  # m/s: friction is proportional to slips below this
DEEP = 1.0  # m: of walls, across the plane


def exudyn_heap(
    discs: Sequence[Disc], width: float, radius: float, friction: float, g: float, dt: float, t_end: float
) -> tuple[float, float]:
    """The seconds of all steps, and how far discs were inside one another at most, by their radius."""
    try:
        import exudyn as exu
    except ImportError:
        raise SkipPeer(NOT_INSTALLED) from None
    spent, looks = [], 100
    for _ in range(2):
        system, _ = _heap(exu, discs, width, radius, friction, g)
        spent.append(_steps(exu, system, 0.0, t_end, dt))
    system, nodes = _heap(exu, discs, width, radius, friction, g)
    deepest = 0.0
    for part in range(looks):
        _steps(exu, system, part * t_end / looks, (part + 1) * t_end / looks, dt)
        deepest = max(deepest, _deepest(system, exu, nodes, radius))
    return min(spent), deepest


def _heap(
    exu: Any, discs: Sequence[Disc], width: float, radius: float, friction: float, g: float
) -> tuple[Any, list[int]]:
    """The heap at its start, and the nodes of its discs."""
    from exudyn import itemInterface as items

    system = exu.SystemContainer().AddSystem()
    contact = system.AddGeneralContact()
    contact.SetFrictionPairings(np.array([[friction]]))
    contact.SetFrictionProportionalZone(SLOW)
    high = 4.0 * radius * len(discs)
    cells = max(2, int(np.ceil(np.sqrt(len(discs)))))
    contact.SetSearchTreeCellSize(numberOfCells=[cells, cells, 1])
    contact.SetSearchTreeBox(pMin=[-1.0, -1.0, -DEEP], pMax=[width + 1.0, high, DEEP])
    ground = system.AddObject(items.ObjectGround())
    wall = system.AddMarker(items.MarkerBodyRigid(bodyNumber=ground))
    for a, b in (((0, 0), (width, 0)), ((0, high), (0, 0)), ((width, 0), (width, high))):
        points = [[*a, -DEEP], [*b, -DEEP], [*b, DEEP], [*a, DEEP]]
        for triangle in ([0, 2, 1], [0, 3, 2]):  # normals point to the discs
            contact.AddTrianglesRigidBodyBased(
                wall, STIFFNESS, DAMPING, 0, pointList=points, triangleList=[triangle], staticTriangles=True
            )
    nodes = []
    for x, y, speed in discs:
        node = system.AddNode(
            items.NodeRigidBody2D(referenceCoordinates=[x, y, 0.0], initialVelocities=[speed, 0.0, 0.0])
        )
        body = system.AddObject(
            items.ObjectRigidBody2D(physicsMass=1.0, physicsInertia=radius**2 / 2, nodeNumber=node)
        )
        marker = system.AddMarker(items.MarkerBodyRigid(bodyNumber=body))
        system.AddLoad(items.Force(markerNumber=marker, loadVector=[0.0, -g, 0.0]))
        contact.AddSphereWithMarker(marker, radius, STIFFNESS, DAMPING, 0)
        nodes.append(node)
    system.Assemble()
    return system, nodes


def _steps(exu: Any, system: Any, t: float, t_end: float, dt: float) -> float:
    """Steps of a fixed size from one time to another, by the explicit midpoint rule; their seconds."""
    settings = exu.SimulationSettings()
    with warnings.catch_warnings():  # names of settings that later versions have otherwise
        warnings.simplefilter("ignore", DeprecationWarning)
        time = settings.timeIntegration
        time.startTime, time.endTime, time.verboseMode = t, t_end, 0
        time.numberOfSteps = round((t_end - t) / dt)
        settings.solutionSettings.writeSolutionToFile = False
    began = process_time()
    system.SolveDynamic(settings, solverType=exu.DynamicSolverType.ExplicitMidpoint, updateInitialValues=True)
    return process_time() - began


def _deepest(system: Any, exu: Any, nodes: Sequence[int], radius: float) -> float:
    """How far discs are inside one another, by their radius."""
    kind = exu.OutputVariableType.Position
    at = np.array([system.GetNodeOutput(node, kind)[:2] for node in nodes])
    far = np.hypot(*(at[:, None, k] - at[None, :, k] for k in (0, 1)))
    far[np.arange(len(at)), np.arange(len(at))] = np.inf
    return max(0.0, float((2 * radius - far).max()) / radius)
