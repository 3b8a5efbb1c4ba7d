"""Inputs and times given from Python: tables, functions, the times of the rows."""

from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert import ModelError, RunSettings, Variation


def driven(law="0", **simulate):
    """A mass on a spring with a force, at rest at the start."""
    return dalembert.model(
        parameters={"k": 4},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
        work={"x": "F"},
        inputs={"F": law},
        outputs={"force": "F"},
        simulate={"t_end": 6, "samples": 60, **simulate},
    )


@pytest.mark.parametrize("rtol", [1e-6, 1e-9, 1e-11])
def test_a_function_gives_the_motion_of_its_law(rtol):
    """A function of Python and the same law in the model give motions that agree within rtol, and it is said."""
    asked = Variation(inputs={"F": lambda t: np.sin(3 * t) * np.exp(-t / 5)})
    motion = dalembert.simulate(driven(), variation=asked, rtol=rtol)
    exact = dalembert.simulate(driven("sin(3*t)*exp(-t/5)"), rtol=rtol)
    assert motion.status == "ok"
    size = np.abs(exact["x"]).max()
    np.testing.assert_allclose(motion["x"], exact["x"], rtol=0, atol=rtol * size)
    np.testing.assert_allclose(
        motion["force"], exact["force"], rtol=0, atol=rtol / 100 * np.abs(exact["force"]).max()
    )
    (remark,) = [one for one in motion.remarks if "sampled" in str(one)]
    assert "input F was sampled at" in str(remark)


def test_a_finer_result_samples_a_function_finer():
    """The samples of a function follow the tolerance: its spline is a hundred times finer than the result."""
    counts = []
    for rtol in (1e-4, 1e-7, 1e-10):
        motion = dalembert.simulate(driven(), variation=Variation(inputs={"F": np.sin}), rtol=rtol)
        counts.append(len(motion.model.inputs[0].law.times))
        t = np.linspace(0, 6, 997)
        table = dalembert.simulate(motion.model, samples=996)["force"]
        assert np.abs(table - np.sin(t)).max() <= rtol / 100 * 1.01 + 1e-15
    assert counts[0] < counts[1] < counts[2]
    assert counts[2] > 5 * counts[1]  # a cubic spline: h ~ rtol^(1/4)


@pytest.mark.parametrize(
    "law, what",
    [
        (lambda t: abs(np.sin(t)), "cannot be sampled"),
        (lambda t: float(t > 2), "t = 2 s"),
        (lambda t: np.inf if t == 3 else 1.0, "is inf at t = 3 s"),
    ],
)
def test_functions_that_no_table_follows_are_refused(law, what):
    """A jump, a kink or an infinite value is refused with its time and what to write instead."""
    with pytest.raises(ModelError) as raised:
        dalembert.simulate(driven(), variation=Variation(inputs={"F": law}))
    (flaw,) = raised.value.flaws
    assert what in flaw.message
    assert flaw.hint


def test_a_table_from_python_is_one_of_a_file(tmp_path):
    """Arrays give the motion that the same numbers in a CSV file give, for every interpolation."""
    t = np.linspace(0, 6, 13)
    values = np.cos(t)
    rows = "\n".join(f"{a!r},{b!r}" for a, b in zip(t.tolist(), values.tolist(), strict=True))
    (tmp_path / "F.csv").write_text(f"t,F\n{rows}\n", encoding="utf-8")
    for way in ("linear", "monotone", "spline"):
        own = {"times": t, "values": values, "interpolate": way}
        one = dalembert.simulate(driven(), variation=Variation(inputs={"F": own}))
        text = dalembert.write(driven({"table": "F.csv", "time": "t", "column": "F", "interpolate": way}))
        (tmp_path / "model.toml").write_text(text, encoding="utf-8")
        other = dalembert.simulate(tmp_path / "model.toml")
        assert one["x"].tolist() == other["x"].tolist(), way
    pair = dalembert.simulate(driven(), variation=Variation(inputs={"F": (t, values)}))
    linear = dalembert.simulate(driven({"times": t.tolist(), "values": values.tolist()}))
    assert pair["x"].tolist() == linear["x"].tolist()


