/* The interface of FMI 2.0 (Functional Mock-up Interface, Modelica Association) around the model: model exchange and
   co-simulation. Value references: states, their derivatives, parameters, outputs, one after the other.            */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#define FMI __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI __attribute__((visibility("default")))
#else
#define FMI
#endif

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef const char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef struct {
    void (*logger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment environment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

enum { DERIVATIVES = SIZE, PARAMETERS = 2 * SIZE, OUTPUTS = 2 * SIZE + @NAME@_PARAMETERS };
enum { ALL = OUTPUTS + @NAME@_OUTPUTS };

typedef struct {
    @NAME@_model *model;
    fmi2CallbackFunctions call;
    char name[256];
    double tolerance;
    int begun, logging, off; /* off: whether the states have drifted from the constraints */
} instance;

/* All that a run goes on from. */
typedef struct {
    double t, dt, error_before, y[SIZE], tail[SIZE], peak[SIZE], floor[SIZE], rates[SIZE];
    double p[@NAME@_PARAMETERS + 1];
    long long status, refused, in_vain;
    int begun;
} snapshot;

static fmi2Status complain(instance *own, fmi2Status status, const char *words)
{
    char text[400];
    snprintf(text, sizeof text, "at t = %g: %s", own->model->run.t, words);
    if (own->call.logger) own->call.logger(own->call.environment, own->name, status, "logStatusError", "%s", text);
    return status;
}

FMI const char *fmi2GetTypesPlatform(void) { return "default"; }
FMI const char *fmi2GetVersion(void) { return "2.0"; }

FMI fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[])
{
    (void)count, (void)categories;
    ((instance *)c)->logging = on;
    return fmi2OK;
}

FMI fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                  const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
    instance *own;
    (void)type, (void)resources, (void)visible;
    if (!guid || strcmp(guid, "@GUID@")) {
        if (functions && functions->logger)
            functions->logger(functions->environment, name, fmi2Error, "logStatusError",
                              "the guid of the description is not that of this library");
        return 0;
    }
    own = (instance *)calloc(1, sizeof *own);
    if (!own) return 0;
    own->model = @NAME@_create();
    if (!own->model) {
        free(own);
        return 0;
    }
    if (functions) own->call = *functions;
    snprintf(own->name, sizeof own->name, "%s", name ? name : "");
    own->logging = logging;
    own->tolerance = @PROMISE@;
    return own;
}

FMI void fmi2FreeInstance(fmi2Component c)
{
    if (!c) return;
    @NAME@_destroy(((instance *)c)->model);
    free(c);
}

FMI fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real t_start,
                                   fmi2Boolean has_end, fmi2Real t_end)
{
    instance *own = (instance *)c;
    (void)has_end, (void)t_end;
    own->model->run.t = t_start;
    if (has_tolerance && tolerance > 0.0) {
        own->tolerance = tolerance;
        @NAME@_set_tolerance(own->model, tolerance / @SAFETY@);
    }
    return fmi2OK;
}

FMI fmi2Status fmi2EnterInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }

/* The states that were set, moved onto the constraints. */
FMI fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    instance *own = (instance *)c;
    double y[SIZE];
    int status;
    memcpy(y, own->model->run.y, sizeof y);
    status = @NAME@_reset(own->model, own->model->run.t, y);
    own->begun = 1;
    return status ? complain(own, fmi2Error, @NAME@_message(status)) : fmi2OK;
}

FMI fmi2Status fmi2Terminate(fmi2Component c) { (void)c; return fmi2OK; }

FMI fmi2Status fmi2Reset(fmi2Component c)
{
    instance *own = (instance *)c;
    own->begun = own->off = 0;
    @NAME@_set_parameters(own->model, values);
    return @NAME@_reset(own->model, @T_START@, 0) ? fmi2Error : fmi2OK;
}

FMI fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Real value[])
{
    instance *own = (instance *)c;
    double derivatives[SIZE], outputs_now[@NAME@_OUTPUTS + 1];
    int known = 0, seen = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const unsigned int k = vr[i];
        if (k < DERIVATIVES) value[i] = own->model->run.y[k];
        else if (k < PARAMETERS) {
            if (!known++) @NAME@_rates(own->model, own->model->run.t, own->model->run.y, derivatives);
            value[i] = derivatives[k - DERIVATIVES];
        } else if (k < OUTPUTS) value[i] = own->model->p[k - PARAMETERS];
        else if (k < ALL) {
            if (!seen++) @NAME@_outputs(own->model, outputs_now);
            value[i] = outputs_now[k - OUTPUTS];
        } else return complain(own, fmi2Error, "there is no variable with this value reference");
    }
    return fmi2OK;
}

