"""A person's own equation: right up to a factor or a combination, or the first term that is not."""

import pytest

import dalembert
from dalembert import ModelError
from dalembert._compare.energies import energies_judged
from dalembert._compare.judge import judge
from dalembert._compare.reference import Reference
from dalembert._compare.statement import statements
from dalembert._present.notation import notation
from dalembert._present.sympy_print import latex
from dalembert.verbs.compare import _hamilton, reading_of

PENDULUM = """
format = 1
[parameters]
m = { value = 1, unit = "kg" }
l = { value = 1, unit = "m" }
g = { value = 9.81, unit = "m/s^2" }
J = { value = "1/12*m*l^2", unit = "kg*m^2" }
F0 = { value = 1, unit = "N" }
[coordinates]
theta = { unit = "rad", start = 0.5 }
[definitions]
x = "l*sin(theta)"
y = "-l*cos(theta)"
[inputs]
F = { value = "F0*cos(3*t)", unit = "N" }
[energy]
kinetic = "1/2*m*(x'^2 + y'^2) + 1/2*J*theta'^2"
potential = "m*g*y"
[work]
theta = "F*l*cos(theta)"
"""


class Own:
    """A model with its states, made once for many comparisons."""

    def __init__(self, source):
        self.equations = dalembert.derive(source)
        self.reference = Reference(self.equations)

    def compare(self, text, kind="equation"):
        """What `dalembert.compare` finds."""
        found = statements(text, reading_of(self.equations, kind, ()), "x")
        if kind == "equation":
            return judge(self.reference, found)
        return energies_judged(self.reference, found, kind, _hamilton(self.equations))


@pytest.fixture(scope="module")
def pendulum(tmp_path_factory):
    """A rod with a mass at its end, pushed sideways."""
    path = tmp_path_factory.mktemp("models") / "pendulum.toml"
    path.write_text(PENDULUM, encoding="utf-8")
    return Own(path)


@pytest.fixture(scope="module")
def cartesian():
    """A pendulum in Cartesian coordinates, with one multiplier."""
    return Own("cartesian_pendulum")


@pytest.mark.parametrize(
    "text",
    [
        "(m*l^2 + J)*theta'' + m*g*l*sin(theta) = F*l*cos(theta)",
        "13/12*m*l*theta'' + m*g*sin(theta) - F*cos(theta) = 0",  # J is an expression of others
        "theta'' = (F*cos(theta) - m*g*sin(theta))/(13/12*m*l)",
        "theta'*((m*l^2 + J)*theta'' + m*g*x - F*x'/theta') = 0",  # definitions
        "(m*l^2 + J)*theta'' + m*g*l*sin(theta) = F0*cos(3*t)*l*cos(theta)",  # the input by its law
        "2*m*g*l*sin(theta/2)*cos(theta/2) + (m*l^2 + J)*theta'' - F*l*cos(theta)",
        r"\left(m l^2 + J\right)\ddot{\theta} + m g l \sin\theta = F l \cos\theta",
        r"\frac{13}{12} m l \ddot\theta + m g \sin(\theta) - F \cos\theta = 0",
        r"\frac{13}{12} m l \frac{d^2\theta}{dt^2} &= -mg\sin\theta + F\cos{\theta}.",
        "m*(x*x'' + y*y'') + m*l^2*theta'^2 = 0*theta",
    ],
)
def test_rewritten_equations_are_right(pendulum, text):
    """Factors, definitions, laws of inputs, identities and LaTeX leave an equation right, at any values."""
    found = pendulum.compare(text)
    if "x*x''" in text:
        assert found.finding == "empty"  # true for every motion of the definitions
    else:
        assert found.ok, found.judgements


@pytest.mark.parametrize(
    "text, kind, term, right",
    [
        ("(m*l^2 + J)*theta'' - m*g*l*sin(theta) = F*l*cos(theta)", "sign", "m*g*l*sin(theta)", ""),
        ("(m*l^2 + J)*theta'' + m*g*l*sin(theta) = 0", "missing", "", "-l*F*cos(theta)"),
        ("(m*l^2 + J)*theta'' + m*g*l*cos(theta) = F*l*cos(theta)", "term", "", "m*l*g*sin(theta)"),
        ("(m*l^2 + J)*theta'' + 2*m*g*l*sin(theta) = F*l*cos(theta)", "factor", "", "m*l*g*sin(theta)"),
        ("(m*l^2 + J)*theta'' + m*g*l*sin(theta) + m*theta'^2 = F*l*cos(theta)", "extra", "m*theta'^2", ""),
        ("m*l^2*theta'' + m*g*l*sin(theta) = F*l*cos(theta)", "missing", "", "J*theta''"),
        ("(m*l + J)*theta'' + m*g*l*sin(theta) = F*l*cos(theta)", "factor", "m*l*theta''", "m*l^2*theta''"),
        (r"(m l^2 + J)\ddot\theta - m g l \sin\theta = F l \cos\theta", "sign", r"m g l \sin\theta", ""),
    ],
)
def test_the_wrong_term_is_named(pendulum, text, kind, term, right):
    """A lost, added, turned, doubled or mistaken term is found where it stands, though m = l = 1."""
    found = pendulum.compare(text)
    first = found.judgements[0].differences[0]
    assert (found.finding, first.kind) == ("wrong", kind)
    assert not term or first.term == term
    assert not right or first.right == right
    assert first.letter.column is not None


def test_units_tell_a_wrong_dimension(pendulum):
    """A term with another unit than the others is told with both units."""
    found = pendulum.compare("(m*l^2 + J)*theta'' + m*g*l*sin(theta) = F*cos(theta)")
    kinds = {each.kind for each in found.judgements[0].differences}
    assert kinds == {"factor", "dimension"}
    assert "N" in str(found.judgements[0].differences[-1].sentence)


