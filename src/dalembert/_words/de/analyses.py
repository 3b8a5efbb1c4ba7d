"""Messages about equilibria, linear equations, modes and efforts, in German."""

MESSAGES: dict[str, str] = {
    "equilibria_none": "von {starts} Startpunkten aus wurde kein Gleichgewicht gefunden",
    "equilibria_none_since": "von {starts} Startpunkten aus wurde kein Gleichgewicht gefunden: {why}",
    "equilibria_one": "von {starts} Startpunkten aus wurde 1 Gleichgewicht gefunden",
    "equilibria_several": "von {starts} Startpunkten aus wurden {count} Gleichgewichte gefunden",
    "equilibria_perhaps_more": "{found}; {once} davon nur von einem Startpunkt aus, also kann es mehr geben",
    "equilibria_all": "weitere Gleichgewichte gibt es nicht",
    "equilibria_all_within": "weitere Gleichgewichte gibt es nicht für {ranges}",
    "equilibria_maybe_more": (
        "weitere Gleichgewichte sind möglich: gesucht wurde von {starts} Startpunkten aus mit {ranges}"
    ),
    "equilibria_maybe_more_turn": (
        "weitere Gleichgewichte sind möglich: gesucht wurde von {starts} Startpunkten aus"
    ),
    "equilibria_undecided_near": (
        "in der Nähe von {point} ist nicht entschieden, ob es weitere Gleichgewichte gibt; sonst gibt es"
        " keine für {ranges}"
    ),
    "equilibria_undecided_turn": (
        "in der Nähe von {point} ist nicht entschieden, ob es weitere Gleichgewichte gibt; sonst gibt es"
        " keine"
    ),
    "range_of": "{low} ≤ {name} ≤ {high}",
    "range_in": "{low} ≤ {name} ≤ {high} {unit}",
    "equilibria_flow": "unter {names} gibt es keine Ruhelage",
    "equilibria_no_balance": "nichts hält einer Kraft von {force} längs ({where}) das Gleichgewicht",
    "equilibria_forces_left": "bei der besten Annäherung bleiben unausgeglichene Kräfte ({where})",
    "equilibria_forces_shared": (
        "die Kräfte von {names} sind nicht einzeln bestimmt; angegeben sind die kleinsten, die das"
        " Gleichgewicht halten"
    ),
    "inputs_at_time": "die Eingänge sind auf ihren Werten bei t = {t} s festgehalten: {values}",
    "time_in_equations": (
        "die Gleichungen hängen explizit von der Zeit ab; sie sind bei t = {t} s ausgewertet"
    ),
    "equilibria_flow_kept": (
        "nichtholonome Bindungen behalten ihre Richtungen vom Anfang; Gleichgewichte, die nur gegen sie"
        " erreichbar wären, sind nicht aufgeführt"
    ),
    "equilibria_dry_friction": (
        "trockene Reibung ist vernachlässigt: Auch benachbarte Lagen können in Ruhe sein"
    ),
    "equilibria_friction_out": (
        "die Reibung des Kontakts {name} ist vernachlässigt, weil er nachgibt: Lagen, die nur die Reibung"
        " hält, werden nicht gesucht; mit einem starren Kontakt (mit restitution) werden sie gefunden"
    ),
    "friction_left_out": "die Reibung des Kontakts {name} ist vernachlässigt",
    "instants_left_out": "Ereignisse, die Werte setzen, und Kraftstöße sind vernachlässigt: {names}",
    "equilibria_slips": (
        "die Reibung am Kontakt {name} müsste {friction} aufnehmen, sie trägt aber höchstens {limit}"
    ),
    "equilibria_sticking": (
        "Reibung hält {names}: Auch benachbarte Lagen sind im Gleichgewicht, solange die Reibung ausreicht"
    ),
    "equilibria_contacts_shared": (
        "die Kräfte der Kontakte {names} sind nicht eindeutig: angegeben ist eine Verteilung, bei "
        "der alle drücken"
    ),
    "equilibria_contacts_some": (
        "es gibt zu viele Kontakte, um jede Kombination geschlossener Kontakte zu prüfen; weitere "
        "Gleichgewichte sind möglich"
    ),
    "contact_closed": "der Kontakt {name} ist geschlossen und wirkt als Bindung: {hold}",
    "hold_smooth": "er ist reibungsfrei",
    "hold_sticks": "er haftet",
    "hold_slides": "er gleitet auf seiner bewegten Fläche",
    "stable_on_contacts": "{why}; geschlossene Kontakte: {names}",
    "stable_contact_unloaded": (
        "der geschlossene Kontakt {name} überträgt keine Kraft, daher entscheiden die linearen "
        "Gleichungen nicht"
    ),
    "stable_friction_full": (
        "die Reibung des Kontakts {name} ist ausgeschöpft, daher entscheiden die linearen Gleichungen nicht"
    ),
    "no_modes": (
        "Bindungen und geschlossene Kontakte lassen keine freie Richtung, daher gibt es keine Eigenformen"
    ),
    "contact_open": "der Kontakt {name} gilt als offen",
    "stability_asymptotic": "asymptotisch stabil",
    "stability_stable": "stabil",
    "stability_neutral": "indifferent",
    "stability_unstable": "instabil",
    "stability_undecided": "unentschieden",
    "stable_family": "eines aus einer stetigen Schar der Dimension {count} (längs {names}); {why}",
    "stable_if_flow_kept": "{why}, solange die nichtholonomen Bindungen eingehalten werden",
    "stable_no_direction": "die Bindungen lassen keine Richtung frei",
    "potential_energy": "die potentielle Energie",
    "effective_potential": "das effektive Potential V − T₀",
    "stable_minimum": "{potential} hat ein Minimum",
    "stable_minimum_damped": (
        "{potential} hat ein Minimum, und alle Bewegungen sind gedämpft, die langsamste mit {rate} 1/s"
    ),
    "stable_fed": (
        "{potential} hat ein Minimum, aber Kräfte können kleine Bewegungen anfachen,"
        " was lineare Gleichungen nicht zeigen"
    ),
    "stable_no_minimum": (
        "{potential} hat kein Minimum (Abnahme in {directions}); in den linearen Gleichungen"
        " stabilisieren gyroskopische Kräfte die Lage, was Dämpfung aufheben würde"
    ),
    "stable_falls": (
        "{potential} fällt in {directions} von {free}; eine Störung wächst mit der Rate {rate} 1/s"
    ),
    "stable_maximum": "{potential} hat ein Maximum; eine Störung wächst mit der Rate {rate} 1/s",
    "stable_oscillation_grows": "eine Schwingung wächst mit der Rate {rate} 1/s an",
    "stable_disturbance_grows": "eine Störung wächst mit der Rate {rate} 1/s an",
    "stable_no_return": "in {directions} fehlt eine rückstellende Kraft",
    "stable_dies_out": "jede Störung klingt ab, die langsamste mit der Rate {rate} 1/s",
    "stable_shapes_lacking": (
        "im Rahmen der Rundung fallen Schwingungen mit {frequencies} rad/s zusammen und haben dieselbe Form: "
        "in den linearen Gleichungen wächst eine Störung dann proportional zur Zeit, und die nichtlinearen "
        "Glieder entscheiden"
    ),
    "stable_neither": "die linearen Gleichungen haben Schwingungen, die weder wachsen noch abklingen",
    "stable_stiffness_vanishes": (
        "die Steifigkeit verschwindet dort, die lineare Näherung erlaubt keine Aussage"
    ),
    "one_direction": "1 Richtung",
    "directions": "{count} Richtungen",
    "place_start": "die Anfangslage",
    "place_an_equilibrium": "ein Gleichgewicht",
    "place_equilibrium": "das {stability}e Gleichgewicht",
    "place_nearest": "das dem Anfang nächste Gleichgewicht, das {stability} ist",
    "place_only_firm": "das einzige {stability}e von {count} Gleichgewichten",
    "place_nearest_firm": "das nächste {stability}e von {count} Gleichgewichten",
    "place_not_resting": (
        "{place} ist kein Gleichgewicht: Unausgeglichen ist dort {where}; die Gleichungen beschreiben"
        " Abweichungen von der Bewegung durch diese Lage, für kurze Zeit"
    ),
    "place_moves": "das System bewegt sich dort: {values}",
    "input_not_free": (
        "der Eingang {name} bewegt eine Bindung oder wirkt durch seine Änderungsrate: Er gehört nicht zu den"
        " Eingängen"
    ),
    "linear_without_outputs": (
        "Ausgänge, die Kräfte oder Beschleunigungen verwenden, sind nicht unter denen der linearen"
        " Gleichungen: {names}"
    ),
    "inputs_given": "die Eingänge werden auf diesen Werten gehalten: {values}",
    "place_with_inputs": "{place}, mit {values}",
    "modes_none_with_inputs": "mit den Eingängen, wie sie bei t = {t} s sind ({values}), gilt: {why}",
    "modes_lasting": (
        "{why}; die linearen Gleichungen bleiben entlang der Bewegung durch den Anfang gleich, und mit ihnen"
        " die Eigenschwingungen"
    ),
    "modes_not_lasting": (
        "{why}, und die linearen Gleichungen ändern sich entlang der Bewegung durch den Anfang"
    ),
    "modes_start_moves": (
        "das System bewegt sich am Anfang ({values}), dies sind aber die Eigenschwingungen der Ruhelage: --at"
        " start gibt die der Bewegung"
    ),
    "place_steady_start": "die stationäre Bewegung vom Anfang an",
    "advice_find_rest": "Ruhelagen findet: dalembert equilibrium {command}",
    "start_assumed": "angenommen: {names}",
    "place_forces_open": "{place}: Kräfte, die von Kräften abhängen, haben hier keine eindeutige Lösung",
    "place_no_accelerations": (
        "{place}: hier sind nicht alle Beschleunigungen bestimmt, denn einige Koordinaten haben keine"
        " Trägheit"
    ),
    "place_efforts_bend": (
        "{place}: hier gibt es keine linearen Gleichungen; die Bedingungen {names} binden Geschwindigkeiten,"
        " mit Ableitungen, die sich längs der Bewegung ändern"
    ),
    "place_efforts_open": "{place}: hier sind die unbekannten Kraftgrößen {names} nicht bestimmt",
    "place_force_not_finite": "{place}: hier ist die Kraft von {name} nicht endlich",
    "place_inertia_not_finite": "{place}: hier ist die Trägheit von {name} nicht endlich",
    "place_no_derivative": "{place}: hier haben die Kräfte auf {name} keine endliche Ableitung",
    "place_contact_closed": "{place}: hier ist der Kontakt {name} geschlossen, sein Abstand ist {gap}",
    "analysis_sampled": "{name} wird abgetastet; ohne Simulation sind keine Abtastwerte bekannt",
    "analysis_delayed": "ohne Simulation ist der verzögerte Wert {name} nicht bekannt",
    "analysis_dependent_force": "ein Ausdruck hängt von {name} ab, das nur eine Simulation berechnet",
    "place_no_linear": (
        "{place}: hier gibt es keine linearen Gleichungen, denn die Kräfte springen oder haben einen Knick"
    ),
    "place_given": "{values}",
    "place_no_state_space": "{place}: hier gibt es keinen Zustandsraum; {reason}",
    "linear_open": "die linearen Gleichungen bestimmen {names} nicht",
    "linear_needs_rate": (
        "ein Eingang wirkt, wo nichts träge oder gedämpft ist: Seine Änderungsrate wäre nötig"
    ),
    "campbell_not_resting": (
        "{count} der {places} Lagen sind kein Gleichgewicht: Unausgeglichen ist bei {value} {where}"
    ),
    "inverse_jumps": (
        "die Bewegung von {name} enthält {functions}: An Sprüngen und Knicken sind die Kraftgrößen für einen"
        " Augenblick unendlich, was kein Abtastwert zeigt"
    ),
    "inverse_table_si": "die Tabelle von {name} wird als SI gelesen, obwohl die Einheit {unit} ist",
    "inverse_in_addition": (
        "auf {names} wirkt auch das Modell selbst: Die berechneten Kraftgrößen kommen zu seinen eigenen hinzu"
    ),
    "inverse_other_inputs": "andere Eingänge wirken nach ihren eigenen Gesetzen: {names}",
    "inverse_inputs_sought": (
        "die Gesetze von {names} im Modell werden nicht benutzt, da diese Eingänge gesucht sind"
    ),
    "inverse_forces_open": "die Kräfte von {names} sind durch die Bewegung nicht bestimmt",
    "inverse_expression": "{text}",
    "inverse_table": "eine Tabelle mit {count} Punkten, kubischer Spline",
    "inverse_on_input": "der Eingang {name}",
    "inverse_on_coordinate": "{name}",
}
