"""Words of pages that run, in Portuguese."""

MESSAGES: dict[str, str] = {
    "animation_live_values": "Valores deste movimento",
    "animation_live_parameters": "Parâmetros",
    "animation_live_start": "Início",
    "animation_live_run": "Simulação",
    "animation_live_end": "fim da simulação",
    "animation_live_reset": "Repor valores",
    "animation_live_link": "Ligação para estes valores",
    "animation_live_csv": "Guardar como CSV",
    "animation_live_keys": "Arraste uma articulação ou uma massa do mecanismo para escolher onde começa.",
    "animation_live_ledger": "Balanço de energia",
    "animation_live_estimating": "Mostra-se uma só simulação; o seu erro está a ser estimado …",
    "animation_live_met": "Erro estimado: {error} (tolerância: {rtol}).",
    "animation_live_limited": (
        "O erro estimado fica abaixo de {rtol} até t = {until} s; no máximo é {error}."
    ),
    "animation_live_balance": "O balanço de energia fecha com {ledger}.",
    "animation_live_no_claim": "O seu erro não é conhecido.",
    "animation_live_ended": "A simulação termina em t = {t} s: {why}.",
    "animation_live_not_finite": "as derivadas não são finitas",
    "animation_live_singular": "as acelerações ou os multiplicadores não estão determinados",
    "animation_live_underflow": "seriam precisos passos cada vez menores",
    "animation_live_off": "não foi possível voltar a cumprir os vínculos",
    "animation_live_too_long": "precisa de mais cálculo do que uma página permite",
    "animation_live_no_start": (
        "Com estes valores nenhuma posição inicial cumpre os vínculos; mostra-se o movimento anterior."
    ),
    "animation_live_not_allowed": "WebAssembly não é permitido aqui: mostra-se o movimento gravado.",
    "animation_live_recorded": (
        "Esta página mostra um movimento gravado e os seus valores não podem ser mudados aqui: {reason}."
    ),
    "animation_live_inside": (
        "Ali não começa nenhum movimento: o início está dentro do contacto {name}; "
        "mostra-se o movimento anterior."
    ),
    "animation_live_bound": (
        "Com estes valores não começa nenhuma simulação: {name} = {value}, mas tem de ser "
        "{sign} {bound}; mostra-se o movimento anterior."
    ),
    "animation_live_no_end": (
        "t = {end} s não é posterior ao início em {start} s; mostra-se o movimento anterior."
    ),
    "animation_live_no_run": (
        "Com estes valores não começa nenhuma simulação: {why}; mostra-se o movimento anterior."
    ),
    "animation_live_open": (
        "O balanço de energia só fecha até {ledger}: o movimento mostrado pode estar errado."
    ),
    "animation_live_no_number": "{name} tem de ser um número finito; o seu valor fica como estava.",
    "animation_live_address": "Não se entendeu no endereço desta página, e fica de fora: {text}.",
    "animation_live_stopped": "O evento {name} termina a simulação em t = {t} s.",
    "animation_live_undecided": "as leis de contactos e comutadores não determinam ali o movimento",
    "animation_live_restitution": "um coeficiente de restituição não está entre 0 e 1",
    "animation_live_sticking": "um contacto tem menos atrito em repouso do que ao deslizar",
    "animation_live_friction": "um coeficiente de atrito é negativo",
    "animation_live_event_inside": "o que um evento fixa fica dentro de um contacto",
    "animation_live_event_value": "um evento fixa um valor que não é finito",
    "animation_live_event_off": "perto do que um evento fixa nenhum estado cumpre os vínculos",
    "animation_live_event_again": (
        "um evento regressa de imediato depois do que fixa, ou eventos provocam outros sem fim"
    ),
    "animation_live_events": "Eventos",
    "animation_live_what": "Evento",
    "animation_live_impacts": "Eventos, entre eles {count} impactos",
    "animation_live_impact": "impacto de {name}: perdem-se {lost} J",
    "animation_live_sticks": "{name} adere",
    "animation_live_slips": "{name} desliza",
    "animation_live_rests": "{name} fica fechado",
    "animation_live_opens": "{name} abre-se",
    "animation_live_more": "e mais {count} eventos",
    "live_jumps_in_time": (
        "uma quebra ou salto num tempo dado muda o seu estado, os seus contactos ou outro comutador"
    ),
    "live_method": "é simulado com {method}, mas uma página só tem um método explícito",
    "live_refused": "{reason}",
    "live_drawing": "partes do seu desenho ({kinds}) só se conhecem do movimento gravado",
    "live_long": "as suas equações são longas demais para uma página ({count} instruções)",
    "live_event_results": "o evento {name} depende de uma força ou de uma aceleração",
    "live_delay": "{name} é um valor atrasado",
    "live_dependent_start": "o valor inicial de {name} resulta de outros valores iniciais",
    "live_stop_of_dae": (
        "um evento termina a simulação de um modelo cujas acelerações se resolvem numericamente"
    ),
    "modes_general": "há forças que comutam num modelo cujas acelerações se resolvem numericamente",
    "modes_large": "tem {count} coordenadas junto a contactos ou comutadores, e admitem-se {most} no máximo",
    "modes_redundant": "os seus vínculos dependem uns dos outros, e tem comutadores ou atrito seco",
    "modes_efforts": "há um esforço desconhecido, {name}, junto a contactos ou comutadores",
    "modes_compliant": "o contacto {name} é flexível",
    "modes_two_slips": "o contacto {name} pode deslizar em duas direções",
    "modes_both": "tem contactos e também forças que comutam",
    "modes_friction_twice": "o contacto {name} tem atrito ao lado de outro atrito seco",
    "modes_contacts": "tem {count} contactos, e admitem-se {most} no máximo",
    "modes_dependent": "há forças que dependem das forças dos contactos",
    "modes_switches": "tem {count} funções de comutação, e admitem-se {most} no máximo",
    "modes_many": "os seus contactos e comutadores têm {count} modos, e admitem-se {most} no máximo",
}
