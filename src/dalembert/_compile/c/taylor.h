/* Taylor series as a method: A. Jorba, M. Zou, A software package for the numerical integration of ODEs by means of
   high-order Taylor methods, Experimental Mathematics 14 (2005).

   A step is the series of the state at its start, up to the order; so is the state inside the step. Its length comes
   from the last coefficients: where they fall as those of a geometric series, |y| / radius^k, the first one that is
   left away is what a step may be off by. What it is off by is then measured: the rates at the end of the step and
   the derivative of the series there differ by (order + 1) times the first term that was left away, over dt. How long
   a step could have been is remembered for the next. A step that is refused is made again with the same series. */
#ifndef DALEMBERT_TAYLOR_H
#define DALEMBERT_TAYLOR_H

#define TAYLOR_HIGHEST 32   /* order */
#define TAYLOR_LAST 4       /* coefficients that tell the radius: some may vanish, as those of even orders do */
#define TAYLOR_WANTED 0.2   /* of what a step may be off by */
#define TAYLOR_GROWTH 6.0   /* of a step: a peak just after its start would not be seen in one far longer than before */
#define TAYLOR_SHORT 0.01   /* of the longest step: the first one, where there may be peaks */
#define TAYLOR_WORKS 10.0   /* times as far as a state may a work be off */
#define TAYLOR_COMPARED 7   /* steps between two in which series are compared in a disturbed run */

typedef struct {
    dalembert_callable series, precise; /* precise: in more digits; its call is 0 where they are not compared */
    long long order, known, begun; /* whether the coefficients are those at the start of this step; whether there was one */
    double *coefficients, *others;      /* orders 0 .. order, size of them each */
    double *slope, *rise;               /* at the end of a step */
    double *inputs;                     /* all inputs, then their first, second and third derivatives */
    double *over;                       /* 1 / what each entry may be off by; 0 where that is nothing */
    double before;                      /* when the step before began */
    double radius;                      /* of this step: how far the series goes, by its last coefficients */
    double reach;                       /* how far steps go, against the radius and the tolerance */
} dalembert_taylor;

#define METHOD_NAME(x) taylor_##x
#define METHOD_STAGES 1
#define METHOD_TERMS ((int)((dalembert_taylor *)run->own)->order)
#define METHOD_ORDER ((double)((dalembert_taylor *)run->own)->order + 1.0)
#define METHOD_PROPOSES

/* The inputs that are tables, with three derivatives each: laws are parts of the series. */
DALEMBERT_FUNCTION void taylor_inputs(const dalembert_run *run, const dalembert_taylor *own, double t)
{
    long long k, j, d;
    for (k = 0; k < run->tables_count; k++) {
        const dalembert_table *table = run->tables + k;
        const long long cell = dalembert_cell(table, t);
        const double *c = table->c + table->width * cell, x = t - table->t[cell];
        double by_order[4] = {0.0, 0.0, 0.0, 0.0};
        for (j = table->width - 1; j >= 0; j--) {
            for (d = 3; d > 0; d--) by_order[d] = by_order[d] * x + (double)d * by_order[d - 1];
            by_order[0] = by_order[0] * x + c[j];
        }
        for (d = 0; d < 4; d++) own->inputs[d * run->inputs_count + table->place] = by_order[d];
    }
}

/* The coefficients at a state. The model is asked for no time outside of the piece on which it is smooth: where the
   step begins a little before that, the series is moved back in time. */
DALEMBERT_FUNCTION void taylor_coefficients(const dalembert_run *run, dalembert_callable series, double t,
                                            const double *y, double *c)
{
    const double inside = t < run->low ? run->low : t > run->high ? run->high : t, shift = inside - t;
    const dalembert_taylor *own = (const dalembert_taylor *)run->own;
    double health = 1.0;
    long long i, k;
    taylor_inputs(run, own, inside);
    DALEMBERT_CALL(series, inside, y, own->inputs, c, &health);
    if (shift == 0.0) return;
    for (k = 1; k < own->order; k++)
        for (i = 0; i < run->size; i++)
            c[k * run->size + i] -= shift * (double)(k + 1) * c[(k + 1) * run->size + i];
}

