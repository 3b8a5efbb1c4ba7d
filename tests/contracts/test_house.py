"""The rules of CONTRIBUTING.md, checked in the source itself."""

import ast
import builtins
import sys
from functools import cache, wraps
from importlib import import_module
from pathlib import Path

import pytest

import dalembert
from dalembert import library

ROOT = Path(dalembert.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

# Which rooms a room may enter, besides itself.
ROOMS = {
    "_words": set(),
    "_expression": {"_words"},
    "_text": {"_words", "_expression"},
    "_model": {"_words", "_expression", "_text"},
    "_derive": {"_words", "_expression", "_text", "_model"},
    "_lower": {"_words", "_expression", "_text", "_model"},
    "_verify": {"_words", "_expression", "_text", "_model", "_derive", "_lower"},
    "_compare": {
        "_words",
        "_expression",
        "_text",
        "_model",
        "_derive",
        "_lower",
        "_verify",
        "_compile",
        "_simulate",
    },
    "_present": {
        "_words",
        "_expression",
        "_text",
        "_model",
        "_derive",
        "_simulate",
        "_analyse",
        "_compare",
        "_sweep",
    },
    "_exercise": {
        "_words",
        "_expression",
        "_text",
        "_model",
        "_derive",
        "_verify",
        "_compare",
        "_present",
        "_simulate",
    },
    "_tape": {"_words", "_expression", "_text", "_model", "_lower"},
    "_structure": {"_words", "_expression", "_text", "_model", "_lower"},
    "_compile": {"_words", "_expression", "_text", "_model", "_lower", "_structure", "_tape"},
    "_contact": {"_words", "_expression", "_text", "_model", "_lower", "_tape", "_compile"},
    "_simulate": {
        "_words",
        "_expression",
        "_text",
        "_model",
        "_lower",
        "_structure",
        "_tape",
        "_compile",
        "_contact",
    },
    "_analyse": {"_words", "_expression", "_text", "_model", "_lower", "_tape", "_compile", "_simulate"},
    "_sweep": {
        "_words",
        "_expression",
        "_text",
        "_model",
        "_lower",
        "_compile",
        "_contact",
        "_simulate",
    },
    "_export": {
        "_words",
        "_expression",
        "_text",
        "_model",
        "_derive",
        "_lower",
        "_compare",
        "_exercise",
        "_tape",
        "_compile",
        "_structure",
        "_contact",
        "_simulate",
        "_analyse",
        "_sweep",
    },
    "_live": {
        "_words",
        "_expression",
        "_text",
        "_model",
        "_lower",
        "_tape",
        "_compile",
        "_contact",
        "_simulate",
        "_present",
        "_export",
    },
    "library": set(),
}
# Where a third party may be named: a room, or one file.
THIRD = {
    "symengine": ("_derive",),
    "casadi": (
        "_lower",
        "_structure",
        "_verify",
        "_compare",
        "_tape",
        "_compile",
        "_contact/moreau_step.py",
        "_simulate/sundials.py",
        "_simulate/breaks.py",
        "_analyse/closed_contacts.py",
        "_analyse/model_functions.py",
        "_export/function_quantities.py",
        "_export/numeric_functions.py",
        "_export/programs/driven_inputs.py",
        "_export/programs/equations.py",
        "_export/programs/switch_looks.py",
        "_export/programs/contact_program.py",
        "_export/programs/hybrid_program.py",
        "_export/programs/jumps.py",
        "_export/programs/dependent_constraints.py",
        "_export/programs/program_pieces.py",
        "_export/programs/program_tapes.py",
        "_export/programs/parameters.py",
        "_export/programs/program.py",
        "_live",
    ),
    "OCP": ("_text/meshes/step_worker.py",),
    "control": ("_analyse/to_control.py",),
    "cuda": ("_compile/cuda_device.py",),
    "dask": ("_sweep/slurm.py",),
    "dask_jobqueue": ("_sweep/slurm.py",),
    "distributed": ("_sweep/cluster.py",),
    "sympy": (
        "_model/sympy_door.py",
        "_model/sympy_functions.py",
        "_model/sympy_systems.py",
        "_present/sympy_print.py",
        "_export/to_sympy.py",
    ),
    "matplotlib": (
        "_present/matplotlib_figures.py",
        "_present/matplotlib_letters.py",
        "verbs/show.py",  # which names its type
    ),
    "PIL": ("_present/animation/film.py",),
    "tomlkit": ("_text/toml_writer.py",),
    "typer": ("cli",),
    "rich": ("cli",),
    "numpy": (
        "_lower/characteristic_sizes.py",
        "_lower/evaluator.py",
        "_lower/idle_conditions.py",
        "_lower/tangent.py",
        "_verify",
        "_compare",
        "_structure",
        "_compile",
        "_contact",
        "_simulate",
        "_analyse",
        "_sweep",
        "_present",
        "_text/meshes/mass_properties.py",
        "_text/meshes/mesh_file.py",
        "_text/meshes/obj.py",
        "_text/meshes/polygons.py",
        "_text/meshes/soundness.py",
        "_text/meshes/step.py",
        "_text/meshes/step_worker.py",
        "_text/meshes/stl.py",
        "_text/meshes/surface.py",
        "_exercise/numeric_answers.py",
        "_export/numeric_functions.py",
        "_export/programs/driven_inputs.py",
        "_export/programs/equations.py",
        "_export/programs/switch_looks.py",
        "_export/motion_layout.py",
        "_export/motion_table.py",
        "_export/open_motion.py",
        "_export/save_motion.py",
    ),
    "scipy": ("_structure", "_compile", "_contact", "_simulate", "_analyse", "_sweep"),
    "zarr": ("_sweep/dataset.py",),
    "SALib": ("_sweep/sensitivity_indices.py",),
    "xarray": (
        "_sweep/dataset.py",
        "verbs/sweep.py",
        "_export/save_motion.py",
        "verbs/export.py",
        "verbs/show.py",
    ),  # which names its type
    "h5py": ("_export/open_motion.py",),
    "h5netcdf": ("_export/save_motion.py",),
}
PUBLIC = [
    "CoordinateEquation",
    "DisplayUnit",
    "Equations",
    "FigureOptions",
    "Finding",
    "Flaw",
    "Form",
    "LossError",
    "Message",
    "Model",
    "ModelError",
    "Motion",
    "NotAvailable",
    "Part",
    "ReportOptions",
    "RunSettings",
    "Structure",
    "UnitInUse",
    "Variation",
    "Verdict",
    "Verification",
    "VerificationError",
    "animate",
    "as_dict",
    "batch",
    "campbell",
    "check",
    "choices",
    "compare",
    "conserved",
    "convert",
    "derive",
    "display_units",
    "doctor",
    "eliminate",
    "ensemble",
    "equilibrium",
    "exercise",
    "form_of",
    "function_files",
    "functions",
    "goldens",
    "inverse",
    "library",
    "linearise",
    "model",
    "modes",
    "open_motion",
    "plot",
    "program_files",
    "read",
    "report",
    "run",
    "save",
    "show",
    "simulate",
    "statistics",
    "sweep",
    "to_casadi",
    "to_control",
    "to_dataset",
    "to_sympy",
    "vary",
    "write",
    "write_files",
]


@cache
def tree(path):
    """The syntax tree of a source file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path):
    """All nodes of the tree of a source file."""
    return list(ast.walk(tree(path)))


def name_of(path):
    """The path of a source file inside the package."""
    return path.relative_to(ROOT).as_posix()


def room_of(path):
    """The room, or the file at the front of the house, that a source file belongs to."""
    return name_of(path).split("/")[0].removesuffix(".py")


def imports(path):
    """Every module imported anywhere in a file, with the names taken from it."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, (), node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno} imports relatively"
            yield node.module, tuple(alias.name for alias in node.names), node.lineno


def own_modules(path):
    """The modules of the package that a file imports, as paths after `dalembert`."""
    for module, names, line in imports(path):
        top, _, rest = module.partition(".")
        if top == "dalembert":
            for inner in (rest,) if rest else names or ("",):
                yield inner, line


def in_every_file(law):
    """The test that a law of one file holds in all of them."""

    @wraps(law)
    def test():
        for path in FILES:
            law(path)

    del test.__wrapped__  # whose parameter is no fixture
    return test


def test_every_room_is_in_the_table():
    """A new folder of the package has a line in the table of this test."""
    folders = {room_of(path) for path in FILES if "/" in name_of(path)}
    assert folders == {*ROOMS, "verbs", "cli"}
    assert [name_of(path) for path in FILES if "/" not in name_of(path)] == ["__init__.py", "records.py"]


@in_every_file
def test_rooms_enter_only_rooms_they_may(path):
    """No file imports, anywhere, a room that the table does not allow."""
    room = room_of(path)
    if room not in ROOMS:
        return
    for module, line in own_modules(path):
        entered = module.split(".")[0]
        assert entered == room or entered in ROOMS[room], (
            f"{name_of(path)}:{line} enters {entered or 'the front'}"
        )


@in_every_file
def test_third_parties_stay_in_their_rooms(path):
    """Only the standard library is imported outside the rooms where a third party lives."""
    for module, _, line in imports(path):
        top = module.split(".")[0]
        if top == "dalembert" or top in sys.stdlib_module_names:
            continue
        assert top in THIRD, f"{name_of(path)}:{line} imports {top}"
        assert any(name_of(path) == place or room_of(path) == place for place in THIRD[top]), (
            f"{name_of(path)}:{line} imports {top}"
        )


@in_every_file
def test_the_command_line_uses_public_names_only(path):
    """The command line names nothing of the package but what the street door and the library offer."""
    if room_of(path) != "cli":
        return
    offered = {"dalembert": {*dalembert.__all__, "__version__"}, "library": set(library.__all__)}
    for module, names, line in imports(path):
        if module.partition(".")[0] == "dalembert" and not module.startswith("dalembert.cli"):
            assert module in ("dalembert", "dalembert.library"), f"{name_of(path)}:{line} imports {module}"
            allowed = offered["dalembert" if module == "dalembert" else "library"]
            assert set(names) <= allowed, f"{name_of(path)}:{line}"
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in offered:
            assert node.attr in offered[node.value.id], (
                f"{name_of(path)}:{node.lineno} uses {node.value.id}.{node.attr}"
            )
            assert not node.attr.startswith("_") or node.attr == "__version__"


def test_public_names_are_pinned():
    """The street door offers exactly these names, in order, and each is there."""
    assert dalembert.__all__ == PUBLIC
    assert sorted(PUBLIC) == PUBLIC
    assert len(PUBLIC) <= 65  # with the three verbs of many runs: sweep, ensemble and statistics
    for name in PUBLIC:
        assert name in dir(dalembert)


LAZY = ("__getattr__", "__dir__")  # the functions of PEP 562, by which the street door loads its names


def plain(node):
    """Whether a statement imports, assigns or describes, and does nothing else."""
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Assign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def test_the_street_door_has_no_logic():
    """__init__.py and records.py have imports and plain assignments only, besides what loads a name when it is used."""
    for node in tree(ROOT / "records.py").body:
        assert plain(node)
    for node in tree(ROOT / "__init__.py").body:
        inner = node.body if isinstance(node, ast.If) else [node]
        assert all(plain(one) or (isinstance(one, ast.FunctionDef) and one.name in LAZY) for one in inner)


def test_the_street_door_names_each_module_once_for_types_and_once_for_use():
    """What type checkers are told to import is what a name is loaded from."""
    typed = {
        name: module if module != "dalembert" else f"dalembert.{name}"
        for node in tree(ROOT / "__init__.py").body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name)
        for module, names in ((one.module, [a.name for a in one.names]) for one in node.body)
        for name in names
    }
    assert typed == dalembert._MODULES
    assert set(typed) == set(PUBLIC)


