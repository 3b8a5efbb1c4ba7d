"""Names say what is computed."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "dalembert"
# participles and other words that say nothing of what is returned, alone as the name of a function or class
WORDS = """
accented acting added agreed alone answered apart applied asked assumed balanced begun bending bound
bounded bracketed broken built called carried changed checked chosen cleaned closed closing
collected combined compared completed composed conducting connected conserved constrained
converted converting counted coupled covered crossed damped decided declared delayed dependent
described determined differentiated displaced dissipated done dotted drafted drawn drifting driven
driving dropped elaborated elapsed eliminated escaped expanded expected explained extended failed
felt fenced filled filling finished fitted fixed flattened flipped floating folded followed
forbidding formed formulated found frozen gathered geared generated given grouped growing grown
guarded handed hanging hatched heating held hidden holding indexed inspected integrated interpreted
isolated joined judged jumping kept keyed known labelled limited linearised linked listed loaded
lowered made mapped marked matched measured mentioned merged misplaced missing mistaken moved moving
named needed negated nested numbered observed opened opening ordered own owned packed padded paired
parsed parted passed perturbed picked pictured placed planned prefixed prepared pressed pressing
primed printed projected published pushing quoted raised raising ran ranged reached rebuilt reduced
refined refused released remembered renamed replaced resisting resolved resting rewritten rolled
rotated rounded rubbing said sampled saved scaled scripted searched seen selected sent separated
settled shaped shared shifted shortened shown signed simplified sized sizing sketched skipped
sliding snapped solved sorted sound spelled spent staged standing steering stepping stored storing
summed supplied switching tagged taken telling thinned tidied tied titled told toned touched
tracking translated transposed tried trimmed trusted turned turning typed unbalanced
unclosed underlying understood undrawn undriven unread unwrapped updated used validated valued
vanishing varied verified wanted weighted without wrapped written zipped
"""
PARTICIPLES = frozenset(WORDS.split())
# terms: the record of what a user wrote, beside the `Model` that is computed with; columns of the ledger; a public verb
TERMS = frozenset({"Written", "conserved", "dissipated", "supplied"})


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


# names that say nothing of what they hold, and how often they may still be read as one: lower these, never raise them
CATCH_ALLS = {"own": 37, "found": 45, "place": 43, "held": 6, "rest": 19, "closed": 6, "told": 10, "said": 8}


def test_names_that_say_nothing_become_fewer():
    """Variables are called by what they hold, not `own` or `found`, but for a number that only shrinks."""
    counts = dict.fromkeys(CATCH_ALLS, 0)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else ""
            if name in counts:
                counts[name] += 1
    assert all(counts[name] <= most for name, most in CATCH_ALLS.items()), counts
