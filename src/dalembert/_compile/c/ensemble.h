/* What is kept of each of many runs: values at a state, their extremes between steps, and occurrences of events.

   An expression g along a step is looked at in ENSEMBLE_NODES Chebyshev points. Where a parabola through three of
   them has its vertex between them and comes near the largest value so far, the largest value there is searched
   for by Brent's method (Algorithms for Minimization without Derivatives, chapter 5), which needs no derivative.

   Behind the kept values there may be arguments of their functions. A step is looked at in parts in which no argument
   changes its side or passes a whole number, none turns by more than one between two points, and no narrow peak is
   hidden: of a part that ends at a switch the values on both sides count, as close to it as times can be told apart. */
#ifndef DALEMBERT_ENSEMBLE_H
#define DALEMBERT_ENSEMBLE_H

#define ENSEMBLE_NODES 9
#define ENSEMBLE_SLACK 0.1    /* of the range of three values: how far a parabola may be off */
#define ENSEMBLE_FINE 1e-9    /* of a step: where an extreme is; its value is then exact to rounding */
#define ENSEMBLE_TRIES 60
#define ENSEMBLE_PARTS 2000   /* of one step; where it takes more, the run is left to others */
#define ENSEMBLE_HALVINGS 60  /* of an interval with a switch */
#define ENSEMBLE_RESOLVED 5e-14 /* of the time: the two sides of a switch are so close to each other */
#define ENSEMBLE_TURNED 1.0   /* what an argument may turn between two points */
#define ENSEMBLE_SLOW 0.3     /* where all turn less than this, the next part is longer */
#define ENSEMBLE_HIGHER 0.5   /* what an exponent or a logarithm is larger at a hidden peak */
#define ENSEMBLE_NOTHING (-40.0) /* exp of less is nothing */
#define ENSEMBLE_CHUNK 1000   /* steps between two looks at how a run goes */
#define ENSEMBLE_HELD 0.5     /* part of the steps that stability holds back, in a run that is stiff */
#define ENSEMBLE_LONG 2500.0  /* steps of a whole run that is worth another method */

enum { ENSEMBLE_STIFF = 100, ENSEMBLE_EXHAUSTED = 101 };
enum { ENSEMBLE_LARGEST = 1, ENSEMBLE_SMALLEST = 2 };
enum { ENSEMBLE_SIDE = 4, ENSEMBLE_COUNT = 8, ENSEMBLE_PHASE = 16, ENSEMBLE_TOP = 32, ENSEMBLE_DIP = 64 }; /* arguments */

typedef void (*dalembert_constants)(const double *p, double *c);

typedef struct {
    dalembert_constants prepare; /* constants c of the model from its parameters; 0 where they are put in */
    double *c;
    dalembert_callable kept; /* values at a state; the last one is the size of the energies */
    long long lanes, parameters, columns;
    const double *p, *start; /* lanes x parameters; lanes x size */
    const int *extreme;      /* of each column: which extremes are wanted, or what kind of argument it is */
    long long wanted;        /* whether any is */
    long long wary, most_evaluations;
    double t_start, t_end;
    /* what is kept: lanes x columns, lanes x samples x columns, lanes x events (x columns), lanes x size, lanes */
    double *begin, *end, *most, *least, *rows, *first, *at_first, *state, *reached, *size;
    double *lost; /* lanes: the energy that impacts took, less what they were given */
    long long *count, *status, *steps, *evaluations;
    /* where it is */
    long long lane;
    double *node; /* a state */
    double *values, *trial; /* ENSEMBLE_NODES x columns; columns */
} dalembert_ensemble;

/* The kept values at a state. */
DALEMBERT_FUNCTION void ensemble_observe(dalembert_run *run, dalembert_ensemble *own, double t, const double *y, double *out)
{
    double health = 1.0;
    t = t < run->low ? run->low : t > run->high ? run->high : t;
    dalembert_inputs(run, t, y, &health);
    DALEMBERT_CALL(own->kept, t, y, run->u, out, &health);
}

/* The kept values inside a step, at a state moved onto the constraints. */
DALEMBERT_FUNCTION void ensemble_inside(dalembert_run *run, dalembert_ensemble *own, double x, double dt, int terms,
                                        double *out)
{
    const double t = run->t + x * dt;
    dalembert_inside(run, x, terms, own->node);
    dalembert_settle(run, t, own->node, 0);
    ensemble_observe(run, own, t, own->node, out);
}