def test_a_name_that_is_not_there_is_an_attribute_error():
    """The street door answers for a name that it does not know as any module does."""
    with pytest.raises(AttributeError, match="has no attribute 'simulat'"):
        dalembert.simulat  # noqa: B018
    assert "simulat" not in dir(dalembert)


def classes():
    """Every class of the source with its file."""
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                yield path, node


def decorator(node):
    """The keywords of a class's dataclass decorator; None where it has none."""
    for one in node.decorator_list:
        called = one.func if isinstance(one, ast.Call) else one
        word = called.attr if isinstance(called, ast.Attribute) else called.id
        if word == "dataclass":
            keywords = one.keywords if isinstance(one, ast.Call) else []
            return {k.arg: isinstance(k.value, ast.Constant) and k.value.value for k in keywords}
    return None


EXCEPTIONS = {n for n, v in vars(builtins).items() if isinstance(v, type) and issubclass(v, BaseException)}


def test_records_are_frozen_and_classes_final():
    """A dataclass is frozen with slots, and no class inherits but from exceptions, enumerations, protocols, raw streams and structures of C."""
    for path, node in classes():
        where = f"{name_of(path)}:{node.lineno}"
        keywords = decorator(node)
        if keywords is not None and not node.name.startswith("_"):
            assert keywords.get("frozen") is True, where
            assert keywords.get("slots") is True, where
        for base in node.bases:
            if (
                isinstance(base, ast.Subscript)
                and isinstance(base.value, ast.Name)
                and base.value.id == "Generic"
            ):
                continue  # type parameters, nothing inherited
            word = base.attr if isinstance(base, ast.Attribute) else base.id
            assert word in EXCEPTIONS | {
                "Enum",
                "StrEnum",
                "IntEnum",
                "Protocol",
                "RawIOBase",
                "Structure",
            }, where
        assert not any(
            isinstance(n, ast.Name) and n.id == "super" and node.name.startswith("_") for n in ast.walk(node)
        ), where


