"""Sentences of the engine as templates, in Portuguese: `report/said.py` finds them and fills their blanks."""

SAID: dict[str, str] = {
    "report_say_ran": "calculado até t = {t} s; {say}",
    "report_say_estimated": "erro estimado {error}, pedido {rtol}",
    "report_say_until_worst": (
        "o erro estimado cumpre {rtol} até t = {t} s; depois atinge {error}, em `{name}` em t = {at} s:"
        " {say_why}"
    ),
    "report_say_more_than_asked": (
        "erro estimado {error}, em `{name}` em t = {at} s, maior que o {rtol} pedido: {say_why}"
    ),
    "report_say_rounding": "a precisão dupla não permite mais do que isto",
    "report_say_truncation": "passos mais finos ainda o alteram",
    "report_say_until": "o erro estimado cumpre {rtol} até t = {t} s; depois atinge {error}",
    "report_say_until_chaotic": (
        "o erro estimado cumpre {rtol} até t = {t} s; depois o movimento é caótico: os cálculos separam-se,"
        " e este é um dos movimentos próximos"
    ),
    "report_say_until_alone": (
        "o erro estimado cumpre {rtol} até t = {t} s; depois não é conhecido:"
        " um cálculo com outros passos terminou ali"
    ),
    "report_say_fixed_steps": "passos fixos de {dt} s, cujo erro não é controlado",
    "report_say_not_known": (
        "o erro não é conhecido: passos mais finos exigiriam mais trabalho do que uma simulação pode ter"
    ),
    "report_say_interrupted": "parado pelo utilizador em t = {t} s; o que foi calculado é conservado",
    "report_say_event_stopped": "o evento `{name}` parou o cálculo em t = {t} s",
    "report_say_constraints_off": (
        "calculado até t = {t} s, mas os vínculos desviam-se em {error} da sua grandeza"
    ),
    "report_say_unexplained": (
        "calculado até t = {t} s, mas {error} da energia fica por explicar, mais do que {say_what} deveria"
        " deixar: {say_advice}"
    ),
    "report_say_such_steps": "um passo assim",
    "report_say_such_rtol": "a tolerância rtol = {rtol}",
    "report_say_smaller_step": "experimente um passo menor do que dt = {dt}",
    "report_say_kinks": (
        "a causa podem ser saltos ou quebras do modelo (sign, step, if) ou um movimento demasiado rápido"
        " para as suas amostras"
    ),
    "report_say_stopped": "parado em t = {t} s: {say}",
    "report_say_seen": "{say}; ali observa-se: {say_seen}",
    "report_say_seen_more": "{say}; {say_more}",
    "report_say_seen_nothing": (
        "{say}; nada do que foi medido ali diz porquê: a inércia e os vínculos são regulares, nenhum"
        " divisor tende a zero, nada comuta nem cresce sem limite"
    ),
    "report_say_rate": "a derivada não é finita ali",
    "report_say_rate_of": "a derivada de `{name}` não é finita ali",
    "report_say_singular": "as acelerações não estão determinadas ali",
    "report_say_underflow": "o erro exige passos pequenos demais para a dupla precisão",
    "report_say_underflow_of": "o erro de `{name}` exige passos pequenos demais para a dupla precisão",
    "report_say_chattering": "os passos ficaram tão pequenos que a simulação não avança",
    "report_say_off": "não se encontrou caminho de volta aos vínculos",
    "report_say_seen_ending": "`{name}` não tem valor para além dali (o argumento é {value})",
    "report_say_seen_divisor": "o divisor `{name}` tende a zero ({value})",
    "report_say_seen_inertia": "a inércia ao longo de {names} anula-se ({now}, no início {start})",
    "report_say_seen_gradient": "o gradiente de {names} anula-se ({now}, no início {start})",
    "report_say_seen_dependent": "{names} tornam-se dependentes ({now}, no início {start})",
    "report_say_seen_runaway": "`{name}` cresce sem limite: vale {value} e muda outro tanto em {time} s",
    "report_say_seen_open": "as equações já não determinam {names} ({now}, no início {start})",
    "report_say_seen_switch": "`{name}` comuta",
    "report_say_seen_clock": "o movimento muda em {time} s, mas ali os tempos distam {between} s entre si",
    "report_say_seen_stiff": "a estabilidade encurta {part} dos passos, experimente --method radau",
    "report_say_diverged": "as equações de um passo não têm solução próxima; experimente um --dt menor",
    "report_say_jumped": (
        "um vínculo salta aí, e o que tem inércia não pode saltar com ele; faça-o crescer durante algum tempo"
    ),
    "report_say_impulse": (
        "as velocidades saltam aí, e não se encontraram outras que correspondam aos momentos anteriores (um"
        " esforço desconhecido não admite impulsos); dê algum tempo ao salto, ou"
        ' interpolate = "monotone" à tabela'
    ),
    "report_say_stiff": "a estabilidade limita os passos; experimente --method radau",
    "report_say_exhausted": (
        "tantos passos esgotaram o trabalho que uma simulação pode ter; encurte o tempo, ou procure um"
        " movimento muito mais rápido que a amostragem"
    ),
    "report_say_crowded": "os eventos sucedem-se aí demasiado depressa para serem distinguidos",
    "report_say_paradox": (
        "o atrito aperta ali um contacto tanto mais quanto mais apertado está, e nenhum movimento com"
        " forças finitas continua (paradoxo de Painlevé); tente menos atrito ou um contacto flexível"
    ),
    "report_say_jammed": "os vínculos levam o movimento contra um contacto fechado, e nenhum dos dois cede",
    "report_say_samples": (
        "as amostras a cada {dt} s mostram os modos acima de {limit} Hz com frequências falsas, e o modelo"
        " tem {modes} no início: mais amostras mostram-nos como são"
    ),
    "report_say_coarse": (
        "passos de {dt} s são grosseiros para modos em {modes}: um período deveria ter pelo menos {count}"
        " passos"
    ),
    "report_say_coarse_newmark": (
        "passos de {dt} s são grosseiros para modos em {modes}, que newmark desloca para {shifted}: um"
        " período deveria ter pelo menos {count} passos"
    ),
    "report_say_wedged": (
        "em {count} dos passos as forças dos contactos só são exatas a 1e-4: encravaram-se uns nos outros"
    ),
    "report_say_rescued": (
        "{part} % das avaliações foram resolvidas de novo numericamente porque um pivô perdeu os seus"
        " algarismos: correto mas lento; a matriz de massas ou os vínculos são aí quase singulares"
    ),
    "report_say_redundant": (
        "os vínculos {names} dependem uns dos outros e concordam: o movimento está determinado e as suas"
        " forças repartem-se o mais pequenas possível"
    ),
    "report_say_became_stiff": (
        "a estabilidade limitou os passos em t = {t} s, pelo que {method} fez o cálculo: o sistema é rígido"
        " (stiff)"
    ),
    "report_say_compiler": (
        "para cálculos rápidos instale um compilador de C (gcc ou clang), ou: pip install ziglang;"
        " $DALEMBERT_CC indica um"
    ),
    "report_say_compiler_broken": "{say}; o que foi encontrado não funciona: {message}",
    "report_say_cache_home": "não há pasta pessoal para a cache; atribua a {variable} uma pasta sua",
    "report_say_cache_made": (
        "não é possível criar a pasta de cache {path} ({message}); atribua outra a {variable}"
    ),
    "report_say_cache_others": (
        "outros podem escrever na pasta de cache {path}, pelo que nada dela é carregado; execute chmod 700"
        " {again} ou atribua a {variable} uma pasta sua"
    ),
    "report_say_cache_written": (
        "não é possível escrever na pasta de cache {path}; atribua outra a {variable}"
    ),
    "report_say_from": "de {name}",
    "report_say_from_equation": "da equação de {name}",
    "report_say_put_in": "com {name} substituído",
    "report_say_no_elimination": "não é possível: onde os vínculos se cumprem as equações não são finitas",
    "report_say_momentum": "momento conjugado de {name}",
    "report_say_cyclic": "{name} é cíclica: L não a contém e nada mais atua sobre ela",
    "report_say_energy": "energia",
    "report_say_timeless": "nada depende do tempo, dissipa nem realiza trabalho",
    "report_say_between_impacts": "{say} (entre impactos)",
    "report_say_jacobi": "integral de Jacobi",
    "report_say_jacobi_why": "L não contém o tempo; não é T + V",
    "report_say_no_christoffel": "C_matrix não existe: M depende das velocidades",
    "report_say_skew": (
        "M depende do tempo: M' - 2 C_matrix é antissimétrica a menos da sua derivada temporal explícita"
    ),
    "report_say_not_linear": (
        "as equações não são lineares em `{name}`; indique o parâmetro da gravidade com --gravity NAME"
    ),
    "report_say_none_found": "não se encontrou nenhum equilíbrio a partir de {starts} pontos de partida",
    "report_say_none_found_why": (
        "não se encontrou nenhum equilíbrio a partir de {starts} pontos de partida: {say}"
    ),
    "report_say_one_found": "encontrou-se 1 equilíbrio a partir de {starts} pontos de partida",
    "report_say_found": "encontraram-se {count} equilíbrios a partir de {starts} pontos de partida",
    "report_say_found_once": (
        "{say}; {once} deles a partir de um só ponto de partida, pelo que pode haver mais"
    ),
    "report_say_no_rest": "não há repouso com {names}",
    "report_say_no_balance": "nada equilibra uma força de {force} ao longo de ({where})",
    "report_say_left_forces": "na posição mais próxima ficam forças que nada equilibra ({where})",
    "report_say_shared": (
        "as forças de {names} não estão determinadas uma a uma; dão-se as menores que equilibram"
    ),
    "report_say_inputs_held": "as entradas mantêm-se como estão em t = {t} s: {values}",
    "report_say_time_stands": "o tempo aparece nas próprias equações: são as de t = {t} s",
    "report_say_flow_held": (
        "os vínculos de fluxo mantêm as suas direções desde o início: não se enumeram os equilíbrios a que"
        " levaria um movimento contra eles"
    ),
    "report_say_contact_open_all": (
        "o contacto `{name}` é tomado como aberto: não se procuram equilíbrios que o pressionem"
    ),
    "report_say_dry_friction": (
        "o atrito seco fica de fora: em torno destes lugares outros também estão em repouso"
    ),
    "report_say_friction_out_all": (
        "o atrito do contacto `{name}` não é tido em conta: não se procura o que só ele segura"
    ),
    "report_say_friction_out": "o atrito do contacto `{name}` não é tido em conta",
    "report_say_contact_open": "o contacto `{name}` é tomado como aberto",
    "report_say_asymptotic": "assintoticamente estável",
    "report_say_stable": "estável",
    "report_say_neutral": "indiferente",
    "report_say_unstable": "instável",
    "report_say_undecided": "indeciso",
    "report_say_family": "um de uma família contínua de dimensão {count} (ao longo de {names}); {say}",
    "report_say_flow_kept": "{say}, se os vínculos de fluxo forem respeitados",
    "report_say_no_direction": "os vínculos não deixam livre nenhuma direção",
    "report_say_minimum": "a energia potencial tem um mínimo",
    "report_say_minimum_damped": (
        "a energia potencial tem um mínimo e o amortecimento atinge todo o movimento, o mais lento com {rate}"
    ),
    "report_say_no_minimum": (
        "a energia potencial não tem mínimo (desce em {say_directions}); nas equações lineares forças"
        " giroscópicas sustentam-na, e o amortecimento anularia isso"
    ),
    "report_say_falls": (
        "a energia potencial desce em {say_directions} de {free}; uma perturbação cresce com {rate}"
    ),
    "report_say_oscillation_grows": "uma oscilação cresce, com {rate}",
    "report_say_disturbance_grows": "uma perturbação cresce, com {rate}",
    "report_say_no_return": "nada o traz de volta em {say_directions}",
    "report_say_dies_out": "toda a perturbação se extingue, a mais lenta com {rate}",
    "report_say_neither": "as equações lineares têm oscilações que nem crescem nem se extinguem",
    "report_say_vanishing": "a rigidez anula-se aí: as equações lineares não o decidem",
    "report_say_one_direction": "1 direção",
    "report_say_directions": "{count} direções",
    "report_say_the_start": "o início",
    "report_say_an_equilibrium": "um equilíbrio",
    "report_say_the_equilibrium": "o equilíbrio ({say})",
    "report_say_nearest_equilibrium": "o equilíbrio mais próximo do início, de {count} ({say})",
    "report_say_only_firm": "o único equilíbrio não instável, de {count} ({say})",
    "report_say_nearest_firm": "o equilíbrio não instável mais próximo, de {count} ({say})",
    "report_say_not_resting": (
        "{say} não é um equilíbrio: o que não está equilibrado aí é {where}; as equações descrevem desvios"
        " do movimento que passa por aí, durante pouco tempo"
    ),
    "report_say_moves_there": "o sistema move-se aí: {values}",
    "report_say_input_moves": (
        "a entrada `{name}` move um vínculo ou atua pela sua derivada: não está entre as entradas"
    ),
    "report_say_inputs_given": "as entradas são mantidas nestes valores: {values}",
    "report_say_with_inputs": "{say}, com {values}",
    "report_say_none_with_inputs": "com as entradas tal como são em t = {t} s ({values}): {say}",
    "report_say_lasting": (
        "{say}; as equações lineares não mudam ao longo do movimento que passa pelo início, e os modos"
        " também não"
    ),
    "report_say_not_lasting": (
        "{say}, e as equações lineares mudam ao longo do movimento que passa pelo início"
    ),
    "report_say_start_moves": (
        "o sistema move-se no início ({values}), mas estes são os modos em repouso: --at start dá os do"
        " movimento"
    ),
    "report_say_steady_start": "o movimento estacionário do início",
    "report_say_find_rest": "as posições de repouso encontram-se com: dalembert equilibrium {command}",
    "report_say_assumed": "suposto: {names}",
    "report_say_no_accelerations": (
        "nada dá todas as acelerações neste ponto ({say}): algumas coordenadas não têm inércia aí"
    ),
    "report_say_efforts_open": "os esforços incógnitos {names} não estão determinados neste ponto ({say})",
    "report_say_force_not_finite": "a força de `{name}` não é finita neste ponto ({say})",
    "report_say_inertia_not_finite": "a inércia de `{name}` não é finita neste ponto ({say})",
    "report_say_no_derivative": "as forças sobre `{name}` não têm derivada finita neste ponto ({say})",
    "report_say_contact_closed": "o contacto `{name}` está fechado neste ponto ({say}): a sua folga é {gap}",
    "report_say_no_linear": (
        "não há equações lineares neste ponto ({say}): as forças saltam ou têm uma quebra aí"
    ),
    "report_say_no_value": "o parâmetro `{name}` não tem valor",
    "report_say_effort_idle": "o esforço `{name}` não realiza trabalho: o movimento não o sente",
    "report_say_flat_constraint": (
        "o vínculo `{name}` não prende nada no início: as suas derivadas em relação a {names} são zero ali"
    ),
    "report_say_flat_effort": (
        "o vínculo de esforço `{name}` não determina {names}: onde é zero, a sua derivada também o é,"
        " como num quadrado"
    ),
    "report_say_effort_count": "há {count} vínculos de esforço ({names}) para {efforts} esforços incógnitos",
    "report_say_too_many": (
        "as equações de {names} são {count} equações só para {unknowns}: sobram {more}, pelo que se"
        " contradizem ou se repetem"
    ),
    "report_say_no_t_end": "não se diz durante quanto tempo simular",
    "report_say_too_large": "demasiado grande para este relatório: {count} coordenadas",
    "report_say_unknown_here": "`{name}` não é conhecido aqui",
    "report_say_no_point": "na cena não há nenhum ponto `{name}`",
}
