/* Many runs by one method, LANES_GROUPS vectors of them at once, each lane with its own time and step. Stands after
   ensemble_lanes.h, whose functions look after a lane wherever it differs from the others: where it begins and ends,
   where a step is refused, where something happens in it. Several vectors are in the works so that the processor need
   not wait for one result before it begins with another. The bits are those of one lane after the other.

   The functions of the model, the sizes LANES_..., and LANES_STEP, the stages of a step, are printed before this. */

struct lane_group {
    lane_real y[LANES_SIZE], k[(METHOD_STAGES + 1) * LANES_SIZE], stage[LANES_SIZE], fresh[LANES_SIZE];
    lane_real tail[LANES_SIZE], tail_fresh[LANES_SIZE];
    lane_real peak[LANES_SIZE], floor[LANES_SIZE], weight[LANES_SIZE], change[LANES_SIZE];
    lane_real c[LANES_CONSTANTS], u[LANES_INPUTS], work[LANES_WORK], kept[LANES_COLUMNS];
    lane_real t, dt, length, t_new, error, error_before, next_time, size;
    lane_mask running, refused, sound, singular, steps, stiff, evaluations, passes;
    long long made; /* evaluations of the step so far */
};

struct lane_place { /* what one lane has for itself */
    dalembert_run run;
    dalembert_ensemble own;
};

/* The functions of a model for several lanes: rates and the kept values, with the inputs before them. */
static inline void lanes_inputs(struct lane_group *own, lane_real t, const lane_real *y, lane_real *health)
{
#ifdef LANES_HAVE_INPUTS
    vector_model_inputs(t, y, own->u, own->c, own->u, health, own->work);
#else
    (void)own, (void)t, (void)y, (void)health;
#endif
}

static inline lane_real lanes_clock(const dalembert_run *run, lane_real t)
{
#ifdef LANES_READ_THE_CLOCK
    const lane_real low = same_lanes(run->low), high = same_lanes(run->high);
    return either_lanes((lane_mask)(t < low), low, either_lanes((lane_mask)(t > high), high, t));
#else
    (void)run;
    return t;
#endif
}

/* Rates; a lane that has none takes no further part in the step. */
static inline void lanes_evaluate(const dalembert_run *run, struct lane_group *own, lane_real t, const lane_real *y, lane_real *out)
{
    lane_real health = same_lanes(1.0), sum = same_lanes(0.0);
    lane_mask failed;
    int i;
    t = lanes_clock(run, t);
    lanes_inputs(own, t, y, &health);
    vector_model_rates(t, y, own->u, own->c, out, &health, own->work);
    own->made++;
    for (i = 0; i < LANES_SIZE; i++) sum += out[i] - out[i]; /* 0 where all are finite */
    failed = own->sound & ~((lane_mask)(health > run->healthy) & (lane_mask)(sum == 0.0));
    if (any_lane(failed)) {
        own->singular |= failed & ~(lane_mask)(health > run->healthy);
        own->evaluations += failed & own->made;
        own->sound &= ~failed;
    }
}

static inline lane_real lanes_larger(lane_real a, lane_real b) { return either_lanes((lane_mask)(b > a), b, a); }

/* dalembert_weigh; noise, clock and the least sizes are zero in ensembles. */
static inline void lanes_weigh(const dalembert_run *run, struct lane_group *own)
{
    lane_real most[8], reach = same_lanes(0.0);
    int i;
    for (i = 0; i < 8; i++) most[i] = same_lanes(0.0);
    for (i = 0; i < LANES_TESTED; i++) {
        const lane_real size =
            lanes_larger(lanes_larger(own->peak[i], fabs_lanes(own->y[i])), fabs_lanes(own->fresh[i]));
        own->weight[i] = size;
        most[lanes_kind[i]] = lanes_larger(most[lanes_kind[i]], size);
    }
    for (i = 0; i < LANES_SPLIT; i++)
        reach = lanes_larger(reach, lanes_larger(own->peak[i], fabs_lanes(own->y[i])));
    most[1] = lanes_larger(most[1], reach / run->span);
    for (i = 0; i < LANES_TESTED; i++)
        own->weight[i] = run->atol[i] +
                         run->rtol * lanes_larger(own->weight[i], 1e-6 * most[lanes_kind[i]]) + own->floor[i] + 1e-290;
}

LANES_STEP

