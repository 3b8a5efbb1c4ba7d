/* Runs in a page: the door between JavaScript and the integrators, compiled to WebAssembly together with them.

   A model comes as data: its tapes, packed by `packed_tape` of page_data.py, are copied into this memory and read
   by `page_function_of`. Whatever is made here is taken from one heap that only grows; `page_release` gives back
   all that was made after a mark. */

#include <string.h>

#define PAGE(name) __attribute__((export_name(#name)))
typedef unsigned char byte;

/* -- memory ---------------------------------------------------------------------------------------------------- */

extern byte __heap_base;
static unsigned long page_top;

PAGE(page_room) void *page_room(unsigned long bytes)
{
    const unsigned long first = page_top ? page_top : ((unsigned long)&__heap_base + 15) & ~15ul;
    const unsigned long last = first + ((bytes + 15) & ~15ul);
    const unsigned long there = __builtin_wasm_memory_size(0) << 16;
    if (last > there && __builtin_wasm_memory_grow(0, (last - there + 65535) >> 16) == (unsigned long)-1) return 0;
    page_top = last;
    memset((void *)first, 0, last - first);
    return (void *)first;
}

PAGE(page_mark) unsigned long page_mark(void)
{
    return page_top;
}

PAGE(page_release) void page_release(unsigned long mark)
{
    page_top = mark;
}

/* -- functions ------------------------------------------------------------------------------------------------- */

typedef struct {
    dalembert_tape tape;
    double *numbers, *work;
    int parameters;
    const int *slot, *index;
} page_function;

/* A tape from its packed form: nine counts, places, numbers, operations. */
PAGE(page_function_of) page_function *page_function_of(const byte *packed)
{
    const int *head = (const int *)packed, *at = head + 9;
    const int runs = head[1], count = head[2], read = head[3], outs = head[4], slots = head[6], constants = head[7];
    page_function *own = (page_function *)page_room(sizeof(page_function));
    const int *constant;
    const double *value;
    int k;
    own->tape.first = head[0];
    own->tape.runs = runs;
    own->tape.count = count;
    own->tape.read = read;
    own->tape.outs = outs;
    own->tape.health_slot = head[5];
    own->tape.slots = slots;
    own->parameters = head[8];
    own->tape.end = at;
    own->tape.left = at += runs;
    own->tape.right = at += count;
    own->tape.read_slot = at += count;
    own->tape.read_block = at += read;
    own->tape.read_index = at += read;
    own->tape.out_slot = at += read;
    constant = at += outs;
    own->slot = at += constants;
    own->index = at += own->parameters;
    at += own->parameters;
    value = (const double *)(((unsigned long)at + 7) & ~7ul);
    own->tape.operation = (const byte *)(value + constants);
    own->numbers = (double *)page_room(sizeof(double) * (unsigned long)slots);
    own->work = (double *)page_room(sizeof(double) * (unsigned long)slots);
    own->tape.numbers = own->numbers;
    for (k = 0; k < constants; k++) own->numbers[constant[k]] = value[k];
    return own;
}

/* Put values of the parameters in. */
PAGE(page_values) void page_values(page_function *own, const double *p)
{
    int k;
    for (k = 0; k < own->parameters; k++) own->numbers[own->slot[k]] = p[own->index[k]];
    dalembert_prepare(&own->tape, own->work);
}

PAGE(page_outs) int page_outs(const page_function *own)
{
    return (int)own->tape.outs;
}

DALEMBERT_FUNCTION dalembert_callable page_callable(const page_function *own)
{
    dalembert_callable made;
    memset(&made, 0, sizeof(made));
    if (!own) return made;
    made.call = dalembert_interpret;
    made.model = &own->tape;
    made.work = own->work;
    return made;
}

/* -- models ---------------------------------------------------------------------------------------------------- */

enum { RATES, CORRECTION, INPUTS, PEAKS, RESIDUAL, OUTCOME, INVARIANTS, EVENTS, PAGE_FUNCTIONS };

