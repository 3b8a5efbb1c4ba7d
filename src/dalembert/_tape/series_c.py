"""The recurrences of a Taylor series as C: straight code for an order, around the sums over lower orders."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._tape.c import FORMS
from dalembert._tape.pieces import HEAD, SLOT, Program
from dalembert._tape.printer_lines import number_text
from dalembert._tape.series import NOTHING, PLACED, Node, Series
from dalembert._tape.tape import ARGUMENT, CONSTANT

LANES = 4  # DALEMBERT_LANES of lanes.h
NAME = "series"
# Where the compiler and the loader can choose between vectors of several widths, the widest are used: each
# lane is summed by itself, so that the bits are the same. Otherwise the baseline of the architecture is used.
VECTORS = """\
#if defined(__GNUC__) && !defined(__clang__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static
#endif
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && __GNUC__ >= 12
#define IN_VECTORS __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define IN_VECTORS
#endif
#define DALEMBERT_FUNCTION ALWAYS_INLINE
#ifdef EXTENDED
#define LANES REAL
#define ROWS(out, room) (room)
#else
#define LANES dalembert_lanes
#define ROWS(out, room) (out)
#endif
#if defined(__GNUC__) && !defined(EXTENDED) /* lanes are read together and soon: so they are written */
#define WRITE_LANES(to, u, v, w, x) (*(LANES *)(to) = (LANES){u, v, w, x})
#else
#define WRITE_LANES(to, u, v, w, x) ((to)[0] = u, (to)[1] = v, (to)[2] = w, (to)[3] = x)
#endif
"""


def in_lanes(count: int) -> int:
    """A number of lanes rounded up to a multiple of LANES."""
    return -(-count // LANES) * LANES


def room_of(series: Series, order: int) -> int:
    """The length of the work array of an expansion."""
    lanes = 2 * in_lanes(len(series.pairs)) + in_lanes(len(series.squares)) + 2 * in_lanes(len(series.powers))
    return 4 * len(series.nodes) + (order + 1) * len(series.rates) + (order + 1) * lanes


def series_program(series: Series, order: int, sums: str) -> Program:
    """The C function `series` for the coefficients of orders 0 to `order`; `sums`: lanes.h and series.h."""
    made = _Statements(series)
    size, nodes = len(series.rates), len(series.nodes)
    pairs, squares, powers = (in_lanes(len(lanes)) for lanes in (series.pairs, series.squares, series.powers))
    source = f"""\
{HEAD}
{VECTORS}
{sums}
{_preparation(series)}
PIECE first_order(double t, const REAL *y, const double *u, REAL *next, const REAL *c, REAL *z, REAL *r,
                  REAL *g)
{{
    (void)t; (void)y; (void)u; (void)c; (void)z; (void)r; (void)g;
{made.first()}
}}

ALWAYS_INLINE void next_order(int k, const REAL *row, const double *u, REAL *next, const REAL *c,
                              const REAL *z, const REAL *r, const REAL *g, const REAL *sum,
                              const REAL *square, const REAL *power, const REAL *part,
                              REAL *a, REAL *b, REAL *q, REAL *x, REAL *x_power)
{{
    const REAL over = 1/(REAL)k, over_next = 1/(REAL)(k + 1);
    (void)over; (void)u; (void)c; (void)z; (void)r; (void)g; (void)sum; (void)square; (void)power; (void)part;
    (void)a; (void)b; (void)q; (void)x; (void)x_power;
{made.next()}
}}

