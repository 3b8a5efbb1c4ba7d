/* Contacts and switching surfaces at rest, decided together: stops and dry friction in the same joints.

   `_contact/rest_mode.py` has the same with the reasons: F = r + K x of x = (forces of contacts, parts of surfaces), the
   first not below zero, the others between zero and one.                                                      */
#ifndef DALEMBERT_REST_PROBLEM_H
#define DALEMBERT_REST_PROBLEM_H

enum { DALEMBERT_GUESSES = 60, DALEMBERT_SWEEPS = 40 };

struct dalembert_rest_problem {
    const double *K, *r, *noise; /* noise: what rounding leaves of F */
    double *F, *V, *side, *y; /* room for equations */
    int count, contacts;
    double close, zero, residual; /* tolerances */
};

DALEMBERT_FUNCTION double dalembert_rest_upper(const struct dalembert_rest_problem *of, int i)
{
    return i < of->contacts ? 1.7976931348623157e308 : 1.0;
}

/* Which entries are inside of their bounds; how many. */
DALEMBERT_FUNCTION int dalembert_rest_inside(const struct dalembert_rest_problem *of, const double *x, int *row)
{
    double size = 0.0;
    int found = 0, i;
    for (i = 0; i < of->contacts; i++) size = fmax(size, x[i]);
    for (i = 0; i < of->count; i++)
        if (x[i] > of->close * (i < of->contacts ? size : 1.0) && (i < of->contacts || x[i] < 1.0 - of->close))
            row[found++] = i;
    return found;
}

/* F = 0 solved for some entries, by the least change. */
DALEMBERT_FUNCTION void dalembert_rest_equations(const struct dalembert_rest_problem *of, double *x, const int *row,
                                                 int rows)
{
    int i, j;
    for (i = 0; i < rows; i++) {
        of->side[i] = -of->r[row[i]];
        for (j = 0; j < of->count; j++) of->side[i] -= of->K[row[i] * of->count + j] * x[j];
        for (j = 0; j < rows; j++) of->F[i * rows + j] = of->K[row[i] * of->count + row[j]];
    }
    if (rows) dalembert_shortest(of->F, of->V, of->side, of->y, rows, of->zero);
    for (i = 0; i < rows; i++) x[row[i]] += of->y[i];
}

/* Whether all conditions are met. */
DALEMBERT_FUNCTION int dalembert_rest_meets(const struct dalembert_rest_problem *of, const double *x)
{
    double most = 0.0;
    int i, j, met = 1;
    for (i = 0; i < of->count; i++) {
        double size = fabs(of->r[i]), F = of->r[i];
        for (j = 0; j < of->count; j++) {
            F += of->K[i * of->count + j] * x[j];
            size += fabs(of->K[i * of->count + j]) * fabs(x[j]);
        }
        of->side[i] = size;
        of->y[i] = F;
        most = fmax(most, size);
    }
    for (i = 0; i < of->count; i++) {
        const double least = of->close * fmax(of->side[i], of->residual * most), slack = fmax(least, of->noise[i]);
        const double upper = dalembert_rest_upper(of, i);
        met = met && x[i] >= 0.0 && x[i] <= upper && (x[i] <= 0.0 || !(of->y[i] > slack)) &&
              (x[i] >= upper || !(of->y[i] < -slack));
    }
    return met;
}

/* Sweeps of projected Gauss-Seidel, the parts of surfaces before the forces of contacts. */
DALEMBERT_FUNCTION void dalembert_rest_sweeps(const struct dalembert_rest_problem *of, double *x)
{
    int sweep, place, j;
    for (sweep = 0; sweep < DALEMBERT_SWEEPS; sweep++)
        for (place = 0; place < of->count; place++) {
            const int i = (of->contacts + place) % of->count;
            double F = of->r[i];
            if (!(of->K[i * of->count + i] > 0.0)) continue;
            for (j = 0; j < of->count; j++) F += of->K[i * of->count + j] * x[j];
            x[i] = fmin(fmax(x[i] - F / of->K[i * of->count + i], 0.0), dalembert_rest_upper(of, i));
        }
}

