/* What both versions of FMI (Functional Mock-up Interface, Modelica Association) share: values by their references,
   saved states, directional derivatives, events. Value references: states, their derivatives, parameters, outputs, one
   after the other. Functions give 0, or what went wrong in words.                                                   */
#include <stdio.h>

#if defined(_WIN32)
#define FMI __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI __attribute__((visibility("default")))
#else
#define FMI
#endif

enum { DERIVATIVES = SIZE, PARAMETERS = 2 * SIZE, OUTPUTS = 2 * SIZE + @NAME@_PARAMETERS };
enum { ALL = OUTPUTS + @NAME@_OUTPUTS };

typedef struct {
    @NAME@_model *model;
    void (*logger)(void); /* of the host, to be called as its version has it */
    void *environment;
    char name[256];
    double tolerance;
    int off; /* whether the states have drifted from the constraints */
} instance;

/* All that a run goes on from. */
typedef struct {
    double t, dt, error_before, low, high, y[SIZE], tail[SIZE], peak[SIZE], floor[SIZE], rates[SIZE];
    double p[@NAME@_PARAMETERS + 1];
    long long status, refused, in_vain;
} snapshot;

static instance *new_instance(const char *name, const char *token)
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
    snprintf(own->name, sizeof own->name, "%s", name ? name : "");
    own->tolerance = @PROMISE@;
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
        @NAME@_set_tolerance(own->model, tolerance / @SAFETY@);
    }
}

/* The states that were set, moved onto the constraints. */
static const char *begin(instance *own)
{
    double y[SIZE];
    int status;
    memcpy(y, own->model->run.y, sizeof y);
    status = @NAME@_reset(own->model, own->model->run.t, y);
    return status ? @NAME@_message(status) : 0;
}

static const char *start_again(instance *own)
{
    int status;
    own->off = 0;
    @NAME@_set_parameters(own->model, values);
    status = @NAME@_reset(own->model, @T_START@, 0);
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
    double derivatives[SIZE], outputs_now[@NAME@_OUTPUTS + 1], health = 1.0;
    int known = 0, seen = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const unsigned int k = vr[i];
        if (k < DERIVATIVES) value[i] = own->model->run.y[k];
        else if (k < PARAMETERS) {
            if (!known++) @NAME@_rates(own->model, smooth_time(own), own->model->run.y, derivatives);
            value[i] = derivatives[k - DERIVATIVES];
        } else if (k < OUTPUTS) value[i] = own->model->p[k - PARAMETERS];
        else if (k < ALL) {
            if (!seen++)
                outputs(0, smooth_time(own), own->model->run.y, 0, own->model->c, outputs_now, &health, own->model->work);
            value[i] = outputs_now[k - OUTPUTS];
        } else if (k == ALL) value[i] = own->model->run.t;
        else return "there is no variable with this value reference";
    }
    return 0;
}

static const char *set_values(instance *own, const unsigned int *vr, size_t count, const double *value)
{
    double p[@NAME@_PARAMETERS + 1];
    int changed = 0;
    size_t i;
    memcpy(p, own->model->p, sizeof p);
    for (i = 0; i < count; i++) {
        const unsigned int k = vr[i];
        if (k < DERIVATIVES) {
            own->model->run.y[k] = value[i];
            own->model->run.tail[k] = 0.0;
            own->model->run.dt = 0.0;
        } else if (k >= PARAMETERS && k < OUTPUTS) {
            changed |= p[k - PARAMETERS] != value[i];
            p[k - PARAMETERS] = value[i];
        } else return "only states, parameters and inputs can be set";
    }
    if (changed) @NAME@_set_parameters(own->model, p);
    return 0;
}

static void take(const instance *own, snapshot *to)
{
    const dalembert_run *run = &own->model->run;
    to->t = run->t, to->dt = run->dt, to->error_before = run->error_before, to->low = run->low, to->high = run->high;
    memcpy(to->y, run->y, sizeof to->y);
    memcpy(to->tail, run->tail, sizeof to->tail);
    memcpy(to->peak, run->peak, sizeof to->peak);
    memcpy(to->floor, run->floor, sizeof to->floor);
    memcpy(to->rates, run->k, sizeof to->rates);
    memcpy(to->p, own->model->p, sizeof to->p);
    to->status = run->status, to->refused = run->refused, to->in_vain = run->in_vain;
}

