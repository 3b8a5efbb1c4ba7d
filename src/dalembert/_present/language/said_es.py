"""Sentences of the engine as templates, in Spanish: `report/said.py` finds them and fills their blanks."""

SAID: dict[str, str] = {
    "report_say_ran": "calculado hasta t = {t} s; {say}",
    "report_say_estimated": "error estimado {error}, pedido {rtol}",
    "report_say_until_worst": (
        "el error estimado cumple {rtol} hasta t = {t} s; después alcanza {error}, en `{name}` en t = {at} s:"
        " {say_why}"
    ),
    "report_say_more_than_asked": (
        "error estimado {error}, en `{name}` en t = {at} s, mayor que el {rtol} pedido: {say_why}"
    ),
    "report_say_rounding": "la doble precisión no permite más aquí",
    "report_say_truncation": "pasos más finos todavía lo cambian",
    "report_say_until": "el error estimado cumple {rtol} hasta t = {t} s; después alcanza {error}",
    "report_say_until_chaotic": (
        "el error estimado cumple {rtol} hasta t = {t} s; después el movimiento es caótico: los cálculos se"
        " separan, y este es uno de los movimientos próximos"
    ),
    "report_say_until_alone": (
        "el error estimado cumple {rtol} hasta t = {t} s; después no se conoce:"
        " un cálculo con otros pasos terminó allí"
    ),
    "report_say_fixed_steps": "pasos fijos de {dt} s, cuyo error no se controla",
    "report_say_not_known": (
        "no se conoce el error: pasos más finos exigirían más trabajo del que se permite a una simulación"
    ),
    "report_say_interrupted": "detenido por el usuario en t = {t} s; se conserva lo calculado",
    "report_say_event_stopped": "el evento `{name}` detuvo el cálculo en t = {t} s",
    "report_say_constraints_off": (
        "calculado hasta t = {t} s, pero las ligaduras se desvían en {error} de su magnitud"
    ),
    "report_say_unexplained": (
        "calculado hasta t = {t} s, pero {error} de la energía queda sin explicar, más de lo que debería"
        " dejar {say_what}: {say_advice}"
    ),
    "report_say_such_steps": "un paso así",
    "report_say_such_rtol": "la tolerancia rtol = {rtol}",
    "report_say_smaller_step": "pruebe un paso menor que dt = {dt}",
    "report_say_kinks": (
        "la causa pueden ser saltos o quiebros del modelo (sign, step, if) o un movimiento demasiado rápido"
        " para sus muestras"
    ),
    "report_say_stopped": "detenido en t = {t} s: {say}",
    "report_say_seen": "{say}; allí se observa: {say_seen}",
    "report_say_seen_more": "{say}; {say_more}",
    "report_say_seen_nothing": (
        "{say}; nada de lo medido allí dice por qué: la inercia y las ligaduras son regulares, ningún"
        " divisor tiende a cero, nada conmuta ni crece sin límite"
    ),
    "report_say_rate": "la derivada no es finita allí",
    "report_say_rate_of": "la derivada de `{name}` no es finita allí",
    "report_say_singular": "las aceleraciones no están determinadas allí",
    "report_say_underflow": "el error exige pasos demasiado pequeños para la doble precisión",
    "report_say_underflow_of": "el error de `{name}` exige pasos demasiado pequeños para la doble precisión",
    "report_say_chattering": "los pasos se hicieron tan pequeños que la simulación no avanza",
    "report_say_off": "no se encontró camino de vuelta a las ligaduras",
    "report_say_seen_ending": "`{name}` no tiene valor más allá (su argumento es {value})",
    "report_say_seen_divisor": "el divisor `{name}` tiende a cero ({value})",
    "report_say_seen_inertia": "la inercia a lo largo de {names} se anula ({now}, al inicio {start})",
    "report_say_seen_gradient": "el gradiente de {names} se anula ({now}, al inicio {start})",
    "report_say_seen_dependent": "{names} se vuelven dependientes ({now}, al inicio {start})",
    "report_say_seen_runaway": "`{name}` crece sin límite: vale {value} y cambia en otro tanto en {time} s",
    "report_say_seen_open": "las ecuaciones ya no determinan {names} ({now}, al inicio {start})",
    "report_say_seen_switch": "`{name}` conmuta",
    "report_say_seen_clock": (
        "el movimiento cambia en {time} s, pero allí los tiempos distan {between} s entre sí"
    ),
    "report_say_seen_stiff": "la estabilidad acorta el {part} de los pasos, pruebe --method radau",
    "report_say_diverged": "las ecuaciones de un paso no tienen solución cercana; pruebe un --dt menor",
    "report_say_jumped": (
        "una ligadura salta ahí, y lo que tiene inercia no puede saltar con ella; hágala crecer durante"
        " algún tiempo"
    ),
    "report_say_impulse": (
        "las velocidades saltan ahí, y no se encontraron otras que concuerden con los momentos anteriores (un"
        " esfuerzo desconocido no admite impulsos); dé algún tiempo al salto, o"
        ' interpolate = "monotone" a la tabla'
    ),
    "report_say_stiff": "la estabilidad limita los pasos; pruebe --method radau",
    "report_say_exhausted": (
        "tantos pasos han agotado el trabajo que se permite a una simulación; acorte el tiempo, o busque un"
        " movimiento mucho más rápido que el muestreo"
    ),
    "report_say_crowded": "los eventos se suceden ahí demasiado deprisa para distinguirlos",
    "report_say_paradox": (
        "el rozamiento aprieta allí un contacto tanto más cuanto más apretado está, y ningún movimiento"
        " con fuerzas finitas continúa (paradoja de Painlevé); pruebe con menos rozamiento o con un"
        " contacto flexible"
    ),
    "report_say_jammed": "las ligaduras llevan el movimiento contra un contacto cerrado, y nada cede",
    "report_say_samples": (
        "las muestras cada {dt} s muestran los modos por encima de {limit} Hz con frecuencias falsas, y el"
        " modelo tiene {modes} al inicio: más muestras los enseñan como son"
    ),
    "report_say_coarse": (
        "pasos de {dt} s son gruesos para modos en {modes}: un período debería tener al menos {count} pasos"
    ),
    "report_say_coarse_newmark": (
        "pasos de {dt} s son gruesos para modos en {modes}, que newmark desplaza a {shifted}: un período"
        " debería tener al menos {count} pasos"
    ),
    "report_say_wedged": (
        "en {count} de los pasos las fuerzas de los contactos solo son exactas a 1e-4: se acuñaron unos con"
        " otros"
    ),
    "report_say_rescued": (
        "el {part} % de las evaluaciones se resolvió de nuevo numéricamente porque un pivote perdió sus"
        " cifras: correcto pero lento; la matriz de masas o las ligaduras son ahí casi singulares"
    ),
    "report_say_redundant": (
        "las ligaduras {names} dependen unas de otras y concuerdan: el movimiento está determinado y sus"
        " fuerzas se reparten lo más pequeñas posible"
    ),
    "report_say_became_stiff": (
        "la estabilidad limitó los pasos en t = {t} s, por lo que {method} hizo el cálculo: el sistema es"
        " rígido (stiff)"
    ),
    "report_say_compiler": (
        "para cálculos rápidos instale un compilador de C (gcc o clang), o: pip install ziglang;"
        " $DALEMBERT_CC indica uno"
    ),
    "report_say_compiler_broken": "{say}; el que se encontró no funciona: {message}",
    "report_say_cache_home": "no hay carpeta personal para la caché; asigne a {variable} una carpeta propia",
    "report_say_cache_made": (
        "no se puede crear la carpeta de caché {path} ({message}); asigne otra a {variable}"
    ),
    "report_say_cache_others": (
        "otros pueden escribir en la carpeta de caché {path}, así que no se carga nada de ella; ejecute"
        " chmod 700 {again} o asigne a {variable} una carpeta propia"
    ),
    "report_say_cache_written": (
        "no se puede escribir en la carpeta de caché {path}; asigne otra a {variable}"
    ),
    "report_say_from": "de {name}",
    "report_say_from_equation": "de la ecuación de {name}",
    "report_say_put_in": "con {name} sustituido",
    "report_say_no_elimination": (
        "no es posible: donde se cumplen las ligaduras las ecuaciones no son finitas"
    ),
    "report_say_momentum": "momento conjugado de {name}",
    "report_say_cyclic": "{name} es cíclica: L no la contiene y nada más actúa sobre ella",
    "report_say_energy": "energía",
    "report_say_timeless": "nada depende del tiempo, disipa ni realiza trabajo",
    "report_say_between_impacts": "{say} (entre impactos)",
    "report_say_jacobi": "integral de Jacobi",
    "report_say_jacobi_why": "L no contiene el tiempo; no es T + V",
    "report_say_no_christoffel": "C_matrix no existe: M depende de las velocidades",
    "report_say_skew": (
        "M depende del tiempo: M' - 2 C_matrix es antisimétrica salvo su derivada temporal explícita"
    ),
    "report_say_not_linear": (
        "las ecuaciones no son lineales en `{name}`; indique el parámetro de la gravedad con --gravity NAME"
    ),
    "report_say_none_found": "no se encontró ningún equilibrio desde {starts} puntos de partida",
    "report_say_none_found_why": "no se encontró ningún equilibrio desde {starts} puntos de partida: {say}",
    "report_say_one_found": "se encontró 1 equilibrio desde {starts} puntos de partida",
    "report_say_found": "se encontraron {count} equilibrios desde {starts} puntos de partida",
    "report_say_found_once": "{say}; {once} de ellos desde un solo punto de partida, así que puede haber más",
    "report_say_no_rest": "no hay reposo con {names}",
    "report_say_no_balance": "nada equilibra una fuerza de {force} a lo largo de ({where})",
    "report_say_left_forces": "en la posición más próxima quedan fuerzas que nada equilibra ({where})",
    "report_say_shared": (
        "las fuerzas de {names} no están determinadas una a una; se dan las menores que equilibran"
    ),
    "report_say_inputs_held": "las entradas se mantienen como están en t = {t} s: {values}",
    "report_say_time_stands": "el tiempo aparece en las propias ecuaciones: son las de t = {t} s",
    "report_say_flow_held": (
        "las ligaduras de flujo mantienen sus direcciones desde el inicio: no se enumeran los equilibrios a"
        " los que llevaría un movimiento contra ellas"
    ),
    "report_say_contact_open_all": (
        "el contacto `{name}` se toma como abierto: no se buscan equilibrios que lo presionen"
    ),
    "report_say_dry_friction": (
        "el rozamiento seco se deja fuera: alrededor de estos lugares también otros están en reposo"
    ),
    "report_say_friction_out_all": (
        "el rozamiento del contacto `{name}` no se tiene en cuenta: no se busca lo que solo él sostiene"
    ),
    "report_say_friction_out": "el rozamiento del contacto `{name}` no se tiene en cuenta",
    "report_say_contact_open": "el contacto `{name}` se toma como abierto",
    "report_say_asymptotic": "asintóticamente estable",
    "report_say_stable": "estable",
    "report_say_neutral": "indiferente",
    "report_say_unstable": "inestable",
    "report_say_undecided": "indeciso",
    "report_say_family": "uno de una familia continua de dimensión {count} (a lo largo de {names}); {say}",
    "report_say_flow_kept": "{say}, si se respetan las ligaduras de flujo",
    "report_say_no_direction": "las ligaduras no dejan libre ninguna dirección",
    "report_say_minimum": "la energía potencial tiene un mínimo",
    "report_say_minimum_damped": (
        "la energía potencial tiene un mínimo y el amortiguamiento alcanza todo movimiento, el más lento con"
        " {rate}"
    ),
    "report_say_no_minimum": (
        "la energía potencial no tiene mínimo (desciende en {say_directions}); en las ecuaciones lineales la"
        " sostienen fuerzas giroscópicas, y el amortiguamiento lo anularía"
    ),
    "report_say_falls": (
        "la energía potencial desciende en {say_directions} de {free}; una perturbación crece con {rate}"
    ),
    "report_say_oscillation_grows": "una oscilación crece, con {rate}",
    "report_say_disturbance_grows": "una perturbación crece, con {rate}",
    "report_say_no_return": "nada lo devuelve en {say_directions}",
    "report_say_dies_out": "toda perturbación se extingue, la más lenta con {rate}",
    "report_say_neither": "las ecuaciones lineales tienen oscilaciones que ni crecen ni se extinguen",
    "report_say_vanishing": "la rigidez se anula ahí: las ecuaciones lineales no lo deciden",
    "report_say_one_direction": "1 dirección",
    "report_say_directions": "{count} direcciones",
    "report_say_the_start": "el inicio",
    "report_say_an_equilibrium": "un equilibrio",
    "report_say_the_equilibrium": "el equilibrio ({say})",
    "report_say_nearest_equilibrium": "el equilibrio más próximo al inicio, de {count} ({say})",
    "report_say_only_firm": "el único equilibrio no inestable, de {count} ({say})",
    "report_say_nearest_firm": "el equilibrio no inestable más próximo, de {count} ({say})",
    "report_say_not_resting": (
        "{say} no es un equilibrio: lo no equilibrado ahí es {where}; las ecuaciones describen desviaciones"
        " del movimiento que pasa por ahí, durante poco tiempo"
    ),
    "report_say_moves_there": "el sistema se mueve ahí: {values}",
    "report_say_input_moves": (
        "la entrada `{name}` mueve una ligadura o actúa por su derivada: no está entre las entradas"
    ),
    "report_say_inputs_given": "las entradas se mantienen en estos valores: {values}",
    "report_say_with_inputs": "{say}, con {values}",
    "report_say_none_with_inputs": "con las entradas tal como son en t = {t} s ({values}): {say}",
    "report_say_lasting": (
        "{say}; las ecuaciones lineales no cambian a lo largo del movimiento que pasa por el inicio, y"
        " los modos tampoco"
    ),
    "report_say_not_lasting": (
        "{say}, y las ecuaciones lineales cambian a lo largo del movimiento que pasa por el inicio"
    ),
    "report_say_start_moves": (
        "el sistema se mueve al inicio ({values}), pero estos son los modos en reposo: --at start da los"
        " del movimiento"
    ),
    "report_say_steady_start": "el movimiento estacionario del inicio",
    "report_say_find_rest": "las posiciones de reposo se encuentran con: dalembert equilibrium {command}",
    "report_say_assumed": "supuesto: {names}",
    "report_say_no_accelerations": (
        "nada da todas las aceleraciones en este punto ({say}): algunas coordenadas no tienen inercia ahí"
    ),
    "report_say_efforts_open": "los esfuerzos incógnita {names} no están determinados en este punto ({say})",
    "report_say_force_not_finite": "la fuerza de `{name}` no es finita en este punto ({say})",
    "report_say_inertia_not_finite": "la inercia de `{name}` no es finita en este punto ({say})",
    "report_say_no_derivative": "las fuerzas sobre `{name}` no tienen derivada finita en este punto ({say})",
    "report_say_contact_closed": (
        "el contacto `{name}` está cerrado en este punto ({say}): su holgura es {gap}"
    ),
    "report_say_no_linear": (
        "no hay ecuaciones lineales en este punto ({say}): las fuerzas saltan o tienen un quiebro ahí"
    ),
    "report_say_no_value": "el parámetro `{name}` no tiene valor",
    "report_say_effort_idle": "el esfuerzo `{name}` no realiza trabajo: el movimiento no lo siente",
    "report_say_flat_constraint": (
        "la ligadura `{name}` no sujeta nada al inicio: sus derivadas respecto de {names} son cero allí"
    ),
    "report_say_flat_effort": (
        "la ligadura de esfuerzo `{name}` no determina {names}: donde es cero, también lo es su derivada,"
        " como en un cuadrado"
    ),
    "report_say_effort_count": (
        "hay {count} ligaduras de esfuerzo ({names}) para {efforts} esfuerzos incógnita"
    ),
    "report_say_too_many": (
        "las ecuaciones de {names} son {count} ecuaciones solo para {unknowns}: sobran {more}, así que se"
        " contradicen o se repiten"
    ),
    "report_say_no_t_end": "no se dice cuánto tiempo simular",
    "report_say_too_large": "demasiado grande para este informe: {count} coordenadas",
    "report_say_unknown_here": "`{name}` no se conoce aquí",
    "report_say_no_point": "en la escena no hay ningún punto `{name}`",
}
