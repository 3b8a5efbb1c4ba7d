"""Runs the kernels of a folder that `gpu_lanes.py` wrote: python3 _gpu_runner.py FOLDER [KERNEL].

A machine with a GPU may have nothing else installed: this needs numpy, the driver, and JAX where it is to be
compared. With the name of a kernel only that one is run, with fewer lanes, for a profiler.
"""

from __future__ import annotations

import ctypes as ct
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

SEED, TRUTHS = 21, 256  # rows whose true end is known


def starts(base: Any, count: int, turned: int) -> Any:
    """Starts with other angles: the first ones are those whose true ends are known."""
    made = np.tile(np.asarray(base, dtype=np.float64), (count, 1))
    made[:, :turned] += np.random.default_rng(SEED).uniform(-0.3, 0.3, (count, turned))
    return made


def spread_parameters(p: Any, count: int, spread: float) -> Any:
    """Parameters of lanes, each with its own where they are spread."""
    made = np.tile(np.asarray(p, dtype=np.float64), (count, 1))
    if spread:
        made *= np.random.default_rng(SEED).uniform(1 - spread, 1 + spread, made.shape)
    return made


class Driver:
    """The driver of the GPU through ctypes."""

    def __init__(self) -> None:
        self._cuda = ct.CDLL("libcuda.so.1")
        own, context = ct.c_int(), ct.c_void_p()
        self("cuInit", 0)
        self("cuDeviceGet", ct.byref(own), 0)
        self("cuDevicePrimaryCtxRetain", ct.byref(context), own)
        self("cuCtxSetCurrent", context)
        name = ct.create_string_buffer(100)
        self("cuDeviceGetName", name, 100, own)
        self.name = name.value.decode()
        count = ct.c_int()
        self("cuDeviceGetAttribute", ct.byref(count), 16, own)
        self.multiprocessors = count.value

    def __call__(self, function: str, *arguments: Any) -> None:
        """Call a function. Raises where it complains."""
        status = self._cuda[function](*arguments)
        if status:
            message = f"{function}: error {status}"
            raise RuntimeError(message)

    def module(self, code: bytes) -> ct.c_void_p:
        """A module of compiled code."""
        made = ct.c_void_p()
        self("cuModuleLoadData", ct.byref(made), code)
        return made

    def function(self, module: ct.c_void_p, name: str, shared: int = 0) -> ct.c_void_p:
        """A kernel of a module."""
        made = ct.c_void_p()
        self("cuModuleGetFunction", ct.byref(made), module, name.encode())
        if shared:
            self("cuFuncSetAttribute", made, 8, shared)
        return made

    def room(self, size: int, byte: int | None = None) -> ct.c_uint64:
        """Room for so many bytes."""
        made = ct.c_uint64()
        self("cuMemAlloc_v2", ct.byref(made), ct.c_size_t(max(size, 8)))
        if byte is not None:
            self("cuMemsetD8_v2", made, ct.c_ubyte(byte), ct.c_size_t(max(size, 8)))
        return made

    def put(self, array: Any) -> ct.c_uint64:
        """A copy of an array."""
        made = self.room(array.nbytes)
        if array.nbytes:
            self("cuMemcpyHtoD_v2", made, ct.c_void_p(array.ctypes.data), ct.c_size_t(array.nbytes))
        return made

    def launch(self, kernel: ct.c_void_p, grid: tuple[int, int, int], *arguments: Any) -> None:
        """Run a kernel to its end on (blocks, threads, shared bytes)."""
        blocks, threads, shared = grid
        pointers = (ct.c_void_p * len(arguments))(*(ct.addressof(one) for one in arguments))
        none = ct.c_void_p()
        self("cuLaunchKernel", kernel, blocks, 1, 1, threads, 1, 1, shared, none, pointers, none)
        self("cuCtxSynchronize")


