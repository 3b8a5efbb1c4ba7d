"""One file per section of the report: from the writer to a section, or None where there is nothing."""
