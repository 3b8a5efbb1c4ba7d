/* A tape executed as it stands: slower than compiled code, ready at once, and the same to the last bit. */
#ifndef DALEMBERT_INTERPRET_H
#define DALEMBERT_INTERPRET_H

typedef struct {
    long long first, count;           /* instructions first .. count - 1 depend on more than parameters */
    const unsigned char *operation;   /* numbers of operations, in the order of the tape's table          */
    const int *target, *left, *right; /* slots                                                            */
    long long read;                   /* arguments: slot, which (0 t, 1 y, 2 u), index                    */
    const int *read_slot, *read_block, *read_index;
    long long outs;
    const int *out_slot;
    int health_slot; /* or -1 */
} dalembert_tape;

DALEMBERT_FUNCTION double sign_of(double x)
{
    return x < 0 ? -1.0 : x > 0 ? 1.0 : x;
}

DALEMBERT_FUNCTION void dalembert_execute(const dalembert_tape *tape, double *w, long long first, long long last)
{
    long long k;
    for (k = first; k < last; k++) {
        const double a = w[tape->left[k]], b = w[tape->right[k]];
        double *x = w + tape->target[k];
        switch (tape->operation[k]) {
@OPERATIONS@
        default: *x = NAN;
        }
    }
}

/* The part that depends on parameters alone; their values and all numbers stand in w already. */
DALEMBERT_EXPORT void dalembert_prepare(const dalembert_tape *tape, double *w)
{
    dalembert_execute(tape, w, 0, tape->first);
}

DALEMBERT_EXPORT void dalembert_interpret(const void *model, double t, const double *y, const double *u,
                                          const double *c, double *out, double *health, double *work)
{
    const dalembert_tape *tape = (const dalembert_tape *)model;
    long long i;
    (void)c;
    for (i = 0; i < tape->read; i++)
        work[tape->read_slot[i]] = tape->read_block[i] == 0   ? t
                                   : tape->read_block[i] == 1 ? y[tape->read_index[i]]
                                                              : u[tape->read_index[i]];
    dalembert_execute(tape, work, tape->first, tape->count);
    for (i = 0; i < tape->outs; i++) out[i] = work[tape->out_slot[i]];
    if (tape->health_slot >= 0) *health = work[tape->health_slot];
}

#endif
