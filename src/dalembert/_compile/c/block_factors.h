/* A = L U of a sparse matrix of small square blocks with a symmetric pattern, by minimum degree; pivots are the blocks
   on the diagonal, each inverted with row exchanges.

   Nodes are numbered 0 .. count - 1. The pattern is given as sets of bits; `blocks_order` puts the nodes into an order
   of elimination, and what each one is connected with when it is eliminated is its list `later`. The blocks beside the
   diagonal stand at the places of these lists: `upper` has A of (node, later one), `lower` that of (later one, node). */
#ifndef DALEMBERT_BLOCK_FACTORS_H
#define DALEMBERT_BLOCK_FACTORS_H

typedef struct {
    long long most, words, room; /* nodes; words of a set; blocks beside the diagonal on one side of it */
    unsigned long long *sets;
    int *degree, *order, *position;      /* node of a position, position of a node                       */
    int *first, *later;                  /* of each position; positions, in ascending order              */
    int *connected;                      /* of each place there: whether the pattern has it              */
    double *diagonal, *upper, *lower;    /* L, U and the inverses of the pivots                          */
    double *given_upper, *given_lower;   /* the same of another matrix of this pattern, by the user      */
} dalembert_blocks;

DALEMBERT_FUNCTION int blocks_bits(unsigned long long set)
{
    set -= (set >> 1) & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + ((set >> 2) & 0x3333333333333333ULL);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)((set * 0x0101010101010101ULL) >> 56);
}

DALEMBERT_FUNCTION void blocks_connect(dalembert_blocks *own, int a, int b)
{
    own->sets[a * own->words + b / 64] |= 1ULL << (b % 64);
    own->sets[b * own->words + a / 64] |= 1ULL << (a % 64);
}

DALEMBERT_FUNCTION void blocks_clear(dalembert_blocks *own, int count)
{
    long long i;
    for (i = 0; i < count * own->words; i++) own->sets[i] = 0;
}

/* What a node is connected with becomes connected among itself, and is counted again. */
DALEMBERT_FUNCTION void blocks_eliminate(dalembert_blocks *own, int node, int words)
{
    const unsigned long long *set = own->sets + node * own->words;
    int w, i;
    for (w = 0; w < words; w++) {
        unsigned long long rest = set[w];
        while (rest) {
            const unsigned long long low = rest & (0 - rest);
            const int a = 64 * w + blocks_bits(low - 1);
            unsigned long long *other = own->sets + a * own->words;
            int degree = 0;
            rest ^= low;
            for (i = 0; i < words; i++) other[i] |= set[i];
            other[w] &= ~low;
            other[node / 64] &= ~(1ULL << (node % 64));
            for (i = 0; i < words; i++) degree += blocks_bits(other[i]);
            own->degree[a] = degree;
        }
    }
}

/* Note that the pattern has a pair of nodes, of which the lists are made. */
DALEMBERT_FUNCTION void blocks_note(dalembert_blocks *own, int a, int b)
{
    const int p = own->position[a], q = own->position[b], low = p < q ? p : q, high = p < q ? q : p;
    int k = own->first[low];
    while (own->later[k] != high) k++;
    own->connected[k] = 1;
}

/* The order of elimination and the lists; 1 where there is no room. */
DALEMBERT_FUNCTION int blocks_order(dalembert_blocks *own, int count)
{
    const int words = (count + 63) / 64;
    int p, i, w, filled = 0;
    for (i = 0; i < count; i++) {
        own->position[i] = -1;
        own->degree[i] = 0;
        for (w = 0; w < words; w++) own->degree[i] += blocks_bits(own->sets[i * own->words + w]);
    }
    for (p = 0; p < count; p++) {
        int best = -1;
        for (i = 0; i < count; i++)
            if (own->position[i] < 0 && (best < 0 || own->degree[i] < own->degree[best])) best = i;
        own->position[best] = p;
        own->order[p] = best;
        own->first[p] = filled;
        filled += own->degree[best];
        if (filled > own->room) return 1;
        blocks_eliminate(own, best, words);
    }
    own->first[count] = filled;
    for (p = 0; p < count; p++) {
        const unsigned long long *set = own->sets + own->order[p] * own->words;
        int *list = own->later + own->first[p], size = 0;
        for (w = 0; w < words; w++) {
            unsigned long long rest = set[w];
            while (rest) {
                const unsigned long long low = rest & (0 - rest);
                const int at = own->position[64 * w + blocks_bits(low - 1)];
                rest ^= low;
                for (i = size++; i > 0 && list[i - 1] > at; i--) list[i] = list[i - 1];
                list[i] = at;
                own->connected[list - own->later + size - 1] = 0;
            }
        }
    }
    return 0;
}

