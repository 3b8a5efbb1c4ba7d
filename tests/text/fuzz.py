"""Seeded mutations of texts for the four readers of texts, and the outcome of each.

    python tests/text/fuzz.py COUNT [SEED]      that many inputs
    python tests/text/fuzz.py 25s [SEED]        as many as fit into 25 seconds

Input number i of a seed is always the same text. Every input must be read, or refused by a fault that
says its place; an audit hook, armed once all modules are loaded, records whatever else is done.
"""

from __future__ import annotations

import cProfile
import json
import os
import re
import sys
import tempfile
import traceback
from pathlib import Path
from random import Random
from time import monotonic

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import test_hostile  # noqa: E402
from whole_grammar import WHOLE_GRAMMAR  # noqa: E402

import dalembert  # noqa: E402
from dalembert import library  # noqa: E402
from dalembert._expression.source import ModelError  # noqa: E402
from dalembert._model.build import build  # noqa: E402
from dalembert._model.check import examine  # noqa: E402
from dalembert._model.units import NAMES, UnitFault, unit_of  # noqa: E402
from dalembert._text.lageq import read_lageq  # noqa: E402
from dalembert._text.lexer import TextFault  # noqa: E402
from dalembert._text.parser import parse  # noqa: E402
from dalembert._text.toml import read_toml  # noqa: E402

CALLS = 10_000_000  # of functions, of Python and of C, for one input
HANG = 100.0  # seconds of the processor: an input that takes them does not end
MEGABYTES = 512
MOST_FAILURES = 50  # that are kept; all are counted
LARGE = 20_000  # characters of a text that is tried rarely
RARE = 0.004

MODELS = [library.text_of(s.name if s.size is None else f"{s.name}:2") for s in library.SYSTEMS]
MODELS += [*WHOLE_GRAMMAR.values()] * 4  # newer parts of the language
HOSTILE = [text for text, _ in test_hostile.REFUSED.values()] + [*test_hostile.HEAVY.values()]
SMALL = [text for text in HOSTILE if len(text) <= LARGE]
BIG = [text for text in HOSTILE if len(text) > LARGE]
LAGEQ = [path.read_text(encoding="utf-8") for path in sorted((HERE / "lageq").glob("*.txt"))]
EXPRESSIONS = sorted({text for model in MODELS for text in re.findall(r'"([^"\n]*[*+/][^"\n]*)"', model)})
EXPRESSIONS += [
    "if(x > 0 and not y <= 2 or t == 1, min(x, y, 3), max(x, -y^2))",
    "atan2(y, x) + mod(a, 2*pi) - 2**-3**x + 1.5e-3*dot(x)",
    "x'' + lam_phi1 - kap_psi2*step(t - 1)*floor(x)",
    "sum(i = 1..4, j = i+1..4, k*(x[i] - x[j])^2) - prod(i = 1..3, x[i]') + max(i = 0..2, abs(x[2*i]))",
    "dot(rot_z(a)*[x, y, 0], cross([1, 2, x], rot_axis([1, 1, 0], b)*[0, x', 1])) + norm([x, y])",
    "omega(rot_quaternion(e0, e1, e2, e3))[2] + omega_fixed(rot_x(a)*rot_z(b*t)).x + [[a, b], [c, x]][1,2]",
    "sum(i = 1..3, if(i == 1, x[0]', x[i - 1]))/sum(i = 1..2, [i, i^2]).y",
]
UNITS = sorted({unit for model in MODELS for unit in re.findall(r'unit = "([^"]*)"', model)})
UNITS += [
    "kg*m^2/s^2",
    "m^(1/2)",
    "(N*m)/(rad*s)",
    "deg/s",
    "furlong/fortnight",
    "°",
    "%",
    "Ω·m",
    "degC",
    "µm",
]

