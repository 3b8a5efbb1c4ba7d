"""Messages about kinematics, solved and linearised equations, and symmetries, in German."""

MESSAGES: dict[str, str] = {
    "report_kinematics": "Kinematik",
    "report_kinematics_positions": "Die Lagen als Funktionen der Koordinaten:",
    "report_kinematics_solved": "Die Bindungen liefern diese Koordinaten als Funktionen der übrigen:",
    "report_kinematics_velocities": "Ableiten nach der Zeit ergibt die Geschwindigkeiten:",
    "report_kinematics_speeds": "Die Geschwindigkeiten in der kinetischen Energie:",
    "report_kinematics_squares": "Die Geschwindigkeitsquadrate:",
    "report_kinematics_energy": (
        "Die kinetische Energie wie angegeben, nach dem Einsetzen und zusammengefasst:"
    ),
    "report_kinematics_energy_two": "Die kinetische Energie wie angegeben und nach dem Einsetzen:",
    "report_kinematics_cut": "{count} weitere Zeilen derselben Art sind hier weggelassen.",
    "report_solved": "Beschleunigungen",
    "report_solved_one": "Gleichung {numbers}, nach der Beschleunigung aufgelöst:",
    "report_solved_read": "Gleichungen {numbers}, nach den Beschleunigungen aufgelöst:",
    "report_shapes": "Eigenformen",
    "report_shapes_read": "Amplituden der Koordinaten in jeder Eigenform, die größte gleich 1 gesetzt:",
    "report_copy": "LaTeX kopieren",
    "report_copied": "Kopiert",
    "report_small": "Linearisierte Gleichungen",
    "report_small_read": "Für kleine Auslenkungen aus der Gleichgewichtslage {place} gilt",
    "report_small_values": "Mit den Zahlenwerten der Parameter, in SI-Einheiten:",
    "report_small_free": (
        "Linearisiert um diese Lage: {place}. Mit den Zahlenwerten der Parameter gilt für kleine "
        "Auslenkungen {names} der freien Koordinaten"
    ),
    "report_small_units": "Einheiten: {units}.",
    "report_small_followers": "Die übrigen Koordinaten folgen aus den Bindungen, mit diesen Faktoren:",
    "report_small_frequencies": "Eigenkreisfrequenzen und Abklingkonstanten:",
    "conserved_angular": "Drehimpuls",
    "conserved_common": "Impuls",
    "conserved_angular_why": "eine Drehung, die auf {names} wirkt, ändert weder L noch die Bindungen",
    "conserved_common_why": "eine gemeinsame Verschiebung von {names} ändert weder L noch die Bindungen",
    "conserved_by_values": "{why}, mit den gegebenen Werten der Parameter",
    "conserved_less_work": "{what} abzüglich der Arbeit der konstanten Kräfte",
    "conserved_work_why": "{why}, außer konstanten Kräften, die ein Potential haben",
}
