"""Words of figures and reports of many runs, in Spanish."""

MESSAGES: dict[str, str] = {
    "figure_rows_missing": (
        "Se omiten {missing} de {every} simulaciones: fallaron, su balance de energía no cuadra o aún "
        "no se han hecho."
    ),
    "figure_lines_title": "{about}: variación de {name}",
    "figure_lines_caption": "Resultados de {runs} simulaciones en función de {name}.",
    "figure_histories_of_runs_title": "{about}: {name}",
    "figure_histories_of_runs_caption": "{name} en función del tiempo, {runs} simulaciones.",
    "figure_map_title": "{about}: variación de {names}",
    "figure_map_caption": "Resultados de {runs} simulaciones en función de {names}.",
    "figure_at_values": "Para {values}.",
    "figure_attractor": "atractor",
    "figure_basins_title": "{about}: cuencas de atracción",
    "figure_basins_caption": (
        "El atractor al que llega cada una de {runs} simulaciones, en función de sus valores iniciales; "
        "los atractores se distinguen por {names}."
    ),
    "figure_basins_ends": "Leyenda: {names} del atractor y la proporción de simulaciones que llegan a él.",
    "figure_distribution_title": "{about}: distribuciones",
    "figure_distribution_caption": "Distribuciones de los resultados de {runs} simulaciones.",
    "figure_percentiles": (
        "Líneas: los valores por debajo de los cuales está el 5 %, el 50 % y el 95 % de las simulaciones."
    ),
    "figure_share": "proporción de simulaciones",
    "figure_parallel_title": "{about}: coordenadas paralelas",
    "figure_parallel_caption": (
        "Coordenadas paralelas de {runs} simulaciones; cada escala va del valor menor al mayor."
    ),
    "figure_parallel_colour": "Cada línea es una simulación; su color muestra {name}.",
    "figure_bifurcation_title": "{about}: diagrama de bifurcación",
    "figure_bifurcation_caption": (
        "{names} después del transitorio, en función de {name}, {runs} simulaciones."
    ),
    "figure_section_title": "{about}: sección de Poincaré",
    "figure_section_caption": "{y} en función de {x} en cada cruce, {runs} simulaciones.",
    "figure_sobol_title": "{about}: índices de Sobol",
    "figure_sobol_caption": (
        "Índices de Sobol a partir de {runs} simulaciones, con intervalos de confianza del 95 %."
    ),
    "figure_sobol_remark": (
        "S: parte de la varianza debida a una sola variable. T: con sus interacciones. Líneas negras: "
        "intervalos de confianza del 95 %."
    ),
    "figure_morris_title": "{about}: efectos elementales",
    "figure_morris_caption": (
        "Efectos elementales de Morris a partir de {runs} simulaciones, con intervalos de confianza del 95 %."
    ),
    "figure_morris_remark": (
        "μ*: tamaño medio del efecto de una variable sobre toda su distribución. σ: cuánto varía este "
        "efecto con los valores de todas las variables. Líneas negras: intervalos de confianza del 95 %."
    ),
    "figure_some_runs": "Solo se muestran {shown} de {every} simulaciones.",
    "figure_dropped": (
        "Se omitieron {count} puntos del diseño porque una de sus simulaciones no tiene valor."
    ),
    "report_many_runs": "Muchas simulaciones",
    "report_many_runs_intro": (
        "El modelo se simuló {runs} veces con otros valores de {names}. Los números de esta sección "
        "son de esas simulaciones, en unidades del SI."
    ),
    "report_many_runs_missing": (
        "Se omiten {count} de las simulaciones: fallaron, su balance de energía no cuadra o aún no se "
        "han hecho."
    ),
    "report_many_runs_value": "Magnitud",
    "report_many_runs_from": "de",
    "report_many_runs_to": "a",
    "report_many_runs_count": "Valores distintos",
    "report_many_runs_result": "Resultado",
    "report_many_runs_mean": "Media",
    "report_many_runs_deviation": "Desviación típica",
    "report_many_runs_least": "Mínimo",
    "report_many_runs_most": "Máximo",
    "report_sobol_intro": (
        "Índices de Sobol de {name}: S es la parte de su varianza que causa una magnitud por sí sola,"
        " T la parte que causa por sí sola o junto con las demás."
    ),
    "report_morris_intro": (
        "Efectos elementales sobre {name} (Morris): μ* es el tamaño medio del efecto de una magnitud "
        "sobre toda su distribución, σ cuánto varía ese efecto."
    ),
}
