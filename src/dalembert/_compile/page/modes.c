/* Hybrid runs in a page: contacts, friction and switches, by the same loop over modes as everywhere.

   All modes come as data (`HybridCode` of hybrid_code.py), so that nobody has to be asked. p is one array, which the
   page and the loop share: the parameters, and behind them the values of the mode. */

/* Ends: what follows in an instant is not decided here; a restitution is not one; sliding rubs more than sticking. */
enum { PAGE_UNDECIDED = 9, PAGE_RESTITUTION = 10, PAGE_STICKING = 11, PAGE_FRICTION = 12 };
enum { CONTACTS, CONSTRAINTS, SLIPS, SWITCHES, P_COUNT, SIDES, DIRECTIONS, MARGINS, FRICTION_MARGINS, DIGITS, MODES, GUARDS };

#define PAGE_WORK (1 << 15) /* numbers in a transition */
#define PAGE_AHEAD 512      /* transitions for which there is always room */

DALEMBERT_FUNCTION void page_prepare(const void *tape, void *work)
{
    dalembert_prepare((const dalembert_tape *)tape, work);
}

DALEMBERT_FUNCTION double *page_numbers(long long count)
{
    return (double *)page_room(sizeof(double) * (unsigned long)(count > 0 ? count : 1));
}

DALEMBERT_FUNCTION void *page_longer(const void *before, unsigned long used, unsigned long bytes)
{
    void *made = page_room(bytes);
    if (made && before) memcpy(made, before, used);
    return made;
}

/* How parameters come into some functions; how many there are. */
DALEMBERT_FUNCTION dalembert_binding *page_bindings(page_function *const *every, int count, long long *found)
{
    dalembert_binding *made = (dalembert_binding *)page_room(sizeof(dalembert_binding) * (unsigned long)(count + 1));
    int k, i;
    *found = 0;
    for (k = 0; k < count; k++) {
        const page_function *own = every[k];
        long long *places;
        dalembert_binding *one = made + *found;
        if (!own) continue;
        places = (long long *)page_room(2 * sizeof(long long) * (unsigned long)(own->parameters + 1));
        for (i = 0; i < own->parameters; i++) {
            places[i] = own->slot[i];
            places[own->parameters + i] = own->index[i];
        }
        one->prepare = page_prepare;
        one->model = &own->tape;
        one->room = own->work;
        one->numbers = own->numbers;
        one->slots = places;
        one->indices = places + own->parameters;
        one->count = own->parameters;
        (*found)++;
    }
    return made;
}

/* The modes of a model, to be given one after the other. */
PAGE(page_hybrid_of) dalembert_hybrid *page_hybrid_of(const int *counts, const int *slip_of,
                                                      const int *counted, const double *knots, double *p,
                                                      const double *digits, const double *last_bits,
                                                      const double *tolerances, page_function *contact_state,
                                                      page_function *gaps, page_function *restitution,
                                                      page_function *switching)
{
    dalembert_hybrid *own = (dalembert_hybrid *)page_room(sizeof(dalembert_hybrid));
    page_function *every[4];
    every[0] = contact_state;
    every[1] = gaps;
    every[2] = restitution;
    every[3] = switching;
    own->advance = rk853_advance;
    own->modes = (dalembert_mode *)page_room(sizeof(dalembert_mode) * (unsigned long)counts[MODES]);
    own->modes_count = counts[MODES];
    own->tolerances = (const dalembert_tolerances *)(const void *)tolerances;
    own->contact_state = page_callable(contact_state);
    own->gaps = page_callable(gaps);
    own->restitution = page_callable(restitution);
    own->switching = page_callable(switching);
    own->bindings = page_bindings(every, 4, &own->bindings_count);
    own->contacts = counts[CONTACTS];
    own->constraints = counts[CONSTRAINTS];
    own->slips = counts[SLIPS];
    own->switches = counts[SWITCHES];
    own->slip_of = slip_of;
    own->counted = counted;
    own->knots = knots;
    own->p = p;
    own->p_count = counts[P_COUNT];
    own->sides = counts[SIDES];
    own->directions = counts[DIRECTIONS];
    own->margins = counts[MARGINS];
    own->friction_margins = counts[FRICTION_MARGINS];
    own->digits = digits;
    own->digits_count = counts[DIGITS];
    own->last_bits = last_bits;
    own->breaks = (int *)page_room(4 * sizeof(int) * (unsigned long)(own->contacts + own->switches + 1));
    own->wanted_active = own->breaks + own->contacts;
    own->wanted_friction = own->wanted_active + own->contacts;
    own->wanted_surface = own->wanted_friction + own->contacts;
    own->work = page_numbers(PAGE_WORK);
    own->work_room = PAGE_WORK;
    return own;
}

