/* What is kept of each of many runs of a model with contacts or switches: values in the mode that a run is in, on both
   sides of every jump, occurrences of events, impacts of contacts, the energy that impacts take.

   Stands after ensemble.h and modes.h, and before the loops over steps and modes.                              */
#ifndef DALEMBERT_HYBRID_ENSEMBLE_H
#define DALEMBERT_HYBRID_ENSEMBLE_H

#define HYBRID_FELT 1e-9 /* of the largest impulse: a smaller one is rounding */

enum { ENSEMBLE_UNDECIDED = 102 }; /* what follows in an instant is not decided here */

struct dalembert_hybrid_ensemble {
    dalembert_ensemble lanes; /* the first: run->own points at it */
    dalembert_hybrid hybrid;
    const dalembert_callable *kept;    /* by modes */
    long long occurrences;             /* of which first times and counts are kept: events, then contacts */
    long long yielding;                /* compliant contacts without friction; */
    const int *depth_switch, *depth_sign; /* of each the switch between free and pressed, and its sign when pressed */
    int *pressed;
    double *noted;                     /* when events were noted last: falling, rising */
    const long long *levels;           /* how many times are looked at for what pushes the model, */
    long long levels_count;
    double *acting;                    /* and the accelerations there */
    long long seen, begun, keeps;      /* rows that were observed; whether a mode was noted; beginnings that are kept */
};

/* An occurrence at a time. Values there are those at a state y, or after the transition in that instant. */
DALEMBERT_FUNCTION void hybrid_count(struct dalembert_hybrid_ensemble *all, long long number, double t)
{
    dalembert_ensemble *own = &all->lanes;
    const long long event = own->lane * all->occurrences + number;
    if (own->count[event]++ == 0) own->first[event] = t;
}

/* Whether an event is one that was noted at the end of the mode before. If not, it is noted. */
DALEMBERT_FUNCTION int hybrid_is_known(struct dalembert_hybrid_ensemble *all, long long event, int way, double t)
{
    const double same = 10.0 * all->hybrid.tolerances->SAME_TIME * (fabs(t) + all->hybrid.span);
    double *last = all->noted + 2 * event + (way > 0);
    if (fabs(t - *last) <= same) return 1;
    *last = t;
    return 0;
}

/* An event of the user that a jump passes over; 0 where it stops the run. */
DALEMBERT_FUNCTION int hybrid_notes_passed(dalembert_hybrid *own, long long event, int way)
{
    struct dalembert_hybrid_ensemble *all = (struct dalembert_hybrid_ensemble *)own->run->own;
    if (own->modes->stops[event]) return 0;
    all->noted[2 * event + (way > 0)] = own->run->t;
    hybrid_count(all, event, own->run->t);
    return 1;
}

/* The kept values at rows that were not observed yet. */
DALEMBERT_FUNCTION void hybrid_observe_rows(dalembert_run *run, struct dalembert_hybrid_ensemble *all)
{
    dalembert_ensemble *own = &all->lanes;
    for (; all->seen < run->next; all->seen++)
        ensemble_observe(run, own, run->times[all->seen], run->rows + all->seen * run->size,
                         own->rows + (own->lane * run->samples + all->seen) * own->columns);
}

/* A step was made: what happened in it, its rows and its extremes. The loop over modes forgets what happened. */
DALEMBERT_FUNCTION void hybrid_step_made(dalembert_run *run, double dt, double part, double t_new, int terms)
{
    struct dalembert_hybrid_ensemble *all = (struct dalembert_hybrid_ensemble *)run->own;
    dalembert_ensemble *own = &all->lanes;
    long long k;
    for (k = run->first; k < run->happened; k++) {
        const long long number = run->which[k], event = own->lane * all->occurrences + number;
        if (number >= all->hybrid.events || hybrid_is_known(all, number, run->way[k], run->occurred[k])) continue;
        hybrid_count(all, number, run->occurred[k]);
        if (own->count[event] == 1)
            ensemble_inside(run, own, (run->occurred[k] - run->t) / dt, dt, terms,
                            own->at_first + event * own->columns);
    }
    hybrid_observe_rows(run, all);
    ensemble_look_inside(run, dt, part, t_new, terms);
}

