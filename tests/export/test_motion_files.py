"""Motions as files: saved motions open unchanged, other programs can read them, foreign files are refused."""

import csv
import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import h5netcdf
import h5py
import numpy as np
import pytest
import xarray
from xarray.backends.h5netcdf_ import H5NetCDFStore

import dalembert
from dalembert._export import json_records, motion_layout
from dalembert._export import open_motion as opening
from dalembert._export.open_motion import NotAMotion, model_text, open_motion
from dalembert._export.save_motion import save, to_dataset
from dalembert._model.records import slip_names
from dalembert._model.result_units import si_unit
from dalembert._model.units import unit_of
from dalembert._simulate.lazy_value import known_value
from dalembert._simulate.motion import (
    Accuracy,
    Extreme,
    Impact,
    Ledger,
    Motion,
    Occurrence,
    Residual,
    Seconds,
    Settings,
    Status,
    Touch,
    multiplier_names,
)
from dalembert._simulate.work import Work
from dalembert._words.message import Name, Quantity, Symbol, say

# Names and words that files stumble over: other letters, quotes, line ends, commas, names of our own columns.
ODD = {
    "title": "Ödd \"title\", with \\ and 'quotes' # and a hash",
    "text": "two\nlines of ẍ",
    "parameters": {"m": {"value": 2, "unit": "kg"}, "c": 3, "l": {"value": 250, "unit": "mm"}},
    "coordinates": {
        "θ": {"unit": "deg", "start": 30, "speed": -5},
        "T": {"unit": "mm", "start": 10},
        "größe": {"unit": "C", "start": 0},
        "energy": {"start": 1},
        "w": {"unit": "m/s"},
        "share": {"unit": "%"},
    },
    "energy": {
        "kinetic": "1/2*m*l^2*θ'^2 + 1/2*m*T'^2 + 1/2*größe'^2 + energy'^2 + 1/2*c*w'^2 + share'^2",
        "potential": "c*cos(θ)",
    },
    "inputs": {"push": "sin(2*t)"},
    "work": {"T": "push"},
    "states": {
        "heat": {"rate": "-heat + T", "start": 0, "unit": "kJ"},
        "s1": {"rate": "push - s1", "start": 1},
    },
    "constraints": {"displacement": {"bar": "T - l*θ"}, "flow": {"node": "T' - l*θ'", "loose": "c*w' - c*T"}},
    "events": {"top": {"when": "θ'", "direction": "falling"}, "Ende": {"when": "T - 1", "action": "stop"}},
    "outputs": {
        "θ": "θ",
        "V": {"value": "m*c", "unit": "kN"},
        "tip": "l*sin(θ)",
        "tip_mm": "1000*l*sin(θ)",
        "t": "t",
        "lam_bar": "c*θ",
    },
    "cases": {"light": {"parameters": {"m": 1}, "start": {"θ": 45}}},
}
BARE = {"coordinates": {"x": {}}, "energy": {"kinetic": "x'^2"}}
MODELS = ("four_bar", "conveyor", "n_link_pendulum:3", "mass_and_wall", "odd", "bare")


def model_of(name):
    """A model of the library, or one of those above."""
    own = {"odd": ODD, "bare": BARE}
    return dalembert.model(**own[name]) if name in own else dalembert.read(name)


