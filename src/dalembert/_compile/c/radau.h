/* Radau IIA of order 5 for stiff systems: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II,
   Springer 1996, section IV.8.

   Collocation at c_1, c_2 and 1: Z_i = dt sum_j a_ij f(t + c_j dt, y + Z_j), by Newton's method with one
   Jacobian, in the variables W = T^-1 Z in which the inverse of (a_ij) is one real number and one complex.
   The Jacobian comes from the model where it has one, else it is taken by differences, column by column; works
   are summed, not solved for. A Jacobian is kept from step to step as long as Newton's method converges fast with
   it, and so are the factors where the step is as long as before. Where the rates of n places q are the n next
   entries v, dv = lambda dq - b_q is put in, and the matrices are of half the size. Where the state is long and the
   model gives its slopes line by line, the matrices are sparse (sparse.h).                                 */
#ifndef DALEMBERT_RADAU_H
#define DALEMBERT_RADAU_H

typedef struct {
    dalembert_callable slopes; /* entries of df/dy that are not zero; their call is 0 where there are none */
    long long entries;
    const int *row, *column;
    double *out;
    double *jacobian, *real, *re, *im; /* tested x tested; the factors are of tested - n */
    double *W, *Z, *F, *side, *side_im, *base;
    int *order, *order_complex;
    long long jacobians, factorisations;
    long long known, fresh; /* whether there is a Jacobian to use, and whether it is of this step's start */
    double factored;        /* the length of step that the factors are for, or 0 */
    double rate;            /* of the convergence in the last step, at worst */
    long long measures, free; /* whether to measure what an explicit method could do; steps it could have made, in a row */
    double radius;            /* the spectral radius of the Jacobian, then */
    dalembert_sparse sparse; /* in use while it is trusted; the slopes are its lines */
} dalembert_stiff;

static const double radau_c[3] = {0.15505102572168222, 0.6449489742783178, 1.0};
static const double radau_a[3][3] = {{0.19681547722366044, -0.06553542585019839, 0.02377097434822015},
                                     {0.39442431473908727, 0.2920734116652284, -0.04154875212599793},
                                     {0.37640306270046725, 0.5124858261884216, 0.1111111111111111}};
static const double radau_T[3][3] = {{0.09443876248897524, -0.1412552950209542, 0.03002919410514742},
                                     {0.2502131229653333, 0.20412935229379994, -0.3829421127572619},
                                     {1.0, 1.0, 0.0}};
static const double radau_TI[3][3] = {{4.178718591551904, 0.32768282076106237, 0.5233764454994495},
                                      {-4.178718591551904, -0.32768282076106237, 0.47662355450055044},
                                      {0.5028726349457868, -2.571926949855605, 0.5960392048282249}};
static const double radau_real = 3.637834252744496, radau_re = 2.6810828736277523, radau_im = -3.050430199247411;
static const double radau_e[3] = {-10.048809399827414, 1.382142733160748, -0.3333333333333333};

/* A = L U with row exchanges for a complex matrix re + i im, in place; 0 if regular. */
DALEMBERT_FUNCTION int radau_factor_complex(double *re, double *im, int *order, int n)
{
    int i, j, k;
    for (k = 0; k < n; k++) {
        int best = k;
        double size, pr, pi;
        for (i = k + 1; i < n; i++)
            if (fabs(re[i * n + k]) + fabs(im[i * n + k]) > fabs(re[best * n + k]) + fabs(im[best * n + k])) best = i;
        order[k] = best;
        if (best != k)
            for (j = 0; j < n; j++) {
                double swap = re[k * n + j];
                re[k * n + j] = re[best * n + j];
                re[best * n + j] = swap;
                swap = im[k * n + j];
                im[k * n + j] = im[best * n + j];
                im[best * n + j] = swap;
            }
        pr = re[k * n + k];
        pi = im[k * n + k];
        size = pr * pr + pi * pi;
        if (!(size > 0.0)) return 1;
        for (i = k + 1; i < n; i++) {
            const double ar = re[i * n + k], ai = im[i * n + k];
            const double fr = (ar * pr + ai * pi) / size, fi = (ai * pr - ar * pi) / size;
            re[i * n + k] = fr;
            im[i * n + k] = fi;
            if (fr != 0.0 || fi != 0.0)
                for (j = k + 1; j < n; j++) {
                    re[i * n + j] -= fr * re[k * n + j] - fi * im[k * n + j];
                    im[i * n + j] -= fr * im[k * n + j] + fi * re[k * n + j];
                }
        }
    }
    return 0;
}

