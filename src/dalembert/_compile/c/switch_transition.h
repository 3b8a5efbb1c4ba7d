/* Switches in an instant: a switching surface is crossed, by the rates on its two sides.

   `_contact/filippov.py` has the same with the reasons, and decides what is left undecided here: sliding modes.  */
#ifndef DALEMBERT_SWITCH_TRANSITION_H
#define DALEMBERT_SWITCH_TRANSITION_H

/* Switching functions at a state on some sides: values, slopes by the state, changes in time; the rates there. */
struct dalembert_switching {
    double *value, *slope, *flow, *rates;
};

/* The switching functions and rates of free motion with the sides that p has now. */
DALEMBERT_FUNCTION void dalembert_switching_at(dalembert_hybrid *own, double t, const double *y,
                                               struct dalembert_switching *now)
{
    const dalembert_mode *free = own->modes;
    double health = 1.0;
    dalembert_bind(own, free->bindings, free->bindings_count);
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_mode_rates(own, free, t, y, now->rates);
    DALEMBERT_CALL(own->switching, t, y, own->run->u, now->value, &health);
    now->slope = now->value + own->switches;
    now->flow = now->slope + own->switches * own->run->tested;
}

/* How fast a switching function changes, and the sizes in that. */
DALEMBERT_FUNCTION double dalembert_rise(const dalembert_hybrid *own, const struct dalembert_switching *now, int k,
                                         double *size)
{
    const long long tested = own->run->tested;
    double found = 0.0, sizes = 0.0;
    long long j;
    for (j = 0; j < tested; j++) {
        const double part = now->slope[k * tested + j] * now->rates[j];
        found += part;
        sizes += fabs(part);
    }
    *size = sizes + fabs(now->flow[k]);
    return found + now->flow[k];
}

DALEMBERT_FUNCTION int dalembert_switching_room(dalembert_hybrid *own, struct dalembert_switching *now)
{
    now->value = dalembert_room(own, own->switches * (2 + own->run->tested));
    now->rates = dalembert_room(own, own->run->size);
    return !now->value || !now->rates;
}

/* The sizes in each switching function. */
DALEMBERT_FUNCTION void dalembert_switching_sizes(const dalembert_hybrid *own, const struct dalembert_transition *at,
                                                  const struct dalembert_switching *now, double *sizes, double *size)
{
    const dalembert_run *run = own->run;
    const double ahead = own->tolerances->SECOND_DIFFERENCE * own->span;
    double most[8] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    long long j, k;
    for (j = 0; j < run->tested; j++) {
        sizes[j] = fmax(fabs(at->y[j]), at->peak[j]);
        most[run->kind[j]] = fmax(most[run->kind[j]], sizes[j]);
    }
    for (j = 0; j < run->tested; j++) sizes[j] = fmax(sizes[j], own->tolerances->NEGLIGIBLE * most[run->kind[j]]);
    for (k = 0; k < own->switches; k++) {
        double still = 0.0, moving = 0.0;
        for (j = 0; j < run->tested; j++) {
            const double slope = fabs(now->slope[k * run->tested + j]), rate = fabs(now->rates[j]);
            still += slope * sizes[j];
            moving += slope * (rate <= 1.7976931348623157e308 ? rate : 0.0);
        }
        size[k] = fmax(still, ahead * moving) + own->tolerances->CLOCK * fabs(at->t) * (moving + fabs(now->flow[k]));
    }
}

/* On which sides a motion on the surfaces `on` goes on; 1 where that is not decided here. */
DALEMBERT_FUNCTION int dalembert_leave(dalembert_hybrid *own, const struct dalembert_transition *at, const int *on,
                                       int count, const int *fired, const double *size)
{
    const dalembert_tolerances *are = own->tolerances;
    const long long used = own->work_used;
    const double step = are->SECOND_DIFFERENCE * own->span;
    double *sides = own->p + own->sides, *kept = dalembert_room(own, own->switches), *later_y;
    double *s = dalembert_room(own, count), *A = dalembert_room(own, count * count), *beta = dalembert_room(own, count);
    double *s2 = dalembert_room(own, count), *slope2 = dalembert_room(own, count), *flat = dalembert_room(own, count);
    struct dalembert_switching here, later;
    int i, j, above, open = -1, fixed[DALEMBERT_MOST];
    long long k;
    later_y = dalembert_room(own, own->run->size);
    if (!kept || !s || !A || !beta || !s2 || !slope2 || !flat || !later_y) return 1;
    if (dalembert_switching_room(own, &here) || dalembert_switching_room(own, &later)) return 1;
    for (k = 0; k < own->switches; k++) kept[k] = sides[k];
    for (above = -1; above < count; above++) { /* below all of the surfaces, then above one after the other */
        for (i = 0; i < count; i++) sides[on[i]] = i == above ? 1.0 : -1.0;
        dalembert_switching_at(own, at->t, at->y, &here);
        for (k = 0; k < own->run->size; k++) later_y[k] = at->y[k] + step * here.rates[k];
        dalembert_switching_at(own, at->t + step, later_y, &later);
        for (i = 0; i < count; i++) {
            double now_size, later_size;
            const double rise = dalembert_rise(own, &here, on[i], &now_size);
            const double bend = (dalembert_rise(own, &later, on[i], &later_size) - rise) / step;
            flat[i] = fmax(flat[i], are->REST * now_size);
            if (above < 0) {
                s[i] = rise;
                s2[i] = bend;
            } else {
                A[i * count + above] = rise - s[i];
                if (i == above) slope2[i] = bend;
            }
        }
    }
    for (k = 0; k < own->switches; k++) sides[k] = kept[k];
    own->work_used = used;
    for (i = 0; i < count; i++) {
        const double own_slope = A[i * count + i], onward = sides[on[i]] > 0.0 ? 0.0 : 1.0;
        fixed[i] = 1;
        if (fabs(own_slope) <= flat[i]) { /* of positions: the same rate on both sides */
            const double back = fmin(-slope2[i], s2[i]);
            if (fabs(s[i]) <= flat[i]) return 1;
            if (back > 0.0 && s[i] * s[i] / (2.0 * back) <= are->GAP * size[on[i]]) return 1; /* it comes back at once */
            beta[i] = s[i] > 0.0;
        } else if (own_slope > 0.0) { /* away from it on both sides: on over it, or up */
            const int both = s[i] <= 0.0 && s[i] + own_slope >= 0.0;
            beta[i] = both ? (fired[on[i]] ? onward : 1.0) : s[i] > 0.0;
        } else {
            if (open >= 0) return 1;
            open = i;
            fixed[i] = 0;
        }
    }
    if (open >= 0) {
        double sum = s[open];
        for (j = 0; j < count; j++)
            if (fixed[j]) sum += A[open * count + j] * beta[j];
        beta[open] = fmin(fmax(-sum / A[open * count + open], 0.0), 1.0);
        if (beta[open] > are->COMPLEMENTARITY && beta[open] < 1.0 - are->COMPLEMENTARITY) return 1; /* it slides */
    }
    for (i = 0; i < count; i++) sides[on[i]] = beta[i] > 0.5 ? 1.0 : -1.0;
    return 0;
}

