/* All zeros of event functions along the continuous extension of a step.

   On an interval the values g at EVENT_NODES Chebyshev points give coefficients c_k of a polynomial, and the
   last two a bound of what it misses. Then
       |c_0| > sum of the other |c_k|            no zero in the interval,
       |d_0| > sum of the other |d_k|            at most one, d being the coefficients of the derivative,
   and elsewhere the interval is halved. So near-grazing pairs are found, and none is invented: a zero is
   noted only where g itself changes its sign. A function that is no polynomial even in 1/1024 of the step is
   rounding, as the force of a contact that carries nothing: the interval is halved no further. What comes after an
   event that stops the run is not looked at. The end of a step is moved onto the constraints after its zeros
   were looked for, which may take a function over its zero: an event that stops the run is there, then.    */
#ifndef DALEMBERT_EVENTS_H
#define DALEMBERT_EVENTS_H

#define EVENT_NODES 11
#define EVENT_ROWS (EVENT_NODES + 2) /* of values: at the nodes, at one place, at the end of the step before */
#define EVENT_DEPTH 48
#define EVENT_LOOKS 4000 /* in a step: what is only rounding changes its sign without end */
#define EVENT_FINEST 0.001 /* of a step: what is rough in less is rounding */
#define EVENT_ROUGH 0.25   /* of its largest value: what the polynomial misses of a rough function */
#define EVENT_SHORT 1e-6   /* of a step that is to end at a kink: what it is shorter */
#define EVENT_BEYOND 1e-5  /* of a step: so far beyond its end kinks are looked for */
#define DALEMBERT_SAME 1e-13 /* times that differ by less are the same */

/* The state inside a step, by its continuous extension of some terms: the sums of different entries do not wait for one
   another. */
DALEMBERT_FUNCTION void dalembert_inside(const dalembert_run *run, double x, int terms, double *y)
{
    const double z = 1.0 - x, *before = run->y, *dense = run->dense;
    const long long size = run->size;
    long long i;
    for (i = 0; i < size; i++) {
        double rise = 0.0;
        int term;
        for (term = terms - 1; term >= 0; term--) rise = (rise + dense[term * size + i]) * (term % 2 ? z : x);
        y[i] = before[i] + rise;
    }
}

/* All event functions at a place in the step. */
DALEMBERT_FUNCTION void dalembert_watch(dalembert_run *run, double x, double dt, int terms, double *g)
{
    double health = 1.0;
    const double t = x == 1.0 ? run->t_new : run->t + x * dt;
    dalembert_inside(run, x, terms, run->node);
    dalembert_inputs(run, t, run->node, &health);
    DALEMBERT_CALL(run->events, t, run->node, run->u, g, &health);
}

