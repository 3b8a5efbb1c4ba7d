/* The loop of time steps: of a fixed size, or such that a step and its two halves agree. The way between two states is
   a parabola, or, where something is struck, two of them that meet at the middle of the step with a jump of speeds. */
#ifndef DALEMBERT_MOREAU_ADVANCE_H
#define DALEMBERT_MOREAU_ADVANCE_H

/* The way from a to b: its events and samples, those at its very end only if `whole`. Accelerations and forces are
   constant on it, so works grow like squares: `rubbing` is what friction would take at its first power. */
DALEMBERT_FUNCTION int moreau_leg(dalembert_run *run, dalembert_moreau *own, double t0, double t1, double *a, double *b,
                                  double rubbing, int whole)
{
    const long long n = run->n, size = run->size;
    const double dt = t1 - t0;
    double x = 2.0, until = t1;
    long long i;
    if (!(dt > 0.0)) return DALEMBERT_RUNNING;
    run->y = a;
    run->t = t0;
    run->t_new = t1;
    for (i = 0; i < size; i++) {
        run->dense[i] = b[i] - a[i];
        run->dense[size + i] = i < n ? dt * a[n + i] - (b[i] - a[i]) : 0.0;
    }
    if (rubbing == rubbing && run->next < run->samples && run->times[run->next] < t1) {
        const long long place[4] = {own->dissipated, own->efforts, own->time, own->friction};
        double powers[4];
        int k;
        for (i = 0; i < run->tested; i++) own->pack[i] = a[i];
        moreau_powers(run, own, t0, powers);
        for (k = 0; k < 4; k++)
            run->dense[size + place[k]] = (k < 3 ? dt * powers[k] : rubbing) - (b[place[k]] - a[place[k]]);
    }
    if (run->events_count) {
        dalembert_zeros(run, dt, MOREAU_TERMS);
        if (run->status == DALEMBERT_CROWDED) return DALEMBERT_CROWDED;
        x = dalembert_stop(run, dt);
        if (x < 2.0) {
            until = t0 + x * dt;
            dalembert_inside(run, x, MOREAU_TERMS, run->node);
        }
    }
    while (run->next < run->samples && (run->times[run->next] < until || (whole && run->times[run->next] == until))) {
        double *row = run->rows + run->next * size;
        int status;
        if (run->times[run->next] == t1)
            for (i = 0; i < size; i++) row[i] = b[i];
        else dalembert_inside(run, (run->times[run->next] - t0) / dt, MOREAU_TERMS, row);
        status = dalembert_settle(run, run->times[run->next], row, 0);
        if (status) return status;
        run->next++;
    }
    if (x < 2.0) {
        run->t = until;
        for (i = 0; i < size; i++) b[i] = run->node[i];
        return DALEMBERT_STOPPED;
    }
    return DALEMBERT_RUNNING;
}

/* A step that is good: what happened in it, and the way it went. An impact is at its middle. */
DALEMBERT_FUNCTION int moreau_went(dalembert_run *run, dalembert_moreau *own, double t0, double t1, double *a,
                                   double *b, int note)
{
    const long long n = run->n;
    const double *smoothly = own->smoothly + note * n, middle = 0.5 * (t0 + t1), dt = t1 - t0;
    const int *closed = own->noted + note * own->contacts;
    const int shock = own->lost[note] == own->lost[note];
    long long i;
    int status, k;
    for (k = 0; k < own->lists; k++) {
        const int contact = own->listed[k];
        if (closed[contact] == own->closed[contact]) continue;
        own->closed[contact] = closed[contact];
        own->toggle_t[own->toggles] = t0;
        own->toggle[own->toggles++] = 3 * contact + closed[contact];
    }
    if (!shock) return moreau_leg(run, own, t0, t1, a, b, own->rubbing[note], 1);
    for (i = 0; i < run->size; i++) {
        own->before[i] = i < 2 * n ? 0.0 : a[i];
        own->after[i] = i < 2 * n ? 0.0 : b[i];
    }
    for (i = 0; i < n; i++) {
        own->before[n + i] = a[n + i] + 0.5 * smoothly[i];
        own->after[n + i] = b[n + i] - 0.5 * smoothly[i];
        own->before[i] = a[i] + 0.5 * dt * (a[n + i] + 0.25 * smoothly[i]);
        own->after[i] = own->before[i];
    }
    status = moreau_leg(run, own, t0, middle, a, own->before, NAN, 0);
    if (status == DALEMBERT_STOPPED) {
        for (i = 0; i < run->size; i++) b[i] = own->before[i];
        return status;
    }
    if (status) return status;
    own->shock_t[own->shocks] = middle;
    own->shock_lost[own->shocks] = own->lost[note];
    for (i = 0; i < 2 * n; i++) own->shock_state[3 * n * own->shocks + i] = own->before[i];
    for (i = 0; i < n; i++) own->shock_state[3 * n * own->shocks + 2 * n + i] = own->after[n + i];
    for (k = 0; k < own->lists; k++)
        if (own->pressing[note * own->contacts + own->listed[k]] > 0.0) {
            own->share_of[own->shares] = own->listed[k];
            own->share[own->shares++] = own->pressing[note * own->contacts + own->listed[k]];
        }
    own->shock_first[++own->shocks] = own->shares;
    return moreau_leg(run, own, middle, t1, own->after, b, NAN, 1);
}

