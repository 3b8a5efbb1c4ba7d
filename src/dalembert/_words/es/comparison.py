"""Messages about comparisons of a user's equations and energies, in Spanish."""

MESSAGES: dict[str, str] = {
    "compare_right_same": "correcta: es la ecuación de {name}",
    "compare_right_factor": "correcta: es la ecuación de {name} multiplicada por {factor}",
    "compare_right_combination": "correcta: se deduce de las ecuaciones del movimiento",
    "compare_right_constraint": (
        "correcta, pero se deduce solo de las ligaduras: no contiene ninguna ecuación del movimiento"
    ),
    "compare_right_energy": "correcta: es {what}",
    "compare_right_constant": (
        "correcta: es {what}, salvo una constante que no cambia ninguna ecuación del movimiento"
    ),
    "compare_empty": "se cumple en cualquier movimiento, por lo que no dice nada de este sistema",
    "compare_undecided": (
        "por sí sola se cumple con un {names} adecuado, sean cuales sean los demás términos: "
        "indique también las otras ecuaciones"
    ),
    "compare_not_evaluated": (
        "se pudo evaluar en muy pocos estados: busque raíces y logaritmos de valores negativos y "
        "divisiones por cero"
    ),
    "compare_not_seen": (
        "coincide en todos los estados comparados, pero no se halló ninguno en que {sides}: ahí "
        "podría ser incorrecta"
    ),
    "compare_not_weighed": (
        "coincide en todos los estados comparados, pero {terms} nunca fue lo bastante grande para juzgarlo"
    ),
    "compare_wrong": "incorrecta: {first}",
    "compare_wrong_of": "incorrecta: frente a la ecuación de {name}, {first}",
    "compare_wrong_energy": "incorrecta: frente a {what}, {first}",
    "compare_wrong_multiplier": (
        "incorrecta: {first}; en otras ecuaciones {names} tiene otro signo u otro factor"
    ),
    "compare_wrong_unplaced": (
        "incorrecta: no se cumple en {states} estados, y unos pocos términos no lo explican"
    ),
    "compare_transposed": "el signo o el factor de {names} es distinto",
    "compare_missing": "falta el término {term}",
    "compare_missing_of": "falta el término {term} ({nature})",
    "compare_extra": "el término {term} sobra",
    "compare_sign": "el término {term} tiene el signo equivocado",
    "compare_factor": "el término {term} tiene un factor equivocado: debe ser {right}",
    "compare_factor_unknown": "el término {term} tiene un factor equivocado",
    "compare_term": "el término {term} debe ser {right}",
    "compare_term_unknown": "el término {term} debe ser otro",
    "compare_dimension": ("el término {term} tiene la unidad {own}, pero los demás términos tienen {others}"),
    "compare_of_inertia": "inercia",
    "compare_of_coriolis": "fuerza de Coriolis",
    "compare_of_centrifugal": "fuerza centrífuga",
    "compare_of_constraint": "fuerza de ligadura",
    "compare_energy_T": "la energía cinética",
    "compare_energy_V": "la energía potencial",
    "compare_energy_E": "la energía total T + V",
    "compare_energy_L": "la lagrangiana T - V",
    "compare_energy_H": "la hamiltoniana",
    "compare_multiplier_negative": "{name} se usa con el signo contrario",
    "compare_multiplier_is": "{own} es {name}",
    "compare_multiplier_times": "{own} es {factor} veces {name}",
    "compare_multiplier_scaled": "{own} es un múltiplo de {name} que depende de los parámetros",
    "compare_inputs_by_law": "las entradas están escritas como funciones del tiempo",
    "compare_contacts_open": (
        "todos los contactos se consideran abiertos: sus fuerzas no aparecen en las ecuaciones dadas"
    ),
    "compare_no_states": (
        "no se encontraron estados en los que se cumplan las ligaduras y las ecuaciones del movimiento"
    ),
    "compare_error": "error en la ecuación",
    "compare_help": "ayuda",
    "compare_note": "nota",
    "compare_add": "añada {right}",
    "compare_add_left": "añada {right} al primer miembro",
    "compare_add_right": "añada {right} al segundo miembro",
    "compare_add_after": "añada {right} después de {term}",
    "compare_delete": "suprímalo",
    "compare_write": "escriba {right}",
    "compare_states": "Comparado en {states} estados al azar con otros parámetros",
}
