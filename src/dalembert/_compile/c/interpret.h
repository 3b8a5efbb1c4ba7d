/* A tape executed as it stands: slower than compiled code, ready at once, and in double the same to the last bit.
   The text stands in a library twice, with other names: for @REAL@ = double, and for the longest numbers that the
   machine has, in which an evaluation rounds far less. */
#ifndef DALEMBERT_TAPE
#define DALEMBERT_TAPE
typedef struct {
    long long first, runs, count;   /* runs first .. runs - 1 depend on more than parameters; instructions */
    const unsigned char *operation; /* of each run: its number in the tape's table, or for independent
                                       instructions that number and the length of the table                 */
    const int *end;                 /* the instruction after each run                                       */
    const int *left, *right;        /* slots of operands; values have the last slots, in their order        */
    long long read;                 /* arguments: slot, which (0 t, 1 y, 2 u), index                        */
    const int *read_slot, *read_block, *read_index;
    long long outs;
    const int *out_slot;
    int health_slot; /* or -1 */
    long long slots;
    const double *numbers; /* by slots: numbers and parameters */
} dalembert_tape;
#endif

DALEMBERT_FUNCTION @REAL@ sign_of@SUFFIX@(@REAL@ x)
{
    return x < 0 ? -1.0 : x > 0 ? 1.0 : x;
}

/* Instructions of the same operation stand together (`bytecode.py`): each case executes a run of them. */
DALEMBERT_FUNCTION void dalembert_execute@SUFFIX@(const dalembert_tape *tape, @REAL@ *w, long long first, long long last)
{
    const int *left = tape->left, *right = tape->right;
    @REAL@ *value = w + (tape->slots - tape->count);
    long long k = first > 0 ? tape->end[first - 1] : 0, run, end;
    @REAL@ a, b;
    for (run = first; run < last; run++) {
        end = tape->end[run];
        switch (tape->operation[run]) {
@OPERATIONS@
        default: for (; k < end; k++) value[k] = NAN;
        }
    }
}

/* The part that depends on numbers and parameters alone. */
DALEMBERT_EXPORT void dalembert_prepare@SUFFIX@(const dalembert_tape *tape, void *work)
{
    @REAL@ *w = (@REAL@ *)work;
    long long k;
    for (k = 0; k < tape->slots; k++) w[k] = tape->numbers[k];
    dalembert_execute@SUFFIX@(tape, w, 0, tape->first);
}

DALEMBERT_EXPORT void dalembert_interpret@SUFFIX@(const void *model, double t, const double *y, const double *u,
                                                  const double *c, double *out, double *health, double *work)
{
    const dalembert_tape *tape = (const dalembert_tape *)model;
    @REAL@ *w = (@REAL@ *)(void *)work;
    long long i;
    (void)c;
    for (i = 0; i < tape->read; i++)
        w[tape->read_slot[i]] = tape->read_block[i] == 0   ? t
                                : tape->read_block[i] == 1 ? y[tape->read_index[i]]
                                                           : u[tape->read_index[i]];
    dalembert_execute@SUFFIX@(tape, w, tape->first, tape->runs);
    for (i = 0; i < tape->outs; i++) out[i] = (double)w[tape->out_slot[i]];
    if (tape->health_slot >= 0) *health = (double)w[tape->health_slot];
}

/* The size of a number. */
DALEMBERT_EXPORT int dalembert_size@SUFFIX@(void)
{
    return (int)sizeof(@REAL@);
}
