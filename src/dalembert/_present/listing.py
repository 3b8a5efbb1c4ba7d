"""Equations as text for a terminal, in one of four forms: unicode, text, pretty, latex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dalembert._derive.by_force import by_force, law_of, part
from dalembert._derive.choice import as_printed
from dalembert._derive.conserved import ConservedQuantity
from dalembert._derive.contacts import contacts_together
from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import ContactEquations, CoordinateEquation, Equations
from dalembert._derive.forms.form import Form
from dalembert._derive.kinematics import Kinematics
from dalembert._derive.solved_form import SolvedForm
from dalembert._expression.tree import Node, Number
from dalembert._model.loop_joints import on_loops
from dalembert._model.put_numbers import numbers_of
from dalembert._model.records import Contact, Model, constraints_of
from dalembert._model.units import si_text
from dalembert._present.notation import GREEK, Notation, latex_name, notation, tex_greek, unicode_hand
from dalembert._present.styles import STYLES
from dalembert._present.wrapping import columns, wrap
from dalembert._text.printer import MODEL, Hand, print_tree
from dalembert._words.message import say

LETTERS = {
    "displacement": ("lambda", "phi"),
    "flow": ("kappa", "psi"),
    "contact": ("f", "gap"),
    "friction": ("f_t", "slip"),
}
TEX_PARTS = {
    "C_closed": r"C_{\mathrm{closed}}",
    "Phi_q": r"\Phi_q",
    "Psi_qd": r"\Psi_{\dot q}",
    "gamma": r"\gamma",
    "gamma_g": r"\gamma_g",
    "v_qd": r"v_{\dot q}",
}
PLAIN = str.maketrans(
    {"⇒": "=>", "ᵀ": "^T", "λ": "lam", "κ": "kap", "½": "1/2", "∂": "d", "⁻": "^-", "¹": "1"}
    | dict.fromkeys("⎡⎢⎣", "[")
    | dict.fromkeys("⎤⎥⎦", "]")
)
STATEMENTS = {  # for several contacts: the equation of motion, and the complementarity of forces and gaps
    "unicode": {
        "M": "M q̈",
        "Phi_q": "+ Φ_qᵀ λ",
        "Psi_qd": "+ Ψ_q̇ᵀ κ",
        "g_q": "- g_qᵀ f",
        "v_qd": "- v_q̇ᵀ f_t",
        "open": "0 ≤ f ⟂ g ≥ 0",
        "closed": "0 ≤ f ⟂ g_q q̈ - γ_g ≥ 0    while g = ġ = 0",
    },
    "text": {
        "M": "M*q''",
        "Phi_q": "+ Phi_q^T*lam",
        "Psi_qd": "+ Psi_qd^T*kap",
        "g_q": "- g_q^T*f",
        "v_qd": "- v_qd^T*f_t",
        "open": "f >= 0,  g >= 0,  f*g = 0",
        "closed": "f >= 0,  g_q*q'' - gamma_g >= 0,  f*(g_q*q'' - gamma_g) = 0    while g = g' = 0",
    },
    "latex": {
        "M": r"M \ddot q",
        "Phi_q": r"+ \Phi_q^{\mathsf T} \lambda",
        "Psi_qd": r"+ \Psi_{\dot q}^{\mathsf T} \kappa",
        "g_q": r"- g_q^{\mathsf T} f",
        "v_qd": r"- v_{\dot q}^{\mathsf T} f_t",
        "open": r"0 \le f \perp g \ge 0",
        "closed": r"0 \le f \perp g_q \ddot q - \gamma_g \ge 0 \qquad \text{while } g = \dot g = 0",
    },
}
MOST_LINES = 12  # of positions, of velocities and of their squares
MOST_ROWS = 12  # the most gaps and slips whose derivatives are listed


@dataclass(frozen=True, slots=True)
class Line:
    """A line label = expression, with ` = 0` and a multiplier if it has one; `strong` marks results."""

    label: str
    node: Node
    strong: bool = False
    vanishes: bool = False
    multiplier: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, its lines, and remarks below them."""

    title: str
    lines: tuple[Line, ...] = ()
    matrices: tuple[tuple[str, tuple[tuple[Node, ...], ...]], ...] = ()
    remarks: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()  # formulas that are no equations, in the requested style


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """Further contents: a form instead of Lagrange's equations, and the steps before and after them."""

    form: Form | None = None
    kinematics: Kinematics | None = None
    elimination: Elimination | None = None
    solved: SolvedForm | None = None
    conserved: tuple[ConservedQuantity, ...] = ()