FMI fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Real value[])
{
    instance *own = (instance *)c;
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
        } else return complain(own, fmi2Error, "only states, parameters and inputs can be set");
    }
    if (changed) @NAME@_set_parameters(own->model, p);
    return fmi2OK;
}

#define NO_OTHERS(name, type)                                                                                    \
    FMI fmi2Status fmi2Get##name(fmi2Component c, const fmi2ValueReference vr[], size_t count, type value[])      \
    {                                                                                                            \
        (void)vr, (void)value;                                                                                   \
        return count ? complain((instance *)c, fmi2Error, "all variables are real numbers") : fmi2OK;            \
    }                                                                                                            \
    FMI fmi2Status fmi2Set##name(fmi2Component c, const fmi2ValueReference vr[], size_t count, const type value[]) \
    {                                                                                                            \
        (void)vr, (void)value;                                                                                   \
        return count ? complain((instance *)c, fmi2Error, "all variables are real numbers") : fmi2OK;            \
    }
NO_OTHERS(Integer, fmi2Integer)
NO_OTHERS(Boolean, fmi2Boolean)
NO_OTHERS(String, fmi2String)

static void take(const instance *own, snapshot *to)
{
    const dalembert_run *run = &own->model->run;
    to->t = run->t, to->dt = run->dt, to->error_before = run->error_before;
    memcpy(to->y, run->y, sizeof to->y);
    memcpy(to->tail, run->tail, sizeof to->tail);
    memcpy(to->peak, run->peak, sizeof to->peak);
    memcpy(to->floor, run->floor, sizeof to->floor);
    memcpy(to->rates, run->k, sizeof to->rates);
    memcpy(to->p, own->model->p, sizeof to->p);
    to->status = run->status, to->refused = run->refused, to->in_vain = run->in_vain, to->begun = own->begun;
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
    run->t = from->t, run->dt = from->dt, run->error_before = from->error_before;
    run->status = from->status, run->refused = from->refused, run->in_vain = from->in_vain, own->begun = from->begun;
}

FMI fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    if (!*state) *state = calloc(1, sizeof(snapshot));
    if (!*state) return fmi2Error;
    take((instance *)c, (snapshot *)*state);
    return fmi2OK;
}

FMI fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    put((instance *)c, (const snapshot *)state);
    return fmi2OK;
}

FMI fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    (void)c;
    free(*state);
    *state = 0;
    return fmi2OK;
}

FMI fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    (void)c, (void)state;
    *size = sizeof(snapshot);
    return fmi2OK;
}

FMI fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    if (size < sizeof(snapshot)) return complain((instance *)c, fmi2Error, "there is too little room for a state");
    memcpy(bytes, state, sizeof(snapshot));
    return fmi2OK;
}

FMI fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
    if (size != sizeof(snapshot)) return complain((instance *)c, fmi2Error, "these bytes are no state of this model");
    if (!*state) *state = calloc(1, sizeof(snapshot));
    if (!*state) return fmi2Error;
    memcpy(*state, bytes, sizeof(snapshot));
    return fmi2OK;
}

/* The derivatives of rates and outputs along a direction of states and parameters. */
FMI fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
                                            const fmi2ValueReference known[], size_t knowns, const fmi2Real seed[],
                                            fmi2Real found[])
{
    instance *own = (instance *)c;
    double along[SIZE + @NAME@_PARAMETERS + 1] = {0.0}, out[SIZE + @NAME@_OUTPUTS + 1], health = 1.0;
    size_t i;
    for (i = 0; i < knowns; i++) {
        if (known[i] < DERIVATIVES) along[known[i]] = seed[i];
        else if (known[i] >= PARAMETERS && known[i] < OUTPUTS) along[known[i] - PARAMETERS + SIZE] = seed[i];
        else return complain(own, fmi2Error, "a direction has states, parameters and inputs only");
    }
    directional(0, own->model->run.t, own->model->run.y, along, own->model->c, out, &health, own->model->work);
    for (i = 0; i < unknowns; i++) {
        if (unknown[i] < DERIVATIVES) found[i] = along[unknown[i]];
        else if (unknown[i] < PARAMETERS) found[i] = out[unknown[i] - DERIVATIVES];
        else if (unknown[i] >= OUTPUTS && unknown[i] < ALL) found[i] = out[unknown[i] - OUTPUTS + SIZE];
        else return complain(own, fmi2Error, "only derivatives and outputs have directional derivatives");
    }
    return fmi2OK;
}

