/* The equations of a step with contacts, and their solution. The system S of (dv, ds, L) falls into blocks that nothing
   but contacts connects; each is factorised by itself. One contact after the other is solved exactly. */
#ifndef DALEMBERT_CONTACT_STEP_H
#define DALEMBERT_CONTACT_STEP_H

typedef struct {
    dalembert_callable laws, powers; /* of (q, qd, s, dt): see `out`; of (q, qd, s): three powers and the energy */
    dalembert_callable *shapes;      /* functions of contacts, of numbers of the pool: see contact_laws.h          */
    long long unknowns, states, constraints, entries, smooth, blocks, contacts, rows, columns, outs;
    long long inputs, shared, nears; /* numbers of the pool: u, what contacts share; contacts that are near        */
    long long dissipated, efforts, held, time, projection, friction; /* places of the works in y */
    const int *place;                    /* of the entries of S in `matrix`; those from `smooth` on are slopes       */
    const int *block_first, *block_at;   /* blocks + 1: the first unknown, where in `matrix`                         */
    const int *seat;                     /* where (dv, ds, L) stand among the unknowns                               */
    const int *contact_row;              /* contacts + 1: its normal row, then those of slip                         */
    const int *row_first, *column;       /* rows + 1; unknowns                                                       */
    const int *hit_first, *hit;          /* rows + 1; blocks that a row reaches                                      */
    const int *response_at, *answer;     /* rows + 1: where S^-1 J^T is in `response`; the unknown of each number there */
    const int *gap_free, *gap_shape, *gap_first, *gap_input; /* of contacts: gaps of the state and t alone; inputs    */
    const int *gap_bound, *tied;         /* shapes of least gaps, -1 where there are none; coordinates they depend on */
    const int *touch_shape, *touch_first, *touch_input;
    double *pack, *out, *matrix;         /* out: S, its right side; drives; what contacts share                      */
    double *touches;                     /* of contacts: u, u at rest, u', J; gaps, mu, sticking, e                  */
    double *pool, *pool_end, *given, *made, *seen; /* at the middle of a step, at its end; largest gap since J       */
    int *near, *listed;                  /* contacts that are not known to be far: see contact_laws.h                */
    long long ties, lists, lists_made;   /* of `tied`; of `listed`, -1 where there is no list; how many were made    */
    double *centre, *reach, list_spread; /* coordinates at a list, how far they may go; the spread then              */
    double *z, *free, *shift, *size, *pace, *diagonal; /* unknowns; |q| and |v| at the places of dv; that of S      */
    double *ease, *drop, *rim;           /* of contacts: J J^T / diagonal; speed that a step of forces gives; height */
    double *response, *local, *goal, *tau; /* local: 3 x 3 for each contact                                          */
    double spread;                       /* that speed by the root of the ease, the largest                          */
    dalembert_blocks factors;            /* of all active contacts at once: see contact_newton.h                     */
    long long widest, ordered;           /* rows of a contact at most; whether the Delassus matrix is there          */
    long long pattern_count;             /* active contacts that the order of elimination is for: `pattern_of`       */
    double factored, nearness;           /* s of the factors, 0 if there are none; that a step begins with           */
    int *pattern_of, *factored_phase;    /* the latter: open, slipping one way or the other (-1), sticking           */
    int *first_touch, *next_touch, *touch_of; /* for each block a list of the active contacts that reach it          */
    int *phase;                          /* of these and the next ones, in the order of elimination                  */
    double *newton_x, *newton_u, *newton_miss, *newton_way, *newton_slope, *newton_step, *newton_answer;
    double *newton_trial, *newton_speed, *newton_centre;
    double *base;                        /* of rows: u after a step that changes nothing                             */
    double *x, *force, *way;             /* impulses of rows; forces of the step before; directions of sliding       */
    double *smoothly, *pressing, *lost, *rubbing; /* notes of three steps: dv without impacts, P, energy lost, power */
    double *x_half, *allowed, *lately;   /* impulses of a first half; what velocities may be off by; forces before   */
    double *whole, *half, *before, *after; /* states */
    int *pivot, *active, *slides, *struck, *stands;
    int *closed, *noted; /* 0 open, 1 closed, 2 sticking: now; in each of three steps */
    long long room, shock_room, toggles, shocks, shares; /* what is noted between two looks */
    double *toggle_t, *shock_t, *shock_lost, *shock_state, *share;
    int *toggle, *share_of;
    long long *shock_first;
    long long sweeps, passes, loose; /* of all steps; the most of one; steps that were solved loosely */
    long long solutions;             /* of linear equations, in Newton's method */
} dalembert_moreau;