typedef struct {
    page_function *own[PAGE_FUNCTIONS];
    int n, split, tested, size, constrained, inputs, peaks, events, tables;
    const int *kind, *peak_kind, *direction, *stops; /* the last two of events */
    dalembert_table *table;
    double *u;
    dalembert_implicit_rates *solved; /* where the rates follow from equations */
    dalembert_projection *projected;
} page_model;

PAGE(page_model_of) page_model *page_model_of(int n, int split, int tested, int size, int constrained, int inputs,
                                              int peaks, const int *kind, const int *peak_kind)
{
    page_model *own = (page_model *)page_room(sizeof(page_model));
    own->n = n;
    own->split = split;
    own->tested = tested;
    own->size = size;
    own->constrained = constrained;
    own->inputs = inputs;
    own->peaks = peaks;
    own->kind = kind;
    own->peak_kind = peak_kind;
    own->u = (double *)page_room(sizeof(double) * (unsigned long)(3 * inputs + 1));
    return own;
}

PAGE(page_use) void page_use(page_model *own, int which, page_function *function)
{
    own->own[which] = function;
}

/* Events of the user: rising 1, falling -1, both 0; whether one stops a run. */
PAGE(page_watch) void page_watch(page_model *own, int events, const int *direction, const int *stops)
{
    own->events = events;
    own->direction = direction;
    own->stops = stops;
}

/* Inputs from samples: `count` of them, to be given one after the other. */
PAGE(page_tables) void page_tables(page_model *own, int count)
{
    own->table = (dalembert_table *)page_room(sizeof(dalembert_table) * (unsigned long)(count + 1));
}

/* Samples of an input at times, with the coefficients of a polynomial in between. */
PAGE(page_table) void page_table(page_model *own, int place, int count, int width, double *times, double *coefficients)
{
    dalembert_table *made = own->table + own->tables++;
    made->count = made->room = count;
    made->place = place;
    made->width = width;
    made->entry = -1;
    made->t = times;
    made->c = coefficients;
}

/* The inputs of a model at a time. */
DALEMBERT_FUNCTION void page_inputs(const page_model *own, double t, const double *y)
{
    static dalembert_run run;
    double health = 1.0;
    run.inputs = page_callable(own->own[INPUTS]);
    run.u = own->u;
    run.inputs_count = own->inputs;
    run.tables = own->table;
    run.tables_count = own->tables;
    dalembert_inputs(&run, t, y, &health);
}

/* The rates follow from `unknowns` equations, whose derivatives have entries at rows and columns. */
PAGE(page_solve) double *page_solve(page_model *own, int unknowns, int entries, int linear, const int *row,
                                    const int *column)
{
    dalembert_implicit_rates *made = (dalembert_implicit_rates *)page_room(sizeof(dalembert_implicit_rates));
    made->residual = page_callable(own->own[RESIDUAL]);
    made->outcome = page_callable(own->own[OUTCOME]);
    made->size = own->size;
    made->unknowns = unknowns;
    made->entries = entries;
    made->linear = linear;
    made->row = row;
    made->column = column;
    made->extent = (int *)page_room(2 * sizeof(int) * (unsigned long)unknowns);
    made->pack = (double *)page_room(sizeof(double) * (unsigned long)(own->size + unknowns));
    made->out = (double *)page_room(sizeof(double) * (unsigned long)(unknowns + entries));
    made->matrix = (double *)page_room(sizeof(double) * (unsigned long)(unknowns * (unknowns + 1)));
    own->solved = made;
    return made->pack; /* the state, and behind it the unknowns */
}