CODE = (
    "__import__('os').system('x')",
    "eval('1+1')",
    "exec(\"open('f','w')\")",
    "open('/etc/passwd').read()",
    "().__class__.__bases__[0].__subclasses__()",
    "lambda: 0",
    "[x for x in (1,)]",
    "{0.__class__}",
    "f'{x}'",
    "`id`",
    "$(id)",
    "<script>alert(1)</script>",
    "\\input{/etc/passwd}",
    "%(x)s %n",
    "'; DROP TABLE models; --",
    "!!python/object/apply:os.system",
)
NUMBERS = (
    *("0", "-0", "1e308", "1e309", "-1e999", "1e-400", "9" * 30, "9" * 400, "0." + "0" * 400 + "1", "1/0"),
    *("2^10^10", "10^400", "(-8)^(1/3)", "0^0", "0^-1", "9223372036854775808", "nan", "inf", "0x10", "1_000"),
    *("1e", "1.2.3", ".", "1..2", "٣", "²", "½", "1e+", "9" * 5_000),
)
STRANGE = (
    *("\0", "\x07", "\x1b[31m", "\x7f", "\x85", "\r", "\v", "\f", "\t", "\n", "\r\n", "\u2028", "\u2029"),
    *(
        "\u202e",
        "\u200b",
        "\u200d",
        "\ufeff",
        "\u00a0",
        "\u3000",
        "é",
        "e\u0301",
        "ﬁ",
        "ſ",
        "K",
        "Ω",
        "µ",
        "′",
    ),
    *(
        "·",
        "×",
        "÷",
        "−",
        "–",
        "“",
        "’",
        "漢",
        "字",
        "𝑥",
        "😀",
        "\U0010ffff",
        "\ufffe",
        "ǅ",
        "ß",
        "İ",
        "ͅ",
        "٠",
    ),
)
SURROGATES = ("\ud800", "\udfff")  # no file holds them, a Python string may
PIECES = (
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "'",
        "''",
        '"',
        '"""',
        "'''",
        "\\",
        "#",
        "=",
        ":=",
        ":",
        ",",
        ".",
        ";",
        "@",
    ),
    *(
        "+",
        "-",
        "*",
        "/",
        "^",
        "**",
        "<",
        "<=",
        ">",
        ">=",
        "==",
        "!=",
        "&",
        "|",
        "~",
        "%",
        "!",
        "?",
        "_",
        "$",
    ),
    *(
        "sin(",
        "sqrt(",
        "if(",
        "min(",
        "dot(",
        "log(",
        "power(",
        "ln(",
        "and",
        "or",
        "not",
        "t",
        "pi",
        "e",
        "x'",
    ),
    *(
        "lam_x",
        "kap_x",
        "inf",
        "nan",
        "true",
        "[cases.a]",
        "[[energy]]",
        "[work]",
        "[inputs]",
        "No. of ",
        "W1",
    ),
    *(
        "start = ",
        "unit = ",
        "value = ",
        "Virtual Work :",
        "Virtual Work:=",
        "dot",
        "\\u0000",
        "\\n",
        "\\theta",
    ),
)
_TOKEN = re.compile(r"[^\W\d]\w*|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\s+|.", re.DOTALL)
_STRING = re.compile(r'"[^"\n]*"')
_VALUE = re.compile(r"=[^=\n]*")


# -- texts -------------------------------------------------------------------------------------------


def tower(r: Random) -> str:
    """One piece again and again, sometimes closed."""
    count = int(10 ** r.uniform(0.5, 5 if r.random() < RARE else 3))
    opened, closed = r.choice(
        (
            ("(", ")"),
            ("sin(", ")"),
            ("-", ""),
            ("not ", ""),
            ("x^", ""),
            ("[", "]"),
            ("{a=", "}"),
            ("abs(", ")"),
            ("min(x,", ")"),
            ("if(x>0,x,", ")"),
            ("x/(1+", ")"),
            ("2^", ""),
            ("m*", ""),
            ("(m^9)^", ""),
            ("x+", ""),
            ("x'", ""),
            ("1e9*", ""),
            ("a.", ""),
            ("'", ""),
            ("sqrt(", ")"),
            ("power(x,", ")"),
            ("x*", ""),
        )
    )
    return opened * count + r.choice(("x", "1", "")) + closed * r.choice((count, count, 0, 1))


