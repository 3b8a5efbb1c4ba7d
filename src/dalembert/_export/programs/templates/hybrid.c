/* A model that goes from mode to mode. */
enum { OCCURRENCES = 256, BEGUN = 8192, INTERVALS = 256, ROOM = 32768 };
enum { CONTACTS = @CONTACTS@, SURFACES = @SURFACES@, MODES = @MODES@, GUARDS = @GUARDS@, EVENTS = @EVENTS@ };
enum { VALUES = @MODE_VALUES@, NUMBERS = @FULL@ + VALUES, IMPACT = 3 + CONTACTS + 3 * @N@ };

struct @NAME@_model {
    dalembert_run run;
    run_room room;
    dalembert_hybrid own;
    dalembert_tolerances tolerances;
    dalembert_mode modes[MODES];
    dalembert_binding bindings[MODES], between;
    double full[NUMBERS + SLOTS + 1], atol[ENTRIES], noise[ENTRIES], clock[ENTRIES], node[ENTRIES];
    double inside[ENTRIES], outside[ENTRIES], misplaced[ENTRIES], disturbed[3][ENTRIES];
    double values[EVENT_ROWS * (EVENTS + GUARDS + 1)], occurred[OCCURRENCES];
    double interval_values[INTERVALS * VALUES + 1], impacts[INTERVALS * IMPACT];
    long long interval_row[INTERVALS], interval_mode[INTERVALS];
    int which[OCCURRENCES], way[OCCURRENCES], breaks[CONTACTS + 1];
    int wanted[2][CONTACTS + 1], wanted_surface[SURFACES + 1];
    int anew; /* contacts and switches are to be looked at before the next step */
    int failure, pressed[CONTACTS + 1]; /* of the push that an impulse has given; contacts that were closed then */
#if @EVENTS@
    struct dalembert_state_events events;
    dalembert_callable sets[EVENTS];
    int pending[5][EVENTS + GUARDS];
    double fired_at[7][EVENTS], every[EVENTS + GUARDS], moved[3][ENTRIES];
    int side[EVENTS], sided; /* of zero, where a host begins to integrate; whether these are known */
    double lift[EVENTS];
#endif
    struct @NAME@_model *self;
    double began[BEGUN], scratch[ROOM];
};

static const double mode_values[VALUES + 1] = {@FIRST_VALUES@};
static const double digits[] = {@DIGITS@};
static const double last_bits[ENTRIES] = {@LAST_BITS@};
static const int slip_of[CONTACTS + 1] = {@SLIP_OF@};
static const int counted[SURFACES + 1] = {@COUNTED@};
static const double knots[] = {@KNOTS@};
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
    made.c = model->room.c;
    made.work = model->room.work;
    return made;
}

#if @EVENTS@
static void point_events(@NAME@_model *model);
static void forget_events(@NAME@_model *model);
#endif

/* Let everything in a model point at what is in it. */
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
        binding->room = model->room.c;
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
    point_run(run, &model->room, y, tail);
    model->between.prepare = bind_between;
    model->between.room = model->room.c;
    own->run = run;
    own->advance = rk853_advance;
    own->modes = model->modes;
    own->tolerances = &model->tolerances;
    own->bindings = &model->between;
    own->slip_of = slip_of;
    own->counted = counted;
    own->knots = knots;
    own->p = model->full;
    own->digits = digits;
    own->last_bits = last_bits;
    own->atol = own->noise = own->clock = model->room.zero;
    own->began = model->began;
    own->interval_row = model->interval_row;
    own->interval_mode = model->interval_mode;
    own->interval_values = model->interval_values;
    own->impacts = model->impacts;
    own->breaks = model->breaks;
    own->wanted_active = model->wanted[0];
    own->wanted_friction = model->wanted[1];
    own->wanted_surface = model->wanted_surface;
    own->work = model->scratch;
@BETWEEN@
    run->rates = model->modes[own->mode].timed;
    run->correction = model->modes[own->mode].correction;
    run->events = model->modes[own->mode].events;
    run->direction = model->modes[own->mode].direction;
#if @EVENTS@
    point_events(model);
#else
    run->stops = model->modes[own->mode].stops;
#endif
    run->atol = model->atol;
    run->noise = model->noise;
    run->clock = model->clock;
    run->node = model->node;
    run->values = model->values;
    run->occurred = model->occurred;
    run->which = model->which;
    run->way = model->way;
    run->inside = model->inside;
    run->outside = model->outside;
    run->misplaced = model->misplaced;
    run->disturbed_state = model->disturbed[0];
}

