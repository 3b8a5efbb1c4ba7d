/* A = L U of a sparse matrix in an order that was chosen before: rows one after the other, pivots on the diagonal.

   Three matrices of one pattern at a time, the second and third being the real and imaginary part of a complex one:
   lambda - J with J as lines of unknowns, delta v_k = sum_l v_kl delta v_l for what lies between state and rates. */
#ifndef DALEMBERT_SPARSE_H
#define DALEMBERT_SPARSE_H

typedef struct {
    long long unknowns, entries; /* the state comes first among the unknowns; entries of the lines */
    const int *row, *column;     /* of the entries: lines of what lies between, then rates */
    const int *position, *start, *at, *diagonal, *spot;
    double *lu, *re, *im;        /* factors */
    double *work;                /* three numbers for each unknown */
    long long trusted, failures; /* whether the Jacobian in use is sparse; how often factors left too much */
} dalembert_sparse;

/* diagonal - lines, with the diagonals x and w + i z for the first n unknowns and 1 for the others. */
DALEMBERT_FUNCTION void sparse_fill(dalembert_sparse *own, const double *lines, double x, double w, double z, int n)
{
    const int size = (int)own->unknowns, filled = own->start[size];
    int i;
    for (i = 0; i < filled; i++) own->lu[i] = own->re[i] = own->im[i] = 0.0;
    for (i = 0; i < own->entries; i++) {
        own->lu[own->spot[i]] -= lines[i];
        own->re[own->spot[i]] -= lines[i];
    }
    for (i = 0; i < size; i++) {
        const int spot = own->diagonal[own->position[i]];
        own->lu[spot] += i < n ? x : 1.0;
        own->re[spot] += i < n ? w : 1.0;
        own->im[spot] += i < n ? z : 0.0;
    }
}

/* Both factorisations in place; 0 if all pivots can be divided by. */
DALEMBERT_FUNCTION int sparse_factor(dalembert_sparse *own)
{
    const int size = (int)own->unknowns, *at = own->at;
    double *a = own->work, *re = a + size, *im = re + size;
    int i, k, j;
    for (i = 0; i < size; i++) {
        const int from = own->start[i], middle = own->diagonal[i], to = own->start[i + 1];
        double pivot;
        for (k = from; k < to; k++) {
            a[at[k]] = own->lu[k];
            re[at[k]] = own->re[k];
            im[at[k]] = own->im[k];
        }
        for (k = from; k < middle; k++) {
            const int row = at[k], d = own->diagonal[row], end = own->start[row + 1];
            const double pr = own->re[d], pi = own->im[d], by = pr * pr + pi * pi;
            const double f = a[row] / own->lu[d];
            const double fr = (re[row] * pr + im[row] * pi) / by, fi = (im[row] * pr - re[row] * pi) / by;
            own->lu[k] = f;
            own->re[k] = fr;
            own->im[k] = fi;
            for (j = d + 1; j < end; j++) {
                const int c = at[j];
                a[c] -= f * own->lu[j];
                re[c] -= fr * own->re[j] - fi * own->im[j];
                im[c] -= fr * own->im[j] + fi * own->re[j];
            }
        }
        for (k = middle; k < to; k++) {
            own->lu[k] = a[at[k]];
            own->re[k] = re[at[k]];
            own->im[k] = im[at[k]];
        }
        pivot = own->re[middle] * own->re[middle] + own->im[middle] * own->im[middle];
        if (!(fabs(own->lu[middle]) > 1e-150) || !(pivot > 1e-300) || !(pivot <= 1e300)) return 1;
    }
    return 0;
}

/* x of the first n unknowns in place of b, which has nothing for the others. */
DALEMBERT_FUNCTION void sparse_solve(const dalembert_sparse *own, double *b, int n)
{
    const int size = (int)own->unknowns, *at = own->at;
    double *x = own->work;
    int i, k;
    for (i = 0; i < size; i++) x[own->position[i]] = i < n ? b[i] : 0.0;
    for (i = 0; i < size; i++) {
        double sum = x[i];
        for (k = own->start[i]; k < own->diagonal[i]; k++) sum -= own->lu[k] * x[at[k]];
        x[i] = sum;
    }
    for (i = size - 1; i >= 0; i--) {
        double sum = x[i];
        for (k = own->diagonal[i] + 1; k < own->start[i + 1]; k++) sum -= own->lu[k] * x[at[k]];
        x[i] = sum / own->lu[own->diagonal[i]];
    }
    for (i = 0; i < n; i++) b[i] = x[own->position[i]];
}

DALEMBERT_FUNCTION void sparse_solve_complex(const dalembert_sparse *own, double *b, double *b_im, int n)
{
    const int size = (int)own->unknowns, *at = own->at;
    double *x = own->work, *z = x + size;
    int i, k;
    for (i = 0; i < size; i++) {
        x[own->position[i]] = i < n ? b[i] : 0.0;
        z[own->position[i]] = i < n ? b_im[i] : 0.0;
    }
    for (i = 0; i < size; i++) {
        double sum = x[i], sum_im = z[i];
        for (k = own->start[i]; k < own->diagonal[i]; k++) {
            const double fr = own->re[k], fi = own->im[k], xr = x[at[k]], xi = z[at[k]];
            sum -= fr * xr - fi * xi;
            sum_im -= fr * xi + fi * xr;
        }
        x[i] = sum;
        z[i] = sum_im;
    }
    for (i = size - 1; i >= 0; i--) {
        const double pr = own->re[own->diagonal[i]], pi = own->im[own->diagonal[i]], by = pr * pr + pi * pi;
        double sum = x[i], sum_im = z[i];
        for (k = own->diagonal[i] + 1; k < own->start[i + 1]; k++) {
            const double fr = own->re[k], fi = own->im[k], xr = x[at[k]], xi = z[at[k]];
            sum -= fr * xr - fi * xi;
            sum_im -= fr * xi + fi * xr;
        }
        x[i] = (sum * pr + sum_im * pi) / by;
        z[i] = (sum_im * pr - sum * pi) / by;
    }
    for (i = 0; i < n; i++) {
        b[i] = x[own->position[i]];
        b_im[i] = z[own->position[i]];
    }
}

/* J x of the first n unknowns, to `out`, line after line. */
DALEMBERT_FUNCTION void sparse_times(const dalembert_sparse *own, const double *lines, const double *x, double *out, int n)
{
    double *v = own->work;
    int i;
    for (i = 0; i < own->unknowns; i++) v[i] = i < n ? x[i] : 0.0;
    for (i = 0; i < n; i++) out[i] = 0.0;
    for (i = 0; i < own->entries; i++) {
        const double part = lines[i] * v[own->column[i]];
        if (own->row[i] < n) out[own->row[i]] += part;
        else v[own->row[i]] += part;
    }
}

#endif
