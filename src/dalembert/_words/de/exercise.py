"""Messages about exercises in German: worksheets, solutions, marks and hints."""

MESSAGES: dict[str, str] = {
    "exercise_exercise": "Übungsaufgabe",
    "exercise_variant": "Übungsaufgabe, Variante {number}",
    "exercise_solution": "Lösung: {title}",
    "exercise_name": "Name, Vorname",
    "exercise_date": "Datum",
    "exercise_marks": "Punkte (von {of})",
    "exercise_task": "Aufgabe",
    "exercise_given": "Gegeben",
    "exercise_question": "{number}. {title} ({marks} Punkte)",
    "exercise_kinematics": "Kinematik",
    "exercise_energies": "Energien",
    "exercise_equations": "Bewegungsgleichungen",
    "exercise_frequencies": "Kleine Schwingungen",
    "exercise_accelerations": "Beschleunigungen zu Beginn",
    "exercise_ask_kinematics": "Geben Sie diese Größen als Funktionen von {names} und den Parametern an.",
    "exercise_ask_energies": "Geben Sie die kinetische Energie {T} und die potentielle Energie {V} an.",
    "exercise_ask_energy_T": "Geben Sie die kinetische Energie {T} an.",
    "exercise_ask_energy_V": "Geben Sie die potentielle Energie {V} an.",
    "exercise_coordinates": "Koordinaten: {names}.",
    "exercise_known": "Achsen und Winkel sind so gewählt, dass gilt:",
    "exercise_points": "In den Achsen der Zeichnung liegen diese Punkte bei",
    "exercise_ask_equations": "Leiten Sie die Bewegungsgleichung jeder Koordinate her.",
    "exercise_ask_constrained": (
        "Leiten Sie die Bewegungsgleichung jeder Koordinate her, mit den Multiplikatoren der"
        " Zwangsbedingungen."
    ),
    "exercise_open": "Die Kontakte seien offen.",
    "exercise_ask_frequencies": (
        "Linearisieren Sie um die Gleichgewichtslage {place} und geben Sie die Eigenkreisfrequenzen mit"
        " ihrer Einheit an."
    ),
    "exercise_ask_damped": (
        "Linearisieren Sie um die Gleichgewichtslage {place} und geben Sie die Kreisfrequenzen der gedämpften"
        " Schwingungen mit ihrer Einheit an."
    ),
    "exercise_ask_accelerations": (
        "Geben Sie die Beschleunigungen zu Beginn, {place}, mit ihrer Einheit an."
    ),
    "exercise_dissipation": "Dämpfer und Reibung haben die Dissipationsfunktion",
    "exercise_template_1": (
        "Schreiben Sie Ihre Antworten hinter = oder :, in der Modellsprache oder in LaTeX."
    ),
    "exercise_template_2": "Namen wie im Arbeitsblatt; x' ist eine Geschwindigkeit, x'' eine Beschleunigung.",
    "exercise_template_3": (
        "Eine eingerückte Zeile setzt die vorige fort. Was hinter # steht, wird nicht gelesen."
    ),
    "exercise_too_large": "Das Modell hat {count} Koordinaten, ein Arbeitsblatt hat Platz für {most}",
    "exercise_quantity": "die Größe {name}",
    "exercise_column_answer": "Antwort",
    "exercise_column_marks": "Punkte",
    "exercise_column_found": "Ergebnis",
    "exercise_total": "Summe",
    "exercise_standing_right": "richtig",
    "exercise_standing_partly": "teilweise richtig",
    "exercise_standing_wrong": "falsch",
    "exercise_standing_unit": "welche Einheit?",
    "exercise_standing_unreadable": "nicht lesbar",
    "exercise_standing_blank": "keine Antwort",
    "hint_missing": "Ein Term fehlt",
    "hint_missing_with": "Ein Term mit {what} fehlt",
    "hint_missing_constant": "Ein Term ohne Koordinaten fehlt",
    "hint_extra": "Der Term {term} gehört nicht hierher",
    "hint_sign": "Prüfen Sie das Vorzeichen des Terms {term}",
    "hint_factor": "Prüfen Sie den Faktor des Terms {term}: seine Zahlen und Parameter",
    "hint_term": "Der Term {term} stimmt nicht: Prüfen Sie seine Funktionen und Größen",
    "hint_multiplier": (
        "Ein Multiplikator hat hier ein anderes Vorzeichen oder einen anderen Faktor als in den übrigen"
        " Gleichungen"
    ),
    "hint_unplaced": "Das stimmt nicht, und zwar in mehr als einem oder zwei Termen",
    "hint_more": "und {count} weitere",
    "hint_empty": "Das gilt für jede beliebige Bewegung",
    "hint_constraint": "Das folgt allein aus den Zwangsbedingungen und sagt nichts über Kräfte",
    "hint_dependent": "Das folgt aus den Gleichungen darüber und sagt nichts Neues",
    "hint_other_equation": "Das ist die Gleichung von {name}: Sie gehört dorthin",
    "hint_one_equation": "Gefragt ist eine einzige Gleichung",
    "hint_expression": "Schreiben Sie hinter {key} = einen Ausdruck ohne weiteres =",
    "hint_coordinates": "Schreiben Sie es in Koordinaten und Parametern, ohne {names}",
    "hint_unit": "Geben Sie die Einheit an, zum Beispiel {unit}",
    "hint_other_unit": "Die Einheit misst etwas anderes; passend wäre {unit}",
    "hint_number": (
        "Geben Sie eine Zahl mit Einheit an, zum Beispiel in {unit}, oder einen Ausdruck der Parameter"
    ),
    "hint_number_sign": "Der Betrag stimmt: Prüfen Sie das Vorzeichen",
    "hint_number_wrong": "Die Zahl stimmt nicht",
    "hint_turns": "Achten Sie auf 2π: Kreisfrequenzen stehen in rad/s, Frequenzen in Hz",
    "hint_unreadable": "{why}",
}
