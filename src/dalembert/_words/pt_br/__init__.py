"""Every message in Brazilian Portuguese: the European catalogue in the spelling and words of Brazil."""

import re
from collections.abc import Mapping

from dalembert._words import pt

WORDS = {  # parts of words and phrases, European to Brazilian
    "contacto": "contato",
    "Contacto": "Contato",
    "ficheiro": "arquivo",
    "utilizador": "usuário",
    "controlo": "controle",
    "secção": "seção",
    "Secção": "Seção",
    "simpléctico": "simplético",
    "fotograma": "quadro",
    "pelo que": "de modo que",
    "tido em conta": "levado em conta",
    "prima ": "pressione ",
    "Prima ": "Pressione ",
    "rodar": "girar",
    "Rodar": "Girar",
    "ecrã inteiro": "tela cheia",
    "Ecrã inteiro": "Tela cheia",
    "mais depressa": "mais rápido",
    "noutras": "em outras",
    "numa ": "em uma ",
    "homogéneo": "homogêneo",
    "homogénea": "homogênea",
    "holónomo": "holônomo",
    "Holónomo": "Holônomo",
    "binário": "torque",
    "Tapete transportador": "Esteira transportadora",
    "Um tapete transportador": "Uma esteira transportadora",
    "condensador": "capacitor",
    "do veio": "do eixo",
    "encastrada": "engastada",
    "rodam": "giram",
    "num ": "em um ",
    "toda a perturbação": "toda perturbação",
    "toda a coordenada": "toda coordenada",
    "em ordem à": "em relação à",
    "em ordem a": "em relação a",
    "O integral de Jacobi no fim é igual ao inicial": "A integral de Jacobi no fim é igual à inicial",
    "Valor próprio": "Autovalor",
    "encravam": "travam",
    "fica por explicar": "fica sem explicação",
    "por explicar": "sem explicação",
    "depressa demais": "rápido demais",
    "ecrã": "tela",
    "por esta ordem": "nesta ordem",
    "seria precisa": "seria necessária",
    "Repor valores": "Restaurar valores",
    "Ligação para": "Link para",
    "Guardar como": "Salvar como",
    "a desvanecer": "desvanecendo",
    "está a ser estimado": "está sendo estimado",
    "são fiáveis": "são confiáveis",
}
_EUROPEAN = re.compile("|".join(map(re.escape, WORDS)))


def brazilian(texts: Mapping[str, str]) -> dict[str, str]:
    """European texts by their keys, in the spelling and words of Brazil."""
    return {key: _EUROPEAN.sub(lambda match: WORDS[match[0]], text) for key, text in texts.items()}


MESSAGES: dict[str, str] = brazilian(pt.MESSAGES)
