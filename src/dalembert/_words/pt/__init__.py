"""Every message in Portuguese."""

from dalembert._words.pt import analyses, derivation, figures, motion, report, results

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **analyses.MESSAGES,
    **figures.MESSAGES,
    **report.MESSAGES,
    **results.MESSAGES,
}
