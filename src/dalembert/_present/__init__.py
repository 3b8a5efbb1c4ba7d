"""The presentation room: equations as text, Unicode and LaTeX; figures, animations and reports."""
