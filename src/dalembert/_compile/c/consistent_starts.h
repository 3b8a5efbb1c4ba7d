/* Consistent starts of many runs: Phi(q, t) = 0 for the positions that are not given, then d/dt Phi = 0 and Psi = 0 for
   the speeds, by Newton's method from the guesses.

   Only whole steps are made, and each must make every residual smaller, or the largest a quarter of what it was: then a
   search that shortens its steps where they do not help goes the same way. Where that is not so, where as many equations as unknowns are not left, or
   where the constraints nearly depend on one another, a start is left to others (found = 0). Stands after modes.h. */
#ifndef DALEMBERT_CONSISTENT_STARTS_H
#define DALEMBERT_CONSISTENT_STARTS_H

#define STARTS_EXACT 1e-16  /* a relative residual that no step can make smaller */
#define STARTS_CLOSED 1e-13 /* one that is satisfied */
#define STARTS_STEPS 8      /* of a search that converges as it does to a single zero */
#define STARTS_ENERGY 1e4   /* times that of the speeds that are given: more may come from a singular position */
#define STARTS_REGULAR 1e-5 /* of the largest pivot, in rows and columns of size 1: the least that is no singular place */

typedef struct {
    dalembert_callable closure, inputs; /* Phi, d/dt Phi with Psi, each with its sizes, G row by row, T; inputs.call is 0 where none are */
    dalembert_binding *bindings;
    long long bindings_count;
    long long lanes, parameters, size, n, displacements, rows;
    long long places_count, speeds_count; /* that are solved for */
    const int *places, *speeds; /* coordinates, by their numbers */
    double t;
    const double *p; /* lanes x parameters */
    double *start;   /* lanes x size: what is given, and guesses */
    long long *found;
    double *u, *out, *matrix, *step, *trial; /* out: twice (2 displacements + 2 rows + rows x n + 1) */
    int *order;
} dalembert_starts;

/* All equations at a state. */
DALEMBERT_FUNCTION void starts_evaluate(dalembert_starts *own, const double *y, double *out)
{
    double health = 1.0;
    if (own->inputs.call) DALEMBERT_CALL(own->inputs, own->t, y, own->u, own->u, &health);
    DALEMBERT_CALL(own->closure, own->t, y, own->u, out, &health);
}

/* The largest residual against the size of its equation; infinite where one is not finite. */
DALEMBERT_FUNCTION double starts_residual(const double *residual, const double *reach, long long rows)
{
    double most = 0.0;
    long long i;
    for (i = 0; i < rows; i++) {
        const double off = fabs(residual[i]) / (reach[i] > 0.0 ? reach[i] : 1.0);
        if (!(off <= 1e300)) return INFINITY;
        if (off > most) most = off;
    }
    return most;
}

/* Whether a step helps, however equations are measured against one another. */
DALEMBERT_FUNCTION int starts_helps(const double *before, const double *after, const double *reach, long long rows)
{
    long long i;
    if (starts_residual(after, reach, rows) <= 0.25 * starts_residual(before, reach, rows)) return 1;
    for (i = 0; i < rows; i++)
        if (!(fabs(after[i]) < fabs(before[i]) || after[i] == 0.0)) return 0;
    return 1;
}

/* Divide rows by their largest entries, then columns, if `sizes` takes these; 0 if none is zero. */
DALEMBERT_FUNCTION int starts_scale(double *A, long long rows, long long columns, double *side, double *sizes)
{
    long long i, j;
    for (i = 0; i < rows; i++) {
        double most = 0.0;
        for (j = 0; j < columns; j++) most = fmax(most, fabs(A[i * columns + j]));
        if (!(most > 0.0 && most <= 1e300)) return 1;
        for (j = 0; j < columns; j++) A[i * columns + j] /= most;
        if (side) side[i] /= most;
    }
    for (j = 0; j < columns; j++) {
        double most = 0.0;
        for (i = 0; i < rows; i++) most = fmax(most, fabs(A[i * columns + j]));
        sizes[j] = most;
        if (!(most > 0.0)) continue;
        for (i = 0; i < rows; i++) A[i * columns + j] /= most;
    }
    return 0;
}

