"""Every message in English."""

from dalembert._words.en import analyses, derivation, figures, motion, report, results

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **analyses.MESSAGES,
    **figures.MESSAGES,
    **report.MESSAGES,
    **results.MESSAGES,
}