DALEMBERT_FUNCTION void radau_solve_complex(const double *re, const double *im, const int *order, double *br, double *bi,
                                            int n)
{
    int i, j;
    for (i = 0; i < n; i++) {
        double swap = br[i];
        br[i] = br[order[i]];
        br[order[i]] = swap;
        swap = bi[i];
        bi[i] = bi[order[i]];
        bi[order[i]] = swap;
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++) {
            const double fr = re[i * n + j], fi = im[i * n + j];
            const double xr = br[j], xi = bi[j];
            br[i] -= fr * xr - fi * xi;
            bi[i] -= fr * xi + fi * xr;
        }
    for (i = n - 1; i >= 0; i--) {
        double pr = re[i * n + i], pi = im[i * n + i], size, xr, xi;
        for (j = i + 1; j < n; j++) {
            const double fr = re[i * n + j], fi = im[i * n + j];
            br[i] -= fr * br[j] - fi * bi[j];
            bi[i] -= fr * bi[j] + fi * br[j];
        }
        size = pr * pr + pi * pi;
        xr = (br[i] * pr + bi[i] * pi) / size;
        xi = (bi[i] * pr - br[i] * pi) / size;
        br[i] = xr;
        bi[i] = xi;
    }
}

#define RADAU_FAILURES 3 /* of sparse factors, after which rows are always exchanged */

/* df/dy at the start of the step as the model gives it; 0 if it does, in good health. */
DALEMBERT_FUNCTION int radau_slopes(dalembert_run *run, dalembert_stiff *own)
{
    const int n = (int)run->tested;
    double health = 1.0;
    long long i;
    own->sparse.trusted = 0;
    if (!own->slopes.call || own->sparse.failures >= RADAU_FAILURES) return 1;
    dalembert_inputs(run, run->t < run->low ? run->low : run->t > run->high ? run->high : run->t, run->y, &health);
    DALEMBERT_CALL(own->slopes, run->t, run->y, run->u, own->out, &health);
    if (!(health > run->healthy) || dalembert_first_bad(own->out, own->entries) >= 0) return 1;
    own->jacobians++;
    own->sparse.trusted = own->sparse.unknowns > 0;
    if (own->sparse.trusted) return 0;
    for (i = 0; i < n * n; i++) own->jacobian[i] = 0.0;
    for (i = 0; i < own->entries; i++) own->jacobian[own->row[i] * n + own->column[i]] = own->out[i];
    return 0;
}

/* df/dy at the start of the step by differences; k[0] holds the rates there. */
DALEMBERT_FUNCTION int radau_differences(dalembert_run *run, dalembert_stiff *own)
{
    const int n = (int)run->tested;
    double *y = run->stage, *f = own->base;
    int i, j;
    for (i = 0; i < run->size; i++) y[i] = run->y[i];
    for (j = 0; j < n; j++) {
        const double scale = fmax(fabs(run->y[j]), run->weight[j] / fmax(run->rtol, 1e-14));
        double step = 1.5e-8 * scale;
        int status;
        y[j] = run->y[j] + step;
        step = y[j] - run->y[j];
        status = dalembert_evaluate(run, 0, run->t, y, f);
        if (status) return status;
        for (i = 0; i < n; i++) own->jacobian[i * n + j] = (f[i] - run->k[i]) / step;
        y[j] = run->y[j];
    }
    own->jacobians++;
    return DALEMBERT_RUNNING;
}

DALEMBERT_FUNCTION double radau_norm(const dalembert_run *run, const double *x)
{
    double sum = 0.0;
    long long i;
    for (i = 0; i < run->tested; i++) {
        const double scaled = x[i] / run->weight[i];
        sum += scaled * scaled;
    }
    return sqrt(sum / (double)(run->tested > 0 ? run->tested : 1));
}

