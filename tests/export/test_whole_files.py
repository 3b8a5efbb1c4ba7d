"""Files are written whole or not at all, and a motion that was damaged on its disk is never opened."""

import dataclasses
import errno
import os
import stat
import sys

import h5py
import numpy as np
import pytest
import xarray

import dalembert
from dalembert._export.motion_layout import SEAL_LENGTH
from dalembert._export.open_motion import NotAMotion, open_motion
from dalembert._export.save_motion import netcdf, save
from dalembert._text.files import write_files

posix = pytest.mark.skipif(sys.platform == "win32", reason="rights and limits of POSIX")


@pytest.fixture(scope="module")
def motion():
    """A short motion with constraints and outputs."""
    return dalembert.simulate("four_bar", t_end=0.05, samples=5)


@pytest.fixture
def saved(motion, tmp_path):
    """A saved motion."""
    save(motion, tmp_path / "saved.nc")
    return tmp_path / "saved.nc"


def same(one, other):
    """Whether two motions have the same numbers and words, to the last bit."""
    for field in dataclasses.fields(one):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if isinstance(a, np.ndarray):
            if a.tobytes() != b.tobytes():
                return False
        elif dataclasses.is_dataclass(a) and field.name in ("ledger", "residual"):
            if not same(a, b):
                return False
        elif a != b:
            return False
    return True


# -- what is damaged -------------------------------------------------------------------------------


def flipped(content, r, at):
    """Bytes of which one has another value."""
    return content[:at] + bytes([content[at] ^ int(r.integers(1, 256))]) + content[at + 1 :]


def test_a_flipped_byte_is_told_or_harmless(motion, saved):
    """Of files with one byte changed anywhere, every one is refused by its name or gives the same motion."""
    content, r = saved.read_bytes(), np.random.default_rng(13)
    places = [*r.integers(0, len(content), 1500), *range(len(content) - SEAL_LENGTH, len(content))]
    refused = 0
    for at in places:
        saved.write_bytes(flipped(content, r, int(at)))
        try:
            opened = open_motion(saved)
        except NotAMotion as error:
            refused += "saved.nc" in str(error)
        else:
            assert same(opened, motion), at
    assert refused >= 1500  # of the checksum's own bytes some are harmless


def test_a_damaged_array_is_told_where_the_checksum_of_all_bytes_is_gone(motion, saved):
    """In a file that lost its end, as in a copy by another program, HDF5's checksums tell every changed number."""
    content, r = saved.read_bytes()[:-SEAL_LENGTH], np.random.default_rng(14)
    saved.write_bytes(content)
    assert same(open_motion(saved), motion)
    with h5py.File(saved, "r") as file:
        chunks = {name: file[name].id.get_chunk_info(0) for name in ("q", "lam", "T", "remainder", "time")}
    for name, chunk in chunks.items():
        saved.write_bytes(flipped(content, r, chunk.byte_offset + int(r.integers(chunk.size))))
        with pytest.raises(NotAMotion, match="damaged"):
            open_motion(saved)
        with pytest.raises(OSError, match="filter"), xarray.open_dataset(saved, engine="h5netcdf") as file:
            file[name].load()


@pytest.mark.parametrize("name", ["q", "T", "remainder"])
def test_a_number_that_another_program_changed_is_told_by_name(name, saved):
    """One number changed with h5py, checksums of HDF5 and all, is refused with the name of its array."""
    with h5py.File(saved, "r+") as file:
        file[name][0] += 1.0
    with pytest.raises(NotAMotion, match=f"`{name}` is not what was saved"):
        open_motion(saved)


def test_words_that_another_program_changed_are_told_by_name(saved):
    """A model whose parameter was changed inside the file does not pass for the one that was run."""
    with h5py.File(saved, "r+") as file:
        file.attrs["model"] = file.attrs["model"].replace("9.81", "9.82")
    with pytest.raises(dalembert.ModelError, match="`model` is not what was saved"):
        dalembert.read(saved)
    with pytest.raises(NotAMotion, match="`model` is not what was saved"):
        open_motion(saved)


