"""Words of pages that run, in English."""

MESSAGES: dict[str, str] = {
    "animation_live_values": "Values of this motion",
    "animation_live_parameters": "Parameters",
    "animation_live_start": "Start",
    "animation_live_run": "Run",
    "animation_live_end": "end of the run",
    "animation_live_reset": "Reset values",
    "animation_live_link": "Link to these values",
    "animation_live_csv": "Save as CSV",
    "animation_live_keys": "Drag a joint or a mass of the mechanism to choose where it starts.",
    "animation_live_ledger": "Energy balance",
    "animation_live_estimating": "One run is shown; its error is being estimated …",
    "animation_live_met": "Estimated error: {error} (asked for: {rtol}).",
    "animation_live_limited": (
        "The estimated error stays below {rtol} until t = {until} s; at its largest it is {error}."
    ),
    "animation_live_balance": "The energy balance closes to {ledger}.",
    "animation_live_no_claim": "Nothing is known of its error.",
    "animation_live_ended": "The run ends at t = {t} s: {why}.",
    "animation_live_not_finite": "the rates are not finite",
    "animation_live_singular": "accelerations or multipliers are not determined",
    "animation_live_underflow": "ever smaller steps would be needed",
    "animation_live_off": "there is no way back to the constraints",
    "animation_live_too_long": "it takes more work than a page should do",
    "animation_live_no_start": (
        "No start satisfies the constraints with these values; the motion before is shown."
    ),
    "animation_live_not_allowed": "WebAssembly is not allowed here: the recorded motion is shown.",
    "animation_live_recorded": (
        "This page plays a recorded motion, and its values cannot be changed here: {reason}."
    ),
    "live_contact": "the contact {name} changes the equations of motion",
    "live_sampled": "{name} changes at sampling times",
    "live_impulse": "the impulse {name} is a jump of momentum",
    "live_event": "the event {name} changes or ends the run",
    "live_table": "{name} is read from a table or from the past",
    "live_switches": "forces switch, as dry friction does",
    "live_jumps_in_time": "it has kinks or jumps at given times",
    "live_method": "its runs are made by {method}, and those of a page by an explicit method",
    "live_refused": "{reason}",
    "live_drawing": "parts of its drawing ({kinds}) are known of the recorded motion only",
    "live_long": "its equations are too long for a page ({count} instructions)",
}