#define RADAU_AHEAD 1e-3 /* of the run: what has always been zero is measured by what it would be then */

/* What each entry may be off by. An entry that has always been zero has no size: its rates in this step, if there are
   any yet, over a part of the run give it one. */
DALEMBERT_FUNCTION void radau_weigh(dalembert_run *run, const dalembert_stiff *own, double dt, const double *fresh, int rates)
{
    long long i;
    int j;
    dalembert_weigh(run, dt, fresh);
    for (i = 0; i < run->tested; i++) {
        double rate = fabs(run->k[i]);
        if (run->peak[i] > 0.0) continue;
        for (j = 0; rates && j < 3; j++) rate = fmax(rate, fabs(own->F[j * run->size + i]));
        run->weight[i] = fmax(run->weight[i], run->rtol * RADAU_AHEAD * rate * run->span);
    }
}

#define RADAU_FIRST 60   /* steps in which works are looked at too */
#define RADAU_LOOSE 10.0 /* of the tolerance of a step */

#define RADAU_NOISE 100.0 /* times what a power changes by when the state changes in its last digit */

/* How much the powers at the end of a step change with the last digits of the state: what constraints do that do
   no work is rounding, and no step makes it less. Written to `side`; 0 if it could be found. */
DALEMBERT_FUNCTION int radau_power_noise(dalembert_run *run, dalembert_stiff *own, double dt)
{
    long long i;
    int status;
    for (i = 0; i < run->size; i++) run->stage[i] = run->fresh[i];
    status = dalembert_evaluate(run, 0, run->t + dt, run->stage, own->side_im);
    if (status) return status;
    for (i = 0; i < run->tested; i++) run->stage[i] *= 1.0 + (i % 2 ? -6.0e-16 : 6.0e-16);
    status = dalembert_evaluate(run, 0, run->t + dt, run->stage, own->side);
    for (i = 0; i < run->size; i++) own->side[i] = fabs(own->side[i] - own->side_im[i]);
    return status;
}

/* The error of the works of a step, against what they are. What is stiff is soon where it belongs, and a long step
   leads there; but the work on the way is done in that time, and a beginning is all of it. */
DALEMBERT_FUNCTION double radau_works(dalembert_run *run, dalembert_stiff *own, double dt)
{
    const long long size = run->size;
    const double *Z = own->Z;
    double most = 0.0, scale = 0.0;
    long long i;
    int pass;
    if (run->steps >= RADAU_FIRST) return 0.0;
    for (i = run->tested; i < size; i++) scale += fabs(run->y[i]) + fabs(Z[2 * size + i]);
    for (pass = 0; pass < 2; pass++) {
        most = 0.0;
        for (i = run->tested; i < size; i++) {
            const double bend =
                run->k[i] + (radau_e[0] * Z[i] + radau_e[1] * Z[size + i] + radau_e[2] * Z[2 * size + i]) / dt;
            if (pass && fabs(bend) <= RADAU_NOISE * own->side[i]) continue;
            most = fmax(most, fabs(dt / radau_real * bend));
        }
        if (most <= RADAU_LOOSE * run->rtol * scale || pass || radau_power_noise(run, own, dt)) break;
    }
    return most > 0.0 ? most / (RADAU_LOOSE * run->rtol * scale + 1e-300) : 0.0;
}

#define RADAU_FREE 2.0 /* spectral radius times step, below which an explicit method is as good */
#define RADAU_POWERS 12

/* J x, of the Jacobian that is there. */
DALEMBERT_FUNCTION void radau_product(const dalembert_run *run, const dalembert_stiff *own, const double *x, double *out)
{
    const int n = (int)run->tested;
    int i, j;
    if (own->sparse.trusted) {
        sparse_times(&own->sparse, own->out, x, out, n);
        return;
    }
    for (i = 0; i < n; i++) {
        out[i] = 0.0;
        for (j = 0; j < n; j++) out[i] += own->jacobian[i * n + j] * x[j];
    }
}

