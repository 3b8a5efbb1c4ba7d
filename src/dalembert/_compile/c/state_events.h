/* Events of the user that act: where the function of one changes its sign, it sets values or ends the run.

   The order of what happens, and the bounds, are those of `_simulate/hybrid_run.py`, `fired_events.py` and
   `state_jumps.py`, which have the reasons. Whoever runs the model decides contacts and switches: `look` after a jump of
   the state, `go_on` where a mode ends as it begins, `change` where guards have fallen.                          */
#ifndef DALEMBERT_STATE_EVENTS_H
#define DALEMBERT_STATE_EVENTS_H

enum {
    DALEMBERT_EVENT_UNDECIDED = 100, /* contacts or switches are not decided */
    DALEMBERT_EVENT_INSIDE = 101, /* what an event sets lies inside of a contact */
    DALEMBERT_EVENT_ENDS = 104,   /* an event has ended the run */
    DALEMBERT_EVENT_VALUE = 105,  /* what an event sets is not finite */
    DALEMBERT_EVENT_OFF = 106,    /* no state on the constraints is near it */
    DALEMBERT_EVENT_AGAIN = 107,  /* an event comes back at once, or events set one another off without end */
    DALEMBERT_OF_GUARDS = -1      /* guards have fallen, or a piece of time has ended: no event acts */
};
enum { DALEMBERT_EVENT_RECORDS = 0, DALEMBERT_EVENT_SETS = 1, DALEMBERT_EVENT_STOPS = 2 };

struct dalembert_state_events {
    dalembert_hybrid *own;
    void *host;
    int (*look)(void *host);
    int (*go_on)(void *host);
    int (*change)(void *host, const int *fallen);
    double (*energy)(void *host); /* of the state as it is; 0 where nobody asks what events give */
    void (*told)(void *host, long long event, double given);
    const dalembert_callable *sets; /* by events: the state after one that sets values */
    const int *acts, *direction;    /* by events */
    const double *first;            /* the values behind the parameters, of no motion */
    double shut, span;              /* how far inside of a contact a start may be; of the whole run */
    long long judged;               /* of what has happened in the run, this much is looked at */
    int chain, ended;
    double event_at, left_by;       /* when events last set something; when those that fired have left their zeros */
    /* by events: which way one that is pending has passed zero, whether in a jump; when it last set something; how an
       integration stops, then by guards */
    int *pending, *jumped, *way, *crossed, *stops;
    double *fired_at, *value, *rate, *earlier, *now, *later, *beside, *every; /* the last with guards */
    double *state, *there, *rates;                                            /* by entries of the state */
};

/* Two times that differ by less belong to the same zero. */
DALEMBERT_FUNCTION double dalembert_event_moment(const struct dalembert_state_events *events)
{
    return 10.0 * events->own->tolerances->SAME_TIME * (fabs(events->own->run->t) + events->span);
}

DALEMBERT_FUNCTION int dalembert_has_just_fired(const struct dalembert_state_events *events, long long event, double t)
{
    return fabs(t - events->fired_at[event]) <= dalembert_event_moment(events);
}

DALEMBERT_FUNCTION int dalembert_has_pending(const struct dalembert_state_events *events)
{
    long long k;
    int found = 0;
    for (k = 0; k < events->own->events; k++) found = found || events->pending[k];
    return found;
}

/* An event whose function has passed zero at a time, in a jump of the state or along the motion; whether it is one. */
DALEMBERT_FUNCTION int dalembert_note_event(struct dalembert_state_events *events, long long event, double t, int way,
                                            int jumped)
{
    if (events->direction[event] && events->direction[event] != way) return 0;
    if (events->acts[event] == DALEMBERT_EVENT_STOPS) events->ended = 1;
    if (events->acts[event] != DALEMBERT_EVENT_SETS) return 1;
    if (!jumped && dalembert_has_just_fired(events, event, t)) return 0;
    if (!events->pending[event]) {
        events->pending[event] = way;
        events->jumped[event] = jumped;
    }
    return 1;
}

/* One that is told among what has happened in the run, too. */
DALEMBERT_FUNCTION int dalembert_tell_event(struct dalembert_state_events *events, long long event, int way, int jumped)
{
    dalembert_run *run = events->own->run;
    if (!dalembert_note_event(events, event, run->t, way, jumped)) return 1;
    if (run->happened >= run->room) return 0;
    run->occurred[run->happened] = run->t;
    run->which[run->happened] = (int)event;
    run->way[run->happened++] = way;
    events->judged = run->happened;
    return 1;
}

