/* The arithmetic of a claim of accuracy (`_simulate/claim.py` has the formulas, and the same in NumPy): differences
   between runs over the sizes of the entries, the truncation and the rounding that follow from them. Rows are states at
   times, columns entries of the state. Arrays of runs may be parts of wider ones: `step` is from row to row. Numbers
   that are made here have no columns between them. */
#ifndef DALEMBERT_CLAIM_H
#define DALEMBERT_CLAIM_H

#define CLAIM_SMALLEST 1e-290

/* |one - other| over the sizes, infinite where that is not finite. Where contacts or dry friction hold something, speeds
   that are `rest` in both runs do not differ, and places do not where they differ by no more than `near`; the first n
   columns are places, the n that follow their speeds; without n nothing is held. Whether a row differs by more than
   `parted`. */
DALEMBERT_EXPORT int dalembert_distance(long long rows, long long columns, long long n, const double *one,
                                        long long step_one, const double *other, long long step_other,
                                        const double *sizes, long long step_sizes, double rest, double near, double parted,
                                        double *out)
{
    long long r, i;
    int apart = 0;
    for (r = 0; r < rows; r++) {
        const double *a = one + r * step_one, *b = other + r * step_other, *s = sizes + r * step_sizes;
        double *d = out + r * columns;
        for (i = 0; i < columns; i++) {
            const double found = fabs(a[i] - b[i]) / (s[i] <= CLAIM_SMALLEST ? CLAIM_SMALLEST : s[i]);
            d[i] = isfinite(found) ? found : (double)INFINITY;
        }
        for (i = 0; i < n; i++)
            if (fabs(a[n + i]) <= rest && fabs(b[n + i]) <= rest) {
                if (d[i] * s[i] <= near) d[i] = 0.0;
                d[n + i] = 0.0;
            }
        for (i = 0; i < columns; i++) apart |= d[i] > parted;
    }
    return apart;
}

/* The largest of the last `width` rows at each row, column by column: blocks of `width` rows have their largest values
   so far, and from a row to their end, in `ends`. */
DALEMBERT_FUNCTION void dalembert_largest_recently(long long rows, long long columns, long long width,
                                                   const double *values, double *out, double *ends)
{
    long long r, i;
    for (r = rows - 1; r >= 0; r--)
        for (i = 0; i < columns; i++) {
            const double own = values[r * columns + i];
            const int last = r == rows - 1 || (r + 1) % width == 0;
            ends[r * columns + i] = last || own > ends[(r + 1) * columns + i] ? own : ends[(r + 1) * columns + i];
        }
    for (r = 0; r < rows; r++)
        for (i = 0; i < columns; i++) {
            const double own = values[r * columns + i];
            out[r * columns + i] = r % width == 0 || own > out[(r - 1) * columns + i] ? own : out[(r - 1) * columns + i];
        }
    for (r = rows - 1; r >= width; r--)
        for (i = 0; i < columns; i++) {
            const double before = ends[(r - width + 1) * columns + i];
            if (before > out[r * columns + i]) out[r * columns + i] = before;
        }
}

/* 3 k D2 / (1 - k) in each row, with k the largest of D2 / D1 among columns that count. `room` has 3 rows columns. */
DALEMBERT_EXPORT void dalembert_truncation(long long rows, long long columns, long long width, const double *coarse,
                                           const double *fine, double safety, double counts, double parted, double slow,
                                           double least, double largest, double *out, double *room)
{
    double *before = room, *after = room + rows * columns, *ends = room + 2 * rows * columns;
    long long r, i;
    dalembert_largest_recently(rows, columns, width, coarse, before, ends);
    dalembert_largest_recently(rows, columns, width, fine, after, ends);
    for (r = 0; r < rows; r++) {
        const double *D1 = before + r * columns, *D2 = after + r * columns;
        double most = 0.0, k = 0.0, at_least = least;
        for (i = 0; i < columns; i++) {
            if (D2[i] > most) most = D2[i];
            if (D1[i] > parted && slow > least) at_least = slow;
        }
        for (i = 0; i < columns; i++)
            if (D2[i] >= counts * most) {
                const double ratio = D1[i] > 0.0 ? D2[i] / D1[i] : D2[i] > 0.0 ? largest : 0.0;
                if (!(ratio <= k)) k = ratio <= largest ? ratio : largest; /* what is no number as well */
            }
        if (k < at_least) k = at_least;
        if (k > largest) k = largest;
        for (i = 0; i < columns; i++) out[r * columns + i] = safety * D2[i] * k / (1.0 - k);
    }
}

