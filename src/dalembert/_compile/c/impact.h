/* Contacts in an instant: complementarity without friction, and Coulomb's law by an active set.

   The same laws as in `_contact/complementarity.py`, `active_set.py` and `enumeration.py`, for contacts with one
   tangential velocity each. What these do not decide is left to them: a result of 0 says that there is one.              */
#ifndef DALEMBERT_IMPACT_H
#define DALEMBERT_IMPACT_H

#define DALEMBERT_MOST 64 /* coordinates, or rows of contacts, at most */

enum { DALEMBERT_OPEN = 0, DALEMBERT_STICK = 1, DALEMBERT_SLIDE = 2 };

/* M = L L^T, in place below the diagonal; 0 if M is positive definite. */
DALEMBERT_FUNCTION int dalembert_cholesky(double *M, int n)
{
    int i, j, k;
    for (j = 0; j < n; j++) {
        double sum = M[j * n + j];
        for (k = 0; k < j; k++) sum -= M[j * n + k] * M[j * n + k];
        if (!(sum > 0.0)) return 1;
        M[j * n + j] = sqrt(sum);
        for (i = j + 1; i < n; i++) {
            sum = M[i * n + j];
            for (k = 0; k < j; k++) sum -= M[i * n + k] * M[j * n + k];
            M[i * n + j] = sum / M[j * n + j];
        }
    }
    return 0;
}

/* x = L^-1 b, and x = L^-T b, in place. */
DALEMBERT_FUNCTION void dalembert_forward(const double *L, double *x, int n)
{
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) x[i] -= L[i * n + j] * x[j];
        x[i] /= L[i * n + i];
    }
}

DALEMBERT_FUNCTION void dalembert_backward(const double *L, double *x, int n)
{
    int i, j;
    for (i = n - 1; i >= 0; i--) {
        for (j = i + 1; j < n; j++) x[i] -= L[j * n + i] * x[j];
        x[i] /= L[i * n + i];
    }
}

/* The shortest x for which A x is nearest to b: singular values by one-sided Jacobi rotations, those not above
   `zero` times the largest count as zero. A is lost. */
DALEMBERT_FUNCTION void dalembert_shortest(double *A, double *V, const double *b, double *x, int n, double zero)
{
    double most = 0.0;
    int sweep, turned = 1, i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) V[i * n + j] = i == j;
    for (sweep = 0; sweep < 60 && turned; sweep++) {
        turned = 0;
        for (j = 0; j < n; j++)
            for (k = j + 1; k < n; k++) {
                double own = 0.0, other = 0.0, both = 0.0, zeta, t, c, s;
                for (i = 0; i < n; i++) {
                    own += A[i * n + j] * A[i * n + j];
                    other += A[i * n + k] * A[i * n + k];
                    both += A[i * n + j] * A[i * n + k];
                }
                if (fabs(both) <= 4e-16 * sqrt(own * other)) continue;
                turned = 1;
                zeta = (other - own) / (2.0 * both);
                t = (zeta >= 0.0 ? 1.0 : -1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
                c = 1.0 / sqrt(1.0 + t * t);
                s = c * t;
                for (i = 0; i < n; i++) {
                    const double a = A[i * n + j], v = V[i * n + j];
                    A[i * n + j] = c * a - s * A[i * n + k];
                    A[i * n + k] = s * a + c * A[i * n + k];
                    V[i * n + j] = c * v - s * V[i * n + k];
                    V[i * n + k] = s * v + c * V[i * n + k];
                }
            }
    }
    for (i = 0; i < n; i++) x[i] = 0.0;
    for (j = 0; j < n; j++) {
        double size = 0.0;
        for (i = 0; i < n; i++) size += A[i * n + j] * A[i * n + j];
        most = fmax(most, sqrt(size));
    }
    for (j = 0; j < n; j++) {
        double size = 0.0, along = 0.0;
        for (i = 0; i < n; i++) {
            size += A[i * n + j] * A[i * n + j];
            along += A[i * n + j] * b[i];
        }
        if (!(sqrt(size) > zero * most)) continue;
        for (i = 0; i < n; i++) x[i] += V[i * n + j] * along / size;
    }
}

