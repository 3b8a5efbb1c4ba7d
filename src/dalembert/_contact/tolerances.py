"""The tolerances of contact and switching: each named once, with its reason.

They separate what rounding leaves from what a motion does, and lie far from both: halving or doubling any of
them leaves the results within their bounds (`tests/contact/test_tolerances.py`). Use them as
`tolerances.GAP`; how often a method iterates stands beside its loop.
"""

# Zero of a gap, a slip or a switching function.
GAP = 1e-13  # of the sizes in a gap or switching function: it, or the height of a flight, is zero
START_GAP = 1e-12  # the same at the start, whose values were typed by hand
SURFACE_DRIFT = 1e-8  # of the sizes in a switching function: what the error of a run leaves in a sliding mode
ROUNDING = 2e-15  # of the sizes of the terms of a sum: what rounding leaves of it
OVERSHOOT = 1e-9  # of what a guard lies below zero: its margin is so much wider, to be seen to fall
LAST_DIGITS = 8.0  # times what the last digits of time and state make of a gap: its margin
LOWEST_FLIGHT = 800.0  # times the same: a lower flight counts as rest
MEMORY = 1e-4  # of the sizes that coordinates have had: those in a gap are no less
GAP_SIZE = 1e-10  # of the largest coordinate: terms of a gap that are all smaller are rounding
CLOCK = 0.1  # of the change of a switching function in all the time so far: with GAP, rounding of time

# Rest.
REST = 1e-11  # of the speeds in a gap, slip or switching function: neither approach nor separation, no slip
PACE = 1e-9  # of the sizes in a run, over its length: slower motion is rest
NEGLIGIBLE = 1e-3  # of the largest of its kind: the least size that an entry is given
TURNING = 1e-5  # of the speeds: a slip in two directions that is slower keeps its direction till it stops

# Times, as parts of the run.
SAME_TIME = 1e-13  # times that differ by less are one instant: the last digits of a time found by iteration
ZENO = 1e-12  # a shorter flight counts as rest: impacts have accumulated
AHEAD = 1e-3  # the time in which free motion reaches the speeds that coordinates at rest are compared with
PROBE = 1e-7  # how far ahead it is tested whether a guard falls or a contact is pressed
SECOND_DIFFERENCE = 1e-6  # the step of the difference that gives the second rate of a switching function

# Coulomb's law and complementarity.
COMPLEMENTARITY = 1e-9  # of the sizes in a condition: its largest residual
RESIDUAL_SIZE = 1e-6  # of the largest size in all conditions: those of one condition are no less
CONVERGED = 1e-13  # of the sizes: a change or residual at which an iteration has converged
ZERO = 1e-12  # of the largest: a smaller force, pivot, singular value or excess of a coefficient is zero
ENERGY = 1e-14  # of the energies at an impact: a smaller gain is rounding

LOOSE_STEPS = 30.0  # times rtol: looser steps are far off beside what a compliant contact gives way
