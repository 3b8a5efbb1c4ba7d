"""Words of figures and reports of many runs, in German."""

MESSAGES: dict[str, str] = {
    "figure_rows_missing": (
        "{missing} von {every} Läufen sind ausgelassen: Sie sind gescheitert, ihre Energiebilanz geht "
        "nicht auf, oder sie sind noch nicht gerechnet."
    ),
    "figure_lines_title": "{about}: {name} variiert",
    "figure_lines_caption": "Ergebnisse von {runs} Läufen über {name}.",
    "figure_histories_of_runs_title": "{about}: {name}",
    "figure_histories_of_runs_caption": "{name} über der Zeit, {runs} Läufe.",
    "figure_map_title": "{about}: {names} variiert",
    "figure_map_caption": "Ergebnisse von {runs} Läufen über {names}.",
    "figure_at_values": "Bei {values}.",
    "figure_attractor": "Attraktor",
    "figure_basins_title": "{about}: Einzugsgebiete",
    "figure_basins_caption": (
        "Der Attraktor, den jeder von {runs} Läufen erreicht, über dessen Anfangswerten; Attraktoren sind "
        "nach {names} unterschieden."
    ),
    "figure_basins_ends": "Legende: {names} des Attraktors und der Anteil der Läufe, die ihn erreichen.",
    "figure_distribution_title": "{about}: Verteilungen",
    "figure_distribution_caption": "Verteilungen der Ergebnisse von {runs} Läufen.",
    "figure_percentiles": "Linien: die Werte, unter denen 5 %, 50 % und 95 % der Läufe liegen.",
    "figure_share": "Anteil der Läufe",
    "figure_parallel_title": "{about}: Parallelkoordinaten",
    "figure_parallel_caption": (
        "Parallelkoordinaten von {runs} Läufen; jede Skala reicht vom kleinsten zum größten Wert."
    ),
    "figure_parallel_colour": "Jede Linie ist ein Lauf; ihre Farbe zeigt {name}.",
    "figure_bifurcation_title": "{about}: Bifurkationsdiagramm",
    "figure_bifurcation_caption": "{names} nach dem Einschwingen über {name}, {runs} Läufe.",
    "figure_section_title": "{about}: Poincaré-Schnitt",
    "figure_section_caption": "{y} über {x} bei jedem Durchgang, {runs} Läufe.",
    "figure_sobol_title": "{about}: Sobol-Indizes",
    "figure_sobol_caption": "Sobol-Indizes aus {runs} Läufen, mit Vertrauensbereichen von 95 %.",
    "figure_sobol_remark": (
        "S: Anteil der Varianz, den eine Größe allein verursacht. T: mit ihren Wechselwirkungen. "
        "Schwarze Linien: Vertrauensbereiche von 95 %."
    ),
    "figure_morris_title": "{about}: Elementareffekte",
    "figure_morris_caption": (
        "Elementareffekte nach Morris aus {runs} Läufen, mit Vertrauensbereichen von 95 %."
    ),
    "figure_morris_remark": (
        "μ*: mittlere Größe des Effekts einer Variablen über ihre ganze Verteilung. σ: wie stark "
        "dieser Effekt mit den Werten aller Variablen schwankt. Schwarze Linien: Vertrauensbereiche "
        "von 95 %."
    ),
    "figure_some_runs": "Nur {shown} von {every} Läufen sind gezeigt.",
    "figure_dropped": (
        "{count} Punkte des Versuchsplans wurden ausgelassen, weil einer ihrer Läufe kein Ergebnis hat."
    ),
    "report_many_runs": "Viele Läufe",
    "report_many_runs_intro": (
        "Das Modell wurde {runs}-mal mit anderen Werten von {names} simuliert. Die Zahlen dieses "
        "Abschnitts stammen aus diesen Läufen und sind in SI-Einheiten."
    ),
    "report_many_runs_missing": (
        "{count} der Läufe sind ausgelassen: Sie sind gescheitert, ihre Energiebilanz geht nicht auf, "
        "oder sie sind noch nicht gerechnet."
    ),
    "report_many_runs_value": "Größe",
    "report_many_runs_from": "von",
    "report_many_runs_to": "bis",
    "report_many_runs_count": "Verschiedene Werte",
    "report_many_runs_result": "Ergebnis",
    "report_many_runs_mean": "Mittel",
    "report_many_runs_deviation": "Standardabweichung",
    "report_many_runs_least": "Kleinster Wert",
    "report_many_runs_most": "Größter Wert",
    "report_sobol_intro": (
        "Sobol-Indizes von {name}: S ist der Anteil der Varianz, den eine Größe allein verursacht, T "
        "der Anteil, den sie allein oder gemeinsam mit den anderen verursacht."
    ),
    "report_morris_intro": (
        "Elementareffekte auf {name} (Morris): μ* ist die mittlere Größe des Effekts einer Größe über"
        " ihre ganze Verteilung, σ sagt, wie stark dieser Effekt schwankt."
    ),
}