static void set_up_model(@NAME@_model *model)
{
    dalembert_run *run = &model->run;
    dalembert_hybrid *own = &model->own;
    model->tolerances = usual;
    point(model, 0, 0);
    run->healthy = @HEALTHY@;
    run->room = OCCURRENCES;
    run->inputs_count = @INPUTS@ / 3;
    own->modes_count = MODES;
    own->bindings_count = 1;
    own->events = EVENTS;
    own->contacts = CONTACTS;
    own->constraints = @CONSTRAINTS@;
    own->slips = @SLIPS@;
    own->switches = SURFACES;
    own->p_count = NUMBERS;
    own->sides = @FULL@;
    own->directions = own->sides + SURFACES;
    own->margins = own->directions + own->slips + @YIELDING@;
    own->friction_margins = own->margins + CONTACTS + SURFACES;
    own->digits_count = @DIGITS_COUNT@;
    own->dt_most = @LONGEST@;
    own->dt_held = @LONGEST_HELD@;
    own->span = @SPAN@;
    own->t_last = DBL_MAX;
    own->begun_room = BEGUN;
    own->intervals_room = own->impacts_room = INTERVALS;
    own->work_room = ROOM;
}

/* What follows from parameters and given inputs. */
static void put_values(@NAME@_model *model)
{
    double health = 1.0;
    int i;
    parameters(0, 0.0, model->room.p, 0, model->room.c, model->full, &health, model->room.work);
    for (i = 0; i < SLOTS; i++) model->full[NUMBERS + i] = model->room.p[@NAME@_PARAMETERS + i];
    prepare(model->full, model->room.c);
}

static void begin_anew(@NAME@_model *model)
{
    model->anew = 1;
}

@SWITCHES_IN_TIME@
#if @PUSHES@
static int look_anew(@NAME@_model *model);

/* Contacts that are closed when an impulse acts take their part of it, and do not spring back. */
static void pass_on_push(@NAME@_model *model)
{
    int i;
    for (i = 0; i < CONTACTS; i++) model->pressed[i] = model->modes[model->own.mode].active[i];
    model->failure = look_anew(model);
    for (i = 0; i < CONTACTS; i++) model->pressed[i] = 0;
}
#endif

@JUMPS_IN_TIME@

#if @EVENTS@
/* Whether an impulse or a sample is due where an integration has ended. */
static int is_due(const @NAME@_model *model)
{
    return model->own.high >= model->room.jump_at - @NEAR@ && dalembert_is_at_end(&model->own);
}
#endif

/* Forget all but the last beginnings of modes, which tell whether a run makes progress. */
static void forget(@NAME@_model *model)
{
    dalembert_hybrid *own = &model->own;
    own->intervals = own->impacts_count = 0;
#if @EVENTS@
    model->run.happened = model->events.judged = 0;
#endif
    if (own->begun + 64 > BEGUN) {
        memmove(own->began, own->began + (own->begun - 5001), 5001 * sizeof *own->began);
        own->begun = 5001;
    }
}

/* Modes that end where they begin. 0, or what went wrong. */
static int go_on(@NAME@_model *model)
{
    dalembert_hybrid *own = &model->own;
    int fallen[4 * DALEMBERT_MOST];
    while (dalembert_fallen(own, fallen) > 0) {
#if @EVENTS@
        if (dalembert_has_pending(&model->events)) return 0; /* first what events set */
#endif
        forget(model);
        if (dalembert_transit(own, fallen)) return UNDECIDED;
        dalembert_note_mode(own);
        if (dalembert_makes_no_headway(own)) return NO_HEADWAY;
    }
    own->integrating = 0;
    return 0;
}

/* The mode that follows on a jump of the state; it may end where it begins. */
static int look_around(@NAME@_model *model)
{
    struct dalembert_cause cause = {{0}, {0}, {0}, {0}, 0};
    dalembert_hybrid *own = &model->own;
    struct dalembert_transition at;
    int i;
    model->anew = 0;
    if (model->failure) return model->failure;
    forget(model);
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, model->modes[own->mode].bindings, 1);
    for (i = 0; i < CONTACTS; i++) {
        at.breaks[i] = 0;
        cause.pressed[i] = model->pressed[i];
    }
    if (dalembert_inside_of(own, @SHUT@) >= 0) return INSIDE;
    if (dalembert_go_over(own, &at, &cause)) return UNDECIDED;
    dalembert_note_mode(own);
    return 0;
}

/* Contacts and switches looked at anew, after something has jumped. */
static int look_anew(@NAME@_model *model)
{
    const int status = look_around(model);
    return status ? status : go_on(model);
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

@EVENTS_OF_THE_STATE@
/* Begin at a state, before anything jumps there. */
static int restart(@NAME@_model *model, double t, const double *y)
{
    dalembert_run *run = &model->run;
    dalembert_hybrid *own = &model->own;
    double given[SIZE];
    int i, status = 0;
    memcpy(given, y ? y : start, sizeof given);
    for (i = 0; i < VALUES; i++) model->full[@FULL@ + i] = mode_values[i];
    own->mode = own->begun = own->transitions = 0;
    model->failure = 0;
#if @EVENTS@
    forget_events(model);
#endif
    own->breaks_t = -1e300;
    point(model, 0, 0);
    put_state(run, t, given);
    run->low = -DBL_MAX;
    run->high = DBL_MAX;
    own->high = t;
    run->events_count = EVENTS + GUARDS;
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, model->modes[0].bindings, 1);
    run->correction = model->modes[0].correction;
    run->constrained = model->modes[0].constrained;
    if (dalembert_start_sides(own)) status = UNDECIDED; /* constraints may have sides, too */
    dalembert_bind(own, model->modes[0].bindings, 1);
    if (!status) status = rejoin(run);
    if (!status && dalembert_inside_of(own, @SHUT@) >= 0) status = INSIDE;
    else if (!status && dalembert_start_modes(own)) status = UNDECIDED;
    forget(model);
    model->anew = 0;
    own->integrating = 0;
    run->status = status;
    return status;
}