/* What an impact passes over: the loop over modes calls this. */
DALEMBERT_FUNCTION int dalembert_passes(void *events, long long event, int way)
{
    return dalembert_tell_event((struct dalembert_state_events *)events, event, way, 1);
}

/* The functions of the events, in the mode that the model is in. */
DALEMBERT_FUNCTION void dalembert_events_at(struct dalembert_state_events *events, double t, const double *y, double *found)
{
    dalembert_hybrid *own = events->own;
    const dalembert_mode *mode = own->modes + own->mode;
    long long k;
    dalembert_bind(own, mode->bindings, mode->bindings_count);
    dalembert_mode_events(own, mode, t, y, events->every);
    for (k = 0; k < own->events; k++) found[k] = events->every[k];
}

/* And a time later: by Euler's method, or by the midpoint rule. */
DALEMBERT_FUNCTION void dalembert_events_later(struct dalembert_state_events *events, double dt, int order, double *found)
{
    dalembert_hybrid *own = events->own;
    const dalembert_mode *mode = own->modes + own->mode;
    const double *y = own->run->y, t = own->run->t;
    long long i;
    dalembert_bind(own, mode->bindings, mode->bindings_count);
    dalembert_mode_rates(own, mode, t, y, events->rates);
    if (order > 1) {
        for (i = 0; i < own->run->size; i++) events->there[i] = y[i] + 0.5 * dt * events->rates[i];
        dalembert_mode_rates(own, mode, t + 0.5 * dt, events->there, events->rates);
    }
    for (i = 0; i < own->run->size; i++) events->there[i] = y[i] + dt * events->rates[i];
    dalembert_events_at(events, t + dt, events->there, found);
}

/* Events whose functions change their signs in a jump of the state. */
DALEMBERT_FUNCTION void dalembert_note_jump(struct dalembert_state_events *events, const double *earlier)
{
    const dalembert_run *run = events->own->run;
    long long k;
    dalembert_events_at(events, run->t, run->y, events->now);
    for (k = 0; k < events->own->events; k++)
        if (earlier[k] * events->now[k] < 0.0) (void)dalembert_tell_event(events, k, events->now[k] > 0.0 ? 1 : -1, 1);
}

/* Events that pass their zeros so soon that their times are the same: the order of the model tells which is first. */
DALEMBERT_FUNCTION void dalembert_join_events(struct dalembert_state_events *events)
{
    const dalembert_run *run = events->own->run;
    long long k;
    dalembert_events_at(events, run->t, run->y, events->now);
    dalembert_events_later(events, 0.1 * dalembert_event_moment(events), 1, events->later);
    for (k = 0; k < events->own->events; k++)
        if (events->acts[k] == DALEMBERT_EVENT_SETS && !events->pending[k] && events->now[k] * events->later[k] < 0.0)
            (void)dalembert_tell_event(events, k, events->later[k] > 0.0 ? 1 : -1, 0);
}

/* Positions, or velocities, moved onto the constraints of free motion. 0, or what went wrong. */
DALEMBERT_FUNCTION int dalembert_move_onto_constraints(dalembert_run *run, long long first, const double *set)
{
    int pass;
    long long i;
    for (pass = 0; pass < 50; pass++) {
        double most = 0.0, size = 0.0, size_set = 0.0;
        if (dalembert_evaluate(run, 1, run->t, run->y, run->change)) return DALEMBERT_EVENT_OFF;
        for (i = first; i < first + run->n; i++) {
            most = fmax(most, fabs(run->change[i]));
            size = fmax(size, fabs(run->y[i]));
            size_set = fmax(size_set, fabs(set[i]));
        }
        if (most <= 1e-13 * (size + size_set)) return 0;
        for (i = first; i < first + run->n; i++) run->y[i] += run->change[i];
    }
    return DALEMBERT_EVENT_OFF;
}

