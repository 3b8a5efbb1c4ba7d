/* A run of y' = rates(t, y), y = (q, qd, s, w), kept on its constraints by projection.

   The language is what C99, C++ and CUDA C share: no allocation, no recursion, no variable-length arrays.
   Whoever includes this may define DALEMBERT_FUNCTION (static, __device__ ...), DALEMBERT_EXPORT, and
   DALEMBERT_CALL to reach the functions of a model in another way than through pointers.              */
#ifndef DALEMBERT_RUN_H
#define DALEMBERT_RUN_H

#include <math.h>

#ifndef DALEMBERT_FUNCTION
#define DALEMBERT_FUNCTION static
#endif
#ifndef DALEMBERT_EXPORT
#ifdef _WIN32
#define DALEMBERT_EXPORT __declspec(dllexport)
#else
#define DALEMBERT_EXPORT
#endif
#endif

/* What a model gives: rates or corrections at (t, y) with the inputs u, and the health of the system solved
   for them. c are the constants made from the parameters, work is room for intermediate values.          */
typedef void (*dalembert_field)(const void *model, double t, const double *y, const double *u, const double *c,
                                double *out, double *health, double *work);
typedef struct { /* a function of a model with what it needs */
    dalembert_field call;
    const void *model;
    const double *c;
    double *work;
} dalembert_callable;
/* A numeric solution where the symbolic one loses its digits; what: 0 rates, 1 correction. 0 if solved. */
typedef int (*dalembert_rescue)(int what, double t, const double *y, double *out);

enum {
    DALEMBERT_RUNNING = 0,
    DALEMBERT_DONE = 1,
    DALEMBERT_NOT_FINITE = 2,  /* rates are not finite, however small the step        */
    DALEMBERT_SINGULAR = 3,    /* accelerations or multipliers are not determined     */
    DALEMBERT_UNDERFLOW = 4,   /* the error test asks for steps below rounding        */
    DALEMBERT_OFF = 5,         /* the projection finds no way back to the constraints */
    DALEMBERT_STOPPED = 6,     /* an event that stops the run                         */
    DALEMBERT_CROWDED = 7,     /* more events in a step than can be noted             */
    DALEMBERT_DIVERGED = 8,    /* Newton's method does not solve the equations of a step */
    DALEMBERT_CUT = 9          /* a kink lies inside a step, which is made again to end there */
};
#define DALEMBERT_KINK 2 /* an event that stops the run and beyond which the model is not smooth */

/* Samples of an input: on [t_k, t_k+1] it is c_0 + c_1 x + c_2 x^2 + ... with x = t - t_k. One that delays an entry
   of the state by so much is continued by every step.                                                      */
typedef struct {
    long long count, place; /* times, and which input it is */
    long long width, entry, room; /* numbers of a polynomial; the entry that is delayed, or -1; times that fit in */
    double delay;
    double *t, *c;
} dalembert_table;

