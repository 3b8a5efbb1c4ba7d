"""The integrator and the interpreter for pages: C to WebAssembly, compiled once, shipped as `page.wasm`.

    python -m dalembert._compile.page_code     (or: make wasm)

compiles it anew, with the ziglang package in the version that `page.json` names. There is also the digest
of the source, so that a header that has changed since is noticed without a compiler.
"""

from __future__ import annotations

import hashlib
import json
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from dalembert._compile.compiler import CompilerError, library_of_files, zig_compiler
from dalembert._compile.method_source import header, integrator
from dalembert._compile.native import Precision, interpreter, mode_loop_source
from dalembert._compile.tableaux import TABLEAUX
from dalembert._text.files import write_files

FOLDER = Path(__file__).parent / "page"
WASM, ABOUT = FOLDER / "page.wasm", FOLDER / "page.json"
ZIG = "0.17.0"  # other versions give other bytes
METHOD = "rk853"
FLAGS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c99", "-Os", "-s", "-w"),
    *("-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden"),
)


def page_source() -> str:
    """The C source: method, interpreter, solver of implicit rates, loop over modes, and the door."""
    tableau = TABLEAUX[METHOD]
    rates = tableau.stages + 1 + len(tableau.extra)
    sizes = f"#define PAGE_STAGES {rates}\n#define PAGE_TERMS {3 + len(tableau.dense)}\n"
    door, modes = ((FOLDER / name).read_text(encoding="utf-8") for name in ("page.c", "modes.c"))
    parts = (
        integrator(METHOD),
        interpreter(Precision.double),
        header("implicit_rates.h"),
        mode_loop_source(with_events=True),
    )
    return "\n".join((*parts, sizes, door, modes))


def page_digest() -> str:
    """The digest of the module's inputs: its source, the flags, the version of the compiler."""
    return hashlib.sha256("\n".join((page_source(), *FLAGS, ZIG)).encode()).hexdigest()


def page_module() -> bytes:
    """The module as it is shipped."""
    return WASM.read_bytes()


def compiled_module() -> bytes:
    """The module compiled from the source. Raises a `CompilerError` without the right compiler."""
    compiler = zig_compiler()
    if compiler is None or zig_version() != ZIG:
        message = f"WebAssembly is compiled by ziglang {ZIG}: pip install ziglang=={ZIG}"
        raise CompilerError(message)
    return library_of_files({"page.c": page_source()}, [*FLAGS, "page.c"], compiler, ".wasm")


def zig_version() -> str:
    """The version of the ziglang package; empty without it."""
    try:
        return version("ziglang")
    except PackageNotFoundError:
        return ""


def main() -> int:
    """Compile the module and write it with its description."""
    try:
        made = compiled_module()
    except CompilerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    about = {"source": page_digest(), "module": hashlib.sha256(made).hexdigest(), "ziglang": ZIG}
    files: dict[Path, str | bytes] = {WASM: made, ABOUT: f"{json.dumps(about, indent=2)}\n"}
    write_files(files)
    sys.stdout.write(f"{WASM.name}: {len(made)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
