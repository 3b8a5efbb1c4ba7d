/* What rounding of the state and of time does to the rates at some states of a run (`_simulate/noise.py`, which has the
   same in Python for rates that are no function in C). */
#ifndef DALEMBERT_NOISE_H
#define DALEMBERT_NOISE_H

/* A model whose rates are evaluated: `last_bits` are factors of a state, others for each state; `room` has
   3 tested + 2 numbers for each of them, and 2 size more. */
typedef struct {
    dalembert_callable rates, inputs; /* the call of inputs is 0 where there are none */
    double *u;
    long long size, tested, split, timed;
    const double *last_bits;
    double *room;
} dalembert_noise_probe;

/* The median of some numbers, which are put in order. */
DALEMBERT_FUNCTION double dalembert_median(long long count, double *numbers)
{
    long long i, k;
    for (k = 1; k < count; k++) {
        const double own = numbers[k];
        for (i = k; i > 0 && numbers[i - 1] > own; i--) numbers[i] = numbers[i - 1];
        numbers[i] = own;
    }
    return count % 2 ? numbers[count / 2] : 0.5 * (numbers[count / 2 - 1] + numbers[count / 2]);
}

/* `enlarged` times the median change of rates, from their values at `count` states to those with other last bits of the
   state, over its reach; and, where there are three sides, to those at the next time. What is no number is no change.
   `room` has count numbers. */
DALEMBERT_EXPORT void dalembert_noise(long long sides, long long count, long long columns, const double *rates,
                                      const double *reach, double enlarged, double *out, double *room)
{
    long long side, i, k;
    for (side = 1; side < sides; side++)
        for (i = 0; i < columns; i++) {
            const double *beside = rates + side * count * columns;
            for (k = 0; k < count; k++) {
                const double change = fabs(rates[k * columns + i] - beside[k * columns + i]);
                room[k] = isfinite(change) ? change : 0.0;
                if (side == 1) room[k] /= reach[k] > 0.0 ? reach[k] : 1.0;
            }
            out[(side - 1) * columns + i] = enlarged * dalembert_median(count, room);
        }
}

/* The rates at a state. */
DALEMBERT_FUNCTION void dalembert_probe(const dalembert_noise_probe *own, double t, const double *y, double *out)
{
    double health = 1.0;
    if (own->inputs.call) DALEMBERT_CALL(own->inputs, t, y, own->u, own->u, &health);
    DALEMBERT_CALL(own->rates, t, y, own->u, out, &health);
}

/* The rates at `count` rows of a run from the first of the given times to the last, and the noise of them: what the last
   bits of the state change, and of time. `peak` are the largest sizes so far, 0 where the rows alone tell them. */
DALEMBERT_EXPORT void dalembert_noise_along(const dalembert_noise_probe *own, long long count, const long long *places,
                                            const double *times, long long last, const double *rows,
                                            const double *peak, double enlarged, double *rates, double *noise)
{
    const long long size = own->size, tested = own->tested, all = count * tested;
    double *near = own->room, *reach = near + 3 * all, *numbers = reach + count, *y = numbers + count, *out = y + size;
    long long k, i, moving = 0;
    for (k = 0; k < count; k++) {
        const double t = times[places[k]], *row = rows + places[k] * size;
        double *here = rates + k * size;
        reach[k] = 0.0;
        for (i = 0; i < own->split; i++) {
            const double place = fabs(row[i]), most = peak && !(peak[i] <= place) ? peak[i] : place;
            if (!(most <= reach[k])) reach[k] = most;
        }
        dalembert_probe(own, t, row, here);
        for (i = 0; i < tested; i++) near[k * tested + i] = near[all + k * tested + i] = here[i];
        if (own->timed) {
            dalembert_probe(own, nextafter(t, times[t < times[last] ? last : 0]), row, out);
            for (i = 0; i < tested; i++) near[2 * all + k * tested + i] = out[i];
        }
        if (!(reach[k] > 0.0)) continue;
        for (i = 0; i < size; i++) y[i] = row[i] * own->last_bits[moving * size + i];
        moving++;
        dalembert_probe(own, t, y, out);
        for (i = 0; i < tested; i++) near[all + k * tested + i] = out[i];
    }
    dalembert_noise(own->timed ? 3 : 2, count, tested, near, reach, enlarged, noise, numbers);
}

#endif
