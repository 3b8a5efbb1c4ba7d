#define SIZE @NAME@_STATES
enum { STAGES = @STAGES@, TERMS = @TERMS@, STEPS = @STEPS@, OCCURRENCES = 256, BEGUN = 8192, INTERVALS = 256, ROOM = 32768 };
enum { ALL_ENTRIES = @ENTRIES@, CONTACTS = @CONTACTS@, SURFACES = @SURFACES@, MODES = @MODES@, GUARDS = @GUARDS@ };
enum { VALUES = @MODE_VALUES@, NUMBERS = @FULL@ + VALUES, IMPACT = 3 + CONTACTS + 3 * @N@ };
enum { UNDECIDED = 100, INSIDE = 101, NO_HEADWAY = 102, BACKWARDS = 103 };

struct @NAME@_model {
    dalembert_run run;
    dalembert_hybrid own;
    dalembert_tolerances tolerances;
    dalembert_mode modes[MODES];
    dalembert_binding bindings[MODES], between;
    double p[@NAME@_PARAMETERS + 1], full[NUMBERS + 1], c[@CONSTANTS@ + 1], work[@WORK@ + 1];
    double state[2][ALL_ENTRIES], k[STAGES][ALL_ENTRIES], stage[ALL_ENTRIES], dense[TERMS][ALL_ENTRIES];
    double change[ALL_ENTRIES], tail[2][ALL_ENTRIES], zero[ALL_ENTRIES], atol[ALL_ENTRIES], noise[ALL_ENTRIES];
    double clock[ALL_ENTRIES], peak[ALL_ENTRIES], weight[ALL_ENTRIES], floor[ALL_ENTRIES], node[ALL_ENTRIES];
    double inside[ALL_ENTRIES], outside[ALL_ENTRIES], misplaced[ALL_ENTRIES], disturbed[3][ALL_ENTRIES];
    double logged[2][STEPS], u[@INPUTS@ + 1], values[(EVENT_NODES + 1) * (GUARDS + 1)], occurred[OCCURRENCES];
    double interval_values[INTERVALS * VALUES + 1], impacts[INTERVALS * IMPACT];
    long long interval_row[INTERVALS], interval_mode[INTERVALS];
    int kind[ALL_ENTRIES], which[OCCURRENCES], way[OCCURRENCES], breaks[CONTACTS + 1];
    int wanted[2][CONTACTS + 1], wanted_surface[SURFACES + 1];
    int anew; /* contacts and switches are to be looked at before the next step */
    struct @NAME@_model *self;
    double began[BEGUN], room[ROOM];
};

static const double start[SIZE] = {@START@};
static const double values[@NAME@_PARAMETERS + 1] = {@VALUES@};
static const int kinds[ALL_ENTRIES] = {@KINDS@};
static const double mode_values[VALUES + 1] = {@FIRST_VALUES@};
static const double digits[] = {@DIGITS@};
static const double last_bits[ALL_ENTRIES] = {@LAST_BITS@};
static const int slip_of[CONTACTS + 1] = {@SLIP_OF@};
static const dalembert_tolerances usual = {@TOLERANCES@};

/* What is known of a mode. */
typedef struct {
    dalembert_field rates, correction, events, outputs;
    dalembert_preparation bind;
    const int *active, *friction, *surface, *kind, *place, *direction, *stops;
    int constrained, constrains, soft, guards;
} mode_description;

@DESCRIPTIONS@

static dalembert_callable callable(@NAME@_model *model, dalembert_field call)
{
    dalembert_callable made;
    made.call = call;
    made.model = 0;
    made.c = model->c;
    made.work = model->work;
    return made;
}

