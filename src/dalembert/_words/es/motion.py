"""Messages about a run, in Spanish."""

MESSAGES: dict[str, str] = {
    "run_ended": "simulado hasta t = {t} s; {accuracy}",
    "run_error": "error estimado {error} (tolerancia {rtol})",
    "run_error_until_worst": (
        "el error estimado cumple {rtol} hasta t = {t} s; después alcanza {error} en {name}, en t = {at} "
        "s: {cause}"
    ),
    "run_error_too_large": (
        "el error estimado {error} en {name}, en t = {at} s, supera la tolerancia {rtol}: {cause}"
    ),
    "cause_rounding": "la doble precisión no permite mayor exactitud aquí",
    "cause_truncation": "aún cambia con pasos más finos",
    "run_error_until": "el error estimado cumple {rtol} hasta t = {t} s; después alcanza {error}",
    "run_chaotic": (
        "el error estimado cumple {rtol} hasta t = {t} s; después el movimiento es caótico: las trayectorias"
        " vecinas divergen, y esta es una de ellas"
    ),
    "run_stepped_over": (
        "simulado hasta t = {t} s, pero en t = {at} s los pasos de {method} saltaron una zona estrecha en la"
        " que {name} cambia con rapidez, como si no existiera: desde allí el movimiento es incorrecto; use"
        " auto, rk853 o radau, que vigilan cada paso en busca de tales zonas"
    ),
    "run_integral_off": (
        "simulado hasta t = {t} s, pero {name} tiene un error de hasta {error} de su tamaño: el integrando"
        " cambia demasiado rápido para una suma sobre 64 tramos; escriba su primitiva o divida la integral"
        " donde el integrando cambia con rapidez"
    ),
    "run_not_unique": (
        "el movimiento es único solo hasta t = {t} s: allí {name} vale cero y su pendiente es infinita, de"
        " modo que desde ese estado son posibles varios movimientos; este es uno de ellos"
    ),
    "run_error_unknown_after": (
        "el error estimado cumple {rtol} hasta t = {t} s; después no se conoce: una simulación con otros"
        " pasos terminó allí"
    ),
    "run_fixed_steps": "pasos fijos de {dt} s, cuyo error no se controla",
    "run_error_unknown": (
        "no se conoce el error: pasos más finos exigirían más trabajo del que se permite a una simulación"
    ),
    "run_interrupted": "detenido por el usuario en t = {t} s; se conserva lo calculado",
    "run_stopped_by_event": "el evento {name} detuvo la simulación en t = {t} s",
    "run_constraints_off": (
        "simulado hasta t = {t} s, pero las ligaduras se desvían en {error} de su magnitud"
    ),
    "run_values_missing": (
        "simulado hasta t = {t} s, pero algunas filas no tienen valor finito; columnas con tales filas:"
        " {count}, primero {name} en t = {first} s"
    ),
    "run_friction_gives": (
        "simulado hasta t = {t} s, pero el rozamiento en contactos aporta {error} de la energía, aunque solo"
        " puede quitarla: el movimiento es incorrecto, por un error de este programa; {advice}"
    ),
    "advice_second_opinion": "compárelo con --method scipy:DOP853 y, por favor, comuníquelo",
    "run_energy_unexplained": (
        "simulado hasta t = {t} s, pero {error} de la energía queda sin explicar, más de lo que debería"
        " dejar {allowed}: {advice}"
    ),
    "allowed_by_steps": "un paso así",
    "allowed_by_rtol": "la tolerancia rtol = {rtol}",
    "advice_smaller_step": "pruebe un paso menor que dt = {dt}",
    "advice_kinks": (
        "la causa pueden ser saltos o puntos angulosos del modelo (sign, step, if) o un movimiento demasiado"
        " rápido para sus muestras"
    ),
    "run_failed": "detenido en t = {t} s: {reason}",
    "failure_seen": "{what}; allí se observa: {seen}",
    "in_turn": "{first}; {then}",
    "failure_unexplained": (
        "{what}; la causa no es evidente: la inercia y las ligaduras son regulares, ningún divisor tiende a"
        " cero, nada conmuta ni diverge"
    ),
    "failure_rate": "la derivada no es finita allí",
    "failure_rate_of": "la derivada de {name} no es finita allí",
    "failure_singular": "las aceleraciones no están determinadas allí",
    "failure_underflow": "la exactitud requerida exige pasos demasiado pequeños para la doble precisión",
    "failure_underflow_of": "la exactitud de {name} exige pasos demasiado pequeños para la doble precisión",
    "failure_chattering": "los pasos se hicieron tan pequeños que la simulación no avanza",
    "failure_off": "no fue posible volver a satisfacer las ligaduras",
    "seen_root": (
        "{name} no está definida más allá de este punto (su argumento es {value}); "
        "si debe quedarse allí, escriba max(…, 0) como argumento"
    ),
    "seen_ending": "{name} no está definida más allá de este punto (su argumento es {value})",
    "seen_divisor": "el divisor {name} tiende a cero ({value})",
    "seen_inertia": "la inercia a lo largo de {names} se anula ({now}, al inicio {start})",
    "seen_gradient": "el gradiente de {names} se anula ({now}, al inicio {start})",
    "seen_dependent": "{names} se vuelven dependientes ({now}, al inicio {start})",
    "seen_runaway": "{name} diverge: vale {value} y cambia otro tanto en {time} s",
    "seen_jam": (
        "las fuerzas que dependen de {names} se atascan: cuanto más actúan, más crecen (determinante"
        " {now}, al inicio {start})"
    ),
    "seen_open": "las ecuaciones ya no determinan {names} ({now}, al inicio {start})",
    "seen_switch": "{name} conmuta",
    "seen_clock": (
        "el movimiento cambia en {time} s, pero la doble precisión solo resuelve ahí el tiempo hasta"
        " {between} s"
    ),
    "seen_stiff": "la estabilidad limita el {part} % de los pasos, pruebe --method radau",
    "failure_diverged": "las ecuaciones de un paso no tienen solución cercana; pruebe un --dt menor",
    "failure_jumped": (
        "una ligadura salta ahí, y la inercia impide que el movimiento la siga; haga que cambie durante "
        "algún tiempo"
    ),
    "failure_impulse": (
        "las velocidades saltan ahí, y no se encontraron otras que concuerden con los momentos anteriores "
        "(un esfuerzo desconocido no puede ejercer impulsos); dé algún tiempo al salto, o use interpolate "
        '= "monotone" para la tabla'
    ),
    "failure_stiff": "la estabilidad limita los pasos; pruebe --method radau",
    "failure_exhausted": (
        "la simulación alcanzó su límite de trabajo; acorte el tiempo, o busque un movimiento mucho más"
        " rápido que el muestreo"
    ),
    "failure_crowded": "los eventos se suceden ahí demasiado deprisa para distinguirlos",
    "failure_event_again": (
        "el evento {name} volvería a ocurrir enseguida y sin fin: los valores que asigna lo provocan de"
        " nuevo, o los tiempos entre uno y otro son ya demasiado cortos; haga que detenga la simulación, o"
        " use un contacto, que puede quedar en reposo"
    ),
    "failure_event_value": "el evento {name} asigna a {entry} un valor que no es finito",
    "failure_event_off": (
        "cerca de los valores que asigna el evento {name} ningún estado cumple las ligaduras"
    ),
    "failure_event_inside": "los valores que asigna el evento {name} quedan dentro del contacto {contact}",
    "failure_impulse_value": "el impulso {name} no es finito",
    "failure_sample_value": "el valor muestreado {name} no es finito",
    "failure_paradox": (
        "el rozamiento, u otra fuerza que depende de una fuerza de contacto, aumenta allí esta fuerza sin "
        "límite, y ningún movimiento con fuerzas finitas puede continuar (paradoja de Painlevé); pruebe "
        "con un coeficiente menor o con un contacto elástico"
    ),
    "failure_undetermined": (
        "allí un contacto se cierra con un impacto, y hay fuerzas que dependen de la suya: en el impacto no"
        " están determinadas, porque cambian con las velocidades que saltan o crearían energía; pruebe con un"
        " contacto elástico"
    ),
    "failure_undecided": (
        "allí un contacto se cierra con un impacto, y las fuerzas que dependen de la suya dependen también de"
        " más conmutadores, en cero o decididos por fuerzas, de los que pueden probarse en todas las"
        " combinaciones; escríbalas con menos abs, sign, min, max e if, o use un contacto elástico"
    ),
    "failure_impulse_law": (
        "hay fuerzas o tasas de estados que dependen de fuerzas, y estas son impulsos mientras actúa {name}:"
        " allí no están determinadas, porque cambian con las velocidades que saltan; deje que la fuerza actúe"
        " durante un tiempo"
    ),
    "failure_jammed": "las ligaduras llevan el movimiento contra un contacto cerrado, y nada cede",
    "remark_sampled_function": (
        "la función de la entrada {name} se muestreó en {count} instantes; el spline cúbico que pasa por"
        " ellos se aparta de ella a lo sumo {error} de su mayor valor"
    ),
    "remark_samples": (
        "las muestras cada {dt} s muestran los modos por encima de {limit} Hz con frecuencias falsas, y el"
        " modelo tiene modos en {modes} Hz al inicio: con más muestras se resolverían"
    ),
    "remark_coarse_steps": (
        "pasos de {dt} s son gruesos para modos en {modes} Hz: un período debería tener al menos {count}"
        " pasos"
    ),
    "remark_coarse_newmark": (
        "pasos de {dt} s son gruesos para modos en {modes} Hz, que newmark desplaza a {shifted} Hz: un"
        " período debería tener al menos {count} pasos"
    ),
    "remark_wedged": (
        "en {count} de los pasos las fuerzas de contacto solo son exactas a 4 cifras, porque los contactos"
        " se acuñan entre sí"
    ),
    "remark_mean_forces": (
        "en {count} de las filas, primero en t = {first} s, ninguna fuerza de contacto concuerda con los"
        " deslizamientos de ese instante (paradoja de Painlevé): las fuerzas y aceleraciones son ahí medias"
        " sobre un paso"
    ),
    "remark_values_missing": (
        "salidas sin valor finito en algunas filas: {count}, primero {name} en t = {first} s"
    ),
    "remark_not_looked_at": "los pasos de {method} no se vigilan en busca de picos estrechos de las fuerzas",
    "remark_unwatched": (
        "en los pasos de {method} no se vigilan picos estrechos de las fuerzas; el movimiento se examinó"
        " después, entre sus filas, en busca de ellos"
    ),
    "remark_pivots": (
        "el {part} % de las evaluaciones se resolvió de nuevo numéricamente porque un pivote perdió"
        " precisión: correcto pero lento; la matriz de masas o las ligaduras son ahí casi singulares"
    ),
    "remark_delay_held": "antes del inicio estas magnitudes tienen sus valores iniciales: {names}",
    "remark_delay_stiff": (
        "el modelo es rígido (stiff); con retardos el método sigue siendo explícito, con pasos cortos"
    ),
    "remark_impulse_outside": (
        "el impulso {names} actúa antes o después de la simulación y no tiene efecto en ella"
    ),
    "remark_event_moved": (
        "los valores que asigna el evento {names} no cumplen las ligaduras: se llevaron a ellas, primero"
        " las posiciones y después las velocidades, con el menor cambio en la norma de M"
    ),
    "remark_redundant": (
        "las ligaduras {names} dependen unas de otras sin contradicción: el movimiento está determinado y se "
        "dan las menores de las fuerzas de ligadura posibles"
    ),
    "remark_not_unique": (
        "{names} no son únicas: otras fuerzas en estas articulaciones redundantes darían el mismo "
        "movimiento; {check} propone un tipo de articulación con el que son únicas"
    ),
    "remark_turns": (
        "la estabilidad limitó los pasos en una parte de la simulación, de la que se encargó {method}:"
        " {spans}; los demás pasos son de {other}"
    ),
    "remark_span": "de t = {first} a {last} s",
    "remark_spans_more": "y {count} veces más",
    "remark_series": (
        "una primera ejecución con series de Taylor costó {ratio} veces menos que una con {other}, por lo que"
        " la simulación usó {method}"
    ),
    "remark_stiff": (
        "la estabilidad limitó los pasos en t = {t} s, por lo que la simulación usó {method}: el sistema es"
        " rígido (stiff)"
    ),
    "compiler_missing": (
        "para simulaciones rápidas instale un compilador de C (gcc o clang), o: pip install ziglang;"
        " $DALEMBERT_CC indica uno"
    ),
    "compiler_broken": "{hint}; el que se encontró no funciona: {message}",
    "source_refused": (
        "un defecto de dalembert, comuníquelo por favor: el compilador de C funciona, pero no con nuestro"
        " código ({message}); lo que hace ese código se hizo sin él, lo que tarda más"
    ),
    "cache_home": "no hay carpeta personal para la caché; asigne a {variable} una carpeta propia",
    "cache_made": "no se puede crear la carpeta de caché {path} ({message}); asigne otra a {variable}",
    "cache_others": (
        "otros pueden escribir en la carpeta de caché {path}, así que no se carga nada de ella; ejecute chmod"
        " 700 {path} o asigne a {variable} una carpeta propia"
    ),
    "cache_written": "no se puede escribir en la carpeta de caché {path}; asigne otra a {variable}",
    "end_assumed_periods": (
        "no se indica el tiempo final: la simulación termina en t = {t} s, unos {count} períodos de la"
        " oscilación natural más lenta ({hz} Hz; posición de referencia: {place})"
    ),
    "end_assumed_decay": (
        "no se indica el tiempo final: la simulación termina en t = {t} s, unas {count} constantes de"
        " tiempo del decaimiento más lento ({time} s; posición de referencia: {place})"
    ),
    "start_moved": "{name} en {by}",
}
