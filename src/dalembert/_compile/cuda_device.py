"""A GPU of NVIDIA: kernels compiled by NVRTC, loaded and launched through cuda-python (the extra `gpu`)."""

from __future__ import annotations

import ctypes as ct
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.cache import bytes_of

HINT = "install the extra gpu (pip install 'dalembert[gpu]') on a machine with a GPU of NVIDIA and its driver"

MISSING = f"the package cuda-python is not installed; {HINT}"


class DeviceError(Exception):
    """There is no GPU, or its compiler or driver failed; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedMemory:
    """Bytes that threads share: of a multiprocessor, at most of a block, and of each block for itself."""

    multiprocessor: int
    block: int
    reserved: int


def _result_of(answer: tuple[Any, ...]) -> Any:
    """The result of a driver call. Raises a `DeviceError` with the driver's message if it fails."""
    status, *values = answer
    if int(status) != 0:
        message = f"the GPU says {status.name}"
        raise DeviceError(message)
    return values[0] if len(values) == 1 else tuple(values)


def compiled_kernel(source: str, architecture: str) -> bytes:
    """The machine code of a source for an architecture such as sm_90, compiled once and kept in the cache."""
    try:
        from cuda.bindings import nvrtc
    except ImportError as error:
        raise DeviceError(MISSING) from error
    try:
        version = _result_of(nvrtc.nvrtcVersion())
    except RuntimeError as error:  # its library is not found
        message = f"the compiler NVRTC is not found; {HINT}"
        raise DeviceError(message) from error
    options = (f"--gpu-architecture={architecture}", "--fmad=true", "-w")  # products are fused with sums
    about = "\n".join([*map(str, version), *options, source])
    name = f"{hashlib.sha256(about.encode()).hexdigest()[:40]}.cubin"
    return bytes_of(name, lambda: _compiled_by(nvrtc, source, options))


def _compiled_by(nvrtc: Any, source: str, options: Sequence[str]) -> bytes:
    """The machine code that the compiler NVRTC makes of a source."""
    program = _result_of(nvrtc.nvrtcCreateProgram(source.encode(), b"lanes.cu", 0, [], []))
    (status,) = nvrtc.nvrtcCompileProgram(program, len(options), [one.encode() for one in options])
    if int(status) != 0:
        room = b" " * _result_of(nvrtc.nvrtcGetProgramLogSize(program))
        _result_of(nvrtc.nvrtcGetProgramLog(program, room))
        message = f"the kernel cannot be compiled: {room.decode(errors='replace').strip()[:400]}"
        raise DeviceError(message)
    code = b" " * int(_result_of(nvrtc.nvrtcGetCUBINSize(program)))
    _result_of(nvrtc.nvrtcGetCUBIN(program, code))
    return code


class CudaDevice:
    """The first GPU of this machine."""

    def __init__(self) -> None:
        """Raises a `DeviceError` where there is none."""
        try:
            from cuda.bindings import driver
        except ImportError as error:
            raise DeviceError(MISSING) from error
        self._driver = driver
        try:
            _result_of(driver.cuInit(0))
        except (RuntimeError, DeviceError) as error:
            message = f"no GPU is found here ({error}); {HINT}"
            raise DeviceError(message) from error
        device = _result_of(driver.cuDeviceGet(0))
        _result_of(driver.cuCtxSetCurrent(_result_of(driver.cuDevicePrimaryCtxRetain(device))))
        kinds = driver.CUdevice_attribute

        def attribute(kind: Any) -> int:
            return int(_result_of(driver.cuDeviceGetAttribute(kind, device)))

        major = attribute(kinds.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
        self.architecture = f"sm_{major}{attribute(kinds.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)}"
        self.multiprocessors = attribute(kinds.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
        self.memory = SharedMemory(
            multiprocessor=attribute(kinds.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
            block=attribute(kinds.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
            reserved=attribute(kinds.CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK),
        )
        self.name = _result_of(driver.cuDeviceGetName(128, device)).decode().split("\0")[0]

    def load(self, code: bytes) -> Any:
        """A module of compiled code."""
        return _result_of(self._driver.cuModuleLoadData(code))

    def function(self, module: Any, name: str, shared: int) -> Any:
        """A kernel of a module whose blocks share so many bytes."""
        made = _result_of(self._driver.cuModuleGetFunction(module, name.encode()))
        kind = self._driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        if shared:
            _result_of(self._driver.cuFuncSetAttribute(made, kind, shared))
        return made

    def fill(self, module: Any, name: str, source: int) -> None:
        """Copy numbers on the device into a variable of a module."""
        address, size = _result_of(self._driver.cuModuleGetGlobal(module, name.encode()))
        _result_of(self._driver.cuMemcpyDtoD(address, source, size))

    @contextmanager
    def rooms(self) -> Iterator[Rooms]:
        """Arrays on the device, freed at the end."""
        rooms = Rooms(self._driver)
        try:
            yield rooms
        finally:
            rooms.close()

    def launch(self, kernel: Any, grid: tuple[int, int, int], *arguments: ct.Structure | ct.c_void_p) -> None:
        """Run a kernel to its end on so many blocks of so many threads, which share so many bytes."""
        blocks, threads, shared = grid
        pointers = (ct.c_void_p * len(arguments))(*(ct.addressof(one) for one in arguments))
        size = (blocks, 1, 1, threads, 1, 1, shared)
        _result_of(self._driver.cuLaunchKernel(kernel, *size, 0, ct.addressof(pointers), 0))
        _result_of(self._driver.cuCtxSynchronize())


class Rooms:
    """Arrays on the device by their addresses."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._addresses: list[int] = []

    def room(self, size: int, byte: int | None = None) -> int:
        """Allocate bytes on the device, all set to one value if it is given."""
        address = int(_result_of(self._driver.cuMemAlloc(max(size, 8))))
        self._addresses.append(address)
        if byte is not None and size:
            _result_of(self._driver.cuMemsetD8(address, byte, size))
        return address

    def put(self, array: NDArray[Any]) -> int:
        """A copy of an array."""
        whole = np.ascontiguousarray(array)
        address = self.room(whole.nbytes)
        if whole.nbytes:
            _result_of(self._driver.cuMemcpyHtoD(address, whole.ctypes.data, whole.nbytes))
        return address

    def get(self, address: int, array: NDArray[Any]) -> None:
        """Copy memory of the device at an address into an array."""
        if array.nbytes:
            _result_of(self._driver.cuMemcpyDtoH(array.ctypes.data, address, array.nbytes))

    def close(self) -> None:
        """Free all memory."""
        for address in self._addresses:
            _result_of(self._driver.cuMemFree(address))
        self._addresses.clear()


@cache
def this_device() -> CudaDevice:
    """The GPU of this machine. Raises a `DeviceError` where there is none."""
    return CudaDevice()
