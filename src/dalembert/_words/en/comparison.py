"""What is said of a person's own equations and energies, in English."""

MESSAGES: dict[str, str] = {
    "compare_right_same": "right: it is the equation of {name}",
    "compare_right_factor": "right: it is the equation of {name}, multiplied by {factor}",
    "compare_right_combination": "right: it follows from the equations of motion",
    "compare_right_constraint": (
        "right, but it follows from the constraints alone: it contains no equation of motion"
    ),
    "compare_right_energy": "right: it is {what}",
    "compare_right_constant": "right: it is {what}, up to a constant, which changes no equation of motion",
    "compare_empty": "it holds for any motion whatever, and so says nothing about this system",
    "compare_undecided": (
        "by itself it can be satisfied by a suitable {names}, whatever its other terms are: give the other"
        " equations as well"
    ),
    "compare_not_evaluated": (
        "it could be evaluated at too few states: look for roots and logarithms of negative values, and for"
        " divisions by zero"
    ),
    "compare_wrong": "wrong: {first}",
    "compare_wrong_of": "wrong: compared with the equation of {name}, {first}",
    "compare_wrong_energy": "wrong: compared with {what}, {first}",
    "compare_wrong_multiplier": "wrong: {first}; elsewhere {names} is used with another sign or scale",
    "compare_wrong_unplaced": (
        "wrong: it is not satisfied at {states} states, and no one or two terms explain it"
    ),
    "compare_transposed": "the sign or scale of {names} differs",
    "compare_missing": "the term {term} is missing",
    "compare_missing_of": "the term {term} ({nature}) is missing",
    "compare_extra": "the term {term} does not belong there",
    "compare_sign": "the term {term} has the wrong sign",
    "compare_factor": "the term {term} has a wrong factor: it should be {right}",
    "compare_factor_unknown": "the term {term} has a wrong factor",
    "compare_term": "the term {term} should be {right}",
    "compare_term_unknown": "the term {term} should be another one",
    "compare_dimension": "the term {term} has the unit {own}, but the other terms have {others}",
    "compare_of_inertia": "inertia",
    "compare_of_coriolis": "Coriolis",
    "compare_of_centrifugal": "centrifugal",
    "compare_of_constraint": "constraint force",
    "compare_energy_T": "the kinetic energy",
    "compare_energy_V": "the potential energy",
    "compare_energy_E": "the total energy T + V",
    "compare_energy_L": "the Lagrangian T - V",
    "compare_energy_H": "the Hamiltonian",
    "compare_multiplier_negative": "{name} is taken with the opposite sign",
    "compare_multiplier_is": "{own} is {name}",
    "compare_multiplier_times": "{own} is {factor} times {name}",
    "compare_multiplier_scaled": "{own} is a multiple of {name} that depends on the parameters",
    "compare_inputs_by_law": "the inputs are written out as functions of time",
    "compare_contacts_open": (
        "all contacts are taken as open: their forces do not appear in the equations given"
    ),
    "compare_no_states": "no states were found at which the constraints and the equations of motion hold",
    # Motions against motions
    "way_lagrange": "Lagrange",
    "way_printed": "Lagrange, as printed",
    "way_eliminated": "Lagrange, after elimination",
    "way_hamilton": "Hamilton",
    "way_newton_euler": "Newton–Euler",
    "way_kane": "Kane",
    "way_projected": "projection",
    "way_ggl": "Gear–Gupta–Leimkuhler",
    "way_null_space": "null space, minimal coordinates",
    "way_augmented_lagrangian": "augmented Lagrangian",
    "way_baumgarte": "Baumgarte",
    "way_index1": "index 1, not stabilised",
    "compare_motions_same": (
        "the same motion: {count} derivations and formulations differ by at most {within} of its size"
    ),
    "compare_motions_same_until": (
        "the same motion: {count} derivations and formulations differ by at most {within} of its size up to"
        " t = {until} s; after that no run claims the tolerance asked for"
    ),
    "compare_motions_differ": (
        "not the same motion: {first} and {second} differ by {within} of its size up to t = {until} s, where"
        " their errors allow {bound}"
    ),
    "compare_motions_failed": "no verdict: {name} came to no good end: {why}",
    "compare_motions_alone": "no verdict: there is only one motion that claims its accuracy",
    "compare_drifts": (
        "ran to t = {t} s in one pass; its constraints drift, by up to {position} in position and {velocity}"
        " in velocity: no accuracy is claimed"
    ),
    "compare_drift": (
        "{name}: nothing brings the motion back onto the constraints; they are off by up to {position} in"
        " position and {velocity} in velocity, in their own units"
    ),
    "compare_growth": (
        "the difference of {first} and {second} grows as exp({rate} t) from t = {start} s to {end} s"
    ),
    "compare_growth_lyapunov": (
        "the difference of {first} and {second} grows as exp({rate} t) from t = {start} s to {end} s; a small"
        " disturbance of the motion grows as exp({lyapunov} t) there (Lyapunov estimate)"
    ),
    "compare_no_constraints": "there are no constraints",
    "compare_no_bodies": "the model has no bodies",
    "compare_not_of_bodies": "something acts that is in no balance of a body",
    "compare_no_inertia": "a coordinate has no inertia",
    "compare_not_quadratic": "the kinetic energy is not quadratic in the speeds",
    "compare_dependent_forces": "forces depend on accelerations or on other forces",
    "compare_not_eliminated": "no closed form of all dependent coordinates was found",
    "compare_dead_points": (
        "the motion passes a dead point of every choice of independent coordinates that was tried"
    ),
    "compare_ggl_inputs": "these steps have no inputs and no first-order states",
    "compare_ggl_events": "these steps look for no events",
    "compare_too_large": "{count} unknowns are too many to be solved as formulas, at most {most} are",
    "compare_not_mechanical": "the model has massless coordinates or unknown efforts",
    "compare_not_smooth": "the model has contacts, switches, jumps or delays",
    "compare_redundant": "constraints depend on one another",
}
