"""Messages about the equations and flaws of a model, in Spanish."""

MESSAGES: dict[str, str] = {
    "step_from": "a partir de {name}",
    "step_branch_rising": (
        "a partir de {name}, la solución del lado del "
        "valor estimado {effort} = {guess}, donde {name} crece con {effort}"
    ),
    "step_branch_falling": (
        "a partir de {name}, la solución del lado del "
        "valor estimado {effort} = {guess}, donde {name} decrece con {effort}"
    ),
    "effort_implicit": ("{effort} queda implícito: {name} no es ni lineal ni cuadrática en él"),
    "effort_undecided": (
        "{effort} queda implícito: las dos soluciones de {name} distan "
        "lo mismo de su valor estimado {guess}; hace falta otro"
    ),
    "effort_without_values": (
        "{effort} queda implícito: cuál de las dos soluciones de "
        "{name} vale depende de {names}, cuyos valores no se conocen"
    ),
    "step_from_equation": "a partir de la ecuación de {name}",
    "step_put_in": "sustituyendo {name}",
    "elimination_dependent_forces": "no es posible: hay fuerzas que dependen de {names}, que se eliminarían",
    "elimination_not_finite": "no es posible: donde se cumplen las ligaduras las ecuaciones no son finitas",
    "equations_not_written_out": (
        "escritas por completo, las definiciones de este modelo son demasiado largas"
    ),
    "conserved_momentum": "momento conjugado de {name}",
    "conserved_cyclic": "{name} es cíclica: no aparece en L y ninguna otra fuerza actúa sobre ella",
    "conserved_energy": "energía",
    "conserved_timeless": "nada depende explícitamente del tiempo, disipa ni realiza trabajo",
    "conserved_between_jumps": "{why} (entre los eventos e impulsos que cambian el estado)",
    "conserved_between_impacts": "{why} (entre impactos)",
    "conserved_jacobi": "integral de Jacobi",
    "conserved_jacobi_why": "L no contiene el tiempo; no es T + V",
    "form_no_christoffel": "C_matrix no existe: M depende de las velocidades",
    "form_skew": (
        "M depende del tiempo: M' - 2 C_matrix es antisimétrica salvo su derivada temporal explícita"
    ),
    "form_not_linear_in_gravity": (
        "las ecuaciones no son lineales en {name}; indique el parámetro de la gravedad con --gravity NAME"
    ),
    "note_mesh": (
        "{name} {source}: volumen {volume} m³, masa {mass} kg, centro de masas"
        " ({centre}) m, inercia respecto a él {inertia} kg m²"
    ),
    "note_mesh_file": "de {file} ({count} triángulos, {x} × {y} × {z} m)",
    "note_mesh_typed": "según sus propiedades",
    "flaw_bodies_not_drawn": (
        "los {count} cuerpos no se dibujan: como máximo se dibujan {most} automáticamente"
    ),
    "flaw_no_value": "el parámetro {name} no tiene valor",
    "flaw_effort_idle": "el esfuerzo {name} no realiza trabajo y no influye en el movimiento",
    "flaw_flat_constraint": (
        "la ligadura {name} no tiene efecto al inicio: sus derivadas respecto a {names} son nulas ahí"
    ),
    "flaw_flat_effort": (
        "la ligadura de esfuerzo {name} no determina {names}: donde es cero, también lo es su derivada, como"
        " en un cuadrado"
    ),
    "flaw_effort_count": "hay {count} ligaduras de esfuerzo ({names}) para {efforts} esfuerzos incógnita",
    "flaw_too_many_equations": (
        "{equations} son {count} ecuaciones solo para {unknowns}: sobran {more}, así que se contradicen o se"
        " repiten"
    ),
    "flaw_no_t_end": "no se indica el tiempo final",
    "elimination_too_large": "demasiado grande para este informe: {count} coordenadas",
    "flaw_unknown_key": "{name} no se conoce aquí",
    "flaw_no_point": "en la escena no hay ningún punto {name}",
    "in_english": "mensaje del programa, en inglés: «{sentence}»",
    "equal": "{name} = {value}",
    "equal_in": "{name} = {value} {unit}",
    "value_of": "{name}: {value}",
    "from_to": "{name} = {low} … {high}",
    "list_of_one": "{name}",
    "list_end": "{first} y {last}",
    "equation_of": "la ecuación de {names}",
    "equations_of": "las ecuaciones de {names}",
    "form_implicit": "implícita: una inversa de {count} filas llenaría páginas",
    "form_needs_bodies": (
        "los balances de cantidad de movimiento necesitan cuerpos: escriba [bodies] y [joints] en "
        "lugar de las energías, o junto a ellas con {energies}"
    ),
    "form_other_forces": (
        "la carga sobre {names} no es ni una fuerza sobre un cuerpo ni la acción de una articulación que "
        "gira o desliza"
    ),
    "form_no_hinge": (
        "no hay balance respecto a {names}, porque una unión de este tipo no tiene ejes fijos: {form}"
        " contiene sus reacciones"
    ),
    "form_hinges_guided": (
        "sobre {names} actúan otras reacciones que las de sus uniones, y los momentos respecto a las "
        "articulaciones las contienen"
    ),
    "form_no_gibbs_appell": "T no es cuadrática en las velocidades, así que no hay energía de aceleraciones",
    "form_agrees_with_lagrange": (
        "las ecuaciones coinciden con las de Lagrange en {points} puntos, con un error de {error}"
    ),
    "form_agrees": (
        "las ecuaciones de Newton-Euler, Kane y Lagrange dan las mismas aceleraciones en "
        "{points} estados, con un error de {error}"
    ),
    "form_agrees_hinges": (
        "los momentos respecto a las articulaciones y las ecuaciones de Newton-Euler, Kane y Lagrange"
        " dan las mismas aceleraciones en {points} estados, con un error de {error}"
    ),
    "form_agrees_kinematics": (
        "los movimientos son los de las posiciones, derivadas automáticamente, en {points} puntos, "
        "con un error de {error}"
    ),
    "form_not_compared": (
        "no hay ningún estado en el que comparar los balances con las ecuaciones de Lagrange"
    ),
    "form_contacts": (
        "la separación de {names} no está hecha de puntos de cuerpos: no se sabe dónde actúa su fuerza"
    ),
    "form_no_inverse": "implícita: M⁻¹ no se desarrolla",
    "form_zero_elsewhere": "toda coordenada y velocidad que no se indica vale cero ahí",
    "form_massless": "la matriz de masas es singular: {name} no tiene energía cinética",
    "form_massless_several": "la matriz de masas es singular: {names} no tienen energía cinética",
    "form_singular": (
        "la matriz de masas es singular: alguna combinación de velocidades no tiene energía cinética"
    ),
    "form_dependent_forces": (
        "las fuerzas dependen de {names}, que son incógnitas de las ecuaciones: esta forma no existe"
    ),
    "form_not_quadratic": (
        "T no es cuadrática en las velocidades, así que estas no se pueden despejar de los momentos"
    ),
    "form_not_linear": "no hay forma lineal en este punto: {name} salta ahí",
    "form_not_finite": "las ecuaciones no son finitas en este punto; elija otro, por ejemplo --at {name}=0.1",
    "form_no_gravity": "no hay ningún parámetro {name} que pueda ser la gravedad",
    "flaw_no_unknown": (
        "{equation} no contiene ninguna incógnita que pudiera determinar: es contradictoria o trivial"
    ),
    "flaw_no_unknown_left": (
        "{equations} son {count} ecuaciones y no les queda ninguna incógnita: sobran {count}, así que se"
        " contradicen o se repiten"
    ),
    "flaw_stands_only_in": "{name} aparece solo en {equations}",
    "flaw_stands_nowhere": "{name} no aparece en ninguna ecuación que pudiera determinarla",
    "flaw_stand_only_in": "{names} aparecen solo en {equations}: nada determina {count} de ellas",
    "flaw_stand_nowhere": "{names} no aparecen en ninguna ecuación que pudiera determinarlas",
    "loop_joint": (
        "la articulación {names} cierra un lazo: sus condiciones son ligaduras y las demás articulaciones "
        "tienen las coordenadas; escriba {loop} en otra articulación del lazo para que lo cierre esa"
    ),
    "loop_joints": (
        "las articulaciones {names} cierran lazos: sus condiciones son ligaduras y las demás "
        "articulaciones tienen las coordenadas; escriba {loop} en otra articulación de un lazo para que lo "
        "cierre esa"
    ),
}
