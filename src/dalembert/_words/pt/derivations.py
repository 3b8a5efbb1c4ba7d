"""Messages about independent derivations of one system, in Portuguese."""

MESSAGES: dict[str, str] = {
    "report_derivations": "Deduções independentes",
    "report_derivations_agree": (
        "As equações foram deduzidas de {count} maneiras, que coincidem com um erro de {error}: cada "
        "uma é comparada com as equações de Lagrange, derivadas automaticamente das energias."
    ),
    "report_derivations_differ": (
        "As deduções não coincidem: {names}, com uma diferença de até {error}. Estes resultados não "
        "são fiáveis; comunique este modelo, por favor."
    ),
    "report_derivations_one": "Nenhuma outra dedução pôde ser comparada com as equações de Lagrange.",
    "report_derivations_missing": "Sem comparação: {name}: ",
    "report_column_derivation": "Dedução",
    "report_column_difference": "Maior diferença",
    "report_column_states": "Estados",
    "report_by_lagrange": "Lagrange, como impresso",
    "report_by_elimination": "Lagrange, após a eliminação",
    "report_by_hamilton": "Equações de Hamilton",
    "report_by_gibbs_appell": "Gibbs-Appell",
    "report_by_kane": "Equações de Kane",
    "report_by_newton_euler": "Newton-Euler",
    "report_by_hinge_balances": "Momentos em relação às articulações",
    "report_newton_euler": "Equações de Newton-Euler",
    "report_newton_euler_read": (
        "Aqui não se usa nenhuma energia. Para cada corpo, em eixos fixos, constam a sua quantidade "
        "de movimento {p} e o seu momento angular {L} em relação ao seu centro de massa, as suas "
        "derivadas, e as forças e momentos a que estas são iguais. As reações das juntas são "
        "incógnitas."
    ),
    "report_newton_euler_space": (
        "Aqui não se usa nenhuma energia. Para cada corpo constam a sua quantidade de movimento {p} em "
        "eixos fixos e, se ele gira, a sua velocidade angular {omega} em eixos do corpo; os elementos da "
        "sua matriz de rotação {R} dos eixos do corpo para os fixos têm nome. As reações das juntas são "
        "incógnitas."
    ),
    "report_newton_euler_turning": (
        "As equações de Euler em eixos do corpo, com o momento {M} em relação ao centro de massa:"
    ),
    "report_newton_euler_rates": "As suas derivadas:",
    "report_newton_euler_balance": "São iguais às forças e momentos sobre o corpo:",
    "report_newton_euler_elements": "Forças e momentos dos elementos",
    "report_newton_euler_guides": (
        "As reações que nenhuma condição de junta determina não realizam trabalho ao longo das "
        "coordenadas; estas expressões anulam-se:"
    ),
    "report_bodies_left": "As equações de outros {count} corpos estão em {file}.",
    "report_hinge_balances": "Momentos em relação às articulações",
    "report_hinge_balances_read": (
        "Aqui não se usa nenhuma energia. Para cada articulação consta a derivada do momento angular "
        "{L} de todos os corpos situados além dela, em relação ao ponto fixo em que ela se encontra "
        "nesse instante; ao longo de uma guia é a derivada da quantidade de movimento. A reação da "
        "articulação não tem momento em relação a ela e as reações entre dois corpos situados além "
        "dela cancelam-se: restam apenas as das juntas que fecham malhas."
    ),
    "report_hinge_balances_equal": "É igual ao momento das cargas sobre estes corpos:",
    "report_hinges_left": "As equações de outras {count} articulações estão em {file}.",
    "report_kane": "Equações de Kane",
    "report_kane_read": (
        "Os balanços de todos os corpos são projetados nas suas velocidades parciais, as derivadas da"
        " velocidade e da velocidade angular em relação às derivadas das coordenadas {names}. As "
        "reações que não realizam trabalho desaparecem; não se usa nenhuma energia."
    ),
    "report_kane_active": "Forças ativas generalizadas:",
    "report_kane_inertia": "Forças de inércia generalizadas, que são iguais a elas:",
    "report_gibbs_appell": "Equações de Gibbs-Appell",
    "report_gibbs_appell_bodies": (
        "Das acelerações dos corpos obtém-se a energia das acelerações {S}; os termos sem acelerações"
        " não têm derivada e são omitidos."
    ),
    "report_gibbs_appell_metric": (
        "A matriz de massas é uma métrica; com os seus símbolos de Christoffel obtém-se a energia das"
        " acelerações {S}. Os termos sem acelerações não têm derivada e são omitidos."
    ),
    "report_gibbs_appell_slopes": (
        "As suas derivadas em relação às acelerações são iguais às forças sobre as coordenadas:"
    ),
}
