"""Words of pages that run, in Spanish."""

MESSAGES: dict[str, str] = {
    "animation_live_values": "Valores de este movimiento",
    "animation_live_parameters": "Parámetros",
    "animation_live_start": "Inicio",
    "animation_live_run": "Simulación",
    "animation_live_end": "fin de la simulación",
    "animation_live_reset": "Restablecer valores",
    "animation_live_link": "Enlace a estos valores",
    "animation_live_csv": "Guardar como CSV",
    "animation_live_keys": "Arrastre una articulación o una masa del mecanismo para elegir dónde empieza.",
    "animation_live_ledger": "Balance de energía",
    "animation_live_estimating": "Se muestra una sola simulación; se está estimando su error …",
    "animation_live_met": "Error estimado: {error} (tolerancia: {rtol}).",
    "animation_live_limited": (
        "El error estimado queda por debajo de {rtol} hasta t = {until} s; como máximo es {error}."
    ),
    "animation_live_balance": "El balance de energía cierra con {ledger}.",
    "animation_live_no_claim": "No se conoce su error.",
    "animation_live_ended": "La simulación termina en t = {t} s: {why}.",
    "animation_live_not_finite": "las derivadas no son finitas",
    "animation_live_singular": "las aceleraciones o los multiplicadores no están determinados",
    "animation_live_underflow": "harían falta pasos cada vez más pequeños",
    "animation_live_off": "no se pudieron volver a cumplir las ligaduras",
    "animation_live_too_long": "necesita más cálculo del que permite una página",
    "animation_live_no_start": (
        "Con estos valores ninguna posición inicial cumple las ligaduras; se muestra el movimiento anterior."
    ),
    "animation_live_not_allowed": "Aquí no se permite WebAssembly: se muestra el movimiento grabado.",
    "animation_live_recorded": (
        "Esta página muestra un movimiento grabado y sus valores no se pueden cambiar aquí: {reason}."
    ),
    "animation_live_inside": (
        "Allí no empieza ningún movimiento: el inicio está dentro del contacto {name}; "
        "se muestra el movimiento anterior."
    ),
    "animation_live_bound": (
        "Con estos valores no empieza ninguna simulación: {name} = {value}, pero debe ser "
        "{sign} {bound}; se muestra el movimiento anterior."
    ),
    "animation_live_no_end": (
        "t = {end} s no es posterior al inicio en {start} s; se muestra el movimiento anterior."
    ),
    "animation_live_no_run": (
        "Con estos valores no empieza ninguna simulación: {why}; se muestra el movimiento anterior."
    ),
    "animation_live_open": (
        "El balance de energía solo cierra hasta {ledger}: el movimiento mostrado puede ser erróneo."
    ),
    "animation_live_no_number": "{name} debe ser un número finito; su valor queda como estaba.",
    "animation_live_address": "No se ha entendido en la dirección de esta página, y se omite: {text}.",
    "animation_live_stopped": "El evento {name} termina la simulación en t = {t} s.",
    "animation_live_undecided": "las leyes de contactos y conmutadores no determinan allí el movimiento",
    "animation_live_restitution": "un coeficiente de restitución no está entre 0 y 1",
    "animation_live_sticking": "un contacto tiene menos fricción en reposo que al deslizar",
    "animation_live_friction": "un coeficiente de rozamiento es negativo",
    "animation_live_event_inside": "lo que fija un evento queda dentro de un contacto",
    "animation_live_event_value": "un evento fija un valor que no es finito",
    "animation_live_event_off": "cerca de lo que fija un evento ningún estado cumple las ligaduras",
    "animation_live_event_again": (
        "un evento vuelve de inmediato tras lo que fija, o unos eventos provocan otros sin fin"
    ),
    "animation_live_events": "Eventos",
    "animation_live_what": "Evento",
    "animation_live_impacts": "Eventos, entre ellos {count} impactos",
    "animation_live_impact": "impacto de {name}: se pierden {lost} J",
    "animation_live_sticks": "{name} se adhiere",
    "animation_live_slips": "{name} desliza",
    "animation_live_rests": "{name} queda cerrado",
    "animation_live_opens": "{name} se abre",
    "animation_live_more": "y {count} eventos más",
    "live_jumps_in_time": (
        "un quiebre o salto en un tiempo dado cambia su estado, sus contactos u otro conmutador"
    ),
    "live_method": "se simula con {method}, pero una página solo tiene un método explícito",
    "live_refused": "{reason}",
    "live_drawing": "partes de su dibujo ({kinds}) solo se conocen del movimiento grabado",
    "live_long": "sus ecuaciones son demasiado largas para una página ({count} instrucciones)",
    "live_event_results": "el evento {name} depende de una fuerza o una aceleración",
    "live_delay": "{name} es un valor retardado",
    "live_dependent_start": "el valor inicial de {name} se deduce de otros valores iniciales",
    "live_stop_of_dae": (
        "un evento termina la simulación de un modelo cuyas aceleraciones se resuelven numéricamente"
    ),
    "modes_general": "hay fuerzas que conmutan en un modelo cuyas aceleraciones se resuelven numéricamente",
    "modes_large": "junto a contactos o conmutadores hay {count} coordenadas; el máximo es {most}",
    "modes_redundant": "sus ligaduras dependen unas de otras, y tiene conmutadores o rozamiento seco",
    "modes_efforts": "hay un esfuerzo desconocido, {name}, junto a contactos o conmutadores",
    "modes_compliant": "el contacto {name} es flexible",
    "modes_two_slips": "el contacto {name} puede deslizar en dos direcciones",
    "modes_both": "tiene contactos y también fuerzas que conmutan",
    "modes_friction_twice": "el contacto {name} tiene rozamiento junto a otro rozamiento seco",
    "modes_contacts": "tiene {count} contactos, y se admiten {most} como máximo",
    "modes_dependent": "hay fuerzas que dependen de las fuerzas de los contactos",
    "modes_switches": "tiene {count} funciones de conmutación, y se admiten {most} como máximo",
    "modes_many": "sus contactos y conmutadores tienen {count} modos, y se admiten {most} como máximo",
}
