"""Every message in Spanish."""

from dalembert._words.es import (
    analyses,
    comparison,
    derivation,
    derivations,
    equations,
    figures,
    motion,
    report,
    results,
)

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **derivations.MESSAGES,
    **equations.MESSAGES,
    **analyses.MESSAGES,
    **comparison.MESSAGES,
    **figures.MESSAGES,
    **report.MESSAGES,
    **results.MESSAGES,
}
