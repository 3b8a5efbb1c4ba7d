/* A hybrid run: one mode after the other, with the transitions between them, till somebody has to be asked.

   Asked is where a mode was never met before, and where a transition is not decided here: then the state is that
   before it. The order of what happens is that of `_simulate/hybrid_run.py`.                                   */
#ifndef DALEMBERT_MODE_LOOP_H
#define DALEMBERT_MODE_LOOP_H

enum {
    DALEMBERT_GOES_ON = 0,  /* more steps are to be made */
    DALEMBERT_ENDED = 1,    /* the integration has ended: see its status */
    DALEMBERT_ASKS = 2,     /* a guard has fallen, and what follows is asked for */
    DALEMBERT_BEGINS = 3    /* a mode begins, and whether its guards have fallen already is asked for */
};

/* Whoever includes this may look at each mode that is noted, and at events of the user that a jump passes over. */
#ifndef DALEMBERT_MODE_NOTED
#define DALEMBERT_MODE_NOTED(own)
#define DALEMBERT_NOTES_PASSED(own, event, way) 0
#endif

/* Put the run at the beginning of a mode. */
DALEMBERT_FUNCTION void dalembert_begin_mode(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    const dalembert_mode *mode = own->modes + own->mode;
    const double margin = 1.7763568394002505e-15 * fmax(fabs(run->t), fabs(own->high));
    double *there, *beside, *here, reach = 0.0, most = 0.0;
    long long i;
    union {
        double number;
        unsigned long long bits;
    } seed;
    own->work_used = 0;
    here = dalembert_room(own, run->size);
    beside = dalembert_room(own, run->size);
    there = dalembert_room(own, run->size);
    dalembert_bind(own, mode->bindings, mode->bindings_count);
    run->rates = mode->timed;
    run->precise_rates = mode->precise_rates;
    run->precise_correction = mode->precise_correction;
    run->correction = mode->correction;
    run->events = mode->events;
    run->peaks = mode->peaks;
    run->rescue = mode->rescue;
    run->constrained = mode->constrained;
    run->events_count = own->events + mode->guards;
    run->direction = mode->direction;
    run->stops = mode->stops;
    /* what the last bits of state and time change in the rates, per largest coordinate so far: where a mode begins all
       of them may be next to zero */
    for (i = 0; i < run->split; i++) reach = fmax(reach, fmax(run->peak[i], fabs(run->y[i])));
    dalembert_mode_rates(own, mode, run->t, run->y, here);
    dalembert_mode_rates(own, mode, nextafter(run->t, own->high), run->y, beside);
    for (i = 0; i < run->size; i++) run->node[i] = run->y[i] * own->last_bits[i];
    if (reach > 0.0) dalembert_mode_rates(own, mode, run->t, run->node, there);
    for (i = 0; i < run->tested; i++) {
        const double noise = reach > 0.0 ? fabs(there[i] - here[i]) / reach : 0.0, clock = fabs(beside[i] - here[i]);
        ((double *)run->noise)[i] = fmax(own->noise[i], noise <= 1.7e308 ? 8.0 * noise : 0.0);
        ((double *)run->clock)[i] = fmax(own->clock[i], clock <= 1.7e308 ? 8.0 * clock : 0.0);
        ((double *)run->atol)[i] = own->atol[i];
        run->floor[i] = 0.0;
        run->peak[i] = fmax(run->peak[i], fabs(run->y[i]));
    }
    if (mode->constrains) { /* what rests has no size of its own: that of a free motion from rest */
        const dalembert_mode *free = own->modes;
        if (mode != free) dalembert_bind(own, free->bindings, free->bindings_count);
        dalembert_mode_rates(own, free, run->t, run->y, here);
        for (i = run->n; i < 2 * run->n; i++) most = fmax(most, fabs(here[i]));
        if (mode != free) dalembert_bind(own, mode->bindings, mode->bindings_count);
        most = most <= 1.7e308 ? most : 0.0;
        for (i = 0; i < run->n; i++) {
            const double speed = own->tolerances->AHEAD * most * own->span;
            ((double *)run->atol)[i] += run->rtol * (speed * own->span);
            ((double *)run->atol)[run->n + i] += run->rtol * speed;
        }
    }
    run->span = own->high - run->t;
    run->dt_most = fmin(own->dt_most, run->span);
    if (mode->constrains) run->dt_most = fmin(run->dt_most, own->dt_held);
    run->low = own->high - run->t > 4.0 * margin ? run->t + margin : run->t;
    run->high = own->high - run->t > 4.0 * margin ? own->high - margin : own->high;
    run->t_end = own->high;
    run->dt = 0.0;
    run->error_before = 1e-4;
    run->status = DALEMBERT_RUNNING;
    run->refused = run->in_vain = 0;
    run->error_refused = run->dt_refused = 0.0;
    run->culprit = -1;
    own->evaluations += run->evaluations; /* what is compared with more digits depends on their number in a mode */
    own->projections += run->projections;
    run->evaluations = run->projections = 0;
    seed.number = run->t;
    run->random = 88172645463325252ULL ^ seed.bits;
    own->mode_t = run->t;
    own->mode_steps = run->steps;
    own->mode_stiff = run->stiff;
    own->integrating = 1;
}

