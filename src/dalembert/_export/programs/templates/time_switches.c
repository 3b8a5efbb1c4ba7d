#if @SWITCHES@ > 0
/* A time at which the model is on one side of its switches in time, right after t. */
static double right_after(double t)
{
    return t + 4.0 * DBL_EPSILON * fmax(fabs(t), @SPAN@);
}

static void sides_of(@NAME@_model *model, double t, int *side)
{
    double value[@SWITCHES@], health = 1.0;
    int i;
    switches(0, t, model->run.y, 0, model->room.c, value, &health, model->room.work);
    for (i = 0; i < @SWITCHES@; i++) side[i] = (value[i] > 0.0) - (value[i] < 0.0);
}

/* The first time after t, up to the end, at which a function of time is on another side of its switch; `found` is
   whether there is one. The model is smooth from low to high: it is asked for no time beyond them. */
static double next_switch(@NAME@_model *model, double t, double end, int *found)
{
    const double apart = @LONGEST@ / @LOOKS@;
    dalembert_run *run = &model->run;
    double low = right_after(t), high;
    int first[@SWITCHES@], now[@SWITCHES@];
    *found = 0;
    run->low = low;
    run->high = DBL_MAX;
    sides_of(model, low, first);
    for (; low < end; low = high) {
        high = fmin(end, low + apart);
        sides_of(model, high, now);
        if (!memcmp(first, now, sizeof first)) continue;
        for (;;) {
            const double middle = low + 0.5 * (high - low);
            if (!(middle > low && middle < high)) break;
            sides_of(model, middle, now);
            if (memcmp(first, now, sizeof first)) high = middle;
            else low = middle;
        }
        run->high = low;
        *found = 1;
        return high;
    }
    sides_of(model, right_after(end), now); /* a switch at the end itself, which rounding puts just behind it */
    if (memcmp(first, now, sizeof first)) {
        run->high = end;
        *found = 1;
    }
    return end;
}
#else
static double next_switch(@NAME@_model *model, double t, double end, int *found)
{
    (void)model, (void)t;
    *found = 0;
    return end;
}
#endif
