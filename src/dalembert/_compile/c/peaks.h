/* Whether a narrow peak is hidden inside a step.

   Along a step the state is nearly the cubic through its ends with their rates, and an argument a(y) of a function
   that peaks is smooth: a polynomial through PEAK_NODES Chebyshev points shows where it is extreme. A function hides
   where it is far larger or far steeper inside than at both ends; nothing in between can tell how much the step is off. */
#ifndef DALEMBERT_PEAKS_H
#define DALEMBERT_PEAKS_H

#define PEAK_NODES 9
#define PEAK_LOOKS 64
#define PEAK_FOLDS 4.0       /* e-foldings: what rises less is seen by the stages of a step */
#define PEAK_SPREADS 4.0     /* an argument is nowhere farther away than this times the spread of three values */
#define PEAK_NOTHING (-50.0) /* exp of less is nothing */
#define PEAK_SAG 0.02        /* of the second derivative over the angle: pi^2 / 512, between points pi / 8 apart */
#define PEAK_SHORTEST 1e-10  /* of the run: shorter steps hide nothing */

enum { PEAK_LARGEST = 0, PEAK_POLE = 1, PEAK_ZERO = 2, PEAK_BEND = 3 };

/* The arguments at a place in the step, on the cubic through its ends. */
DALEMBERT_FUNCTION void dalembert_arguments(dalembert_run *run, double x, double dt, const double *end, double *a)
{
    const double z = 1.0 - x, *k = run->k, t = x < 1.0 ? run->t + x * dt : run->t_new;
    double health = 1.0;
    long long i, part;
    for (part = 0; part < 2; part++) { /* the rates of places are speeds */
        const double *last = part ? end : run->fresh + run->n;
        for (i = part ? run->n : 0; i < (part ? run->size : run->n); i++) {
            const double rise = run->fresh[i] - run->y[i];
            run->node[i] = run->y[i] + x * (rise + z * (z * (dt * k[i] - rise) + x * (rise - dt * last[i])));
        }
    }
    dalembert_inputs(run, t, run->node, &health);
    DALEMBERT_CALL(run->peaks, t, run->node, run->u, a, &health);
}

/* Whether an argument changes too little in a step for a peak, by its values at both ends and in the middle. */
DALEMBERT_FUNCTION int dalembert_hides_nothing(double first, double middle, double last, int kind)
{
    const double most = dalembert_larger(dalembert_larger(first, middle), last);
    const double spread = most - dalembert_smaller(dalembert_smaller(first, middle), last);
    if (kind == PEAK_LARGEST) return PEAK_SPREADS * spread < PEAK_FOLDS;
    if (kind == PEAK_ZERO) return (first > 0.0) == (last > 0.0);
    return PEAK_SPREADS * spread < 0.9 * dalembert_smaller(fabs(first), fabs(last));
}

/* A Chebyshev series at x, by Clenshaw's sum. */
DALEMBERT_FUNCTION double dalembert_series(const double *c, double x)
{
    double b = 0.0, before = 0.0;
    int k;
    for (k = PEAK_NODES - 1; k > 0; k--) {
        const double now = c[k] + 2.0 * x * b - before;
        before = b;
        b = now;
    }
    return c[0] + x * b - before;
}

/* The largest value of a Chebyshev series near an x where it is largest among points `apart` from one another. */
DALEMBERT_FUNCTION double dalembert_largest(const double *c, double x, double apart)
{
    double low = fmax(x - apart, -1.0), high = fmin(x + apart, 1.0);
    int pass;
    for (pass = 0; pass < 60; pass++) {
        const double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
        if (dalembert_series(c, left) < dalembert_series(c, right)) low = left;
        else high = right;
    }
    return dalembert_series(c, 0.5 * (low + high));
}

/* cos(pi m / n) for m = 0 .. 2 n - 1, n = PEAK_NODES - 1. */
static const double dalembert_peak_cosines[2 * (PEAK_NODES - 1)] = {
    1.0, 0.9238795325112867, 0.7071067811865476, 0.38268343236508984, 0.0, -0.38268343236508984, -0.7071067811865476, -0.9238795325112867,
    -1.0, -0.9238795325112867, -0.7071067811865476, -0.38268343236508984, 0.0, 0.38268343236508984, 0.7071067811865476, 0.9238795325112867,
};

