"""Sentences of the engine as templates, in English: `report/said.py` finds them and fills their blanks."""

SAID: dict[str, str] = {
    "report_say_ran": "ran to t = {t} s; {say}",
    "report_say_estimated": "estimated error {error}, asked for {rtol}",
    "report_say_until_worst": (
        "the estimated error meets {rtol} until t = {t} s; after that it reaches {error}, of"
        " `{name}` at t = {at} s: {say_why}"
    ),
    "report_say_more_than_asked": (
        "estimated error {error}, of `{name}` at t = {at} s, more than the {rtol} asked for: {say_why}"
    ),
    "report_say_rounding": "double precision holds no more here",
    "report_say_truncation": "finer steps still change it",
    "report_say_until": "the estimated error meets {rtol} until t = {t} s; after that it reaches {error}",
    "report_say_until_chaotic": (
        "the estimated error meets {rtol} until t = {t} s; after that the motion is chaotic: runs part, and"
        " this is one of the motions near it"
    ),
    "report_say_until_alone": (
        "the estimated error meets {rtol} until t = {t} s; after that it is not known:"
        " a run with other steps ended there"
    ),
    "report_say_fixed_steps": "fixed steps of {dt} s, whose error is not controlled",
    "report_say_not_known": ("its error is not known: finer steps would take more work than a run may have"),
    "report_say_interrupted": "stopped by the user at t = {t} s; what was computed is kept",
    "report_say_event_stopped": "the event `{name}` stopped the run at t = {t} s",
    "report_say_constraints_off": "ran to t = {t} s, but the constraints are off by {error} of their size",
    "report_say_unexplained": (
        "ran to t = {t} s, but {error} of the energy is unexplained, more than {say_what} should leave:"
        " {say_advice}"
    ),
    "report_say_such_steps": "such steps",
    "report_say_such_rtol": "rtol = {rtol}",
    "report_say_smaller_step": "try a step smaller than dt = {dt}",
    "report_say_kinks": (
        "jumps or kinks in the model (sign, step, if), or a motion too fast for its samples, may be the cause"
    ),
    "report_say_stopped": "stopped at t = {t} s: {say}",
    "report_say_seen": "{say}; seen there: {say_seen}",
    "report_say_seen_more": "{say}; {say_more}",
    "report_say_seen_nothing": (
        "{say}; nothing that was measured there tells why: inertia and constraints are regular, no"
        " divisor goes to zero, nothing switches or runs away"
    ),
    "report_say_rate": "the rate is not finite there",
    "report_say_rate_of": "the rate of `{name}` is not finite there",
    "report_say_singular": "accelerations are not determined there",
    "report_say_underflow": "the error asks for steps too small for double precision",
    "report_say_underflow_of": "the error of `{name}` asks for steps too small for double precision",
    "report_say_chattering": "the steps became so small that the run makes no headway",
    "report_say_off": "no way back to the constraints was found",
    "report_say_seen_ending": "`{name}` has no value beyond (its argument is {value})",
    "report_say_seen_divisor": "the divisor `{name}` goes to zero ({value})",
    "report_say_seen_inertia": "the inertia along {names} vanishes ({now}, at the start {start})",
    "report_say_seen_gradient": "the gradient of {names} vanishes ({now}, at the start {start})",
    "report_say_seen_dependent": "{names} become dependent ({now}, at the start {start})",
    "report_say_seen_runaway": "`{name}` runs away: it is {value} and changes by as much within {time} s",
    "report_say_seen_open": "the equations do not determine {names} any more ({now}, at the start {start})",
    "report_say_seen_switch": "`{name}` switches",
    "report_say_seen_clock": "the motion changes within {time} s, but times are {between} s apart there",
    "report_say_seen_stiff": "stability shortens {part} of the steps, try --method radau",
    "report_say_diverged": "the equations of a step have no solution near by; try a smaller --dt",
    "report_say_jumped": (
        "a constraint jumps there, and what has inertia cannot jump with it; let it rise over some time"
        " instead"
    ),
    "report_say_impulse": (
        "velocities jump there, and none were found that fit the momenta before (an unknown effort takes no"
        ' impulse); let the jump take some time, or give a table interpolate = "monotone"'
    ),
    "report_say_stiff": "stability holds the steps back; try --method radau",
    "report_say_exhausted": (
        "it has taken all the work that a run may have, for so many steps; shorten the time, or look for"
        " a motion far faster than the samples"
    ),
    "report_say_crowded": "events follow one another there too fast to be told apart",
    "report_say_paradox": (
        "friction presses a contact there the more the more it is pressed, and no motion with finite"
        " forces goes on (Painlevé's paradox); try a smaller friction, or a compliant contact"
    ),
    "report_say_jammed": "constraints drive the motion into a closed contact, and neither gives way",
    "report_say_samples": (
        "samples every {dt} s show modes above {limit} Hz at false frequencies, and the model has {modes} at"
        " its start: more samples show them as they are"
    ),
    "report_say_coarse": (
        "steps of {dt} s are coarse for modes at {modes}: a period should have {count} steps or more"
    ),
    "report_say_coarse_newmark": (
        "steps of {dt} s are coarse for modes at {modes}, which newmark shifts to {shifted}: a period should"
        " have {count} steps or more"
    ),
    "report_say_wedged": (
        "in {count} of the steps the forces of the contacts are right to 1e-4 only: they wedged one another"
    ),
    "report_say_rescued": (
        "{part} % of the evaluations were solved again numerically because a pivot lost its digits: right but"
        " slow; the mass matrix or the constraints are nearly singular there"
    ),
    "report_say_redundant": (
        "the constraints {names} depend on one another and agree: the motion is determined, their forces are"
        " shared out as small as possible"
    ),
    "report_say_became_stiff": (
        "stability held the steps back by t = {t} s, so {method} made the run: it is stiff"
    ),
    "report_say_compiler": (
        "for fast runs install a C compiler (gcc or clang), or: pip install ziglang; $DALEMBERT_CC names one"
    ),
    "report_say_compiler_broken": "{say}; the one that was found does not work: {message}",
    "report_say_cache_home": "there is no home folder for a cache; set {variable} to a folder of your own",
    "report_say_cache_made": (
        "the cache folder {path} cannot be made ({message}); set {variable} to another one"
    ),
    "report_say_cache_others": (
        "the cache folder {path} can be written to by others, so nothing in it is loaded; run chmod 700"
        " {again}, or set {variable} to a folder of your own"
    ),
    "report_say_cache_written": "the cache folder {path} cannot be written to; set {variable} to another one",
    "report_say_from": "from {name}",
    "report_say_from_equation": "from the equation of {name}",
    "report_say_put_in": "with {name} put in",
    "report_say_no_elimination": "not possible: where the constraints hold the equations are not finite",
    "report_say_momentum": "momentum of {name}",
    "report_say_cyclic": "{name} is cyclic: L does not contain it and nothing else acts on it",
    "report_say_energy": "energy",
    "report_say_timeless": "nothing depends on time, dissipates or does work",
    "report_say_between_impacts": "{say} (between impacts)",
    "report_say_jacobi": "Jacobi integral",
    "report_say_jacobi_why": "L does not contain time; this is not T + V",
    "report_say_no_christoffel": "C_matrix does not exist: M depends on the velocities",
    "report_say_skew": "M depends on time: M' - 2 C_matrix is skew up to its explicit rate",
    "report_say_not_linear": (
        "the equations are not linear in `{name}`; name the gravity parameter with --gravity NAME"
    ),
    "report_say_none_found": "no equilibrium was found from {starts} starts",
    "report_say_none_found_why": "no equilibrium was found from {starts} starts: {say}",
    "report_say_one_found": "1 equilibrium was found from {starts} starts",
    "report_say_found": "{count} equilibria were found from {starts} starts",
    "report_say_found_once": "{say}; {once} of them by one start only, so there may be more",
    "report_say_no_rest": "there is no rest under {names}",
    "report_say_no_balance": "nothing balances a force of {force} along ({where})",
    "report_say_left_forces": "at the nearest place forces are left that nothing balances ({where})",
    "report_say_shared": (
        "the forces of {names} are not determined one by one; the smallest that balance are given"
    ),
    "report_say_inputs_held": "inputs are held as they are at t = {t} s: {values}",
    "report_say_time_stands": "time stands in the equations themselves: they are those of t = {t} s",
    "report_say_flow_held": (
        "flow constraints hold their directions from the start: equilibria that a motion against them would"
        " lead to are not listed"
    ),
    "report_say_contact_open_all": (
        "the contact `{name}` is taken as open: equilibria that press it are not looked for"
    ),
    "report_say_dry_friction": "dry friction is left out: around these places others are at rest too",
    "report_say_friction_out_all": (
        "the friction of the contact `{name}` is left out: what only it holds is not looked for"
    ),
    "report_say_friction_out": "the friction of the contact `{name}` is left out",
    "report_say_contact_open": "the contact `{name}` is taken as open",
    "report_say_asymptotic": "asymptotically stable",
    "report_say_stable": "stable",
    "report_say_neutral": "neutral",
    "report_say_unstable": "unstable",
    "report_say_undecided": "undecided",
    "report_say_family": "one of a continuous family of dimension {count} (along {names}); {say}",
    "report_say_flow_kept": "{say}, if flow constraints are kept",
    "report_say_no_direction": "the constraints leave no direction free",
    "report_say_minimum": "the potential energy has a minimum",
    "report_say_minimum_damped": (
        "the potential energy has a minimum and damping reaches every motion, slowest at {rate}"
    ),
    "report_say_no_minimum": (
        "the potential energy has no minimum ({say_directions} of fall); in the linear equations gyroscopic"
        " forces hold it, and damping would take that away"
    ),
    "report_say_falls": "the potential energy falls in {say_directions} of {free}; it grows at {rate}",
    "report_say_oscillation_grows": "an oscillation grows; it grows at {rate}",
    "report_say_disturbance_grows": "a disturbance grows; it grows at {rate}",
    "report_say_no_return": "nothing brings it back in {say_directions}",
    "report_say_dies_out": "every disturbance dies out, the slowest at {rate}",
    "report_say_neither": "the linear equations have oscillations that neither grow nor die out",
    "report_say_vanishing": "the stiffness vanishes there: the linear equations do not tell",
    "report_say_one_direction": "1 direction",
    "report_say_directions": "{count} directions",
    "report_say_the_start": "the start",
    "report_say_an_equilibrium": "an equilibrium",
    "report_say_the_equilibrium": "the equilibrium ({say})",
    "report_say_nearest_equilibrium": "the equilibrium nearest to the start, of {count} ({say})",
    "report_say_only_firm": "the only equilibrium that is not unstable, of {count} ({say})",
    "report_say_nearest_firm": "the nearest equilibrium that is not unstable, of {count} ({say})",
    "report_say_not_resting": (
        "{say} is no equilibrium: what is not balanced there is {where}; the equations describe departures"
        " from the motion through it, for a short time"
    ),
    "report_say_moves_there": "the system moves there: {values}",
    "report_say_input_moves": (
        "the input `{name}` moves a constraint or acts by its rate: it is not among the inputs"
    ),
    "report_say_inputs_given": "inputs are held at these values: {values}",
    "report_say_with_inputs": "{say}, with {values}",
    "report_say_none_with_inputs": "with the inputs as they are at t = {t} s ({values}) {say}",
    "report_say_lasting": (
        "{say}; the linear equations stay the same along the motion through the start, and so do the modes"
    ),
    "report_say_not_lasting": "{say}, and the linear equations change along the motion through the start",
    "report_say_start_moves": (
        "the start moves ({values}), but these are the modes at rest: --at start has those of its motion"
    ),
    "report_say_steady_start": "the steady motion of the start",
    "report_say_find_rest": "places of rest are found by: dalembert equilibrium {command}",
    "report_say_assumed": "assumed: {names}",
    "report_say_no_accelerations": (
        "nothing gives all accelerations at {say}: some coordinates have no inertia there"
    ),
    "report_say_efforts_open": "the unknown efforts {names} are not determined at {say}",
    "report_say_force_not_finite": "the force of `{name}` is not finite at {say}",
    "report_say_inertia_not_finite": "the inertia of `{name}` is not finite at {say}",
    "report_say_no_derivative": "the forces on `{name}` have no finite derivative at {say}",
    "report_say_contact_closed": "the contact `{name}` is closed at {say}: its gap is {gap}",
    "report_say_no_linear": "there are no linear equations at {say}: the forces jump or have a kink there",
    "report_say_no_value": "the parameter `{name}` has no value",
    "report_say_effort_idle": "the effort `{name}` does no work: the motion does not feel it",
    "report_say_flat_constraint": (
        "the constraint `{name}` holds nothing at the start: its derivatives by {names} are zero there"
    ),
    "report_say_flat_effort": (
        "the effort constraint `{name}` does not determine {names}: where it is zero its derivative is"
        " zero too, as that of a square is"
    ),
    "report_say_effort_count": "there are {count} effort constraints ({names}) for {efforts} unknown efforts",
    "report_say_too_many": (
        "the equations of {names} are {count} equations only for {unknowns}: {more} too many, so they"
        " contradict or repeat one another"
    ),
    "report_say_no_t_end": "how long to simulate is not said",
    "report_say_too_large": "too large for this report: {count} coordinates",
    "report_say_unknown_here": "`{name}` is not known here",
    "report_say_no_point": "there is no point `{name}` in the scene",
}
