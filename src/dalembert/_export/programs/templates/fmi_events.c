
/* Model exchange: at an event the states are moved onto the constraints, and modes change; `next` is the next switch
   in time. */
static double next_event(@NAME@_model *model, int *has_next)
{
    const double t = model->run.t, jump_at = model->room.jump_at;
    const double found = next_switch(model, t, fmin(t + @SPAN@, jump_at), has_next);
    if (!*has_next && jump_at <= t + @SPAN@) *has_next = 1;
    return found;
}

#if @MODES@ > 0
static const char *handle_event(instance *own, int *moved, int *has_next, double *next)
{
    @NAME@_model *model = own->model;
    double before[SIZE];
    int fallen[4 * DALEMBERT_MOST], status = 0;
    memcpy(before, model->run.y, sizeof before);
    *has_next = 0;
#if @EVENTS@
    if (model->sided) note_sides(model);
    if (model->events.ended) return 0;
#endif
    if (jump(model) || model->anew || model->run.t >= model->own.high) status = look_anew(model);
    if (!status && falls(model, fallen)) status = change_mode(model, fallen);
#if @EVENTS@
    if (!status) status = dalembert_settle_events(&model->events);
    if (status == ENDED) {
        *moved = memcmp(before, model->run.y, sizeof before) != 0;
        return 0;
    }
#endif
    enter_mode(model);
    if (!status) lift_gaps(model);
    model->run.low = -DBL_MAX; /* where nothing switches in time */
    model->run.high = DBL_MAX;
    if (!status && model->run.constrained) status = dalembert_settle(&model->run, smooth_time(own), model->run.y, 0);
#if @EVENTS@
    if (!status) choose_sides(model);
#endif
    own->off = 0;
    *moved = memcmp(before, model->run.y, sizeof before) != 0;
    model->own.high = *next = next_event(model, has_next);
    if (!*has_next) model->own.high = DBL_MAX;
    return status ? @NAME@_message(status) : 0;
}
#else
static const char *handle_event(instance *own, int *moved, int *has_next, double *next)
{
    @NAME@_model *model = own->model;
    double before[SIZE];
    int status = 0;
    memcpy(before, model->run.y, sizeof before);
    if (jump(model) || model->run.constrained) {
        double y[SIZE];
        memcpy(y, model->run.y, sizeof y);
        status = restart(model, model->run.t, y);
        own->off = 0;
    }
    *moved = memcmp(before, model->run.y, sizeof before) != 0;
    *next = next_event(model, has_next);
    return status ? @NAME@_message(status) : 0;
}
#endif