/* The spectral radius of J by the power method: how much twelve products enlarge what twelve others have made. An even
   number, so that places and speeds, which change roles in each product, count alike. */
DALEMBERT_FUNCTION double radau_radius(const dalembert_run *run, dalembert_stiff *own)
{
    const int n = (int)run->tested;
    double *x = own->side, *next = own->side_im, sum = 0.0;
    unsigned long long random = 88172645463325252ULL;
    int i, pass;
    for (i = 0; i < n; i++) x[i] = 1.5 + 0.5 * dalembert_random(&random);
    for (pass = 0; pass < 2 * RADAU_POWERS; pass++) {
        double *swap = x, size = 0.0;
        radau_product(run, own, x, next);
        for (i = 0; i < n; i++) size += next[i] * next[i];
        size = sqrt(size);
        if (!(size > 0.0 && size <= 1e150)) return size > 0.0 ? 1e300 : 0.0;
        if (pass >= RADAU_POWERS) sum += log(size);
        for (i = 0; i < n; i++) next[i] /= size;
        x = next;
        next = swap;
    }
    return exp(sum / RADAU_POWERS);
}

/* The matrix lambda - J, or what is left of it where places have their own rates, with lambda = (x + i z)/dt; the
   imaginary part where there is room for it. */
DALEMBERT_FUNCTION void radau_matrix(const dalembert_run *run, const dalembert_stiff *own, double x, double z, double *re,
                                     double *im)
{
    const int n = (int)run->n, all = (int)run->tested, m = all - n;
    int r, c;
    for (r = 0; r < m; r++) {
        const double *row = own->jacobian + (n + r) * all;
        for (c = 0; c < m; c++) {
            const double rate = c < n ? row[n + c] : 0.0; /* by the rate of a place */
            double a = c < n ? -(row[c] + x * rate) : -row[n + c], b = -z * rate;
            if (r == c) {
                a += c < n ? x * x - z * z : x;
                b += c < n ? 2.0 * x * z : z;
            }
            re[r * m + c] = a;
            if (im) im[r * m + c] = b;
        }
    }
}

/* The right side of what is left: b_v + (lambda - J_vv) b_q and b_s - J_sv b_q, behind the n entries b_q. */
DALEMBERT_FUNCTION void radau_condense(const dalembert_run *run, const dalembert_stiff *own, double x, double z,
                                       double *b, double *b_im)
{
    const int n = (int)run->n, all = (int)run->tested;
    int r, c;
    for (r = n; r < all; r++) {
        const double *row = own->jacobian + r * all + n;
        double sum = 0.0, sum_im = 0.0;
        for (c = 0; c < n; c++) {
            sum += row[c] * b[c];
            if (b_im) sum_im += row[c] * b_im[c];
        }
        if (r < 2 * n) {
            sum -= x * b[r - n] - (b_im ? z * b_im[r - n] : 0.0);
            if (b_im) sum_im -= x * b_im[r - n] + z * b[r - n];
        }
        b[r] -= sum;
        if (b_im) b_im[r] -= sum_im;
    }
}

/* All unknowns from those that were solved for, which stand behind the n entries b_q: dv = lambda dq - b_q. */
DALEMBERT_FUNCTION void radau_expand(const dalembert_run *run, double x, double z, double *b, double *b_im)
{
    const int n = (int)run->n;
    int i;
    for (i = 0; i < n; i++) {
        const double q = b[n + i], q_im = b_im ? b_im[n + i] : 0.0;
        b[n + i] = x * q - z * q_im - b[i];
        b[i] = q;
        if (!b_im) continue;
        b_im[n + i] = x * q_im + z * q - b_im[i];
        b_im[i] = q_im;
    }
}

/* (radau_real/dt - J) x = b in place. */
DALEMBERT_FUNCTION void radau_solve_real(const dalembert_run *run, const dalembert_stiff *own, double *b)
{
    const double x = radau_real / own->factored;
    if (own->sparse.trusted) {
        sparse_solve(&own->sparse, b, (int)run->tested);
        return;
    }
    radau_condense(run, own, x, 0.0, b, 0);
    dalembert_back(own->real, own->order, b + run->n, (int)(run->tested - run->n));
    radau_expand(run, x, 0.0, b, 0);
}

