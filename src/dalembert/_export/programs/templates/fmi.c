/* What both versions of FMI (Functional Mock-up Interface, Modelica Association) share: values by their references,
   saved states, directional derivatives, events. Value references: states, their derivatives, parameters, outputs,
   time, event indicators, inputs, one after the other. Functions give 0, or what went wrong in words.                                                   */
#include <stddef.h>
#include <stdio.h>

#if defined(_WIN32)
#define FMI __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI __attribute__((visibility("default")))
#else
#define FMI
#endif

enum { DERIVATIVES = SIZE, PARAMETERS = 2 * SIZE, OUTPUTS = 2 * SIZE + @NAME@_PARAMETERS };
enum { ALL = OUTPUTS + @NAME@_OUTPUTS, INPUT_FIRST = ALL + 1 + INDICATORS };

typedef struct {
    @NAME@_model *model;
    void (*logger)(void); /* of the host, to be called as its version has it */
    void *environment;
    char name[256];
    double tolerance;
    int exchange; /* whether the host integrates */
    int begun; /* whether the run has begun */
    int at_event; /* whether the host may let inputs jump: always in co-simulation */
    int waiting[DRIVEN + 1]; /* what was set of each input, before the run, to its value at the start */
    int off; /* whether the states have drifted from the constraints */
} instance;

static instance *new_instance(const char *name, const char *token, int exchange)
{
    instance *own;
    if (!token || strcmp(token, "@GUID@")) return 0;
    own = (instance *)calloc(1, sizeof *own);
    if (!own) return 0;
    own->model = @NAME@_create();
    if (!own->model) {
        free(own);
        return 0;
    }
    (void)restart(own->model, @T_START@, 0); /* what is sampled at the start is sampled when a run begins */
    snprintf(own->name, sizeof own->name, "%s", name ? name : "");
    own->tolerance = @PROMISE@;
    own->exchange = exchange;
    own->at_event = 1;
    if (exchange) set_precision(own->model, own->tolerance);
    return own;
}

static void free_instance(instance *own)
{
    if (!own) return;
    @NAME@_destroy(own->model);
    free(own);
}

static void set_experiment(instance *own, int has_tolerance, double tolerance, double t_start)
{
    own->model->run.t = t_start;
    if (has_tolerance && tolerance > 0.0) {
        own->tolerance = tolerance;
        if (own->exchange) set_precision(own->model, tolerance);
        @NAME@_set_tolerance(own->model, tolerance / @SAFETY@);
    }
}

/* The states that were set, moved onto the constraints. */
static const char *begin(instance *own)
{
    double y[SIZE];
    int status;
    memcpy(y, own->model->run.y, sizeof y);
    if (missing_input(own->model)) return missing_input(own->model);
    status = @NAME@_reset(own->model, own->model->run.t, y);
    own->begun = 1;
    return status ? @NAME@_message(status) : 0;
}

static const char *start_again(instance *own)
{
    int status;
    own->off = own->begun = 0;
    own->at_event = 1;
    forget_inputs(own->model);
    memset(own->waiting, 0, sizeof own->waiting);
    @NAME@_set_parameters(own->model, values);
    status = restart(own->model, @T_START@, 0);
    return status ? @NAME@_message(status) : 0;
}

/* The time that the model is asked for: between its switches in time it is smooth. */
static double smooth_time(const instance *own)
{
    const dalembert_run *run = &own->model->run;
    return run->t < run->low ? run->low : run->t > run->high ? run->high : run->t;
}

static const char *get_values(instance *own, const unsigned int *vr, size_t count, double *value)
{
    double derivatives[SIZE], outputs_now[@NAME@_OUTPUTS + 1], indicators[INDICATORS + 1], given[@INPUTS@ + 1];
    int known = 0, seen = 0, watched = 0, inputs_seen = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const unsigned int k = vr[i];
        if (k < DERIVATIVES) value[i] = own->model->run.y[k];
        else if (k < PARAMETERS) {
            if (!known++) @NAME@_rates(own->model, smooth_time(own), own->model->run.y, derivatives);
            value[i] = derivatives[k - DERIVATIVES];
        } else if (k < OUTPUTS) value[i] = own->model->room.p[k - PARAMETERS];
        else if (k < ALL) {
            if (!seen++)
                outputs_at(own->model, smooth_time(own), outputs_now);
            value[i] = outputs_now[k - OUTPUTS];
        } else if (k == ALL) value[i] = own->model->run.t;
        else if (k <= ALL + INDICATORS) {
            if (!watched++) indicators_at(own->model, smooth_time(own), indicators);
            value[i] = indicators[k - ALL - 1];
        } else if (k < INPUT_FIRST + INPUT_VARIABLES) {
            if (!inputs_seen++) inputs_at(own->model, smooth_time(own), given);
            value[i] = given[input_variables[k - INPUT_FIRST].place];
        } else return "there is no variable with this value reference";
    }
    return 0;
}