/* A number in [-1, -1/2] or [1/2, 1]. A run has few steps, and what grows from the first of them should be seen. */
DALEMBERT_FUNCTION double taylor_random(dalembert_run *run)
{
    const double own = dalembert_random(&run->random);
    return 0.5 * own + (own < 0.0 ? -0.5 : 0.5);
}

/* A state as far away as rounding times gain, and its coefficients off by their own rounding times gain. */
DALEMBERT_FUNCTION void taylor_disturb(dalembert_run *run, dalembert_taylor *own)
{
    const double part = DALEMBERT_UNIT * run->gain;
    const double t = run->t + part * taylor_random(run) * run->t;
    long long i, k;
    for (i = 0; i < run->size; i++) {
        const double moves = own->coefficients[run->size + i] != 0.0 ? part : 0.0;
        run->disturbed_state[i] = run->y[i] + moves * taylor_random(run) * run->y[i];
    }
    taylor_coefficients(run, own->series, t < run->low ? run->t : t > run->high ? run->t : t, run->disturbed_state,
                        own->others);
    for (i = 0; i < run->n; i++) own->others[run->size + i] = run->y[run->n + i]; /* speeds are not rounded */
    for (k = 1; k <= own->order; k++)
        for (i = k == 1 ? run->n : 0; i < run->tested; i++) {
            double *c = own->others + k * run->size + i;
            *c += part * taylor_random(run) * *c;
        }
}

/* The sum of the terms from order 1 on, and the derivative of the series, dt after the start of the step. */
DALEMBERT_FUNCTION void taylor_sum(const dalembert_run *run, const dalembert_taylor *own, const double *c, double dt,
                                   double *rise, double *slope)
{
    const long long size = run->size, width = (long long)(sizeof(dalembert_two) / sizeof(double));
    long long i = 0, k;
    for (; i + width <= size; i += width) {
        const double *term = c + own->order * size + i;
        dalembert_two sum = *(const dalembert_two *)term, derived = {0.0};
        for (k = own->order; k > 1; k--) {
            term -= size;
            derived = derived * dt + sum;
            sum = sum * dt + *(const dalembert_two *)term;
        }
        *(dalembert_two *)(slope + i) = derived * dt + sum;
        *(dalembert_two *)(rise + i) = sum * dt;
    }
    for (; i < size; i++) {
        double sum = c[own->order * size + i], derived = 0.0;
        for (k = own->order - 1; k > 0; k--) {
            derived = derived * dt + sum;
            sum = sum * dt + c[k * size + i];
        }
        slope[i] = derived * dt + sum;
        rise[i] = sum * dt;
    }
}

/* What rounding does inside an expansion and outside of it, over a step. */
DALEMBERT_FUNCTION void taylor_compare(dalembert_run *run, dalembert_taylor *own, double dt)
{
    double *plain = run->disturbed_state, *precise = plain + run->size, *unused = precise + run->size;
    long long i;
    taylor_sum(run, own, own->coefficients, dt, plain, unused);
    for (i = run->n; i < run->tested; i++)
        run->outside[i] = fmax(run->outside[i], fabs(own->rise[i] - plain[i]) / (run->gain * dt));
    taylor_coefficients(run, own->precise, run->t, run->y, own->others);
    taylor_sum(run, own, own->others, dt, precise, unused);
    for (i = run->n; i < run->tested; i++)
        run->inside[i] = fmax(run->inside[i], fabs(precise[i] - plain[i]) / dt);
}

/* The coefficients at the start of the step. What is not finite there is not finite at its end, and seen there. */
DALEMBERT_FUNCTION void taylor_expand(dalembert_run *run, dalembert_taylor *own)
{
    if (own->known) return;
    taylor_coefficients(run, own->series, run->t, run->y, own->coefficients);
    run->evaluations++;
    own->known = 1;
}

