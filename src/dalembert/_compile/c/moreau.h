/* Time stepping for many contacts with friction (J. J. Moreau, Nonsmooth Mechanics and Applications, 1988; M. Jean,
   Comput. Methods Appl. Mech. Engrg. 177 (1999) 235-257), with forces taken by the linearly implicit midpoint rule.

   With q_m = q + dt/2 v a step solves for dv = v+ - v, ds = s+ - s and the impulses L of constraints and x of contacts

       (M + dt/2 C + dt^2/4 K) dv - dt/2 h_s ds + G^T L = dt h + J^T x,   G dv = dt gamma,   C = -h_qd, K = -h_q,
       ds = dt (rates + their slopes by half of dv and ds)

   all at (t + dt/2, q_m, v, s): the right side at the middle of the step, to first order. Then q+ = q_m + dt/2 v+.
   Each contact that would close has P >= 0 and the impulses R of friction in x, and with u = J v + what moves by itself

       0 <= P  perpendicular to  u_n+ + e min(u_n, 0) >= 0,    |R| <= mu P, and R = -mu P u_t+ / |u_t+| where it slips

   where J is taken at the middle of the step, and u_n+ is that at its end, with what it gains in half a step because J
   turns: gaps that are closed stay so to second order. Slips are those at the middle: then rest is always a solution. */
#ifndef DALEMBERT_MOREAU_H
#define DALEMBERT_MOREAU_H

/* Positions moved out of contacts that a step went into, as little as S measures: tau >= 0, gap + J S^-1 J^T tau >= 0.
   `deep`: what every contact may be below zero without being moved. */
DALEMBERT_FUNCTION int moreau_lifted(dalembert_moreau *own, int count, double dt, const double *u)
{
    const double *gap = MOREAU_GAP(own);
    double scale = 0.0;
    int k, sweep, moved = 0;
    long long i;
    for (k = 0; k < count; k++) {
        const int contact = own->active[k], r = own->contact_row[contact];
        const double turn = 0.25 * dt * MOREAU_BEND(own)[r];
        const double end = gap[contact] + 0.5 * dt * (u[r] + turn + moreau_along(own, r, own->z));
        const double deep = 0.25 * dt * own->drop[contact] + 1e-12 * moreau_reach(own, r, own->size);
        const int below = end < -deep && own->x[r] > 0.0;
        own->goal[contact] = below ? -end : end < 0.0 ? 0.0 : -end; /* what the shift must at least raise it by */
        if (below) {
            moved = 1;
            scale = dalembert_larger(scale, -end);
        }
    }
    if (!moved) return 0;
    for (i = 0; i < own->unknowns; i++) own->shift[i] = 0.0;
    for (k = 0; k < count; k++) own->tau[own->active[k]] = 0.0;
    for (sweep = 0; sweep < 200; sweep++) {
        double change = 0.0;
        for (k = 0; k < count; k++) {
            const int contact = own->active[k], r = own->contact_row[contact];
            const double W = own->local[9 * contact];
            double *tau = own->tau + contact, next;
            if (!(W > 0.0)) continue;
            next = dalembert_larger(0.0, *tau + (own->goal[contact] - moreau_along(own, r, own->shift)) / W);
            change = dalembert_larger(change, W * fabs(next - *tau));
            moreau_add(own, r, next - *tau, own->shift);
            *tau = next;
        }
        if (change <= 1e-6 * scale) break;
    }
    return 1;
}

DALEMBERT_FUNCTION void moreau_powers(dalembert_run *run, dalembert_moreau *own, double t, double *powers)
{
    double health = 1.0;
    t = t < run->low ? run->low : t > run->high ? run->high : t;
    dalembert_inputs(run, t, own->pack, &health);
    DALEMBERT_CALL(own->powers, t, own->pack, run->u, powers, &health);
}

/* Which contacts a step may close: those whose gap at its middle, or at its end without contacts, is not above what
   forces move in a step; one that was closed stays so as long as it is not above what they moved in the longest of its
   steps. Their goals, first guesses and answers; -1 where one cannot give way, -2 where a restitution is not finite. */