int @NAME@_reset(@NAME@_model *model, double t, const double *y)
{
    int status = restart(model, t, y);
    if (!status && first_jump(model)) {
        status = look_anew(model);
#if @EVENTS@
        if (!status) status = dalembert_settle_events(&model->events);
        if (status == DALEMBERT_EVENT_ENDS) status = 0; /* which the first step tells */
#endif
        model->run.status = status;
    }
    return status;
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
#if @EVENTS@
        {
            const int status = dalembert_settle_events(&model->events);
            if (status) return (int)(run->status = status);
        }
#endif
        if (own->integrating != 1) {
            const double horizon = run->t < @T_END@ - 1e-9 * @SPAN@ ? @T_END@ : run->t + @SPAN@;
            own->high = next_switch(model, run->t, fmin(horizon, model->room.jump_at), &found);
            dalembert_begin_mode(own);
#if @EVENTS@
            dalembert_watch_events(&model->events);
#endif
        }
        run->t_end = fmin(t, own->high);
#if @EVENTS@
        run->t_end = fmin(run->t_end, model->events.left_by);
#endif
        run->status = DALEMBERT_RUNNING;
        if (run->t_end - run->t <= 64.0 * DBL_EPSILON * fabs(run->t)) { /* nothing moves in so short a time */
            run->t = run->t_end;
            run->status = DALEMBERT_DONE;
        }
        while (run->status == DALEMBERT_RUNNING) {
            run->logged = run->happened = 0;
#if @EVENTS@
            model->events.judged = 0;
#endif
            rk853_advance(run, STEPS);
        }
        if (run->status == DALEMBERT_STOPPED) {
            dalembert_end_mode(own);
#if @EVENTS@
            if (is_due(model)) { /* what acts now comes before what events set */
                (void)dalembert_judge_events(&model->events, fallen);
                if (!model->events.ended) {
                    run->t = own->high;
                    (void)jump(model);
                    model->anew = 1;
                    run->status = DALEMBERT_DONE;
                    continue;
                }
            }
            found = dalembert_after_events(&model->events);
            if (found > 0) return (int)(run->status = found);
            if (found == 0) { /* events have set values */
                run->status = DALEMBERT_DONE;
                continue;
            }
#endif
            found = dalembert_just_fallen(own, fallen);
            if (found == -1) { /* at the end of a piece: everything is looked at there */
                run->t = own->high;
                (void)jump(model);
                model->anew = 1;
            } else {
                const int status = change_mode(model, fallen);
                if (status) return (int)(run->status = status);
            }
            run->status = DALEMBERT_DONE;
        } else if (run->status != DALEMBERT_DONE) return (int)run->status;
#if @EVENTS@
        else if (run->t >= model->events.left_by) dalembert_end_mode(own); /* events that have fired may fire again */
#endif
        else if (run->t >= own->high || run->t >= model->room.jump_at - @NEAR@) { /* switch, jump, end of a piece */
            dalembert_end_mode(own);
            (void)jump(model);
            model->anew = 1;
        }
    }
    if (model->anew && run->status == DALEMBERT_DONE) {
        const int status = look_anew(model);
        if (status) return (int)(run->status = status);
    }
#if @EVENTS@
    {
        const int status = dalembert_settle_events(&model->events);
        if (status) return (int)(run->status = status);
    }
#endif
    return 0;
}

/* A state with no work done. */
static void whole(const double *y, double *all)
{
    int i;
    for (i = 0; i < ENTRIES; i++) all[i] = i < SIZE ? y[i] : 0.0;
}

void @NAME@_rates(@NAME@_model *model, double t, const double *y, double *out)
{
    double all[ENTRIES], found[ENTRIES], health = 1.0;
    whole(y, all);
    dalembert_bind(&model->own, model->modes[model->own.mode].bindings, 1);
    dalembert_inputs(&model->run, t, all, &health);
    DALEMBERT_CALL(model->modes[model->own.mode].rates, t, all, model->room.u, found, &health);
    memcpy(out, found, SIZE * sizeof *out);
}

static void outputs_at(@NAME@_model *model, double t, double *out)
{
    double all[ENTRIES], health = 1.0;
    whole(model->run.y, all);
    dalembert_bind(&model->own, model->modes[model->own.mode].bindings, 1);
    dalembert_inputs(&model->run, t, all, &health);
    descriptions[model->own.mode].outputs(0, t, all, model->room.u, model->room.c, out, &health, model->room.work);
}
