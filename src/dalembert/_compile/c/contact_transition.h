/* Contacts in an instant: impacts, which of them stay active, stick or slip, margins of their guards.

   `_contact/mode_transition.py` has the same with the reasons, and decides what is left undecided here.       */
#ifndef DALEMBERT_CONTACT_TRANSITION_H
#define DALEMBERT_CONTACT_TRANSITION_H

/* A transition as far as it is known. */
struct dalembert_transition {
    double t, *y;      /* the state, which may jump */
    const double *peak; /* sizes that its entries have had */
    double *noise;     /* what the last digits of time and state make of each gap */
    const int *pressed; /* as in the cause */
    double tail;
    int closed[DALEMBERT_MOST], closed_count, at_rest[DALEMBERT_MOST], rest_count;
    int active[DALEMBERT_MOST], friction[DALEMBERT_MOST], breaks[DALEMBERT_MOST];
    int wedged[DALEMBERT_MOST]; /* contacts that others which stick keep at rest: they cannot come to rest */
    int surface[DALEMBERT_MOST];      /* by switches */
    double direction[DALEMBERT_MOST]; /* of slips, by contacts */
    double *impact[2]; /* what is told of impacts: of contacts that approach, and of those that close again at once */
    int impacts;
};

/* What ended a mode: contacts that were struck or released, guards of switches by their kinds; contacts that were closed
   when an impulse acted, which do not spring back from it; how many guards. */
struct dalembert_cause {
    int struck[DALEMBERT_MOST], released[DALEMBERT_MOST], reached[DALEMBERT_MOST], pressed[DALEMBERT_MOST];
    int guards;
};

/* The speed that there has been along a row; what has always been at rest is measured by the others. */
DALEMBERT_FUNCTION double dalembert_speed_along(const dalembert_hybrid *own, const struct dalembert_transition *at,
                                                const double *row)
{
    const long long n = own->run->n;
    double most = 0.0, sum = 0.0;
    long long j;
    for (j = 0; j < n; j++) most = fmax(most, fmax(at->peak[n + j], fabs(at->y[n + j])));
    for (j = 0; j < n; j++)
        sum += fabs(row[j]) * fmax(fmax(at->peak[n + j], fabs(at->y[n + j])), own->tolerances->NEGLIGIBLE * most);
    return sum;
}

/* Rates of a gap below this are none. */
DALEMBERT_FUNCTION double dalembert_rest(const dalembert_hybrid *own, const struct dalembert_transition *at,
                                         const struct dalembert_contact_state *now, int i)
{
    const double speed = dalembert_speed_along(own, at, now->J + i * own->run->n);
    return own->tolerances->REST * fmax(speed, own->tolerances->PACE * now->size[i] / own->span);
}

/* The speeds that there have been in a slip. */
DALEMBERT_FUNCTION double dalembert_slip_speed(const dalembert_hybrid *own, const struct dalembert_transition *at,
                                               const struct dalembert_contact_state *now, int slip)
{
    const long long n = own->run->n;
    double sum = 0.0, most = 0.0, speed;
    long long j;
    for (j = 0; j < n; j++) {
        sum += fabs(now->H[slip * n + j]);
        most = fmax(most, fabs(at->y[j]));
    }
    speed = dalembert_speed_along(own, at, now->H + slip * n) + own->tolerances->PACE * sum * most / own->span;
    return speed > 0.0 ? speed : 1e-300;
}

/* By how much the last digits of time and state make the gaps jump. */
DALEMBERT_FUNCTION int dalembert_gap_noise(dalembert_hybrid *own, const struct dalembert_transition *at)
{
    const long long n = own->run->n, size = own->run->size;
    const long long used = own->work_used;
    double *y = dalembert_room(own, size), *gap = dalembert_room(own, own->contacts);
    double *first = dalembert_room(own, own->contacts), health = 1.0;
    long long k, i;
    if (!y || !gap || !first) return 1;
    for (k = 0; k < own->digits_count; k++) {
        const double *digits = own->digits + k * (1 + n), t = at->t * digits[0];
        for (i = 0; i < size; i++) y[i] = i < n ? at->y[i] * digits[1 + i] : at->y[i];
        dalembert_inputs(own->run, t, y, &health);
        DALEMBERT_CALL(own->gaps, t, y, own->run->u, gap, &health);
        for (i = 0; i < own->contacts; i++) {
            if (!k) first[i] = gap[i];
            at->noise[i] = fmax(at->noise[i], fabs(gap[i] - first[i]));
        }
    }
    own->work_used = used;
    return 0;
}