/* Let everything in a model point at what is in it: `y` is the number of the array with the state, `tail` likewise. */
static void point(@NAME@_model *model, int y, int tail)
{
    dalembert_run *run = &model->run;
    dalembert_hybrid *own = &model->own;
    int k;
    for (k = 0; k < MODES; k++) {
        const mode_description *one = &descriptions[k];
        dalembert_mode *mode = &model->modes[k];
        dalembert_binding *binding = &model->bindings[k];
        binding->prepare = one->bind;
        binding->room = model->c;
        mode->rates = mode->timed = callable(model, one->rates);
        mode->correction = callable(model, one->correction);
        mode->events = callable(model, one->events);
        mode->bindings = binding;
        mode->bindings_count = 1;
        mode->active = one->active;
        mode->friction = one->friction;
        mode->surface = one->surface;
        mode->kind = one->kind;
        mode->place = one->place;
        mode->direction = one->direction;
        mode->stops = one->stops;
        mode->constrained = one->constrained;
        mode->constrains = one->constrains;
        mode->soft = one->soft;
        mode->guards = one->guards;
    }
    model->self = model;
    model->between.prepare = bind_between;
    model->between.room = model->c;
    own->run = run;
    own->advance = rk853_advance;
    own->modes = model->modes;
    own->tolerances = &model->tolerances;
    own->bindings = &model->between;
    own->slip_of = slip_of;
    own->p = model->full;
    own->digits = digits;
    own->last_bits = last_bits;
    own->atol = own->noise = own->clock = model->zero;
    own->began = model->began;
    own->interval_row = model->interval_row;
    own->interval_mode = model->interval_mode;
    own->interval_values = model->interval_values;
    own->impacts = model->impacts;
    own->breaks = model->breaks;
    own->wanted_active = model->wanted[0];
    own->wanted_friction = model->wanted[1];
    own->wanted_surface = model->wanted_surface;
    own->work = model->room;
@BETWEEN@
    run->rates = model->modes[own->mode].timed;
    run->correction = model->modes[own->mode].correction;
    run->events = model->modes[own->mode].events;
    run->direction = model->modes[own->mode].direction;
    run->stops = model->modes[own->mode].stops;
    run->u = model->u;
    run->y = model->state[y];
    run->fresh = model->state[1 - y];
    run->tail = model->tail[tail];
    run->tail_fresh = model->tail[1 - tail];
    run->atol = model->atol;
    run->noise = model->noise;
    run->clock = model->clock;
    run->least = model->zero;
    run->kind = model->kind;
    run->peak = model->peak;
    run->weight = model->weight;
    run->floor = model->floor;
    run->k = model->k[0];
    run->stage = model->stage;
    run->dense = model->dense[0];
    run->change = model->change;
    run->node = model->node;
    run->values = model->values;
    run->occurred = model->occurred;
    run->which = model->which;
    run->way = model->way;
    run->inside = model->inside;
    run->outside = model->outside;
    run->misplaced = model->misplaced;
    run->disturbed_state = model->disturbed[0];
    run->logged_t = model->logged[0];
    run->logged_dt = model->logged[1];
}

@NAME@_model *@NAME@_create(void)
{
    @NAME@_model *model = (@NAME@_model *)calloc(1, sizeof(@NAME@_model));
    dalembert_run *run;
    dalembert_hybrid *own;
    int i;
    if (!model) return 0;
    run = &model->run;
    own = &model->own;
    for (i = 0; i < SIZE; i++) model->kind[i] = kinds[i];
    model->tolerances = usual;
    point(model, 0, 0);
    run->n = @N@;
    run->split = @SPLIT@;
    run->size = ALL_ENTRIES;
    run->tested = SIZE;
    run->healthy = @HEALTHY@;
    run->rtol = @RTOL@;
    run->room = OCCURRENCES;
    run->log_room = STEPS;
    run->inputs_count = @INPUTS@ / 3;
    own->modes_count = MODES;
    own->bindings_count = 1;
    own->contacts = CONTACTS;
    own->slips = @SLIPS@;
    own->switches = SURFACES;
    own->p_count = NUMBERS;
    own->sides = @FULL@;
    own->directions = own->sides + SURFACES;
    own->margins = own->directions + own->slips;
    own->friction_margins = own->margins + CONTACTS + SURFACES;
    own->digits_count = @DIGITS_COUNT@;
    own->dt_most = @LONGEST@;
    own->dt_held = @LONGEST_HELD@;
    own->span = @SPAN@;
    own->t_last = DBL_MAX;
    own->begun_room = BEGUN;
    own->intervals_room = own->impacts_room = INTERVALS;
    own->work_room = ROOM;
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
    double health = 1.0;
    int i;
    for (i = 0; i < @NAME@_PARAMETERS; i++) model->p[i] = p[i];
    parameters(0, 0.0, model->p, 0, model->c, model->full, &health, model->work);
    prepare(model->full, model->c);
    model->anew = 1;
}