/* The end of an integration: how rounding inside evaluations compares with that outside. */
DALEMBERT_FUNCTION void dalembert_end_mode(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    long long i;
    for (i = 0; i < run->tested; i++) {
        const double found = run->inside[i] > 0.0 ? run->inside[i] / run->outside[i] : 0.0;
        own->inside = fmax(own->inside, fmin(found, 1.7976931348623157e308));
        run->inside[i] = run->outside[i] = 0.0;
    }
    own->integrating = 0;
}

/* Note that a mode begins; a row at the very time shows what is after the transition. */
DALEMBERT_FUNCTION void dalembert_note_mode(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    const int here = run->next > own->first_row && run->times[run->next - 1] == run->t;
    const long long k = own->intervals++;
    double began = fmin(run->t + own->tail, own->t_last);
    long long i;
    if (own->begun) began = fmax(began, own->began[own->begun - 1]);
    own->began[own->begun++] = began;
    own->interval_row[k] = run->next - here;
    own->interval_mode[k] = own->mode;
    for (i = own->sides; i < own->p_count; i++) own->interval_values[k * (own->p_count - own->sides) + i - own->sides] = own->p[i];
    if (here) {
        const long long last = run->next - 1;
        for (i = 0; i < run->size; i++) run->rows[last * run->size + i] = run->y[i];
        for (i = 0; i < run->tested; i++)
            run->sizes[last * run->tested + i] =
                fmax(last > 0 ? run->sizes[(last - 1) * run->tested + i] : 0.0, fmax(run->peak[i], fabs(run->y[i])));
    }
    own->tail = 0.0;
    DALEMBERT_MODE_NOTED(own)
}

/* Whether many changes of mode have led nowhere. */
DALEMBERT_FUNCTION int dalembert_makes_no_headway(const dalembert_hybrid *own)
{
    const long long count = own->begun;
    if (count > 500 && own->run->t - own->began[count - 500] < 1e-9 * own->span) return 1;
    return count > 5000 && own->run->t - own->began[count - 5000] < 1e-4 * own->span;
}

/* What follows on a cause; 1 where that is asked for, and nothing has changed. */
DALEMBERT_FUNCTION int dalembert_go_over(dalembert_hybrid *own, struct dalembert_transition *at,
                                         const struct dalembert_cause *cause)
{
    dalembert_run *run = own->run;
    const dalembert_mode *next = 0;
    const long long values = own->p_count - own->sides, width = 3 + own->contacts + 3 * run->n;
    double *kept, *before, *after;
    long long i;
    int passed = 0;
    own->work_used = 0;
    kept = dalembert_room(own, values);
    before = dalembert_room(own, run->events_count + 1);
    after = dalembert_room(own, run->events_count + 1);
    at->y = dalembert_room(own, run->size);
    if (!kept || !before || !after || !at->y) return 1;
    at->t = run->t;
    at->peak = run->peak;
    at->tail = 0.0;
    at->closed_count = at->rest_count = at->impacts = 0;
    for (i = 0; i < run->size; i++) at->y[i] = run->y[i];
    for (i = 0; i < values; i++) kept[i] = own->p[own->sides + i];
    for (i = 0; i < own->switches; i++) at->surface[i] = (own->modes + own->mode)->surface[i];
    for (i = 0; i < own->contacts; i++)
        at->direction[i] = own->slip_of[i] >= 0 ? own->p[own->directions + own->slip_of[i]] : 0.0;
    if (own->events && own->contacts) dalembert_mode_events(own, own->modes, at->t, at->y, before);
    next = !own->contacts   ? dalembert_switch(own, at, cause)
           : own->switches ? dalembert_switch_and_touch(own, at, cause)
                           : dalembert_touch(own, at, cause);
    if (next && own->events && at->impacts) { /* a jump may pass over an event of the user */
        dalembert_mode_events(own, own->modes, at->t, at->y, after);
        for (i = 0; i < own->events; i++) {
            const int way = after[i] > 0.0 ? 1 : -1;
            if (!(before[i] * after[i] < 0.0) || own->modes->direction[i] == -way) continue;
            passed = passed || !DALEMBERT_NOTES_PASSED(own, i, way);
        }
    }
    if (!next || passed || own->impacts_count + at->impacts > own->impacts_room) {
        for (i = 0; i < values; i++) own->p[own->sides + i] = kept[i];
        return 1;
    }
    for (i = 0; i < at->impacts * width; i++)
        own->impacts[own->impacts_count * width + i] = at->impact[i / width][i % width];
    own->impacts_count += at->impacts;
    for (i = 0; i < own->contacts; i++) own->breaks[i] = at->breaks[i];
    own->breaks_t = run->t;
    for (i = 0; i < run->size; i++) run->y[i] = at->y[i];
    own->tail = at->tail;
    own->mode = next - own->modes;
    own->transitions++;
    return 0;
}