/* Model exchange. */

FMI fmi2Status fmi2EnterEventMode(fmi2Component c) { (void)c; return fmi2OK; }

FMI fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    instance *own = (instance *)c;
    memset(info, 0, sizeof *info);
    if (own->off) {
        double y[SIZE];
        memcpy(y, own->model->run.y, sizeof y);
        if (@NAME@_reset(own->model, own->model->run.t, y))
            return complain(own, fmi2Error, "no state on the constraints is found");
        own->off = 0;
        info->valuesOfContinuousStatesChanged = 1;
    }
    return fmi2OK;
}

FMI fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) { (void)c; return fmi2OK; }

/* An event is asked for where the states have drifted from the constraints by more than the tolerance. */
FMI fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return, fmi2Boolean *event,
                                           fmi2Boolean *terminate)
{
    instance *own = (instance *)c;
    (void)no_return;
    *terminate = 0;
    if (own->model->run.constrained) {
        double change[SIZE], health = 1.0, most = 0.0;
        int i;
        own->model->run.correction.call(0, own->model->run.t, own->model->run.y, 0, own->model->c, change, &health,
                                        own->model->work);
        for (i = 0; i < SIZE; i++) most = fmax(most, fabs(own->model->run.y[i]));
        for (i = 0; i < SIZE; i++)
            if (fabs(change[i]) > own->tolerance * fmax(fabs(own->model->run.y[i]), 1e-3 * most)) own->off = 1;
    }
    *event = own->off;
    return fmi2OK;
}

FMI fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t)
{
    ((instance *)c)->model->run.t = t;
    return fmi2OK;
}

FMI fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real y[], size_t count)
{
    if (count != SIZE) return complain((instance *)c, fmi2Error, "this is not the number of states");
    memcpy(((instance *)c)->model->run.y, y, count * sizeof *y);
    return fmi2OK;
}

FMI fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t count)
{
    instance *own = (instance *)c;
    if (count != SIZE) return complain(own, fmi2Error, "this is not the number of states");
    @NAME@_rates(own->model, own->model->run.t, own->model->run.y, derivatives);
    if (dalembert_first_bad(derivatives, SIZE) >= 0) return complain(own, fmi2Discard, "the rates have no value here");
    return fmi2OK;
}

FMI fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t count)
{
    (void)indicators;
    return count ? complain((instance *)c, fmi2Error, "there are no event indicators") : fmi2OK;
}

FMI fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real y[], size_t count)
{
    if (count != SIZE) return complain((instance *)c, fmi2Error, "this is not the number of states");
    memcpy(y, ((instance *)c)->model->run.y, count * sizeof *y);
    return fmi2OK;
}

FMI fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominal[], size_t count)
{
    size_t i;
    (void)c;
    for (i = 0; i < count; i++) nominal[i] = 1.0;
    return fmi2OK;
}

/* Co-simulation. */

FMI fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real dt, fmi2Boolean no_earlier)
{
    instance *own = (instance *)c;
    int status;
    (void)no_earlier;
    if (fabs(t - own->model->run.t) > 1e-9 * fmax(fabs(t), fabs(dt)))
        return complain(own, fmi2Error, "the step does not begin at the time that the model has reached");
    status = @NAME@_step_to(own->model, t + dt);
    return status ? complain(own, fmi2Error, @NAME@_message(status)) : fmi2OK;
}

FMI fmi2Status fmi2CancelStep(fmi2Component c) { return complain((instance *)c, fmi2Error, "no step is under way"); }

FMI fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                           const fmi2Integer order[], const fmi2Real value[])
{
    (void)vr, (void)order, (void)value;
    return count ? complain((instance *)c, fmi2Error, "inputs are constant during a step") : fmi2OK;
}

FMI fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                            const fmi2Integer order[], fmi2Real value[])
{
    (void)vr, (void)order, (void)value;
    return count ? complain((instance *)c, fmi2Error, "derivatives of outputs are not offered") : fmi2OK;
}

FMI fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    (void)c, (void)kind;
    *value = fmi2OK;
    return fmi2OK;
}

FMI fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    *value = ((instance *)c)->model->run.t;
    return kind == fmi2LastSuccessfulTime ? fmi2OK : fmi2Discard;
}

FMI fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

FMI fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    (void)c;
    *value = 0;
    return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

FMI fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}
