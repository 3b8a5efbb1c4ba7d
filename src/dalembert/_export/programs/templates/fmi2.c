
/* The interface of FMI 2.0: model exchange and co-simulation. */
#ifndef fmi2Functions_h
typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef const char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef struct {
    fmi2CallbackLogger logger;
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;
#endif

/* A status; what went wrong is told to the host. */
static fmi2Status told(const instance *own, fmi2Status status, const char *words)
{
    char text[400];
    if (!words) return fmi2OK;
    snprintf(text, sizeof text, "at t = %g: %s", own->model->run.t, words);
    if (own->logger) ((fmi2CallbackLogger)own->logger)(own->environment, own->name, status, "logStatusError", "%s", text);
    return status;
}

FMI const char *fmi2GetTypesPlatform(void) { return "default"; }
FMI const char *fmi2GetVersion(void) { return "2.0"; }

FMI fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[])
{
    (void)c, (void)on, (void)count, (void)categories; /* only errors are told, and always */
    return fmi2OK;
}

FMI fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                  const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
    instance *own = new_instance(name, guid, type == fmi2ModelExchange);
    (void)resources, (void)visible, (void)logging;
    if (own && functions) {
        own->logger = (void (*)(void))functions->logger;
        own->environment = functions->componentEnvironment;
    } else if (!own && functions && functions->logger)
        functions->logger(functions->componentEnvironment, name, fmi2Error, "logStatusError",
                          "the guid is not that of this library, or there is no memory, or no consistent start");
    return own;
}

FMI void fmi2FreeInstance(fmi2Component c) { free_instance((instance *)c); }

FMI fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real t_start,
                                   fmi2Boolean has_end, fmi2Real t_end)
{
    (void)has_end, (void)t_end;
    set_experiment((instance *)c, has_tolerance, tolerance, t_start);
    return fmi2OK;
}

FMI fmi2Status fmi2EnterInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }

FMI fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    return told((instance *)c, fmi2Error, begin((instance *)c));
}

FMI fmi2Status fmi2Terminate(fmi2Component c) { (void)c; return fmi2OK; }

FMI fmi2Status fmi2Reset(fmi2Component c) { return told((instance *)c, fmi2Error, start_again((instance *)c)); }

FMI fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Real value[])
{
    return told((instance *)c, fmi2Error, get_values((instance *)c, vr, count, value));
}

FMI fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Real value[])
{
    return told((instance *)c, fmi2Error, set_values((instance *)c, vr, count, value));
}

#define NO_OTHERS(name, type)                                                                                    \
    FMI fmi2Status fmi2Get##name(fmi2Component c, const fmi2ValueReference vr[], size_t count, type value[])      \
    {                                                                                                            \
        (void)vr, (void)value;                                                                                   \
        return told((instance *)c, fmi2Error, count ? "all variables are real numbers" : 0);                     \
    }                                                                                                            \
    FMI fmi2Status fmi2Set##name(fmi2Component c, const fmi2ValueReference vr[], size_t count, const type value[]) \
    {                                                                                                            \
        (void)vr, (void)value;                                                                                   \
        return told((instance *)c, fmi2Error, count ? "all variables are real numbers" : 0);                     \
    }
NO_OTHERS(Integer, fmi2Integer)
NO_OTHERS(Boolean, fmi2Boolean)
NO_OTHERS(String, fmi2String)

FMI fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    return told((instance *)c, fmi2Error, save_state((instance *)c, state));
}

FMI fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    put((instance *)c, state);
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
    *size = KEPT;
    return fmi2OK;
}

FMI fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    return told((instance *)c, fmi2Error, write_state(state, bytes, size));
}

FMI fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
    return told((instance *)c, fmi2Error, read_state(bytes, size, state));
}

FMI fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
                                            const fmi2ValueReference known[], size_t knowns, const fmi2Real seed[],
                                            fmi2Real found[])
{
    return told((instance *)c, fmi2Error,
                derivative_along((instance *)c, unknown, unknowns, known, knowns, seed, found));
}

/* Model exchange. */

FMI fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    ((instance *)c)->at_event = 1;
    return fmi2OK;
}

FMI fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    const char *words;
    memset(info, 0, sizeof *info);
    words = handle_event((instance *)c, &info->valuesOfContinuousStatesChanged, &info->nextEventTimeDefined,
                         &info->nextEventTime);
    info->terminateSimulation = has_ended(((instance *)c)->model);
    return told((instance *)c, fmi2Error, words);
}

FMI fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    ((instance *)c)->at_event = 0;
    return fmi2OK;
}

FMI fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return, fmi2Boolean *event,
                                           fmi2Boolean *terminate)
{
    (void)no_return;
    *terminate = 0;
    *event = has_drifted((instance *)c);
    return fmi2OK;
}

FMI fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t)
{
    ((instance *)c)->model->run.t = t;
    return fmi2OK;
}

FMI fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real y[], size_t count)
{
    return told((instance *)c, fmi2Error, set_states((instance *)c, y, count));
}

FMI fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t count)
{
    return told((instance *)c, fmi2Discard, get_rates((instance *)c, derivatives, count));
}

FMI fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t count)
{
    return told((instance *)c, fmi2Error, get_indicators((instance *)c, indicators, count));
}

FMI fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real y[], size_t count)
{
    return told((instance *)c, fmi2Error, get_states((instance *)c, y, count));
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
    const char *words = do_step((instance *)c, t, dt);
    (void)no_earlier;
    if (!words && has_ended(((instance *)c)->model)) return fmi2Discard; /* an event has ended the run */
    return told((instance *)c, fmi2Error, words);
}

FMI fmi2Status fmi2CancelStep(fmi2Component c) { return told((instance *)c, fmi2Error, "no step is under way"); }

FMI fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                           const fmi2Integer order[], const fmi2Real value[])
{
    const char *words = 0;
    size_t i;
    for (i = 0; i < count && !words; i++) words = set_input_rate((instance *)c, vr[i], order[i], value[i]);
    return told((instance *)c, fmi2Error, words);
}

FMI fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                            const fmi2Integer order[], fmi2Real value[])
{
    (void)vr, (void)order, (void)value;
    return told((instance *)c, fmi2Error, count ? "derivatives of outputs are not offered" : 0);
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
    *value = has_ended(((instance *)c)->model);
    return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

FMI fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}
