"""Words of the report, in Portuguese."""

MESSAGES: dict[str, str] = {
    "language_decimal_mark": ",",
    "report_report": "Relatório",
    "report_untitled": "Um sistema",
    "report_made_by": "Relatório produzido com {program}",
    "report_contents": "Conteúdo",
    "report_fragment": (
        "Uma secção de um relatório do dalembert, para \\input; precisa de amsmath, array, booktabs,"
        " longtable, graphicx."
    ),
    "report_figure": "Figura {number}.",
    "report_if": "se",
    "report_otherwise": "caso contrário",
    "report_none": "não há",
    "report_where": "As partes muito encaixadas são abreviadas:",
    "report_terms_cut": (
        "Outros {count} termos não são impressos aqui (⋯); a expressão completa está em {file}."
    ),
    "report_symmetric": "{name} é simétrica: os elementos abaixo da diagonal são iguais aos de cima.",
    "report_zeros_left_out": "Os elementos nulos de {name} são omitidos.",
    "report_entries_cut": "São impressos {shown} de {count} elementos; todos estão em {file}.",
    "report_system": "O sistema",
    "report_system_has": "O modelo tem:",
    "report_count_coordinates": "coordenadas: {count}",
    "report_count_displacement": "vínculos holónomos: {count}",
    "report_count_flow": "vínculos não holónomos: {count}",
    "report_count_effort": "vínculos de esforço: {count}",
    "report_count_efforts": "esforços desconhecidos: {count}",
    "report_count_states": "estados de primeira ordem: {count}",
    "report_count_inputs": "entradas: {count}",
    "report_count_parameters": "parâmetros: {count}",
    "report_count_contacts": "contactos: {count}",
    "report_symbols": "Símbolos",
    "report_symbols_read": (
        "“Nome” é o nome no ficheiro do modelo. Os valores estão na unidade da sua linha; as velocidades,"
        " nessa unidade por segundo; as expressões, em unidades SI."
    ),
    "report_start_guess": (
        "Um valor inicial entre parênteses é uma estimativa: os vínculos determinam o valor. Um traço"
        " significa que nenhum foi dado."
    ),
    "report_coordinates": "Coordenadas",
    "report_parameters": "Parâmetros",
    "report_inputs": "Entradas",
    "report_tables": "Tabelas",
    "report_efforts": "Esforços desconhecidos",
    "report_states": "Estados de primeira ordem",
    "report_definitions": "Definições",
    "report_outputs": "Saídas",
    "report_column_symbol": "Símbolo",
    "report_column_name": "Nome",
    "report_column_meaning": "Significado",
    "report_column_value": "Valor",
    "report_column_start": "Valor inicial",
    "report_column_speed": "Velocidade",
    "report_column_guess": "Estimativa",
    "report_column_unit": "Unidade",
    "report_column_typed": "Dado",
    "report_column_si": "No SI",
    "report_column_base": "Unidades de base",
    "report_units": "Unidades no SI",
    "report_units_plain": (
        "Unidades do SI tal como foram escritas, com as unidades de base entre parênteses quando diferem:"
        " {units}."
    ),
    "report_units_read": "Grandezas dadas em outras unidades, convertidas para o SI:",
    "report_input_table": "{name} é lido de {file}: coluna {column} em função de {time}.",
    "report_lookup_table": "{name} é procurado em {file}, com interpolação {way}; "
    "para além dos extremos: {beyond}.",
    "report_energies": "Energias, esforços e vínculos",
    "report_kinetic": "Energia cinética",
    "report_potential": "Energia potencial",
    "report_dissipation": "Função de dissipação de Rayleigh",
    "report_numbers": "Nas equações estes números substituem os seus parâmetros, exatos e em unidades do SI:",
    "report_energy_sum": "Total, após a substituição das definições:",
    "report_work": "Esforços",
    "report_work_read": (
        "O esforço sobre uma coordenada é o coeficiente do seu deslocamento virtual no trabalho virtual."
    ),
    "report_loads": "Cargas",
    "report_loads_read": (
        "Forças em pontos e momentos sobre rotações, por componentes em eixos fixos, e esforços sobre"
        " deslocamentos."
        " Na dedução aparecem entre os esforços sobre as coordenadas."
    ),
    "report_constraints_displacement": "Vínculos holónomos",
    "report_constraints_flow": "Vínculos não holónomos",
    "report_constraints_effort": "Vínculos de esforço",
    "report_multipliers": "O multiplicador de cada vínculo figura ao seu lado entre parênteses.",
    "report_contacts": "Contactos",
    "report_contacts_read": "Para cada contacto: {signs}.",
    "report_sign_gap": "{sign} folga",
    "report_sign_restitution": "{sign} coeficiente de restituição",
    "report_sign_friction": "{sign} coeficiente de atrito dinâmico",
    "report_sign_sticking": "{sign} coeficiente de atrito estático",
    "report_sign_slip": "{sign} velocidade tangencial",
    "report_sign_stiffness": "{sign} rigidez",
    "report_sign_damping": "{sign} amortecimento",
    "report_sign_exponent": "{sign} expoente da profundidade",
    "report_law_newton": (
        "O contacto {name} é rígido: a sua folga não pode tornar-se negativa e os impactos seguem a lei de"
        " Newton."
    ),
    "report_law_poisson": (
        "O contacto {name} é rígido: a sua folga não pode tornar-se negativa e os impactos seguem a lei de"
        " Poisson."
    ),
    "report_law_spring": (
        "O contacto {name} é elástico: onde a sua folga é negativa, atuam uma mola e um amortecedor."
    ),
    "report_law_spring_alone": "O contacto {name} é elástico: onde a sua folga é negativa, atua uma mola.",
    "report_law_hunt_crossley": (
        "O contacto {name} é elástico: onde a sua folga é negativa, a força segue a lei de Hunt e Crossley."
    ),
    "report_law_elastic": (
        "Com a profundidade de penetração {depth} exerce a força {force} e armazena a energia {stored}, uma"
        " parte de V:"
    ),
    "report_law_damped": (
        "Com a profundidade de penetração {depth} exerce a força {force}, armazena a energia {stored}, uma"
        " parte de V, e dissipa segundo {spent}, uma parte de D:"
    ),
    "report_approach": "{name} é a velocidade de aproximação imediatamente antes do impacto.",
    "report_touching": "Equações de contacto",
    "report_touching_read": (
        "Um contacto exerce uma força de compressão {force} ≥ 0. Atua através do gradiente da folga:"
    ),
    "report_touching_rubs": (
        "A força de atrito {friction} atua na direção da velocidade tangencial; durante o deslizamento é"
        " igual ao coeficiente de atrito vezes a força normal e opõe-se à velocidade:"
    ),
    "report_touching_equations": "Equações de movimento com apenas este contacto fechado:",
    "report_touching_law": (
        "As equações de movimento já contêm {force}: obtém-se de V e D segundo a lei anterior."
    ),
    "report_touching_gap": "Condições da folga fechada:",
    "report_touching_cut": "As equações de outros contactos estão em {file}: {names}.",
    "report_together": "Todos os contactos em conjunto",
    "report_together_read": (
        "Vários contactos podem estar fechados ao mesmo tempo. Com todas as forças de contacto, as equações"
        " de movimento são as seguintes; a força de um contacto aberto é nula."
    ),
    "report_together_either": "Em cada contacto rígido é nula a força ou a folga (complementaridade):",
    "report_together_closed": "Enquanto uma folga permanece nula, também o é a sua aceleração:",
    "report_together_rows": "Linhas de {signs}, por esta ordem: {names}.",
    "report_contact_named": "Contacto {name}",
    "report_impacts": "Impactos e contactos",
    "report_impacts_of_run": "Impactos",
    "report_impacts_none": "Não houve impactos.",
    "report_impacts_cut": "São mostrados {shown} de {count} impactos; no total perderam-se {lost}.",
    "report_impact_at_start": "Um impacto de {names} no início muda as velocidades: {speeds}.",
    "report_speed_changes": "{name} de {before} para {after}",
    "report_phases": "Fases de contacto",
    "report_phases_cut": "São mostradas {shown} de {count} fases.",
    "report_column_contacts": "Contactos",
    "report_column_impulses": "Impulsos",
    "report_column_lost": "Energia perdida",
    "report_column_from": "De",
    "report_column_to": "Até",
    "report_column_closed": "Contactos fechados",
    "report_column_sticking": "Aderência",
    "report_free": "livre",
    "report_derivation": "Dedução das equações de movimento",
    "report_listed": "Definições e as suas derivadas",
    "report_listed_read": (
        "As equações usam estas definições e as suas derivadas pelo nome; cada uma consta uma vez, depois"
        " daquelas de que depende."
    ),
    "report_listed_efforts": (
        "E é o esforço de uma definição: o primeiro membro da equação de Lagrange para ela, com o de tudo o"
        " que depende dela."
    ),
    "report_derivation_read": "Escreve-se a equação de Lagrange para cada coordenada. Para este sistema é:",
    "report_coordinate": "Coordenada {name}",
    "report_zero_terms": "Termos nulos: {names}.",
    "report_sum": "A soma destes termos dá a equação de movimento:",
    "report_results_only": (
        "Para as outras {count} coordenadas dá-se só o resultado; todos os termos estão em {file}."
    ),
    "report_coordinates_left": "As equações de {names} não são impressas aqui; estão em {file}.",
    "report_matrices": "Formas matriciais",
    "report_matrices_read": "Com as coordenadas na ordem {names}, as equações de movimento são",
    "report_matrices_one": "Na forma matricial, a equação de movimento de {names} é",
    "report_gamma_read": (
        "Os vínculos, derivados até conterem as acelerações, têm γ como segundo membro. Primeiro vêm os"
        " holónomos e depois os não holónomos."
    ),
    "report_mcg": "Termos de inércia, velocidade e gravidade",
    "report_mcg_read": (
        "As mesmas equações como {form}: {G} contém os termos com a gravidade e {C} tudo o resto."
    ),
    "report_mcg_closed": (
        "Durante o contacto {name} toma o lugar de {C}: com as forças dos contactos, que são nulas enquanto"
        " estes estão abertos."
    ),
    "report_christoffel": (
        "{name} contém os símbolos de Christoffel da matriz de massas; multiplicada pelas velocidades dá os"
        " termos de velocidade."
    ),
    "report_besides": "Vínculos de esforço e estados",
    "report_effort_read": "Determinam os esforços desconhecidos.",
    "report_elimination": "Eliminação",
    "report_elimination_read": (
        "De cada vínculo linear numa coordenada obtém-se esta; a sua equação de movimento dá então o"
        " multiplicador."
    ),
    "report_steps_cut": "Outros {count} passos não são impressos aqui; estão em {file}.",
    "report_remaining": "Equações restantes:",
    "report_remaining_of": "Para {name}:",
    "report_conserved": "Grandezas conservadas",
    "report_conserved_none": "A forma das equações não mostra nenhuma grandeza conservada.",
    "report_constant": "Conserva-se: {name}, pois {why}.",
    "report_verification": "Verificação das equações",
    "report_verified": (
        "As equações impressas foram comparadas em {points} estados aleatórios com uma dedução independente"
        " a partir das energias, por diferenciação automática. A maior diferença relativa é {error}."
    ),
    "report_unseen": "Não foram comparadas onde {sides}: não foi encontrado nenhum estado assim.",
    "report_unverified": "As equações não foram verificadas.",
    "report_structure": "Estrutura",
    "report_structure_unknown": "A estrutura deste modelo não foi examinada.",
    "report_structure_coordinates": "Coordenadas",
    "report_structure_constraints": "Vínculos",
    "report_structure_dof": "Graus de liberdade",
    "report_structure_states": "Estados independentes",
    "report_structure_index": "Índice de diferenciação",
    "report_structure_redundant": "Vínculos redundantes",
    "report_structure_massless": "Coordenadas sem inércia",
    "report_index_read": (
        "Índice {index}: as equações são algébrico-diferenciais. O programa reduz o índice por si e mantém o"
        " movimento sobre os vínculos."
    ),
    "report_flaws": "Observações da verificação do modelo: {count}. O comando dalembert check mostra-as.",
    "report_equilibria": "Posições de equilíbrio",
    "report_column_number": "N.º",
    "report_column_place": "Posição",
    "report_column_stability": "Estabilidade",
    "report_equilibrium_nearest": "O n.º {number} é o mais próximo do início.",
    "report_equilibria_cut": "São mostrados {shown} de {count}.",
    "report_modes": "Frequências naturais",
    "report_modes_about": "Pequenos movimentos em torno desta posição, {kind}: {place}.",
    "report_undamped": "sem amortecimento",
    "report_damped": "com amortecimento",
    "report_gyroscopic": "giroscópico",
    "report_general": "forma de primeira ordem",
    "report_column_kind": "Tipo",
    "report_column_hz": "Frequência / Hz",
    "report_column_damping": "Razão de amortecimento",
    "report_column_eigenvalue": "Valor próprio",
    "report_column_moving": "Maior movimento",
    "report_mode_rigid": "corpo rígido",
    "report_mode_neutral": "indiferente",
    "report_mode_oscillation": "oscilação",
    "report_mode_decay": "decaimento",
    "report_mode_growth": "crescimento",
    "report_unstable": "instável",
    "report_modes_cut": "São mostrados {shown} de {count} modos.",
    "report_settings": "Caso, opções e método",
    "report_case": "Caso",
    "report_case_none": "os valores do ficheiro do modelo",
    "report_values": "Outros valores indicados",
    "report_times": "Tempo",
    "report_samples": "Intervalos de amostragem",
    "report_rtol": "Tolerância relativa",
    "report_atol": "Tolerância absoluta",
    "report_atol_chosen": "escolhida segundo as grandezas do movimento",
    "report_method_asked": "Método pedido",
    "report_method_used": "Método usado",
    "report_dt": "Passo",
    "report_method_rk54": "Dormand–Prince 5(4), Runge–Kutta explícito",
    "report_method_rk853": "Dormand–Prince 8(5,3), Runge–Kutta explícito",
    "report_method_taylor": "séries de Taylor do estado, com uma ordem escolhida segundo a tolerância",
    "report_method_exponential": "exponenciais de matriz de um modelo linear, sem passos",
    "report_method_radau": "Radau IIA de ordem 5, Runge–Kutta implícito para sistemas rígidos (stiff)",
    "report_method_newmark": "método de Newmark, passos fixos",
    "report_method_galpha": "método α generalizado, passos fixos",
    "report_method_rattle": "RATTLE, simpléctico, passos fixos",
    "report_method_moreau": "integração passo a passo de Moreau–Jean, de ordem 1, com contactos e atrito",
    "report_method_cvodes": "CVODES do SUNDIALS, multipasso",
    "report_method_ida": "IDA do SUNDIALS, multipasso, sobre as equações originais",
    "report_method_scipy": "um integrador do SciPy",
    "report_rtol_read": (
        "A tolerância refere-se ao resultado: o programa integra com tanta precisão quanta for necessária e"
        " estima o erro a partir de simulações com passos cada vez mais finos e de uma com o arredondamento"
        " amplificado."
    ),
    "report_run": "Simulação",
    "report_status": "Estado",
    "report_status_ok": "correto",
    "report_status_limited": "não cumpre em todo o intervalo a precisão pedida: ver acima",
    "report_status_flagged": "com reservas: ver abaixo",
    "report_status_stopped": "parado por um evento",
    "report_status_interrupted": "parado pelo utilizador",
    "report_status_failed": "falhou",
    "report_reached": "Instante final alcançado",
    "report_achieved": "Erro relativo estimado",
    "report_not_estimated": "não estimado",
    "report_until": "Dentro da tolerância até",
    "report_work_steps": "Passos",
    "report_work_rejected": "Passos rejeitados",
    "report_work_rhs": "Avaliações das equações",
    "report_work_projections": "Projeções sobre os vínculos",
    "report_animation_on_paper": "A animação do movimento está em {file}.",
    "report_ledger": "Balanço de energia e resíduos",
    "report_ledger_energy": (
        "A energia T + V no fim é igual à inicial, menos a energia dissipada ou perdida, mais o trabalho"
        " realizado sobre o sistema e um resíduo por explicar."
    ),
    "report_ledger_jacobi": (
        "O integral de Jacobi no fim é igual ao inicial, menos a energia dissipada ou perdida, mais o"
        " trabalho realizado sobre o sistema e um resíduo por explicar."
    ),
    "report_ledger_account": "Parcela",
    "report_ledger_joule": "Valor / J",
    "report_ledger_start": "No início",
    "report_ledger_end": "No fim",
    "report_ledger_dissipated": "Dissipado",
    "report_ledger_friction": "Dissipado por atrito",
    "report_ledger_impacts": "Perdido nos impactos",
    "report_ledger_efforts": "Trabalho dos esforços",
    "report_ledger_constraints": "Trabalho de vínculos móveis",
    "report_ledger_time": "Trabalho de energias que dependem do tempo",
    "report_ledger_events": "Trabalho dos eventos que atribuem valores",
    "report_ledger_impulses": "Trabalho dos impulsos",
    "report_ledger_projection": "Trabalho da projeção sobre os vínculos",
    "report_ledger_remainder": "Resíduo por explicar",
    "report_ledger_error": (
        "O maior resíduo da simulação, relativo às maiores energias e trabalhos, é {error}."
    ),
    "report_shares": "Por elementos e corpos, em J; as somas são as do balanço acima.",
    "report_shares_entry": "Entrada",
    "report_shares_start": "Armazenado no início",
    "report_shares_end": "Armazenado no fim",
    "report_shares_taken": "Dissipado",
    "report_shares_given": "Trabalho realizado",
    "report_shares_others": "os restantes",
    "report_shares_sum": "soma",
    "report_residuals": (
        "Os vínculos cumprem-se até {position} (posições) e {velocity} (velocidades), em relação à grandeza"
        " dos seus termos."
    ),
    "report_residuals_rounding": (
        "Os vínculos são satisfeitos a menos de erros de arredondamento, em posições e velocidades."
    ),
    "report_instants": "Mudanças instantâneas",
    "report_event_sets": (
        "No evento {name}, onde a primeira expressão é zero, o estado salta: à direita estão os valores"
        " anteriores, à esquerda os posteriores."
    ),
    "report_impulse_acts": (
        "O impulso {name} atua em t = {t}; além dos impulsos de vínculos e contactos, os momentos saltam de:"
    ),
    "report_sampled_read": (
        "Os valores amostrados mudam apenas nas suas amostras e mantêm-se entre elas; à direita estão os"
        " valores anteriores à amostra."
    ),
    "report_sampled_every": "{name} é amostrado a cada {every} s, pela primeira vez no início.",
    "report_events": "Eventos",
    "report_events_none": "Não houve eventos.",
    "report_events_cut": "São mostrados {shown} de {count} eventos.",
    "report_column_event": "Evento",
    "report_column_time": "Instante",
    "report_column_direction": "Sentido",
    "report_rising": "crescente",
    "report_falling": "decrescente",
    "report_remarks": "Hipóteses e observações",
    "report_remarks_none": "Não foram feitas hipóteses e não há observações.",
    "report_assumed": (
        "Não dado nem determinado por um vínculo, pelo que se tomou a estimativa ou zero: {names}."
    ),
    "report_moved": "{name} foi deslocado de {by} no início para que os vínculos se cumpram.",
    "report_missing_forms": "Não foi possível dar uma forma matricial. ",
    "report_missing_elimination": "A eliminação não foi feita. ",
    "report_missing_conserved": "Não se procuraram grandezas conservadas. ",
    "report_missing_equilibria": "Não foi possível calcular as posições de equilíbrio. ",
    "report_missing_modes": "Não foi possível calcular as frequências naturais. ",
    "report_missing_free_bodies": "Não foi possível desenhar os diagramas de corpo livre. ",
    "report_missing_motion": "O modelo não foi simulado. ",
    "report_missing_figures": "Não foi possível desenhar uma figura. ",
    "report_missing_animation": "Não há animação. ",
    "report_references": "Referências",
    "report_source": "O ficheiro do modelo",
    "report_source_cut": "São impressas {shown} de {count} linhas.",
}
