/* The transition of contacts in an instant, as a whole; the end of impacts that follow one another ever faster.

   `_contact/mode_transition.py` has the same with the reasons.                                                */
#ifndef DALEMBERT_CONTACT_TOUCH_H
#define DALEMBERT_CONTACT_TOUCH_H

/* Contacts that part after an impact only to close again at once, as those of a block that rocks: they are at rest
   from now on. How many there are; -1 where the mode is not known. */
DALEMBERT_FUNCTION int dalembert_returning(dalembert_hybrid *own, struct dalembert_transition *at,
                                           const struct dalembert_contact_state *now)
{
    const dalembert_mode *mode = dalembert_mode_at(own, at, now);
    double *rates = dalembert_room(own, own->run->size), longest = 0.0;
    int rests[DALEMBERT_MOST], found = 0, k, i;
    if (!mode || !rates) return -1;
    dalembert_mode_rates(own, mode, at->t, at->y, rates);
    for (k = 0; k < at->closed_count; k++) {
        double duration = 0.0;
        rests[k] = 0;
        for (i = 0; i < at->rest_count; i++) rests[k] = rests[k] || at->at_rest[i] == at->closed[k];
        if (!rests[k] && dalembert_is_over(own, at, now, at->closed[k], now->velocity[at->closed[k]],
                                           rates + own->run->n, &duration)) {
            rests[k] = 1;
            found++;
            longest = fmax(longest, duration);
        }
    }
    if (found && own->begun > 1) { /* flights have become shorter by a factor, and go on to */
        const double last = at->t - own->began[own->begun - 1];
        const double earlier = own->began[own->begun - 1] - own->began[own->begun - 2];
        const double ratio = earlier > 0.0 ? fmin(last / earlier, 1.0 - own->tolerances->NEGLIGIBLE) : 0.0;
        at->tail = longest / (1.0 - ratio);
    }
    for (k = 0, at->rest_count = 0; k < at->closed_count; k++)
        if (rests[k]) at->at_rest[at->rest_count++] = at->closed[k];
    return found;
}

/* The smallest change after which no contact at rest parts or approaches, and those that stick go on to: it stands for
   all the impacts to come, each of which pushes. */
DALEMBERT_FUNCTION int dalembert_bring_to_rest(dalembert_hybrid *own, struct dalembert_transition *at,
                                               const struct dalembert_contact_state *now)
{
    const int n = (int)own->run->n, count = at->rest_count;
    double *T = dalembert_room(own, count * n), *A = dalembert_room(own, count * n);
    double *W = dalembert_room(own, count * count), *V = dalembert_room(own, count * count);
    double *side = dalembert_room(own, count), *P = dalembert_room(own, count), *change = dalembert_room(own, n);
    double *efforts = dalembert_room(own, n), driven = 0.0;
    int held = 0, i, j, k, again;
    if (!T || !A || !W || !V || !side || !P || !change || !efforts) return 1;
    for (i = 0; i < count; i++) { /* an orthonormal basis of what sticks, in the metric of M */
        const int contact = at->at_rest[i];
        double *row = T + held * n, size = 0.0, rest = 0.0;
        if (at->friction[contact] != DALEMBERT_STICKS) continue;
        for (j = 0; j < n; j++) row[j] = now->H[own->slip_of[contact] * n + j];
        dalembert_reduce(now, row, n);
        for (j = 0; j < n; j++) size += row[j] * row[j];
        for (again = 0; again < 2; again++)
            for (k = 0; k < held; k++) {
                double along = 0.0;
                for (j = 0; j < n; j++) along += T[k * n + j] * row[j];
                for (j = 0; j < n; j++) row[j] -= along * T[k * n + j];
            }
        for (j = 0; j < n; j++) rest += row[j] * row[j];
        if (!(rest > 1e-20 * size)) continue;
        for (j = 0; j < n; j++) row[j] /= sqrt(rest);
        held++;
    }
    for (i = 0; i < count; i++) {
        double *row = A + i * n;
        for (j = 0; j < n; j++) row[j] = now->J[at->at_rest[i] * n + j];
        dalembert_reduce(now, row, n);
        for (k = 0; k < held; k++) {
            double along = 0.0;
            for (j = 0; j < n; j++) along += T[k * n + j] * row[j];
            for (j = 0; j < n; j++) row[j] -= along * T[k * n + j];
        }
        side[i] = -now->velocity[at->at_rest[i]];
    }
    for (i = 0; i < count; i++)
        for (k = 0; k < count; k++)
            for (j = 0; j < n; j++) W[i * count + k] += A[i * n + j] * A[k * n + j];
    dalembert_shortest(W, V, side, P, count, own->tolerances->ZERO);
    dalembert_change_by(now, A, P, count, n, change);
    for (i = 0; i < count; i++) {
        double along = now->velocity[at->at_rest[i]];
        for (j = 0; j < n; j++) {
            along -= now->J[at->at_rest[i] * n + j] * at->y[n + j];
            efforts[j] += now->J[at->at_rest[i] * n + j] * P[i];
        }
        driven += P[i] * along;
    }
    driven -= dalembert_taken_by_constraints(own, now, at->y + n, change, efforts);
    for (i = 0; i < count; i++) P[i] = fmax(P[i], 0.0);
    return dalembert_jump(own, at, now, at->at_rest, count, P, change, driven);
}

