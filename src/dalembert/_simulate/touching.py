"""What contacts do to a motion in an instant: the jump of velocities at an impact, and who rests on what.

**Newton's law** asks each closed contact for a rate after the impact of at least −e times that before it, all
contacts at once, constraints holding on, with impulses that push only. **Poisson's law** has two parts: a
compression, after which nothing approaches any more, and an expansion, in which each contact gives back e
times its impulse. Tangential impulses are those of Coulomb's law in both.

Both laws can ask for more energy than there is: unequal restitutions, contacts that part at the same instant,
friction that turns the motion round. Then all restitutions are made smaller by one factor, the largest with
which none is made: with e = 0 every impulse p meets w⁺·p ≤ 0, and the energy changes by w⁺·p − p·Wp/2 ≤ 0.
Where surfaces move with c by themselves, that is what is left beside their work −p·c.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.rescue import free_directions
from dalembert._simulate.cones import Patch
from dalembert._simulate.impacts import gain, pushed
from dalembert._simulate.instant import Instant
from dalembert._simulate.rough import Held, Hold, rubbed

Array = NDArray[np.float64]
HALVINGS = 30  # of a part of the restitutions that makes no energy
STRIDES = 8  # from no restitution to the whole
MISSES = 6  # of them where there are no impulses: contacts that are wedged do not spring back at all
FIRM = 1e-9  # of the accelerations: held where it is


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Blow:
    """The jump of the speeds, and the impulses of the contacts that were closed.

    `efforts` are those of all contacts on the coordinates, `driven` the work that surfaces and constraints
    which move take.
    """

    change: Array
    impulses: Array
    efforts: Array
    driven: float
    by: Array | None = None  # normal and tangential impulses, where there is friction


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Footing:
    """Contacts that stay closed, those that stick, and those that slide, with the direction of each.

    `leaning` rub as if they slid, but others that stick hold them where they are.
    """

    closed: tuple[int, ...] = ()
    sticking: tuple[int, ...] = ()
    ways: dict[int, Array]
    leaning: tuple[int, ...] = ()


def blow(now: Instant, shut: list[int], qd: Array, e: Array, poisson: NDArray[np.bool_]) -> Blow | None:
    """The impact of closed contacts; None where constraints drive into one."""
    own = _Impact(now=now, shut=shut, qd=qd, poisson=poisson)
    found = own.struck(e) or own.continued(e)
    if found is not None and own.makes_none(found):
        return found
    if any(now.rough[i].sticking > now.rough[i].mu for i in shut if i in now.rough):
        slid = own.sliding().struck(e)  # what could stick may slide as well
        if slid is not None and own.makes_none(slid):
            return slid
    best, low, high, missed = None, 0.0, 1.0, int(found is None)
    for _ in range(HALVINGS):
        part = (low + high) / 2
        found = own.struck(e * part, best)
        missed += found is None
        if missed > MISSES:
            break
        if found is not None and own.makes_none(found):
            best, low = found, part
        else:
            high = part
    return best or own.struck(np.zeros_like(e))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Impact:
    """Closed contacts, the speeds before, and which of them follow Poisson's law."""

    now: Instant
    shut: list[int]
    qd: Array
    poisson: NDArray[np.bool_]

    def struck(self, e: Array, near: Blow | None = None) -> Blow | None:
        """The impact with some restitutions, whatever energy it makes; near to another if one is given."""
        found = _by_law(self.now, self.shut, e, self.poisson, self.qd, near)
        return _with_constraints(self.now, found, self.qd) if found is not None else None

    def continued(self, e: Array) -> Blow | None:
        """The same, found by way of smaller restitutions: from none at all to the whole."""
        if self.poisson.any() or not any(i in self.now.rough for i in self.shut):
            return None
        found = self.struck(np.zeros_like(e))
        for k in range(STRIDES):
            found = self.struck(e * (k + 1) / STRIDES, found) if found is not None else None
        return found

    def sliding(self) -> _Impact:
        """The same where nothing sticks more than it would rub."""
        rough = {i: replace(one, sticking=one.mu) for i, one in self.now.rough.items()}
        return replace(self, now=replace(self.now, rough=rough))

    def makes_none(self, found: Blow) -> bool:
        """Whether no energy is made, and no contact approaches any more."""
        size = float(np.abs(self.qd) @ np.abs(self.now.M) @ np.abs(self.qd)) + abs(found.driven)
        made = gain(self.now.M, self.qd, found.change) + found.driven
        return _parts(self.now, self.shut, found) and made <= 1e-14 * size


