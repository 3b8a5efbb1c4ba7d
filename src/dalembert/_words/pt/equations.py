"""Messages about kinematics, solved and linearised equations, and symmetries, in Portuguese."""

MESSAGES: dict[str, str] = {
    "report_kinematics": "Cinemática",
    "report_kinematics_positions": "As posições em função das coordenadas:",
    "report_kinematics_solved": "Os vínculos dão estas coordenadas em função das restantes:",
    "report_kinematics_velocities": "Derivando em ordem ao tempo obtêm-se as velocidades:",
    "report_kinematics_speeds": "As velocidades que entram na energia cinética:",
    "report_kinematics_squares": "Os quadrados das velocidades:",
    "report_kinematics_energy": "A energia cinética como foi escrita, após a substituição e agrupada:",
    "report_kinematics_energy_two": "A energia cinética como foi escrita e após a substituição:",
    "report_kinematics_cut": "Omitem-se aqui mais {count} linhas do mesmo tipo.",
    "report_solved": "Acelerações",
    "report_solved_one": "A equação {numbers}, resolvida em ordem à aceleração:",
    "report_solved_read": "As equações {numbers}, resolvidas em ordem às acelerações:",
    "report_shapes": "Formas modais",
    "report_shapes_read": "Amplitudes das coordenadas em cada modo, com a maior igual a 1:",
    "report_copy": "Copiar LaTeX",
    "report_copied": "Copiado",
    "report_small": "Equações linearizadas",
    "report_small_read": "Em torno do equilíbrio {place}, os pequenos desvios satisfazem",
    "report_small_values": "Com os valores dos parâmetros, em unidades SI:",
    "report_small_free": (
        "Linearização em torno desta posição: {place}. Com os valores dos parâmetros, os pequenos "
        "desvios {names} das coordenadas livres satisfazem"
    ),
    "report_small_units": "Unidades: {units}.",
    "report_small_followers": "As outras coordenadas obtêm-se dos vínculos, com estes fatores:",
    "report_small_frequencies": "Frequências naturais e constantes de amortecimento:",
    "conserved_angular": "momento angular",
    "conserved_common": "momento linear",
    "conserved_angular_why": "L e os vínculos não mudam com uma rotação que atua sobre {names}",
    "conserved_common_why": "L e os vínculos não mudam com um deslocamento comum de {names}",
    "conserved_by_values": "{why}, com os valores dados dos parâmetros",
    "conserved_less_work": "{what} menos o trabalho dos esforços constantes",
    "conserved_work_why": "{why}, salvo os esforços constantes, que têm um potencial",
}
