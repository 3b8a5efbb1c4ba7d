/* Many runs by one method, one after the other: parameters and start of a lane are put in, it is run, and what is kept
   of it is written down. Stands after advance.h. */

/* Let a run begin at a start. */
DALEMBERT_FUNCTION void METHOD_NAME(begin_lane)(dalembert_run *run, const double *start, double t_start, double t_end)
{
    long long i;
    for (i = 0; i < run->size; i++) run->y[i] = start[i];
    for (i = 0; i < run->tested; i++) {
        run->peak[i] = fabs(start[i]);
        run->floor[i] = 0.0;
        run->change[i] = 0.0;
    }
    run->t = t_start;
    run->t_end = t_end;
    run->dt = 0.0;
    run->error_before = 1e-4;
    run->status = DALEMBERT_RUNNING;
    run->culprit = -1;
    run->refused = run->in_vain = run->next = run->steps = run->rejected = run->evaluations = 0;
    run->projections = run->rescues = run->stiff = run->happened = run->first = run->logged = run->grid_at = 0;
}

/* Whether stability, not accuracy, keeps the steps of a run small, and there are many more to make. */
DALEMBERT_FUNCTION int METHOD_NAME(is_held_back)(const dalembert_run *run, const dalembert_ensemble *own)
{
    const double done = (run->t - own->t_start) / (own->t_end - own->t_start);
    if (!own->wary || run->stiff < ENSEMBLE_HELD * (double)run->steps) return 0;
    return (double)run->steps > ENSEMBLE_LONG * fmax(done, 1e-12);
}

/* The kept values along a run that has ended. */
DALEMBERT_FUNCTION void METHOD_NAME(end_lane)(dalembert_run *run, dalembert_ensemble *own)
{
    const long long lane = own->lane, columns = own->columns;
    long long i, k;
    ensemble_observe(run, own, run->t, run->y, own->end + lane * columns);
    for (i = 0; i < run->next; i++)
        ensemble_observe(run, own, run->times[i], run->rows + i * run->size,
                         own->rows + (lane * run->samples + i) * columns);
    for (k = 0; k < run->size; k++) own->state[lane * run->size + k] = run->y[k];
    own->reached[lane] = run->t;
    own->status[lane] = run->status;
    own->steps[lane] = run->steps;
    own->evaluations[lane] = run->evaluations;
}

/* Take a lane up: its start, and what is kept of it there. */
DALEMBERT_FUNCTION void METHOD_NAME(take_lane)(dalembert_run *run, dalembert_ensemble *own, long long lane)
{
    const long long columns = own->columns;
    double *latest = own->values + (ENSEMBLE_NODES - 1) * columns, *begin = own->begin + lane * columns;
    long long k;
    run->own = own;
    own->lane = lane;
    METHOD_NAME(begin_lane)(run, own->start + lane * run->size, own->t_start, own->t_end);
    ensemble_observe(run, own, run->t, run->y, begin);
    for (k = 0; k < columns; k++) latest[k] = own->most[lane * columns + k] = own->least[lane * columns + k] = begin[k];
    own->size[lane] = begin[columns - 1];
}

/* Give a lane up that would take too long. */
DALEMBERT_FUNCTION void METHOD_NAME(give_up)(dalembert_run *run, const dalembert_ensemble *own)
{
    if (run->steps >= ENSEMBLE_CHUNK && METHOD_NAME(is_held_back)(run, own)) run->status = ENSEMBLE_STIFF;
    else if (run->evaluations > own->most_evaluations) run->status = ENSEMBLE_EXHAUSTED;
}

/* Go on with a lane for some steps, or give it up. */
DALEMBERT_FUNCTION void METHOD_NAME(go_on)(dalembert_run *run, dalembert_ensemble *own, long long steps)
{
    METHOD_NAME(advance)(run, steps);
    run->logged = 0;
    if (run->status == DALEMBERT_RUNNING) METHOD_NAME(give_up)(run, own);
}

/* The lanes from `first` up to `last`. */
DALEMBERT_EXPORT void METHOD_NAME(ensemble)(dalembert_run *run, dalembert_ensemble *own, long long first, long long last)
{
    long long lane;
    for (lane = first; lane < last; lane++) {
        if (own->prepare) own->prepare(own->p + lane * own->parameters, own->c);
        METHOD_NAME(take_lane)(run, own, lane);
        while (run->status == DALEMBERT_RUNNING) METHOD_NAME(go_on)(run, own, ENSEMBLE_CHUNK);
        METHOD_NAME(end_lane)(run, own);
    }
}
