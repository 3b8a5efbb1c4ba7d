r"""LaTeX to the tokens of the model language, each with its location in the LaTeX.

    m l \ddot{\theta} + m g \sin\theta = 0      m * l * theta ' ' + m * g * sin ( theta ) = 0

It reads \frac, \dot, \ddot, \sqrt, functions, Greek letters, indices, powers, brackets, products without a
sign and matrices. An ambiguous text (\sin\omega t, m/2l) raises an error with both readings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from dalembert._text.budget import DEPTH
from dalembert._text.latex_pieces import Piece, pieces
from dalembert._text.latex_symbols import ACCENTS, UPRIGHT, key_of, name_of
from dalembert._text.lexer import TextFault, Token

FUNCTIONS = {
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "ln": "ln",
    "log": "log",
    "exp": "exp",
    **{name: name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
}
FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac")
DOTS = {"dot": 1, "ddot": 2}
MOST_DOTS = 2
MATRICES = ("pmatrix", "bmatrix", "matrix", "Bmatrix", "smallmatrix")
OPENING = ("(", "[", "{")
CLOSED_BY = {"(": ")", "[": "]", "matrix": "", "bare": ""}
ENDS = frozenset({"number", "name", "'", ")", "]"})  # tokens that end an operand
ATOMS = frozenset({"number", "letter", "command", "begin"})
_RUN = re.compile(r"[^\W\d_][^\W_]*")
_D = r"(?:\\mathrm\s*\{\s*d\s*\}|\\mathrm\s+d|\\text\s*\{\s*d\s*\}|d)"
_LEIBNIZ = re.compile(
    rf"\\[dt]?frac\s*\{{\s*{_D}\s*(\^\s*\{{?\s*2\s*\}}?)?\s*(\\?[A-Za-z]+\s*(?:_\s*(?:\w|\{{[^{{}}]*\}}))?)\s*\}}"
    rf"\s*\{{\s*{_D}\s*t\s*(\^\s*\{{?\s*2\s*\}}?)?\s*\}}"
)


@dataclass(slots=True)
class _OpenBracket:
    """An open bracket, argument or matrix: the piece that closes it, and the tokens written then."""

    kind: str
    piece: Piece
    after: list[str] = field(default_factory=list)
    vector: bool = False
    slash: int = -1  # `slash` of the enclosing bracket


def latex_tokens(text: str, symbols: Mapping[str, str], names: Collection[str]) -> list[list[Token]]:
    """The tokens of every equation of a text; `symbols` are the names of LaTeX symbols, by `key_of`."""
    return _Translation(text, symbols, names).run()


class _Translation:
    def __init__(self, text: str, symbols: Mapping[str, str], names: Collection[str]) -> None:
        self.text = text
        self.symbols = symbols
        self.names = names
        self.pieces = pieces(text)
        self.columns = _with_columns(self.pieces)
        self.longest = max(map(len, names), default=0)
        self.at = 0
        self.out: list[Token] = []
        self.done: list[list[Token]] = []
        self.open: list[_OpenBracket] = []
        self.slash = -1  # where the tokens of the denominator after a plain / begin

    def run(self) -> list[list[Token]]:
        while self.pieces[self.at].kind != "end":
            self._step(self._next_piece())
        self._line(self.pieces[self.at])
        return self.done

    def _next_piece(self) -> Piece:
        piece = self.pieces[self.at]
        if piece.kind == "end":
            raise TextFault(
                "syntax", "the equation ends too early", (piece.start, piece.start + 1), "complete it"
            )
        self.at += 1
        return piece

    def _step(self, piece: Piece) -> None:
        match piece.kind:
            case "number" | "letter" | "begin":
                self._operand(piece)
            case "command":
                self._command(piece)
            case "(" | "[" | "{":
                self._product(piece)
                self._begin(piece.kind, piece, [])
            case ")" | "]" | "}":
                self._close(piece)
            case "^":
                self._power(piece)
            case "&":
                self._column(piece)
            case "line":
                self._row(piece)
            case "finish":
                self._end_matrix(piece)
            case "_" | "|" | "'":
                raise _refusal(piece)
            case _:
                self._sign(piece)

    # -- operands ----------------------------------------------------------------------------------

    def _operand(self, piece: Piece) -> None:
        self._product(piece)
        if piece.kind == "begin":
            self._matrix(piece)
            return
        if piece.kind == "number":
            self._write("number", piece.text, piece)
            following = self.pieces[self.at]
            if self.open and self.open[-1].kind == "bare" and following.kind in ("letter", "command"):
                return
        else:
            self._symbol(piece, 0)
        self._atom_done()

    def _command(self, piece: Piece) -> None:
        name = piece.text
        if name in FUNCTIONS:
            self._product(piece)
            self._function(piece, FUNCTIONS[name])
        elif name in FRACTIONS:
            self._product(piece)
            self._fraction(piece)
        elif name == "sqrt":
            self._product(piece)
            self._root(piece)
        elif name in ("lvert", "rvert"):
            if name == "rvert":
                self._close(Piece(")", "|", piece.start, piece.end))
                return
            self._product(piece)
            self._write("name", "abs", piece)
            self._begin("(", piece, [])
        else:
            self._operand(piece)

    def _symbol(self, piece: Piece, order: int) -> None:
        """A letter with its dots and its index, as a name with primes."""
        name, order, end = self._symbol_name(piece, order)
        self._write("name", name, Piece("", "", piece.start, end))
        for _ in range(order):
            self.out.append(Token("'", "'", end, end))

    def _symbol_name(self, piece: Piece, order: int) -> tuple[str, int, int]:
        """The name of a symbol, its order of differentiation, and where it ends."""
        first = piece
        braces = 0
        while piece.kind == "command" and piece.text in DOTS:
            order += DOTS[piece.text]
            piece = self._next_piece()
            while piece.kind == "{":
                braces += 1
                piece = self._next_piece()
        base = self._base(piece, first)
        index = self._index() if self.pieces[self.at].kind == "_" else ""
        while braces:
            closing = self._next_piece()
            if closing.kind != "}":
                hint = r"a dot stands over one symbol: \dot{\theta}_1"
                raise TextFault("syntax", "this is no part of a symbol", (closing.start, closing.end), hint)
            braces -= 1
        if not index and self.pieces[self.at].kind == "_":
            index = self._index()
        while self.pieces[self.at].kind == "'":
            self._next_piece()
            order += 1
        end = self.pieces[self.at - 1].end
        if order > MOST_DOTS:
            span = (first.start, end)
            raise TextFault("syntax", "there are at most two time derivatives", span, r"write \ddot{x}")
        return name_of(base, index, self.symbols, self.names, (first.start, end)), order, end

    def _base(self, piece: Piece, first: Piece) -> str:
        """The letter or word of a symbol, as LaTeX writes it."""
        if piece.kind == "letter":
            return self._word(piece)
        if piece.kind != "command":
            span = (first.start, piece.end)
            raise TextFault("syntax", "expected a symbol here", span, r"for example \dot{\theta}")
        if piece.text in UPRIGHT or piece.text in ACCENTS:
            inner = self._group()
            return inner if piece.text in UPRIGHT else f"\\{piece.text}{{{inner}}}"
        return f"\\{piece.text}"

    def _word(self, piece: Piece) -> str:
        """A letter, or a run of letters and digits that is a name of the model."""
        run = _RUN.match(self.text, piece.start, piece.start + self.longest)
        word = run[0] if run else piece.text
        ends = {p.end: k for k, p in enumerate(self.pieces[self.at : self.at + len(word)], self.at + 1)}
        for length in range(len(word), 1, -1):
            name, end = word[:length], piece.start + length
            if name in self.names and end in ends:
                letters = [c for c in name if c.isalpha()]
                if all(key_of(c) in self.symbols for c in letters) and name.isalpha():
                    message = (
                        f"`{name}` is a name of the model, and `{' '.join(name)}` a product of its names"
                    )
                    hint = (
                        rf"write \mathrm{{{name}}} for the name, {' '.join(name)} with spaces for the product"
                    )
                    raise TextFault("syntax", message, (piece.start, end), hint)
                self.at = ends[end]
                return name
        return piece.text

    def _index(self) -> str:
        """The text of an index."""
        self._next_piece()
        if self.pieces[self.at].kind == "{":
            return self._group()
        piece = self._next_piece()
        if piece.kind == "command" and piece.text in UPRIGHT:
            return self._group()
        if piece.kind == "number" and len(piece.text) > 1:
            self._split(piece)
            return piece.text[0]
        return f"\\{piece.text}" if piece.kind == "command" else piece.text

    def _split(self, piece: Piece) -> None:
        """Push back all but the first digit of a number: x_12 is x_1 2."""
        remainder = Piece("number", piece.text[1:], piece.start + 1, piece.end)
        self.at -= 1
        self.pieces[self.at] = remainder

    def _group(self) -> str:
        """The text inside braces, without braces and typesetting commands."""
        opened = self._next_piece()
        if opened.kind != "{":
            return f"\\{opened.text}" if opened.kind == "command" else opened.text
        deep, written = 1, list[str]()
        while deep:
            piece = self._next_piece()
            deep += (piece.kind == "{") - (piece.kind == "}")
            if piece.kind not in "{}" and not (piece.kind == "command" and piece.text in UPRIGHT):
                written.append(f"\\{piece.text}" if piece.kind == "command" else piece.text)
        return "".join(written)

    # -- commands with arguments -------------------------------------------------------------------

    def _function(self, piece: Piece, name: str) -> None:
        power: list[str] = []
        if self.pieces[self.at].kind == "^":
            power = self._function_power(piece)
        self._write("name", name, piece)
        first = self.pieces[self.at]
        if first.kind in OPENING:
            self._next_piece()
            self._begin(first.kind, first, power)
            return
        if first.kind not in ATOMS:
            message = f"the function `{name}` needs its argument"
            raise TextFault("syntax", message, (piece.start, piece.end), rf"write \{piece.text}(\theta)")
        self._begin("bare", first, power)

    def _function_power(self, piece: Piece) -> list[str]:
        self._next_piece()
        number = self._next_piece()
        braced = number.kind == "{"
        number = self._next_piece() if braced else number
        if number.kind == "number" and not braced and len(number.text) > 1:
            self._split(number)
            number = Piece("number", number.text[0], number.start, number.start + 1)
        if (
            number.kind != "number"
            or not number.text.isdigit()
            or (braced and self._next_piece().kind != "}")
        ):
            hint = rf"write \{piece.text}^2 x for a square; an inverse function is \arcsin, \arccos, \arctan"
            raise TextFault("syntax", "expected a whole number here", (number.start, number.end), hint)
        return ["^", number.text]

    def _fraction(self, piece: Piece) -> None:
        leibniz = _LEIBNIZ.match(self.text, piece.start)
        if leibniz:
            self._leibniz(leibniz)
            return
        self._write("(", "(", piece)
        self._argument(piece, "upper", ["/"])

    def _leibniz(self, match: re.Match[str]) -> None:
        """Read dx/dt and d²x/dt²."""
        if bool(match[1]) != bool(match[3]):
            hint = r"write \frac{d^2 x}{dt^2}, or \ddot{x}"
            raise TextFault("syntax", "the orders of this derivative differ", match.span(), hint)
        while self.pieces[self.at].start < match.start(2):
            self.at += 1
        order = 2 if match[1] else 1
        self._symbol(self._next_piece(), order)
        while self.pieces[self.at].start < match.end():
            self.at += 1
        self._atom_done()

    def _argument(self, piece: Piece, kind: str, after: list[str]) -> None:
        """The argument of a command: in braces, or one digit or symbol."""
        first = self.pieces[self.at]
        if first.kind == "{":
            self._next_piece()
            self._begin(kind, first, after)
            return
        if first.kind not in ("number", "letter", "command"):
            if piece.text == "^":
                raise TextFault("syntax", "an exponent is missing here", _span(piece), "write x^2 or x^{n}")
            message = f"`\\{piece.text}` needs its arguments in braces"
            raise TextFault("syntax", message, _span(piece), rf"write \{piece.text}{{…}}")
        self._begin(kind, first, after)
        self._next_piece()
        if first.kind == "number":
            if len(first.text) > 1:
                self._split(first)
            self._write("number", first.text[0], Piece("", "", first.start, first.start + 1))
        else:
            self._symbol(first, 0)
        self._finish(self.open.pop(), first)

    def _root(self, piece: Piece) -> None:
        after: list[str] = []
        if self.pieces[self.at].kind == "[":
            self._next_piece()
            number, closing = self._next_piece(), self._next_piece()
            if number.kind != "number" or not number.text.isdigit() or closing.kind != "]":
                hint = r"write \sqrt[3]{x}"
                raise TextFault("syntax", "expected a whole number here", (number.start, number.end), hint)
            after = ["^", "(", "1", "/", number.text, ")"]
        else:
            self._write("name", "sqrt", piece)
        self._argument(piece, "root", after)

    def _power(self, piece: Piece) -> None:
        if not self.out or self.out[-1].kind not in ENDS:
            raise _refusal(piece)
        self._write("^", "^", piece)
        first = self.pieces[self.at]
        if first.kind == "-":
            raise TextFault("syntax", "put this exponent in braces", (first.start, first.end), "write x^{-1}")
        self._argument(Piece("", "^", piece.start, piece.end), "exponent", [])

    # -- brackets ------------------------------------------------------------------------------------

    def _begin(self, kind: str, piece: Piece, after: list[str]) -> None:
        self._write("(", "(", piece)
        if len(self.open) >= DEPTH:
            raise TextFault(
                "budget", f"nested more than {DEPTH} deep", _span(piece), "write it in several parts"
            )
        self.open.append(_OpenBracket(kind, piece, after, slash=self.slash))
        self.slash = -1

    def _close(self, piece: Piece) -> None:
        if not self.open or CLOSED_BY.get(self.open[-1].kind, "}") != piece.kind:
            message = f"this `{piece.text}` closes nothing"
            raise TextFault(
                "syntax", message, (piece.start, piece.end), "delete it, or add the opening bracket"
            )
        self._finish(self.open.pop(), piece)

    def _finish(self, bracket: _OpenBracket, piece: Piece) -> None:
        """Write the tokens that follow a bracket or an argument."""
        self._write_after(bracket, piece)
        if bracket.kind == "upper":
            self._argument(Piece("", "frac", bracket.piece.start, piece.end), "lower", [])
            return
        if bracket.kind == "lower":
            self._write(")", ")", piece)
        if bracket.kind != "exponent":
            self._atom_done()

    def _write_after(self, bracket: _OpenBracket, piece: Piece) -> None:
        self.slash = bracket.slash
        self._write(")", ")", piece)
        for text in bracket.after:
            self._write("number" if text.isdigit() else text, text, piece)

    def _atom_done(self) -> None:
        """Close the arguments of functions without brackets after their first symbol."""
        while self.open and self.open[-1].kind == "bare":
            following, bare = self.pieces[self.at], self.open.pop()
            if _is_symbol(following) and not following.apart:
                span = (bare.piece.start, following.end)
                inner = self.text[bare.piece.start : following.end]
                hint = f"write ({inner}) for the whole argument, or \\, before `{following.text}`"
                raise TextFault("syntax", "it is not clear where this argument ends", span, hint)
            if following.kind == "^":
                hint = r"write \sin^2\theta for the square of a sine, \sin(\theta^2) for the sine of a square"
                raise TextFault("syntax", "it is not clear of what this is the power", _span(following), hint)
            self._write_after(bare, Piece(")", ")", following.start, following.start))

    # -- matrices and lines --------------------------------------------------------------------------

    def _matrix(self, piece: Piece) -> None:
        if piece.text not in MATRICES:
            hint = f"matrices are {', '.join(MATRICES[:3])}"
            raise TextFault("syntax", f"`{piece.text}` is not understood here", _span(piece), hint)
        vector = self.at - 1 not in self.columns
        self._write("[", "[", piece)
        if not vector:
            self._write("[", "[", piece)
        self.open.append(_OpenBracket("matrix", piece, vector=vector, slash=self.slash))
        self.slash = -1

    def _end_matrix(self, piece: Piece) -> None:
        if not self.open or self.open[-1].kind != "matrix":
            raise _refusal(piece)
        bracket = self.open.pop()
        for text in ("]",) if bracket.vector else ("]", "]"):
            self._write(text, text, piece)
        self.slash = bracket.slash
        self._atom_done()

    def _column(self, piece: Piece) -> None:
        if self.open and self.open[-1].kind == "matrix":
            self._write(",", ",", piece)
        elif self.open:
            raise _refusal(piece)  # outside of a matrix it would align lines

    def _row(self, piece: Piece) -> None:
        if not self.open:
            self._line(piece)
        elif self.open[-1].kind != "matrix":
            raise _unclosed_fault(self.open[-1].piece)
        elif self.pieces[self.at].kind != "finish":
            for text in (",",) if self.open[-1].vector else ("]", ",", "["):
                self._write(text, text, piece)

    def _line(self, piece: Piece) -> None:
        """End an equation."""
        if self.open:
            raise _unclosed_fault(self.open[-1].piece)
        if self.out:
            at = self.out[-1].end
            self.done.append([*self.out, Token("end", "", at, at)])
        elif piece.kind != "end" or not self.done:
            raise TextFault(
                "syntax", "there is no equation here", (piece.start, piece.start + 1), "write one"
            )
        self.out = []
        self.slash = -1

    # -- signs ---------------------------------------------------------------------------------------

    def _sign(self, piece: Piece) -> None:
        if self.open and self.open[-1].kind == "bare":
            raise _refusal(piece)
        self._write(piece.kind, piece.kind, piece)
        if piece.kind == "/":
            self.slash = len(self.out)
        elif piece.kind != "^":
            self.slash = -1

    def _product(self, piece: Piece) -> None:
        """Insert the sign of a product between adjacent operands."""
        if not self.out or self.out[-1].kind not in ENDS:
            return
        if self.slash >= 0 and not self._plain_quotient():
            span = (self.out[self.slash - 1].start, piece.end)
            hint = r"write \frac{a}{b} c or \frac{a}{b c}"
            raise TextFault("syntax", "it is not clear where this denominator ends", span, hint)
        self.slash = -1
        self.out.append(Token("*", "*", piece.start, piece.start))

    def _plain_quotient(self) -> bool:
        """Whether the quotient is one of two numbers, as 1/2."""
        if self.slash < 2:
            return False
        around = self.out[self.slash - 2], self.out[self.slash]
        return len(self.out) == self.slash + 1 and all(token.kind == "number" for token in around)

    def _write(self, kind: str, text: str, piece: Piece) -> None:
        self.out.append(Token(kind, text, piece.start, max(piece.end, piece.start)))


def _with_columns(sequence: list[Piece]) -> set[int]:
    """The offsets of matrices that contain a &."""
    stack: list[int] = []
    columns: set[int] = set()
    for k, piece in enumerate(sequence):
        if piece.kind == "begin":
            stack.append(k)
        elif piece.kind == "finish" and stack:
            stack.pop()
        elif piece.kind == "&" and stack:
            columns.add(stack[-1])
    return columns


def _span(piece: Piece) -> tuple[int, int]:
    return piece.start, piece.end


def _is_symbol(piece: Piece) -> bool:
    """Whether a piece is a symbol of a quantity without a dot."""
    other = (*FUNCTIONS, *FRACTIONS, *DOTS, "sqrt", "lvert", "rvert")
    return piece.kind == "letter" or (piece.kind == "command" and piece.text not in other)


def _unclosed_fault(piece: Piece) -> TextFault:
    return TextFault("syntax", "this bracket is never closed", _span(piece), "type the missing bracket")


def _refusal(piece: Piece) -> TextFault:
    shown = f"\\{piece.text}" if piece.kind == "command" else piece.text
    hint = "delete it, or write the equation in the model language"
    return TextFault("syntax", f"`{shown}` is not understood here", _span(piece), hint)
