"""Messages about comparisons of motions, in English."""

MESSAGES: dict[str, str] = {
    "way_lagrange": "Lagrange's equations",
    "way_printed": "Lagrange's equations as printed",
    "way_eliminated": "Lagrange's equations after elimination",
    "way_hamilton": "Hamilton's equations",
    "way_newton_euler": "balances of Newton and Euler",
    "way_hinge_balances": "moments about the hinges",
    "way_gibbs_appell": "Gibbs and Appell's equations",
    "way_kane": "Kane's equations",
    "way_ggl": "Gear, Gupta and Leimkuhler",
    "way_null_space": "null space, minimal coordinates",
    "way_augmented_lagrangian": "augmented Lagrangian",
    "way_baumgarte": "Baumgarte stabilisation",
    "way_index1": "index 1, not stabilised",
    "compare_motions_same": (
        "the same motion: {count} derivations and formulations differ by at most {within} of its size"
    ),
    "compare_motions_same_until": (
        "the same motion: {count} derivations and formulations differ by at most {within} of its size up "
        "to t = {until} s; after that no run meets the requested tolerance"
    ),
    "compare_motions_differ": (
        "not the same motion: {first} and {second} differ by {within} of its size up to t = {until} s,"
        " where their errors allow {bound}"
    ),
    "compare_motions_failed": "no verdict: {name} did not finish successfully: {why}",
    "compare_motions_alone": "no verdict: only one motion has an estimated error",
    "compare_drifts": (
        "ran to t = {t} s in a single run; its constraints drift by up to {position} in position and "
        "{velocity} in velocity: no error is estimated"
    ),
    "compare_drift": (
        "{name}: nothing brings the motion back onto the constraints; they are violated by up to "
        "{position} in position and {velocity} in velocity, in their own units"
    ),
    "compare_drift_damped": (
        "{name}: only gains keep the motion near the constraints; they are violated by up to {position} in "
        "position and {velocity} in velocity, in their own units"
    ),
    "compare_growth": (
        "the difference of {first} and {second} grows as exp({rate} t) from t = {start} s to {end} s"
    ),
    "compare_growth_lyapunov": (
        "the difference of {first} and {second} grows as exp({rate} t) from t = {start} s to {end} s; a"
        " small disturbance of the motion grows as exp({lyapunov} t) there (Lyapunov estimate)"
    ),
    "compare_unit_assumed": "{name} has no unit: its numbers are assumed to be in {unit}",
    "compare_left_out": "{name}: not compared, because the model has no column of that name: {names}",
    "compare_values_taken": "{name} was given {names} as well",
    "compare_other_same": (
        "{name} is the same system, as far as this motion shows: {count} columns differ by at most "
        "{within} of their sizes"
    ),
    "compare_other_same_until": (
        "{name} is the same system, as far as this motion shows: up to t = {until} s {count} columns "
        "differ by at most {within} of their sizes; after that neither run meets the requested tolerance"
    ),
    "compare_other_agrees": (
        "{name} is the same motion: all columns differ by at most {within} of their sizes"
    ),
    "compare_other_begins": (
        "{name} is not the same motion from the start: the columns differ by {apart} of their sizes there, "
        "and most in {column}, at t = {t} s; give both models the same initial values"
    ),
    "compare_other_differs": (
        "{name} is not the same system: from t = {first} s on the columns differ by more than the errors of"
        " both motions allow ({bound}), by up to {within} of their sizes; {column} differs most, at t = {t}"
        " s"
    ),
    "compare_measured": (
        "{name} differs from the motion by at most {part} % of the size of {column}, at t = {t} s; root"
        " mean square {rms} in SI units"
    ),
    "compare_other_failed": "no verdict about {name}: a run did not finish successfully: {why}",
    "compare_no_constraints": "there are no constraints",
    "compare_no_bodies": "the model has no bodies",
    "compare_not_of_bodies": "a force acts that belongs to no balance of a body",
    "compare_no_inertia": "a coordinate has no inertia",
    "compare_not_quadratic": "the kinetic energy is not quadratic in the speeds",
    "compare_dependent_forces": "forces depend on accelerations or on other forces",
    "compare_not_eliminated": "no closed form of all dependent coordinates was found",
    "compare_dead_points": (
        "the motion passes a dead point of every choice of independent coordinates that was tried"
    ),
    "compare_ggl_inputs": "this method supports neither inputs nor first-order states",
    "compare_ggl_events": "this method does not locate events",
    "compare_too_large": "{count} unknowns are too many to be solved as formulas, at most {most} are",
    "compare_not_mechanical": "the model has massless coordinates or unknown efforts",
    "compare_not_smooth": "the model has contacts, switches, jumps or delays",
    "compare_redundant": "the constraints are redundant",
    "result_compare_verdict": "verdict",
    "result_compare_note": "note",
    "result_compare_not_run": "not available for this model:",
    "result_compare_drifts": "drifts",
    "result_compare_until": "{value} until {t} s",
    "result_compare_head_run": "run",
    "result_compare_head_claim": "estimated error",
    "result_compare_head_difference": "difference",
    "result_compare_head_reactions": "of reactions",
    "result_compare_head_growth": "growth 1/s",
    "result_compare_head_lyapunov": "Lyapunov 1/s",
    "result_compare_head_energy": "energy error",
    "result_compare_head_position": "position error",
    "result_compare_head_velocity": "velocity error",
    "result_compare_head_evaluations": "evaluations",
    "result_compare_head_seconds": "time s",
    "result_compare_head_column": "column",
    "result_compare_head_largest": "largest difference",
    "result_compare_head_time": "at s",
    "result_compare_head_rms": "root mean square",
    "result_compare_head_relative": "of its size",
    "figure_compare_motions_title": "{about}: the motion of all runs",
    "figure_compare_motions_caption": "The same columns of all runs; where they agree, the curves coincide.",
    "figure_compare_differences_title": "{about}: differences",
    "figure_compare_differences_caption": (
        "The difference of every run from the first one ({first}), relative to the size of the motion. On "
        "a logarithmic axis an exponential is a straight line."
    ),
    "figure_compare_difference": "relative difference",
    "figure_compare_until": "tolerance met until",
    "figure_compare_lyapunov": "small disturbance, exp({rate} t)",
    "figure_compare_growth": "The difference itself grows as exp({rate} t).",
    "figure_compare_energies_title": "{about}: unexplained energy",
    "figure_compare_energies_caption": "The change of the energy that no work explains, for every run.",
    "figure_compare_energy": "unexplained energy",
    "figure_compare_drift_title": "{about}: drift of the constraints",
    "figure_compare_drift_caption": (
        "The violation of the constraints in every run, in SI units. Without stabilisation it grows; with "
        "gains it decays; projection, null space and Gear, Gupta and Leimkuhler's equations satisfy the "
        "constraints."
    ),
    "figure_compare_position": "constraints, position",
    "figure_compare_velocity": "constraints, velocity",
    "report_compared": "Other derivations and formulations",
    "report_compared_intro": (
        "The motion was computed again, at the same tolerance, with every derivation of the equations and "
        "every formulation of the constraints that this model allows. Differences are relative to the size "
        "of the motion."
    ),
    "report_compared_caption": "Runs of the same motion.",
}
