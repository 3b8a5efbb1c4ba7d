"""A tape as a pure function of JAX, which can be differentiated, mapped over batches and compiled."""

from __future__ import annotations

from dalembert._tape import python
from dalembert._tape.printer_lines import Form, Language, lines_of
from dalembert._tape.tape import Tape

FORMS: dict[str, Form] = {
    name: Form(form.text.replace("np.", "jnp."), form.binds, form.needs)
    for name, form in python.FORMS.items()
}
LANGUAGE = Language(forms=FORMS, entry=python.entry, infinity="jnp.inf", nan="jnp.nan")


def function(tape: Tape, text: str) -> str:
    """A function of (t, y, p) that gives an array."""
    lines = lines_of(tape, LANGUAGE)
    results = [value for values in lines.results for value in values]
    arguments = ", ".join(block.name for block in tape.arguments)
    return "\n".join(
        [
            f"def {tape.name}({arguments}):",
            f'    """{text[:1].upper()}{text[1:]}."""',
            *(f"    {name} = {value}" for name, value in lines.assignments),
            "    return jnp.stack(",
            "        [",
            *(f"            jnp.asarray({value}, dtype=float)," for value in results),
            "        ]",
            "    )",
            "",
        ]
    )
