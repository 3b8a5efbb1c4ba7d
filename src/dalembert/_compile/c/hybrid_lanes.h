/* Many runs of a model with contacts or switches, one after the other, through all its modes. What is not decided here
   ends a lane: it is then run by other means.

   The source of a model stands before this: MODEL_MODES, MODEL_WIDTH and other sizes, tables of its modes, and its
   functions, which are called by their numbers.                                                                */

#define HYBRID_STRAIGHT 0.02 /* of the largest change: as far as a straight line may be off */

/* Memory of a run through modes. */
struct hybrid_room {
    dalembert_mode modes[MODEL_MODES];
    dalembert_binding bindings[MODEL_MODES + 1];
    dalembert_callable kept[MODEL_MODES];
    dalembert_tolerances tolerances;
    double p[MODEL_PARAMETERS + MODEL_VALUES + 1], atol[MODEL_TESTED], zero[MODEL_TESTED];
    double interval_values[65 * MODEL_VALUES + 1], impacts[66 * (3 + MODEL_CONTACTS + 3 * MODEL_N)];
    long long interval_row[65], interval_mode[65];
    int breaks[MODEL_CONTACTS + 1], wanted[2][MODEL_CONTACTS + 1], wanted_surface[MODEL_SWITCHES + 1];
    int pressed[MODEL_YIELDING + 1];
    double noted[2 * MODEL_EVENTS + 1], began[MODEL_BEGUN], work[MODEL_WORK];
};

/* A function of the model by its number; one with the number 0 is missing. */
DALEMBERT_FUNCTION dalembert_callable hybrid_function(long long number, double *c, double *work)
{
    dalembert_callable made;
    made.call = number;
    made.model = 0;
    made.c = c;
    made.work = work;
    return made;
}

/* Let a mode point at its functions and tables. */
DALEMBERT_FUNCTION void hybrid_put_mode(struct hybrid_room *room, int k, double *c, double *work)
{
    const dalembert_callable none = hybrid_function(0, c, work);
    dalembert_mode *mode = room->modes + k;
    dalembert_binding *binding = room->bindings + k;
    binding->prepare = 1 + k;
    binding->model = 0;
    binding->room = c;
    binding->numbers = 0;
    binding->slots = binding->indices = 0;
    binding->count = 0;
    mode->rates = mode->timed = hybrid_function(model_functions[k][0], c, work);
    mode->correction = hybrid_function(model_functions[k][1], c, work);
    mode->events = hybrid_function(model_functions[k][2], c, work);
    mode->peaks = hybrid_function(model_functions[k][3], c, work);
    room->kept[k] = hybrid_function(model_functions[k][4], c, work);
    mode->precise_rates = mode->precise_correction = none;
    mode->rescue = 0;
    mode->bindings = binding;
    mode->bindings_count = 1;
    mode->constrained = model_flags[k][0];
    mode->constrains = model_flags[k][1];
    mode->soft = model_flags[k][2];
    mode->guards = model_flags[k][3];
    mode->active = model_arrays[k][0];
    mode->friction = model_arrays[k][1];
    mode->surface = model_arrays[k][2];
    mode->kind = model_arrays[k][3];
    mode->place = model_arrays[k][4];
    mode->direction = model_arrays[k][5];
    mode->stops = model_arrays[k][6];
}

