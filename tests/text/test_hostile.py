"""Hostile model files: each gives a located error message with little work and little memory.

Work is counted in calls of functions, so that a busy machine does not decide.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

CALLS = 20_000_000  # of functions, for one file
HANG = 600  # seconds: a guard against hanging
MEGABYTES = 512
SCRIPT = Path(__file__).with_name("hostile_run.py")

HEAD = 'format = 1\n[coordinates]\nx = { text = "way" }\n[parameters]\nm = 1.0\n'
KINETIC = '[energy]\nkinetic = "1/2*m*x\'^2"\n'
GOOD = HEAD + KINETIC


def energy(text):
    """A model with one potential."""
    return f'{GOOD}potential = "{text}"\n'


def definitions(count, step, potential="d{}"):
    """A model with a chain of definitions, each made of the one before."""
    lines = "".join(f'd{i} = "{step.format(i=i, d=f"d{i - 1}")}"\n' for i in range(1, count))
    return f'{GOOD}potential = "{potential.format(count - 1)}"\n[definitions]\nd0 = "x"\n{lines}'


def numbers(count, name="p{}"):
    """Lines that declare parameters."""
    return "".join(f"{name.format(i)} = 1\n" for i in range(count))


# name: the file and the rules one of which must answer
REFUSED = {
    "power tower": (energy("x*2^10^10"), {"constant"}),
    "brackets": (energy("(" * 100_000), {"budget"}),
    "closed brackets": (energy("(" * 90_000 + "x" + ")" * 90_000), {"budget"}),
    "minus signs": (energy("-" * 100_000 + "x"), {"budget"}),
    "not": (energy("if(" + "not " * 100_000 + "x > 0, 1, 2)"), {"budget"}),
    "powers": (energy("x^" * 60_000 + "x"), {"budget"}),
    "calls": (energy("sin(" * 60_000 + "x"), {"budget"}),
    "index bomb": (energy("sum(i = 1..1000000000, x)"), {"budget"}),
    "index bomb by a power": (energy("sum(i = 1..10^9, x[i])"), {"budget"}),
    "nested sums": (energy("sum(i = 1..90, sum(j = 1..90, sum(k = 1..90, x*i)))"), {"budget"}),
    "empty sums in a large one": (
        energy("sum(i = 1..400000, j = 1..0, x)" + " + sum(i = 1..400000, j = 1..0, x)" * 50),
        {"budget"},
    ),
    "brackets of vectors": (energy("[" * 100_000), {"budget"}),
    "indices of indices": (energy("x[" * 100_000), {"budget"}),
    "functions that call twice": (
        energy("f99(x)")
        + '[functions]\nf0 = "(x) -> x"\n'
        + "".join(f'f{i} = "(x) -> f{i - 1}(x) + f{i - 1}(x)"\n' for i in range(1, 100)),
        {"budget"},
    ),
    "functions in a circle": (
        energy("f0(x)") + '[functions]\nf0 = "(x) -> f1(x)"\nf1 = "(x) -> f0(x)"\n',
        {"cycle"},
    ),
    "sums in functions": (
        energy("f(f(f(f(x))))") + '[functions]\nf = "(x) -> sum(i = 1..99, x^i)"\n',
        {"budget"},
    ),
    "chain of sums": (definitions(10_000, "{d} + x"), {"budget"}),
    "chain of calls": (definitions(10_000, "sin({d})"), {"budget"}),
    "chain of products": (definitions(10_000, "{d}*x"), {"budget"}),
    "chain of rates": (definitions(10_000, "{d}'"), {"budget", "acceleration"}),
    "chain with a new name each": (
        definitions(8_000, "{d} + p{i}").replace("m = 1.0\n", "m = 1.0\n" + numbers(8_000)),
        {"budget"},
    ),
    "circle": (definitions(10_000, "{d} + x").replace('d0 = "x"', 'd0 = "d9999"'), {"cycle"}),
    "nested abs": (energy("abs(" * 150 + "x" + ")" * 150), {"budget"}),
    "nested min": (energy("min(x, " * 150 + "x" + ")" * 150), {"budget"}),
    "nested mod": (energy("mod(" * 150 + "x" + ", 2)" * 150), {"budget"}),
    "many tokens": (energy("+".join(["x"] * 150_000)), {"budget"}),
    "many tokens in many places": (
        energy("+".join(["x"] * 60_000)) + '[outputs]\na = "' + "+".join(["x"] * 60_000) + '"\n',
        {"budget"},
    ),
    "many unknown names": (energy("+".join(f"a{i}" for i in range(90_000))), {"unknown-name"}),
    "unknown names near known ones": (
        HEAD
        + numbers(5_000, "parameter{}")
        + KINETIC
        + 'potential = "'
        + "+".join(f"paramete_{i}" for i in range(5_000))
        + '"\n',
        {"unknown-name"},
    ),
    "many wrong keys": (GOOD + "[simulate]\n" + numbers(40_000, "t_en{}"), {"unknown-key"}),
    "many unknown cases": (
        GOOD.replace(
            "[coordinates]",
            "[cases]\n"
            + "".join(f"c{i} = {{ parameters = {{ q{i} = 1 }} }}\n" for i in range(15_000))
            + "[coordinates]",
        ),
        {"case"},
    ),
    "large file": (HEAD + "#" + "a" * (1 << 20), {"budget"}),
    "large file of wide letters": (HEAD + "#" + "é" * (1 << 20), {"budget"}),
    "large array": (HEAD + "[scene]\na = [" + "1," * 600_000 + "]\n", {"budget"}),
    "deep arrays": (HEAD + "[scene]\na = " + "[" * 100_000, {"budget"}),
    "deep inline tables": (HEAD + "[scene]\na = " + "{a=" * 100_000, {"budget"}),
    "deep dotted key": (HEAD + "[scene]\n" + ".".join(["a"] * 100_000) + " = 1\n", {"budget"}),
    "deep header": (HEAD + "[scene." + ".".join(["a"] * 100_000) + "]\nb = 1\n", {"budget"}),
    "dotted keys in inline tables": (
        GOOD + "[scene]\na = " + ("{" + ".".join(["a"] * 32) + " = ") * 31 + "1" + "}" * 31 + "\n",
        {"budget", "value"},
    ),
    "huge integer": (HEAD + "k = " + "9" * 5_000 + "\n" + KINETIC, {"toml", "constant"}),
    "long integer": (HEAD + "k = " + "9" * 4_000 + "\n" + KINETIC, {"constant"}),
    "long end of run": (GOOD + "[simulate]\nt_end = " + "9" * 400 + "\n", {"value"}),
    "long size of families": (
        GOOD.replace("m = 1.0", "m = 1.0\nN = " + "9" * 400) + '[outputs]\no = "sum(i = 1..2*N, x)"\n',
        {"constant", "index"},
    ),
    "many samples": (GOOD + "[simulate]\nt_end = 1\nsamples = " + "9" * 400 + "\n", {"value"}),
    "many digits": (energy("x*" + "9" * 900_000), {"constant"}),
    "NUL": (HEAD + 'k = "1\0"\n' + KINETIC, {"toml"}),
    "bare NUL": (HEAD + "k = 1\0\n" + KINETIC, {"toml"}),
    "escaped NUL": (HEAD + 'k = "1\\u0000"\n' + KINETIC, {"control-character"}),
    "escape character": (HEAD + 'k = "1\\u001b[31m"\n' + KINETIC, {"control-character"}),
    "control character in a title": (
        GOOD.replace("[coord", 'title = "\\u0007"\n[coord', 1),
        {"control-character"},
    ),
    "control character in a symbol": (
        GOOD.replace('text = "way"', 'text = "way", symbol = "\\theta"'),
        {"control-character"},
    ),
    "control character in a name": (GOOD.replace("m = 1.0", 'm = 1.0\n"a\\u0000b" = 1'), {"name"}),
    "surrogate": (HEAD + 'k = "\\ud800"\n' + KINETIC, {"toml"}),
    "code": (energy("__import__('os')"), {"unknown-function", "syntax"}),
    "code without quotes": (energy("__import__(os)"), {"unknown-function"}),
    "attributes": (energy("x.__class__"), {"unknown-name"}),
    "lambda": (energy("(lambda: x)()"), {"syntax"}),
    "code as a name": (GOOD.replace("m = 1.0", "m = 1.0\n\"__import__('os')\" = 1"), {"name"}),
    "long name": (energy("x*" + "a" * 900_000), {"unknown-name"}),
    "unit power": (HEAD + 'k = { value = 1, unit = "m^999999999" }\n' + KINETIC, {"unit"}),
    "unit brackets": (HEAD + 'k = { value = 1, unit = "((((" }\n' + KINETIC, {"unit"}),
    "long unit": (HEAD + f'k = {{ value = 1, unit = "{"m*" * 50_000}m" }}\n' + KINETIC, {"unit"}),
    "unit tower": (HEAD + 'k = { value = 1, unit = "((((km^99)^99)^99)^99)" }\n' + KINETIC, {"unit"}),
    "unit overflow": (HEAD + 'k = { value = 1, unit = "km^60*km^60" }\n' + KINETIC, {"unit"}),
    "unit underflow": (HEAD + 'k = { value = 1, unit = "1/(mm^60*mm^60)" }\n' + KINETIC, {"unit"}),
    "unit of code": (HEAD + 'k = { value = 1, unit = "__class__" }\n' + KINETIC, {"unit"}),
    "private unit": (HEAD + 'k = { value = 1, unit = "_m" }\n' + KINETIC, {"unit"}),
    "unit nan": (HEAD + 'k = { value = 1, unit = "nan" }\n' + KINETIC, {"unit"}),
    "unit by zero": (HEAD + 'k = { value = 1, unit = "m^(1/0)" }\n' + KINETIC, {"unit"}),
    "infinite parameter": (HEAD + "k = inf\n" + KINETIC, {"constant"}),
    "parameter not a number": (HEAD + "k = { value = nan }\n" + KINETIC, {"constant"}),
    "overflowing parameter": (HEAD + "k = 1e999\n" + KINETIC, {"constant"}),
    "overflowing unit": (HEAD + 'k = { value = 1e308, unit = "km" }\n' + KINETIC, {"constant"}),
    "overflowing literal": (energy("1e999*x"), {"constant"}),
    "infinite energy": (GOOD + "potential = inf\n", {"constant"}),
    "energy not a number": (GOOD + "potential = nan\n", {"constant"}),
    "overflowing energy": (GOOD + "potential = 1e999\n", {"constant"}),
    "overflowing sum": (energy("x + 1e308 + 1e308"), {"constant"}),
    "duplicate keys": (HEAD + "m = 2\n", {"toml"}),
    "duplicate sections": (GOOD + "[parameters]\nk = 1\n", {"toml"}),
    **{
        f"path {path}": (
            GOOD + f'[inputs]\nu = {{ table = \'{path}\', time = "t", column = "h" }}\n',
            {"path"},
        )
        for path in (
            "../secret.csv",
            "/etc/passwd",
            "~/x.csv",
            "a/../../b.csv",
            "..\\\\x.csv",
            "C:\\\\x.csv",
            "file:///etc/passwd",
            "..",
        )
    },
}


class Servant:
    """A separate process with little memory that answers one source after the other."""

    def __init__(self, verb, megabytes=MEGABYTES):
        self.command = [sys.executable, str(SCRIPT), verb, str(megabytes)]
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = None

    def answer(self, source):
        """The outcome, the flaws and the calls that were made; a process that died is started anew."""
        if self.process is None:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(
                self.command, stdin=pipe, stdout=pipe, stderr=self.errors, text=True
            )
        self.process.stdin.write(json.dumps(source) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if line:
            return json.loads(line)
        self.close()
        self.errors.seek(0)
        raise AssertionError(self.errors.read()[-2000:])

    def close(self):
        """End the process."""
        if self.process is not None:
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait(HANG)
            self.process = None


@pytest.fixture(scope="module")
def servants():
    """One process for each verb."""
    found = {verb: Servant(verb) for verb in ("check", "derive")}
    yield found
    for servant in found.values():
        servant.close()
        servant.errors.close()


@pytest.fixture
def answer(servants, tmp_path):
    """What a separate process with little memory says of the text of a file."""

    def asked(data, verb="check", most=CALLS):
        path = tmp_path / "model.toml"
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
        found = servants[verb].answer(str(path))
        assert found["calls"] < most
        return found

    return asked


def located(flaw):
    """Whether a flaw says its line and column, or at least its file where the whole file is at fault."""
    return (flaw["line"] is not None and flaw["column"] is not None) or (
        flaw["rule"] == "budget" and "larger" in flaw["message"] and flaw["file"]
    )


@pytest.mark.parametrize("name", REFUSED)
def test_hostile_files_are_answered(name, answer):
    """A hostile file is refused by a located letter of the right rule in time and memory."""
    data, rules = REFUSED[name]
    flaws = answer(data)["flaws"]
    errors = [flaw for flaw in flaws if flaw["severity"] == "error"]
    assert {flaw["rule"] for flaw in errors} & rules, errors[:3]
    assert all(located(flaw) for flaw in errors), errors[:3]


def test_bytes_that_are_not_text_are_answered(answer):
    """A file that is not UTF-8 is refused at the byte where it stops being so."""
    (flaw,) = answer(HEAD.encode() + b'k = "\xff\xfe"\n')["flaws"]
    assert flaw["rule"] == "encoding"
    assert (flaw["line"], flaw["column"]) == (6, 6)
    (flaw,) = answer(b"\xff\xfe" + HEAD.encode("utf-16-le"))["flaws"]
    assert flaw["rule"] == "encoding"
    assert "UTF-8" in flaw["hint"]


def test_a_number_beyond_the_digits_python_reads_is_located(answer):
    """An integer of five thousand digits is refused at its own line."""
    (flaw,) = answer(REFUSED["huge integer"][0])["flaws"]
    assert flaw["line"] == 6


def test_the_token_budget_is_named_as_it_is(answer):
    """The message of the token budget says 200 000, wherever in the model it is reached."""
    for name in ("many tokens", "many tokens in many places"):
        flaws = [f for f in answer(REFUSED[name][0])["flaws"] if f["rule"] == "budget"]
        assert "200 000" in flaws[0]["message"], flaws[0]["message"]


# Files within the budgets that ask much of the calculus.
HEAVY = {
    "nested sines of a velocity": HEAD + f'[energy]\nkinetic = "{"sin(" * 190}x\'{")" * 190}"\n',
    "nested sines": energy("sin(" * 190 + "x" + ")" * 190),
    "power tower of a name": energy("^".join(["x"] * 190)),
    "large power of a sum": energy("(x + m + 1)^1000000000"),
    "power of a sum of velocities": HEAD + '[energy]\nkinetic = "(x\' + m + 1)^1000"\n',
    "product of sines": energy("*".join(f"sin({i}*x)" for i in range(1, 201))),
    "product of sums": energy("*".join(f"(x + {i})" for i in range(1, 5001))),
    "nested if": energy("if(x > 0, x, " * 150 + "x" + ")" * 150),
    "nested quotients": energy("x/(1 + " * 150 + "x" + ")" * 150),
    "overflowing products": energy("(1e200*x)*(1e200*x)"),
    "long product of sines in T": HEAD
    + "[energy]\nkinetic = \"1/2*m*x'^2*"
    + "*".join(f"sin({i}*x)" for i in range(1, 1001))
    + '"\n',
}


# Files that would fill the machine if their definitions were written out: as names they are short.
SHARED = {
    "chain of short calls": definitions(400, "sin({d})"),
    "exponential definitions": definitions(60, "{d}*{d} + {d}"),
    "exponential definitions that stay small": definitions(60, "{d}*{d} - 1/2"),
    "exponential rates": definitions(60, "{d}*{d}", "d{}'"),
    "exponential cases": definitions(60, "min({d}, 1 - {d}, {d}*{d})"),
    "squares of a matrix": energy("R99[1,1]")
    + '[definitions]\nR0 = "rot_z(x)"\n'
    + "".join(f'R{i} = "R{i - 1}*R{i - 1}"\n' for i in range(1, 100)),
    "a wide definition used often": (
        HEAD
        + numbers(2_000)
        + KINETIC
        + 'potential = "'
        + "+".join(["d"] * 20_000)
        + '"\n[definitions]\nd = "x + '
        + "+".join(f"p{i}" for i in range(2_000))
        + '"\n'
    ),
}


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("verb", ["check", "derive"])
def test_definitions_that_double_are_not_written_out(name, verb, answer):
    """They are checked and derived with names in time and memory, or refused because no value is finite."""
    found = answer(SHARED[name], verb)
    assert not any(flaw["rule"] == "budget" for flaw in found["flaws"])
    assert verb == "check" or found["outcome"] in ("equations", "VerificationError")


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_files_are_derived_or_refused_in_time(name, answer):
    """A small file that asks much is derived or refused, in time and memory, and never crashes."""
    found = answer(HEAVY[name], "derive")
    assert found["outcome"] in ("equations", "ModelError", "VerificationError")


def sum_of_terms(term, count):
    """A model whose potential has that many honest terms."""
    text = energy(" + ".join(term.format(i) for i in range(1, count + 1)))
    if term.startswith("k"):
        return text.replace("m = 1.0\n", "m = 1.0\n" + numbers(count + 1, "k{}"))
    return text


TERMS = ("sin({}*x)", "{}*x^2", "k{}*x^2")


@pytest.mark.parametrize("term", TERMS)
def test_an_honest_sum_of_many_terms_derives(term, answer):
    """A potential of a thousand honest terms is derived with work in proportion, not refused."""
    found = answer(sum_of_terms(term, 1000), "derive", most=CALLS // 5)
    assert found["outcome"] == "equations", found["flaws"][:1]


def test_an_honest_sum_of_ten_thousand_terms_is_sound(answer):
    """A potential of ten thousand terms, each with a parameter of its own, is within all budgets of a file."""
    flaws = answer(sum_of_terms(TERMS[-1], 10_000))["flaws"]
    assert not [flaw for flaw in flaws if flaw["severity"] == "error"]


@pytest.mark.soak
@pytest.mark.parametrize("term", TERMS)
def test_an_honest_sum_of_ten_thousand_terms_derives(term, tmp_path):
    """A potential of ten thousand honest terms is derived, not refused."""
    path, servant = tmp_path / "model.toml", Servant("derive", 4096)
    path.write_text(sum_of_terms(term, 10_000), encoding="utf-8")
    found = servant.answer(str(path))
    servant.close()
    servant.errors.close()
    assert found["outcome"] == "equations", found["flaws"][:1]
    assert found["calls"] < 2 * CALLS


@pytest.mark.parametrize(
    "name",
    [
        "lambda",
        "class",
        "import",
        "None",
        "__import__",
        "print",
        "E",
        "I",
        "S",
        "zoo",
        "x_dot",
        "xd",
        "d_x",
        "q",
    ],
)
def test_words_of_other_languages_are_ordinary_names(name, answer):
    """A quantity may be called like a word of Python or SymPy, and its equation is derived."""
    text = (
        f"format = 1\n[parameters]\n{name} = 2.0\n[coordinates]\nx = {{ start = 1 }}\n{name}2 = {{ start = 1 }}\n"
        f'[energy]\nkinetic = "1/2*{name}*x\'^2 + 1/2*{name}2\'^2"\npotential = "1/2*{name}*x^2*{name}2"\n'
    )
    assert answer(text, "derive")["outcome"] == "equations"


@pytest.mark.parametrize(
    "source",
    [
        "x" * 5000,
        GOOD,
        "",
        "a\0b",
        "four_bar:",
        "four_bar:x",
        "n_link_pendulum:" + "9" * 5000,
        "n_link_pendulum:0",
    ],
)
def test_a_source_that_is_no_file_is_answered(source, servants):
    """A source that cannot be a file name, or a size that is none, is a letter and no crash."""
    assert servants["check"].answer(source)["flaws"]
