/* The loop of steps of one method. Before each inclusion these are defined: METHOD_NAME(x), METHOD_STAGES,
   METHOD_TERMS (of the continuous extension), METHOD_ORDER, and the functions METHOD_NAME(step) and
   METHOD_NAME(dense).

   The step size follows the error of the step against atol + rtol |y|: dt -> dt * safety / error^(1/order),
   with a little memory of the error before (Hairer, Norsett, Wanner, Solving Ordinary Differential
   Equations II, section IV.2). */

/* Whoever includes this may look inside every step, and do something with one that is made: from run->t on it is
   x * dt long, and its continuous extension is ready. */
#ifndef DALEMBERT_LOOKS_INSIDE
#define DALEMBERT_LOOKS_INSIDE(run) 0
#define DALEMBERT_STEP_MADE(run, dt, x, t_new, terms)
#endif

/* Powers of errors, which are positive, in the choice of steps. */
#ifndef DALEMBERT_POWER
#define DALEMBERT_POWER pow
#endif

#ifdef METHOD_PROPOSES /* the method knows at the start of a step how long it can be */
#define METHOD_FIRST(run) (run)->dt_most
#else
#define METHOD_FIRST(run) METHOD_NAME(first)(run)

/* A first step: with the local slopes, an explicit Euler step of it would be off by 1 %. What is at rest has no size to
   compare slopes with, which makes the trial step far too short: while rates hardly change over it, one a hundred times
   as long is tried. */
#define FIRST_TRIALS 8
DALEMBERT_FUNCTION double METHOD_NAME(first)(dalembert_run *run)
{
    const double *k = run->k;
    double size = 0.0, slope = 0.0, dt, proposed;
    int trial;
    long long i;
    dalembert_weigh(run, 0.0, run->y);
    for (i = 0; i < run->tested; i++) { /* what is zero so far has no measure yet */
        const double weight = run->weight[i];
        if (weight < 1e-280) continue;
        size += (run->y[i] / weight) * (run->y[i] / weight);
        slope += (k[i] / weight) * (k[i] / weight);
    }
    dt = size < 1e-10 || slope < 1e-10 ? 1e-6 * run->dt_most : 0.01 * sqrt(size / slope);
    if (dt > run->dt_most) dt = run->dt_most;
    slope = sqrt(slope);
    for (trial = 0;; trial++) {
        double bend = 0.0, most;
        for (i = 0; i < run->size; i++) run->stage[i] = run->y[i] + dt * k[i];
        if (dalembert_evaluate(run, 0, run->t + dt, run->stage, run->fresh)) return trial ? 0.01 * dt : dt;
        for (i = 0; i < run->tested; i++) {
            const double change = (run->fresh[i] - k[i]) / run->weight[i];
            if (run->weight[i] >= 1e-280) bend += change * change;
        }
        bend = sqrt(bend);
        most = fmax(bend / dt, slope);
        proposed = most <= 1e-15 ? fmax(1e-6 * run->dt_most, dt * 1e-3) : DALEMBERT_POWER(0.01 / most, 1.0 / METHOD_ORDER);
        proposed = fmin(proposed, run->dt_most);
        if (trial == FIRST_TRIALS || proposed <= 100.0 * dt || bend > 1e-4 * slope) break;
        dt *= 100.0;
    }
    return fmin(100.0 * dt, proposed);
}
#endif

/* The samples in (t, t_new]: inside the step by the continuous extension, each moved onto the constraints. */
DALEMBERT_FUNCTION int METHOD_NAME(sample)(dalembert_run *run, double dt, double t_new, int ready)
{
    while (run->next < run->samples && run->times[run->next] <= t_new) {
        const double time = run->times[run->next];
        double *row = run->rows + run->next * run->size;
        long long i;
        int status;
        if (time == t_new) {
            for (i = 0; i < run->size; i++) row[i] = run->fresh[i];
        } else {
            if (!ready) {
                status = METHOD_NAME(dense)(run, dt);
                if (status) return status;
                ready = 1;
            }
            dalembert_inside(run, (time - run->t) / dt, METHOD_TERMS, row);
        }
        status = dalembert_settle(run, time, row, 0);
        if (status) return status;
        for (i = 0; i < run->tested; i++) {
            double *size = run->sizes + run->next * run->tested + i;
            *size = dalembert_larger(run->peak[i], fabs(row[i]));
            if (run->next > 0) *size = dalembert_larger(*size, size[-run->tested]);
        }
        run->next++;
    }
    return DALEMBERT_RUNNING;
}

