"""Messages about a run, in English."""

MESSAGES: dict[str, str] = {
    "run_ended": "ran to t = {t} s; {accuracy}",
    "run_error": "estimated error {error} (tolerance {rtol})",
    "run_error_until_worst": (
        "the estimated error meets {rtol} until t = {t} s; after that it reaches {error} for {name} at t = "
        "{at} s: {cause}"
    ),
    "run_error_too_large": (
        "estimated error {error} for {name} at t = {at} s exceeds the tolerance {rtol}: {cause}"
    ),
    "cause_rounding": "double precision allows no better here",
    "cause_truncation": "it still changes with smaller steps",
    "run_error_until": "the estimated error meets {rtol} until t = {t} s; after that it reaches {error}",
    "run_chaotic": (
        "the estimated error meets {rtol} until t = {t} s; after that the motion is chaotic: nearby"
        " trajectories diverge, and this is one of them"
    ),
    "run_stepped_over": (
        "ran to t = {t} s, but at t = {at} s the steps of {method} passed a narrow feature, where {name}"
        " changes quickly, as if it were not there: the motion is wrong from there on; use auto, rk853 or"
        " radau, which watch every step for such features"
    ),
    "run_integral_off": (
        "ran to t = {t} s, but {name} is off by up to {error} of its size: its integrand changes too quickly"
        " for a sum over 64 panels; write its antiderivative, or split it where the integrand changes quickly"
    ),
    "run_not_unique": (
        "the motion is unique only until t = {t} s: there {name} is zero and its slope infinite, so "
        "several motions continue from that state, and this is one of them"
    ),
    "run_error_unknown_after": (
        "the estimated error meets {rtol} until t = {t} s; after that it is not known: a run with other steps"
        " ended there"
    ),
    "run_fixed_steps": "fixed steps of {dt} s, whose error is not controlled",
    "run_error_unknown": "its error is unknown: finer steps would exceed the work limit of a run",
    "run_interrupted": "stopped by the user at t = {t} s; what was computed is kept",
    "run_stopped_by_event": "the event {name} stopped the run at t = {t} s",
    "run_constraints_off": "ran to t = {t} s, but the constraints are violated by {error} of their size",
    "run_values_missing": (
        "ran to t = {t} s, but some rows have no finite value; columns with such rows: {count}, first {name}"
        " at t = {first} s"
    ),
    "run_friction_gives": (
        "ran to t = {t} s, but friction in contacts adds {error} of the energy, while it can only take some:"
        " the motion is wrong, by a mistake of this program; {advice}"
    ),
    "advice_second_opinion": "compare with --method scipy:DOP853, and please report it",
    "run_energy_unexplained": (
        "ran to t = {t} s, but {error} of the energy is unexplained, more than {allowed} should leave:"
        " {advice}"
    ),
    "allowed_by_steps": "such steps",
    "allowed_by_rtol": "rtol = {rtol}",
    "advice_smaller_step": "try a step smaller than dt = {dt}",
    "advice_kinks": (
        "jumps or kinks in the model (sign, step, if), or a motion too fast for its samples, may be the cause"
    ),
    "run_failed": "stopped at t = {t} s: {reason}",
    "failure_seen": "{what}; seen there: {seen}",
    "in_turn": "{first}; {then}",
    "failure_unexplained": (
        "{what}; the cause is not apparent: inertia and constraints are regular, no divisor tends to zero,"
        " nothing switches or diverges"
    ),
    "failure_rate": "the rate is not finite there",
    "failure_rate_of": "the rate of {name} is not finite there",
    "failure_singular": "the accelerations are not determined there",
    "failure_underflow": "the required accuracy needs steps too small for double precision",
    "failure_underflow_of": "the accuracy of {name} needs steps too small for double precision",
    "failure_chattering": "the steps became too small for the run to make progress",
    "failure_off": "the constraints could not be satisfied again",
    "seen_root": (
        "{name} is not defined beyond this point (its argument is {value}); "
        "if it is to stay there, write max(…, 0) for the argument"
    ),
    "seen_ending": "{name} is not defined beyond this point (its argument is {value})",
    "seen_divisor": "the divisor {name} tends to zero ({value})",
    "seen_inertia": "the inertia along {names} vanishes ({now}, at the start {start})",
    "seen_gradient": "the gradient of {names} vanishes ({now}, at the start {start})",
    "seen_dependent": "{names} become dependent ({now}, at the start {start})",
    "seen_runaway": "{name} diverges: it is {value} and changes by as much within {time} s",
    "seen_open": "the equations no longer determine {names} ({now}, at the start {start})",
    "seen_jam": (
        "the forces that depend on {names} jam: the more they act, the more they grow (determinant"
        " {now}, at the start {start})"
    ),
    "seen_switch": "{name} switches",
    "seen_clock": (
        "the motion changes within {time} s, but double precision resolves time only to {between} s there"
    ),
    "seen_stiff": "stability limits {part}% of the steps, try --method radau",
    "failure_diverged": "the equations of a step have no solution nearby; try a smaller --dt",
    "failure_jumped": (
        "a constraint jumps there, and inertia prevents the motion from following it; let it change over a "
        "short time instead"
    ),
    "failure_impulse": (
        "velocities jump there, and no velocities were found that agree with the momenta before (an "
        "unknown effort cannot exert an impulse); let the jump take some time, or use interpolate = "
        '"monotone" for a table'
    ),
    "failure_stiff": "stability limits the steps; try --method radau",
    "failure_exhausted": (
        "the run reached its limit of work; shorten the time, or look for a motion far faster than the"
        " samples"
    ),
    "failure_crowded": "events follow one another there too quickly to be separated",
    "failure_event_again": (
        "the event {name} would fire again at once, without end: the values it sets trigger it again, or "
        "the times between its occurrences have become too short; let it stop the run, or use a contact, "
        "which can come to rest"
    ),
    "failure_event_value": "the event {name} sets {entry} to a value that is not finite",
    "failure_event_off": (
        "no state that satisfies the constraints was found near the values that the event {name} sets"
    ),
    "failure_event_inside": "the values that the event {name} sets lie inside the contact {contact}",
    "failure_impulse_value": "the impulse {name} is not finite",
    "failure_sample_value": "the sampled value {name} is not finite",
    "failure_paradox": (
        "friction, or another force that depends on a contact force, increases this contact force without "
        "limit there, and no motion with finite forces continues (Painlevé's paradox); try a smaller "
        "coefficient, or a compliant contact"
    ),
    "failure_undetermined": (
        "a contact closes there with an impact, and forces depend on its force: in the impact they are not"
        " determined, because they change with the velocities that jump, or would create energy; try a"
        " compliant contact"
    ),
    "failure_undecided": (
        "a contact closes there with an impact, and forces that depend on its force also depend on more"
        " switches, at zero or decided by forces, than can be tried in all combinations; write them as fewer"
        " abs, sign, min, max and if, or use a compliant contact"
    ),
    "failure_impulse_law": (
        "forces, or rates of states, depend on forces, which are impulses while {name} acts: there they are"
        " not determined, because they change with the velocities that jump; let the force act for some time"
    ),
    "failure_jammed": "constraints push the motion into a closed contact, and neither can yield",
    "remark_sampled_function": (
        "the function of the input {name} was sampled at {count} times into a cubic spline, which is within"
        " {error} of its largest value"
    ),
    "remark_samples": (
        "samples every {dt} s alias modes above {limit} Hz, and the model has modes at {modes} Hz at its"
        " start: more samples would resolve them"
    ),
    "remark_coarse_steps": (
        "steps of {dt} s are coarse for modes at {modes} Hz: a period should have {count} steps or more"
    ),
    "remark_coarse_newmark": (
        "steps of {dt} s are coarse for modes at {modes} Hz, which newmark shifts to {shifted} Hz: a period"
        " should have {count} steps or more"
    ),
    "remark_wedged": (
        "in {count} of the steps the contact forces are accurate to 4 digits only, because the contacts wedge"
        " one another"
    ),
    "remark_mean_forces": (
        "no contact forces fit the slips of an instant (Painlevé's paradox) at {count} of the rows, first at"
        " t = {first} s: the forces and accelerations there are means over a step"
    ),
    "remark_values_missing": (
        "outputs without a finite value at some rows: {count}, first {name} at t = {first} s"
    ),
    "remark_not_looked_at": "the steps of {method} are not watched for narrow peaks of forces",
    "remark_unwatched": (
        "the steps of {method} are not watched for narrow peaks of forces; the motion was examined for them"
        " afterwards, between its rows"
    ),
    "remark_pivots": (
        "{part} % of the evaluations were solved again numerically because a pivot lost accuracy: correct but"
        " slow; the mass matrix or the constraints are nearly singular there"
    ),
    "remark_delay_held": "before the start these have their initial values: {names}",
    "remark_delay_stiff": "the model is stiff; with delayed values the steps stay explicit, and short",
    "remark_impulse_outside": "the impulse {names} acts before or after the run, so it has no effect on it",
    "remark_event_moved": (
        "the values that the event {names} sets do not satisfy the constraints: they were moved onto them,"
        " positions first, then velocities, by the smallest change in the norm of M"
    ),
    "remark_redundant": (
        "the constraints {names} depend on one another without contradiction: the motion is determined, and "
        "the smallest of the possible constraint forces are given"
    ),
    "remark_not_unique": (
        "{names} are not unique: other forces in these redundant joints would give the same motion; "
        "{check} proposes a kind of joint with which they are unique"
    ),
    "remark_turns": (
        "stability limited the steps in a part of the run, which {method} took over: {spans}; the other steps"
        " are those of {other}"
    ),
    "remark_span": "from t = {first} to {last} s",
    "remark_spans_more": "and {count} times more",
    "remark_series": (
        "a first run by Taylor series cost {ratio} times less than one by {other}, so the run used {method}"
    ),
    "remark_stiff": "stability limited the steps by t = {t} s, so the run used {method}: the system is stiff",
    "compiler_missing": (
        "for fast runs install a C compiler (gcc or clang), or: pip install ziglang; $DALEMBERT_CC names one"
    ),
    "compiler_broken": "{hint}; the one that was found does not work: {message}",
    "source_refused": (
        "a defect of dalembert, please report it: the C compiler works, but not with our code ({message});"
        " what that code does was done without it, which takes longer"
    ),
    "cache_home": "there is no home folder for a cache; set {variable} to a folder of your own",
    "cache_made": "the cache folder {path} cannot be created ({message}); set {variable} to another one",
    "cache_others": (
        "the cache folder {path} can be written to by others, so nothing in it is loaded; run chmod 700"
        " {path}, or set {variable} to a folder of your own"
    ),
    "cache_written": "the cache folder {path} cannot be written to; set {variable} to another one",
    "end_assumed_periods": (
        "no end time is given: the run ends at t = {t} s, about {count} periods of the slowest natural"
        " oscillation ({hz} Hz, about {place})"
    ),
    "end_assumed_decay": (
        "no end time is given: the run ends at t = {t} s, about {count} time constants of the slowest decay"
        " ({time} s, about {place})"
    ),
    "start_moved": "{name} by {by}",
}
