"""Words of figures and animations, in Spanish."""

MESSAGES: dict[str, str] = {
    "figure_a_model": "un modelo",
    "figure_time": "tiempo",
    "figure_frequency": "frecuencia",
    "figure_amplitude": "amplitud",
    "figure_coordinates": "coordenadas",
    "figure_speeds": "velocidades",
    "figure_accelerations": "aceleraciones",
    "figure_histories": "coordenadas y velocidades",
    "figure_states": "estados de primer orden",
    "figure_efforts": "esfuerzos incógnita",
    "figure_outputs": "salidas",
    "figure_inputs": "entradas",
    "figure_multipliers": "multiplicadores",
    "figure_contacts": "fuerzas de contacto",
    "figure_reactions": "reacciones de ligadura",
    "figure_energies": "energías",
    "figure_residuals": "residuos",
    "figure_over_time": "{about}: {what}",
    "figure_over_time_caption": "{what} en función del tiempo.",
    "figure_over_title": "{about}: {names} en función de {x}",
    "figure_over_caption": "{names} en función de {x}.",
    "figure_phase_title": "{about}: retratos de fase",
    "figure_phase_caption": "Retratos de fase, velocidad en función de la coordenada.",
    "figure_pairs_title": "{about}: pares de coordenadas",
    "figure_pairs_caption": "Coordenadas representadas por pares, una en función de otra.",
    "figure_paths_title": "{about}: trayectorias de puntos",
    "figure_paths_caption": "Trayectorias de puntos, con la misma escala en ambas direcciones.",
    "figure_ends": "Círculo: inicio. Cuadrado: final.",
    "figure_some_of": "Solo se muestran {shown} de {every}; las demás se eligen por su nombre.",
    "figure_energy": "energía",
    "figure_work": "trabajo",
    "figure_kinetic": "cinética",
    "figure_potential": "potencial",
    "figure_total": "suma",
    "figure_jacobi": "integral de Jacobi",
    "figure_drift": "cambio de energía",
    "figure_dissipated": "disipado",
    "figure_by_friction": "disipado por rozamiento",
    "figure_at_impacts": "perdido en impactos",
    "figure_by_efforts": "por esfuerzos",
    "figure_by_constraints": "por ligaduras móviles",
    "figure_by_time": "por energías dependientes del tiempo",
    "figure_by_events": "por eventos que asignan valores",
    "figure_by_impulses": "por impulsos",
    "figure_energy_title": "{about}: energía",
    "figure_energy_caption": (
        "Energía cinética, energía potencial y su suma; abajo, el trabajo realizado desde el inicio."
    ),
    "figure_energy_kept_caption": (
        "Energía cinética, energía potencial y su suma; abajo, la desviación de la energía respecto a su"
        " valor inicial."
    ),
    "figure_energy_only_caption": "Energías cinética y potencial, y su suma, constante salvo {part}.",
    "figure_elements_title": "{about}: energía por elementos",
    "figure_elements_caption": (
        "La energía que almacena cada elemento y cada cuerpo; abajo, la que cada uno ha disipado y el "
        "trabajo que ha realizado."
    ),
    "figure_elements_stored": "almacenado en",
    "figure_elements_taken": "disipado por",
    "figure_elements_given": "trabajo de",
    "figure_elements_others": "los demás",
    "figure_remainder": "energía sin explicar, relativa",
    "figure_flagged": "por encima se advierte",
    "figure_asked": "tolerancia pedida",
    "figure_ledger_title": "{about}: balance de energía",
    "figure_ledger_caption": (
        "La parte del cambio de energía que no explican ni el trabajo ni la disipación, relativa a las"
        " energías; como máximo {error}."
    ),
    "figure_position": "posición",
    "figure_velocity": "velocidad",
    "figure_residual": "residuo relativo",
    "figure_residuals_title": "{about}: residuos de las ligaduras",
    "figure_residuals_caption": (
        "Desviación del movimiento respecto a sus ligaduras, en posición y velocidad, relativa al tamaño de"
        " sus términos."
    ),
    "figure_floor": "Los valores inferiores a {floor} (redondeo) se dibujan a ese nivel.",
    "figure_spectrum_title": "{about}: espectros de amplitud",
    "figure_spectrum_caption": "Espectros de amplitud de {names}.",
    "figure_spectrum_remark": (
        "Ventana: {window}; resolución {resolution} Hz; frecuencia máxima"
        " {nyquist} Hz; se ha restado la media."
    ),
    "figure_natural": "A trazos, con la frecuencia encima: frecuencias naturales.",
    "figure_window_rectangular": "rectangular",
    "figure_window_hann": "Hann",
    "figure_window_hamming": "Hamming",
    "figure_window_blackman": "Blackman",
    "figure_window_flattop": "flat top",
    "figure_newmark": (
        "Pasos de {dt} s desplazan la frecuencia natural de {hz} Hz a {shifted} Hz (método de Newmark)."
    ),
    "figure_alias": (
        "{hz} Hz está por encima de {nyquist} Hz, la mitad de la frecuencia de muestreo, y aparece falsamente"
        " en {seen} Hz."
    ),
    "figure_false": (
        "El modelo tiene modos por encima de {nyquist} Hz, la mitad de la frecuencia de muestreo: aparecen en"
        " frecuencias falsas. Con más muestras se ven tal como son."
    ),
    "figure_difference": "diferencia",
    "figure_comparison_title": "{about}: comparación",
    "figure_comparison_caption": (
        "Las mismas magnitudes de varios movimientos; abajo, su diferencia respecto a {first}."
    ),
    "figure_interpolated": (
        "{name} tiene otros instantes: se ha interpolado a los del primer movimiento, y la diferencia"
        " contiene ese error."
    ),
    "figure_not_finite": "Se omiten los valores no finitos o demasiado grandes para dibujarlos: {names}.",
    "figure_not_positive": "Los valores no positivos no caben en un eje logarítmico y se omiten: {names}.",
    "figure_inaccurate": (
        "Sombreado: después de {t} s el error puede superar {rtol} de los valores y ser visible."
    ),
    "figure_zero": "Cero en todo momento, y sin dibujar: {names}.",
    "figure_level": "La energía potencial se mide desde su valor inicial V₀ = {level} J.",
    "figure_magnitude": "magnitud",
    "figure_phase_angle": "fase",
    "figure_bode_title": "{about}: respuesta en frecuencia",
    "figure_bode_caption": "Respuesta en frecuencia: magnitud y fase; posición de referencia: {place}.",
    "figure_about": "Linealización; posición de referencia: {place}.",
    "figure_no_rest": (
        "No es un equilibrio: la respuesta describe desviaciones del movimiento que pasa por ese estado."
    ),
    "figure_no_response": "Sin respuesta: {names}.",
    "figure_campbell_title": "{about}: frecuencias naturales según {name}",
    "figure_campbell_caption": (
        "Diagrama de Campbell: frecuencias naturales según {name}; posición de referencia: {place}."
    ),
    "figure_orders": (
        "Líneas finas: múltiplos de la velocidad de giro. Números: frecuencias en las que cortan a un modo."
    ),
    "figure_mode": "modo {number}",
    "figure_mode_shapes_title": "{about}: formas modales",
    "figure_mode_shapes_caption": "Formas modales; posición de referencia: {place}.",
    "figure_shapes_drawn": (
        "Punteado: en reposo. Línea continua y de trazos: los dos extremos de la oscilación, ampliados."
    ),
    "figure_shapes_bars": "Barras: componentes de la forma modal en unidades del SI; la mayor es 1.",
    "figure_shapes_turning": "Naranja: un cuarto de período después.",
    "figure_component": "componente",
    "figure_many_events": "{count} eventos: demasiados para marcarlos.",
    "figure_friction": "fuerzas de rozamiento",
    "figure_free": "sistema libre",
    "figure_impact": "impacto",
    "figure_impact_of": "impacto: {names}",
    "figure_touching": "contacto: {names}",
    "figure_sticking": "adherencia: {names}",
    "figure_sliding": "deslizamiento: {names}",
    "figure_in_contact": "contacto",
    "figure_all_the_time": "{what}, todo el tiempo.",
    "figure_many_impacts": "{count} impactos: demasiados para marcarlos.",
    "figure_many_phases": "{count} fases de contacto: demasiadas para sombrearlas.",
    "figure_jump": "A trazos: saltos en los impactos.",
    "figure_failed": "La simulación falló en t = {t} s.",
    "figure_interrupted": "La simulación se interrumpió en t = {t} s.",
    "figure_stopped": "Un evento detuvo la simulación en t = {t} s.",
    "animation_untitled": "Movimiento",
    "animation_drawing": "Dibujo animado: {title}",
    "animation_still": "Dibujo de la posición inicial: {title}",
    "animation_noscript": "La animación necesita JavaScript. El dibujo muestra la posición inicial.",
    "animation_controls": "Controles de la animación",
    "animation_play": "Reproducir",
    "animation_pause": "Pausar",
    "animation_back": "Un fotograma atrás",
    "animation_on": "Un fotograma adelante",
    "animation_scrub": "Tiempo",
    "animation_speed": "Velocidad",
    "animation_real_time": "tiempo real",
    "animation_loop": "repetir",
    "animation_traces": "Trayectorias",
    "animation_traces_fading": "que se desvanecen",
    "animation_traces_complete": "completas",
    "animation_traces_none": "ninguna",
    "animation_forces": "fuerzas",
    "animation_names": "nombres",
    "animation_view": "Ajustar a la vista",
    "animation_nearer": "Acercar",
    "animation_farther": "Alejar",
    "animation_full": "Pantalla completa",
    "animation_curves": "Curvas",
    "animation_hide_curve": "Ocultar esta curva",
    "animation_plot": "En función del tiempo: {names}",
    "animation_energies": "Energías",
    "animation_contacts": "Fuerzas de contacto",
    "animation_kinetic": "cinética",
    "animation_potential": "potencial",
    "animation_total": "suma",
    "animation_schematic": (
        "El modelo no contiene una escena, por lo que el dibujo es esquemático: los indicadores de aguja"
        " representan ángulos, las correderas longitudes y las columnas otras magnitudes, cada una entre su"
        " valor mínimo y su valor máximo."
    ),
    "animation_bodies_not_drawn": (
        "Los {count} cuerpos son demasiados para dibujarlos; una [scene] del modelo puede mostrar algunos."
    ),
    "animation_left_out": "Otras magnitudes sin mostrar: {count}.",
    "animation_real_time_note": "Se muestra en tiempo real.",
    "animation_slower_note": "Se muestra {factor} veces más lento que en tiempo real.",
    "animation_faster_note": "Se muestra {factor} veces más rápido que en tiempo real.",
    "animation_keys": (
        "La barra espaciadora reproduce y pausa; ← y → avanzan fotograma a fotograma; F activa la"
        " pantalla completa."
    ),
    "animation_keys_plane": (
        "La barra espaciadora reproduce y pausa; ← y → avanzan fotograma a fotograma; la rueda (o + y"
        " −) acerca y aleja, arrastrar desplaza el dibujo, 0 lo ajusta a la vista y F activa la pantalla"
        " completa."
    ),
    "animation_keys_space": (
        "La barra espaciadora reproduce y pausa; ← y → avanzan fotograma a fotograma; arrastre el"
        " dibujo (o pulse Mayús y una flecha) para girarlo, y con Mayús para desplazarlo; la rueda (o +"
        " y −) acerca y aleja, 0 lo ajusta a la vista y F activa la pantalla completa."
    ),
    "animation_film_clock": "t = {time} s",
    "animation_film_no_ffmpeg": (
        "Una película MP4 necesita el programa ffmpeg, que no se ha encontrado. Instálelo"
        " (https://ffmpeg.org; Debian y Ubuntu: apt install ffmpeg, macOS: brew install ffmpeg, Windows:"
        " winget install ffmpeg) o cree un GIF o una animación HTML."
    ),
    "animation_film_no_pillow": (
        "Una película GIF necesita el paquete Pillow: pip install pillow. Una animación HTML no necesita"
        " nada."
    ),
    "animation_film_failed": "ffmpeg no pudo crear la película: {said}",
}
