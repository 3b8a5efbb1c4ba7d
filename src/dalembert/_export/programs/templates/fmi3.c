
/* The interface of FMI 3.0: model exchange and co-simulation. */
#include <stdbool.h>
#include <stdint.h>

#ifndef fmi3Functions_h
typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean *, fmi3Float64 *);
typedef void (*fmi3LockPreemptionCallback)();
typedef void (*fmi3UnlockPreemptionCallback)();
#endif

/* A status; what went wrong is told to the host. */
static fmi3Status told(const instance *own, fmi3Status status, const char *words)
{
    char text[400];
    if (!words) return fmi3OK;
    snprintf(text, sizeof text, "at t = %g: %s", own->model->run.t, words);
    if (own->logger) ((fmi3LogMessageCallback)own->logger)(own->environment, status, "logStatusError", text);
    return status;
}

FMI const char *fmi3GetVersion(void) { return "3.0"; }

FMI fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t count, const fmi3String categories[])
{
    (void)c, (void)on, (void)count, (void)categories; /* only errors are told, and always */
    return fmi3OK;
}

static fmi3Instance instantiated(fmi3String name, fmi3String token, fmi3InstanceEnvironment environment,
                                 fmi3LogMessageCallback logger, int exchange)
{
    instance *own = new_instance(name, token, exchange);
    if (own) {
        own->logger = (void (*)(void))logger;
        own->environment = environment;
    } else if (logger)
        logger(environment, fmi3Error, "logStatusError",
               "the token is not that of this library, or there is no memory, or no consistent start");
    return own;
}

FMI fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                              fmi3Boolean visible, fmi3Boolean logging,
                                              fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger)
{
    (void)resources, (void)visible, (void)logging;
    return instantiated(name, token, environment, logger, 1);
}

FMI fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                             fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode,
                                             fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                                             size_t intermediates, fmi3InstanceEnvironment environment,
                                             fmi3LogMessageCallback logger, fmi3IntermediateUpdateCallback update)
{
    (void)resources, (void)visible, (void)logging, (void)event_mode, (void)early_return, (void)intermediate;
    (void)intermediates, (void)update;
    return instantiated(name, token, environment, logger, 0);
}

FMI fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                                   fmi3Boolean visible, fmi3Boolean logging,
                                                   fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger,
                                                   fmi3ClockUpdateCallback clock, fmi3LockPreemptionCallback lock,
                                                   fmi3UnlockPreemptionCallback unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)clock, (void)lock, (void)unlock;
    if (logger) logger(environment, fmi3Error, "logStatusError", "this model has no partitions to be scheduled");
    return 0;
}

FMI void fmi3FreeInstance(fmi3Instance c) { free_instance((instance *)c); }

FMI fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                           fmi3Float64 t_start, fmi3Boolean has_end, fmi3Float64 t_end)
{
    (void)has_end, (void)t_end;
    set_experiment((instance *)c, has_tolerance, tolerance, t_start);
    return fmi3OK;
}

FMI fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    return told((instance *)c, fmi3Error, begin((instance *)c));
}

FMI fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
    ((instance *)c)->at_event = 1;
    return fmi3OK;
}

FMI fmi3Status fmi3Terminate(fmi3Instance c) { (void)c; return fmi3OK; }
FMI fmi3Status fmi3Reset(fmi3Instance c) { return told((instance *)c, fmi3Error, start_again((instance *)c)); }

FMI fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t count, fmi3Float64 value[],
                              size_t values_count)
{
    (void)values_count;
    return told((instance *)c, fmi3Error, get_values((instance *)c, vr, count, value));
}

FMI fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t count, const fmi3Float64 value[],
                              size_t values_count)
{
    (void)values_count;
    return told((instance *)c, fmi3Error, set_values((instance *)c, vr, count, value));
}