def motion_of(model, rows=7, seed=1, **changes):
    """A motion of random numbers of all sizes, with the shapes of the model."""
    r = np.random.default_rng(seed)

    def numbers(*shape):
        return r.standard_normal((rows, *shape)) * 10.0 ** r.integers(-300, 300, (rows, *shape))

    n, m = len(model.coordinates), len(multiplier_names(model))
    ledger = Ledger(
        kind="jacobi",
        **{name: numbers() for name in ("energy", "dissipated", "friction", "efforts")},
        constraints=numbers(),
        time=numbers(),
        projection=numbers(),
        impacts=numbers(),
        events=numbers(),
        impulses=numbers(),
        remainder=numbers(),
        error_search=known_value(0.1 + 0.2),
    )
    with np.errstate(invalid="ignore"):
        made = Motion(
            model=model,
            settings=Settings(
                t_start=0.1, t_end=1 / 3, samples=max(rows - 1, 1), rtol=1e-9, atol=None, method="auto"
            ),
            t=np.sort(r.random(rows)),
            q=numbers(n),
            qd=numbers(2 * n)[:, n:],  # a part of a larger array, as runs give them
            qdd=numbers(n),
            s=numbers(len(model.states)),
            e=numbers(len(model.efforts)),
            lam=numbers(m),
            contact=numbers(len(model.contacts)),
            friction=numbers(len(slip_names(model))),
            reaction=np.asfortranarray(numbers(n)),
            outputs=numbers(len(model.outputs)),
            u=numbers(len(model.inputs)),
            T=numbers(),
            V=numbers(),
            ledger=ledger,
            residual=Residual(position=numbers(), velocity=numbers()),
            accuracy=Accuracy(achieved=1e-10 / 3, until=None),
            status=Status.stopped,
            message=say("in_english", sentence='stopped at "Ende", t = 0.3 s:\nθ\'s rate, ẍ; # no comment'),
            reached=0.1 * 3,
            work=Work(steps=5, rejected=1, rhs=2**40, stiff=3),
            seconds=Seconds(lower=0.1, simulate=1 / 7, total=0.3),
            assumed=("T' = 0", 'größe = "0"\nnext, line'),
            moved=(say("start_moved", name=Symbol("θ"), by=Quantity(-1e-300, 1, "e")),),
            remark_search=known_value(
                (
                    say("failure_seen", what=say("failure_off"), seen=say("seen_stiff", part=46)),
                    say("run_interrupted", t=Quantity(float("inf"))),
                    say("remark_coarse_steps", dt=Quantity(0.1), modes=(Quantity(1 / 3, 4), "…"), count=10),
                    say("run_failed", t=Quantity(0.1 + 0.2), reason=say("seen_switch", name=Name("ẍ, `b`"))),
                )
            ),
            event_search=known_value(
                (
                    Occurrence(name="top", kind="record", t=0.1 + 0.2, direction="falling"),
                    Occurrence(name="Ende", kind="stop", t=1e-300, direction="rising"),
                )
            ),
            impact_search=known_value(
                (
                    Impact(
                        t=1 / 3,
                        contacts=("wall", "Boden"),
                        impulses=(0.1, 1 / 7),
                        energy_lost=-1e-300,
                        q=(1 / 3, -0.0),
                        before=(1e300, 2.0),
                        after=(-1 / 7, 5e-324),
                    ),
                )
            ),
            touch_search=known_value(
                (
                    Touch(t=0.0, contacts=()),
                    Touch(t=0.1 + 0.2, contacts=("wall", "Boden"), sticking=("Boden",)),
                )
            ),
            extreme_search=known_value(
                (Extreme(name="θ'", minimum=-1 / 3, t_minimum=0.1 + 0.2, maximum=1e300, t_maximum=-0.0),)
            ),
            method="rk853",
        )
    return dataclasses.replace(made, **changes)


def bits(array):
    """An array's shape and its bits, in which -0.0 is not 0.0 and a NaN equals itself."""
    assert array.dtype == np.float64
    return array.shape, np.ascontiguousarray(array).tobytes()


def differing(a, b):
    """The names of the fields in which two records differ, inner records included."""
    found = []
    for field in dataclasses.fields(a):
        one, other = getattr(a, field.name), getattr(b, field.name)
        if isinstance(one, np.ndarray):
            same = bits(one) == bits(other)
        elif isinstance(one, Ledger | Residual):
            same = not differing(one, other)
        else:
            same = one == other and type(one) is type(other)
        found += [] if same else [field.name]
    return found


def changed(path, action):
    """The path of a NetCDF file to which something was done with h5py, and its checksums with it."""
    with h5py.File(path, "r+") as file:
        action(file)
        words = {key: opening._plain_value(value) for key, value in file.attrs.items()}
        checksums = json.loads(words.pop("checksums"))
        own = motion_layout.checksums(
            {key: value for key, value in words.items() if key in checksums}, {}, {}
        )
        file.attrs["checksums"] = json.dumps(checksums | own)
    return path


@pytest.fixture
def saved(tmp_path):
    """A saved motion of the odd model."""
    path = tmp_path / "saved.nc"
    save(motion_of(model_of("odd")), path)
    return path


# -- NetCDF ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, rows", [*((name, 7) for name in MODELS), ("odd", 1), ("odd", 0), ("bare", 0)])
def test_what_is_saved_is_what_is_opened(name, rows, tmp_path):
    """Every field of a motion, to the last bit of its arrays, is the same after saving and opening."""
    motion = motion_of(model_of(name), rows)
    save(motion, tmp_path / "a.nc")
    assert differing(motion, open_motion(tmp_path / "a.nc")) == []


def test_a_run_is_kept_and_can_be_repeated_from_its_file(tmp_path):
    """A real run is the same after opening, and the model out of its file moves the same to the last bit."""
    motion = dalembert.simulate("conveyor")
    save(motion, tmp_path / "a.nc")
    found = open_motion(tmp_path / "a.nc")
    assert differing(motion, found) == []
    again = dalembert.simulate(found.model)
    assert [bits(again.q), bits(again.qd), bits(again.lam)] == [
        bits(found.q),
        bits(found.qd),
        bits(found.lam),
    ]


