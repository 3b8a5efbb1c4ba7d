"""The explicit methods in C: each tableau printed as straight code around the common loop of steps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from dalembert._compile.tableaux import TABLEAUX, Row, Tableau


@cache
def integrator(name: str) -> str:
    """A method as C source, independent of any model."""
    parts = [header("run.h"), header("events.h"), header("peaks.h")]
    if name in TABLEAUX:
        parts.append(_method(TABLEAUX[name]))
    elif name == MOREAU:
        contact_headers = (
            "linear.h",
            "coulomb.h",
            "block_factors.h",
            *CONTACTS,
            "moreau.h",
            "moreau_advance.h",
        )
        return "\n".join([*parts, *(header(name) for name in contact_headers)])
    elif name == RADAU:
        parts += [header("linear.h"), header("sparse.h"), header("radau.h")]
    elif name == TAYLOR:
        parts += [header("lanes.h"), header("taylor.h")]
    else:
        parts += [header("linear.h"), header("implicit.h"), _IMPLICIT]
    return "\n".join([*parts, header("advance.h")])


CONTACTS = "contact_step.h", "contact_laws.h", "contact_newton.h", "contact_solve.h"
IMPLICIT, MOREAU, RADAU, TAYLOR = "implicit", "moreau", "radau", "taylor"
_IMPLICIT = """\
#define METHOD_NAME(x) implicit_##x
#define METHOD_STAGES 1
#define METHOD_TERMS 3
#define METHOD_ORDER 2.0

/* One step: z by Newton's method, the state it gives, its works. */
DALEMBERT_FUNCTION int implicit_step(dalembert_run *run, double dt, double *error)
{
    dalembert_implicit *own = (dalembert_implicit *)run->own;
    const long long size = run->size, n2 = 2 * run->n, known = size + own->extras;
    double *k = run->k, health = 1.0;
    long long i;
    int status;
    *error = 0.0;
    for (i = 0; i < size; i++) own->pack[i] = run->y[i];
    own->pack[known + own->unknowns] = dt;
    status = dalembert_newton(run, own, dt);
    if (status) return status;
    DALEMBERT_CALL(own->update, dalembert_begins(run, dt), own->pack, run->u, own->next, &health);
    for (i = 0; i < size; i++) {
        run->fresh[i] = i < n2 ? own->next[i] : run->y[i];
        run->tail_fresh[i] = 0.0;
    }
    status = dalembert_evaluate(run, 0, run->t + dt, run->fresh, k + size);
    if (status) return status;
    for (i = run->tested; i < size; i++) run->fresh[i] += 0.5 * dt * (k[i] + k[size + i]);
    for (i = 0; i < own->extras + own->unknowns; i++) own->pack[size + i] = own->next[n2 + i];
    return DALEMBERT_RUNNING;
}

/* The cubic with the states and rates at both ends. */
DALEMBERT_FUNCTION int implicit_dense(dalembert_run *run, double dt)
{
    const long long size = run->size;
    const double *k = run->k;
    long long i;
    for (i = 0; i < size; i++) {
        const double rise = run->fresh[i] - run->y[i];
        run->dense[i] = rise;
        run->dense[size + i] = dt * k[i] - rise;
        run->dense[2 * size + i] = 2.0 * rise - dt * (k[i] + k[size + i]);
    }
    return DALEMBERT_RUNNING;
}
"""


def explicit_method(name: str) -> str:
    """The step and the continuous extension of an explicit method as C source."""
    return _method(TABLEAUX[name])


def header(name: str) -> str:
    """The text of one of our C headers."""
    return (Path(__file__).parent / "c" / name).read_text(encoding="utf-8")


def _method(tableau: Tableau) -> str:
    """The step and the continuous extension of a method."""
    return f"""\
#define METHOD_NAME(x) {tableau.name}_##x
#define METHOD_STAGES {tableau.stages}
#define METHOD_TERMS {3 + len(tableau.dense)}
#define METHOD_ORDER {tableau.order}.0