/* x >= 0 for which E x is nearest to the last unit vector, by Lawson and Hanson's active set; columns of E lie one
   after the other. 0 if found; columns that depend on one another in the set are not decided here. */
DALEMBERT_FUNCTION int dalembert_nonnegative(const double *E, double *x, int rows, int columns, double *work)
{
    double *w = work, *z = w + columns, *Q = z + columns, *R = Q + rows * columns, *rest = R + columns * columns;
    double norm = 0.0, tolerance;
    int set[DALEMBERT_MOST], inside[DALEMBERT_MOST], count = 0, turn, i, j, k, pass;
    for (j = 0; j < columns; j++) {
        double sum = 0.0;
        for (i = 0; i < rows; i++) sum += fabs(E[j * rows + i]);
        norm = fmax(norm, sum);
        x[j] = 0.0;
        inside[j] = 0;
    }
    tolerance = 10.0 * (rows > columns ? rows : columns) * 2.220446049250313e-16 * norm;
    for (turn = 0; turn < 3 * columns + 3; turn++) {
        int best = -1;
        for (i = 0; i < rows; i++) {
            rest[i] = i == rows - 1;
            for (j = 0; j < columns; j++) rest[i] -= E[j * rows + i] * x[j];
        }
        for (j = 0; j < columns; j++) {
            w[j] = 0.0;
            for (i = 0; i < rows; i++) w[j] += E[j * rows + i] * rest[i];
            if (!inside[j] && w[j] > tolerance && (best < 0 || w[j] > w[best])) best = j;
        }
        if (best < 0) return 0;
        set[count++] = best;
        inside[best] = 1;
        for (pass = 0; pass <= columns; pass++) {
            double part = 2.0;
            int kept = 0;
            for (k = 0; k < count; k++) { /* Q R of the columns in the set, orthogonal to the last digits */
                double *own = Q + k * rows, size = 0.0, before = 0.0;
                int again;
                for (i = 0; i < rows; i++) {
                    own[i] = E[set[k] * rows + i];
                    before += own[i] * own[i];
                }
                for (j = 0; j < k; j++) R[j * columns + k] = 0.0;
                for (again = 0; again < 2; again++)
                    for (j = 0; j < k; j++) {
                        double along = 0.0;
                        for (i = 0; i < rows; i++) along += Q[j * rows + i] * own[i];
                        for (i = 0; i < rows; i++) own[i] -= along * Q[j * rows + i];
                        R[j * columns + k] += along;
                    }
                for (i = 0; i < rows; i++) size += own[i] * own[i];
                if (!(size > 1e-20 * before)) return 1;
                R[k * columns + k] = sqrt(size);
                for (i = 0; i < rows; i++) own[i] /= sqrt(size);
            }
            for (k = count - 1; k >= 0; k--) {
                z[k] = Q[k * rows + rows - 1];
                for (j = k + 1; j < count; j++) z[k] -= R[k * columns + j] * z[j];
                z[k] /= R[k * columns + k];
            }
            for (k = 0; k < count; k++)
                if (z[k] < 0.0) part = fmin(part, x[set[k]] / (x[set[k]] - z[k]));
            if (part > 1.0) break;
            for (k = 0; k < count; k++) x[set[k]] += part * (z[k] - x[set[k]]);
            for (k = 0; k < count; k++)
                if (x[set[k]] > tolerance) set[kept++] = set[k];
                else {
                    x[set[k]] = 0.0;
                    inside[set[k]] = 0;
                }
            count = kept;
        }
        for (j = 0; j < columns; j++) x[j] = 0.0;
        for (k = 0; k < count; k++) x[set[k]] = z[k];
    }
    return 1;
}

/* The smallest change with J change >= least in the norm of M, and the impulses P that make it. A are the rows
   L^-1 J^T, the change is L^-T of the sum of the rows times P. */
