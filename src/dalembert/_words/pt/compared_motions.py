"""Messages about comparisons of motions, in Portuguese."""

MESSAGES: dict[str, str] = {
    "way_lagrange": "equações de Lagrange",
    "way_printed": "equações de Lagrange impressas",
    "way_eliminated": "equações de Lagrange após a eliminação",
    "way_hamilton": "equações de Hamilton",
    "way_newton_euler": "balanços de Newton e Euler",
    "way_hinge_balances": "momentos em relação às articulações",
    "way_gibbs_appell": "equações de Gibbs e Appell",
    "way_kane": "equações de Kane",
    "way_ggl": "Gear, Gupta e Leimkuhler",
    "way_null_space": "espaço nulo, coordenadas mínimas",
    "way_augmented_lagrangian": "lagrangiano aumentado",
    "way_baumgarte": "estabilização de Baumgarte",
    "way_index1": "índice 1, sem estabilização",
    "compare_motions_same": (
        "o mesmo movimento: {count} deduções e formulações diferem no máximo em {within} da sua grandeza"
    ),
    "compare_motions_same_until": (
        "o mesmo movimento: {count} deduções e formulações diferem no máximo em {within} da sua grandeza "
        "até t = {until} s; depois nenhuma simulação cumpre a tolerância pedida"
    ),
    "compare_motions_differ": (
        "não é o mesmo movimento: {first} e {second} diferem em {within} da sua grandeza até t = {until} s,"
        " e os seus erros permitem {bound}"
    ),
    "compare_motions_failed": "sem veredicto: {name} não terminou corretamente: {why}",
    "compare_motions_alone": "sem veredicto: só um movimento tem um erro estimado",
    "compare_drifts": (
        "simulado até t = {t} s numa só simulação; os vínculos derivam até {position} em posição e "
        "{velocity} em velocidade: o erro não é estimado"
    ),
    "compare_drift": (
        "{name}: nada devolve o movimento aos vínculos; são violados até {position} em posição e {velocity}"
        " em velocidade, nas suas próprias unidades"
    ),
    "compare_drift_damped": (
        "{name}: só ganhos mantêm o movimento perto dos vínculos; são violados até {position} em posição e "
        "{velocity} em velocidade, nas suas próprias unidades"
    ),
    "compare_growth": (
        "a diferença entre {first} e {second} cresce como exp({rate} t) de t = {start} s a {end} s"
    ),
    "compare_growth_lyapunov": (
        "a diferença entre {first} e {second} cresce como exp({rate} t) de t = {start} s a {end} s; uma"
        " pequena perturbação do movimento cresce aí como exp({lyapunov} t) (estimativa de Liapunov)"
    ),
    "compare_unit_assumed": "{name} não tem unidade: supõe-se que os seus números estão em {unit}",
    "compare_left_out": (
        "{name}: não se compara, porque o modelo não tem nenhuma coluna com esse nome: {names}"
    ),
    "compare_values_taken": "a {name} foi dado também {names}",
    "compare_other_same": (
        "{name} é o mesmo sistema, pelo que este movimento mostra: {count} colunas diferem no máximo em"
        " {within} da sua grandeza"
    ),
    "compare_other_same_until": (
        "{name} é o mesmo sistema, pelo que este movimento mostra: até t = {until} s {count} colunas "
        "diferem no máximo em {within} da sua grandeza; depois nenhuma das simulações cumpre a tolerância "
        "pedida"
    ),
    "compare_other_agrees": (
        "{name} é o mesmo movimento: todas as colunas diferem no máximo em {within} da sua grandeza"
    ),
    "compare_other_begins": (
        "{name} não é o mesmo movimento desde o início: as colunas diferem aí em {apart} da sua grandeza, "
        "e sobretudo {column}, em t = {t} s; dê a ambos os modelos os mesmos valores iniciais"
    ),
    "compare_other_differs": (
        "{name} não é o mesmo sistema: a partir de t = {first} s as colunas diferem mais do que os erros de"
        " ambos os movimentos permitem ({bound}), até {within} da sua grandeza; a que mais difere é"
        " {column}, em t = {t} s"
    ),
    "compare_measured": (
        "{name} difere do movimento no máximo em {part} % da grandeza de {column}, em t = {t} s; média"
        " quadrática {rms} em unidades SI"
    ),
    "compare_other_failed": "sem veredicto sobre {name}: uma simulação não terminou corretamente: {why}",
    "compare_no_constraints": "não há vínculos",
    "compare_no_bodies": "o modelo não tem corpos",
    "compare_not_of_bodies": "atua uma força que não pertence ao balanço de nenhum corpo",
    "compare_no_inertia": "uma coordenada não tem inércia",
    "compare_not_quadratic": "a energia cinética não é quadrática nas velocidades",
    "compare_dependent_forces": "há forças que dependem de acelerações ou de outras forças",
    "compare_not_eliminated": "não foi encontrada uma forma fechada de todas as coordenadas dependentes",
    "compare_dead_points": (
        "o movimento passa por um ponto morto com qualquer escolha de coordenadas independentes que se tentou"
    ),
    "compare_ggl_inputs": "este método não admite entradas nem estados de primeira ordem",
    "compare_ggl_events": "este método não procura eventos",
    "compare_too_large": (
        "{count} incógnitas são demasiadas para serem resolvidas como fórmulas; no máximo, {most}"
    ),
    "compare_not_mechanical": "o modelo tem coordenadas sem massa ou esforços desconhecidos",
    "compare_not_smooth": "o modelo tem contactos, comutações, saltos ou atrasos",
    "compare_redundant": "os vínculos são redundantes",
    "result_compare_verdict": "veredicto",
    "result_compare_note": "nota",
    "result_compare_not_run": "não disponível para este modelo:",
    "result_compare_drifts": "deriva",
    "result_compare_until": "{value} até {t} s",
    "result_compare_head_run": "simulação",
    "result_compare_head_claim": "erro estimado",
    "result_compare_head_difference": "diferença",
    "result_compare_head_reactions": "de reações",
    "result_compare_head_growth": "crescimento 1/s",
    "result_compare_head_lyapunov": "Liapunov 1/s",
    "result_compare_head_energy": "erro de energia",
    "result_compare_head_position": "erro de posição",
    "result_compare_head_velocity": "erro de velocidade",
    "result_compare_head_evaluations": "avaliações",
    "result_compare_head_seconds": "tempo s",
    "result_compare_head_column": "coluna",
    "result_compare_head_largest": "maior diferença",
    "result_compare_head_time": "em s",
    "result_compare_head_rms": "média quadrática",
    "result_compare_head_relative": "da sua grandeza",
    "figure_compare_motions_title": "{about}: o movimento segundo todas as simulações",
    "figure_compare_motions_caption": (
        "As mesmas colunas de todas as simulações; onde concordam, as curvas coincidem."
    ),
    "figure_compare_differences_title": "{about}: diferenças",
    "figure_compare_differences_caption": (
        "A diferença de cada simulação em relação à primeira ({first}), relativa à grandeza do movimento. "
        "Num eixo logarítmico uma exponencial é uma reta."
    ),
    "figure_compare_difference": "diferença relativa",
    "figure_compare_until": "tolerância cumprida até",
    "figure_compare_lyapunov": "pequena perturbação, exp({rate} t)",
    "figure_compare_growth": "A própria diferença cresce como exp({rate} t).",
    "figure_compare_energies_title": "{about}: energia não explicada",
    "figure_compare_energies_caption": (
        "A variação da energia que nenhum trabalho explica, em cada simulação."
    ),
    "figure_compare_energy": "energia sem explicação",
    "figure_compare_drift_title": "{about}: deriva dos vínculos",
    "figure_compare_drift_caption": (
        "A violação dos vínculos em cada simulação, em unidades SI. Sem estabilização cresce; os ganhos "
        "amortecem-na; a projeção, o espaço nulo e as equações de Gear, Gupta e Leimkuhler cumprem os "
        "vínculos."
    ),
    "figure_compare_position": "vínculos, posição",
    "figure_compare_velocity": "vínculos, velocidade",
    "report_compared": "Outras deduções e formulações",
    "report_compared_intro": (
        "O movimento foi calculado de novo, com a mesma tolerância, com cada dedução das equações e cada "
        "formulação dos vínculos que este modelo admite. As diferenças são relativas à grandeza do "
        "movimento."
    ),
    "report_compared_caption": "Simulações do mesmo movimento.",
}
