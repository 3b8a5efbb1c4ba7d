#define SIZE @NAME@_STATES
enum { STAGES = @STAGES@, TERMS = @TERMS@, STEPS = @STEPS@, ENTRIES = @ENTRIES@, SLOTS = @SLOTS@ };
enum { UNDECIDED = 100, INSIDE = 101, NO_HEADWAY = 102, BACKWARDS = 103, ENDED = @NAME@_ENDED };
enum { EVENT_VALUE = 105, EVENT_OFF = 106, EVENT_AGAIN = 107 }; /* as in state_events.h */

static const double start[SIZE] = {@START@};
static const double values[@NAME@_PARAMETERS + 1] = {@VALUES@};
static const int kinds[ENTRIES] = {@KINDS@};

/* The room of an integration; behind the parameters stands what is given of inputs. */
typedef struct {
    double p[@NAME@_PARAMETERS + SLOTS + 1], c[@CONSTANTS@ + 1], work[@WORK@ + 1], u[@INPUTS@ + 1];
    double state[2][ENTRIES], k[STAGES][ENTRIES], stage[ENTRIES], dense[TERMS][ENTRIES], change[ENTRIES];
    double tail[2][ENTRIES], zero[ENTRIES], peak[ENTRIES], weight[ENTRIES], floor[ENTRIES], logged[2][STEPS];
    double jump_at; /* the next time of an impulse or a sample */
    int kind[ENTRIES];
} run_room;

/* Let a run point at its room: `y` is the number of the array with the state, `tail` likewise. */
static void point_run(dalembert_run *run, run_room *own, int y, int tail)
{
    run->u = own->u;
    run->y = own->state[y];
    run->fresh = own->state[1 - y];
    run->tail = own->tail[tail];
    run->tail_fresh = own->tail[1 - tail];
    run->atol = run->noise = run->clock = run->least = own->zero;
    run->kind = own->kind;
    run->peak = own->peak;
    run->weight = own->weight;
    run->floor = own->floor;
    run->k = own->k[0];
    run->stage = own->stage;
    run->dense = own->dense[0];
    run->change = own->change;
    run->logged_t = own->logged[0];
    run->logged_dt = own->logged[1];
}

/* What does not change during a run. */
static void set_up(dalembert_run *run, run_room *own)
{
    int i;
    for (i = 0; i < ENTRIES; i++) own->kind[i] = kinds[i];
    run->n = @N@;
    run->split = @SPLIT@;
    run->size = ENTRIES;
    run->tested = SIZE;
    run->rtol = @RTOL@;
    run->log_room = STEPS;
}

/* A state at a time, with no work done. */
static void put_state(dalembert_run *run, double t, const double *y)
{
    int i;
    for (i = 0; i < ENTRIES; i++) {
        run->y[i] = i < SIZE ? y[i] : 0.0;
        run->tail[i] = run->floor[i] = 0.0;
        run->peak[i] = fabs(run->y[i]);
    }
    run->t = t;
}

/* The state moved onto the constraints, from far away too: at the beginning, and after a jump. */
static int rejoin(dalembert_run *run)
{
    int pass, i;
    for (pass = 0; pass < 40 && run->constrained; pass++) {
        double most = 0.0, largest = 1e-290;
        int status = dalembert_evaluate(run, 1, run->t, run->y, run->change);
        if (status) return status;
        for (i = 0; i < SIZE; i++) {
            run->y[i] += run->change[i];
            largest = fmax(largest, fabs(run->y[i]));
        }
        for (i = 0; i < SIZE; i++) most = fmax(most, fabs(run->change[i]) / (fabs(run->y[i]) + 1e-9 * largest));
        if (most < 1e-3) break;
    }
    return dalembert_settle(run, run->t, run->y, 0);
}
