/* Events of a model with modes: the guards of the mode it is in are its event indicators. */
enum { INDICATORS = GUARDS };
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
}

/* What a host integrates is off by its tolerance: gaps and flights below that are none. */
static void set_precision(@NAME@_model *model, double tolerance)
{
    model->tolerances.GAP = fmax(usual.GAP, 0.1 * tolerance);
    model->tolerances.START_GAP = fmax(usual.START_GAP, 0.1 * tolerance);
}

static void has_moved(@NAME@_model *model)
{
    model->anew = 1;
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
    double now[GUARDS + 1], later[GUARDS + 1], rates_now[SIZE], y[SIZE];
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
        fallen[k] = later[k] < 0.0 && (!steady || now[k] <= 0.0);
        found += fallen[k];
    }
    return found;
}
