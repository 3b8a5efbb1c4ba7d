"""Messages about the equations and flaws of a model, in German."""

MESSAGES: dict[str, str] = {
    "step_from": "aus {name}",
    "step_branch_rising": (
        "aus {name}, die Lösung auf der Seite des "
        "Schätzwerts {effort} = {guess}, wo {name} mit {effort} wächst"
    ),
    "step_branch_falling": (
        "aus {name}, die Lösung auf der Seite des "
        "Schätzwerts {effort} = {guess}, wo {name} mit {effort} abnimmt"
    ),
    "effort_implicit": ("{effort} bleibt implizit: {name} ist darin weder linear noch quadratisch"),
    "effort_undecided": (
        "{effort} bleibt implizit: beide Lösungen von {name} liegen "
        "gleich weit vom Schätzwert {guess}, ein anderer ist nötig"
    ),
    "effort_without_values": (
        "{effort} bleibt implizit: Welche der beiden Lösungen von {name} "
        "gilt, hängt von {names} ab, deren Werte nicht bekannt sind"
    ),
    "step_from_equation": "aus der Gleichung von {name}",
    "step_put_in": "mit eingesetztem {name}",
    "elimination_dependent_forces": "nicht möglich: Kräfte hängen von {names} ab, die eliminiert würden",
    "elimination_not_finite": "nicht möglich: Wo die Bindungen gelten, sind die Gleichungen nicht endlich",
    "equations_not_written_out": "ausgeschrieben sind die Definitionen dieses Modells zu lang",
    "conserved_momentum": "Impuls von {name}",
    "conserved_cyclic": (
        "{name} ist zyklisch: Die Koordinate kommt in L nicht vor, und keine andere Kraft wirkt auf sie"
    ),
    "conserved_energy": "Energie",
    "conserved_timeless": "nichts hängt explizit von der Zeit ab, und nichts dissipiert oder leistet Arbeit",
    "conserved_between_jumps": "{why} (zwischen Ereignissen und Kraftstößen, die den Zustand ändern)",
    "conserved_between_impacts": "{why} (zwischen Stößen)",
    "conserved_jacobi": "Jacobi-Integral",
    "conserved_jacobi_why": "L enthält die Zeit nicht; dies ist nicht T + V",
    "form_no_christoffel": "C_matrix existiert nicht: M hängt von den Geschwindigkeiten ab",
    "form_skew": (
        "M hängt von der Zeit ab: M' - 2 C_matrix ist schiefsymmetrisch bis auf die explizite Zeitableitung"
    ),
    "form_not_linear_in_gravity": (
        "die Gleichungen sind in {name} nicht linear; nennen Sie den Parameter der Fallbeschleunigung mit"
        " --gravity NAME"
    ),
    "note_mesh": (
        "{name} {source}: Volumen {volume} m³, Masse {mass} kg, Schwerpunkt"
        " ({centre}) m, Trägheit um diesen {inertia} kg m²"
    ),
    "note_mesh_file": "aus {file} ({count} Dreiecke, {x} × {y} × {z} m)",
    "note_mesh_typed": "nach seinen Kennwerten",
    "flaw_bodies_not_drawn": "die {count} Körper werden nicht gezeichnet: gezeichnet werden höchstens {most}",
    "flaw_no_value": "der Parameter {name} hat keinen Wert",
    "flaw_effort_idle": (
        "die Kraftgröße {name} leistet keine Arbeit und hat daher keinen Einfluss auf die Bewegung"
    ),
    "flaw_flat_constraint": (
        "die Bindung {name} ist am Anfang wirkungslos: Ihre Ableitungen nach {names} sind dort null"
    ),
    "flaw_flat_effort": (
        "die Kraftbindung {name} bestimmt {names} nicht: Wo sie null ist, ist auch ihre Ableitung null, wie"
        " bei einem Quadrat"
    ),
    "flaw_effort_count": "es gibt {count} Kraftbindungen ({names}) für {efforts} unbekannte Kraftgrößen",
    "flaw_too_many_equations": (
        "{equations} sind {count} Gleichungen nur für {unknowns}: {more} zu viel, also widersprechen oder"
        " wiederholen sie sich"
    ),
    "flaw_no_t_end": "es ist keine Endzeit angegeben",
    "elimination_too_large": "zu groß für diesen Bericht: {count} Koordinaten",
    "flaw_unknown_key": "{name} ist hier nicht bekannt",
    "flaw_no_point": "in der Szene gibt es keinen Punkt {name}",
    "in_english": "Meldung des Programms, auf Englisch: „{sentence}“",
    "equal": "{name} = {value}",
    "equal_in": "{name} = {value} {unit}",
    "value_of": "{name}: {value}",
    "from_to": "{name} = {low} … {high}",
    "list_of_one": "{name}",
    "list_end": "{first} und {last}",
    "equation_of": "die Gleichung von {names}",
    "equations_of": "die Gleichungen von {names}",
    "form_implicit": "implizit: Eine Inverse mit {count} Zeilen würde Seiten füllen",
    "form_needs_bodies": (
        "Impuls- und Drallsatz brauchen Körper: [bodies] und [joints] anstelle der Energien angeben, "
        "oder neben ihnen mit {energies}"
    ),
    "form_other_forces": (
        "was auf {names} wirkt, ist weder eine Kraft auf einen Körper noch die Wirkung in "
        "einem Dreh- oder Schubgelenk"
    ),
    "form_no_hinge": (
        "zu {names} gibt es keine Momentenbilanz, weil ein solches Gelenk keine festen Achsen hat: "
        "{form} enthält seine Reaktionen"
    ),
    "form_hinges_guided": (
        "auf {names} wirken andere Reaktionen als die der Gelenke, und die Momente um die Gelenke "
        "enthalten sie"
    ),
    "form_no_gibbs_appell": (
        "T ist nicht quadratisch in den Geschwindigkeiten: es gibt keine Beschleunigungsenergie"
    ),
    "form_agrees_with_lagrange": (
        "die Gleichungen stimmen in {points} Stichproben mit denen von Lagrange überein, bis auf {error}"
    ),
    "form_agrees": (
        "die Gleichungen nach Newton-Euler, Kane und Lagrange liefern in {points} Zuständen "
        "dieselben Beschleunigungen, bis auf {error}"
    ),
    "form_agrees_hinges": (
        "die Momente um die Gelenke und die Gleichungen nach Newton-Euler, Kane und Lagrange liefern "
        "in {points} Zuständen dieselben Beschleunigungen, bis auf {error}"
    ),
    "form_agrees_kinematics": (
        "die Bewegungen sind die automatisch abgeleiteten Lagen, in {points} Stichproben, bis auf {error}"
    ),
    "form_not_compared": (
        "es gibt keinen Zustand, in dem sich Impuls- und Drallsatz mit den "
        "Lagrange-Gleichungen vergleichen lassen"
    ),
    "form_contacts": (
        "der Abstand von {names} besteht nicht aus Punkten von Körpern: wo die Kraft angreift, ist unbekannt"
    ),
    "form_no_inverse": "implizit: M⁻¹ wird nicht ausgeschrieben",
    "form_zero_elsewhere": "jede Koordinate und Geschwindigkeit, die nicht angegeben ist, ist dort null",
    "form_massless": "die Massenmatrix ist singulär: {name} hat keine kinetische Energie",
    "form_massless_several": "die Massenmatrix ist singulär: {names} haben keine kinetische Energie",
    "form_singular": (
        "die Massenmatrix ist singulär: Eine Kombination der Geschwindigkeiten hat keine kinetische Energie"
    ),
    "form_dependent_forces": (
        "die Kräfte hängen von {names} ab, den Unbekannten der Gleichungen; diese Form gibt es daher nicht"
    ),
    "form_not_quadratic": (
        "T ist nicht quadratisch in den Geschwindigkeiten, daher lassen sich die Impulse nicht nach ihnen"
        " auflösen"
    ),
    "form_not_linear": "an dieser Stelle gibt es keine lineare Form: {name} springt dort",
    "form_not_finite": (
        "die Gleichungen sind an dieser Stelle nicht endlich; wählen Sie eine andere, zum Beispiel --at"
        " {name}=0.1"
    ),
    "form_no_gravity": "es gibt keinen Parameter {name}, der die Fallbeschleunigung sein könnte",
    "flaw_no_unknown": (
        "{equation} enthält keine Unbekannte, die damit bestimmt werden könnte: ein Widerspruch oder keine"
        " Aussage"
    ),
    "flaw_no_unknown_left": (
        "{equations} sind {count} Gleichungen, und keine Unbekannte bleibt für sie: {count} zu viel, also"
        " widersprechen oder wiederholen sie sich"
    ),
    "flaw_stands_only_in": "{name} kommt nur hier vor: {equations}",
    "flaw_stands_nowhere": "{name} kommt in keiner Gleichung vor, die diese Größe bestimmen könnte",
    "flaw_stand_only_in": "{names} kommen nur hier vor: {equations}; nichts bestimmt {count} davon",
    "flaw_stand_nowhere": "{names} kommen in keiner Gleichung vor, die sie bestimmen könnte",
    "loop_joint": (
        "das Gelenk {names} schließt eine Schleife: Seine Bedingungen sind Bindungen, die anderen Gelenke "
        "haben die Koordinaten; schreiben Sie {loop} bei einem anderen Gelenk der Schleife, damit dieses "
        "sie schließt"
    ),
    "loop_joints": (
        "die Gelenke {names} schließen Schleifen: Ihre Bedingungen sind Bindungen, die anderen Gelenke "
        "haben die Koordinaten; schreiben Sie {loop} bei einem anderen Gelenk einer Schleife, damit dieses "
        "sie schließt"
    ),
}
