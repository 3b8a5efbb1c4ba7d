"""Every message in German."""

from dalembert._words.de import analyses, derivation, equations, figures, motion, report

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **equations.MESSAGES,
    **analyses.MESSAGES,
    **figures.MESSAGES,
    **report.MESSAGES,
}
