"""Every message in English."""

from dalembert._words.en import analyses, derivation, equations, figures, motion, report

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **equations.MESSAGES,
    **analyses.MESSAGES,
    **figures.MESSAGES,
    **report.MESSAGES,
}