TESTS = sorted(Path(__file__).parents[1].rglob("*.py"))
CLOCKS = {"perf_counter", "process_time", "monotonic", "thread_time", "perf_counter_ns", "monotonic_ns"}
WAITING = {  # as long as the user who starts it says; for hang guards and tables
    "fuzz.py",
    "runs.py",
    "workers.py",
}


def test_no_test_reads_a_clock():
    """A test that decides by seconds fails on a busy machine: none reads a clock."""
    for path in (path for path in TESTS if path.name not in WAITING):
        for node in ast.walk(tree(path)):
            word = (
                node.attr
                if isinstance(node, ast.Attribute)
                else node.id
                if isinstance(node, ast.Name)
                else ""
            )
            assert word not in CLOCKS, f"{path.name}:{node.lineno} {word}"


WRITERS = {  # what makes files, and for what else than results
    "_text/files.py": "the one way",
    "_compile/cache.py": "checksums and machine code of the cache",
    "_compile/compiler.py": "source of the libraries of the cache",
    "verbs/publish.py": "what TeX reads",
    "_present/animation/film.py": "frames that ffmpeg reads",
}


@in_every_file
def test_there_is_one_way_to_write_a_file(path):
    """No file but the writer of files opens one for writing, but for what other programs are given to read."""
    if name_of(path) in WRITERS:
        return
    for node in nodes(path):
        if not isinstance(node, ast.Call):
            continue
        word = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        where = f"{name_of(path)}:{node.lineno} {word}"
        assert word not in {"write_text", "write_bytes", "to_netcdf", "fdopen", "mkstemp"}, where
        if word == "open" and "outside.py" not in where:
            modes = [
                a.value
                for a in (*node.args, *(k.value for k in node.keywords if k.arg == "mode"))
                if isinstance(a, ast.Constant)
            ]
            assert not any(
                isinstance(mode, str) and set(mode) & set("wxa+") and len(mode) < 4 for mode in modes
            ), where


