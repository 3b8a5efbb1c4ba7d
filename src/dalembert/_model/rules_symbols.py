"""The rule about LaTeX symbols: simple mathematics only, so that a model file cannot command TeX."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dalembert._expression.source import Flaw, flaw_at
from dalembert._model.records import Model, entries_of
from dalembert._model.survey import Survey

LONGEST = 60
GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho "
    "varrho sigma tau upsilon phi varphi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
MARKS = (
    "mathrm mathit mathbf mathcal text hat bar tilde vec dot ddot prime star ast ell infty circ parallel perp"
)
COMMANDS = frozenset((GREEK + " " + MARKS).split())
_TOKEN = re.compile(r"\\([A-Za-z]+)|[\w{}^\'+\-*,. ]", re.UNICODE)


def symbols(model: Model, known: Survey) -> Iterator[Flaw]:
    """A symbol consists of letters, digits, sub- and superscripts and known commands."""
    for entry in (*entries_of(model), *model.outputs):
        fault = _fault(entry.symbol)
        if fault:
            hint = r"for example symbol = '\theta_2' or symbol = 'k_{t1}'"
            yield flaw_at(
                entry.location, rule="symbol", message=f"the symbol of `{entry.name}` {fault}", hint=hint
            )


def _fault(symbol: str) -> str:
    """The fault of a symbol; empty without one."""
    if len(symbol) > LONGEST:
        return f"has more than {LONGEST} characters"
    at = depth = 0
    while at < len(symbol):
        match = _TOKEN.match(symbol, at)
        if match is None:
            return f"contains `{symbol[at]}`, which is not understood in one"
        if match.group(1) and match.group(1) not in COMMANDS:
            return f"uses the command \\{match.group(1)}, which is not among the known ones"
        depth += (match.group() == "{") - (match.group() == "}")
        if depth < 0:
            return "closes a brace it did not open"
        at = match.end()
    return "does not close a brace" if depth else ""