@dataclass(frozen=True, slots=True)
class Labels:
    """How derivatives and names are written in one style."""

    name: Callable[[str, int], str]
    partial: Callable[[str, str], str]
    rate: Callable[[str], str]
    force: Callable[[str, str], str]  # the force of a kind of constraints, or of a contact
    tree: Callable[[Node], str]  # the text of a short left side
    word: Callable[[str], str]


def show(equations: Equations, extras: Extras, style: str = "unicode", width: int = 100) -> str:
    """The equations in a style (unicode, text, pretty or latex), or in the requested form."""
    if style not in STYLES:
        message = f"`style` must be one of {', '.join(STYLES)}, but is {style!r}"
        raise ValueError(message)
    equations = as_printed(by_force(equations), rows=extras.form is None)
    written = notation(equations.model, equations.listed)
    labels = _labels(style, written)
    blocks = [
        *_numbers(equations.model, labels),
        *_kinematics(extras.kinematics, labels),
        *_given_blocks(equations, labels, energies=extras.form is None or extras.form.energies),
    ]
    blocks += _lagrange(equations, labels) if extras.form is None else _form(extras.form, labels)
    blocks += [
        *_other_blocks(equations, labels),
        *_shared_blocks(equations, labels),
        *_not_written_out(equations),
        *_instants(equations.model, labels),
        *_contacts(equations, labels),
        *_contact_blocks(equations, style),
        *_elimination_blocks(extras.elimination, labels),
        *_solved_blocks(extras.solved, labels),
        *_conserved_blocks(extras.conserved),
    ]
    render = _latex if style == "latex" else _text
    return render(blocks, _Writer(style, written, width))


# -- contents ----------------------------------------------------------------------------------------


def _numbers(model: Model, labels: Labels) -> list[Block]:
    """The numbers that stand in the equations instead of parameters."""
    units = {p.name: si_text(p.unit) if p.unit else "" for p in model.parameters}
    numbers = numbers_of(model).items()
    lines = tuple(Line(labels.name(name, 0), node, remark=units[name]) for name, node in numbers)
    return [Block("Numbers put in, in SI units", lines)] if lines else []


def _given_blocks(equations: Equations, labels: Labels, *, energies: bool) -> list[Block]:
    model = equations.model
    lines = [
        Line(name, node)
        for name, node in (("T", equations.T), ("V", equations.V), ("D", equations.D))
        if not zero(node)
    ]
    blocks = [Block("Energies", tuple(lines))] if lines and energies else []
    for kind, nodes, prefix, title in (
        ("displacement", equations.Phi, "lam_", "Displacement constraints"),
        ("flow", equations.Psi, "kap_", "Flow constraints"),
    ):
        rows = tuple(
            Line(labels.name(c.name, 0), node, vanishes=True, multiplier=labels.name(prefix + c.name, 0))
            for c, node in zip(constraints_of(model, kind), nodes, strict=True)
        )
        if rows:
            remark = on_loops(model) if kind == "displacement" else None
            blocks.append(Block(title, rows, remarks=(str(remark),) if remark is not None else ()))
    return blocks


def _lagrange(equations: Equations, labels: Labels) -> list[Block]:
    """One block per coordinate: its terms, then their sum; terms that are zero everywhere are omitted."""
    rows = equations.coordinates
    unnamed = {
        "V_qd_rate": all(zero(c.V_qd_rate) for c in rows),
        "D_qd": zero(equations.D),
        "Q": all(zero(c.Q) for c in rows),
        "displacement": not equations.Phi,
        "flow": not equations.Psi,
    }
    return [_coordinate(c, labels, unnamed, _loads(equations, c.coordinate)) for c in rows]


def _loads(equations: Equations, coordinate: str) -> str:
    """The loads among the efforts on a coordinate."""
    paths = [t.origin.path for t in equations.model.work if t.name == coordinate and t.origin is not None]
    return ", ".join(paths)