/* A value or a rate of an input from now on, with what was set of it before; whether that changes anything. */
static int give(instance *own, int input, int order, double value)
{
    double *numbers = numbers_of(own->model, input);
    int moved;
    if (numbers[GIVEN] == 0.0) {
        numbers[GIVEN] = (double)own->waiting[input];
        numbers[SINCE] = own->model->run.t;
    }
    moved = move_inputs(own->model, own->model->run.t);
    return give_input(own->model, input, order, value) || moved;
}

/* An input as the host has it now. Before a run its values at the start say nothing new: it follows its law. */
static int set_input(instance *own, const input_variable *one, double value)
{
    double *numbers = numbers_of(own->model, one->input);
    if (!own->begun && value == one->start && numbers[GIVEN] == 0.0) {
        numbers[VALUE + one->order] = value;
        own->waiting[one->input] |= 1 << one->order;
        return 0;
    }
    return give(own, one->input, one->order, value);
}

static const char *set_values(instance *own, const unsigned int *vr, size_t count, const double *value)
{
    double *p = own->model->room.p;
    int changed = 0, driven = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const unsigned int k = vr[i];
        if (k < DERIVATIVES) {
            own->model->run.y[k] = value[i];
            own->model->run.tail[k] = 0.0;
            own->model->run.dt = 0.0;
            has_moved(own->model);
        } else if (k >= PARAMETERS && k < OUTPUTS) {
            changed |= p[k - PARAMETERS] != value[i];
            p[k - PARAMETERS] = value[i];
        } else if (k >= INPUT_FIRST && k < INPUT_FIRST + INPUT_VARIABLES)
            driven |= set_input(own, &input_variables[k - INPUT_FIRST], value[i]);
        else return "only states, parameters and inputs can be set";
    }
    if (changed || driven) put_values(own->model);
    if (changed) renew_jumps(own->model);
    if (changed || (driven && own->at_event)) begin_anew(own->model);
    return 0;
}

/* A rate of an input, of the order 1 or 2, for the time to come. */
static const char *set_input_rate(instance *own, unsigned int vr, int order, double value)
{
    const input_variable *one;
    if (vr < INPUT_FIRST || vr >= INPUT_FIRST + INPUT_VARIABLES) return "only inputs of the model have rates";
    one = &input_variables[vr - INPUT_FIRST];
    if (order < 1) return "the order of a rate is 1 or more";
    if (one->order + order > 2) return 0; /* an input goes on with two rates */
    if (give(own, one->input, one->order + order, value)) {
        put_values(own->model);
        begin_anew(own->model);
    }
    return 0;
}

/* A state is a copy of the model; it is put back into any instance. */
static void put(instance *own, const void *state)
{
    const @NAME@_model *from = (const @NAME@_model *)state;
    const char *first = (const char *)from->self;
    const int y = (const char *)from->run.y != first + offsetof(struct @NAME@_model, room.state);
    const int tail = (const char *)from->run.tail != first + offsetof(struct @NAME@_model, room.tail);
    memcpy(own->model, from, KEPT);
    point(own->model, y, tail);
}

static const char *save_state(const instance *own, void **state)
{
    if (!*state) *state = calloc(1, KEPT);
    if (!*state) return "there is no memory for a state";
    memcpy(*state, own->model, KEPT);
    return 0;
}

static const char *write_state(const void *state, void *bytes, size_t size)
{
    if (size < KEPT) return "there is too little room for a state";
    memcpy(bytes, state, KEPT);
    return 0;
}

static const char *read_state(const void *bytes, size_t size, void **state)
{
    if (size != KEPT) return "these bytes are no state of this model";
    if (!*state) *state = calloc(1, KEPT);
    if (!*state) return "there is no memory for a state";
    memcpy(*state, bytes, KEPT);
    return 0;
}

