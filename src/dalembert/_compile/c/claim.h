/* The arithmetic of a claim of accuracy (`_simulate/claim.py` has the formulas, and the same in NumPy): differences
   between runs over the sizes of the entries, the truncation and the rounding that follow from them. Rows are states at
   times, columns entries of the state, of which there are often few: everything is done column by column. Arrays of
   runs may be parts of wider ones: `step` is from row to row. Numbers that are made here have no columns between them.
   */
#ifndef DALEMBERT_CLAIM_H
#define DALEMBERT_CLAIM_H

#define CLAIM_SMALLEST 1e-290
#define CLAIM_LEFT 0.1 /* of what was asked for: truncation need not be less, however much of it rounding takes */

/* Two runs that are compared: where the states of each begin, how far it is from row to row, and how many rows both
   have. Speeds that are `rest` in both do not differ, and places do not where they differ by no more than `near`; the
   first n columns are places, the n that follow their speeds; without n nothing is held. One of them was disturbed by
   a gain. */
typedef struct {
    const double *one, *other;
    long long step_one, step_other, rows, n;
    double rest, near, gain;
} dalembert_pair;

/* A change over the size of what is changed, infinite where that is not finite. */
DALEMBERT_FUNCTION double dalembert_over_size(double change, double size)
{
    const double found = fabs(change) / (size <= CLAIM_SMALLEST ? CLAIM_SMALLEST : size);
    return isfinite(found) ? found : (double)INFINITY;
}

/* |one - other| over the size of one entry of a row, as far as nothing holds it. */
DALEMBERT_FUNCTION double dalembert_entry_distance(const dalembert_pair *pair, long long r, long long i, double size)
{
    const double *a = pair->one + r * pair->step_one, *b = pair->other + r * pair->step_other;
    const double found = dalembert_over_size(a[i] - b[i], size);
    if (i < 2 * pair->n) {
        const long long speed = i < pair->n ? i + pair->n : i;
        const int held = fabs(a[speed]) <= pair->rest && fabs(b[speed]) <= pair->rest;
        if (held && (i >= pair->n || found * size <= pair->near)) return 0.0;
    }
    return found;
}

/* The same in all rows, of which each is written `step_out` numbers after the one before: all into one place where that
   is 0. Whether a row differs by more than `parted`. */
DALEMBERT_EXPORT int dalembert_distance(long long columns, const dalembert_pair *pair, const double *sizes,
                                        long long step_sizes, double parted, double *out, long long step_out)
{
    const dalembert_pair runs = *pair;
    long long r, i;
    int apart = 0;
    for (i = 0; i < columns; i++)
        for (r = 0; r < runs.rows; r++) {
            const double found = dalembert_entry_distance(&runs, r, i, sizes[r * step_sizes + i]);
            out[r * step_out + i] = found;
            apart |= found > parted;
        }
    return apart;
}

/* The largest of the last `width` rows at each row of one column: blocks of `width` rows have their largest values so
   far, and from a row to their end, in `ends`. */
DALEMBERT_FUNCTION void dalembert_largest_recently(long long rows, long long columns, long long width,
                                                   const double *values, double *out, double *ends)
{
    long long r, first, last;
    for (first = 0; first < rows; first = last) {
        last = first + width < rows ? first + width : rows;
        ends[last - 1] = values[(last - 1) * columns];
        for (r = last - 2; r >= first; r--) {
            const double own = values[r * columns];
            ends[r] = own > ends[r + 1] ? own : ends[r + 1];
        }
        out[first] = values[first * columns];
        for (r = first + 1; r < last; r++) {
            const double own = values[r * columns];
            out[r] = own > out[r - 1] ? own : out[r - 1];
        }
    }
    for (r = width; r < rows; r++)
        if (ends[r - width + 1] > out[r]) out[r] = ends[r - width + 1];
}

/* 3 k D2 / (1 - k) in each row, with k the largest of D2 / D1 among columns that count. `room` has 2 columns + 4 numbers
   for each row. */
DALEMBERT_EXPORT void dalembert_truncation(long long rows, long long columns, long long width, const double *coarse,
                                           const double *fine, double safety, double counts, double parted, double slow,
                                           double least, double largest, double *out, double *room)
{
    double *before = room, *after = before + rows * columns, *ends = after + rows * columns;
    double *most = ends + rows, *k = most + rows, *at_least = k + rows;
    long long r, i;
    for (r = 0; r < rows; r++) most[r] = k[r] = 0.0, at_least[r] = least;
    for (i = 0; i < columns; i++) {
        double *D1 = before + i * rows, *D2 = after + i * rows;
        dalembert_largest_recently(rows, columns, width, coarse + i, D1, ends);
        dalembert_largest_recently(rows, columns, width, fine + i, D2, ends);
        for (r = 0; r < rows; r++) {
            if (D2[r] > most[r]) most[r] = D2[r];
            if (D1[r] > parted && slow > least) at_least[r] = slow;
        }
    }
    for (i = 0; i < columns; i++) {
        const double *D1 = before + i * rows, *D2 = after + i * rows;
        for (r = 0; r < rows; r++)
            if (D2[r] >= counts * most[r]) {
                const double ratio = D1[r] > 0.0 ? D2[r] / D1[r] : D2[r] > 0.0 ? largest : 0.0;
                if (!(ratio <= k[r])) k[r] = ratio <= largest ? ratio : largest; /* what is no number as well */
            }
    }
    for (r = 0; r < rows; r++) {
        if (k[r] < at_least[r]) k[r] = at_least[r];
        if (k[r] > largest) k[r] = largest;
    }
    for (i = 0; i < columns; i++)
        for (r = 0; r < rows; r++) out[r * columns + i] = safety * after[i * rows + r] * k[r] / (1.0 - k[r]);
}

