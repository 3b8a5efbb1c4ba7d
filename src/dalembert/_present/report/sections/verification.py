"""How the printed equations were compared with the energies."""

from __future__ import annotations

from dalembert._present.report.document import Section
from dalembert._present.report.writer import Writer


def section(writer: Writer) -> Section:
    """Points and the largest error."""
    verified = writer.data.equations.verified
    if verified.points:
        error = writer.number(verified.max_error, 2)
        blocks = [writer.paragraph("report_verified", points=verified.points, error=error)]
    else:
        blocks = [writer.paragraph("report_unverified")]
    if verified.unseen:
        blocks.append(writer.paragraph("report_unseen", sides=", ".join(verified.unseen)))
    return Section("verification", writer.words("report_verification"), tuple(blocks))