def changed(r: Random, text: str, others: list[str], strange: tuple[str, ...] = STRANGE) -> str:
    """A text with one to four mistakes in it."""
    for _ in range(r.choice((1, 1, 1, 2, 2, 3, 4))):
        text = _once(r, text, others, strange)
    return text


def _once(r: Random, text: str, others: list[str], strange: tuple[str, ...]) -> str:
    tokens = _TOKEN.findall(text) or [""]
    i, j = r.randrange(len(tokens)), r.randrange(len(tokens))
    at, to = sorted((r.randint(0, len(text)), r.randint(0, len(text))))
    match r.randrange(14):
        case 0:
            del tokens[i]
        case 1:
            tokens.insert(i, tokens[i])
        case 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        case 3:
            tokens[i] = tokens[j]
        case 4:
            tokens.insert(i, r.choice(PIECES))
        case 5:
            tokens[i] = r.choice(NUMBERS)
        case 6:
            tokens.insert(i, r.choice(strange))
        case 7:
            tokens[i] = r.choice(CODE)
        case 8:
            tokens.insert(i, tower(r))
        case 9:
            other = r.choice(others)
            cut = r.randint(0, len(other))
            return text[:at] + other[cut:]
        case 10:
            return text[:at] + text[at + 1 :]
        case 11:
            return text[:at] + r.choice(strange if r.random() < 0.5 else PIECES) + text[at:]
        case 12:
            return text[:at] + text[to:] if r.random() < 0.5 else text[:to] + text[at:]
        case 13:
            piece = text[at : at + 30]
            return text[:at] + piece * r.choice((2, 3, 50)) + text[at:]
    return "".join(tokens)


def expression(r: Random) -> str:
    """An expression, more or less."""
    return changed(r, r.choice(EXPRESSIONS), EXPRESSIONS, STRANGE + SURROGATES)


def unit(r: Random) -> str:
    """A unit, more or less."""
    if r.random() < 0.2:
        words = [
            r.choice(sorted(NAMES)) + r.choice(("", "^2", "^-1", "^(1/2)", "^99"))
            for _ in range(r.randint(1, 6))
        ]
        return changed(r, r.choice("*/").join(words), UNITS, STRANGE + SURROGATES)
    return changed(r, r.choice(UNITS), UNITS, STRANGE + SURROGATES)


def model(r: Random) -> str:
    """A model file, more or less: half of the mistakes are inside its strings and values."""
    if r.random() < RARE:
        return changed(r, r.choice(BIG), MODELS)
    text = r.choice(MODELS) if r.random() < 0.6 else r.choice(SMALL)
    return (
        _inside(r, text, r.choice((_STRING, _VALUE)), MODELS)
        if r.random() < 0.6
        else changed(r, text, MODELS)
    )


def lageq(r: Random) -> str:
    """A LagEq file, more or less."""
    text = r.choice(LAGEQ)
    if r.random() < 0.1:
        shape = r.choice(BIG if r.random() < 10 * RARE else SMALL)
        found = [s.strip('"') for s in _STRING.findall(shape)] or [shape]
        return _put(r, text, _VALUE, lambda _: f"={r.choice(found)}")
    return _inside(r, text, _VALUE, LAGEQ) if r.random() < 0.6 else changed(r, text, LAGEQ)


def _inside(r: Random, text: str, pattern: re.Pattern[str], others: list[str]) -> str:
    """A text with mistakes inside one of its values."""
    return _put(
        r,
        text,
        pattern,
        lambda s: s[0] + changed(r, s[1:-1], others if r.random() < 0.1 else EXPRESSIONS) + s[-1],
    )


def _put(r: Random, text: str, pattern: re.Pattern[str], change) -> str:
    places = list(pattern.finditer(text))
    if not places:
        return text
    place = r.choice(places)
    return text[: place.start()] + change(place.group()) + text[place.end() :]