#define NO_OTHERS(name)                                                                                            \
    FMI fmi3Status fmi3Get##name(fmi3Instance c, const fmi3ValueReference vr[], size_t count, fmi3##name value[],   \
                                 size_t values_count)                                                              \
    {                                                                                                              \
        (void)vr, (void)value, (void)values_count;                                                                 \
        return told((instance *)c, fmi3Error, count ? "all variables are of the type Float64" : 0);                \
    }                                                                                                              \
    FMI fmi3Status fmi3Set##name(fmi3Instance c, const fmi3ValueReference vr[], size_t count,                       \
                                 const fmi3##name value[], size_t values_count)                                    \
    {                                                                                                              \
        (void)vr, (void)value, (void)values_count;                                                                 \
        return told((instance *)c, fmi3Error, count ? "all variables are of the type Float64" : 0);                \
    }
NO_OTHERS(Float32)
NO_OTHERS(Int8)
NO_OTHERS(UInt8)
NO_OTHERS(Int16)
NO_OTHERS(UInt16)
NO_OTHERS(Int32)
NO_OTHERS(UInt32)
NO_OTHERS(Int64)
NO_OTHERS(UInt64)
NO_OTHERS(Boolean)
NO_OTHERS(String)

FMI fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference vr[], size_t count, size_t sizes[],
                             fmi3Binary value[], size_t values_count)
{
    (void)vr, (void)sizes, (void)value, (void)values_count;
    return told((instance *)c, fmi3Error, count ? "all variables are of the type Float64" : 0);
}

FMI fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference vr[], size_t count, const size_t sizes[],
                             const fmi3Binary value[], size_t values_count)
{
    (void)vr, (void)sizes, (void)value, (void)values_count;
    return told((instance *)c, fmi3Error, count ? "all variables are of the type Float64" : 0);
}

/* Clocks, of which there are none. */
#define NO_CLOCKS(name, ...)                                                                                       \
    FMI fmi3Status fmi3##name(fmi3Instance c, const fmi3ValueReference vr[], size_t count, __VA_ARGS__)             \
    {                                                                                                              \
        (void)vr, (void)first;                                                                                     \
        return told((instance *)c, fmi3Error, count ? "there are no clocks" : 0);                                  \
    }
#define NO_CLOCKS_TWO(name, ...)                                                                                   \
    FMI fmi3Status fmi3##name(fmi3Instance c, const fmi3ValueReference vr[], size_t count, __VA_ARGS__)             \
    {                                                                                                              \
        (void)vr, (void)first, (void)second;                                                                       \
        return told((instance *)c, fmi3Error, count ? "there are no clocks" : 0);                                  \
    }
NO_CLOCKS(GetClock, fmi3Clock first[])
NO_CLOCKS(SetClock, const fmi3Clock first[])
NO_CLOCKS_TWO(GetIntervalDecimal, fmi3Float64 first[], fmi3IntervalQualifier second[])
NO_CLOCKS(GetShiftDecimal, fmi3Float64 first[])
NO_CLOCKS_TWO(GetShiftFraction, fmi3UInt64 first[], fmi3UInt64 second[])
NO_CLOCKS(SetIntervalDecimal, const fmi3Float64 first[])
NO_CLOCKS_TWO(SetIntervalFraction, const fmi3UInt64 first[], const fmi3UInt64 second[])
NO_CLOCKS(SetShiftDecimal, const fmi3Float64 first[])
NO_CLOCKS_TWO(SetShiftFraction, const fmi3UInt64 first[], const fmi3UInt64 second[])

FMI fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t count,
                                       fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                       fmi3IntervalQualifier qualifiers[])
{
    (void)vr, (void)counters, (void)resolutions, (void)qualifiers;
    return told((instance *)c, fmi3Error, count ? "there are no clocks" : 0);
}

FMI fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 t)
{
    (void)clock, (void)t;
    return told((instance *)c, fmi3Error, "there are no clocks");
}

/* Dependencies are not told: hosts then take everything to depend on everything. */
FMI fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference vr, size_t *count)
{
    (void)vr, (void)count;
    return told((instance *)c, fmi3Error, "dependencies of single entries are not offered");
}

FMI fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference dependent, size_t entries[],
                                           fmi3ValueReference independents[], size_t of_independents[],
                                           fmi3DependencyKind kinds_[], size_t count)
{
    (void)dependent, (void)entries, (void)independents, (void)of_independents, (void)kinds_, (void)count;
    return told((instance *)c, fmi3Error, "dependencies of single entries are not offered");
}

FMI fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
    return told((instance *)c, fmi3Error, save_state((instance *)c, state));
}