/* A - X Y of blocks with B rows; copies let the compiler keep them in registers. */
DALEMBERT_FUNCTION void blocks_less(double *A, const double *X, const double *Y, int B)
{
    double a[9], x[9], y[9];
    int i, j, k;
    for (i = 0; i < B * B; i++) {
        a[i] = A[i];
        x[i] = X[i];
        y[i] = Y[i];
    }
    for (i = 0; i < B; i++)
        for (k = 0; k < B; k++)
            for (j = 0; j < B; j++) a[i * B + j] -= x[i * B + k] * y[k * B + j];
    for (i = 0; i < B * B; i++) A[i] = a[i];
}

/* b - X y of a block with B rows. */
DALEMBERT_FUNCTION void blocks_less_row(double *b, const double *X, const double *y, int B)
{
    double v[3];
    int i, j;
    for (j = 0; j < B; j++) v[j] = y[j];
    for (i = 0; i < B; i++) {
        double sum = b[i];
        for (j = 0; j < B; j++) sum -= X[i * B + j] * v[j];
        b[i] = sum;
    }
}

/* The inverse of a block in its place; 1 if there is none. */
DALEMBERT_FUNCTION int blocks_invert(double *A, int B)
{
    double X[9] = {0.0};
    int i, j, k;
    for (i = 0; i < B; i++) X[i * B + i] = 1.0;
    for (k = 0; k < B; k++) {
        int best = k;
        double pivot;
        for (i = k + 1; i < B; i++)
            if (fabs(A[i * B + k]) > fabs(A[best * B + k])) best = i;
        pivot = A[best * B + k];
        if (!(fabs(pivot) > 1e-300) || !(fabs(pivot) < 1e300)) return 1;
        for (j = 0; j < B; j++) {
            const double a = A[best * B + j], x = X[best * B + j];
            A[best * B + j] = A[k * B + j];
            X[best * B + j] = X[k * B + j];
            A[k * B + j] = a / pivot;
            X[k * B + j] = x / pivot;
        }
        for (i = 0; i < B; i++) {
            const double factor = A[i * B + k];
            if (i == k || factor == 0.0) continue;
            for (j = 0; j < B; j++) {
                A[i * B + j] -= factor * A[k * B + j];
                X[i * B + j] -= factor * X[k * B + j];
            }
        }
    }
    for (i = 0; i < B * B; i++) A[i] = X[i];
    return 0;
}

/* The factorisation, in place; 1 where a pivot has no inverse. */
DALEMBERT_FUNCTION int blocks_factor(dalembert_blocks *own, int count, int B)
{
    const int size = B * B;
    int p, k, j, i;
    for (p = 0; p < count; p++) {
        const int from = own->first[p], to = own->first[p + 1];
        double *pivot = own->diagonal + p * size;
        if (blocks_invert(pivot, B)) return 1;
        for (k = from; k < to; k++) {
            double L[9] = {0.0};
            blocks_less(L, own->lower + k * size, pivot, B);
            for (i = 0; i < size; i++) own->lower[k * size + i] = -L[i];
        }
        for (k = from; k < to; k++) {
            const double *L = own->lower + k * size, *U = own->upper + k * size;
            int at = own->first[own->later[k]];
            blocks_less(own->diagonal + own->later[k] * size, L, U, B);
            for (j = k + 1; j < to; j++) {
                while (own->later[at] != own->later[j]) at++;
                blocks_less(own->upper + at * size, L, own->upper + j * size, B);
                blocks_less(own->lower + at * size, own->lower + j * size, U, B);
            }
        }
    }
    return 0;
}

/* x in place of b, both by positions. */
DALEMBERT_FUNCTION void blocks_solve(const dalembert_blocks *own, double *b, int count, int B)
{
    const int size = B * B;
    int p, k, i, j;
    for (p = 0; p < count; p++)
        for (k = own->first[p]; k < own->first[p + 1]; k++)
            blocks_less_row(b + own->later[k] * B, own->lower + k * size, b + p * B, B);
    for (p = count - 1; p >= 0; p--) {
        double x[3];
        for (k = own->first[p]; k < own->first[p + 1]; k++)
            blocks_less_row(b + p * B, own->upper + k * size, b + own->later[k] * B, B);
        for (i = 0; i < B; i++) {
            x[i] = 0.0;
            for (j = 0; j < B; j++) x[i] += own->diagonal[p * size + i * B + j] * b[p * B + j];
        }
        for (i = 0; i < B; i++) b[p * B + i] = x[i];
    }
}

#endif