def test_no_attribute_is_called_like_an_array(motion):
    """Every part of a file has a checksum of its own."""
    made = dalembert.to_dataset(motion)
    assert not {str(name) for name in made.variables} & set(made.attrs)


# -- what is written -------------------------------------------------------------------------------

CONTENTS = {"a.txt": "new\n", "b.bin": b"\x00\xff", "c.csv": ["x\n", "1\n", "2\n"]}


def test_texts_bytes_and_parts_are_written_as_they_are(tmp_path):
    """What stands in the files is what was given, and nothing lies beside them."""
    write_files({tmp_path / name: content for name, content in CONTENTS.items()})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a.txt": b"new\n",
        "b.bin": b"\x00\xff",
        "c.csv": b"x\n1\n2\n",
    }


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("fails", [1, 2, 3])
def test_all_files_are_written_or_none(fails, code, tmp_path, monkeypatch):
    """Where the disk takes only some of several files, none of them is changed and none is new."""
    (tmp_path / "a.txt").write_text("old")
    calls = []

    def sync(_):
        calls.append(1)
        if len(calls) == fails:
            raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(OSError, match="full|quota" if code != errno.EIO else os.strerror(code)) as caught:
        write_files({tmp_path / name: content for name, content in CONTENTS.items()})
    assert caught.value.errno == code
    assert os.listdir(tmp_path) == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "old"


@posix
@pytest.mark.parametrize("name", ["a.nc", "a.csv"])
@pytest.mark.parametrize("old", [False, True])
def test_a_motion_that_does_not_fit_leaves_everything_as_it_was(name, old, motion, tmp_path):
    """Where a file may hold no more than some bytes, saving ends in words; no half file and no crash of HDF5."""
    import resource

    if old:
        (tmp_path / name).write_text("old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        with pytest.raises(OSError, match="larger than files may be"):
            save(motion, tmp_path / name)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert os.listdir(tmp_path) == ([name] if old else [])
    assert not old or (tmp_path / name).read_text() == "old"


def test_a_new_file_is_never_written_over_another(tmp_path, monkeypatch):
    """A file that appears while another one of its name is written stays as it is."""
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(FileExistsError):
        write_files({path: "new"}, new=True)
    path.unlink()
    monkeypatch.setattr(os, "fsync", lambda _: path.write_text("meanwhile"))
    with pytest.raises(FileExistsError):
        write_files({path: "new"}, new=True)
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"a.txt": "meanwhile"}


def test_new_files_are_made_where_there_are_no_hard_links(tmp_path, monkeypatch):
    """On a disk that knows no links (FAT) a new file is written, and one that is there is kept."""

    def none(*_):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", none)
    write_files({tmp_path / "a.txt": "new"}, new=True)
    with pytest.raises(FileExistsError):
        write_files({tmp_path / "a.txt": "newer"}, new=True)
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"a.txt": "new"}


@posix
def test_a_file_keeps_its_rights(tmp_path):
    """A file that is written anew has the rights it had."""
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_files({path: "new"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@posix
def test_a_device_stays_one(tmp_path):
    """What is written to a device or a pipe goes into it: it is not replaced by a file."""
    (tmp_path / "a.csv").symlink_to(os.devnull)
    write_files({tmp_path / "a.csv": "new"})
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    assert os.listdir(tmp_path) == ["a.csv"]


def test_a_file_begins_with_its_kind_and_ends_with_its_checksum(motion):
    """What is made in memory is a file like any other: HDF5's signature first, the checksum last."""
    content = netcdf(motion)
    assert content.startswith(b"\x89HDF")
    assert content[-SEAL_LENGTH:].startswith(b"\ndalembert sha256 ")
    assert content.endswith(b"\n")