/* The mode with the contacts as they are decided so far, and no surface that is slid on: 0 if there is one. */
DALEMBERT_FUNCTION int dalembert_find_base(dalembert_hybrid *own, const struct dalembert_transition *at)
{
    const int none[DALEMBERT_MOST] = {0};
    const dalembert_mode *found = dalembert_find_mode(own, at->active, at->friction, none, 0);
    if (!found) found = dalembert_find_mode(own, at->active, at->friction, none, 1);
    if (found) own->base = found - own->modes;
    return !found;
}

/* An orthonormal basis of the rows of constraints, active contacts and surfaces that are slid on, with the slopes of all
   switching functions; how many there are, or -1. */
DALEMBERT_FUNCTION int dalembert_kept_rows(dalembert_hybrid *own, const struct dalembert_transition *at,
                                           const struct dalembert_contact_state *now, struct dalembert_switching *here,
                                           double *Q)
{
    const int n = (int)own->run->n;
    const int friction[DALEMBERT_MOST] = {0};
    double taken[DALEMBERT_MOST + 1];
    int unsure, count = dalembert_held_rows(own, now, at->active, friction, Q, &unsure), k, j;
    dalembert_switching_at(own, at->t, at->y, here);
    if (unsure == 2) return -1;
    for (k = 0; k < own->switches && count < n; k++) {
        double *q = Q + count * n, rest;
        if (!at->surface[k]) continue;
        rest = dalembert_orthogonal(Q, count, n, here->slope + k * own->run->tested + n, q, taken);
        if (!(rest > 1e-24)) continue;
        for (j = 0; j < n; j++) q[j] /= sqrt(rest);
        count++;
    }
    return count;
}

/* Rigid contacts that are open, and that surfaces which are slid on keep at rest; margins of gaps and speeds that others
   keep at rest are widened with `left`, the time that is left. 0, or 1 where that is not decided. */
