"""Messages about the equations and flaws of a model, in English."""

MESSAGES: dict[str, str] = {
    "step_from": "from {name}",
    "step_branch_rising": (
        "from {name}, the solution on the side of the "
        "guess {effort} = {guess}, where {name} increases with {effort}"
    ),
    "step_branch_falling": (
        "from {name}, the solution on the side of the "
        "guess {effort} = {guess}, where {name} decreases with {effort}"
    ),
    "effort_implicit": ("{effort} stays implicit: {name} is neither linear nor quadratic in it"),
    "effort_undecided": (
        "{effort} stays implicit: the two solutions of {name} are equally "
        "far from its guess {guess}, so another guess is needed"
    ),
    "effort_without_values": (
        "{effort} stays implicit: which of the two solutions of "
        "{name} holds depends on {names}, whose values are not known"
    ),
    "step_from_equation": "from the equation of {name}",
    "step_put_in": "with {name} substituted",
    "elimination_dependent_forces": "not possible: forces depend on {names}, which would be eliminated",
    "elimination_not_finite": "not possible: the equations are not finite where the constraints hold",
    "equations_not_written_out": "written out, the definitions of this model are too long",
    "conserved_momentum": "momentum of {name}",
    "conserved_cyclic": "{name} is cyclic: it does not appear in L, and no other force acts on it",
    "conserved_energy": "energy",
    "conserved_timeless": "nothing depends explicitly on time, dissipates or does work",
    "conserved_between_jumps": "{why} (between events and impulses that change the state)",
    "conserved_between_impacts": "{why} (between impacts)",
    "conserved_jacobi": "Jacobi integral",
    "conserved_jacobi_why": "L does not contain time; this is not T + V",
    "form_no_christoffel": "C_matrix does not exist: M depends on the velocities",
    "form_skew": "M depends on time: M' - 2 C_matrix is skew up to its explicit rate",
    "form_not_linear_in_gravity": (
        "the equations are not linear in {name}; name the gravity parameter with --gravity NAME"
    ),
    "note_mesh": (
        "{name} {source}: volume {volume} m³, mass {mass} kg, centre"
        " ({centre}) m, inertia about it {inertia} kg m²"
    ),
    "note_mesh_file": "from {file} ({count} triangles, {x} × {y} × {z} m)",
    "note_mesh_typed": "from its properties",
    "flaw_bodies_not_drawn": (
        "the {count} bodies are not drawn: at most {most} bodies are drawn automatically"
    ),
    "flaw_no_value": "the parameter {name} has no value",
    "flaw_effort_idle": "the effort {name} does no work, so it has no effect on the motion",
    "flaw_flat_constraint": (
        "the constraint {name} has no effect at the start: its derivatives with respect to {names} are zero"
        " there"
    ),
    "flaw_flat_effort": (
        "the effort constraint {name} does not determine {names}: its derivative vanishes where it is zero,"
        " like that of a square"
    ),
    "flaw_effort_count": "there are {count} effort constraints ({names}) for {efforts} unknown efforts",
    "flaw_too_many_equations": (
        "{equations} are {count} equations for {unknowns} only: {more} too many, so they are contradictory or"
        " redundant"
    ),
    "flaw_no_t_end": "no end time is given",
    "elimination_too_large": "too large for this report: {count} coordinates",
    "flaw_unknown_key": "{name} is not known here",
    "flaw_no_point": "there is no point {name} in the scene",
    "in_english": "{sentence}",
    "equal": "{name} = {value}",
    "equal_in": "{name} = {value} {unit}",
    "value_of": "{name}: {value}",
    "from_to": "{name} = {low} … {high}",
    "list_of_one": "{name}",
    "list_end": "{first} and {last}",
    "equation_of": "the equation of {names}",
    "equations_of": "the equations of {names}",
    "form_implicit": "implicit: an inverse of {count} rows would fill pages",
    "form_needs_bodies": (
        "the balances of momentum need bodies: write [bodies] and [joints] instead of the energies, "
        "or beside them with {energies}"
    ),
    "form_other_forces": (
        "the load on {names} is neither a force on a body nor an effort of a joint that turns or slides"
    ),
    "form_no_hinge": (
        "no balance about the joint {names}, whose kind has no fixed axes: {form} has its reactions"
    ),
    "form_hinges_guided": (
        "{names} has other reactions than those of its joints, and moments about hinges contain them"
    ),
    "form_no_gibbs_appell": "T is not quadratic in the velocities: no energy of accelerations",
    "form_agrees_with_lagrange": "the equations are Lagrange's at {points} seeded points, to {error}",
    "form_agrees": (
        "Newton and Euler's, Kane's and Lagrange's equations give the same accelerations at "
        "{points} states, to {error}"
    ),
    "form_agrees_hinges": (
        "Moments about the hinges, Newton and Euler's, Kane's and Lagrange's equations give the same "
        "accelerations at {points} states, to {error}"
    ),
    "form_agrees_kinematics": (
        "the motions are those of the positions, differentiated automatically, at {points} seeded "
        "points, to {error}"
    ),
    "form_not_compared": "there is no state at which the balances can be compared with Lagrange's equations",
    "form_contacts": (
        "the gap of {names} is not made of points of bodies, so the point at which its force acts is not "
        "known"
    ),
    "form_no_inverse": "implicit: M⁻¹ is not written out",
    "form_zero_elsewhere": "every coordinate and velocity that is not given is zero there",
    "form_massless": "the mass matrix is singular: {name} has no kinetic energy",
    "form_massless_several": "the mass matrix is singular: {names} have no kinetic energy",
    "form_singular": "the mass matrix is singular: some combination of velocities has no kinetic energy",
    "form_dependent_forces": (
        "the forces depend on {names}, which are unknowns of the equations, so this form does not exist"
    ),
    "form_not_quadratic": "T is not quadratic in the velocities, so the momenta cannot be solved for them",
    "form_not_linear": "there is no linear form at this point: {name} jumps there",
    "form_not_finite": (
        "the equations are not finite at this point; choose another, for example --at {name}=0.1"
    ),
    "form_no_gravity": "there is no parameter {name} to be the gravity",
    "flaw_no_unknown": (
        "{equation} contains no unknown that it could determine: it is contradictory or trivial"
    ),
    "flaw_no_unknown_left": (
        "{equations} are {count} equations and no unknown is left for them: {count} too many, so they are"
        " contradictory or redundant"
    ),
    "flaw_stands_only_in": "{name} appears only in {equations}",
    "flaw_stands_nowhere": "{name} appears in no equation that could determine it",
    "flaw_stand_only_in": "{names} appear only in {equations}: nothing determines {count} of them",
    "flaw_stand_nowhere": "{names} appear in no equation that could determine them",
    "loop_joint": (
        "the joint {names} closes a loop: its conditions are constraints, and the other joints have the "
        "coordinates; write {loop} at another joint of the loop to let that joint close it"
    ),
    "loop_joints": (
        "the joints {names} close loops: their conditions are constraints, and the other joints have the "
        "coordinates; write {loop} at another joint of a loop to let that joint close it"
    ),
}
