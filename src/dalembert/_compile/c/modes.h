/* Modes of a hybrid system: what a run knows of those it has met, and of the transitions between them.

   A mode is a record of functions: rates, projection, guards. Sides of switches, directions of slip and margins of
   guards stand in the parameters p behind those of the model; they are put into the functions of a mode before it
   begins.                                                                                                  */
#ifndef DALEMBERT_MODES_H
#define DALEMBERT_MODES_H

/* Guards by their kinds, in the order of `Kind` in Python. */
enum {
    DALEMBERT_GAP = 0,
    DALEMBERT_FORCE = 1,
    DALEMBERT_CONE = 2,
    DALEMBERT_CONE_BELOW = 3,
    DALEMBERT_SLIP = 4,
    DALEMBERT_SLOW = 5,
    DALEMBERT_FAST = 6,
    DALEMBERT_PARADOX = 7,
    DALEMBERT_SIDE = 8,
    DALEMBERT_LOW = 9,
    DALEMBERT_HIGH = 10,
    DALEMBERT_BELOW = 11,
    DALEMBERT_ABOVE = 12
};

/* What friction does in a contact. */
enum { DALEMBERT_NO_FRICTION = 0, DALEMBERT_STICKS = 1, DALEMBERT_SLIPS = 2 };

typedef long long (*dalembert_advance)(dalembert_run *run, long long steps);
typedef void (*dalembert_preparation)(const void *model, void *room);

/* How parameters come into a function: p at some places into its numbers, then all that depends on them alone. */
typedef struct {
    dalembert_preparation prepare;
    const void *model;
    void *room;
    double *numbers;
    const long long *slots, *indices;
    long long count;
} dalembert_binding;

typedef struct {
    dalembert_callable rates, correction, events, peaks; /* in double precision */
    dalembert_callable timed, precise_rates, precise_correction; /* rates of the steps; what they are compared with */
    dalembert_rescue rescue;
    dalembert_binding *bindings;
    long long bindings_count;
    const int *active, *friction, *surface; /* by contacts; by switches: 1 slid on, 2 with the second rate zero */
    long long constrained, constrains, soft; /* projected; whether something is kept where it is; redundant rows */
    long long guards;
    const int *kind, *place;       /* of guards */
    const int *direction, *stops;  /* of the events of the user, then of the guards */
} dalembert_mode;

/* The table of `tolerances.py`, the least part of a coordinate that counts in a size, and the least that is a jump. */
typedef struct {
    double GAP, START_GAP, ROUNDING, OVERSHOOT, LAST_DIGITS, LOWEST_FLIGHT, MEMORY, CLOCK, REST, PACE, NEGLIGIBLE;
    double SURFACE_DRIFT, TURNING, SAME_TIME, ZENO, AHEAD, PROBE, SECOND_DIFFERENCE;
    double COMPLEMENTARITY, RESIDUAL_SIZE, CONVERGED, ZERO, ENERGY, SMALL, JUMP;
} dalembert_tolerances;