DALEMBERT_FUNCTION int dalembert_least_correction(dalembert_hybrid *own, const double *A, int n, int count,
                                                  const double *least, double *P)
{
    double lengths[DALEMBERT_MOST], size = 0.0, *E, *work, last;
    int i, j, any = 0;
    for (j = 0; j < count; j++) {
        double sum = 0.0;
        P[j] = 0.0;
        for (i = 0; i < n; i++) sum += A[j * n + i] * A[j * n + i];
        lengths[j] = sqrt(sum);
        any = any || least[j] > 0.0;
    }
    if (!any) return 0;
    for (j = 0; j < count; j++) {
        if (!(lengths[j] > 1e-150)) return 1;
        size = fmax(size, least[j] / lengths[j]);
    }
    if (count == 1) {
        P[0] = least[0] / (lengths[0] * lengths[0]);
        return 0;
    }
    E = dalembert_room(own, (n + 1) * count);
    work = dalembert_room(own, 2 * count + (n + 1) * (count + 1) + count * count);
    if (!E || !work) return 1;
    for (j = 0; j < count; j++) {
        for (i = 0; i < n; i++) E[j * (n + 1) + i] = A[j * n + i] / lengths[j];
        E[j * (n + 1) + n] = least[j] / lengths[j] / size;
    }
    if (dalembert_nonnegative(E, P, n + 1, count, work)) return 1;
    last = -1.0;
    for (j = 0; j < count; j++) last += E[j * (n + 1) + n] * P[j];
    if (!(fabs(last) > own->tolerances->CONVERGED)) return 1;
    for (j = 0; j < count; j++) P[j] = -P[j] / last * size / lengths[j];
    return 0;
}

/* Coulomb's problem: contact k has the normal row k, and a tangential row or -1. */
struct dalembert_coulomb {
    int count, rows;
    const double *W, *free; /* rows x rows */
    int tangent[DALEMBERT_MOST], breaks[DALEMBERT_MOST], toward[DALEMBERT_MOST];
    double mu[DALEMBERT_MOST], fixed[DALEMBERT_MOST]; /* fixed: the coefficient while it sticks */
    double given[DALEMBERT_MOST]; /* the direction of a slip that is there already, or 0 */
    int status[DALEMBERT_MOST];
    double direction[DALEMBERT_MOST]; /* 0 where it is not known */
    const double *known;              /* normal impulses that contacts have had before, or 0 where none has */
    int parted[DALEMBERT_MOST];       /* whether one with such an impulse gets no other */
};

/* Whether a contact slips in a direction that is known. */
DALEMBERT_FUNCTION int dalembert_rubs(const struct dalembert_coulomb *of, int k)
{
    return of->tangent[k] >= 0 && of->status[k] == DALEMBERT_SLIDE && of->direction[k] != 0.0;
}

