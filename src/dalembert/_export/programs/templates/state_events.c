#if @EVENTS@
/* Events of the model: where the function of one changes its sign, it sets values or ends the run. The order of what
   happens, and the bounds, are those of dalembert's own runs. */
static const int event_direction[EVENTS] = {@EVENT_DIRECTIONS@};
static const int event_ends[EVENTS] = {@EVENT_ENDS@};
static const dalembert_field event_sets[EVENTS] = {@EVENT_SETS@};

static int has_pending(const @NAME@_model *model)
{
    int k, found = 0;
    for (k = 0; k < EVENTS; k++) found = found || model->pending[k];
    return found;
}

/* Two times that differ by less belong to the same zero. */
static double moment(const @NAME@_model *model)
{
    return 10.0 * usual.SAME_TIME * (fabs(model->run.t) + @SPAN@);
}

static int has_just_fired(const @NAME@_model *model, int event)
{
    return fabs(model->run.t - model->fired_at[event]) <= moment(model);
}

/* An event whose function has passed zero, in a jump of the state or along the motion. */
static void note_event(@NAME@_model *model, int event, int way, int jumped)
{
    if (event_direction[event] && event_direction[event] != way) return;
    if (event_ends[event]) model->ended = 1;
    else if (!model->pending[event] && (jumped || !has_just_fired(model, event))) {
        model->pending[event] = way;
        model->jumped[event] = jumped;
    }
}

/* What an impact passes over: the loop over modes calls this. */
static int note_passed(void *model, long long event, int way)
{
    note_event((@NAME@_model *)model, (int)event, way, 1);
    return 1;
}

/* The functions of the events, in the mode that the model is in. */
static void events_at(@NAME@_model *model, double t, const double *y, double *found)
{
    const dalembert_mode *mode = &model->modes[model->own.mode];
    double every[EVENTS + GUARDS];
    dalembert_bind(&model->own, mode->bindings, 1);
    dalembert_mode_events(&model->own, mode, t, y, every);
    memcpy(found, every, EVENTS * sizeof *found);
}

/* And a time later: by Euler's method, or by the midpoint rule. */
static void events_later(@NAME@_model *model, double dt, int order, double *found)
{
    const dalembert_mode *mode = &model->modes[model->own.mode];
    const double *y = model->run.y, t = model->run.t;
    double rates_now[ENTRIES], there[ENTRIES];
    int i;
    dalembert_bind(&model->own, mode->bindings, 1);
    dalembert_mode_rates(&model->own, mode, t, y, rates_now);
    if (order > 1) {
        for (i = 0; i < ENTRIES; i++) there[i] = y[i] + 0.5 * dt * rates_now[i];
        dalembert_mode_rates(&model->own, mode, t + 0.5 * dt, there, rates_now);
    }
    for (i = 0; i < ENTRIES; i++) there[i] = y[i] + dt * rates_now[i];
    events_at(model, t + dt, there, found);
}

/* Events whose functions change their signs in a jump of the state. */
static void note_jump(@NAME@_model *model, const double *earlier)
{
    double now[EVENTS];
    int k;
    events_at(model, model->run.t, model->run.y, now);
    for (k = 0; k < EVENTS; k++)
        if (earlier[k] * now[k] < 0.0) note_event(model, k, now[k] > 0.0 ? 1 : -1, 1);
}

/* Events that pass their zeros so soon that their times are the same: the order of the model tells which is first. */
static void join_events(@NAME@_model *model)
{
    double now[EVENTS], later[EVENTS];
    int k;
    events_at(model, model->run.t, model->run.y, now);
    events_later(model, usual.SAME_TIME * (fabs(model->run.t) + @SPAN@), 1, later);
    for (k = 0; k < EVENTS; k++)
        if (!event_ends[k] && now[k] * later[k] < 0.0) note_event(model, k, later[k] > 0.0 ? 1 : -1, 0);
}

/* The state moved onto the constraints of free motion, positions before velocities. */
static int onto_constraints(@NAME@_model *model)
{
    dalembert_run *run = &model->run;
    const dalembert_mode *mode = model->modes;
    double set[SIZE];
    int part, pass, i;
    dalembert_bind(&model->own, mode->bindings, 1);
    run->correction = mode->correction;
    run->constrained = mode->constrained;
    memcpy(set, run->y, sizeof set);
    for (part = 0; part < 2 && run->constrained; part++) {
        for (pass = 0; pass < 50; pass++) {
            double most = 0.0, size = 0.0, size_set = 0.0;
            if (dalembert_evaluate(run, 1, run->t, run->y, run->change)) return EVENT_OFF;
            for (i = part * @N@; i < (part + 1) * @N@; i++) {
                most = fmax(most, fabs(run->change[i]));
                size = fmax(size, fabs(run->y[i]));
                size_set = fmax(size_set, fabs(set[i]));
            }
            if (most <= 1e-13 * (size + size_set)) break;
            for (i = part * @N@; i < (part + 1) * @N@; i++) run->y[i] += run->change[i];
        }
        if (pass == 50) return EVENT_OFF;
    }
    return 0;
}

/* What one event sets; then contacts and switches are decided anew. 0, or what went wrong. */
static int set_by(@NAME@_model *model, int event)
{
    dalembert_run *run = &model->run;
    dalembert_hybrid *own = &model->own;
    double earlier[EVENTS], after[SIZE], health = 1.0;
    int i, status;
    events_at(model, run->t, run->y, earlier);
    event_sets[event](0, run->t, run->y, run->u, model->room.c, after, &health, model->room.work);
    if (dalembert_first_bad(after, SIZE) >= 0) return EVENT_VALUE;
    take(model, after);
    status = onto_constraints(model);
    if (status) return status;
    model->fired_at[event] = run->t;
    for (i = 0; i < VALUES; i++) model->full[@FULL@ + i] = mode_values[i];
    own->mode = 0;
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, model->modes[0].bindings, 1);
    if (dalembert_start_sides(own)) return UNDECIDED;
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, model->modes[0].bindings, 1);
    if (is_inside(model)) return INSIDE;
    earlier[event] = 0.0; /* it has fired */
    note_jump(model, earlier);
    return look_around(model);
}

