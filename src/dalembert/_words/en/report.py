"""Words of the report, in English."""

MESSAGES: dict[str, str] = {
    "language_names": "english",
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
    "report_where": "Parts that are nested deeply have names of their own:",
    "report_terms_cut": "{count} further terms are not printed here (⋯); the whole is in {file}.",
    "report_symmetric": "{name} is symmetric: entries below the diagonal equal those above it.",
    "report_zeros_left_out": "Entries of {name} that are zero are left out.",
    "report_entries_cut": "{shown} of {count} entries are printed; all are in {file}.",
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
        "“Name” is the name in the model file. Values are in the unit of their line, speeds in that unit per"
        " second; expressions are in SI units. Decimals are written with a point."
    ),
    "report_start_guess": (
        "A start in brackets is a guess: the constraints determine the value. A dash means that none is"
        " given."
    ),
    "report_coordinates": "Coordinates",
    "report_parameters": "Parameters",
    "report_inputs": "Inputs",
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
    "report_column_typed": "As typed",
    "report_column_si": "In SI",
    "report_column_base": "Base units",
    "report_units": "Units in SI",
    "report_units_plain": (
        "Units that are SI as written, with base units in brackets where these differ: {units}."
    ),
    "report_units_read": "What was given in other units, or written otherwise, is in SI:",
    "report_input_table": "{name} is read from {file}: column {column} over {time}.",
    "report_energies": "Energies, efforts and constraints",
    "report_kinetic": "Kinetic energy",
    "report_potential": "Potential energy",
    "report_dissipation": "Rayleigh dissipation function",
    "report_energy_sum": "Together, with definitions put in:",
    "report_work": "Efforts",
    "report_work_read": (
        "The effort on a coordinate is the coefficient of its virtual displacement in the virtual work."
    ),
    "report_constraints_displacement": "Displacement constraints",
    "report_constraints_flow": "Flow constraints",
    "report_constraints_effort": "Effort constraints",
    "report_multipliers": "The multiplier of each constraint stands beside it in brackets.",
    "report_contacts": "Contacts",
    "report_contacts_read": "For each contact: {signs}.",
    "report_sign_gap": "{sign} gap",
    "report_sign_restitution": "{sign} restitution",
    "report_sign_friction": "{sign} friction coefficient while it slides",
    "report_sign_sticking": "{sign} friction coefficient while it sticks",
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
        "The contact {name} gives way: where its gap is negative, a spring and a damper press."
    ),
    "report_law_spring_alone": "The contact {name} gives way: where its gap is negative, a spring presses.",
    "report_law_hunt_crossley": (
        "The contact {name} gives way: where its gap is negative, it presses by the law of Hunt and Crossley."
    ),
    "report_law_elastic": "With the depth {depth} it presses with {force} and stores {stored}, a part of V:",
    "report_law_damped": (
        "With the depth {depth} it presses with {force}, stores {stored}, a part of V, and dissipates by"
        " {spent}, a part of D:"
    ),
    "report_approach": "{name} is the speed of approach just before the impact.",
    "report_touching": "Equations of contact",
    "report_touching_read": (
        "A contact presses with a force {force} ≥ 0, compression being positive. It does on the coordinates"
        " what its gap does when they move:"
    ),
    "report_touching_rubs": (
        "Friction {friction} acts along the tangential velocity; while the contact slides, it is the"
        " coefficient times the force, against the velocity:"
    ),
    "report_touching_equations": "The equations of motion with this contact alone closed:",
    "report_touching_law": "The equations of motion hold {force} already: V and D give it, by the law above.",
    "report_touching_gap": "The closed gap gives:",
    "report_touching_cut": "The equations of further contacts are in {file}: {names}.",
    "report_together": "All contacts together",
    "report_together_read": (
        "Several contacts may be closed at once. With all of their forces the equations of motion are as"
        " follows; an open contact has none."
    ),
    "report_together_either": "Of each rigid contact either the force or the gap is zero:",
    "report_together_closed": "While a gap stays zero, its acceleration takes its place:",
    "report_together_rows": "Rows of {signs}, in this order: {names}.",
    "report_contact_named": "Contact {name}",
    "report_impacts": "Impacts and contacts",
    "report_impacts_of_run": "Impacts",
    "report_impacts_none": "No impact happened.",
    "report_impacts_cut": "{shown} of {count} impacts are shown; all of them together took {lost}.",
    "report_impact_at_start": "An impact at the very start, of {names}, changes the speeds: {speeds}.",
    "report_speed_changes": "{name} from {before} to {after}",
    "report_phases": "Phases",
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
        "The equations below have these definitions and their derivatives as names,"
        " each listed once, after those it is made of."
    ),
    "report_listed_efforts": (
        "E is the effort of a definition: the left side of Lagrange's equation for"
        " it, with that of everything made of it."
    ),
    "report_derivation_read": (
        "Lagrange's equation is set up for every coordinate. With the terms that this system has it reads:"
    ),
    "report_coordinate": "Coordinate {name}",
    "report_zero_terms": "Zero: {names}.",
    "report_sum": "Their sum is the equation of motion:",
    "report_results_only": (
        "For the other {count} coordinates only the result is given; every term is in {file}."
    ),
    "report_coordinates_left": "The equations of {names} are not printed here; they are in {file}.",
    "report_matrices": "Matrix forms",
    "report_matrices_read": "With the {count} coordinates in the order {names} the equations of motion are",
    "report_gamma_read": (
        "The constraints, differentiated until they hold the accelerations, have γ as their right side."
        " Displacement constraints come first, then flow constraints."
    ),
    "report_mcg": "Inertia, velocity and gravity terms",
    "report_mcg_read": (
        "The same equations as {form}: {G} holds the terms with the gravity parameter, {C} everything else."
    ),
    "report_christoffel": (
        "{name} holds the Christoffel symbols of the mass matrix; times the velocities it gives the velocity"
        " terms."
    ),
    "report_besides": "Effort constraints and states",
    "report_effort_read": "They determine the unknown efforts.",
    "report_elimination": "Elimination",
    "report_elimination_read": (
        "Constraints that are linear in a coordinate are solved for it; the equation of that coordinate then"
        " gives the multiplier."
    ),
    "report_steps_cut": "{count} further steps are not printed here; they are in {file}.",
    "report_remaining": "What is left:",
    "report_remaining_of": "Of {name}:",
    "report_conserved": "Conserved quantities",
    "report_conserved_none": "The form of the equations shows no conserved quantity.",
    "report_constant": "{name}, constant because of this: {why}.",
    "report_verification": "Verification of the equations",
    "report_verified": (
        "The printed equations were compared with an independent derivation from the energies, by automatic"
        " differentiation, at {points} random points. The largest relative error is {error}."
    ),
    "report_unseen": "They were not compared where {sides}: no point was found there.",
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
        "Index {index}: the equations are differential-algebraic. The program lowers the index by itself and"
        " keeps the motion on the constraints."
    ),
    "report_flaws": "The check of the model has {count} remarks; dalembert check shows them.",
    "report_equilibria": "Equilibria",
    "report_column_number": "No.",
    "report_column_place": "Place",
    "report_column_stability": "Stability",
    "report_equilibrium_nearest": "No. {number} is the nearest to the start.",
    "report_equilibria_cut": "{shown} of {count} are shown.",
    "report_modes": "Natural frequencies",
    "report_modes_about": "Small motions about this place, {kind}: {place}.",
    "report_undamped": "undamped",
    "report_damped": "damped",
    "report_gyroscopic": "gyroscopic",
    "report_general": "general",
    "report_column_kind": "Kind",
    "report_column_hz": "Frequency / Hz",
    "report_column_damping": "Damping ratio",
    "report_column_moving": "Moves most",
    "report_mode_rigid": "rigid body",
    "report_mode_neutral": "neutral",
    "report_mode_oscillation": "oscillation",
    "report_mode_decay": "decay",
    "report_mode_growth": "growth",
    "report_unstable": "unstable",
    "report_modes_cut": "{shown} of {count} modes are shown.",
    "report_settings": "Case, options and method",
    "report_case": "Case",
    "report_case_none": "the values of the model",
    "report_values": "Values given besides",
    "report_times": "Time",
    "report_samples": "Intervals of samples",
    "report_rtol": "Relative tolerance",
    "report_atol": "Absolute tolerance",
    "report_atol_chosen": "chosen from the sizes of the motion",
    "report_method_asked": "Method asked for",
    "report_method_used": "Method used",
    "report_dt": "Step",
    "report_method_rk54": "Dormand–Prince 5(4), explicit Runge–Kutta",
    "report_method_rk853": "Dormand–Prince 8(5,3), explicit Runge–Kutta",
    "report_method_radau": "Radau IIA of order 5, implicit Runge–Kutta for stiff systems",
    "report_method_newmark": "Newmark's method, fixed steps",
    "report_method_galpha": "generalised-α method, fixed steps",
    "report_method_rattle": "RATTLE, symplectic, fixed steps",
    "report_method_moreau": "Moreau–Jean time stepping of order 1 with contacts and friction",
    "report_method_cvodes": "CVODES of SUNDIALS, multistep",
    "report_method_ida": "IDA of SUNDIALS, multistep, on the equations as they stand",
    "report_method_scipy": "a solver of SciPy",
    "report_rtol_read": (
        "The tolerance is a promise about the result: the program runs as much tighter as is needed, and"
        " estimates the error from runs that refine one another and from one with enlarged rounding."
    ),
    "report_run": "The run",
    "report_status": "Status",
    "report_status_ok": "good",
    "report_status_limited": "the accuracy asked for is not met throughout: see above",
    "report_status_flagged": "flagged: see below",
    "report_status_stopped": "stopped by an event",
    "report_status_interrupted": "stopped by the user",
    "report_status_failed": "failed",
    "report_reached": "Last time reached",
    "report_achieved": "Estimated error, relative",
    "report_not_estimated": "not estimated",
    "report_until": "Below the tolerance until",
    "report_work_steps": "Steps",
    "report_work_rejected": "Rejected steps",
    "report_work_rhs": "Evaluations of the equations",
    "report_work_projections": "Projections onto the constraints",
    "report_figures": "Figures",
    "report_animation_on_paper": "The animation of the motion is in {file}.",
    "report_ledger": "Energy account and residuals",
    "report_ledger_energy": (
        "The energy T + V at the end is that at the start, less what was dissipated or lost, plus the works"
        " done on the system and the rest that is left unexplained."
    ),
    "report_ledger_jacobi": (
        "Jacobi's integral at the end is that at the start, less what was dissipated or lost, plus the works"
        " done on the system and the rest that is left unexplained."
    ),
    "report_ledger_account": "Account",
    "report_ledger_joule": "Value / J",
    "report_ledger_start": "At the start",
    "report_ledger_end": "At the end",
    "report_ledger_dissipated": "Dissipated",
    "report_ledger_friction": "Taken by friction",
    "report_ledger_impacts": "Lost at impacts",
    "report_ledger_efforts": "Work of efforts",
    "report_ledger_constraints": "Work of moving constraints",
    "report_ledger_time": "Work of energies that depend on time",
    "report_ledger_projection": "Work of the projection onto the constraints",
    "report_ledger_rest": "Unexplained rest",
    "report_ledger_error": "The largest rest of the run, against the largest energies and works, is {error}.",
    "report_residuals": (
        "The constraints hold to {position} (positions) and {velocity} (velocities), relative to the sizes of"
        " their terms."
    ),
    "report_events": "Events",
    "report_events_none": "No event happened.",
    "report_events_cut": "{shown} of {count} events are shown.",
    "report_column_event": "Event",
    "report_column_time": "Time",
    "report_column_direction": "Direction",
    "report_rising": "rising",
    "report_falling": "falling",
    "report_remarks": "Assumptions and remarks",
    "report_remarks_none": "Nothing was assumed, and there is nothing to remark.",
    "report_assumed": "Not given and not determined by a constraint, so taken as its guess or zero: {names}.",
    "report_moved": "{name} was moved by {by} at the start, so that the constraints hold.",
    "report_missing_forms": "A matrix form could not be given. ",
    "report_missing_elimination": "The elimination was not made. ",
    "report_missing_conserved": "Conserved quantities were not looked for. ",
    "report_missing_equilibria": "Equilibria could not be computed. ",
    "report_missing_modes": "Natural frequencies could not be computed. ",
    "report_missing_motion": "The model was not simulated. ",
    "report_missing_figures": "A figure could not be drawn. ",
    "report_missing_animation": "There is no animation. ",
    "report_references": "References",
    "report_source": "The model file",
    "report_source_cut": "{shown} of {count} lines are printed.",
}
