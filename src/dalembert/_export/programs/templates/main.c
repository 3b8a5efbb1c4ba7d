/* Writes the motion to standard output as CSV. Build with make, run ./@NAME@ > motion.csv */
#include <stdio.h>

#include "@NAME@.h"

int main(void)
{
    const double t_start = @T_START@, t_end = @T_END@;
    const int samples = @SAMPLES@;
    double outputs[@NAME@_OUTPUTS + 1];
    int row, i, status = 0;
    @NAME@_model *model = @NAME@_create();
    if (!model) {
        fprintf(stderr, "the model cannot be started\n");
        return 1;
    }
    printf("\"t\"");
    for (i = 0; i < @NAME@_STATES; i++) printf(",\"%s\"", @NAME@_state_names[i]);
    for (i = 0; i < @NAME@_OUTPUTS; i++) printf(",\"%s\"", @NAME@_output_names[i]);
    printf("\n");
    for (row = 0; row <= samples && !status; row++) {
        if (row > 0) status = @NAME@_step_to(model, t_start + (t_end - t_start) * row / samples);
        if (status && status != @NAME@_ENDED) break;
        printf("%.17g", @NAME@_time(model));
        for (i = 0; i < @NAME@_STATES; i++) printf(",%.17g", @NAME@_state(model)[i]);
        @NAME@_outputs(model, outputs);
        for (i = 0; i < @NAME@_OUTPUTS; i++) printf(",%.17g", outputs[i]);
        printf("\n");
    }
    if (status == @NAME@_ENDED) status = 0; /* the last row is that of the event */
    if (status) fprintf(stderr, "at t = %g: %s\n", @NAME@_time(model), @NAME@_message(status));
    @NAME@_destroy(model);
    return status != 0;
}