@pytest.mark.parametrize("status", list(Status))
def test_other_endings_are_kept_too(status, tmp_path):
    """Statuses, empty words, absent estimates, other kinds of ledger and fixed steps are the same after opening."""
    plain = motion_of(model_of("bare"))
    motion = motion_of(
        model_of("bare"),
        status=status,
        message=say("run_error_unknown"),
        method="",
        accuracy=Accuracy(achieved=None, until=2.5),
        ledger=dataclasses.replace(plain.ledger, kind="energy", error_search=known_value(float("inf"))),
        settings=dataclasses.replace(plain.settings, atol=1e-12, dt=1e-3, method="scipy:Radau"),
        assumed=(),
        moved=(),
        remark_search=known_value(()),
        event_search=known_value(()),
        work=Work(),
        seconds=Seconds(),
    )
    save(motion, tmp_path / "a.nc")
    assert differing(motion, open_motion(tmp_path / "a.nc")) == []


def test_numbers_that_are_none_are_kept(tmp_path):
    """NaNs with any payload, infinities, negative zeros and denormals keep their bits."""
    odd = np.array([np.nan, -np.nan, np.inf, -np.inf, -0.0, 5e-324, 1.7976931348623157e308])
    payload = np.array([0x7FF8000000000123], dtype=np.uint64).view(np.float64)
    values = np.concatenate([odd, payload])
    motion = motion_of(model_of("bare"), rows=8, q=values[:, None], T=values, t=values)
    save(motion, tmp_path / "a.nc")
    assert differing(motion, open_motion(tmp_path / "a.nc")) == []


def test_numbers_of_numpy_are_saved_as_numbers(tmp_path):
    """Records that hold NumPy's integers and floats are opened as equal records of Python's."""
    work = Work(steps=np.int64(7), rejected=np.int32(2))
    seconds = Seconds(total=np.float64(0.1))
    save(motion_of(model_of("bare"), work=work, seconds=seconds), tmp_path / "a.nc")
    found = open_motion(tmp_path / "a.nc")
    assert found.work == work
    assert type(found.work.steps) is int
    assert found.seconds == seconds


@pytest.mark.parametrize("kind", json_records.Record.__constraints__)
def test_every_field_of_a_record_has_a_type_that_is_checked(kind):
    """No field of a record that is kept as JSON has a type that reading does not know."""
    assert {str(field.type) for field in dataclasses.fields(kind)} <= set(json_records.TYPES)


def test_a_long_model_and_many_events_are_kept(tmp_path):
    """A model text and a list of events of more than 64 KiB, which old HDF5 refuses, survive."""
    events = tuple(Occurrence(name="top", kind="record", t=i / 7, direction="both") for i in range(5000))
    model = dalembert.model(**(BARE | {"text": "ü" * 100_000}))
    motion = motion_of(model, event_search=known_value(events))
    save(motion, tmp_path / "a.nc")
    assert differing(motion, open_motion(tmp_path / "a.nc")) == []


def test_the_model_in_a_file_can_be_run_again(saved):
    """The text inside a file is what `write` gives, and the reader makes an equal model of it."""
    text = model_text(saved)
    assert text == dalembert.write(model_of("odd"))
    (saved.parent / "again.toml").write_text(text, encoding="utf-8")
    assert dalembert.read(saved.parent / "again.toml") == model_of("odd")


def test_xarray_reads_the_file(saved):
    """Plain xarray finds columns by the user's names, times as numbers, and attributes as text."""
    motion = open_motion(saved)
    with xarray.open_dataset(saved, engine="h5netcdf") as file:
        assert np.array_equal(file.time, motion.t)
        assert file.time.dtype == np.float64
        assert np.array_equal(file.q.sel(coordinate="größe"), motion.q[:, 2])
        assert np.array_equal(file.lam.sel(constraint="node"), motion["kap_node"])
        assert list(file.multiplier.values) == ["lam_bar", "kap_node", "kap_loose"]
        assert np.array_equal(file.s.sel(state="heat"), motion["heat"])
        assert file.attrs["title"] == ODD["title"]
        assert file.attrs["message"] == str(motion.message)
        assert json.loads(file.attrs["assumed"]) == list(motion.assumed)
        assert json.loads(file.attrs["settings"])["rtol"] == 1e-9
        assert json.loads(file.attrs["events"])[0]["t"] == 0.1 + 0.2


