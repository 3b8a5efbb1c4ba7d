/* What is kept of each of many runs: values at a state, their extremes between steps, and occurrences of events.

   An expression g along a step is looked at in ENSEMBLE_NODES Chebyshev points. Where a parabola through three of
   them has its vertex between them and comes near the largest value so far, the largest value there is searched
   for by Brent's method (Algorithms for Minimization without Derivatives, chapter 5), which needs no derivative. */
#ifndef DALEMBERT_ENSEMBLE_H
#define DALEMBERT_ENSEMBLE_H

#define ENSEMBLE_NODES 9
#define ENSEMBLE_SLACK 0.1    /* of the range of three values: how far a parabola may be off */
#define ENSEMBLE_FINE 1e-9    /* of a step: where an extreme is; its value is then exact to rounding */
#define ENSEMBLE_TRIES 60
#define ENSEMBLE_CHUNK 1000   /* steps between two looks at how a run goes */
#define ENSEMBLE_HELD 0.5     /* part of the steps that stability holds back, in a run that is stiff */
#define ENSEMBLE_LONG 2500.0  /* steps of a whole run that is worth another method */

enum { ENSEMBLE_STIFF = 100, ENSEMBLE_EXHAUSTED = 101 };
enum { ENSEMBLE_LARGEST = 1, ENSEMBLE_SMALLEST = 2 };

typedef void (*dalembert_constants)(const double *p, double *c);

typedef struct {
    dalembert_constants prepare; /* constants c of the model from its parameters; 0 where they are put in */
    double *c;
    dalembert_callable kept; /* values at a state; the last one is the size of the energies */
    long long lanes, parameters, columns;
    const double *p, *start; /* lanes x parameters; lanes x size */
    const int *extreme;      /* of each column: which extremes are wanted */
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

/* Look at the values in a step that is `part` of dt long, and at their extremes. The state at its end is in run->fresh. */
DALEMBERT_FUNCTION void ensemble_look_inside(dalembert_run *run, double dt, double part, double t_new, int terms)
{
    const double node[ENSEMBLE_NODES] = {0.0, 0.03806023374435663, 0.14644660940672624, 0.3086582838174551, 0.5,
                                         0.6913417161825449, 0.8535533905932737, 0.9619397662556434, 1.0}; /* (1 - cos) / 2 */
    dalembert_ensemble *own = (dalembert_ensemble *)run->own;
    const long long columns = own->columns, lane = own->lane;
    double *last = own->values + (ENSEMBLE_NODES - 1) * columns, x[ENSEMBLE_NODES];
    long long k;
    int j;
    for (k = 0; k < columns; k++) own->values[k] = last[k];
    ensemble_observe(run, own, t_new, run->fresh, last);
    own->size[lane] = fmax(own->size[lane], last[columns - 1]);
    if (!own->wanted) return;
    for (j = 0; j < ENSEMBLE_NODES; j++) x[j] = part * node[j];
    for (j = 1; j < ENSEMBLE_NODES - 1; j++) ensemble_inside(run, own, x[j], dt, terms, own->values + j * columns);
    for (k = 0; k < columns; k++) {
        double *most = own->most + lane * columns + k, *least = own->least + lane * columns + k;
        if (own->extreme[k] & ENSEMBLE_LARGEST) *most = ensemble_largest(run, own, k, 1.0, x, *most, dt, terms);
        if (own->extreme[k] & ENSEMBLE_SMALLEST) *least = -ensemble_largest(run, own, k, -1.0, x, -*least, dt, terms);
    }
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
