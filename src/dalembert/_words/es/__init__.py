"""Every message in Spanish."""

from dalembert._words.es import analyses, derivation, equations, figures, motion, report

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **equations.MESSAGES,
    **analyses.MESSAGES,
    **figures.MESSAGES,
    **report.MESSAGES,
}
