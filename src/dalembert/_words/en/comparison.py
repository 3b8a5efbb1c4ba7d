"""Messages about comparisons of a user's equations and energies, in English."""

MESSAGES: dict[str, str] = {
    "compare_right_same": "right: it is the equation of {name}",
    "compare_right_factor": "right: it is the equation of {name}, multiplied by {factor}",
    "compare_right_combination": "right: it follows from the equations of motion",
    "compare_right_constraint": (
        "right, but it follows from the constraints alone: it contains no equation of motion"
    ),
    "compare_right_energy": "right: it is {what}",
    "compare_right_constant": "right: it is {what}, up to a constant, which changes no equation of motion",
    "compare_empty": "it holds for any motion at all, and therefore says nothing about this system",
    "compare_undecided": (
        "by itself it can be satisfied by a suitable {names}, whatever its other terms are: give the other"
        " equations as well"
    ),
    "compare_not_evaluated": (
        "it could be evaluated at too few states: look for roots and logarithms of negative values, and for"
        " divisions by zero"
    ),
    "compare_not_seen": (
        "it agrees wherever it was compared, but no state was found where {sides}: it may be wrong there"
    ),
    "compare_not_weighed": (
        "it agrees wherever it was compared, but {terms} was never large enough to be judged"
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
    "compare_term_unknown": "the term {term} should be a different one",
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
    "compare_multiplier_negative": "{name} is used with the opposite sign",
    "compare_multiplier_is": "{own} is {name}",
    "compare_multiplier_times": "{own} is {factor} times {name}",
    "compare_multiplier_scaled": "{own} is a multiple of {name} that depends on the parameters",
    "compare_inputs_by_law": "the inputs are written out as functions of time",
    "compare_contacts_open": (
        "all contacts are assumed to be open: their forces do not appear in the given equations"
    ),
    "compare_no_states": "no states were found at which the constraints and the equations of motion hold",
    "compare_error": "error",
    "compare_help": "help",
    "compare_note": "note",
    "compare_add": "add {right}",
    "compare_add_left": "add {right} to the left side",
    "compare_add_right": "add {right} to the right side",
    "compare_add_after": "add {right} after {term}",
    "compare_delete": "delete it",
    "compare_write": "write {right}",
    "compare_states": "compared at {states} seeded states with other parameters",
}
