/* Linear equations with a full matrix, row after row. */
#ifndef DALEMBERT_LINEAR_H
#define DALEMBERT_LINEAR_H

/* A = L U with row exchanges, in place; 0 if regular. */
DALEMBERT_FUNCTION int dalembert_factor(double *A, int *order, int n)
{
    int i, j, k;
    for (k = 0; k < n; k++) {
        int best = k;
        for (i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        order[k] = best;
        if (!(fabs(A[best * n + k]) > 0.0)) return 1;
        if (best != k)
            for (j = 0; j < n; j++) {
                const double swap = A[k * n + j];
                A[k * n + j] = A[best * n + j];
                A[best * n + j] = swap;
            }
        for (i = k + 1; i < n; i++) {
            const double factor = A[i * n + k] /= A[k * n + k];
            if (factor != 0.0)
                for (j = k + 1; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
        }
    }
    return 0;
}

DALEMBERT_FUNCTION void dalembert_back(const double *A, const int *order, double *b, int n)
{
    int i, j;
    for (i = 0; i < n; i++) {
        const double swap = b[i];
        b[i] = b[order[i]];
        b[order[i]] = swap;
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++) b[i] -= A[i * n + j] * b[j];
    for (i = n - 1; i >= 0; i--) {
        for (j = i + 1; j < n; j++) b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}

#endif
