"""Every name that the verbs accept, read from the registries; the command line lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Names by what they select; a language has its code and its common names."""

    forms: tuple[str, ...]  # of `form_of` and `show`, the first being Lagrange's equations
    styles: tuple[str, ...]  # of `show`
    figures: tuple[str, ...]  # kinds of `plot`
    model_figures: tuple[str, ...]  # those of them that need no motion
    sweep_figures: tuple[str, ...]  # those of many runs
    windows: tuple[str, ...]  # of a spectrum
    methods: tuple[str, ...]  # of `simulate`
    function_languages: tuple[str, ...]  # of `function_files`
    program_languages: tuple[str, ...]  # of `program_files`
    languages: Mapping[str, tuple[str, ...]]  # of reports, figures and animations
    stages: Mapping[str, str]  # of `run` and `report`: names and descriptions
    figure_files: tuple[str, ...]  # suffixes that `plot` writes
    animation_files: tuple[str, ...]  # suffixes that `animate` writes
    motion_files: tuple[str, ...]  # suffixes that `save` writes

    def systems(self, language: str = "en") -> dict[str, str]:
        """The summaries of the library systems by name, in a language."""
        from dalembert._words.library import text_in
        from dalembert.library import SYSTEMS

        return {system.name: text_in(language, system.summary) for system in SYSTEMS}

    def __repr__(self) -> str:
        """The number of names of each kind."""
        return f"Choices({len(self.forms)} forms, {len(self.figures)} figures, {len(self.methods)} methods …)"


def choices() -> Choices:
    """The names that the verbs accept: forms, styles, kinds of figures, methods, languages, files."""
    from dalembert._derive.forms.registry import FORMS
    from dalembert._export.function_languages import LANGUAGES as FUNCTION_LANGUAGES
    from dalembert._export.motion_suffixes import MOTIONS
    from dalembert._export.programs.registry import ARCHIVES, EQUATIONS, PROGRAMS
    from dalembert._present.figure_suffixes import ANIMATIONS, FIGURES
    from dalembert._present.figures.kinds import KINDS, ModelKind, SweepKind
    from dalembert._present.figures.windows import WINDOWS
    from dalembert._present.styles import STYLES
    from dalembert._simulate.method_names import NAMES
    from dalembert._words.languages import LANGUAGES
    from dalembert.verbs.stages import STAGES

    return Choices(
        forms=("lagrange", *FORMS),
        styles=STYLES,
        figures=tuple(KINDS),
        model_figures=tuple(name for name, kind in KINDS.items() if isinstance(kind, ModelKind)),
        sweep_figures=tuple(name for name, kind in KINDS.items() if isinstance(kind, SweepKind)),
        windows=tuple(WINDOWS),
        methods=NAMES,
        function_languages=tuple(FUNCTION_LANGUAGES),
        program_languages=(*PROGRAMS, *EQUATIONS, *ARCHIVES),
        languages={code: language.names for code, language in LANGUAGES.items()},
        stages=STAGES,
        figure_files=FIGURES,
        animation_files=ANIMATIONS,
        motion_files=MOTIONS,
    )
