"""Every message in English."""

from dalembert._words.en import (
    analyses,
    compared_motions,
    comparison,
    derivation,
    derivations,
    equations,
    exercise,
    figures,
    live,
    motion,
    report,
    results,
    sweeps,
)

MESSAGES: dict[str, str] = {
    **motion.MESSAGES,
    **derivation.MESSAGES,
    **derivations.MESSAGES,
    **equations.MESSAGES,
    **analyses.MESSAGES,
    **comparison.MESSAGES,
    **compared_motions.MESSAGES,
    **exercise.MESSAGES,
    **figures.MESSAGES,
    **live.MESSAGES,
    **report.MESSAGES,
    **results.MESSAGES,
    **sweeps.MESSAGES,
}
