/* All active contacts at once, by the semismooth Newton method of Alart and Curnier (Comput. Methods Appl. Mech. Eng. 92,
   1991). With u = u_0 + W x, P and R in x, and some r > 0 the laws of `coulomb.h` say

       P = max(0, p),   R = the point of the disc of radius mu p nearest to R - r u_t,   p = P - r (u_n - goal)

   These equations have kinks; on each side of one they have a slope. As u_n = goal where p > 0, a step of Newton's method
   solves A dx = -F with A = Q W + E, where Q and E act on the rows of one contact:

       open: dx = -x;   closed: r u_n+ = r goal;   stuck: r u_t+ = 0;
       slipping along d: (1 - T) dR + r T du_t - mu d dP = ...,   T = mu p / |R - r u_t| (1 - d d^T), 0 on a line

   The Delassus matrix W has blocks only between contacts that reach a common block of S: so has A, and it is factorised
   as a sparse matrix.

   Contacts that depend on one another make W singular, and Newton's method runs in circles. So it is given a proximal
   point c: with W + s diag(W) instead of W and u_0 - s diag(W) c instead of u_0, where s > 0 is small, the problem is a
   regular one, and its solution is the next c. A solution for c = x is one for s = 0. After each that is found soon s
   becomes smaller, and larger where none is found (R. T. Rockafellar, SIAM J. Control Optim. 14, 1976). A step begins
   with the s that the step before got on with: at rest the smallest, and then one or two linear systems are enough.

   The order of elimination is kept while the active contacts are the same, and the factors while all of them stay
   open, slip or stick as they did. */
#ifndef DALEMBERT_CONTACT_NEWTON_H
#define DALEMBERT_CONTACT_NEWTON_H

#define MOREAU_ITERATIONS 15 /* for one proximal point */
#define MOREAU_SOON 3        /* of them */
#define MOREAU_ALL 60        /* for all of them together */
#define MOREAU_HALVINGS 5
#define MOREAU_BEGINS 1e-2   /* s of the first step of a run */
#define MOREAU_LEAST 1e-8    /* s at least */
#define MOREAU_FLAT 4        /* proximal points that bring nothing */

/* Which active contacts reach a common block of S: the pattern of their Delassus matrix, as sets, or noted in lists. */
DALEMBERT_FUNCTION void moreau_pattern(dalembert_moreau *own, int count, int lists)
{
    int k, i, nodes = 0, node;
    for (i = 0; i < own->blocks; i++) own->first_touch[i] = -1;
    if (!lists) blocks_clear(&own->factors, count);
    for (k = 0; k < count; k++) {
        const int contact = own->active[k];
        for (i = own->hit_first[own->contact_row[contact]]; i < own->hit_first[own->contact_row[contact + 1]]; i++) {
            int *first = own->first_touch + own->hit[i];
            if (*first >= 0 && own->touch_of[*first] == k) continue;
            for (node = *first; node >= 0; node = own->next_touch[node])
                if (lists) blocks_note(&own->factors, k, own->touch_of[node]);
                else blocks_connect(&own->factors, k, own->touch_of[node]);
            own->touch_of[nodes] = k;
            own->next_touch[nodes] = *first;
            *first = nodes++;
        }
    }
}

/* The same with an order of elimination, unless it is that of the step before; 1 where there is no room. */
DALEMBERT_FUNCTION int moreau_ordering(dalembert_moreau *own, int count)
{
    int k;
    for (k = 0; k < count && count == own->pattern_count && own->active[k] == own->pattern_of[k]; k++) {}
    if (count && k == count) return 0;
    own->pattern_count = 0;
    if (count > own->factors.most) return 1;
    moreau_pattern(own, count, 0);
    if (blocks_order(&own->factors, count)) return 1;
    moreau_pattern(own, count, 1);
    for (k = 0; k < count; k++) own->pattern_of[k] = own->active[k];
    own->pattern_count = count;
    return 0;
}

