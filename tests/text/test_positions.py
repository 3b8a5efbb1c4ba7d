"""The positions of keys and values of a TOML text."""

import random
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dalembert._text.positions import DepthFault, positions


def leaves(value, path=()):
    """The paths of a document that hold a value, an empty array or an empty table."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        for i, inner in enumerate(value):
            yield from leaves(inner, (*path, i))
    elif path:
        yield path, value


def resolved(values, path):
    """The value at a path; KeyError or IndexError where there is none."""
    for part in path:
        values = values[part]
    return values


def agrees(text):
    """Assert that the scan and tomllib see the same keys."""
    values = tomllib.loads(text)
    found = positions(text)
    for path, value in leaves(values):
        assert path in found, path
        entry = found[path]
        assert 0 <= entry.key <= entry.value <= entry.end <= len(text)
        if isinstance(value, str):
            assert entry.characters is not None
            assert len(entry.characters) == len(value) + 1
            assert list(entry.characters) == sorted(entry.characters)
    for path in found:
        resolved(values, path)
    return values, found


DOCUMENT = r'''
top = 1000001
"quoted key" = 1000002
'literal key' = 1000003
"esc\u0061ped" = 1000004
a.b."c d" = 1000005
basic = "mark6 and more"
escapes = "\t\"\\\u00e9\U0001F600 mark7 \n mark8"
literal = 'C:\ mark9 "quoted"'
multi = """
first mark10
  second mark11 \
     joined mark12 "" mark13 \" mark14"""
multi_literal = \'\'\'
raw \ mark15
'' mark16\'\'\'
ending = """mark17"""""
same_line = """mark18"""
empty = ""
number = 1000019   # comment with = and "quotes"
float = 1000020.5
date = 1979-05-27T07:32:00Z
boolean = true
inline = { x = 1000021, y.z = "mark22", w = [1000023, { v = 1000024 }], "q r" = 'mark25' }
array = [ 1000026, 1000027, # a comment ]
  "mark28", [ 1000029, [] ], {},
  1000030,
]
[table]
key = 1000031
[table.sub . "dotted name"]
key = "mark32"
[[items]]
name = "mark33"
[items.inner]
deep = 1000034
[[items.parts]]
p = 1000035
[[items.parts]]
p = 1000036
[[items]]
name = "mark37"
[[items.parts]]
p = 1000038
[items.parts.q]
r = 1000039
'''.replace("\\'\\'\\'", "'''")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_value_is_found_where_it_stands(newline):
    """Each marked value of a document with every kind of value stands where the scan says."""
    text = DOCUMENT.replace("\n", newline)
    values, found = agrees(text)
    seen = set()
    for path, value in leaves(values):
        entry = found[path]
        if isinstance(value, str):
            for word in (w for w in value.replace("\n", " ").split() if w.startswith("mark")):
                number = word.rstrip('"')
                at = value.index(number)
                offsets = entry.characters[at : at + len(number)]
                start = text.index(number)
                assert list(offsets) == list(range(start, start + len(number))), path
                seen.add(int(number[4:]))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            start = text.index(str(value))
            assert entry.value == start, path
            assert text[entry.value : entry.end].strip() == str(value)
            seen.add(int(value) - 1000000)
    assert seen == set(range(1, 40))


def test_every_character_of_an_escaped_string_has_its_offset():
    """A decoded character's offset is the backslash of its escape, or the character itself."""
    text = 'k = "a\\tb\\u00e9c\\\\d\\"e"\n'
    entry = positions(text)["k",]
    value = tomllib.loads(text)["k"]
    assert value == 'a\tbéc\\d"e'
    for c, offset in zip(value, entry.characters, strict=False):
        assert text[offset] == (c if c.isalpha() and c != "é" else "\\")
    assert text[entry.characters[-1]] == '"'


def test_keys_are_found_where_they_stand():
    """A key's offset is where its (dotted, quoted) name begins."""
    text = 'first = 1\n  second = 2\n"th ird" = 3\nfour . th = 4\nt = { fifth = 5, "six th" = 6 }\n'
    found = positions(text)
    for path, name in (
        (("first",), "first"),
        (("second",), "second"),
        (("th ird",), '"th ird"'),
        (("four", "th"), "four . th"),
        (("t", "fifth"), "fifth"),
        (("t", "six th"), '"six th"'),
    ):
        assert text.startswith(name, found[path].key)


