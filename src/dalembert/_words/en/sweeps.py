"""Words of figures and reports of many runs, in English."""

MESSAGES: dict[str, str] = {
    "figure_rows_missing": (
        "{missing} of {every} runs are left out: they failed, their energy does not balance, or they have "
        "not been run yet."
    ),
    "figure_lines_title": "{about}: {name} varied",
    "figure_lines_caption": "Results of {runs} runs over {name}.",
    "figure_histories_of_runs_title": "{about}: {name}",
    "figure_histories_of_runs_caption": "{name} over time, {runs} runs.",
    "figure_map_title": "{about}: {names} varied",
    "figure_map_caption": "Results of {runs} runs over {names}.",
    "figure_at_values": "At {values}.",
    "figure_attractor": "attractor",
    "figure_basins_title": "{about}: basins of attraction",
    "figure_basins_caption": (
        "The attractor that each of {runs} runs reaches, over its initial values; attractors are "
        "distinguished by {names}."
    ),
    "figure_basins_ends": "Legend: {names} of the attractor, and the share of the runs that reach it.",
    "figure_distribution_title": "{about}: distributions",
    "figure_distribution_caption": "Distributions of the results of {runs} runs.",
    "figure_percentiles": "Lines: the values below which 5 %, 50 % and 95 % of the runs lie.",
    "figure_share": "share of the runs",
    "figure_parallel_title": "{about}: parallel coordinates",
    "figure_parallel_caption": (
        "Parallel coordinates of {runs} runs; each axis extends from the smallest to the largest value."
    ),
    "figure_parallel_colour": "Each line is a run; its colour shows {name}.",
    "figure_bifurcation_title": "{about}: bifurcation diagram",
    "figure_bifurcation_caption": "{names} after the transient, over {name}, {runs} runs.",
    "figure_section_title": "{about}: Poincaré section",
    "figure_section_caption": "{y} over {x} at each crossing, {runs} runs.",
    "figure_sobol_title": "{about}: Sobol indices",
    "figure_sobol_caption": "Sobol indices from {runs} runs, with 95 % confidence intervals.",
    "figure_sobol_remark": (
        "S: share of the variance due to a variable alone. T: including its interactions. Black lines: 95 "
        "% confidence intervals."
    ),
    "figure_morris_title": "{about}: elementary effects",
    "figure_morris_caption": "Elementary effects (Morris) from {runs} runs, with 95 % confidence intervals.",
    "figure_morris_remark": (
        "μ*: mean size of the effect of a variable over its whole distribution. σ: how much this effect "
        "varies with the values of all variables. Black lines: 95 % confidence intervals."
    ),
    "figure_some_runs": "Only {shown} of {every} runs are shown.",
    "figure_dropped": "{count} points of the design were left out because one of their runs has no result.",
    "report_many_runs": "Many runs",
    "report_many_runs_intro": (
        "The model was simulated {runs} times with different values of {names}. The numbers in this "
        "section describe these runs, in SI units."
    ),
    "report_many_runs_missing": (
        "{count} of the runs are left out: they failed, their energy does not balance, or they have not "
        "been run yet."
    ),
    "report_many_runs_value": "Value",
    "report_many_runs_from": "from",
    "report_many_runs_to": "to",
    "report_many_runs_count": "Different values",
    "report_many_runs_result": "Result",
    "report_many_runs_mean": "Mean",
    "report_many_runs_deviation": "Standard deviation",
    "report_many_runs_least": "Smallest",
    "report_many_runs_most": "Largest",
    "report_sobol_intro": (
        "Sobol indices of {name}: S is the share of its variance that a value causes by itself, T the "
        "share that it causes by itself or together with the others."
    ),
    "report_morris_intro": (
        "Elementary effects on {name} (Morris): μ* is the mean size of the effect of a value over its"
        " whole distribution, σ how much this effect varies."
    ),
}
