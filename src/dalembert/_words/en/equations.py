"""What is said of kinematics, of solved and of linearised equations, in English."""

MESSAGES: dict[str, str] = {
    "report_kinematics": "Kinematics",
    "report_kinematics_positions": "The positions as functions of the coordinates:",
    "report_kinematics_solved": "The constraints give these coordinates as functions of the others:",
    "report_kinematics_velocities": "Differentiating with respect to time gives the velocities:",
    "report_kinematics_speeds": "The velocities in the kinetic energy:",
    "report_kinematics_squares": "The squares of the speeds:",
    "report_kinematics_energy": "The kinetic energy as written, after substitution, and collected:",
    "report_kinematics_cut": "{count} further lines of the same kind are left out here.",
    "report_solved": "Accelerations",
    "report_solved_read": "Solved for the accelerations, the equations of motion read:",
    "report_small": "Linearised equations",
    "report_small_read": "About the equilibrium {place}, small departures from it obey",
    "report_small_values": "With the values of the parameters, in SI units:",
    "report_small_frequencies": "Natural frequencies and decay rates:",
}