/* Whether the equations of some entries are independent. */
DALEMBERT_FUNCTION int dalembert_rest_independent(const struct dalembert_rest_problem *of, const int *row, int rows)
{
    int i, j, independent = 1;
    for (i = 0; i < rows; i++) {
        const double own = fmax(fabs(of->K[row[i] * of->count + row[i]]), 1e-300);
        of->side[i] = 0.0;
        for (j = 0; j < rows; j++)
            of->F[i * rows + j] = of->K[row[i] * of->count + row[j]] /
                                  sqrt(own * fmax(fabs(of->K[row[j] * of->count + row[j]]), 1e-300));
    }
    if (rows) dalembert_shortest(of->F, of->V, of->side, of->y, rows, of->zero);
    for (j = 0; j < rows; j++) { /* columns are as long as singular values now */
        double size = 0.0;
        for (i = 0; i < rows; i++) size += of->F[i * rows + j] * of->F[i * rows + j];
        independent = independent && sqrt(size) > of->close;
    }
    return independent;
}

/* Put one of the entries inside of their bounds onto one, if the others then meet all conditions; contacts first. */
DALEMBERT_FUNCTION int dalembert_rest_on_bound(const struct dalembert_rest_problem *of, double *x, const int *row,
                                               int rows, double *trial)
{
    int i, j, bound, others[DALEMBERT_MOST];
    for (i = 0; i < rows; i++)
        for (bound = 0; bound < (row[i] < of->contacts ? 1 : 2); bound++) {
            int count = 0;
            for (j = 0; j < of->count; j++) trial[j] = x[j];
            for (j = 0; j < rows; j++)
                if (j != i) others[count++] = row[j];
            trial[row[i]] = bound;
            dalembert_rest_equations(of, trial, others, count);
            if (!dalembert_rest_meets(of, trial)) continue;
            for (j = 0; j < of->count; j++) x[j] = trial[j];
            return 1;
        }
    return 0;
}

/* Values that meet all conditions, with equations that are independent; 0 where none were found. */
DALEMBERT_FUNCTION int dalembert_rest_solution(const struct dalembert_rest_problem *of, double *x, double *exact,
                                               double *trial)
{
    int guess, rows, i, row[DALEMBERT_MOST];
    for (i = 0; i < of->count; i++) x[i] = i < of->contacts ? 0.0 : 0.5;
    for (guess = 0; guess < DALEMBERT_GUESSES; guess++) {
        int place = 0;
        dalembert_rest_sweeps(of, x);
        rows = dalembert_rest_inside(of, x, row);
        for (i = 0; i < of->count; i++) {
            const int inside = place < rows && row[place] == i;
            exact[i] = inside ? x[i] : i >= of->contacts && x[i] > of->close ? 1.0 : 0.0;
            place += inside;
        }
        dalembert_rest_equations(of, exact, row, rows);
        if (!dalembert_rest_meets(of, exact)) continue;
        for (i = 0; i < of->count; i++) x[i] = exact[i];
        for (rows = dalembert_rest_inside(of, x, row); !dalembert_rest_independent(of, row, rows);
             rows = dalembert_rest_inside(of, x, row))
            if (!dalembert_rest_on_bound(of, x, row, rows, trial)) return 0;
        return 1;
    }
    return 0;
}

/* The surfaces at zero that attract the motion from both sides, as dry friction does, without contact forces; how
   many, or -1. */
DALEMBERT_FUNCTION int dalembert_attracting(dalembert_hybrid *own, const struct dalembert_transition *at, int *on)
{
    const dalembert_tolerances *are = own->tolerances;
    const long long used = own->work_used;
    const int most = (int)own->switches;
    double *sizes = dalembert_room(own, own->run->tested), *size = dalembert_room(own, most), *s = dalembert_room(own, most);
    double *A = dalembert_room(own, most * most), *flat = dalembert_room(own, most);
    struct dalembert_switching now;
    int zero[DALEMBERT_MOST], count = 0, found = 0, k;
    if (!sizes || !size || !s || !A || !flat || dalembert_switching_room(own, &now)) return -1;
    dalembert_switching_at(own, at->t, at->y, &now);
    dalembert_switching_sizes(own, at, &now, sizes, size);
    for (k = 0; k < most; k++)
        if (!own->counted[k] &&
            fabs(now.value[k]) <= (at->surface[k] ? are->SURFACE_DRIFT : are->GAP) * size[k])
            zero[count++] = k;
    if (count && dalembert_response(own, at, zero, count, 0.0, s, A, flat, 0)) return -1;
    for (k = 0; k < count; k++)
        if (A[k * count + k] < -flat[k]) on[found++] = zero[k];
    own->work_used = used;
    return found;
}

