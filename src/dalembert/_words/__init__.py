"""What the program says: messages as records, and the catalogues that word them in every language."""