#if @DIRECTIONAL@
/* The derivatives of rates and outputs along a direction of states and parameters. */
static const char *derivative_along(instance *own, const unsigned int *unknown, size_t unknowns,
                                    const unsigned int *known, size_t knowns, const double *seed, double *found)
{
    double along[SIZE + @NAME@_PARAMETERS + SLOTS + 1] = {0.0}, out[SIZE + @NAME@_OUTPUTS + 1], health = 1.0;
    double *numbers = own->model->room.p + @NAME@_PARAMETERS, kept[SLOTS + 1], given[@INPUTS@ + 1];
    size_t i;
    int k;
    for (i = 0; i < knowns; i++) {
        if (known[i] < DERIVATIVES) along[known[i]] = seed[i];
        else if (known[i] >= PARAMETERS && known[i] < OUTPUTS) along[known[i] - PARAMETERS + SIZE] = seed[i];
        else if (known[i] >= INPUT_FIRST && known[i] < INPUT_FIRST + INPUT_VARIABLES) {
            const input_variable *one = &input_variables[known[i] - INPUT_FIRST];
            along[SIZE + @NAME@_PARAMETERS + 5 * one->input + VALUE + one->order] = seed[i];
        } else return "a direction has states, parameters and inputs only";
    }
    memcpy(kept, numbers, SLOTS * sizeof *kept);
    inputs_at(own->model, smooth_time(own), given);
    for (k = 0; k < INPUT_VARIABLES; k++) { /* as if all inputs were given now what they are */
        double *one = numbers_of(own->model, input_variables[k].input);
        one[GIVEN] = 7.0;
        one[SINCE] = smooth_time(own);
        one[VALUE + input_variables[k].order] = given[input_variables[k].place];
    }
    if (DRIVEN) put_values(own->model);
    directional(0, smooth_time(own), own->model->run.y, along, own->model->room.c, out, &health, own->model->room.work);
    memcpy(numbers, kept, SLOTS * sizeof *kept);
    if (DRIVEN) put_values(own->model);
    for (i = 0; i < unknowns; i++) {
        if (unknown[i] < DERIVATIVES) found[i] = along[unknown[i]];
        else if (unknown[i] < PARAMETERS) found[i] = out[unknown[i] - DERIVATIVES];
        else if (unknown[i] >= OUTPUTS && unknown[i] < ALL) found[i] = out[unknown[i] - OUTPUTS + SIZE];
        else return "only derivatives and outputs have directional derivatives";
    }
    return 0;
}

#else
static const char *derivative_along(instance *own, const unsigned int *unknown, size_t unknowns,
                                    const unsigned int *known, size_t knowns, const double *seed, double *found)
{
    (void)own, (void)unknown, (void)unknowns, (void)known, (void)knowns, (void)seed, (void)found;
    return "directional derivatives are not offered: the rates jump with contacts and switches";
}
#endif

/* Whether an event is asked for: where the states have drifted from the constraints by more than the tolerance. */
static int has_drifted(instance *own)
{
    dalembert_run *run = &own->model->run;
    if (run->constrained && !dalembert_evaluate(run, 1, smooth_time(own), run->y, run->change)) {
        const double *change = run->change;
        double most = 0.0;
        int i;
        for (i = 0; i < SIZE; i++) most = fmax(most, fabs(run->y[i]));
        for (i = 0; i < SIZE; i++)
            if (fabs(change[i]) > own->tolerance * fmax(fabs(run->y[i]), 1e-3 * most)) own->off = 1;
    }
    return own->off;
}

static const char *set_states(instance *own, const double *y, size_t count)
{
    if (count != SIZE) return "this is not the number of states";
    memcpy(own->model->run.y, y, count * sizeof *y);
    while (count-- > 0) own->model->run.peak[count] = fmax(own->model->run.peak[count], fabs(y[count]));
    return 0;
}

static const char *get_indicators(instance *own, double *indicators, size_t count)
{
    if (count != INDICATORS) return "this is not the number of event indicators";
    if (count) indicators_at(own->model, smooth_time(own), indicators);
    return 0;
}

static const char *get_states(const instance *own, double *y, size_t count)
{
    if (count != SIZE) return "this is not the number of states";
    memcpy(y, own->model->run.y, count * sizeof *y);
    return 0;
}

static const char *get_rates(instance *own, double *out, size_t count)
{
    if (count != SIZE) return "this is not the number of states";
    if (missing_input(own->model)) return missing_input(own->model);
    @NAME@_rates(own->model, smooth_time(own), own->model->run.y, out);
    return dalembert_first_bad(out, SIZE) >= 0 ? "the rates have no value here" : 0;
}

/* Co-simulation. */
static const char *do_step(instance *own, double t, double dt)
{
    int status;
    if (fabs(t - own->model->run.t) > 1e-9 * fmax(fabs(t), fabs(dt)))
        return "the step does not begin at the time that the model has reached";
    if (!(dt >= 0.0)) return @NAME@_message(BACKWARDS);
    if (missing_input(own->model)) return missing_input(own->model);
    if (t + dt <= own->model->run.t) return 0; /* nothing but rounding */
    status = @NAME@_step_to(own->model, t + dt);
    return status && status != ENDED ? @NAME@_message(status) : 0;
}
