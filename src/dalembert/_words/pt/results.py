"""Words of the summary of results, of extremes and loads, in Portuguese."""

MESSAGES: dict[str, str] = {
    "result_box": "Resultados",
    "result_dof": "Graus de liberdade",
    "result_equilibria": "Equilíbrios",
    "result_frequencies": "Frequências naturais",
    "result_frequency": "{hz} (período {period})",
    "result_about": "posição de referência: {place}",
    "result_extremes": "Intervalos",
    "result_loads": "Maiores cargas",
    "result_bearings": "Cargas nos apoios",
    "result_load": "{name}: {value} em t\u00a0=\u00a0{t}",
    "result_contact": "força de contacto em",
    "result_friction": "atrito em",
    "result_events": "Eventos",
    "result_event_once": "{kind}, {name}, em t\u00a0=\u00a0{t}",
    "result_event": "{kind}, {name}: {count} vezes, a primeira em t\u00a0=\u00a0{t}",
    "result_kind_event": "evento",
    "result_kind_impact": "impacto",
    "result_kind_impulse": "impulso",
    "result_kind_touch": "o contacto fecha-se",
    "result_kind_release": "o contacto abre-se",
    "result_kind_stick": "começa a aderir",
    "result_kind_slip": "começa a deslizar",
    "result_accuracy": "Exatidão",
    "result_error": "erro relativo estimado {error}",
    "result_until": "erro menor do que {rtol} até t\u00a0=\u00a0{t}",
    "result_chaotic": "erro menor do que {rtol} até t = {t}; depois, caótico",
    "result_ledger": "o balanço de energia fecha com {error}",
    "result_remarks": "Observações",
    "result_further": "mais {count} em “{section}”",
    "report_equations": "Equações de movimento",
    "report_equations_elsewhere": "Mais {count} equações estão em {file}.",
    "report_motion": "Movimento",
    "report_bearing": "Cargas",
    "report_controllers": "Controladores",
    "report_controllers_read": (
        "O que cada controlador mede e o que aciona; em baixo, as equações de cada um."
    ),
    "report_controllers_caption": (
        "Diagrama de blocos dos controladores: à direita o que acionam, em baixo, realimentado, o que medem."
    ),
    "report_free_bodies": "Corpos isolados",
    "report_free_bodies_read": (
        "Cada corpo é isolado dos restantes: o seu peso, as forças e os momentos das suas juntas e"
        " dos elementos que atuam sobre ele. As setas apontam no sentido em que uma componente é"
        " positiva neste corpo; o primeiro corpo de uma junta recebe o contrário do segundo. Omitem-se"
        " as forças e os momentos que são sempre nulos."
    ),
    "report_free_bodies_caption": (
        "Diagramas de corpo livre: pesos (verde), forças e momentos das juntas (laranja) e dos"
        " elementos (azul)."
    ),
    "report_free_bodies_plane": (
        "Quantidade de movimento de cada corpo e momento angular em relação ao seu centro de massa:"
    ),
    "report_free_bodies_space": (
        "Quantidade de movimento de cada corpo e momento angular L = R J ω em"
        " relação ao seu centro de massa, em eixos fixos:"
    ),
    "report_free_bodies_coupled": (
        "As engrenagens, correias e cremalheiras acoplam os valores das juntas apenas por "
        "binários: as forças dos seus dentes e ramos sobre os apoios não estão incluídas nas "
        "forças mostradas."
    ),
    "report_free_bodies_not_unique": (
        "As forças e os momentos de setas tracejadas não são únicos: há juntas redundantes e o movimento"
        " não determina como elas repartem a carga. Os valores são uns entre os muitos possíveis."
    ),
    "result_without_couplings": "sem as forças de dentes e correias sobre os apoios",
    "result_not_unique": "não única",
    "report_extremes": "Valores extremos",
    "report_appendix": "Apêndice",
    "report_column_quantity": "Grandeza",
    "report_column_least": "Mínimo",
    "report_column_most": "Máximo",
    "report_column_at": "em t / s",
    "report_extremes_read": (
        "São os valores extremos do próprio movimento, também entre as linhas gravadas, e os instantes"
        " em que são atingidos pela primeira vez."
    ),
    "report_extremes_cut": "São apresentadas {shown} de {count} grandezas; todas estão em {file}.",
    "report_bearing_read": "A tabela contém {kinds}.",
    "report_bearing_accelerations": "acelerações",
    "report_bearing_inputs": "entradas",
    "report_bearing_efforts": "esforços desconhecidos",
    "report_bearing_friction": "forças de atrito",
    "report_bearing_contacts": "forças de contacto",
    "report_bearing_multipliers": "forças de vínculo (multiplicadores)",
    "report_steady": "Constantes: {names}.",
}
