"""Messages about equilibria, linear equations, modes and efforts, in English."""

MESSAGES: dict[str, str] = {
    "equilibria_none": "no equilibrium was found from {starts} starts",
    "equilibria_none_since": "no equilibrium was found from {starts} starts: {why}",
    "equilibria_one": "1 equilibrium was found from {starts} starts",
    "equilibria_several": "{count} equilibria were found from {starts} starts",
    "equilibria_perhaps_more": (
        "{found}; {once} of them were reached from a single start only, so there may be more"
    ),
    "equilibria_all": "there are no further equilibria",
    "equilibria_all_within": "there are no further equilibria with {ranges}",
    "equilibria_maybe_more": (
        "further equilibria may exist: the search began at {starts} points with {ranges}"
    ),
    "equilibria_maybe_more_turn": "further equilibria may exist: the search began at {starts} points",
    "equilibria_undecided_near": (
        "near {point} it is not decided whether there are further equilibria; elsewhere there are none with"
        " {ranges}"
    ),
    "equilibria_undecided_turn": (
        "near {point} it is not decided whether there are further equilibria; elsewhere there are none"
    ),
    "range_of": "{low} ≤ {name} ≤ {high}",
    "range_in": "{low} ≤ {name} ≤ {high} {unit}",
    "equilibria_flow": "there is no state of rest under {names}",
    "equilibria_no_balance": "nothing balances a force of {force} along ({where})",
    "equilibria_forces_left": "at the closest approach unbalanced forces remain ({where})",
    "equilibria_forces_shared": (
        "the forces of {names} are not determined individually; the smallest that balance are given"
    ),
    "inputs_at_time": "inputs are held at their values at t = {t} s: {values}",
    "time_in_equations": "the equations depend explicitly on time; they are evaluated at t = {t} s",
    "equilibria_flow_kept": (
        "flow constraints keep their directions from the start; equilibria that could only be reached against"
        " them are not listed"
    ),
    "equilibria_dry_friction": "dry friction is neglected: neighbouring positions can be at rest as well",
    "equilibria_friction_out": (
        "the friction of the contact {name} is neglected, because the contact is compliant: positions that "
        "only friction holds are not searched for; they are found if the contact is rigid (with a "
        "restitution)"
    ),
    "friction_left_out": "the friction of the contact {name} is neglected",
    "equilibria_slips": (
        "friction at the contact {name} would have to carry {friction}, but it carries at most {limit}"
    ),
    "equilibria_sticking": (
        "friction holds {names}: neighbouring positions are in equilibrium as well, as long as "
        "friction suffices"
    ),
    "equilibria_contacts_shared": (
        "the forces of the contacts {names} are not unique: one distribution is given in which all of them "
        "are compressive"
    ),
    "equilibria_contacts_some": (
        "there are too many contacts to try every combination of closed ones; further equilibria may exist"
    ),
    "contact_closed": "the contact {name} is closed and acts as a constraint: {hold}",
    "hold_smooth": "it has no friction",
    "hold_sticks": "it sticks",
    "hold_slides": "it slides on its moving surface",
    "stable_on_contacts": "{why}; closed contacts: {names}",
    "stable_contact_unloaded": (
        "the closed contact {name} carries no force, so the linear equations are inconclusive"
    ),
    "stable_friction_full": (
        "the friction of the contact {name} is at its limit, so the linear equations are inconclusive"
    ),
    "no_modes": "constraints and closed contacts leave no free direction, so there are no modes",
    "contact_open": "the contact {name} is treated as open",
    "instants_left_out": "events that set values and impulses are neglected: {names}",
    "stability_asymptotic": "asymptotically stable",
    "stability_stable": "stable",
    "stability_neutral": "neutral",
    "stability_unstable": "unstable",
    "stability_undecided": "undecided",
    "stable_family": "one of a continuous family of dimension {count} (along {names}); {why}",
    "stable_if_flow_kept": "{why}, as long as the flow constraints hold",
    "stable_no_direction": "the constraints leave no direction free",
    "potential_energy": "the potential energy",
    "effective_potential": "the effective potential V − T₀",
    "stable_minimum": "{potential} has a minimum",
    "stable_minimum_damped": (
        "{potential} has a minimum and all motions are damped, the slowest at {rate} 1/s"
    ),
    "stable_fed": (
        "{potential} has a minimum,"
        " but efforts may feed small motions in a way that linear equations do not show"
    ),
    "stable_no_minimum": (
        "{potential} has no minimum (it decreases in {directions}); in the linear equations"
        " gyroscopic forces stabilise the equilibrium, which damping would undo"
    ),
    "stable_falls": ("{potential} decreases in {directions} of {free}; a disturbance grows at {rate} 1/s"),
    "stable_maximum": "{potential} has a maximum; a disturbance grows at {rate} 1/s",
    "stable_oscillation_grows": "an oscillation grows at {rate} 1/s",
    "stable_disturbance_grows": "a disturbance grows at {rate} 1/s",
    "stable_no_return": "there is no restoring force in {directions}",
    "stable_dies_out": "every disturbance decays, the slowest at {rate} 1/s",
    "stable_shapes_lacking": (
        "within rounding, vibrations at {frequencies} rad/s coincide and share a shape: in the linear"
        " equations a disturbance then grows in proportion to time, and nonlinear terms decide"
    ),
    "stable_neither": "the linear equations have oscillations that neither grow nor decay",
    "stable_stiffness_vanishes": "the stiffness vanishes there, so the linear equations are inconclusive",
    "one_direction": "1 direction",
    "directions": "{count} directions",
    "place_start": "the start",
    "place_an_equilibrium": "an equilibrium",
    "place_equilibrium": "the {stability} equilibrium",
    "place_nearest": "the equilibrium nearest to the start, which is {stability}",
    "place_only_firm": "the only {stability} equilibrium of {count}",
    "place_nearest_firm": "the nearest {stability} equilibrium of {count}",
    "place_not_resting": (
        "{place} is not an equilibrium: {where} is unbalanced there; the equations describe deviations from"
        " the motion through it, for a short time"
    ),
    "place_moves": "the system moves there: {values}",
    "input_not_free": (
        "the input {name} moves a constraint or acts through its rate, so it is not among the inputs"
    ),
    "linear_without_outputs": (
        "outputs that use forces or accelerations are not among those of the linear equations: {names}"
    ),
    "inputs_given": "inputs are held at these values: {values}",
    "place_with_inputs": "{place}, with {values}",
    "modes_none_with_inputs": "with the inputs as they are at t = {t} s ({values}) {why}",
    "modes_lasting": (
        "{why}; the linear equations, and so the modes, stay the same along the motion through the start"
    ),
    "modes_not_lasting": "{why}, and the linear equations change along the motion through the start",
    "modes_start_moves": (
        "the start is in motion ({values}), but these are the modes at rest; --at start gives those of the"
        " motion"
    ),
    "place_steady_start": "the steady motion of the start",
    "advice_find_rest": "equilibria are found by: dalembert equilibrium {command}",
    "start_assumed": "assumed: {names}",
    "place_forces_open": "forces that depend on forces have no unique solution at {place}",
    "place_no_accelerations": (
        "the accelerations are not all determined at {place}: some coordinates have no inertia there"
    ),
    "place_efforts_bend": (
        "there are no linear equations about {place}: the effort constraints {names} bind speeds, with slopes"
        " that change along the motion"
    ),
    "place_efforts_open": "the unknown efforts {names} are not determined at {place}",
    "place_force_not_finite": "the force of {name} is not finite at {place}",
    "place_inertia_not_finite": "the inertia of {name} is not finite at {place}",
    "place_no_derivative": "the forces on {name} have no finite derivative at {place}",
    "place_contact_closed": "the contact {name} is closed at {place}: its gap is {gap}",
    "analysis_sampled": "{name} is sampled, and an analysis without a run knows no samples",
    "analysis_delayed": "an analysis without a run does not know the delayed value {name}",
    "analysis_dependent_force": "an expression depends on {name}, which only a simulation computes",
    "place_no_linear": "the equations cannot be linearised at {place}: the forces jump or have a kink there",
    "place_given": "{values}",
    "place_no_state_space": "there is no state space at {place}: {reason}",
    "linear_open": "the linear equations do not determine {names}",
    "linear_needs_rate": "an input acts where nothing has inertia or damping: its rate would be needed",
    "campbell_not_resting": (
        "{count} of the {places} points are not equilibria: at {value}, {where} is unbalanced"
    ),
    "inverse_jumps": (
        "the motion of {name} has {functions}: at its jumps and kinks the efforts are infinite for an"
        " instant, which no sample shows"
    ),
    "inverse_table_si": "the table of {name} is taken as SI, although its unit is {unit}",
    "inverse_in_addition": (
        "the model itself acts on {names}, too: the computed efforts come in addition to its own"
    ),
    "inverse_other_inputs": "other inputs act by their own laws: {names}",
    "inverse_inputs_sought": "the laws of {names} in the model are not used, since these inputs are sought",
    "inverse_forces_open": "the forces of {names} are not determined by the motion",
    "inverse_expression": "{text}",
    "inverse_table": "a table of {count} points, cubic spline",
    "inverse_on_input": "the input {name}",
    "inverse_on_coordinate": "{name}",
}