/* A mode: its functions, and numbers: constrained, constrains, soft, guards; by contacts whether it is active and its
   friction; by switches whether it is slid on; by guards kind and place; by events of the user and guards the
   direction, and whether it stops a run. */
PAGE(page_mode_of) void page_mode_of(dalembert_hybrid *own, int which, int events, page_function *rates,
                                     page_function *correction, page_function *guards, page_function *peaks,
                                     const int *numbers)
{
    dalembert_mode *made = own->modes + which;
    const int *at = numbers + 4;
    page_function *every[4];
    every[0] = rates;
    every[1] = correction;
    every[2] = guards;
    every[3] = peaks;
    made->rates = made->timed = page_callable(rates);
    made->correction = page_callable(correction);
    made->events = page_callable(guards);
    made->peaks = page_callable(peaks);
    made->bindings = page_bindings(every, 4, &made->bindings_count);
    made->constrained = numbers[0];
    made->constrains = numbers[1];
    made->soft = numbers[2];
    made->guards = numbers[3];
    made->active = at;
    made->friction = at += own->contacts;
    made->surface = at += own->contacts;
    made->kind = at += own->switches;
    made->place = at += made->guards;
    made->direction = at += made->guards;
    made->stops = at += events + made->guards;
    own->events = events;
}

/* Events of the user, and what those that set values give: of each time a row of time, event and energy. */
typedef struct {
    struct dalembert_state_events of;
    page_function *energy;
    double *given;
    long long count, room;
} page_events;

DALEMBERT_FUNCTION int page_event_look(void *host);
DALEMBERT_FUNCTION int page_event_goes_on(void *host);
DALEMBERT_FUNCTION int page_event_change(void *host, const int *fallen);

/* The energy of the account in the mode as it is now. */
DALEMBERT_FUNCTION double page_event_energy(void *host)
{
    const page_events *events = (const page_events *)host;
    const dalembert_hybrid *own = events->of.own;
    const dalembert_callable energy = page_callable(events->energy);
    double found = 0.0, health = 1.0;
    page_values(events->energy, own->p);
    dalembert_inputs(own->run, own->run->t, own->run->y, &health);
    DALEMBERT_CALL(energy, own->run->t, own->run->y, own->run->u, &found, &health);
    return found;
}

/* Note what an event has given; where there is no room, the account of energy tells that something is missing. */
DALEMBERT_FUNCTION void page_event_given(void *host, long long event, double given)
{
    page_events *events = (page_events *)host;
    double *row;
    if (events->count >= events->room) {
        const unsigned long used = 3 * sizeof(double) * (unsigned long)events->count;
        const long long room = 2 * events->room + PAGE_AHEAD;
        row = (double *)page_longer(events->given, used, 3 * sizeof(double) * (unsigned long)room);
        if (!row) return;
        events->given = row;
        events->room = room;
    }
    row = events->given + 3 * events->count++;
    row[0] = events->of.own->run->t;
    row[1] = (double)event;
    row[2] = given;
}

/* The events of a model: what they do, which way, the functions that set values; the values of no motion behind the
   parameters; `shut` of the sizes in a gap a state may be inside of a contact. */
