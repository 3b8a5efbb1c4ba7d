"""Words of the report, in English."""

MESSAGES: dict[str, str] = {
    "language_decimal_mark": ".",
    "report_report": "Report",
    "report_untitled": "A system",
    "report_made_by": "Report made by {program}",
    "report_contents": "Contents",
    "report_fragment": (
        "A section of a report by dalembert, for \\input; it needs amsmath, array, booktabs, longtable,"
        " graphicx."
    ),
    "report_figure": "Figure {number}.",
    "report_if": "if",
    "report_otherwise": "otherwise",
    "report_none": "none",
    "report_where": "Deeply nested parts are abbreviated:",
    "report_terms_cut": "{count} further terms are omitted here (⋯); the full expression is in {file}.",
    "report_symmetric": "{name} is symmetric: entries below the diagonal equal those above it.",
    "report_zeros_left_out": "Zero entries of {name} are omitted.",
    "report_entries_cut": "{shown} of {count} entries are printed; all of them are in {file}.",
    "report_system": "The system",
    "report_system_has": "The model has:",
    "report_count_coordinates": "coordinates: {count}",
    "report_count_displacement": "displacement constraints: {count}",
    "report_count_flow": "flow constraints: {count}",
    "report_count_effort": "effort constraints: {count}",
    "report_count_efforts": "unknown efforts: {count}",
    "report_count_states": "first-order states: {count}",
    "report_count_inputs": "inputs: {count}",
    "report_count_parameters": "parameters: {count}",
    "report_count_contacts": "contacts: {count}",
    "report_symbols": "Symbols",
    "report_symbols_read": (
        "“Name” is the name used in the model file. Values are given in the unit of their row, speeds in that"
        " unit per second; expressions are in SI units."
    ),
    "report_start_guess": (
        "A start value in brackets is a guess; the constraints determine the actual value. A dash means that"
        " no value is given."
    ),
    "report_coordinates": "Coordinates",
    "report_parameters": "Parameters",
    "report_inputs": "Inputs",
    "report_tables": "Tables",
    "report_efforts": "Unknown efforts",
    "report_states": "First-order states",
    "report_definitions": "Definitions",
    "report_outputs": "Outputs",
    "report_column_symbol": "Symbol",
    "report_column_name": "Name",
    "report_column_meaning": "Meaning",
    "report_column_value": "Value",
    "report_column_start": "Start",
    "report_column_speed": "Speed",
    "report_column_guess": "Guess",
    "report_column_unit": "Unit",
    "report_column_typed": "As written",
    "report_column_si": "In SI",
    "report_column_base": "Base units",
    "report_units": "Units in SI",
    "report_units_plain": "SI units used as written, with base units in brackets where they differ: {units}.",
    "report_units_read": "Quantities given in other units, converted to SI:",
    "report_input_table": "{name} is read from {file}: column {column} over {time}.",
    "report_lookup_table": "{name} is looked up in {file}, interpolated by {way}; beyond its ends: {beyond}.",
    "report_energies": "Energies, efforts and constraints",
    "report_kinetic": "Kinetic energy",
    "report_potential": "Potential energy",
    "report_dissipation": "Rayleigh dissipation function",
    "report_numbers": "In the equations these numbers stand for their parameters, exact and in SI units:",
    "report_energy_sum": "Total, after substitution of the definitions:",
    "report_work": "Efforts",
    "report_work_read": (
        "The effort on a coordinate is the coefficient of its virtual displacement in the virtual work."
    ),
    "report_loads": "Loads",
    "report_loads_read": (
        "Forces at points and torques on rotations, by components in fixed axes, and efforts on "
        "displacements. In the derivation they are part of the efforts on the coordinates."
    ),
    "report_constraints_displacement": "Displacement constraints",
    "report_constraints_flow": "Flow constraints",
    "report_constraints_effort": "Effort constraints",
    "report_multipliers": "The multiplier of each constraint is given beside it in brackets.",
    "report_contacts": "Contacts",
    "report_contacts_read": "For each contact: {signs}.",
    "report_sign_gap": "{sign} gap",
    "report_sign_restitution": "{sign} restitution",
    "report_sign_friction": "{sign} coefficient of sliding friction",
    "report_sign_sticking": "{sign} coefficient of static friction",
    "report_sign_slip": "{sign} tangential velocity",
    "report_sign_stiffness": "{sign} stiffness",
    "report_sign_damping": "{sign} damping",
    "report_sign_exponent": "{sign} exponent of the depth",
    "report_law_newton": (
        "The contact {name} is rigid: its gap cannot become negative, and impacts follow Newton's law."
    ),
    "report_law_poisson": (
        "The contact {name} is rigid: its gap cannot become negative, and impacts follow Poisson's law."
    ),
    "report_law_spring": (
        "The contact {name} is compliant: where its gap is negative, a spring and a damper act."
    ),
    "report_law_spring_alone": "The contact {name} is compliant: where its gap is negative, a spring acts.",
    "report_law_hunt_crossley": (
        "The contact {name} is compliant: where its gap is negative, its force follows the law of Hunt and"
        " Crossley."
    ),
    "report_law_elastic": (
        "At the penetration depth {depth} it exerts the force {force} and stores the energy {stored}, a part"
        " of V:"
    ),
    "report_law_damped": (
        "At the penetration depth {depth} it exerts the force {force}, stores the energy {stored}, a part of"
        " V, and dissipates through {spent}, a part of D:"
    ),
    "report_approach": "{name} is the speed of approach just before the impact.",
    "report_touching": "Contact equations",
    "report_touching_read": (
        "A contact exerts a compressive force {force} ≥ 0. It acts through the gradient of the gap:"
    ),
    "report_touching_rubs": (
        "The friction force {friction} acts along the tangential velocity; during sliding it equals the"
        " friction coefficient times the normal force and opposes the velocity:"
    ),
    "report_touching_equations": "Equations of motion with only this contact closed:",
    "report_touching_law": (
        "The equations of motion already contain {force}: it follows from V and D by the law above."
    ),
    "report_touching_gap": "Conditions of the closed gap:",
    "report_touching_cut": "The equations of further contacts are in {file}: {names}.",
    "report_together": "All contacts together",
    "report_together_read": (
        "Several contacts may be closed at the same time. With all contact forces the equations of motion are"
        " as follows; the force of an open contact is zero."
    ),
    "report_together_either": "For each rigid contact either the force or the gap is zero (complementarity):",
    "report_together_closed": "While a gap remains zero, the same holds for its acceleration:",
    "report_together_rows": "Rows of {signs}, in this order: {names}.",
    "report_contact_named": "Contact {name}",
    "report_impacts": "Impacts and contacts",
    "report_impacts_of_run": "Impacts",
    "report_impacts_none": "No impacts occurred.",
    "report_impacts_cut": "{shown} of {count} impacts are shown; all impacts together dissipated {lost}.",
    "report_impact_at_start": "An impact of {names} at the start changes the velocities: {speeds}.",
    "report_speed_changes": "{name} from {before} to {after}",
    "report_phases": "Contact phases",
    "report_phases_cut": "{shown} of {count} phases are shown.",
    "report_column_contacts": "Contacts",
    "report_column_impulses": "Impulses",
    "report_column_lost": "Energy lost",
    "report_column_from": "From",
    "report_column_to": "To",
    "report_column_closed": "Closed contacts",
    "report_column_sticking": "Sticking",
    "report_free": "free",
    "report_derivation": "Derivation of the equations of motion",
    "report_listed": "Definitions and their derivatives",
    "report_listed_read": (
        "The equations use these definitions and their derivatives by name,"
        " each listed once, after those it depends on."
    ),
    "report_listed_efforts": (
        "E is the effort of a definition: the left side of Lagrange's equation for it, including the "
        "efforts of everything that depends on it."
    ),
    "report_derivation_read": "Lagrange's equation is written for each coordinate. For this system it reads:",
    "report_coordinate": "Coordinate {name}",
    "report_zero_terms": "Vanishing terms: {names}.",
    "report_sum": "Adding these terms gives the equation of motion:",
    "report_results_only": (
        "For the remaining {count} coordinates only the result is given; all terms are in {file}."
    ),
    "report_coordinates_left": "The equations for {names} are not printed here; they are in {file}.",
    "report_matrices": "Matrix forms",
    "report_matrices_read": "With the coordinates in the order {names} the equations of motion are",
    "report_matrices_one": "In matrix form the equation of motion of {names} is",
    "report_gamma_read": (
        "Differentiated until the accelerations appear, the constraints have the right-hand side γ."
        " Displacement constraints come first, then flow constraints."
    ),
    "report_mcg": "Inertia, velocity and gravity terms",
    "report_mcg_read": (
        "The same equations in the form {form}: {G} contains the terms with the gravity parameter, {C} all"
        " others."
    ),
    "report_mcg_closed": (
        "In contact {name} takes the place of {C}: with the forces of the contacts, which are zero while"
        " these are open."
    ),
    "report_christoffel": (
        "{name} is formed with the Christoffel symbols of the mass matrix; multiplied by the velocities it"
        " gives the velocity terms."
    ),
    "report_besides": "Effort constraints and states",
    "report_effort_read": "They determine the unknown efforts.",
    "report_elimination": "Elimination",
    "report_elimination_read": (
        "Constraints that are linear in a coordinate are solved for it; the equation of motion of that"
        " coordinate then gives the multiplier."
    ),
    "report_steps_cut": "{count} further steps are not printed here; they are in {file}.",
    "report_remaining": "Remaining equations:",
    "report_remaining_of": "For {name}:",
    "report_conserved": "Conserved quantities",
    "report_conserved_none": "No conserved quantity is apparent from the form of the equations.",
    "report_constant": "Conserved: {name}, because {why}.",
    "report_verification": "Verification of the equations",
    "report_verified": (
        "The printed equations were compared with an independent derivation from the energies, by automatic"
        " differentiation, at {points} random states. The largest relative difference is {error}."
    ),
    "report_unseen": "They were not compared where {sides}: no such state was found.",
    "report_unverified": "The equations were not verified.",
    "report_structure": "Structure",
    "report_structure_unknown": "The structure of this model was not examined.",
    "report_structure_coordinates": "Coordinates",
    "report_structure_constraints": "Constraints",
    "report_structure_dof": "Degrees of freedom",
    "report_structure_states": "Independent states",
    "report_structure_index": "Differentiation index",
    "report_structure_redundant": "Redundant constraints",
    "report_structure_massless": "Coordinates without inertia",
    "report_index_read": (
        "Index {index}: the equations are differential-algebraic. The program reduces the index automatically"
        " and keeps the motion on the constraints."
    ),
    "report_flaws": "Remarks of the model check: {count}. The command dalembert check shows them.",
    "report_equilibria": "Equilibria",
    "report_column_number": "No.",
    "report_column_place": "Position",
    "report_column_stability": "Stability",
    "report_equilibrium_nearest": "No. {number} is the nearest to the start.",
    "report_equilibria_cut": "{shown} of {count} are shown.",
    "report_modes": "Natural frequencies",
    "report_modes_about": "Small motions about {place} ({kind}).",
    "report_undamped": "undamped",
    "report_damped": "damped",
    "report_gyroscopic": "gyroscopic",
    "report_general": "first-order form",
    "report_column_kind": "Kind",
    "report_column_hz": "Frequency / Hz",
    "report_column_damping": "Damping ratio",
    "report_column_eigenvalue": "Eigenvalue",
    "report_column_moving": "Largest motion",
    "report_mode_rigid": "rigid body",
    "report_mode_neutral": "neutral",
    "report_mode_oscillation": "oscillation",
    "report_mode_decay": "decay",
    "report_mode_growth": "growth",
    "report_unstable": "unstable",
    "report_modes_cut": "{shown} of {count} modes are shown.",
    "report_settings": "Case, settings and method",
    "report_case": "Case",
    "report_case_none": "the values in the model file",
    "report_values": "Other values given",
    "report_times": "Time",
    "report_samples": "Output intervals",
    "report_rtol": "Relative tolerance",
    "report_atol": "Absolute tolerance",
    "report_atol_chosen": "chosen from the sizes of the motion",
    "report_method_asked": "Requested method",
    "report_method_used": "Method used",
    "report_dt": "Step",
    "report_method_rk54": "Dormand–Prince 5(4), explicit Runge–Kutta",
    "report_method_rk853": "Dormand–Prince 8(5,3), explicit Runge–Kutta",
    "report_method_taylor": "Taylor series of the state, with the order chosen for the tolerance",
    "report_method_exponential": "matrix exponentials of a linear model, without steps",
    "report_method_radau": "Radau IIA of order 5, implicit Runge–Kutta for stiff systems",
    "report_method_newmark": "Newmark's method, fixed steps",
    "report_method_galpha": "generalised-α method, fixed steps",
    "report_method_rattle": "RATTLE, symplectic, fixed steps",
    "report_method_moreau": "Moreau–Jean time stepping of order 1 with contacts and friction",
    "report_method_cvodes": "CVODES of SUNDIALS, multistep",
    "report_method_ida": "IDA of SUNDIALS, multistep, on the original equations",
    "report_method_scipy": "a SciPy solver",
    "report_rtol_read": (
        "The tolerance applies to the result: the program integrates as much more accurately as needed, and"
        " estimates the error from runs with successively refined steps and from one with amplified rounding"
        " errors."
    ),
    "report_run": "Simulated motion",
    "report_status": "Status",
    "report_status_ok": "good",
    "report_status_limited": "requested accuracy not met throughout; see above",
    "report_status_flagged": "flagged: see below",
    "report_status_stopped": "stopped by an event",
    "report_status_interrupted": "stopped by the user",
    "report_status_failed": "failed",
    "report_reached": "End time reached",
    "report_achieved": "Estimated relative error",
    "report_not_estimated": "not estimated",
    "report_until": "Within tolerance until",
    "report_work_steps": "Steps",
    "report_work_rejected": "Rejected steps",
    "report_work_rhs": "Evaluations of the equations",
    "report_work_projections": "Projections onto the constraints",
    "report_animation_on_paper": "The animation of the motion is in {file}.",
    "report_ledger": "Energy balance and residuals",
    "report_ledger_energy": (
        "The energy T + V at the end equals that at the start, minus the energy dissipated or lost, plus the"
        " work done on the system and an unexplained residual."
    ),
    "report_ledger_jacobi": (
        "Jacobi's integral at the end equals that at the start, minus the energy dissipated or lost, plus the"
        " work done on the system and an unexplained residual."
    ),
    "report_ledger_account": "Item",
    "report_ledger_joule": "Value / J",
    "report_ledger_start": "At the start",
    "report_ledger_end": "At the end",
    "report_ledger_dissipated": "Dissipated",
    "report_ledger_friction": "Dissipated by friction",
    "report_ledger_impacts": "Lost at impacts",
    "report_ledger_efforts": "Work of efforts",
    "report_ledger_constraints": "Work of moving constraints",
    "report_ledger_time": "Work of energies that depend on time",
    "report_ledger_events": "Work of events that set values",
    "report_ledger_impulses": "Work of impulses",
    "report_ledger_projection": "Work of the projection onto the constraints",
    "report_ledger_remainder": "Unexplained residual",
    "report_ledger_error": (
        "The largest residual during the run, relative to the largest energies and works, is {error}."
    ),
    "report_shares": "By element and body, in J; the sums are those of the balance above.",
    "report_shares_entry": "Entry",
    "report_shares_start": "Stored at the start",
    "report_shares_end": "Stored at the end",
    "report_shares_taken": "Dissipated",
    "report_shares_given": "Work done",
    "report_shares_others": "others",
    "report_shares_sum": "sum",
    "report_residuals": (
        "The constraints are satisfied to {position} (positions) and {velocity} (velocities), relative to the"
        " magnitudes of their terms."
    ),
    "report_residuals_rounding": (
        "The constraints are satisfied to rounding error, in positions and velocities."
    ),
    "report_instants": "Instantaneous changes",
    "report_event_sets": (
        "At the event {name}, where the first expression is zero, the state jumps: on the right are the"
        " values before it, on the left those after it."
    ),
    "report_impulse_acts": (
        "The impulse {name} acts at t = {t}; apart from the impulses of constraints and contacts, the momenta"
        " jump by:"
    ),
    "report_sampled_read": (
        "Sampled values change at their samples only and stay constant in between; on the right are the"
        " values before the sample."
    ),
    "report_sampled_every": "{name} is sampled every {every} s, first at the start.",
    "report_events": "Events",
    "report_events_none": "No events occurred.",
    "report_events_cut": "{shown} of {count} events are shown.",
    "report_column_event": "Event",
    "report_column_time": "Time",
    "report_column_direction": "Direction",
    "report_rising": "rising",
    "report_falling": "falling",
    "report_remarks": "Assumptions and remarks",
    "report_remarks_none": "No assumptions were made, and there are no remarks.",
    "report_assumed": (
        "Neither given nor determined by a constraint, and therefore set to the guess or to zero: {names}."
    ),
    "report_moved": "{name} was changed by {by} at the start to satisfy the constraints.",
    "report_missing_forms": "A matrix form could not be given. ",
    "report_missing_elimination": "The elimination was not carried out. ",
    "report_missing_conserved": "Conserved quantities were not determined. ",
    "report_missing_equilibria": "Equilibria could not be computed. ",
    "report_missing_modes": "Natural frequencies could not be computed. ",
    "report_missing_free_bodies": "Free-body diagrams could not be drawn. ",
    "report_missing_motion": "The model was not simulated. ",
    "report_missing_figures": "A figure could not be drawn. ",
    "report_missing_animation": "There is no animation. ",
    "report_references": "References",
    "report_source": "The model file",
    "report_source_cut": "{shown} of {count} lines are printed.",
}
