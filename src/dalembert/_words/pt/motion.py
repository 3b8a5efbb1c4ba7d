"""Messages about a run, in Portuguese."""

MESSAGES: dict[str, str] = {
    "run_ended": "simulado até t = {t} s; {accuracy}",
    "run_error": "erro estimado {error} (tolerância {rtol})",
    "run_error_until_worst": (
        "o erro estimado cumpre {rtol} até t = {t} s; depois atinge {error} em {name}, em t = {at} s: {cause}"
    ),
    "run_error_too_large": (
        "o erro estimado {error} em {name}, em t = {at} s, excede a tolerância {rtol}: {cause}"
    ),
    "cause_rounding": "a precisão dupla não permite maior exatidão aqui",
    "cause_truncation": "ainda muda com passos mais finos",
    "run_error_until": "o erro estimado cumpre {rtol} até t = {t} s; depois atinge {error}",
    "run_chaotic": (
        "o erro estimado cumpre {rtol} até t = {t} s; depois o movimento é caótico: as trajetórias vizinhas"
        " divergem, e esta é uma delas"
    ),
    "run_stepped_over": (
        "simulado até t = {t} s, mas em t = {at} s os passos de {method} saltaram uma zona estreita em que"
        " {name} varia rapidamente, como se não existisse: a partir daí o movimento está errado; use auto,"
        " rk853 ou radau, que vigiam cada passo à procura de tais zonas"
    ),
    "run_integral_off": (
        "simulado até t = {t} s, mas {name} tem um erro de até {error} do seu tamanho: o integrando varia"
        " depressa demais para uma soma sobre 64 trechos; escreva a sua primitiva ou divida a integral onde o"
        " integrando varia rapidamente"
    ),
    "run_not_unique": (
        "o movimento só é único até t = {t} s: aí {name} é zero e o seu declive é infinito, de modo que a"
        " partir desse estado são possíveis vários movimentos; este é um deles"
    ),
    "run_error_unknown_after": (
        "o erro estimado cumpre {rtol} até t = {t} s; depois não é conhecido: uma simulação com outros passos"
        " terminou ali"
    ),
    "run_fixed_steps": "passos fixos de {dt} s, cujo erro não é controlado",
    "run_error_unknown": (
        "o erro não é conhecido: passos mais finos exigiriam mais trabalho do que uma simulação pode ter"
    ),
    "run_interrupted": "parado pelo utilizador em t = {t} s; o que foi calculado é conservado",
    "run_stopped_by_event": "o evento {name} parou a simulação em t = {t} s",
    "run_constraints_off": "simulado até t = {t} s, mas os vínculos desviam-se em {error} da sua grandeza",
    "run_values_missing": (
        "simulado até t = {t} s, mas algumas linhas não têm valor finito; colunas com tais linhas: {count},"
        " primeiro {name} em t = {first} s"
    ),
    "run_friction_gives": (
        "simulado até t = {t} s, mas o atrito em contactos fornece {error} da energia, embora só a possa"
        " retirar: o movimento está errado, por um erro deste programa; {advice}"
    ),
    "advice_second_opinion": "compare com --method scipy:DOP853 e, por favor, comunique-o",
    "run_energy_unexplained": (
        "simulado até t = {t} s, mas {error} da energia fica por explicar, mais do que {allowed} deveria"
        " deixar: {advice}"
    ),
    "allowed_by_steps": "um passo assim",
    "allowed_by_rtol": "a tolerância rtol = {rtol}",
    "advice_smaller_step": "experimente um passo menor do que dt = {dt}",
    "advice_kinks": (
        "a causa pode estar em saltos ou pontos angulosos do modelo (sign, step, if) ou num movimento"
        " rápido demais para as suas amostras"
    ),
    "run_failed": "parado em t = {t} s: {reason}",
    "failure_seen": "{what}; ali observa-se: {seen}",
    "in_turn": "{first}; {then}",
    "failure_unexplained": (
        "{what}; a causa não é evidente: a inércia e os vínculos são regulares, nenhum divisor tende a"
        " zero, nada comuta nem diverge"
    ),
    "failure_rate": "a derivada não é finita ali",
    "failure_rate_of": "a derivada de {name} não é finita ali",
    "failure_singular": "as acelerações não estão determinadas ali",
    "failure_underflow": "a exatidão exigida requer passos pequenos demais para a precisão dupla",
    "failure_underflow_of": "a exatidão de {name} requer passos pequenos demais para a precisão dupla",
    "failure_chattering": "os passos ficaram tão pequenos que a simulação não avança",
    "failure_off": "não foi possível voltar a satisfazer os vínculos",
    "seen_root": (
        "{name} não está definida para além deste ponto (o argumento é {value}); "
        "se deve ficar aí, escreva max(…, 0) como argumento"
    ),
    "seen_ending": "{name} não está definida para além deste ponto (o argumento é {value})",
    "seen_divisor": "o divisor {name} tende a zero ({value})",
    "seen_inertia": "a inércia ao longo de {names} anula-se ({now}, no início {start})",
    "seen_gradient": "o gradiente de {names} anula-se ({now}, no início {start})",
    "seen_dependent": "{names} tornam-se dependentes ({now}, no início {start})",
    "seen_runaway": "{name} diverge: vale {value} e muda outro tanto em {time} s",
    "seen_jam": (
        "as forças que dependem de {names} encravam: quanto mais atuam, mais crescem (determinante"
        " {now}, no início {start})"
    ),
    "seen_open": "as equações já não determinam {names} ({now}, no início {start})",
    "seen_switch": "{name} comuta",
    "seen_clock": "o movimento muda em {time} s, mas a precisão dupla só resolve aí o tempo até {between} s",
    "seen_stiff": "a estabilidade limita {part} % dos passos, experimente --method radau",
    "failure_diverged": "as equações de um passo não têm solução próxima; experimente um --dt menor",
    "failure_jumped": (
        "um vínculo salta aí, e a inércia impede que o movimento o siga; faça-o mudar durante algum tempo"
    ),
    "failure_impulse": (
        "as velocidades saltam aí, e não se encontraram outras que correspondam aos momentos anteriores "
        "(um esforço desconhecido não pode exercer impulsos); dê algum tempo ao salto, ou use interpolate "
        '= "monotone" para a tabela'
    ),
    "failure_stiff": "a estabilidade limita os passos; experimente --method radau",
    "failure_exhausted": (
        "a simulação atingiu o seu limite de trabalho; encurte o tempo, ou procure um movimento muito mais"
        " rápido do que a amostragem"
    ),
    "failure_crowded": "os eventos sucedem-se aí depressa demais para serem distinguidos",
    "failure_event_again": (
        "o evento {name} voltaria a ocorrer de imediato e sem fim: os valores que atribui provocam-no de"
        " novo, ou os tempos entre um e outro são já curtos demais; faça-o parar a simulação, ou use um"
        " contacto, que pode ficar em repouso"
    ),
    "failure_event_value": "o evento {name} atribui a {entry} um valor que não é finito",
    "failure_event_off": "perto dos valores que o evento {name} atribui nenhum estado cumpre os vínculos",
    "failure_event_inside": "os valores que o evento {name} atribui ficam dentro do contacto {contact}",
    "failure_impulse_value": "o impulso {name} não é finito",
    "failure_sample_value": "o valor amostrado {name} não é finito",
    "failure_paradox": (
        "o atrito, ou outra força que depende de uma força de contacto, aumenta ali esta força sem limite, "
        "e nenhum movimento com forças finitas pode continuar (paradoxo de Painlevé); experimente um "
        "coeficiente menor ou um contacto elástico"
    ),
    "failure_undetermined": (
        "ali um contacto fecha-se com um impacto, e há forças que dependem da sua: no impacto não estão"
        " determinadas, porque mudam com as velocidades que saltam ou criariam energia; experimente um"
        " contacto elástico"
    ),
    "failure_undecided": (
        "ali um contacto fecha-se com um impacto, e as forças que dependem da sua dependem também de mais"
        " comutadores, em zero ou decididos por forças, do que os que podem ser testados em todas as"
        " combinações; escreva-as com menos abs, sign, min, max e if, ou use um contacto elástico"
    ),
    "failure_impulse_law": (
        "há forças ou taxas de estados que dependem de forças, e estas são impulsos enquanto {name} atua: ali"
        " não estão determinadas, porque mudam com as velocidades que saltam; deixe a força atuar durante"
        " algum tempo"
    ),
    "failure_jammed": "os vínculos levam o movimento contra um contacto fechado, e nenhum dos dois cede",
    "remark_sampled_function": (
        "a função da entrada {name} foi amostrada em {count} instantes; a spline cúbica que passa por eles"
        " afasta-se dela no máximo {error} do seu maior valor"
    ),
    "remark_samples": (
        "as amostras a cada {dt} s mostram os modos acima de {limit} Hz com frequências falsas, e o modelo"
        " tem modos em {modes} Hz no início: com mais amostras seriam resolvidos"
    ),
    "remark_coarse_steps": (
        "passos de {dt} s são grosseiros para modos em {modes} Hz: um período deveria ter pelo menos {count}"
        " passos"
    ),
    "remark_coarse_newmark": (
        "passos de {dt} s são grosseiros para modos em {modes} Hz, que newmark desloca para {shifted} Hz: um"
        " período deveria ter pelo menos {count} passos"
    ),
    "remark_wedged": (
        "em {count} dos passos as forças de contacto só são exatas a 4 algarismos, porque os contactos se"
        " encravam entre si"
    ),
    "remark_mean_forces": (
        "em {count} das linhas, primeiro em t = {first} s, nenhumas forças de contacto concordam com os"
        " deslizamentos desse instante (paradoxo de Painlevé): as forças e acelerações são aí médias sobre"
        " um passo"
    ),
    "remark_values_missing": (
        "saídas sem valor finito em algumas linhas: {count}, primeiro {name} em t = {first} s"
    ),
    "remark_not_looked_at": "os passos de {method} não são vigiados quanto a picos estreitos de forças",
    "remark_unwatched": (
        "nos passos de {method} não se vigiam picos estreitos das forças; o movimento foi examinado depois,"
        " entre as suas linhas, à procura deles"
    ),
    "remark_pivots": (
        "{part} % das avaliações foram resolvidas de novo numericamente porque um pivô perdeu precisão:"
        " correto mas lento; a matriz de massas ou os vínculos são aí quase singulares"
    ),
    "remark_delay_held": "antes do início estas grandezas têm os seus valores iniciais: {names}",
    "remark_delay_stiff": (
        "o modelo é rígido (stiff); com atrasos o método continua explícito, com passos curtos"
    ),
    "remark_impulse_outside": "o impulso {names} atua antes ou depois da simulação e não tem efeito nela",
    "remark_event_moved": (
        "os valores que o evento {names} atribui não cumprem os vínculos: foram levados até eles, primeiro"
        " as posições e depois as velocidades, com a menor mudança na norma de M"
    ),
    "remark_redundant": (
        "os vínculos {names} dependem uns dos outros sem contradição: o movimento está determinado e são "
        "dadas as menores das forças de vínculo possíveis"
    ),
    "remark_not_unique": (
        "{names} não são únicas: outras forças nestas juntas redundantes dariam o mesmo movimento; {check} "
        "propõe um tipo de junta com o qual são únicas"
    ),
    "remark_turns": (
        "a estabilidade limitou os passos numa parte da simulação, que ficou a cargo de {method}: {spans}; os"
        " outros passos são de {other}"
    ),
    "remark_span": "de t = {first} a {last} s",
    "remark_spans_more": "e mais {count} vezes",
    "remark_series": (
        "uma primeira execução com séries de Taylor custou {ratio} vezes menos do que uma com {other},"
        " pelo que a simulação usou {method}"
    ),
    "remark_stiff": (
        "a estabilidade limitou os passos em t = {t} s, pelo que a simulação usou {method}: o sistema é"
        " rígido (stiff)"
    ),
    "compiler_missing": (
        "para simulações rápidas instale um compilador de C (gcc ou clang), ou: pip install ziglang;"
        " $DALEMBERT_CC indica um"
    ),
    "compiler_broken": "{hint}; o que foi encontrado não funciona: {message}",
    "source_refused": (
        "um defeito do dalembert, comunique-o por favor: o compilador de C funciona, mas não com o nosso"
        " código ({message}); o que esse código faz foi feito sem ele, o que demora mais"
    ),
    "cache_home": "não há pasta pessoal para a cache; atribua a {variable} uma pasta sua",
    "cache_made": "não é possível criar a pasta de cache {path} ({message}); atribua outra a {variable}",
    "cache_others": (
        "outros podem escrever na pasta de cache {path}, pelo que nada dela é carregado; execute chmod 700"
        " {path} ou atribua a {variable} uma pasta sua"
    ),
    "cache_written": "não é possível escrever na pasta de cache {path}; atribua outra a {variable}",
    "end_assumed_periods": (
        "não é indicado o tempo final: a simulação termina em t = {t} s, cerca de {count} períodos da"
        " oscilação natural mais lenta ({hz} Hz; posição de referência: {place})"
    ),
    "end_assumed_decay": (
        "não é indicado o tempo final: a simulação termina em t = {t} s, cerca de {count} constantes de"
        " tempo do decaimento mais lento ({time} s; posição de referência: {place})"
    ),
    "start_moved": "{name} em {by}",
}
