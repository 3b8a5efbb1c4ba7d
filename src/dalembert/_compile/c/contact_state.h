/* Contacts at a state, beside constraints: what these leave free, and the accelerations without contact forces.

   `_contact/contact_state.py` and `delassus.py` have the same for systems of any size.                         */
#ifndef DALEMBERT_CONTACT_STATE_H
#define DALEMBERT_CONTACT_STATE_H

/* Contacts at a state: gaps and slips with their rates, sizes in the gaps, M qdd + G^T lam = h with G qdd = gamma of the
   constraints, g'' = J qdd - gamma_gap. */
struct dalembert_contact_state {
    double *gap, *velocity, *size, *slip, *mu, *fixed, *M, *J, *H, *G, *h, *gamma_gap, *gamma_slip, *gamma;
    double *Z;       /* rows: an orthonormal basis of the directions that constraints leave free; 0 without constraints */
    double *L, *qdd; /* the Cholesky factor of Z M Z^T, and the accelerations without contact forces */
    int free;        /* how many these directions are */
};

/* Numbers that describe the contacts at a state. */
DALEMBERT_FUNCTION long long dalembert_contact_entries(const dalembert_hybrid *own)
{
    const long long n = own->run->n, rows = own->contacts + own->slips + own->constraints;
    return 4 * own->contacts + 4 * own->slips + own->constraints + n * (n + rows + 1);
}

/* A row of length one without its part along orthonormal ones; the square of what is left of it, and the coefficients
   that were taken. -1 of a row that is zero. */
DALEMBERT_FUNCTION double dalembert_orthogonal(const double *Q, int count, int n, const double *row, double *q,
                                               double *taken)
{
    double size = 0.0, rest = 0.0;
    int again, j, k;
    for (j = 0; j < n; j++) size += row[j] * row[j];
    if (!(size > 0.0)) return -1.0;
    size = sqrt(size);
    for (j = 0; j < n; j++) q[j] = row[j] / size;
    for (k = 0; k < count; k++) taken[k] = 0.0;
    taken[count] = size;
    for (again = 0; again < 2; again++)
        for (k = 0; k < count; k++) {
            double along = 0.0;
            for (j = 0; j < n; j++) along += Q[k * n + j] * q[j];
            for (j = 0; j < n; j++) q[j] -= along * Q[k * n + j];
            taken[k] += along;
        }
    for (j = 0; j < n; j++) rest += q[j] * q[j];
    return rest;
}

/* An orthonormal basis Q of the rows of constraints, how many of them are independent; Q qdd = c follows from
   G qdd = gamma. -1 where it is not certain which depend on one another. */
DALEMBERT_FUNCTION int dalembert_constraint_basis(const dalembert_hybrid *own, const struct dalembert_contact_state *now,
                                                  double *Q, double *c)
{
    const int n = (int)own->run->n;
    double taken[DALEMBERT_MOST + 1];
    int count = 0, i, j, k;
    for (i = 0; i < own->constraints; i++) {
        double *q = Q + count * n, value, rest = -1.0;
        if (count < n) rest = dalembert_orthogonal(Q, count, n, now->G + i * n, q, taken);
        if (!(rest > 1e-24)) continue; /* 1e-12 of its length: it follows from the others */
        if (!(rest > 1e-8)) return -1;
        value = now->gamma[i] / taken[count];
        for (k = 0; k < count; k++) value -= taken[k] * c[k];
        for (j = 0; j < n; j++) q[j] /= sqrt(rest);
        c[count++] = value / sqrt(rest);
    }
    return count;
}

/* Z, the free directions: unit vectors without their parts along Q, the longest first; then L and qdd. 0 if what is
   free has inertia. */
DALEMBERT_FUNCTION int dalembert_free_directions(dalembert_hybrid *own, struct dalembert_contact_state *now)
{
    const int n = (int)own->run->n;
    double *Q = dalembert_room(own, n * n), *c = dalembert_room(own, n), *unit = dalembert_room(own, n);
    double *rest = dalembert_room(own, n), taken[DALEMBERT_MOST + 1];
    int held, count, i, j, k;
    if (!Q || !c || !unit || !rest) return 1;
    held = dalembert_constraint_basis(own, now, Q, c);
    if (held < 0) return 1;
    for (count = held; count < n; count++) {
        double *q = Q + count * n, length;
        int longest = 0;
        for (j = 0; j < n; j++) {
            double size = 1.0;
            for (k = 0; k < count; k++) size -= Q[k * n + j] * Q[k * n + j];
            unit[j] = 0.0;
            rest[j] = size;
            if (size > rest[longest]) longest = j;
        }
        unit[longest] = 1.0;
        length = dalembert_orthogonal(Q, count, n, unit, q, taken);
        for (j = 0; j < n; j++) q[j] /= sqrt(length);
    }
    now->Z = Q + held * n;
    now->free = n - held;
    for (j = 0; j < n; j++) {
        now->qdd[j] = 0.0;
        for (k = 0; k < held; k++) now->qdd[j] += Q[k * n + j] * c[k];
    }
    for (i = 0; i < now->free; i++) {
        double *z = now->Z + i * n;
        for (j = 0; j < n; j++) {
            unit[j] = 0.0;
            for (k = 0; k < n; k++) unit[j] += now->M[j * n + k] * z[k];
        }
        c[i] = 0.0;
        for (j = 0; j < n; j++) c[i] += z[j] * now->h[j] - unit[j] * now->qdd[j];
        for (k = 0; k <= i; k++) {
            double sum = 0.0;
            for (j = 0; j < n; j++) sum += unit[j] * now->Z[k * n + j];
            now->L[i * now->free + k] = sum;
        }
    }
    if (dalembert_cholesky(now->L, now->free)) return 1;
    dalembert_forward(now->L, c, now->free);
    dalembert_backward(now->L, c, now->free);
    for (i = 0; i < now->free; i++)
        for (j = 0; j < n; j++) now->qdd[j] += now->Z[i * n + j] * c[i];
    return 0;
}

