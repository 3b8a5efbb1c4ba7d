"""Models made of models: the section [parts], written out before bodies and elements are."""