DALEMBERT_FUNCTION int moreau_active(dalembert_moreau *own, double dt)
{
    const double *u = MOREAU_U(own), *gap = MOREAU_GAP(own), *e = MOREAU_E(own), *bend = MOREAU_BEND(own);
    int k, r, count = 0;
    own->ordered = 0;
    for (k = 0; k < own->nears; k++) {
        const int contact = own->near[k], r0 = own->contact_row[contact], before = own->force[r0] > 0.0;
        const double drop = own->drop[contact];
        const double free = moreau_along(own, r0, own->free);
        const double end = gap[contact] + 0.5 * dt * (u[r0] + 0.25 * dt * bend[r0] + free);
        const double layer = 0.25 * dt * drop + 1e-12 * moreau_reach(own, r0, own->size);
        double rounding;
        own->rim[contact] = before ? fmax(layer, own->rim[contact]) : layer;
        own->struck[contact] = 0;
        own->slides[contact] = 0;
        if (!(fmin(gap[contact], end) <= own->rim[contact])) {
            for (r = r0; r < own->contact_row[contact + 1]; r++) own->x[r] = 0.0;
            continue;
        }
        rounding = 1e-9 * moreau_reach(own, r0, own->pace);
        for (r = r0; r < own->contact_row[contact + 1]; r++) own->x[r] = before ? own->force[r] * dt : 0.0;
        if (!moreau_answers(own, contact)) {
            if (u[r0] + free < -1e-9 * drop - rounding) return -1;
            own->x[r0] = 0.0;
            continue;
        }
        /* struck: at the beginning of the step too, where a closed contact on a curved way has no speed */
        own->struck[contact] = fmax(u[r0], u[r0] - 0.5 * dt * bend[r0]) < -3.0 * drop - rounding;
        own->goal[contact] = u[r0] < 0.0 && (!before || own->struck[contact]) ? -e[contact] * u[r0] : 0.0;
        if (!(own->goal[contact] - own->goal[contact] == 0.0)) return -2;
        if (MOREAU_STICKING(own)[contact] != MOREAU_MU(own)[contact] && moreau_sliding(own, contact, 1.0))
            MOREAU_STICKING(own)[contact] = MOREAU_MU(own)[contact]; /* what slid slides on with mu until it stops */
        own->active[count++] = contact;
    }
    return count;
}

/* The impulses of the active contacts: with gaps closed to second order, or, where contacts that hold one another can
   not go on to move as they did, to first order. */
DALEMBERT_FUNCTION int moreau_impulses(dalembert_moreau *own, int count, double dt, double floor)
{
    const double *u = MOREAU_U(own), *bend = MOREAU_BEND(own);
    long long i;
    int k, r, status;
    if (!count) return DALEMBERT_RUNNING;
    for (k = 0; k < count; k++) {
        const int r0 = own->contact_row[own->active[k]];
        for (r = r0; r < own->contact_row[own->active[k] + 1]; r++) own->base[r] = u[r];
        own->base[r0] += 0.5 * dt * bend[r0];
    }
    status = moreau_solve(own, count, own->base, floor, MOREAU_FIRST, MOREAU_FEW);
    if (status != DALEMBERT_DIVERGED) return status;
    for (i = 0; i < own->unknowns; i++) own->z[i] = own->free[i];
    for (k = 0; k < count; k++)
        for (r = own->contact_row[own->active[k]]; r < own->contact_row[own->active[k] + 1]; r++)
            own->x[r] = own->force[r] * dt;
    return moreau_solve(own, count, u, floor, MOREAU_FIRST, MOREAU_SWEEPS);
}

