/* Events of a model with modes: its own events and the guards of the mode it is in are its event indicators. */
enum { INDICATORS = EVENTS + GUARDS };
#define KEPT offsetof(struct @NAME@_model, scratch)

static void guards_at(@NAME@_model *model, double t, const double *y, double *guards)
{
    const dalembert_mode *mode = &model->modes[model->own.mode];
    double all[ENTRIES];
    whole(y, all);
    dalembert_bind(&model->own, mode->bindings, 1);
    if (mode->events.call) dalembert_mode_events(&model->own, mode, t, all, guards);
}

static void indicators_at(@NAME@_model *model, double t, double *indicators)
{
    int i;
    for (i = 0; i < INDICATORS; i++) indicators[i] = 1.0; /* of guards that this mode does not have */
    guards_at(model, t, model->run.y, indicators);
#if @EVENTS@
    for (i = 0; i < EVENTS; i++) indicators[i] += model->lift[i];
#endif
}

/* What a host integrates is off by its tolerance, of the sizes that coordinates have had: gaps and flights below that
   are none. */
static void set_precision(@NAME@_model *model, double tolerance)
{
    model->tolerances.GAP = fmax(usual.GAP, tolerance);
    model->tolerances.START_GAP = fmax(usual.START_GAP, tolerance);
    model->tolerances.MEMORY = 1.0;
}

static void has_moved(@NAME@_model *model)
{
    model->anew = 1;
}

/* Gaps as indicators are above zero where a host begins to integrate: a flight that begins and ends within one of its
   steps would be passed over. */
static void lift_gaps(@NAME@_model *model)
{
    const dalembert_mode *mode = &model->modes[model->own.mode];
    struct dalembert_contact_state now;
    double guards[EVENTS + GUARDS + 1];
    int k;
    model->own.work_used = 0;
    if (!CONTACTS || !mode->events.call) return;
    if (dalembert_contact_state_at(&model->own, model->run.t, model->run.y, model->run.peak, &now)) return;
    guards_at(model, model->run.t, model->run.y, guards);
    for (k = 0; k < mode->guards; k++) {
        const double least = 0.1 * model->tolerances.GAP * now.size[mode->place[k]];
        if (mode->kind[k] == DALEMBERT_GAP && guards[EVENTS + k] < least)
            model->own.p[model->own.margins + mode->place[k]] += least - guards[EVENTS + k];
    }
    dalembert_bind(&model->own, mode->bindings, 1);
}

/* Put the run into the mode that the model is in. */
static void enter_mode(@NAME@_model *model)
{
    const dalembert_mode *mode = &model->modes[model->own.mode];
    model->run.rates = mode->rates;
    model->run.correction = mode->correction;
    model->run.constrained = mode->constrained;
    dalembert_bind(&model->own, mode->bindings, 1);
}

/* Which guards have fallen, or fall at once. */
static int falls(@NAME@_model *model, int *fallen)
{
    const dalembert_mode *mode = &model->modes[model->own.mode];
    const double ahead = model->tolerances.PROBE * @SPAN@;
    double now[EVENTS + GUARDS + 1], later[EVENTS + GUARDS + 1], rates_now[SIZE], y[SIZE];
    int k, found = 0;
    if (!mode->events.call) return 0;
    @NAME@_rates(model, model->run.t, model->run.y, rates_now);
    for (k = 0; k < SIZE; k++) y[k] = model->run.y[k] + ahead * rates_now[k];
    guards_at(model, model->run.t, model->run.y, now);
    guards_at(model, model->run.t + ahead, y, later);
    for (k = 0; k < mode->guards; k++) {
        const int kind = mode->kind[k], steady = kind == DALEMBERT_FORCE || kind == DALEMBERT_CONE ||
                                                 kind == DALEMBERT_CONE_BELOW || kind == DALEMBERT_BELOW ||
                                                 kind == DALEMBERT_ABOVE || kind == DALEMBERT_PARADOX;
        fallen[k] = later[EVENTS + k] < 0.0 && (!steady || now[EVENTS + k] <= 0.0);
        found += fallen[k];
    }
    return found;
}

#if @EVENTS@
/* Events whose functions have left their sides since a host began to integrate, or leave them at once. */
static void note_sides(@NAME@_model *model)
{
    double later[EVENTS];
    int k;
    dalembert_events_later(&model->events, model->tolerances.PROBE * @SPAN@, 1, later);
    for (k = 0; k < EVENTS; k++)
        if (model->side[k] * later[k] < 0.0) (void)dalembert_tell_event(&model->events, k, -model->side[k], 1);
}

/* The sides on which a host begins to integrate. An indicator is on its side there: a function that a host has found
   a little beyond its zero, and that comes back, would be passed over. */
static void choose_sides(@NAME@_model *model)
{
    double now[EVENTS], later[EVENTS];
    int k;
    model->sided = 1;
    dalembert_events_at(&model->events, model->run.t, model->run.y, now);
    dalembert_events_later(&model->events, model->tolerances.PROBE * @SPAN@, 1, later);
    for (k = 0; k < EVENTS; k++) {
        model->side[k] = (later[k] > 0.0) - (later[k] < 0.0);
        model->lift[k] = model->side[k] * now[k] > 0.0 ? 0.0 : model->side[k] * (1e-6 * fabs(later[k]) + 2.0 * fabs(now[k]));
    }
}
#endif

static int has_ended(const @NAME@_model *model)
{
#if @EVENTS@
    return model->events.ended;
#else
    (void)model;
    return 0;
#endif
}