def test_a_spline_is_smooth_and_exact_for_cubics():
    """The spline of samples of a cubic is the cubic: the motion is that of its law."""
    t = np.linspace(0, 6, 7)
    own = {"times": t, "values": t**3 - 4 * t**2 + t, "interpolate": "spline"}
    one = dalembert.simulate(driven(), variation=Variation(inputs={"F": own}))
    exact = dalembert.simulate(driven("t^3 - 4*t^2 + t"))
    np.testing.assert_allclose(one["x"], exact["x"], rtol=0, atol=2e-9 * np.abs(exact["x"]).max())


def test_samples_in_a_model_are_written_and_read_again(tmp_path):
    """A model with samples of its own is written whole: read again, it is equal and runs alike."""
    model = dalembert.vary(driven(), inputs={"F": ([0, 2, 6], [0, 1, -1])})
    dalembert.write(model, tmp_path / "a.toml")
    assert dalembert.read(tmp_path / "a.toml") == model
    motion = dalembert.simulate(model)
    dalembert.save(motion, tmp_path / "a.nc")
    again = dalembert.simulate(dalembert.open_motion(tmp_path / "a.nc").model)
    assert again["x"].tolist() == motion["x"].tolist()


def test_values_of_a_table_are_in_the_unit_of_the_input():
    """A table in kilonewtons gives a thousand times the force."""
    model = driven({"value": 0, "unit": "kN", "text": "a push"})
    varied = dalembert.vary(model, inputs={"F": ([0, 6], [1, 1])})
    assert (varied.inputs[0].unit, varied.inputs[0].text) == ("kN", "a push")
    assert dalembert.simulate(varied)["force"][0] == pytest.approx(1000)
    function = dalembert.simulate(model, variation=Variation(inputs={"F": lambda _: 2.0}))
    assert function["force"][-1] == pytest.approx(2000)


@pytest.mark.parametrize(
    "law, what",
    [
        (([0, 1], [1, 2, 3]), "2 times and 3 values"),
        (([0, 2, 1], [1, 2, 3]), "times must increase"),
        (([0, 1], [1, float("nan")]), "finite numbers"),
        (([0, 3], [1, 2]), "the run from 0 to 6 s"),
        ({"times": [0, 6], "values": [1, 2], "interpolate": "cubic"}, "spline"),
        ("sin(", "sin("),
    ],
)
def test_wrong_tables_are_refused_with_a_letter(law, what):
    """A table that cannot be used is refused, and the letter says what is wrong."""
    with pytest.raises(ModelError) as raised:
        dalembert.simulate(driven(), variation=Variation(inputs={"F": law}))
    assert what in str(raised.value)


def test_an_input_that_is_not_there_is_refused_with_the_nearest():
    """A typo in the name of an input is answered with the name that is meant."""
    model = dalembert.model(
        coordinates={"x": {"start": 0}},
        energy={"kinetic": "1/2*x'^2"},
        work={"x": "push"},
        inputs={"push": 1},
        simulate={"t_end": 1},
    )
    for given in ({"psuh": np.sin}, {"psuh": 1}):
        with pytest.raises(ModelError, match="did you mean `push`"):
            dalembert.simulate(model, variation=Variation(inputs=given))


# -- times ------------------------------------------------------------------------------------------


def test_rows_are_at_the_times_that_are_given():
    """Own times are the rows, exactly, and the motion there is that of equal intervals."""
    times = (0.0, 0.1, 1.7, np.pi, 6.0)
    model = driven("sin(3*t)")
    motion = dalembert.simulate(model, variation=Variation(settings=RunSettings(times=times)))
    assert motion.t.tolist() == list(times)
    assert motion["x"].shape == (5,)
    even = dalembert.simulate(model, samples=60)
    assert motion["x"][1] == pytest.approx(even["x"][1], rel=1e-8)
    assert motion["x"][-1] == pytest.approx(even["x"][-1], rel=1e-8)


