/* Linear equations with a full matrix, row after row. Zeros before the first entry of a row and after its last one are
   passed over: where few unknowns stand in an equation, most of them are. */
#ifndef DALEMBERT_LINEAR_H
#define DALEMBERT_LINEAR_H

/* The lowest row in which a column up to each one has an entry. */
DALEMBERT_FUNCTION void dalembert_lowest_rows(const double *A, int *lowest, int n)
{
    int i, j;
    for (i = 0; i < n; i++) lowest[i] = i;
    for (i = 0; i < n; i++) {
        for (j = 0; j < i && A[i * n + j] == 0.0; j++) {}
        lowest[j] = i; /* rows come in order */
    }
    for (i = 1; i < n; i++)
        if (lowest[i] < lowest[i - 1]) lowest[i] = lowest[i - 1];
}

/* A = L U with row exchanges, in place; 0 if regular. */
DALEMBERT_FUNCTION int dalembert_factor(double *A, int *order, int n)
{
    int i, j, k;
    dalembert_lowest_rows(A, order, n); /* rows that are exchanged stay above it */
    for (k = 0; k < n; k++) {
        const int below = order[k] + 1;
        int best = k, last = n;
        for (i = k + 1; i < below; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        order[k] = best;
        if (!(fabs(A[best * n + k]) > 0.0)) return 1;
        if (best != k)
            for (j = 0; j < n; j++) {
                const double swap = A[k * n + j];
                A[k * n + j] = A[best * n + j];
                A[best * n + j] = swap;
            }
        while (last > k + 1 && A[k * n + last - 1] == 0.0) last--;
        for (i = k + 1; i < below; i++) {
            double factor;
            if (A[i * n + k] == 0.0) continue;
            factor = A[i * n + k] /= A[k * n + k];
            for (j = k + 1; j < last; j++) A[i * n + j] -= factor * A[k * n + j];
        }
    }
    return 0;
}

DALEMBERT_FUNCTION void dalembert_back(const double *A, const int *order, double *b, int n)
{
    int i, j;
    if (n == 1) {
        b[0] /= A[0];
        return;
    }
    for (i = 0; i < n; i++) {
        const double swap = b[i];
        b[i] = b[order[i]];
        b[order[i]] = swap;
    }
    for (i = 0; i < n; i++) {
        for (j = 0; j < i && A[i * n + j] == 0.0; j++) {}
        for (; j < i; j++) b[i] -= A[i * n + j] * b[j];
    }
    for (i = n - 1; i >= 0; i--) {
        int last = n;
        while (last > i + 1 && A[i * n + last - 1] == 0.0) last--;
        for (j = i + 1; j < last; j++) b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}

#endif