/* The same for the complex eigenvalue. */
DALEMBERT_FUNCTION void radau_solve_pair(const dalembert_run *run, const dalembert_stiff *own, double *b, double *b_im)
{
    const double x = radau_re / own->factored, z = radau_im / own->factored;
    if (own->sparse.trusted) {
        sparse_solve_complex(&own->sparse, b, b_im, (int)run->tested);
        return;
    }
    radau_condense(run, own, x, z, b, b_im);
    radau_solve_complex(own->re, own->im, own->order_complex, b + run->n, b_im + run->n, (int)(run->tested - run->n));
    radau_expand(run, x, z, b, b_im);
}

#define RADAU_ALIKE 1e-6 /* relative difference of steps that use the same factors */
#define RADAU_LEFT 1e-6  /* of a right side: what a solution without exchange of rows may leave */

/* Sparse factors for a step of this length; 0 if a solution with them leaves little. The rates are its right side. */
DALEMBERT_FUNCTION int radau_factor_sparse(dalembert_run *run, dalembert_stiff *own, double dt)
{
    const int n = (int)run->tested;
    const double x = radau_real / dt;
    double *b = own->base, *product = own->side, size[8], left[8];
    int i;
    sparse_fill(&own->sparse, own->out, x, radau_re / dt, radau_im / dt, n);
    if (sparse_factor(&own->sparse)) return 1;
    for (i = 0; i < n; i++) b[i] = run->k[i];
    sparse_solve(&own->sparse, b, n);
    sparse_times(&own->sparse, own->out, b, product, n);
    for (i = 0; i < 8; i++) size[i] = left[i] = 0.0;
    for (i = 0; i < n; i++) {
        const double off = fabs(x * b[i] - product[i] - run->k[i]);
        const int kind = run->kind[i];
        size[kind] = fmax(size[kind], fabs(x * b[i]) + fabs(run->k[i]));
        if (!(off <= left[kind])) left[kind] = off; /* what is no number stays */
    }
    for (i = 0; i < 8; i++)
        if (!(left[i] <= RADAU_LEFT * size[i])) return 1;
    return 0;
}

/* Jacobian and factors for a step of this length, as far as they are not there. */
DALEMBERT_FUNCTION int radau_prepare(dalembert_run *run, dalembert_stiff *own, double dt)
{
    const int m = (int)(run->tested - run->n);
    int status;
    if (!own->known) {
        own->factored = 0.0;
        status = radau_slopes(run, own) ? radau_differences(run, own) : DALEMBERT_RUNNING;
        if (status) return status;
        own->known = own->fresh = 1;
        if (own->measures) own->radius = radau_radius(run, own);
    }
    if (own->factored > 0.0 && fabs(dt - own->factored) <= RADAU_ALIKE * dt) return DALEMBERT_RUNNING;
    own->factored = 0.0;
    own->factorisations++;
    if (own->sparse.trusted) {
        if (!radau_factor_sparse(run, own, dt)) {
            own->factored = dt;
            return DALEMBERT_RUNNING;
        }
        own->sparse.trusted = 0;
        own->sparse.failures++;
        status = radau_differences(run, own);
        if (status) return status;
        own->fresh = 1;
    }
    radau_matrix(run, own, radau_real / dt, 0.0, own->real, 0);
    radau_matrix(run, own, radau_re / dt, radau_im / dt, own->re, own->im);
    if (dalembert_factor(own->real, own->order, m) || radau_factor_complex(own->re, own->im, own->order_complex, m))
        return DALEMBERT_DIVERGED;
    own->factored = dt;
    return DALEMBERT_RUNNING;
}

#define RADAU_NEWTON 1e-6  /* of the weights: what Newton's method may leave; more adds up over many short steps */
#define RADAU_ROUNDED 1e-2 /* what it may leave where further passes lead no nearer */