static void put(instance *own, const snapshot *from)
{
    dalembert_run *run = &own->model->run;
    @NAME@_set_parameters(own->model, from->p);
    memcpy(run->y, from->y, sizeof from->y);
    memcpy(run->tail, from->tail, sizeof from->tail);
    memcpy(run->peak, from->peak, sizeof from->peak);
    memcpy(run->floor, from->floor, sizeof from->floor);
    memcpy(run->k, from->rates, sizeof from->rates);
    run->t = from->t, run->dt = from->dt, run->error_before = from->error_before, run->low = from->low;
    run->high = from->high, run->status = from->status, run->refused = from->refused, run->in_vain = from->in_vain;
}

static const char *save_state(const instance *own, void **state)
{
    if (!*state) *state = calloc(1, sizeof(snapshot));
    if (!*state) return "there is no memory for a state";
    take(own, (snapshot *)*state);
    return 0;
}

static const char *write_state(const void *state, void *bytes, size_t size)
{
    if (size < sizeof(snapshot)) return "there is too little room for a state";
    memcpy(bytes, state, sizeof(snapshot));
    return 0;
}

static const char *read_state(const void *bytes, size_t size, void **state)
{
    if (size != sizeof(snapshot)) return "these bytes are no state of this model";
    if (!*state) *state = calloc(1, sizeof(snapshot));
    if (!*state) return "there is no memory for a state";
    memcpy(*state, bytes, sizeof(snapshot));
    return 0;
}

/* The derivatives of rates and outputs along a direction of states and parameters. */
static const char *derivative_along(instance *own, const unsigned int *unknown, size_t unknowns,
                                    const unsigned int *known, size_t knowns, const double *seed, double *found)
{
    double along[SIZE + @NAME@_PARAMETERS + 1] = {0.0}, out[SIZE + @NAME@_OUTPUTS + 1], health = 1.0;
    size_t i;
    for (i = 0; i < knowns; i++) {
        if (known[i] < DERIVATIVES) along[known[i]] = seed[i];
        else if (known[i] >= PARAMETERS && known[i] < OUTPUTS) along[known[i] - PARAMETERS + SIZE] = seed[i];
        else return "a direction has states, parameters and inputs only";
    }
    directional(0, smooth_time(own), own->model->run.y, along, own->model->c, out, &health, own->model->work);
    for (i = 0; i < unknowns; i++) {
        if (unknown[i] < DERIVATIVES) found[i] = along[unknown[i]];
        else if (unknown[i] < PARAMETERS) found[i] = out[unknown[i] - DERIVATIVES];
        else if (unknown[i] >= OUTPUTS && unknown[i] < ALL) found[i] = out[unknown[i] - OUTPUTS + SIZE];
        else return "only derivatives and outputs have directional derivatives";
    }
    return 0;
}

/* Model exchange: at an event the states are moved onto the constraints; `next` is the next switch in time. */
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

/* Whether an event is asked for: where the states have drifted from the constraints by more than the tolerance. */
static int has_drifted(instance *own)
{
    dalembert_run *run = &own->model->run;
    if (run->constrained) {
        double change[SIZE], health = 1.0, most = 0.0;
        int i;
        run->correction.call(0, smooth_time(own), run->y, 0, own->model->c, change, &health, own->model->work);
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
    @NAME@_rates(own->model, smooth_time(own), own->model->run.y, out);
    return dalembert_first_bad(out, SIZE) >= 0 ? "the rates have no value here" : 0;
}

/* Co-simulation. */
static const char *do_step(instance *own, double t, double dt)
{
    int status;
    if (fabs(t - own->model->run.t) > 1e-9 * fmax(fabs(t), fabs(dt)))
        return "the step does not begin at the time that the model has reached";
    status = @NAME@_step_to(own->model, t + dt);
    return status ? @NAME@_message(status) : 0;
}