typedef struct {
    /* the model */
    dalembert_callable rates, correction, inputs; /* inputs write u; their call is 0 where there are none */
    dalembert_callable events; /* functions whose zeros are wanted */
    dalembert_callable peaks;  /* arguments of functions that may be narrow */
    dalembert_callable precise_rates, precise_correction; /* in more digits; their calls are 0 where none are compared */
    double *u;
    long long inputs_count, tables_count;
    dalembert_table *tables;
    long long delays; /* how many of them delay an entry of the state */
    dalembert_rescue rescue;
    long long n, split;                  /* entries whose rates are the n next ones; entries of order 0 */
    long long size, tested, constrained; /* entries of y, those in the error test */
    double healthy;
    /* what is asked for */
    /* A step may be off by atol + rtol * the largest |y| so far + (noise * the largest |q| + clock) * dt. An entry
       that is far below the largest of its kind is measured against that one, and none by less than `least`:
       below it there is only rounding. `noise` and `clock` are what the last bits of y and t change in the rates. */
    const double *atol, *noise, *clock, *least;
    const int *kind;
    double *peak, *weight, *floor, span; /* floor: errors that smaller steps do not lessen; span: of the run */
    double rtol, t_end, dt_most, dt_fixed;
    double low, high; /* the model is smooth in time between these: it is asked for no time beyond them */
    long long samples;
    const double *times;
    double *rows; /* samples x size */
    double *sizes; /* samples x tested: the largest |y| up to that sample */
    long long events_count, room;     /* event functions; how many occurrences can be noted */
    /* 1 rising, -1 falling, 0 both; 1 if it stops the run, DALEMBERT_KINK if the model is not smooth beyond it either */
    const int *direction, *stops;
    double *occurred, *values, *node; /* times; values at Chebyshev nodes; a state                */
    int *which, *way;
    long long peaks_count;
    const int *peak_kind;
    double *arguments; /* at some places in a step */
    /* Steps of an earlier run: step k ended at grid_t[k] and was |grid_dt[k]| long before an event cut it, less than zero
       where an event stopped it. A run refines them (no step is longer than half of theirs), or it repeats them, disturbed
       by gain times the rounding of each step. Steps of this run are noted for the next one.                          */
    const double *grid_t, *grid_dt;
    long long grid_count, grid_at, repeats;
    double gain;
    long long projections_disturbed; /* whether projections are disturbed as rates are */
    unsigned long long random, step_seed;
    double *disturbed_state;
    /* The largest changes of the rates at some states of a disturbed run: by the rounding inside an evaluation, and by
       that of its arguments and results. */
    double *inside, *outside;
    double *misplaced; /* the largest change of a correction by the rounding inside its evaluation */
    double *logged_t, *logged_dt;
    long long logged, log_room;
    /* where it is */
    double t, dt, error_before, t_new; /* t_new: the end of the step that is being made */
    double error_refused, dt_refused;  /* of the last step that was refused */
    long long refused, in_vain; /* whether the last step was, or DALEMBERT_KINK; how often in a row a smaller one was no better */
    double *y, *k, *stage, *fresh, *dense, *change;
    double *tail, *tail_fresh; /* what rounding took from y and from fresh */
    long long next, steps, rejected, evaluations, projections, rescues, stiff, status, culprit;
    long long happened, first; /* occurrences noted, and those before this step */
    void *own;                 /* what a method needs besides */
} dalembert_run;

#ifndef DALEMBERT_CALL
#define DALEMBERT_CALL(called, t, y, u, out, health) \
    (called).call((called).model, t, y, u, (called).c, out, health, (called).work)
#endif

/* Whether the error of a step decides on it: not where its length is prescribed. */
DALEMBERT_FUNCTION int dalembert_judged(const dalembert_run *run)
{
    return run->dt_fixed <= 0.0 && !run->repeats;
}

/* The first entry that is not finite, or -1. */
DALEMBERT_FUNCTION long long dalembert_first_bad(const double *x, long long size)
{
    long long i, bad = 0;
    for (i = 0; i < size; i++) bad |= !(fabs(x[i]) <= 1.7976931348623157e308);
    if (!bad) return -1;
    for (i = 0; i < size; i++)
        if (!(x[i] - x[i] == 0.0)) return i;
    return -1;
}

/* The cell of a table in which a time lies. */
DALEMBERT_FUNCTION long long dalembert_cell(const dalembert_table *table, double t)
{
    long long low = 0, high = table->count - 1;
    while (high - low > 1) {
        const long long middle = (low + high) / 2;
        if (table->t[middle] <= t) low = middle;
        else high = middle;
    }
    return low;
}

/* The inputs at a time, with two derivatives each: laws, then tables. */
DALEMBERT_FUNCTION void dalembert_inputs(dalembert_run *run, double t, const double *y, double *health)
{
    long long k;
    if (run->inputs.call) DALEMBERT_CALL(run->inputs, t, y, run->u, run->u, health);
    for (k = 0; k < run->tables_count; k++) {
        const dalembert_table *table = run->tables + k;
        const long long low = dalembert_cell(table, t);
        long long j;
        const double *c;
        double x, value = 0.0, slope = 0.0, bend = 0.0, *u = run->u + table->place;
        c = table->c + table->width * low;
        x = t - table->t[low];
        for (j = table->width - 1; j >= 0; j--) {
            bend = bend * x + 2.0 * slope;
            slope = slope * x + value;
            value = value * x + c[j];
        }
        u[0] = value;
        u[run->inputs_count] = slope;
        u[2 * run->inputs_count] = bend;
    }
}

/* Whether there is room to note a further step in all delayed values. */
DALEMBERT_FUNCTION int dalembert_has_room(const dalembert_run *run)
{
    long long k;
    for (k = 0; k < run->tables_count; k++)
        if (run->tables[k].entry >= 0 && run->tables[k].count >= run->tables[k].room) return 0;
    return 1;
}