/* The blocks of the Delassus matrix W = J S^-1 J^T of the active contacts beside its diagonal, which `local` has. */
DALEMBERT_FUNCTION int moreau_delassus(dalembert_moreau *own, int count, int B)
{
    dalembert_blocks *f = &own->factors;
    const double *J = MOREAU_J(own);
    int p, k, i, j, a;
    if (moreau_ordering(own, count)) return 1;
    for (i = 0; i < own->unknowns; i++) own->shift[i] = 0.0;
    for (k = 0; k < f->first[count]; k++)
        for (i = 0; i < B * B && f->connected[k]; i++) f->given_upper[k * B * B + i] = f->given_lower[k * B * B + i] = 0.0;
    for (p = 0; p < count; p++) {
        const int contact = own->active[f->order[p]], r0 = own->contact_row[contact];
        for (i = 0; r0 + i < own->contact_row[contact + 1]; i++) {
            const int row = r0 + i;
            for (a = own->response_at[row]; a < own->response_at[row + 1]; a++) own->shift[own->answer[a]] = own->response[a];
            for (k = f->first[p]; k < f->first[p + 1]; k++) {
                const int other = own->active[f->order[f->later[k]]], s0 = own->contact_row[other];
                if (!f->connected[k]) continue;
                for (j = 0; s0 + j < own->contact_row[other + 1]; j++)
                    f->given_lower[k * B * B + j * B + i] = moreau_along(own, s0 + j, own->shift);
            }
            for (a = own->response_at[row]; a < own->response_at[row + 1]; a++) own->shift[own->answer[a]] = 0.0;
            for (a = own->row_first[row]; a < own->row_first[row + 1]; a++) own->shift[own->column[a]] = J[a];
            for (k = f->first[p]; k < f->first[p + 1]; k++) {
                const int other = own->active[f->order[f->later[k]]], s0 = own->contact_row[other];
                if (!f->connected[k]) continue;
                for (j = 0; s0 + j < own->contact_row[other + 1]; j++) {
                    double sum = 0.0;
                    for (a = own->response_at[s0 + j]; a < own->response_at[s0 + j + 1]; a++)
                        sum += own->response[a] * own->shift[own->answer[a]];
                    f->given_upper[k * B * B + i * B + j] = sum;
                }
            }
            for (a = own->row_first[row]; a < own->row_first[row + 1]; a++) own->shift[own->column[a]] = 0.0;
        }
    }
    return 0;
}

/* By how much impulses x with velocities u miss the equations of one contact; 0 open, 1 slipping, 2 stuck, 3 without
   friction. `way`: the direction of friction where it slips, and mu p / |R - r u_t|. */
DALEMBERT_FUNCTION int moreau_missed(const dalembert_moreau *own, int contact, double r, const double *x, const double *u,
                                     double *F, double *way)
{
    const int m = own->contact_row[contact + 1] - own->contact_row[contact];
    const double mu = MOREAU_MU(own)[contact], sticking = MOREAU_STICKING(own)[contact];
    const double p = x[0] - r * (u[0] - own->goal[contact]);
    double size = 0.0;
    int i;
    F[0] = p > 0.0 ? r * (u[0] - own->goal[contact]) : x[0];
    for (i = 1; i < m; i++) F[i] = x[i];
    if (!(p > 0.0)) return 0;
    if (m == 1 || !(mu > 0.0 || sticking > 0.0)) return 3;
    for (i = 1; i < m; i++) {
        way[i - 1] = own->slides[contact] ? -own->way[2 * contact + i - 1] : x[i] - r * u[i];
        size += way[i - 1] * way[i - 1];
    }
    size = sqrt(size);
    way[2] = 0.0;
    if (!own->slides[contact]) {
        if (size <= sticking * p) {
            for (i = 1; i < m; i++) F[i] = r * u[i];
            return 2;
        }
        for (i = 1; i < m; i++) way[i - 1] /= size;
        if (m > 2) way[2] = mu * p / size;
    }
    for (i = 1; i < m; i++) F[i] -= mu * p * way[i - 1];
    return 1;
}

