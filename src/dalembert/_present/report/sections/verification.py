"""How the printed equations were compared with the energies."""

from __future__ import annotations

from dalembert._present.report.desk import Desk
from dalembert._present.report.document import Section


def section(desk: Desk) -> Section:
    """Points and the largest error."""
    verified = desk.material.equations.verified
    if verified.points:
        error = desk.number(verified.max_error, 2)
        blocks = [desk.paragraph("report_verified", points=verified.points, error=error)]
    else:
        blocks = [desk.paragraph("report_unverified")]
    if verified.unseen:
        blocks.append(desk.paragraph("report_unseen", sides=", ".join(verified.unseen)))
    return Section("verification", desk.words("report_verification"), tuple(blocks))
