"""What is said of kinematics, of solved and of linearised equations, in Portuguese."""

MESSAGES: dict[str, str] = {
    "report_kinematics": "Cinemática",
    "report_kinematics_positions": "As posições em função das coordenadas:",
    "report_kinematics_solved": "As ligações dão estas coordenadas em função das restantes:",
    "report_kinematics_velocities": "Derivando em ordem ao tempo obtêm-se as velocidades:",
    "report_kinematics_speeds": "As velocidades que entram na energia cinética:",
    "report_kinematics_squares": "Os quadrados das velocidades:",
    "report_kinematics_energy": "A energia cinética como foi escrita, após substituir e após agrupar:",
    "report_kinematics_cut": "Omitem-se aqui mais {count} linhas do mesmo tipo.",
    "report_solved": "Acelerações",
    "report_solved_read": "Resolvidas em ordem às acelerações, as equações de movimento são:",
    "report_small": "Equações linearizadas",
    "report_small_read": "Em torno do equilíbrio {place}, os pequenos desvios satisfazem",
    "report_small_values": "Com os valores dos parâmetros, em unidades SI:",
    "report_small_frequencies": "Frequências naturais e constantes de amortecimento:",
}
