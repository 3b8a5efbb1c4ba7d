/* The recurrences of a tape executed as they stand. c are the slots of the tape of scalars. */
DALEMBERT_FUNCTION @REAL@ dalembert_series_value@SUFFIX@(int operation, @REAL@ a, @REAL@ b)
{
    switch (operation) {
@VALUES@
    }
    return 0;
}

/* Order 0: z are the values of the nodes, r the reciprocals of what is divided by, g what the coefficient of the same
   order of an operand is multiplied by. */
DALEMBERT_FUNCTION void dalembert_series_first@SUFFIX@(const dalembert_recurrences *own, double t, const @REAL@ *y,
                                                       const double *u, const @REAL@ *c, @REAL@ *z, @REAL@ *r, @REAL@ *g)
{
    long long i, m;
    for (i = 0; i < own->nodes; i++) {
        const int *o = own->operand + own->begin[i], count = own->begin[i + 1] - own->begin[i];
        const @REAL@ a = count ? z[o[0]] : 0;
        switch (own->kind[i]) {
        case SERIES_STATE: z[i] = y[own->index[i]]; break;
        case SERIES_TIME: z[i] = t; break;
        case SERIES_INPUT: z[i] = u[own->index[i]]; break;
        case SERIES_SUM: {
            const int *f = own->factor + own->begin[i];
            @REAL@ sum = own->index[i] >= 0 ? c[own->index[i]] : c[f[0]] * a;
            for (m = own->index[i] >= 0 ? 0 : 1; m < count; m++) sum += c[f[m]] * z[o[m]];
            z[i] = sum;
            break;
        }
        case SERIES_DERIVATIVE: z[i] = 0; break;
        case SERIES_PRODUCT: z[i] = a * z[o[1]]; break;
        case SERIES_SQUARE:
            z[i] = a * a;
            g[i] = 2 * a;
            break;
        case SERIES_QUOTIENT:
            z[i] = a / z[o[1]];
            r[i] = 1 / z[o[1]];
            g[i] = z[i] * r[i];
            break;
        case SERIES_RECIPROCAL:
            z[i] = r[i] = 1 / a;
            g[i] = z[i] * r[i];
            break;
        case SERIES_ROOT:
            z[i] = sqrt(a);
            r[i] = 1 / (2 * z[i]);
            break;
        case SERIES_POWER:
            z[i] = dalembert_series_power@SUFFIX@(a, c[own->index[i]]);
            r[i] = 1 / a;
            g[i] = c[own->index[i]] * z[i] * r[i];
            break;
        case SERIES_CONSTANT: z[i] = dalembert_series_value@SUFFIX@(own->function[i], a, z[o[count - 1]]); break;
        case SERIES_SELECTION: z[i] = a != 0 ? z[o[1]] : 0; break;
        default: z[i] = dalembert_series_value@SUFFIX@(own->function[i], a, z[o[count - 2]]);
        }
    }
}

/* Order k: x are the coefficients of the nodes, row those of the state. */
DALEMBERT_FUNCTION void dalembert_series_next@SUFFIX@(const dalembert_recurrences *own, int k, const @REAL@ *row,
                                                      const double *u, const @REAL@ *c, const @REAL@ *z, const @REAL@ *r, const @REAL@ *g,
                                                      const @REAL@ *sum, const @REAL@ *square, const @REAL@ *power,
                                                      const @REAL@ *part, @REAL@ *x)
{
    const @REAL@ over = 1 / (@REAL@)k;
    long long i, m;
    for (i = 0; i < own->nodes; i++) {
        const int *o = own->operand + own->begin[i], count = own->begin[i + 1] - own->begin[i], first = own->first[i];
        const @REAL@ a = count ? x[o[0]] : 0;
        switch (own->kind[i]) {
        case SERIES_STATE: x[i] = row[own->index[i]]; break;
        case SERIES_TIME: x[i] = k == 1; break;
        case SERIES_INPUT: x[i] = dalembert_series_input@SUFFIX@(u, k, own->index[i], (int)own->inputs); break;
        case SERIES_SUM: {
            const int *f = own->factor + own->begin[i];
            @REAL@ total = count ? c[f[0]] * a : 0;
            for (m = 1; m < count; m++) total += c[f[m]] * x[o[m]];
            x[i] = total;
            break;
        }
        case SERIES_DERIVATIVE: x[i] = k * a; break;
        case SERIES_PRODUCT: x[i] = sum[first] + a * z[o[1]] + z[o[0]] * x[o[1]]; break;
        case SERIES_SQUARE: x[i] = square[first] + g[i] * a; break;
        case SERIES_QUOTIENT: x[i] = (a - sum[first]) * r[i] - g[i] * x[o[1]]; break;
        case SERIES_RECIPROCAL: x[i] = -(sum[first] * r[i]) - g[i] * a; break;
        case SERIES_ROOT: x[i] = (a - square[first]) * r[i]; break;
        case SERIES_POWER: {
            const @REAL@ e = c[own->index[i]];
            x[i] = (e * power[first] - (e + 1) * part[first]) * r[i] + g[i] * a;
            break;
        }
        case SERIES_CONSTANT: x[i] = 0; break;
        case SERIES_SELECTION: x[i] = z[o[0]] != 0 ? x[o[1]] : 0; break;
        default: x[i] = sum[first] * over + a * z[own->right[first]];
        }
    }
}