/* What follows on the fall of some guards; 1 where that is asked for, and nothing has changed. */
DALEMBERT_FUNCTION int dalembert_transit(dalembert_hybrid *own, const int *fallen)
{
    const dalembert_run *run = own->run;
    const dalembert_mode *mode = own->modes + own->mode;
    struct dalembert_cause cause = {{0}, {0}, {0}, {0}, 0};
    struct dalembert_transition at;
    const int same = run->t - own->breaks_t <= own->tolerances->SAME_TIME * (fabs(run->t) + own->span);
    long long k, i;
    for (i = 0; i < own->contacts; i++) at.breaks[i] = same ? own->breaks[i] : 0;
    for (k = 0; k < mode->guards; k++) {
        const int place = mode->place[k];
        if (!fallen[k]) continue;
        cause.guards++;
        switch (mode->kind[k]) {
        case DALEMBERT_GAP: cause.struck[place] = 1; break;
        case DALEMBERT_FORCE: cause.released[place] = 1; break;
        case DALEMBERT_CONE: at.breaks[place] = 1; break;
        case DALEMBERT_CONE_BELOW: at.breaks[place] = -1; break;
        case DALEMBERT_SLIP: break;
        case DALEMBERT_SIDE:
        case DALEMBERT_LOW:
        case DALEMBERT_HIGH:
        case DALEMBERT_BELOW:
        case DALEMBERT_ABOVE: cause.reached[place] = mode->kind[k]; break;
        default: return 1;
        }
    }
    return dalembert_go_over(own, &at, &cause);
}

/* Guards already at their end: what begins at zero and falls is not seen to cross it. */
DALEMBERT_FUNCTION int dalembert_fallen(dalembert_hybrid *own, int *fallen)
{
    dalembert_run *run = own->run;
    const dalembert_mode *mode = own->modes + own->mode;
    double *now, *later, *rates, *y;
    long long k, i;
    int candidates = 0, paradox = 0, watched = 0, found = 0;
    for (k = 0; k < mode->guards; k++) {
        const int kind = mode->kind[k];
        fallen[k] = 0;
        watched = watched || kind == DALEMBERT_FORCE || kind == DALEMBERT_CONE || kind == DALEMBERT_CONE_BELOW ||
                  kind == DALEMBERT_BELOW || kind == DALEMBERT_ABOVE || kind == DALEMBERT_PARADOX;
    }
    if (!watched) return 0;
    own->work_used = 0;
    now = dalembert_room(own, own->events + mode->guards);
    later = dalembert_room(own, own->events + mode->guards);
    rates = dalembert_room(own, run->size);
    y = dalembert_room(own, run->size);
    if (!now || !later || !rates || !y) return 0;
    dalembert_bind(own, mode->bindings, mode->bindings_count);
    dalembert_mode_events(own, mode, run->t, run->y, now);
    for (k = 0; k < mode->guards; k++) {
        const int kind = mode->kind[k];
        fallen[k] = now[own->events + k] <= 0.0 &&
                    (kind == DALEMBERT_FORCE || kind == DALEMBERT_CONE || kind == DALEMBERT_CONE_BELOW ||
                     kind == DALEMBERT_BELOW || kind == DALEMBERT_ABOVE || kind == DALEMBERT_PARADOX);
        candidates += fallen[k];
        paradox = paradox || (fallen[k] && kind == DALEMBERT_PARADOX);
    }
    if (!candidates || paradox) return candidates;
    dalembert_mode_rates(own, mode, run->t, run->y, rates);
    for (i = 0; i < run->size; i++) y[i] = run->y[i] + own->tolerances->PROBE * own->span * rates[i];
    dalembert_mode_events(own, mode, run->t + own->tolerances->PROBE * own->span, y, later);
    for (k = 0; k < mode->guards; k++) {
        fallen[k] = fallen[k] && later[own->events + k] < 0.0;
        found += fallen[k];
    }
    return found;
}