/* The largest value of sign * g between a and b, near x with the value g. */
DALEMBERT_FUNCTION double ensemble_peak(dalembert_run *run, dalembert_ensemble *own, long long column, double sign,
                                        double a, double x, double b, double g, double dt, int terms)
{
    const double golden = 0.3819660112501051;
    double w = x, v = x, gw = g, gv = g, last = 0.0, step = 0.0, best = g;
    int pass;
    for (pass = 0; pass < ENSEMBLE_TRIES; pass++) {
        const double middle = 0.5 * (a + b), near = ENSEMBLE_FINE;
        double r, q, p, u, gu;
        int parabolic = 0;
        if (fabs(x - middle) <= 2.0 * near - 0.5 * (b - a)) break;
        if (fabs(last) > near) {
            r = (x - w) * (gv - g);
            q = (x - v) * (gw - g);
            p = (x - v) * q - (x - w) * r;
            q = 2.0 * (q - r);
            if (q > 0.0) p = -p;
            q = fabs(q);
            if (fabs(p) < fabs(0.5 * q * last) && p > q * (a - x) && p < q * (b - x)) {
                last = step;
                step = p / q;
                u = x + step;
                if (u - a < 2.0 * near || b - u < 2.0 * near) step = x < middle ? near : -near;
                parabolic = 1;
            }
        }
        if (!parabolic) {
            last = x < middle ? b - x : a - x;
            step = golden * last;
        }
        u = x + (fabs(step) >= near ? step : step > 0.0 ? near : -near);
        ensemble_inside(run, own, u, dt, terms, own->trial);
        gu = sign * own->trial[column];
        if (gu > best) best = gu;
        if (gu >= g) {
            if (u < x) b = x;
            else a = x;
            v = w;
            gv = gw;
            w = x;
            gw = g;
            x = u;
            g = gu;
        } else {
            if (u < x) a = u;
            else b = u;
            if (gu >= gw || w == x) {
                v = w;
                gv = gw;
                w = u;
                gw = gu;
            } else if (gu >= gv || v == x || v == w) {
                v = u;
                gv = gu;
            }
        }
    }
    return best;
}

/* The largest value of sign * g in a step of which the values at nodes are known, if it is above `most`. */
DALEMBERT_FUNCTION double ensemble_largest(dalembert_run *run, dalembert_ensemble *own, long long column, double sign,
                                           const double *x, double most, double dt, int terms)
{
    const long long columns = own->columns;
    int j;
    for (j = 0; j < ENSEMBLE_NODES; j++) most = fmax(most, sign * own->values[j * columns + column]);
    for (j = 1; j < ENSEMBLE_NODES - 1; j++) {
        const double *g = own->values + j * columns + column;
        const double before = sign * g[-columns], here = sign * g[0], after = sign * g[columns];
        const double left = x[j] - x[j - 1], right = x[j + 1] - x[j];
        const double down = (here - before) / left, up = (after - here) / right, bend = (up - down) / (left + right);
        const double place = x[j] - 0.5 * (down * right + up * left) / (left + right) / bend;
        double top, range, from;
        if (!(bend < 0.0) || !(place > x[j - 1] && place < x[j + 1])) continue;
        top = here + (place - x[j]) * ((down * right + up * left) / (left + right) + bend * (place - x[j]));
        range = fmax(fmax(before, here), after) - fmin(fmin(before, here), after);
        if (!(top + ENSEMBLE_SLACK * range > most)) continue;
        ensemble_inside(run, own, place, dt, terms, own->trial);
        from = sign * own->trial[column];
        most = fmax(most, ensemble_peak(run, own, column, sign, x[j - 1], place, x[j + 1], from, dt, terms));
    }
    return most;
}

/* Whether an argument switches its function between two values. */
DALEMBERT_FUNCTION int ensemble_switches(int kind, double before, double after)
{
    if (kind & ENSEMBLE_SIDE) return (before < 0.0) != (after < 0.0);
    return (kind & ENSEMBLE_COUNT) && floor(before) != floor(after);
}

