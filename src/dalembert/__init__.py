"""dalembert: energies in, motion out. A public name is loaded when it is first used (PEP 562)."""

from importlib import import_module
from typing import TYPE_CHECKING

from dalembert.verbs import notebook as notebook  # tells the records how they look there

if TYPE_CHECKING:
    from dalembert import library as library
    from dalembert._derive.equations import CoordinateEquation, Equations, Verification
    from dalembert._derive.forms.form import Form, NotAvailable, Part
    from dalembert._expression.source import Flaw, ModelError
    from dalembert._model.check import Structure, Verdict
    from dalembert._model.display_units import DisplayUnit, display_units
    from dalembert._model.records import Model, RunSettings
    from dalembert._model.units_in_use import UnitInUse
    from dalembert._present.figures.figure_options import FigureOptions
    from dalembert._simulate.motion import Motion
    from dalembert._text.files import write_files
    from dalembert._text.loss import LossError
    from dalembert._verify.failure import VerificationError
    from dalembert._words.message import Message
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
    from dalembert.verbs.sweep import ensemble, statistics, sweep

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
    "ensemble",
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
    "statistics",
    "sweep",
    "to_casadi",
    "to_control",
    "to_dataset",
    "to_sympy",
    "vary",
    "write",
    "write_files",
]
_MODULES = {  # of the public names, as imported above
    "CoordinateEquation": "dalembert._derive.equations",
    "DisplayUnit": "dalembert._model.display_units",
    "Equations": "dalembert._derive.equations",
    "FigureOptions": "dalembert._present.figures.figure_options",
    "Finding": "dalembert.verbs.doctor",
    "Flaw": "dalembert._expression.source",
    "Form": "dalembert._derive.forms.form",
    "LossError": "dalembert._text.loss",
    "Message": "dalembert._words.message",
    "Model": "dalembert._model.records",
    "ModelError": "dalembert._expression.source",
    "Motion": "dalembert._simulate.motion",
    "NotAvailable": "dalembert._derive.forms.form",
    "Part": "dalembert._derive.forms.form",
    "ReportOptions": "dalembert.verbs.options",
    "RunSettings": "dalembert._model.records",
    "Structure": "dalembert._model.check",
    "UnitInUse": "dalembert._model.units_in_use",
    "Variation": "dalembert.verbs.options",
    "Verdict": "dalembert._model.check",
    "Verification": "dalembert._derive.equations",
    "VerificationError": "dalembert._verify.failure",
    "animate": "dalembert.verbs.show",
    "as_dict": "dalembert.verbs.export",
    "batch": "dalembert.verbs.simulate",
    "campbell": "dalembert.verbs.analyse",
    "check": "dalembert.verbs.models",
    "choices": "dalembert.verbs.choices",
    "compare": "dalembert.verbs.compare",
    "conserved": "dalembert.verbs.derive",
    "convert": "dalembert.verbs.export",
    "derive": "dalembert.verbs.derive",
    "display_units": "dalembert._model.display_units",
    "doctor": "dalembert.verbs.doctor",
    "eliminate": "dalembert.verbs.derive",
    "ensemble": "dalembert.verbs.sweep",
    "equilibrium": "dalembert.verbs.analyse",
    "exercise": "dalembert.verbs.exercise",
    "form_of": "dalembert.verbs.derive",
    "function_files": "dalembert.verbs.export",
    "functions": "dalembert.verbs.export",
    "goldens": "dalembert.verbs.derive",
    "inverse": "dalembert.verbs.analyse",
    "library": "dalembert.library",
    "linearise": "dalembert.verbs.analyse",
    "model": "dalembert.verbs.models",
    "modes": "dalembert.verbs.analyse",
    "open_motion": "dalembert.verbs.export",
    "plot": "dalembert.verbs.show",
    "program_files": "dalembert.verbs.export",
    "read": "dalembert.verbs.models",
    "report": "dalembert.verbs.publish",
    "run": "dalembert.verbs.publish",
    "save": "dalembert.verbs.export",
    "show": "dalembert.verbs.show",
    "simulate": "dalembert.verbs.simulate",
    "statistics": "dalembert.verbs.sweep",
    "sweep": "dalembert.verbs.sweep",
    "to_casadi": "dalembert.verbs.export",
    "to_control": "dalembert.verbs.analyse",
    "to_dataset": "dalembert.verbs.export",
    "to_sympy": "dalembert.verbs.export",
    "vary": "dalembert.verbs.models",
    "write": "dalembert.verbs.models",
    "write_files": "dalembert._text.files",
}

if not TYPE_CHECKING:  # which knows the names from the imports above, and tells misspelled ones

    def __getattr__(name):
        """A public name from its module, imported now; the library is a module itself."""
        if name not in _MODULES:
            message = f"module 'dalembert' has no attribute {name!r}"
            raise AttributeError(message)
        module = import_module(_MODULES[name])
        return module if name == "library" else vars(module)[name]


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return [*__all__, "__version__"]
