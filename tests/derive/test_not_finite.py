"""Expressions without a finite value are refused in the user's names."""

import pytest

import dalembert


def test_an_elimination_that_meets_infinity_says_so():
    """A coordinate held where V has no value is not eliminated, and the listing gives the reason."""
    model = dalembert.model(
        parameters={"k": 1},
        coordinates={"x": {"start": 1}, "y": {}},
        energy={"kinetic": "x'^2 + y'^2", "potential": "k*y/x"},
        constraints={"displacement": {"c": "x"}},
    )
    equations = dalembert.derive(model)
    assert dalembert.eliminate(equations).steps == ()
    for style in ("unicode", "latex"):
        assert "not finite" in dalembert.show(equations, style=style)


@pytest.mark.parametrize("potential", ["1/(x - x)", "log(x - x)", "x^2 + sqrt(2)/(2*x - x - x)"])
def test_a_hidden_division_by_zero_is_an_error_of_the_model(potential):
    """Where the calculus meets infinity, a ModelError says so instead of an equation with it."""
    model = dalembert.model(coordinates={"x": {}}, energy={"kinetic": "x'^2/2", "potential": potential})
    with pytest.raises(dalembert.ModelError, match="not a finite real"):
        dalembert.derive(model)