# -- doors -------------------------------------------------------------------------------------------


def through_parser(text: str, _path: Path) -> str:
    """The expression parser; a fault must have a span inside the text."""
    try:
        parse(text)
    except TextFault as fault:
        return _spanned(text, fault)
    return "read"


def through_units(text: str, _path: Path) -> str:
    """The grammar of units."""
    try:
        unit_of(text)
    except UnitFault as fault:
        return _spanned(text, fault)
    return "read"


def through_toml(text: str, path: Path) -> str:
    """TOML text to a verdict."""
    try:
        verdict = examine(*build(read_toml(text, "model.toml", path.parent)))
    except ModelError as error:
        return _located(error.flaws, str(error))
    return _located(verdict.flaws, str(verdict))


def through_lageq(text: str, path: Path) -> str:
    """LagEq text to a verdict."""
    try:
        raw, said = read_lageq(text, "model.txt", path.parent)
        made, form = build(raw)
        verdict = examine(made, (*said, *form))
    except ModelError as error:
        return _located(error.flaws, str(error))
    return _located(verdict.flaws, str(verdict))


def through_file(_data: bytes, path: Path) -> str:
    """The bytes of a file, by `check`; the runner has written them."""
    verdict = dalembert.check(path)
    return _located(verdict.flaws, str(verdict))


def _spanned(text: str, fault: TextFault | UnitFault) -> str:
    start, end = fault.span
    if not (0 <= start <= len(text) and start <= end and fault.message):
        message = f"a fault without a place: {fault.message} {fault.span}"
        raise AssertionError(message)
    return "refused"


def _located(flaws, letter: str) -> str:
    errors = [flaw for flaw in flaws if flaw.severity == "error"]
    for flaw in errors:
        absent = (
            flaw.where == "coordinates" and "no coordinates" in flaw.message
        )  # what is not there has no line
        if not absent and not test_hostile.located(
            {
                "line": flaw.line,
                "column": flaw.column,
                "rule": flaw.rule,
                "message": flaw.message,
                "file": flaw.file,
            }
        ):
            message = f"an error without a place: {flaw}"
            raise AssertionError(message)
    if flaws and not letter:
        message = "flaws without a letter"
        raise AssertionError(message)
    return "refused" if errors else "read"


def damaged(r: Random, text: str) -> bytes:
    """The bytes of a file, sometimes with some that are no UTF-8."""
    data = bytearray(text.encode("utf-8"))
    for _ in range(r.choice((0, 0, 1, 3))):
        data.insert(r.randint(0, len(data)), r.randrange(256))
    return bytes(data)


DOORS = {
    "expression": (40, expression, through_parser, ""),
    "unit": (25, unit, through_units, ""),
    "toml": (14, model, through_toml, ""),
    "lageq": (13, lageq, through_lageq, ""),
    "toml file": (5, lambda r: damaged(r, model(r)), through_file, ".toml"),
    "lageq file": (3, lambda r: damaged(r, lageq(r)), through_file, ".txt"),
}


def made(seed: str, number: int) -> tuple[str, str | bytes]:
    """Door and text of one input."""
    r = Random(f"{seed}:{number}")
    (door,) = r.choices(list(DOORS), [share for share, *_ in DOORS.values()])
    return door, DOORS[door][1](r)


# -- the run -----------------------------------------------------------------------------------------

# Everything that is audited is recorded, but for what only looks at running code.
HARMLESS = frozenset(
    {"sys._getframe", "sys._getframemodulename", "object.__getattr__", "builtins.id", "gc.get_objects"}
)