/* Rows of contacts, first normal ones, then slips of those that are rough; A = L^-1 Z rows^T, and W = A A^T. */
DALEMBERT_FUNCTION int dalembert_delassus(dalembert_hybrid *own, const struct dalembert_contact_state *now,
                                          const int *contact, int count, struct dalembert_coulomb *of, double **rows)
{
    const int n = (int)own->run->n;
    double *A, *W;
    int i, j, k;
    of->count = of->rows = count;
    for (i = 0; i < count; i++) {
        const int slip = own->slip_of[contact[i]];
        of->tangent[i] = slip >= 0 ? of->rows++ : -1;
        of->mu[i] = slip >= 0 ? now->mu[slip] : 0.0;
        of->fixed[i] = slip >= 0 ? now->fixed[slip] : 0.0;
        of->given[i] = 0.0;
        of->breaks[i] = of->toward[i] = of->parted[i] = 0;
    }
    of->known = 0;
    if (of->rows > DALEMBERT_MOST) return 1;
    A = dalembert_room(own, of->rows * n);
    W = dalembert_room(own, of->rows * of->rows);
    if (!A || !W) return 1;
    for (i = 0; i < count; i++) {
        for (j = 0; j < n; j++) {
            A[i * n + j] = now->J[contact[i] * n + j];
            if (of->tangent[i] >= 0) A[of->tangent[i] * n + j] = now->H[own->slip_of[contact[i]] * n + j];
        }
    }
    for (i = 0; i < of->rows; i++) dalembert_reduce(now, A + i * n, n);
    for (i = 0; i < of->rows; i++)
        for (j = 0; j <= i; j++) {
            double sum = 0.0;
            for (k = 0; k < n; k++) sum += A[i * n + k] * A[j * n + k];
            W[i * of->rows + j] = W[j * of->rows + i] = sum;
        }
    of->W = W;
    *rows = A;
    return 0;
}

/* The change of the speeds that impulses along rows make. */
DALEMBERT_FUNCTION void dalembert_change_by(const struct dalembert_contact_state *now, const double *A, const double *P,
                                            int rows, int n, double *change)
{
    int i, j;
    for (j = 0; j < n; j++) {
        change[j] = 0.0;
        for (i = 0; i < rows; i++) change[j] += A[i * n + j] * P[i];
    }
    dalembert_expand(now, change, n);
}

/* How long a contact that parts with some velocity stays open, and how far, by its acceleration now; whether that is
   so short or so low that it is no flight. */
DALEMBERT_FUNCTION int dalembert_is_over(const dalembert_hybrid *own, const struct dalembert_transition *at,
                                         const struct dalembert_contact_state *now, int i, double velocity,
                                         const double *qdd, double *duration)
{
    const long long n = own->run->n;
    const double lowest = fmax(own->tolerances->GAP * now->size[i], own->tolerances->LOWEST_FLIGHT * at->noise[i]);
    double falls = now->gamma_gap[i];
    long long j;
    for (j = 0; j < n; j++) falls -= now->J[i * n + j] * qdd[j];
    if (!(falls > 0.0)) return 0;
    *duration = 2.0 * velocity / falls;
    return *duration <= own->tolerances->ZENO * own->span || *duration * velocity / 4.0 <= lowest;
}

/* The coefficients of restitution of closed contacts; 0 where the flight after an impact would be over at once. And
   whether they are those of Poisson's law. */
