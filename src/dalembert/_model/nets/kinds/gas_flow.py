"""ṁ √(ṁ² + ṁ₀²) = K² v: the flow of a gas through an opening K, between the pressures p and q at its nodes.

    v = p_u² ψ²(r) forward, −p_u² ψ²(r) backward,    r = max(r*, p_d/p_u)

p_u is the higher pressure, p_d the lower one, ψ the law of the kind; below the critical ratio r* the flow is
choked. At p = q the root of v has no slope: where the flow is slower than the transition ṁ₀, it is
proportional to the difference of the pressures. An opening below 0 is closed.

With L = ln(p/q), so that p_u² = p q exp|L| and r = exp(−|L|), all of this is written without a case for each
direction: ±(1 − r^κ) = 2 sinh(κ L/2) exp(−κ |L|/2), and √(L² + ε²) takes the place of |L|, which changes v by
less than ε of itself. A case for each direction would be a switch at every equilibrium.
"""

from dalembert._model.bodies.texts import Text, fill, member_name
from dalembert._model.nets.kinds.kind import Condition, Entries, NetElementData

SMALL = "1e-14"  # ε²
LOG_RATIO, SIZE, LIMITED, DRIVE = "log_ratio", "size", "limited", "drive"  # L, |L|, |L| unless choked, v


def opening_condition(key: str) -> Condition:
    """The condition on an opening, which may be closed."""
    return Condition(
        key=key,
        positive="{}",
        message=f"the {key} of `{{}}` must not be negative",
        hint="write 0 for a closed one",
        zero=True,
    )


def through(given: NetElementData, K: Text, law: str, critical: Text, **parts: Text) -> Entries:
    """The flow through an opening K; `law` is ±ψ² of {c} = −ln r and {L} = ±{c}, and `critical` is −ln r*."""
    names = {word: member_name(given.name, word) for word in (LOG_RATIO, SIZE, LIMITED, DRIVE)}
    p, q = given.ends
    letters = {
        "c": Text(names[LIMITED]),
        "L": fill("({L}*{c}/{s})", L=names[LOG_RATIO], c=names[LIMITED], s=names[SIZE]),
        "R": given.values["gas.gas_constant"],
        "T": given.values["gas.temperature"],
    }
    definitions = {
        names[LOG_RATIO]: fill("ln(({p})/({q}))", p=p, q=q),
        names[SIZE]: fill(f"sqrt({{L}}^2 + {SMALL})", L=names[LOG_RATIO]),
        names[LIMITED]: fill("min({s}, {most})", s=names[SIZE], most=critical),
        names[DRIVE]: fill(f"({{p}})*({{q}})*exp({{s}})*{law}", p=p, q=q, s=names[SIZE], **letters, **parts),
    }
    slow = "sqrt(2/(({f0})^2 + sqrt(({f0})^4 + 4*{v}^2*max(0, {K})^4)))"
    flow = fill(f"{{v}}*max(0, {{K}})^2*{slow}", v=names[DRIVE], K=K, f0=given.values["transition"])
    return Entries(flow=flow, definitions=definitions)