/* Whether any argument switches between the values of two points. */
DALEMBERT_FUNCTION int ensemble_any_switches(const dalembert_ensemble *own, const double *before, const double *after)
{
    long long k;
    for (k = 0; k < own->columns; k++)
        if (ensemble_switches(own->extreme[k], before[k], after[k])) return 1;
    return 0;
}

/* How far an argument turns between the points of a part, at most: more than one also where it hides a peak. */
DALEMBERT_FUNCTION double ensemble_turn(const double *g, long long columns, int kind, const double *x)
{
    double most = 0.0;
    int j;
    if (kind & ENSEMBLE_PHASE)
        for (j = 1; j < ENSEMBLE_NODES; j++) most = fmax(most, fabs(g[j * columns] - g[(j - 1) * columns]));
    if (!(kind & (ENSEMBLE_TOP | ENSEMBLE_DIP))) return most;
    for (j = 1; j < ENSEMBLE_NODES - 1; j++) {
        const double sign = kind & ENSEMBLE_TOP || g[j * columns] < 0.0 ? 1.0 : -1.0;
        const double before = sign * g[(j - 1) * columns], here = sign * g[j * columns], after = sign * g[(j + 1) * columns];
        const double left = x[j] - x[j - 1], right = x[j + 1] - x[j];
        const double up = (here - before) / left, on = (after - here) / right, bend = (up - on) / (left + right);
        const double slope = (up * right + on * left) / (left + right), shift = 0.5 * slope / bend;
        const double top = here + 0.25 * slope * slope / bend;
        if (!(bend > 0.0) || !(shift > -left && shift < right)) continue;
        if (kind & ENSEMBLE_TOP ? top > fmax(here, fmax(before, after)) + ENSEMBLE_HIGHER && top > ENSEMBLE_NOTHING
                                : -top < -fmax(here, fmax(before, after)) * exp(-ENSEMBLE_HIGHER))
            most = 2.0 * ENSEMBLE_TURNED;
    }
    return most;
}

/* The last point before arguments switch between a and b, at which the values at a hold, and the first one after. */
DALEMBERT_FUNCTION void ensemble_switch(dalembert_run *run, dalembert_ensemble *own, const double *at_a, double *a, double *b,
                                        double dt, int terms)
{
    const double close = ENSEMBLE_RESOLVED * fmax(fabs(run->t), fabs(run->t + dt)) / dt;
    int pass;
    for (pass = 0; pass < ENSEMBLE_HALVINGS && *b - *a > close; pass++) {
        const double middle = 0.5 * (*a + *b);
        if (!(middle > *a && middle < *b)) return;
        ensemble_inside(run, own, middle, dt, terms, own->trial);
        if (ensemble_any_switches(own, at_a, own->trial)) *b = middle;
        else *a = middle;
    }
}

/* The extremes of a part of a step of which the values at nodes are known. */
DALEMBERT_FUNCTION void ensemble_extremes(dalembert_run *run, dalembert_ensemble *own, const double *x, double dt, int terms)
{
    const long long columns = own->columns, lane = own->lane;
    long long k;
    for (k = 0; k < columns; k++) {
        double *most = own->most + lane * columns + k, *least = own->least + lane * columns + k;
        if (own->extreme[k] & ENSEMBLE_LARGEST) *most = ensemble_largest(run, own, k, 1.0, x, *most, dt, terms);
        if (own->extreme[k] & ENSEMBLE_SMALLEST) *least = -ensemble_largest(run, own, k, -1.0, x, -*least, dt, terms);
    }
}

/* The values at the points of a part of a step, but for its first one. That of the end of the step is at its place. */
DALEMBERT_FUNCTION void ensemble_points(dalembert_run *run, dalembert_ensemble *own, double from, double to, double *x, double dt,
                                        double t_end, int whole, int terms)
{
    const double node[ENSEMBLE_NODES] = {0.0, 0.03806023374435663, 0.14644660940672624, 0.3086582838174551, 0.5,
                                         0.6913417161825449, 0.8535533905932737, 0.9619397662556434, 1.0}; /* (1 - cos) / 2 */
    double *last = own->values + (ENSEMBLE_NODES - 1) * own->columns;
    int j;
    for (j = 0; j < ENSEMBLE_NODES; j++) x[j] = from + (to - from) * node[j];
    for (j = 1; j < ENSEMBLE_NODES - 1; j++) ensemble_inside(run, own, x[j], dt, terms, own->values + j * own->columns);
    if (whole) ensemble_observe(run, own, t_end, run->fresh, last);
    else ensemble_inside(run, own, to, dt, terms, last);
}

