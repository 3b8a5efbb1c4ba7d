"""r₂ = r₁ + R₁ c(s), or f(R₁ᵀ (r₂ − r₁)) = 0: the second point stays on a curve of the first frame.

A curve c is given by its components as expressions of one coordinate s of the joint, which has no mass; or
by an equation f of the coordinates x, y (and z: then it is a surface) in the first frame.
"""

from dalembert._expression.derivative import NoDerivative, derivative
from dalembert._expression.tree import ONE, Name, Node, Rate
from dalembert._model.bodies.joints.kind import Key
from dalembert._model.bodies.joints.tie import Tie, TieData, TieKind
from dalembert._model.bodies.texts import Text, component, fill, member_name, replace_names
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree

LETTERS = "xyz"


def _tie(given: TieData) -> Tie:
    return _parametric(given) if given.vectors else _implicit(given)


def _parametric(given: TieData) -> Tie:
    first, second = given.frames
    inner = {f"c{i}": one for i, one in enumerate(given.vectors["curve"])}
    curve = fill("[" + ", ".join(f"{{{key}}}" for key in inner) + "]", **inner)
    turned = fill("{R}*{c}", R=first.rotation, c=curve) if first.rotation.text else curve
    apart = fill("{a} + {c} - ({b})", a=first.position, c=turned, b=second.position)
    names = [component(given.name, i + 1) for i in range(given.space)]
    texts = [fill(f"({{d}})[{i + 1}]", d=apart) for i in range(given.space)]
    return Tie(
        conditions={name: ("displacement", text) for name, text in zip(names, texts, strict=True)},
        force=Text("[" + ", ".join(f"lam_{name}" for name in names) + "]"),
    )


def _implicit(given: TieData) -> Tie:
    first, second = given.frames
    at = member_name(given.name, "at")
    apart = fill("({b} - ({a}))", a=first.position, b=second.position)
    inner = fill("transpose({R})*{d}", R=first.rotation, d=apart) if first.rotation.text else apart
    components = {letter: component(at, i + 1) for i, letter in enumerate(LETTERS[: given.space])}
    equation = replace_names(given.values["equation"], components)
    slopes = [_slope(given.values["equation"].text, letter) for letter in components]
    force = Text("")
    if None not in slopes:
        gradient = Text(
            "[" + ", ".join(replace_names(Text(one or "0"), components).text for one in slopes) + "]"
        )
        turned = fill("{R}*{g}", R=first.rotation, g=gradient) if first.rotation.text else gradient
        force = fill("-lam_{name}*({g})", name=given.name, g=turned)
    return Tie(conditions={given.name: ("displacement", equation)}, force=force, definitions={at: inner})


def _slope(text: str, letter: str) -> str | None:
    """∂f/∂x of the text of f; None where it is not known here, as with a table."""

    def leaf(node: Name | Rate) -> Node | None:
        return ONE if isinstance(node, Name) and node.name == letter else None

    try:
        slope = derivative(parse(text), leaf)
    except (NoDerivative, TextFault):
        return None
    return "0" if slope is None else f"({print_tree(slope)})"


POINT_ON_CURVE = TieKind(
    tie=_tie,
    keys={
        "curve": Key('["a*cos(s)", "b*sin(s)"]', unit="m", count=-1, needed=False),
        "equation": Key('"x^2/a^2 + y^2/b^2 - 1"', needed=False),
    },
    units=("1",),
)