/* The same for all, by positions, with a proximal point; the sum of squares. `worst`: the largest as a velocity. */
DALEMBERT_FUNCTION double moreau_residual(dalembert_moreau *own, int count, int B, double s, const double *x,
                                          const double *u, double *worst)
{
    double sum = 0.0;
    int p, i;
    *worst = 0.0;
    for (p = 0; p < count; p++) {
        const int contact = own->active[own->factors.order[p]];
        const double *W = own->local + 9 * contact;
        double *F = own->newton_miss + p * B, v[3];
        for (i = 0; i < B; i++) {
            F[i] = 0.0;
            v[i] = u[p * B + i] + s * W[4 * i] * (x[p * B + i] - own->newton_centre[p * B + i]);
        }
        own->phase[p] = moreau_missed(own, contact, 1.0 / W[0], x + p * B, v, F, own->newton_way + 3 * p);
        for (i = 0; i < B; i++) {
            sum += F[i] * F[i];
            *worst = dalembert_larger(*worst, fabs(F[i]) * W[4 * i]);
        }
    }
    return sum;
}

/* The right side of the rows of one contact. */
DALEMBERT_FUNCTION void moreau_side(const dalembert_moreau *own, int p, int B, double r, double u, double *side)
{
    const int contact = own->active[own->factors.order[p]], m = own->contact_row[contact + 1] - own->contact_row[contact];
    const double *F = own->newton_miss + p * B, *way = own->newton_way + 3 * p;
    int i;
    for (i = 0; i < B; i++) side[i] = -F[i];
    if (own->phase[p] != 1) return;
    for (i = 1; i < m; i++) side[i] += MOREAU_MU(own)[contact] * way[i - 1] * r * (u - own->goal[contact]);
}

/* Q and E of one contact. */
DALEMBERT_FUNCTION void moreau_slopes(const dalembert_moreau *own, int p, int B, double r, double *Q, double *E)
{
    const int contact = own->active[own->factors.order[p]], phase = own->phase[p];
    const int m = own->contact_row[contact + 1] - own->contact_row[contact];
    const double mu = MOREAU_MU(own)[contact], *way = own->newton_way + 3 * p;
    int i, j;
    for (i = 0; i < B * B; i++) Q[i] = E[i] = 0.0;
    for (i = 0; i < B; i++) {
        const int law = i < m && (i ? phase == 2 : phase > 0);
        if (law) Q[i * B + i] = r;
        else E[i * B + i] = 1.0;
    }
    if (phase != 1) return;
    for (i = 1; i < m; i++) {
        E[i * B] = -mu * way[i - 1];
        for (j = 1; j < m && way[2] > 0.0; j++) {
            const double T = way[2] * ((i == j ? 1.0 : 0.0) - way[i - 1] * way[j - 1]);
            E[i * B + j] -= T;
            Q[i * B + j] += r * T;
        }
    }
}

/* Whether the factors are those of A as the contacts are now; if not, what they will be of is noted. Friction on a line
   has one of two ways, and A depends on nothing else. */
DALEMBERT_FUNCTION int moreau_factored(dalembert_moreau *own, int count, double s)
{
    int p, same = own->factored > 0.0 && own->factored == s;
    for (p = 0; p < count; p++) {
        const double *way = own->newton_way + 3 * p;
        const int slips = own->phase[p] == 1, plane = slips && way[2] > 0.0;
        const int now = slips && way[0] < 0.0 ? -1 : own->phase[p];
        if (plane || now != own->factored_phase[p]) same = 0;
        own->factored_phase[p] = now;
    }
    own->factored = s;
    return same;
}

/* A = Q W of blocks with B rows. */
DALEMBERT_FUNCTION void moreau_times(double *A, const double *Q, const double *W, int B)
{
    double a[9] = {0.0}, q[9], w[9];
    int i, j, l;
    for (i = 0; i < B * B; i++) {
        q[i] = Q[i];
        w[i] = W[i];
    }
    for (i = 0; i < B; i++)
        for (l = 0; l < B; l++)
            for (j = 0; j < B; j++) a[i * B + j] += q[i * B + l] * w[l * B + j];
    for (i = 0; i < B * B; i++) A[i] = a[i];
}

