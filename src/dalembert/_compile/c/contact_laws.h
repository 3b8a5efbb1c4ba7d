/* The functions of contacts: gaps of all of them, and of those that are near what a step needs besides.

   Contacts alike share a function; what goes into it is gathered from a pool of numbers. A contact is near if it may
   close in the step, is closed, or has come to half of the distance at which its row J was computed last. */
#ifndef DALEMBERT_CONTACT_LAWS_H
#define DALEMBERT_CONTACT_LAWS_H

/* The numbers that go into functions of contacts, at the state in `pack`. */
DALEMBERT_FUNCTION void moreau_pool(const dalembert_run *run, const dalembert_moreau *own, double t, const double *pack,
                                    double *pool)
{
    const double *shared = MOREAU_DRIVE(own) + own->constraints;
    const long long size = run->tested + 1;
    long long i;
    for (i = 0; i < size; i++) pool[i] = pack[i];
    for (i = 0; i < own->inputs; i++) pool[size + i] = run->u[i];
    pool[size + own->inputs] = t;
    for (i = 0; i < own->shared; i++) pool[size + own->inputs + 1 + i] = shared[i];
}

DALEMBERT_FUNCTION double moreau_gap(const dalembert_moreau *own, int contact, const double *pool)
{
    double health = 1.0, *given = own->given;
    int k, i = 0;
    for (k = own->gap_first[contact]; k < own->gap_first[contact + 1]; k++) given[i++] = pool[own->gap_input[k]];
    DALEMBERT_CALL(own->shapes[own->gap_shape[contact]], 0.0, given, given, own->made, &health);
    return own->made[0];
}

/* Velocities, rows and laws of a contact; 1 where one is not finite, restitutions left out. */
DALEMBERT_FUNCTION int moreau_touch(dalembert_moreau *own, int contact)
{
    const int r0 = own->contact_row[contact], m = own->contact_row[contact + 1] - r0, at = own->row_first[r0];
    const int entries = own->row_first[r0 + m] - at;
    const double *made = own->made;
    double health = 1.0, *given = own->given;
    int k, i = 0;
    for (k = own->touch_first[contact]; k < own->touch_first[contact + 1]; k++)
        given[i++] = own->pool[own->touch_input[k]];
    DALEMBERT_CALL(own->shapes[own->touch_shape[contact]], 0.0, given, given, own->made, &health);
    for (k = 0; k < m; k++) {
        MOREAU_U(own)[r0 + k] = made[k];
        MOREAU_OFFSET(own)[r0 + k] = made[m + k];
        MOREAU_BEND(own)[r0 + k] = made[2 * m + k];
    }
    for (k = 0; k < entries; k++) MOREAU_J(own)[at + k] = made[3 * m + k];
    made += 3 * m + entries;
    MOREAU_MU(own)[contact] = made[0];
    MOREAU_STICKING(own)[contact] = made[1];
    MOREAU_E(own)[contact] = made[2];
    own->ease[contact] = moreau_ease(own, r0);
    return dalembert_first_bad(own->made, 3 * m + entries + 2) >= 0;
}

/* The speed that forces give what a contact reaches in a step, in the norm of the diagonal of S: the largest of all. */
DALEMBERT_FUNCTION void moreau_spread(dalembert_moreau *own)
{
    double most = 0.0;
    int contact, k;
    for (contact = 0; contact < own->contacts; contact++) {
        const int r = own->contact_row[contact];
        double sum = 0.0;
        for (k = own->row_first[r]; k < own->row_first[r + 1]; k++) {
            const int at = own->column[k];
            if (own->diagonal[at] > 0.0) sum += own->diagonal[at] * own->free[at] * own->free[at];
        }
        if (sum > most) most = sum;
    }
    own->spread = sqrt(most);
}

/* Gaps and laws of all contacts, at the state in the pack. */
DALEMBERT_FUNCTION int moreau_all_laws(dalembert_run *run, dalembert_moreau *own, double t)
{
    int contact;
    moreau_pool(run, own, t, own->pack, own->pool);
    for (contact = 0; contact < own->contacts; contact++) {
        const double gap = MOREAU_GAP(own)[contact] = moreau_gap(own, contact, own->pool);
        if (!(gap - gap == 0.0) || moreau_touch(own, contact)) return DALEMBERT_NOT_FINITE;
    }
    return DALEMBERT_RUNNING;
}

/* The same at the middle of a step of which the free motion is known, and laws only of near contacts, unless all are
   asked for. */
DALEMBERT_FUNCTION int moreau_near_laws(dalembert_run *run, dalembert_moreau *own, double t, double dt, int all)
{
    const long long n = run->n;
    long long i;
    int contact, r;
    moreau_pool(run, own, t, own->pack, own->pool);
    moreau_spread(own);
    if (!all) {
        moreau_pool(run, own, t + 0.5 * dt, own->pack, own->pool_end);
        for (i = 0; i < n; i++) {
            own->pool_end[n + i] += own->free[own->seat[i]];
            own->pool_end[i] += 0.5 * dt * own->pool_end[n + i];
        }
    }
    own->nears = 0;
    for (contact = 0; contact < own->contacts; contact++) {
        const double gap = MOREAU_GAP(own)[contact] = moreau_gap(own, contact, own->pool);
        int near = all || !own->gap_free[contact] || own->force[own->contact_row[contact]] > 0.0 ||
                   gap <= 0.5 * own->seen[contact];
        if (!(gap - gap == 0.0)) return DALEMBERT_NOT_FINITE;
        if (!near) {
            const double end = moreau_gap(own, contact, own->pool_end);
            const double layer = 0.5 * dt * own->spread * sqrt(own->ease[contact]); /* twice that of moreau_active */
            near = !(fmin(gap, end) > layer + 0.25 * fabs(gap - end));
        }
        if (!near) {
            own->seen[contact] = fmax(own->seen[contact], gap);
            own->struck[contact] = own->slides[contact] = 0;
            for (r = own->contact_row[contact]; r < own->contact_row[contact + 1]; r++) own->x[r] = 0.0;
            continue;
        }
        if (moreau_touch(own, contact)) return DALEMBERT_NOT_FINITE;
        own->seen[contact] = gap;
        own->drop[contact] = own->spread * sqrt(own->ease[contact]);
        own->near[own->nears++] = contact;
    }
    return DALEMBERT_RUNNING;
}

#endif