def _parts(now: Instant, shut: list[int], found: Blow) -> bool:
    """Whether no contact approaches any more, as far as rounding lets it."""
    after = now.rate[shut] + now.contacts[shut] @ found.change
    sizes = np.abs(now.rate[shut]) + np.abs(now.contacts[shut]) @ np.abs(found.change)
    return bool(np.all(after >= -FIRM * np.max(sizes, initial=0.0)))


def _with_constraints(now: Instant, found: Blow, qd: Array) -> Blow:
    """What constraints that move take, too: their impulses −Gᵀ Λ = M Δ − efforts at the mean velocity."""
    if not len(now.G):
        return found
    held = float((now.M @ found.change - found.efforts) @ (qd + found.change / 2))
    return replace(found, driven=found.driven - held)


def _by_law(
    now: Instant, shut: list[int], e: Array, poisson: NDArray[np.bool_], qd: Array, near: Blow | None
) -> Blow | None:
    rate = now.rate[shut]
    returning = -e * np.minimum(rate, 0.0)
    if not poisson.any():
        return _answer(now, shut, rate - returning, qd, None, near.by if near is not None else None)
    first = _answer(now, shut, rate, qd, None)
    if first is None:
        return None
    back = np.where(poisson, e * first.impulses, 0.0)
    mobile = _mobility(now.M, now.G)
    if mobile is None:
        return None
    expanded = first.change + mobile @ (now.contacts[shut].T @ back)
    after = rate + now.contacts[shut] @ expanded - np.where(poisson, 0.0, returning)
    second = _answer(now, shut, after, qd, (back, expanded))
    if second is None:
        return None
    own = rate - now.contacts[shut] @ qd
    return Blow(
        change=expanded + second.change,
        impulses=first.impulses + back + second.impulses,
        efforts=first.efforts + now.contacts[shut].T @ back + second.efforts,
        driven=first.driven + float(back @ own) + second.driven,
    )


def stilled(now: Instant, contacts: list[int], sticking: list[int], qd: Array) -> Blow | None:
    """The smallest change after which no contact parts or approaches, and those that stick go on to.

    It stands for all the impacts to come, each of which pushes: an impulse below zero is told as none.
    """
    held = [now.rough[i].rows for i in sticking if i in now.rough]
    mobile = _mobility(now.M, np.vstack([now.G, *held]) if held else now.G)
    if mobile is None:
        return None
    J = now.contacts[contacts]
    by = np.asarray(np.linalg.lstsq(J @ mobile @ J.T, -now.rate[contacts], rcond=1e-12)[0], dtype=float)
    driven = float(by @ (now.rate[contacts] - J @ qd))
    found = Blow(change=mobile @ (J.T @ by), impulses=np.maximum(by, 0.0), efforts=J.T @ by, driven=driven)
    return _with_constraints(now, found, qd)


def _answer(
    now: Instant,
    shut: list[int],
    u: Array,
    qd: Array,
    before: tuple[Array, Array] | None,
    near: Array | None = None,
) -> Blow | None:
    """Impulses under which no u is negative; `before` are normal impulses and a change that came earlier."""
    rough = [i for i in shut if i in now.rough and now.rough[i].force is None]
    moving = list(now.rate[shut] - now.contacts[shut] @ qd)  # of the surfaces themselves
    push = pushed(now.M, now.G, now.contacts[shut], -u) if len(shut) > 1 or not rough else None
    if push is None and (len(shut) > 1 or not rough):  # nothing lets them part so, with friction or without
        return None
    if push is not None and not rough:
        return Blow(
            change=push.change,
            impulses=push.by,
            efforts=now.contacts[shut].T @ push.by,
            driven=float(push.by @ np.array(moving)),
        )
    known, moved = before if before is not None else (np.zeros(len(shut)), np.zeros(len(now.M)))
    rows = [now.contacts[i] for i in shut]
    patches, sides = [], list(u)
    for k, i in enumerate(shut):
        if i not in rough:
            patches.append(Patch(normal=k))
            continue
        own = now.rough[i]
        first = len(rows)
        rows += list(own.rows)
        sides += list(own.slip + own.rows @ moved)
        moving += list(own.slip - own.rows @ qd)
        tangents = tuple(range(first, len(rows)))
        known_k = float(known[k])
        patches.append(Patch(normal=k, tangents=tangents, mu=own.mu, sticking=own.sticking, known=known_k))
    J = np.array(rows)
    held, change = _held(now, J, np.array(sides), patches, near)
    if held is None:
        return None
    return Blow(
        change=change,
        impulses=held.by[: len(shut)],
        efforts=J.T @ held.by,
        driven=float(held.by @ np.array(moving)),
        by=held.by,
    )