/* Count the impacts since the mode before, and what they took. */
DALEMBERT_FUNCTION void hybrid_count_impacts(struct dalembert_hybrid_ensemble *all)
{
    dalembert_hybrid *own = &all->hybrid;
    const long long width = 3 + own->contacts + 3 * own->run->n;
    long long k, i;
    for (k = 0; k < own->impacts_count; k++) {
        const double *impact = own->impacts + k * width, *impulse = impact + 3;
        double most = 0.0;
        all->lanes.lost[all->lanes.lane] += impact[1] - impact[2];
        for (i = 0; i < own->contacts; i++) most = fmax(most, impulse[i]); /* of an open contact it is no number */
        for (i = 0; i < own->contacts; i++)
            if (impulse[i] > HYBRID_FELT * most) hybrid_count(all, own->events + i, own->run->t);
    }
}

/* Count compliant contacts that begin to be pressed. */
DALEMBERT_FUNCTION void hybrid_count_touches(struct dalembert_hybrid_ensemble *all)
{
    dalembert_hybrid *own = &all->hybrid;
    long long i;
    for (i = 0; i < all->yielding; i++) {
        const int now = all->depth_sign[i] * own->p[own->sides + all->depth_switch[i]] > 0.0;
        if (now && !all->pressed[i] && all->begun) hybrid_count(all, own->events + i, own->run->t);
        all->pressed[i] = now;
    }
}

/* A mode was noted: impacts before it, the kept values at its beginning. What is noted of modes is forgotten. */
DALEMBERT_FUNCTION void hybrid_mode_noted(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    struct dalembert_hybrid_ensemble *all = (struct dalembert_hybrid_ensemble *)run->own;
    dalembert_ensemble *lanes = &all->lanes;
    const long long columns = lanes->columns, lane = lanes->lane;
    double *last = lanes->values + (ENSEMBLE_NODES - 1) * columns;
    long long k, i;
    hybrid_count_impacts(all);
    hybrid_count_touches(all);
    dalembert_bind(own, own->modes[own->mode].bindings, own->modes[own->mode].bindings_count);
    lanes->kept = all->kept[own->mode];
    if (all->begun) {
        ensemble_observe(run, lanes, run->t, run->y, last);
        for (k = 0; k < columns; k++) {
            lanes->most[lane * columns + k] = fmax(lanes->most[lane * columns + k], last[k]);
            lanes->least[lane * columns + k] = fmin(lanes->least[lane * columns + k], last[k]);
        }
        lanes->size[lane] = fmax(lanes->size[lane], last[columns - 1]);
    }
    for (k = 0; k < all->occurrences; k++) /* what happens in this instant shows what is after it */
        if (lanes->first[lane * all->occurrences + k] == run->t)
            ensemble_observe(run, lanes, run->t, run->y, lanes->at_first + (lane * all->occurrences + k) * columns);
    if (all->seen > 0 && run->times[all->seen - 1] == run->t) all->seen--;
    if (run->next > 0 && run->times[run->next - 1] == run->t) hybrid_observe_rows(run, all);
    all->begun = 1;
    own->intervals = own->impacts_count = 0;
    if (own->begun + 64 > own->begun_room) { /* the last ones tell whether a run makes progress */
        for (i = 0; i < all->keeps; i++) own->began[i] = own->began[own->begun - all->keeps + i];
        own->begun = all->keeps;
    }
}

#undef DALEMBERT_STEP_MADE
#define DALEMBERT_STEP_MADE(run, dt, x, t_new, terms) hybrid_step_made(run, dt, x, t_new, terms);
#define DALEMBERT_MODE_NOTED(own) hybrid_mode_noted(own);
#define DALEMBERT_NOTES_PASSED(own, event, way) hybrid_notes_passed(own, event, way)

#endif