/* What an impulse too much of one row does to velocities, against what they may be off by. */
DALEMBERT_FUNCTION double moreau_weighed(const dalembert_moreau *own, int row, double impulse)
{
    const double *response = own->response + own->response_at[row];
    double most = 0.0;
    int k, i;
    for (k = own->hit_first[row]; k < own->hit_first[row + 1]; k++)
        for (i = own->block_first[own->hit[k]]; i < own->block_first[own->hit[k] + 1]; i++, response++)
            if (own->allowed[i] > 0.0) most = fmax(most, fabs(*response * impulse) / own->allowed[i]);
    return most;
}

/* The velocities after a step are off if a contact lets go inside of it: where its force, as it was, jumps at the very
   beginning, and where it would have to pull or slip before the end, as its forces in the halves go on. Neither the
   step nor its halves show that, for they see mean forces. */
DALEMBERT_FUNCTION double moreau_late(const dalembert_moreau *own, double dt)
{
    double most = 0.0;
    int contact, r;
    if (own->lost[0] == own->lost[0] || own->lost[1] == own->lost[1]) return 0.0; /* impacts, no forces */
    for (contact = 0; contact < own->contacts; contact++) {
        const int *noted = own->noted + contact, r0 = own->contact_row[contact];
        const int m = own->contact_row[contact + 1] - r0;
        double end[3] = {0.0, 0.0, 0.0}, grip, over;
        if (own->closed[contact] > noted[0])
            for (r = r0; r < r0 + m; r++) {
                const double jump = (noted[0] ? own->x_half[r] * 2.0 / dt : 0.0) - own->lately[r];
                most = fmax(most, moreau_weighed(own, r, jump * dt / 4.0));
            }
        if (!noted[0] || !noted[own->contacts]) continue;
        for (r = 0; r < m; r++) end[r] = (1.5 * own->x[r0 + r] - 0.5 * own->x_half[r0 + r]) * 2.0 / dt;
        if (end[0] < 0.0) most = fmax(most, moreau_weighed(own, r0, -end[0] * dt / 8.0));
        if (noted[own->contacts] != 2) continue;
        grip = sqrt(end[1] * end[1] + end[2] * end[2]);
        over = grip - MOREAU_STICKING(own)[contact] * fmax(end[0], 0.0);
        if (over > 0.0) {
            over += 2.0 * fmax(MOREAU_STICKING(own)[contact] - MOREAU_MU(own)[contact], 0.0) * fmax(end[0], 0.0);
            for (r = 1; r < m; r++) most = fmax(most, moreau_weighed(own, r0 + r, over * dt / 8.0));
        }
    }
    return most;
}

/* The longest step that jumps over no contact: twice the time to where its gap would close. */
DALEMBERT_FUNCTION double moreau_longest(const dalembert_run *run, const dalembert_moreau *own, double dt)
{
    const double *u = MOREAU_U(own), *gap = MOREAU_GAP(own), *J = MOREAU_J(own);
    double least = run->dt_most;
    int contact, k;
    for (contact = 0; contact < own->contacts; contact++) {
        const int r = own->contact_row[contact];
        const double change = moreau_along(own, r, own->z), after = u[r] + change;
        double left = fmax(gap[contact] + 0.5 * dt * after, 0.0), speed = fmax(-after, 0.0);
        if (own->noted[own->contacts + contact]) continue;
        for (k = own->row_first[r]; k < own->row_first[r + 1]; k++) left += fabs(J[k]) * own->size[own->column[k]];
        speed += sqrt(speed * speed + 2.0 * fmax(-change, 0.0) / dt * left);
        if (speed > 0.0) least = fmin(least, 4.0 * left / speed);
    }
    return least;
}

/* The error of a step against that of two halves; velocities only where nothing was struck, for they jump. */
DALEMBERT_FUNCTION double moreau_error(dalembert_run *run, dalembert_moreau *own)
{
    const int shock = own->lost[0] == own->lost[0] || own->lost[1] == own->lost[1] || own->lost[2] == own->lost[2];
    double most = 0.0;
    long long i;
    dalembert_weigh(run, 0.0, run->fresh);
    for (i = 0; i < run->tested; i++) {
        const double error = fabs(run->fresh[i] - own->whole[i]) / run->weight[i];
        run->change[i] = i >= run->n && i < 2 * run->n && shock ? 0.0 : error;
        if (!(run->change[i] <= most)) most = run->change[i];
    }
    for (i = 0; i < run->n; i++) {
        own->size[own->seat[i]] = run->weight[i];
        own->allowed[own->seat[i]] = run->weight[run->n + i];
    }
    return most;
}

