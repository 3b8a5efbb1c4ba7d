"""Words of figures and animations, in Portuguese."""

MESSAGES: dict[str, str] = {
    "figure_a_model": "um modelo",
    "figure_time": "tempo",
    "figure_frequency": "frequência",
    "figure_amplitude": "amplitude",
    "figure_coordinates": "coordenadas",
    "figure_speeds": "velocidades",
    "figure_accelerations": "acelerações",
    "figure_histories": "coordenadas e velocidades",
    "figure_states": "estados de primeira ordem",
    "figure_efforts": "esforços desconhecidos",
    "figure_outputs": "saídas",
    "figure_inputs": "entradas",
    "figure_multipliers": "multiplicadores",
    "figure_contacts": "forças de contacto",
    "figure_reactions": "reações de vínculo",
    "figure_energies": "energias",
    "figure_residuals": "resíduos",
    "figure_over_time": "{about}: {what}",
    "figure_over_time_caption": "{what} em função do tempo.",
    "figure_over_title": "{about}: {names} em função de {x}",
    "figure_over_caption": "{names} em função de {x}.",
    "figure_phase_title": "{about}: retratos de fase",
    "figure_phase_caption": "Retratos de fase, velocidade em função da coordenada.",
    "figure_pairs_title": "{about}: pares de coordenadas",
    "figure_pairs_caption": "Coordenadas representadas aos pares, uma em função da outra.",
    "figure_paths_title": "{about}: trajetórias de pontos",
    "figure_paths_caption": "Trajetórias de pontos, com a mesma escala nas duas direções.",
    "figure_ends": "Círculo: início. Quadrado: fim.",
    "figure_some_of": "Só se mostram {shown} de {every}; as restantes escolhem-se pelo nome.",
    "figure_energy": "energia",
    "figure_work": "trabalho",
    "figure_kinetic": "cinética",
    "figure_potential": "potencial",
    "figure_total": "soma",
    "figure_jacobi": "integral de Jacobi",
    "figure_drift": "variação da energia",
    "figure_dissipated": "dissipado",
    "figure_by_friction": "dissipado por atrito",
    "figure_at_impacts": "perdido em impactos",
    "figure_by_efforts": "por esforços",
    "figure_by_constraints": "por vínculos móveis",
    "figure_by_time": "por energias dependentes do tempo",
    "figure_by_events": "por eventos que atribuem valores",
    "figure_by_impulses": "por impulsos",
    "figure_energy_title": "{about}: energia",
    "figure_energy_caption": (
        "Energia cinética, energia potencial e a sua soma; em baixo, o trabalho realizado desde o início."
    ),
    "figure_energy_kept_caption": (
        "Energia cinética, energia potencial e a sua soma; em baixo, o desvio da energia em relação ao seu"
        " valor inicial."
    ),
    "figure_energy_only_caption": "Energias cinética e potencial e a sua soma, constante a menos de {part}.",
    "figure_elements_title": "{about}: energia por elementos",
    "figure_elements_caption": (
        "A energia que armazena cada elemento e cada corpo; em baixo, a que cada um dissipou e o trabalho "
        "que realizou."
    ),
    "figure_elements_stored": "armazenado em",
    "figure_elements_taken": "dissipado por",
    "figure_elements_given": "trabalho de",
    "figure_elements_others": "os restantes",
    "figure_remainder": "energia por explicar, relativa",
    "figure_flagged": "acima é assinalado",
    "figure_asked": "tolerância pedida",
    "figure_ledger_title": "{about}: balanço de energia",
    "figure_ledger_caption": (
        "A parte da variação da energia que nem o trabalho nem a dissipação explicam, relativa às energias;"
        " no máximo {error}."
    ),
    "figure_position": "posição",
    "figure_velocity": "velocidade",
    "figure_residual": "resíduo relativo",
    "figure_residuals_title": "{about}: resíduos dos vínculos",
    "figure_residuals_caption": (
        "Desvio do movimento em relação aos seus vínculos, em posição e velocidade, relativo ao tamanho dos"
        " seus termos."
    ),
    "figure_floor": "Os valores abaixo de {floor} (arredondamento) são desenhados a esse nível.",
    "figure_spectrum_title": "{about}: espectros de amplitude",
    "figure_spectrum_caption": "Espectros de amplitude de {names}.",
    "figure_spectrum_remark": (
        "Janela: {window}; resolução {resolution} Hz; frequência máxima {nyquist} Hz; a média foi subtraída."
    ),
    "figure_natural": "A tracejado, com a frequência por cima: frequências naturais.",
    "figure_window_rectangular": "retangular",
    "figure_window_hann": "Hann",
    "figure_window_hamming": "Hamming",
    "figure_window_blackman": "Blackman",
    "figure_window_flattop": "flat top",
    "figure_newmark": (
        "Passos de {dt} s deslocam a frequência natural de {hz} Hz para {shifted} Hz (método de Newmark)."
    ),
    "figure_alias": (
        "{hz} Hz está acima de {nyquist} Hz, metade da frequência de amostragem, e aparece falsamente em"
        " {seen} Hz."
    ),
    "figure_false": (
        "O modelo tem modos acima de {nyquist} Hz, metade da frequência de amostragem: aparecem em"
        " frequências falsas. Com mais amostras veem-se tal como são."
    ),
    "figure_difference": "diferença",
    "figure_comparison_title": "{about}: comparação",
    "figure_comparison_caption": (
        "As mesmas grandezas de vários movimentos; em baixo, a sua diferença em relação a {first}."
    ),
    "figure_interpolated": (
        "{name} tem outros instantes: foi interpolado para os do primeiro movimento, e a diferença contém"
        " esse erro."
    ),
    "figure_not_finite": "Omitem-se os valores não finitos ou demasiado grandes para desenhar: {names}.",
    "figure_not_positive": "Os valores não positivos não cabem num eixo logarítmico e são omitidos: {names}.",
    "figure_inaccurate": "Sombreado: depois de {t} s o erro pode exceder {rtol} dos valores e ser visível.",
    "figure_zero": "Nulos em todo o movimento, e não desenhados: {names}.",
    "figure_level": "A energia potencial é medida a partir do seu valor inicial V₀ = {level} J.",
    "figure_magnitude": "módulo",
    "figure_phase_angle": "fase",
    "figure_bode_title": "{about}: resposta em frequência",
    "figure_bode_caption": "Resposta em frequência: módulo e fase; posição de referência: {place}.",
    "figure_about": "Linearização; posição de referência: {place}.",
    "figure_no_rest": (
        "Não é um equilíbrio: a resposta descreve desvios do movimento que passa por esse estado."
    ),
    "figure_no_response": "Sem resposta: {names}.",
    "figure_campbell_title": "{about}: frequências naturais em função de {name}",
    "figure_campbell_caption": (
        "Diagrama de Campbell: frequências naturais em função de {name}; posição de referência: {place}."
    ),
    "figure_orders": (
        "Linhas finas: múltiplos da velocidade de rotação. Números: frequências em que cruzam um modo."
    ),
    "figure_mode": "modo {number}",
    "figure_mode_shapes_title": "{about}: formas modais",
    "figure_mode_shapes_caption": "Formas modais; posição de referência: {place}.",
    "figure_shapes_drawn": (
        "Pontilhado: em repouso. Linha cheia e tracejada: os dois extremos da oscilação, ampliados."
    ),
    "figure_shapes_bars": "Barras: componentes da forma modal em unidades do SI; a maior é 1.",
    "figure_shapes_turning": "Laranja: um quarto de período depois.",
    "figure_component": "componente",
    "figure_many_events": "{count} eventos: demasiados para os marcar.",
    "figure_friction": "forças de atrito",
    "figure_free": "sistema livre",
    "figure_impact": "impacto",
    "figure_impact_of": "impacto: {names}",
    "figure_touching": "contacto: {names}",
    "figure_sticking": "aderência: {names}",
    "figure_sliding": "deslizamento: {names}",
    "figure_in_contact": "contacto",
    "figure_all_the_time": "{what}, durante todo o tempo.",
    "figure_many_impacts": "{count} impactos: demasiados para os marcar.",
    "figure_many_phases": "{count} fases de contacto: demasiadas para as sombrear.",
    "figure_jump": "A tracejado: saltos nos impactos.",
    "figure_failed": "A simulação falhou em t = {t} s.",
    "figure_interrupted": "A simulação foi interrompida em t = {t} s.",
    "figure_stopped": "Um evento parou a simulação em t = {t} s.",
    "animation_untitled": "Movimento",
    "animation_drawing": "Desenho animado: {title}",
    "animation_still": "Desenho da posição inicial: {title}",
    "animation_noscript": "A animação precisa de JavaScript. O desenho mostra a posição inicial.",
    "animation_controls": "Controlos da animação",
    "animation_play": "Reproduzir",
    "animation_pause": "Pausar",
    "animation_back": "Um fotograma para trás",
    "animation_on": "Um fotograma para a frente",
    "animation_scrub": "Tempo",
    "animation_speed": "Velocidade",
    "animation_real_time": "tempo real",
    "animation_loop": "repetir",
    "animation_traces": "Trajetórias",
    "animation_traces_fading": "a desvanecer",
    "animation_traces_complete": "completas",
    "animation_traces_none": "nenhuma",
    "animation_forces": "forças",
    "animation_names": "nomes",
    "animation_view": "Ajustar à vista",
    "animation_nearer": "Aproximar",
    "animation_farther": "Afastar",
    "animation_full": "Ecrã inteiro",
    "animation_curves": "Curvas",
    "animation_hide_curve": "Ocultar esta curva",
    "animation_plot": "Em função do tempo: {names}",
    "animation_energies": "Energias",
    "animation_contacts": "Forças de contacto",
    "animation_kinetic": "cinética",
    "animation_potential": "potencial",
    "animation_total": "soma",
    "animation_schematic": (
        "O modelo não contém uma cena, por isso o desenho é esquemático: os mostradores de ponteiro"
        " representam ângulos, os cursores comprimentos e as colunas outras grandezas, cada uma entre o seu"
        " valor mínimo e o seu valor máximo."
    ),
    "animation_bodies_not_drawn": (
        "Os {count} corpos são demasiados para um desenho; uma [scene] do modelo pode mostrar alguns."
    ),
    "animation_left_out": "Outras grandezas não mostradas: {count}.",
    "animation_real_time_note": "Mostrado em tempo real.",
    "animation_slower_note": "Mostrado {factor} vezes mais devagar do que em tempo real.",
    "animation_faster_note": "Mostrado {factor} vezes mais depressa do que em tempo real.",
    "animation_keys": (
        "A barra de espaços reproduz e pausa; ← e → avançam fotograma a fotograma; F mostra em ecrã inteiro."
    ),
    "animation_keys_plane": (
        "A barra de espaços reproduz e pausa; ← e → avançam fotograma a fotograma; a roda (ou + e −)"
        " aproxima e afasta, arrastar desloca o desenho, 0 ajusta-o à vista e F mostra em ecrã inteiro."
    ),
    "animation_keys_space": (
        "A barra de espaços reproduz e pausa; ← e → avançam fotograma a fotograma; arraste o desenho"
        " (ou prima Shift e uma tecla de seta) para o rodar, e com Shift para o deslocar; a roda (ou + e"
        " −) aproxima e afasta, 0 ajusta-o à vista e F mostra em ecrã inteiro."
    ),
    "animation_film_clock": "t = {time} s",
    "animation_film_no_ffmpeg": (
        "Um filme MP4 precisa do programa ffmpeg, que não foi encontrado. Instale-o (https://ffmpeg.org;"
        " Debian e Ubuntu: apt install ffmpeg, macOS: brew install ffmpeg, Windows: winget install ffmpeg) ou"
        " crie um GIF ou uma animação HTML."
    ),
    "animation_film_no_pillow": (
        "Um filme GIF precisa do pacote Pillow: pip install pillow. Uma animação HTML não precisa de nada."
    ),
    "animation_film_failed": "ffmpeg não conseguiu criar o filme: {said}",
}