/* Impulses with which contacts do not part, those that stick do not slip, others rub; 0 if there are some. */
DALEMBERT_FUNCTION int dalembert_linear_impulses(dalembert_hybrid *own, const struct dalembert_coulomb *of, double *P)
{
    const long long used = own->work_used;
    const int rows = of->rows;
    int row[DALEMBERT_MOST], friction[DALEMBERT_MOST], order[DALEMBERT_MOST], count = 0, i, j, failed = 0;
    double *K, *F, *V, *side, *x;
    for (i = 0; i < of->count; i++) {
        if (of->status[i] == DALEMBERT_OPEN) continue;
        friction[count] = of->tangent[i] >= 0 && of->status[i] == DALEMBERT_SLIDE && of->direction[i] != 0.0 ? i : -1;
        if (!of->known || !of->parted[i]) row[count++] = i;
        if (of->tangent[i] >= 0 && of->status[i] == DALEMBERT_STICK) {
            friction[count] = -1;
            row[count++] = of->tangent[i];
        }
    }
    K = dalembert_room(own, count * count);
    F = dalembert_room(own, count * count);
    V = dalembert_room(own, count * count);
    side = dalembert_room(own, count);
    x = dalembert_room(own, count);
    if (!K || !F || !V || !side || !x) return 1;
    for (i = 0; i < count; i++) {
        const double size = sqrt(fmax(fabs(of->W[row[i] * rows + row[i]]), 1e-300));
        side[i] = -of->free[row[i]];
        for (j = 0; j < of->count && of->known; j++)
            if (dalembert_rubs(of, j))
                side[i] += of->W[row[i] * rows + of->tangent[j]] * of->mu[j] * of->known[j] * of->direction[j];
        for (j = 0; j < count; j++) {
            const int k = friction[j];
            K[i * count + j] = of->W[row[i] * rows + row[j]];
            if (k >= 0) K[i * count + j] -= of->mu[k] * of->direction[k] * of->W[row[i] * rows + of->tangent[k]];
            F[i * count + j] =
                K[i * count + j] / size / sqrt(fmax(fabs(of->W[row[j] * rows + row[j]]), 1e-300));
        }
    }
    if (count && !dalembert_factor(F, order, count)) { /* regular: the sign of the determinant */
        double determinant = 1.0;
        for (i = 0; i < count; i++) determinant *= order[i] == i ? F[i * count + i] : -F[i * count + i];
        failed = determinant < -own->tolerances->COMPLEMENTARITY;
    }
    if (!failed) {
        dalembert_shortest(K, V, side, x, count, own->tolerances->ZERO);
        for (i = 0; i < rows; i++) P[i] = 0.0;
        for (j = 0; j < of->count && of->known; j++)
            if (dalembert_rubs(of, j)) P[of->tangent[j]] = -of->mu[j] * of->known[j] * of->direction[j];
        for (j = 0; j < count; j++) {
            P[row[j]] += x[j];
            if (friction[j] >= 0) P[of->tangent[friction[j]]] -= of->mu[friction[j]] * of->direction[friction[j]] * x[j];
        }
    }
    own->work_used = used;
    return failed;
}

/* The status of a contact where its impulses or velocities forbid the one it had; whether it is another one. */
DALEMBERT_FUNCTION int dalembert_revise(const dalembert_hybrid *own, struct dalembert_coulomb *of, int k,
                                        const double *P, const double *velocity)
{
    const int before = of->status[k], tangent = of->tangent[k];
    const double direction = of->direction[k];
    const int first = tangent >= 0 && of->given[k] == 0.0 ? DALEMBERT_STICK : DALEMBERT_SLIDE;
    if (before == DALEMBERT_OPEN) {
        if (velocity[k] < 0.0) of->status[k] = first;
    } else if (P[k] < 0.0) {
        of->status[k] = DALEMBERT_OPEN;
        of->direction[k] = of->given[k];
    } else if (tangent >= 0 && of->given[k] == 0.0) {
        const double taken = P[tangent], slip = velocity[tangent];
        if (before == DALEMBERT_STICK) {
            if (of->breaks[k] || fabs(taken) > of->fixed[k] * P[k] * (1.0 + own->tolerances->CONVERGED)) {
                const double way = taken != 0.0 ? (taken > 0.0 ? -1.0 : 1.0) : of->toward[k];
                if (way != 0.0) {
                    of->status[k] = DALEMBERT_SLIDE;
                    of->direction[k] = way;
                }
            }
        } else if (direction != 0.0 && slip * direction < 0.0) {
            if (of->breaks[k]) of->direction[k] = -direction;
            else {
                of->status[k] = DALEMBERT_STICK;
                of->direction[k] = 0.0;
            }
        }
    }
    if (of->status[k] != before) return 1;
    return direction != 0.0 && of->direction[k] != 0.0 && direction != of->direction[k];
}