/* Let all records of a hybrid system point at what belongs to them. */
DALEMBERT_FUNCTION void hybrid_put(struct dalembert_hybrid_ensemble *all, struct hybrid_room *room, dalembert_run *run,
                                   const dalembert_ensemble *lanes, double *c, double *work)
{
    dalembert_hybrid *own = &all->hybrid;
    dalembert_binding *between = room->bindings + MODEL_MODES;
    double *tolerances = (double *)(void *)&room->tolerances;
    int i, k;
    for (k = 0; k < MODEL_MODES; k++) hybrid_put_mode(room, k, c, work);
    *between = room->bindings[0];
    between->prepare = MODEL_MODES + 1;
    for (k = 0; k < MODEL_TOLERANCES; k++) tolerances[k] = model_tolerances[k];
    for (i = 0; i < MODEL_TESTED; i++) {
        room->zero[i] = 0.0;
        room->atol[i] = run->atol[i]; /* the modes put their own in */
    }
    all->lanes = *lanes;
    all->kept = room->kept;
    all->occurrences = MODEL_EVENTS + MODEL_CONTACTS + MODEL_YIELDING;
    all->yielding = MODEL_YIELDING;
    all->depth_switch = model_depth_switch;
    all->depth_sign = model_depth_sign;
    all->pressed = room->pressed;
    all->noted = room->noted;
    all->keeps = MODEL_KEEPS;
    own->run = run;
    own->modes = room->modes;
    own->modes_count = MODEL_MODES;
    own->tolerances = &room->tolerances;
    own->contact_state = hybrid_function(model_between[0], c, work);
    own->gaps = hybrid_function(model_between[1], c, work);
    own->restitution = hybrid_function(model_between[2], c, work);
    own->switching = hybrid_function(model_between[3], c, work);
    run->inputs = hybrid_function(model_between[4], c, work);
    own->bindings = between;
    own->bindings_count = 1;
    own->contacts = MODEL_CONTACTS;
    own->constraints = MODEL_CONSTRAINTS;
    own->slips = MODEL_SLIPS;
    own->switches = MODEL_SWITCHES;
    own->slip_of = model_slip_of;
    own->counted = model_counted;
    own->knots = model_knots;
    own->p = room->p;
    own->p_count = MODEL_PARAMETERS + MODEL_VALUES;
    own->sides = MODEL_PARAMETERS;
    own->directions = own->sides + MODEL_SWITCHES;
    own->margins = own->directions + MODEL_SLIPS + MODEL_YIELDING;
    own->friction_margins = own->margins + MODEL_CONTACTS + MODEL_SWITCHES;
    own->digits = model_digits;
    own->digits_count = MODEL_DIGITS;
    own->last_bits = model_last_bits;
    own->atol = room->atol;
    own->noise = own->clock = room->zero;
    own->span = all->lanes.t_end - all->lanes.t_start;
    own->t_last = own->high = all->lanes.t_end;
    own->events = MODEL_EVENTS;
    own->first_row = 0;
    own->began = room->began;
    own->begun_room = MODEL_BEGUN;
    own->interval_row = room->interval_row;
    own->interval_mode = room->interval_mode;
    own->interval_values = room->interval_values;
    own->intervals_room = 65;
    own->impacts = room->impacts;
    own->impacts_room = 66;
    own->breaks = room->breaks;
    own->wanted_active = room->wanted[0];
    own->wanted_friction = room->wanted[1];
    own->wanted_surface = room->wanted_surface;
    own->work = room->work;
    own->work_room = MODEL_WORK;
    run->own = all;
}

#ifndef LANES_ON_DEVICE
/* How far every second of the accelerations at times that are `step` apart is from the middle of its neighbours. */
static double hybrid_bend(const double *acting, long long count, long long step)
{
    double most = 0.0;
    long long k, i;
    for (k = step; k + step <= count; k += 2 * step)
        for (i = 0; i < MODEL_N; i++)
            most = fmax(most, fabs(acting[k * MODEL_N + i] -
                                   (acting[(k - step) * MODEL_N + i] + acting[(k + step) * MODEL_N + i]) / 2.0));
    return most;
}

/* The time within which what acts on a model at its start changes little (`_simulate/forcing.py`). */
static double hybrid_forcing_scale(struct dalembert_hybrid_ensemble *all)
{
    dalembert_hybrid *own = &all->hybrid;
    const dalembert_run *run = own->run;
    const double first = all->lanes.t_start, span = all->lanes.t_end - first;
    double rates[MODEL_SIZE];
    long long level, count = 0, k, i, step = 1;
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, own->modes->bindings, own->modes->bindings_count);
    if (!all->levels_count || dalembert_start_sides(own)) return INFINITY;
    dalembert_bind(own, own->modes->bindings, own->modes->bindings_count);
    for (level = 0; level < all->levels_count; level++) {
        double most = 0.0;
        count = all->levels[level];
        for (k = 0; k <= count; k++) {
            double *acting = all->acting + k * MODEL_N;
            dalembert_mode_rates(own, own->modes, k < count ? first + k * (span / count) : first + span, run->y, rates);
            for (i = 0; i < MODEL_N; i++) {
                acting[i] = rates[MODEL_N + i] - rates[MODEL_N + i] == 0.0 ? rates[MODEL_N + i] : 0.0;
                most = fmax(most, fabs(acting[i] - all->acting[i]));
            }
        }
        if (!(most > 0.0)) return INFINITY;
        if (hybrid_bend(all->acting, count, 1) > HYBRID_STRAIGHT * most) continue;
        while (4 * step < count && hybrid_bend(all->acting, count, 2 * step) <= HYBRID_STRAIGHT * most) step *= 2;
        return step * span / count;
    }
    return span / count;
}
#endif