DALEMBERT_EXPORT long long moreau_advance(dalembert_run *run, long long steps)
{
    dalembert_moreau *own = (dalembert_moreau *)run->own;
    const double least = 16.0 * 2.220446049250313e-16;
    double *home = run->y;
    long long i;
    if (run->status != DALEMBERT_RUNNING) return run->status;
    if (run->dt <= 0.0) { /* the beginning */
        run->dt = run->dt_fixed > 0.0 ? run->dt_fixed : fmin(run->dt_most, 1e-3 * run->span);
        while (run->next < run->samples && run->times[run->next] <= run->t) {
            for (i = 0; i < run->size; i++) run->rows[run->next * run->size + i] = run->y[i];
            run->next++;
        }
    }
    while (run->t < run->t_end && steps-- > 0 && 2 * run->happened <= run->room &&
           own->toggles + 2 * own->contacts <= own->room && own->shares + 2 * own->contacts <= own->room &&
           own->shocks + 4 <= own->shock_room) {
        const double t = run->t;
        const int fixed = run->dt_fixed > 0.0; /* steps that are not end at samples */
        const double stop = !fixed && run->next < run->samples ? fmin(run->times[run->next], run->t_end) : run->t_end;
        double dt = run->dt, error = 0.0, t_new, middle;
        int status;
        if (t + 1.01 * dt >= stop) dt = stop - t;
        t_new = dt == stop - t ? stop : t + dt;
        middle = t + 0.5 * dt;
        if (!(dt > least * fabs(t)) || !(dt > 1e-300)) {
            run->culprit = 0;
            for (i = 1; i < run->tested; i++)
                if (run->change[i] > run->change[run->culprit]) run->culprit = i;
            return run->status = DALEMBERT_UNDERFLOW;
        }
        if (fixed) status = moreau_step(run, own, t, dt, home, run->fresh, 0);
        else {
            for (i = 0; i < own->rows; i++) own->force[i] = own->lately[i];
            status = moreau_step(run, own, t, dt, home, own->whole, 2);
            for (i = 0; i < own->rows; i++) own->force[i] = own->lately[i];
            if (!status) status = moreau_step(run, own, t, middle - t, home, own->half, 0);
            for (i = 0; i < own->rows; i++) own->x_half[i] = own->x[i];
            if (!status) status = moreau_step(run, own, middle, t_new - middle, own->half, run->fresh, 1);
            if (!status) error = moreau_error(run, own);
            if (!status) error = fmax(error, moreau_late(own, dt));
        }
        if (!status && (!(error <= 1e300) || dalembert_first_bad(run->fresh, run->size) >= 0)) {
            run->culprit = dalembert_first_bad(run->fresh, run->size);
            status = DALEMBERT_NOT_FINITE;
        }
        if (status) { /* smaller steps may find a way; if not, this is what stopped the run */
            run->rejected++;
            run->dt = 0.25 * dt;
            if (fixed || run->dt < least * fmax(fabs(t), 1e-3 * (run->t_end - t)) || run->dt < 1e-14 * (run->t_end - t))
                return run->status = status;
            continue;
        }
        if (!fixed && error > 1.0) {
            run->rejected++;
            run->dt = dt * fmax(0.9 / sqrt(error), 0.1);
            continue;
        }
        run->first = run->happened;
        status = fixed ? moreau_went(run, own, t, t_new, home, run->fresh, 0)
                       : moreau_went(run, own, t, middle, home, own->half, 0);
        if (status == DALEMBERT_STOPPED && !fixed)
            for (i = 0; i < run->size; i++) run->fresh[i] = own->half[i];
        if (!status && !fixed) status = moreau_went(run, own, middle, t_new, own->half, run->fresh, 1);
        run->y = home;
        if (status && status != DALEMBERT_STOPPED) {
            run->t = t;
            return run->status = status;
        }
        for (i = 0; i < run->size; i++) home[i] = run->fresh[i];
        for (i = 0; i < run->tested; i++) run->peak[i] = fmax(run->peak[i], fabs(home[i]));
        for (i = 0; i < own->rows && !fixed; i++) own->lately[i] = own->force[i];
        run->steps++;
        run->rescues = own->loose;
        if (status == DALEMBERT_STOPPED) return run->status = status;
        run->t = t_new;
        if (!fixed) { /* a step that a sample cut short says little about the next */
            const double next = dt * fmin(0.9 / sqrt(fmax(error, 1e-4)), 3.0);
            run->dt = fmin(t_new == stop ? fmax(run->dt, next) : next, moreau_longest(run, own, 0.5 * dt));
        }
    }
    if (run->t >= run->t_end) run->status = DALEMBERT_DONE;
    return run->status;
}

#endif
