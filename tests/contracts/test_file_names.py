"""A file is named by what it treats; two rooms have files of one name only where both treat the same thing."""

from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "dalembert"
# folders with a file for each thing that other rooms compute, or for each kind in a registry
MIRRORS = [
    "_derive/forms",
    "_model/bodies/elements",
    "_model/bodies/joints",
    "_model/controllers/kinds",
    "_model/nets/kinds",
    "_present/figures",
    "_present/report/sections",
    "_words/de",
    "_words/en",
    "_words/es",
    "_words/pt",
    "_words/pt_br",
    "cli",
    "library",
    "verbs",
]
# files that rooms have by convention
USUAL = {"__init__", "expand", "mistakes", "reading", "records"}
# what the others of one name treat, in every room that has them
SAME = {
    "balances": "balances of momentum and of angular momentum",
    "conserved": "conserved quantities",
    "contacts": "equations of contacts",
    "delays": "delayed values",
    "dependent_forces": "forces that depend on forces",
    "derivations": "independent derivations of the equations",
    "energy_shares": "the energy account by element",
    "equations": "the equations of motion of a model: derived, for a program, for a page",
    "evaluate": "the value of an expression",
    "formulations": "formulations of constrained motion",
    "javascript": "programs in JavaScript",
    "jax": "programs for JAX",
    "julia": "programs in Julia",
    "kinematics": "kinematics in steps",
    "lookup": "tables over anything as polynomials on cells",
    "modes": "modes of a hybrid system",
    "motion_comparison": "a comparison of motions, for readers and as data",
    "notebook": "how records show themselves in notebooks",
    "obstacles": "why a model cannot be exported, or run in a page",
    "series": "Taylor series of a tape",
    "solved_form": "the equations solved for the accelerations",
    "states": "seeded states of a model",
    "time_switches": "where a model is not smooth in time",
}


def rooms_by_stem() -> dict[str, set[str]]:
    """The folders that have a file of a name, without the folders that mirror others."""
    found = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        folder = path.parent.relative_to(PACKAGE).as_posix()
        if not any(folder == one or folder.startswith(one + "/") for one in MIRRORS):
            found[path.stem].add(folder)
    return found


def test_files_of_one_name_treat_the_same_thing():
    """No two rooms have files of one name, except those by convention and those that treat the same thing."""
    several = {stem: sorted(rooms) for stem, rooms in rooms_by_stem().items() if len(rooms) > 1}
    new = {stem: rooms for stem, rooms in several.items() if stem not in USUAL and stem not in SAME}
    assert not new, f"name these files by what each of them treats: {new}"
    assert not SAME.keys() - several.keys(), "these are in one room only, or in none"