def test_h5py_and_h5netcdf_read_the_file(saved):
    """HDF5 and NetCDF readers find doubles of the right shape, named dimensions, and no types foreign to NetCDF."""
    motion = open_motion(saved)
    with h5py.File(saved, "r") as file:
        assert np.array_equal(file["q"], motion.q)
        assert file["q"].dtype == np.dtype("<f8")
        assert file["coordinate"].asstr()[0] == "θ"
        assert "_FillValue" not in file["q"].attrs
        assert {h5py.check_string_dtype(v.dtype) is not None or v.dtype == "<f8" for v in file.values()} == {
            True
        }
    with h5netcdf.File(saved, "r") as file:
        assert file["reaction"].dimensions == ("time", "coordinate")
        assert file.dimensions["time"].size == len(motion.t)
        assert file.attrs["format"] == 4


def test_units_stand_beside_what_they_are_units_of(saved):
    """Every array names its unit, or the variable with one SI unit for each name along its axis."""
    with xarray.open_dataset(saved, engine="h5netcdf") as file:
        units = {name: list(file[name].values) for name in file.coords if str(name).endswith("_unit")}
        for name, variable in file.data_vars.items():
            assert variable.attrs["long_name"], name
            assert "units" in variable.attrs or variable.attrs["units_variable"] in units, name
        assert file.time.attrs["units"] == "s"
        assert file["T"].attrs["units"] == file["remainder"].attrs["units"] == "J"
    assert units["coordinate_unit"] == ["rad", "m", "C", "", "m/s", "1"]
    assert units["speed_unit"] == ["rad/s", "m/s", "A", "", "m/s^2", "1/s"]
    assert units["acceleration_unit"] == ["rad/s^2", "m/s^2", "A/s", "", "m/s^3", "1/s^2"]
    assert units["reaction_unit"] == ["N*m", "N", "V", "", "kg*m/s", "J"]
    assert units["state_unit"] == ["J", ""]
    assert units["multiplier_unit"] == ["N", "N", ""]
    assert units["output_unit"] == ["1", "N", "m", "", "s", ""]


def test_one_unit_for_all_is_said_at_the_array():
    """An array whose columns all have one unit carries it as the attribute that other programs look for."""
    file = to_dataset(motion_of(model_of("n_link_pendulum:3")))
    assert file.q.attrs["units"] == "rad"
    assert file.reaction.attrs["units"] == "N*m"
    assert "units" not in to_dataset(motion_of(model_of("conveyor"))).q.attrs


@pytest.mark.parametrize(
    "given, expected",
    [
        ("", ""),
        ("-", "1"),
        ("%", "1"),
        ("rad", "rad"),
        ("deg", "rad"),
        ("°", "rad"),
        ("rev", "rad"),
        ("turn", "rad"),
        ("mm", "m"),
        ("µm", "m"),
        ("N*m", "N*m"),
        ("N * mm", "N*m"),
        ("kg*m**2/s^2", "kg*m^2/s^2"),
        ("rpm", "rad/s"),
        ("V/rpm", "V/(rad/s)"),
        ("rpm^2", "(rad/s)^2"),
        ("deg/s", "rad/s"),
        ("L/min", "m^3/s"),
        ("L^2", "(m^3)^2"),
        ("kN/mm^2", "N/m^2"),
        ("bar", "Pa"),
        ("g", "kg"),
        ("Ohm", "Ohm"),
        ("m^(1/2)", "m^(1/2)"),
        ("s^-1", "s^-1"),
        ("inch", "m"),
        ("mph", "m/s"),
        ("kg/mph", "kg/(m/s)"),
    ],
)
def test_a_unit_becomes_the_si_unit_of_its_results(given, expected):
    """The SI unit of an entry has its dimension and the factor one, and keeps radians and the user's words."""
    assert si_unit(given) == expected
    assert unit_of(expected).dimension == unit_of(given).dimension
    assert unit_of(expected).factor == 1


def test_a_file_saved_again_by_xarray_is_still_a_motion(saved):
    """A file that xarray opened and wrote again, compressed, opens as the same motion."""
    again = saved.with_name("again.nc")
    with xarray.open_dataset(saved, engine="h5netcdf") as file:
        packed = {name: {"zlib": True} for name in file.data_vars}
        file.to_netcdf(again, engine="h5netcdf", encoding=packed)
    assert differing(open_motion(saved), open_motion(again)) == []


def test_the_dataset_is_a_copy():
    """Changing the arrays of a dataset leaves the motion as it was."""
    motion = motion_of(model_of("four_bar"))
    before = bits(motion.q), bits(motion.T), bits(motion.t)
    file = to_dataset(motion)
    file.q[:] = 0
    file["T"][:] = 0
    assert (bits(motion.q), bits(motion.T), bits(motion.t)) == before