DALEMBERT_FUNCTION int dalembert_restitutions(dalembert_hybrid *own, struct dalembert_transition *at,
                                              const struct dalembert_contact_state *now, double *restitution, int *poisson)
{
    const long long size = own->run->size;
    double *y = dalembert_room(own, size + own->contacts), *all = dalembert_room(own, 2 * own->contacts), health = 1.0;
    int k;
    long long i;
    if (!y || !all) return 1;
    for (i = 0; i < size; i++) y[i] = at->y[i];
    for (i = 0; i < own->contacts; i++) y[size + i] = fmax(-now->velocity[i], 0.0);
    dalembert_inputs(own->run, at->t, y, &health);
    DALEMBERT_CALL(own->restitution, at->t, y, own->run->u, all, &health);
    for (k = 0; k < at->closed_count; k++) {
        const double e = all[at->closed[k]], zero = own->tolerances->ZERO;
        double after, duration = 0.0;
        if (!(e >= -zero && e <= 1.0 + zero)) return 1;
        poisson[k] = all[own->contacts + at->closed[k]] > 0.0;
        restitution[k] = at->pressed[at->closed[k]] ? 0.0 : fmin(fmax(e, 0.0), 1.0);
        after = -restitution[k] * now->velocity[at->closed[k]];
        if (after > 0.0 && dalembert_is_over(own, at, now, at->closed[k], after, now->qdd, &duration)) {
            at->tail = fmax(at->tail, duration / fmax(1.0 - restitution[k], own->tolerances->NEGLIGIBLE));
            restitution[k] = 0.0;
        }
    }
    return 0;
}

/* Whether no energy is made, and no closed contact approaches any more, as far as rounding lets it. */
DALEMBERT_FUNCTION int dalembert_is_admissible(const dalembert_hybrid *own, const struct dalembert_transition *at,
                                               const struct dalembert_contact_state *now, const double *change,
                                               double driven, double gain)
{
    const int n = (int)own->run->n;
    const double *qd = at->y + n;
    double size = fabs(driven), most = 0.0, least = 0.0;
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) size += fabs(qd[i]) * fabs(now->M[i * n + j]) * fabs(qd[j]);
    for (k = 0; k < at->closed_count; k++) {
        const int own_contact = at->closed[k];
        double after = now->velocity[own_contact], sum = fabs(after);
        for (j = 0; j < n; j++) {
            after += now->J[own_contact * n + j] * change[j];
            sum += fabs(now->J[own_contact * n + j]) * fabs(change[j]);
        }
        least = fmin(least, after);
        most = fmax(most, sum);
    }
    return least >= -own->tolerances->COMPLEMENTARITY * most && gain + driven <= own->tolerances->ENERGY * size;
}

/* The kinetic energy that a change of the velocities gives. */
DALEMBERT_FUNCTION double dalembert_energy_gain(const struct dalembert_contact_state *now, const double *qd,
                                                const double *change, int n)
{
    double gain = 0.0;
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) gain += change[i] * now->M[i * n + j] * (qd[j] + 0.5 * change[j]);
    return gain;
}

/* Let the velocities jump, and note it. */
DALEMBERT_FUNCTION int dalembert_jump(dalembert_hybrid *own, struct dalembert_transition *at,
                                      const struct dalembert_contact_state *now, const int *contact, int count,
                                      const double *P, const double *change, double driven)
{
    const int n = (int)own->run->n;
    double *qd = at->y + n, *told = dalembert_room(own, 3 + own->contacts + 3 * n);
    int i, j;
    if (!told) return 1;
    told[0] = at->t;
    told[1] = -driven - dalembert_energy_gain(now, qd, change, n);
    told[2] = -driven;
    for (i = 0; i < own->contacts; i++) told[3 + i] = NAN;
    for (i = 0; i < count; i++) told[3 + contact[i]] = P[i];
    for (j = 0; j < n; j++) {
        told[3 + own->contacts + j] = at->y[j];
        told[3 + own->contacts + n + j] = qd[j];
        qd[j] += change[j];
        told[3 + own->contacts + 2 * n + j] = qd[j];
    }
    at->impact[at->impacts++] = told;
    return 0;
}

/* The work that constraints which move take: their impulses M change - efforts, at the mean velocity. */
DALEMBERT_FUNCTION double dalembert_taken_by_constraints(const dalembert_hybrid *own,
                                                         const struct dalembert_contact_state *now, const double *qd,
                                                         const double *change, const double *efforts)
{
    const int n = (int)own->run->n;
    double taken = 0.0;
    int i, j;
    for (i = 0; i < n && own->constraints; i++) {
        double impulse = -efforts[i];
        for (j = 0; j < n; j++) impulse += now->M[i * n + j] * change[j];
        taken += impulse * (qd[i] + change[i] / 2.0);
    }
    return taken;
}