/* Which guards have just fallen; -1 where an event of the user stops the run, or its end is reached. */
DALEMBERT_FUNCTION int dalembert_just_fallen(dalembert_hybrid *own, int *fallen)
{
    const dalembert_run *run = own->run;
    const dalembert_mode *mode = own->modes + own->mode;
    const double same = own->tolerances->SAME_TIME;
    long long k;
    int found = 0;
    for (k = 0; k < mode->guards; k++) fallen[k] = 0;
    if (own->high - run->t <= same * (fabs(own->high) + own->span)) return -1;
    for (k = 0; k < run->happened; k++) {
        const long long event = run->which[k];
        if (!(run->occurred[k] >= run->t - same * (fabs(run->t) + own->span))) continue;
        if (event >= own->events) {
            found += !fallen[event - own->events];
            fallen[event - own->events] = 1;
        } else if (run->stops[event]) return -1;
    }
    return found;
}

/* Forget the guards among what has happened: the transition is done. */
DALEMBERT_FUNCTION void dalembert_forget_guards(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    long long k, kept = 0;
    for (k = 0; k < run->happened; k++) {
        if (run->which[k] >= own->events) continue;
        run->occurred[kept] = run->occurred[k];
        run->which[kept] = run->which[k];
        run->way[kept++] = run->way[k];
    }
    run->happened = kept;
}

/* Whether an open contact that is as good as closed moves on: what follows is then asked for. */
DALEMBERT_FUNCTION int dalembert_closes(dalembert_hybrid *own)
{
    const dalembert_mode *mode = own->modes + own->mode;
    struct dalembert_contact_state now;
    int i;
    if (!own->contacts) return 0;
    own->work_used = 0;
    if (dalembert_contact_state_at(own, own->run->t, own->run->y, own->run->peak, &now)) return 1;
    for (i = 0; i < own->contacts; i++)
        if (!mode->active[i] && !(now.gap[i] > 2.0 * own->tolerances->GAP * fmax(now.size[i], 1e-300)) &&
            !(now.velocity[i] >= 0.0))
            return 1;
    return 0;
}

/* About so many steps of a hybrid run. */
DALEMBERT_EXPORT long long dalembert_follow_modes(dalembert_hybrid *own, long long steps)
{
    dalembert_run *run = own->run;
    const long long last = run->steps + run->rejected + steps;
    int fallen[4 * DALEMBERT_MOST];
    if (!own->integrating && !own->again) dalembert_begin_mode(own);
    for (;;) {
        const long long left = last - run->steps - run->rejected;
        int found;
        if (!own->again) {
            if (own->advance(run, left > 0 ? left : 1) == DALEMBERT_RUNNING) return DALEMBERT_GOES_ON;
            dalembert_end_mode(own);
            if (run->status != DALEMBERT_STOPPED) {
                own->closes = dalembert_closes(own);
                return DALEMBERT_ENDED;
            }
        }
        own->again = 0;
        found = own->integrating ? dalembert_fallen(own, fallen) : dalembert_just_fallen(own, fallen);
        if (found <= 0 || own->intervals + 64 > own->intervals_room || own->begun + 64 > own->begun_room ||
            own->impacts_count + 64 > own->impacts_room)
            return own->integrating ? DALEMBERT_BEGINS : DALEMBERT_ASKS;
        do { /* a mode may end where it begins */
            if (own->intervals + 1 > own->intervals_room || own->impacts_count + 1 > own->impacts_room ||
                dalembert_transit(own, fallen))
                return own->integrating ? DALEMBERT_BEGINS : DALEMBERT_ASKS;
            dalembert_forget_guards(own);
            dalembert_note_mode(own);
            own->integrating = 2; /* from here on the state is one after a transition */
            if (dalembert_makes_no_headway(own)) return DALEMBERT_BEGINS;
        } while (dalembert_fallen(own, fallen) > 0);
        dalembert_begin_mode(own);
    }
}

#endif
