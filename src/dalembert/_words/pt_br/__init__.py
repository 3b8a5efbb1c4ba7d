"""Every message in Brazilian Portuguese: the European catalogue in the spelling and words of Brazil."""

import re

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
    "encravaram-se": "travaram",
    "prima ": "pressione ",
    "Prima ": "Pressione ",
    "rodar": "girar",
    "Rodar": "Girar",
    "ecrã inteiro": "tela cheia",
    "Ecrã inteiro": "Tela cheia",
    "mais depressa": "mais rápido",
    "noutras": "em outras",
    "numa ": "em uma ",
    "ver-se-iam": "seriam vistos",
}
_EUROPEAN = re.compile("|".join(map(re.escape, WORDS)))

MESSAGES: dict[str, str] = {
    key: _EUROPEAN.sub(lambda found: WORDS[found[0]], text) for key, text in pt.MESSAGES.items()
} | {"language_names": "brazilian, brasileiro"}