PAGE(page_events_of) page_events *page_events_of(dalembert_hybrid *own, const int *acts, const int *direction,
                                                 page_function *const *sets, page_function *energy,
                                                 const double *first, double shut, int guards, int size)
{
    page_events *made = (page_events *)page_room(sizeof(page_events));
    struct dalembert_state_events *of = &made->of;
    const unsigned long count = (unsigned long)own->events, all = count + (unsigned long)guards;
    dalembert_callable *callables = (dalembert_callable *)page_room(sizeof(dalembert_callable) * (count + 1));
    int **numbers[] = {&of->pending, &of->jumped, &of->way, &of->crossed, &of->stops};
    double **rows[] = {&of->fired_at, &of->value, &of->rate, &of->earlier, &of->now, &of->later, &of->beside, &of->every};
    double **states[] = {&of->state, &of->there, &of->rates};
    unsigned long k;
    for (k = 0; k < count; k++) callables[k] = page_callable(sets[k]);
    for (k = 0; k < 5; k++) *numbers[k] = (int *)page_room(sizeof(int) * all);
    for (k = 0; k < 8; k++) *rows[k] = page_numbers((long long)all);
    for (k = 0; k < 3; k++) *states[k] = page_numbers(size);
    of->own = own;
    of->host = made;
    of->look = page_event_look;
    of->go_on = page_event_goes_on;
    of->change = page_event_change;
    of->energy = energy ? page_event_energy : 0;
    of->told = page_event_given;
    of->sets = callables;
    of->acts = acts;
    of->direction = direction;
    of->first = first;
    of->shut = shut;
    made->energy = energy;
    return made;
}

PAGE(page_given) const double *page_given(const page_events *events)
{
    return events->given;
}

PAGE(page_given_count) int page_given_count(const page_events *events)
{
    return (int)events->count;
}

/* Let a run go through the modes of a model; dt_held is the longest step while something is held. */
PAGE(page_hybrid_run) void page_hybrid_run(dalembert_hybrid *own, dalembert_run *run, double dt_held, int guards,
                                           page_events *events)
{
    const unsigned long tested = (unsigned long)run->tested, bytes = sizeof(double) * tested;
    const long long most = own->events + guards;
    double *asked = page_numbers(3 * run->tested);
    own->run = run;
    memcpy(asked, run->atol, bytes); /* the loop writes into those of the run */
    memcpy(asked + tested, run->noise, bytes);
    memcpy(asked + 2 * tested, run->clock, bytes);
    own->atol = asked;
    own->noise = asked + tested;
    own->clock = asked + 2 * tested;
    run->noise = (double *)page_longer(run->noise, bytes, bytes);
    run->clock = (double *)page_longer(run->clock, bytes, bytes);
    run->values = page_numbers(EVENT_ROWS * (most + 1));
    run->inside = page_numbers(run->tested);
    run->outside = page_numbers(run->tested);
    own->dt_most = run->dt_most;
    own->dt_held = dt_held > 0.0 ? dt_held : 1e300;
    own->span = run->span;
    own->t_last = own->high = run->t_end;
    own->first_row = 0;
    own->begun = own->intervals = own->impacts_count = 0;
    own->begun_room = own->intervals_room = own->impacts_room = 0;
    own->evaluations = own->projections = own->transitions = 0;
    own->inside = 0.0;
    run->own = 0;
    if (!events) return;
    events->given = 0;
    events->count = events->room = 0;
    events->of.span = run->span;
    dalembert_forget_events(&events->of);
    run->own = &events->of;
}

/* Room for what is noted of the next steps; 0 where there is none. */
DALEMBERT_FUNCTION int page_makes_room(dalembert_hybrid *own)
{
    const long long room = 2 * own->begun_room + 2 * PAGE_AHEAD;
    const unsigned long values = sizeof(double) * (unsigned long)(own->p_count - own->sides);
    const unsigned long width = sizeof(double) * (unsigned long)(3 + own->contacts + 3 * own->run->n);
    const unsigned long count = (unsigned long)own->begun, more = (unsigned long)room;
    if (own->begun + PAGE_AHEAD < own->begun_room && own->impacts_count + PAGE_AHEAD < own->impacts_room) return 1;
    own->began = (double *)page_longer(own->began, 8 * count, 8 * more);
    own->interval_row = (long long *)page_longer(own->interval_row, 8 * count, 8 * more);
    own->interval_mode = (long long *)page_longer(own->interval_mode, 8 * count, 8 * more);
    own->interval_values = (double *)page_longer(own->interval_values, values * count, values * more);
    own->impacts = (double *)page_longer(own->impacts, width * (unsigned long)own->impacts_count, width * more);
    own->begun_room = own->intervals_room = own->impacts_room = room;
    return own->began && own->interval_row && own->interval_mode && own->interval_values && own->impacts;
}