/* One step: the stages, the new state in `fresh`, its error against the tolerance. */
DALEMBERT_FUNCTION int {tableau.name}_step(dalembert_run *run, double dt, double *error)
{{
    const double t = run->t, *y = run->y;
    double *k = run->k, *stage = run->stage, *fresh = run->fresh;
    const long long size = run->size;
    long long i;
    int status;
{_stages(enumerate(tableau.a[1:], 1))}
    for (i = 0; i < size; i++)
        dalembert_add(run, i, dt * ({stage_sum(tableau.b)}) + dt * ({stage_sum(tableau.tails)}));
{_error(tableau)}
    return DALEMBERT_RUNNING;
}}

/* The terms of the continuous extension. */
DALEMBERT_FUNCTION int {tableau.name}_dense(dalembert_run *run, double dt)
{{
    const double *y = run->y, *fresh = run->fresh;
    double *k = run->k, *dense = run->dense;
    const long long size = run->size;
    long long i;
{_extra_stages(tableau)}
    for (i = 0; i < size; i++) {{
        const double rise = fresh[i] - y[i];
        dense[i] = rise;
        dense[size + i] = dt * k[i] - rise;
        dense[2 * size + i] = 2.0 * rise - dt * (k[i] + {_k(tableau.stages)});
{_terms(tableau)}
    }}
    return DALEMBERT_RUNNING;
}}
"""


def _k(stage: int) -> str:
    return f"k[{stage} * size + i]" if stage else "k[i]"


def stage_sum(row: Row) -> str:
    """The rates of stages times the weights of a row, as C."""
    return " + ".join(f"{value!r} * {_k(j)}" for j, value in row.items()).replace("+ -", "- ")


def _stages(rows: Iterable[tuple[int, Row]]) -> str:
    return "\n".join(
        f"""\
    for (i = 0; i < size; i++)
        stage[i] = y[i] + dt * ({stage_sum(row)});
    status = dalembert_evaluate(run, 0, t + {sum(row.values())!r} * dt, stage, k + {i} * size);
    if (status) return status;"""
        for i, row in rows
    )


def _error(tableau: Tableau) -> str:
    """The error estimate, after the rates at the end if it uses them; else these follow an accepted step."""
    stage = tableau.stages
    end = f"""\
    status = dalembert_evaluate(run, 0, t + dt, fresh, k + {stage} * size);
    if (status) return status;
"""
    needed = any(stage in row for row in tableau.errors)
    sums = "\n".join(
        f"        const double e{r} = dt * ({stage_sum(row)}) / weight;\n        sum{r} += e{r} * e{r};"
        for r, row in enumerate(tableau.errors)
    )
    declared = ", ".join(f"sum{r} = 0.0" for r in range(len(tableau.errors)))
    if len(tableau.errors) == 1:
        value = "sqrt(sum0 / (double)(run->tested > 0 ? run->tested : 1))"
    else:  # the second estimate, of lower order, damps the first
        value = "sum0 == 0.0 ? 0.0 : sum0 / sqrt((sum0 + 0.01 * sum1) * (double)run->tested)"
    return f"""\
{end if needed else ""}    double {declared};
    dalembert_weigh(run, dt, fresh);
    for (i = 0; i < run->tested; i++) {{
        const double weight = run->weight[i];
{sums}
        run->change[i] = e0;
    }}
    *error = {value};
{"" if needed else f"    if (*error > 1.0 && dalembert_judged(run)) return DALEMBERT_RUNNING;{chr(10)}{end}"}\
    {{ /* held back by stability: the rates change faster than the state over the last stage */
        double top = 0.0, below = 0.0;
        for (i = 0; i < run->tested; i++) {{
            const double rise = ({_k(stage)} - {_k(stage - 1)}) / run->weight[i];
            const double gap = (fresh[i] - stage[i]) / run->weight[i];
            top += rise * rise;
            below += gap * gap;
        }}
        if (below > 0.0 && dt * sqrt(top / below) > {tableau.stiff!r}) run->stiff++;
    }}"""


def _extra_stages(tableau: Tableau) -> str:
    if not tableau.extra:
        return ""
    first = tableau.stages + 1
    head = "    const double t = run->t;\n    double *stage = run->stage;\n    int status;\n"
    return head + _stages(enumerate(tableau.extra, first))


def _terms(tableau: Tableau) -> str:
    return "\n".join(
        f"        dense[{3 + r} * size + i] = dt * ({stage_sum(row)});" for r, row in enumerate(tableau.dense)
    )