/* Impulses P of closed contacts after which no normal velocity stays negative; `of->free` are the velocities before. */
DALEMBERT_FUNCTION int dalembert_compress(dalembert_hybrid *own, struct dalembert_coulomb *of, const double *A, double *P)
{
    const int n = (int)own->run->n;
    const long long used = own->work_used;
    double *least = dalembert_room(own, of->count);
    int i, rough = 0, loaded = 0, failed;
    if (!least) return 1;
    for (i = 0; i < of->count; i++) {
        least[i] = -of->free[i];
        rough = rough || of->tangent[i] >= 0;
        loaded = loaded || (of->known && of->tangent[i] >= 0 && of->known[i] > 0.0);
    }
    if ((of->count > 1 || !rough) && dalembert_least_correction(own, A, n, of->count, least, P)) return 1;
    failed = !rough    ? 0
             : loaded ? dalembert_loaded(own, of, P)
                      : dalembert_active_set(own, of, P) && dalembert_enumeration(own, of, P);
    own->work_used = used;
    return failed;
}

/* Poisson's law: after a compression each contact gets `restitution` times its impulse once more; those that approach
   then are compressed again. P: what contacts have got after the compression, and in the end. */
DALEMBERT_FUNCTION int dalembert_expand_again(dalembert_hybrid *own, const struct dalembert_transition *at,
                                              const struct dalembert_contact_state *now, struct dalembert_coulomb *of,
                                              const double *A, const double *restitution, const int *poisson, double *P)
{
    double *back = dalembert_room(own, of->rows), *free = dalembert_room(own, of->rows);
    double *more = dalembert_room(own, of->rows);
    int i, j;
    if (!back || !free || !more) return 1;
    for (i = 0; i < of->count; i++) back[i] = poisson[i] ? restitution[i] * P[i] : 0.0;
    for (i = 0; i < of->rows; i++) {
        free[i] = of->free[i];
        for (j = 0; j < of->rows; j++) free[i] += of->W[i * of->rows + j] * (P[j] + back[j]);
    }
    for (i = 0; i < of->count; i++) {
        const double v = now->velocity[at->closed[i]];
        if (!poisson[i]) free[i] += restitution[i] * fmin(v, 0.0);
    }
    of->free = free;
    of->known = back;
    if (dalembert_compress(own, of, A, more)) return 1;
    for (i = 0; i < of->rows; i++) P[i] += back[i] + more[i];
    return 0;
}

/* Newton's or Poisson's law for closed contacts that approach, with Coulomb's friction; the velocities after it. */
DALEMBERT_FUNCTION int dalembert_impact(dalembert_hybrid *own, struct dalembert_transition *at,
                                        const struct dalembert_contact_state *now)
{
    const int n = (int)own->run->n, count = at->closed_count;
    struct dalembert_coulomb of;
    double *restitution = dalembert_room(own, count), *A, *P, *free, *change;
    double *qd = at->y + n, *efforts = dalembert_room(own, n), driven = 0.0;
    int i, j, any = 0, poisson[DALEMBERT_MOST];
    if (!restitution || !efforts || dalembert_restitutions(own, at, now, restitution, poisson)) return 1;
    if (dalembert_delassus(own, now, at->closed, count, &of, &A)) return 1;
    P = dalembert_room(own, of.rows);
    free = dalembert_room(own, of.rows);
    change = dalembert_room(own, n);
    if (!P || !free || !change) return 1;
    for (i = 0; i < count; i++) any = any || poisson[i];
    for (i = 0; i < count; i++) {
        const double v = now->velocity[at->closed[i]];
        free[i] = any ? v : v + restitution[i] * fmin(v, 0.0);
        if (of.tangent[i] >= 0) free[of.tangent[i]] = now->slip[own->slip_of[at->closed[i]]];
    }
    of.free = free;
    if (dalembert_compress(own, &of, A, P)) return 1;
    if (any && dalembert_expand_again(own, at, now, &of, A, restitution, poisson, P)) return 1;
    dalembert_change_by(now, A, P, of.rows, n, change);
    for (i = 0; i < count; i++) { /* the work that surfaces which move by themselves take */
        const int contact = at->closed[i], slip = own->slip_of[contact];
        double along = now->velocity[contact], across = slip >= 0 ? now->slip[slip] : 0.0;
        for (j = 0; j < n; j++) {
            along -= now->J[contact * n + j] * qd[j];
            efforts[j] += now->J[contact * n + j] * P[i];
            if (slip < 0) continue;
            across -= now->H[slip * n + j] * qd[j];
            efforts[j] += now->H[slip * n + j] * P[of.tangent[i]];
        }
        driven += P[i] * along + (slip >= 0 ? P[of.tangent[i]] * across : 0.0);
    }
    driven -= dalembert_taken_by_constraints(own, now, qd, change, efforts);
    if (!dalembert_is_admissible(own, at, now, change, driven, dalembert_energy_gain(now, qd, change, n))) return 1;
    return dalembert_jump(own, at, now, at->closed, count, P, change, driven);
}