/* Copy what a lane works on to where it is alone, or back. */
static void lanes_load(dalembert_run *run, const struct lane_group *own, int l)
{
    int i;
    for (i = 0; i < LANES_SIZE; i++) {
        run->y[i] = own->y[i][l];
        run->fresh[i] = own->fresh[i][l];
        run->tail[i] = own->tail[i][l];
        run->tail_fresh[i] = own->tail_fresh[i][l];
        run->stage[i] = own->stage[i][l];
    }
    for (i = 0; i < (METHOD_STAGES + 1) * LANES_SIZE; i++) run->k[i] = own->k[i][l];
    for (i = 0; i < LANES_TESTED; i++) {
        run->peak[i] = own->peak[i][l];
        run->floor[i] = own->floor[i][l];
        run->weight[i] = own->weight[i][l];
        run->change[i] = own->change[i][l];
    }
    run->t = own->t[l];
    run->dt = own->dt[l];
    run->t_new = own->t_new[l];
    run->refused = own->refused[l] != 0;
    run->steps = own->steps[l];
    run->stiff = own->stiff[l];
    run->evaluations = own->evaluations[l];
}

static void lanes_note_next(const dalembert_run *run, struct lane_group *own, int l)
{
    own->next_time[l] = run->next < run->samples ? run->times[run->next] : INFINITY;
}

/* A lane takes a run up; it may end at once. */
static void METHOD_NAME(lanes_take)(struct lane_place *place, struct lane_group *own, int l, long long lane)
{
    dalembert_run *run = &place->run;
    double *c = place->own.c;
    int i;
    if (place->own.prepare) place->own.prepare(place->own.p + lane * place->own.parameters, c);
    METHOD_NAME(take_lane)(run, &place->own, lane);
    METHOD_NAME(advance)(run, 0); /* the first rates, the first step, and the samples at the start */
    for (i = 0; i < LANES_CONSTANTS; i++) own->c[i][l] = c[i];
    for (i = 0; i < LANES_SIZE; i++) {
        own->y[i][l] = run->y[i];
        own->k[i][l] = run->k[i];
        own->tail[i][l] = run->tail[i];
    }
    for (i = 0; i < LANES_TESTED; i++) {
        own->peak[i][l] = run->peak[i];
        own->floor[i][l] = run->floor[i];
    }
    own->t[l] = run->t;
    own->dt[l] = run->dt;
    own->error_before[l] = run->error_before;
    own->size[l] = 0.0;
    own->refused[l] = own->steps[l] = own->stiff[l] = own->passes[l] = 0;
    own->evaluations[l] = run->evaluations;
    own->running[l] = run->status == DALEMBERT_RUNNING ? -1 : 0;
    lanes_note_next(run, own, l);
}

/* The run of a lane has ended. */
static void METHOD_NAME(lanes_end)(struct lane_place *place, const struct lane_group *own, int l)
{
    double *size = place->own.size + place->own.lane;
    lanes_load(&place->run, own, l);
    METHOD_NAME(end_lane)(&place->run, &place->own);
    *size = fmax(*size, own->size[l]);
}

/* A step of a lane was refused, or could not be made: as in METHOD_NAME(advance). */
static void METHOD_NAME(lanes_refuse)(struct lane_place *place, struct lane_group *own, int l, int status)
{
    dalembert_run *run = &place->run;
    const double least = 16.0 * 2.220446049250313e-16, dt = own->length[l], error = own->error[l];
    int i;
    lanes_load(run, own, l);
    run->rejected++;
    if (!status) {
        run->dt = dt * fmax(0.9 * DALEMBERT_POWER(error, -1.0 / METHOD_ORDER), 0.2);
        dalembert_refused(run, dt, error);
        for (i = 0; i < LANES_TESTED; i++) own->floor[i][l] = run->floor[i];
    } else {
        run->refused = 1;
        run->dt = 0.25 * dt;
        while (run->next > 0 && run->times[run->next - 1] > run->t) run->next--;
        run->happened = run->first;
        if (run->dt < least * fmax(fabs(run->t), 1e-3 * (run->t_end - run->t)) || run->dt < 1e-14 * (run->t_end - run->t))
            run->status = status;
    }
    own->dt[l] = run->dt;
    own->refused[l] = -1;
    own->running[l] = run->status == DALEMBERT_RUNNING ? -1 : 0;
    lanes_note_next(run, own, l);
}

/* The end of a good step of a lane in which more is to be looked at; whether the step stands. */
static int METHOD_NAME(lanes_conclude)(struct lane_place *place, struct lane_group *own, int l)
{
    dalembert_run *run = &place->run;
    const int dense = run->events_count > 0 || DALEMBERT_LOOKS_INSIDE(run);
    const double dt = own->length[l];
    double t_new = own->t_new[l], x = 2.0;
    int status, i;
    lanes_load(run, own, l);
    if (dalembert_hidden_peak(run, dt, run->k + METHOD_STAGES * LANES_SIZE)) {
        run->rejected++;
        own->dt[l] = 0.125 * dt;
        own->refused[l] = -1;
        return 0;
    }
    run->first = run->happened;
    status = METHOD_NAME(conclude)(run, dt, dense, &t_new, &x);
    own->evaluations[l] = run->evaluations;
    if (run->status == DALEMBERT_CROWDED) {
        own->running[l] = 0;
        return 0;
    }
    if (status) {
        METHOD_NAME(lanes_refuse)(place, own, l, status);
        return 0;
    }
    DALEMBERT_STEP_MADE(run, dt, x < 2.0 ? x : 1.0, t_new, METHOD_TERMS)
    for (i = 0; i < LANES_SIZE; i++) {
        own->fresh[i][l] = run->fresh[i];
        own->tail_fresh[i][l] = run->tail_fresh[i];
    }
    own->t_new[l] = t_new;
    if (x < 2.0) {
        run->status = DALEMBERT_STOPPED;
        own->running[l] = 0;
    }
    lanes_note_next(run, own, l);
    return 1;
}