/* A step from y at t; what happened is noted at one of three places. */
DALEMBERT_FUNCTION int moreau_step(dalembert_run *run, dalembert_moreau *own, double t, double dt, const double *y,
                                   double *out, int note)
{
    const long long n = run->n, ns = own->states, size = run->size;
    const double *u = MOREAU_U(own), *offset = MOREAU_OFFSET(own), *drive = MOREAU_DRIVE(own);
    double *smoothly = own->smoothly + note * n, *P = own->pressing + note * own->contacts, powers[4], moved[4];
    double floor = 0.0, held = 0.0, lasting = 0.0, rubbed = 0.0, begun = 0.0, lost = 0.0;
    int *closed = own->noted + note * own->contacts;
    long long i;
    int k, r, count, status, shock = 0, lifted;
    for (i = 0; i < n; i++) own->pack[i] = y[i] + 0.5 * dt * y[n + i];
    for (i = n; i < run->tested; i++) own->pack[i] = y[i];
    status = moreau_system(run, own, t + 0.5 * dt, dt);
    if (status) return status;
    moreau_free(own, dt);
    status = moreau_near_laws(run, own, t + 0.5 * dt, dt, !(run->dt_fixed > 0.0));
    if (status) return status;
    count = moreau_active(own, dt);
    if (count < 0) return count == -1 ? DALEMBERT_DIVERGED : DALEMBERT_NOT_FINITE;
    for (k = 0; k < count; k++)
        for (r = own->contact_row[own->active[k]]; r < own->contact_row[own->active[k] + 1]; r++)
            floor = fmax(floor, 1e-15 * (moreau_reach(own, r, own->pace) + moreau_reach(own, r, own->free)));
    for (i = 0; i < own->unknowns; i++) own->shift[i] = own->free[i]; /* with what pressed before */
    for (k = 0; k < count; k++)
        if (own->force[own->contact_row[own->active[k]]] > 0.0)
            for (r = own->contact_row[own->active[k]]; r < own->contact_row[own->active[k] + 1]; r++)
                moreau_add(own, r, own->force[r] * dt, own->shift);
    for (i = 0; i < n; i++) smoothly[i] = own->shift[own->seat[i]];
    status = moreau_impulses(own, count, dt, floor);
    if (status) return status;
    for (k = 0; k < own->lists; k++) {
        P[own->listed[k]] = 0.0;
        closed[own->listed[k]] = 0;
    }
    for (k = 0; k < count; k++) {
        const int contact = own->active[k], r0 = own->contact_row[contact];
        if (own->struck[contact] && own->x[r0] > 0.0) shock = 1;
    }
    for (k = 0; k < count; k++) { /* works of contacts, at the mean of the velocities before and after */
        const int contact = own->active[k], r0 = own->contact_row[contact];
        for (r = r0; r < own->contact_row[contact + 1]; r++) {
            const double mean = u[r] + 0.5 * moreau_along(own, r, own->z), x = own->x[r];
            held -= x * offset[r];
            if (own->struck[contact]) lost -= x * mean;
            else if (r == r0) lasting += x * mean;
            else {
                rubbed -= x * mean;
                begun -= x * u[r];
            }
        }
        P[contact] = own->x[r0] > 0.0 ? own->x[r0] - dt * own->force[r0] : 0.0; /* what is more than before */
        closed[contact] = own->struck[contact] ? 0 : own->stands[contact];
    }
    for (k = 0; k < own->lists; k++) { /* forces go on through an impact; what closes in it is seen after it */
        const int contact = own->listed[k], r0 = own->contact_row[contact];
        if (shock && !(own->force[r0] > 0.0)) closed[contact] = 0;
        for (r = r0; r < own->contact_row[contact + 1]; r++)
            own->force[r] = !closed[contact] ? 0.0 : shock ? own->force[r] : own->x[r] / dt;
    }
    own->lost[note] = shock ? lost : NAN;
    own->rubbing[note] = begun;
    if (!shock) lasting -= lost;
    for (i = 0; i < own->constraints; i++) held += own->z[own->seat[n + ns + i]] * drive[i]; /* -L G v, G v = -drive */
    for (i = 0; i < size; i++) out[i] = y[i];
    for (i = 0; i < n; i++) {
        out[n + i] = y[n + i] + own->z[own->seat[i]];
        out[i] = own->pack[i] + 0.5 * dt * out[n + i];
    }
    for (i = 0; i < ns; i++) out[2 * n + i] += own->z[own->seat[n + i]];
    lifted = count && moreau_lifted(own, count, dt, u);
    for (i = 0; i < run->tested; i++) own->pack[i] = 0.5 * (y[i] + out[i]);
    moreau_powers(run, own, t + 0.5 * dt, powers);
    out[own->dissipated] += dt * powers[0];
    out[own->efforts] += dt * powers[1];
    out[own->time] += dt * powers[2];
    out[own->held] += held;
    out[own->projection] += lasting;
    out[own->friction] += rubbed;
    if (lifted) {
        for (i = 0; i < run->tested; i++) own->pack[i] = out[i];
        moreau_powers(run, own, t + dt, powers);
        for (i = 0; i < n; i++) own->pack[i] = out[i] += own->shift[own->seat[i]];
        moreau_powers(run, own, t + dt, moved);
        out[own->projection] += moved[3] - powers[3];
    }
    return dalembert_settle(run, t + dt, out, 0);
}

/* The forces of a step of dt from a state where none fit the slips as they are: friction is against the slips that it
   leaves after the step, so that what would have to stop at once stops within it. */
DALEMBERT_FUNCTION int moreau_mean_forces(dalembert_moreau *own, int count, double dt, double floor)
{
    const double *u = MOREAU_U(own), *bend = MOREAU_BEND(own);
    long long i;
    int k, r;
    if (!(dt > 0.0)) return DALEMBERT_DIVERGED;
    for (i = 0; i < own->unknowns; i++) own->z[i] = own->free[i];
    for (k = 0; k < count; k++) {
        const int contact = own->active[k], r0 = own->contact_row[contact];
        if (own->slides[contact]) MOREAU_STICKING(own)[contact] = MOREAU_MU(own)[contact];
        own->slides[contact] = 0;
        for (r = r0; r < own->contact_row[contact + 1]; r++) {
            own->x[r] = 0.0;
            own->base[r] = bend[r] + (r > r0 ? u[r] / dt : 0.0);
            if (r > r0) floor = fmax(floor, 1e-15 * moreau_reach(own, r, own->pace) / dt);
        }
    }
    return moreau_solve(own, count, own->base, floor, 0, MOREAU_SWEEPS);
}