/* An orthonormal basis Q of the rows that hold in a mode, of constraints, active contacts and those that stick; how many
   there are. `found`: whether the rows depend on one another: 0 no, 1 yes, 2 that is not certain. */
DALEMBERT_FUNCTION int dalembert_held_rows(const dalembert_hybrid *own, const struct dalembert_contact_state *now,
                                           const int *active, const int *friction, double *Q, int *found)
{
    const int n = (int)own->run->n;
    double taken[DALEMBERT_MOST + 1], c[DALEMBERT_MOST];
    int count = own->constraints ? dalembert_constraint_basis(own, now, Q, c) : 0, i, j;
    *found = count < 0 ? 2 : count < own->constraints;
    if (count < 0) return 0;
    for (i = 0; i < 2 * own->contacts; i++) {
        const int contact = i % (int)own->contacts, slip = own->slip_of[contact], normal = i < own->contacts;
        double *q = Q + count * n, rest;
        if (normal ? !active[contact] : friction[contact] != DALEMBERT_STICKS) continue;
        if (count == n) {
            *found = *found < 2 ? 1 : 2;
            return count;
        }
        rest = dalembert_orthogonal(Q, count, n, normal ? now->J + contact * n : now->H + slip * n, q, taken);
        if (!(rest > 1e-8)) *found = rest >= 0.0 && rest < 1e-24 && *found < 2 ? 1 : 2; /* 1e-12 of its length: it does */
        if (!(rest > 1e-24)) continue;
        for (j = 0; j < n; j++) q[j] /= sqrt(rest);
        count++;
    }
    return count;
}

/* Whether the rows that hold in a mode depend on one another: 0 no, 1 yes, 2 that is not certain. */
DALEMBERT_FUNCTION int dalembert_redundant(dalembert_hybrid *own, const struct dalembert_contact_state *now,
                                           const int *active, const int *friction)
{
    const long long used = own->work_used;
    double *Q = dalembert_room(own, own->run->n * own->run->n);
    int found = 2;
    if (Q) dalembert_held_rows(own, now, active, friction, Q, &found);
    own->work_used = used;
    return found;
}

/* Mark contacts that are about to slip, and that others which stick keep where they are. */
DALEMBERT_FUNCTION int dalembert_mark_wedged(dalembert_hybrid *own, struct dalembert_transition *at,
                                             const struct dalembert_contact_state *now, const int *undecided)
{
    const int n = (int)own->run->n;
    const double close = own->tolerances->COMPLEMENTARITY;
    const long long used = own->work_used;
    double *Q = dalembert_room(own, n * n), *q = dalembert_room(own, n), taken[DALEMBERT_MOST + 1];
    int found, count, i;
    if (!Q || !q) return 1;
    count = dalembert_held_rows(own, now, at->active, at->friction, Q, &found);
    if (found == 2) return 1;
    for (i = 0; i < own->contacts; i++)
        if (undecided[i])
            at->wedged[i] = dalembert_orthogonal(Q, count, n, now->H + own->slip_of[i] * n, q, taken) <= close * close;
    own->work_used = used;
    return 0;
}

