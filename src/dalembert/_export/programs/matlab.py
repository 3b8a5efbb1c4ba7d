"""Files for MATLAB and Octave: functions, a script that runs them, and an S-function for Simulink."""

from __future__ import annotations

from dalembert._export.programs.records import KINK_LOOKS, ModelProgram
from dalembert._export.programs.templates import fill_template, template
from dalembert._tape import octave
from dalembert._tape.legend import legend_lines
from dalembert._tape.printer_lines import number_text

FIRST_JUMP = """\
  jump_at = {stem}_next_jump(t(1) - 2*{near}, y(1, :)', p); % impulses and samples
  if jump_at <= t(1) + {near}
    y(1, :) = {stem}_jumps(t(1), y(1, :)', p)';
{sides}    jump_at = {stem}_next_jump(t(1), y(1, :)', p);
  end
"""
JUMP = """\
    if now >= jump_at
      state = {stem}_jumps(now, state, p);
{sides}      jump_at = {stem}_next_jump(now, state, p);
    end
"""
FIRST_SIDES = """\
  q = with_sides({t_start}, start(:), p, [{sides}]); % p with the sides of kinks
  turned_at = -Inf; turns = 0;
"""
SIDES_AFTER = "{indent}q = with_sides({time}, {state}, p, q(numel(p) + 1:end));\n"
KINK = """\
      margins = max(0, -2 * {stem}_guards(smooth(now), state, q)) + 1e-300; % a state is a little off
      g = @(time, y) {stem}_guards(smooth(time), y, q) + margins;
      advance = @(from, y, to) state_after(solver, f, from, y, to, options);
      [reached, states, passed] = up_to_zero(advance, g, times, states);
      if any(passed)
        if reached - turned_at > 1e-12 * max(abs(reached), t(end) - t(1)), turns = 0; end
        turns = turns + 1;
        if turns > 10 + 2 * numel(passed)
          error('at t = %g the motion stays on a kink or jump of the rates: export it to C', reached);
        end
        q = sides_beyond(smooth(reached), states(end, :)', q, passed);
        turned_at = reached;
      end
"""
SWITCHING = """\
    if now >= stop
      [low, high, stop] = smooth_until(now, t(end), state, p);
{sides}    end
"""
CHUNK = 50  # rows between two projections: the drift of such a short run is below its tolerance


def files(program: ModelProgram, stem: str) -> dict[str, str]:
    """The files, by their names."""
    if program.contacts is not None:
        from dalembert._export.programs.matlab_contacts import contact_files

        return contact_files(program, program.contacts, stem)
    constrained = program.correction is not None
    pieces = program.pieces
    p = "p" if pieces is None else "q"  # q has the sides of kinks after p
    after = (
        {"time": "t(1)", "state": "y(1, :)'", "indent": "    "},
        {"time": "now", "state": "state", "indent": "      "},
        {"time": "min(max(now, low), high)", "state": "state", "indent": "      "},
    )
    sides = [SIDES_AFTER.format(**one) if pieces else "" for one in after]
    chunk = 1 if pieces else CHUNK if constrained else program.samples
    known = {
        "PROJECT": ("\n" + template("project.m") if constrained else "")
        + ("\n" + template("smooth_until.m") if program.switches else "")
        + ("\n" + template("kinks.m") + "\n" + template("first_zero.m") if pieces else ""),
        "FIRST_SIDES": FIRST_SIDES.format(
            t_start=repr(program.t_start), sides="; ".join(map(repr, pieces.sides))
        )
        if pieces
        else "",
        "KINK": KINK.format(stem=stem) if pieces else "",
        "RATES": f"{stem}_{'piece_rates' if pieces else 'rates'}",
        "CORRECTION": f"{stem}_{'piece_correction' if pieces else 'correction'}",
        "P": p,
        "PARTS": str(KINK_LOOKS if pieces else 2),
        "FIRST": f"project({program.t_start!r}, start(:), {p})'" if constrained else "start(:)'",
        "PROJECTED_ROW": f"project(t(rows(k)), states(k + 1, :)', {p})'"
        if constrained
        else "states(k + 1, :)",
        "PROJECTED_END": f"project(reached, states(end, :)', {p})" if constrained else "states(end, :)'",
        "SWITCHING": (SWITCHING.format(sides=sides[2]) if program.switches else "    stop = t(end);\n")
        + ("    stop = min(stop, jump_at);\n" if program.jumps else ""),
        "FIRST_JUMP": FIRST_JUMP.format(stem=stem, near=repr(program.near), sides=sides[0])
        if program.jumps
        else "",
        "JUMP": JUMP.format(stem=stem, sides=sides[1]) if program.jumps else "",
        "CHUNK": str(chunk),
    } | run_filling(program, stem)
    return {
        **function_files(program, stem),
        f"run_{stem}.m": fill_template("run.m", known),
        **({} if program.jumps else {f"{stem}_sfun.m": fill_template("block.m", known)}),  # it has no jumps
    }


def function_files(program: ModelProgram, stem: str) -> dict[str, str]:
    """The functions of (t, y, p), a file each."""
    return {f"{stem}_{tape.name}.m": octave.source(tape, program.legend, stem) for tape in program.tapes}


def run_filling(program: ModelProgram, stem: str) -> dict[str, str]:
    """What every script that runs a model is filled with."""
    legend, n = program.legend, max(1, program.kinds.count(0))
    about = legend_lines(legend, program.rates.arguments, octave.entry)
    return {
        "VALUES": "; ".join(number_text(e.value, octave.LANGUAGE) for e in program.parameters),
        "START": "; ".join(number_text(e.value, octave.LANGUAGE) for e in program.states),
        "STATES": str(len(program.states)),
        "OUTPUTS": str(len(program.observed)),
        "SHOWN": str(n),
        "LEGEND": ", ".join(quote(e.name) for e in program.states[:n]),
        "T_START": repr(program.t_start),
        "T_END": repr(program.t_end),
        "SAMPLES": str(program.samples),
        "RTOL": repr(program.rtol),
        "LONGEST": repr(program.longest),
        "LOOKS": str(program.looks),
        "NEAR": repr(program.near),
        "SPAN": repr(program.t_end - program.t_start),
        "NAME": stem,
        "ABOUT": "\n".join(f"% {line}".rstrip() for line in about),
    }


def quote(name: str) -> str:
    """A name as a string of a legend."""
    text = "".join(c for c in name if c.isprintable()).replace("'", "''").replace("%", "%%")
    return f"'{text}'"
