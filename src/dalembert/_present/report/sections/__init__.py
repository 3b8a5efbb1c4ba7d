"""One file per section of the report: from the desk to a section, or None where there is nothing."""