def test_a_file_says_what_made_it(saved):
    """The versions of dalembert, Python, NumPy and CasADi, the platform and a UTC time stand in the file."""
    with h5netcdf.File(saved, "r") as file:
        found = dict(file.attrs)
    assert found["dalembert_version"] == dalembert.__version__
    assert found["numpy_version"] == np.__version__
    assert found["python_version"] == sys.version.split()[0]
    assert found["casadi_version"]
    assert found["platform"]
    assert found["created"].endswith("Z")


# -- strangers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("door", (open_motion, model_text))
def test_files_that_are_no_motions_are_refused(door, tmp_path):
    """A missing file, a folder, a table, a model, another NetCDF and another HDF5 file are each told apart."""
    with pytest.raises(FileNotFoundError, match=r"there is no file .*nowhere\.nc"):
        door(tmp_path / "nowhere.nc")
    with pytest.raises(NotAMotion, match="is a folder"):
        door(tmp_path)
    save(motion_of(model_of("bare")), tmp_path / "a.csv")
    with pytest.raises(NotAMotion, match=r"a\.csv .*table only: open the \.nc file"):
        door(tmp_path / "a.csv")
    dalembert.write(model_of("bare"), tmp_path / "a.toml")
    with pytest.raises(NotAMotion, match="seems to be a model"):
        door(tmp_path / "a.toml")
    for content in (b"", b"\x89HDF", b"CDF\x01" + bytes(100)):
        (tmp_path / "a.nc").write_bytes(content)
        with pytest.raises(NotAMotion, match="not a NetCDF-4 file"):
            door(tmp_path / "a.nc")
    (tmp_path / "a.nc").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(100))
    with pytest.raises(NotAMotion, match="damaged"):
        door(tmp_path / "a.nc")
    xarray.Dataset({"q": ("x", [1.0])}).to_netcdf(tmp_path / "b.nc", engine="h5netcdf")
    with pytest.raises(NotAMotion, match="no motion that dalembert saved"):
        door(tmp_path / "b.nc")
    with h5py.File(tmp_path / "c.nc", "w") as file:
        file["data"] = np.arange(3)
    with pytest.raises(NotAMotion, match="no motion that dalembert saved"):
        door(tmp_path / "c.nc")


@pytest.mark.parametrize(
    "attribute, value, words",
    [
        ("model", "format = 1\n[coordinates", "model that cannot be read"),
        ("model", "format = 1\n[energy]\nkinetic = '__import__(\"os\")'", "model that cannot be read"),
        ("model", "format = 1\n[coordinates]\nx = {}\n", "not those of the model"),
        ("model", "format = 1\ntext = '" + "x" * (1 << 20) + "'", "larger than 1024 KiB"),
        ("model", 3, "`model`"),
        ("format", 5, r"format 5, saved by dalembert .*opens format 4"),
        ("format", "4", "format 4"),
        ("status", "excellent", "`status`"),
        ("messages", 1.5, "`messages`"),
        ("messages", "[]", "`messages`"),
        ("messages", '{"message": "ran", "moved": [], "remarks": []}', "`messages`"),
        (
            "messages",
            '{"message": {"key": "run_error", "values": {}}, "moved": [], "remarks": []}',
            "`messages`",
        ),
        (
            "messages",
            '{"message": {"key": "unheard_of", "values": {}}, "moved": [], "remarks": []}',
            "`messages`",
        ),
        (
            "messages",
            '{"message": {"key": "run_interrupted", "values": {"t": {"number": 1.0, "digits": 1000000, "style": "g"}}},'
            ' "moved": [], "remarks": []}',
            "`messages`",
        ),
        ("reached", "soon", "`reached`"),
        ("ledger_error", "none", "`ledger_error`"),
        ("settings", "{", "`settings`"),
        ("settings", "[" * 100_000, "`settings`"),
        ("settings", "{}", "`settings`"),
        ("settings", "__import__('os')", "`settings`"),
        ("work", '{"steps": 1.5}', "`work`"),
        (
            "work",
            '{"steps": "1", "rejected": 0, "rhs": 0, "projections": 0, "rescues": 0, "stiff": 0}',
            "`work`",
        ),
        (
            "work",
            '{"steps": true, "rejected": 0, "rhs": 0, "projections": 0, "rescues": 0, "stiff": 0}',
            "`work`",
        ),
        ("seconds", "[1, 2]", "`seconds`"),
        ("accuracy", '{"achieved": null, "until": null, "more": 1}', "`accuracy`"),
        ("assumed", '"T"', "`assumed`"),
        (
            "messages",
            '{"message": {"key": "failure_off", "values": {}}, "moved": [], "remarks": [1]}',
            "`messages`",
        ),
        ("events", '{"name": "top"}', "`events`"),
        ("events", '[["top"]]', "`events`"),
    ],
)
def test_damaged_words_are_refused_by_name(attribute, value, words, saved):
    """A file with one attribute of another kind, broken or hostile is refused with a sentence that names it."""

    def replace(file):
        del file.attrs[attribute]
        file.attrs[attribute] = value

    with pytest.raises(NotAMotion, match=words) as caught:
        open_motion(changed(saved, replace))
    assert "saved.nc" in str(caught.value)


