"""Messages about independent derivations of one system, in Spanish."""

MESSAGES: dict[str, str] = {
    "report_derivations": "Deducciones independientes",
    "report_derivations_agree": (
        "Las ecuaciones se dedujeron de {count} maneras, que coinciden con un error de {error}: cada "
        "una se compara con las ecuaciones de Lagrange, derivadas automáticamente de las energías."
    ),
    "report_derivations_differ": (
        "Las deducciones no coinciden: {names}, con una diferencia de hasta {error}. Estos resultados"
        " no son fiables; comunique este modelo, por favor."
    ),
    "report_derivations_one": "Ninguna otra deducción se pudo comparar con las ecuaciones de Lagrange.",
    "report_derivations_missing": "Sin comparar: {name}: ",
    "report_column_derivation": "Deducción",
    "report_column_difference": "Mayor diferencia",
    "report_column_states": "Estados",
    "report_by_lagrange": "Lagrange, como se imprime",
    "report_by_elimination": "Lagrange, tras la eliminación",
    "report_by_hamilton": "Ecuaciones de Hamilton",
    "report_by_gibbs_appell": "Gibbs-Appell",
    "report_by_kane": "Ecuaciones de Kane",
    "report_by_newton_euler": "Newton-Euler",
    "report_by_hinge_balances": "Momentos respecto a las articulaciones",
    "report_newton_euler": "Ecuaciones de Newton-Euler",
    "report_newton_euler_read": (
        "Aquí no se usa ninguna energía. Para cada cuerpo, en ejes fijos, figuran su cantidad de "
        "movimiento {p} y su momento angular {L} respecto a su centro de masas, sus derivadas, y las "
        "fuerzas y momentos a los que estas son iguales. Las reacciones de las articulaciones son "
        "incógnitas."
    ),
    "report_newton_euler_space": (
        "Aquí no se usa ninguna energía. Para cada cuerpo figuran su cantidad de movimiento {p} en ejes "
        "fijos y, si gira, su velocidad angular {omega} en ejes del cuerpo; los elementos de su matriz de "
        "rotación {R} de los ejes del cuerpo a los fijos tienen nombre. Las reacciones de las "
        "articulaciones son incógnitas."
    ),
    "report_newton_euler_turning": (
        "Las ecuaciones de Euler en ejes del cuerpo, con el momento {M} respecto al centro de masas:"
    ),
    "report_newton_euler_rates": "Sus derivadas:",
    "report_newton_euler_balance": "Son iguales a las fuerzas y momentos sobre el cuerpo:",
    "report_newton_euler_elements": "Fuerzas y momentos de los elementos",
    "report_newton_euler_guides": (
        "Las reacciones que ninguna condición de articulación determina no realizan trabajo a lo largo de "
        "las coordenadas; estas expresiones se anulan:"
    ),
    "report_bodies_left": "Las ecuaciones de otros {count} cuerpos están en {file}.",
    "report_hinge_balances": "Momentos respecto a las articulaciones",
    "report_hinge_balances_read": (
        "Aquí no se usa ninguna energía. Para cada articulación figura la derivada del momento "
        "cinético {L} de todos los cuerpos situados más allá, respecto al punto fijo en el que se "
        "encuentra en ese instante; a lo largo de una guía es la derivada de la cantidad de "
        "movimiento. La reacción de la articulación no tiene momento respecto a ella y las reacciones"
        " entre dos cuerpos situados más allá se cancelan: solo quedan las de las uniones que cierran"
        " lazos."
    ),
    "report_hinge_balances_equal": "Es igual al momento de las cargas sobre estos cuerpos:",
    "report_hinges_left": "Las ecuaciones de otras {count} articulaciones están en {file}.",
    "report_kane": "Ecuaciones de Kane",
    "report_kane_read": (
        "Los balances de todos los cuerpos se proyectan sobre sus velocidades parciales, las "
        "derivadas de la velocidad y de la velocidad angular respecto a las derivadas de las "
        "coordenadas {names}. Las reacciones que no realizan trabajo desaparecen; no se usa ninguna "
        "energía."
    ),
    "report_kane_active": "Fuerzas activas generalizadas:",
    "report_kane_inertia": "Fuerzas de inercia generalizadas, que son iguales a ellas:",
    "report_gibbs_appell": "Ecuaciones de Gibbs-Appell",
    "report_gibbs_appell_bodies": (
        "De las aceleraciones de los cuerpos se obtiene la energía de aceleraciones {S}; los términos"
        " sin aceleraciones no tienen derivada y se omiten."
    ),
    "report_gibbs_appell_metric": (
        "La matriz de masas es una métrica; con sus símbolos de Christoffel se obtiene la energía de "
        "aceleraciones {S}. Los términos sin aceleraciones no tienen derivada y se omiten."
    ),
    "report_gibbs_appell_slopes": (
        "Sus derivadas respecto a las aceleraciones son iguales a las fuerzas sobre las coordenadas:"
    ),
}
