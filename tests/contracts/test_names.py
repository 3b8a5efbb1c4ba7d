"""Names say what is computed."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "dalembert"
# participles that say nothing of what is returned, alone as the name of a function or class
WORDS = """
acting added agreed answered applied asked balanced bound bounded bracketed broken built called
carried changed checked chosen cleaned closed closing collected combined compared completed composed
connected constrained converted counted coupled covered crossed damped decided declared delayed
described determined displaced done drawn drifting driving dropped eliminated escaped expanded
expected explained failed felt filled filling finished fitted flattened flipped folded followed
found frozen gathered given grouped growing grown handed held hidden holding indexed inspected
integrated isolated joined judged jumping kept keyed known labelled limited listed loaded lowered
made marked matched measured merged misplaced missing moved moving named needed negated nested
numbered observed opened opening ordered owned packed padded paired parsed parted passed picked
placed prefixed prepared pressed pressing printed published pushing quoted raised raising reached
rebuilt reduced refused released renamed replaced resolved resting rewritten rolled rotated rounded
rubbing said sampled saved scaled seen selected separated settled shaped shared shifted shortened
shown signed sized sizing sliding snapped solved sorted spelled spent staged standing steering
stepping stored storing summed supplied switching taken telling tidied tied titled told touched
transposed tried trimmed trusted turned turning typed understood used valued varied verified wanted
weighted wrapped written
"""
PARTICIPLES = frozenset(WORDS.split())
# terms: the record of what a user wrote, beside the `Model` that is computed with; a column of the ledger
TERMS = frozenset({"Written", "supplied"})


def participles() -> list[str]:
    """The functions and classes named by a participle alone, with their files."""
    return [
        f"{path.relative_to(PACKAGE)}: {node.name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and node.name not in TERMS
        and node.name.strip("_").lower() in PARTICIPLES
    ]


def test_no_name_is_a_participle_alone():
    """No function or class is named by a participle alone."""
    found = participles()
    assert not found, "name what is returned, by a noun or a verb: " + repr(found)