/* The projection onto invariants with entries at rows and columns; `scale` are sizes of the entries of a state. */
PAGE(page_project) void page_project(page_model *own, int rows, int entries, const int *row, const int *column,
                                     const double *scale)
{
    dalembert_projection *made = (dalembert_projection *)page_room(sizeof(dalembert_projection));
    const unsigned long m = (unsigned long)rows, n = (unsigned long)own->tested;
    made->invariants = page_callable(own->own[INVARIANTS]);
    made->size = own->size;
    made->tested = own->tested;
    made->rows = rows;
    made->entries = entries;
    made->row = row;
    made->column = column;
    made->scale = scale;
    made->out = (double *)page_room(sizeof(double) * (m + (unsigned long)entries + n));
    made->matrix = (double *)page_room(sizeof(double) * m * n);
    made->normal = (double *)page_room(sizeof(double) * m * m);
    made->side = (double *)page_room(sizeof(double) * m);
    own->projected = made;
}

DALEMBERT_FUNCTION dalembert_callable page_rates_of(const page_model *own)
{
    dalembert_callable made = page_callable(own->own[RATES]);
    if (own->solved) {
        made.call = dalembert_solve;
        made.model = own->solved;
    }
    return made;
}

DALEMBERT_FUNCTION dalembert_callable page_correction_of(const page_model *own)
{
    dalembert_callable made = page_callable(own->own[CORRECTION]);
    if (own->projected) {
        made.call = dalembert_project;
        made.model = own->projected;
    }
    return made;
}

/* A function of a model at a state. */
PAGE(page_evaluate) void page_evaluate(const page_model *model, const page_function *own, double t, const double *y,
                                       double *out)
{
    const dalembert_callable called = page_callable(own);
    double health = 1.0;
    page_inputs(model, t, y);
    DALEMBERT_CALL(called, t, y, model->u, out, &health);
}

/* The rates at a state, and their health. */
PAGE(page_rates) double page_rates(const page_model *model, double t, const double *y, double *out)
{
    const dalembert_callable called = page_rates_of(model);
    double health = 1.0;
    page_inputs(model, t, y);
    DALEMBERT_CALL(called, t, y, model->u, out, &health);
    return health;
}

/* States with what is solved for behind them: X, and X' from dF/dt = 0, of which `follow` gives what is without X'. */
DALEMBERT_FUNCTION void page_packed(const page_model *model, const page_function *follow, double t, const double *y,
                                    double *pack)
{
    dalembert_implicit_rates *own = model->solved;
    const int size = model->size;
    const dalembert_callable called = page_callable(follow);
    double health = 1.0, ignored = 1.0, *side;
    int i, n;
    for (i = 0; i < size; i++) pack[i] = y[i];
    if (!own) return;
    page_inputs(model, t, y);
    n = (int)own->unknowns;
    dalembert_leading(own, t, y, model->u, 0, pack + size, &health, 0);
    side = pack + size + n;
    for (i = 0; i < n; i++) side[i] = 0.0;
    DALEMBERT_CALL(own->residual, t, own->pack, model->u, own->out, &ignored);
    dalembert_fill(own);
    DALEMBERT_CALL(called, t, pack, model->u, own->out, &ignored);
    if (!(dalembert_scaled(own->matrix, own->out, own->matrix + n * n, own->extent, own->extent + n, n) > 0.0) ||
        !(health > 0.0))
        for (i = 0; i < n; i++) pack[size + i] = own->out[i] = NAN;
    for (i = 0; i < n; i++) side[i] = -own->out[i];
}

/* A function at some states, a row of results for each. */
PAGE(page_observe) void page_observe(const page_model *model, const page_function *own, const page_function *follow,
                                     const double *times, const double *rows, int count, double *out)
{
    const unsigned long unknowns = model->solved ? (unsigned long)model->solved->unknowns : 0;
    const unsigned long mark = page_mark();
    double *pack = (double *)page_room(sizeof(double) * ((unsigned long)model->size + 2 * unknowns));
    int k;
    for (k = 0; k < count; k++) {
        page_packed(model, follow, times[k], rows + k * model->size, pack);
        page_evaluate(model, own, times[k], pack, out + k * own->tape.outs);
    }
    page_release(mark);
}

