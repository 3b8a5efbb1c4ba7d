"""The keys of a contact: which exclude or require each other, and what a misspelt one means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.records import COMPLIANT

Mistake = tuple[str, str, str, str]  # the key ("": the contact), rule, message, hint

PARTS = ("restitution", "friction", "sticking", "stiffness", "damping", "exponent")  # expressions, one each
KEYS = ("gap", "law", "slip", *PARTS)
MOST = 50  # the most unknown keys that are examined
GIVING = ("stiffness", "damping", "exponent")  # keys of compliant contacts instead of a restitution

# Letters and words of textbooks for the keys.
MEANT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("distance", "dist", "g", "when"), "gap"),
        **dict.fromkeys(("type", "kind", "model", "method"), "law"),
        **dict.fromkeys(("e", "eps", "epsilon", "cor", "bounce", "elasticity"), "restitution"),
        **dict.fromkeys(("mu", "µ", "μ", "mu_k", "mu_d", "mud", "muk", "coulomb", "sliding"), "friction"),
        **dict.fromkeys(("mu_s", "mu0", "mu_0", "mus", "static", "stiction", "stick"), "sticking"),
        **dict.fromkeys(("velocity", "tangent", "tangential", "v", "vt", "v_t"), "slip"),
        **dict.fromkeys(("k", "K", "spring"), "stiffness"),
        **dict.fromkeys(("c", "d", "damper", "dissipation"), "damping"),
        **dict.fromkeys(("n", "power"), "exponent"),
    }
)
SOFT = 'write law = "spring", with stiffness and damping'
HARD = "delete law: restitution is 0 for no rebound, 1 for no loss"
# Names of laws elsewhere, and what to write for them.
LAWS: Mapping[str, str] = MappingProxyType(
    {
        "hertz": 'write law = "hunt_crossley": with stiffness alone it is Hertz\'s force, depth^(3/2)',
        "coulomb": "delete law: Coulomb friction is friction = 0.3 together with slip, for every law",
        "friction": "delete law: friction = 0.3 together with slip is enough",
        **dict.fromkeys(("linear", "penalty", "soft", "compliant", "damper", "spring_damper"), SOFT),
        **dict.fromkeys(("kelvin_voigt", "kelvin-voigt", "kelvin", "voigt"), SOFT),
        **dict.fromkeys(("rigid", "hard", "stiff", "elastic", "inelastic", "plastic", "restitution"), HARD),
        **dict.fromkeys(("moreau", "signorini"), HARD),
    }
)

_COMPARED = re.compile(r"([^<>=≤≥!]+)(>=?|<=?|≤|≥)([^<>=≤≥!]+)")


def difference(gap: str) -> str:
    """The gap meant by a comparison: y - r for y >= r; empty for any other text."""
    match = _COMPARED.fullmatch(gap)
    if match is None or any(side.count("(") != side.count(")") for side in (match[1], match[3])):
        return ""
    larger, smaller = match[1].strip(), match[3].strip()
    if match[2][0] in "<≤":
        larger, smaller = smaller, larger
    if smaller == "0":
        return larger
    return f"{larger} - ({smaller})" if "+" in smaller or "-" in smaller else f"{larger} - {smaller}"


def advice(entry: Mapping[str, Any]) -> str:
    """What to write for an unknown law, by its name or by the other keys."""
    law = str(entry.get("law", "")).lower().replace(" ", "_")
    return LAWS.get(
        law, SOFT if any(key in entry for key in GIVING) else 'write law = "newton", or delete it'
    )


def mistakes(entry: Mapping[str, Any], law: str) -> Iterator[Mistake]:
    """Keys that are missing, or inconsistent with others; law "" is an unknown one.

    A misspelt key is reported already, and is not reported as missing.
    """
    strange = islice((str(key) for key in entry if key not in KEYS), MOST)
    meant = {MEANT.get(key) or nearest(key, KEYS) for key in strange}
    if law in COMPLIANT:
        yield from _of_compliant(entry, law, meant)
    elif law:
        yield from _of_stiff(entry, law, meant)
    yield from _of_friction(entry, meant)


def _of_compliant(entry: Mapping[str, Any], law: str, meant: set[str | None]) -> Iterator[Mistake]:
    """A compliant contact has a stiffness and no restitution."""
    if "stiffness" not in entry and "stiffness" not in meant:
        hint = "add stiffness = 1e6, or the name of a parameter in quotes"
        yield "", "missing-key", f'`stiffness` is missing: the law "{law}" needs it', hint
    if "restitution" in entry:
        message = f'the law "{law}" has no `restitution`: its force follows from stiffness and damping'
        yield "restitution", "contact", message, 'delete it, or write law = "newton"'


def _of_stiff(entry: Mapping[str, Any], law: str, meant: set[str | None]) -> Iterator[Mistake]:
    """A stiff contact has a restitution, and no compliance."""
    foreign = [key for key in GIVING if key in entry]
    for key in foreign:
        message = f'the law "{law}" has no `{key}`: its bodies do not give way'
        instead = 'write law = "spring" or law = "hunt_crossley"'
        hint = f"delete it; or {instead} and delete restitution" if "restitution" in entry else instead
        yield key, "contact", message, hint
    if "restitution" not in entry and "restitution" not in meant and not foreign:
        hint = 'add restitution = 0.5, from 0 to 1; or law = "spring" with a stiffness'
        yield "", "missing-key", "`restitution` is missing", hint


def _of_friction(entry: Mapping[str, Any], meant: set[str | None]) -> Iterator[Mistake]:
    """Friction, and the velocity it acts against, come together."""
    rubs, slips = "friction" in entry, "slip" in entry
    if rubs and not slips and "slip" not in meant:
        message = "`slip` is missing: the velocity that friction acts against"
        hint = 'add slip = "x\'", the velocity along the surface of the point that touches'
        yield "friction", "missing-key", message, hint
    if rubs or "friction" in meant:
        return
    if slips:
        message = "`friction` is missing: without it nothing acts against `slip`"
        yield "slip", "missing-key", message, "add friction = 0.3, or delete slip"
    if "sticking" in entry:
        message = "`friction` is missing: `sticking` is the coefficient while it does not slide"
        yield "sticking", "missing-key", message, "write friction = 0.3 in its place"