/* The lengths of the next steps. */
static void METHOD_NAME(lanes_propose)(struct lane_place *places, struct lane_group *own)
{
    const dalembert_run *run = &places->run;
    const double least = 16.0 * 2.220446049250313e-16;
    const lane_real left = run->t_end - own->t;
    const lane_real dt = either_lanes((lane_mask)(own->t + 1.01 * own->dt >= run->t_end), left, own->dt);
    lane_mask short_of_time;
    int l;
    own->t_new = either_lanes((lane_mask)(dt == left), same_lanes(run->t_end), own->t + dt);
    own->length = own->t_new - own->t;
    short_of_time = own->running & ~((lane_mask)(own->length > least * fabs_lanes(own->t)) & (lane_mask)(own->length > 1e-300));
    if (any_lane(short_of_time))
        for (l = 0; l < LANES_WIDTH; l++)
            if (short_of_time[l]) {
                places[l].run.status = DALEMBERT_UNDERFLOW;
                own->running[l] = 0;
            }
    own->sound = own->running;
    own->singular = own->sound & ~own->sound;
    own->made = 0;
}

/* Where the steps lead. */
static void METHOD_NAME(lanes_commit)(struct lane_place *places, struct lane_group *own)
{
    const dalembert_run *run = &places->run;
    lane_mask good = own->sound & (lane_mask)(own->error <= 1.0), other = own->running & ~good, detail;
    lane_real now, factor, most;
    int i, l;
    if (any_lane(other))
        for (l = 0; l < LANES_WIDTH; l++)
            if (other[l]) {
                const int refused = own->sound[l] && own->error[l] > 1.0 && own->error[l] <= 1e300;
                const int status = own->singular[l] ? DALEMBERT_SINGULAR : DALEMBERT_NOT_FINITE;
                METHOD_NAME(lanes_refuse)(places + l, own, l, refused ? DALEMBERT_RUNNING : status);
            }
    detail = places->own.wanted || LANES_IN_DETAIL ? good : good & (lane_mask)(own->next_time <= own->t_new);
    if (any_lane(detail))
        for (l = 0; l < LANES_WIDTH; l++)
            if (detail[l] && !METHOD_NAME(lanes_conclude)(places + l, own, l)) good[l] = 0;
    if (any_lane(good & ~detail)) {
        lane_real health = same_lanes(1.0), t = lanes_clock(run, own->t_new);
        lanes_inputs(own, t, own->fresh, &health);
        vector_model_kept(t, own->fresh, own->u, own->c, own->kept, &health, own->work);
        own->size = either_lanes((lane_mask)(own->kept[LANES_COLUMNS - 1] > own->size) & good & ~detail,
                                 own->kept[LANES_COLUMNS - 1], own->size);
    }
    for (i = 0; i < LANES_SIZE; i++) {
        const lane_real first = i < LANES_N ? own->fresh[LANES_N + i] : own->k[METHOD_STAGES * LANES_SIZE + i];
        own->k[i] = either_lanes(good, first, own->k[i]);
        own->y[i] = either_lanes(good, own->fresh[i], own->y[i]);
        own->tail[i] = either_lanes(good, own->tail_fresh[i], own->tail[i]);
    }
    for (i = 0; i < LANES_TESTED; i++)
        own->peak[i] = either_lanes(good, lanes_larger(own->peak[i], fabs_lanes(own->fresh[i])), own->peak[i]);
    own->t = either_lanes(good, own->t_new, own->t);
    own->steps -= good;
    now = lanes_larger(same_lanes(1e-10), own->error);
    factor = 0.8 * power_of_lanes(now, -0.7 / METHOD_ORDER) * power_of_lanes(own->error_before, 0.2 / METHOD_ORDER);
    most = either_lanes(own->refused, same_lanes(1.0), same_lanes(6.0));
    factor = either_lanes((lane_mask)(factor < 0.2), same_lanes(0.2), factor);
    factor = either_lanes((lane_mask)(factor > most), most, factor);
    own->error_before = either_lanes(good, lanes_larger(same_lanes(1e-4), now), own->error_before);
    factor = own->length * factor;
    factor = either_lanes((lane_mask)(factor > run->dt_most), same_lanes(run->dt_most), factor);
    own->dt = either_lanes(good, factor, own->dt);
    own->refused &= ~good;
}