/* The sides of switches at the start of a run, with all functions of free motion for them. */
PAGE(page_sides) void page_sides(dalembert_hybrid *own)
{
    dalembert_bind(own, own->modes->bindings, own->modes->bindings_count);
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_start_sides(own);
    dalembert_bind(own, own->modes->bindings, own->modes->bindings_count);
}

/* The number of a contact inside of which a start lies, or -1; `shut` of the sizes in its gap it may be. */
PAGE(page_inside) int page_inside(dalembert_hybrid *own, double shut)
{
    return dalembert_inside_of(own, shut);
}

/* Why what follows in an instant is not decided. */
DALEMBERT_FUNCTION int page_reason(dalembert_hybrid *own)
{
    const dalembert_run *run = own->run;
    const double zero = own->tolerances->ZERO;
    double *out, *y, *e, health = 1.0;
    const long long contacts = own->contacts, slips = own->slips;
    long long i;
    own->work_used = 0;
    out = dalembert_room(own, dalembert_contact_entries(own));
    y = dalembert_room(own, run->size + contacts);
    e = dalembert_room(own, 2 * contacts);
    if (dalembert_makes_no_headway(own)) return DALEMBERT_CROWDED;
    if (!contacts || !out || !y || !e) return PAGE_UNDECIDED;
    dalembert_inputs(own->run, run->t, run->y, &health);
    DALEMBERT_CALL(own->contact_state, run->t, run->y, run->u, out, &health);
    for (i = 0; i < slips; i++)
        if (out[3 * contacts + 2 * slips + i] < out[3 * contacts + slips + i] * (1.0 - zero)) return PAGE_STICKING;
    for (i = 0; i < run->size; i++) y[i] = run->y[i];
    for (i = 0; i < contacts; i++) y[run->size + i] = fmax(-out[contacts + i], 0.0);
    DALEMBERT_CALL(own->restitution, run->t, y, run->u, e, &health);
    for (i = 0; i < contacts; i++)
        if (!(e[i] >= -zero && e[i] <= 1.0 + zero)) return PAGE_RESTITUTION;
    return PAGE_UNDECIDED;
}

/* Whether a coefficient of friction is negative in a state. */
DALEMBERT_FUNCTION int page_pushes(dalembert_hybrid *own)
{
    const long long contacts = own->contacts, slips = own->slips;
    double *out, health = 1.0;
    long long i;
    own->work_used = 0;
    if (!slips) return 0;
    out = dalembert_room(own, dalembert_contact_entries(own));
    if (!out) return 0;
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_inputs(own->run, own->run->t, own->run->y, &health);
    DALEMBERT_CALL(own->contact_state, own->run->t, own->run->y, own->run->u, out, &health);
    for (i = 0; i < 2 * slips; i++)
        if (out[3 * contacts + slips + i] < 0.0) return 1;
    return 0;
}

/* The mode that a run begins in. 0, or an end. */
PAGE(page_start) int page_start(dalembert_hybrid *own)
{
    if (!page_makes_room(own)) return DALEMBERT_CROWDED;
    if (page_pushes(own)) return PAGE_FRICTION;
    return dalembert_start_modes(own) ? page_reason(own) : 0;
}

/* Be at the end of a piece of time on which the model is smooth; the next one goes up to high. */
PAGE(page_piece) void page_piece(dalembert_hybrid *own, double low, double high)
{
    own->run->t = low;
    own->high = high;
}

/* Another state from now on, with the events that it passes over. The model is asked at `at`. */
PAGE(page_jump) void page_jump(dalembert_hybrid *own, double at, const double *y)
{
    const dalembert_mode *free = own->modes;
    dalembert_run *run = own->run;
    struct dalembert_state_events *events = (struct dalembert_state_events *)run->own;
    double *before, *after;
    long long i;
    own->work_used = 0;
    before = dalembert_room(own, own->events + free->guards + 1);
    after = dalembert_room(own, own->events + free->guards + 1);
    if (!before || !after || !page_notes_more(run)) return;
    dalembert_bind(own, free->bindings, free->bindings_count);
    if (events) dalembert_mode_events(own, free, at, run->y, before);
    for (i = 0; i < run->size; i++) {
        if (y[i] != run->y[i]) run->tail[i] = 0.0;
        run->y[i] = y[i];
        if (i < run->tested) run->peak[i] = fmax(run->peak[i], fabs(y[i]));
    }
    if (!events) return;
    dalembert_mode_events(own, free, at, run->y, after);
    for (i = 0; i < own->events; i++)
        if (before[i] * after[i] < 0.0) (void)dalembert_tell_event(events, i, after[i] > 0.0 ? 1 : -1, 1);
}