/* What an event sets, put into the state and moved onto the constraints, positions before velocities. */
DALEMBERT_FUNCTION int dalembert_put_values(struct dalembert_state_events *events, long long event)
{
    dalembert_hybrid *own = events->own;
    dalembert_run *run = own->run;
    const dalembert_mode *free = own->modes;
    double health = 1.0;
    long long i;
    int status = 0;
    dalembert_inputs(run, run->t, run->y, &health);
    DALEMBERT_CALL(events->sets[event], run->t, run->y, run->u, events->state, &health);
    if (dalembert_first_bad(events->state, run->tested) >= 0) return DALEMBERT_EVENT_VALUE;
    for (i = 0; i < run->tested; i++) {
        if (events->state[i] != run->y[i]) run->tail[i] = 0.0;
        run->y[i] = events->state[i];
        run->peak[i] = fmax(run->peak[i], fabs(run->y[i]));
    }
    dalembert_bind(own, free->bindings, free->bindings_count);
    run->correction = free->correction;
    run->constrained = free->constrained;
    if (run->constrained) status = dalembert_move_onto_constraints(run, 0, events->state);
    if (run->constrained && !status) status = dalembert_move_onto_constraints(run, run->n, events->state);
    return status;
}

/* What one event sets; then contacts and switches are decided anew. 0, or what went wrong. */
DALEMBERT_FUNCTION int dalembert_set_by(struct dalembert_state_events *events, long long event)
{
    dalembert_hybrid *own = events->own;
    dalembert_run *run = own->run;
    const double before = events->energy ? events->energy(events->host) : 0.0;
    long long i;
    int status;
    dalembert_events_at(events, run->t, run->y, events->earlier);
    status = dalembert_put_values(events, event);
    if (status) return status;
    events->fired_at[event] = run->t;
    for (i = own->sides; i < own->p_count; i++) own->p[i] = events->first[i - own->sides];
    own->mode = 0;
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, own->modes->bindings, own->modes->bindings_count);
    if (dalembert_start_sides(own)) return DALEMBERT_EVENT_UNDECIDED;
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, own->modes->bindings, own->modes->bindings_count);
    if (events->energy) events->told(events->host, event, events->energy(events->host) - before);
    if (dalembert_inside_of(own, events->shut) >= 0) return DALEMBERT_EVENT_INSIDE;
    events->earlier[event] = 0.0; /* it has fired */
    dalembert_note_jump(events, events->earlier);
    return events->look(events->host);
}

/* Whether an event comes back at once to the zero at which it fired, the way it came. */
DALEMBERT_FUNCTION int dalembert_returns_at_once(struct dalembert_state_events *events, long long event)
{
    static const double looks[4] = {1e-9, 1e-8, 1e-7, 1e-6};
    const dalembert_run *run = events->own->run;
    const double first = looks[0] * events->span;
    const int way = events->way[event];
    unsigned long long random = 88172645463325252ULL;
    double now, noise = 0.0;
    long long i;
    int k;
    dalembert_events_at(events, run->t, run->y, events->now);
    now = events->now[event];
    for (k = 0; k < 4; k++) {
        for (i = 0; i < run->size; i++)
            events->there[i] =
                run->y[i] * (1.0 + (dalembert_random(&random) < 0.0 ? -2.220446049250313e-16 : 2.220446049250313e-16));
        dalembert_events_at(events, run->t, events->there, events->beside);
        noise = fmax(noise, 16.0 * fabs(events->beside[event] - now));
    }
    if (fabs(now) > 2.0 * fabs(events->value[event]) + noise) return 0;
    dalembert_events_later(events, first, 1, events->later);
    if (way * (events->later[event] - now) / first > 1e-9 * fabs(events->rate[event]) + noise / first)
        return 0; /* it goes on through zero */
    for (k = 0; k < 4; k++) {
        dalembert_events_later(events, looks[k] * events->span, 2, events->later);
        if (fabs(events->later[event] - now) > noise) return way * (events->later[event] - now) > 0.0;
    }
    return 0;
}