IN_VECTORS EXPORT(void) {NAME}(const void *model, double t, const double *y, const double *u, const void *c,
                             double *out, double *health, void *work)
{{
    REAL *a = (REAL *)work, *b = a + {order * pairs}, *q = b + {order * pairs}, *x = q + {order * squares};
    REAL *x_power = x + {order * powers}, *sum = x_power + {order * powers}, *square = sum + {pairs};
    REAL *power = square + {squares}, *part = power + {powers};
    REAL *z = part + {powers}, *r = z + {nodes}, *g = r + {nodes}, *rows = ROWS(out, g + {nodes});
    int i, k;
    (void)model; (void)health;
    for (i = 0; i < {size}; i++) rows[i] = y[i];
    first_order(t, rows, u, rows + {size}, (const REAL *)c, z, r, g);
    for (k = 1; k < {order}; k++) {{
        dalembert_pair_sums(k, {pairs}, a, b, sum);
        dalembert_square_sums(k, {squares}, q, square);
        dalembert_power_sums(k, {powers}, x, x_power, power, part);
        next_order(k, rows + k * {size}, u, rows + (k + 1) * {size}, (const REAL *)c, z, r, g,
                   sum, square, power, part, a + (k - 1) * {pairs}, b + (k - 1) * {pairs},
                   q + (k - 1) * {squares}, x + (k - 1) * {powers}, x_power + (k - 1) * {powers});
    }}
#ifdef EXTENDED
    for (i = 0; i < {(order + 1) * size}; i++) out[i] = (double)rows[i];
#endif
}}

