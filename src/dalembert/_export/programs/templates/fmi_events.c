
/* Model exchange: at an event the states are moved onto the constraints, and modes change; `next` is the next switch
   in time. */
#if @MODES@ > 0
static const char *handle_event(instance *own, int *moved, int *has_next, double *next)
{
    @NAME@_model *model = own->model;
    double before[SIZE];
    int fallen[4 * DALEMBERT_MOST], status = 0;
    memcpy(before, model->run.y, sizeof before);
    *has_next = 0;
    if (model->anew || model->run.t >= model->own.high) status = look_anew(model);
    if (!status && falls(model, fallen)) status = change_mode(model, fallen);
    enter_mode(model);
    if (!status && model->run.constrained) status = dalembert_settle(&model->run, smooth_time(own), model->run.y, 0);
    own->off = 0;
    *moved = memcmp(before, model->run.y, sizeof before) != 0;
    model->own.high = *next = next_switch(model, model->run.t, model->run.t + @SPAN@, has_next);
    if (!*has_next) model->own.high = DBL_MAX;
    return status ? @NAME@_message(status) : 0;
}
#else
static const char *handle_event(instance *own, int *moved, int *has_next, double *next)
{
    *moved = *has_next = 0;
    if (own->model->run.constrained) {
        double before[SIZE];
        const char *words;
        memcpy(before, own->model->run.y, sizeof before);
        words = begin(own);
        if (words) return words;
        own->off = 0;
        *moved = memcmp(before, own->model->run.y, sizeof before) != 0;
    }
    *next = next_switch(own->model, own->model->run.t, own->model->run.t + @SPAN@, has_next);
    return 0;
}
#endif