/* Note a step of length dt, which ended at t_new, in the delayed values: its continuous extension in powers of time.
   With z = 1 - x it is y + x (d_0 + z (d_1 + x (d_2 + ...))). */
DALEMBERT_FUNCTION void dalembert_note_past(dalembert_run *run, double dt, double t_new, int terms)
{
    long long k, j;
    int term;
    for (k = 0; k < run->tables_count; k++) {
        dalembert_table *table = run->tables + k;
        double *c = table->c + table->width * (table->count - 1), scale = 1.0;
        if (table->entry < 0) continue;
        for (j = 0; j < table->width; j++) c[j] = 0.0;
        for (term = terms - 1; term >= 0; term--) {
            c[0] += run->dense[term * run->size + table->entry];
            for (j = table->width - 1; j > 0; j--) c[j] = term % 2 ? c[j] - c[j - 1] : c[j - 1];
            if (term % 2 == 0) c[0] = 0.0;
        }
        c[0] += run->y[table->entry];
        for (j = 0; j < table->width; j++) {
            c[j] *= scale;
            scale /= dt;
        }
        table->t[table->count++] = t_new + table->delay;
    }
}

/* A number in [-1, 1], by Marsaglia's xorshift. */
DALEMBERT_FUNCTION double dalembert_random(unsigned long long *state)
{
    unsigned long long x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *state = x;
    return (double)(x >> 11) / 4503599627370496.0 - 1.0;
}

#define DALEMBERT_COMPARED 61 /* evaluations between two that are compared: in every stage of a step in turn */
#define DALEMBERT_UNIT 1.1102230246251565e-16 /* the largest relative error of a rounded number */

/* A state and a time near these, as far away as rounding times gain: what has not changed since the start of the
   step was not rounded either. Methods that evaluate rates over and over to solve for a step hold the disturbance of
   a step. */
DALEMBERT_FUNCTION double dalembert_disturbed(dalembert_run *run, double t, const double *y)
{
    const double part = DALEMBERT_UNIT * run->gain;
    unsigned long long seed = run->step_seed, *state = seed ? &seed : &run->random;
    long long i;
    for (i = 0; i < run->size; i++) {
        const double rounded = fabs(y[i] - run->y[i]) > DALEMBERT_UNIT * fabs(y[i]) ? part : 0.0;
        run->disturbed_state[i] = y[i] + rounded * dalembert_random(state) * y[i];
    }
    return t + part * dalembert_random(state) * t;
}

/* Rates off by their own rounding times gain. */
DALEMBERT_FUNCTION void dalembert_disturb_rates(dalembert_run *run, double *rates)
{
    const double part = DALEMBERT_UNIT * run->gain;
    unsigned long long seed = run->step_seed, *state = seed ? &seed : &run->random;
    long long i;
    for (i = run->n; i < run->tested; i++) rates[i] += part * dalembert_random(state) * rates[i];
}

/* Compare a correction with that in more digits. */
DALEMBERT_FUNCTION void dalembert_compare_correction(dalembert_run *run, double t, const double *y, const double *own)
{
    double health = 1.0, *precise = run->disturbed_state + run->size;
    long long i;
    DALEMBERT_CALL(run->precise_correction, t, y, run->u, precise, &health);
    for (i = 0; i < run->tested; i++) run->misplaced[i] = fmax(run->misplaced[i], fabs(precise[i] - own[i]));
}

/* Compare what rounding does inside an evaluation and outside of it: `disturbed` are rates near this state. */
DALEMBERT_FUNCTION void dalembert_compare(dalembert_run *run, double t, const double *y, const double *disturbed)
{
    double health = 1.0, *rates = run->disturbed_state + run->size, *precise = rates + run->size;
    long long i;
    dalembert_inputs(run, t, y, &health);
    DALEMBERT_CALL(run->rates, t, y, run->u, rates, &health);
    DALEMBERT_CALL(run->precise_rates, t, y, run->u, precise, &health);
    for (i = run->n; i < run->tested; i++) {
        run->inside[i] = fmax(run->inside[i], fabs(precise[i] - rates[i]));
        run->outside[i] = fmax(run->outside[i], fabs(disturbed[i] - rates[i]) / run->gain);
    }
}