#define MOREAU_TERMS 2

#define MOREAU_DRIVE(own) ((own)->out + (own)->entries + (own)->unknowns)
#define MOREAU_U(own) ((own)->touches)
#define MOREAU_OFFSET(own) (MOREAU_U(own) + (own)->rows)
#define MOREAU_BEND(own) (MOREAU_OFFSET(own) + (own)->rows)
#define MOREAU_J(own) (MOREAU_BEND(own) + (own)->rows)
#define MOREAU_GAP(own) (MOREAU_J(own) + (own)->columns)
#define MOREAU_MU(own) (MOREAU_GAP(own) + (own)->contacts)
#define MOREAU_STICKING(own) (MOREAU_MU(own) + (own)->contacts)
#define MOREAU_E(own) (MOREAU_STICKING(own) + (own)->contacts)

/* The system at (t, q, v, s), which stand in the pack, for steps of dt; factorised. */
DALEMBERT_FUNCTION int moreau_system(dalembert_run *run, dalembert_moreau *own, double t, double dt)
{
    const long long n = run->n;
    double health = 1.0;
    long long i, total = own->block_at[own->blocks];
    t = t < run->low ? run->low : t > run->high ? run->high : t;
    own->pack[run->tested] = dt;
    dalembert_inputs(run, t, own->pack, &health);
    DALEMBERT_CALL(own->laws, t, own->pack, run->u, own->out, &health);
    run->evaluations++;
    run->culprit = -1;
    if (dalembert_first_bad(own->out, own->smooth) >= 0 ||
        dalembert_first_bad(own->out + own->entries, own->unknowns + own->constraints) >= 0)
        return DALEMBERT_NOT_FINITE;
    for (i = 0; i < total; i++) own->matrix[i] = 0.0;
    for (i = 0; i < own->entries; i++) { /* where a slope is not finite the force is taken as it is */
        const double value = own->out[i];
        if (value - value == 0.0) own->matrix[own->place[i]] += value;
    }
    for (i = 0; i < own->blocks; i++) {
        const int first = own->block_first[i], size = own->block_first[i + 1] - first;
        int k;
        for (k = 0; k < size; k++) own->diagonal[first + k] = own->matrix[own->block_at[i] + k * size + k];
        if (dalembert_factor(own->matrix + own->block_at[i], own->pivot + first, size)) return DALEMBERT_SINGULAR;
    }
    for (i = 0; i < n; i++) {
        own->size[own->seat[i]] = fabs(own->pack[i]);
        own->pace[own->seat[i]] = fabs(own->pack[n + i]);
    }
    return DALEMBERT_RUNNING;
}

/* S z = scale * the right side. */
DALEMBERT_FUNCTION void moreau_free(dalembert_moreau *own, double scale)
{
    const double *side = own->out + own->entries;
    long long i;
    for (i = 0; i < own->unknowns; i++) own->free[i] = scale * side[i];
    for (i = 0; i < own->blocks; i++) {
        const int first = own->block_first[i];
        dalembert_back(own->matrix + own->block_at[i], own->pivot + first, own->free + first,
                       own->block_first[i + 1] - first);
    }
    for (i = 0; i < own->unknowns; i++) own->z[i] = own->free[i];
}

DALEMBERT_FUNCTION double moreau_along(const dalembert_moreau *own, int row, const double *z)
{
    const double *J = MOREAU_J(own);
    double sum = 0.0;
    int k;
    for (k = own->row_first[row]; k < own->row_first[row + 1]; k++) sum += J[k] * z[own->column[k]];
    return sum;
}

DALEMBERT_FUNCTION double moreau_reach(const dalembert_moreau *own, int row, const double *z)
{
    const double *J = MOREAU_J(own);
    double sum = 0.0;
    int k;
    for (k = own->row_first[row]; k < own->row_first[row + 1]; k++) sum += fabs(J[k] * z[own->column[k]]);
    return sum;
}

/* z + S^-1 J_row^T times x. */
DALEMBERT_FUNCTION void moreau_add(const dalembert_moreau *own, int row, double x, double *z)
{
    int k;
    if (x == 0.0) return;
    for (k = own->response_at[row]; k < own->response_at[row + 1]; k++) z[own->answer[k]] += own->response[k] * x;
}

