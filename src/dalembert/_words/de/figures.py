"""Words of figures and animations, in German."""

MESSAGES: dict[str, str] = {
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
    "figure_inputs": "Eingangsgrößen",
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
    "figure_some_of": "Nur {shown} von {every} sind gezeigt; andere lassen sich mit ihren Namen wählen.",
    "figure_energy": "Energie",
    "figure_work": "Arbeit",
    "figure_kinetic": "kinetisch",
    "figure_potential": "potentiell",
    "figure_total": "Summe",
    "figure_jacobi": "Jacobi-Integral",
    "figure_drift": "Energieänderung",
    "figure_dissipated": "dissipiert",
    "figure_by_friction": "durch Reibung dissipiert",
    "figure_at_impacts": "bei Stößen verloren",
    "figure_by_efforts": "durch Kräfte",
    "figure_by_constraints": "durch bewegte Bindungen",
    "figure_by_time": "durch zeitabhängige Energien",
    "figure_by_events": "durch Ereignisse, die Werte setzen",
    "figure_by_impulses": "durch Kraftstöße",
    "figure_energy_title": "{about}: Energie",
    "figure_energy_caption": (
        "Kinetische und potentielle Energie und ihre Summe; darunter die seit dem Start verrichtete Arbeit."
    ),
    "figure_energy_kept_caption": (
        "Kinetische und potentielle Energie und ihre Summe; darunter die Abweichung der Energie von ihrem"
        " Anfangswert."
    ),
    "figure_energy_only_caption": (
        "Kinetische und potentielle Energie und ihre Summe, die bis auf {part} konstant ist."
    ),
    "figure_elements_title": "{about}: Energie nach Elementen",
    "figure_elements_caption": (
        "Die Energie, die jedes Element und jeder Körper speichert; darunter, was jedes dissipiert und "
        "welche Arbeit es verrichtet hat."
    ),
    "figure_elements_stored": "gespeichert in",
    "figure_elements_taken": "dissipiert von",
    "figure_elements_given": "Arbeit von",
    "figure_elements_others": "übrige",
    "figure_remainder": "ungeklärte Energie, relativ",
    "figure_flagged": "Warngrenze",
    "figure_asked": "gewünschte Toleranz",
    "figure_ledger_title": "{about}: Energiebilanz",
    "figure_ledger_caption": (
        "Der Teil der Energieänderung, den weder Arbeit noch Dissipation erklärt, bezogen auf die Energien;"
        " höchstens {error}."
    ),
    "figure_position": "Lage",
    "figure_velocity": "Geschwindigkeit",
    "figure_residual": "Residuum, relativ",
    "figure_residuals_title": "{about}: Residuen der Bindungen",
    "figure_residuals_caption": (
        "Abweichung der Bewegung von ihren Bindungen in Lage und Geschwindigkeit, bezogen auf die Größe ihrer"
        " Terme."
    ),
    "figure_floor": "Werte unter {floor} (Rundung) sind auf dieser Höhe gezeichnet.",
    "figure_spectrum_title": "{about}: Amplitudenspektren",
    "figure_spectrum_caption": "Amplitudenspektren von {names}.",
    "figure_spectrum_remark": (
        "Fenster: {window}; Auflösung {resolution} Hz; höchste Frequenz"
        " {nyquist} Hz; der Mittelwert ist abgezogen."
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
        "Das Modell hat Eigenschwingungen über {nyquist} Hz, der halben Abtastrate: sie erscheinen bei"
        " falschen Frequenzen. Mehr Abtastwerte zeigen sie richtig."
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
        "Werte, die nicht positiv sind, haben auf einer logarithmischen Achse keinen Platz und fehlen:"
        " {names}."
    ),
    "figure_inaccurate": (
        "Grau hinterlegt: Nach {t} s kann der Fehler {rtol} der Werte überschreiten und sichtbar sein."
    ),
    "figure_zero": "Durchweg null und nicht gezeichnet: {names}.",
    "figure_level": "Die potentielle Energie ist ab ihrem Anfangswert V₀ = {level} J gezählt.",
    "figure_magnitude": "Betrag",
    "figure_phase_angle": "Phase",
    "figure_bode_title": "{about}: Frequenzgang",
    "figure_bode_caption": "Frequenzgang um {place}: Betrag und Phase.",
    "figure_about": "Linearisiert um {place}.",
    "figure_no_rest": (
        "Dort herrscht kein Gleichgewicht: Der Frequenzgang gilt für Abweichungen von der Bewegung durch"
        " diesen Zustand."
    ),
    "figure_no_response": "Keine Antwort: {names}.",
    "figure_campbell_title": "{about}: Eigenfrequenzen über {name}",
    "figure_campbell_caption": "Campbell-Diagramm: Eigenfrequenzen über {name}, um {place}.",
    "figure_orders": (
        "Dünne Linien: Vielfache der Drehzahl. Zahlen: Frequenzen, bei denen sie eine Eigenschwingung "
        "schneiden."
    ),
    "figure_mode": "Eigenform {number}",
    "figure_mode_shapes_title": "{about}: Eigenformen",
    "figure_mode_shapes_caption": "Eigenformen um {place}.",
    "figure_shapes_drawn": (
        "Gepunktet: in Ruhe. Durchgezogen und gestrichelt: die beiden Umkehrlagen der Schwingung, vergrößert."
    ),
    "figure_shapes_bars": "Balken: Komponenten der Eigenform in SI-Einheiten, die größte ist 1.",
    "figure_shapes_turning": "Orange: eine Viertelperiode später.",
    "figure_component": "Komponente",
    "figure_many_events": "{count} Ereignisse: zu viele, um sie einzuzeichnen.",
    "figure_friction": "Reibungskräfte",
    "figure_free": "freies System",
    "figure_impact": "Stoß",
    "figure_impact_of": "Stoß: {names}",
    "figure_touching": "Kontakt: {names}",
    "figure_sticking": "Haften: {names}",
    "figure_sliding": "Gleiten: {names}",
    "figure_in_contact": "Kontakt",
    "figure_all_the_time": "{what}, durchgehend.",
    "figure_many_impacts": "{count} Stöße: zu viele, um sie einzuzeichnen.",
    "figure_many_phases": "{count} Kontaktphasen: zu viele, um sie zu hinterlegen.",
    "figure_jump": "Gestrichelt: Sprünge bei Stößen.",
    "figure_failed": "Die Simulation ist bei t = {t} s gescheitert.",
    "figure_interrupted": "Die Simulation wurde bei t = {t} s unterbrochen.",
    "figure_stopped": "Ein Ereignis hat die Simulation bei t = {t} s beendet.",
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
    "animation_forces": "Kräfte",
    "animation_names": "Namen",
    "animation_view": "Ansicht einpassen",
    "animation_nearer": "Vergrößern",
    "animation_farther": "Verkleinern",
    "animation_full": "Vollbild",
    "animation_curves": "Kurven",
    "animation_hide_curve": "Diese Kurve ausblenden",
    "animation_plot": "Zeitverlauf: {names}",
    "animation_energies": "Energien",
    "animation_contacts": "Kontaktkräfte",
    "animation_kinetic": "kinetisch",
    "animation_potential": "potentiell",
    "animation_total": "Summe",
    "animation_schematic": (
        "Das Modell enthält keine Szene; die Zeichnung ist daher schematisch: Zeigerinstrumente stehen für"
        " Winkel, Schieber für Längen, Säulen für andere Größen, jeweils zwischen kleinstem und größtem Wert."
    ),
    "animation_bodies_not_drawn": (
        "Die {count} Körper sind zu viele für eine Zeichnung; eine [scene] im Modell kann einige zeigen."
    ),
    "animation_left_out": "Weitere Größen, hier nicht dargestellt: {count}.",
    "animation_real_time_note": "In Echtzeit dargestellt.",
    "animation_slower_note": "{factor}-mal langsamer als in Echtzeit dargestellt.",
    "animation_faster_note": "{factor}-mal schneller als in Echtzeit dargestellt.",
    "animation_keys": (
        "Die Leertaste startet und hält an, ← und → gehen Bild für Bild weiter, F zeigt das Vollbild."
    ),
    "animation_keys_plane": (
        "Die Leertaste startet und hält an, ← und → gehen Bild für Bild weiter; das Mausrad (oder + und"
        " −) zoomt, Ziehen verschiebt die Zeichnung, 0 passt sie ein, F zeigt das Vollbild."
    ),
    "animation_keys_space": (
        "Die Leertaste startet und hält an, ← und → gehen Bild für Bild weiter; Ziehen (oder Umschalt"
        " und eine Pfeiltaste) dreht die Zeichnung, mit Umschalt verschiebt es sie; das Mausrad (oder +"
        " und −) zoomt, 0 passt sie ein, F zeigt das Vollbild."
    ),
    "animation_film_clock": "t = {time} s",
    "animation_film_no_ffmpeg": (
        "Ein MP4-Film benötigt das Programm ffmpeg, das nicht gefunden wurde. Installieren Sie es"
        " (https://ffmpeg.org; Debian und Ubuntu: apt install ffmpeg, macOS: brew install ffmpeg, Windows:"
        " winget install ffmpeg), oder erzeugen Sie ein GIF oder eine HTML-Animation."
    ),
    "animation_film_no_pillow": (
        "Ein GIF-Film benötigt das Paket Pillow: pip install pillow. Eine HTML-Animation benötigt nichts."
    ),
    "animation_film_failed": "ffmpeg konnte den Film nicht erzeugen: {said}",
}
