"""Messages about equilibria, linear equations, modes and efforts, in Portuguese."""

MESSAGES: dict[str, str] = {
    "equilibria_none": "não se encontrou nenhum equilíbrio a partir de {starts} pontos de partida",
    "equilibria_none_since": (
        "não se encontrou nenhum equilíbrio a partir de {starts} pontos de partida: {why}"
    ),
    "equilibria_one": "encontrou-se 1 equilíbrio a partir de {starts} pontos de partida",
    "equilibria_several": "encontraram-se {count} equilíbrios a partir de {starts} pontos de partida",
    "equilibria_perhaps_more": (
        "{found}; {once} deles a partir de um só ponto de partida, pelo que pode haver mais"
    ),
    "equilibria_all": "não há mais equilíbrios",
    "equilibria_all_within": "não há mais equilíbrios com {ranges}",
    "equilibria_maybe_more": (
        "pode haver mais equilíbrios: procurou-se a partir de {starts} pontos de partida com {ranges}"
    ),
    "equilibria_maybe_more_turn": (
        "pode haver mais equilíbrios: procurou-se a partir de {starts} pontos de partida"
    ),
    "equilibria_undecided_near": (
        "perto de {point} não está decidido se há mais equilíbrios; fora daí não há mais com {ranges}"
    ),
    "equilibria_undecided_turn": (
        "perto de {point} não está decidido se há mais equilíbrios; fora daí não há mais"
    ),
    "range_of": "{low} ≤ {name} ≤ {high}",
    "range_in": "{low} ≤ {name} ≤ {high} {unit}",
    "equilibria_flow": "com {names} não há posição de repouso",
    "equilibria_no_balance": "nada equilibra uma força de {force} ao longo de ({where})",
    "equilibria_forces_left": "na posição mais próxima restam forças não equilibradas ({where})",
    "equilibria_forces_shared": (
        "as forças de {names} não estão determinadas individualmente; dão-se as menores que equilibram o"
        " sistema"
    ),
    "inputs_at_time": "as entradas são fixadas nos seus valores em t = {t} s: {values}",
    "time_in_equations": "as equações dependem explicitamente do tempo; são avaliadas em t = {t} s",
    "equilibria_flow_kept": (
        "os vínculos não holónomos mantêm as suas direções do início; não se enumeram os equilíbrios que só"
        " seriam alcançados contra eles"
    ),
    "equilibria_dry_friction": (
        "o atrito seco é desprezado: posições vizinhas também podem estar em repouso"
    ),
    "equilibria_friction_out": (
        "o atrito do contacto {name} é desprezado, porque o contacto cede: não se procuram as posições que só"
        " o atrito mantém; com um contacto rígido (com restitution) são encontradas"
    ),
    "friction_left_out": "o atrito do contacto {name} é desprezado",
    "instants_left_out": "os impulsos e os eventos que atribuem valores são desprezados: {names}",
    "equilibria_slips": (
        "o atrito no contacto {name} teria de suportar {friction}, mas suporta no máximo {limit}"
    ),
    "equilibria_sticking": (
        "o atrito mantém {names}: posições vizinhas também estão em equilíbrio enquanto o atrito bastar"
    ),
    "equilibria_contacts_shared": (
        "as forças dos contactos {names} não são únicas: dá-se uma distribuição em que todas são de "
        "compressão"
    ),
    "equilibria_contacts_some": (
        "há demasiados contactos para testar todas as combinações de contactos fechados; pode haver"
        " mais equilíbrios"
    ),
    "contact_closed": "o contacto {name} está fechado e atua como vínculo: {hold}",
    "hold_smooth": "não tem atrito",
    "hold_sticks": "adere",
    "hold_slides": "desliza sobre a sua superfície móvel",
    "stable_on_contacts": "{why}; contactos fechados: {names}",
    "stable_contact_unloaded": (
        "o contacto fechado {name} não transmite força, pelo que as equações lineares não são conclusivas"
    ),
    "stable_friction_full": (
        "o atrito do contacto {name} está no limite, pelo que as equações lineares não são conclusivas"
    ),
    "no_modes": (
        "as restrições e os contactos fechados não deixam nenhuma direção livre, pelo que não há modos"
    ),
    "contact_open": "o contacto {name} é considerado aberto",
    "stability_asymptotic": "assintoticamente estável",
    "stability_stable": "estável",
    "stability_neutral": "indiferente",
    "stability_unstable": "instável",
    "stability_undecided": "indeterminado",
    "stable_family": "um de uma família contínua de dimensão {count} (ao longo de {names}); {why}",
    "stable_if_flow_kept": "{why}, se os vínculos não holónomos forem respeitados",
    "stable_no_direction": "os vínculos não deixam livre nenhuma direção",
    "potential_energy": "a energia potencial",
    "effective_potential": "o potencial efetivo V − T₀",
    "stable_minimum": "{potential} tem um mínimo",
    "stable_minimum_damped": (
        "{potential} tem um mínimo e todos os movimentos são amortecidos, o mais lento à razão de {rate} 1/s"
    ),
    "stable_fed": (
        "{potential} tem um mínimo,"
        " mas os esforços podem alimentar movimentos pequenos sem que as equações lineares o mostrem"
    ),
    "stable_no_minimum": (
        "{potential} não tem mínimo (desce em {directions}); nas equações lineares as forças"
        " giroscópicas estabilizam o equilíbrio, o que o amortecimento anularia"
    ),
    "stable_falls": (
        "{potential} diminui em {directions} de {free}; uma perturbação cresce à razão de {rate} 1/s"
    ),
    "stable_maximum": "{potential} tem um máximo; uma perturbação cresce à razão de {rate} 1/s",
    "stable_oscillation_grows": "uma oscilação cresce à razão de {rate} 1/s",
    "stable_disturbance_grows": "uma perturbação cresce à razão de {rate} 1/s",
    "stable_no_return": "não há força restauradora em {directions}",
    "stable_dies_out": "toda a perturbação decai, a mais lenta à razão de {rate} 1/s",
    "stable_shapes_lacking": (
        "a menos de arredondamentos coincidem vibrações a {frequencies} rad/s que partilham a mesma forma: "
        "nas equações lineares uma perturbação cresce então proporcionalmente ao tempo, e decidem os termos "
        "não lineares"
    ),
    "stable_neither": "as equações lineares têm oscilações que nem crescem nem decaem",
    "stable_stiffness_vanishes": "a rigidez anula-se aí, pelo que as equações lineares não permitem decidir",
    "one_direction": "1 direção",
    "directions": "{count} direções",
    "place_start": "o início",
    "place_an_equilibrium": "um equilíbrio",
    "place_equilibrium": "o equilíbrio {stability}",
    "place_nearest": "o equilíbrio mais próximo do início, que é {stability}",
    "place_only_firm": "o único {stability} de {count} equilíbrios",
    "place_nearest_firm": "o equilíbrio {stability} mais próximo de {count}",
    "place_not_resting": (
        "{place} não é um equilíbrio: fica aí por equilibrar {where}; as equações descrevem desvios do"
        " movimento que passa por aí, durante pouco tempo"
    ),
    "place_moves": "o sistema move-se aí: {values}",
    "input_not_free": (
        "a entrada {name} move um vínculo ou atua pela sua derivada: não está entre as entradas"
    ),
    "linear_without_outputs": (
        "as saídas que usam forças ou acelerações não estão entre as das equações lineares: {names}"
    ),
    "inputs_given": "as entradas são mantidas nestes valores: {values}",
    "place_with_inputs": "{place}, com {values}",
    "modes_none_with_inputs": "com as entradas tal como são em t = {t} s ({values}): {why}",
    "modes_lasting": (
        "{why}; as equações lineares não mudam ao longo do movimento que passa pelo início, e os modos também"
        " não"
    ),
    "modes_not_lasting": "{why}, e as equações lineares mudam ao longo do movimento que passa pelo início",
    "modes_start_moves": (
        "o sistema move-se no início ({values}), mas estes são os modos em repouso: --at start dá os do"
        " movimento"
    ),
    "place_steady_start": "o movimento estacionário do início",
    "advice_find_rest": "as posições de repouso encontram-se com: dalembert equilibrium {command}",
    "start_assumed": "suposto: {names}",
    "place_forces_open": "{place}: as forças que dependem de outras não têm aqui solução única",
    "place_no_accelerations": (
        "{place}: aqui não estão determinadas todas as acelerações, porque algumas coordenadas não têm"
        " inércia"
    ),
    "place_efforts_bend": (
        "{place}: aqui não há equações lineares; as condições {names} ligam velocidades, com derivadas que"
        " mudam ao longo do movimento"
    ),
    "place_efforts_open": "{place}: aqui os esforços desconhecidos {names} não estão determinados",
    "place_force_not_finite": "{place}: aqui a força de {name} não é finita",
    "place_inertia_not_finite": "{place}: aqui a inércia de {name} não é finita",
    "place_no_derivative": "{place}: aqui as forças sobre {name} não têm derivada finita",
    "place_contact_closed": "{place}: aqui o contacto {name} está fechado, a sua folga é {gap}",
    "analysis_sampled": "{name} é amostrado, e sem uma simulação não se conhecem as suas amostras",
    "analysis_delayed": "sem uma simulação não se conhece o valor atrasado {name}",
    "analysis_dependent_force": "uma expressão depende de {name}, que só uma simulação calcula",
    "place_no_linear": (
        "{place}: aqui não há equações lineares, porque as forças saltam ou têm um ponto anguloso"
    ),
    "place_given": "{values}",
    "place_no_state_space": "{place}: aqui não há espaço de estados; {reason}",
    "linear_open": "as equações lineares não determinam {names}",
    "linear_needs_rate": (
        "uma entrada atua onde nada tem inércia nem amortecimento: seria precisa a sua derivada"
    ),
    "campbell_not_resting": (
        "{count} das {places} posições não são um equilíbrio: em {value} fica por equilibrar {where}"
    ),
    "inverse_jumps": (
        "o movimento de {name} contém {functions}: nos seus saltos e pontos angulosos os esforços são"
        " infinitos por um instante, o que nenhuma amostra mostra"
    ),
    "inverse_table_si": "a tabela de {name} é tomada em SI, embora a sua unidade seja {unit}",
    "inverse_in_addition": (
        "o modelo também atua por si mesmo sobre {names}: os esforços calculados somam-se aos seus"
    ),
    "inverse_other_inputs": "outras entradas atuam segundo as suas próprias leis: {names}",
    "inverse_inputs_sought": (
        "as leis de {names} do modelo não são usadas, porque estas entradas são as que se procuram"
    ),
    "inverse_forces_open": "as forças de {names} não ficam determinadas pelo movimento",
    "inverse_expression": "{text}",
    "inverse_table": "uma tabela de {count} pontos, spline cúbica",
    "inverse_on_input": "a entrada {name}",
    "inverse_on_coordinate": "{name}",
}
