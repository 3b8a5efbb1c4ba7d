"""The messages in German."""

from dalembert._present.language.said_de import SAID

MESSAGES: dict[str, str] = {
    "language_names": "german, deutsch",  # what people call it, in lower case
    # -- figures ---------------------------------------------------------------------------------
    "figure_a_model": "ein Modell",
    "figure_time": "Zeit",
    "figure_frequency": "Frequenz",
    "figure_amplitude": "Amplitude",
    "figure_coordinates": "Koordinaten",
    "figure_speeds": "Geschwindigkeiten",
    "figure_accelerations": "Beschleunigungen",
    "figure_histories": "Koordinaten und Geschwindigkeiten",
    "figure_states": "Zustände erster Ordnung",
    "figure_efforts": "unbekannte Kraftgrößen",
    "figure_outputs": "Ausgangsgrößen",
    "figure_multipliers": "Multiplikatoren",
    "figure_contacts": "Kontaktkräfte",
    "figure_reactions": "Zwangskräfte",
    "figure_energies": "Energien",
    "figure_residuals": "Residuen",
    "figure_over_time": "{about}: {what}",
    "figure_over_time_caption": "{what} über der Zeit.",
    "figure_over_title": "{about}: {names} über {x}",
    "figure_over_caption": "{names} über {x}.",
    "figure_phase_title": "{about}: Phasenporträts",
    "figure_phase_caption": "Phasenporträts, Geschwindigkeit über Koordinate.",
    "figure_pairs_title": "{about}: Koordinatenpaare",
    "figure_pairs_caption": "Koordinaten paarweise übereinander aufgetragen.",
    "figure_paths_title": "{about}: Bahnen von Punkten",
    "figure_paths_caption": "Bahnen von Punkten, gleicher Maßstab in beiden Richtungen.",
    "figure_ends": "Kreis: Anfang. Quadrat: Ende.",
    "figure_some_of": "Nur {shown} von {every} sind gezeigt; andere sind mit ihren Namen anzufordern.",
    "figure_energy": "Energie",
    "figure_work": "Arbeit",
    "figure_kinetic": "kinetisch",
    "figure_potential": "potentiell",
    "figure_total": "Summe",
    "figure_jacobi": "Jacobi-Integral",
    "figure_drift": "Energieänderung",
    "figure_dissipated": "dissipiert",
    "figure_by_friction": "durch Reibung verloren",
    "figure_at_impacts": "bei Stößen verloren",
    "figure_by_efforts": "durch Kräfte",
    "figure_by_constraints": "durch bewegte Bindungen",
    "figure_by_time": "durch zeitabhängige Energien",
    "figure_energy_title": "{about}: Energie",
    "figure_energy_caption": (
        "Kinetische und potentielle Energie und ihre Summe; darunter die seit dem Start verrichtete Arbeit."
    ),
    "figure_energy_kept_caption": (
        "Kinetische und potentielle Energie und ihre Summe; darunter die Abweichung der Energie von "
        "ihrem Anfangswert."
    ),
    "figure_rest": "unerklärte Energie, relativ",
    "figure_flagged": "darüber wird beanstandet",
    "figure_asked": "verlangte Toleranz",
    "figure_ledger_title": "{about}: Energiebilanz",
    "figure_ledger_caption": (
        "Der Teil der Energieänderung, den weder Arbeit noch Dissipation erklärt, bezogen auf die "
        "Energien; höchstens {error}."
    ),
    "figure_position": "Lage",
    "figure_velocity": "Geschwindigkeit",
    "figure_residual": "Residuum, relativ",
    "figure_residuals_title": "{about}: Residuen der Bindungen",
    "figure_residuals_caption": (
        "Abweichung der Bewegung von ihren Bindungen in Lage und Geschwindigkeit, bezogen auf die "
        "Größe ihrer Terme."
    ),
    "figure_floor": "Werte unter {floor}, das ist Rundung, sind dort gezeichnet.",
    "figure_spectrum_title": "{about}: Amplitudenspektren",
    "figure_spectrum_caption": "Amplitudenspektren von {names}.",
    "figure_spectrum_remark": (
        "Fenster: {window}; Linien im Abstand von {resolution} Hz sind trennbar; die Abtastung reicht bis "
        "{nyquist} Hz; der Mittelwert ist abgezogen."
    ),
    "figure_natural": "Gestrichelt, darüber die Frequenz: Eigenfrequenzen.",
    "figure_window_rectangular": "Rechteck",
    "figure_window_hann": "Hann",
    "figure_window_hamming": "Hamming",
    "figure_window_blackman": "Blackman",
    "figure_window_flattop": "Flat-Top",
    "figure_newmark": (
        "Schritte von {dt} s verschieben die Eigenfrequenz {hz} Hz auf {shifted} Hz (Newmark-Verfahren)."
    ),
    "figure_alias": (
        "{hz} Hz liegt über {nyquist} Hz, der halben Abtastrate, und erscheint fälschlich bei {seen} Hz."
    ),
    "figure_false": (
        "Das Modell hat Eigenschwingungen über {nyquist} Hz, der halben Abtastrate: sie erscheinen bei "
        "falschen Frequenzen. Mehr Abtastwerte zeigen sie richtig."
    ),
    "figure_difference": "Differenz",
    "figure_comparison_title": "{about}: Vergleich",
    "figure_comparison_caption": (
        "Dieselben Größen mehrerer Bewegungen; darunter ihre Abweichung von {first}."
    ),
    "figure_interpolated": (
        "{name} hat andere Zeitpunkte: auf die der ersten Bewegung interpoliert, die Differenz enthält diesen"
        " Fehler."
    ),
    "figure_not_finite": "Werte, die nicht endlich oder zu groß zum Zeichnen sind, fehlen: {names}.",
    "figure_not_positive": (
        "Werte, die nicht positiv sind, haben auf einer logarithmischen Achse keinen Platz und fehlen: "
        "{names}."
    ),
    "figure_inaccurate": (
        "Grau hinterlegt: nach {t} s kann der Fehler die verlangte Toleranz ({rtol}) überschreiten."
    ),
    "figure_many_events": "Die {count} Ereignisse sind zu viele, um eingezeichnet zu werden.",
    "figure_friction": "Reibungskräfte",
    "figure_free": "freies System",
    "figure_impact": "Stoß",
    "figure_impact_of": "Stoß: {names}",
    "figure_touching": "Kontakt: {names}",
    "figure_sticking": "Haften: {names}",
    "figure_sliding": "Gleiten: {names}",
    "figure_in_contact": "Kontakt",
    "figure_all_the_time": "{what}, durchgehend.",
    "figure_many_impacts": "Die {count} Stöße sind zu viele, um eingezeichnet zu werden.",
    "figure_many_phases": "Die {count} Kontaktphasen sind zu viele, um unterlegt zu werden.",
    "figure_jump": "Gestrichelt: Sprünge bei Stößen.",
    "figure_failed": "Die Rechnung ist bei t = {t} s gescheitert.",
    "figure_interrupted": "Die Rechnung wurde bei t = {t} s unterbrochen.",
    "figure_stopped": "Ein Ereignis hat die Rechnung bei t = {t} s beendet.",
    # -- animation -------------------------------------------------------------------------------
    "animation_untitled": "Bewegung",
    "animation_drawing": "Animierte Zeichnung: {title}",
    "animation_still": "Zeichnung der Anfangslage: {title}",
    "animation_noscript": "Die Animation benötigt JavaScript. Die Zeichnung zeigt die Anfangslage.",
    "animation_controls": "Bedienung der Animation",
    "animation_play": "Abspielen",
    "animation_pause": "Anhalten",
    "animation_back": "Ein Bild zurück",
    "animation_on": "Ein Bild vor",
    "animation_scrub": "Zeit",
    "animation_speed": "Tempo",
    "animation_real_time": "Echtzeit",
    "animation_loop": "wiederholen",
    "animation_traces": "Bahnen",
    "animation_traces_fading": "verblassend",
    "animation_traces_complete": "vollständig",
    "animation_traces_none": "keine",
    "animation_names": "Namen",
    "animation_view": "Ansicht zurücksetzen",
    "animation_plot": "Zeitverlauf: {names}",
    "animation_energies": "Energien",
    "animation_contacts": "Kontaktkräfte",
    "animation_kinetic": "kinetisch",
    "animation_potential": "potentiell",
    "animation_total": "Summe",
    "animation_schematic": (
        "Das Modell enthält keine Szene; die Zeichnung ist daher schematisch: Zeigerinstrumente stehen "
        "für Winkel, Schieber für Längen, Säulen für andere Größen, jeweils zwischen kleinstem "
        "und größtem Wert."
    ),
    "animation_left_out": "{count} weitere Größen sind nicht dargestellt.",
    "animation_real_time_note": "In Echtzeit dargestellt.",
    "animation_slower_note": "{factor}-mal langsamer als in Wirklichkeit dargestellt.",
    "animation_faster_note": "{factor}-mal schneller als in Wirklichkeit dargestellt.",
    "animation_keys": "Die Leertaste startet und hält an, ← und → gehen Bild für Bild weiter.",
    "animation_keys_space": (
        "Die Leertaste startet und hält an, ← und → gehen Bild für Bild weiter; Ziehen mit der "
        "Maus oder Umschalt und eine Pfeiltaste drehen die Zeichnung."
    ),
    "animation_film_clock": "t = {time} s",
    "animation_film_no_ffmpeg": (
        "Ein MP4-Film benötigt das Programm ffmpeg, das nicht gefunden wurde. Installieren Sie es "
        "(https://ffmpeg.org; Debian und Ubuntu: apt install ffmpeg, macOS: brew install ffmpeg, "
        "Windows: winget install ffmpeg), oder erzeugen Sie ein GIF oder eine HTML-Animation."
    ),
    "animation_film_no_pillow": (
        "Ein GIF-Film benötigt das Paket Pillow: pip install pillow. Eine HTML-Animation benötigt nichts."
    ),
    "animation_film_failed": "ffmpeg konnte den Film nicht erzeugen: {said}",
    # -- report ----------------------------------------------------------------------------------
    "report_report": "Bericht",
    "report_untitled": "Ein System",
    "report_made_by": "Bericht, erstellt mit {program}",
    "report_contents": "Inhalt",
    "report_fragment": (
        "Ein Abschnitt eines Berichts von dalembert, für \\input; er braucht amsmath, array, booktabs,"
        " longtable, graphicx."
    ),
    "report_figure": "Bild {number}.",
    "report_in_english": "Meldung des Programms, auf Englisch: „{sentence}“",
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
    "report_count_displacement": "Lagebindungen: {count}",
    "report_count_flow": "Flussbindungen: {count}",
    "report_count_effort": "Kraftbindungen: {count}",
    "report_count_efforts": "unbekannte Kraftgrößen: {count}",
    "report_count_states": "Zustände erster Ordnung: {count}",
    "report_count_inputs": "Eingänge: {count}",
    "report_count_parameters": "Parameter: {count}",
    "report_count_contacts": "Kontakte: {count}",
    "report_symbols": "Formelzeichen",
    "report_symbols_read": (
        "„Name“ ist der Name in der Modelldatei. Werte gelten in der Einheit ihrer Zeile,"
        " Geschwindigkeiten in dieser Einheit pro Sekunde, Ausdrücke in SI-Einheiten. Dezimalzahlen sind mit"
        " Punkt geschrieben."
    ),
    "report_start_guess": (
        "Ein Anfangswert in Klammern ist ein Schätzwert: Die Bindungen bestimmen den Wert. Ein Strich heißt,"
        " dass keiner angegeben ist."
    ),
    "report_coordinates": "Koordinaten",
    "report_parameters": "Parameter",
    "report_inputs": "Eingänge",
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
    "report_energies": "Energien, Kräfte und Bindungen",
    "report_kinetic": "Kinetische Energie",
    "report_potential": "Potentielle Energie",
    "report_dissipation": "Rayleighsche Dissipationsfunktion",
    "report_energy_sum": "Zusammen, mit eingesetzten Definitionen:",
    "report_work": "Kräfte",
    "report_work_read": (
        "Die Kraft auf eine Koordinate ist der Faktor ihrer virtuellen Verschiebung in der virtuellen Arbeit."
    ),
    "report_constraints_displacement": "Lagebindungen",
    "report_constraints_flow": "Flussbindungen",
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
        "Der Kontakt {name} ist starr: Sein Abstand kann nicht negativ werden, Stöße folgen der"
        " Newtonschen Stoßhypothese."
    ),
    "report_law_poisson": (
        "Der Kontakt {name} ist starr: Sein Abstand kann nicht negativ werden, Stöße folgen der"
        " Poissonschen Stoßhypothese."
    ),
    "report_law_spring": (
        "Der Kontakt {name} ist nachgiebig: Wo sein Abstand negativ ist, drücken Feder und Dämpfer."
    ),
    "report_law_spring_alone": (
        "Der Kontakt {name} ist nachgiebig: Wo sein Abstand negativ ist, drückt eine Feder."
    ),
    "report_law_hunt_crossley": (
        "Der Kontakt {name} ist nachgiebig: Wo sein Abstand negativ ist, drückt er nach dem Gesetz"
        " von Hunt und Crossley."
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
        "Ein Kontakt drückt mit einer Kraft {force} ≥ 0, Druck positiv. Auf die Koordinaten wirkt er so,"
        " wie sich sein Abstand mit ihnen ändert:"
    ),
    "report_touching_rubs": (
        "Die Reibung {friction} wirkt längs der Gleitgeschwindigkeit; beim Gleiten ist sie Reibungszahl mal"
        " Kraft, der Geschwindigkeit entgegen:"
    ),
    "report_touching_equations": "Die Bewegungsgleichungen, wenn nur dieser Kontakt geschlossen ist:",
    "report_touching_law": (
        "Die Bewegungsgleichungen enthalten {force} schon: V und D ergeben diese Kraft, nach dem Gesetz oben."
    ),
    "report_touching_gap": "Aus dem geschlossenen Abstand folgt:",
    "report_touching_cut": "Die Gleichungen weiterer Kontakte stehen in {file}: {names}.",
    "report_together": "Alle Kontakte zusammen",
    "report_together_read": (
        "Mehrere Kontakte können zugleich geschlossen sein. Mit allen ihren Kräften lauten die"
        " Bewegungsgleichungen wie folgt; die eines offenen Kontakts sind null."
    ),
    "report_together_either": "Bei jedem starren Kontakt ist entweder die Kraft oder der Abstand null:",
    "report_together_closed": "Solange ein Abstand null bleibt, tritt seine Beschleunigung an seine Stelle:",
    "report_together_rows": "Zeilen von {signs}, in dieser Reihenfolge: {names}.",
    "report_contact_named": "Kontakt {name}",
    "report_impacts": "Stöße und Kontakte",
    "report_impacts_of_run": "Stöße",
    "report_impacts_none": "Es gab keinen Stoß.",
    "report_impacts_cut": "{shown} von {count} Stößen sind gezeigt; alle zusammen kosteten {lost}.",
    "report_impact_at_start": (
        "Ein Stoß gleich zu Beginn, von {names}, ändert die Geschwindigkeiten: {speeds}."
    ),
    "report_speed_changes": "{name} von {before} auf {after}",
    "report_phases": "Phasen",
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
    "report_derivation_read": (
        "Für jede Koordinate wird die Lagrangesche Gleichung aufgestellt. Mit den Termen, die dieses System"
        " hat, lautet sie:"
    ),
    "report_coordinate": "Koordinate {name}",
    "report_zero_terms": "Null sind: {names}.",
    "report_sum": "Ihre Summe ist die Bewegungsgleichung:",
    "report_results_only": (
        "Für die übrigen {count} Koordinaten ist nur das Ergebnis angegeben; alle Terme stehen in {file}."
    ),
    "report_coordinates_left": "Die Gleichungen von {names} sind hier nicht gedruckt; sie stehen in {file}.",
    "report_matrices": "Matrixformen",
    "report_matrices_read": (
        "Mit den {count} Koordinaten in der Reihenfolge {names} lauten die Bewegungsgleichungen"
    ),
    "report_gamma_read": (
        "Die Bindungen, abgeleitet, bis sie die Beschleunigungen enthalten, haben γ als rechte Seite. Zuerst"
        " kommen die Lagebindungen, dann die Flussbindungen."
    ),
    "report_mcg": "Trägheits-, Geschwindigkeits- und Gewichtsterme",
    "report_mcg_read": (
        "Dieselben Gleichungen als {form}: {G} enthält die Terme mit der Fallbeschleunigung, {C} alles"
        " andere."
    ),
    "report_christoffel": (
        "{name} enthält die Christoffelsymbole der Massenmatrix; mal den Geschwindigkeiten ergibt sie die"
        " Geschwindigkeitsterme."
    ),
    "report_besides": "Kraftbindungen und Zustände",
    "report_effort_read": "Sie bestimmen die unbekannten Kraftgrößen.",
    "report_elimination": "Elimination",
    "report_elimination_read": (
        "Bindungen, die in einer Koordinate linear sind, werden nach ihr aufgelöst; die Gleichung dieser"
        " Koordinate ergibt dann den Multiplikator."
    ),
    "report_steps_cut": "{count} weitere Schritte sind hier nicht gedruckt; sie stehen in {file}.",
    "report_remaining": "Was übrig bleibt:",
    "report_remaining_of": "Von {name}:",
    "report_conserved": "Erhaltungsgrößen",
    "report_conserved_none": "Die Form der Gleichungen zeigt keine Erhaltungsgröße.",
    "report_constant": "{name}, konstant aus diesem Grund: {why}.",
    "report_verification": "Prüfung der Gleichungen",
    "report_verified": (
        "Die gedruckten Gleichungen wurden an {points} zufälligen Punkten mit einer unabhängigen Herleitung"
        " aus den Energien durch automatisches Differenzieren verglichen. Der größte relative Fehler ist"
        " {error}."
    ),
    "report_unseen": "Nicht verglichen wurden sie, wo {sides}: dort wurde kein Punkt gefunden.",
    "report_unverified": "Die Gleichungen wurden nicht geprüft.",
    "report_structure": "Struktur",
    "report_structure_unknown": "Die Struktur dieses Modells wurde nicht untersucht.",
    "report_structure_coordinates": "Koordinaten",
    "report_structure_constraints": "Bindungen",
    "report_structure_dof": "Freiheitsgrade",
    "report_structure_states": "Unabhängige Zustände",
    "report_structure_index": "Differentiationsindex",
    "report_structure_redundant": "Überzählige Bindungen",
    "report_structure_massless": "Koordinaten ohne Trägheit",
    "report_index_read": (
        "Index {index}: Die Gleichungen sind differential-algebraisch. Das Programm senkt den Index selbst"
        " und hält die Bewegung auf den Bindungen."
    ),
    "report_flaws": "Die Prüfung des Modells hat {count} Anmerkungen; dalembert check zeigt sie.",
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
    "report_general": "allgemein",
    "report_column_kind": "Art",
    "report_column_hz": "Frequenz / Hz",
    "report_column_damping": "Dämpfungsgrad",
    "report_column_moving": "Bewegt sich am meisten",
    "report_mode_rigid": "starrer Körper",
    "report_mode_neutral": "indifferent",
    "report_mode_oscillation": "Schwingung",
    "report_mode_decay": "Abklingen",
    "report_mode_growth": "Anwachsen",
    "report_unstable": "instabil",
    "report_modes_cut": "{shown} von {count} Eigenformen sind gezeigt.",
    "report_settings": "Fall, Einstellungen und Verfahren",
    "report_case": "Fall",
    "report_case_none": "die Werte des Modells",
    "report_values": "Außerdem gegebene Werte",
    "report_times": "Zeit",
    "report_samples": "Abtastintervalle",
    "report_rtol": "Relative Toleranz",
    "report_atol": "Absolute Toleranz",
    "report_atol_chosen": "nach den Größen der Bewegung gewählt",
    "report_method_asked": "Verlangtes Verfahren",
    "report_method_used": "Benutztes Verfahren",
    "report_dt": "Schrittweite",
    "report_method_rk54": "Dormand–Prince 5(4), explizites Runge-Kutta-Verfahren",
    "report_method_rk853": "Dormand–Prince 8(5,3), explizites Runge-Kutta-Verfahren",
    "report_method_radau": "Radau IIA der Ordnung 5, implizites Runge-Kutta-Verfahren für steife Systeme",
    "report_method_newmark": "Newmark-Verfahren, feste Schritte",
    "report_method_galpha": "generalisiertes α-Verfahren, feste Schritte",
    "report_method_rattle": "RATTLE, symplektisch, feste Schritte",
    "report_method_moreau": "Zeitschrittverfahren nach Moreau und Jean, Ordnung 1, mit Kontakten und Reibung",
    "report_method_cvodes": "CVODES aus SUNDIALS, Mehrschrittverfahren",
    "report_method_ida": "IDA aus SUNDIALS, Mehrschrittverfahren, für die Gleichungen, wie sie dastehen",
    "report_method_scipy": "ein Löser aus SciPy",
    "report_rtol_read": (
        "Die Toleranz ist ein Versprechen über das Ergebnis: Das Programm rechnet so viel genauer, wie nötig"
        " ist, und schätzt den Fehler aus Läufen mit immer feineren Schritten und aus einem mit vergrößerter"
        " Rundung."
    ),
    "report_run": "Der Lauf",
    "report_status": "Status",
    "report_status_ok": "gut",
    "report_status_limited": "verlangte Genauigkeit nicht durchweg erreicht: siehe oben",
    "report_status_flagged": "beanstandet: siehe unten",
    "report_status_stopped": "durch ein Ereignis angehalten",
    "report_status_interrupted": "vom Benutzer angehalten",
    "report_status_failed": "gescheitert",
    "report_reached": "Letzte erreichte Zeit",
    "report_achieved": "Geschätzter Fehler, relativ",
    "report_not_estimated": "nicht geschätzt",
    "report_until": "Unter der Toleranz bis",
    "report_work_steps": "Schritte",
    "report_work_rejected": "Verworfene Schritte",
    "report_work_rhs": "Auswertungen der Gleichungen",
    "report_work_projections": "Projektionen auf die Bindungen",
    "report_figures": "Bilder",
    "report_animation_on_paper": "Die Animation der Bewegung ist in {file}.",
    "report_ledger": "Energiebilanz und Residuen",
    "report_ledger_energy": (
        "Die Energie T + V am Ende ist die am Anfang, vermindert um das Dissipierte und Verlorene,"
        " vermehrt um die am System geleisteten Arbeiten und den Rest, der unerklärt bleibt."
    ),
    "report_ledger_jacobi": (
        "Das Jacobi-Integral am Ende ist das am Anfang, vermindert um das Dissipierte und Verlorene,"
        " vermehrt um die am System geleisteten Arbeiten und den Rest, der unerklärt bleibt."
    ),
    "report_ledger_account": "Posten",
    "report_ledger_joule": "Wert / J",
    "report_ledger_start": "Am Anfang",
    "report_ledger_end": "Am Ende",
    "report_ledger_dissipated": "Dissipiert",
    "report_ledger_friction": "Durch Reibung verloren",
    "report_ledger_impacts": "Bei Stößen verloren",
    "report_ledger_efforts": "Arbeit der Kräfte",
    "report_ledger_constraints": "Arbeit bewegter Bindungen",
    "report_ledger_time": "Arbeit zeitabhängiger Energien",
    "report_ledger_projection": "Arbeit der Projektion auf die Bindungen",
    "report_ledger_rest": "Unerklärter Rest",
    "report_ledger_error": (
        "Der größte Rest des Laufs, gemessen an den größten Energien und Arbeiten, ist {error}."
    ),
    "report_residuals": (
        "Die Bindungen sind auf {position} (Lagen) und {velocity} (Geschwindigkeiten) erfüllt, bezogen auf"
        " die Größe ihrer Terme."
    ),
    "report_events": "Ereignisse",
    "report_events_none": "Es trat kein Ereignis ein.",
    "report_events_cut": "{shown} von {count} Ereignissen sind gezeigt.",
    "report_column_event": "Ereignis",
    "report_column_time": "Zeit",
    "report_column_direction": "Richtung",
    "report_rising": "steigend",
    "report_falling": "fallend",
    "report_remarks": "Annahmen und Anmerkungen",
    "report_remarks_none": "Nichts wurde angenommen, und es ist nichts anzumerken.",
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
    "report_missing_motion": "Das Modell wurde nicht simuliert. ",
    "report_missing_figures": "Ein Bild konnte nicht gezeichnet werden. ",
    "report_missing_animation": "Es gibt keine Animation. ",
    "report_references": "Literatur",
    "report_source": "Die Modelldatei",
    "report_source_cut": "{shown} von {count} Zeilen sind gedruckt.",
    **SAID,
}
