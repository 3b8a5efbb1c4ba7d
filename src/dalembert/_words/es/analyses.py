"""Messages about equilibria, linear equations, modes and efforts, in Spanish."""

MESSAGES: dict[str, str] = {
    "equilibria_none": "no se encontró ningún equilibrio desde {starts} puntos de partida",
    "equilibria_none_since": "no se encontró ningún equilibrio desde {starts} puntos de partida: {why}",
    "equilibria_one": "se encontró 1 equilibrio desde {starts} puntos de partida",
    "equilibria_several": "se encontraron {count} equilibrios desde {starts} puntos de partida",
    "equilibria_perhaps_more": (
        "{found}; {once} de ellos desde un solo punto de partida, así que puede haber más"
    ),
    "equilibria_all": "no hay más equilibrios",
    "equilibria_all_within": "no hay más equilibrios con {ranges}",
    "equilibria_maybe_more": (
        "puede haber más equilibrios: se buscó desde {starts} puntos de partida con {ranges}"
    ),
    "equilibria_maybe_more_turn": ("puede haber más equilibrios: se buscó desde {starts} puntos de partida"),
    "equilibria_undecided_near": (
        "cerca de {point} no está decidido si hay más equilibrios; fuera de ahí no hay más con {ranges}"
    ),
    "equilibria_undecided_turn": (
        "cerca de {point} no está decidido si hay más equilibrios; fuera de ahí no hay más"
    ),
    "range_of": "{low} ≤ {name} ≤ {high}",
    "range_in": "{low} ≤ {name} ≤ {high} {unit}",
    "equilibria_flow": "con {names} no hay posición de reposo",
    "equilibria_no_balance": "nada equilibra una fuerza de {force} a lo largo de ({where})",
    "equilibria_forces_left": "en la posición más próxima quedan fuerzas sin equilibrar ({where})",
    "equilibria_forces_shared": (
        "las fuerzas de {names} no están determinadas individualmente; se dan las menores que equilibran el"
        " sistema"
    ),
    "inputs_at_time": "las entradas se fijan en sus valores en t = {t} s: {values}",
    "time_in_equations": "las ecuaciones dependen explícitamente del tiempo; se evalúan en t = {t} s",
    "equilibria_flow_kept": (
        "las ligaduras no holónomas mantienen sus direcciones del inicio; no se enumeran los equilibrios"
        " que solo se alcanzarían contra ellas"
    ),
    "equilibria_dry_friction": (
        "se desprecia el rozamiento seco: las posiciones vecinas también pueden estar en reposo"
    ),
    "equilibria_friction_out": (
        "el rozamiento del contacto {name} se desprecia, porque el contacto cede: no se buscan las posiciones"
        " que solo mantiene el rozamiento; con un contacto rígido (con restitution) se encuentran"
    ),
    "friction_left_out": "se desprecia el rozamiento del contacto {name}",
    "instants_left_out": "se desprecian los impulsos y los eventos que asignan valores: {names}",
    "equilibria_slips": (
        "el rozamiento en el contacto {name} tendría que soportar {friction}, pero soporta como "
        "máximo {limit}"
    ),
    "equilibria_sticking": (
        "el rozamiento sostiene {names}: las posiciones vecinas también están en equilibrio "
        "mientras el rozamiento baste"
    ),
    "equilibria_contacts_shared": (
        "las fuerzas de los contactos {names} no son únicas: se da una distribución en la que todas son de "
        "compresión"
    ),
    "equilibria_contacts_some": (
        "hay demasiados contactos para probar todas las combinaciones de contactos cerrados; puede "
        "haber más equilibrios"
    ),
    "contact_closed": "el contacto {name} está cerrado y actúa como ligadura: {hold}",
    "hold_smooth": "no tiene rozamiento",
    "hold_sticks": "se adhiere",
    "hold_slides": "desliza sobre su superficie móvil",
    "stable_on_contacts": "{why}; contactos cerrados: {names}",
    "stable_contact_unloaded": (
        "el contacto cerrado {name} no transmite fuerza, así que las ecuaciones lineales no son concluyentes"
    ),
    "stable_friction_full": (
        "el rozamiento del contacto {name} está en su límite, así que las ecuaciones lineales no "
        "son concluyentes"
    ),
    "no_modes": (
        "las restricciones y los contactos cerrados no dejan ninguna dirección libre, por lo que no hay modos"
    ),
    "contact_open": "el contacto {name} se considera abierto",
    "stability_asymptotic": "asintóticamente estable",
    "stability_stable": "estable",
    "stability_neutral": "indiferente",
    "stability_unstable": "inestable",
    "stability_undecided": "indeterminado",
    "stable_family": "uno de una familia continua de dimensión {count} (a lo largo de {names}); {why}",
    "stable_if_flow_kept": "{why}, si se respetan las ligaduras no holónomas",
    "stable_no_direction": "las ligaduras no dejan libre ninguna dirección",
    "potential_energy": "la energía potencial",
    "effective_potential": "el potencial efectivo V − T₀",
    "stable_minimum": "{potential} tiene un mínimo",
    "stable_minimum_damped": (
        "{potential} tiene un mínimo y todos los movimientos están amortiguados, el más lento a"
        " razón de {rate} 1/s"
    ),
    "stable_fed": (
        "{potential} tiene un mínimo, pero los esfuerzos pueden alimentar movimientos pequeños sin que las"
        " ecuaciones lineales lo muestren"
    ),
    "stable_no_minimum": (
        "{potential} no tiene mínimo (desciende en {directions}); en las ecuaciones lineales las"
        " fuerzas giroscópicas estabilizan el equilibrio, lo que el amortiguamiento anularía"
    ),
    "stable_falls": (
        "{potential} disminuye en {directions} de {free}; una perturbación crece a razón de {rate} 1/s"
    ),
    "stable_maximum": "{potential} tiene un máximo; una perturbación crece a razón de {rate} 1/s",
    "stable_oscillation_grows": "una oscilación crece a razón de {rate} 1/s",
    "stable_disturbance_grows": "una perturbación crece a razón de {rate} 1/s",
    "stable_no_return": "no hay fuerza recuperadora en {directions}",
    "stable_dies_out": "toda perturbación se amortigua, la más lenta a razón de {rate} 1/s",
    "stable_shapes_lacking": (
        "salvo redondeo coinciden vibraciones a {frequencies} rad/s que comparten una misma forma: en las "
        "ecuaciones lineales una perturbación crece entonces en proporción al tiempo, y deciden los términos "
        "no lineales"
    ),
    "stable_neither": "las ecuaciones lineales tienen oscilaciones que ni crecen ni se amortiguan",
    "stable_stiffness_vanishes": (
        "la rigidez se anula ahí, por lo que las ecuaciones lineales no permiten decidir"
    ),
    "one_direction": "1 dirección",
    "directions": "{count} direcciones",
    "place_start": "el inicio",
    "place_an_equilibrium": "un equilibrio",
    "place_equilibrium": "el equilibrio {stability}",
    "place_nearest": "el equilibrio más próximo al inicio, que es {stability}",
    "place_only_firm": "el único {stability} de {count} equilibrios",
    "place_nearest_firm": "el equilibrio {stability} más próximo de {count}",
    "place_not_resting": (
        "{place} no es un equilibrio: ahí queda sin equilibrar {where}; las ecuaciones describen"
        " desviaciones del movimiento que pasa por ahí, durante poco tiempo"
    ),
    "place_moves": "el sistema se mueve ahí: {values}",
    "input_not_free": (
        "la entrada {name} mueve una ligadura o actúa por su derivada: no está entre las entradas"
    ),
    "linear_without_outputs": (
        "las salidas que usan fuerzas o aceleraciones no están entre las de las ecuaciones lineales: {names}"
    ),
    "inputs_given": "las entradas se mantienen en estos valores: {values}",
    "place_with_inputs": "{place}, con {values}",
    "modes_none_with_inputs": "con las entradas tal como son en t = {t} s ({values}): {why}",
    "modes_lasting": (
        "{why}; las ecuaciones lineales no cambian a lo largo del movimiento que pasa por el inicio, y los"
        " modos tampoco"
    ),
    "modes_not_lasting": (
        "{why}, y las ecuaciones lineales cambian a lo largo del movimiento que pasa por el inicio"
    ),
    "modes_start_moves": (
        "el sistema se mueve al inicio ({values}), pero estos son los modos en reposo: --at start da los del"
        " movimiento"
    ),
    "place_steady_start": "el movimiento estacionario del inicio",
    "advice_find_rest": "las posiciones de reposo se encuentran con: dalembert equilibrium {command}",
    "start_assumed": "supuesto: {names}",
    "place_forces_open": "{place}: las fuerzas que dependen de otras no tienen aquí solución única",
    "place_no_accelerations": (
        "{place}: aquí no están determinadas todas las aceleraciones, porque algunas coordenadas no tienen"
        " inercia"
    ),
    "place_efforts_bend": (
        "{place}: aquí no hay ecuaciones lineales; las condiciones {names} ligan velocidades, con derivadas"
        " que cambian a lo largo del movimiento"
    ),
    "place_efforts_open": "{place}: aquí los esfuerzos incógnita {names} no están determinados",
    "place_force_not_finite": "{place}: aquí la fuerza de {name} no es finita",
    "place_inertia_not_finite": "{place}: aquí la inercia de {name} no es finita",
    "place_no_derivative": "{place}: aquí las fuerzas sobre {name} no tienen derivada finita",
    "place_contact_closed": "{place}: aquí el contacto {name} está cerrado, su holgura es {gap}",
    "analysis_sampled": "{name} se muestrea, y sin una simulación no se conocen sus muestras",
    "analysis_delayed": "sin una simulación no se conoce el valor retardado {name}",
    "analysis_dependent_force": "una expresión depende de {name}, que solo una simulación calcula",
    "place_no_linear": (
        "{place}: aquí no hay ecuaciones lineales, porque las fuerzas saltan o tienen un punto anguloso"
    ),
    "place_given": "{values}",
    "place_no_state_space": "{place}: aquí no hay espacio de estados; {reason}",
    "linear_open": "las ecuaciones lineales no determinan {names}",
    "linear_needs_rate": (
        "una entrada actúa donde nada tiene inercia ni amortiguamiento: haría falta su derivada"
    ),
    "campbell_not_resting": (
        "{count} de las {places} posiciones no son un equilibrio: en {value} queda sin equilibrar {where}"
    ),
    "inverse_jumps": (
        "el movimiento de {name} contiene {functions}: en sus saltos y puntos angulosos los esfuerzos son"
        " infinitos por un instante, lo que ninguna muestra refleja"
    ),
    "inverse_table_si": "la tabla de {name} se toma en SI, aunque su unidad es {unit}",
    "inverse_in_addition": (
        "el modelo también actúa por sí mismo sobre {names}: los esfuerzos calculados se suman a los suyos"
    ),
    "inverse_other_inputs": "otras entradas actúan según sus propias leyes: {names}",
    "inverse_inputs_sought": (
        "las leyes de {names} del modelo no se usan, porque estas entradas son las que se buscan"
    ),
    "inverse_forces_open": "las fuerzas de {names} no quedan determinadas por el movimiento",
    "inverse_expression": "{text}",
    "inverse_table": "una tabla de {count} puntos, spline cúbico",
    "inverse_on_input": "la entrada {name}",
    "inverse_on_coordinate": "{name}",
}
