"""Files for MATLAB and Octave of a model with contacts: phases, the events that end them, impacts."""

from __future__ import annotations

from dalembert._compile.rank_revealing import HEALTHY
from dalembert._export.programs.matlab import CHUNK, function_files, quote, run_filling
from dalembert._export.programs.records import KINK_LOOKS, ContactTapes, ModelProgram
from dalembert._export.programs.templates import fill_template, template
from dalembert._tape.legend import single_line

BOUNCES = 10.0  # flights that are shorter than this part of rtol times the run have come to an end
NEWTON_WORDS = """\
% Newton's law: the rate of a gap after the impact is at least -e times that before; P acts where it is that.\
"""
NEWTON = """\
  P = complementarity(W, v + e .* min(v, 0));\
"""
POISSON_WORDS = """\
% Poisson's law: the impulse of restitution is e times that of compression, after which nothing approaches.\
"""
POISSON = """\
  poisson = logical([{flags}]'); poisson = poisson(touching);
  compression = complementarity(W, v);
  back = e .* compression .* poisson;
  asked = -e .* min(v, 0) .* ~poisson; % rates that contacts with Newton's law have to reach
  P = compression + back + complementarity(W, v + W * (compression + back) - asked);\
"""
PARTS = ("motion", "events", "next_phase", "saddle")  # a file each, by a template of its own
SWITCHING = "      [low, high, stop] = smooth_until(now, t(end), state, p);\n"


def contact_files(program: ModelProgram, contacts: ContactTapes, stem: str) -> dict[str, str]:
    """The functions, the script, and a file for each part of what a phase needs."""
    n, m, count = program.speeds, contacts.constraints, len(contacts.names)
    first = contacts.displacement
    names = [single_line(name) for name in contacts.names]
    some = any(contacts.poisson)
    searches = ("first_zero.m", *(("smooth_until.m",) if program.switches else ()))
    law = POISSON.format(flags=", ".join(str(int(one)) for one in contacts.poisson)) if some else NEWTON
    known = {
        "SEARCHES": "\n".join(map(template, searches)),
        "CONSTRAINTS": str(m),
        "DISPLACEMENT": str(first),
        "FLOW": str(m - first),
        "COUNT": str(count),
        "CONTACTS": ", ".join(f"{k} {name}" for k, name in enumerate(names, 1)),
        "SPEEDS": f"{n + 1}:{2 * n}",
        "GAPS": f"{m + 1}:{m + count}",
        "PLACES": f"{first + 1}:{first + count}",
        "FORCES": f"{2 + m + 1}:{2 + m + count}",
        "FORCE_LEGEND": ", ".join(quote(f"force of {name}") for name in names),
        "LAW": law,
        "WHICH": ", touching" if some else "",
        "LAW_WORDS": POISSON_WORDS if some else NEWTON_WORDS,
        "HEALTHY": repr(HEALTHY),
        "SHORTEST": repr(program.promise / BOUNCES * (program.t_end - program.t_start)),
        "SWITCHING": SWITCHING if program.switches else "      stop = t(end);\n",
        "CHUNK": str(CHUNK),
        "PARTS": str(KINK_LOOKS),
    } | run_filling(program, stem)
    return {
        **function_files(program, stem),
        **{f"{stem}_{name}.m": fill_template(f"contact_{name}.m", known) for name in PARTS},
        f"run_{stem}.m": fill_template("run_contacts.m", known),
    }
