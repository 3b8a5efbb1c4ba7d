"""Words of pages that run, in German."""

MESSAGES: dict[str, str] = {
    "animation_live_values": "Werte dieser Bewegung",
    "animation_live_parameters": "Parameter",
    "animation_live_start": "Anfang",
    "animation_live_run": "Lauf",
    "animation_live_end": "Ende des Laufs",
    "animation_live_reset": "Werte zurücksetzen",
    "animation_live_link": "Link auf diese Werte",
    "animation_live_csv": "Als CSV speichern",
    "animation_live_keys": (
        "Ein Gelenk oder eine Masse lässt sich mit dem Zeiger an einen anderen Anfangsort ziehen."
    ),
    "animation_live_ledger": "Energiebilanz",
    "animation_live_estimating": "Gezeigt ist ein einzelner Lauf; sein Fehler wird noch abgeschätzt …",
    "animation_live_met": "Geschätzter Fehler: {error} (Toleranz: {rtol}).",
    "animation_live_limited": (
        "Der geschätzte Fehler bleibt bis t = {until} s unter {rtol}; am größten ist er {error}."
    ),
    "animation_live_balance": "Die Energiebilanz geht auf {ledger} genau auf.",
    "animation_live_no_claim": "Der Fehler ist nicht bekannt.",
    "animation_live_ended": "Der Lauf endet bei t = {t} s: {why}.",
    "animation_live_not_finite": "die Änderungsraten sind nicht endlich",
    "animation_live_singular": "Beschleunigungen oder Multiplikatoren sind nicht bestimmt",
    "animation_live_underflow": "es wären immer kleinere Schritte nötig",
    "animation_live_off": "die Bindungen ließen sich nicht mehr erfüllen",
    "animation_live_too_long": "er braucht mehr Rechenarbeit, als eine Seite zulässt",
    "animation_live_no_start": (
        "Mit diesen Werten erfüllt keine Anfangslage die Bindungen; gezeigt ist die vorige Bewegung."
    ),
    "animation_live_not_allowed": (
        "WebAssembly ist hier nicht erlaubt: gezeigt ist die aufgezeichnete Bewegung."
    ),
    "animation_live_recorded": (
        "Diese Seite spielt eine aufgezeichnete Bewegung ab, ihre Werte lassen sich hier nicht"
        " ändern: {reason}."
    ),
    "animation_live_inside": (
        "Dort beginnt keine Bewegung: Der Start liegt im Inneren des Kontakts {name}; "
        "gezeigt ist die vorige Bewegung."
    ),
    "animation_live_bound": (
        "Mit diesen Werten beginnt kein Lauf: {name} = {value}, es muss aber "
        "{sign} {bound} sein; gezeigt ist die vorige Bewegung."
    ),
    "animation_live_no_end": (
        "t = {end} s liegt nicht nach dem Anfang bei {start} s; gezeigt ist die vorige Bewegung."
    ),
    "animation_live_no_run": ("Mit diesen Werten beginnt kein Lauf: {why}; gezeigt ist die vorige Bewegung."),
    "animation_live_open": (
        "Die Energiebilanz geht nur auf {ledger} genau auf: Die gezeigte Bewegung kann falsch sein."
    ),
    "animation_live_no_number": "{name} muss eine endliche Zahl sein; der Wert bleibt, wie er war.",
    "animation_live_address": "In der Adresse dieser Seite nicht verstanden und weggelassen: {text}.",
    "animation_live_stopped": "Das Ereignis {name} beendet den Lauf bei t = {t} s.",
    "animation_live_undecided": "die Gesetze der Kontakte und Schalter bestimmen die Bewegung dort nicht",
    "animation_live_restitution": "eine Stoßzahl liegt nicht zwischen 0 und 1",
    "animation_live_sticking": "ein Kontakt hat beim Haften weniger Reibung als beim Gleiten",
    "animation_live_friction": "ein Reibbeiwert ist negativ",
    "animation_live_event_inside": "was ein Ereignis setzt, liegt in einem Kontakt",
    "animation_live_event_value": "ein Ereignis setzt einen Wert, der nicht endlich ist",
    "animation_live_event_off": ("nahe bei dem, was ein Ereignis setzt, erfüllt kein Zustand die Bindungen"),
    "animation_live_event_again": (
        "ein Ereignis kehrt nach dem, was es setzt, sofort wieder, oder Ereignisse lösen sich endlos aus"
    ),
    "animation_live_events": "Ereignisse",
    "animation_live_what": "Ereignis",
    "animation_live_impacts": "Ereignisse, darunter {count} Stöße",
    "animation_live_impact": "Stoß von {name}: {lost} J Verlust",
    "animation_live_sticks": "{name} haftet",
    "animation_live_slips": "{name} gleitet",
    "animation_live_rests": "{name} bleibt geschlossen",
    "animation_live_opens": "{name} öffnet sich",
    "animation_live_more": "und {count} weitere Ereignisse",
    "live_jumps_in_time": (
        "ein Knick oder Sprung zu fester Zeit ändert ihren Zustand, ihre Kontakte oder einen anderen Schalter"
    ),
    "live_method": "es wird mit {method} gerechnet, eine Seite hat aber nur ein explizites Verfahren",
    "live_refused": "{reason}",
    "live_drawing": "Teile ihrer Zeichnung ({kinds}) sind nur von der aufgezeichneten Bewegung bekannt",
    "live_long": "ihre Gleichungen sind zu lang für eine Seite ({count} Anweisungen)",
    "live_event_results": "das Ereignis {name} hängt von einer Kraft oder Beschleunigung ab",
    "live_delay": "{name} ist ein verzögerter Wert",
    "live_dependent_start": "der Anfangswert von {name} folgt aus anderen Anfangswerten",
    "live_stop_of_dae": "ein Ereignis beendet den Lauf, und die Beschleunigungen werden numerisch gelöst",
    "modes_general": "Kräfte schalten um, und die Beschleunigungen werden numerisch gelöst",
    "modes_large": (
        "zusammen mit Kontakten oder Schaltern gibt es {count} Koordinaten, möglich sind höchstens {most}"
    ),
    "modes_redundant": "die Bindungen hängen voneinander ab, und es gibt Schalter oder trockene Reibung",
    "modes_efforts": "es gibt die unbekannte Kraft {name} zusammen mit Kontakten oder Schaltern",
    "modes_compliant": "der Kontakt {name} ist nachgiebig",
    "modes_two_slips": "der Kontakt {name} kann in zwei Richtungen gleiten",
    "modes_both": "es gibt sowohl Kontakte als auch Kräfte, die umschalten",
    "modes_friction_twice": "der Kontakt {name} hat Reibung neben trockener Reibung anderer Art",
    "modes_contacts": "es gibt {count} Kontakte, möglich sind höchstens {most}",
    "modes_dependent": "Kräfte hängen von Kontaktkräften ab",
    "modes_switches": "es gibt {count} Schaltfunktionen, möglich sind höchstens {most}",
    "modes_many": "die Kontakte und Schalter haben {count} Zustände, möglich sind höchstens {most}",
}