/* The coefficients of order k + 1 of the state from those of its rates. */
DALEMBERT_FUNCTION void dalembert_series_rates@SUFFIX@(const dalembert_recurrences *own, int k, const @REAL@ *c,
                                                       const @REAL@ *x, const @REAL@ *row, @REAL@ *next)
{
    const @REAL@ over = 1 / (@REAL@)(k + 1);
    long long i;
    for (i = 0; i < own->size; i++) {
        if (own->speed[i] >= 0) next[i] = row[own->speed[i]] * over;
        else if (own->rate[i] >= 0) next[i] = x[own->rate[i]] * over;
        else next[i] = k == 0 ? c[own->fixed[i]] : 0;
    }
}

/* out: the coefficients of orders 0 .. order, size of them each. */
DALEMBERT_EXPORT void dalembert_interpret_series@SUFFIX@(const void *model, double t, const double *y, const double *u,
                                                         const double *c, double *out, double *health, double *work)
{
    const dalembert_recurrences *own = (const dalembert_recurrences *)model;
    const long long nodes = own->nodes, size = own->size, order = own->order;
    const @REAL@ *scalars = (const @REAL@ *)(const void *)c;
    const long long pairs = own->pairs, squares = own->squares, powers = own->powers;
    @REAL@ *a = (@REAL@ *)(void *)work, *b = a + order * pairs, *q = b + order * pairs, *base = q + order * squares;
    @REAL@ *power = base + order * powers, *sum = power + order * powers, *square = sum + pairs;
    @REAL@ *whole = square + squares, *part = whole + powers;
    @REAL@ *z = part + powers, *r = z + nodes, *g = r + nodes, *x = g + nodes, *rows = x + nodes;
    long long i;
    int k;
    (void)health;
    for (i = 0; i < size; i++) rows[i] = y[i];
    dalembert_series_first@SUFFIX@(own, t, rows, u, scalars, z, r, g);
    dalembert_series_rates@SUFFIX@(own, 0, scalars, z, rows, rows + size);
    for (k = 1; k < order; k++) {
        dalembert_pair_sums@SUFFIX@(k, (int)pairs, a, b, sum);
        dalembert_square_sums@SUFFIX@(k, (int)squares, q, square);
        dalembert_power_sums@SUFFIX@(k, (int)powers, base, power, whole, part);
        dalembert_series_next@SUFFIX@(own, k, rows + k * size, u, scalars, z, r, g, sum, square, whole, part, x);
        dalembert_series_rates@SUFFIX@(own, k, scalars, x, rows + k * size, rows + (k + 1) * size);
        for (i = 0; i < own->pairs_count; i++) {
            a[(k - 1) * pairs + i] = x[own->left[i]];
            b[(k - 1) * pairs + i] = x[own->right[i]];
        }
        for (i = 0; i < own->squares_count; i++) q[(k - 1) * squares + i] = x[own->square[i]];
        for (i = 0; i < own->powers_count; i++) {
            base[(k - 1) * powers + i] = x[own->base[i]];
            power[(k - 1) * powers + i] = x[own->power[i]];
        }
    }
    for (i = 0; i < (order + 1) * size; i++) out[i] = (double)rows[i];
}
