"""Messages about comparisons of motions, in German."""

MESSAGES: dict[str, str] = {
    "way_lagrange": "Lagrange-Gleichungen",
    "way_printed": "Lagrange-Gleichungen wie gedruckt",
    "way_eliminated": "Lagrange-Gleichungen nach Elimination",
    "way_hamilton": "Hamilton-Gleichungen",
    "way_newton_euler": "Bilanzen nach Newton und Euler",
    "way_hinge_balances": "Momente um die Gelenke",
    "way_gibbs_appell": "Gleichungen von Gibbs und Appell",
    "way_kane": "Kane-Gleichungen",
    "way_ggl": "Gear, Gupta und Leimkuhler",
    "way_null_space": "Nullraum, Minimalkoordinaten",
    "way_augmented_lagrangian": "erweiterte Lagrange-Funktion",
    "way_baumgarte": "Stabilisierung nach Baumgarte",
    "way_index1": "Index 1, nicht stabilisiert",
    "compare_motions_same": (
        "dieselbe Bewegung: {count} Herleitungen und Formulierungen unterscheiden sich um höchstens"
        " {within} ihrer Größe"
    ),
    "compare_motions_same_until": (
        "dieselbe Bewegung: {count} Herleitungen und Formulierungen unterscheiden sich bis t = {until} s "
        "um höchstens {within} ihrer Größe; danach hält kein Lauf mehr die verlangte Toleranz ein"
    ),
    "compare_motions_differ": (
        "nicht dieselbe Bewegung: {first} und {second} unterscheiden sich bis t = {until} s um {within}"
        " ihrer Größe, erlaubt wären nach ihren Fehlern {bound}"
    ),
    "compare_motions_failed": "kein Urteil: {name} wurde nicht erfolgreich beendet: {why}",
    "compare_motions_alone": "kein Urteil: nur für eine Bewegung ist der Fehler geschätzt",
    "compare_drifts": (
        "in einem einzigen Lauf bis t = {t} s simuliert; die Zwangsbedingungen driften um bis zu "
        "{position} in der Lage und {velocity} in der Geschwindigkeit: Der Fehler wird nicht geschätzt"
    ),
    "compare_drift": (
        "{name}: Nichts bringt die Bewegung auf die Zwangsbedingungen zurück; sie sind um bis zu {position}"
        " in der Lage und {velocity} in der Geschwindigkeit verletzt, in ihren eigenen Einheiten"
    ),
    "compare_drift_damped": (
        "{name}: nur Verstärkungen halten die Bewegung nahe an den Zwangsbedingungen; sie sind um bis zu "
        "{position} in der Lage und {velocity} in der Geschwindigkeit verletzt, in ihren eigenen Einheiten"
    ),
    "compare_growth": (
        "der Unterschied von {first} und {second} wächst von t = {start} s bis {end} s wie exp({rate} t)"
    ),
    "compare_growth_lyapunov": (
        "der Unterschied von {first} und {second} wächst von t = {start} s bis {end} s wie exp({rate} t);"
        " eine kleine Störung der Bewegung wächst dort wie exp({lyapunov} t) (Schätzung des"
        " Ljapunow-Exponenten)"
    ),
    "compare_unit_assumed": "{name} hat keine Einheit: Für die Zahlen wird {unit} angenommen",
    "compare_left_out": "{name}: nicht verglichen, weil das Modell keine Spalte dieses Namens hat: {names}",
    "compare_values_taken": "{name} wurde ebenfalls mit {names} gerechnet",
    "compare_other_same": (
        "{name} ist dasselbe System, soweit diese Bewegung es zeigt: {count} Spalten unterscheiden sich um"
        " höchstens {within} ihrer Größe"
    ),
    "compare_other_same_until": (
        "{name} ist dasselbe System, soweit diese Bewegung es zeigt: Bis t = {until} s unterscheiden sich "
        "{count} Spalten um höchstens {within} ihrer Größe; danach hält keiner der Läufe mehr die "
        "verlangte Toleranz ein"
    ),
    "compare_other_agrees": (
        "{name} ist dieselbe Bewegung: Alle Spalten unterscheiden sich um höchstens {within} ihrer Größe"
    ),
    "compare_other_begins": (
        "{name} ist schon am Anfang nicht dieselbe Bewegung: Die Spalten unterscheiden sich dort um "
        "{apart} ihrer Größe, am meisten {column} bei t = {t} s; geben Sie beiden Modellen dieselben "
        "Anfangswerte"
    ),
    "compare_other_differs": (
        "{name} ist nicht dasselbe System: Ab t = {first} s unterscheiden sich die Spalten um mehr, als die"
        " Fehler beider Bewegungen erlauben ({bound}), um bis zu {within} ihrer Größe; am meisten {column}"
        " bei t = {t} s"
    ),
    "compare_measured": (
        "{name} weicht von der Bewegung um höchstens {part} % der Größe von {column} ab, bei t = {t} s;"
        " quadratisches Mittel {rms} in SI-Einheiten"
    ),
    "compare_other_failed": "kein Urteil über {name}: Ein Lauf wurde nicht erfolgreich beendet: {why}",
    "compare_no_constraints": "es gibt keine Zwangsbedingungen",
    "compare_no_bodies": "das Modell hat keine Körper",
    "compare_not_of_bodies": "es wirkt eine Kraft, die zu keiner Bilanz eines Körpers gehört",
    "compare_no_inertia": "eine Koordinate hat keine Trägheit",
    "compare_not_quadratic": "die kinetische Energie ist nicht quadratisch in den Geschwindigkeiten",
    "compare_dependent_forces": "Kräfte hängen von Beschleunigungen oder von anderen Kräften ab",
    "compare_not_eliminated": "für die abhängigen Koordinaten wurde keine geschlossene Form gefunden",
    "compare_dead_points": (
        "die Bewegung geht bei jeder versuchten Wahl unabhängiger Koordinaten durch einen Totpunkt"
    ),
    "compare_ggl_inputs": "dieses Verfahren kennt weder Eingänge noch Zustände erster Ordnung",
    "compare_ggl_events": "dieses Verfahren sucht keine Ereignisse",
    "compare_too_large": (
        "{count} Unbekannte sind zu viele, um als Formeln gelöst zu werden, höchstens {most} sind es"
    ),
    "compare_not_mechanical": "das Modell hat masselose Koordinaten oder unbekannte Kräfte",
    "compare_not_smooth": "das Modell hat Kontakte, Schalter, Sprünge oder Verzögerungen",
    "compare_redundant": "die Zwangsbedingungen sind redundant",
    "result_compare_verdict": "Urteil",
    "result_compare_note": "Anmerkung",
    "result_compare_not_run": "für dieses Modell nicht vorhanden:",
    "result_compare_drifts": "driftet",
    "result_compare_until": "{value} bis {t} s",
    "result_compare_head_run": "Lauf",
    "result_compare_head_claim": "geschätzter Fehler",
    "result_compare_head_difference": "Unterschied",
    "result_compare_head_reactions": "der Reaktionen",
    "result_compare_head_growth": "Wachstum 1/s",
    "result_compare_head_lyapunov": "Ljapunow 1/s",
    "result_compare_head_energy": "Energiefehler",
    "result_compare_head_position": "Fehler der Lage",
    "result_compare_head_velocity": "Fehler der Geschwindigkeit",
    "result_compare_head_evaluations": "Auswertungen",
    "result_compare_head_seconds": "Zeit s",
    "result_compare_head_column": "Spalte",
    "result_compare_head_largest": "größter Unterschied",
    "result_compare_head_time": "bei s",
    "result_compare_head_rms": "quadratisches Mittel",
    "result_compare_head_relative": "seiner Größe",
    "figure_compare_motions_title": "{about}: die Bewegung aller Läufe",
    "figure_compare_motions_caption": (
        "Dieselben Spalten aller Läufe; wo sie übereinstimmen, fallen die Kurven zusammen."
    ),
    "figure_compare_differences_title": "{about}: Unterschiede",
    "figure_compare_differences_caption": (
        "Die Abweichung jedes Laufs vom ersten ({first}), bezogen auf die Größe der Bewegung. Auf einer "
        "logarithmischen Achse ist eine Exponentialfunktion eine Gerade."
    ),
    "figure_compare_difference": "relativer Unterschied",
    "figure_compare_until": "Toleranz eingehalten bis",
    "figure_compare_lyapunov": "kleine Störung, exp({rate} t)",
    "figure_compare_growth": "Der Unterschied selbst wächst wie exp({rate} t).",
    "figure_compare_energies_title": "{about}: unerklärte Energie",
    "figure_compare_energies_caption": "Die Änderung der Energie, die keine Arbeit erklärt, in jedem Lauf.",
    "figure_compare_energy": "unerklärte Energie",
    "figure_compare_drift_title": "{about}: Drift der Zwangsbedingungen",
    "figure_compare_drift_caption": (
        "Die Verletzung der Zwangsbedingungen in jedem Lauf, in SI-Einheiten. Ohne Stabilisierung wächst "
        "sie; Verstärkungen lassen sie abklingen; Projektion, Nullraum und die Gleichungen von Gear, Gupta "
        "und Leimkuhler halten die Zwangsbedingungen ein."
    ),
    "figure_compare_position": "Zwangsbedingungen, Lage",
    "figure_compare_velocity": "Zwangsbedingungen, Geschwindigkeit",
    "report_compared": "Andere Herleitungen und Formulierungen",
    "report_compared_intro": (
        "Die Bewegung wurde mit derselben Toleranz noch einmal berechnet: mit jeder Herleitung der "
        "Gleichungen und jeder Formulierung der Zwangsbedingungen, die für dieses Modell möglich ist. "
        "Unterschiede sind auf die Größe der Bewegung bezogen."
    ),
    "report_compared_caption": "Läufe derselben Bewegung.",
}