/* A of the equations as they stand, from Q, E and W. */
DALEMBERT_FUNCTION void moreau_fill(dalembert_moreau *own, int count, int B, double s)
{
    dalembert_blocks *f = &own->factors;
    const int size = B * B;
    int p, k, i, j, l;
    for (p = 0; p < count; p++) {
        const double *W = own->local + 9 * own->active[f->order[p]];
        double *Q = own->newton_slope + p * size, *A = f->diagonal + p * size;
        moreau_slopes(own, p, B, 1.0 / W[0], Q, A);
        for (i = 0; i < B; i++)
            for (l = 0; l < B; l++) {
                const double q = Q[i * B + l];
                if (q == 0.0) continue;
                for (j = 0; j < B; j++) A[i * B + j] += q * W[3 * l + j] * (j == l ? 1.0 + s : 1.0);
            }
    }
    for (p = 0; p < count; p++)
        for (k = f->first[p]; k < f->first[p + 1]; k++) {
            if (f->connected[k]) {
                moreau_times(f->upper + k * size, own->newton_slope + p * size, f->given_upper + k * size, B);
                moreau_times(f->lower + k * size, own->newton_slope + f->later[k] * size, f->given_lower + k * size, B);
            } else
                for (i = 0; i < size; i++) f->upper[k * size + i] = f->lower[k * size + i] = 0.0;
        }
}

/* A dx = -F of Newton's method; 1 where A is singular. */
DALEMBERT_FUNCTION int moreau_direction(dalembert_moreau *own, int count, int B, double s)
{
    const double *x = own->newton_x, *u = own->newton_u, *centre = own->newton_centre;
    int p;
    own->solutions++;
    if (!moreau_factored(own, count, s)) {
        moreau_fill(own, count, B, s);
        if (blocks_factor(&own->factors, count, B)) {
            own->factored = 0.0;
            return 1;
        }
    }
    for (p = 0; p < count; p++) {
        const double *W = own->local + 9 * own->active[own->factors.order[p]];
        const double speed = u[p * B] + s * W[0] * (x[p * B] - centre[p * B]);
        moreau_side(own, p, B, 1.0 / W[0], speed, own->newton_step + p * B);
    }
    blocks_solve(&own->factors, own->newton_step, count, B);
    return 0;
}

/* The change W dx of velocities by a step. */
DALEMBERT_FUNCTION void moreau_answer(dalembert_moreau *own, int count, int B)
{
    const dalembert_blocks *f = &own->factors;
    const double *x = own->newton_step;
    double *u = own->newton_answer;
    int p, k, i, j;
    for (p = 0; p < count; p++) {
        const double *W = own->local + 9 * own->active[f->order[p]];
        for (i = 0; i < B; i++) {
            u[p * B + i] = 0.0;
            for (j = 0; j < B; j++) u[p * B + i] += W[3 * i + j] * x[p * B + j];
        }
    }
    for (p = 0; p < count; p++)
        for (k = f->first[p]; k < f->first[p + 1]; k++) {
            const double *U = f->given_upper + k * B * B, *L = f->given_lower + k * B * B;
            const int q = f->later[k];
            if (!f->connected[k]) continue;
            for (i = 0; i < B; i++) {
                double sum = u[p * B + i], other = u[q * B + i];
                for (j = 0; j < B; j++) {
                    sum += U[i * B + j] * x[q * B + j];
                    other += L[i * B + j] * x[p * B + j];
                }
                u[p * B + i] = sum;
                u[q * B + i] = other;
            }
        }
}

/* x and u after the longest part of a step that brings the equations nearer, or after all of it; the sum of squares. */
DALEMBERT_FUNCTION double moreau_line(dalembert_moreau *own, int count, int B, double s, double before, double *worst)
{
    double *x = own->newton_x, *u = own->newton_u, part = 1.0, sum = before;
    int half, i;
    for (half = 0; half <= MOREAU_HALVINGS; half++) {
        if (half == MOREAU_HALVINGS) part = 1.0;
        for (i = 0; i < count * B; i++) {
            own->newton_trial[i] = x[i] + part * own->newton_step[i];
            own->newton_speed[i] = u[i] + part * own->newton_answer[i];
        }
        sum = moreau_residual(own, count, B, s, own->newton_trial, own->newton_speed, worst);
        if (sum < (1.0 - 1e-4 * part) * before) break;
        part *= 0.5;
    }
    for (i = 0; i < count * B; i++) {
        x[i] = own->newton_trial[i];
        u[i] = own->newton_speed[i];
    }
    return sum;
}

