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

/* All of the transition of contacts; the mode that follows, or 0. */
DALEMBERT_FUNCTION const dalembert_mode *dalembert_touch(dalembert_hybrid *own, struct dalembert_transition *at,
                                                         const struct dalembert_cause *cause)
{
    const dalembert_mode *before = own->modes + own->mode;
    const double close = own->begun ? own->tolerances->GAP : own->tolerances->START_GAP;
    struct dalembert_contact_state now;
    int any = 0, hits = 0, i;
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
    if (dalembert_contact_mode(own, at, &now) || dalembert_press_from_now_on(own, at, &now)) return 0;
    if (hits && at->rest_count < at->closed_count) {
        const int returning = dalembert_returning(own, at, &now);
        if (returning < 0) return 0;
        if (returning > 0 &&
            (dalembert_bring_to_rest(own, at, &now) || dalembert_contact_state_at(own, at->t, at->y, at->peak, &now) ||
             dalembert_contact_mode(own, at, &now) || dalembert_press_from_now_on(own, at, &now)))
            return 0;
    }
    dalembert_set_margins(own, at, &now);
    return dalembert_mode_at(own, at, &now);
}

#endif