DALEMBERT_FUNCTION int dalembert_fixed_by_surfaces(dalembert_hybrid *own, const struct dalembert_transition *at,
                                                   const struct dalembert_contact_state *now, double left, int *fixed)
{
    const long long n = own->run->n, used = own->work_used;
    const double part = own->tolerances->REST * left;
    double *Q = dalembert_room(own, n * n), *q = dalembert_room(own, n), *margins = own->p + own->margins;
    struct dalembert_switching here;
    int active = 0, slides = 0, count, i, j;
    for (i = 0; i < own->contacts; i++) {
        fixed[i] = 0;
        active = active || at->active[i];
    }
    for (i = 0; i < own->switches; i++) slides = slides || at->surface[i];
    if (!slides && !(active && own->switches && left > 0.0)) return 0;
    if (!Q || !q || dalembert_switching_room(own, &here)) return 1;
    count = dalembert_kept_rows(own, at, now, &here, Q);
    if (count < 0) return 1;
    for (i = 0; i < own->contacts && slides; i++) {
        double most = 0.0;
        fixed[i] = !at->active[i] && dalembert_is_fixed(own, Q, count, now->J + i * n, q);
        for (j = 0; j < n; j++) most += fabs(now->J[i * n + j]) * fabs(now->qdd[j]);
        if (fixed[i] && left > 0.0 && now->gap[i] <= own->tolerances->GAP * now->size[i]) margins[i] += most * part * left;
    }
    for (i = 0; i < own->switches && left > 0.0; i++) {
        const double *slope = here.slope + i * own->run->tested + n;
        double most = 0.0, any = 0.0;
        for (j = 0; j < n; j++) {
            most += fabs(slope[j]) * fabs(now->qdd[j]);
            any += fabs(slope[j]);
        }
        if (!at->surface[i] && any > 0.0 && dalembert_is_fixed(own, Q, count, slope, q))
            margins[own->contacts + i] += most * part;
    }
    own->work_used = used;
    return 0;
}

/* Contacts at rest become active that are pressed from now on. */
DALEMBERT_FUNCTION int dalembert_close_pressed(dalembert_hybrid *own, struct dalembert_transition *at,
                                               const struct dalembert_contact_state *now)
{
    int fixed[DALEMBERT_MOST];
    return dalembert_fixed_by_surfaces(own, at, now, 0.0, fixed) || dalembert_press_from_now_on(own, at, now, fixed);
}

/* The contacts at a state with the sides as they are decided now. */
DALEMBERT_FUNCTION int dalembert_contacts_anew(dalembert_hybrid *own, const struct dalembert_transition *at,
                                               struct dalembert_contact_state *now)
{
    dalembert_bind(own, own->bindings, own->bindings_count);
    return dalembert_contact_state_at(own, at->t, at->y, at->peak, now);
}

/* Decide the mode of contacts at rest and the sides of switches, which depend on one another. 0, or 1 where that is not
   decided here. */
DALEMBERT_FUNCTION int dalembert_take_contact_mode(dalembert_hybrid *own, struct dalembert_transition *at,
                                                   struct dalembert_contact_state *now)
{
    const int none[DALEMBERT_MOST] = {0};
    const double *sides = own->p + own->sides;
    double *earlier;
    int turn, slides = 0, i, together = 0;
    if (!own->switches) return dalembert_contact_mode(own, at, now) || dalembert_close_pressed(own, at, now);
    earlier = dalembert_room(own, own->switches);
    if (!earlier) return 1;
    if (at->rest_count) together = dalembert_decide_together(own, at, now);
    if (together < 0) return 1;
    if (together) {
        if (dalembert_find_base(own, at) || dalembert_switch_margins(own, at) || dalembert_close_pressed(own, at, now))
            return 1;
        for (i = 0; i < own->switches; i++) slides = slides || at->surface[i];
        return (slides && dalembert_place_on_surfaces(own, at)) || dalembert_contacts_anew(own, at, now);
    }
    for (turn = 0; turn < 4 + own->switches; turn++) {
        const long long used = own->work_used;
        int active[DALEMBERT_MOST], friction[DALEMBERT_MOST], surface[DALEMBERT_MOST], same = 1;
        for (i = 0; i < own->contacts; i++) {
            active[i] = at->active[i];
            friction[i] = at->friction[i];
        }
        for (i = 0; i < own->switches; i++) {
            surface[i] = at->surface[i];
            earlier[i] = sides[i];
        }
        if (dalembert_contact_mode(own, at, now) || dalembert_close_pressed(own, at, now) ||
            dalembert_find_base(own, at) || dalembert_decide_sides(own, at, none))
            return 1;
        own->work_used = used;
        if (dalembert_contacts_anew(own, at, now)) return 1;
        for (i = 0; i < own->contacts; i++) same = same && active[i] == at->active[i] && friction[i] == at->friction[i];
        for (i = 0; i < own->switches; i++) same = same && surface[i] == at->surface[i] && earlier[i] == sides[i];
        if (same) return 0;
    }
    return 1;
}

