"""Words of figures and reports of many runs, in Portuguese."""

MESSAGES: dict[str, str] = {
    "figure_rows_missing": (
        "Omitem-se {missing} de {every} simulações: falharam, o seu balanço de energia não fecha ou "
        "ainda não foram feitas."
    ),
    "figure_lines_title": "{about}: variação de {name}",
    "figure_lines_caption": "Resultados de {runs} simulações em função de {name}.",
    "figure_histories_of_runs_title": "{about}: {name}",
    "figure_histories_of_runs_caption": "{name} em função do tempo, {runs} simulações.",
    "figure_map_title": "{about}: variação de {names}",
    "figure_map_caption": "Resultados de {runs} simulações em função de {names}.",
    "figure_at_values": "Para {values}.",
    "figure_attractor": "atrator",
    "figure_basins_title": "{about}: bacias de atração",
    "figure_basins_caption": (
        "O atrator a que chega cada uma de {runs} simulações, em função dos seus valores iniciais; os "
        "atratores distinguem-se por {names}."
    ),
    "figure_basins_ends": "Legenda: {names} do atrator e a proporção das simulações que chegam a ele.",
    "figure_distribution_title": "{about}: distribuições",
    "figure_distribution_caption": "Distribuições dos resultados de {runs} simulações.",
    "figure_percentiles": "Linhas: os valores abaixo dos quais estão 5 %, 50 % e 95 % das simulações.",
    "figure_share": "proporção das simulações",
    "figure_parallel_title": "{about}: coordenadas paralelas",
    "figure_parallel_caption": (
        "Coordenadas paralelas de {runs} simulações; cada escala vai do menor ao maior valor."
    ),
    "figure_parallel_colour": "Cada linha é uma simulação; a sua cor mostra {name}.",
    "figure_bifurcation_title": "{about}: diagrama de bifurcação",
    "figure_bifurcation_caption": "{names} depois do transitório, em função de {name}, {runs} simulações.",
    "figure_section_title": "{about}: secção de Poincaré",
    "figure_section_caption": "{y} em função de {x} em cada passagem, {runs} simulações.",
    "figure_sobol_title": "{about}: índices de Sobol",
    "figure_sobol_caption": (
        "Índices de Sobol a partir de {runs} simulações, com intervalos de confiança de 95 %."
    ),
    "figure_sobol_remark": (
        "S: parte da variância devida apenas a uma variável. T: com as suas interações. Linhas pretas: "
        "intervalos de confiança de 95 %."
    ),
    "figure_morris_title": "{about}: efeitos elementares",
    "figure_morris_caption": (
        "Efeitos elementares de Morris a partir de {runs} simulações, com intervalos de confiança de 95 %."
    ),
    "figure_morris_remark": (
        "μ*: tamanho médio do efeito de uma variável em toda a sua distribuição. σ: quanto esse efeito "
        "varia com os valores de todas as variáveis. Linhas pretas: intervalos de confiança de 95 %."
    ),
    "figure_some_runs": "Só são mostradas {shown} de {every} simulações.",
    "figure_dropped": "Foram omitidos {count} pontos do plano porque uma das suas simulações não tem valor.",
    "report_many_runs": "Muitas simulações",
    "report_many_runs_intro": (
        "O modelo foi simulado {runs} vezes com outros valores de {names}. Os números desta secção "
        "são dessas simulações, em unidades SI."
    ),
    "report_many_runs_missing": (
        "Omitem-se {count} das simulações: falharam, o seu balanço de energia não fecha ou ainda não "
        "foram feitas."
    ),
    "report_many_runs_value": "Grandeza",
    "report_many_runs_from": "de",
    "report_many_runs_to": "a",
    "report_many_runs_count": "Valores diferentes",
    "report_many_runs_result": "Resultado",
    "report_many_runs_mean": "Média",
    "report_many_runs_deviation": "Desvio padrão",
    "report_many_runs_least": "Mínimo",
    "report_many_runs_most": "Máximo",
    "report_sobol_intro": (
        "Índices de Sobol de {name}: S é a parte da sua variância que uma grandeza causa por si só, T"
        " a parte que causa por si só ou em conjunto com as outras."
    ),
    "report_morris_intro": (
        "Efeitos elementares sobre {name} (Morris): μ* é o tamanho médio do efeito de uma grandeza em"
        " toda a sua distribuição, σ quanto esse efeito varia."
    ),
}