/* What a contact answers to its own impulses: S^-1 J^T of its rows, W = J S^-1 J^T. Whether its normal can give way. */
DALEMBERT_FUNCTION int moreau_answers(dalembert_moreau *own, int contact)
{
    const int r0 = own->contact_row[contact], m = own->contact_row[contact + 1] - r0;
    const double *J = MOREAU_J(own);
    double *W = own->local + 9 * contact, *spread = own->shift;
    int r, s, k, i;
    for (s = 0; s < m; s++) {
        const int row = r0 + s, at = own->response_at[row], end = own->response_at[row + 1];
        double *response = own->response + at;
        for (k = at; k < end; k++) spread[own->answer[k]] = 0.0;
        for (i = own->row_first[row]; i < own->row_first[row + 1]; i++) spread[own->column[i]] = J[i];
        for (k = at; k < end; k++) own->response[k] = spread[own->answer[k]];
        for (k = own->hit_first[row]; k < own->hit_first[row + 1]; k++) {
            const int first = own->block_first[own->hit[k]], size = own->block_first[own->hit[k] + 1] - first;
            dalembert_back(own->matrix + own->block_at[own->hit[k]], own->pivot + first, response, size);
            response += size;
        }
        for (i = own->row_first[r0]; i < own->row_first[r0 + m]; i++) spread[own->column[i]] = 0.0;
        for (k = at; k < end; k++) spread[own->answer[k]] = own->response[k];
        for (r = 0; r < m; r++) W[3 * r + s] = moreau_along(own, r0 + r, spread);
    }
    return W[0] > 1e-9 * own->ease[contact]; /* less is what constraints leave of it */
}

/* One contact of m rows solved exactly, the others as they are. The change of its velocities; 1e300 where nothing
   fits, which is no solution however little changes. */
DALEMBERT_FUNCTION double moreau_solve_contact(dalembert_moreau *own, int contact, const double *base, int m)
{
    const int r0 = own->contact_row[contact];
    const double *W = own->local + 9 * contact;
    double a[3] = {0.0, 0.0, 0.0}, x[3], change = 0.0;
    int r, s;
    for (r = 0; r < m; r++) {
        a[r] = base[r0 + r] + moreau_along(own, r0 + r, own->z);
        for (s = 0; s < m; s++) a[r] -= W[3 * r + s] * own->x[r0 + s];
    }
    own->stands[contact] =
        moreau_contact(W, a, own->goal[contact], m, MOREAU_MU(own)[contact], MOREAU_STICKING(own)[contact],
                       own->slides[contact] ? own->way + 2 * contact : 0, x);
    for (s = 0; s < m; s++) x[s] -= own->x[r0 + s];
    for (r = 0; r < m; r++) {
        double du = 0.0;
        for (s = 0; s < m; s++) du += W[3 * r + s] * x[s];
        change = dalembert_larger(change, fabs(du));
    }
    for (s = 0; s < m; s++) {
        own->x[r0 + s] += x[s];
        moreau_add(own, r0 + s, x[s], own->z);
    }
    if (own->stands[contact] == MOREAU_UNFIT) return dalembert_larger(change, 1e300);
    return change;
}

/* The same: numbers of rows that are known to the compiler make straight code. */
DALEMBERT_FUNCTION double moreau_sweep(dalembert_moreau *own, int contact, const double *base)
{
    switch (own->contact_row[contact + 1] - own->contact_row[contact]) {
    case 1: return moreau_solve_contact(own, contact, base, 1);
    case 2: return moreau_solve_contact(own, contact, base, 2);
    default: return moreau_solve_contact(own, contact, base, 3);
    }
}

/* J J^T of a row, against the diagonal of S. */
DALEMBERT_FUNCTION double moreau_ease(const dalembert_moreau *own, int row)
{
    const double *J = MOREAU_J(own);
    double ease = 0.0;
    int k;
    for (k = own->row_first[row]; k < own->row_first[row + 1]; k++)
        if (own->diagonal[own->column[k]] > 0.0) ease += J[k] * J[k] / own->diagonal[own->column[k]];
    return ease;
}

/* Whether a contact slides: faster than a small part of what forces give in a step. */
DALEMBERT_FUNCTION int moreau_sliding(const dalembert_moreau *own, int contact, double dt)
{
    const double *u = MOREAU_U(own);
    int r;
    for (r = own->contact_row[contact] + 1; r < own->contact_row[contact + 1]; r++)
        if (fabs(u[r]) > 1e-6 * dt * own->spread * sqrt(moreau_ease(own, r)) + 1e-12 * moreau_reach(own, r, own->pace))
            return 1;
    return 0;
}

#endif