def _coordinate(c: CoordinateEquation, labels: Labels, unnamed: dict[str, bool], loads: str) -> Block:
    x, v = labels.name(c.coordinate, 0), labels.name(c.coordinate, 1)
    momentum = labels.partial("T", v)
    terms = {
        "T_qd": Line(momentum, c.T_qd),
        "T_qd_rate": Line(labels.rate(momentum), c.T_qd_rate),
        "T_q": Line(labels.partial("T", x), c.T_q),
        "V_qd_rate": Line(labels.rate(labels.partial("V", v)), c.V_qd_rate),
        "V_q": Line(labels.partial("V", x), c.V_q),
        "D_qd": Line(labels.partial("D", v), c.D_qd),
        "Q": Line("Q", c.Q),
        "displacement": Line(labels.force("displacement", x), c.displacement),
        "flow": Line(labels.force("flow", v), c.flow),
    }
    shown = [line for line in terms.values() if not zero(line.node)]
    absent = [line.label for key, line in terms.items() if zero(line.node) and not unnamed.get(key)]
    remark = (f"Q has {loads}",) if loads else ()
    zeros = (f"zero: {', '.join(absent)}",) if absent else ()
    return Block(x, (*shown, Line("", c.left, strong=True, vanishes=True)), remarks=(*remark, *zeros))


def _form(form: Form, labels: Labels) -> list[Block]:
    """The parts of a form: equations and single expressions as lines, others as matrices."""
    lines: list[Line] = []
    matrices = []
    for one in form.parts:
        if one.kind == "equations":
            zeros = one.name in ("phi", "psi", "Gamma")
            for name, (node,) in zip(one.names, one.rows, strict=True):
                base = name.rstrip("'")
                lines.append(Line(labels.name(base, len(name) - len(base)), node, vanishes=zeros))
        elif one.kind == "scalar":
            lines.append(Line(one.name, one.rows[0][0]))
        else:
            matrices.append((one.name, one.rows))
    return [Block(form.title, tuple(lines), tuple(matrices), tuple(map(str, form.remarks)))]


def _kinematics(steps: Kinematics | None, labels: Labels) -> list[Block]:
    """Positions, velocities, their squares, and T; of many lines of a kind only the first."""
    if steps is None:
        return []
    kinds = (steps.positions, steps.velocities, steps.squares)
    lines = [Line(labels.tree(line.left), line.right) for kind in kinds for line in kind[:MOST_LINES]]
    left = sum(max(0, len(kind) - MOST_LINES) for kind in kinds)
    remarks = (f"{left} further lines of the same kinds",) if left else ()
    lines += [Line("T", node) for node in steps.energy] if not left else []
    return [Block("Kinematics", tuple(lines), remarks=remarks)]


def _solved_blocks(solved_form: SolvedForm | None, labels: Labels) -> list[Block]:
    if solved_form is None:
        return []
    lines = tuple(Line(labels.name(name, 2), node, strong=True) for name, node in solved_form.accelerations)
    return [Block("Accelerations", lines)]


def _elimination_blocks(elimination: Elimination | None, labels: Labels) -> list[Block]:
    if elimination is None or not (elimination.steps or elimination.implicit or elimination.why is not None):
        return []
    if elimination.why is not None:
        if elimination.why.key == "equations_not_written_out":
            return []  # `_not_written_out` states it
        return [Block("Elimination", remarks=(str(elimination.why),))]
    lines = [Line(labels.tree(step.left), step.right, remark=str(step.why)) for step in elimination.steps]
    lines += [
        Line("", node, strong=True, vanishes=True, remark=f"remaining equation of {name}")
        for name, node in elimination.remaining
    ]
    blocks = [Block("Elimination", tuple(lines))] if lines else []
    for one in elimination.implicit:
        name = labels.name(one.effort, 0)
        slopes = tuple(Line(labels.partial(name, labels.tree(by)), node) for by, node in one.slopes)
        blocks.append(Block(f"Implicit effort {one.effort}", slopes, remarks=(str(one.why),)))
    return blocks


def _conserved_blocks(quantities: tuple[ConservedQuantity, ...]) -> list[Block]:
    lines = [Line(quantity.name, quantity.expression, remark=str(quantity.why)) for quantity in quantities]
    return [Block("Conserved", tuple(lines))] if lines else []


def _other_blocks(equations: Equations, labels: Labels) -> list[Block]:
    model = equations.model
    blocks = []
    if equations.effort:
        constraints = constraints_of(model, "effort")
        lines = [
            Line(labels.name(c.name, 0), n, vanishes=True)
            for c, n in zip(constraints, equations.effort, strict=True)
        ]
        blocks.append(Block("Effort constraints", tuple(lines)))
    sampled = {one.name for one in model.sampled}
    states = [(s, n) for s, n in zip(model.states, equations.states, strict=True) if s.name not in sampled]
    if states:
        blocks.append(Block("States", tuple(Line(labels.name(s.name, 1), n) for s, n in states)))
    return blocks


