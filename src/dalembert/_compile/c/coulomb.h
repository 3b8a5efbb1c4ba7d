/* One contact by itself, exactly: with W its answer to its own impulses x = (P, R), u = a + W x,

       0 <= P  perpendicular to  u_n - goal >= 0,   |R| <= sticking P where u_t = 0,   R = -mu P u_t / |u_t| where not

   for no, one or two tangential velocities. Rows and columns of W are three apart. */
#ifndef DALEMBERT_COULOMB_H
#define DALEMBERT_COULOMB_H

/* A x = b for two unknowns, in the steps of `moreau_small`. */
DALEMBERT_FUNCTION void moreau_pair(const double *W, const double *b, double *x)
{
    const int p = fabs(W[4]) > fabs(W[0]) ? 1 : 0, q = 1 - p; /* the larger answer first */
    const double first = W[4 * p], right = W[3 * p + q], factor = W[3 * q + p] / first;
    const double second = W[4 * q] - factor * right, rest = b[q] - factor * b[p];
    const double least =
        1e-13 * dalembert_larger(dalembert_larger(fabs(W[0]), fabs(W[1])), dalembert_larger(fabs(W[3]), fabs(W[4])));
    x[0] = x[1] = 0.0;
    if (!(fabs(first) > least)) return;
    if (fabs(second) > least) {
        x[q] = rest / second;
        x[p] = (b[p] - right * x[q]) / first;
    } else x[p] = b[p] / first;
}

/* A x = b for up to three unknowns; those that nothing answers to stay 0. */
DALEMBERT_FUNCTION void moreau_small(const double *W, const double *b, int m, double *x)
{
    double A[9], y[3];
    int order[3] = {0, 1, 2}, i, j, k;
    double most = 0.0;
    for (i = 0; i < m; i++) {
        for (j = 0; j < m; j++) {
            A[3 * i + j] = W[3 * i + j];
            most = fmax(most, fabs(A[3 * i + j]));
        }
        y[i] = b[i];
        x[i] = 0.0;
    }
    for (k = 0; k < m; k++) { /* symmetric exchanges: the largest answer first */
        int best = k;
        for (i = k + 1; i < m; i++)
            if (fabs(A[3 * order[i] + order[i]]) > fabs(A[3 * order[best] + order[best]])) best = i;
        j = order[k];
        order[k] = order[best];
        order[best] = j;
        if (!(fabs(A[3 * order[k] + order[k]]) > 1e-13 * most)) {
            m = k;
            break;
        }
        for (i = k + 1; i < m; i++) {
            const double factor = A[3 * order[i] + order[k]] / A[3 * order[k] + order[k]];
            for (j = k; j < m; j++) A[3 * order[i] + order[j]] -= factor * A[3 * order[k] + order[j]];
            y[order[i]] -= factor * y[order[k]];
        }
    }
    for (k = m - 1; k >= 0; k--) {
        double sum = y[order[k]];
        for (j = k + 1; j < m; j++) sum -= A[3 * order[k] + order[j]] * x[order[j]];
        x[order[k]] = sum / A[3 * order[k] + order[k]];
    }
}

/* A contact that slips along (c, s): its impulses, and how far its slip then turns away from there. */
DALEMBERT_FUNCTION double moreau_turn(const double *W, const double *a, double need, double mu, double c, double s,
                                      double *x, double *forward)
{
    const double below = W[0] - mu * (W[1] * c + W[2] * s), P = need / below;
    const double u1 = a[1] + P * (W[3] - mu * (W[4] * c + W[5] * s));
    const double u2 = a[2] + P * (W[6] - mu * (W[7] * c + W[8] * s));
    x[0] = P;
    x[1] = -mu * P * c;
    x[2] = -mu * P * s;
    *forward = below > 0.0 ? u1 * c + u2 * s : -1.0;
    return c * u2 - s * u1;
}