typedef struct {
    dalembert_run *run;
    dalembert_advance advance;
    dalembert_mode *modes; /* the first is free motion */
    long long modes_count, mode, base; /* base: with the contacts as they are, and no surface that is slid on */
    const dalembert_tolerances *tolerances;
    /* the model */
    dalembert_callable contact_state, gaps, restitution; /* restitution of (y, velocities of approach), then 1 of Poisson's law */
    dalembert_callable switching; /* switching functions, their slopes by the state, and how they change in time */
    dalembert_binding *bindings;
    long long bindings_count, contacts, constraints, slips, switches;
    const int *slip_of;  /* by contacts: the number of its slip, or -1 */
    const int *counted;  /* by switches: 0 of one with two sides, 1 of one that counts whole numbers, else the number of */
    const double *knots; /* knots of a table whose cells it counts; the knots of all such switches, one after the other */
    double *p;
    long long p_count, sides, directions, margins, friction_margins; /* where these begin in p */
    const double *digits; /* factors of time and coordinates that are off by their last digits, the first row by none */
    long long digits_count;
    const double *last_bits; /* factors that change the last bits of a state */
    /* what is asked for */
    const double *atol, *noise, *clock;
    double dt_most, dt_held; /* the longest steps: of all, and while something is held */
    double span, t_last, high; /* of the whole run; its end, and that of the piece in which the model is smooth */
    long long events, first_row; /* events of the user; the first of the times that is a row */
    /* what is found: beginnings of all modes of the run; rows, modes and parameters of those since the last call */
    double *began;
    long long begun, begun_room;
    long long *interval_row, *interval_mode;
    double *interval_values;
    long long intervals, intervals_room;
    double *impacts; /* of each: t, lost, given; impulses by contacts, NaN of an open one; q, qd before and after */
    long long impacts_count, impacts_room;
    double tail, breaks_t; /* the time till a Zeno point; when contacts could stick no more, and which way they go */
    int *breaks, *wanted_active, *wanted_friction, *wanted_surface; /* wanted: of a mode that is not known yet */
    long long wanted, again;    /* again: a transition is tried once more, as the mode it leads to is known now */
    long long integrating, transitions;
    long long closes;           /* whether an open contact may close in the very instant at which the run has ended */
    double inside, mode_t;      /* rounding inside of evaluations over that outside; where the mode began */
    long long mode_steps, mode_stiff, evaluations, projections; /* in the modes before this one */
    double *work;
    long long work_room, work_used;
} dalembert_hybrid;

/* Room for intermediate values, till the transition is over; 0 where there is none left. */
DALEMBERT_FUNCTION double *dalembert_room(dalembert_hybrid *own, long long count)
{
    double *found = own->work + own->work_used;
    long long i;
    if (own->work_used + count > own->work_room) return 0;
    own->work_used += count;
    for (i = 0; i < count; i++) found[i] = 0.0;
    return found;
}

DALEMBERT_FUNCTION void dalembert_bind(const dalembert_hybrid *own, const dalembert_binding *bindings, long long count)
{
    long long k, i;
    for (k = 0; k < count; k++) {
        const dalembert_binding *one = bindings + k;
        for (i = 0; i < one->count; i++) one->numbers[one->slots[i]] = own->p[one->indices[i]];
        one->prepare(one->numbers ? one->model : (const void *)own->p, one->room);
    }
}

/* The rates of a mode, whatever is put in; in double precision. */
DALEMBERT_FUNCTION void dalembert_mode_rates(dalembert_hybrid *own, const dalembert_mode *mode, double t,
                                             const double *y, double *out)
{
    double health = 1.0;
    dalembert_inputs(own->run, t, y, &health);
    DALEMBERT_CALL(mode->rates, t, y, own->run->u, out, &health);
}

DALEMBERT_FUNCTION void dalembert_mode_events(dalembert_hybrid *own, const dalembert_mode *mode, double t,
                                              const double *y, double *out)
{
    double health = 1.0;
    dalembert_inputs(own->run, t, y, &health);
    DALEMBERT_CALL(mode->events, t, y, own->run->u, out, &health);
}

/* The record of a mode, or 0, with what was sought noted; no arrays are needed of what a system does not have. */
DALEMBERT_FUNCTION const dalembert_mode *dalembert_find_mode(dalembert_hybrid *own, const int *active,
                                                             const int *friction, const int *surface, int soft)
{
    long long k, i;
    for (k = 0; k < own->modes_count; k++) {
        const dalembert_mode *mode = own->modes + k;
        int same = mode->soft == soft;
        for (i = 0; i < own->contacts && same; i++)
            same = mode->active[i] == active[i] && mode->friction[i] == friction[i];
        for (i = 0; i < own->switches && same; i++) same = mode->surface[i] == surface[i];
        if (same) return mode;
    }
    own->wanted = 1 + soft;
    for (i = 0; i < own->contacts; i++) {
        own->wanted_active[i] = active[i];
        own->wanted_friction[i] = friction[i];
    }
    for (i = 0; i < own->switches; i++) own->wanted_surface[i] = surface[i];
    return 0;
}

#endif