/* -- runs ------------------------------------------------------------------------------------------------------ */

/* PAGE_STAGES and PAGE_TERMS are those of the method. */

#define PAGE_OCCURRENCES 1024 /* events that are noted before more room is made */

/* A run from a start; what is asked of its steps are arrays of as many entries as are tested. */
PAGE(page_run) dalembert_run *page_run(const page_model *model, const double *start, const double *times, int samples,
                                       double rtol, double dt_most, const double *noise, const double *clock,
                                       const double *least, double healthy)
{
    dalembert_run *run = (dalembert_run *)page_room(sizeof(dalembert_run));
    const unsigned long size = (unsigned long)model->size, tested = (unsigned long)model->tested;
    const double first = times[0], last = times[samples - 1];
    unsigned long i;
    run->rates = page_rates_of(model);
    run->correction = page_correction_of(model);
    run->inputs = page_callable(model->own[INPUTS]);
    run->peaks = page_callable(model->own[PEAKS]);
    run->events = page_callable(model->own[EVENTS]);
    run->events_count = model->events;
    run->direction = model->direction;
    run->stops = model->stops;
    run->u = model->u;
    run->tables = model->table;
    run->tables_count = model->tables;
    run->inputs_count = model->inputs;
    run->n = model->n;
    run->split = model->split;
    run->size = model->size;
    run->tested = model->tested;
    run->constrained = model->constrained;
    run->healthy = healthy;
    run->atol = (double *)page_room(sizeof(double) * tested);
    run->noise = noise;
    run->clock = clock;
    run->least = least;
    run->kind = model->kind;
    run->peak = (double *)page_room(sizeof(double) * tested);
    run->weight = (double *)page_room(sizeof(double) * tested);
    run->floor = (double *)page_room(sizeof(double) * tested);
    run->span = last - first;
    run->rtol = rtol;
    run->t = run->low = first;
    run->t_end = run->high = last;
    run->dt_most = dt_most > 0.0 && dt_most < run->span ? dt_most : run->span;
    run->samples = samples;
    run->times = times;
    run->rows = (double *)page_room(sizeof(double) * size * (unsigned long)samples);
    run->sizes = (double *)page_room(sizeof(double) * tested * (unsigned long)samples);
    run->room = PAGE_OCCURRENCES;
    run->occurred = (double *)page_room(sizeof(double) * PAGE_OCCURRENCES);
    run->which = (int *)page_room(sizeof(int) * PAGE_OCCURRENCES);
    run->way = (int *)page_room(sizeof(int) * PAGE_OCCURRENCES);
    run->values = (double *)page_room(sizeof(double) * EVENT_ROWS * (unsigned long)(model->events + 1));
    run->peaks_count = model->peaks;
    run->peak_kind = model->peak_kind;
    run->node = (double *)page_room(sizeof(double) * size);
    run->arguments = (double *)page_room(sizeof(double) * PEAK_NODES * (unsigned long)(model->peaks + 1));
    run->random = 88172645463325252ull;
    run->disturbed_state = (double *)page_room(sizeof(double) * 3 * size);
    run->log_room = 4096;
    run->logged_t = (double *)page_room(sizeof(double) * 4096);
    run->logged_dt = (double *)page_room(sizeof(double) * 4096);
    run->error_before = 1e-4;
    run->culprit = -1;
    run->y = (double *)page_room(sizeof(double) * size);
    run->k = (double *)page_room(sizeof(double) * PAGE_STAGES * size);
    run->stage = (double *)page_room(sizeof(double) * size);
    run->fresh = (double *)page_room(sizeof(double) * size);
    run->dense = (double *)page_room(sizeof(double) * PAGE_TERMS * size);
    run->change = (double *)page_room(sizeof(double) * size);
    run->tail = (double *)page_room(sizeof(double) * size);
    run->tail_fresh = (double *)page_room(sizeof(double) * size);
    for (i = 0; i < size; i++) run->y[i] = start[i];
    for (i = 0; i < tested; i++) run->peak[i] = fabs(start[i]);
    return run;
}

