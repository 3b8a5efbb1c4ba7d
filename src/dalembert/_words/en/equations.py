"""Messages about kinematics, solved and linearised equations, and symmetries, in English."""

MESSAGES: dict[str, str] = {
    "report_kinematics": "Kinematics",
    "report_kinematics_positions": "The positions as functions of the coordinates:",
    "report_kinematics_solved": "The constraints give these coordinates as functions of the others:",
    "report_kinematics_velocities": "Differentiating with respect to time gives the velocities:",
    "report_kinematics_speeds": "The velocities in the kinetic energy:",
    "report_kinematics_squares": "The squares of the speeds:",
    "report_kinematics_energy": "The kinetic energy as written, after substitution, and collected:",
    "report_kinematics_energy_two": "The kinetic energy as written, and after substitution:",
    "report_kinematics_cut": "{count} further lines of the same kind are omitted here.",
    "report_solved": "Accelerations",
    "report_solved_one": "Equation {numbers}, solved for the acceleration:",
    "report_solved_read": "Equations {numbers}, solved for the accelerations:",
    "report_shapes": "Mode shapes",
    "report_shapes_read": "Amplitudes of the coordinates in each mode, the largest set to 1:",
    "report_copy": "Copy LaTeX",
    "report_copied": "Copied",
    "report_small": "Linearised equations",
    "report_small_read": "About the equilibrium {place}, small displacements satisfy",
    "report_small_values": "With the values of the parameters, in SI units:",
    "report_small_free": (
        "Linearised about {place}. With the values of the parameters, small displacements {names} of the"
        " free coordinates satisfy"
    ),
    "report_small_units": "Units: {units}.",
    "report_small_followers": "The other coordinates follow from the constraints, with these factors:",
    "report_small_frequencies": "Natural frequencies and decay rates:",
    "conserved_angular": "angular momentum",
    "conserved_common": "momentum",
    "conserved_angular_why": "L and the constraints do not change under a rotation that acts on {names}",
    "conserved_common_why": "L and the constraints do not change under a common displacement of {names}",
    "conserved_by_values": "{why}, with the given values of the parameters",
    "conserved_less_work": "{what} minus the work of the constant efforts",
    "conserved_work_why": "{why}, apart from constant efforts, which have a potential",
}
