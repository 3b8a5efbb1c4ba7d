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
    "animation_live_met": "Erro estimado: {error} (pedido: {rtol}).",
    "animation_live_limited": (
        "O erro estimado fica abaixo de {rtol} até t = {until} s; no máximo é {error}."
    ),
    "animation_live_balance": "O balanço de energia fecha com {ledger}.",
    "animation_live_no_claim": "Nada se sabe do seu erro.",
    "animation_live_ended": "A simulação termina em t = {t} s: {why}.",
    "animation_live_not_finite": "as derivadas não são finitas",
    "animation_live_singular": "as acelerações ou os multiplicadores não estão determinados",
    "animation_live_underflow": "seriam precisos passos cada vez menores",
    "animation_live_off": "não há caminho de volta às ligações",
    "animation_live_too_long": "pede mais trabalho do que uma página deve fazer",
    "animation_live_no_start": (
        "Nenhum início cumpre as ligações com estes valores; mostra-se o movimento anterior."
    ),
    "animation_live_not_allowed": "WebAssembly não é permitido aqui: mostra-se o movimento gravado.",
    "animation_live_recorded": (
        "Esta página mostra um movimento gravado e os seus valores não podem ser mudados aqui: {reason}."
    ),
    "live_contact": "o contacto {name} muda as equações de movimento",
    "live_sampled": "{name} muda em instantes de amostragem",
    "live_impulse": "o impulso {name} é um salto da quantidade de movimento",
    "live_event": "o evento {name} muda ou termina a simulação",
    "live_table": "{name} lê-se de uma tabela ou do passado",
    "live_switches": "há forças que comutam, como o atrito seco",
    "live_jumps_in_time": "tem quebras ou saltos em tempos dados",
    "live_method": "as suas simulações são feitas por {method}, e as de uma página por um método explícito",
    "live_refused": "{reason}",
    "live_drawing": "partes do seu desenho ({kinds}) só se conhecem do movimento gravado",
    "live_long": "as suas equações são longas demais para uma página ({count} instruções)",
}
