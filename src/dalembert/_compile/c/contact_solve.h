/* The impulses of all active contacts: one contact after the other, each exactly (nonlinear Gauss-Seidel), and where that
   takes long all at once by Newton's method, until none changes the velocities any more. */
#ifndef DALEMBERT_CONTACT_SOLVE_H
#define DALEMBERT_CONTACT_SOLVE_H

#define MOREAU_SWEEPS 20000
#define MOREAU_FEW 500   /* sweeps that the better law is given, and forces at an instant */
#define MOREAU_MANY 2000 /* after so many the loose measure is enough */
#define MOREAU_FIRST 2   /* sweeps before Newton's method is tried; each time it fails, twice as many */
#define MOREAU_FAIR 1e-8 /* as below, where Newton's method brings no more */
#define MOREAU_TIGHT 1e-11 /* of the velocities that contacts change: what is left undone */
#define MOREAU_LOOSE 1e-4  /* the same where contacts that hold one another by friction take no end */

/* x, and z with what they add. `base` is what rows have besides J z; `floor`: rounding; `next`: the sweeps before
   Newton's method. Where friction leaves more than one solution, one near to x as it is given is found. */
DALEMBERT_FUNCTION int moreau_solve(dalembert_moreau *own, int count, const double *base, double floor, long long next,
                                    long long sweeps)
{
    double scale = 0.0, goal, s = 0.0;
    long long sweep, wait = MOREAU_FIRST;
    int k, r;
    for (k = 0; k < count; k++) {
        const int contact = own->active[k], r0 = own->contact_row[contact];
        for (r = r0; r < own->contact_row[contact + 1]; r++) {
            const double u = base[r] + moreau_along(own, r, own->free) - (r == r0 ? own->goal[contact] : 0.0);
            scale = dalembert_larger(scale, fabs(u));
        }
    }
    for (k = 0; k < count; k++) {
        const int contact = own->active[k];
        for (r = own->contact_row[contact]; r < own->contact_row[contact + 1]; r++)
            moreau_add(own, r, own->x[r], own->z);
    }
    goal = MOREAU_TIGHT * scale + floor;
    for (sweep = 1; sweep <= sweeps; sweep++) {
        double change = 0.0;
        if (sweep > next) {
            const double missed = moreau_newton(own, count, base, 0.3 * MOREAU_TIGHT * scale + 0.3 * floor, s);
            if (missed >= 0.0 && missed <= MOREAU_FAIR * scale) goal = dalembert_larger(goal, 3.0 * missed);
            next = sweep + wait;
            wait = 2 * wait;
            s = !(s > 0.0) ? 1e-2 : s < 1.0 ? 10.0 * s : 1e-3;
        }
        for (k = 0; k < count; k++)
            change = dalembert_larger(change, moreau_sweep(own, own->active[sweep % 2 ? k : count - 1 - k], base));
        own->sweeps++;
        if (sweep > own->passes) own->passes = sweep;
        if (!(change <= 1e300)) return DALEMBERT_NOT_FINITE;
        if (change <= goal) return DALEMBERT_RUNNING;
        if (sweep > MOREAU_MANY && change <= MOREAU_LOOSE * scale) {
            own->loose++;
            return DALEMBERT_RUNNING;
        }
    }
    return DALEMBERT_DIVERGED;
}

#endif
