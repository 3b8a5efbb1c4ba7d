"""Messages about comparisons of a user's equations and energies, in Portuguese."""

MESSAGES: dict[str, str] = {
    "compare_right_same": "correta: é a equação de {name}",
    "compare_right_factor": "correta: é a equação de {name} multiplicada por {factor}",
    "compare_right_combination": "correta: decorre das equações do movimento",
    "compare_right_constraint": (
        "correta, mas decorre apenas dos vínculos: não contém nenhuma equação do movimento"
    ),
    "compare_right_energy": "correta: é {what}",
    "compare_right_constant": (
        "correta: é {what}, a menos de uma constante que não altera nenhuma equação do movimento"
    ),
    "compare_empty": "verifica-se em qualquer movimento e, por isso, nada diz sobre este sistema",
    "compare_undecided": (
        "por si só verifica-se com um {names} adequado, quaisquer que sejam os outros termos: "
        "indique também as outras equações"
    ),
    "compare_not_evaluated": (
        "pôde ser avaliada em poucos estados: procure raízes e logaritmos de valores negativos e "
        "divisões por zero"
    ),
    "compare_not_seen": (
        "coincide em todos os estados comparados, mas não se achou nenhum em que {sides}: aí pode "
        "estar incorreta"
    ),
    "compare_not_weighed": (
        "coincide em todos os estados comparados, mas {terms} nunca foi grande o bastante para ser avaliado"
    ),
    "compare_wrong": "incorreta: {first}",
    "compare_wrong_of": "incorreta: face à equação de {name}, {first}",
    "compare_wrong_energy": "incorreta: face a {what}, {first}",
    "compare_wrong_multiplier": (
        "incorreta: {first}; nas outras equações {names} tem outro sinal ou outro fator"
    ),
    "compare_wrong_unplaced": (
        "incorreta: não se verifica em {states} estados, e poucos termos não o explicam"
    ),
    "compare_transposed": "o sinal ou o fator de {names} é diferente",
    "compare_missing": "falta o termo {term}",
    "compare_missing_of": "falta o termo {term} ({nature})",
    "compare_extra": "o termo {term} está a mais",
    "compare_sign": "o termo {term} tem o sinal errado",
    "compare_factor": "o termo {term} tem um fator errado: deve ser {right}",
    "compare_factor_unknown": "o termo {term} tem um fator errado",
    "compare_term": "o termo {term} deve ser {right}",
    "compare_term_unknown": "o termo {term} deve ser outro",
    "compare_dimension": "o termo {term} tem a unidade {own}, mas os outros termos têm {others}",
    "compare_of_inertia": "inércia",
    "compare_of_coriolis": "força de Coriolis",
    "compare_of_centrifugal": "força centrífuga",
    "compare_of_constraint": "força de vínculo",
    "compare_energy_T": "a energia cinética",
    "compare_energy_V": "a energia potencial",
    "compare_energy_E": "a energia total T + V",
    "compare_energy_L": "a lagrangiana T - V",
    "compare_energy_H": "a hamiltoniana",
    "compare_multiplier_negative": "{name} é usado com o sinal contrário",
    "compare_multiplier_is": "{own} é {name}",
    "compare_multiplier_times": "{own} é {factor} vezes {name}",
    "compare_multiplier_scaled": "{own} é um múltiplo de {name} que depende dos parâmetros",
    "compare_inputs_by_law": "as entradas estão escritas como funções do tempo",
    "compare_contacts_open": (
        "todos os contactos são considerados abertos: as suas forças não aparecem nas equações dadas"
    ),
    "compare_no_states": (
        "não foram encontrados estados em que se verifiquem os vínculos e as equações do movimento"
    ),
    "compare_error": "erro",
    "compare_help": "ajuda",
    "compare_note": "nota",
    "compare_add": "acrescente {right}",
    "compare_add_left": "acrescente {right} ao primeiro membro",
    "compare_add_right": "acrescente {right} ao segundo membro",
    "compare_add_after": "acrescente {right} depois de {term}",
    "compare_delete": "retire-o",
    "compare_write": "escreva {right}",
    "compare_states": "Comparado em {states} estados ao acaso com outros parâmetros",
}