/* The end of a step whose error is small enough: what happened in it, its samples, and `fresh` moved onto the
   constraints. A run that is stopped inside the step ends at t_new = t + x dt; elsewhere x is 2. DALEMBERT_CUT where
   the step is to be made again, up to a kink at x. */
DALEMBERT_FUNCTION int METHOD_NAME(conclude)(dalembert_run *run, double dt, int dense, double *t_new, double *x)
{
    long long i;
    int status = DALEMBERT_RUNNING;
    if (dense) status = METHOD_NAME(dense)(run, dt);
    if (run->events_count) {
        if (!status) dalembert_zeros(run, dt, METHOD_TERMS);
        if (run->status == DALEMBERT_CROWDED) return (int)run->status;
        *x = status ? 2.0 : dalembert_stop(run, dt);
        if (dalembert_has_kink(run, dt, *x)) return DALEMBERT_CUT;
        if (*x < 2.0) { /* the run ends inside the step */
            dalembert_inside(run, *x, METHOD_TERMS, run->node);
            *t_new = run->t + *x * dt;
            for (i = 0; i < run->size; i++) {
                run->fresh[i] = run->node[i];
                run->tail_fresh[i] = 0.0;
            }
        }
    }
    if (!status) status = METHOD_NAME(sample)(run, dt, *t_new, dense); /* unprojected */
    if (!status) status = dalembert_settle(run, *t_new, run->fresh, run->tail_fresh);
    return status;
}