/* x = L^-1 Z x, with zeros behind it, and x = Z^T L^-T x, in place: rows of contacts to what constraints leave of them,
   and changes of the speeds. */
DALEMBERT_FUNCTION void dalembert_reduce(const struct dalembert_contact_state *now, double *x, int n)
{
    double z[DALEMBERT_MOST], whole = 0.0, left = 0.0;
    int i, j;
    if (now->Z) {
        for (i = 0; i < now->free; i++) {
            z[i] = 0.0;
            for (j = 0; j < n; j++) z[i] += now->Z[i * n + j] * x[j];
            left += z[i] * z[i];
        }
        for (j = 0; j < n; j++) whole += x[j] * x[j];
        for (j = 0; j < n; j++) x[j] = j < now->free && left > 1e-24 * whole ? z[j] : 0.0;
    }
    dalembert_forward(now->L, x, now->free);
}

DALEMBERT_FUNCTION void dalembert_expand(const struct dalembert_contact_state *now, double *x, int n)
{
    double z[DALEMBERT_MOST];
    int i, j;
    dalembert_backward(now->L, x, now->free);
    if (!now->Z) return;
    for (i = 0; i < now->free; i++) z[i] = x[i];
    for (j = 0; j < n; j++) {
        x[j] = 0.0;
        for (i = 0; i < now->free; i++) x[j] += now->Z[i * n + j] * z[i];
    }
}

/* The contacts at a state; 0 if M is regular on what constraints leave free. */
DALEMBERT_FUNCTION int dalembert_contact_state_at(dalembert_hybrid *own, double t, const double *y, const double *peak,
                                                  struct dalembert_contact_state *now)
{
    const long long n = own->run->n, contacts = own->contacts, slips = own->slips;
    const long long entries = dalembert_contact_entries(own);
    double *out = dalembert_room(own, entries), most = 0.0, health = 1.0;
    long long i, j;
    now->L = dalembert_room(own, n * n);
    now->qdd = dalembert_room(own, n);
    if (!out || !now->L || !now->qdd) return 1;
    dalembert_inputs(own->run, t, y, &health);
    DALEMBERT_CALL(own->contact_state, t, y, own->run->u, out, &health);
    now->gap = out;
    now->velocity = now->gap + contacts;
    now->size = now->velocity + contacts;
    now->slip = now->size + contacts;
    now->mu = now->slip + slips;
    now->fixed = now->mu + slips;
    now->M = now->fixed + slips;
    now->J = now->M + n * n;
    now->H = now->J + contacts * n;
    now->G = now->H + slips * n;
    now->h = now->G + own->constraints * n;
    now->gamma_gap = now->h + n;
    now->gamma_slip = now->gamma_gap + contacts;
    now->gamma = now->gamma_slip + slips;
    now->Z = 0;
    now->free = (int)n;
    for (i = 0; i < n; i++) most = fmax(most, fabs(y[i]));
    for (i = 0; i < contacts; i++) {
        double sum = 0.0, earlier = 0.0;
        for (j = 0; j < n; j++) {
            sum += fabs(now->J[i * n + j]);
            earlier += fabs(now->J[i * n + j]) * peak[j];
        }
        now->size[i] = fmax(fmax(now->size[i], sum * own->tolerances->SMALL * most), earlier * own->tolerances->MEMORY);
    }
    if (dalembert_first_bad(out, entries) >= 0) return 1;
    for (i = 0; i < slips; i++)
        if (now->fixed[i] < now->mu[i] - own->tolerances->ZERO * fabs(now->mu[i])) return 1;
    if (own->constraints) return dalembert_free_directions(own, now);
    for (i = 0; i < n * n; i++) now->L[i] = now->M[i];
    if (dalembert_cholesky(now->L, (int)n)) return 1;
    for (i = 0; i < n; i++) now->qdd[i] = now->h[i];
    dalembert_forward(now->L, now->qdd, (int)n);
    dalembert_backward(now->L, now->qdd, (int)n);
    return 0;
}

#endif