/* Rates (what = 0) or the correction (what = 1) at a state, by the rescue where the model's own fails. */
DALEMBERT_FUNCTION int dalembert_evaluate(dalembert_run *run, int what, double t, const double *y, double *out)
{
    const double *exactly = y;
    double health = 1.0;
    long long bad;
    if (run->gain > 0.0 && (what == 0 || run->projections_disturbed)) {
        t = dalembert_disturbed(run, t, y);
        y = run->disturbed_state;
    }
    t = t < run->low ? run->low : t > run->high ? run->high : t;
    dalembert_inputs(run, t, y, &health);
    if (what == 0) {
        DALEMBERT_CALL(run->rates, t, y, run->u, out, &health);
        run->evaluations++;
        if (run->gain > 0.0) dalembert_disturb_rates(run, out);
        if (run->precise_rates.call && run->evaluations % DALEMBERT_COMPARED == 0) dalembert_compare(run, t, exactly, out);
    } else {
        DALEMBERT_CALL(run->correction, t, y, run->u, out, &health);
        run->projections++;
        if (run->precise_correction.call && run->projections % DALEMBERT_COMPARED == 0)
            dalembert_compare_correction(run, t, y, out);
    }
    bad = dalembert_first_bad(out, run->size);
    if (health > run->healthy && bad < 0) return DALEMBERT_RUNNING;
    run->rescues++;
    if (run->rescue && run->rescue(what, t, y, out) == 0 && dalembert_first_bad(out, run->size) < 0)
        return DALEMBERT_RUNNING;
    run->culprit = bad;
    return health > run->healthy ? DALEMBERT_NOT_FINITE : DALEMBERT_SINGULAR;
}

/* The larger of two numbers; the first where the second is none. Inline, where fmax is a call. */
DALEMBERT_FUNCTION double dalembert_larger(double a, double b)
{
    return b > a ? b : a;
}

/* The smaller of two numbers; the first where the second is none. */
DALEMBERT_FUNCTION double dalembert_smaller(double a, double b)
{
    return b < a ? b : a;
}

/* What each entry of a step of length dt may be off by; `fresh` is where it leads, or the start once more. */
DALEMBERT_FUNCTION void dalembert_weigh(dalembert_run *run, double dt, const double *fresh)
{
    double most[8] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, reach = 0.0;
    long long i;
    for (i = 0; i < run->tested; i++) {
        const double size = dalembert_larger(dalembert_larger(run->peak[i], fabs(run->y[i])), fabs(fresh[i]));
        run->weight[i] = size;
        if (size > most[run->kind[i]]) most[run->kind[i]] = size;
    }
    for (i = 0; i < run->split; i++)
        reach = dalembert_larger(reach, dalembert_larger(run->peak[i], fabs(run->y[i])));
    most[1] = dalembert_larger(most[1], reach / run->span); /* slower than once the places in the run is nearly rest */
    for (i = 0; i < run->tested; i++)
        run->weight[i] = run->atol[i] +
                         run->rtol * dalembert_larger(dalembert_larger(run->weight[i], run->least[i]),
                                                      1e-6 * most[run->kind[i]]) +
                         (run->noise[i] * reach + run->clock[i]) * dt + run->floor[i] + 1e-290;
}

/* A step was refused. Its error falls with its size unless it is rounding, of a force that is a small difference
   in a state that is still zero, say: what smaller steps do not lessen is allowed from then on. */
DALEMBERT_FUNCTION void dalembert_refused(dalembert_run *run, double dt, double error)
{
    long long i;
    run->in_vain = run->refused && dt < 0.9 * run->dt_refused && error > 0.7 * run->error_refused ? run->in_vain + 1 : 0;
    run->error_refused = error;
    run->dt_refused = dt;
    run->refused = 1;
    if (run->in_vain < 3) return;
    run->in_vain = 0;
    for (i = 0; i < run->tested; i++) run->floor[i] += 2.0 * fabs(run->change[i]) * run->weight[i];
}

/* The size of a change of a part of y, against the largest entry of that part. */
DALEMBERT_FUNCTION double dalembert_relative(const double *change, const double *y, long long first, long long last,
                                             double scale)
{
    double most = 0.0;
    long long i;
    for (i = first; i < last; i++) {
        if (fabs(change[i]) > most) most = fabs(change[i]);
        if (fabs(y[i]) > scale) scale = fabs(y[i]);
    }
    return most > 0.0 ? most / (scale > 1e-300 ? scale : 1e-300) : 0.0;
}