def _instants(model: Model, labels: Labels) -> list[Block]:
    """Jumps at instants: assignments of events, impulses, sampled values."""
    blocks = []
    for event in model.events:
        if event.sets:
            sets = [
                Line(labels.name(one.name, one.order), one.expression.root, remark="after it")
                for one in event.sets
            ]
            when = Line(labels.word("when"), event.when.root, vanishes=True, remark=event.direction)
            blocks.append(Block(f"Event {event.name}", (when, *sets)))
    for impulse in model.impulses:
        pushes = [
            Line(labels.partial("L", labels.name(one.name, 1)), one.expression.root, remark="its jump")
            for one in impulse.work
        ]
        at = Line(labels.word("t"), impulse.at.root)
        blocks.append(Block(f"Impulse {impulse.name}", (at, *pushes)))
    if model.sampled:
        lines = [
            Line(
                labels.name(one.name, 0),
                one.value.root,
                remark=f"sampled every {print_tree(one.every.root)} s",
            )
            for one in model.sampled
        ]
        blocks.append(Block("Sampled values", tuple(lines)))
    return blocks


def _shared_blocks(equations: Equations, labels: Labels) -> list[Block]:
    """The definitions and derivatives in the equations, each after those it depends on."""
    lines = tuple(Line(labels.name(one.name, one.order), one.node) for one in equations.listed)
    if not lines:
        return []
    remarks = ("E is the effort of a definition and of all that is made of it",)
    efforts = any(one.kind == "effort" for one in equations.listed)
    return [Block("Definitions and their derivatives", lines, remarks=remarks if efforts else ())]


def _not_written_out(equations: Equations) -> list[Block]:
    """A note on what is missing where definitions are too long to be expanded."""
    if equations.whole:
        return []
    without = "matrix forms, elimination and conserved quantities are not given"
    return [Block("Not written out", remarks=(f"{say('equations_not_written_out')}: {without}",))]


def _contacts(equations: Equations, labels: Labels) -> list[Block]:
    """For each contact its gap, its generalised forces, the equations with it, and its force."""
    return [
        block
        for given, of_contact in zip(equations.model.contacts, equations.contacts, strict=True)
        for block in _contact(equations.model, given, of_contact, labels)
    ]


def _law(model: Model, given: Contact, labels: Labels) -> list[Line]:
    """The law of a compliant contact: its depth, its force, its terms of V and D."""
    law, rate = law_of(model, given), labels.name(part(given, "depth"), 1)
    rows = [
        (labels.name(part(given, "depth"), 0), law.depth),
        (labels.name(part(given, "elastic"), 0), law.elastic),
        (labels.name(f"contact_{given.name}", 0), law.force),
        (labels.name(part(given, "stored"), 0), law.stored),
        (labels.partial(labels.name(part(given, "spent"), 0), rate), law.spent_rate),
    ]
    return [Line(label, node) for label, node in rows if node is not None]


def _contact(model: Model, given: Contact, equations: ContactEquations, labels: Labels) -> list[Block]:
    if given.compliant:
        what, law = "compressed where its gap is negative", _law(model, given, labels)
        acting = [Line(labels.name(part(given, "gap"), 0), equations.gap), *law]
    else:
        what, acting = (
            "closed where its gap is zero",
            [Line(labels.word("gap"), equations.gap, vanishes=True)],
        )
    acting += [Line(labels.force("contact", labels.name(x, 0)), node) for x, node in equations.efforts]
    acting += [Line(labels.word("slip"), node) for node in equations.slip]
    acting += [Line(labels.force("friction", labels.name(x, 1)), node) for x, node in equations.friction]
    acting += [Line(labels.tree(s.left), s.right, remark="while it slides") for s in equations.sliding]
    lines = [
        Line("", node, strong=True, vanishes=True, remark=f"{x}, in contact")
        for x, node in equations.equations
    ]
    lines += [
        Line(labels.tree(s.left), s.right, remark=str(s.why)) for s in (*equations.solved, *equations.force)
    ]
    remarks = ("its force follows from V and D and is in the equations above",) if given.compliant else ()
    return [Block(f"Contact {given.name}, {what}", (*acting, *lines), remarks=remarks)]