/* The effect of rounding from a run disturbed by a gain, where none is known yet: the largest difference so far, which
   says nothing once a row has parted. `so_far` has as many numbers as columns. */
DALEMBERT_EXPORT void dalembert_rounding(long long rows, long long columns, const double *differences, double safety,
                                         double gain, double rounded, double parted, double *found, double *so_far)
{
    long long r, i;
    int apart = 0;
    for (i = 0; i < columns; i++) so_far[i] = 0.0;
    for (r = 0; r < rows; r++) {
        for (i = 0; i < columns; i++) {
            const double own = differences[r * columns + i];
            if (own > so_far[i]) so_far[i] = own;
            apart |= so_far[i] > parted;
        }
        for (i = 0; i < columns; i++)
            if (!isfinite(found[r * columns + i]))
                found[r * columns + i] = apart ? (double)INFINITY : safety * so_far[i] / gain + rounded;
    }
}

/* No less than the bias that a run in more digits shows. */
DALEMBERT_EXPORT void dalembert_bias(long long rows, long long columns, const double *differences, double safety,
                                     double *found, double *so_far)
{
    long long r, i;
    for (i = 0; i < columns; i++) so_far[i] = 0.0;
    for (r = 0; r < rows; r++)
        for (i = 0; i < columns; i++) {
            const double own = differences[r * columns + i];
            double bias;
            if (own > so_far[i]) so_far[i] = own;
            bias = safety * so_far[i];
            if (bias > found[r * columns + i]) found[r * columns + i] = bias;
        }
}

/* The largest claim of each row, truncation and rounding together; over all rows the largest rounding, and the largest
   truncation against what was asked for or what rounding leaves: numbers[0] and [1]. */
DALEMBERT_EXPORT void dalembert_claims(long long rows, long long columns, const double *error, const double *noise,
                                       double rtol, double *total, double *numbers)
{
    long long r, i;
    numbers[0] = numbers[1] = 0.0;
    for (r = 0; r < rows; r++) {
        const double *e = error + r * columns, *N = noise + r * columns;
        double most = 0.0, most_error = 0.0, most_noise = 0.0, ratio;
        for (i = 0; i < columns; i++) {
            if (e[i] + N[i] > most) most = e[i] + N[i];
            if (e[i] > most_error) most_error = e[i];
            if (N[i] > most_noise) most_noise = N[i];
        }
        total[r] = most;
        if (most_noise > numbers[0]) numbers[0] = most_noise;
        ratio = most_error / (most_noise > rtol ? most_noise : rtol);
        if (isfinite(ratio) && ratio > numbers[1]) numbers[1] = ratio;
    }
}

/* S in each row: the largest sizes so far, not below kappa times the largest of the kind over the whole run; speeds, the
   kind with number 1, not below `rest` either, which is what the largest of the first `split` columns would make in the
   run. */
DALEMBERT_EXPORT void dalembert_sizes(long long rows, long long columns, long long split, const double *so_far,
                                      long long step, const int *kind, double kappa, double smallest, double duration,
                                      double more, double *out)
{
    double most[3] = {0.0, 0.0, 0.0}, reach = 0.0, rest;
    long long r, i;
    for (i = 0; rows > 0 && i < columns; i++) {
        const double own = so_far[(rows - 1) * step + i];
        if (own > most[kind[i]]) most[kind[i]] = own;
        if (i < split && own > reach) reach = own;
    }
    rest = smallest * reach / duration;
    for (i = 0; i < 3; i++) most[i] *= kappa;
    if (rest > most[1]) most[1] = rest;
    for (r = 0; r < rows; r++)
        for (i = 0; i < columns; i++) {
            const double own = so_far[r * step + i];
            out[r * columns + i] = (own <= most[kind[i]] ? most[kind[i]] : own) + more;
        }
}

#endif