/* Contacts and switches looked at anew; closed contacts do not spring back from an impulse that has just acted. 0, or
   an end. The model is asked at `at`. */
PAGE(page_look_anew) int page_look_anew(dalembert_hybrid *own, double at, int pressed)
{
    const dalembert_mode *mode = own->modes + own->mode;
    struct dalembert_cause cause = {{0}, {0}, {0}, {0}, 0};
    struct dalembert_transition change;
    const double now = own->run->t;
    const long long width = 3 + own->contacts + 3 * own->run->n, first = own->impacts_count;
    long long i;
    int undecided;
    if (!page_makes_room(own)) return DALEMBERT_CROWDED;
    for (i = 0; i < own->contacts; i++) {
        change.breaks[i] = 0;
        cause.pressed[i] = pressed && mode->active[i];
    }
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_bind(own, mode->bindings, mode->bindings_count);
    own->run->t = at;
    undecided = dalembert_go_over(own, &change, &cause);
    own->run->t = now;
    for (i = first; i < own->impacts_count; i++) own->impacts[i * width] = now;
    return undecided ? page_reason(own) : 0;
}

/* Modes that end where they begin; what events set comes before. 0, or an end. */
DALEMBERT_FUNCTION int page_goes_on(dalembert_hybrid *own)
{
    const struct dalembert_state_events *events = (const struct dalembert_state_events *)own->run->own;
    int fallen[4 * DALEMBERT_MOST];
    while (!(events && dalembert_has_pending(events)) && dalembert_fallen(own, fallen) > 0) {
        if (!page_makes_room(own)) return DALEMBERT_CROWDED;
        if (dalembert_makes_no_headway(own) || dalembert_transit(own, fallen)) return page_reason(own);
        dalembert_note_mode(own);
    }
    own->integrating = 0;
    return 0;
}

/* Begin the mode that was decided, and those that follow at once. 0, or an end. */
PAGE(page_begin) int page_begin(dalembert_hybrid *own, int first)
{
    if (first) own->begun = own->intervals = 0; /* the one before is none */
    dalembert_note_mode(own);
    return page_goes_on(own);
}

/* What follows on the end of a mode, whose guards have fallen. 0, or an end. */
DALEMBERT_FUNCTION int page_change(dalembert_hybrid *own, const int *fallen)
{
    if (!page_makes_room(own)) return DALEMBERT_CROWDED;
    if (dalembert_transit(own, fallen)) return page_reason(own);
    dalembert_forget_guards(own);
    if (own->run->own) ((struct dalembert_state_events *)own->run->own)->judged = own->run->happened;
    dalembert_note_mode(own);
    return dalembert_makes_no_headway(own) ? page_reason(own) : page_goes_on(own);
}

DALEMBERT_FUNCTION int page_event_look(void *host)
{
    dalembert_hybrid *own = ((page_events *)host)->of.own;
    const int ended = page_look_anew(own, own->run->t, 0);
    if (!ended) dalembert_note_mode(own);
    return ended;
}

DALEMBERT_FUNCTION int page_event_goes_on(void *host)
{
    return page_goes_on(((page_events *)host)->of.own);
}

DALEMBERT_FUNCTION int page_event_change(void *host, const int *fallen)
{
    return page_change(((page_events *)host)->of.own, fallen);
}

/* What pending events set. 0, or an end. */
PAGE(page_settle) int page_settle(dalembert_hybrid *own)
{
    struct dalembert_state_events *events = (struct dalembert_state_events *)own->run->own;
    const int ended = events ? dalembert_settle_events(events) : 0;
    return ended == DALEMBERT_EVENT_ENDS ? DALEMBERT_STOPPED : ended;
}