/* Whether impulses meet the conditions of the status of each contact. */
DALEMBERT_FUNCTION int dalembert_meets(const dalembert_hybrid *own, const struct dalembert_coulomb *of,
                                       const double *P, const double *velocity, const double *size)
{
    const double close = own->tolerances->COMPLEMENTARITY;
    double most = 0.0, least = 0.0;
    int i;
    for (i = 0; i < of->rows; i++) {
        most = fmax(most, fabs(P[i]));
        least = fmax(least, size[i]);
    }
    least *= own->tolerances->RESIDUAL_SIZE;
    for (i = 0; i < of->count; i++) {
        const int tangent = of->tangent[i];
        const double force = P[i] + (of->known ? of->known[i] : 0.0);
        double slack = close * fmax(size[i], least);
        if (P[i] < -close * most || velocity[i] < -slack) return 0;
        if (of->status[i] != DALEMBERT_OPEN && P[i] > 0.0 && velocity[i] > slack) return 0;
        if (tangent < 0) continue;
        slack = close * fmax(size[tangent], least);
        if (of->status[i] == DALEMBERT_STICK &&
            (fabs(velocity[tangent]) > slack || fabs(P[tangent]) > of->fixed[i] * force + close * most))
            return 0;
        if (of->status[i] == DALEMBERT_SLIDE && of->given[i] == 0.0 && of->direction[i] != 0.0 &&
            velocity[tangent] * of->direction[i] < -slack)
            return 0;
    }
    return 1;
}

/* The velocities that impulses leave, and the sizes in them. */
DALEMBERT_FUNCTION void dalembert_velocities(const struct dalembert_coulomb *of, const double *P, double *velocity,
                                             double *size)
{
    int i, j;
    for (i = 0; i < of->rows; i++) {
        velocity[i] = of->free[i];
        size[i] = fabs(of->free[i]);
        for (j = 0; j < of->rows; j++) {
            velocity[i] += of->W[i * of->rows + j] * P[j];
            size[i] += fabs(of->W[i * of->rows + j]) * fabs(P[j]);
        }
    }
}

/* Impulses or forces of contacts with friction, from the guess that all stick; 0 if they are found. */
DALEMBERT_FUNCTION int dalembert_active_set(dalembert_hybrid *own, struct dalembert_coulomb *of, double *P)
{
    double *velocity = dalembert_room(own, of->rows), *size = dalembert_room(own, of->rows);
    double *shown = dalembert_room(own, of->rows);
    int turn, i;
    if (!velocity || !size || !shown) return 1;
    for (i = 0; i < of->count; i++) {
        of->status[i] = of->tangent[i] >= 0 && of->given[i] == 0.0 ? DALEMBERT_STICK : DALEMBERT_SLIDE;
        of->direction[i] = of->given[i];
    }
    for (turn = 0; turn < 4 + 3 * of->count; turn++) {
        int changed = 0;
        if (dalembert_linear_impulses(own, of, P)) return 1;
        dalembert_velocities(of, P, velocity, size);
        for (i = 0; i < of->rows; i++)
            shown[i] = fabs(velocity[i]) <= own->tolerances->COMPLEMENTARITY * size[i] ? 0.0 : velocity[i];
        for (i = 0; i < of->count; i++) changed += dalembert_revise(own, of, i, P, shown);
        if (!changed) return !dalembert_meets(own, of, P, velocity, size);
    }
    return 1;
}

/* What a contact can do: stick, slip one way or the other, be open; how many options there are, and the one asked for. */
DALEMBERT_FUNCTION int dalembert_option(struct dalembert_coulomb *of, int k, int asked)
{
    const int rough = of->tangent[k] >= 0 && of->given[k] == 0.0;
    const int sticks = rough && !of->breaks[k], ways = rough && !of->toward[k] ? 2 : 1;
    of->status[k] = asked < sticks ? DALEMBERT_STICK : asked < sticks + ways ? DALEMBERT_SLIDE : DALEMBERT_OPEN;
    of->direction[k] = of->given[k];
    if (rough && of->status[k] == DALEMBERT_SLIDE)
        of->direction[k] = of->toward[k] ? of->toward[k] : asked == sticks ? 1.0 : -1.0;
    return sticks + ways + 1;
}