/* Take a lane up: its start, the mode that it begins in, and what is kept of it there. */
DALEMBERT_FUNCTION void METHOD_NAME(take_hybrid_lane)(dalembert_run *run, struct dalembert_hybrid_ensemble *all,
                                                      long long lane, double dt_most)
{
    dalembert_ensemble *lanes = &all->lanes;
    dalembert_hybrid *own = &all->hybrid;
    const long long columns = lanes->columns;
    double *begin = lanes->begin + lane * columns, *last = lanes->values + (ENSEMBLE_NODES - 1) * columns;
    long long k;
    METHOD_NAME(begin_lane)(run, lanes->start + lane * run->size, lanes->t_start, lanes->t_end);
    lanes->lane = lane;
    for (k = 0; k < MODEL_PARAMETERS; k++) own->p[k] = lanes->p[lane * MODEL_PARAMETERS + k];
    for (k = 0; k < MODEL_VALUES; k++) own->p[MODEL_PARAMETERS + k] = model_values[k];
    for (k = 0; k < 2 * MODEL_EVENTS; k++) all->noted[k] = -1e300;
    for (k = 0; k < run->tested; k++) run->inside[k] = run->outside[k] = 0.0;
    run->low = lanes->t_start;
    run->high = lanes->t_end;
    run->events_count = MODEL_EVENTS + MODEL_GUARDS;
    own->dt_most = dt_most;
    own->dt_held = INFINITY;
    own->again = own->wanted = own->evaluations = own->projections = 0;
    own->inside = 0.0;
    all->seen = all->begun = 0;
#ifndef LANES_ON_DEVICE
    own->dt_held = hybrid_forcing_scale(all);
#endif
    if (dalembert_inside_of(own, MODEL_SHUT) >= 0 || dalembert_start_modes(own)) {
        run->status = ENSEMBLE_UNDECIDED;
        return;
    }
    lanes->lost[lane] = 0.0; /* an impact at the very start is before the first row */
    ensemble_observe(run, lanes, run->t, run->y, begin);
    for (k = 0; k < columns; k++) last[k] = lanes->most[lane * columns + k] = lanes->least[lane * columns + k] = begin[k];
    lanes->size[lane] = begin[columns - 1];
}

/* Go on with a lane for some steps, or give it up. */
DALEMBERT_FUNCTION void METHOD_NAME(go_on_in_modes)(dalembert_run *run, struct dalembert_hybrid_ensemble *all,
                                                    long long steps)
{
    dalembert_hybrid *own = &all->hybrid;
    const long long answer = dalembert_follow_modes(own, steps), evaluations = run->evaluations;
    run->logged = 0;
    if (answer == DALEMBERT_GOES_ON) {
        run->happened = run->first = 0;
        run->evaluations += own->evaluations;
        METHOD_NAME(give_up)(run, &all->lanes);
        run->evaluations = evaluations;
    } else if (answer == DALEMBERT_ENDED && run->status != DALEMBERT_DONE) return; /* see its status */
    else if (answer != DALEMBERT_ENDED && dalembert_is_stopped(own)) run->status = DALEMBERT_STOPPED;
    else if (answer != DALEMBERT_ENDED && !dalembert_is_at_end(own)) run->status = ENSEMBLE_UNDECIDED;
    else run->status = dalembert_reach_end(own) ? ENSEMBLE_UNDECIDED : DALEMBERT_DONE;
}

/* The kept values at the end of a lane. */
DALEMBERT_FUNCTION void METHOD_NAME(end_hybrid_lane)(dalembert_run *run, struct dalembert_hybrid_ensemble *all)
{
    dalembert_ensemble *lanes = &all->lanes;
    const long long lane = lanes->lane;
    long long k;
    if (run->status != ENSEMBLE_UNDECIDED) {
        hybrid_observe_rows(run, all);
        ensemble_observe(run, lanes, run->t, run->y, lanes->end + lane * lanes->columns);
    }
    for (k = 0; k < run->size; k++) lanes->state[lane * run->size + k] = run->y[k];
    lanes->reached[lane] = run->t;
    lanes->status[lane] = run->status;
    lanes->steps[lane] = run->steps;
    lanes->evaluations[lane] = run->evaluations + all->hybrid.evaluations;
}

#ifndef LANES_ON_DEVICE
/* The lanes from `first` up to `last`. What pushes a model is looked at at so many times, one level after the other;
   `acting` has room for the last one. */
DALEMBERT_EXPORT void METHOD_NAME(hybrid_lanes)(dalembert_run *run, const dalembert_ensemble *lanes, long long first,
                                                long long last, const long long *levels, long long levels_count,
                                                double *acting)
{
    struct hybrid_room room;
    struct dalembert_hybrid_ensemble all;
    double work[MODEL_SCRATCH];
    const double dt_most = run->dt_most;
    long long lane;
    hybrid_put(&all, &room, run, lanes, lanes->c, work);
    all.levels = levels;
    all.levels_count = levels_count;
    all.acting = acting;
    for (lane = first; lane < last; lane++) {
        METHOD_NAME(take_hybrid_lane)(run, &all, lane, dt_most);
        while (run->status == DALEMBERT_RUNNING) METHOD_NAME(go_on_in_modes)(run, &all, ENSEMBLE_CHUNK);
        METHOD_NAME(end_hybrid_lane)(run, &all);
    }
}
#endif
