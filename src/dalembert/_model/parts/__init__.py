"""Models composed of models: the section [parts], expanded before bodies and elements."""