def random_document(r):
    """A random valid TOML text with tables, arrays of tables and all kinds of values."""
    count = iter(range(10**6))

    def key():
        return r.choice(("k{}", '"k {}"', "'k.{}'", "a{}.b.c", 'a{} . "x y"', '"\\u00e9{}"')).format(
            next(count)
        )

    def value(depth=0):
        kind = r.randrange(12 if depth < 3 else 9)
        if kind == 9:
            inner = [value(depth + 1) for _ in range(r.randrange(4))]
            gap = r.choice((", ", ",\n  ", " , # note ]\n"))
            return "[" + gap.join(inner) + (r.choice(("", ",", ",\n")) if inner else "") + "]"
        if kind == 10:
            return "{" + ", ".join(f"{key()} = {value(depth + 1)}" for _ in range(r.randrange(4))) + "}"
        if kind == 11:
            return "[ ]"
        return r.choice(
            (
                "1_000",
                "-3.5e-7",
                "0xff",
                "true",
                "nan",
                "+inf",
                "1979-05-27",
                "07:32:00.5",
                '"plain"',
                '"with \\"escapes\\" \\\\ \\u00e9 \\n # = [ ] { }"',
                "'literal \\ \" # = ]'",
                '"""\nlines\n  \\"x\\" "" \\\n   joined"""',
                "'''raw \\ ''\nlines'''",
                '""',
                "''",
                '""""""',
                '"""end"""""',
                '"é θ₂ 😀"',
            )
        )

    lines = []
    for _ in range(r.randrange(12)):
        kind = r.random()
        if kind < 0.6:
            comment = r.choice(("", "", "  # a = [1", "\t"))
            lines.append(f"{r.choice(('', '  '))}{key()}{r.choice((' = ', '=', ' =  '))}{value()}{comment}")
        elif kind < 0.7:
            lines.append(f"[ {key()} ] # header")
        elif kind < 0.8:
            lines.append(f"[{key()}]")
        elif kind < 0.9:
            name = f"t{r.randrange(3)}"
            lines += [
                f"[[{name}]]",
                f"{key()} = {value()}",
                f"[{name}.s{next(count)}]",
                f"{key()} = {value()}",
            ]
        else:
            lines.append("# comment [x]\n")
    return r.choice(("\n", "\r\n")).join(lines) + "\n"


def test_scan_agrees_with_tomllib_on_random_documents():
    """On valid documents the scan finds exactly the keys that tomllib finds."""
    r = random.Random(30)
    for _ in range(800):
        agrees(random_document(r))


SCRAPS = st.sampled_from(
    (
        *"[]{}=.,\"'\\#\n\r \tabc12-_\0é",
        "[[",
        "]]",
        " = ",
        '"""',
        "'''",
        "\\u00e9",
        "\r\n",
        "2.5",
        "true",
        "\ud800",
        "\\\n",
    )
)


@settings(max_examples=1500, derandomize=True, deadline=None)
@given(st.lists(SCRAPS, max_size=40).map("".join) | st.text(max_size=60))
def test_any_text_is_scanned_without_a_crash(text):
    """Whatever the text, the scan answers, and where the text is TOML it agrees with tomllib."""
    positions(text)
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return
    agrees(text)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_documents_are_scanned_without_a_crash(seed):
    """A valid document with characters removed, doubled or exchanged is scanned, and agrees if still valid."""
    r = random.Random(seed)
    text = random_document(r) + DOCUMENT
    for _ in range(30):
        at = r.randrange(len(text))
        damaged = text[:at] + r.choice(("", text[at] * 2, r.choice("[]{}=\"'\\,.#\n\r\0"))) + text[at + 1 :]
        positions(damaged)
        try:
            tomllib.loads(damaged)
        except (tomllib.TOMLDecodeError, ValueError):
            continue
        agrees(damaged)


@pytest.mark.parametrize("piece", ["[", "{a=", "a.", '"a".', "[[1],", "{a.b.c="])
def test_deep_nesting_is_refused_before_it_is_read(piece):
    """Arrays, inline tables and dotted keys nested without end raise a located fault."""
    prefix = "" if "." in piece and "{" not in piece else "k = "
    if "[[1]" in piece:
        piece = "[[1],[" * 20
    with pytest.raises(DepthFault) as caught:
        positions(prefix + piece * 50_000)
    assert 0 <= caught.value.offset < 1000