class Watch:
    """Records audited events while it is armed; `allowed` may be opened for reading."""

    def __init__(self, allowed: Path) -> None:
        self.armed = False
        self.allowed = str(allowed.with_suffix(""))
        self.events: list[str] = []
        sys.addaudithook(self._heard)

    def _heard(self, event: str, details: tuple) -> None:
        if not self.armed or event in HARMLESS:
            return
        if (
            event == "open"
            and str(details[0]).startswith(self.allowed)
            and not details[2] & (os.O_WRONLY | os.O_RDWR)
        ):
            return
        self.events.append(f"{event} {str(details)[:200]}")


class Late(BaseException):
    """An input takes far too long; no handler of the package can mistake it for a fault of the text."""


def _late(*_) -> None:
    raise Late


def _timer(seconds: float) -> None:
    """Interrupt an input that would never end; the processor's time decides, where there is such a timer."""
    if sys.platform != "win32":
        import signal

        signal.signal(signal.SIGPROF, _late)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _peak() -> float:
    """The most memory this process has had, in megabytes; 0 where the platform does not say."""
    if sys.platform == "win32":
        return 0.0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def attempt(watch: Watch, door: str, data: str | bytes) -> tuple[str, int, str]:
    """What came of one input, the calls it took, and what broke a law (empty if nothing did)."""
    _, _, enter, suffix = DOORS[door]
    path = Path(watch.allowed + suffix)
    if suffix:
        path.write_bytes(data)
    watch.events.clear()
    outcome, broken = "", ""
    _timer(HANG)
    counter = cProfile.Profile()
    counter.enable()
    watch.armed = True
    try:
        outcome = enter(data, path)
    except Late:
        broken = "it does not end"
    except BaseException:
        watch.armed = False
        broken = traceback.format_exc()[-1500:]
    watch.armed = False
    counter.disable()
    _timer(0)
    calls = sum(entry.callcount for entry in counter.getstats())
    if watch.events:
        broken += f" it did: {watch.events[:5]}"
    if calls > CALLS:
        broken += f" it took {calls} calls"
    return outcome, calls, broken


def warmed() -> None:
    """Everything that is loaded on first use is loaded."""
    for text in ("furlong", "degC", "nonsense", "n_link", "meter_per_second"):
        try:
            unit_of(text)
        except UnitFault:
            continue
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.toml", "a.txt"):
            (Path(folder) / name).write_text(
                MODELS[0] if name.endswith("toml") else LAGEQ[0], encoding="utf-8"
            )
            str(dalembert.check(Path(folder) / name))
        (Path(folder) / "a.toml").write_bytes(b"\xff")
        str(dalembert.check(Path(folder) / "a.toml"))


def run(count: int, seconds: float, seed: str) -> dict:
    """As many inputs as `count` and `seconds` allow; the tally, the slowest and all that broke a law."""
    warmed()
    tally: dict[str, dict[str, int]] = {door: {"read": 0, "refused": 0, "broken": 0} for door in DOORS}
    failures: list[dict] = []
    slowest = (0, "", 0, "")
    number, before, ended = 0, _peak(), monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        watch = Watch(Path(folder) / "model")
        while number < count and monotonic() < ended:
            door, data = made(seed, number)
            outcome, took, broken = attempt(watch, door, data)
            tally[door]["broken" if broken else outcome] += 1
            slowest = max(slowest, (took, door, number, repr(data[:200])))
            if broken and len(failures) < MOST_FAILURES:
                shown = repr(data) if len(data) < 3000 else repr(data[:3000]) + f"… ({len(data)} in all)"
                failures.append({"door": door, "input": f"{seed}:{number}", "text": shown, "broken": broken})
            number += 1
    return {
        "tried": number,
        "doors": tally,
        "failures": failures,
        "megabytes": _peak() - before,
        "slowest": slowest,
    }


if __name__ == "__main__":
    amount = sys.argv[1] if len(sys.argv) > 1 else "1000"
    timed = amount.endswith("s")
    found = run(
        10**9 if timed else int(amount),
        float(amount[:-1]) if timed else 1e9,
        sys.argv[2] if len(sys.argv) > 2 else "dalembert",
    )
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    sys.exit(1 if found["failures"] or found["megabytes"] > MEGABYTES else 0)