/* Whether the rows of G surely do not depend on one another: by elimination with the largest pivots of all. */
DALEMBERT_FUNCTION int starts_independent(dalembert_starts *own, const double *G)
{
    const long long rows = own->rows, n = own->n;
    double *A = own->matrix, first = 0.0;
    long long i, j, k;
    for (i = 0; i < rows * n; i++) A[i] = G[i];
    if (rows > n || starts_scale(A, rows, n, 0, own->step)) return 0;
    for (k = 0; k < rows; k++) {
        long long row = k, column = k;
        double best = -1.0;
        for (i = k; i < rows; i++)
            for (j = k; j < n; j++)
                if (fabs(A[i * n + j]) > best) best = fabs(A[i * n + j]), row = i, column = j;
        if (k == 0) first = best;
        if (!(best > STARTS_REGULAR * first)) return 0;
        for (j = 0; j < n; j++) {
            const double swap = A[k * n + j];
            A[k * n + j] = A[row * n + j];
            A[row * n + j] = swap;
        }
        for (i = 0; i < rows; i++) {
            const double swap = A[i * n + k];
            A[i * n + k] = A[i * n + column];
            A[i * n + column] = swap;
        }
        for (i = k + 1; i < rows; i++) {
            const double factor = A[i * n + k] / A[k * n + k];
            for (j = k; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
        }
    }
    return 1;
}

/* A step of Newton's method for some coordinates into own->step; 0 where the place is regular. */
DALEMBERT_FUNCTION int starts_step(dalembert_starts *own, const double *residual, const double *G, const int *unknown, int count)
{
    double *A = own->matrix, *b = own->step, *sizes = own->step + count, least = INFINITY, most = 0.0;
    int i, j;
    for (i = 0; i < count; i++) {
        b[i] = -residual[i];
        for (j = 0; j < count; j++) A[i * count + j] = G[i * own->n + unknown[j]];
    }
    if (starts_scale(A, count, count, b, sizes) || dalembert_factor(A, own->order, count)) return 1;
    for (i = 0; i < count; i++) {
        least = fmin(least, fabs(A[i * count + i]));
        most = fmax(most, fabs(A[i * count + i]));
    }
    if (!(least > STARTS_REGULAR * most)) return 1;
    dalembert_back(A, own->order, b, count);
    for (j = 0; j < count; j++) b[j] /= sizes[j];
    return 0;
}

/* One level: the equations from `first` on, for the coordinates `unknown` of the part of y that begins at `part`. */
DALEMBERT_FUNCTION int starts_level(dalembert_starts *own, double *y, long long first, long long rows, const int *unknown,
                                    long long count, long long part)
{
    const long long slopes = 2 * own->displacements + 2 * own->rows;
    double *out = own->out, *next = own->out + slopes + own->rows * own->n + 1, *swap, off;
    int pass;
    long long i;
    starts_evaluate(own, y, out);
    off = starts_residual(out + first, out + first + rows, rows);
    for (pass = 0; pass < STARTS_STEPS && off > STARTS_EXACT && count == rows; pass++) {
        if (starts_step(own, out + first, out + slopes, unknown, (int)count)) return 0;
        for (i = 0; i < own->size; i++) own->trial[i] = y[i];
        for (i = 0; i < count; i++) own->trial[part + unknown[i]] += own->step[i];
        starts_evaluate(own, own->trial, next);
        if (!starts_helps(out + first, next + first, out + first + rows, rows)) break; /* rounding, or far away */
        for (i = 0; i < own->size; i++) y[i] = own->trial[i];
        swap = out;
        out = next;
        next = swap;
        off = starts_residual(out + first, out + first + rows, rows);
    }
    return off <= STARTS_CLOSED;
}

/* Whether a state is at a regular place: constraints are independent, and the speeds that were given ask for the others. */
DALEMBERT_FUNCTION int starts_regular(dalembert_starts *own, const double *y)
{
    const long long slopes = 2 * own->displacements + 2 * own->rows, energy = slopes + own->rows * own->n;
    double *asked = own->out + energy + 1;
    long long i;
    for (i = 0; i < own->size; i++) own->trial[i] = y[i];
    for (i = 0; i < own->speeds_count; i++) own->trial[own->n + own->speeds[i]] = 0.0;
    starts_evaluate(own, y, own->out);
    starts_evaluate(own, own->trial, asked);
    return own->out[energy] <= STARTS_ENERGY * asked[energy] && starts_independent(own, own->out + slopes);
}

/* The starts of all lanes; which were found. */
DALEMBERT_EXPORT void dalembert_find_starts(dalembert_starts *own)
{
    const long long d = own->displacements, rows = own->rows;
    long long lane, k, i;
    for (lane = 0; lane < own->lanes; lane++) {
        const double *p = own->p + lane * own->parameters;
        double *y = own->start + lane * own->size;
        for (k = 0; k < own->bindings_count; k++) {
            const dalembert_binding *one = own->bindings + k;
            for (i = 0; i < one->count; i++) one->numbers[one->slots[i]] = p[one->indices[i]];
            one->prepare(one->numbers ? one->model : (const void *)p, one->room);
        }
        own->found[lane] = starts_level(own, y, 0, d, own->places, own->places_count, 0) &&
                           starts_level(own, y, 2 * d, rows, own->speeds, own->speeds_count, own->n) &&
                           starts_regular(own, y);
    }
}

#endif