class Lanes:
    """A case of a folder on the GPU: its starts in, the results out."""

    def __init__(self, driver: Driver, folder: Path, case: dict[str, Any], variant: dict[str, Any]) -> None:
        self.driver, self.case, self.variant = driver, case, variant
        self.module = driver.module((folder / variant["file"]).read_bytes())
        self.kernel = driver.function(self.module, "run_lanes", variant["shared"])
        self.prepare = driver.function(self.module, "prepare_constants")
        fields = [(name, ct.c_double if kind == "d" else ct.c_longlong) for name, kind in case["fields"]]
        self.record = type("Block", (ct.Structure,), {"_fields_": fields})

    def run(self, start: Any, p: Any) -> dict[str, Any]:
        """All lanes, and the seconds of the kernel and of everything."""
        driver, case = self.driver, self.case
        began, count = perf_counter(), len(start)
        arrays = {name: np.array(v, dtype=kind) for name, (kind, v) in case["arrays"].items()}
        arrays |= {"start": start, "p": p}
        shapes = {name: (np.dtype(kind), (count, *shape)) for name, (kind, shape) in case["results"].items()}
        places = {name: driver.put(array) for name, array in arrays.items()}
        for name, (kind, shape) in shapes.items():
            size = kind.itemsize * int(np.prod(shape))
            places[name] = driver.room(size, 255 if kind.kind == "f" else 0)
        places |= {name: driver.room(0) for name in ("row_room", "size_room")}
        numbers = case["numbers"] | {"lanes": count}
        block = self.record(**numbers, **{name: one.value for name, one in places.items()})
        if self.variant["constants"]:
            size = 8 * self.variant["constants"]
            room, address, found = driver.room(size), ct.c_uint64(), ct.c_size_t()
            driver.launch(self.prepare, (1, 1, 0), places["p"], room)
            driver("cuModuleGetGlobal_v2", ct.byref(address), ct.byref(found), self.module, b"lane_c")
            driver("cuMemcpyDtoD_v2", address, room, found)
            driver("cuMemFree_v2", room)
        threads = self.variant["threads"]
        kernel = perf_counter()
        most = driver.multiprocessors * self.variant["blocks"]
        driver.launch(self.kernel, (min(-(-count // threads), most), threads, self.variant["shared"]), block)
        kernel = perf_counter() - kernel
        made = {}
        for name, (kind, shape) in shapes.items():
            made[name] = np.empty(shape, kind)
            size = ct.c_size_t(made[name].nbytes)
            if made[name].nbytes and (case["numbers"]["wanted"] or name not in ("most", "least")):
                driver("cuMemcpyDtoH_v2", ct.c_void_p(made[name].ctypes.data), places[name], size)
        for one in places.values():
            driver("cuMemFree_v2", one)
        return made | {"kernel": kernel, "whole": perf_counter() - began}


def on_the_gpu(folder: Path, only: str = "") -> None:
    """Run all cases of a folder; `only` one variant, of fewer lanes, for a profiler."""
    record = json.loads((folder / "cases.json").read_text())
    driver = Driver()
    print(driver.name, flush=True)
    for name, case in record.items():
        truth = np.array(case["truth"])
        case["lanes"] = 200_000 if only else case["lanes"]
        every = starts(case["start"], case["lanes"], case["turned"])
        rows = spread_parameters(case["p"], case["lanes"] if case["spread"] else 1, case["spread"])
        print(
            f"{name}: {case['lanes']} lanes, {case['numbers']['t_end']:g} s, rtol {case['numbers']['rtol']:g}"
        )
        for variant in case["variants"]:
            if only and only != variant["name"]:
                continue
            try:
                lanes = Lanes(driver, folder, case, variant)
                lanes.run(every[:1000], rows)
                found = lanes.run(every, rows)
                whole = found["whole"]
            except RuntimeError as error:
                print(f"  {variant['name']:34} {error}", flush=True)
                if "cuCtxSynchronize" in str(error):
                    return
                continue
            good = np.isin(found["status"], (1, 6))
            error = np.abs(found["state"][: len(truth)] - truth).max(axis=1) / np.abs(truth).max()
            rate = found["evaluations"].sum() / found["kernel"]
            print(
                f"  {variant['name']:34} kernel {found['kernel']:.3f} s, end to end {whole:.3f} s, "
                f"{rate:.3g} right-hand sides/s ({found['evaluations'].mean():.0f} a lane, "
                f"{found['steps'].mean():.0f} steps), good {good.mean():.6f}, "
                f"error median {np.nanmedian(error):.2g}, most {np.nanmax(error):.2g}",
                flush=True,
            )
        if case["jax"] and not only:
            by_jax(folder / case["jax"], every, truth, case)


def by_jax(path: Path, every: Any, truth: Any, case: dict[str, Any]) -> None:
    """The same lanes by the classical Runge-Kutta method with vmap, at several numbers of steps."""
    try:
        import jax
    except ImportError:
        print("  JAX is not installed: not compared")
        return
    jax.config.update("jax_enable_x64", True)
    sys.path.insert(0, str(path.parent))
    model = __import__(path.stem)
    span = case["numbers"]["t_end"]
    start = jax.device_put(every)
    values = model.VALUES

    def run_of(steps: int) -> Callable[[Any], Any]:
        h = span / steps

        def one(y: Any) -> Any:
            def step(i: Any, y: Any) -> Any:
                t = i * h
                a = model.rates(t, y, values)
                b = model.rates(t + h / 2, y + h / 2 * a, values)
                c = model.rates(t + h / 2, y + h / 2 * b, values)
                d = model.rates(t + h, y + h * c, values)
                return y + h / 6 * (a + 2 * b + 2 * c + d)

            return jax.lax.fori_loop(0, steps, step, y)

        return jax.jit(jax.vmap(one))

    for steps in case["jax_steps"]:
        run = run_of(steps)
        run(start).block_until_ready()
        began = perf_counter()
        found = np.asarray(run(start))
        took = perf_counter() - began
        error = np.abs(found[: len(truth)] - truth).max(axis=1) / np.abs(truth).max()
        print(
            f"  jax {jax.__version__} vmap rk4 {steps} steps {took:.3f} s, "
            f"{4 * steps * len(every) / took:.3g} right-hand sides/s, "
            f"error median {np.nanmedian(error):.2g}, most {np.nanmax(error):.2g}",
            flush=True,
        )


if __name__ == "__main__":
    on_the_gpu(Path(sys.argv[1]), *sys.argv[2:3])