/* The effect of rounding from a run disturbed by a gain, in one column from row `known` on, before which it is known
   already: of the largest difference so far. The first row at which that has parted: from there on it says nothing. */
DALEMBERT_FUNCTION long long dalembert_column_rounding(long long rows, long long known, const double *differences,
                                                       long long step, double safety, double gain, double rounded,
                                                       double parted, double *found, long long step_found)
{
    long long r, first = rows;
    double so_far = 0.0;
    for (r = 0; r < rows; r++) {
        if (differences[r * step] > so_far) so_far = differences[r * step];
        if (so_far > parted && first == rows) first = r;
        if (r >= known) found[r * step_found] = safety * so_far / gain + rounded;
    }
    return first;
}

/* Rows of which nothing is known. */
DALEMBERT_FUNCTION void dalembert_unknown(long long first, long long last, long long columns, double *found,
                                          long long step, long long step_column)
{
    long long r, i;
    for (i = 0; i < columns; i++)
        for (r = first; r < last; r++) found[r * step + i * step_column] = (double)INFINITY;
}

/* The effect of rounding in all rows, where none is known yet: after the first `known` rows. How many are known then. */
DALEMBERT_EXPORT long long dalembert_rounding(long long rows, long long columns, const double *differences,
                                              double safety, double gain, double rounded, double parted,
                                              long long known, double *found)
{
    long long i, first = rows;
    for (i = 0; i < columns; i++) {
        const long long own = dalembert_column_rounding(rows, known, differences + i, columns, safety, gain, rounded,
                                                        parted, found + i, columns);
        if (own < first) first = own;
    }
    if (first < known) first = known;
    dalembert_unknown(first, rows, columns, found, columns, 1);
    return first;
}

/* In one column no less than the bias that a run in more digits shows. */
DALEMBERT_FUNCTION void dalembert_column_bias(long long rows, const double *differences, long long step, double safety,
                                              double *found, long long step_found)
{
    long long r;
    double so_far = 0.0;
    for (r = 0; r < rows; r++) {
        double bias;
        if (differences[r * step] > so_far) so_far = differences[r * step];
        bias = safety * so_far;
        if (bias > found[r * step_found]) found[r * step_found] = bias;
    }
}

/* In all columns. */
DALEMBERT_EXPORT void dalembert_bias(long long rows, long long columns, const double *differences, double safety,
                                     double *found)
{
    long long i;
    for (i = 0; i < columns; i++) dalembert_column_bias(rows, differences + i, columns, safety, found + i, columns);
}

/* The largest claim of each row, truncation and rounding together; over all rows the largest rounding, and the largest
   truncation against what rounding leaves of what was asked for, or against rounding where that is more: numbers[0] and
   [1]. Rounding follows from the first
   `disturbed` of `count` pairs, the largest gain first, is no less than what the others show, and `moves`, if there are
   any, are changes of the entries that add to it. `room` has columns + 3 numbers for each row. */
DALEMBERT_EXPORT void dalembert_claims(long long rows, long long columns, const double *error,
                                       const dalembert_pair *pairs, long long disturbed, long long count,
                                       const double *sizes, long long step_sizes, const double *moves, double safety,
                                       double rounded, double parted, double rtol, double *total, double *numbers,
                                       double *room)
{
    double *noise = room, *apart = noise + rows * columns, *most_error = apart + rows, *most_noise = most_error + rows;
    long long r, i, k, known = 0;
    for (i = 0; i < rows * columns; i++) noise[i] = disturbed ? (double)INFINITY : 0.0;
    for (k = 0; k < count; k++) {
        const dalembert_pair runs = pairs[k];
        const long long both = runs.rows < rows ? runs.rows : rows;
        long long first = both;
        for (i = 0; i < columns; i++) {
            double *own = noise + i * rows;
            long long parts = both;
            for (r = 0; r < both; r++)
                apart[r] = dalembert_entry_distance(&runs, r, i, sizes[r * step_sizes + i]);
            if (k < disturbed)
                parts = dalembert_column_rounding(both, known, apart, 1, safety, runs.gain, rounded, parted, own, 1);
            else
                dalembert_column_bias(both, apart, 1, safety, own, 1);
            if (parts < first) first = parts;
        }
        if (k < disturbed) {
            if (first < known) first = known;
            dalembert_unknown(first, both, columns, noise, 1, rows);
            known = first;
        }
    }
    for (i = 0; moves && i < columns; i++)
        for (r = 0; r < rows; r++) noise[i * rows + r] += dalembert_over_size(0.0 - moves[i], sizes[r * step_sizes + i]);
    for (r = 0; r < rows; r++) total[r] = most_error[r] = most_noise[r] = 0.0;
    for (i = 0; i < columns; i++)
        for (r = 0; r < rows; r++) {
            const double e = error[r * columns + i], N = noise[i * rows + r];
            if (e + N > total[r]) total[r] = e + N;
            if (e > most_error[r]) most_error[r] = e;
            if (N > most_noise[r]) most_noise[r] = N;
        }
    numbers[0] = numbers[1] = 0.0;
    for (r = 0; r < rows; r++) {
        const double rest = rtol - most_noise[r], least = CLAIM_LEFT * rtol;
        const double ratio = most_error[r] / (most_noise[r] > rtol ? most_noise[r] : rest > least ? rest : least);
        if (most_noise[r] > numbers[0]) numbers[0] = most_noise[r];
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
    for (i = 0; i < columns; i++) {
        const double least = most[kind[i]];
        for (r = 0; r < rows; r++) {
            const double own = so_far[r * step + i];
            out[r * columns + i] = (own <= least ? least : own) + more;
        }
    }
}

#endif
