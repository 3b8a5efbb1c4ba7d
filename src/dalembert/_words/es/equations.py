"""Messages about kinematics, solved and linearised equations, and symmetries, in Spanish."""

MESSAGES: dict[str, str] = {
    "report_kinematics": "Cinemática",
    "report_kinematics_positions": "Las posiciones en función de las coordenadas:",
    "report_kinematics_solved": "Las ligaduras dan estas coordenadas en función de las demás:",
    "report_kinematics_velocities": "Al derivar respecto al tiempo se obtienen las velocidades:",
    "report_kinematics_speeds": "Las velocidades que aparecen en la energía cinética:",
    "report_kinematics_squares": "Los cuadrados de las velocidades:",
    "report_kinematics_energy": "La energía cinética como se escribió, tras sustituir y agrupada:",
    "report_kinematics_energy_two": "La energía cinética como se escribió y tras sustituir:",
    "report_kinematics_cut": "Se omiten aquí otras {count} líneas del mismo tipo.",
    "report_solved": "Aceleraciones",
    "report_solved_one": "La ecuación {numbers}, despejada la aceleración:",
    "report_solved_read": "Las ecuaciones {numbers}, despejadas las aceleraciones:",
    "report_shapes": "Formas modales",
    "report_shapes_read": "Amplitudes de las coordenadas en cada modo, con la mayor igual a 1:",
    "report_copy": "Copiar LaTeX",
    "report_copied": "Copiado",
    "report_small": "Ecuaciones linealizadas",
    "report_small_read": "Alrededor del equilibrio {place}, los pequeños desplazamientos cumplen",
    "report_small_values": "Con los valores de los parámetros, en unidades SI:",
    "report_small_free": (
        "Linealización alrededor de esta posición: {place}. Con los valores de los parámetros, los "
        "pequeños desplazamientos {names} de las coordenadas libres cumplen"
    ),
    "report_small_units": "Unidades: {units}.",
    "report_small_followers": "Las demás coordenadas se obtienen de las ligaduras, con estos factores:",
    "report_small_frequencies": "Frecuencias naturales y constantes de amortiguamiento:",
    "conserved_angular": "momento angular",
    "conserved_common": "momento lineal",
    "conserved_angular_why": "L y las ligaduras no cambian con una rotación que actúa sobre {names}",
    "conserved_common_why": "L y las ligaduras no cambian con un desplazamiento común de {names}",
    "conserved_by_values": "{why}, con los valores dados de los parámetros",
    "conserved_less_work": "{what} menos el trabajo de los esfuerzos constantes",
    "conserved_work_why": "{why}, salvo los esfuerzos constantes, que tienen un potencial",
}
