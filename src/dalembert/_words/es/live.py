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
    "animation_live_met": "Error estimado: {error} (pedido: {rtol}).",
    "animation_live_limited": (
        "El error estimado queda por debajo de {rtol} hasta t = {until} s; como máximo es {error}."
    ),
    "animation_live_balance": "El balance de energía cierra con {ledger}.",
    "animation_live_no_claim": "No se sabe nada de su error.",
    "animation_live_ended": "La simulación termina en t = {t} s: {why}.",
    "animation_live_not_finite": "las derivadas no son finitas",
    "animation_live_singular": "las aceleraciones o los multiplicadores no están determinados",
    "animation_live_underflow": "harían falta pasos cada vez más pequeños",
    "animation_live_off": "no hay camino de vuelta a las ligaduras",
    "animation_live_too_long": "pide más trabajo del que debe hacer una página",
    "animation_live_no_start": (
        "Ningún inicio cumple las ligaduras con estos valores; se muestra el movimiento anterior."
    ),
    "animation_live_not_allowed": "Aquí no se permite WebAssembly: se muestra el movimiento grabado.",
    "animation_live_recorded": (
        "Esta página muestra un movimiento grabado y sus valores no se pueden cambiar aquí: {reason}."
    ),
    "live_contact": "el contacto {name} cambia las ecuaciones de movimiento",
    "live_sampled": "{name} cambia en instantes de muestreo",
    "live_impulse": "el impulso {name} es un salto de la cantidad de movimiento",
    "live_event": "el evento {name} cambia o termina la simulación",
    "live_table": "{name} se lee de una tabla o del pasado",
    "live_switches": "hay fuerzas que conmutan, como la fricción seca",
    "live_jumps_in_time": "tiene quiebres o saltos en tiempos dados",
    "live_method": "sus simulaciones las hace {method}, y las de una página un método explícito",
    "live_refused": "{reason}",
    "live_drawing": "partes de su dibujo ({kinds}) solo se conocen del movimiento grabado",
    "live_long": "sus ecuaciones son demasiado largas para una página ({count} instrucciones)",
}