EXPORT(int) size(void)
{{
    return (int)sizeof(REAL);
}}
"""
    count = len(series.scalars.results[0].slots)
    return Program(
        source=source, constants=count, work=room_of(series, order), instructions=series.length, level="-O3"
    )


def _preparation(series: Series) -> str:
    """The C code that computes the scalars from the parameters."""
    tape, texts = series.scalars, dict[int, str]()
    lines = [
        "EXPORT(void) prepare(const double *p, void *constants)",
        "{",
        "    REAL *c = (REAL *)constants;",
    ]
    lines.append("    (void)p; (void)c;")
    for k, instruction in enumerate(tape.instructions):
        if instruction.operation == ARGUMENT:
            texts[k] = f"(REAL)p[{instruction.operands[1]}]"
        elif instruction.operation == CONSTANT:
            texts[k] = f"(REAL)({number_text(instruction.number, SLOT)})"
        else:
            text = FORMS[instruction.operation].text.format(*(texts[slot] for slot in instruction.operands))
            lines.append(f"    const REAL a{k} = {text};")
            texts[k] = f"a{k}"
    lines += [f"    c[{index}] = {texts[slot]};" for index, slot in enumerate(tape.results[0].slots)]
    return "\n".join([*lines, "}", ""])


def _lanes(name: str, nodes: Sequence[int]) -> list[str]:
    """Statements that write the coefficients of nodes into lanes."""
    values = [*(f"n{x}" for x in nodes), *["0"] * (in_lanes(len(nodes)) - len(nodes))]
    return [
        f"WRITE_LANES({name} + {i}, {', '.join(values[i : i + LANES])});"
        for i in range(0, len(values), LANES)
    ]


class _Statements:
    """The nodes as statements, for order 0 and for the later ones."""

    def __init__(self, series: Series) -> None:
        self._own = series
        tape = series.scalars
        kinds = [tape.instructions[slot] for slot in tape.results[0].slots]
        self._units = {
            index: one.number
            for index, one in enumerate(kinds)
            if one.operation == CONSTANT and abs(one.number) == 1.0
        }

    def first(self) -> str:
        lines = list[str]()
        for i, node in enumerate(self._own.nodes):
            lines.append(f"const REAL n{i} = {self._value(node)};")
            lines.append(f"z[{i}] = n{i};")
            divisor = self._divisor(i, node)
            lines += [f"r[{i}] = {divisor};"] if divisor else []
            gain = self._gain(i, node)
            lines += [f"g[{i}] = {gain};"] if gain else []
        return "\n".join(f"    {line}" for line in [*lines, *self._rates(first=True)])

    def next(self) -> str:
        series = self._own
        lines = [f"const REAL n{i} = {self._coefficient(i, node)};" for i, node in enumerate(series.nodes)]
        lines += self._rates(first=False)
        lines += _lanes("a", [x for x, _ in series.pairs])
        lines += _lanes("b", [x for _, x in series.pairs])
        lines += _lanes("q", series.squares)
        lines += _lanes("x", [x for x, _ in series.powers])
        lines += _lanes("x_power", [z for _, z in series.powers])
        return "\n".join(f"    {line}" for line in lines)

    def _rates(self, *, first: bool) -> list[str]:
        row, over = ("y", "") if first else ("row", "*over_next")
        lines = list[str]()
        for i, (rate, speed, fixed) in enumerate(
            zip(self._own.rates, self._own.speeds, self._own.fixed, strict=True)
        ):
            text = f"{row}[{speed}]{over}" if speed != PLACED else f"n{rate}{over}"
            if rate == PLACED and speed == PLACED:
                text = f"c[{fixed}]" if first else "0"
            lines.append(f"next[{i}] = {text};")
        return lines

    def _sum(self, node: Node, *, first: bool) -> str:
        """A weighted sum; coefficients of 1 and −1, which round nothing, are not written."""
        text = f"c[{node.offset}]" if first and node.offset != PLACED else ""
        for index, x in zip(node.scalars, node.operands, strict=True):
            unit = self._units.get(index)
            if unit is None:
                text += f" + c[{index}]*n{x}" if text else f"c[{index}]*n{x}"
            elif text:
                text += f" {'+' if unit > 0 else '-'} n{x}"
            else:
                text = f"n{x}" if unit > 0 else f"-n{x}"
        return text or "0"

    def _value(self, node: Node) -> str:
        """The value of a node: its coefficient of order 0."""
        o = [f"n{x}" for x in node.operands]
        match node.kind:
            case "state":
                return f"y[{node.index}]"
            case "time":
                return "t"
            case "input":
                return f"u[{node.index}]"
            case "sum":
                return self._sum(node, first=True)
            case "derivative":
                return "0"
            case "product":
                return f"{o[0]}*{o[1]}"
            case "square":
                return f"{o[0]}*{o[0]}"
            case "quotient":
                return f"{o[0]}/{o[1]}"
            case "reciprocal":
                return f"1/{o[0]}"
            case "root":
                return f"sqrt({o[0]})"
            case "power":
                return f"dalembert_series_power({o[0]}, c[{node.scalars[0]}])"
            case "constant":
                return FORMS[node.function].text.format(*o)
            case "selection":
                return f"{o[0]} != 0 ? {o[1]} : 0"
        return f"{node.function}({', '.join(o[:-1])})" if node.function != NOTHING else "0"

    def _divisor(self, i: int, node: Node) -> str:
        match node.kind:
            case "quotient":
                return f"1/n{node.operands[1]}"
            case "reciprocal":
                return f"n{i}"
            case "root":
                return f"1/(2*n{i})"
            case "power":
                return f"1/n{node.operands[0]}"
        return ""

    def _gain(self, i: int, node: Node) -> str:
        """The factor of the operand's coefficient of the same order, where it is more than a value."""
        match node.kind:
            case "square":
                return f"2*n{node.operands[0]}"
            case "quotient" | "reciprocal":
                return f"n{i}*r[{i}]"
            case "power":
                return f"c[{node.scalars[0]}]*n{i}*r[{i}]"
        return ""

    def _coefficient(self, i: int, node: Node) -> str:
        """The coefficient of order k of a node."""
        operands, first = node.operands, node.first
        o = [f"n{x}" for x in operands]
        match node.kind:
            case "state":
                return f"row[{node.index}]"
            case "time":
                return "k == 1"
            case "input":
                return f"dalembert_series_input(u, k, {node.index}, {self._own.inputs})"
            case "sum":
                return self._sum(node, first=False)
            case "derivative":
                return f"k*{o[0]}"
            case "product":
                return f"sum[{first}] + {o[0]}*z[{operands[1]}] + z[{operands[0]}]*{o[1]}"
            case "square":
                return f"square[{first}] + g[{i}]*{o[0]}"
            case "quotient":
                return f"({o[0]} - sum[{first}])*r[{i}] - g[{i}]*{o[1]}"
            case "reciprocal":
                return f"-(sum[{first}]*r[{i}]) - g[{i}]*{o[0]}"
            case "root":
                return f"({o[0]} - square[{first}])*r[{i}]"
            case "power":
                e = f"c[{node.scalars[0]}]"
                return f"({e}*power[{first}] - ({e} + 1)*part[{first}])*r[{i}] + g[{i}]*{o[0]}"
            case "constant":
                return "0"
            case "selection":
                return f"z[{operands[0]}] != 0 ? {o[1]} : 0"
        return f"sum[{first}]*over + {o[0]}*z[{self._own.pairs[first][1]}]"