/* fresh = y + rise with what rounding takes kept in tail_fresh (Knuth's two-sum), so that the sum over all steps
   is as good as its terms. */
DALEMBERT_FUNCTION void dalembert_add(dalembert_run *run, long long i, double rise)
{
    const double y = run->y[i], own = rise + run->tail[i], sum = y + own, part = sum - y;
    run->fresh[i] = sum;
    run->tail_fresh[i] = (y - (sum - part)) + (own - part);
}

/* y moved onto the constraints; tail takes what rounding takes, where it is given. A correction leaves an error of
   second order, so one below 1e-9 is the last. */
DALEMBERT_FUNCTION int dalembert_settle(dalembert_run *run, double t, double *y, double *tail)
{
    double before = 1e300;
    int pass;
    if (!run->constrained) return DALEMBERT_RUNNING;
    for (pass = 0; pass < 12; pass++) {
        double dq, dqd, size, most = 0.0;
        long long i;
        int status = dalembert_evaluate(run, 1, t, y, run->change);
        if (status) return status;
        for (i = 0; i < run->split; i++) most = fmax(most, fmax(run->peak[i], fabs(y[i])));
        dq = dalembert_relative(run->change, y, 0, run->split, 1e-6 * most); /* against where it has been */
        /* at rest there is only rounding: 1e-6 of the places it has been at, over the whole run, is rest; what lies at
           the origin has no other size */
        dqd = dalembert_relative(run->change, y, run->split, run->tested, 1e-6 * most / run->span);
        size = dq > dqd ? dq : dqd;
        if (pass && size >= before) return before < 1e-6 ? DALEMBERT_RUNNING : DALEMBERT_OFF; /* rounding */
        for (i = 0; i < run->size; i++) {
            const double own = run->change[i] + (tail ? tail[i] : 0.0), sum = y[i] + own, part = sum - y[i];
            if (tail) tail[i] = (y[i] - (sum - part)) + (own - part);
            y[i] = sum;
        }
        if (size < 1e-9) return DALEMBERT_RUNNING;
        before = size;
    }
    return DALEMBERT_OFF;
}

/* The longest step that refines the earlier run from here on. Where an event stopped that one, it is a little longer, to
   meet the event. */
DALEMBERT_FUNCTION double dalembert_refined(dalembert_run *run, double dt)
{
    const double rounded = fmin(dt, 1e-14 * fabs(run->t)); /* steps of rounding need no refinement */
    long long at = run->grid_at;
    double left;
    while (at < run->grid_count && run->grid_t[at] <= run->t) at++;
    run->grid_at = at;
    if (at >= run->grid_count) return dt;
    dt = fmin(dt, 0.5 * fabs(run->grid_dt[at]));
    left = (run->grid_dt[at] < 0.0 ? 1.001 : 1.0) * (run->grid_t[at] - run->t);
    if (dt > left && at + 1 < run->grid_count) dt = fmin(dt, fmax(left, 0.5 * fabs(run->grid_dt[at + 1])));
    return fmax(dt, rounded);
}

/* The step of the earlier run that leads on from here, as long as it was before an event cut it: what is then inside
   the step is the same. Where an event came a little earlier than it did then, a sliver of a step is left away. */
DALEMBERT_FUNCTION double dalembert_repeated(dalembert_run *run)
{
    long long at = run->grid_at;
    while (at + 1 < run->grid_count && run->grid_t[at] - run->t <= 1e-6 * fabs(run->grid_dt[at])) at++;
    run->grid_at = at;
    return run->grid_count > 0 ? fabs(run->grid_dt[at]) : run->t_end - run->t;
}

/* What rounding does to the sum y + rise, times gain; `end` takes the rates where the step then leads. */
DALEMBERT_FUNCTION int dalembert_disturb(dalembert_run *run, double dt, double *end)
{
    const double part = DALEMBERT_UNIT * run->gain;
    long long i;
    for (i = 0; i < run->tested; i++)
        run->fresh[i] += part * dalembert_random(&run->random) * fabs(run->fresh[i] - run->y[i]);
    return dalembert_evaluate(run, 0, run->t + dt, run->fresh, end);
}

#endif
