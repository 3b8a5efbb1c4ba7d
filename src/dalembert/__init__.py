"""dalembert: energies in, motion out."""

from dalembert._derive.equations import CoordinateEquation, Equations, Verification
from dalembert._derive.forms.form import Form, NotAvailable, Part
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.check import Verdict
from dalembert._model.records import Model
from dalembert._verify.failure import VerificationError
from dalembert.doctor import Finding, doctor
from dalembert.flow import (
    as_dict,
    check,
    conserved,
    derive,
    eliminate,
    form_of,
    goldens,
    model,
    read,
    show,
    vary,
    write,
)

__version__ = "0.1.0"
__all__ = [
    "CoordinateEquation",
    "Equations",
    "Finding",
    "Flaw",
    "Form",
    "Model",
    "ModelError",
    "NotAvailable",
    "Part",
    "Verdict",
    "Verification",
    "VerificationError",
    "as_dict",
    "check",
    "conserved",
    "derive",
    "doctor",
    "eliminate",
    "form_of",
    "goldens",
    "library",
    "model",
    "read",
    "show",
    "vary",
    "write",
]
