"""Files for MATLAB and Octave: functions, a script that runs them, and an S-function for Simulink."""

from __future__ import annotations

from dalembert._export.programs.records import LOOKS, Entry, ModelProgram
from dalembert._export.programs.templates import fill_template, template
from dalembert._tape import octave
from dalembert._tape.legend import legend_lines
from dalembert._tape.printer_lines import number_text

FIRST_JUMP = """\
  jump_at = {stem}_next_jump(t(1) - 2*{near}, y(1, :)', p); % impulses and samples
  if jump_at <= t(1) + {near}
    y(1, :) = {stem}_jumps(t(1), y(1, :)', p)';
    jump_at = {stem}_next_jump(t(1), y(1, :)', p);
  end
"""
JUMP = """\
    if now >= jump_at
      state = {stem}_jumps(now, state, p);
      jump_at = {stem}_next_jump(now, state, p);
    end
"""
CHUNK = 50  # rows between two projections: the drift of such a short run is below its tolerance


def files(own: ModelProgram, stem: str) -> dict[str, str]:
    """The files, by their names."""
    legend, n = own.legend, max(1, own.kinds.count(0))
    constrained = own.correction is not None
    about = "\n".join(
        f"% {line}".rstrip() for line in legend_lines(legend, own.rates.arguments, octave.entry)
    )
    known = {
        "ABOUT": about,
        "PROJECT": ("\n" + template("project.m") if constrained else "")
        + ("\n" + template("smooth_until.m") if own.switches else ""),
        "FIRST": f"project({own.t_start!r}, start(:), p)'" if constrained else "start(:)'",
        "PROJECTED_ROW": "project(t(rows(k)), states(k + 1, :)', p)'" if constrained else "states(k + 1, :)",
        "PROJECTED_END": "project(reached, states(end, :)', p)" if constrained else "states(end, :)'",
        "SWITCHING": (
            "    if now >= stop, [low, high, stop] = smooth_until(now, t(end), state, p); end\n"
            if own.switches
            else "    stop = t(end);\n"
        )
        + ("    stop = min(stop, jump_at);\n" if own.jumps else ""),
        "FIRST_JUMP": FIRST_JUMP.format(stem=stem, near=repr(own.near)) if own.jumps else "",
        "JUMP": JUMP.format(stem=stem) if own.jumps else "",
        "VALUES": "; ".join(number_text(e.value, octave.LANGUAGE) for e in own.parameters),
        "START": "; ".join(number_text(e.value, octave.LANGUAGE) for e in own.states),
        "STATES": str(len(own.states)),
        "OUTPUTS": str(len(own.observed)),
        "SHOWN": str(n),
        "LEGEND": ", ".join(_string(e) for e in own.states[:n]),
        "T_START": repr(own.t_start),
        "T_END": repr(own.t_end),
        "SAMPLES": str(own.samples),
        "RTOL": repr(own.rtol),
        "LONGEST": repr(own.longest),
        "LOOKS": str(LOOKS),
        "NEAR": repr(own.near),
        "SPAN": repr(own.t_end - own.t_start),
        "CHUNK": str(CHUNK if constrained else own.samples),
        "NAME": stem,
    }

    return {
        **{f"{stem}_{tape.name}.m": octave.source(tape, legend, stem) for tape in own.tapes},
        f"run_{stem}.m": fill_template("run.m", known),
        **({} if own.jumps else {f"{stem}_sfun.m": fill_template("block.m", known)}),  # it has no jumps
    }


def _string(e: Entry) -> str:
    text = "".join(c for c in e.name if c.isprintable()).replace("'", "''").replace("%", "%%")
    return f"'{text}'"
