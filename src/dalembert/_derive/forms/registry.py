"""All forms by name. A new form is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._derive.equations import Equations
from dalembert._derive.forms import descriptor, hamilton, linear, matrix, mcg, state
from dalembert._derive.forms.form import Form, Request

FORMS: dict[str, Callable[[Equations, Request], Form]] = {
    "matrix": matrix.form,
    "linear": linear.form,
    "mcg": mcg.form,
    "descriptor": descriptor.form,
    "state": state.form,
    "hamilton": hamilton.form,
}
