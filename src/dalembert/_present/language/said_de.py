"""Sentences of the engine as templates, in German: `report/said.py` finds them and fills their blanks."""

SAID: dict[str, str] = {
    "report_say_ran": "bis t = {t} s gerechnet; {say}",
    "report_say_estimated": "geschätzter Fehler {error}, verlangt {rtol}",
    "report_say_until_worst": (
        "der geschätzte Fehler hält {rtol} bis t = {t} s ein; danach erreicht er {error},"
        " bei `{name}` zur Zeit t = {at} s: {say_why}"
    ),
    "report_say_more_than_asked": (
        "geschätzter Fehler {error}, bei `{name}` zur Zeit t = {at} s, mehr als die verlangten {rtol}:"
        " {say_why}"
    ),
    "report_say_rounding": "mehr lässt die doppelte Genauigkeit hier nicht zu",
    "report_say_truncation": "feinere Schritte ändern das Ergebnis noch",
    "report_say_until": "der geschätzte Fehler hält {rtol} bis t = {t} s ein; danach erreicht er {error}",
    "report_say_until_chaotic": (
        "der geschätzte Fehler hält {rtol} bis t = {t} s ein; danach ist die Bewegung chaotisch: Läufe"
        " trennen sich, und dies ist eine der benachbarten Bewegungen"
    ),
    "report_say_until_alone": (
        "der geschätzte Fehler hält {rtol} bis t = {t} s ein; danach ist er unbekannt:"
        " ein Lauf mit anderen Schritten endete dort"
    ),
    "report_say_fixed_steps": "feste Schritte von {dt} s, deren Fehler nicht überwacht wird",
    "report_say_not_known": (
        "der Fehler ist nicht bekannt: feinere Schritte bräuchten mehr Rechenarbeit, als ein Lauf haben darf"
    ),
    "report_say_interrupted": "vom Benutzer bei t = {t} s angehalten; das Berechnete bleibt erhalten",
    "report_say_event_stopped": "das Ereignis `{name}` hielt den Lauf bei t = {t} s an",
    "report_say_constraints_off": (
        "bis t = {t} s gerechnet, aber die Bindungen weichen um {error} ihrer Größe ab"
    ),
    "report_say_unexplained": (
        "bis t = {t} s gerechnet, aber {error} der Energie bleibt unerklärt, mehr als {say_what} übrig"
        " lassen sollte: {say_advice}"
    ),
    "report_say_such_steps": "ein solcher Schritt",
    "report_say_such_rtol": "die Toleranz rtol = {rtol}",
    "report_say_smaller_step": "versuchen Sie einen Schritt kleiner als dt = {dt}",
    "report_say_kinks": (
        "Sprünge oder Knicke im Modell (sign, step, if) oder eine für die Abtastung zu schnelle Bewegung"
        " können die Ursache sein"
    ),
    "report_say_stopped": "angehalten bei t = {t} s: {say}",
    "report_say_seen": "{say}; dort zeigt sich: {say_seen}",
    "report_say_seen_more": "{say}; {say_more}",
    "report_say_seen_nothing": (
        "{say}; nichts, was dort gemessen wurde, sagt, warum: Trägheit und Bindungen sind regulär, kein"
        " Nenner geht gegen null, nichts schaltet um oder läuft davon"
    ),
    "report_say_rate": "die Änderungsrate ist dort nicht endlich",
    "report_say_rate_of": "die Änderungsrate von `{name}` ist dort nicht endlich",
    "report_say_singular": "die Beschleunigungen sind dort nicht bestimmt",
    "report_say_underflow": "der Fehler verlangt Schritte, die für doppelte Genauigkeit zu klein sind",
    "report_say_underflow_of": (
        "der Fehler von `{name}` verlangt Schritte, die für doppelte Genauigkeit zu klein sind"
    ),
    "report_say_chattering": "die Schritte wurden so klein, dass der Lauf nicht vorankommt",
    "report_say_off": "es wurde kein Weg zurück zu den Bindungen gefunden",
    "report_say_seen_ending": "`{name}` hat darüber hinaus keinen Wert (das Argument ist {value})",
    "report_say_seen_divisor": "der Nenner `{name}` geht gegen null ({value})",
    "report_say_seen_inertia": "die Trägheit längs {names} verschwindet ({now}, am Anfang {start})",
    "report_say_seen_gradient": "der Gradient von {names} verschwindet ({now}, am Anfang {start})",
    "report_say_seen_dependent": "{names} werden voneinander abhängig ({now}, am Anfang {start})",
    "report_say_seen_runaway": (
        "`{name}` läuft davon: der Wert ist {value} und ändert sich um ebenso viel in {time} s"
    ),
    "report_say_seen_open": "die Gleichungen bestimmen {names} nicht mehr ({now}, am Anfang {start})",
    "report_say_seen_switch": "`{name}` schaltet um",
    "report_say_seen_clock": (
        "die Bewegung ändert sich in {time} s, aber Zeiten liegen dort {between} s auseinander"
    ),
    "report_say_seen_stiff": "die Stabilität verkürzt {part} der Schritte, --method radau versuchen",
    "report_say_diverged": (
        "die Gleichungen eines Schritts haben keine Lösung in der Nähe; versuchen Sie ein kleineres --dt"
    ),
    "report_say_jumped": (
        "eine Bindung springt dort, und was träge ist, kann nicht mitspringen; lassen Sie sie über eine"
        " gewisse Zeit ansteigen"
    ),
    "report_say_impulse": (
        "Geschwindigkeiten springen dort, und es wurden keine gefunden, die zu den Impulsen davor passen"
        " (eine unbekannte Kraftgröße nimmt keinen Stoß auf); geben Sie dem Sprung etwas Zeit oder der"
        ' Tabelle interpolate = "monotone"'
    ),
    "report_say_stiff": "die Stabilität begrenzt die Schritte; versuchen Sie --method radau",
    "report_say_exhausted": (
        "die Rechenarbeit, die ein Lauf haben darf, ist für die vielen Schritte verbraucht; verkürzen Sie die"
        " Zeit, oder suchen Sie eine Bewegung, die viel schneller ist als die Abtastung"
    ),
    "report_say_crowded": "dort folgen Ereignisse zu schnell aufeinander, um sie zu unterscheiden",
    "report_say_paradox": (
        "die Reibung presst dort einen Kontakt umso stärker, je stärker er gepresst wird, und keine"
        " Bewegung mit endlichen Kräften geht weiter (Paradoxon von Painlevé); kleinere Reibung oder ein"
        " nachgiebiger Kontakt kann helfen"
    ),
    "report_say_jammed": "Bindungen treiben die Bewegung in einen geschlossenen Kontakt; nichts gibt nach",
    "report_say_samples": (
        "Abtastwerte alle {dt} s zeigen Eigenschwingungen über {limit} Hz bei falschen Frequenzen, und das"
        " Modell hat am Anfang {modes}: Mehr Abtastwerte zeigen sie richtig"
    ),
    "report_say_coarse": (
        "Schritte von {dt} s sind grob für Eigenschwingungen bei {modes}: Eine Periode sollte mindestens"
        " {count} Schritte haben"
    ),
    "report_say_coarse_newmark": (
        "Schritte von {dt} s sind grob für Eigenschwingungen bei {modes}, die newmark nach {shifted}"
        " verschiebt: Eine Periode sollte mindestens {count} Schritte haben"
    ),
    "report_say_wedged": (
        "in {count} der Schritte sind die Kräfte der Kontakte nur auf 1e-4 richtig: sie verkeilten sich"
    ),
    "report_say_rescued": (
        "{part} % der Auswertungen wurden noch einmal numerisch gelöst, weil ein Pivot seine Stellen verlor:"
        " richtig, aber langsam; die Massenmatrix oder die Bindungen sind dort fast singulär"
    ),
    "report_say_redundant": (
        "die Bindungen {names} hängen voneinander ab und widersprechen sich nicht: Die Bewegung ist"
        " bestimmt, ihre Kräfte sind so klein wie möglich verteilt"
    ),
    "report_say_became_stiff": (
        "die Stabilität begrenzte die Schritte bei t = {t} s, daher rechnete {method} den Lauf: Das System"
        " ist steif"
    ),
    "report_say_compiler": (
        "für schnelle Läufe installieren Sie einen C-Compiler (gcc oder clang) oder: pip install ziglang;"
        " $DALEMBERT_CC nennt einen"
    ),
    "report_say_compiler_broken": "{say}; der gefundene arbeitet nicht: {message}",
    "report_say_cache_home": (
        "es gibt keinen Heimordner für einen Zwischenspeicher; setzen Sie {variable} auf einen eigenen Ordner"
    ),
    "report_say_cache_made": (
        "der Zwischenspeicher {path} kann nicht angelegt werden ({message}); setzen Sie {variable} auf einen"
        " anderen Ordner"
    ),
    "report_say_cache_others": (
        "in den Zwischenspeicher {path} können andere schreiben, daher wird nichts daraus geladen; führen"
        " Sie chmod 700 {again} aus oder setzen Sie {variable} auf einen eigenen Ordner"
    ),
    "report_say_cache_written": (
        "in den Zwischenspeicher {path} kann nicht geschrieben werden; setzen Sie {variable} auf einen"
        " anderen Ordner"
    ),
    "report_say_from": "aus {name}",
    "report_say_from_equation": "aus der Gleichung von {name}",
    "report_say_put_in": "mit eingesetztem {name}",
    "report_say_no_elimination": "nicht möglich: Wo die Bindungen gelten, sind die Gleichungen nicht endlich",
    "report_say_momentum": "Impuls von {name}",
    "report_say_cyclic": (
        "{name} ist zyklisch: L enthält die Koordinate nicht, und nichts anderes wirkt auf sie"
    ),
    "report_say_energy": "Energie",
    "report_say_timeless": "nichts hängt von der Zeit ab, dissipiert oder leistet Arbeit",
    "report_say_between_impacts": "{say} (zwischen Stößen)",
    "report_say_jacobi": "Jacobi-Integral",
    "report_say_jacobi_why": "L enthält die Zeit nicht; dies ist nicht T + V",
    "report_say_no_christoffel": "C_matrix existiert nicht: M hängt von den Geschwindigkeiten ab",
    "report_say_skew": (
        "M hängt von der Zeit ab: M' - 2 C_matrix ist schiefsymmetrisch bis auf die explizite Zeitableitung"
    ),
    "report_say_not_linear": (
        "die Gleichungen sind in `{name}` nicht linear; nennen Sie den Parameter der Fallbeschleunigung mit"
        " --gravity NAME"
    ),
    "report_say_none_found": "von {starts} Startpunkten aus wurde kein Gleichgewicht gefunden",
    "report_say_none_found_why": "von {starts} Startpunkten aus wurde kein Gleichgewicht gefunden: {say}",
    "report_say_one_found": "von {starts} Startpunkten aus wurde 1 Gleichgewicht gefunden",
    "report_say_found": "von {starts} Startpunkten aus wurden {count} Gleichgewichte gefunden",
    "report_say_found_once": "{say}; {once} davon nur von einem Startpunkt aus, also kann es mehr geben",
    "report_say_no_rest": "unter {names} gibt es keine Ruhe",
    "report_say_no_balance": "nichts hält einer Kraft von {force} längs ({where}) das Gleichgewicht",
    "report_say_left_forces": (
        "in der nächsten Lage bleiben Kräfte, denen nichts das Gleichgewicht hält ({where})"
    ),
    "report_say_shared": (
        "die Kräfte von {names} sind nicht einzeln bestimmt; angegeben sind die kleinsten, die das"
        " Gleichgewicht halten"
    ),
    "report_say_inputs_held": "Eingänge sind festgehalten wie bei t = {t} s: {values}",
    "report_say_time_stands": "die Zeit steht in den Gleichungen selbst: Es sind die von t = {t} s",
    "report_say_flow_held": (
        "Flussbindungen halten ihre Richtungen vom Anfang an: Gleichgewichte, zu denen eine Bewegung gegen"
        " sie führen würde, sind nicht aufgeführt"
    ),
    "report_say_contact_open_all": (
        "der Kontakt `{name}` gilt als offen: Gleichgewichte, die ihn drücken, werden nicht gesucht"
    ),
    "report_say_dry_friction": (
        "trockene Reibung bleibt außer Acht: um diese Lagen herum sind auch andere in Ruhe"
    ),
    "report_say_friction_out_all": (
        "die Reibung des Kontakts `{name}` bleibt außer Betracht: was nur sie hält, wird nicht gesucht"
    ),
    "report_say_friction_out": "die Reibung des Kontakts `{name}` bleibt außer Betracht",
    "report_say_contact_open": "der Kontakt `{name}` gilt als offen",
    "report_say_asymptotic": "asymptotisch stabil",
    "report_say_stable": "stabil",
    "report_say_neutral": "indifferent",
    "report_say_unstable": "instabil",
    "report_say_undecided": "unentschieden",
    "report_say_family": "eines aus einer stetigen Schar der Dimension {count} (längs {names}); {say}",
    "report_say_flow_kept": "{say}, wenn die Flussbindungen eingehalten werden",
    "report_say_no_direction": "die Bindungen lassen keine Richtung frei",
    "report_say_minimum": "die potentielle Energie hat ein Minimum",
    "report_say_minimum_damped": (
        "die potentielle Energie hat ein Minimum, und die Dämpfung erreicht jede Bewegung, am langsamsten"
        " mit {rate}"
    ),
    "report_say_no_minimum": (
        "die potentielle Energie hat kein Minimum (sie fällt in {say_directions}); in den linearen"
        " Gleichungen halten gyroskopische Kräfte sie, und Dämpfung nähme das weg"
    ),
    "report_say_falls": (
        "die potentielle Energie fällt in {say_directions} von {free}; eine Störung wächst mit {rate}"
    ),
    "report_say_oscillation_grows": "eine Schwingung wächst an, mit {rate}",
    "report_say_disturbance_grows": "eine Störung wächst an, mit {rate}",
    "report_say_no_return": "nichts bringt es zurück in {say_directions}",
    "report_say_dies_out": "jede Störung klingt ab, die langsamste mit {rate}",
    "report_say_neither": "die linearen Gleichungen haben Schwingungen, die weder wachsen noch abklingen",
    "report_say_vanishing": "die Steifigkeit verschwindet dort: Die linearen Gleichungen entscheiden nicht",
    "report_say_one_direction": "1 Richtung",
    "report_say_directions": "{count} Richtungen",
    "report_say_the_start": "der Anfang",
    "report_say_an_equilibrium": "ein Gleichgewicht",
    "report_say_the_equilibrium": "das Gleichgewicht ({say})",
    "report_say_nearest_equilibrium": "das dem Anfang nächste Gleichgewicht, von {count} ({say})",
    "report_say_only_firm": "das einzige nicht instabile Gleichgewicht, von {count} ({say})",
    "report_say_nearest_firm": "das nächste nicht instabile Gleichgewicht, von {count} ({say})",
    "report_say_not_resting": (
        "{say} ist kein Gleichgewicht: unausgeglichen ist dort {where}; die Gleichungen beschreiben"
        " Abweichungen von der Bewegung durch diese Lage, für kurze Zeit"
    ),
    "report_say_moves_there": "das System bewegt sich dort: {values}",
    "report_say_input_moves": (
        "der Eingang `{name}` bewegt eine Bindung oder wirkt durch seine Änderungsrate: Er gehört nicht zu"
        " den Eingängen"
    ),
    "report_say_inputs_given": "die Eingänge werden auf diesen Werten gehalten: {values}",
    "report_say_with_inputs": "{say}, mit {values}",
    "report_say_none_with_inputs": "mit den Eingängen, wie sie bei t = {t} s sind ({values}), gilt: {say}",
    "report_say_lasting": (
        "{say}; die linearen Gleichungen bleiben entlang der Bewegung durch den Anfang gleich, und mit"
        " ihnen die Eigenschwingungen"
    ),
    "report_say_not_lasting": (
        "{say}, und die linearen Gleichungen ändern sich entlang der Bewegung durch den Anfang"
    ),
    "report_say_start_moves": (
        "das System bewegt sich am Anfang ({values}), dies sind aber die Eigenschwingungen der Ruhelage:"
        " --at start gibt die der Bewegung"
    ),
    "report_say_steady_start": "die gleichförmige Bewegung des Anfangs",
    "report_say_find_rest": "Ruhelagen findet: dalembert equilibrium {command}",
    "report_say_assumed": "angenommen: {names}",
    "report_say_no_accelerations": (
        "nichts bestimmt alle Beschleunigungen an dieser Stelle ({say}): Einige Koordinaten haben dort keine"
        " Trägheit"
    ),
    "report_say_efforts_open": (
        "die unbekannten Kraftgrößen {names} sind an dieser Stelle nicht bestimmt ({say})"
    ),
    "report_say_force_not_finite": "die Kraft von `{name}` ist an dieser Stelle nicht endlich ({say})",
    "report_say_inertia_not_finite": "die Trägheit von `{name}` ist an dieser Stelle nicht endlich ({say})",
    "report_say_no_derivative": (
        "die Kräfte auf `{name}` haben an dieser Stelle keine endliche Ableitung ({say})"
    ),
    "report_say_contact_closed": (
        "der Kontakt `{name}` ist an dieser Stelle geschlossen ({say}): Sein Abstand ist {gap}"
    ),
    "report_say_no_linear": (
        "an dieser Stelle gibt es keine linearen Gleichungen ({say}): Die Kräfte springen dort oder haben"
        " einen Knick"
    ),
    "report_say_no_value": "der Parameter `{name}` hat keinen Wert",
    "report_say_effort_idle": "die Kraftgröße `{name}` leistet keine Arbeit: Die Bewegung spürt sie nicht",
    "report_say_flat_constraint": (
        "die Bindung `{name}` hält am Anfang nichts: Ihre Ableitungen nach {names} sind dort null"
    ),
    "report_say_flat_effort": (
        "die Kraftbindung `{name}` bestimmt {names} nicht: Wo sie null ist, ist auch ihre Ableitung null,"
        " wie bei einem Quadrat"
    ),
    "report_say_effort_count": (
        "es gibt {count} Kraftbindungen ({names}) für {efforts} unbekannte Kraftgrößen"
    ),
    "report_say_too_many": (
        "die Gleichungen von {names} sind {count} Gleichungen nur für {unknowns}: {more} zu viel, also"
        " widersprechen oder wiederholen sie sich"
    ),
    "report_say_no_t_end": "es ist nicht gesagt, wie lange simuliert werden soll",
    "report_say_too_large": "zu groß für diesen Bericht: {count} Koordinaten",
    "report_say_unknown_here": "`{name}` ist hier nicht bekannt",
    "report_say_no_point": "in der Szene gibt es keinen Punkt `{name}`",
}