@pytest.mark.parametrize("name", ["q", "lam", "outputs", "remainder", "residual_velocity"])
def test_a_missing_array_is_named(name, saved):
    """A file without one of its arrays is refused with the name of the array."""
    with pytest.raises(NotAMotion, match=name):
        open_motion(changed(saved, lambda file: file.pop(name)))


def test_arrays_of_another_kind_are_refused(saved):
    """A file whose arrays were made single precision or transposed by another program is refused by name."""
    with xarray.open_dataset(saved, engine="h5netcdf") as file:
        file.load()
    for other in (file.assign(V=(0 * file["V"]).astype("f4")), file.assign(V=file["q"].transpose())):
        other.to_netcdf(saved, engine="h5netcdf")
        with pytest.raises(NotAMotion, match="`V` has another shape or type"):
            open_motion(saved)


@pytest.mark.parametrize("kind", ("link", "external", "virtual"))
def test_arrays_that_lie_in_other_files_are_refused(kind, saved):
    """A file whose array is a link to another file, or stored in one, is refused by the name of the array."""
    other = saved.with_name("other.nc")
    save(motion_of(model_of("odd"), seed=2), other)
    saved.with_name("raw").write_bytes(bytes(8 * 7))

    def replace(file):
        del file["V"]
        if kind == "link":
            file["V"] = h5py.ExternalLink(str(other), "V")
        elif kind == "external":
            file.create_dataset("V", (7,), "f8", external=[(str(saved.with_name("raw")), 0, 8 * 7)])
        else:
            layout = h5py.VirtualLayout((7,), "f8")
            layout[:] = h5py.VirtualSource(str(other), "V", (7,))
            file.create_virtual_dataset("V", layout)

    with pytest.raises(NotAMotion, match="`V`"):
        open_motion(changed(saved, replace))


def test_a_file_cannot_claim_more_than_it_can_hold(tmp_path):
    """A small file that claims terabytes of numbers is refused before any is read."""
    path = tmp_path / "bomb.nc"
    save(motion_of(model_of("bare"), rows=0), path)
    with h5netcdf.File(path, "a") as file:
        file.resize_dimension("time", 10**12)
    with pytest.raises(NotAMotion, match="claims"):
        open_motion(path)


def test_cut_and_garbled_files_are_refused_or_opened(saved, tmp_path):
    """Files cut anywhere, or with bytes overwritten in the words of the file, raise nothing but a refusal."""
    whole = saved.read_bytes()
    r = np.random.default_rng(3)
    refused = 0
    for cut in r.integers(8, len(whole), 6):
        (tmp_path / "cut.nc").write_bytes(whole[:cut])
        with pytest.raises(NotAMotion):
            open_motion(tmp_path / "cut.nc")
    start = whole.index(b"format = 1")
    for at in r.integers(start, start + 1500, 12):
        (tmp_path / "bad.nc").write_bytes(whole[:at] + bytes([r.integers(256)]) + whole[at + 1 :])
        try:
            open_motion(tmp_path / "bad.nc")
        except NotAMotion:
            refused += 1
    assert refused


# -- CSV -------------------------------------------------------------------------------------------


def table(path):
    """The comment lines, the header and the rows of a CSV file, by Python's own reader."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    comments = [line for line in lines if line.startswith("# ")]
    header, *rows = csv.reader(line for line in lines if line and not line.startswith("# "))
    return comments, header, np.array(rows, dtype=float).reshape(len(rows), len(header))


@pytest.mark.parametrize("name, rows", [*((name, 3) for name in MODELS), ("odd", 0), ("odd", 5000)])
def test_a_csv_file_has_every_column_to_the_last_digit(name, rows, tmp_path):
    """Python's csv reads back every column as equal doubles, under header names that are unique."""
    motion = motion_of(model_of(name), rows)
    save(motion, tmp_path / "a.csv")
    _, header, numbers = table(tmp_path / "a.csv")
    assert len(set(header)) == len(header)
    names = [head.partition(" [")[0] for head in header]
    assert len(set(names)) == len(names)
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = [
            motion.t[:, None],
            motion.q,
            motion.qd,
            motion.qdd,
            motion.s,
            motion.lam,
            motion.contact,
            motion.friction,
            motion.outputs,
            motion.u,
        ]
        wanted += [a[:, None] for a in (motion.T, motion.V, motion.ledger.energy, motion.dissipated)]
        wanted += [a[:, None] for a in (motion.supplied, motion.residual.position, motion.residual.velocity)]
    assert bits(numbers) == bits(np.hstack(wanted))


