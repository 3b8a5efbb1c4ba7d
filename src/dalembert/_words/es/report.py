"""Words of the report, in Spanish."""

MESSAGES: dict[str, str] = {
    "language_decimal_mark": ",",
    "report_report": "Informe",
    "report_untitled": "Un sistema",
    "report_made_by": "Informe generado con {program}",
    "report_contents": "Contenido",
    "report_fragment": (
        "Una sección de un informe de dalembert, para \\input; necesita amsmath, array, booktabs, longtable,"
        " graphicx."
    ),
    "report_figure": "Figura {number}.",
    "report_if": "si",
    "report_otherwise": "en otro caso",
    "report_none": "no hay",
    "report_where": "Las partes muy anidadas se abrevian:",
    "report_terms_cut": (
        "Otros {count} términos no se imprimen aquí (⋯); la expresión completa está en {file}."
    ),
    "report_symmetric": "{name} es simétrica: los elementos bajo la diagonal son iguales a los de encima.",
    "report_zeros_left_out": "Se omiten los elementos nulos de {name}.",
    "report_entries_cut": "Se imprimen {shown} de {count} elementos; todos están en {file}.",
    "report_system": "El sistema",
    "report_system_has": "El modelo tiene:",
    "report_count_coordinates": "coordenadas: {count}",
    "report_count_displacement": "ligaduras holónomas: {count}",
    "report_count_flow": "ligaduras no holónomas: {count}",
    "report_count_effort": "ligaduras de esfuerzo: {count}",
    "report_count_efforts": "esfuerzos incógnita: {count}",
    "report_count_states": "estados de primer orden: {count}",
    "report_count_inputs": "entradas: {count}",
    "report_count_parameters": "parámetros: {count}",
    "report_count_contacts": "contactos: {count}",
    "report_symbols": "Símbolos",
    "report_symbols_read": (
        "«Nombre» es el nombre en el archivo del modelo. Los valores están en la unidad de su fila; las"
        " velocidades, en esa unidad por segundo; las expresiones, en unidades SI."
    ),
    "report_start_guess": (
        "Un valor inicial entre paréntesis es una estimación: las ligaduras determinan el valor. Un guion"
        " significa que no se da ninguno."
    ),
    "report_coordinates": "Coordenadas",
    "report_parameters": "Parámetros",
    "report_inputs": "Entradas",
    "report_tables": "Tablas",
    "report_efforts": "Esfuerzos incógnita",
    "report_states": "Estados de primer orden",
    "report_definitions": "Definiciones",
    "report_outputs": "Salidas",
    "report_column_symbol": "Símbolo",
    "report_column_name": "Nombre",
    "report_column_meaning": "Significado",
    "report_column_value": "Valor",
    "report_column_start": "Valor inicial",
    "report_column_speed": "Velocidad",
    "report_column_guess": "Estimación",
    "report_column_unit": "Unidad",
    "report_column_typed": "Dato",
    "report_column_si": "En el SI",
    "report_column_base": "Unidades básicas",
    "report_units": "Unidades en el SI",
    "report_units_plain": (
        "Unidades del SI tal como se escribieron, con las unidades básicas entre paréntesis cuando"
        " difieren: {units}."
    ),
    "report_units_read": "Magnitudes dadas en otras unidades, convertidas al SI:",
    "report_input_table": "{name} se lee de {file}: columna {column} en función de {time}.",
    "report_lookup_table": "{name} se busca en {file}, con interpolación {way}; "
    "más allá de los extremos: {beyond}.",
    "report_energies": "Energías, esfuerzos y ligaduras",
    "report_kinetic": "Energía cinética",
    "report_potential": "Energía potencial",
    "report_dissipation": "Función de disipación de Rayleigh",
    "report_numbers": (
        "En las ecuaciones estos números sustituyen a sus parámetros, exactos y en unidades del SI:"
    ),
    "report_energy_sum": "Total, tras sustituir las definiciones:",
    "report_work": "Esfuerzos",
    "report_work_read": (
        "El esfuerzo sobre una coordenada es el coeficiente de su desplazamiento virtual en el trabajo"
        " virtual."
    ),
    "report_loads": "Cargas",
    "report_loads_read": (
        "Fuerzas en puntos y momentos sobre rotaciones, por componentes en ejes fijos, y esfuerzos sobre"
        " desplazamientos."
        " En la deducción figuran entre los esfuerzos sobre las coordenadas."
    ),
    "report_constraints_displacement": "Ligaduras holónomas",
    "report_constraints_flow": "Ligaduras no holónomas",
    "report_constraints_effort": "Ligaduras de esfuerzo",
    "report_multipliers": "El multiplicador de cada ligadura figura a su lado entre paréntesis.",
    "report_contacts": "Contactos",
    "report_contacts_read": "Para cada contacto: {signs}.",
    "report_sign_gap": "{sign} holgura",
    "report_sign_restitution": "{sign} coeficiente de restitución",
    "report_sign_friction": "{sign} coeficiente de rozamiento dinámico",
    "report_sign_sticking": "{sign} coeficiente de rozamiento estático",
    "report_sign_slip": "{sign} velocidad tangencial",
    "report_sign_stiffness": "{sign} rigidez",
    "report_sign_damping": "{sign} amortiguamiento",
    "report_sign_exponent": "{sign} exponente de la profundidad",
    "report_law_newton": (
        "El contacto {name} es rígido: su holgura no puede hacerse negativa y los impactos siguen la ley de"
        " Newton."
    ),
    "report_law_poisson": (
        "El contacto {name} es rígido: su holgura no puede hacerse negativa y los impactos siguen la ley de"
        " Poisson."
    ),
    "report_law_spring": (
        "El contacto {name} es elástico: donde su holgura es negativa, actúan un muelle y un amortiguador."
    ),
    "report_law_spring_alone": (
        "El contacto {name} es elástico: donde su holgura es negativa, actúa un muelle."
    ),
    "report_law_hunt_crossley": (
        "El contacto {name} es elástico: donde su holgura es negativa, la fuerza sigue la ley de Hunt y"
        " Crossley."
    ),
    "report_law_elastic": (
        "Con la profundidad de penetración {depth} ejerce la fuerza {force} y almacena la energía {stored},"
        " una parte de V:"
    ),
    "report_law_damped": (
        "Con la profundidad de penetración {depth} ejerce la fuerza {force}, almacena la energía {stored},"
        " una parte de V, y disipa según {spent}, una parte de D:"
    ),
    "report_approach": "{name} es la velocidad de aproximación justo antes del impacto.",
    "report_touching": "Ecuaciones de contacto",
    "report_touching_read": (
        "Un contacto ejerce una fuerza de compresión {force} ≥ 0. Actúa a través del gradiente de la holgura:"
    ),
    "report_touching_rubs": (
        "La fuerza de rozamiento {friction} actúa en la dirección de la velocidad tangencial; durante el"
        " deslizamiento es igual al coeficiente de rozamiento por la fuerza normal y se opone a la"
        " velocidad:"
    ),
    "report_touching_equations": "Ecuaciones de movimiento con solo este contacto cerrado:",
    "report_touching_law": (
        "Las ecuaciones de movimiento ya contienen {force}: se obtiene de V y D según la ley anterior."
    ),
    "report_touching_gap": "Condiciones de la holgura cerrada:",
    "report_touching_cut": "Las ecuaciones de otros contactos están en {file}: {names}.",
    "report_together": "Todos los contactos a la vez",
    "report_together_read": (
        "Varios contactos pueden estar cerrados a la vez. Con todas las fuerzas de contacto, las ecuaciones"
        " de movimiento son las siguientes; la fuerza de un contacto abierto es nula."
    ),
    "report_together_either": "En cada contacto rígido es nula la fuerza o la holgura (complementariedad):",
    "report_together_closed": "Mientras una holgura se mantiene nula, también lo es su aceleración:",
    "report_together_rows": "Filas de {signs}, en este orden: {names}.",
    "report_contact_named": "Contacto {name}",
    "report_impacts": "Impactos y contactos",
    "report_impacts_of_run": "Impactos",
    "report_impacts_none": "No hubo impactos.",
    "report_impacts_cut": "Se muestran {shown} de {count} impactos; entre todos se perdieron {lost}.",
    "report_impact_at_start": "Un impacto de {names} al inicio cambia las velocidades: {speeds}.",
    "report_speed_changes": "{name} de {before} a {after}",
    "report_phases": "Fases de contacto",
    "report_phases_cut": "Se muestran {shown} de {count} fases.",
    "report_column_contacts": "Contactos",
    "report_column_impulses": "Impulsos",
    "report_column_lost": "Energía perdida",
    "report_column_from": "Desde",
    "report_column_to": "Hasta",
    "report_column_closed": "Contactos cerrados",
    "report_column_sticking": "Adherencia",
    "report_free": "libre",
    "report_derivation": "Deducción de las ecuaciones de movimiento",
    "report_listed": "Definiciones y sus derivadas",
    "report_listed_read": (
        "Las ecuaciones usan estas definiciones y sus derivadas por su nombre; cada una figura una vez,"
        " después de aquellas de las que depende."
    ),
    "report_listed_efforts": (
        "E es el esfuerzo de una definición: el primer miembro de la ecuación de Lagrange para ella, con el"
        " de todo lo que depende de ella."
    ),
    "report_derivation_read": (
        "Se plantea la ecuación de Lagrange para cada coordenada. Para este sistema es:"
    ),
    "report_coordinate": "Coordenada {name}",
    "report_zero_terms": "Términos nulos: {names}.",
    "report_sum": "La suma de estos términos da la ecuación de movimiento:",
    "report_results_only": (
        "Para las otras {count} coordenadas se da solo el resultado; todos los términos están en {file}."
    ),
    "report_coordinates_left": "Las ecuaciones de {names} no se imprimen aquí; están en {file}.",
    "report_matrices": "Formas matriciales",
    "report_matrices_read": "Con las coordenadas en el orden {names}, las ecuaciones de movimiento son",
    "report_matrices_one": "En forma matricial, la ecuación de movimiento de {names} es",
    "report_gamma_read": (
        "Las ligaduras, derivadas hasta contener las aceleraciones, tienen γ como segundo miembro. Primero"
        " van las holónomas y después las no holónomas."
    ),
    "report_mcg": "Términos de inercia, velocidad y gravedad",
    "report_mcg_read": (
        "Las mismas ecuaciones como {form}: {G} contiene los términos con la gravedad y {C} todo lo demás."
    ),
    "report_mcg_closed": (
        "Durante el contacto {name} ocupa el lugar de {C}: con las fuerzas de los contactos, que son nulas"
        " mientras están abiertos."
    ),
    "report_christoffel": (
        "{name} contiene los símbolos de Christoffel de la matriz de masas; multiplicada por las velocidades"
        " da los términos de velocidad."
    ),
    "report_besides": "Ligaduras de esfuerzo y estados",
    "report_effort_read": "Determinan los esfuerzos incógnita.",
    "report_elimination": "Eliminación",
    "report_elimination_read": (
        "De cada ligadura lineal en una coordenada se despeja esta; su ecuación de movimiento da entonces"
        " el multiplicador."
    ),
    "report_steps_cut": "Otros {count} pasos no se imprimen aquí; están en {file}.",
    "report_remaining": "Ecuaciones restantes:",
    "report_remaining_of": "Para {name}:",
    "report_conserved": "Cantidades conservadas",
    "report_conserved_none": "La forma de las ecuaciones no muestra ninguna cantidad conservada.",
    "report_constant": "Se conserva: {name}, pues {why}.",
    "report_verification": "Verificación de las ecuaciones",
    "report_verified": (
        "Las ecuaciones impresas se compararon en {points} estados aleatorios con una deducción"
        " independiente a partir de las energías, por diferenciación automática. La mayor diferencia"
        " relativa es {error}."
    ),
    "report_unseen": "No se compararon donde {sides}: no se encontró ningún estado así.",
    "report_unverified": "Las ecuaciones no se verificaron.",
    "report_structure": "Estructura",
    "report_structure_unknown": "No se examinó la estructura de este modelo.",
    "report_structure_coordinates": "Coordenadas",
    "report_structure_constraints": "Ligaduras",
    "report_structure_dof": "Grados de libertad",
    "report_structure_states": "Estados independientes",
    "report_structure_index": "Índice de diferenciación",
    "report_structure_redundant": "Ligaduras redundantes",
    "report_structure_massless": "Coordenadas sin inercia",
    "report_index_read": (
        "Índice {index}: las ecuaciones son algebraico-diferenciales. El programa reduce el índice por sí"
        " mismo y mantiene el movimiento sobre las ligaduras."
    ),
    "report_flaws": "Observaciones de la comprobación: {count}. La orden dalembert check las muestra.",
    "report_equilibria": "Posiciones de equilibrio",
    "report_column_number": "N.º",
    "report_column_place": "Posición",
    "report_column_stability": "Estabilidad",
    "report_equilibrium_nearest": "El n.º {number} es el más próximo al inicio.",
    "report_equilibria_cut": "Se muestran {shown} de {count}.",
    "report_modes": "Frecuencias naturales",
    "report_modes_about": "Pequeños movimientos alrededor de esta posición, {kind}: {place}.",
    "report_undamped": "sin amortiguamiento",
    "report_damped": "con amortiguamiento",
    "report_gyroscopic": "giroscópico",
    "report_general": "forma de primer orden",
    "report_column_kind": "Tipo",
    "report_column_hz": "Frecuencia / Hz",
    "report_column_damping": "Razón de amortiguamiento",
    "report_column_eigenvalue": "Valor propio",
    "report_column_moving": "Mayor movimiento",
    "report_mode_rigid": "cuerpo rígido",
    "report_mode_neutral": "indiferente",
    "report_mode_oscillation": "oscilación",
    "report_mode_decay": "decaimiento",
    "report_mode_growth": "crecimiento",
    "report_unstable": "inestable",
    "report_modes_cut": "Se muestran {shown} de {count} modos.",
    "report_settings": "Caso, opciones y método",
    "report_case": "Caso",
    "report_case_none": "los valores del archivo del modelo",
    "report_values": "Otros valores indicados",
    "report_times": "Tiempo",
    "report_samples": "Intervalos de muestreo",
    "report_rtol": "Tolerancia relativa",
    "report_atol": "Tolerancia absoluta",
    "report_atol_chosen": "elegida según las magnitudes del movimiento",
    "report_method_asked": "Método pedido",
    "report_method_used": "Método usado",
    "report_dt": "Paso",
    "report_method_rk54": "Dormand–Prince 5(4), Runge–Kutta explícito",
    "report_method_rk853": "Dormand–Prince 8(5,3), Runge–Kutta explícito",
    "report_method_taylor": "series de Taylor del estado, con un orden elegido según la tolerancia",
    "report_method_exponential": "exponenciales de matriz de un modelo lineal, sin pasos",
    "report_method_radau": "Radau IIA de orden 5, Runge–Kutta implícito para sistemas rígidos (stiff)",
    "report_method_newmark": "método de Newmark, pasos fijos",
    "report_method_galpha": "método α generalizado, pasos fijos",
    "report_method_rattle": "RATTLE, simpléctico, pasos fijos",
    "report_method_moreau": "integración paso a paso de Moreau–Jean, de orden 1, con contactos y rozamiento",
    "report_method_cvodes": "CVODES de SUNDIALS, multipaso",
    "report_method_ida": "IDA de SUNDIALS, multipaso, sobre las ecuaciones originales",
    "report_method_scipy": "un integrador de SciPy",
    "report_rtol_read": (
        "La tolerancia se refiere al resultado: el programa integra con tanta más precisión como haga falta y"
        " estima el error a partir de simulaciones con pasos cada vez más finos y de una con el redondeo"
        " amplificado."
    ),
    "report_run": "Simulación",
    "report_status": "Estado",
    "report_status_ok": "correcto",
    "report_status_limited": "no cumple en todo momento la precisión pedida: véase arriba",
    "report_status_flagged": "con reparos: véase abajo",
    "report_status_stopped": "detenido por un evento",
    "report_status_interrupted": "detenido por el usuario",
    "report_status_failed": "fallido",
    "report_reached": "Instante final alcanzado",
    "report_achieved": "Error relativo estimado",
    "report_not_estimated": "no estimado",
    "report_until": "Dentro de la tolerancia hasta",
    "report_work_steps": "Pasos",
    "report_work_rejected": "Pasos rechazados",
    "report_work_rhs": "Evaluaciones de las ecuaciones",
    "report_work_projections": "Proyecciones sobre las ligaduras",
    "report_animation_on_paper": "La animación del movimiento está en {file}.",
    "report_ledger": "Balance de energía y residuos",
    "report_ledger_energy": (
        "La energía T + V al final es igual a la inicial, menos la energía disipada o perdida, más el"
        " trabajo realizado sobre el sistema y un residuo sin explicar."
    ),
    "report_ledger_jacobi": (
        "La integral de Jacobi al final es igual a la inicial, menos la energía disipada o perdida, más el"
        " trabajo realizado sobre el sistema y un residuo sin explicar."
    ),
    "report_ledger_account": "Concepto",
    "report_ledger_joule": "Valor / J",
    "report_ledger_start": "Al inicio",
    "report_ledger_end": "Al final",
    "report_ledger_dissipated": "Disipado",
    "report_ledger_friction": "Disipado por rozamiento",
    "report_ledger_impacts": "Perdido en los impactos",
    "report_ledger_efforts": "Trabajo de los esfuerzos",
    "report_ledger_constraints": "Trabajo de ligaduras móviles",
    "report_ledger_time": "Trabajo de energías que dependen del tiempo",
    "report_ledger_events": "Trabajo de los eventos que asignan valores",
    "report_ledger_impulses": "Trabajo de los impulsos",
    "report_ledger_projection": "Trabajo de la proyección sobre las ligaduras",
    "report_ledger_remainder": "Residuo sin explicar",
    "report_ledger_error": (
        "El mayor residuo de la simulación, relativo a las mayores energías y trabajos, es {error}."
    ),
    "report_shares": "Por elementos y cuerpos, en J; las sumas son las del balance anterior.",
    "report_shares_entry": "Entrada",
    "report_shares_start": "Almacenado al inicio",
    "report_shares_end": "Almacenado al final",
    "report_shares_taken": "Disipado",
    "report_shares_given": "Trabajo realizado",
    "report_shares_others": "los demás",
    "report_shares_sum": "suma",
    "report_residuals": (
        "Las ligaduras se cumplen hasta {position} (posiciones) y {velocity} (velocidades), en relación con"
        " la magnitud de sus términos."
    ),
    "report_residuals_rounding": (
        "Las ligaduras se cumplen salvo errores de redondeo, en posiciones y velocidades."
    ),
    "report_instants": "Cambios instantáneos",
    "report_event_sets": (
        "En el evento {name}, donde la primera expresión es cero, el estado salta: a la derecha están los"
        " valores anteriores, a la izquierda los posteriores."
    ),
    "report_impulse_acts": (
        "El impulso {name} actúa en t = {t}; aparte de los impulsos de ligaduras y contactos, los momentos"
        " saltan en:"
    ),
    "report_sampled_read": (
        "Los valores muestreados cambian solo en sus muestras y se mantienen entre ellas; a la derecha"
        " están los valores anteriores a la muestra."
    ),
    "report_sampled_every": "{name} se muestrea cada {every} s, por primera vez al inicio.",
    "report_events": "Eventos",
    "report_events_none": "No hubo eventos.",
    "report_events_cut": "Se muestran {shown} de {count} eventos.",
    "report_column_event": "Evento",
    "report_column_time": "Instante",
    "report_column_direction": "Sentido",
    "report_rising": "creciente",
    "report_falling": "decreciente",
    "report_remarks": "Hipótesis y observaciones",
    "report_remarks_none": "No se hicieron hipótesis y no hay observaciones.",
    "report_assumed": (
        "No dado ni determinado por una ligadura, por lo que se tomó la estimación o cero: {names}."
    ),
    "report_moved": "{name} se desplazó {by} al inicio para que se cumplan las ligaduras.",
    "report_missing_forms": "No se pudo dar una forma matricial. ",
    "report_missing_elimination": "No se realizó la eliminación. ",
    "report_missing_conserved": "No se buscaron cantidades conservadas. ",
    "report_missing_equilibria": "No se pudieron calcular las posiciones de equilibrio. ",
    "report_missing_modes": "No se pudieron calcular las frecuencias naturales. ",
    "report_missing_free_bodies": "No se pudieron dibujar los diagramas de cuerpo libre. ",
    "report_missing_motion": "El modelo no se simuló. ",
    "report_missing_figures": "No se pudo dibujar una figura. ",
    "report_missing_animation": "No hay animación. ",
    "report_references": "Bibliografía",
    "report_source": "El archivo del modelo",
    "report_source_cut": "Se imprimen {shown} de {count} líneas.",
}
