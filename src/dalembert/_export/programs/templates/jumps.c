#if @JUMPS@
/* The state is another one from now on; events whose zeros it passes over are noted. */
static void take(@NAME@_model *model, const double *after)
{
    dalembert_run *run = &model->run;
    int i;
#if @EVENTS@
    double earlier[@EVENTS@];
    dalembert_events_at(&model->events, run->t, run->y, earlier);
#endif
    for (i = 0; i < SIZE; i++) {
        if (after[i] != run->y[i]) run->tail[i] = 0.0;
        run->y[i] = after[i];
        run->peak[i] = fmax(run->peak[i], fabs(after[i]));
    }
#if @EVENTS@
    dalembert_note_jump(&model->events, earlier);
#endif
}

#if @EVENTS@
/* Events of this instant, before anything is sampled: also where one of them ends the run. */
static void settle_before_samples(@NAME@_model *model)
{
    int status;
    if (model->failure) return;
    dalembert_join_events(&model->events);
    status = dalembert_settle_events(&model->events);
    if (status != DALEMBERT_EVENT_ENDS) model->failure = status;
}
#endif

/* The first time after t of an impulse or a sample. */
static double next_jump_after(@NAME@_model *model, double t)
{
    double found, health = 1.0;
    next_jump(0, t, model->run.y, 0, model->room.c, &found, &health, model->room.work);
    return found;
}

/* Let what is struck and sampled now jump, if anything is; whether it did. */
static int jump(@NAME@_model *model)
{
    dalembert_run *run = &model->run;
    double after[SIZE], health = 1.0;
    if (run->t < model->room.jump_at - @NEAR@) return 0;
#if @PUSHES@
    pushes(0, run->t, run->y, 0, model->room.c, after, &health, model->room.work);
    take(model, after);
    pass_on_push(model);
#endif
#if @EVENTS@
    settle_before_samples(model);
#endif
    jumps(0, run->t, run->y, 0, model->room.c, after, &health, model->room.work);
    take(model, after);
    model->room.jump_at = next_jump_after(model, run->t);
    return 1;
}

/* With other parameters samples may have other times; one that is due stays so. */
static void renew_jumps(@NAME@_model *model)
{
    if (model->run.t < model->room.jump_at - @NEAR@) model->room.jump_at = next_jump_after(model, model->run.t);
}

/* At the beginning of a run. */
static int first_jump(@NAME@_model *model)
{
    model->room.jump_at = next_jump_after(model, model->run.t - 2.0 * @NEAR@);
    return jump(model);
}
#else
static int jump(@NAME@_model *model)
{
    (void)model;
    return 0;
}

static void renew_jumps(@NAME@_model *model)
{
    (void)model;
}

static int first_jump(@NAME@_model *model)
{
    model->room.jump_at = DBL_MAX;
    return 0;
}
#endif
