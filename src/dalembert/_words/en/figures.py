"""Words of figures and animations, in English."""

MESSAGES: dict[str, str] = {
    "figure_a_model": "a model",
    "figure_time": "time",
    "figure_frequency": "frequency",
    "figure_amplitude": "amplitude",
    "figure_coordinates": "coordinates",
    "figure_speeds": "speeds",
    "figure_accelerations": "accelerations",
    "figure_histories": "coordinates and speeds",
    "figure_states": "first-order states",
    "figure_efforts": "unknown efforts",
    "figure_outputs": "outputs",
    "figure_inputs": "inputs",
    "figure_multipliers": "multipliers",
    "figure_contacts": "contact forces",
    "figure_reactions": "constraint reactions",
    "figure_energies": "energies",
    "figure_residuals": "residuals",
    "figure_over_time": "{about}: {what}",
    "figure_over_time_caption": "{what} over time.",
    "figure_over_title": "{about}: {names} over {x}",
    "figure_over_caption": "{names} over {x}.",
    "figure_phase_title": "{about}: phase portraits",
    "figure_phase_caption": "Phase portraits, speed over coordinate.",
    "figure_pairs_title": "{about}: pairs of coordinates",
    "figure_pairs_caption": "Pairs of coordinates, one over the other.",
    "figure_paths_title": "{about}: paths of points",
    "figure_paths_caption": "Paths of points, the same scale in both directions.",
    "figure_ends": "Circle: start. Square: end.",
    "figure_some_of": "Only {shown} of {every} are shown; others can be selected by name.",
    "figure_energy": "energy",
    "figure_work": "work",
    "figure_kinetic": "kinetic",
    "figure_potential": "potential",
    "figure_total": "total",
    "figure_jacobi": "Jacobi integral",
    "figure_drift": "change of energy",
    "figure_dissipated": "dissipated",
    "figure_by_friction": "dissipated by friction",
    "figure_at_impacts": "lost at impacts",
    "figure_by_efforts": "by efforts",
    "figure_by_constraints": "by moving constraints",
    "figure_by_time": "by time-dependent energies",
    "figure_by_events": "by events that set values",
    "figure_by_impulses": "by impulses",
    "figure_energy_title": "{about}: energy",
    "figure_energy_caption": (
        "Kinetic and potential energy and their sum; below, the work done since the start."
    ),
    "figure_energy_kept_caption": (
        "Kinetic and potential energy and their sum; below, the change of the energy since the start."
    ),
    "figure_energy_only_caption": "Kinetic and potential energy and their sum, which is constant to {part}.",
    "figure_elements_title": "{about}: energy by element",
    "figure_elements_caption": (
        "The energy stored in every element and body; below, the energy that each has dissipated, and the "
        "work that each has done."
    ),
    "figure_elements_stored": "stored in",
    "figure_elements_taken": "dissipated by",
    "figure_elements_given": "work of",
    "figure_elements_others": "others",
    "figure_remainder": "unexplained energy, relative",
    "figure_flagged": "flagged above this",
    "figure_asked": "requested tolerance",
    "figure_ledger_title": "{about}: energy balance",
    "figure_ledger_caption": (
        "The part of the change of energy that neither work nor dissipation explains, relative to the"
        " energies; at most {error}."
    ),
    "figure_position": "position",
    "figure_velocity": "velocity",
    "figure_residual": "residual, relative",
    "figure_residuals_title": "{about}: residuals of the constraints",
    "figure_residuals_caption": (
        "Violation of the constraints in position and velocity, relative to the magnitudes of their terms."
    ),
    "figure_floor": "Values below {floor} (rounding) are drawn at that level.",
    "figure_spectrum_title": "{about}: amplitude spectra",
    "figure_spectrum_caption": "Amplitude spectra of {names}.",
    "figure_spectrum_remark": (
        "Window: {window}; resolution {resolution} Hz; highest frequency {nyquist} Hz; the mean is removed."
    ),
    "figure_natural": "Dashed, with the frequency above: natural frequencies.",
    "figure_window_rectangular": "rectangular",
    "figure_window_hann": "Hann",
    "figure_window_hamming": "Hamming",
    "figure_window_blackman": "Blackman",
    "figure_window_flattop": "flat top",
    "figure_newmark": (
        "Steps of {dt} s shift the natural frequency {hz} Hz to {shifted} Hz (Newmark's method)."
    ),
    "figure_alias": (
        "{hz} Hz is above {nyquist} Hz, half the sampling rate, and appears aliased at {seen} Hz."
    ),
    "figure_false": (
        "The model has modes above {nyquist} Hz, half the sampling rate: they are aliased to lower"
        " frequencies. Use more samples to resolve them."
    ),
    "figure_difference": "difference",
    "figure_comparison_title": "{about}: comparison",
    "figure_comparison_caption": "The same columns of several motions; below, their difference from {first}.",
    "figure_interpolated": (
        "{name} has other output times: it was interpolated to those of the first motion, so the difference"
        " includes that error."
    ),
    "figure_not_finite": "Values that are not finite, or too large to draw, are left out: {names}.",
    "figure_not_positive": (
        "Values that are not positive have no place on a logarithmic axis and are left out: {names}."
    ),
    "figure_inaccurate": "Shaded: after {t} s the error may exceed {rtol} of the values, and be visible.",
    "figure_zero": "Zero throughout, and not drawn: {names}.",
    "figure_level": "Potential energy is measured from its initial value V₀ = {level} J.",
    "figure_magnitude": "magnitude",
    "figure_phase_angle": "phase",
    "figure_bode_title": "{about}: frequency response",
    "figure_bode_caption": "Frequency response about {place}: magnitude and phase.",
    "figure_about": "Linearised about {place}.",
    "figure_no_rest": (
        "The operating point is not an equilibrium: the response describes deviations from the motion "
        "through it."
    ),
    "figure_no_response": "No response: {names}.",
    "figure_campbell_title": "{about}: natural frequencies over {name}",
    "figure_campbell_caption": "Campbell diagram: natural frequencies over {name}, about {place}.",
    "figure_orders": "Thin lines: multiples of the speed. Numbers: frequencies at which they cross a mode.",
    "figure_mode": "mode {number}",
    "figure_mode_shapes_title": "{about}: mode shapes",
    "figure_mode_shapes_caption": "Mode shapes about {place}.",
    "figure_shapes_drawn": "Dotted: at rest. Solid and dashed: the two ends of the oscillation, enlarged.",
    "figure_shapes_bars": "Bars: components of the shape in SI units, the largest is 1.",
    "figure_shapes_turning": "Orange: a quarter of a period later.",
    "figure_component": "component",
    "figure_many_events": "{count} events: too many to mark.",
    "figure_friction": "friction forces",
    "figure_free": "free system",
    "figure_impact": "impact",
    "figure_impact_of": "impact: {names}",
    "figure_touching": "contact: {names}",
    "figure_sticking": "sticking: {names}",
    "figure_sliding": "sliding: {names}",
    "figure_in_contact": "contact",
    "figure_all_the_time": "{what} throughout.",
    "figure_many_impacts": "{count} impacts: too many to mark.",
    "figure_many_phases": "{count} phases of contact: too many to shade.",
    "figure_jump": "Dashed: jumps at impacts.",
    "figure_failed": "The run failed at t = {t} s.",
    "figure_interrupted": "The run was interrupted at t = {t} s.",
    "figure_stopped": "An event stopped the run at t = {t} s.",
    "animation_untitled": "Motion",
    "animation_drawing": "Animated drawing: {title}",
    "animation_still": "Drawing of the initial position: {title}",
    "animation_noscript": "The animation needs JavaScript. The drawing shows the initial position.",
    "animation_controls": "Controls of the animation",
    "animation_play": "Play",
    "animation_pause": "Pause",
    "animation_back": "One frame back",
    "animation_on": "One frame forward",
    "animation_scrub": "Time",
    "animation_speed": "Speed",
    "animation_real_time": "real time",
    "animation_loop": "repeat",
    "animation_traces": "Paths",
    "animation_traces_fading": "fading",
    "animation_traces_complete": "complete",
    "animation_traces_none": "none",
    "animation_forces": "forces",
    "animation_names": "names",
    "animation_view": "Fit to view",
    "animation_nearer": "Zoom in",
    "animation_farther": "Zoom out",
    "animation_full": "Full screen",
    "animation_curves": "Curves",
    "animation_hide_curve": "Hide this curve",
    "animation_plot": "Over time: {names}",
    "animation_energies": "Energies",
    "animation_contacts": "Contact forces",
    "animation_kinetic": "kinetic",
    "animation_potential": "potential",
    "animation_total": "total",
    "animation_schematic": (
        "No scene is given, so the drawing is schematic: dials are angles, sliders are lengths, columns are"
        " other quantities, each between its smallest and its largest value."
    ),
    "animation_bodies_not_drawn": (
        "The {count} bodies are too many to be drawn; a [scene] of the model can show some of them."
    ),
    "animation_left_out": "Further quantities that are not shown: {count}.",
    "animation_real_time_note": "Shown in real time.",
    "animation_slower_note": "Shown {factor} times slower than real time.",
    "animation_faster_note": "Shown {factor} times faster than real time.",
    "animation_keys": "Space plays and pauses, ← and → step through the frames, F switches to full screen.",
    "animation_keys_plane": (
        "Space plays and pauses, ← and → step through the frames; the wheel (or + and −) zooms, dragging "
        "moves the drawing, 0 fits it to the view, F switches to full screen."
    ),
    "animation_keys_space": (
        "Space plays and pauses, ← and → step through the frames; drag the drawing (or press Shift and an "
        "arrow key) to rotate it, with Shift to move it; the wheel (or + and −) zooms, 0 fits it to the "
        "view, F switches to full screen."
    ),
    "animation_film_clock": "t = {time} s",
    "animation_film_no_ffmpeg": (
        "An MP4 film needs the program ffmpeg, which was not found. Install it (https://ffmpeg.org; Debian"
        " and Ubuntu: apt install ffmpeg, macOS: brew install ffmpeg, Windows: winget install ffmpeg), or"
        " make a GIF or an HTML animation."
    ),
    "animation_film_no_pillow": (
        "A GIF film needs the package Pillow: pip install pillow. An HTML animation needs nothing."
    ),
    "animation_film_failed": "ffmpeg could not make the film: {said}",
}
