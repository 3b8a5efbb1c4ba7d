#if @EVENTS@
/* Events of the model that set values or end the run. */
static const int event_direction[EVENTS] = {@EVENT_DIRECTIONS@};
static const int event_acts[EVENTS] = {@EVENT_ACTS@};
static const dalembert_field event_sets[EVENTS] = {@EVENT_SETS@};

static int look_at(void *model)
{
    return look_around((@NAME@_model *)model);
}

static int go_on_with(void *model)
{
    return go_on((@NAME@_model *)model);
}

static int change_by(void *model, const int *fallen)
{
    return change_mode((@NAME@_model *)model, fallen);
}

static void point_events(@NAME@_model *model)
{
    struct dalembert_state_events *events = &model->events;
    int k;
    for (k = 0; k < EVENTS; k++) model->sets[k] = callable(model, event_sets[k]);
    model->run.own = events;
    model->run.stops = model->pending[4];
    events->own = &model->own;
    events->host = model;
    events->look = look_at;
    events->go_on = go_on_with;
    events->change = change_by;
    events->sets = model->sets;
    events->acts = event_acts;
    events->direction = event_direction;
    events->first = mode_values;
    events->shut = @SHUT@;
    events->span = @SPAN@;
    events->pending = model->pending[0];
    events->jumped = model->pending[1];
    events->way = model->pending[2];
    events->crossed = model->pending[3];
    events->stops = model->pending[4];
    events->fired_at = model->fired_at[0];
    events->value = model->fired_at[1];
    events->rate = model->fired_at[2];
    events->earlier = model->fired_at[3];
    events->now = model->fired_at[4];
    events->later = model->fired_at[5];
    events->beside = model->fired_at[6];
    events->every = model->every;
    events->state = model->moved[0];
    events->there = model->moved[1];
    events->rates = model->moved[2];
}

static void forget_events(@NAME@_model *model)
{
    dalembert_forget_events(&model->events);
    model->sided = 0;
}
#endif