/* A lane without a run takes the next ones up until one goes on. */
static void METHOD_NAME(lanes_fill)(struct lane_place *place, struct lane_group *own, int l, long long *next, long long last)
{
    own->running[l] = 0;
    while (!own->running[l] && *next < last) {
        METHOD_NAME(lanes_take)(place, own, l, (*next)++);
        if (!own->running[l]) METHOD_NAME(end_lane)(&place->run, &place->own);
    }
}

/* Let lanes whose runs have ended take others up; whether any runs. `before` are those that ran. */
static int METHOD_NAME(lanes_look)(struct lane_place *places, struct lane_group *own, lane_mask before, long long *next,
                                   long long last)
{
    lane_mask arrived = own->running & (lane_mask)(own->t >= places->run.t_end), looked_at;
    int l;
    own->passes -= own->running;
    looked_at = own->running & ~arrived & (lane_mask)(own->passes >= ENSEMBLE_CHUNK);
    if (any_lane(looked_at))
        for (l = 0; l < LANES_WIDTH; l++)
            if (looked_at[l]) {
                own->passes[l] = 0;
                lanes_load(&places[l].run, own, l);
                METHOD_NAME(give_up)(&places[l].run, &places[l].own);
                if (places[l].run.status != DALEMBERT_RUNNING) own->running[l] = 0;
            }
    if (any_lane(arrived | (before & ~own->running)))
        for (l = 0; l < LANES_WIDTH; l++) {
            if (arrived[l]) places[l].run.status = DALEMBERT_DONE;
            else if (!before[l] || own->running[l]) continue;
            METHOD_NAME(lanes_end)(places + l, own, l);
            METHOD_NAME(lanes_fill)(places + l, own, l, next, last);
        }
    return any_lane(own->running);
}

/* Bytes that `METHOD_NAME(vectors)` works on. */
DALEMBERT_EXPORT long long METHOD_NAME(vectors_room)(const dalembert_run *run)
{
    const long long lanes = LANES_GROUPS * LANES_WIDTH;
    const long long numbers = LANES_CONSTANTS + run->samples * (LANES_SIZE + LANES_TESTED) + ENSEMBLE_NODES * LANES_COLUMNS;
    return LANES_GROUPS * (long long)sizeof(struct lane_group) + lanes * (long long)sizeof(struct lane_place) + 8 * lanes * numbers;
}

/* The lanes from `first` up to `last`. */
DALEMBERT_EXPORT void METHOD_NAME(vectors)(const dalembert_run *model, const dalembert_ensemble *wanted, long long first, long long last, void *room)
{
    struct lane_group *groups = (struct lane_group *)room;
    struct lane_place *places = (struct lane_place *)(groups + LANES_GROUPS);
    double *numbers = (double *)(places + LANES_GROUPS * LANES_WIDTH);
    long long next = first;
    int g, l, running = 1;
    for (g = 0; g < LANES_GROUPS; g++)
        for (l = 0; l < LANES_WIDTH; l++) {
            struct lane_place *place = places + g * LANES_WIDTH + l;
            dalembert_callable *all[] = {&place->run.rates, &place->run.correction, &place->run.inputs,
                                         &place->run.events, &place->run.peaks, &place->own.kept};
            int i;
            place->run = *model;
            place->own = *wanted;
            place->own.c = numbers;
            for (i = 0; i < 6; i++) all[i]->c = numbers;
            place->run.rows = numbers + LANES_CONSTANTS;
            place->run.sizes = place->run.rows + model->samples * LANES_SIZE;
            place->own.values = place->run.sizes + model->samples * LANES_TESTED;
            numbers = place->own.values + ENSEMBLE_NODES * LANES_COLUMNS;
            if (next >= last) METHOD_NAME(lanes_take)(place, groups + g, l, first); /* numbers for a lane that idles */
            METHOD_NAME(lanes_fill)(place, groups + g, l, &next, last);
        }
    while (running) {
        lane_mask before[LANES_GROUPS];
        running = 0;
        for (g = 0; g < LANES_GROUPS; g++) {
            before[g] = groups[g].running;
            METHOD_NAME(lanes_propose)(places + g * LANES_WIDTH, groups + g);
        }
        METHOD_NAME(lanes_step)(model, groups);
        for (g = 0; g < LANES_GROUPS; g++) {
            METHOD_NAME(lanes_commit)(places + g * LANES_WIDTH, groups + g);
            running |= METHOD_NAME(lanes_look)(places + g * LANES_WIDTH, groups + g, before[g], &next, last);
        }
    }
}
