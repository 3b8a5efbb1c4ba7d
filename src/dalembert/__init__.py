"""dalembert: energies in, motion out."""

from dalembert._derive.equations import CoordinateEquation, Equations, Verification
from dalembert._derive.forms.form import Form, NotAvailable, Part
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.check import Structure, Verdict
from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._model.records import Model, RunSettings
from dalembert._model.units_in_use import UnitInUse
from dalembert._present.figures.options import FigureOptions
from dalembert._simulate.motion import Motion
from dalembert._text.files import write_files
from dalembert._text.loss import LossError
from dalembert._verify.failure import VerificationError
from dalembert._words.message import Message
from dalembert.verbs import notebook as notebook  # tells the records how they look there
from dalembert.verbs.analyse import campbell, equilibrium, inverse, linearise, modes, to_control
from dalembert.verbs.choices import choices
from dalembert.verbs.compare import compare
from dalembert.verbs.derive import conserved, derive, eliminate, form_of, goldens
from dalembert.verbs.doctor import Finding, doctor
from dalembert.verbs.exercise import exercise
from dalembert.verbs.export import (
    as_dict,
    convert,
    function_files,
    functions,
    open_motion,
    program_files,
    save,
    to_casadi,
    to_dataset,
    to_sympy,
)
from dalembert.verbs.models import check, model, read, vary, write
from dalembert.verbs.options import ReportOptions, Variation
from dalembert.verbs.publish import report, run
from dalembert.verbs.show import animate, plot, show
from dalembert.verbs.simulate import batch, simulate

__version__ = "0.1.0"
__all__ = [
    "CoordinateEquation",
    "DisplayUnit",
    "Equations",
    "FigureOptions",
    "Finding",
    "Flaw",
    "Form",
    "LossError",
    "Message",
    "Model",
    "ModelError",
    "Motion",
    "NotAvailable",
    "Part",
    "ReportOptions",
    "RunSettings",
    "Structure",
    "UnitInUse",
    "Variation",
    "Verdict",
    "Verification",
    "VerificationError",
    "animate",
    "as_dict",
    "batch",
    "campbell",
    "check",
    "choices",
    "compare",
    "conserved",
    "convert",
    "derive",
    "display_units",
    "doctor",
    "eliminate",
    "equilibrium",
    "exercise",
    "form_of",
    "function_files",
    "functions",
    "goldens",
    "inverse",
    "library",
    "linearise",
    "model",
    "modes",
    "open_motion",
    "plot",
    "program_files",
    "read",
    "report",
    "run",
    "save",
    "show",
    "simulate",
    "to_casadi",
    "to_control",
    "to_dataset",
    "to_sympy",
    "vary",
    "write",
    "write_files",
]
