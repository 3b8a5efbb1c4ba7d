"""Every message in German."""

from dalembert._words.de import analyses, derivation, figures, motion, report, results

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **analyses.MESSAGES,
    **figures.MESSAGES,
    **report.MESSAGES,
    **results.MESSAGES,
}