/* Where a contact with two tangential velocities slips to: a zero of the turn with a slip forward. */
DALEMBERT_FUNCTION int moreau_slipping(const double *W, const double *a, double need, double mu, double angle,
                                       double *x)
{
    const double pi = 3.14159265358979323846, size = fabs(a[1]) + fabs(a[2]) + need * (fabs(W[3]) + fabs(W[6])) / W[0];
    double forward, low, high, f_low, f;
    int pass, k;
    for (pass = 0; pass < 12; pass++) { /* Newton's method, with a difference for the slope */
        const double step = 1e-7;
        double g, slope;
        f = moreau_turn(W, a, need, mu, cos(angle), sin(angle), x, &forward);
        if (fabs(f) <= 1e-15 * size) break;
        g = moreau_turn(W, a, need, mu, cos(angle + step), sin(angle + step), x, &low);
        slope = (g - f) / step;
        if (!(fabs(slope) > 0.0)) break;
        f = fmin(fmax(-f / slope, -0.5), 0.5);
        angle += f;
        if (fabs(f) < 1e-15) break;
    }
    f = moreau_turn(W, a, need, mu, cos(angle), sin(angle), x, &forward);
    if (fabs(f) <= 1e-13 * size && forward >= -1e-13 * size && x[0] >= 0.0) return 1;
    low = 0.0;
    f_low = moreau_turn(W, a, need, mu, 1.0, 0.0, x, &forward);
    for (k = 1; k <= 72; k++) {
        const double next = 2.0 * pi * k / 72.0;
        double f_next = moreau_turn(W, a, need, mu, cos(next), sin(next), x, &forward);
        if ((f_low > 0.0) != (f_next > 0.0)) {
            double a0 = low, f0 = f_low;
            high = next;
            for (pass = 0; pass < 60; pass++) {
                const double middle = 0.5 * (a0 + high);
                f = moreau_turn(W, a, need, mu, cos(middle), sin(middle), x, &forward);
                if ((f > 0.0) == (f0 > 0.0)) {
                    a0 = middle;
                    f0 = f;
                } else high = middle;
            }
            f = moreau_turn(W, a, need, mu, cos(a0), sin(a0), x, &forward);
            if (forward >= -1e-13 * size && x[0] >= 0.0 && fabs(f) <= 1e-9 * size) return 1;
        }
        low = next;
        f_low = f_next;
    }
    return 0;
}

#define MOREAU_UNFIT 3 /* no impulses fit: friction along a given way can press more than it is pressed by */

/* One contact by itself: 0 open, 1 slipping or without friction, 2 stuck, or unfit. a: its velocities without its own
   impulses; x: those. */
DALEMBERT_FUNCTION int moreau_contact(const double *W, const double *a, double goal, int m, double mu, double sticking,
                                       const double *way, double *x)
{
    const double need = goal - a[0];
    double b[3], grip;
    int sign;
    x[0] = x[1] = x[2] = 0.0;
    if (!(need > 0.0) || !(W[0] > 0.0)) return 0;
    x[0] = need / W[0];
    if (m == 1 || !(mu > 0.0 || sticking > 0.0)) return 1;
    if (way) { /* it slides this way */
        const double below = W[0] - mu * (W[1] * way[0] + (m > 2 ? W[2] * way[1] : 0.0));
        if (!(below > 0.0)) return MOREAU_UNFIT;
        x[0] = need / below;
        x[1] = -mu * x[0] * way[0];
        if (m > 2) x[2] = -mu * x[0] * way[1];
        return 1;
    }
    b[0] = need;
    b[1] = -a[1];
    b[2] = m > 2 ? -a[2] : 0.0;
    if (m == 2) moreau_pair(W, b, x);
    else moreau_small(W, b, m, x);
    grip = m > 2 ? sqrt(x[1] * x[1] + x[2] * x[2]) : fabs(x[1]);
    if (x[0] >= 0.0 && grip <= sticking * x[0]) return 2;
    if (m > 2) {
        if (moreau_slipping(W, a, need, mu, atan2(-x[2], -x[1]), x)) return 1;
        x[0] = need / W[0];
        x[1] = x[2] = 0.0;
        return MOREAU_UNFIT;
    }
    sign = x[1] < 0.0 ? 1 : -1;
    for (m = 0; m < 2; m++, sign = -sign) {
        const double below = W[0] - sign * mu * W[1], P = need / below;
        if (below > 0.0 && sign * (a[1] + P * (W[3] - sign * mu * W[4])) >= 0.0) {
            x[0] = P;
            x[1] = -sign * mu * P;
            return 1;
        }
    }
    x[0] = need / W[0];
    x[1] = 0.0;
    return MOREAU_UNFIT;
}

#endif