/* All that is pending now, in the order of the model. 0, or what went wrong. */
DALEMBERT_FUNCTION int dalembert_set_state(struct dalembert_state_events *events)
{
    const dalembert_run *run = events->own->run;
    const double first = 1e-9 * events->span;
    const long long count = events->own->events;
    long long k;
    int status = 0;
    dalembert_join_events(events);
    events->chain = run->t - events->event_at <= dalembert_event_moment(events) ? events->chain + 1 : 0;
    events->event_at = run->t;
    for (k = 0; k < count; k++) {
        events->way[k] = events->pending[k];
        events->crossed[k] = events->way[k] && !events->jumped[k];
        events->pending[k] = events->jumped[k] = 0;
    }
    for (k = 0; k < count && !status; k++) {
        if (!events->way[k]) continue;
        if (events->crossed[k]) {
            dalembert_events_at(events, run->t, run->y, events->now);
            dalembert_events_later(events, first, 1, events->later);
            events->value[k] = events->now[k];
            events->rate[k] = (events->later[k] - events->now[k]) / first;
        }
        status = dalembert_set_by(events, k);
    }
    for (k = 0; k < count && !status; k++)
        if (events->crossed[k] && dalembert_returns_at_once(events, k)) status = DALEMBERT_EVENT_AGAIN;
    if (!status && events->chain > 100) status = DALEMBERT_EVENT_AGAIN;
    return status;
}

/* Events that are pending, and what they set off. 0, or what went wrong, or that the run is ended. */
DALEMBERT_FUNCTION int dalembert_settle_events(struct dalembert_state_events *events)
{
    int status = 0;
    while (!status && !events->ended && dalembert_has_pending(events)) {
        status = dalembert_set_state(events);
        if (!status && !events->ended && !dalembert_has_pending(events)) status = events->go_on(events->host);
    }
    return status ? status : events->ended ? DALEMBERT_EVENT_ENDS : 0;
}

/* What has happened since the last look: events that are one, and which guards have just fallen; whether any has. */
DALEMBERT_FUNCTION int dalembert_judge_events(struct dalembert_state_events *events, int *fallen)
{
    dalembert_run *run = events->own->run;
    const double now = run->t - 0.1 * dalembert_event_moment(events);
    const long long count = events->own->events;
    long long k, kept = events->judged;
    int found = 0;
    for (k = events->judged; k < run->happened; k++) {
        const long long which = run->which[k];
        if (which < count && !dalembert_note_event(events, which, run->occurred[k], run->way[k], 0)) continue;
        if (which >= count && run->occurred[k] >= now) found = fallen[which - count] = 1;
        run->occurred[kept] = run->occurred[k];
        run->which[kept] = run->which[k];
        run->way[kept++] = run->way[k];
    }
    run->happened = events->judged = kept;
    return found;
}

/* Events at which an integration has just stopped, and guards that have fallen then: 0, or what went wrong, or that it
   is not events that act. */
DALEMBERT_FUNCTION int dalembert_after_events(struct dalembert_state_events *events)
{
    int fallen[4 * DALEMBERT_MOST] = {0}, status = 0;
    const int found = dalembert_judge_events(events, fallen);
    if (events->ended) return DALEMBERT_EVENT_ENDS;
    if (!dalembert_has_pending(events)) return DALEMBERT_OF_GUARDS;
    dalembert_forget_guards(events->own);
    events->judged = events->own->run->happened;
    if (found) status = events->change(events->host, fallen);
    return status ? status : dalembert_settle_events(events);
}

/* Which events end an integration that begins: one that has just fired is still at its zero, for a moment. */
DALEMBERT_FUNCTION void dalembert_watch_events(struct dalembert_state_events *events)
{
    const dalembert_hybrid *own = events->own;
    dalembert_run *run = own->run;
    const dalembert_mode *mode = own->modes + own->mode;
    const double soon = run->t + 2.0 * dalembert_event_moment(events);
    const double last = own->high - 10.0 * own->tolerances->SAME_TIME * (fabs(own->high) + events->span);
    long long k;
    int fired = 0;
    for (k = 0; k < own->events + mode->guards; k++) events->stops[k] = mode->stops[k];
    for (k = 0; k < own->events; k++) {
        const int at_zero = events->acts[k] == DALEMBERT_EVENT_SETS && dalembert_has_just_fired(events, k, run->t);
        if (at_zero) events->stops[k] = 0;
        fired = fired || at_zero;
    }
    events->left_by = fired && soon < last ? soon : 1.7976931348623157e308;
    run->stops = events->stops;
}

DALEMBERT_FUNCTION void dalembert_forget_events(struct dalembert_state_events *events)
{
    long long k;
    for (k = 0; k < events->own->events; k++) {
        events->pending[k] = events->jumped[k] = 0;
        events->fired_at[k] = -1.7976931348623157e308;
    }
    events->chain = events->ended = 0;
    events->judged = 0;
    events->event_at = -1.7976931348623157e308;
    events->left_by = 1.7976931348623157e308;
}

#endif