/* Look at the values in a step that is `part` of dt long, and at their extremes. The state at its end is in run->fresh. */
DALEMBERT_FUNCTION void ensemble_look_inside(dalembert_run *run, double dt, double part, double t_new, int terms)
{
    dalembert_ensemble *own = (dalembert_ensemble *)run->own;
    const long long columns = own->columns, lane = own->lane;
    const double close = ENSEMBLE_RESOLVED * fmax(fabs(run->t), fabs(t_new)) / dt;
    double *last = own->values + (ENSEMBLE_NODES - 1) * columns, x[ENSEMBLE_NODES];
    double from = 0.0, to = part, width = part, after = -1.0; /* where the part after a switch begins */
    long long k, parts = 0;
    int j;
    for (k = 0; k < columns; k++) own->values[k] = last[k];
    if (!own->wanted) ensemble_observe(run, own, t_new, run->fresh, last);
    while (own->wanted && from < part) {
        double turn = 0.0;
        ensemble_points(run, own, from, to, x, dt, t_new, to >= part, terms);
        for (k = 0; k < columns; k++) turn = fmax(turn, ensemble_turn(own->values + k, columns, own->extreme[k], x));
        for (j = 1; j < ENSEMBLE_NODES; j++)
            if (ensemble_any_switches(own, own->values + (j - 1) * columns, own->values + j * columns)) break;
        if (++parts > ENSEMBLE_PARTS) { /* something turns too quickly for this */
            run->status = ENSEMBLE_EXHAUSTED;
            break;
        }
        if (j < ENSEMBLE_NODES && x[j] - x[j - 1] > close) {
            double a = x[j - 1], b = x[j];
            ensemble_switch(run, own, own->values + (j - 1) * columns, &a, &b, dt, terms);
            if (a > from) {
                to = a;
                after = b;
                continue;
            }
            after = to = b; /* it switches at once */
        } else if (turn > ENSEMBLE_TURNED && to - from > close) {
            width = 0.25 * (to - from);
            to = from + width;
            after = -1.0;
            continue;
        } else {
            ensemble_extremes(run, own, x, dt, terms);
        }
        if (after > from && after < part) ensemble_inside(run, own, after, dt, terms, last);
        from = after > from && after < part ? after : to;
        after = -1.0;
        for (k = 0; k < columns; k++) own->values[k] = last[k];
        if (turn < ENSEMBLE_SLOW) width *= 2.0;
        to = part - from < 1.5 * width ? part : from + width;
    }
    if (own->wanted) ensemble_observe(run, own, t_new, run->fresh, last);
    for (k = 0; k < columns; k++) {
        double *most = own->most + lane * columns + k, *least = own->least + lane * columns + k;
        if (own->extreme[k] & ENSEMBLE_LARGEST) *most = fmax(*most, last[k]);
        if (own->extreme[k] & ENSEMBLE_SMALLEST) *least = fmin(*least, last[k]);
    }
    own->size[lane] = fmax(own->size[lane], last[columns - 1]);
}

/* A step was made: what happened in it, and its extremes. */
DALEMBERT_FUNCTION void ensemble_step_made(dalembert_run *run, double dt, double part, double t_new, int terms)
{
    dalembert_ensemble *own = (dalembert_ensemble *)run->own;
    const long long columns = own->columns, lane = own->lane, events = run->events_count;
    long long k;
    for (k = run->first; k < run->happened; k++) {
        const long long event = lane * events + run->which[k];
        if (own->count[event]++ == 0) {
            own->first[event] = run->occurred[k];
            ensemble_inside(run, own, (run->occurred[k] - run->t) / dt, dt, terms, own->at_first + event * columns);
        }
    }
    run->happened = run->first = 0; /* all are noted here */
    ensemble_look_inside(run, dt, part, t_new, terms);
}

#define DALEMBERT_LOOKS_INSIDE(run) (((dalembert_ensemble *)(run)->own)->wanted)
#define DALEMBERT_STEP_MADE(run, dt, x, t_new, terms) ensemble_step_made(run, dt, x, t_new, terms);

#endif