/* cos(pi j k / n) for the nodes j and the coefficients k, n = EVENT_NODES - 1. */
static const double dalembert_cosines[EVENT_NODES][EVENT_NODES] = {
    {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
    {1.0, 0.9510565162951535, 0.8090169943749475, 0.5877852522924731, 0.30901699437494745, 6.123233995736766e-17,
     -0.30901699437494734, -0.587785252292473, -0.8090169943749473, -0.9510565162951535, -1.0},
    {1.0, 0.8090169943749475, 0.30901699437494745, -0.30901699437494734, -0.8090169943749473, -1.0,
     -0.8090169943749476, -0.30901699437494756, 0.30901699437494723, 0.8090169943749473, 1.0},
    {1.0, 0.5877852522924731, -0.30901699437494734, -0.9510565162951535, -0.8090169943749476,
     -1.8369701987210297e-16, 0.8090169943749473, 0.9510565162951536, 0.30901699437494773, -0.5877852522924729,
     -1.0},
    {1.0, 0.30901699437494745, -0.8090169943749473, -0.8090169943749476, 0.30901699437494723, 1.0,
     0.30901699437494773, -0.8090169943749472, -0.8090169943749477, 0.309016994374947, 1.0},
    {1.0, 6.123233995736766e-17, -1.0, -1.8369701987210297e-16, 1.0, 3.061616997868383e-16, -1.0,
     -4.286263797015736e-16, 1.0, 5.51091059616309e-16, -1.0},
    {1.0, -0.30901699437494734, -0.8090169943749476, 0.8090169943749473, 0.30901699437494773, -1.0,
     0.309016994374947, 0.8090169943749477, -0.8090169943749471, -0.30901699437494806, 1.0},
    {1.0, -0.587785252292473, -0.30901699437494756, 0.9510565162951536, -0.8090169943749472, -4.286263797015736e-16,
     0.8090169943749477, -0.9510565162951529, 0.3090169943749468, 0.5877852522924724, -1.0},
    {1.0, -0.8090169943749473, 0.30901699437494723, 0.30901699437494773, -0.8090169943749477, 1.0,
     -0.8090169943749471, 0.3090169943749468, 0.3090169943749482, -0.8090169943749479, 1.0},
    {1.0, -0.9510565162951535, 0.8090169943749473, -0.5877852522924729, 0.309016994374947, 5.51091059616309e-16,
     -0.30901699437494806, 0.5877852522924724, -0.8090169943749479, 0.9510565162951544, -1.0},
    {1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0},
};

/* What the values at Chebyshev points say: 0 no zero, 1 at most one, 2 unknown, 3 unknown and rough. */
DALEMBERT_FUNCTION int dalembert_verdict(const double *g)
{
    double c[EVENT_NODES], d[EVENT_NODES + 1], rest = 0.0, most = 0.0, missed, slope = 0.0;
    int j, k;
    const int n = EVENT_NODES - 1;
    for (k = 0; k <= n; k++) c[k] = 0.5 * (g[0] + (k % 2 ? -g[n] : g[n]));
    for (j = 1; j < n; j++) /* the table is symmetric */
        for (k = 0; k <= n; k++) c[k] += g[j] * dalembert_cosines[j][k];
    for (k = 0; k <= n; k++) {
        c[k] *= (k == 0 || k == n ? 1.0 : 2.0) / n;
        if (fabs(g[k]) > most) most = fabs(g[k]);
    }
    if (most == 0.0) return 0; /* it is zero all along, and changes its sign nowhere */
    missed = 2.0 * (fabs(c[n]) + fabs(c[n - 1])) + 4e-16 * most;
    for (k = 1; k <= n; k++) rest += fabs(c[k]);
    if (fabs(c[0]) > rest + missed) return 0;
    d[n] = d[n + 1] = 0.0;
    for (k = n; k > 0; k--) d[k - 1] = (k + 1 <= n ? d[k + 1] : 0.0) + 2.0 * k * c[k];
    d[0] *= 0.5;
    for (k = 1; k < n; k++) slope += fabs(d[k]);
    if (fabs(d[0]) > slope + 2.0 * n * n * missed) return 1;
    return missed > EVENT_ROUGH * most ? 3 : 2;
}

/* A zero between two places where g changes its sign, by halving and the secant in turn. */
DALEMBERT_FUNCTION double dalembert_between(dalembert_run *run, int event, double a, double b, double ga, double gb,
                                            double dt, int terms, double *g)
{
    int pass;
    for (pass = 0; pass < 200 && fabs(b - a) * dt > 2e-16 * (fabs(run->t) + dt); pass++) {
        double x = pass % 3 == 2 ? 0.5 * (a + b) : a - ga * (b - a) / (gb - ga);
        if (!(x > a && x < b)) x = 0.5 * (a + b);
        if (x == a || x == b) break;
        dalembert_watch(run, x, dt, terms, g);
        if (g[event] == 0.0) return x;
        if ((g[event] > 0.0) == (ga > 0.0)) {
            a = x;
            ga = g[event];
        } else {
            b = x;
            gb = g[event];
        }
    }
    return fabs(ga) < fabs(gb) ? a : b;
}

DALEMBERT_FUNCTION void dalembert_note(dalembert_run *run, int event, double x, double dt, int way)
{
    const double t = run->t + x * dt, same = DALEMBERT_SAME * (fabs(t) + dt);
    long long at = run->happened;
    if (run->direction[event] && run->direction[event] != way) return;
    if (run->happened >= run->room) {
        run->status = DALEMBERT_CROWDED;
        return;
    }
    /* by time, and of those at one time by declaration */
    while (at > run->first && (run->occurred[at - 1] > t + same ||
                               (fabs(run->occurred[at - 1] - t) <= same && run->which[at - 1] > event))) {
        run->occurred[at] = run->occurred[at - 1];
        run->which[at] = run->which[at - 1];
        run->way[at] = run->way[at - 1];
        at--;
    }
    run->occurred[at] = t;
    run->which[at] = event;
    run->way[at] = way;
    run->happened++;
}

/* Where the zeros of a step are looked for, from 0 on: a step that is to end at a kink ends a little before it. */
DALEMBERT_FUNCTION double dalembert_reach(const dalembert_run *run, double dt)
{
    long long k;
    for (k = 0; k < run->events_count; k++)
        if (run->stops[k] == DALEMBERT_KINK) return run->t + (1.0 + EVENT_BEYOND) * dt < run->t_end ? 1.0 + EVENT_BEYOND : 1.0;
    return 1.0;
}

/* Before the first step of a run, nothing is known of an end of a step before. */
DALEMBERT_FUNCTION void dalembert_forget_ends(dalembert_run *run)
{
    long long k;
    for (k = 0; k < run->events_count; k++) run->values[(EVENT_NODES + 1) * run->events_count + k] = 0.0;
}

/* Keep the event functions at the end of a step whose zeros have been looked for; 0 where one is too near. */
DALEMBERT_FUNCTION void dalembert_keep_ends(dalembert_run *run)
{
    const double *end = run->values, *inside = end + run->events_count;
    long long k;
    for (k = 0; k < run->events_count; k++)
        run->values[(EVENT_NODES + 1) * run->events_count + k] = (end[k] > 0.0) == (inside[k] > 0.0) ? end[k] : 0.0;
}

/* All zeros of all event functions in a step; the terms of the continuous extension are ready. */
DALEMBERT_FUNCTION void dalembert_zeros(dalembert_run *run, double dt, int terms)
{
    const int events = (int)run->events_count, n = EVENT_NODES - 1;
    double *values = run->values, *g = values + EVENT_NODES * events;
    const double *before = g + events;
    const double reach = dalembert_reach(run, dt);
    double stop = 1e300; /* the first time at which the run is stopped */
    int event, j;
    run->first = run->happened;
    for (event = 0; event < events; event++) {
        double low[EVENT_DEPTH + 2], high[EVENT_DEPTH + 2];
        int deep = 1, looks = 0, rounding = 0;
        low[0] = 0.0;
        high[0] = reach;
        while (deep > 0) {
            const double a = low[deep - 1], b = high[deep - 1];
            const int whole = a == 0.0 && b == reach;
            double own[EVENT_NODES];
            int verdict;
            deep--;
            if (run->t + a * dt > stop) continue;
            for (j = 0; j <= n; j++) { /* from b down to a; the whole step is looked at once for all events */
                const double x = j == 0 ? b : j == n ? a : 0.5 * (a + b) + 0.5 * (b - a) * dalembert_cosines[1][j];
                double *row = whole ? values + j * events : g;
                if (!whole || event == 0) dalembert_watch(run, x, dt, terms, row);
                own[j] = row[event];
            }
            if (whole && run->stops[event] && before[event] != 0.0 && own[n] != 0.0 &&
                (before[event] > 0.0) != (own[n] > 0.0)) {
                const int way = own[n] > 0.0 ? 1 : -1;
                dalembert_note(run, event, 0.0, dt, way);
                if (!run->direction[event] || run->direction[event] == way)
                    stop = fmin(stop, run->t + 4.0 * DALEMBERT_SAME * (fabs(run->t) + dt));
            }
            verdict = dalembert_verdict(own);
            if (verdict == 0 || ++looks > EVENT_LOOKS) continue;
            if (verdict == 3 && b - a < EVENT_FINEST) rounding = 1;
            if (verdict == 3 && !rounding) verdict = 2;
            if (verdict == 2 && (b - a) * dt > DALEMBERT_SAME * (fabs(run->t) + dt) && deep < EVENT_DEPTH) {
                const double middle = 0.5 * (a + b);
                low[deep] = middle; /* the earlier half is looked at first */
                high[deep] = b;
                low[deep + 1] = a;
                high[deep + 1] = middle;
                deep += 2;
                continue;
            }
            if (own[n] != 0.0 && (own[0] == 0.0 || (own[0] > 0.0) != (own[n] > 0.0))) {
                const int way = own[n] < 0.0 ? 1 : -1;
                const double x = own[0] == 0.0 ? b : dalembert_between(run, event, a, b, own[n], own[0], dt, terms, g);
                const double after = run->t + x * dt + 4.0 * DALEMBERT_SAME * (fabs(run->t) + dt);
                dalembert_note(run, event, x, dt, way);
                if (run->stops[event] && (!run->direction[event] || run->direction[event] == way))
                    stop = fmin(stop, after);
            }
        }
    }
}

/* Where in the step the run is stopped by an event, or 2; occurrences after that, or after the step, are forgotten. */
DALEMBERT_FUNCTION double dalembert_stop(dalembert_run *run, double dt)
{
    long long k, last;
    for (k = run->first; k < run->happened; k++)
        if (run->stops[run->which[k]]) {
            const double t = run->occurred[k], same = DALEMBERT_SAME * (fabs(t) + dt);
            for (last = k + 1; last < run->happened && run->occurred[last] <= t + same; last++) {}
            run->happened = last;
            return (t - run->t) / dt;
        }
    while (run->happened > run->first && run->occurred[run->happened - 1] > run->t_new) run->happened--;
    return 2.0;
}

/* Whether a step is made again because the run is stopped at a kink x, inside of it: stages beyond a kink spoil both a
   step and the estimate of its error. Times as short as their rounding are not told apart. */
DALEMBERT_FUNCTION int dalembert_has_kink(const dalembert_run *run, double dt, double x)
{
    long long k;
    if (!((1.0 - x) * dt > 4e-15 * fabs(run->t)) || x * dt <= 1e-12 * (fabs(run->t) + dt) || !dalembert_judged(run)) return 0;
    for (k = run->first; k < run->happened; k++)
        if (run->stops[run->which[k]] == DALEMBERT_KINK) return 1;
    return 0;
}

#endif