/* Whether the function of an argument hides: a at Chebyshev points from the end of the step back to its start. */
DALEMBERT_FUNCTION int dalembert_hides(const double *a, long long stride, int kind)
{
    const int n = PEAK_NODES - 1;
    const double first = a[n * stride], last = a[0];
    double c[PEAK_NODES], most = fmax(first, last), least = fmin(fabs(first), fabs(last)), lowest = fmin(first, last), place = 0.0;
    double reach = 0.0; /* no value is farther from c_0 */
    double sag = 0.0, nearest = fabs(first), highest = first; /* at the points; sag: what lies between them is no farther */
    int j, k;
    if (dalembert_hides_nothing(first, a[n / 2 * stride], last, kind)) return 0;
    if (kind == PEAK_ZERO) return least > PEAK_FOLDS;
    for (k = 0; k <= n; k++) {
        double sum = 0.5 * (last + (k % 2 ? -first : first));
        for (j = 1; j < n; j++) sum += a[j * stride] * dalembert_peak_cosines[j * k % (2 * n)];
        c[k] = (k == 0 || k == n ? 1.0 : 2.0) / n * sum;
    }
    for (k = 1; k <= n; k++) {
        reach += fabs(c[k]);
        sag += PEAK_SAG * k * k * fabs(c[k]);
    }
    for (j = 0; j < n; j++) {
        nearest = (a[j * stride] > 0.0) == (first > 0.0) ? dalembert_smaller(nearest, fabs(a[j * stride])) : 0.0;
        highest = dalembert_larger(highest, a[j * stride]);
    }
    if (kind == PEAK_LARGEST && c[0] + reach <= fmax(first, last) + 0.9 * PEAK_FOLDS) return 0;
    if (kind == PEAK_LARGEST && highest + sag <= most + 0.9 * PEAK_FOLDS) return 0;
    if (kind == PEAK_POLE && (fabs(c[0]) - reach) * exp(PEAK_FOLDS) >= 1.1 * least) return 0;
    if ((kind == PEAK_POLE || kind == PEAK_BEND) && (nearest - sag) * exp(PEAK_FOLDS) >= 1.1 * least) return 0;
    for (j = 0; j <= PEAK_LOOKS; j++) {
        const double x = 2.0 * j / PEAK_LOOKS - 1.0, value = dalembert_series(c, x);
        least = dalembert_smaller(least, fabs(value));
        lowest = dalembert_smaller(lowest, value);
        if (value <= most) continue;
        most = value;
        place = x;
    }
    if (kind == PEAK_LARGEST && most > fmax(first, last)) most = dalembert_largest(c, place, 2.0 / PEAK_LOOKS);
    if (kind == PEAK_LARGEST) return most - fmax(first, last) > PEAK_FOLDS && most > PEAK_NOTHING;
    if (kind == PEAK_BEND && lowest <= 0.0) return 0; /* it ends at zero, or a switch turns it */
    return least * exp(PEAK_FOLDS) < fmin(fabs(first), fabs(last));
}

/* Whether a step with the rates `end` at its end hides a peak. Most steps show by three values that they do not. */
DALEMBERT_FUNCTION int dalembert_hidden_peak(dalembert_run *run, double dt, const double *end)
{
    const long long count = run->peaks_count, n = PEAK_NODES - 1;
    double *a = run->arguments;
    long long i, j;
    int near = 1;
    if (!count || dt <= PEAK_SHORTEST * run->span) return 0;
    for (j = 0; j <= n; j += n / 2) dalembert_arguments(run, 1.0 - 0.5 * (double)j / (double)(n / 2), dt, end, a + j * count);
    for (i = 0; i < count && near; i++)
        near = dalembert_hides_nothing(a[n * count + i], a[n / 2 * count + i], a[i], run->peak_kind[i]);
    if (near) return 0;
    for (j = 1; j < n; j++)
        if (j != n / 2) dalembert_arguments(run, 0.5 + 0.5 * dalembert_peak_cosines[j], dt, end, a + j * count);
    for (i = 0; i < count; i++)
        if (dalembert_hides(a + i, count, run->peak_kind[i])) return 1;
    return 0;
}

#endif