def test_the_columns_of_a_csv_file_have_names_and_units(tmp_path):
    """The header names coordinates, speeds, accelerations and energies with their SI units."""
    save(motion_of(model_of("four_bar")), tmp_path / "a.csv")
    _, header, _ = table(tmp_path / "a.csv")
    assert header[0] == "t [s]"
    for head in ("theta2 [rad]", "theta2' [rad/s]", "theta2'' [rad/s^2]", "T [J]", "supplied [J]"):
        assert head in header
    assert header[-1] == "residual_velocity [1]"


def test_names_that_stand_twice_say_what_they_are(tmp_path):
    """An output or an energy called like a coordinate, the time or a multiplier gets a word in brackets."""
    save(motion_of(model_of("odd")), tmp_path / "a.csv")
    _, header, _ = table(tmp_path / "a.csv")
    assert [h for h in header if h.split()[0] in ("T", "V", "t", "θ", "energy", "lam_bar")] == [
        "t [s]",
        "θ [rad]",
        "T [m]",
        "energy",
        "lam_bar [N]",
        "θ (output) [1]",
        "V [N]",
        "t (output) [s]",
        "lam_bar (output)",
        "T (energy) [J]",
        "V (energy) [J]",
        "energy (ledger) [J]",
    ]


def test_numpy_and_xarray_free_programs_read_the_csv_file(tmp_path):
    """NumPy reads the numbers after skipping comments and header, NaN and infinities included."""
    values = np.array([np.nan, np.inf, -np.inf, -0.0, 5e-324, 0.1 + 0.2])
    motion = motion_of(model_of("odd"), rows=6, T=values)
    save(motion, tmp_path / "a.csv")
    comments, header, _ = table(tmp_path / "a.csv")
    numbers = np.loadtxt(tmp_path / "a.csv", delimiter=",", skiprows=len(comments) + 1, encoding="utf-8")
    column = numbers[:, header.index("T (energy) [J]")]
    assert np.array_equal(column, values, equal_nan=True)
    assert np.signbit(column[3])


def test_the_comments_of_a_csv_file_say_what_it_is(tmp_path):
    """Title, version, status with its message, settings and assumptions stand in comments, line ends tamed."""
    motion = motion_of(model_of("odd"))
    save(motion, tmp_path / "a.csv")
    comments, _, numbers = table(tmp_path / "a.csv")
    assert comments[0] == f"# title: {ODD['title']}"
    assert comments[1].startswith(f"# dalembert {dalembert.__version__}, ")
    assert comments[2:4] == ['# stopped: stopped at "Ende", t = 0.3 s:', "# θ's rate, ẍ; # no comment"]
    assert json.loads(comments[4].removeprefix("# settings: ")) == dataclasses.asdict(motion.settings) | {
        "times": []
    }
    assert comments[5:] == ['# assumed: T\' = 0, größe = "0"', "# next, line"]
    assert len(numbers) == len(motion.t)


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ("a.xlsx", "a", "a.nc.gz", ".nc"))
def test_other_suffixes_are_refused(name, tmp_path):
    """Another suffix is refused with the two that are known, and nothing is written."""
    with pytest.raises(ValueError, match=r"saved as \.nc .* or \.csv"):
        save(motion_of(model_of("bare")), tmp_path / name)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("suffix", (".nc", ".csv", ".NC", ".Csv"))
def test_a_file_is_replaced_as_a_whole(suffix, tmp_path):
    """Saving over a file leaves the new one and nothing beside it, with the rights any new file gets."""
    path = tmp_path / f"größe{suffix}"
    path.write_text("old")
    save(motion_of(model_of("bare")), str(path))
    assert os.listdir(tmp_path) == [path.name]
    (tmp_path / "new").write_text("")
    assert path.stat().st_mode == (tmp_path / "new").stat().st_mode
    assert path.stat().st_size > 100


class _Stop(BaseException):
    """The user's Ctrl-C, or any end that nobody expects."""