void @NAME@_set_tolerance(@NAME@_model *model, double rtol)
{
    model->run.rtol = rtol;
}

@SWITCHES_IN_TIME@

/* Forget all but the last beginnings of modes, which tell whether a run makes progress. */
static void forget(@NAME@_model *model)
{
    dalembert_hybrid *own = &model->own;
    own->intervals = own->impacts_count = 0;
    if (own->begun + 64 > BEGUN) {
        memmove(own->began, own->began + (own->begun - 5001), 5001 * sizeof *own->began);
        own->begun = 5001;
    }
}

/* Whether a contact is closed further than rounding lets it be. */
static int is_inside(@NAME@_model *model)
{
    int found = 0;
#if @CONTACTS@ > 0
    struct dalembert_contact_state now;
    int i;
    model->own.work_used = 0;
    if (dalembert_contact_state_at(&model->own, model->run.t, model->run.y, model->run.peak, &now)) return 0;
    for (i = 0; i < CONTACTS; i++) found = found || now.gap[i] < -@SHUT@ * fmax(now.size[i], 1e-300);
#else
    (void)model;
#endif
    return found;
}

/* Modes that end where they begin. 0, or what went wrong. */
static int go_on(@NAME@_model *model)
{
    dalembert_hybrid *own = &model->own;
    int fallen[4 * DALEMBERT_MOST];
    while (dalembert_fallen(own, fallen) > 0) {
        forget(model);
        if (dalembert_transit(own, fallen)) return UNDECIDED;
        dalembert_note_mode(own);
        if (dalembert_makes_no_headway(own)) return NO_HEADWAY;
    }
    own->integrating = 0;
    return 0;
}

/* Contacts and switches looked at anew, after something has jumped. */
static int look_anew(@NAME@_model *model)
{
    const struct dalembert_cause nothing = {{0}, {0}, {0}, 0};
    dalembert_hybrid *own = &model->own;
    struct dalembert_transition at;
    int i;
    model->anew = 0;
    forget(model);
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, model->modes[own->mode].bindings, 1);
    for (i = 0; i < CONTACTS; i++) at.breaks[i] = 0;
    if (is_inside(model)) return INSIDE;
    if (dalembert_go_over(own, &at, &nothing)) return UNDECIDED;
    dalembert_note_mode(own);
    return go_on(model);
}

/* What follows on the end of a mode, whose guards have fallen. */
static int change_mode(@NAME@_model *model, const int *fallen)
{
    dalembert_hybrid *own = &model->own;
    forget(model);
    if (dalembert_transit(own, fallen)) return UNDECIDED;
    dalembert_forget_guards(own);
    dalembert_note_mode(own);
    if (dalembert_makes_no_headway(own)) return NO_HEADWAY;
    return go_on(model);
}

int @NAME@_reset(@NAME@_model *model, double t, const double *y)
{
    dalembert_run *run = &model->run;
    dalembert_hybrid *own = &model->own;
    double given[SIZE];
    int i, status = 0;
    for (i = 0; i < SIZE; i++) given[i] = y ? y[i] : start[i];
    for (i = 0; i < VALUES; i++) model->full[@FULL@ + i] = mode_values[i];
    own->mode = own->begun = own->transitions = 0;
    own->breaks_t = -1e300;
    point(model, 0, 0);
    for (i = 0; i < ALL_ENTRIES; i++) {
        run->y[i] = i < SIZE ? given[i] : 0.0;
        run->tail[i] = run->floor[i] = 0.0;
        run->peak[i] = fabs(run->y[i]);
    }
    run->t = t;
    own->high = t;
    run->events_count = GUARDS;
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, model->modes[0].bindings, 1);
    if (is_inside(model)) status = INSIDE;
    else if (dalembert_start_modes(own)) status = UNDECIDED;
    forget(model);
    model->anew = 0;
    own->integrating = 0;
    run->status = status;
    return status;
}