/* The forces of contacts at a state, those not closed left out: 0 <= f, u_n' >= 0; friction of what slides is known.
   They are sought near to those of the state before. Where none fit (Painleve's paradox) `mean` says so, and they are
   those of a step. z: accelerations, state rates, multipliers; x: forces of rows. `dt` also tells what is rest. */
DALEMBERT_FUNCTION int moreau_forces(dalembert_run *run, double t, const double *y, double dt, const int *closed,
                                     double *forces, double *accelerations, int *mean)
{
    dalembert_moreau *own = (dalembert_moreau *)run->own;
    const double *u = MOREAU_U(own), *bend = MOREAU_BEND(own);
    double floor = 0.0;
    long long i;
    int r, status, count = 0, contact;
    *mean = 0;
    for (i = 0; i < run->tested; i++) own->pack[i] = y[i];
    status = moreau_system(run, own, t, 0.0);
    if (status) return status;
    moreau_free(own, 1.0);
    moreau_pool(run, own, t, own->pack, own->pool);
    moreau_spread(own);
    own->ordered = 0;
    for (contact = 0; contact < own->contacts; contact++) {
        const int r0 = own->contact_row[contact], m = own->contact_row[contact + 1] - r0;
        own->slides[contact] = 0;
        if (closed[contact] && moreau_touch(own, contact)) return DALEMBERT_NOT_FINITE;
        if (!closed[contact] || !moreau_answers(own, contact)) {
            for (r = r0; r < r0 + m; r++) own->x[r] = 0.0;
            continue;
        }
        own->goal[contact] = 0.0;
        for (r = r0; r < r0 + m; r++) floor = fmax(floor, 1e-15 * moreau_reach(own, r, own->free));
        if (m > 1) {
            const double a = u[r0 + 1], b = m > 2 ? u[r0 + 2] : 0.0, slip = sqrt(a * a + b * b);
            if (moreau_sliding(own, contact, dt)) {
                own->slides[contact] = 1;
                own->way[2 * contact] = a / slip;
                own->way[2 * contact + 1] = b / slip;
            }
        }
        own->active[count++] = contact;
    }
    status = count ? moreau_solve(own, count, bend, floor, 0, MOREAU_FEW) : DALEMBERT_RUNNING;
    *mean = status == DALEMBERT_DIVERGED;
    if (*mean) status = moreau_mean_forces(own, count, dt, floor);
    for (r = 0; r < own->rows; r++) forces[r] = own->x[r];
    for (i = 0; i < own->unknowns; i++) accelerations[i] = own->z[own->seat[i]];
    return status;
}

/* The same at many states; NaN where no forces fit, and where every contact is open nothing is changed. */
DALEMBERT_EXPORT void moreau_forces_at_rows(dalembert_run *run, long long count, const double *t, const double *rows,
                                            double dt, const int *closed, double *forces, double *accelerations, int *mean)
{
    const dalembert_moreau *own = (const dalembert_moreau *)run->own;
    long long k, i;
    for (k = 0; k < count; k++) {
        const int *now = closed + k * own->contacts;
        double *f = forces + k * own->rows, *z = accelerations + k * own->unknowns;
        for (i = 0; i < own->contacts && !now[i]; i++) {}
        if (i == own->contacts || !moreau_forces(run, t[k], rows + k * run->size, dt, now, f, z, mean + k)) continue;
        for (i = 0; i < own->rows; i++) f[i] = NAN;
        for (i = 0; i < own->unknowns; i++) z[i] = NAN;
    }
}

/* The gaps at a state. */
DALEMBERT_EXPORT long long moreau_gaps(dalembert_run *run, double t, const double *y, double *gaps, double *sizes)
{
    dalembert_moreau *own = (dalembert_moreau *)run->own;
    long long i;
    int status;
    for (i = 0; i < run->tested; i++) own->pack[i] = y[i];
    status = moreau_system(run, own, t, 0.0);
    if (status != DALEMBERT_NOT_FINITE) status = moreau_all_laws(run, own, t);
    for (i = 0; i < own->contacts; i++) {
        gaps[i] = MOREAU_GAP(own)[i];
        sizes[i] = moreau_reach(own, own->contact_row[i], own->size);
    }
    return status == DALEMBERT_NOT_FINITE ? status : DALEMBERT_RUNNING;
}

#endif