def _contact_blocks(equations: Equations, style: str) -> list[Block]:
    """Several contacts at once: the equations with all forces, conditions, Jacobians of gaps and slips."""
    together = contacts_together(equations)
    if together is None:
        return []
    lines = [Line("", node, strong=True, vanishes=True, remark=x) for x, node in together.equations]
    gamma, slope = ("γ_g", "v_q̇") if style in ("unicode", "pretty") else ("gamma_g", "v_qd")
    matrices = {
        "g_q": together.gap_q,
        gamma: tuple((node,) for node in together.gamma),
        slope: together.slip_qd,
    }
    wide = len(together.contacts) + len(together.slips) > MOST_ROWS
    shown = tuple((name, rows) for name, rows in matrices.items() if rows and not wide)
    remarks = [
        f"rows of {name}: {', '.join(rows)}"
        for name, rows in ((f"g_q and {gamma}", together.contacts), (slope, together.slips))
        if rows and not wide
    ]
    signs = STATEMENTS["latex" if style == "latex" else "text" if style == "text" else "unicode"]
    present = {
        "Phi_q": equations.Phi_q,
        "Psi_qd": equations.Psi_qd,
        "g_q": together.gap_q,
        "v_qd": together.slip_qd,
    }
    terms = [signs[name] for name, rows in present.items() if rows]
    statements = [" ".join([signs["M"], *terms, "= h"])]
    statements += [signs["open"], signs["closed"]] if together.contacts else []
    return [Block("Contacts together", tuple(lines), shown, tuple(remarks), tuple(statements))]


def zero(node: Node) -> bool:
    """Whether a tree is the number zero."""
    return isinstance(node, Number) and node.value == 0


# -- styles ------------------------------------------------------------------------------------------


def _labels(style: str, written: Notation) -> Labels:
    if style == "latex":
        return Labels(
            lambda name, order: latex_name(written, name, order),
            lambda f, x: rf"\frac{{\partial {f}}}{{\partial {x}}}",
            lambda f: rf"\frac{{\mathrm{{d}}}}{{\mathrm{{d}}t}}{f}",
            lambda kind, x: _latex_force(*LETTERS[kind], x),
            lambda node: _latex_of(node, written),
            lambda text: rf"\mathrm{{{text}}}",
        )
    hand = MODEL if style == "text" else unicode_hand(written)
    d = "d" if style == "text" else "∂"

    def force(kind: str, x: str) -> str:
        multiplier, constraint = LETTERS[kind]
        if multiplier not in GREEK:
            return f"{multiplier} {d}{constraint}/{d}{x}"
        if style == "text":
            return f"sum {multiplier[:3]} d{constraint}/d{x}"
        return f"Σ {GREEK[multiplier]} ∂{GREEK[constraint]}/∂{x}"

    return Labels(
        hand.name,
        lambda f, x: f"{d}{f}/{d}{x}",
        lambda f: f"d/dt {f}",
        force,
        lambda node: print_tree(node, hand),
        str,
    )


def _latex_force(multiplier: str, constraint: str, x: str) -> str:
    """A multiplier times a derivative; for a contact without a sum."""
    if multiplier in GREEK:
        return rf"\sum{tex_greek(multiplier)} \frac{{\partial {tex_greek(constraint)}}}{{\partial {x}}}"
    return rf"{multiplier} \frac{{\partial\,\mathrm{{{constraint}}}}}{{\partial {x}}}"


def _latex_of(node: Node, written: Notation) -> str:
    from dalembert._present.sympy_print import latex

    return latex(node, written)


class _Writer:
    """Writes trees and matrices in one style."""

    def __init__(self, style: str, written: Notation, width: int) -> None:
        self.style = style
        self.written = written
        self.width = width
        self.hand: Hand = MODEL if style == "text" else unicode_hand(written)

    def node(self, node: Node, room: int) -> list[str]:
        if self.style == "pretty":
            from dalembert._present.sympy_print import pretty

            lines = pretty(node, self.written, 10_000).split("\n")
            if max(columns(line) for line in lines) <= room:
                return lines
        return wrap(print_tree(node, self.hand), room)

    def matrix(self, name: str, rows: tuple[tuple[Node, ...], ...]) -> list[str]:
        if self.style == "pretty":
            from dalembert._present.sympy_print import pretty_matrix

            return pretty_matrix(rows, self.written, 10_000).split("\n")
        if not rows:
            return ["[ ]"]
        cells = [[print_tree(node, self.hand) for node in row] for row in rows]
        widths = [max(columns(row[j]) for row in cells) for j in range(len(cells[0]))]
        if sum(widths) + 3 * len(widths) + len(name) + 6 > self.width:
            return self._entries(name, cells)
        lines = ["   ".join(_pad(cell, w) for cell, w in zip(row, widths, strict=True)) for row in cells]
        return [
            f"{left} {line} {right}" for line, (left, right) in zip(lines, _brackets(len(lines)), strict=True)
        ]

    def _entries(self, name: str, cells: list[list[str]]) -> list[str]:
        """A matrix too wide for the screen: its entries one by one, zeros left out."""
        lines = []
        for i, row in enumerate(cells, 1):
            for j, cell in enumerate(row, 1):
                if cell != "0":
                    label = f"{name}[{i}]" if len(row) == 1 else f"{name}[{i},{j}]"
                    body = wrap(cell, self.width - len(label) - 8)
                    lines += [f"{label} = {body[0]}", *(" " * (len(label) + 3) + b for b in body[1:])]
        return [*lines, "(entries that are zero are left out)"] if lines else ["0"]


