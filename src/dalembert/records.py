"""The records that the verbs give, for annotations and `isinstance`: names, no logic.

They are loaded when this module is imported, not with `dalembert` itself.
"""

from dalembert._analyse.records import (
    Campbell,
    Crossing,
    DriveSizing,
    Equilibria,
    Equilibrium,
    Inverse,
    Linear,
    Mechanical,
    Mode,
    Modes,
    Nearness,
    OperatingPoint,
    ReducedEquations,
    Stability,
    StateSpace,
)
from dalembert._compare.motions.records import (
    ColumnDifference,
    Growth,
    MotionComparison,
    MotionDifference,
    MotionRun,
    NotRun,
    OtherMotion,
)
from dalembert._compare.records import Agreement, Comparison, Difference, Judgement
from dalembert._derive.conserved import ConservedQuantity
from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import ContactEquations, Step
from dalembert._exercise.records import Exercise, Marks
from dalembert._export.convert import Conversion
from dalembert._export.numeric_functions import Functions, Quantity
from dalembert._present.animation.animation import Animation
from dalembert._simulate.motion import (
    Accuracy,
    ColumnError,
    Impact,
    Jump,
    Ledger,
    Occurrence,
    Residual,
    Seconds,
    Settings,
    Status,
    Touch,
    Worst,
)
from dalembert._simulate.work import Work
from dalembert._sweep.sensitivity_indices import Index, SensitivityIndices
from dalembert._sweep.statistics import QuantityStatistics, Reliability, SweepStatistics
from dalembert.verbs.choices import Choices
from dalembert.verbs.exercise import Handout
from dalembert.verbs.publish import ReportFolder

__all__ = [
    "Accuracy",
    "Agreement",
    "Animation",
    "Campbell",
    "Choices",
    "ColumnDifference",
    "ColumnError",
    "Comparison",
    "ConservedQuantity",
    "ContactEquations",
    "Conversion",
    "Crossing",
    "Difference",
    "DriveSizing",
    "Elimination",
    "Equilibria",
    "Equilibrium",
    "Exercise",
    "Functions",
    "Growth",
    "Handout",
    "Impact",
    "Index",
    "Inverse",
    "Judgement",
    "Jump",
    "Ledger",
    "Linear",
    "Marks",
    "Mechanical",
    "Mode",
    "Modes",
    "MotionComparison",
    "MotionDifference",
    "MotionRun",
    "Nearness",
    "NotRun",
    "Occurrence",
    "OperatingPoint",
    "OtherMotion",
    "Quantity",
    "QuantityStatistics",
    "ReducedEquations",
    "Reliability",
    "ReportFolder",
    "Residual",
    "Seconds",
    "SensitivityIndices",
    "Settings",
    "Stability",
    "StateSpace",
    "Status",
    "Step",
    "SweepStatistics",
    "Touch",
    "Work",
    "Worst",
]
