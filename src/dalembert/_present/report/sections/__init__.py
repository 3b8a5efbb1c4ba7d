"""One file per section of the report: each makes a section with the writer, or None if it would be empty."""