def test_times_may_be_an_array_or_a_list():
    """Rows are at the same times, as floats, whichever sequence of numbers gives them."""
    for times in (np.arange(3), [0, 1, 2], (0.0, 1.0, 2.0)):
        settings = RunSettings(times=times)
        assert settings == RunSettings(times=(0.0, 1.0, 2.0))
        assert dalembert.simulate("rod_pendulum", variation=Variation(settings=settings)).t.dtype == float


def test_a_run_begins_where_it_is_told():
    """t_start, and the first of own times, is when the start values hold."""
    model = dalembert.vary(driven("sin(3*t)"), start={"x": 0.5})
    one = dalembert.simulate(model, variation=Variation(settings=RunSettings(t_start=2.0)), samples=4)
    assert one.t.tolist() == [2, 3, 4, 5, 6]
    assert one["x"][0] == 0.5
    other = dalembert.simulate(model, variation=Variation(settings=RunSettings(times=(2.0, 3.0, 6.0))))
    np.testing.assert_allclose(other["x"], one["x"][[0, 1, 4]], rtol=1e-8)


@pytest.mark.parametrize("more", [{"t_end": 5.0}, {"samples": 10}])
def test_own_times_beside_an_end_or_samples_are_refused(more):
    """Neither of the two is dropped in silence."""
    own = Variation(settings=RunSettings(times=(0.0, 1.0, 2.0)))
    with pytest.raises(ValueError, match="sample times"):
        dalembert.simulate(driven(), variation=own, **more)


def test_times_stand_in_a_model_file_and_give_way_to_an_end(tmp_path):
    """[simulate] can have times; they are kept by a saved motion, and an end or a count replaces them."""
    model = driven("t", times=[0, 0.5, 3])
    assert dalembert.check(model).ok
    motion = dalembert.simulate(model)
    assert motion.t.tolist() == [0, 0.5, 3]
    dalembert.save(motion, tmp_path / "a.nc")
    again = dalembert.open_motion(tmp_path / "a.nc")
    assert again.settings == motion.settings
    assert dalembert.simulate(again.model).t.tolist() == [0, 0.5, 3]
    assert len(dalembert.simulate(model, samples=10)) == 11
    assert dalembert.simulate(model, t_end=2.0).t[-1] == 2.0


@pytest.mark.parametrize("times", [(1.0,), (0.0, 2.0, 1.0), (0.0, 0.0), (0.0, float("inf"))])
def test_times_that_do_not_increase_are_refused(times):
    """Times must be two or more, finite, and increase."""
    with pytest.raises(ModelError) as raised:
        dalembert.simulate(driven(), variation=Variation(settings=RunSettings(times=times)))
    assert all(flaw.where.startswith("simulate.") for flaw in raised.value.flaws)


@pytest.mark.usefixtures("blank_figures")
def test_run_takes_functions_and_tables(tmp_path, monkeypatch):
    """`run` samples a function like `simulate`, keeps it in the model it writes, and tells it."""
    monkeypatch.chdir(tmp_path)
    asked = Variation(inputs={"F": np.sin}, settings=RunSettings(t_end=1.0, samples=10, rtol=1e-6))
    made = dalembert.run(driven(), "out", variation=asked)
    assert made.status == "ok"
    assert any("sampled" in str(remark) for remark in made.remarks)
    assert made.summary["values"] == {"inputs": {"F": "a function of t"}}
    assert not dalembert.run(driven(), "out", variation=asked).fresh
    other = Variation(inputs={"F": np.cos}, settings=asked.settings)
    assert dalembert.run(driven(), "out", variation=other).fresh
    motion = dalembert.open_motion(Path("out") / "motion.nc")
    assert motion["force"][0] == pytest.approx(1.0)