RUNNERS = (  # files that start other programs
    "_compile/compiler.py",
    "_present/programs.py",
    "_text/meshes/step.py",  # a library that may hang or run out of memory, in a bounded process
)
FORBIDDEN = {
    "hasattr",
    "getattr",
    "setattr",
    "delattr",
    "eval",
    "exec",
    "compile",
    "print",
    "input",
    "__import__",
    "sympify",
    "parse_expr",
    "globals",
    "breakpoint",
}
FORBIDDEN_ATTRIBUTES = {"sympify", "parse_expr", "lambdify", "popen", "literal_eval"}
FORBIDDEN_MODULES = {"pickle", "shelve", "marshal", "subprocess", "importlib", "dill", "cloudpickle"}


@in_every_file
def test_nothing_evaluates_text_or_prints(path):
    """No file uses eval, exec, getattr, print, pickle or their relatives."""
    for node in nodes(path):
        where = f"{name_of(path)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Name):
            assert node.id not in FORBIDDEN, f"{where} {node.id}"
        elif isinstance(node, ast.Attribute):
            assert node.attr not in FORBIDDEN_ATTRIBUTES, f"{where} {node.attr}"
    for module, names, line in imports(path):
        runs = module == "subprocess" and name_of(path) in RUNNERS
        loads = module == "importlib" and name_of(path) == "__init__.py"  # names when they are first used
        if module != "importlib.metadata" and not runs and not loads:
            assert module.split(".")[0] not in FORBIDDEN_MODULES, f"{name_of(path)}:{line} {module}"
        assert not set(names) & {"sympify", "parse_expr", "lambdify"}


