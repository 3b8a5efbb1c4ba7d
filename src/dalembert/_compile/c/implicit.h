/* A step that is the solution z of equations F(y, e, z, dt) = 0, by Newton's method with their Jacobian.

   What a method carries along besides the state y is e. The model gives
       residual(t, (y, e, z, dt), u)   F, then the entries of F_z that are not zero,
       update(t, (y, e, z, dt), u)     q and qd at the end of the step, e, and a first guess of the next z.
   Works are integrated by the trapezoidal rule; inside the step the state is its cubic by Hermite.      */
#ifndef DALEMBERT_IMPLICIT_H
#define DALEMBERT_IMPLICIT_H

typedef struct {
    dalembert_callable residual, update;
    long long extras, unknowns, entries;
    const int *row, *column; /* of the entries of F_z */
    double theta;            /* the part of the step at which the residual wants its inputs */
    double *pack, *out, *matrix, *next;
    int *pivot;
    long long iterations;
} dalembert_implicit;

/* The time at which a step begins, moved by rounding so that none of it lies beyond a jump of the model. */
DALEMBERT_FUNCTION double dalembert_begins(const dalembert_run *run, double dt)
{
    const double t = run->t < run->low ? run->low : run->t;
    return t + dt > run->high ? run->high - dt : t;
}

/* Newton's method for z, which stands in the pack behind y and e. */
DALEMBERT_FUNCTION int dalembert_newton(dalembert_run *run, dalembert_implicit *own, double dt)
{
    const int n = (int)own->unknowns;
    double *z = own->pack + run->size + own->extras, before = 1e300, health = 1.0;
    const double t = run->t + own->theta * dt;
    int pass, i, j;
    dalembert_inputs(run, t < run->low ? run->low : t > run->high ? run->high : t, run->y, &health);
    for (pass = 0; pass < 25; pass++) {
        double most = 0.0, size = 0.0;
        DALEMBERT_CALL(own->residual, dalembert_begins(run, dt), own->pack, run->u, own->out, &health);
        own->iterations++;
        if (dalembert_first_bad(own->out, n + own->entries) >= 0) return DALEMBERT_NOT_FINITE;
        for (i = 0; i < n * n; i++) own->matrix[i] = 0.0;
        for (j = 0; j < own->entries; j++) own->matrix[own->row[j] * n + own->column[j]] = own->out[n + j];
        if (dalembert_factor(own->matrix, own->pivot, n)) return DALEMBERT_SINGULAR;
        dalembert_back(own->matrix, own->pivot, own->out, n);
        for (i = 0; i < n; i++) {
            z[i] -= own->out[i];
            if (fabs(z[i]) > size) size = fabs(z[i]);
        }
        for (i = 0; i < n; i++) {
            const double relative = fabs(own->out[i]) / (fabs(z[i]) + 1e-2 * size + 1e-300);
            if (relative > most) most = relative;
        }
        /* solved, or what is left is rounding: stiff springs between large displacements leave much of it */
        if (most < 1e-9 || (pass > 2 && most < 1e-4 && most >= 0.5 * before)) return DALEMBERT_RUNNING;
        before = most;
    }
    return DALEMBERT_DIVERGED;
}

#endif
