"""Messages about comparisons of motions, in Spanish."""

MESSAGES: dict[str, str] = {
    "way_lagrange": "ecuaciones de Lagrange",
    "way_printed": "ecuaciones de Lagrange impresas",
    "way_eliminated": "ecuaciones de Lagrange tras la eliminación",
    "way_hamilton": "ecuaciones de Hamilton",
    "way_newton_euler": "balances de Newton y Euler",
    "way_hinge_balances": "momentos respecto a las articulaciones",
    "way_gibbs_appell": "ecuaciones de Gibbs y Appell",
    "way_kane": "ecuaciones de Kane",
    "way_ggl": "Gear, Gupta y Leimkuhler",
    "way_null_space": "espacio nulo, coordenadas mínimas",
    "way_augmented_lagrangian": "lagrangiano aumentado",
    "way_baumgarte": "estabilización de Baumgarte",
    "way_index1": "índice 1, sin estabilizar",
    "compare_motions_same": (
        "el mismo movimiento: {count} deducciones y formulaciones difieren a lo sumo en {within} de su"
        " magnitud"
    ),
    "compare_motions_same_until": (
        "el mismo movimiento: {count} deducciones y formulaciones difieren a lo sumo en {within} de su "
        "magnitud hasta t = {until} s; después ninguna simulación cumple la tolerancia pedida"
    ),
    "compare_motions_differ": (
        "no es el mismo movimiento: {first} y {second} difieren en {within} de su magnitud hasta t ="
        " {until} s, y sus errores permiten {bound}"
    ),
    "compare_motions_failed": "sin veredicto: {name} no terminó correctamente: {why}",
    "compare_motions_alone": "sin veredicto: solo un movimiento tiene un error estimado",
    "compare_drifts": (
        "simulado hasta t = {t} s en una sola simulación; las ligaduras derivan hasta {position} en "
        "posición y {velocity} en velocidad: no se estima el error"
    ),
    "compare_drift": (
        "{name}: nada devuelve el movimiento a las ligaduras; se incumplen hasta {position} en posición y"
        " {velocity} en velocidad, en sus propias unidades"
    ),
    "compare_drift_damped": (
        "{name}: solo unas ganancias mantienen el movimiento cerca de las ligaduras; se incumplen hasta "
        "{position} en posición y {velocity} en velocidad, en sus propias unidades"
    ),
    "compare_growth": (
        "la diferencia entre {first} y {second} crece como exp({rate} t) desde t = {start} s hasta {end} s"
    ),
    "compare_growth_lyapunov": (
        "la diferencia entre {first} y {second} crece como exp({rate} t) desde t = {start} s hasta {end} s;"
        " una pequeña perturbación del movimiento crece ahí como exp({lyapunov} t) (estimación de Liapunov)"
    ),
    "compare_unit_assumed": "{name} no tiene unidad: se supone que sus números están en {unit}",
    "compare_left_out": (
        "{name}: no se compara, porque el modelo no tiene ninguna columna con ese nombre: {names}"
    ),
    "compare_values_taken": "a {name} se le dio también {names}",
    "compare_other_same": (
        "{name} es el mismo sistema, por lo que muestra este movimiento: {count} columnas difieren a lo"
        " sumo en {within} de su magnitud"
    ),
    "compare_other_same_until": (
        "{name} es el mismo sistema, por lo que muestra este movimiento: hasta t = {until} s {count} "
        "columnas difieren a lo sumo en {within} de su magnitud; después ninguna de las simulaciones "
        "cumple la tolerancia pedida"
    ),
    "compare_other_agrees": (
        "{name} es el mismo movimiento: todas las columnas difieren a lo sumo en {within} de su magnitud"
    ),
    "compare_other_begins": (
        "{name} no es el mismo movimiento desde el principio: las columnas difieren ahí en {apart} de su "
        "magnitud, y sobre todo {column}, en t = {t} s; dé a ambos modelos los mismos valores iniciales"
    ),
    "compare_other_differs": (
        "{name} no es el mismo sistema: desde t = {first} s las columnas difieren más de lo que permiten"
        " los errores de ambos movimientos ({bound}), hasta en {within} de su magnitud; la que más,"
        " {column}, en t = {t} s"
    ),
    "compare_measured": (
        "{name} difiere del movimiento a lo sumo en un {part} % de la magnitud de {column}, en t = {t} s;"
        " media cuadrática {rms} en unidades del SI"
    ),
    "compare_other_failed": "sin veredicto sobre {name}: una simulación no terminó correctamente: {why}",
    "compare_no_constraints": "no hay ligaduras",
    "compare_no_bodies": "el modelo no tiene cuerpos",
    "compare_not_of_bodies": "actúa una fuerza que no pertenece al balance de ningún cuerpo",
    "compare_no_inertia": "una coordenada no tiene inercia",
    "compare_not_quadratic": "la energía cinética no es cuadrática en las velocidades",
    "compare_dependent_forces": "hay fuerzas que dependen de aceleraciones o de otras fuerzas",
    "compare_not_eliminated": "no se encontró una forma cerrada de todas las coordenadas dependientes",
    "compare_dead_points": (
        "el movimiento pasa por un punto muerto con toda elección de coordenadas independientes que se probó"
    ),
    "compare_ggl_inputs": "este método no admite entradas ni estados de primer orden",
    "compare_ggl_events": "este método no busca eventos",
    "compare_too_large": (
        "{count} incógnitas son demasiadas para resolverlas como fórmulas; como mucho, {most}"
    ),
    "compare_not_mechanical": "el modelo tiene coordenadas sin masa o esfuerzos desconocidos",
    "compare_not_smooth": "el modelo tiene contactos, conmutaciones, saltos o retardos",
    "compare_redundant": "las ligaduras son redundantes",
    "result_compare_verdict": "veredicto",
    "result_compare_note": "nota",
    "result_compare_not_run": "no disponible para este modelo:",
    "result_compare_drifts": "deriva",
    "result_compare_until": "{value} hasta {t} s",
    "result_compare_head_run": "simulación",
    "result_compare_head_claim": "error estimado",
    "result_compare_head_difference": "diferencia",
    "result_compare_head_reactions": "de reacciones",
    "result_compare_head_growth": "crecimiento 1/s",
    "result_compare_head_lyapunov": "Liapunov 1/s",
    "result_compare_head_energy": "error de energía",
    "result_compare_head_position": "error de posición",
    "result_compare_head_velocity": "error de velocidad",
    "result_compare_head_evaluations": "evaluaciones",
    "result_compare_head_seconds": "tiempo s",
    "result_compare_head_column": "columna",
    "result_compare_head_largest": "mayor diferencia",
    "result_compare_head_time": "en s",
    "result_compare_head_rms": "media cuadrática",
    "result_compare_head_relative": "de su magnitud",
    "figure_compare_motions_title": "{about}: el movimiento según todas las simulaciones",
    "figure_compare_motions_caption": (
        "Las mismas columnas de todas las simulaciones; donde concuerdan, las curvas coinciden."
    ),
    "figure_compare_differences_title": "{about}: diferencias",
    "figure_compare_differences_caption": (
        "La diferencia de cada simulación respecto a la primera ({first}), en relación con la magnitud del "
        "movimiento. En un eje logarítmico una exponencial es una recta."
    ),
    "figure_compare_difference": "diferencia relativa",
    "figure_compare_until": "tolerancia cumplida hasta",
    "figure_compare_lyapunov": "pequeña perturbación, exp({rate} t)",
    "figure_compare_growth": "La diferencia misma crece como exp({rate} t).",
    "figure_compare_energies_title": "{about}: energía sin explicar",
    "figure_compare_energies_caption": (
        "La variación de la energía que ningún trabajo explica, en cada simulación."
    ),
    "figure_compare_energy": "energía sin explicar",
    "figure_compare_drift_title": "{about}: deriva de las ligaduras",
    "figure_compare_drift_caption": (
        "El incumplimiento de las ligaduras en cada simulación, en unidades del SI. Sin estabilización "
        "crece; las ganancias lo amortiguan; la proyección, el espacio nulo y las ecuaciones de Gear, "
        "Gupta y Leimkuhler cumplen las ligaduras."
    ),
    "figure_compare_position": "ligaduras, posición",
    "figure_compare_velocity": "ligaduras, velocidad",
    "report_compared": "Otras deducciones y formulaciones",
    "report_compared_intro": (
        "El movimiento se calculó de nuevo, con la misma tolerancia, con cada deducción de las ecuaciones "
        "y cada formulación de las ligaduras que este modelo admite. Las diferencias son relativas a la "
        "magnitud del movimiento."
    ),
    "report_compared_caption": "Simulaciones del mismo movimiento.",
}
