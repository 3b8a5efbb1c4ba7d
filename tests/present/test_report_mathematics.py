"""Mathematics of the report: boxes are well formed, breaking loses nothing, widths are never too small."""

import re
import xml.etree.ElementTree as ET
from random import Random

import pytest
from report_records import needs_tex

import dalembert
from dalembert._derive.identity import is_identical
from dalembert._expression.tree import Call, Inverse, Name, Negative, Node, Number, Power, Product, Rate, Sum
from dalembert._present.breaking import lines, pieces
from dalembert._present.notation import notation
from dalembert._present.programs import run_program
from dalembert._present.report.boxes import Box
from dalembert._present.report.common_factor import taken_out
from dalembert._present.report.escaping import html_text, tex_text
from dalembert._present.report.symbols import symbol_box, symbols_of
from dalembert._present.report.typesetter import Typesetter, value_box
from dalembert._text.printer import print_tree
from dalembert._words.number_format import DECIMAL

MODEL = dalembert.read("pneumatic_positioner")
NAMES = [c.name for c in MODEL.coordinates] + [p.name for p in MODEL.parameters]


def typesetter() -> Typesetter:
    """A fresh typesetter for a model with many names."""
    return Typesetter(symbols_of(notation(MODEL)), "if", "otherwise")


def drawn(random: Random, depth: int) -> Node:
    """A random tree of all kinds of nodes."""
    kind = random.random()
    if depth == 0 or kind < 0.15:
        leaf = random.choice(
            [Name(random.choice(NAMES)), Rate(random.choice(NAMES[:8]), random.randint(1, 2))]
        )
        return leaf if random.random() < 0.8 else Number(random.choice([2, 17, 1234567, 0.25, 1e-9, 6.02e23]))
    parts = tuple(drawn(random, depth - 1) for _ in range(random.randint(2, 5)))
    if kind < 0.4:
        return Sum(parts)
    if kind < 0.6:
        return Product(parts)
    if kind < 0.7:
        return Product((parts[0], Inverse(parts[1])))
    if kind < 0.8:
        return Call(random.choice(["sin", "sqrt", "abs", "exp", "floor", "log10", "sign"]), (parts[0],))
    if kind < 0.9:
        return Power(parts[0], random.choice([Number(2), Number(-3), parts[1]]))
    return Negative(parts[0])


TREES = [drawn(Random(seed), 2 + seed % 4) for seed in range(120)]
DERIVED = [
    c.left for name in ("pneumatic_positioner", "triple_arm") for c in dalembert.derive(name).coordinates
]
in_every_tree = pytest.mark.parametrize("seed", range(len(TREES)))


def balanced(tex: str) -> bool:
    """Whether every brace, bracket and environment that opens also closes."""
    depth = 0
    for c in re.sub(r"\\[{}]", "", tex):
        depth += (c == "{") - (c == "}")
        if depth < 0:
            return False
    pairs = (r"\left", r"\right"), (r"\begin", r"\end"), (r"\bigl", r"\bigr")
    return depth == 0 and all(
        len(re.findall(re.escape(a) + r"(?![a-z])", tex)) == len(re.findall(re.escape(b) + r"(?![a-z])", tex))
        for a, b in pairs
    )


def atoms(mathml: str) -> list[str]:
    """The names and numbers of a formula, sorted."""
    root = ET.fromstring(f"<m>{mathml.replace('&#x2061;', '')}</m>")
    return sorted(one.text or "" for one in root.iter() if one.tag in ("mi", "mn"))


@in_every_tree
def test_a_box_is_well_formed(seed: int) -> None:
    """The braces of the LaTeX balance, and the MathML is XML."""
    box = typesetter().formula(TREES[seed]).box
    assert balanced(box.tex)
    ET.fromstring(box.mathml)


@in_every_tree
def test_breaking_loses_nothing(seed: int) -> None:
    """Pieces hold every name and number of the formula; only a root (1/2) and a fraction (1/…) add numbers."""
    box = typesetter().formula(TREES[seed]).box
    broken = pieces(box, 12.0)
    found = atoms("".join(piece.mathml for piece in broken))
    for atom in atoms(box.mathml):
        assert atom in found
        found.remove(atom)
    assert set(found) <= {"1", "2", "pow", "abs", "floor"}
    assert balanced(" ".join(piece.tex for piece in broken))
    for piece in broken:
        ET.fromstring(f"<m>{piece.mathml}</m>")


def test_a_formula_that_fits_is_not_broken() -> None:
    """A formula narrower than its room stays whole, and an unbroken sum keeps the order of its terms."""
    box = typesetter().formula(DERIVED[2]).box
    assert [piece.tex for piece in pieces(box, box.width + 1)] == [box.tex]
    assert " ".join(piece.tex for piece in pieces(box, box.width / 2)) == box.tex


@in_every_tree
def test_lines_hold_all_pieces_in_order_and_keep_to_their_room(seed: int) -> None:
    """Lines are the pieces in their order, and only a piece that is wider than a line makes a wide line."""
    broken = pieces(typesetter().formula(TREES[seed]).box, 20.0)
    made = lines(broken, 18.0, 22.0)
    assert [piece for line in made for piece in line] == broken
    for i, line in enumerate(made):
        assert len(line) == 1 or sum(piece.width for piece in line) <= (22.0 if i else 18.0)


def test_pieces_are_as_narrow_as_asked() -> None:
    """No piece of a real equation is wider than its room."""
    for node in DERIVED:
        for piece in pieces(typesetter().formula(node).box, 16.0):
            assert piece.width <= 16.0


