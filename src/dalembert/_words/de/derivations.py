"""Messages about independent derivations of one system, in German."""

MESSAGES: dict[str, str] = {
    "report_derivations": "Unabhängige Herleitungen",
    "report_derivations_agree": (
        "Die Gleichungen wurden auf {count} Wegen hergeleitet, die bis auf {error} übereinstimmen: "
        "jeder wird mit den aus den Energien automatisch abgeleiteten Lagrange-Gleichungen "
        "verglichen."
    ),
    "report_derivations_differ": (
        "Die Herleitungen stimmen nicht überein: {names}, Abweichung bis zu {error}. Diese Ergebnisse"
        " sind nicht verlässlich; bitte melden Sie dieses Modell."
    ),
    "report_derivations_one": "Keine andere Herleitung ließ sich mit den Lagrange-Gleichungen vergleichen.",
    "report_derivations_missing": "Nicht verglichen: {name}: ",
    "report_column_derivation": "Herleitung",
    "report_column_difference": "Größte Abweichung",
    "report_column_states": "Zustände",
    "report_by_lagrange": "Lagrange, wie gedruckt",
    "report_by_elimination": "Lagrange, nach Elimination",
    "report_by_hamilton": "Hamiltonsche Gleichungen",
    "report_by_gibbs_appell": "Gibbs-Appell",
    "report_by_kane": "Kanesche Gleichungen",
    "report_by_newton_euler": "Newton-Euler",
    "report_by_hinge_balances": "Momente um die Gelenke",
    "report_newton_euler": "Newton-Euler-Gleichungen",
    "report_newton_euler_read": (
        "Hier wird keine Energie verwendet. Für jeden Körper stehen hier, in raumfesten Achsen, sein "
        "Impuls {p} und sein Drehimpuls {L} um den Schwerpunkt, deren Ableitungen und die Kräfte und "
        "Momente, denen diese gleich sind. Die Reaktionen der Gelenke sind Unbekannte."
    ),
    "report_newton_euler_space": (
        "Hier wird keine Energie verwendet. Für jeden Körper stehen hier sein Impuls {p} in raumfesten "
        "Achsen und, wenn er sich dreht, seine Winkelgeschwindigkeit {omega} in körperfesten Achsen; die "
        "Einträge seiner Drehmatrix {R} von körperfesten zu raumfesten Achsen haben Namen. Die Reaktionen "
        "der Gelenke sind Unbekannte."
    ),
    "report_newton_euler_turning": (
        "Die Eulerschen Gleichungen in körperfesten Achsen, mit dem Moment {M} um den Schwerpunkt:"
    ),
    "report_newton_euler_rates": "Ihre Ableitungen:",
    "report_newton_euler_balance": "Sie sind gleich den Kräften und Momenten auf den Körper:",
    "report_newton_euler_elements": "Kräfte und Momente der Elemente",
    "report_newton_euler_guides": (
        "Reaktionen, die keine Gelenkbedingung festlegt, leisten längs der Koordinaten keine Arbeit; diese "
        "Ausdrücke verschwinden:"
    ),
    "report_bodies_left": "Die Gleichungen von {count} weiteren Körpern stehen in {file}.",
    "report_hinge_balances": "Momente um die Gelenke",
    "report_hinge_balances_read": (
        "Hier wird keine Energie verwendet. Für jedes Gelenk steht hier die zeitliche Ableitung des "
        "Dralls {L} aller Körper jenseits von ihm, bezogen auf den raumfesten Punkt, an dem das "
        "Gelenk gerade ist; längs einer Führung ist es die Ableitung des Impulses. Die Reaktion des "
        "Gelenks hat kein Moment um das Gelenk, und Reaktionen zwischen zwei Körpern jenseits von ihm"
        " heben sich auf: Es bleiben nur die der Gelenke, die Schleifen schließen."
    ),
    "report_hinge_balances_equal": "Sie ist gleich dem Moment der Lasten auf diese Körper:",
    "report_hinges_left": "Die Gleichungen von {count} weiteren Gelenken stehen in {file}.",
    "report_kane": "Kanesche Gleichungen",
    "report_kane_read": (
        "Impuls- und Drallsatz aller Körper werden auf ihre partiellen Geschwindigkeiten projiziert, "
        "die Ableitungen von Geschwindigkeit und Winkelgeschwindigkeit nach den Ableitungen der "
        "Koordinaten {names}. Reaktionen, die keine Arbeit leisten, fallen heraus; keine Energie wird"
        " verwendet."
    ),
    "report_kane_active": "Verallgemeinerte eingeprägte Kräfte:",
    "report_kane_inertia": "Verallgemeinerte Trägheitskräfte, die ihnen gleich sind:",
    "report_gibbs_appell": "Gibbs-Appell-Gleichungen",
    "report_gibbs_appell_bodies": (
        "Aus den Beschleunigungen der Körper folgt die Beschleunigungsenergie {S}; Terme ohne "
        "Beschleunigungen haben keine Ableitung und sind weggelassen."
    ),
    "report_gibbs_appell_metric": (
        "Die Massenmatrix ist eine Metrik; mit ihren Christoffelsymbolen folgt die "
        "Beschleunigungsenergie {S}. Terme ohne Beschleunigungen haben keine Ableitung und sind "
        "weggelassen."
    ),
    "report_gibbs_appell_slopes": (
        "Ihre Ableitungen nach den Beschleunigungen sind gleich den Kräften auf die Koordinaten:"
    ),
}
