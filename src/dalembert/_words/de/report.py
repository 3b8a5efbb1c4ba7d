"""Words of the report, in German."""

MESSAGES: dict[str, str] = {
    "language_decimal_mark": ",",
    "report_report": "Bericht",
    "report_untitled": "Ein System",
    "report_made_by": "Bericht, erstellt mit {program}",
    "report_contents": "Inhalt",
    "report_fragment": (
        "Ein Abschnitt eines Berichts von dalembert, für \\input; er braucht amsmath, array, booktabs,"
        " longtable, graphicx."
    ),
    "report_figure": "Bild {number}.",
    "report_if": "für",
    "report_otherwise": "sonst",
    "report_none": "keine",
    "report_where": "Tief verschachtelte Teile haben eigene Namen:",
    "report_terms_cut": "{count} weitere Terme sind hier nicht gedruckt (⋯); das Ganze steht in {file}.",
    "report_symmetric": "{name} ist symmetrisch: Die Einträge unter der Diagonalen gleichen denen darüber.",
    "report_zeros_left_out": "Einträge von {name}, die null sind, sind weggelassen.",
    "report_entries_cut": "{shown} von {count} Einträgen sind gedruckt; alle stehen in {file}.",
    "report_system": "Das System",
    "report_system_has": "Das Modell hat:",
    "report_count_coordinates": "Koordinaten: {count}",
    "report_count_displacement": "holonome Bindungen: {count}",
    "report_count_flow": "nichtholonome Bindungen: {count}",
    "report_count_effort": "Kraftbindungen: {count}",
    "report_count_efforts": "unbekannte Kraftgrößen: {count}",
    "report_count_states": "Zustände erster Ordnung: {count}",
    "report_count_inputs": "Eingänge: {count}",
    "report_count_parameters": "Parameter: {count}",
    "report_count_contacts": "Kontakte: {count}",
    "report_symbols": "Formelzeichen",
    "report_symbols_read": (
        "„Name“ ist der Name in der Modelldatei. Werte gelten in der Einheit ihrer Zeile, Geschwindigkeiten"
        " in dieser Einheit pro Sekunde, Ausdrücke in SI-Einheiten."
    ),
    "report_start_guess": (
        "Ein Anfangswert in Klammern ist ein Schätzwert: Die Bindungen bestimmen den Wert. Ein Strich heißt,"
        " dass keiner angegeben ist."
    ),
    "report_coordinates": "Koordinaten",
    "report_parameters": "Parameter",
    "report_inputs": "Eingänge",
    "report_tables": "Tabellen",
    "report_efforts": "Unbekannte Kraftgrößen",
    "report_states": "Zustände erster Ordnung",
    "report_definitions": "Definitionen",
    "report_outputs": "Ausgangsgrößen",
    "report_column_symbol": "Zeichen",
    "report_column_name": "Name",
    "report_column_meaning": "Bedeutung",
    "report_column_value": "Wert",
    "report_column_start": "Anfangswert",
    "report_column_speed": "Geschwindigkeit",
    "report_column_guess": "Schätzwert",
    "report_column_unit": "Einheit",
    "report_column_typed": "Angabe",
    "report_column_si": "Im SI",
    "report_column_base": "Basiseinheiten",
    "report_units": "Einheiten im SI",
    "report_units_plain": (
        "Einheiten, die schon SI-Einheiten sind, wo nötig mit den Basiseinheiten in Klammern: {units}."
    ),
    "report_units_read": "Angaben in anderen Einheiten oder Schreibweisen lauten im SI:",
    "report_input_table": "{name} wird aus {file} gelesen: Spalte {column} über {time}.",
    "report_lookup_table": "{name} wird in {file} nachgeschlagen, interpoliert mit {way}; "
    "jenseits der Enden: {beyond}.",
    "report_energies": "Energien, Kräfte und Bindungen",
    "report_kinetic": "Kinetische Energie",
    "report_potential": "Potentielle Energie",
    "report_dissipation": "Rayleighsche Dissipationsfunktion",
    "report_numbers": "In den Gleichungen stehen diese Zahlen für ihre Parameter, exakt und in SI-Einheiten:",
    "report_energy_sum": "Summe nach Einsetzen der Definitionen:",
    "report_work": "Kräfte",
    "report_work_read": (
        "Die Kraft auf eine Koordinate ist der Faktor ihrer virtuellen Verschiebung in der virtuellen Arbeit."
    ),
    "report_loads": "Lasten",
    "report_loads_read": (
        "Kräfte an Punkten und Momente an Drehungen, nach Komponenten in raumfesten Achsen,"
        " und was auf einzelne Verschiebungen wirkt."
        " In der Herleitung stehen sie unter den Kräften auf die Koordinaten."
    ),
    "report_constraints_displacement": "Holonome Bindungen",
    "report_constraints_flow": "Nichtholonome Bindungen",
    "report_constraints_effort": "Kraftbindungen",
    "report_multipliers": "Neben jeder Bindung steht in Klammern ihr Multiplikator.",
    "report_contacts": "Kontakte",
    "report_contacts_read": "Zu jedem Kontakt: {signs}.",
    "report_sign_gap": "{sign} Abstand",
    "report_sign_restitution": "{sign} Stoßzahl",
    "report_sign_friction": "{sign} Gleitreibungszahl",
    "report_sign_sticking": "{sign} Haftreibungszahl",
    "report_sign_slip": "{sign} Gleitgeschwindigkeit",
    "report_sign_stiffness": "{sign} Steifigkeit",
    "report_sign_damping": "{sign} Dämpfung",
    "report_sign_exponent": "{sign} Exponent der Eindringtiefe",
    "report_law_newton": (
        "Der Kontakt {name} ist starr: Sein Abstand kann nicht negativ werden, Stöße folgen der Newtonschen"
        " Stoßhypothese."
    ),
    "report_law_poisson": (
        "Der Kontakt {name} ist starr: Sein Abstand kann nicht negativ werden, Stöße folgen der Poissonschen"
        " Stoßhypothese."
    ),
    "report_law_spring": (
        "Der Kontakt {name} ist nachgiebig: Wo sein Abstand negativ ist, drücken Feder und Dämpfer."
    ),
    "report_law_spring_alone": (
        "Der Kontakt {name} ist nachgiebig: Wo sein Abstand negativ ist, drückt eine Feder."
    ),
    "report_law_hunt_crossley": (
        "Der Kontakt {name} ist nachgiebig: Wo sein Abstand negativ ist, drückt er nach dem Gesetz von Hunt"
        " und Crossley."
    ),
    "report_law_elastic": (
        "Mit der Eindringtiefe {depth} drückt er mit {force} und speichert {stored}, einen Teil von V:"
    ),
    "report_law_damped": (
        "Mit der Eindringtiefe {depth} drückt er mit {force}, speichert {stored}, einen Teil von V, und"
        " dissipiert nach {spent}, einem Teil von D:"
    ),
    "report_approach": "{name} ist die Annäherungsgeschwindigkeit unmittelbar vor dem Stoß.",
    "report_touching": "Kontaktgleichungen",
    "report_touching_read": (
        "Ein Kontakt übt eine Druckkraft {force} ≥ 0 aus. Sie wirkt über den Gradienten des Abstands:"
    ),
    "report_touching_rubs": (
        "Die Reibkraft {friction} wirkt längs der Gleitgeschwindigkeit; beim Gleiten ist sie gleich der"
        " Reibungszahl mal der Normalkraft und der Geschwindigkeit entgegengerichtet:"
    ),
    "report_touching_equations": "Die Bewegungsgleichungen, wenn nur dieser Kontakt geschlossen ist:",
    "report_touching_law": (
        "Die Bewegungsgleichungen enthalten {force} bereits: Die Kraft folgt aus V und D nach dem obigen"
        " Gesetz."
    ),
    "report_touching_gap": "Bedingungen des geschlossenen Abstands:",
    "report_touching_cut": "Die Gleichungen weiterer Kontakte stehen in {file}: {names}.",
    "report_together": "Alle Kontakte zusammen",
    "report_together_read": (
        "Mehrere Kontakte können gleichzeitig geschlossen sein. Mit allen Kontaktkräften lauten die"
        " Bewegungsgleichungen wie folgt; die Kraft eines offenen Kontakts ist null."
    ),
    "report_together_either": (
        "Bei jedem starren Kontakt ist entweder die Kraft oder der Abstand null (Komplementarität):"
    ),
    "report_together_closed": "Solange ein Abstand null bleibt, gilt dasselbe für seine Beschleunigung:",
    "report_together_rows": "Zeilen von {signs}, in dieser Reihenfolge: {names}.",
    "report_contact_named": "Kontakt {name}",
    "report_impacts": "Stöße und Kontakte",
    "report_impacts_of_run": "Stöße",
    "report_impacts_none": "Es traten keine Stöße auf.",
    "report_impacts_cut": "{shown} von {count} Stößen sind aufgeführt; alle zusammen dissipierten {lost}.",
    "report_impact_at_start": (
        "Ein Stoß gleich zu Beginn, von {names}, ändert die Geschwindigkeiten: {speeds}."
    ),
    "report_speed_changes": "{name} von {before} auf {after}",
    "report_phases": "Kontaktphasen",
    "report_phases_cut": "{shown} von {count} Phasen sind gezeigt.",
    "report_column_contacts": "Kontakte",
    "report_column_impulses": "Kraftstöße",
    "report_column_lost": "Energieverlust",
    "report_column_from": "Von",
    "report_column_to": "Bis",
    "report_column_closed": "Geschlossene Kontakte",
    "report_column_sticking": "Haften",
    "report_free": "frei",
    "report_derivation": "Herleitung der Bewegungsgleichungen",
    "report_listed": "Definitionen und ihre Ableitungen",
    "report_listed_read": (
        "Die Gleichungen verwenden diese Definitionen und ihre Ableitungen mit ihren Namen; jede steht hier"
        " einmal, nach denen, von denen sie abhängt."
    ),
    "report_listed_efforts": (
        "E ist die Kraft einer Definition: die linke Seite der Lagrangeschen Gleichung für sie,"
        " einschließlich der von allem, was von ihr abhängt."
    ),
    "report_derivation_read": (
        "Für jede Koordinate wird die Lagrangesche Gleichung aufgestellt. Für dieses System lautet sie:"
    ),
    "report_coordinate": "Koordinate {name}",
    "report_zero_terms": "Verschwindende Terme: {names}.",
    "report_sum": "Die Summe dieser Terme ergibt die Bewegungsgleichung:",
    "report_results_only": (
        "Für die übrigen {count} Koordinaten ist nur das Ergebnis angegeben; alle Terme stehen in {file}."
    ),
    "report_coordinates_left": "Die Gleichungen von {names} sind hier nicht gedruckt; sie stehen in {file}.",
    "report_matrices": "Matrixformen",
    "report_matrices_read": "Mit den Koordinaten in der Reihenfolge {names} lauten die Bewegungsgleichungen",
    "report_matrices_one": "In Matrixform lautet die Bewegungsgleichung für {names}",
    "report_gamma_read": (
        "Bis zum Auftreten der Beschleunigungen abgeleitet, haben die Bindungen die rechte Seite γ. Zuerst"
        " kommen die holonomen Bindungen, dann die nichtholonomen."
    ),
    "report_mcg": "Trägheits-, Geschwindigkeits- und Gewichtsterme",
    "report_mcg_read": (
        "Dieselben Gleichungen in der Form {form}: {G} enthält die Terme mit der Fallbeschleunigung, {C} alle"
        " übrigen."
    ),
    "report_mcg_closed": (
        "Im Kontakt tritt {name} an die Stelle von {C}: mit den Kräften der Kontakte, die null sind, solange"
        " diese offen sind."
    ),
    "report_christoffel": (
        "{name} ist mit den Christoffelsymbolen der Massenmatrix gebildet; mit den Geschwindigkeiten"
        " multipliziert ergibt sie die Geschwindigkeitsterme."
    ),
    "report_besides": "Kraftbindungen und Zustände",
    "report_effort_read": "Sie bestimmen die unbekannten Kraftgrößen.",
    "report_elimination": "Elimination",
    "report_elimination_read": (
        "Bindungen, die in einer Koordinate linear sind, werden nach ihr aufgelöst; die Gleichung dieser"
        " Koordinate ergibt dann den Multiplikator."
    ),
    "report_steps_cut": "{count} weitere Schritte sind hier nicht gedruckt; sie stehen in {file}.",
    "report_remaining": "Verbleibende Gleichungen:",
    "report_remaining_of": "Für {name}:",
    "report_conserved": "Erhaltungsgrößen",
    "report_conserved_none": "Aus der Form der Gleichungen ist keine Erhaltungsgröße ersichtlich.",
    "report_constant": "Erhalten bleibt: {name}, denn {why}.",
    "report_verification": "Prüfung der Gleichungen",
    "report_verified": (
        "Die gedruckten Gleichungen wurden an {points} zufälligen Zuständen mit einer unabhängigen Herleitung"
        " aus den Energien durch automatisches Differenzieren verglichen. Die größte relative Abweichung ist"
        " {error}."
    ),
    "report_unseen": "Nicht verglichen wurden sie, wo {sides}: Ein solcher Zustand wurde nicht gefunden.",
    "report_unverified": "Die Gleichungen wurden nicht geprüft.",
    "report_structure": "Struktur",
    "report_structure_unknown": "Die Struktur dieses Modells wurde nicht untersucht.",
    "report_structure_coordinates": "Koordinaten",
    "report_structure_constraints": "Bindungen",
    "report_structure_dof": "Freiheitsgrade",
    "report_structure_states": "Unabhängige Zustände",
    "report_structure_index": "Differentiationsindex",
    "report_structure_redundant": "Redundante Bindungen",
    "report_structure_massless": "Koordinaten ohne Trägheit",
    "report_index_read": (
        "Index {index}: Die Gleichungen sind differential-algebraisch. Das Programm reduziert den Index"
        " automatisch und hält die Bewegung auf den Bindungen."
    ),
    "report_flaws": "Anmerkungen der Modellprüfung: {count}. Der Befehl dalembert check zeigt sie.",
    "report_equilibria": "Gleichgewichtslagen",
    "report_column_number": "Nr.",
    "report_column_place": "Lage",
    "report_column_stability": "Stabilität",
    "report_equilibrium_nearest": "Nr. {number} liegt dem Anfang am nächsten.",
    "report_equilibria_cut": "{shown} von {count} sind gezeigt.",
    "report_modes": "Eigenfrequenzen",
    "report_modes_about": "Kleine Bewegungen um diese Lage, {kind}: {place}.",
    "report_undamped": "ungedämpft",
    "report_damped": "gedämpft",
    "report_gyroscopic": "gyroskopisch",
    "report_general": "Form erster Ordnung",
    "report_column_kind": "Art",
    "report_column_hz": "Frequenz / Hz",
    "report_column_damping": "Dämpfungsgrad",
    "report_column_eigenvalue": "Eigenwert",
    "report_column_moving": "Größte Auslenkung",
    "report_mode_rigid": "Starrkörperbewegung",
    "report_mode_neutral": "indifferent",
    "report_mode_oscillation": "Schwingung",
    "report_mode_decay": "Abklingen",
    "report_mode_growth": "Anwachsen",
    "report_unstable": "instabil",
    "report_modes_cut": "{shown} von {count} Eigenformen sind gezeigt.",
    "report_settings": "Fall, Einstellungen und Verfahren",
    "report_case": "Fall",
    "report_case_none": "die Werte der Modelldatei",
    "report_values": "Weitere Werte",
    "report_times": "Zeit",
    "report_samples": "Abtastintervalle",
    "report_rtol": "Relative Toleranz",
    "report_atol": "Absolute Toleranz",
    "report_atol_chosen": "nach den Größen der Bewegung gewählt",
    "report_method_asked": "Gewünschtes Verfahren",
    "report_method_used": "Verwendetes Verfahren",
    "report_dt": "Schrittweite",
    "report_method_rk54": "Dormand–Prince 5(4), explizites Runge-Kutta-Verfahren",
    "report_method_rk853": "Dormand–Prince 8(5,3), explizites Runge-Kutta-Verfahren",
    "report_method_taylor": "Taylorreihen des Zustands, mit einer zur Toleranz gewählten Ordnung",
    "report_method_exponential": "Matrixexponentiale eines linearen Modells, ohne Schritte",
    "report_method_radau": "Radau IIA der Ordnung 5, implizites Runge-Kutta-Verfahren für steife Systeme",
    "report_method_newmark": "Newmark-Verfahren, feste Schritte",
    "report_method_galpha": "generalisiertes α-Verfahren, feste Schritte",
    "report_method_rattle": "RATTLE, symplektisch, feste Schritte",
    "report_method_moreau": "Zeitschrittverfahren nach Moreau und Jean, Ordnung 1, mit Kontakten und Reibung",
    "report_method_cvodes": "CVODES aus SUNDIALS, Mehrschrittverfahren",
    "report_method_ida": "IDA aus SUNDIALS, Mehrschrittverfahren, für die ursprünglichen Gleichungen",
    "report_method_scipy": "ein Löser aus SciPy",
    "report_rtol_read": (
        "Die Toleranz gilt für das Ergebnis: Das Programm rechnet so viel genauer wie nötig und schätzt den"
        " Fehler aus Simulationen mit immer feineren Schritten und aus einer mit verstärkten Rundungsfehlern."
    ),
    "report_run": "Simulation",
    "report_status": "Status",
    "report_status_ok": "gut",
    "report_status_limited": "gewünschte Genauigkeit nicht durchweg erreicht: siehe oben",
    "report_status_flagged": "beanstandet: siehe unten",
    "report_status_stopped": "durch ein Ereignis angehalten",
    "report_status_interrupted": "vom Benutzer angehalten",
    "report_status_failed": "gescheitert",
    "report_reached": "Erreichte Endzeit",
    "report_achieved": "Geschätzter relativer Fehler",
    "report_not_estimated": "nicht geschätzt",
    "report_until": "Innerhalb der Toleranz bis",
    "report_work_steps": "Schritte",
    "report_work_rejected": "Verworfene Schritte",
    "report_work_rhs": "Auswertungen der Gleichungen",
    "report_work_projections": "Projektionen auf die Bindungen",
    "report_animation_on_paper": "Die Animation der Bewegung ist in {file}.",
    "report_ledger": "Energiebilanz und Residuen",
    "report_ledger_energy": (
        "Die Energie T + V am Ende ist gleich der am Anfang, vermindert um die dissipierte und verlorene"
        " Energie, vermehrt um die am System geleistete Arbeit und einen ungeklärten Rest."
    ),
    "report_ledger_jacobi": (
        "Das Jacobi-Integral am Ende ist gleich dem am Anfang, vermindert um die dissipierte und verlorene"
        " Energie, vermehrt um die am System geleistete Arbeit und einen ungeklärten Rest."
    ),
    "report_ledger_account": "Posten",
    "report_ledger_joule": "Wert / J",
    "report_ledger_start": "Am Anfang",
    "report_ledger_end": "Am Ende",
    "report_ledger_dissipated": "Dissipiert",
    "report_ledger_friction": "Durch Reibung dissipiert",
    "report_ledger_impacts": "Bei Stößen verloren",
    "report_ledger_efforts": "Arbeit der Kräfte",
    "report_ledger_constraints": "Arbeit bewegter Bindungen",
    "report_ledger_time": "Arbeit zeitabhängiger Energien",
    "report_ledger_events": "Arbeit von Ereignissen, die Werte setzen",
    "report_ledger_impulses": "Arbeit von Kraftstößen",
    "report_ledger_projection": "Arbeit der Projektion auf die Bindungen",
    "report_ledger_remainder": "Ungeklärter Rest",
    "report_ledger_error": (
        "Der größte Rest der Simulation, bezogen auf die größten Energien und Arbeiten, ist {error}."
    ),
    "report_shares": "Nach Elementen und Körpern, in J; die Summen sind die der Bilanz oben.",
    "report_shares_entry": "Eintrag",
    "report_shares_start": "Gespeichert am Anfang",
    "report_shares_end": "Gespeichert am Ende",
    "report_shares_taken": "Dissipiert",
    "report_shares_given": "Verrichtete Arbeit",
    "report_shares_others": "übrige",
    "report_shares_sum": "Summe",
    "report_residuals": (
        "Die Bindungen sind auf {position} (Lagen) und {velocity} (Geschwindigkeiten) erfüllt, bezogen auf"
        " die Größe ihrer Terme."
    ),
    "report_residuals_rounding": (
        "Die Bindungen sind in Lagen und Geschwindigkeiten bis auf Rundungsfehler erfüllt."
    ),
    "report_instants": "Sprünge",
    "report_event_sets": (
        "Beim Ereignis {name}, wo der erste Ausdruck null ist, springt der Zustand: rechts stehen die"
        " Werte davor, links die danach."
    ),
    "report_impulse_acts": (
        "Der Kraftstoß {name} wirkt bei t = {t}; abgesehen von den Stößen der Bindungen und Kontakte"
        " springen die Impulse der Koordinaten um:"
    ),
    "report_sampled_read": (
        "Abgetastete Werte ändern sich nur bei ihren Abtastungen und werden dazwischen gehalten; rechts"
        " stehen die Werte vor der Abtastung."
    ),
    "report_sampled_every": "{name} wird alle {every} s abgetastet, zuerst beim Start.",
    "report_events": "Ereignisse",
    "report_events_none": "Es traten keine Ereignisse ein.",
    "report_events_cut": "{shown} von {count} Ereignissen sind gezeigt.",
    "report_column_event": "Ereignis",
    "report_column_time": "Zeit",
    "report_column_direction": "Richtung",
    "report_rising": "steigend",
    "report_falling": "fallend",
    "report_remarks": "Annahmen und Anmerkungen",
    "report_remarks_none": "Es wurden keine Annahmen getroffen, und es gibt keine Anmerkungen.",
    "report_assumed": (
        "Nicht angegeben und durch keine Bindung bestimmt, daher gleich dem Schätzwert oder null gesetzt:"
        " {names}."
    ),
    "report_moved": "{name} wurde am Anfang um {by} verschoben, damit die Bindungen erfüllt sind.",
    "report_missing_forms": "Eine Matrixform konnte nicht angegeben werden. ",
    "report_missing_elimination": "Die Elimination wurde nicht durchgeführt. ",
    "report_missing_conserved": "Erhaltungsgrößen wurden nicht gesucht. ",
    "report_missing_equilibria": "Gleichgewichtslagen konnten nicht berechnet werden. ",
    "report_missing_modes": "Eigenfrequenzen konnten nicht berechnet werden. ",
    "report_missing_free_bodies": "Die Freikörperbilder konnten nicht gezeichnet werden. ",
    "report_missing_motion": "Das Modell wurde nicht simuliert. ",
    "report_missing_figures": "Ein Bild konnte nicht gezeichnet werden. ",
    "report_missing_animation": "Es gibt keine Animation. ",
    "report_references": "Literatur",
    "report_source": "Die Modelldatei",
    "report_source_cut": "{shown} von {count} Zeilen sind gedruckt.",
}
