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
    "animation_live_met": "Estimated error: {error} (tolerance: {rtol}).",
    "animation_live_limited": (
        "The estimated error stays below {rtol} until t = {until} s; at its largest it is {error}."
    ),
    "animation_live_balance": "The energy balance closes to {ledger}.",
    "animation_live_no_claim": "Its error is not known.",
    "animation_live_ended": "The run ends at t = {t} s: {why}.",
    "animation_live_not_finite": "the rates are not finite",
    "animation_live_singular": "accelerations or multipliers are not determined",
    "animation_live_underflow": "ever smaller steps would be needed",
    "animation_live_off": "the constraints could not be satisfied again",
    "animation_live_too_long": "it needs more computation than a page allows",
    "animation_live_no_start": (
        "No initial position satisfies the constraints with these values; the previous motion is shown."
    ),
    "animation_live_not_allowed": "WebAssembly is not allowed here: the recorded motion is shown.",
    "animation_live_recorded": (
        "This page plays a recorded motion, and its values cannot be changed here: {reason}."
    ),
    "animation_live_inside": (
        "No motion starts there: the start lies inside the contact {name}; the previous motion is shown."
    ),
    "animation_live_bound": (
        "No run begins with these values: {name} = {value}, but it must be "
        "{sign} {bound}; the previous motion is shown."
    ),
    "animation_live_no_end": "t = {end} s is not after the start at {start} s; the previous motion is shown.",
    "animation_live_no_run": ("No run begins with these values: {why}; the previous motion is shown."),
    "animation_live_open": ("The energy balance closes to {ledger} only: the motion shown may be wrong."),
    "animation_live_no_number": "{name} must be a finite number; its value stays as it was.",
    "animation_live_address": "Not understood in the address of this page, and left out: {text}.",
    "animation_live_stopped": "The event {name} ends the run at t = {t} s.",
    "animation_live_undecided": "the laws of contacts and switches do not determine the motion there",
    "animation_live_restitution": "a coefficient of restitution is not between 0 and 1",
    "animation_live_sticking": "a contact has less friction while it sticks than while it slides",
    "animation_live_friction": "a coefficient of friction is negative",
    "animation_live_event_inside": "what an event sets lies inside a contact",
    "animation_live_event_value": "an event sets a value that is not finite",
    "animation_live_event_off": "no state on the constraints is near what an event sets",
    "animation_live_event_again": (
        "an event comes back at once after what it sets, or events trigger one another without end"
    ),
    "animation_live_events": "Events",
    "animation_live_what": "Event",
    "animation_live_impacts": "Events, including {count} impacts",
    "animation_live_impact": "impact of {name}: {lost} J lost",
    "animation_live_sticks": "{name} sticks",
    "animation_live_slips": "{name} slips",
    "animation_live_rests": "{name} stays closed",
    "animation_live_opens": "{name} opens",
    "animation_live_more": "and {count} further events",
    "live_jumps_in_time": "a kink or jump at a given time changes its state, its contacts or another switch",
    "live_method": "it is run with {method}, but a page has only an explicit method",
    "live_refused": "{reason}",
    "live_drawing": "parts of its drawing ({kinds}) are known only for the recorded motion",
    "live_long": "its equations are too long for a page ({count} instructions)",
    "live_event_results": "the event {name} depends on a force or an acceleration",
    "live_delay": "{name} is a delayed value",
    "live_dependent_start": "the start of {name} follows from other starts",
    "live_stop_of_dae": "an event ends the run of a model whose accelerations are solved numerically",
    "modes_general": "forces switch in a model whose accelerations are solved numerically",
    "modes_large": (
        "it has {count} coordinates together with contacts or switches; at most {most} are supported"
    ),
    "modes_redundant": "its constraints depend on one another, and it has switches or dry friction",
    "modes_efforts": "it has the unknown effort {name} together with contacts or switches",
    "modes_compliant": "the contact {name} is compliant",
    "modes_two_slips": "the contact {name} can slide in two directions",
    "modes_both": "it has both contacts and forces that switch",
    "modes_friction_twice": "the contact {name} has friction beside dry friction of another kind",
    "modes_contacts": "it has {count} contacts; at most {most} are supported",
    "modes_dependent": "forces depend on the forces of contacts",
    "modes_switches": "it has {count} switching functions; at most {most} are supported",
    "modes_many": "its contacts and switches have {count} modes; at most {most} are supported",
}