/* The same by trying all combinations of what a few contacts can do, beginning with what sticks most. */
DALEMBERT_FUNCTION int dalembert_enumeration(dalembert_hybrid *own, struct dalembert_coulomb *of, double *P)
{
    double *velocity = dalembert_room(own, of->rows), *size = dalembert_room(own, of->rows);
    int every = 1, which, k;
    if (!velocity || !size) return 1;
    for (k = 0; k < of->count && every <= 1024; k++) every *= dalembert_option(of, k, 0);
    for (which = 0; which < every && every <= 1024; which++) {
        int left = which;
        for (k = of->count - 1; k >= 0; k--) {
            const int options = dalembert_option(of, k, 0);
            dalembert_option(of, k, left % options);
            left /= options;
        }
        if (dalembert_linear_impulses(own, of, P)) continue;
        dalembert_velocities(of, P, velocity, size);
        if (dalembert_meets(own, of, P, velocity, size)) return 0;
    }
    return 1;
}

/* What a contact with a normal impulse that it has had before can do: its option, with how many there are. */
DALEMBERT_FUNCTION int dalembert_loaded_option(struct dalembert_coulomb *of, int k, int asked)
{
    const int rough = of->tangent[k] >= 0, loaded = rough && of->known[k] > 0.0;
    const int options = loaded ? 6 : rough ? 4 : 2;
    const int slip = loaded || asked < 3 ? asked % 3 : 0; /* sticks, slips forward, slips back */
    of->parted[k] = loaded && asked >= 3;
    of->status[k] = !loaded && asked == options - 1 ? DALEMBERT_OPEN
                    : rough && !slip                ? DALEMBERT_STICK
                                                    : DALEMBERT_SLIDE;
    of->direction[k] = rough && slip ? (slip == 1 ? 1.0 : -1.0) : 0.0;
    return options;
}

/* Coulomb's problem where some contacts have had normal impulses before, by trying all combinations: 0 if there is one
   solution, 1 if there is none, or if several have other velocities or normal impulses. (Contacts that stick on one body
   may share their friction in many ways.) */
DALEMBERT_FUNCTION int dalembert_loaded(dalembert_hybrid *own, struct dalembert_coulomb *of, double *P)
{
    double *velocity = dalembert_room(own, of->rows), *size = dalembert_room(own, of->rows);
    double *other = dalembert_room(own, of->rows), *first = dalembert_room(own, of->rows);
    const double close = own->tolerances->COMPLEMENTARITY;
    int every = 1, found = 0, which, k;
    if (!velocity || !size || !other || !first) return 1;
    for (k = 0; k < of->count && every <= 1024; k++) every *= dalembert_loaded_option(of, k, 0);
    if (every > 1024) return 1;
    for (which = 0; which < every; which++) {
        double most = 0.0, fast = 0.0;
        int left = which, same = 1;
        for (k = of->count - 1; k >= 0; k--) {
            const int options = dalembert_loaded_option(of, k, 0);
            dalembert_loaded_option(of, k, left % options);
            left /= options;
        }
        if (dalembert_linear_impulses(own, of, other)) continue;
        dalembert_velocities(of, other, velocity, size);
        if (!dalembert_meets(own, of, other, velocity, size)) continue;
        for (k = 0; k < of->rows && !found; k++) {
            P[k] = other[k];
            first[k] = velocity[k];
        }
        for (k = 0; k < of->rows; k++) {
            most = fmax(most, k < of->count ? of->known[k] + fabs(P[k]) : 0.0);
            fast = fmax(fast, size[k]);
        }
        for (k = 0; k < of->rows; k++) {
            same = same && fabs(velocity[k] - first[k]) <= close * fast;
            same = same && (k >= of->count || fabs(other[k] - P[k]) <= close * most);
        }
        if (!same) return 1;
        found = 1;
    }
    return !found;
}

#endif