@pytest.mark.parametrize(
    "text, findings",
    [
        ("m*x'' + lam_phi1*x = 0; m*y'' + m*g + lam_phi1*y = 0", ["right", "right"]),
        ("m*x'' - lam_phi1*x = 0; m*y'' + m*g - lam_phi1*y = 0", ["right", "right"]),
        ("m*x'' - lam_phi1*x = 0; m*y'' + m*g + lam_phi1*y = 0", ["wrong", "right"]),
        ("m*x'' + 2*lambda*x = 0; m*y'' + m*g + 2*lambda*y = 0", ["right", "right"]),
        ("m*x'' = lambda*x; m*y'' + m*g = -lambda*y", ["right", "wrong"]),
        ("m*x'' + 2*lam_phi1*x = 0", ["wrong"]),
        ("y*x'' - x*y'' = g*x", ["right"]),  # without the multiplier
        ("y*x'' - x*y'' = -g*x", ["wrong"]),
        ("m*x'' + lambda*y^2 = 0", ["wrong"]),
        ("m*x'' + lambda*y^2 + m*y' - m*g*x = 0", ["undecided"]),
        ("x*x' + y*y' = 0", ["right"]),
        (r"m\ddot{x} + \lambda x = 0 \\ m\ddot{y} + m g + \lambda y = 0", ["right", "right"]),
        ("m*[x'', y''] + [0, m*g] + lam_phi1*[x, y] = 0", ["right", "right"]),
        (r"\begin{pmatrix} m & 0 \\ 0 & m \end{pmatrix}\begin{pmatrix}\ddot x\\ \ddot y\end{pmatrix}"
         r" + \lambda \begin{pmatrix} x \\ y\end{pmatrix} = \begin{pmatrix} 0 \\ m g\end{pmatrix}", ["right", "wrong"]),
    ],
)  # fmt: skip
def test_multipliers_may_have_other_signs_and_names(cartesian, text, findings):
    """The sign, scale and name of a multiplier are free, but the same in all equations of a text."""
    found = cartesian.compare(text.replace("; ", "\n"))
    assert [one.finding for one in found.judgements] == findings


@pytest.mark.parametrize(
    "kind, text, finding",
    [
        ("energy", "T = 1/2*(m*l^2 + J)*theta'^2", "right"),
        ("energy", "T = 1/2*m*l^2*theta'^2", "wrong"),
        ("energy", "V = m*g*l*(1 - cos(theta))", "right"),  # up to a constant
        ("energy", "V = m*g*l*cos(theta)", "wrong"),
        ("energy", "1/2*(m*l^2 + J)*theta'^2 - m*g*l*cos(theta)", "right"),
        ("energy", r"L = \frac{1}{2}(m l^2 + J)\dot\theta^2 + m g l\cos\theta", "right"),
        ("hamiltonian", "p_theta^2/(2*(m*l^2 + J)) - m*g*l*cos(theta)", "right"),
        ("hamiltonian", r"H = \frac{p_\theta^2}{2(m l^2 + J)} + m g l \cos\theta", "wrong"),
        ("hamiltonian", "p_theta^2/(m*l^2 + J) - m*g*l*cos(theta)", "wrong"),
    ],
)
def test_energies(pendulum, kind, text, finding):
    """Energies and the Hamiltonian are compared without a factor; a potential may have another zero."""
    found = pendulum.compare(text, kind)
    assert found.finding == finding
    assert finding == "right" or found.judgements[0].differences


def test_hamiltonian_names_the_wrong_factor(pendulum):
    """The term of a Hamiltonian that lacks its 1/2 is told with the right one."""
    found = pendulum.compare("p_theta^2/(m*l^2 + J) - m*g*l*cos(theta)", "hamiltonian")
    first = found.judgements[0].differences[0]
    assert (first.kind, first.term) == ("factor", "p_theta^2/(m*l^2 + J)")


@pytest.mark.parametrize("name", ["rod_pendulum", "polar_arm", "triple_pendulum", "rolling_disc"])
def test_printed_latex_is_read_back(name):
    """The LaTeX that a model prints of its own equations is read as these equations."""
    equations = dalembert.derive(name)
    written = notation(equations.model)
    texts = [f"{latex(row.left, written)} = 0" for row in equations.coordinates]
    reading = reading_of(equations, "equation", ())
    found = judge(Reference(equations), statements(" \\\\ ".join(texts), reading, "x"))
    assert [one.of for one in found.judgements] == [row.coordinate for row in equations.coordinates]
    assert found.ok


def test_contacts_are_open_unless_their_forces_are_written():
    """Without its force the equation of a body in the air is meant, with it that of one in contact."""
    ball = Own("bouncing_ball")
    assert ball.compare("m*y'' + m*g = 0").ok
    assert ball.compare("m*y'' + m*g = contact_floor").ok
    assert not ball.compare("m*y'' + m*g = -contact_floor").ok


def test_json_has_everything(pendulum):
    """A program reads the finding, the kind of every difference and its place."""
    data = dalembert.as_dict(dalembert.compare(pendulum.equations, "J*theta'' = 0"))
    assert data["finding"] == "wrong"
    assert data["statements"][0]["differences"][0]["kind"] == "missing"
    assert data["statements"][0]["messages"]["sentence"]["key"] == "compare_wrong_of"


def test_nothing_to_compare_is_refused(pendulum):
    """Without an equation there is no answer."""
    with pytest.raises(ModelError, match="nothing to compare"):
        dalembert.compare(pendulum.equations)
    with pytest.raises(ValueError, match="kind"):
        dalembert.compare(pendulum.equations, "theta", kind="force")