/* Let a run refine the steps of an earlier one, or with a gain repeat them disturbed by rounding. */
PAGE(page_after) void page_after(dalembert_run *run, const dalembert_run *earlier, double gain)
{
    run->grid_t = earlier->logged_t;
    run->grid_dt = earlier->logged_dt;
    run->grid_count = earlier->logged;
    run->repeats = gain > 0.0;
    run->gain = gain;
}

/* Begin a piece of time on which the model is smooth: it is asked for no time beyond its ends. */
PAGE(page_segment) void page_segment(dalembert_run *run, double low, double high)
{
    const double margin = 1.7763568394002505e-15 * fmax(fabs(low), fabs(high));
    const int wide = high - low > 4.0 * margin;
    run->low = wide ? low + margin : low;
    run->high = wide ? high - margin : high;
    run->t_end = high;
    run->status = DALEMBERT_RUNNING;
    run->dt = 0.0;
}

/* Room to note further steps and events: as many again. 0 where there is none. */
DALEMBERT_FUNCTION int page_notes_more(dalembert_run *run)
{
    if (run->logged >= run->log_room) {
        const unsigned long bytes = sizeof(double) * (unsigned long)run->log_room;
        double *t = (double *)page_room(2 * bytes), *dt = (double *)page_room(2 * bytes);
        if (!t || !dt) return 0;
        memcpy(t, run->logged_t, bytes);
        memcpy(dt, run->logged_dt, bytes);
        run->logged_t = t;
        run->logged_dt = dt;
        run->log_room *= 2;
    }
    if (4 * run->happened > run->room) {
        const unsigned long room = (unsigned long)run->room;
        double *occurred = (double *)page_room(2 * sizeof(double) * room);
        int *which = (int *)page_room(2 * sizeof(int) * room), *way = (int *)page_room(2 * sizeof(int) * room);
        if (!occurred || !which || !way) return 0;
        memcpy(occurred, run->occurred, sizeof(double) * room);
        memcpy(which, run->which, sizeof(int) * room);
        memcpy(way, run->way, sizeof(int) * room);
        run->occurred = occurred;
        run->which = which;
        run->way = way;
        run->room *= 2;
    }
    return 1;
}

/* Some steps. 0: there are more to make; else how the run ended. */
PAGE(page_advance) int page_advance(dalembert_run *run, int steps)
{
    return page_notes_more(run) ? (int)rk853_advance(run, steps) : DALEMBERT_CROWDED;
}

/* Events that occurred, their times, and which they were. */
PAGE(page_happened) int page_happened(const dalembert_run *run)
{
    return (int)run->happened;
}

PAGE(page_occurred) const double *page_occurred(const dalembert_run *run)
{
    return run->occurred;
}

PAGE(page_which) const int *page_which(const dalembert_run *run)
{
    return run->which;
}

PAGE(page_rows) const double *page_rows(const dalembert_run *run)
{
    return run->rows;
}

PAGE(page_sizes) const double *page_sizes(const dalembert_run *run)
{
    return run->sizes;
}

PAGE(page_count) int page_count(const dalembert_run *run) /* of rows that are made */
{
    return (int)run->next;
}

PAGE(page_state) const double *page_state(const dalembert_run *run)
{
    return run->y;
}

PAGE(page_time) double page_time(const dalembert_run *run)
{
    return run->t;
}

PAGE(page_steps) double page_steps(const dalembert_run *run)
{
    return (double)run->steps;
}

PAGE(page_evaluations) double page_evaluations(const dalembert_run *run)
{
    return (double)run->evaluations;
}

PAGE(page_held_back) double page_held_back(const dalembert_run *run) /* steps that stability kept small */
{
    return (double)run->stiff;
}
