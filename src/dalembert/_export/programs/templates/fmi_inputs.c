/* Inputs of the model that a host may give; until then each follows its own law. Given at the time SINCE, one goes on
   with the rates given for it. GIVEN is the sum of 1, 2, 4 for the value, the rate and its rate that are given.   */
enum { GIVEN, SINCE, VALUE, DRIVEN = SLOTS / 5, INPUT_VARIABLES = @INPUT_VARIABLES@ };

/* A variable of an FMU: u, u' or u'' of an input, its place among all inputs and rates of the model, its value at the
   start, and what is said if others of the same input are given without it. */
typedef struct {
    int input, order, place;
    double start;
    const char *missing;
} input_variable;

static const input_variable input_variables[INPUT_VARIABLES + 1] = {
@INPUT_ROWS@
    {0, 0, 0, 0.0, 0},
};

static double *numbers_of(@NAME@_model *model, int input)
{
    return model->room.p + @NAME@_PARAMETERS + 5 * input;
}

/* The inputs now. */
static void inputs_at(@NAME@_model *model, double t, double *found)
{
#if @INPUT_VARIABLES@ > 0
    double health = 1.0;
    inputs(0, t, model->run.y, 0, model->room.c, found, &health, model->room.work);
#else
    (void)model, (void)t, (void)found;
#endif
}

/* Let what is given go on from the time t. */
static int move_inputs(@NAME@_model *model, double t)
{
    int i, moved = 0;
    for (i = 0; i < DRIVEN; i++) {
        double *own = numbers_of(model, i);
        const double later = t - own[SINCE];
        if (own[GIVEN] == 0.0 || later == 0.0) continue;
        own[VALUE] += later * (own[VALUE + 1] + 0.5 * later * own[VALUE + 2]);
        own[VALUE + 1] += later * own[VALUE + 2];
        own[SINCE] = t;
        moved |= own[VALUE + 1] != 0.0 || own[VALUE + 2] != 0.0;
    }
    return moved;
}

/* Whether an input changes by what a host gives for its value or a rate of it. */
static int give_input(@NAME@_model *model, int input, int order, double value)
{
    double *own = numbers_of(model, input);
    const int known = (int)own[GIVEN], changed = !(known >> order & 1) || own[VALUE + order] != value;
    own[GIVEN] = (double)(known | 1 << order);
    own[VALUE + order] = value;
    return changed;
}

/* What is missing of the inputs that are given, in words, or 0. */
static const char *missing_input(@NAME@_model *model)
{
    int k;
    for (k = 0; k < INPUT_VARIABLES; k++) {
        const int known = (int)numbers_of(model, input_variables[k].input)[GIVEN];
        if (known && !(known >> input_variables[k].order & 1)) return input_variables[k].missing;
    }
    return 0;
}

/* All inputs follow their own laws again. */
static void forget_inputs(@NAME@_model *model)
{
    int i, k;
    for (i = 0; i < DRIVEN; i++)
        for (k = 0; k < 5; k++) numbers_of(model, i)[k] = 0.0;
}

