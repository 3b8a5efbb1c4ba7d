/* A tape at many states: each instruction is carried out for DALEMBERT_WIDTH states at once, so that reading it costs
   little, and its numbers stand one after another for the processor. The same operations in the same order as for one
   state give the same bits. w has DALEMBERT_WIDTH numbers for each register. */
#include <math.h>

#ifdef _WIN32
#define DALEMBERT_EXPORT __declspec(dllexport)
#else
#define DALEMBERT_EXPORT
#endif
#define DALEMBERT_WIDTH 32

static double sign_of(double x)
{
    return x < 0 ? -1.0 : x > 0 ? 1.0 : x;
}

/* An instruction has an operation, the register of its value and those of its operands. Three kinds move numbers:
   from an entry of the given state, from the table of numbers, and to an entry of the values. */
DALEMBERT_EXPORT void dalembert_at_many_states(long long count, const unsigned char *operation, const int *target,
                                               const int *left, const int *right, const double *numbers,
                                               long long states, long long size, const double *given, long long outs,
                                               double *values, double *w)
{
    long long s, k;
    int j;
    for (s = 0; s < states; s += DALEMBERT_WIDTH) {
        const int last = states - s < DALEMBERT_WIDTH ? (int)(states - s) - 1 : DALEMBERT_WIDTH - 1;
        for (k = 0; k < count; k++) {
            const double *a = w + (long long)DALEMBERT_WIDTH * left[k], *b = w + (long long)DALEMBERT_WIDTH * right[k];
            double *x = w + (long long)DALEMBERT_WIDTH * target[k];
            switch (operation[k]) {
            case @GIVEN@: /* states beyond the last are the last again */
                for (j = 0; j < DALEMBERT_WIDTH; j++) x[j] = given[(s + (j < last ? j : last)) * size + left[k]];
                break;
            case @NUMBER@:
                for (j = 0; j < DALEMBERT_WIDTH; j++) x[j] = numbers[left[k]];
                break;
            case @VALUE@:
                for (j = 0; j <= last; j++) values[(s + j) * outs + target[k]] = a[j];
                break;
@OPERATIONS@
            default:
                for (j = 0; j < DALEMBERT_WIDTH; j++) x[j] = NAN;
            }
        }
    }
}
