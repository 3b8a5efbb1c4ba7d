"""Words of the summary of results, of extremes and loads, in English."""

MESSAGES: dict[str, str] = {
    "result_box": "Results",
    "result_dof": "Degrees of freedom",
    "result_equilibria": "Equilibria",
    "result_frequencies": "Natural frequencies",
    "result_frequency": "{hz} (period {period})",
    "result_about": "about {place}",
    "result_extremes": "Ranges",
    "result_loads": "Largest loads",
    "result_bearings": "Bearing loads",
    "result_load": "{name}: {value} at t\u00a0=\u00a0{t}",
    "result_contact": "contact force at",
    "result_friction": "friction at",
    "result_events": "Events",
    "result_event_once": "{kind}, {name}, at t\u00a0=\u00a0{t}",
    "result_event": "{kind}, {name}: {count} times, first at t\u00a0=\u00a0{t}",
    "result_kind_event": "event",
    "result_kind_impact": "impact",
    "result_kind_impulse": "impulse",
    "result_kind_touch": "contact closes",
    "result_kind_release": "contact opens",
    "result_kind_stick": "begins to stick",
    "result_kind_slip": "begins to slip",
    "result_accuracy": "Accuracy",
    "result_error": "estimated relative error {error}",
    "result_until": "error below {rtol} until t\u00a0=\u00a0{t}",
    "result_chaotic": "error below {rtol} until t = {t}; chaotic after that",
    "result_ledger": "energy balance closes to {error}",
    "result_remarks": "Remarks",
    "result_further": "{count} more in “{section}”",
    "report_equations": "Equations of motion",
    "report_equations_elsewhere": "{count} further equations are in {file}.",
    "report_motion": "Motion",
    "report_bearing": "Loads",
    "report_controllers": "Controllers",
    "report_controllers_read": (
        "The measured and the driven quantities of each controller; the equations of each controller follow."
    ),
    "report_controllers_caption": (
        "Block diagram of the controllers: driven quantities on the right, measured quantities fed back "
        "below."
    ),
    "report_free_bodies": "Free-body diagrams",
    "report_free_bodies_read": (
        "Each body is cut free from the others: its weight, the forces and torques of its joints and of "
        "the elements that are attached to it. An arrow shows the positive direction of a component on "
        "this body; a joint acts on its first body with the opposite of the force on its second. Forces "
        "and torques that stay zero are omitted."
    ),
    "report_free_bodies_caption": (
        "Free-body diagrams: weights (green), forces and torques of joints (orange) and of elements (blue)."
    ),
    "report_free_bodies_plane": "Momentum of each body, and angular momentum about its mass centre:",
    "report_free_bodies_space": (
        "Momentum of each body, and angular momentum L = R J ω about its mass centre, in fixed axes:"
    ),
    "report_free_bodies_coupled": (
        "Gears, belts and racks couple the values of joints by torques alone: the forces of their "
        "teeth and strands on the bearings are not part of the forces shown."
    ),
    "report_free_bodies_not_unique": (
        "Forces and torques with dashed arrows are not unique: joints are redundant, and the motion does "
        "not determine how they share the load. The values are one of many possibilities that agree with "
        "the motion."
    ),
    "result_without_couplings": "without the forces of teeth and belts on the bearings",
    "result_not_unique": "not unique",
    "report_extremes": "Extremes",
    "report_appendix": "Appendix",
    "report_column_quantity": "Quantity",
    "report_column_least": "Smallest",
    "report_column_most": "Largest",
    "report_column_at": "at t / s",
    "report_extremes_read": (
        "These are the extremes of the motion itself, also between the recorded rows, and the times at"
        " which it first reaches them."
    ),
    "report_extremes_cut": "{shown} of {count} quantities are listed; all of them are in {file}.",
    "report_bearing_read": "The table lists {kinds}.",
    "report_bearing_accelerations": "accelerations",
    "report_bearing_inputs": "inputs",
    "report_bearing_efforts": "unknown efforts",
    "report_bearing_friction": "friction forces",
    "report_bearing_contacts": "contact forces",
    "report_bearing_multipliers": "constraint forces (multipliers)",
    "report_steady": "Constant: {names}.",
}
