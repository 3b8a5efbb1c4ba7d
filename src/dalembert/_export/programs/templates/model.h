#ifndef @NAME@_H
#define @NAME@_H

#ifdef __cplusplus
extern "C" {
#endif

enum { @NAME@_STATES = @STATES@, @NAME@_PARAMETERS = @PARAMETERS@, @NAME@_OUTPUTS = @OUTPUTS@ };

/* The status of a step in which an event of the model ends the run: time and state are those of the event. */
enum { @NAME@_ENDED = 104 };

typedef struct @NAME@_model @NAME@_model;

/* A model at its start, with its own values; a null pointer where there is no memory. Nothing else allocates. */
@NAME@_model *@NAME@_create(void);
void @NAME@_destroy(@NAME@_model *model);

/* Other values of all parameters, in the order below; `reset` puts a state onto the constraints that they give. */
void @NAME@_set_parameters(@NAME@_model *model, const double *p);

/* The tolerance of a step, relative to the largest values so far. */
void @NAME@_set_tolerance(@NAME@_model *model, double rtol);

/* Begin at time t with the state y, or with that of the model where y is a null pointer. 0, or what went wrong. */
int @NAME@_reset(@NAME@_model *model, double t, const double *y);

/* Go on by dt, or to the time t, in as many steps as the tolerance asks for. 0, or what went wrong. */
int @NAME@_step(@NAME@_model *model, double dt);
int @NAME@_step_to(@NAME@_model *model, double t);

double @NAME@_time(const @NAME@_model *model);
const double *@NAME@_state(const @NAME@_model *model);

/* y' at any state, and the outputs at this one. */
void @NAME@_rates(@NAME@_model *model, double t, const double *y, double *rates);
void @NAME@_outputs(@NAME@_model *model, double *outputs);

/* What went wrong, in words. */
const char *@NAME@_message(int status);

extern const char *const @NAME@_state_names[@STATES@ + 1];
extern const char *const @NAME@_parameter_names[@PARAMETERS@ + 1];
extern const char *const @NAME@_output_names[@OUTPUTS@ + 1];

#ifdef __cplusplus
}
#endif
#endif
