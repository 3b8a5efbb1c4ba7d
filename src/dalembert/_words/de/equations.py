"""What is said of kinematics, of solved and of linearised equations, in German."""

MESSAGES: dict[str, str] = {
    "report_kinematics": "Kinematik",
    "report_kinematics_positions": "Die Lagen als Funktionen der Koordinaten:",
    "report_kinematics_solved": "Die Bindungen liefern diese Koordinaten als Funktionen der übrigen:",
    "report_kinematics_velocities": "Ableiten nach der Zeit ergibt die Geschwindigkeiten:",
    "report_kinematics_speeds": "Die Geschwindigkeiten in der kinetischen Energie:",
    "report_kinematics_squares": "Die Geschwindigkeitsquadrate:",
    "report_kinematics_energy": "Die kinetische Energie wie angegeben, dann eingesetzt und zusammengefasst:",
    "report_kinematics_cut": "{count} weitere Zeilen derselben Art sind hier weggelassen.",
    "report_solved": "Beschleunigungen",
    "report_solved_read": "Nach den Beschleunigungen aufgelöst lauten die Bewegungsgleichungen:",
    "report_small": "Linearisierte Gleichungen",
    "report_small_read": "Für kleine Auslenkungen aus der Gleichgewichtslage {place} gilt",
    "report_small_values": "Mit den Zahlenwerten der Parameter, in SI-Einheiten:",
    "report_small_frequencies": "Eigenkreisfrequenzen und Abklingkonstanten:",
}
