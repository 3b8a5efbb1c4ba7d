"""Words of the summary of results, of extremes and loads, in German."""

MESSAGES: dict[str, str] = {
    "result_box": "Ergebnisse",
    "result_dof": "Freiheitsgrade",
    "result_equilibria": "Gleichgewichtslagen",
    "result_frequencies": "Eigenfrequenzen",
    "result_frequency": "{hz} (Periode {period})",
    "result_about": "Bezugslage: {place}",
    "result_extremes": "Wertebereiche",
    "result_loads": "Größte Belastungen",
    "result_bearings": "Lagerkräfte",
    "result_load": "{name}: {value} bei t\u00a0=\u00a0{t}",
    "result_contact": "Kontaktkraft bei",
    "result_friction": "Reibung bei",
    "result_events": "Ereignisse",
    "result_event_once": "{kind}, {name}, bei t\u00a0=\u00a0{t}",
    "result_event": "{kind}, {name}: {count}-mal, zuerst bei t\u00a0=\u00a0{t}",
    "result_kind_event": "Ereignis",
    "result_kind_impact": "Stoß",
    "result_kind_impulse": "Kraftstoß",
    "result_kind_touch": "Kontakt schließt",
    "result_kind_release": "Kontakt öffnet",
    "result_kind_stick": "beginnt zu haften",
    "result_kind_slip": "beginnt zu gleiten",
    "result_accuracy": "Genauigkeit",
    "result_error": "geschätzter relativer Fehler {error}",
    "result_until": "Fehler unter {rtol} bis t\u00a0=\u00a0{t}",
    "result_chaotic": "Fehler unter {rtol} bis t = {t}; danach chaotisch",
    "result_ledger": "Energiebilanz geht auf bis auf {error}",
    "result_remarks": "Hinweise",
    "result_further": "{count} weitere unter „{section}“",
    "report_equations": "Bewegungsgleichungen",
    "report_equations_elsewhere": "{count} weitere Gleichungen stehen in {file}.",
    "report_motion": "Bewegung",
    "report_bearing": "Belastungen",
    "report_controllers": "Regler",
    "report_controllers_read": (
        "Was jeder Regler misst und was er stellt; darunter die Gleichungen jedes Reglers."
    ),
    "report_controllers_caption": (
        "Blockschaltbild der Regler: rechts die Stellgrößen, unten zurückgeführt die gemessenen Größen."
    ),
    "report_free_bodies": "Freigeschnittene Körper",
    "report_free_bodies_read": (
        "Jeder Körper ist von den anderen freigeschnitten: sein Gewicht, die Kräfte und Momente"
        " seiner Gelenke und der Elemente, die an ihm angreifen. Die Pfeile zeigen in die Richtung, in"
        " der eine Komponente an diesem Körper positiv ist; am ersten Körper eines Gelenks wirkt das"
        " Entgegengesetzte wie am zweiten. Kräfte und Momente, die null bleiben, sind weggelassen."
    ),
    "report_free_bodies_caption": (
        "Freikörperbilder: Gewichte (grün), Kräfte und Momente der Gelenke (orange) und der Elemente (blau)."
    ),
    "report_free_bodies_plane": "Impulssatz für jeden Körper und Drallsatz um seinen Schwerpunkt:",
    "report_free_bodies_space": (
        "Impulssatz für jeden Körper und Drallsatz, L = R J ω um seinen Schwerpunkt, in raumfesten Achsen:"
    ),
    "report_free_bodies_coupled": (
        "Zahnräder, Riemen und Zahnstangen koppeln die Werte von Gelenken nur durch Momente: Die "
        "Kräfte ihrer Zähne und Trume auf die Lager sind in den gezeigten Kräften nicht "
        "enthalten."
    ),
    "report_free_bodies_not_unique": (
        "Kräfte und Momente mit gestrichelten Pfeilen sind nicht eindeutig: Gelenke sind überzählig, und die"
        " Bewegung legt nicht fest, wie sie die Last teilen. Die Werte sind eine von vielen Möglichkeiten."
    ),
    "result_without_couplings": "ohne die Kräfte von Zähnen und Riemen auf die Lager",
    "result_not_unique": "nicht eindeutig",
    "report_extremes": "Extremwerte",
    "report_appendix": "Anhang",
    "report_column_quantity": "Größe",
    "report_column_least": "Kleinster Wert",
    "report_column_most": "Größter Wert",
    "report_column_at": "bei t / s",
    "report_extremes_read": (
        "Das sind die Extremwerte der Bewegung selbst, auch zwischen den gespeicherten Zeilen, und die"
        " Zeiten, zu denen sie zuerst erreicht werden."
    ),
    "report_extremes_cut": "{shown} von {count} Größen sind aufgeführt; alle stehen in {file}.",
    "report_bearing_read": "Die Tabelle enthält {kinds}.",
    "report_bearing_accelerations": "Beschleunigungen",
    "report_bearing_inputs": "Eingangsgrößen",
    "report_bearing_efforts": "unbekannte Kraftgrößen",
    "report_bearing_friction": "Reibungskräfte",
    "report_bearing_contacts": "Kontaktkräfte",
    "report_bearing_multipliers": "Zwangskräfte (Multiplikatoren)",
    "report_steady": "Konstant: {names}.",
}
