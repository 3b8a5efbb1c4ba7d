/* Taylor coefficients of y' = rates(t, y), order after order: see _tape/series.py for the recurrences.

   At every order the sums over lower orders are taken first, those of all operations as lanes beside one another:
   whatever the width of the machine's vectors, each lane is summed in the same order, so that the bits are the same.
   The text stands in a library twice, as interpret.h does.                                                        */
#ifndef DALEMBERT_SERIES
#define DALEMBERT_SERIES
#define SERIES_LANES 8 /* that are summed at once: their number is a multiple of it */

enum {
    SERIES_STATE = 0,
    SERIES_TIME = 1,
    SERIES_SUM = 2,
    SERIES_DERIVATIVE = 3,
    SERIES_PRODUCT = 4,
    SERIES_SQUARE = 5,
    SERIES_QUOTIENT = 6,
    SERIES_RECIPROCAL = 7,
    SERIES_ROOT = 8,
    SERIES_POWER = 9,
    SERIES_INTEGRAL = 10,
    SERIES_CONSTANT = 11,
    SERIES_SELECTION = 12
};

typedef struct {
    long long nodes, pairs, squares, size; /* pairs and squares: lanes, of which some at the end are empty */
    long long order;                       /* the highest of the coefficients */
    const unsigned char *kind, *function;  /* of each node; which operation gives its first value, or 255 */
    const int *first, *index, *begin;      /* its sum over lower orders; entry of the state, or scalar; its operands */
    const int *operand, *factor;           /* nodes; scalars of a sum */
    long long pairs_count, squares_count;
    const int *left, *right, *square; /* nodes of the lanes */
    const int *rate, *speed, *fixed;  /* of each entry of the state: node, other entry, or scalar of its rate */
} dalembert_recurrences;
#endif

/* sum_j a_j b_(k-j) over j = 1 .. k - 1 in n lanes; row j - 1 of a and b has the coefficients of order j. */
DALEMBERT_FUNCTION void dalembert_pair_sums@SUFFIX@(int k, int n, const @REAL@ *a, const @REAL@ *b, @REAL@ *sum)
{
    int i, j, lane;
    for (i = 0; i < n; i += SERIES_LANES) {
        @REAL@ s[SERIES_LANES];
        for (lane = 0; lane < SERIES_LANES; lane++) s[lane] = 0;
        for (j = 1; j < k; j++) {
            const @REAL@ *x = a + (j - 1) * n + i, *y = b + (k - j - 1) * n + i;
            for (lane = 0; lane < SERIES_LANES; lane++) s[lane] += x[lane] * y[lane];
        }
        for (lane = 0; lane < SERIES_LANES; lane++) sum[i + lane] = s[lane];
    }
}

/* The same with b = a: each product once, twice as large. */
DALEMBERT_FUNCTION void dalembert_square_sums@SUFFIX@(int k, int n, const @REAL@ *a, @REAL@ *sum)
{
    int i, j, lane;
    for (i = 0; i < n; i += SERIES_LANES) {
        @REAL@ s[SERIES_LANES];
        for (lane = 0; lane < SERIES_LANES; lane++) s[lane] = 0;
        for (j = 1; 2 * j < k; j++) {
            const @REAL@ *x = a + (j - 1) * n + i, *y = a + (k - j - 1) * n + i;
            for (lane = 0; lane < SERIES_LANES; lane++) s[lane] += x[lane] * y[lane];
        }
        for (lane = 0; lane < SERIES_LANES; lane++) s[lane] += s[lane];
        if (k % 2 == 0) {
            const @REAL@ *x = a + (k / 2 - 1) * n + i;
            for (lane = 0; lane < SERIES_LANES; lane++) s[lane] += x[lane] * x[lane];
        }
        for (lane = 0; lane < SERIES_LANES; lane++) sum[i + lane] = s[lane];
    }
}