/* How long after its zero a switch is seen: its margin over the rate of its function. */
DALEMBERT_FUNCTION double dalembert_lateness(dalembert_hybrid *own, const struct dalembert_transition *at,
                                             const struct dalembert_switching *now, int k)
{
    double size, rise = fabs(dalembert_rise(own, now, k, &size)), late;
    late = rise > 0.0 ? own->p[own->margins + own->contacts + k] / rise : 1e300;
    return late <= own->tolerances->SAME_TIME * (fabs(at->t) + own->span) ? late : 0.0;
}

/* The sides of all switches after some were reached, with their margins; free motion, or 0. */
DALEMBERT_FUNCTION const dalembert_mode *dalembert_switch(dalembert_hybrid *own, struct dalembert_transition *at,
                                                          const int *fired)
{
    const dalembert_tolerances *are = own->tolerances;
    struct dalembert_switching now;
    double *sides = own->p + own->sides, *margins = own->p + own->margins + own->contacts;
    double *before = dalembert_room(own, own->switches), *sizes = dalembert_room(own, own->run->tested);
    double *size = dalembert_room(own, own->switches), *rates = dalembert_room(own, own->run->size), late = 0.0;
    int turn, k, single = 0, reached = 0, on[DALEMBERT_MOST], none[DALEMBERT_MOST] = {0};
    long long j;
    if (!before || !sizes || !size || !rates || dalembert_switching_room(own, &now)) return 0;
    for (k = 0; k < own->switches; k++)
        if (fired[k]) {
            reached++;
            single = k;
        }
    dalembert_switching_at(own, at->t, at->y, &now);
    for (j = 0; j < own->run->size; j++) rates[j] = now.rates[j];
    if (reached == 1) late = dalembert_lateness(own, at, &now, single);
    for (turn = 0; turn < own->switches + 3; turn++) {
        int count = 0, same = 1;
        if (turn) dalembert_switching_at(own, at->t, at->y, &now);
        dalembert_switching_sizes(own, at, &now, sizes, size);
        for (k = 0; k < own->switches; k++) {
            before[k] = sides[k];
            if ((fired[k] && !turn) || fabs(now.value[k]) <= are->GAP * size[k]) on[count++] = k;
        }
        for (k = 0, j = 0; k < own->switches; k++) {
            if (j < count && on[j] == k) j++;
            else sides[k] = now.value[k] > 0.0 ? 1.0 : -1.0;
        }
        if (count && dalembert_leave(own, at, on, count, turn ? none : fired, size)) return 0;
        for (k = 0; k < own->switches; k++) same = same && before[k] == sides[k];
        if (turn && same) break;
    }
    if (turn == own->switches + 3) return 0;
    dalembert_switching_at(own, at->t, at->y, &now);
    dalembert_switching_sizes(own, at, &now, sizes, size);
    for (k = 0; k < own->switches; k++) {
        const double beyond = -sides[k] * now.value[k];
        margins[k] = fmax(5.0 * are->ROUNDING * size[k] + 1e-300, beyond * (1.0 + are->OVERSHOOT));
    }
    dalembert_bind(own, own->modes->bindings, own->modes->bindings_count);
    if (late > 0.0) {
        dalembert_mode_rates(own, own->modes, at->t, at->y, now.rates);
        for (j = 0; j < own->run->size; j++) at->y[j] += late * (now.rates[j] - rates[j]);
    }
    return own->modes;
}

#endif
