"""Every message in Portuguese."""

from dalembert._words.pt import analyses, derivation, equations, figures, motion, report

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **equations.MESSAGES,
    **analyses.MESSAGES,
    **figures.MESSAGES,
    **report.MESSAGES,
}