/* At most `steps` steps; the run can be taken up again. */
DALEMBERT_EXPORT long long METHOD_NAME(advance)(dalembert_run *run, long long steps)
{
    double *k = run->k, *end = run->k + METHOD_STAGES * run->size, *swap;
    const double least = 16.0 * 2.220446049250313e-16;
    long long i;
    if (run->status != DALEMBERT_RUNNING) return (int)run->status;
    if (run->dt <= 0.0) { /* the beginning */
        run->status = dalembert_evaluate(run, 0, run->t, run->y, k);
        if (run->status) return (int)run->status;
        run->dt = run->dt_fixed > 0.0 ? run->dt_fixed : fmax(METHOD_FIRST(run), 2.0 * least * fabs(run->t));
        while (run->next < run->samples && run->times[run->next] <= run->t) {
            for (i = 0; i < run->size; i++) run->rows[run->next * run->size + i] = run->y[i];
            for (i = 0; i < run->tested; i++) run->sizes[run->next * run->tested + i] = run->peak[i];
            run->next++;
        }
        for (i = 0; i < run->size; i++) run->tail[i] = 0.0;
        dalembert_forget_ends(run);
    }
    while (run->t < run->t_end && steps-- > 0 && 2 * run->happened <= run->room && run->logged < run->log_room &&
           dalembert_has_room(run)) {
        const int judged = dalembert_judged(run), dense = run->events_count > 0 || run->delays > 0 || DALEMBERT_LOOKS_INSIDE(run);
        double dt = run->dt, error = 0.0, factor, asked, t_new, x = 2.0;
        int status;
#ifdef METHOD_PROPOSES
        if (!run->refused) {
            METHOD_NAME(propose)(run);
            dt = run->dt;
        }
#endif
        if (run->repeats && !run->refused) dt = dalembert_repeated(run);
        else if (judged) dt = dalembert_refined(run, dt);
        asked = dt;
        if (run->t + (run->refused == DALEMBERT_KINK ? 1.0 : 1.01) * dt >= run->t_end) dt = run->t_end - run->t;
        t_new = dt == run->t_end - run->t ? run->t_end : run->t + dt;
        dt = t_new - run->t; /* the clock is rounded: a step is as long as the clock says */
        if (!(dt > least * fabs(run->t)) || !(dt > 1e-300)) {
            run->culprit = 0;
            for (i = 1; i < run->tested; i++)
                if (fabs(run->change[i]) > fabs(run->change[run->culprit])) run->culprit = i;
            return run->status = DALEMBERT_UNDERFLOW;
        }
        status = METHOD_NAME(step)(run, dt, &error);
        if (!status && !(error <= 1e300)) {
            status = DALEMBERT_NOT_FINITE;
            run->culprit = dalembert_first_bad(run->fresh, run->size);
        }
        if (!status && judged && error > 1.0) {
            factor = fmax(0.9 * DALEMBERT_POWER(error, -1.0 / METHOD_ORDER), 0.2);
            run->dt = dt * factor;
            run->rejected++;
            dalembert_refused(run, dt, error);
            continue;
        }
        run->t_new = t_new;
        if (!status && judged && dalembert_hidden_peak(run, dt, end)) {
            run->dt = 0.125 * dt;
            run->rejected++;
            run->refused = 1;
            continue;
        }
        if (!status && run->gain > 0.0) status = dalembert_disturb(run, dt, end);
        run->first = run->happened;
        if (!status) status = METHOD_NAME(conclude)(run, dt, dense, &t_new, &x);
        if (run->status == DALEMBERT_CROWDED) return (int)run->status;
        if (status == DALEMBERT_CUT) {
            run->dt = (1.0 - EVENT_SHORT) * x * dt;
            run->happened = run->first;
            run->rejected++;
            run->refused = DALEMBERT_KINK;
            continue;
        }
        if (status) { /* smaller steps may find a way; if not, this is what stopped the run */
            run->rejected++;
            run->refused = 1;
            run->dt = 0.25 * dt;
            while (run->next > 0 && run->times[run->next - 1] > run->t) run->next--;
            run->happened = run->first;
            if (run->dt_fixed > 0.0 || run->dt < least * fmax(fabs(run->t), 1e-3 * (run->t_end - run->t)) ||
                run->dt < 1e-14 * (run->t_end - run->t)) {
                run->status = status;
                return status;
            }
            continue;
        }
        if (run->delays) dalembert_note_past(run, dt, t_new, METHOD_TERMS);
        DALEMBERT_STEP_MADE(run, dt, x < 2.0 ? x : 1.0, t_new, METHOD_TERMS)
        for (i = 0; i < run->size; i++) k[i] = i < run->n ? run->fresh[run->n + i] : end[i];
        for (i = 0; i < run->tested; i++) run->peak[i] = dalembert_larger(run->peak[i], fabs(run->fresh[i]));
        swap = run->y;
        run->y = run->fresh;
        run->fresh = swap;
        swap = run->tail;
        run->tail = run->tail_fresh;
        run->tail_fresh = swap;
        run->t = t_new;
        run->steps++;
        run->logged_t[run->logged] = t_new;
        run->logged_dt[run->logged++] = x < 2.0 ? -fmax(asked, dt) : fmax(asked, dt);
        if (x < 2.0) {
            dalembert_forget_ends(run);
            return run->status = DALEMBERT_STOPPED;
        }
        dalembert_keep_ends(run);
#ifndef METHOD_PROPOSES
        if (judged) {
            const double now = fmax(error, 1e-10);
            factor = 0.8 * DALEMBERT_POWER(now, -0.7 / METHOD_ORDER) *
                     DALEMBERT_POWER(run->error_before, 0.2 / METHOD_ORDER);
            factor = fmin(fmax(factor, 0.2), run->refused ? 1.0 : 6.0);
#ifdef METHOD_HOLDS
            if (factor > 1.0 && factor < METHOD_HOLDS(run)) factor = 1.0;
#endif
            run->error_before = fmax(now, 1e-4);
            run->dt = fmin(dt * factor, run->dt_most);
        }
#endif
        run->refused = 0;
    }
    if (run->t >= run->t_end) run->status = DALEMBERT_DONE;
    return (int)run->status;
}
