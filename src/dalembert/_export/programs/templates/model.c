/* A model whose equations are the same all the time. */
struct @NAME@_model {
    dalembert_run run;
    run_room room;
    struct @NAME@_model *self;
};

/* Let everything in a model point at what is in it. */
static void point(@NAME@_model *model, int y, int tail)
{
    dalembert_run *run = &model->run;
    model->self = model;
    point_run(run, &model->room, y, tail);
    run->rates.call = rates;
    run->rates.c = model->room.c;
    run->rates.work = model->room.work;
@CORRECTION@
}

static void set_up_model(@NAME@_model *model)
{
    model->run.span = @SPAN@;
    model->run.dt_most = @LONGEST@;
    point(model, 0, 0);
}

/* What follows from parameters and given inputs. */
static void put_values(@NAME@_model *model)
{
    prepare(model->room.p, model->room.c);
}

static void begin_anew(@NAME@_model *model)
{
    model->run.dt = 0.0; /* rates are computed anew */
}

@SWITCHES_IN_TIME@
@JUMPS_IN_TIME@
/* Begin at a state, before anything jumps there. */
static int restart(@NAME@_model *model, double t, const double *y)
{
    dalembert_run *run = &model->run;
    double given[SIZE];
    memcpy(given, y ? y : start, sizeof given);
    point(model, 0, 0);
    put_state(run, t, given);
    run->low = -DBL_MAX;
    run->high = DBL_MAX;
#if @SWITCHES@ > 0
    run->low = right_after(t);
#endif
    run->dt = 0.0;
    run->error_before = 1e-4;
    run->refused = run->in_vain = 0;
    run->status = rejoin(run);
    return (int)run->status;
}

int @NAME@_reset(@NAME@_model *model, double t, const double *y)
{
    int status = restart(model, t, y);
    if (!status && first_jump(model)) status = (int)(model->run.status = rejoin(&model->run));
    return status;
}

int @NAME@_step_to(@NAME@_model *model, double t)
{
    dalembert_run *run = &model->run;
    int found = 1;
    if (!(t >= run->t)) return BACKWARDS;
    if (run->status == DALEMBERT_DONE) run->status = DALEMBERT_RUNNING;
    while (run->status == DALEMBERT_RUNNING && run->t < t) {
        const double low = run->low;
        run->t_end = next_switch(model, run->t, fmin(t, model->room.jump_at), &found);
        if (run->dt > 0.0) run->low = low; /* no switch since */
        if (run->t_end - run->t <= 64.0 * DBL_EPSILON * fabs(run->t)) { /* nothing moves in so short a time */
            run->t = run->t_end;
            run->status = DALEMBERT_DONE;
        }
        while (run->status == DALEMBERT_RUNNING) {
            run->logged = 0;
            rk853_advance(run, STEPS);
        }
        if (run->status == DALEMBERT_DONE && jump(model)) found = 1;
        if (run->status == DALEMBERT_DONE && found) { /* begin anew on the other side */
            run->low = run->high = run->t;
            run->status = rejoin(run);
            run->dt = 0.0;
            run->low = -DBL_MAX;
            run->high = DBL_MAX;
        }
    }
    return run->status == DALEMBERT_DONE || run->status == DALEMBERT_RUNNING ? 0 : (int)run->status;
}

void @NAME@_rates(@NAME@_model *model, double t, const double *y, double *out)
{
    double health = 1.0;
    rates(0, t, y, 0, model->room.c, out, &health, model->room.work);
}

static void outputs_at(@NAME@_model *model, double t, double *out)
{
    double health = 1.0;
    outputs(0, t, model->run.y, 0, model->room.c, out, &health, model->room.work);
}