/* Which contacts at rest stay active, stick and slip, by the forces they then have. */
DALEMBERT_FUNCTION int dalembert_contact_mode(dalembert_hybrid *own, struct dalembert_transition *at,
                                              const struct dalembert_contact_state *now)
{
    const int n = (int)own->run->n, count = at->rest_count;
    struct dalembert_coulomb of;
    double *A, *P, *free, *least;
    int i, j, rough = 0, stick = 0, any = 0, revised, undecided[DALEMBERT_MOST];
    for (i = 0; i < own->contacts; i++) at->active[i] = at->friction[i] = at->wedged[i] = undecided[i] = 0;
    if (!count) return 0;
    if (dalembert_delassus(own, now, at->at_rest, count, &of, &A)) return 1;
    P = dalembert_room(own, of.rows);
    free = dalembert_room(own, of.rows);
    least = dalembert_room(own, count);
    if (!P || !free || !least) return 1;
    for (i = 0; i < count; i++) {
        const int contact = at->at_rest[i], slip = own->slip_of[contact];
        free[i] = -now->gamma_gap[contact];
        for (j = 0; j < n; j++) free[i] += now->J[contact * n + j] * now->qdd[j];
        least[i] = -free[i];
        if (slip < 0) continue;
        rough = 1;
        free[of.tangent[i]] = -now->gamma_slip[slip];
        for (j = 0; j < n; j++) free[of.tangent[i]] += now->H[slip * n + j] * now->qdd[j];
        if (fabs(now->slip[slip]) > own->tolerances->REST * dalembert_slip_speed(own, at, now, slip))
            of.given[i] = now->slip[slip] > 0.0 ? 1.0 : -1.0;
        of.breaks[i] = at->breaks[contact] != 0;
        of.toward[i] = at->breaks[contact];
    }
    of.free = free;
    if (!rough) {
        if (dalembert_least_correction(own, A, n, count, least, P)) return 1;
        for (i = 0; i < count; i++) at->active[at->at_rest[i]] = P[i] > 0.0;
        return 0;
    }
    revised = !dalembert_active_set(own, &of, P);
    if (!revised && dalembert_enumeration(own, &of, P)) return 1;
    for (i = 0; i < count; i++) {
        const int contact = at->at_rest[i];
        if (!(P[i] > 0.0)) continue;
        at->active[contact] = 1;
        if (of.tangent[i] < 0) continue;
        if (of.status[i] == DALEMBERT_STICK) {
            at->friction[contact] = DALEMBERT_STICKS;
            stick = 1;
        } else if (of.status[i] == DALEMBERT_SLIDE && of.direction[i] != 0.0) {
            at->friction[contact] = DALEMBERT_SLIPS;
            at->direction[contact] = of.direction[i];
            any = any || of.given[i] == 0.0;
            undecided[contact] = of.given[i] == 0.0;
        }
    }
    if (!stick || !any) return 0;
    if (dalembert_mark_wedged(own, at, now, undecided)) return 1;
    for (i = 0; i < own->contacts && !revised; i++) /* others could take a part of its force, and nothing slip */
        if (at->wedged[i]) return 1;
    return 0;
}

/* Put in the directions of what slips. */
DALEMBERT_FUNCTION void dalembert_put_directions(dalembert_hybrid *own, const struct dalembert_transition *at)
{
    int i;
    for (i = 0; i < own->contacts; i++)
        if (own->slip_of[i] >= 0 && at->friction[i] == DALEMBERT_SLIPS)
            own->p[own->directions + own->slip_of[i]] = at->direction[i];
}

/* The record of a mode at a state, with the parameters put in; 0 where none is known. */
DALEMBERT_FUNCTION const dalembert_mode *dalembert_mode_at(dalembert_hybrid *own, const struct dalembert_transition *at,
                                                           const struct dalembert_contact_state *now)
{
    const int redundant = dalembert_redundant(own, now, at->active, at->friction);
    const dalembert_mode *found = redundant < 2 ? dalembert_find_mode(own, at->active, at->friction, at->surface, redundant) : 0;
    dalembert_put_directions(own, at);
    if (found) dalembert_bind(own, found->bindings, found->bindings_count);
    return found;
}

/* The second rate of a gap at some accelerations. */
DALEMBERT_FUNCTION double dalembert_gap_acceleration(const struct dalembert_contact_state *now, int contact,
                                                     const double *qdd, long long n)
{
    double found = -now->gamma_gap[contact];
    long long j;
    for (j = 0; j < n; j++) found += now->J[contact * n + j] * qdd[j];
    return found;
}

/* Whether a row of velocities has no part in what orthonormal ones leave free. */
DALEMBERT_FUNCTION int dalembert_is_fixed(const dalembert_hybrid *own, const double *Q, int count, const double *row,
                                          double *q)
{
    const double close = own->tolerances->COMPLEMENTARITY;
    double taken[DALEMBERT_MOST + 1];
    return dalembert_orthogonal(Q, count, (int)own->run->n, row, q, taken) <= close * close;
}

/* Contacts that touch without a force now and are pressed from here on, however near one looks, become active; not those
   that are `fixed`. */
