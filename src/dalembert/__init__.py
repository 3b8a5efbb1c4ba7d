"""dalembert: energies in, motion out."""

from dalembert._derive.equations import CoordinateEquation, Equations, Verification
from dalembert._derive.forms.form import Form, NotAvailable, Part
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.check import Verdict
from dalembert._model.records import Model
from dalembert._simulate.motion import Motion
from dalembert._text.lageq_writer import LossError
from dalembert._verify.failure import VerificationError
from dalembert.answers import (
    as_dict,
    conserved,
    convert,
    eliminate,
    form_of,
    function_files,
    functions,
    goldens,
    left_out,
    open_motion,
    save,
    show,
    to_dataset,
)
from dalembert.doctor import Finding, doctor
from dalembert.flow import check, derive, model, read, simulate, vary, write

__version__ = "0.1.0"
__all__ = [
    "CoordinateEquation",
    "Equations",
    "Finding",
    "Flaw",
    "Form",
    "LossError",
    "Model",
    "ModelError",
    "Motion",
    "NotAvailable",
    "Part",
    "Verdict",
    "Verification",
    "VerificationError",
    "as_dict",
    "check",
    "conserved",
    "convert",
    "derive",
    "doctor",
    "eliminate",
    "form_of",
    "function_files",
    "functions",
    "goldens",
    "left_out",
    "library",
    "model",
    "open_motion",
    "read",
    "save",
    "show",
    "simulate",
    "to_dataset",
    "vary",
    "write",
]