/* All of the transition of contacts; the mode that follows, or 0. */
DALEMBERT_FUNCTION const dalembert_mode *dalembert_touch(dalembert_hybrid *own, struct dalembert_transition *at,
                                                         const struct dalembert_cause *cause)
{
    const dalembert_mode *before = own->modes + own->mode;
    const double close = own->begun ? own->tolerances->GAP : own->tolerances->START_GAP;
    struct dalembert_contact_state now;
    int any = 0, hits = 0, i, fixed[DALEMBERT_MOST];
    at->pressed = cause->pressed;
    at->noise = dalembert_room(own, own->contacts);
    if (!at->noise || dalembert_contact_state_at(own, at->t, at->y, at->peak, &now)) return 0;
    for (i = 0; i < own->contacts; i++) any = any || cause->struck[i];
    for (i = 0; i < own->contacts; i++) {
        const int active = before->active[i] && !cause->released[i];
        if (!any && cause->released[i]) continue;
        if (active || cause->struck[i] || now.gap[i] <= close * fmax(now.size[i], 1e-300))
            at->closed[at->closed_count++] = i;
    }
    if (at->closed_count && dalembert_gap_noise(own, at)) return 0;
    for (i = 0; i < at->closed_count; i++)
        hits = hits || now.velocity[at->closed[i]] < -dalembert_rest(own, at, &now, at->closed[i]);
    if (hits && (dalembert_impact(own, at, &now) || dalembert_contact_state_at(own, at->t, at->y, at->peak, &now)))
        return 0;
    for (i = 0; i < at->closed_count; i++)
        if (now.velocity[at->closed[i]] <= dalembert_rest(own, at, &now, at->closed[i]))
            at->at_rest[at->rest_count++] = at->closed[i];
    if (dalembert_take_contact_mode(own, at, &now)) return 0;
    if (hits && at->rest_count < at->closed_count) {
        const int returning = dalembert_returning(own, at, &now);
        if (returning < 0) return 0;
        if (returning > 0 &&
            (dalembert_bring_to_rest(own, at, &now) || dalembert_contact_state_at(own, at->t, at->y, at->peak, &now) ||
             dalembert_take_contact_mode(own, at, &now)))
            return 0;
    }
    dalembert_set_margins(own, at, &now);
    if (own->switches && dalembert_fixed_by_surfaces(own, at, &now, own->t_last - own->run->t, fixed)) return 0;
    return dalembert_mode_at(own, at, &now);
}

/* All of the transition where there are switches beside contacts: switches, impacts, contact mode. */
DALEMBERT_FUNCTION const dalembert_mode *dalembert_switch_and_touch(dalembert_hybrid *own,
                                                                    struct dalembert_transition *at,
                                                                    const struct dalembert_cause *cause)
{
    const dalembert_mode *before = own->modes + own->mode, *next;
    double *rates = dalembert_room(own, own->run->size), late;
    int i;
    for (i = 0; i < own->contacts; i++) {
        at->active[i] = before->active[i] && !cause->released[i];
        at->friction[i] = at->active[i] ? before->friction[i] : DALEMBERT_NO_FRICTION;
    }
    if (!rates || dalembert_find_base(own, at) || dalembert_late_crossing(own, at, cause, rates, &late)) return 0;
    if (dalembert_decide_sides(own, at, cause->reached) || !dalembert_fits(own, at)) return 0;
    dalembert_bind(own, own->bindings, own->bindings_count);
    next = dalembert_touch(own, at, cause);
    if (next) dalembert_make_up(own, at, next, rates, late);
    return next;
}

#endif
