"""All forms by name. A new form is one file, and its loader with one line here.

The names can be read without loading the calculus: a form is loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dalembert._derive.equations import Equations
    from dalembert._derive.forms.form import Form, Request

    Maker = Callable[[Equations, Request], Form]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormKind:
    """How a form is made; with `by_force` it differentiates no contact force, which then stays a name."""

    load: Callable[[], Maker]
    by_force: bool


def _matrix() -> Maker:
    from dalembert._derive.forms.matrix import form

    return form


def _linear_form() -> Maker:
    from dalembert._derive.forms.linear import form

    return form


def _mcg() -> Maker:
    from dalembert._derive.forms.mcg import form

    return form


def _descriptor() -> Maker:
    from dalembert._derive.forms.descriptor import form

    return form


def _state() -> Maker:
    from dalembert._derive.forms.state import form

    return form


def _hamilton() -> Maker:
    from dalembert._derive.forms.hamilton import form

    return form


def _newton_euler() -> Maker:
    from dalembert._derive.forms.newton_euler import form

    return form


def _body_kinematics() -> Maker:
    from dalembert._derive.forms.body_kinematics import form

    return form


def _hinge_balances() -> Maker:
    from dalembert._derive.forms.hinge_balances import form

    return form


def _kane() -> Maker:
    from dalembert._derive.forms.kane import form

    return form


def _gibbs_appell() -> Maker:
    from dalembert._derive.forms.gibbs_appell import form

    return form


FORMS: dict[str, FormKind] = {
    "matrix": FormKind(load=_matrix, by_force=True),
    "linear": FormKind(load=_linear_form, by_force=False),
    "mcg": FormKind(load=_mcg, by_force=True),
    "descriptor": FormKind(load=_descriptor, by_force=True),
    "state": FormKind(load=_state, by_force=True),
    "hamilton": FormKind(load=_hamilton, by_force=False),
    "gibbs_appell": FormKind(load=_gibbs_appell, by_force=False),
    "kinematics": FormKind(load=_body_kinematics, by_force=False),
    "newton_euler": FormKind(load=_newton_euler, by_force=False),
    "hinge_balances": FormKind(load=_hinge_balances, by_force=False),
    "kane": FormKind(load=_kane, by_force=False),
}