/* The stages of a step by Newton's method; `solved` says whether they were found. */
DALEMBERT_FUNCTION int radau_stages(dalembert_run *run, dalembert_stiff *own, double dt, int *solved)
{
    const int n = (int)run->tested;
    const long long size = run->size;
    const double *y = run->y;
    double *W = own->W, *Z = own->Z, *F = own->F, before = 0.0;
    int i, j, pass, status, compared;
    *solved = 0;
    own->rate = 0.0;
    for (i = 0; i < 3 * size; i++) W[i] = Z[i] = 0.0;
    for (pass = 0; pass < 12; pass++) {
        double size_of, rate;
        for (j = 0; j < 3; j++) {
            for (i = 0; i < size; i++) run->stage[i] = y[i] + (i < n ? Z[j * size + i] : 0.0);
            status = dalembert_evaluate(run, 0, run->t + radau_c[j] * dt, run->stage, F + j * size);
            if (status) return status;
        }
        if (pass == 1) { /* now there are rates at other places than the start */
            for (i = 0; i < n; i++) run->stage[i] = y[i] + Z[2 * size + i];
            radau_weigh(run, own, dt, run->stage, 1);
        }
        for (i = 0; i < n; i++) {
            const double f0 = F[i], f1 = F[size + i], f2 = F[2 * size + i];
            own->base[i] = radau_TI[0][0] * f0 + radau_TI[0][1] * f1 + radau_TI[0][2] * f2 - radau_real / dt * W[i];
            own->side[i] = radau_TI[1][0] * f0 + radau_TI[1][1] * f1 + radau_TI[1][2] * f2 -
                           (radau_re * W[size + i] - radau_im * W[2 * size + i]) / dt;
            own->side_im[i] = radau_TI[2][0] * f0 + radau_TI[2][1] * f1 + radau_TI[2][2] * f2 -
                              (radau_re * W[2 * size + i] + radau_im * W[size + i]) / dt;
        }
        radau_solve_real(run, own, own->base);
        radau_solve_pair(run, own, own->side, own->side_im);
        size_of = sqrt(radau_norm(run, own->base) * radau_norm(run, own->base) +
                       radau_norm(run, own->side) * radau_norm(run, own->side) +
                       radau_norm(run, own->side_im) * radau_norm(run, own->side_im));
        if (dalembert_first_bad(own->base, n) >= 0 || dalembert_first_bad(own->side, n) >= 0 ||
            dalembert_first_bad(own->side_im, n) >= 0 || (pass && !(size_of <= 1e300)))
            return DALEMBERT_RUNNING;
        compared = pass && before <= 1e300; /* what has been at rest has no size in the first pass */
        rate = compared ? size_of / before : 0.0;
        if (compared && rate >= 0.99) {
            if (size_of < RADAU_ROUNDED) *solved = 1; /* as near as rounding lets it */
            return DALEMBERT_RUNNING;
        }
        for (i = 0; i < n; i++) {
            W[i] += own->base[i];
            W[size + i] += own->side[i];
            W[2 * size + i] += own->side_im[i];
            for (j = 0; j < 3; j++)
                Z[j * size + i] = radau_T[j][0] * W[i] + radau_T[j][1] * W[size + i] + radau_T[j][2] * W[2 * size + i];
        }
        own->rate = fmax(own->rate, rate);
        if (size_of == 0.0 || (compared && rate / (1.0 - rate) * size_of < RADAU_NEWTON) || size_of < 1e-3 * RADAU_NEWTON) {
            *solved = 1;
            return DALEMBERT_RUNNING;
        }
        before = size_of;
    }
    return DALEMBERT_RUNNING;
}

#define METHOD_NAME(x) radau_##x
#define METHOD_STAGES 1
#define METHOD_TERMS 5
#define METHOD_ORDER 4.0
/* A step that could be longer by less than this is kept, and with it the factors, where these are dear. */
#define METHOD_HOLDS(run) ((run)->tested - (run)->n >= 16 ? 1.2 : 1.0)
#define RADAU_FAST 1e-3  /* rate of convergence with which a Jacobian is kept */