int @NAME@_step(@NAME@_model *model, double dt)
{
    return @NAME@_step_to(model, model->run.t + dt);
}

int @NAME@_step_to(@NAME@_model *model, double t)
{
    dalembert_run *run = &model->run;
    dalembert_hybrid *own = &model->own;
    int fallen[4 * DALEMBERT_MOST], found;
    if (!(t >= run->t)) return BACKWARDS;
    if (run->status > DALEMBERT_DONE && run->status != DALEMBERT_STOPPED) return (int)run->status;
    run->status = DALEMBERT_DONE;
    while (run->t < t) {
        if (model->anew) {
            const int status = look_anew(model);
            if (status) return (int)(run->status = status);
        }
        if (own->integrating != 1) {
            const double horizon = run->t < @T_END@ - 1e-9 * @SPAN@ ? @T_END@ : run->t + @SPAN@;
            own->high = next_switch(model, run->t, horizon, &found);
            dalembert_begin_mode(own);
        }
        run->t_end = fmin(t, own->high);
        run->status = DALEMBERT_RUNNING;
        if (run->t_end - run->t <= 64.0 * DBL_EPSILON * fabs(run->t)) { /* nothing moves in so short a time */
            run->t = run->t_end;
            run->status = DALEMBERT_DONE;
        }
        while (run->status == DALEMBERT_RUNNING) {
            run->logged = run->happened = 0;
            rk853_advance(run, STEPS);
        }
        if (run->status == DALEMBERT_STOPPED) {
            dalembert_end_mode(own);
            found = dalembert_just_fallen(own, fallen);
            if (found == -1) { /* at the end of a piece: everything is looked at there */
                run->t = own->high;
                model->anew = 1;
            } else {
                const int status = change_mode(model, fallen);
                if (status) return (int)(run->status = status);
            }
            run->status = DALEMBERT_DONE;
        } else if (run->status != DALEMBERT_DONE) return (int)run->status;
        else if (run->t >= own->high) { /* the model switches in time, or the piece ends */
            dalembert_end_mode(own);
            model->anew = 1;
        }
    }
    if (model->anew && run->status == DALEMBERT_DONE) {
        const int status = look_anew(model);
        if (status) return (int)(run->status = status);
    }
    return 0;
}

double @NAME@_time(const @NAME@_model *model)
{
    return model->run.t;
}

const double *@NAME@_state(const @NAME@_model *model)
{
    return model->run.y;
}

/* A state with no work done. */
static void whole(const double *y, double *all)
{
    int i;
    for (i = 0; i < ALL_ENTRIES; i++) all[i] = i < SIZE ? y[i] : 0.0;
}

void @NAME@_rates(@NAME@_model *model, double t, const double *y, double *out)
{
    double all[ALL_ENTRIES], found[ALL_ENTRIES], health = 1.0;
    whole(y, all);
    dalembert_bind(&model->own, model->modes[model->own.mode].bindings, 1);
    dalembert_inputs(&model->run, t, all, &health);
    DALEMBERT_CALL(model->modes[model->own.mode].rates, t, all, model->u, found, &health);
    memcpy(out, found, SIZE * sizeof *out);
}

static void outputs_at(@NAME@_model *model, double t, double *out)
{
    double all[ALL_ENTRIES], health = 1.0;
    whole(model->run.y, all);
    dalembert_bind(&model->own, model->modes[model->own.mode].bindings, 1);
    dalembert_inputs(&model->run, t, all, &health);
    descriptions[model->own.mode].outputs(0, t, all, model->u, model->c, out, &health, model->work);
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
    case DALEMBERT_SINGULAR: return "accelerations or forces are not determined here";
    case DALEMBERT_UNDERFLOW: return "the steps become too small: the rates jump, or change without limit";
    case DALEMBERT_OFF: return "no state on the constraints is found";
    case DALEMBERT_CROWDED: return "there are too many events in one step";
    case UNDECIDED: return "what the contacts or switches do here is not decided by the laws of the model";
    case INSIDE: return "a contact is closed further than it can be: its gap is negative";
    case BACKWARDS: return "a step cannot go back in time";
    case NO_HEADWAY: return "the run makes no progress: contacts or switches change without end";
    default: return "unknown status";
    }
}
