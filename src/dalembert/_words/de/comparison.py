"""Messages about comparisons of a user's equations and energies, in German."""

MESSAGES: dict[str, str] = {
    "compare_right_same": "richtig: Das ist die Gleichung von {name}",
    "compare_right_factor": "richtig: Das ist die Gleichung von {name}, multipliziert mit {factor}",
    "compare_right_combination": "richtig: Das folgt aus den Bewegungsgleichungen",
    "compare_right_constraint": (
        "richtig, folgt aber allein aus den Zwangsbedingungen: Eine Bewegungsgleichung ist nicht enthalten"
    ),
    "compare_right_energy": "richtig: Das ist {what}",
    "compare_right_constant": (
        "richtig: Das ist {what} bis auf eine Konstante, die keine Bewegungsgleichung ändert"
    ),
    "compare_empty": "gilt für jede beliebige Bewegung und sagt daher nichts über dieses System",
    "compare_undecided": (
        "lässt sich für sich allein durch ein passendes {names} erfüllen, was immer die übrigen "
        "Terme sind: bitte auch die anderen Gleichungen angeben"
    ),
    "compare_not_evaluated": (
        "ließ sich an zu wenigen Zuständen auswerten: Wurzeln und Logarithmen negativer Werte und "
        "Divisionen durch null suchen"
    ),
    "compare_not_seen": (
        "stimmt überall, wo verglichen wurde, aber es wurde kein Zustand gefunden mit {sides}: "
        "Dort kann es falsch sein"
    ),
    "compare_not_weighed": (
        "stimmt überall, wo verglichen wurde; {terms} war aber nirgends groß genug, um beurteilt zu werden"
    ),
    "compare_wrong": "falsch: {first}",
    "compare_wrong_of": "falsch, verglichen mit der Gleichung von {name}: {first}",
    "compare_wrong_energy": "falsch, verglichen mit {what}: {first}",
    "compare_wrong_multiplier": (
        "falsch: {first}; an anderer Stelle steht {names} mit anderem Vorzeichen oder Faktor"
    ),
    "compare_wrong_unplaced": (
        "falsch: an {states} Zuständen nicht erfüllt, und wenige Terme erklären es nicht"
    ),
    "compare_transposed": "Vorzeichen oder Faktor von {names} weichen ab",
    "compare_missing": "Der Term {term} fehlt",
    "compare_missing_of": "Der Term {term} ({nature}) fehlt",
    "compare_extra": "Der Term {term} gehört nicht hierher",
    "compare_sign": "Der Term {term} hat das falsche Vorzeichen",
    "compare_factor": "Der Term {term} hat einen falschen Faktor: richtig ist {right}",
    "compare_factor_unknown": "Der Term {term} hat einen falschen Faktor",
    "compare_term": "Statt des Terms {term} muss {right} stehen",
    "compare_term_unknown": "Statt des Terms {term} muss ein anderer stehen",
    "compare_dimension": "Der Term {term} hat die Einheit {own}, die übrigen Terme haben {others}",
    "compare_of_inertia": "Trägheit",
    "compare_of_coriolis": "Corioliskraft",
    "compare_of_centrifugal": "Zentrifugalkraft",
    "compare_of_constraint": "Zwangskraft",
    "compare_energy_T": "die kinetische Energie",
    "compare_energy_V": "die potentielle Energie",
    "compare_energy_E": "die Gesamtenergie T + V",
    "compare_energy_L": "die Lagrange-Funktion T - V",
    "compare_energy_H": "die Hamilton-Funktion",
    "compare_multiplier_negative": "{name} ist mit entgegengesetztem Vorzeichen verwendet",
    "compare_multiplier_is": "{own} ist {name}",
    "compare_multiplier_times": "{own} ist {factor} mal {name}",
    "compare_multiplier_scaled": "{own} ist ein Vielfaches von {name}, das von den Parametern abhängt",
    "compare_inputs_by_law": "Die Eingänge sind als Funktionen der Zeit ausgeschrieben",
    "compare_contacts_open": (
        "Alle Kontakte gelten als offen: Ihre Kräfte kommen in den angegebenen Gleichungen nicht vor"
    ),
    "compare_no_states": (
        "Es wurden keine Zustände gefunden, an denen Zwangsbedingungen und Bewegungsgleichungen gelten"
    ),
    "compare_error": "Fehler",
    "compare_help": "Hilfe",
    "compare_note": "Hinweis",
    "compare_add": "ergänzen: {right}",
    "compare_add_left": "auf der linken Seite ergänzen: {right}",
    "compare_add_right": "auf der rechten Seite ergänzen: {right}",
    "compare_add_after": "nach {term} ergänzen: {right}",
    "compare_delete": "streichen",
    "compare_write": "stattdessen: {right}",
    "compare_states": "Verglichen an {states} zufällig gewählten Zuständen mit anderen Parametern",
}