@pytest.mark.parametrize("old", (True, False))
@pytest.mark.parametrize("suffix", (".nc", ".csv"))
@pytest.mark.parametrize("moment", ("writing", "replacing"))
def test_an_interrupted_write_leaves_no_half_file(moment, suffix, old, tmp_path, monkeypatch):
    """Where writing or replacing breaks off, the old file is as it was and nothing lies beside it."""
    path = tmp_path / f"a{suffix}"
    if old:
        path.write_text("old")

    def broken(*_, **__):
        begun = old + (suffix == ".csv")  # NetCDF is made in memory first
        assert moment == "replacing" or len(os.listdir(tmp_path)) == begun
        raise _Stop

    if moment == "replacing":
        monkeypatch.setattr(os, "replace", broken)
    elif suffix == ".csv":
        blocks = iter((lambda arrays: np.array(arrays).T, broken))
        monkeypatch.setattr(np, "column_stack", lambda arrays: next(blocks)(arrays))
    else:
        monkeypatch.setattr(H5NetCDFStore, "prepare_variable", broken)
    with pytest.raises(_Stop):
        save(motion_of(model_of("odd"), rows=5000), path)
    assert os.listdir(tmp_path) == ([path.name] if old else [])
    if old:
        assert path.read_text() == "old"


def test_a_link_is_written_through(tmp_path):
    """Saving to a symbolic link writes the file it points to and leaves the link a link."""
    (tmp_path / "far").mkdir()
    (tmp_path / "a.nc").symlink_to(tmp_path / "far" / "real.nc")
    save(motion_of(model_of("bare")), tmp_path / "a.nc")
    assert (tmp_path / "a.nc").is_symlink()
    assert open_motion(tmp_path / "far" / "real.nc").model == model_of("bare")


def test_places_that_cannot_be_written_are_told(tmp_path):
    """A missing folder and a folder in place of a file are refused in words."""
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere"):
        save(motion_of(model_of("bare")), tmp_path / "nowhere" / "a.nc")
    (tmp_path / "b.nc").mkdir()
    with pytest.raises(IsADirectoryError, match="is a folder"):
        save(motion_of(model_of("bare")), tmp_path / "b.nc")


def test_xarray_is_imported_only_where_a_dataset_is_made(tmp_path):
    """Opening a motion, reading its model and writing CSV import neither xarray nor pandas."""
    save(motion_of(model_of("bare")), tmp_path / "a.nc")
    code = (
        "import sys; from dalembert._export.open_motion import open_motion, model_text; from dalembert._export.save_motion import save;"
        "save(open_motion('a.nc'), 'a.csv'); model_text('a.nc');"
        "sys.exit(bool({'xarray', 'pandas'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False, timeout=600)
    assert done.returncode == 0


# -- JSON ------------------------------------------------------------------------------------------


def test_impacts_and_phases_are_told_by_names():
    """`as_dict` gives impulses by contact, place and speeds by coordinate, and phases with what sticks."""
    motion = dalembert.simulate("mass_and_wall")
    told = json.loads(json.dumps(dalembert.as_dict(motion)))
    (impact,) = told["impacts"]
    assert impact["impulses"].keys() == {"wall"}
    # the impulse is what the mass lost and the wall gained
    assert impact["impulses"]["wall"] == pytest.approx(10 * (impact["before"]["q1"] - impact["after"]["q1"]))
    assert impact["impulses"]["wall"] == pytest.approx(5 * (impact["after"]["p1"] - impact["before"]["p1"]))
    assert impact["q"]["q1"] - impact["q"]["p1"] == pytest.approx(0.005)
    assert [phase["contacts"] for phase in told["touches"]] == [[], ["wall"], []]
    assert all(phase["sticking"] == [] for phase in told["touches"])
    assert told["final"]["friction"] == {}


def test_friction_has_a_column_for_each_tangential_velocity(tmp_path):
    """In space a contact has two of them; names and units stand in the CSV file."""
    model = dalembert.model(
        parameters={"m": {"value": 1, "unit": "kg"}, "g": {"value": 10, "unit": "m/s^2"}},
        coordinates={
            "x": {"unit": "m", "start": 0, "speed": 3},
            "y": {"unit": "m", "start": 0, "speed": 4},
            "z": {"unit": "m", "start": 0, "speed": 0},
        },
        energy={"kinetic": "m*(x'^2 + y'^2 + z'^2)/2", "potential": "m*g*z"},
        contacts={"ice": {"gap": "z", "restitution": 0, "friction": 0.1, "slip": ["x'", "y'"]}},
    )
    motion = motion_of(model)
    save(motion, tmp_path / "a.csv")
    _, header, numbers = table(tmp_path / "a.csv")
    first = header.index("friction_ice_1 [N]")
    assert header[first + 1] == "friction_ice_2 [N]"
    assert bits(numbers[:, first : first + 2]) == bits(motion.friction)
    assert bits(motion["friction_ice_2"].copy()) == bits(motion.friction[:, 1].copy())