@needs_tex
def test_widths_are_never_less_than_those_of_tex(tmp_path) -> None:
    """TeX sets no box wider than was estimated, and not much narrower on average."""
    names = [
        f"{word}{index}"
        for word in ("theta", "Wm", "ff", "kt", "Phi", "x_G", "größe", "m")
        for index in ("", "12")
    ]
    symbols = [r"\dot{\theta}_2", r"\mathbf{MW}", r"\mathcal{M}_{12}", r"x^{+}_a", r"\bar{x}'", r"\text{abc}"]
    boxes: list[Box] = [typesetter().symbols(name, order) for name in names for order in (0, 1, 2)]
    boxes += [box for box in map(symbol_box, symbols) if box is not None]
    boxes += [typesetter().formula(node).box for node in (*TREES, *DERIVED)]
    for node in (*TREES[::3], *DERIVED):
        for line in lines(pieces(typesetter().formula(node).box, 20.0), 20.0, 20.0):
            tex = " ".join(piece.tex for piece in line)
            boxes.append(Box(tex="{}" + tex, mathml="", width=sum(piece.width + 0.17 for piece in line)))
    rows = [
        rf"\setbox0\hbox{{$\displaystyle {box.tex.replace(DECIMAL, '.')}$}}\typeout{{W=\the\wd0}}"
        for box in boxes
    ]
    head = r"\documentclass[11pt]{article}\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{lmodern,amsmath}"
    (tmp_path / "w.tex").write_text(
        "\n".join([head, r"\begin{document}", *rows, r"\end{document}"]), encoding="utf-8"
    )
    done = run_program(["pdflatex", "-interaction=nonstopmode", "w.tex"], tmp_path, 60)
    real = [float(found) / 10.95 for found in re.findall(r"W=([\d.]+)pt", done.output)]
    assert len(real) == len(boxes)
    narrow = [
        f"{box.tex}: {box.width:.2f} em estimated, {width:.2f} em set"
        for box, width in zip(boxes, real, strict=True)
        if box.width < width - 0.01
    ]
    assert not narrow
    assert sum(box.width for box in boxes) <= 1.25 * sum(real)


@pytest.mark.parametrize(
    "symbol",
    [
        r"\input{x}",
        r"\def\a{b}",
        "a}b",
        "{a",
        "a$b",
        r"\theta_",
        "a%b",
        "x" + "{" * 20,
        r"\text{\a}",
        "a^b^c",
    ],
)
def test_a_symbol_that_is_not_simple_is_refused(symbol: str) -> None:
    """Only letters, digits, Greek letters, accents and scripts make a symbol."""
    assert symbol_box(symbol) is None


def test_a_simple_symbol_is_set_anew() -> None:
    """A symbol keeps its meaning, with the dot of a rate on its base."""
    assert symbol_box(r"\theta_2") is not None
    model = dalembert.model(
        title="t",
        parameters={"m": {"value": 1, "symbol": r"m_{\mathrm{eff}}"}},
        coordinates={"x": {"start": 0, "symbol": r"\xi_a"}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "m*x^2"},
    )
    symbols = symbols_of(notation(model))
    assert symbols("x", 1).tex == r"\dot{\xi}_{a}"
    assert symbols("m").tex == r"m_{{\mathrm{eff}}}"


def test_numbers_are_written_as_people_write_them() -> None:
    """Powers of ten, quotients and signs."""
    assert value_box(1e-9).tex == "10^{- 9}"
    assert value_box(2.5e10).tex.replace(" ", "") == rf"2{DECIMAL}5\cdot10^{{10}}"
    assert value_box(200000).tex == "200000"
    assert value_box(-3).minus


HOSTILE = "\\input{/etc/passwd} $x$ </script><b> & % # _ ^ ~ { } \" ' `a` -- ,, 你 \u0416 \x07 \u202e θ₂ é ½"


def test_text_for_tex_has_no_sign_that_tex_would_read() -> None:
    """Every special sign is spelled out, and letters that fonts lack stay visible."""
    made = tex_text(HOSTILE)
    assert balanced(made.replace(r"\{", "").replace(r"\}", ""))
    assert r"\input" not in made
    left = re.sub(r"\\(allowbreak|text[a-z]+|ensuremath|theta|[{}$&#%_])|\{\}", "", made)
    assert not set('$&#%^~"`<>|') & set(left)
    assert all(
        code in made.replace(r"\allowbreak{}", "")
        for code in ("[U+4F60]", "[U+0416]", "[U+0007]", "[U+202E]")
    )


def test_signs_in_a_row_stay_apart_on_paper() -> None:
    """LuaTeX joins {-}{-} to a dash: a kern between them keeps --at, '' and ,, as they were typed."""
    assert tex_text("--at") == r"{-}\kern0pt{}{-}at"
    assert tex_text("x''") == r"x{'}\kern0pt{}{'}"
    assert tex_text("a-b") == "a{-}b"


def test_text_for_pages_has_no_sign_that_a_browser_would_read() -> None:
    """Tags and control characters are spelled out."""
    made = html_text(HOSTILE)
    assert "<" not in made
    assert ">" not in made
    assert '"' not in made
    assert "\x07" not in made
    ET.fromstring(f"<p>{made}</p>")


def test_a_common_factor_stands_before_a_matrix() -> None:
    """M = m L² [ … ] of equal links; each entry is the factor times what is left, and nothing else is changed."""
    equations = dalembert.derive("n_link_pendulum:2")
    outside = taken_out(equations.M)
    assert outside is not None
    factor, rest = outside
    assert print_tree(factor) == "m*L^2"
    for row, left in zip(equations.M, rest, strict=True):
        for entry, part in zip(row, left, strict=True):
            assert is_identical(entry, Product((factor, part)))
            assert "L" not in print_tree(part)
    assert taken_out(dalembert.derive("triple_pendulum").M) is None
    assert taken_out([(Number(0), Number(0))]) is None