/* Newton's method for one proximal point: the steps it took, or 0 where it found nothing. */
DALEMBERT_FUNCTION int moreau_proximal(dalembert_moreau *own, int count, int B, double s, double close)
{
    double worst, sum;
    int pass;
    sum = moreau_residual(own, count, B, s, own->newton_x, own->newton_u, &worst);
    for (pass = 1; pass <= MOREAU_ITERATIONS; pass++) {
        if (moreau_direction(own, count, B, s)) return 0;
        moreau_answer(own, count, B);
        sum = moreau_line(own, count, B, s, sum, &worst);
        if (!(sum <= 1e300)) return 0;
        if (worst <= close) return pass;
    }
    return 0;
}

/* x and u by positions from the impulses there are, for z that has them. */
DALEMBERT_FUNCTION void moreau_gather(dalembert_moreau *own, int count, int B, const double *base)
{
    int p, i;
    for (p = 0; p < count; p++) {
        const int contact = own->active[own->factors.order[p]], r0 = own->contact_row[contact];
        for (i = 0; i < B; i++) {
            const int there = r0 + i < own->contact_row[contact + 1];
            own->newton_x[p * B + i] = there ? own->x[r0 + i] : 0.0;
            own->newton_u[p * B + i] = there ? base[r0 + i] + moreau_along(own, r0 + i, own->z) : 0.0;
        }
    }
}

/* x of proximal points, and z with what they add. */
DALEMBERT_FUNCTION void moreau_take(dalembert_moreau *own, int count, int B)
{
    int p, i;
    for (i = 0; i < own->unknowns; i++) own->z[i] = own->free[i];
    for (p = 0; p < count; p++) {
        const int contact = own->active[own->factors.order[p]], r0 = own->contact_row[contact];
        for (i = 0; r0 + i < own->contact_row[contact + 1]; i++) {
            own->x[r0 + i] = own->newton_centre[p * B + i];
            moreau_add(own, r0 + i, own->x[r0 + i], own->z);
        }
    }
}

/* Proximal points from the impulses there are, beginning with s, or with what the step before got on with if that is 0.
   What the last one misses as a velocity, and the impulses are its own; or -1, and they are as before. */
DALEMBERT_FUNCTION double moreau_newton_of(dalembert_moreau *own, int count, const double *base, double close, double s,
                                           int B)
{
    const long long until = own->solutions + MOREAU_ALL;
    double worst = 0.0, best = -1.0;
    int i, flat = 0;
    if (!own->ordered) {
        if (moreau_delassus(own, count, B)) return -1.0;
        own->ordered = 1;
        own->factored = 0.0;
    }
    if (!(s > 0.0)) s = own->nearness > 0.0 ? own->nearness : MOREAU_BEGINS;
    moreau_gather(own, count, B, base);
    for (i = 0; i < count * B; i++) own->newton_centre[i] = own->newton_x[i];
    while (own->solutions < until && flat < MOREAU_FLAT && !(best >= 0.0 && best <= close)) {
        const int passes = moreau_proximal(own, count, B, s, 0.1 * close);
        if (!passes) {
            for (i = 0; i < count * B; i++) own->newton_x[i] = own->newton_centre[i];
            if (best >= 0.0) moreau_take(own, count, B);
            moreau_gather(own, count, B, base);
            if (s >= 1.0) break;
            s = fmin(1000.0 * s, 1.0);
            continue;
        }
        for (i = 0; i < count * B; i++) own->newton_centre[i] = own->newton_x[i];
        moreau_residual(own, count, B, 0.0, own->newton_x, own->newton_u, &worst);
        flat = best >= 0.0 && worst > 0.5 * best ? flat + 1 : 0;
        if (passes <= MOREAU_SOON) s = fmax(0.1 * s, MOREAU_LEAST);
        if (best < 0.0) own->nearness = s;
        best = worst;
    }
    if (best >= 0.0) moreau_take(own, count, B);
    return best;
}

DALEMBERT_FUNCTION double moreau_newton(dalembert_moreau *own, int count, const double *base, double close, double s)
{
    switch (own->widest) { /* a number of rows that is known to the compiler makes straight code */
    case 1: return moreau_newton_of(own, count, base, close, s, 1);
    case 2: return moreau_newton_of(own, count, base, close, s, 2);
    default: return moreau_newton_of(own, count, base, close, s, 3);
    }
}

#endif
