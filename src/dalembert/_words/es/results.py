"""Words of the summary of results, of extremes and loads, in Spanish."""

MESSAGES: dict[str, str] = {
    "result_box": "Resultados",
    "result_dof": "Grados de libertad",
    "result_equilibria": "Equilibrios",
    "result_frequencies": "Frecuencias naturales",
    "result_frequency": "{hz} (período {period})",
    "result_about": "posición de referencia: {place}",
    "result_extremes": "Intervalos",
    "result_loads": "Cargas máximas",
    "result_bearings": "Cargas en los apoyos",
    "result_load": "{name}: {value} en t\u00a0=\u00a0{t}",
    "result_contact": "fuerza de contacto en",
    "result_friction": "rozamiento en",
    "result_events": "Eventos",
    "result_event_once": "{kind}, {name}, en t\u00a0=\u00a0{t}",
    "result_event": "{kind}, {name}: {count} veces, la primera en t\u00a0=\u00a0{t}",
    "result_kind_event": "evento",
    "result_kind_impact": "impacto",
    "result_kind_impulse": "impulso",
    "result_kind_touch": "el contacto se cierra",
    "result_kind_release": "el contacto se abre",
    "result_kind_stick": "empieza a adherirse",
    "result_kind_slip": "empieza a deslizar",
    "result_accuracy": "Exactitud",
    "result_error": "error relativo estimado {error}",
    "result_until": "error menor que {rtol} hasta t\u00a0=\u00a0{t}",
    "result_chaotic": "error menor que {rtol} hasta t = {t}; después, caótico",
    "result_ledger": "el balance de energía cierra con {error}",
    "result_remarks": "Observaciones",
    "result_further": "{count} más en «{section}»",
    "report_equations": "Ecuaciones de movimiento",
    "report_equations_elsewhere": "{count} ecuaciones más están en {file}.",
    "report_motion": "Movimiento",
    "report_bearing": "Cargas",
    "report_controllers": "Controladores",
    "report_controllers_read": (
        "Lo que cada controlador mide y lo que acciona; debajo, las ecuaciones de cada uno."
    ),
    "report_controllers_caption": (
        "Diagrama de bloques de los controladores: a la derecha lo que accionan, abajo, realimentado, lo "
        "que miden."
    ),
    "report_free_bodies": "Cuerpos aislados",
    "report_free_bodies_read": (
        "Cada cuerpo se aísla de los demás: su peso, las fuerzas y los momentos de sus uniones y de"
        " los elementos que actúan sobre él. Las flechas apuntan en el sentido en que una componente"
        " es positiva en este cuerpo; el primer cuerpo de una unión recibe lo contrario que el"
        " segundo. Se omiten las fuerzas y los momentos que siempre son nulos."
    ),
    "report_free_bodies_caption": (
        "Diagramas de cuerpo libre: pesos (verde), fuerzas y momentos de las uniones (naranja) y de"
        " los elementos (azul)."
    ),
    "report_free_bodies_plane": (
        "Cantidad de movimiento de cada cuerpo y momento cinético respecto a su centro de masas:"
    ),
    "report_free_bodies_space": (
        "Cantidad de movimiento de cada cuerpo y momento cinético L = R J ω"
        " respecto a su centro de masas, en ejes fijos:"
    ),
    "report_free_bodies_coupled": (
        "Los engranajes, correas y cremalleras acoplan los valores de las uniones solo mediante "
        "pares: las fuerzas de sus dientes y ramales sobre los cojinetes no están incluidas en "
        "las fuerzas mostradas."
    ),
    "report_free_bodies_not_unique": (
        "Las fuerzas y los momentos de flechas discontinuas no son únicos: hay uniones redundantes y el"
        " movimiento no determina cómo se reparten la carga. Los valores son unos de los muchos posibles."
    ),
    "result_without_couplings": "sin las fuerzas de dientes y correas sobre los cojinetes",
    "result_not_unique": "no única",
    "report_extremes": "Valores extremos",
    "report_appendix": "Apéndice",
    "report_column_quantity": "Magnitud",
    "report_column_least": "Mínimo",
    "report_column_most": "Máximo",
    "report_column_at": "en t / s",
    "report_extremes_read": (
        "Son los valores extremos del movimiento mismo, también entre las filas guardadas, y los"
        " instantes en que se alcanzan por primera vez."
    ),
    "report_extremes_cut": "Se muestran {shown} de {count} magnitudes; todas están en {file}.",
    "report_bearing_read": "La tabla contiene {kinds}.",
    "report_bearing_accelerations": "aceleraciones",
    "report_bearing_inputs": "entradas",
    "report_bearing_efforts": "esfuerzos incógnita",
    "report_bearing_friction": "fuerzas de rozamiento",
    "report_bearing_contacts": "fuerzas de contacto",
    "report_bearing_multipliers": "fuerzas de ligadura (multiplicadores)",
    "report_steady": "Constantes: {names}.",
}