@in_every_file
def test_no_exception_is_caught_broadly(path):
    """An except clause names the exceptions it expects."""
    for node in nodes(path):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"{name_of(path)}:{node.lineno}"
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            for one in caught:
                word = one.attr if isinstance(one, ast.Attribute) else one.id
                assert word not in ("Exception", "BaseException"), f"{name_of(path)}:{node.lineno}"


@in_every_file
def test_files_are_short_and_well_named(path):
    """No file is longer than 600 lines or is called like a drawer."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600, name_of(path)
    assert path.stem not in (
        "utils",
        "util",
        "helpers",
        "helper",
        "common",
        "misc",
        "core",
        "manager",
        "tools",
    )


@in_every_file
def test_every_file_says_what_it_is(path):
    """Every file begins with a sentence about itself."""
    assert ast.get_docstring(tree(path)), name_of(path)


CONDUCTORS = ("models", "derive", "simulate", "analyse", "export")


@pytest.mark.parametrize("name", CONDUCTORS)
def test_the_conductors_fit_on_a_page(name):
    """The verbs that compose rooms have at most 150 lines for a meaning, and no arithmetic."""
    path = ROOT / "verbs" / f"{name}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 150
    for node in nodes(path):
        if isinstance(node, ast.BinOp):
            assert isinstance(node.op, ast.BitOr | ast.Sub | ast.Add), f"{name}.py:{node.lineno}"


def test_public_functions_have_few_parameters():
    """No public function takes more than eight parameters, or any without names but the sections of a model.

    The options of a command are not counted.
    """
    for path in (path for path in FILES if room_of(path) != "cli"):
        for node in tree(path).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                count = len(node.args.args) + len(node.args.kwonlyargs)
                assert count <= 8, f"{name_of(path)}:{node.lineno} {node.name}"
                if room_of(path) == "verbs" and node.name != "model":
                    assert node.args.kwarg is None, f"{name_of(path)}:{node.lineno} {node.name}"


@pytest.mark.parametrize("system", library.SYSTEMS, ids=lambda s: s.name)
def test_a_library_system_is_one_file(system):
    """Every library system lives in the file of its name."""
    assert (ROOT / "library" / f"{system.name}.py").exists()


def test_every_library_file_is_registered():
    """Every public file of the library is a registered system or the records."""
    files = {path.stem for path in (ROOT / "library").glob("*.py")} - {"__init__", "facts"}
    assert {name for name in files if not name.startswith("_")} == {s.name for s in library.SYSTEMS}


def test_benchmarks_import_what_is_there():
    """Every name that a benchmark imports of the package is there: `make bench` runs too rarely to tell."""
    for path in sorted((Path(__file__).parents[2] / "benchmarks").glob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "dalembert":
                offered = dir(import_module(node.module))
                for one in node.names:
                    assert one.name in offered, f"{path.name}:{node.lineno} {one.name}"