/* One step: the collocation equations, the new state in `fresh`, its error against the tolerance. */
DALEMBERT_FUNCTION int radau_step(dalembert_run *run, double dt, double *error)
{
    dalembert_stiff *own = (dalembert_stiff *)run->own;
    const int n = (int)run->tested;
    const long long size = run->size;
    double *Z = own->Z, *F = own->F;
    const double *y = run->y;
    int i, j, status, solved;
    if (run->gain > 0.0) {
        dalembert_random(&run->random);
        run->step_seed = run->random;
    }
    for (;;) { /* once more with a Jacobian of this step's start where an earlier one does not do */
        for (i = 0; i < n; i++) { /* what starts at rest is measured by where it is going */
            run->stage[i] = y[i] + dt * run->k[i];
            if (i < run->n) run->stage[i] += 0.5 * dt * dt * run->k[run->n + i];
        }
        radau_weigh(run, own, dt, run->stage, 0);
        status = radau_prepare(run, own, dt);
        if (!status) status = radau_stages(run, own, dt, &solved);
        if (status) return status;
        if (solved) break;
        if (own->fresh) return DALEMBERT_DIVERGED;
        own->known = 0;
    }
    for (i = 0; i < size; i++) {
        if (i >= n)
            for (j = 0; j < 3; j++)
                Z[j * size + i] =
                    dt * (radau_a[j][0] * F[i] + radau_a[j][1] * F[size + i] + radau_a[j][2] * F[2 * size + i]);
        dalembert_add(run, i, Z[2 * size + i]);
    }
    for (i = 0; i < n; i++)
        own->base[i] =
            run->k[i] + (radau_e[0] * Z[i] + radau_e[1] * Z[size + i] + radau_e[2] * Z[2 * size + i]) / dt;
    radau_solve_real(run, own, own->base);
    radau_weigh(run, own, dt, run->fresh, 1);
    for (i = 0; i < n; i++) run->change[i] = own->base[i] / run->weight[i];
    *error = radau_norm(run, own->base);
    if (*error > 1.0) { /* stiff components: once more through the solution operator */
        for (i = 0; i < size; i++) run->stage[i] = y[i] + (i < n ? own->base[i] : 0.0);
        status = dalembert_evaluate(run, 0, run->t, run->stage, own->side);
        if (status) return status;
        for (i = 0; i < n; i++)
            own->side[i] += (radau_e[0] * Z[i] + radau_e[1] * Z[size + i] + radau_e[2] * Z[2 * size + i]) / dt;
        radau_solve_real(run, own, own->side);
        *error = radau_norm(run, own->side);
    }
    *error = fmax(*error, radau_works(run, own, dt));
    if (*error > 1.0 && dalembert_judged(run)) return DALEMBERT_RUNNING; /* the Jacobian is still of this start */
    own->fresh = 0;
    own->known = own->rate <= RADAU_FAST;
    own->free = dt * own->radius < RADAU_FREE ? own->free + 1 : 0;
    return dalembert_evaluate(run, 0, run->t + dt, run->fresh, run->k + size);
}

/* Of degree 5: states and rates at both ends, and the states at c_1 and c_2. */
DALEMBERT_FUNCTION int radau_dense(dalembert_run *run, double dt)
{
    const dalembert_stiff *own = (const dalembert_stiff *)run->own;
    const long long size = run->size;
    const double *k = run->k;
    double *dense = run->dense;
    long long i;
    int j;
    for (i = 0; i < size; i++) {
        const double rise = run->fresh[i] - run->y[i];
        double bend[2];
        dense[i] = rise;
        dense[size + i] = dt * k[i] - rise;
        dense[2 * size + i] = 2.0 * rise - dt * (k[i] + k[size + i]);
        for (j = 0; j < 2; j++) {
            const double x = radau_c[j], z = 1.0 - x;
            const double cubic = x * (dense[i] + z * (dense[size + i] + x * dense[2 * size + i]));
            bend[j] = (own->Z[j * size + i] - cubic) / (x * x * z * z);
        }
        dense[4 * size + i] = (bend[1] - bend[0]) / (radau_c[1] - radau_c[0]);
        dense[3 * size + i] = bend[0] - radau_c[0] * dense[4 * size + i];
    }
    return DALEMBERT_RUNNING;
}

#endif
