/* A model whose rates follow from equations: F(t, y, X) = 0 is solved for X, then y' = outcome(t, y, X).

   And its projection: with g the invariants and A = g_y S, S the sizes of the entries of y, the smallest
   correction S x with A x = -g is S A^T z, (A A^T) z = -g; rows that follow from others are left out.     */
#ifndef DALEMBERT_IMPLICIT_RATES_H
#define DALEMBERT_IMPLICIT_RATES_H

typedef struct {
    dalembert_callable residual, outcome; /* of (y, X): F and the entries of F_X; rates of y */
    /* With pivots in a fixed order; their calls are 0 where there are none. Of y: the outcome itself, where F is linear
       in X. Else of (y, X): the step F_X^-1 F of Newton's method, and the units of X. */
    dalembert_callable eliminated, newton;
    long long size, unknowns, entries, linear;
    const int *row, *column;
    int *extent;                 /* first and last columns of the rows of the matrix */
    double *pack, *out, *matrix; /* matrix: n x n entries, and n scales */
} dalembert_implicit_rates;

typedef struct {
    dalembert_callable invariants; /* of y: g, the entries of g_y, the derivative of the energy by y */
    long long size, tested, rows, entries;
    const int *row, *column;
    const double *scale;
    double *out, *matrix, *normal, *side;
} dalembert_projection;

/* The power of two that takes a number to between 1 and 2: multiplication by it does not round. */
DALEMBERT_FUNCTION double dalembert_power(double size)
{
    int exponent;
    frexp(size, &exponent);
    return ldexp(1.0, 1 - exponent);
}

/* A x = b, rows and then columns scaled, with row exchanges; x in place of b. The smallest pivot against the
   largest, or 0. `scale` holds the scales of the columns: what the unknowns are measured in decides nothing.
   Row i has its entries from first[i] to last[i]: what is zero outside of them costs nothing, and a ladder is
   solved in a time that grows like its length but for looking through the rows. */
