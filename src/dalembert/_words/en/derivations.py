"""Messages about independent derivations of one system, in English."""

MESSAGES: dict[str, str] = {
    "report_derivations": "Independent derivations",
    "report_derivations_agree": (
        "The equations were derived in {count} ways, which agree to {error}: each is compared with "
        "Lagrange's equations, differentiated automatically from the energies."
    ),
    "report_derivations_differ": (
        "The derivations do not agree: {names} differ by up to {error}. Do not rely on these results,"
        " and please report this model."
    ),
    "report_derivations_one": "No other derivation could be compared with Lagrange's equations.",
    "report_derivations_missing": "Not compared: {name}: ",
    "report_column_derivation": "Derivation",
    "report_column_difference": "Largest difference",
    "report_column_states": "States",
    "report_by_lagrange": "Lagrange, as printed",
    "report_by_elimination": "Lagrange, after elimination",
    "report_by_hamilton": "Hamilton's equations",
    "report_by_gibbs_appell": "Gibbs–Appell",
    "report_by_kane": "Kane's equations",
    "report_by_newton_euler": "Newton–Euler",
    "report_by_hinge_balances": "Moments about the hinges",
    "report_newton_euler": "Newton–Euler equations",
    "report_newton_euler_read": (
        "No energy is used here. For every body, with components in fixed axes, these are its momentum {p} "
        "and its angular momentum {L} about its mass centre, their rates, and the forces and moments that "
        "these rates equal. Reactions of joints are unknowns."
    ),
    "report_newton_euler_space": (
        "No energy is used here. For every body these are its momentum {p}, with components in fixed axes, "
        "and for one that turns its angular velocity {omega} in body axes; entries of its rotation {R} from "
        "body axes to fixed axes have names. Reactions of joints are unknowns."
    ),
    "report_newton_euler_turning": (
        "Euler's equations in body axes, with the moment {M} about the mass centre:"
    ),
    "report_newton_euler_rates": "Their rates:",
    "report_newton_euler_balance": "They are equal to the forces and moments on the body:",
    "report_newton_euler_elements": "Forces and torques of the elements",
    "report_newton_euler_guides": (
        "Reactions that no joint condition determines do no work along the coordinates; these expressions "
        "vanish:"
    ),
    "report_bodies_left": "The equations of {count} further bodies are in {file}.",
    "report_hinge_balances": "Moments about the hinges",
    "report_hinge_balances_read": (
        "No energy is used here. For every hinge, this is the rate of the angular momentum {L} of all"
        " bodies beyond it, about the fixed point at which the hinge is at that instant; along a "
        "guide it is the rate of the momentum. The reaction of the hinge has no moment about it, and "
        "reactions between two bodies beyond it cancel: only those of joints that close loops remain."
    ),
    "report_hinge_balances_equal": "It is equal to the moment of the loads on these bodies:",
    "report_hinges_left": "The equations of {count} further hinges are in {file}.",
    "report_kane": "Kane's equations",
    "report_kane_read": (
        "The balances of all bodies are projected onto their partial velocities, the derivatives of "
        "velocity and angular velocity with respect to the rates of the coordinates {names}. Reactions "
        "that do no work drop out; no energy is used."
    ),
    "report_kane_active": "Generalised active forces:",
    "report_kane_inertia": "Generalised inertia forces, which are equal to them:",
    "report_gibbs_appell": "Gibbs–Appell equations",
    "report_gibbs_appell_bodies": (
        "The accelerations of the bodies give the energy of the accelerations {S}; terms without "
        "accelerations have no derivative and are omitted."
    ),
    "report_gibbs_appell_metric": (
        "The mass matrix is a metric; with its Christoffel symbols it gives the energy of the "
        "accelerations {S}. Terms without accelerations have no derivative and are omitted."
    ),
    "report_gibbs_appell_slopes": (
        "Its derivatives with respect to the accelerations equal the forces on the coordinates:"
    ),
}
