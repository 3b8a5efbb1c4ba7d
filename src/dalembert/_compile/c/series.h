/* Taylor coefficients of y' = rates(t, y), order after order: see _tape/series.py for the recurrences.

   At every order the sums over lower orders are taken first, those of all operations as lanes beside one another:
   whatever the width of the machine's vectors, each lane is summed in the same order, so that the bits are the same.
   The text stands in a library twice, as interpret.h does.                                                        */
#ifndef DALEMBERT_SERIES
#define DALEMBERT_SERIES
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
    SERIES_SELECTION = 12,
    SERIES_INPUT = 13
};

typedef struct {
    long long nodes, pairs, squares, powers, size; /* pairs, squares, powers: lanes, some at the end are empty */
    long long order, inputs;               /* the highest of the coefficients; inputs of the model */
    const unsigned char *kind, *function;  /* of each node; which operation gives its first value, or 255 */
    const int *first, *index, *begin;      /* its sum over lower orders; entry of the state or of u, or scalar; its operands */
    const int *operand, *factor;           /* nodes; scalars of a sum */
    long long pairs_count, squares_count, powers_count;
    const int *left, *right, *square, *base, *power; /* nodes of the lanes */
    const int *rate, *speed, *fixed;  /* of each entry of the state: node, other entry, or scalar of its rate */
} dalembert_recurrences;
#endif

/* The coefficient of order k > 0 of entry i of u, which has all inputs, then their first, second and third
   derivatives: an input is a polynomial of degree 3. */
DALEMBERT_FUNCTION @REAL@ dalembert_series_input@SUFFIX@(const double *u, int k, int i, int inputs)
{
    const int last = 3 - i / inputs; /* order */
    return k > last ? 0 : (@REAL@)u[i + k * inputs] / (k == 3 ? 6 : k);
}

/* x^e. Odd multiples of 1/2, as in forces of a distance, take a root and a few products. */
DALEMBERT_FUNCTION @REAL@ dalembert_series_power@SUFFIX@(@REAL@ x, @REAL@ e)
{
    const @REAL@ twice = 2 * fabs(e);
    @REAL@ value;
    if (twice != 3 && twice != 5 && twice != 7) return pow(x, e);
    value = sqrt(x) * x;
    if (twice > 3) value *= x;
    if (twice > 5) value *= x;
    return e < 0 ? 1 / value : value;
}

/* sum_j a_j b_(k-j) over j = 1 .. k - 1 in n lanes; row j - 1 of a and b has the coefficients of order j. From the
   middle to the ends: what was computed last is needed last. */
DALEMBERT_FUNCTION void dalembert_pair_sums@SUFFIX@(int k, int n, const @REAL@ *a, const @REAL@ *b, @REAL@ *sum)
{
    const int width = (int)(sizeof(@LANES@) / sizeof(@REAL@)), apart = n / width;
    const @LANES@ *x = (const @LANES@ *)a - apart, *y = (const @LANES@ *)b - apart;
    int i, j;
    for (i = 0; i < apart; i++, x++, y++) {
        @LANES@ s = {0}, r = {0};
        if (k % 2 == 0) s = x[k / 2 * apart] * y[k / 2 * apart];
        for (j = (k - 1) / 2; j > 0; j--) {
            s += x[j * apart] * y[(k - j) * apart];
            r += x[(k - j) * apart] * y[j * apart];
        }
        ((@LANES@ *)sum)[i] = s + r;
    }
}

/* The same with b = a: each product once, twice as large. */
DALEMBERT_FUNCTION void dalembert_square_sums@SUFFIX@(int k, int n, const @REAL@ *a, @REAL@ *sum)
{
    const int width = (int)(sizeof(@LANES@) / sizeof(@REAL@)), apart = n / width;
    const @LANES@ *x = (const @LANES@ *)a - apart;
    int i, j;
    for (i = 0; i < apart; i++, x++) {
        @LANES@ s = {0};
        for (j = (k - 1) / 2; j > 0; j--) s += x[j * apart] * x[(k - j) * apart];
        s += s;
        if (k % 2 == 0) s += x[k / 2 * apart] * x[k / 2 * apart];
        ((@LANES@ *)sum)[i] = s;
    }
}

/* sum_j x_(k-j) z_j, and the same with each term j / k times as large. */
DALEMBERT_FUNCTION void dalembert_power_sums@SUFFIX@(int k, int n, const @REAL@ *base, const @REAL@ *power, @REAL@ *sum,
                                                     @REAL@ *part)
{
    const int width = (int)(sizeof(@LANES@) / sizeof(@REAL@)), apart = n / width;
    const @LANES@ *x = (const @LANES@ *)base - apart, *z = (const @LANES@ *)power - apart;
    const @REAL@ over = 1 / (@REAL@)k;
    int i, j;
    for (i = 0; i < apart; i++, x++, z++) {
        @LANES@ s = {0}, r = {0};
        for (j = 1; j < k; j++) {
            const @LANES@ term = x[(k - j) * apart] * z[j * apart];
            s += term;
            r += (@REAL@)j * term;
        }
        ((@LANES@ *)sum)[i] = s;
        ((@LANES@ *)part)[i] = over * r;
    }
}