/* Whether an event comes back at once to the zero at which it fired, the way it came: its function had this value and
   this rate there. */
static int returns_at_once(@NAME@_model *model, int event, int way, double before, double rate_before)
{
    static const double looks[4] = {1e-9, 1e-8, 1e-7, 1e-6};
    unsigned long long random = 88172645463325252ULL;
    double now[EVENTS], beside[EVENTS], later[EVENTS], y[ENTRIES], noise = 0.0, first = looks[0] * @SPAN@;
    int i, k;
    events_at(model, model->run.t, model->run.y, now);
    for (k = 0; k < 4; k++) {
        for (i = 0; i < ENTRIES; i++)
            y[i] = model->run.y[i] * (1.0 + (dalembert_random(&random) < 0.0 ? -DBL_EPSILON : DBL_EPSILON));
        events_at(model, model->run.t, y, beside);
        noise = fmax(noise, 16.0 * fabs(beside[event] - now[event]));
    }
    if (fabs(now[event]) > 2.0 * fabs(before) + noise) return 0;
    events_later(model, first, 1, later);
    if (way * (later[event] - now[event]) / first > 1e-9 * fabs(rate_before) + noise / first)
        return 0; /* it goes on through zero */
    for (k = 0; k < 4; k++) {
        events_later(model, looks[k] * @SPAN@, 2, later);
        if (fabs(later[event] - now[event]) > noise) return way * (later[event] - now[event]) > 0.0;
    }
    return 0;
}

/* All that is pending now, in the order of the model. 0, or what went wrong. */
static int set_state(@NAME@_model *model)
{
    const double first = 1e-9 * @SPAN@;
    double value[EVENTS] = {0.0}, rate[EVENTS] = {0.0}, now[EVENTS], later[EVENTS];
    int way[EVENTS], crossed[EVENTS], k, status = 0;
    join_events(model);
    model->chain = model->run.t - model->event_at <= moment(model) ? model->chain + 1 : 0;
    model->event_at = model->run.t;
    for (k = 0; k < EVENTS; k++) {
        way[k] = model->pending[k];
        crossed[k] = way[k] && !model->jumped[k];
        model->pending[k] = model->jumped[k] = 0;
    }
    for (k = 0; k < EVENTS && !status; k++) {
        if (!way[k]) continue;
        if (crossed[k]) {
            events_at(model, model->run.t, model->run.y, now);
            events_later(model, first, 1, later);
            value[k] = now[k];
            rate[k] = (later[k] - now[k]) / first;
        }
        status = set_by(model, k);
    }
    for (k = 0; k < EVENTS && !status; k++)
        if (crossed[k] && returns_at_once(model, k, way[k], value[k], rate[k])) status = EVENT_AGAIN;
    if (!status && model->chain > 100) status = EVENT_AGAIN;
    return status;
}

/* Events that are pending, and what they set off. 0, or what went wrong, or ENDED. */
static int settle_events(@NAME@_model *model)
{
    int status = 0;
    while (!status && !model->ended && has_pending(model)) {
        status = set_state(model);
        if (!status && !model->ended && !has_pending(model)) status = go_on(model);
    }
    return status ? status : model->ended ? ENDED : 0;
}

/* Events at which an integration has just stopped, and guards that have fallen then: 0, or what went wrong. */
static int after_events(@NAME@_model *model)
{
    dalembert_run *run = &model->run;
    const double now = run->t - usual.SAME_TIME * (fabs(run->t) + @SPAN@);
    int fallen[4 * DALEMBERT_MOST] = {0}, found = 0, status = 0;
    long long k;
    for (k = 0; k < run->happened; k++) {
        if (!(run->occurred[k] >= now)) continue;
        if (run->which[k] < EVENTS) note_event(model, run->which[k], run->way[k], 0);
        else found = fallen[run->which[k] - EVENTS] = 1;
    }
    if (model->ended) return ENDED;
    if (!has_pending(model)) return 0;
    run->happened = 0;
    if (found) status = change_mode(model, fallen);
    return status ? status : settle_events(model);
}

/* Which events end an integration that begins: one that has just fired is still at its zero, for a moment. */
static void watch_events(@NAME@_model *model)
{
    dalembert_run *run = &model->run;
    const dalembert_mode *mode = &model->modes[model->own.mode];
    const double high = model->own.high, soon = run->t + 2.0 * moment(model);
    int k, fired = 0;
    for (k = 0; k < EVENTS + mode->guards; k++) model->stops[k] = mode->stops[k];
    for (k = 0; k < EVENTS; k++) {
        const int own = !event_ends[k] && has_just_fired(model, k);
        if (own) model->stops[k] = 0;
        fired = fired || own;
    }
    model->left_by = fired && soon < high - 10.0 * usual.SAME_TIME * (fabs(high) + @SPAN@) ? soon : DBL_MAX;
    run->stops = model->stops;
}

static void forget_events(@NAME@_model *model)
{
    int k;
    for (k = 0; k < EVENTS; k++) {
        model->pending[k] = model->jumped[k] = 0;
        model->fired_at[k] = -DBL_MAX;
    }
    model->chain = model->ended = model->sided = 0;
    model->event_at = -DBL_MAX;
    model->left_by = DBL_MAX;
}
#endif
