"""Compares statements with the equations of motion: right, or which terms are wrong.

A statement is right if it vanishes at seeded states of motion, whatever multiple or combination of equations
and constraints it is. Otherwise its terms are compared with those of the model at free states.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert._compare import term_differences as d
from dalembert._compare.align import (
    NEAR,
    Meaning,
    Meanings,
    differs,
    guesses,
    majority_meanings,
    meanings_of,
    vanishes,
    with_common,
    with_meanings,
)
from dalembert._compare.combined import Evidence, explain_on_motions
from dalembert._compare.corrections import Holds, Text
from dalembert._compare.coverage import Conditions, Search
from dalembert._compare.doubts import doubts_about
from dalembert._compare.explain import Edit, Explanation
from dalembert._compare.records import Agreement, Comparison, Difference, Judgement
from dalembert._compare.reference import ENOUGH, Reference
from dalembert._compare.statement import Statement
from dalembert._compare.states import States
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.walk import names
from dalembert._model.records import Delay, Table, force_names
from dalembert._words.message import Message, Name, Quantity, Symbol, say

FEW = 6.5  # the most that an accepted explanation of an equation with unknown multipliers may cost


def judge(reference: Reference, statements: Sequence[Statement]) -> Comparison:
    """Compare all statements of a text with the equations of motion."""
    forces = set(force_names(reference.model))
    pressed = any(name in forces for one in statements for name, _ in names(one.root))
    moving = reference.states("moving", pressed=pressed)
    if moving.count < ENOUGH or len(np.unique(moving.group)) < 2:
        message = say("compare_no_states")
        hint = "give start values from which the constraints can be satisfied"
        flaw = Flaw(
            rule="states", severity="error", where="", message=str(message), hint=hint, reason=message
        )
        raise ModelError((flaw,))
    meanings = [meanings_of(one, reference, moving) for one in statements]
    common = majority_meanings(meanings)
    meanings = [
        with_common(one, each, common, reference, moving)
        for one, each in zip(statements, meanings, strict=True)
    ]
    bench = _Bench(reference, moving, common, pressed)
    judgements = tuple(
        bench.judgement(one, meanings) for one, meanings in zip(statements, meanings, strict=True)
    )
    remarks = (say("compare_contacts_open"),) if forces and not pressed else ()
    return Comparison(
        model=reference.model, kind="equation", judgements=judgements, states=moving.count, remarks=remarks
    )


class _Bench:
    """Judges the statements of a text, all with the same states and meanings of multipliers."""

    def __init__(
        self,
        reference: Reference,
        moving: States,
        common: Meanings,
        pressed: bool,
        free: States | None = None,
    ) -> None:
        self.reference = reference
        self.moving = moving
        self.common = common
        self.pressed = pressed
        self.free = free if free is not None else reference.states("free", pressed=pressed)

    def _with_further_states(self, states: States) -> _Bench:
        """The bench with states at which an error shows, free and as states of motion."""
        moving = self.reference.sampler.settle(states, "moving", lawful=False)
        return _Bench(
            self.reference,
            self.moving.with_others(moving) if moving.count else self.moving,
            self.common,
            self.pressed,
            self.free.with_others(states),
        )

    def judgement(self, one: Statement, meanings: Meanings | None) -> Judgement:
        """Judge one statement; `meanings` are those of its multipliers with which it holds."""
        if meanings is None and self._holds_with_laws(one):
            return self._judge_right(one, {}, (say("compare_inputs_by_law"),), lawful=True)
        if meanings is None:
            return self._judge_wrong(one)
        others = differs(meanings, self.common)
        if others:
            return self._judge_other_sign(one, meanings, others)
        return self._judge_right(one, meanings, tuple(_remarks_on_multipliers(meanings)))

    def _holds_with_laws(self, one: Statement) -> bool:
        """Whether a statement holds where the inputs follow their laws."""
        laws = [u.name for u in self.reference.model.inputs if not isinstance(u.law, Table | Delay)]
        if not laws or one.own_names:
            return False
        states = self.reference.states("moving", pressed=self.pressed, lawful=True)
        if states.count < ENOUGH:
            return False
        acting = all(np.mean(states.sample[name, 0] != 0) > 0.5 for name in laws)
        return acting and vanishes(one, self.reference, states.sample, states.group) is True

    # -- right -------------------------------------------------------------------------------------

    def _judge_right(
        self, one: Statement, meanings: Meanings, remarks: tuple[Message, ...], *, lawful: bool = False
    ) -> Judgement:
        sample = with_meanings(self.free, meanings)
        if vanishes(one, self.reference, sample, self.free.group):
            return _judgement(one, Agreement.EMPTY, say("compare_empty"))
        splitting = d.split(one, self.reference.our_terms(pressed=self.pressed), self.reference)
        explanation = d.explain_statement(splitting, self.reference, sample, self.free, exact=True)
        varying = any(meaning.constant is None for meaning in meanings.values())
        conditions = Conditions("moving", self.pressed, lawful, same_parameters=varying)
        doubts = doubts_about(one, splitting, explanation, meanings, self.reference, conditions)
        if not doubts.holds:
            return self._with_further_states(doubts.states)._judge_wrong(one)
        if doubts.sentence is not None:
            return _judgement(one, Agreement.UNDECIDED, doubts.sentence, remarks=remarks)
        if explanation is None:
            return _judgement(one, Agreement.RIGHT, self._combination(one, meanings), remarks=remarks)
        of, factor = splitting.labels[explanation.of], d.factor_of(splitting, explanation)
        sentence = say("compare_right_same", name=Symbol(of))
        if factor:
            sentence = say("compare_right_factor", name=Symbol(of), factor=Name(factor))
        return _judgement(one, Agreement.RIGHT, sentence, of=of, factor=factor or "1", remarks=remarks)

    def _combination(self, one: Statement, meanings: Meanings) -> Message:
        kept = self.reference.states("kept", pressed=self.pressed)
        if self.reference.model.constraints and vanishes(
            one, self.reference, with_meanings(kept, meanings), kept.group
        ):
            return say("compare_right_constraint")
        return say("compare_right_combination")

    # -- wrong -------------------------------------------------------------------------------------

    def _judge_wrong(self, one: Statement) -> Judgement:
        sample = with_meanings(self.moving, {n: m for n, m in self.common.items() if n in one.own_names})
        known = all((name, 0) in sample for name in one.own_names)
        if known and vanishes(one, self.reference, sample, self.moving.group) is None:
            return _judgement(one, Agreement.UNDECIDED, say("compare_not_evaluated"))
        splitting = d.split(one, self.reference.our_terms(pressed=self.pressed), self.reference)
        if not one.own_names:
            search = Search(self.reference, Conditions("free", self.pressed))
            further = search.balance([splitting.arrangements[0].users, *splitting.ours])
            if further.count:
                return self._with_further_states(further)._explain_wrong(one, splitting)
        return self._explain_wrong(one, splitting)

    def _explain_wrong(self, one: Statement, splitting: d.Splitting) -> Judgement:
        wrong = tuple(d.dimensions_differ(one, self.reference))
        best, meanings = self._likeliest(one, splitting)
        moving = with_meanings(self.moving, meanings)
        of = "" if best is None else splitting.labels[best.of]
        if best is None or len(best.edits) != 1:
            evidence = Evidence(self.moving, moving), Evidence(self.free, with_meanings(self.free, meanings))
            other = explain_on_motions(one, splitting, self.reference, *evidence)
            if other is not None and (best is None or len(best.edits) not in (1, len(other.edits))):
                best, of = other, ""
        unknown = tuple(Symbol(name) for name in one.own_names if name not in self.common)
        if unknown and of and (best is None or best.cost > FEW):
            return _judgement(one, Agreement.UNDECIDED, say("compare_undecided", names=unknown))
        if unknown and best is None:
            return _judgement(one, Agreement.UNDECIDED, say("compare_undecided", names=unknown))
        if best is None or not best.edits:
            return self._judge_with_differences(one, wrong, "")
        text = Text(one, self.reference, with_meanings(self.free, meanings), splitting.terms)
        differences = d.differences(splitting, best, text, self._holds(meanings), self.reference)
        return self._judge_with_differences(one, (*differences, *wrong), of)

    def _holds(self, meanings: Meanings) -> Holds:
        """Whether a corrected statement holds at states of motion, and not at all others too."""
        moving, free = with_meanings(self.moving, meanings), with_meanings(self.free, meanings)

        def holds(mended: Statement) -> bool:
            right = vanishes(mended, self.reference, moving, self.moving.group) is True
            return right and vanishes(mended, self.reference, free, self.free.group) is not True

        return holds

    def _likeliest(self, one: Statement, splitting: d.Splitting) -> tuple[Explanation | None, Meanings]:
        """The likeliest explanation over all possible meanings of multipliers."""
        best: Explanation | None = None
        chosen: Meanings = {}
        groups = int(self.free.group.max(initial=0)) + 1
        for meanings in guesses(one, self.reference, self.common, groups):
            sample = with_meanings(self.free, meanings)
            explanation = d.explain_statement(splitting, self.reference, sample, self.free)
            if explanation is not None and (best is None or explanation.cost < best.cost - 1e-9):
                best, chosen = explanation, meanings
        return best, chosen

    def _judge_with_differences(
        self, one: Statement, differences: tuple[Difference, ...], of: str
    ) -> Judgement:
        if not differences:
            return _judgement(one, Agreement.WRONG, say("compare_wrong_unplaced", states=self.moving.count))
        sentence = say("compare_wrong", first=differences[0].sentence)
        if of:
            sentence = say("compare_wrong_of", name=Symbol(of), first=differences[0].sentence)
        return _judgement(one, Agreement.WRONG, sentence, of=of, differences=differences)

    def _judge_other_sign(self, one: Statement, meanings: Meanings, others: tuple[str, ...]) -> Judgement:
        """Judge a statement in which a multiplier has another sign or scale than in the others."""
        splitting = d.split(one, self.reference.our_terms(pressed=self.pressed), self.reference)
        edits = []
        for n, position in enumerate(splitting.arrangements[0].places):
            name = next((name for name in others if (name, 0) in names(position.node)), None)
            if name is not None and not position.inner:
                by = meanings[name].factors[0] / self.common[name].factors[0]
                edits.append(Edit("sign" if abs(by + 1) < NEAR else "factor", n, by=by))
        text = Text(one, self.reference, with_meanings(self.free, meanings), splitting.terms)
        holds = self._holds({**meanings, **{name: self.common[name] for name in others}})
        explanation = Explanation(0.0, 0, (-1, -1), tuple(edits))
        differences = d.differences(splitting, explanation, text, holds, self.reference)
        first = (
            differences[0].sentence
            if differences
            else say("compare_transposed", names=tuple(map(Symbol, others)))
        )
        sentence = say("compare_wrong_multiplier", first=first, names=tuple(map(Symbol, others)))
        return _judgement(one, Agreement.WRONG, sentence, differences=differences)


def _remarks_on_multipliers(meanings: Meanings) -> list[Message]:
    """Remarks on the meanings of multipliers that are not the model's own."""
    remarks = []
    for name, meaning in meanings.items():
        factor = meaning.constant
        if meaning.of == name and factor is not None and abs(factor - 1) < 1e-6:
            continue
        remarks.append(_meaning(name, meaning, factor))
    return remarks


def _meaning(name: str, meaning: Meaning, factor: float | None) -> Message:
    if factor is None:
        return say("compare_multiplier_scaled", own=Symbol(name), name=Symbol(meaning.of))
    if abs(factor - 1) < 1e-6:
        return say("compare_multiplier_is", own=Symbol(name), name=Symbol(meaning.of))
    if meaning.of == name and abs(factor + 1) < 1e-6:
        return say("compare_multiplier_negative", name=Symbol(name))
    return say(
        "compare_multiplier_times", own=Symbol(name), factor=Quantity(factor, 6), name=Symbol(meaning.of)
    )


def _judgement(
    one: Statement,
    finding: Agreement,
    sentence: Message,
    *,
    of: str = "",
    factor: str = "",
    differences: tuple[Difference, ...] = (),
    remarks: tuple[Message, ...] = (),
) -> Judgement:
    return Judgement(
        text=one.text,
        component=one.component,
        finding=finding,
        sentence=sentence,
        of=of,
        factor=factor,
        differences=differences,
        remarks=remarks,
    )
