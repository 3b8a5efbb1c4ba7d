/* The beginning and the end of a hybrid run that nobody looks after: what `_simulate/hybrid_run.py` does around the
   loop over modes.                                                                                            */
#ifndef DALEMBERT_MODE_START_H
#define DALEMBERT_MODE_START_H

/* The sides of switches that the signs of their functions say; one may depend on the sides of others. */
DALEMBERT_FUNCTION int dalembert_start_sides(dalembert_hybrid *own)
{
    double *sides = own->p + own->sides;
    struct dalembert_switching now;
    long long turn, k;
    own->work_used = 0;
    own->base = 0;
    if (!own->switches) return 0;
    if (dalembert_switching_room(own, &now)) return 1;
    for (turn = 0; turn < own->switches; turn++) {
        int same = 1;
        dalembert_switching_at(own, own->run->t, own->run->y, &now);
        for (k = 0; k < own->switches; k++) {
            const double side = own->counted[k]           ? dalembert_whole_number(own, (int)k, now.value[k])
                                : now.value[k] >= 0.0 ? 1.0
                                                      : -1.0;
            same = same && side == sides[k];
            sides[k] = side;
        }
        if (same) break;
    }
    return 0;
}

/* Move a start onto the conditions of its mode: it may be off by rounding. */
DALEMBERT_FUNCTION void dalembert_settle_start(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    const dalembert_mode *mode = own->modes + own->mode;
    double health = 1.0, *change;
    long long i, held = 0;
    for (i = 0; i < own->contacts; i++) held = held || mode->active[i];
    own->work_used = 0;
    change = dalembert_room(own, run->size);
    if (!held || !mode->constrained || !change) return;
    dalembert_inputs(run, run->t, run->y, &health);
    DALEMBERT_CALL(mode->correction, run->t, run->y, run->u, change, &health);
    if (dalembert_first_bad(change, run->size) >= 0) return;
    for (i = 0; i < run->size; i++) run->y[i] += change[i];
}

/* The mode that a run begins in: the sides of switches, the contacts that are closed, impacts at once. The values of p
   behind the parameters are those of no motion; run->peak are the sizes of its start. 0, or 1 where that is not
   decided. The loop then begins the mode. */
DALEMBERT_EXPORT int dalembert_start_modes(dalembert_hybrid *own)
{
    const struct dalembert_cause nothing = {{0}, {0}, {0}, {0}, 0};
    struct dalembert_transition at;
    int fallen[4 * DALEMBERT_MOST];
    long long i;
    own->mode = own->begun = own->intervals = own->impacts_count = own->transitions = 0;
    own->integrating = own->wanted = 0;
    own->tail = 0.0;
    own->breaks_t = -1e300;
    dalembert_bind(own, own->modes->bindings, own->modes->bindings_count);
    dalembert_bind(own, own->bindings, own->bindings_count);
    for (i = 0; i < own->contacts; i++) at.breaks[i] = own->breaks[i] = 0;
    if (dalembert_start_sides(own) || dalembert_go_over(own, &at, &nothing)) return 1;
    dalembert_settle_start(own);
    dalembert_note_mode(own);
    while (dalembert_fallen(own, fallen) > 0) { /* a mode may end where it begins */
        if (dalembert_makes_no_headway(own) || own->intervals >= own->intervals_room || dalembert_transit(own, fallen))
            return 1;
        dalembert_note_mode(own);
    }
    return 0;
}

/* A gap that closes at the very end of a run. 0, or 1 where its impact is not decided. */
DALEMBERT_EXPORT int dalembert_end_modes(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    const dalembert_mode *mode = own->modes + own->mode;
    struct dalembert_cause cause = {{0}, {0}, {0}, {0}, 0};
    struct dalembert_contact_state now;
    struct dalembert_transition at;
    long long i;
    int any = 0;
    if (!own->contacts) return 0;
    own->work_used = 0;
    at.y = run->y;
    at.peak = run->peak;
    at.t = run->t;
    if (dalembert_contact_state_at(own, run->t, run->y, run->peak, &now)) return 1;
    for (i = 0; i < own->contacts; i++) {
        const double near = own->tolerances->GAP * fmax(now.size[i], 1e-300);
        at.breaks[i] = 0;
        cause.struck[i] =
            !mode->active[i] && now.gap[i] <= near && now.velocity[i] < -dalembert_rest(own, &at, &now, (int)i);
        any = any || cause.struck[i];
    }
    if (!any) return 0;
    if (dalembert_go_over(own, &at, &cause)) return 1;
    dalembert_note_mode(own);
    return 0;
}

/* Whether an event of the user has just stopped a run. */
DALEMBERT_FUNCTION int dalembert_is_stopped(const dalembert_hybrid *own)
{
    const dalembert_run *run = own->run;
    const double now = run->t - own->tolerances->SAME_TIME * (fabs(run->t) + own->span);
    long long k;
    for (k = 0; k < run->happened; k++)
        if (run->which[k] < own->events && run->stops[run->which[k]] && run->occurred[k] >= now) return 1;
    return 0;
}

/* Whether a run is at its end, as far as times can be told apart. */
DALEMBERT_FUNCTION int dalembert_is_at_end(const dalembert_hybrid *own)
{
    return own->high - own->run->t <= own->tolerances->SAME_TIME * (fabs(own->high) + own->span);
}

/* A run that has come to its end, where a gap may close at the same time. 0, or 1 where its impact is not decided. */
DALEMBERT_FUNCTION int dalembert_reach_end(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    long long i;
    run->t = own->high;
    while (run->next < run->samples) {
        for (i = 0; i < run->size; i++) run->rows[run->next * run->size + i] = run->y[i];
        for (i = 0; i < run->tested; i++)
            run->sizes[run->next * run->tested + i] = fmax(run->peak[i], fabs(run->y[i]));
        run->next++;
    }
    return dalembert_end_modes(own);
}

/* Whether a state lies inside of a contact, further than `shut` of the sizes in its gap beyond the margin that its mode
   lets it: its number, or -1. */
DALEMBERT_FUNCTION int dalembert_inside_of(dalembert_hybrid *own, double shut)
{
    struct dalembert_contact_state now;
    int i;
    own->work_used = 0;
    if (!own->contacts) return -1;
    dalembert_bind(own, own->bindings, own->bindings_count);
    if (dalembert_contact_state_at(own, own->run->t, own->run->y, own->run->peak, &now)) return -1;
    for (i = 0; i < own->contacts; i++)
        if (!(now.gap[i] >= -shut * fmax(now.size[i], 1e-300) - own->p[own->margins + i])) return i;
    return -1;
}

#endif
