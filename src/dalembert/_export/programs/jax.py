"""A Python file with pure functions of JAX: rates, correction, outputs of (t, y, p)."""

from __future__ import annotations

import json

from dalembert._export.programs.records import Entry, ModelProgram
from dalembert._tape.jax import LANGUAGE, function
from dalembert._tape.legend import legend_lines
from dalembert._tape.printer_lines import number_text
from dalembert._tape.python import entry

HEAD = """
import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
"""


def files(program: ModelProgram, stem: str) -> dict[str, str]:
    """The file, by its name."""
    legend, name = program.legend, f"{stem}_jax"
    comments = ["Written by dalembert: a model as pure functions for JAX, in double precision.", ""]
    comments += [f"import {name} as model", "jax.jit(model.rates)(0.0, model.START, model.VALUES)"]
    comments += ["jax.jacfwd(model.rates, argnums=1)  or  jax.vmap(model.rates, in_axes=(None, 0, None))", ""]
    comments += legend_lines(legend, program.rates.arguments, entry)
    numbers = {"START": program.states, "VALUES": program.parameters}
    parts = [
        "\n".join(f"# {line}".rstrip() for line in comments),
        HEAD,
        *(
            f"{key} = jnp.array([{', '.join(number_text(e.value, LANGUAGE) for e in own_)}], dtype=float)"
            for key, own_ in numbers.items()
        ),
        _names("STATES", program.states),
        _names("PARAMETERS", program.parameters),
        _names("OUTPUTS", program.observed),
        f"T_START, T_END = {program.t_start!r}, {program.t_end!r}\n",
        *("\n" + function(tape, legend.functions[tape.name].text) for tape in program.tapes),
    ]
    return {f"{name}.py": "\n".join(parts)}


def _names(name: str, entries: tuple[Entry, ...]) -> str:
    return f"{name} = [{', '.join(json.dumps(e.name) for e in entries)}]"
