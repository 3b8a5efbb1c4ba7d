#define SIZE @NAME@_STATES
enum { STAGES = @STAGES@, TERMS = @TERMS@, STEPS = @STEPS@, BACKWARDS = 103 };

struct @NAME@_model {
    dalembert_run run;
    double p[@NAME@_PARAMETERS + 1], c[@CONSTANTS@ + 1], work[@WORK@ + 1];
    double state[2][SIZE], k[STAGES][SIZE], stage[SIZE], dense[TERMS][SIZE], change[SIZE], tail[2][SIZE];
    double zero[SIZE], peak[SIZE], weight[SIZE], floor[SIZE], logged[2][STEPS], u[1];
    int kind[SIZE];
    struct @NAME@_model *self;
};

static const double start[SIZE] = {@START@};
static const double values[@NAME@_PARAMETERS + 1] = {@VALUES@};
static const int kinds[SIZE] = {@KINDS@};

/* Let everything in a model point at what is in it: `y` is the number of the array with the state, `tail` likewise. */
static void point(@NAME@_model *model, int y, int tail)
{
    dalembert_run *run = &model->run;
    model->self = model;
    run->rates.call = rates;
    run->rates.c = model->c;
    run->rates.work = model->work;
@CORRECTION@
    run->u = model->u;
    run->y = model->state[y];
    run->fresh = model->state[1 - y];
    run->tail = model->tail[tail];
    run->tail_fresh = model->tail[1 - tail];
    run->atol = run->noise = run->clock = run->least = model->zero;
    run->kind = model->kind;
    run->peak = model->peak;
    run->weight = model->weight;
    run->floor = model->floor;
    run->k = model->k[0];
    run->stage = model->stage;
    run->dense = model->dense[0];
    run->change = model->change;
    run->logged_t = model->logged[0];
    run->logged_dt = model->logged[1];
}

@NAME@_model *@NAME@_create(void)
{
    @NAME@_model *model = (@NAME@_model *)calloc(1, sizeof(@NAME@_model));
    dalembert_run *run;
    int i;
    if (!model) return 0;
    run = &model->run;
    for (i = 0; i < SIZE; i++) model->kind[i] = kinds[i];
    point(model, 0, 0);
    run->n = @N@;
    run->split = @SPLIT@;
    run->size = run->tested = SIZE;
    run->span = @SPAN@;
    run->dt_most = @LONGEST@;
    run->rtol = @RTOL@;
    run->log_room = STEPS;
    @NAME@_set_parameters(model, values);
    if (@NAME@_reset(model, @T_START@, 0)) {
        @NAME@_destroy(model);
        return 0;
    }
    return model;
}

void @NAME@_destroy(@NAME@_model *model)
{
    free(model);
}

void @NAME@_set_parameters(@NAME@_model *model, const double *p)
{
    int i;
    for (i = 0; i < @NAME@_PARAMETERS; i++) model->p[i] = p[i];
    prepare(model->p, model->c);
    model->run.dt = 0.0; /* rates are computed anew */
}

void @NAME@_set_tolerance(@NAME@_model *model, double rtol)
{
    model->run.rtol = rtol;
}

@SWITCHES_IN_TIME@
/* The state moved onto the constraints, from far away too: at the beginning, and after a jump. */
static int rejoin(@NAME@_model *model)
{
    dalembert_run *run = &model->run;
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

int @NAME@_reset(@NAME@_model *model, double t, const double *y)
{
    dalembert_run *run = &model->run;
    double given[SIZE];
    int i;
    for (i = 0; i < SIZE; i++) given[i] = y ? y[i] : start[i];
    point(model, 0, 0);
    for (i = 0; i < SIZE; i++) {
        run->y[i] = given[i];
        run->tail[i] = run->floor[i] = 0.0;
        run->peak[i] = fabs(run->y[i]);
    }
    run->t = t;
    run->low = -DBL_MAX;
    run->high = DBL_MAX;
#if @SWITCHES@ > 0
    run->low = right_after(t);
#endif
    run->dt = 0.0;
    run->error_before = 1e-4;
    run->refused = run->in_vain = 0;
    run->status = rejoin(model);
    return (int)run->status;
}

int @NAME@_step(@NAME@_model *model, double dt)
{
    return @NAME@_step_to(model, model->run.t + dt);
}

int @NAME@_step_to(@NAME@_model *model, double t)
{
    dalembert_run *run = &model->run;
    int found = 1;
    if (!(t >= run->t)) return BACKWARDS;
    if (run->status == DALEMBERT_DONE) run->status = DALEMBERT_RUNNING;
    while (run->status == DALEMBERT_RUNNING && run->t < t) {
        const double low = run->low;
        run->t_end = next_switch(model, run->t, t, &found);
        if (run->dt > 0.0) run->low = low; /* no switch since */
        if (run->t_end - run->t <= 64.0 * DBL_EPSILON * fabs(run->t)) { /* nothing moves in so short a time */
            run->t = run->t_end;
            run->status = DALEMBERT_DONE;
        }
        while (run->status == DALEMBERT_RUNNING) {
            run->logged = 0;
            rk853_advance(run, STEPS);
        }
        if (run->status == DALEMBERT_DONE && found) { /* begin anew on the other side */
            run->low = run->high = run->t;
            run->status = rejoin(model);
            run->dt = 0.0;
        }
    }
    return run->status == DALEMBERT_DONE || run->status == DALEMBERT_RUNNING ? 0 : (int)run->status;
}

double @NAME@_time(const @NAME@_model *model)
{
    return model->run.t;
}

const double *@NAME@_state(const @NAME@_model *model)
{
    return model->run.y;
}

void @NAME@_rates(@NAME@_model *model, double t, const double *y, double *out)
{
    double health = 1.0;
    rates(0, t, y, 0, model->c, out, &health, model->work);
}

static void outputs_at(@NAME@_model *model, double t, double *out)
{
    double health = 1.0;
    outputs(0, t, model->run.y, 0, model->c, out, &health, model->work);
}

void @NAME@_outputs(@NAME@_model *model, double *out)
{
    outputs_at(model, model->run.t, out);
}

const char *@NAME@_message(int status)
{
    switch (status) {
    case 0: return "all is well";
    case DALEMBERT_NOT_FINITE: return "the rates have no value here: accelerations are not determined, or not finite";
    case DALEMBERT_SINGULAR: return "accelerations or multipliers are not determined here";
    case DALEMBERT_UNDERFLOW: return "the steps become too small: the rates jump, or change without limit";
    case DALEMBERT_OFF: return "no state on the constraints is found";
    case BACKWARDS: return "a step cannot go back in time";
    default: return "unknown status";
    }
}
