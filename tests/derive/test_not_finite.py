"""What has no finite value is refused in the user's words."""

import pytest

import dalembert


@pytest.mark.parametrize("potential", ["1/(x - x)", "log(x - x)", "x^2 + sqrt(2)/(2*x - x - x)"])
def test_a_hidden_division_by_zero_is_an_error_of_the_model(potential):
    """Where the calculus meets infinity, a ModelError says so instead of an equation with it."""
    model = dalembert.model(coordinates={"x": {}}, energy={"kinetic": "x'^2/2", "potential": potential})
    with pytest.raises(dalembert.ModelError, match="not a finite real"):
        dalembert.derive(model)