/* Which contacts at rest are active, and which surfaces are slid on: 1, or 0 where that is no such problem, or none of its
   solutions was found, or -1. */
DALEMBERT_FUNCTION int dalembert_decide_together(dalembert_hybrid *own, struct dalembert_transition *at,
                                                 const struct dalembert_contact_state *now)
{
    const int n = (int)own->run->n, contacts = at->rest_count;
    double *sides = own->p + own->sides, *qdd, *s, *B, *flat, *rows, *K, *r, *noise, *x, *more;
    struct dalembert_rest_problem of;
    struct dalembert_switching here;
    int on[DALEMBERT_MOST], row[DALEMBERT_MOST], surfaces, count, i, j, k;
    if (own->slips) return 0;
    own->base = 0;
    surfaces = dalembert_attracting(own, at, on);
    if (surfaces <= 0) return surfaces;
    count = contacts + surfaces;
    if (count > DALEMBERT_MOST) return -1;
    qdd = dalembert_room(own, (surfaces + 1) * n);
    s = dalembert_room(own, surfaces);
    B = dalembert_room(own, surfaces * surfaces);
    flat = dalembert_room(own, surfaces);
    rows = dalembert_room(own, count * n);
    K = dalembert_room(own, count * count);
    r = dalembert_room(own, count);
    noise = dalembert_room(own, count);
    x = dalembert_room(own, 3 * count);
    more = dalembert_room(own, 2 * count * (count + 1));
    if (!qdd || !s || !B || !flat || !rows || !K || !r || !noise || !x || !more || dalembert_switching_room(own, &here)) return -1;
    if (dalembert_response(own, at, on, surfaces, 0.0, s, B, flat, qdd)) return -1;
    dalembert_switching_at(own, at->t, at->y, &here);
    for (i = 0; i < count; i++) {
        for (j = 0; j < n; j++)
            rows[i * n + j] = i < contacts ? now->J[at->at_rest[i] * n + j]
                                           : here.slope[on[i - contacts] * own->run->tested + n + j];
        r[i] = i < contacts ? dalembert_gap_acceleration(now, at->at_rest[i], qdd, n) : -s[i - contacts];
        for (j = 0; j < n && i < contacts; j++) { /* on all sides: on one of them all forces may balance */
            double largest = 0.0;
            for (k = 0; k <= surfaces; k++) largest = fmax(largest, fabs(qdd[k * n + j]));
            noise[i] += own->tolerances->REST * fabs(rows[i * n + j]) * largest;
        }
        if (i >= contacts) noise[i] = flat[i - contacts];
        for (k = 0; k < surfaces; k++) {
            double change = 0.0;
            for (j = 0; j < n; j++) change += rows[i * n + j] * (qdd[(k + 1) * n + j] - qdd[j]);
            K[i * count + contacts + k] = i < contacts ? change : -B[(i - contacts) * surfaces + k];
        }
    }
    for (i = 0; i < count; i++) dalembert_reduce(now, rows + i * n, n);
    for (i = 0; i < count; i++)
        for (k = 0; k < contacts; k++) {
            double sum = 0.0;
            for (j = 0; j < n; j++) sum += rows[i * n + j] * rows[k * n + j];
            K[i * count + k] = i < contacts ? sum : -sum;
        }
    of.K = K;
    of.r = r;
    of.noise = noise;
    of.F = more;
    of.V = more + count * count;
    of.side = of.V + count * count;
    of.y = of.side + count;
    of.count = count;
    of.contacts = contacts;
    of.close = own->tolerances->COMPLEMENTARITY;
    of.zero = own->tolerances->ZERO;
    of.residual = own->tolerances->RESIDUAL_SIZE;
    if (!dalembert_rest_solution(&of, x, x + count, x + 2 * count)) return 0;
    for (i = 0; i < own->contacts; i++) at->active[i] = at->friction[i] = at->wedged[i] = 0;
    for (k = 0; k < own->switches; k++) at->surface[k] = 0;
    for (k = 0; k < surfaces; k++) sides[on[k]] = x[contacts + k] > 0.5 ? 1.0 : -1.0;
    count = dalembert_rest_inside(&of, x, row);
    for (i = 0; i < count; i++) {
        if (row[i] < contacts) at->active[at->at_rest[row[i]]] = 1;
        else at->surface[on[row[i] - contacts]] = 1;
    }
    return 1;
}

#endif