/* Rows up to the end of a piece that is reached as far as times can be told apart. */
DALEMBERT_FUNCTION void page_reach(dalembert_hybrid *own)
{
    dalembert_run *run = own->run;
    long long i;
    run->t = own->high;
    for (; run->next < run->samples && run->times[run->next] <= run->t; run->next++) {
        for (i = 0; i < run->size; i++) run->rows[run->next * run->size + i] = run->y[i];
        for (i = 0; i < run->tested; i++)
            run->sizes[run->next * run->tested + i] = fmax(run->peak[i], fabs(run->y[i]));
    }
}

/* The end of a piece, or of the run. */
DALEMBERT_FUNCTION int page_finish(dalembert_hybrid *own)
{
    if (own->high >= own->t_last) return dalembert_reach_end(own) ? page_reason(own) : DALEMBERT_DONE;
    page_reach(own);
    return DALEMBERT_DONE;
}

/* Some steps where events act: what they set comes before all else. */
DALEMBERT_FUNCTION int page_follow_events(dalembert_hybrid *own, struct dalembert_state_events *events, int steps)
{
    dalembert_run *run = own->run;
    int fallen[4 * DALEMBERT_MOST], ended = page_settle(own);
    if (ended) return ended;
    if (own->integrating != 1) {
        if (dalembert_is_at_end(own)) return page_finish(own);
        dalembert_begin_mode(own);
        dalembert_watch_events(events);
        run->t_end = fmin(run->t_end, events->left_by);
    }
    if (own->advance(run, steps) == DALEMBERT_RUNNING) return 0;
    dalembert_end_mode(own);
    if (run->status == DALEMBERT_STOPPED) {
        ended = dalembert_after_events(events);
        if (ended == DALEMBERT_EVENT_ENDS) return DALEMBERT_STOPPED;
        if (ended != DALEMBERT_OF_GUARDS) return ended;
        ended = dalembert_just_fallen(own, fallen);
        if (ended > 0) return page_change(own, fallen);
        return dalembert_is_at_end(own) ? page_finish(own) : page_reason(own);
    }
    (void)dalembert_judge_events(events, fallen);
    if (run->status != DALEMBERT_DONE) return (int)run->status;
    return run->t >= events->left_by || dalembert_has_pending(events) ? 0 : page_finish(own);
}

/* Some steps of a run through modes. 0: there are more to make; else how the run ended. */
PAGE(page_follow) int page_follow(dalembert_hybrid *own, int steps)
{
    dalembert_run *run = own->run;
    long long answer;
    if (!page_makes_room(own) || !page_notes_more(run)) return DALEMBERT_CROWDED;
    if (run->own) return page_follow_events(own, (struct dalembert_state_events *)run->own, steps);
    answer = dalembert_follow_modes(own, steps);
    if (answer == DALEMBERT_GOES_ON) return 0;
    if (answer == DALEMBERT_ENDED && run->status != DALEMBERT_DONE) return (int)run->status;
    return answer == DALEMBERT_ENDED || dalembert_is_at_end(own) ? page_finish(own) : page_reason(own);
}

PAGE(page_mode_evaluations) double page_mode_evaluations(const dalembert_hybrid *own) /* in the modes before this one */
{
    return (double)own->evaluations;
}

PAGE(page_intervals) int page_intervals(const dalembert_hybrid *own) /* how many modes there were */
{
    return (int)own->intervals;
}

PAGE(page_began) const double *page_began(const dalembert_hybrid *own)
{
    return own->began;
}

/* Of an interval its first row and its mode. */
PAGE(page_interval_row) int page_interval_row(const dalembert_hybrid *own, int k)
{
    return (int)own->interval_row[k];
}

PAGE(page_interval_mode) int page_interval_mode(const dalembert_hybrid *own, int k)
{
    return (int)own->interval_mode[k];
}

PAGE(page_interval_values) const double *page_interval_values(const dalembert_hybrid *own)
{
    return own->interval_values;
}

PAGE(page_impacts) int page_impacts(const dalembert_hybrid *own)
{
    return (int)own->impacts_count;
}

PAGE(page_impact_rows) const double *page_impact_rows(const dalembert_hybrid *own)
{
    return own->impacts;
}