FMI fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
    put((instance *)c, state);
    return fmi3OK;
}

FMI fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state)
{
    (void)c;
    free(*state);
    *state = 0;
    return fmi3OK;
}

FMI fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    (void)c, (void)state;
    *size = KEPT;
    return fmi3OK;
}

FMI fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    return told((instance *)c, fmi3Error, write_state(state, bytes, size));
}

FMI fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
    return told((instance *)c, fmi3Error, read_state(bytes, size, state));
}

FMI fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
                                            const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[],
                                            size_t seeds, fmi3Float64 found[], size_t found_count)
{
    (void)seeds, (void)found_count;
    return told((instance *)c, fmi3Error,
                derivative_along((instance *)c, unknown, unknowns, known, knowns, seed, found));
}

FMI fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
                                        const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[],
                                        size_t seeds, fmi3Float64 found[], size_t found_count)
{
    (void)unknown, (void)unknowns, (void)known, (void)knowns, (void)seed, (void)seeds, (void)found, (void)found_count;
    return told((instance *)c, fmi3Error, "adjoint derivatives are not offered, directional derivatives are");
}

FMI fmi3Status fmi3EnterConfigurationMode(fmi3Instance c)
{
    return told((instance *)c, fmi3Error, "there are no structural parameters");
}

FMI fmi3Status fmi3ExitConfigurationMode(fmi3Instance c)
{
    return told((instance *)c, fmi3Error, "there are no structural parameters");
}

FMI fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) { (void)c; return fmi3OK; }

FMI fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
                                        fmi3Boolean *nominals, fmi3Boolean *changed, fmi3Boolean *has_next,
                                        fmi3Float64 *next)
{
    int moved = 0, known = 0;
    const char *words = handle_event((instance *)c, &moved, &known, next);
    *again = *nominals = false;
    *terminate = has_ended(((instance *)c)->model) != 0;
    *changed = moved != 0;
    *has_next = known != 0;
    return told((instance *)c, fmi3Error, words);
}

/* Model exchange. */

FMI fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
    ((instance *)c)->at_event = 0;
    return fmi3OK;
}

FMI fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_return, fmi3Boolean *event,
                                           fmi3Boolean *terminate)
{
    (void)no_return;
    *terminate = false;
    *event = has_drifted((instance *)c) != 0;
    return fmi3OK;
}

FMI fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 t)
{
    ((instance *)c)->model->run.t = t;
    return fmi3OK;
}

FMI fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 y[], size_t count)
{
    return told((instance *)c, fmi3Error, set_states((instance *)c, y, count));
}

FMI fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 derivatives[], size_t count)
{
    return told((instance *)c, fmi3Discard, get_rates((instance *)c, derivatives, count));
}

FMI fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 indicators[], size_t count)
{
    return told((instance *)c, fmi3Error, get_indicators((instance *)c, indicators, count));
}

FMI fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 y[], size_t count)
{
    return told((instance *)c, fmi3Error, get_states((instance *)c, y, count));
}

FMI fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 nominal[], size_t count)
{
    size_t i;
    (void)c;
    for (i = 0; i < count; i++) nominal[i] = 1.0;
    return fmi3OK;
}

FMI fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *count)
{
    (void)c;
    *count = INDICATORS;
    return fmi3OK;
}

FMI fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *count)
{
    (void)c;
    *count = SIZE;
    return fmi3OK;
}

/* Co-simulation. */

FMI fmi3Status fmi3EnterStepMode(fmi3Instance c) { (void)c; return fmi3OK; }

FMI fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference vr[], size_t count,
                                        const fmi3Int32 orders[], fmi3Float64 value[], size_t values_count)
{
    (void)vr, (void)orders, (void)value, (void)values_count;
    return told((instance *)c, fmi3Error, count ? "derivatives of outputs are not offered" : 0);
}

FMI fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 dt, fmi3Boolean no_earlier, fmi3Boolean *event,
                          fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *reached)
{
    const char *words = do_step((instance *)c, t, dt);
    (void)no_earlier;
    *event = *early = false;
    *terminate = has_ended(((instance *)c)->model) != 0;
    *reached = ((instance *)c)->model->run.t;
    return told((instance *)c, fmi3Error, words);
}
