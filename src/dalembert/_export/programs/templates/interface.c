void @NAME@_destroy(@NAME@_model *model)
{
    free(model);
}

void @NAME@_set_parameters(@NAME@_model *model, const double *p)
{
    int i;
    for (i = 0; i < @NAME@_PARAMETERS; i++) model->room.p[i] = p[i];
    put_values(model);
    begin_anew(model);
    renew_jumps(model);
}

void @NAME@_set_tolerance(@NAME@_model *model, double rtol)
{
    model->run.rtol = rtol;
}

int @NAME@_step(@NAME@_model *model, double dt)
{
    return @NAME@_step_to(model, model->run.t + dt);
}

double @NAME@_time(const @NAME@_model *model)
{
    return model->run.t;
}

const double *@NAME@_state(const @NAME@_model *model)
{
    return model->run.y;
}

void @NAME@_outputs(@NAME@_model *model, double *out)
{
    outputs_at(model, model->run.t, out);
}

@NAME@_model *@NAME@_create(void)
{
    @NAME@_model *model = (@NAME@_model *)calloc(1, sizeof(@NAME@_model));
    if (!model) return 0;
    set_up(&model->run, &model->room);
    set_up_model(model);
    @NAME@_set_parameters(model, values);
    if (@NAME@_reset(model, @T_START@, 0)) {
        @NAME@_destroy(model);
        return 0;
    }
    return model;
}

const char *@NAME@_message(int status)
{
    switch (status) {
    case 0: return "all is well";
    case DALEMBERT_NOT_FINITE: return "the rates have no value here: accelerations are not determined, or not finite";
    case DALEMBERT_SINGULAR: return "accelerations, forces or multipliers are not determined here";
    case DALEMBERT_UNDERFLOW: return "the steps become too small: the rates jump, or change without limit";
    case DALEMBERT_OFF: return "no state on the constraints is found";
    case DALEMBERT_CROWDED: return "there are too many events in one step";
    case UNDECIDED: return "what the contacts or switches do here is not decided by the laws of the model";
    case INSIDE: return "a contact is closed further than it can be: its gap is negative";
    case NO_HEADWAY: return "the run makes no progress: contacts or switches change without end";
    case ENDED: return "an event of the model has ended the run";
    case EVENT_VALUE: return "an event sets a value that is not finite";
    case EVENT_OFF: return "what an event sets is not on the constraints, and no state near it is";
    case EVENT_AGAIN: return "an event comes back at once after what it sets, or events set one another off without end";
    case BACKWARDS: return "a step cannot go back in time";
    default: return "unknown status";
    }
}
