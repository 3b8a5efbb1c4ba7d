/* The functions of contacts: gaps of all of them, and of those that are near what a step needs besides.

   Contacts alike share a function; what goes into it is gathered from a pool of numbers. A contact is near if it may
   close in the step, is closed, or has come to half of the distance at which its row J was computed last.

   With many bodies nearly all contacts are far from closing, and stay so for many steps. Interval arithmetic says which
   ones do as long as no coordinate goes farther than a reach of its own; the others are listed, and a step looks at no
   more than these. When a coordinate goes farther, or forces grow, a new list is made (L. Verlet, Phys. Rev. 159, 1967,
   for atoms). */
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
    double most = 0.0, *square = own->shift;
    int contact, k;
    long long i;
    for (i = 0; i < own->unknowns; i++)
        square[i] = own->diagonal[i] > 0.0 ? own->diagonal[i] * own->free[i] * own->free[i] : 0.0;
    for (contact = 0; contact < own->contacts; contact++) {
        const int r = own->contact_row[contact], end = own->row_first[r + 1];
        double sum = 0.0;
        for (k = own->row_first[r]; k < end; k++) sum += square[own->column[k]];
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

#define MOREAU_LASTING 32 /* steps that a list is made for */

/* Whether a contact stays farther than twice what makes it near, wherever coordinates are in their reach. */
DALEMBERT_FUNCTION int moreau_stays_far(const dalembert_run *run, const dalembert_moreau *own, int contact, double dt)
{
    const double layer = 0.5 * dt * own->spread * sqrt(own->ease[contact]);
    const int first = own->gap_first[contact], size = own->gap_first[contact + 1] - first;
    double health = 1.0, *given = own->given;
    int k;
    if (own->gap_bound[contact] < 0 || own->force[own->contact_row[contact]] > 0.0) return 0;
    for (k = 0; k < size; k++) {
        const int at = own->gap_input[first + k];
        const double reach = at < run->n ? own->reach[at] : 0.0;
        given[k] = own->pool[at] - reach;
        given[size + k] = own->pool[at] + reach;
    }
    DALEMBERT_CALL(own->shapes[own->gap_bound[contact]], 0.0, given, given, own->made, &health);
    return own->made[0] > 4.0 * layer && own->made[0] > 0.5 * own->seen[contact];
}

/* The contacts that a step has to look at. */
DALEMBERT_FUNCTION void moreau_list(dalembert_run *run, dalembert_moreau *own, double dt, int all)
{
    const long long n = run->n;
    double mean = 0.0;
    long long i;
    int contact, k, r, far = 0;
    if (all || !own->ties) {
        if (own->lists == own->contacts) return;
        for (contact = 0; contact < own->contacts; contact++) own->listed[contact] = contact;
        own->lists = own->contacts;
        return;
    }
    for (k = 0; k < own->ties && own->lists >= 0; k++) {
        const int at = own->tied[k];
        far = far || !(fabs(own->pool[at] - own->centre[at]) <= own->reach[at]) ||
              !(fabs(own->pool_end[at] - own->centre[at]) <= own->reach[at]);
    }
    if (own->lists >= 0 && !far && own->spread <= 2.0 * own->list_spread) return;
    for (i = 0; i < n; i++) {
        const double gain = MOREAU_LASTING * fabs(own->free[own->seat[i]]);
        own->centre[i] = own->pool[i];
        own->reach[i] = MOREAU_LASTING * dt * (fabs(own->pool[n + i]) + gain);
    }
    for (k = 0; k < own->ties; k++) mean += own->reach[own->tied[k]] / (double)own->ties;
    for (i = 0; i < n; i++) own->reach[i] += mean; /* what is at rest may be struck by what is not */
    own->list_spread = own->spread;
    own->lists_made++;
    own->lists = 0;
    for (contact = 0; contact < own->contacts; contact++) {
        if (moreau_stays_far(run, own, contact, dt)) {
            own->seen[contact] = dalembert_larger(own->seen[contact], own->made[0]);
            own->struck[contact] = own->slides[contact] = 0;
            for (r = own->contact_row[contact]; r < own->contact_row[contact + 1]; r++) own->x[r] = own->force[r] = 0.0;
            for (k = 0; k < 3; k++) own->noted[k * own->contacts + contact] = 0;
            for (k = 0; k < 3; k++) own->pressing[k * own->contacts + contact] = 0.0;
        } else own->listed[own->lists++] = contact;
    }
}

/* The same at the middle of a step of which the free motion is known, and laws only of near contacts, unless all are
   asked for. */
DALEMBERT_FUNCTION int moreau_near_laws(dalembert_run *run, dalembert_moreau *own, double t, double dt, int all)
{
    const long long n = run->n;
    long long i;
    int r, k;
    moreau_pool(run, own, t, own->pack, own->pool);
    moreau_spread(own);
    if (!all) {
        moreau_pool(run, own, t + 0.5 * dt, own->pack, own->pool_end);
        for (i = 0; i < n; i++) {
            own->pool_end[n + i] += own->free[own->seat[i]];
            own->pool_end[i] += 0.5 * dt * own->pool_end[n + i];
        }
    }
    moreau_list(run, own, dt, all);
    own->nears = 0;
    for (k = 0; k < own->lists; k++) {
        const int contact = own->listed[k];
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
