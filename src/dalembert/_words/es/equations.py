"""What is said of kinematics, of solved and of linearised equations, in Spanish."""

MESSAGES: dict[str, str] = {
    "report_kinematics": "Cinemática",
    "report_kinematics_positions": "Las posiciones en función de las coordenadas:",
    "report_kinematics_solved": "Las ligaduras dan estas coordenadas en función de las demás:",
    "report_kinematics_velocities": "Al derivar respecto al tiempo se obtienen las velocidades:",
    "report_kinematics_speeds": "Las velocidades que aparecen en la energía cinética:",
    "report_kinematics_squares": "Los cuadrados de las velocidades:",
    "report_kinematics_energy": "La energía cinética como se escribió, tras sustituir y tras agrupar:",
    "report_kinematics_cut": "Se omiten aquí otras {count} líneas del mismo tipo.",
    "report_solved": "Aceleraciones",
    "report_solved_read": "Despejadas las aceleraciones, las ecuaciones de movimiento son:",
    "report_small": "Ecuaciones linealizadas",
    "report_small_read": "Alrededor del equilibrio {place}, los pequeños desplazamientos cumplen",
    "report_small_values": "Con los valores de los parámetros, en unidades SI:",
    "report_small_frequencies": "Frecuencias naturales y constantes de amortiguamiento:",
}