DALEMBERT_FUNCTION int dalembert_press_from_now_on(dalembert_hybrid *own, struct dalembert_transition *at,
                                                   const struct dalembert_contact_state *now, const int *fixed)
{
    static const double parts[] = {1.0, 0.1, 1e-2, 1e-3, 1e-4};
    const long long n = own->run->n, size = own->run->size;
    struct dalembert_contact_state later;
    double *rates, *there, *y;
    int pressed[DALEMBERT_MOST], idle = 0, k, part;
    long long j;
    const dalembert_mode *mode;
    for (k = 0; k < at->rest_count; k++) {
        const int contact = at->at_rest[k];
        pressed[k] = !at->active[contact] && own->slip_of[contact] < 0 && !fixed[contact];
        idle = idle || pressed[k];
    }
    if (!idle) return 0;
    mode = dalembert_mode_at(own, at, now);
    rates = dalembert_room(own, size);
    there = dalembert_room(own, size);
    y = dalembert_room(own, size);
    if (!mode || !rates || !there || !y) return 1;
    dalembert_mode_rates(own, mode, at->t, at->y, rates);
    for (part = 0; part < 5; part++) {
        const double ahead = parts[part] * own->tolerances->PROBE * own->span;
        const long long used = own->work_used;
        for (j = 0; j < size; j++) y[j] = at->y[j] + ahead * rates[j];
        if (dalembert_contact_state_at(own, at->t + ahead, y, at->peak, &later)) return 1;
        dalembert_mode_rates(own, mode, at->t + ahead, y, there);
        for (k = 0; k < at->rest_count; k++) {
            const double here = dalembert_gap_acceleration(now, at->at_rest[k], rates + n, n);
            const double then = dalembert_gap_acceleration(&later, at->at_rest[k], there + n, n);
            if (!part) pressed[k] = pressed[k] && then < 0.0 && here <= own->tolerances->NEGLIGIBLE * -then;
            pressed[k] = pressed[k] && then <= fmax(here, 0.0);
        }
        own->work_used = used;
    }
    for (k = 0; k < at->rest_count; k++)
        if (pressed[k]) at->active[at->at_rest[k]] = 1;
    return 0;
}

/* Margins: what lies a little below zero now would else seem struck, or at rest, at once. */
DALEMBERT_FUNCTION void dalembert_set_margins(dalembert_hybrid *own, const struct dalembert_transition *at,
                                              const struct dalembert_contact_state *now)
{
    const dalembert_tolerances *are = own->tolerances;
    const long long n = own->run->n;
    const double wider = 1.0 + are->OVERSHOOT;
    double most = 0.0;
    long long i, j;
    dalembert_put_directions(own, at); /* margins of slips count along them */
    for (j = 0; j < n; j++) most = fmax(most, fabs(at->y[j]));
    for (i = 0; i < own->contacts; i++) {
        const double rounding = are->ROUNDING * now->size[i], near = are->GAP * now->size[i];
        double margin = fmax(fmax(rounding, -now->gap[i] * wider), 1e-300);
        if (now->gap[i] <= near) {
            margin += are->LAST_DIGITS * at->noise[i];
            if (fabs(now->velocity[i]) <= dalembert_rest(own, at, now, (int)i)) /* it goes along with what it touches */
                margin += 4.0 * rounding + 2.0 * fabs(now->velocity[i]) * (own->t_last - own->run->t);
        }
        own->p[own->margins + i] = margin;
    }
    for (i = 0; i < own->contacts; i++) {
        const long long slip = own->slip_of[i];
        double speed, along, slowest = 0.0;
        if (slip < 0) continue;
        speed = dalembert_slip_speed(own, at, now, (int)slip);
        along = own->p[own->directions + slip] * now->slip[slip];
        for (j = 0; j < n; j++) slowest += fabs(now->H[slip * n + j]);
        slowest *= are->ROUNDING * most / own->span;
        own->p[own->friction_margins + 2 * slip] =
            fmax(fmax(are->ROUNDING * speed, -along * wider), fmax(slowest, 1e-300));
        if (at->wedged[i]) own->p[own->friction_margins + 2 * slip] = 1e300;
        own->p[own->friction_margins + 2 * slip + 1] = are->TURNING * speed * (are->TURNING * speed) * 4.0;
    }
}

#endif