/* The logarithm to base 2 of a positive number within 0.09, from its bits: the same to the last one everywhere. */
DALEMBERT_FUNCTION double taylor_logarithm(double x)
{
    union {
        double number;
        unsigned long long bits;
    } own;
    double exponent;
    own.number = x;
    exponent = (double)(long long)(own.bits >> 52) - 1024.0;
    own.bits = (own.bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL; /* in [1, 2) */
    return exponent + own.number;
}

/* How long a first step can be, whatever the sizes: so long that in each entry the last terms are still small against
   an earlier one. An entry that is zero at the start has no size yet that it could be measured against. */
DALEMBERT_FUNCTION double taylor_first_length(const dalembert_run *run, const dalembert_taylor *own)
{
    const double small = taylor_logarithm(run->rtol);
    double length = 1e300;
    long long i, j, k;
    for (i = 0; i < run->tested; i++)
        for (k = own->order; k > 0 && k > own->order - TAYLOR_LAST; k--) {
            const double last = fabs(own->coefficients[k * run->size + i]);
            double best = -1e300;
            if (!(last > 0.0)) continue;
            for (j = 0; j < k - 1; j++) {
                const double term = fabs(own->coefficients[j * run->size + i]);
                if (term > 0.0)
                    best = fmax(best, (small + taylor_logarithm(term) - taylor_logarithm(last)) / (double)(k - j));
            }
            if (best > -1e300) length = fmin(length, best);
        }
    return length > 1000.0 ? 1e300 : exp2(length);
}

/* The reciprocals of the weights. */
DALEMBERT_FUNCTION void taylor_weights(const dalembert_run *run, dalembert_taylor *own)
{
    long long i;
    for (i = 0; i < run->tested; i++) own->over[i] = run->weight[i] > 1e-280 ? 1.0 / run->weight[i] : 0.0;
}

/* The series of a new step, and how long that is where its error decides; weights are those of the step before. */
DALEMBERT_FUNCTION void taylor_propose(dalembert_run *run)
{
    dalembert_taylor *own = (dalembert_taylor *)run->own;
    const double size = -taylor_logarithm(run->rtol); /* of the state over what a step may be off by */
    double radius = 1e300, most[TAYLOR_LAST] = {0.0, 0.0, 0.0, 0.0};
    const double *c;
    long long i, k;
    own->known = 0;
    taylor_expand(run, own);
    if (!dalembert_judged(run)) return;
    if (!own->begun) taylor_weights(run, own);
    c = own->coefficients + (own->order - TAYLOR_LAST + 1) * run->size;
    for (i = 0; i < run->tested; i++, c++)
        for (k = 0; k < TAYLOR_LAST; k++)
            most[k] = dalembert_larger(most[k], fabs(c[k * run->size]) * own->over[i]);
    for (k = 0; k < TAYLOR_LAST; k++)
        if (most[k] > 0.0) {
            const double order = (double)(own->order - TAYLOR_LAST + 1 + k);
            const double own_radius = (size - taylor_logarithm(most[k])) / order;
            radius = own_radius < radius ? own_radius : radius;
        }
    radius -= size / ((double)own->order + 1.0);
    own->radius = radius > 1000.0 ? 1e300 : exp2(radius);
    run->dt = fmin(own->reach * own->radius, run->dt_most);
    if (own->begun) {
        run->dt = fmin(run->dt, TAYLOR_GROWTH * (run->t - own->before));
    } else {
        run->dt = fmin(run->dt, taylor_first_length(run, own));
        if (run->peaks_count) run->dt = fmin(run->dt, TAYLOR_SHORT * run->dt_most);
    }
    own->begun = 1;
    own->before = run->t;
}

/* The size of an entry at the end of a step. Where it has grown, it is not more than the first half of the series
   makes of it: beyond its radius a series ends anywhere, and would be measured against itself. */
DALEMBERT_FUNCTION double taylor_size(const dalembert_run *run, const double *c, double dt, long long i)
{
    const double size = fabs(run->fresh[i]), known = dalembert_larger(run->peak[i], fabs(run->y[i]));
    double most = 0.0;
    int k;
    if (!(size > 4.0 * known)) return size;
    for (k = METHOD_TERMS / 2; k > 0; k--) most = (most + fabs(c[k * run->size])) * dt;
    return fmin(size, known + most);
}

/* What the works are off by, against the largest so far and what the first half of the series moves in this step. They
   are products of what is tested, and may need shorter steps; no step is refused for them. */
DALEMBERT_FUNCTION double taylor_work_error(const dalembert_run *run, const dalembert_taylor *own, double dt)
{
    const double *c = own->coefficients, *end = run->k + run->size;
    double size = 0.0, off = 0.0;
    long long i;
    int k;
    for (i = run->tested; i < run->size; i++) {
        double moved = 0.0;
        for (k = METHOD_TERMS / 2; k > 0; k--) moved = (moved + fabs(c[k * run->size + i])) * dt;
        size = dalembert_larger(size, fabs(run->y[i]) + moved);
        off = dalembert_larger(off, fabs(end[i] - own->slope[i]) * dt / ((double)own->order + 1.0));
    }
    return size > 0.0 ? off / (TAYLOR_WORKS * run->rtol * size) : 0.0;
}

/* How far steps can go, from one that was good; one far shorter than it could be tells little. */
DALEMBERT_FUNCTION void taylor_learn(const dalembert_run *run, dalembert_taylor *own, double dt, double error)
{
    const double most = dalembert_larger(error, taylor_work_error(run, own, dt));
    double best;
    if (!(most > 1e-6) || !(own->radius < 1e300)) return;
    best = dt / own->radius * exp2((taylor_logarithm(TAYLOR_WANTED) - taylor_logarithm(most)) / ((double)own->order + 1.0));
    best = fmin(fmax(best, 0.8 * own->reach), 1.25 * own->reach);
    own->reach = fmin(fmax(best, 0.25), 4.0);
}

/* One step: the series at its end, and how far the rates there are from its derivative. */
DALEMBERT_FUNCTION int taylor_step(dalembert_run *run, double dt, double *error)
{
    dalembert_taylor *own = (dalembert_taylor *)run->own;
    const long long size = run->size, rescues = run->rescues;
    const double over = dt / ((double)own->order + 1.0);
    double *end = run->k + size, sum = 0.0, *c = own->coefficients;
    long long i;
    int status;
    taylor_expand(run, own);
    if (run->gain > 0.0) {
        taylor_disturb(run, own);
        c = own->others;
    }
    taylor_sum(run, own, c, dt, own->rise, own->slope);
    if (run->gain > 0.0 && own->precise.call && run->steps % TAYLOR_COMPARED == 0) taylor_compare(run, own, dt);
    for (i = 0; i < size; i++) {
        dalembert_add(run, i, own->rise[i]);
        run->k[i] = own->coefficients[size + i];
    }
    status = dalembert_evaluate(run, 0, run->t + dt, run->fresh, end);
    if (status) return status;
    if (run->rescues > rescues) return DALEMBERT_SINGULAR; /* there is no series of what a rescue finds */
    for (i = 0; i < run->tested; i++) run->stage[i] = taylor_size(run, c + i, dt, i);
    dalembert_weigh(run, dt, run->stage);
    taylor_weights(run, own);
    for (i = 0; i < run->tested; i++) {
        const double off = (end[i] - own->slope[i]) * over * own->over[i];
        run->change[i] = off;
        sum += off * off;
    }
    *error = sqrt(sum / (double)(run->tested > 0 ? run->tested : 1));
    if (dalembert_judged(run) && *error <= 1.0) taylor_learn(run, own, dt, *error);
    return DALEMBERT_RUNNING;
}

/* The series in the form of a continuous extension: with e_k the terms at the end of the step and z = 1 - x,
   x (e_1 + e_2 x + ...) = x (d_0 + z (d_1 + x (d_2 + ...))), by dividing by z and x in turn. */
DALEMBERT_FUNCTION int taylor_dense(dalembert_run *run, double dt)
{
    const dalembert_taylor *own = (const dalembert_taylor *)run->own;
    const double *c = run->gain > 0.0 ? own->others : own->coefficients;
    const long long size = run->size;
    double e[TAYLOR_HIGHEST];
    long long i;
    int k, term;
    const int terms = (int)own->order;
    for (i = 0; i < size; i++) {
        double power = 1.0;
        int low = 0, high = terms; /* e_low .. e_(high - 1) are what is left */
        for (k = 0; k < terms; k++) {
            power *= dt;
            e[k] = c[(k + 1) * size + i] * power;
        }
        for (term = 0; term < terms; term++) {
            double value = 0.0;
            if (term % 2) { /* at x = 0; the rest over x */
                value = e[low++];
            } else { /* at x = 1; the rest over 1 - x */
                for (k = high - 1; k >= low; k--) {
                    const double now = e[k];
                    e[k] = -value;
                    value += now;
                }
                high--;
            }
            run->dense[term * size + i] = value;
        }
    }
    return DALEMBERT_RUNNING;
}

#endif