def _text(blocks: Sequence[Block], writer: _Writer) -> str:
    out: list[str] = []
    for block in blocks:
        out += ["", block.title, *(f"  {statement}" for statement in block.statements)]
        width = max((columns(line.label) for line in block.lines if line.label), default=0)
        for line in block.lines:
            lead = f"  {_pad(line.label, width)} = " if line.label else "  ⇒ "
            tail = " = 0" if line.vanishes else ""
            tail += f"    multiplier {line.multiplier}" if line.multiplier else ""
            tail += f"    ({line.remark})" if line.remark else ""
            body = writer.node(line.node, writer.width - columns(lead) - (len(tail) if len(tail) < 20 else 4))
            if len(tail) >= 20 and columns(lead + body[-1] + tail) > writer.width:
                body.append("")  # a long remark gets a separate line
                tail = tail.strip()
            tall = writer.style == "pretty" and any("─" in part or not part.strip() for part in body)
            middle = _middle(body) if writer.style == "pretty" else 0
            body[middle if tall else -1] += tail
            out += [(lead if i == middle else " " * columns(lead)) + part for i, part in enumerate(body)]
        if block.lines and block.matrices:
            out.append("")
        for name, rows in block.matrices:
            body = writer.matrix(name, rows)
            listed = body[0].startswith(f"{name}[")
            lead, middle = ("  ", 0) if listed else (f"  {name} = ", (len(body) - 1) // 2)
            out += [(lead if i == middle else " " * columns(lead)) + part for i, part in enumerate(body)]
            out.append("")
        out += [f"  ({remark})" for remark in block.remarks]
    text = "\n".join(line.rstrip() for line in out).strip("\n")
    return text.translate(PLAIN) if writer.style == "text" else text


def _middle(body: list[str]) -> int:
    """The line of a pretty expression with its signs: its fraction bar, or the longest one."""
    bars = [i for i, line in enumerate(body) if "──" in line]
    return bars[0] if bars else max(range(len(body)), key=lambda i: len(body[i].strip()))


def _latex(blocks: Sequence[Block], writer: _Writer) -> str:
    from dalembert._present.sympy_print import latex_matrix

    out = []
    for block in blocks:
        rows = [f"  & {statement}" for statement in block.statements]
        for line in block.lines:
            tail = " = 0" if line.vanishes else ""
            tail += rf" \qquad ({line.multiplier})" if line.multiplier else ""
            tail += rf" \qquad \text{{({_escape(line.remark)})}}" if line.remark else ""
            equals = "=" if line.label else r"\Rightarrow\quad"
            label = rf"\text{{{line.label}}}" if " " in line.label and "\\" not in line.label else line.label
            rows.append(f"  {label} &{equals} {_latex_of(line.node, writer.written)}{tail}")
        for name, matrix in block.matrices:
            rows.append(f"  {TEX_PARTS.get(name, name)} &= {latex_matrix(matrix, writer.written)}")
        out += [f"% {block.title}", *(f"% {remark}" for remark in block.remarks)]
        if rows:  # an empty align is an error of LaTeX
            out += [r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"]
    return "\n".join(out)


def _escape(text: str) -> str:
    return text.replace("_", r"\_")


def _pad(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def _brackets(rows: int) -> list[tuple[str, str]]:
    if rows == 1:
        return [("[", "]")]
    return [("⎡", "⎤"), *[("⎢", "⎥")] * (rows - 2), ("⎣", "⎦")]