DALEMBERT_FUNCTION double dalembert_scaled(double *A, double *b, double *scale, int *first, int *last, int n)
{
    double least = 1e300, most = 0.0;
    int i, j, k;
    for (j = 0; j < n; j++) scale[j] = 0.0;
    for (i = 0; i < n; i++) {
        double size = 0.0;
        for (j = first[i]; j <= last[i]; j++)
            if (fabs(A[i * n + j]) > size) size = fabs(A[i * n + j]);
        if (!(size > 0.0 && size <= 1e300)) return 0.0;
        size = dalembert_power(size);
        for (j = first[i]; j <= last[i]; j++) {
            A[i * n + j] *= size;
            if (fabs(A[i * n + j]) > scale[j]) scale[j] = fabs(A[i * n + j]);
        }
        b[i] *= size;
    }
    for (j = 0; j < n; j++) {
        if (!(scale[j] > 0.0)) return 0.0;
        scale[j] = dalembert_power(scale[j]);
    }
    for (i = 0; i < n; i++)
        for (j = first[i]; j <= last[i]; j++) A[i * n + j] *= scale[j];
    for (k = 0; k < n; k++) {
        int best = k;
        double pivot;
        for (i = k + 1; i < n; i++)
            if (first[i] <= k && fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        pivot = A[best * n + k];
        if (!(fabs(pivot) > 0.0)) return 0.0;
        if (fabs(pivot) < least) least = fabs(pivot);
        if (fabs(pivot) > most) most = fabs(pivot);
        if (best != k) {
            const int from = first[k], to = last[k], end = to > last[best] ? to : last[best];
            double swap = b[k];
            b[k] = b[best];
            b[best] = swap;
            for (j = k; j <= end; j++) {
                swap = A[k * n + j];
                A[k * n + j] = A[best * n + j];
                A[best * n + j] = swap;
            }
            first[k] = first[best];
            last[k] = last[best];
            first[best] = from;
            last[best] = to;
        }
        for (i = k + 1; i < n; i++) {
            double factor;
            if (first[i] > k) continue;
            factor = A[i * n + k] / pivot;
            if (factor != 0.0) {
                for (j = k + 1; j <= last[k]; j++) A[i * n + j] -= factor * A[k * n + j];
                if (last[k] > last[i]) last[i] = last[k];
                b[i] -= factor * b[k];
            }
        }
    }
    for (k = n - 1; k >= 0; k--) {
        for (j = k + 1; j <= last[k]; j++) b[k] -= A[k * n + j] * b[j];
        b[k] /= A[k * n + k];
    }
    for (k = 0; k < n; k++) b[k] *= scale[k];
    return n ? least / most : 1.0;
}

/* The matrix from its entries, and from where to where they lie in each row. */
DALEMBERT_FUNCTION void dalembert_fill(const dalembert_implicit_rates *own)
{
    const int n = (int)own->unknowns;
    int *first = own->extent, *last = own->extent + n, i;
    for (i = 0; i < n * n; i++) own->matrix[i] = 0.0;
    for (i = 0; i < n; i++) {
        first[i] = n;
        last[i] = -1;
    }
    for (i = 0; i < own->entries; i++) {
        const int row = own->row[i], column = own->column[i];
        own->matrix[row * n + column] = own->out[n + i];
        if (column < first[row]) first[row] = column;
        if (column > last[row]) last[row] = column;
    }
}

#define DALEMBERT_FIRM 1e-3 /* health of a solution with fixed pivots: below it they are chosen anew */

/* Newton's method with pivots in a fixed order, from X in the pack; 0 if it solves the equations, else X is as it was.
   What is left after a step is at most that step times the quotient of the last two. */
DALEMBERT_FUNCTION int dalembert_follow(const dalembert_implicit_rates *own, double t, const double *u)
{
    const int n = (int)own->unknowns;
    double *X = own->pack + own->size, *began = own->matrix, before = 1e300;
    const double *unit = own->out + n;
    int pass, i;
    for (i = 0; i < n; i++) began[i] = X[i];
    for (pass = 0; pass < 20; pass++) {
        double most = 0.0, size = 0.0, health = 1.0;
        DALEMBERT_CALL(own->newton, t, own->pack, u, own->out, &health);
        if (!(health > DALEMBERT_FIRM) || dalembert_first_bad(own->out, 2 * n) >= 0) break;
        for (i = 0; i < n; i++) {
            X[i] -= own->out[i];
            size = fmax(size, fabs(X[i]) / unit[i]);
        }
        for (i = 0; i < n; i++)
            most = fmax(most, fabs(own->out[i]) / (fabs(X[i]) + 1e-3 * size * unit[i] + 1e-300));
        if (most < 1e-12 || (pass && most < 1e-6 && most * most < 1e-15 * before)) return 0;
        if (pass > 3 && most < 1e-7 && most >= 0.5 * before) return 0; /* rounding */
        before = most;
    }
    for (i = 0; i < n; i++) X[i] = began[i];
    return 1;
}

/* The leading derivatives, behind y in the pack. Linear equations begin at 0, others where they were. */
DALEMBERT_EXPORT void dalembert_leading(const void *model, double t, const double *y, const double *u, const double *c,
                                        double *out, double *health, double *work)
{
    const dalembert_implicit_rates *own = (const dalembert_implicit_rates *)model;
    const int n = (int)own->unknowns;
    double *X = own->pack + own->size, *scale = own->matrix + n * n, before = 1e300;
    int pass, i;
    (void)c;
    (void)work;
    for (i = 0; i < own->size; i++) own->pack[i] = y[i];
    for (i = 0; i < n; i++)
        if (own->linear || !(X[i] - X[i] == 0.0)) X[i] = 0.0;
    for (pass = 0; pass < (own->linear ? 1 : 40); pass++) {
        double most = 0.0, size = 0.0, ignored = 1.0;
        DALEMBERT_CALL(own->residual, t, own->pack, u, own->out, &ignored);
        dalembert_fill(own);
        /* 1e-14 is singular here */
        *health = dalembert_scaled(own->matrix, own->out, scale, own->extent, own->extent + n, n) * 1e4;
        for (i = 0; i < n; i++) {
            X[i] -= own->out[i];
            if (fabs(X[i]) / scale[i] > size) size = fabs(X[i]) / scale[i];
        }
        if (own->linear || !(*health > 0.0)) break;
        for (i = 0; i < n; i++) {
            const double relative = fabs(own->out[i]) / (fabs(X[i]) + 1e-3 * size * scale[i] + 1e-300);
            if (relative > most) most = relative;
        }
        if (most < 1e-12 || (pass > 3 && most < 1e-7 && most >= 0.5 * before)) break;
        before = most;
        if (pass == 39) *health = 0.0;
    }
    for (i = 0; i < n; i++) out[i] = X[i];
}

DALEMBERT_EXPORT void dalembert_solve(const void *model, double t, const double *y, const double *u, const double *c,
                                      double *out, double *health, double *work)
{
    const dalembert_implicit_rates *own = (const dalembert_implicit_rates *)model;
    double ignored = 1.0;
    long long i;
    if (own->eliminated.call) {
        *health = 1.0;
        DALEMBERT_CALL(own->eliminated, t, y, u, out, health);
        if (*health > DALEMBERT_FIRM) return;
    }
    for (i = 0; i < own->size + own->unknowns; i++) /* what is not finite is no guess */
        if (i < own->size || !(own->pack[i] - own->pack[i] == 0.0)) own->pack[i] = i < own->size ? y[i] : 0.0;
    if (own->newton.call && !dalembert_follow(own, t, u)) *health = 1.0;
    else dalembert_leading(model, t, y, u, c, own->out, health, work);
    DALEMBERT_CALL(own->outcome, t, own->pack, u, out, &ignored);
}

DALEMBERT_EXPORT void dalembert_project(const void *model, double t, const double *y, const double *u, const double *c,
                                        double *out, double *health, double *work)
{
    const dalembert_projection *own = (const dalembert_projection *)model;
    const int m = (int)own->rows, n = (int)own->tested;
    double *A = own->matrix, *N = own->normal, *z = own->side, ignored = 1.0, jump = 0.0;
    const double *rise;
    int i, j, k;
    (void)c;
    (void)work;
    *health = 1.0;
    DALEMBERT_CALL(own->invariants, t, y, u, own->out, &ignored);
    rise = own->out + m + own->entries;
    for (i = 0; i < m * n; i++) A[i] = 0.0;
    for (k = 0; k < own->entries; k++)
        A[own->row[k] * n + own->column[k]] = own->out[m + k] * own->scale[own->column[k]];
    for (i = 0; i < m; i++) { /* rows of length one */
        double length = 0.0;
        for (j = 0; j < n; j++) length += A[i * n + j] * A[i * n + j];
        length = length > 0.0 ? sqrt(length) : 1.0;
        for (j = 0; j < n; j++) A[i * n + j] /= length;
        z[i] = -own->out[i] / length;
    }
    for (i = 0; i < m; i++)
        for (k = 0; k <= i; k++) {
            double sum = 0.0;
            for (j = 0; j < n; j++) sum += A[i * n + j] * A[k * n + j];
            N[i * m + k] = sum;
        }
    for (k = 0; k < m; k++) { /* Cholesky; a row that follows from those before it is left out */
        double pivot = N[k * m + k];
        for (j = 0; j < k; j++) pivot -= N[k * m + j] * N[k * m + j];
        N[k * m + k] = pivot > 1e-13 ? sqrt(pivot) : 0.0;
        for (i = k + 1; i < m; i++) {
            double sum = N[i * m + k];
            for (j = 0; j < k; j++) sum -= N[i * m + j] * N[k * m + j];
            N[i * m + k] = N[k * m + k] > 0.0 ? sum / N[k * m + k] : 0.0;
        }
    }
    for (k = 0; k < m; k++) {
        for (j = 0; j < k; j++) z[k] -= N[k * m + j] * z[j];
        z[k] = N[k * m + k] > 0.0 ? z[k] / N[k * m + k] : 0.0;
    }
    for (k = m - 1; k >= 0; k--) {
        for (j = k + 1; j < m; j++) z[k] -= N[j * m + k] * z[j];
        z[k] = N[k * m + k] > 0.0 ? z[k] / N[k * m + k] : 0.0;
    }
    for (j = 0; j < own->size; j++) out[j] = 0.0;
    for (j = 0; j < n; j++) {
        for (i = 0; i < m; i++) out[j] += A[i * n + j] * z[i];
        out[j] *= own->scale[j];
        jump += rise[j] * out[j];
    }
    out[own->size - 1] = jump;
}

#endif
