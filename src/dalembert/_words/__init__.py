"""Messages to the user: records, and the catalogues that word them in every language."""