def footing(
    now: Instant, resting: list[int], still: dict[int, float], broken: Mapping[int, int]
) -> Footing | None:
    """Who stays closed, sticks and slides, by what each then presses with; None where friction jams.

    `still` are slips that count as none, `broken` contacts that cannot stick any more, and the way they go.
    """
    loaded = [i for i, own in now.rough.items() if own.force is not None and own.pressed]
    qdd = now.untouched() if resting or loaded else None
    if qdd is None:
        return Footing(ways={})
    bends = now.contacts[resting] @ qdd - now.bend[resting]
    rough = [i for i in resting if i in now.rough]
    if not rough and not loaded:
        found = pushed(now.M, now.G, now.contacts[resting], -bends)
        pressed = found.by > 0 if found is not None else np.zeros(len(resting), dtype=bool)
        return Footing(
            closed=tuple(i for i, presses in zip(resting, pressed, strict=True) if presses), ways={}
        )
    rows, sides = [now.contacts[i] for i in resting], list(bends)
    patches: list[Patch] = []
    for k, i in enumerate([*resting, *loaded]):
        normal = k if k < len(resting) else None
        if i not in now.rough:
            patches.append(Patch(normal=normal))
            continue
        own = now.rough[i]
        first = len(rows)
        rows += list(own.rows)
        sides += list(own.rows @ qdd - own.bend)
        size = float(np.linalg.norm(own.slip))
        patches.append(
            Patch(
                normal=normal,
                tangents=tuple(range(first, len(rows))),
                mu=own.mu,
                sticking=own.sticking,
                known=own.force or 0.0,
                way=own.slip / size if size > still[i] else None,
                broken=i in broken,
                toward=np.array([float(broken[i])]) if i in broken and len(own.rows) == 1 else None,
            )
        )
    J, u = np.array(rows), np.array(sides)
    held, _ = _held(now, J, u, patches)
    if held is None:
        return None
    closed, sticking, ways = [], [], {}
    leaning = []
    for k, i in enumerate([*resting, *loaded]):
        if k < len(resting) and not held.by[k] > 0:
            continue
        if k < len(resting):
            closed.append(i)
        way = held.ways[k]
        if held.holds[k] is Hold.stick:
            sticking.append(i)
        elif i in now.rough and way is not None:
            ways[i] = way
            if patches[k].way is None:
                leaning.append(i)
    firm = [now.G, now.contacts[closed], *(now.rough[i].rows for i in sticking)]
    Z, _ = free_directions(np.vstack(firm), len(now.M))
    return Footing(
        closed=tuple(closed),
        sticking=tuple(sorted(sticking)),
        ways=ways,
        leaning=tuple(sorted(i for i in leaning if _pinned(now.rough[i].rows, Z))) if sticking else (),
    )


def _pinned(rows: Array, Z: Array) -> bool:
    """Whether what is left free does not move a slip."""
    return bool(np.abs(rows @ Z).max(initial=0.0) <= FIRM * np.abs(rows).max(initial=0.0))


def _held(
    now: Instant, J: Array, u: Array, patches: list[Patch], near: Array | None = None
) -> tuple[Held | None, Array]:
    """Forces of contacts with friction, and the change they make."""
    mobile = _mobility(now.M, now.G)
    if mobile is None:
        return None, np.zeros(len(now.M))
    W = J @ mobile @ J.T
    held = rubbed((W + W.T) / 2, u, patches, near)
    return held, mobile @ (J.T @ held.by) if held is not None else np.zeros(len(now.M))


def _mobility(M: Array, G: Array) -> Array | None:
    """What M⁻¹ is on what constraints leave free; None where something there has no inertia."""
    Z, _ = free_directions(G, len(M))
    inertia = Z.T @ M @ Z
    try:
        L = np.linalg.cholesky((inertia + inertia.T) / 2)
    except np.linalg.LinAlgError:
        return None
    half = np.linalg.solve(L, Z.T)
    found: Array = half.T @ half
    return found
