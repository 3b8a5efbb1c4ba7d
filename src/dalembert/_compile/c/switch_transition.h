/* Switches in an instant: a switching surface is crossed or slid on, by the rates on its two sides.

   `_contact/filippov.py` has the same with the reasons, and decides what is left undecided here.                */
#ifndef DALEMBERT_SWITCH_TRANSITION_H
#define DALEMBERT_SWITCH_TRANSITION_H

/* Switching functions at a state on some sides: values, slopes by the state, changes in time; the rates there. */
struct dalembert_switching {
    double *value, *slope, *flow, *rates;
};

/* The switching functions with the sides that p has now, and the rates of a motion that slides on no surface. */
DALEMBERT_FUNCTION void dalembert_switching_at(dalembert_hybrid *own, double t, const double *y,
                                               struct dalembert_switching *now)
{
    const dalembert_mode *base = own->modes + own->base;
    double health = 1.0;
    dalembert_bind(own, base->bindings, base->bindings_count);
    dalembert_bind(own, own->bindings, own->bindings_count);
    dalembert_mode_rates(own, base, t, y, now->rates);
    DALEMBERT_CALL(own->switching, t, y, own->run->u, now->value, &health);
    now->slope = now->value + own->switches;
    now->flow = now->slope + own->switches * own->run->tested;
}

/* How fast a switching function changes, and the sizes in that. */
DALEMBERT_FUNCTION double dalembert_rise(const dalembert_hybrid *own, const struct dalembert_switching *now, int k,
                                         double *size)
{
    const long long tested = own->run->tested;
    double found = 0.0, sizes = 0.0;
    long long j;
    for (j = 0; j < tested; j++) {
        const double part = now->slope[k * tested + j] * now->rates[j];
        found += part;
        sizes += fabs(part);
    }
    *size = sizes + fabs(now->flow[k]);
    return found + now->flow[k];
}

DALEMBERT_FUNCTION int dalembert_switching_room(dalembert_hybrid *own, struct dalembert_switching *now)
{
    now->value = dalembert_room(own, own->switches * (2 + own->run->tested));
    now->rates = dalembert_room(own, own->run->size);
    return !now->value || !now->rates;
}

/* The sizes in each switching function. */
DALEMBERT_FUNCTION void dalembert_switching_sizes(const dalembert_hybrid *own, const struct dalembert_transition *at,
                                                  const struct dalembert_switching *now, double *sizes, double *size)
{
    const dalembert_run *run = own->run;
    const double ahead = own->tolerances->SECOND_DIFFERENCE * own->span;
    double most[8] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    long long j, k;
    for (j = 0; j < run->tested; j++) {
        sizes[j] = fmax(fabs(at->y[j]), at->peak[j]);
        most[run->kind[j]] = fmax(most[run->kind[j]], sizes[j]);
    }
    for (j = 0; j < run->tested; j++) sizes[j] = fmax(sizes[j], own->tolerances->NEGLIGIBLE * most[run->kind[j]]);
    for (k = 0; k < own->switches; k++) {
        double still = 0.0, moving = 0.0;
        for (j = 0; j < run->tested; j++) {
            const double slope = fabs(now->slope[k * run->tested + j]), rate = fabs(now->rates[j]);
            still += slope * sizes[j];
            moving += slope * (rate <= 1.7976931348623157e308 ? rate : 0.0);
        }
        size[k] = fmax(still, ahead * moving) + own->tolerances->CLOCK * fabs(at->t) * (moving + fabs(now->flow[k]));
    }
}

/* How far a switching function is beyond the end of its side. */
DALEMBERT_FUNCTION double dalembert_beyond(const dalembert_hybrid *own, const struct dalembert_switching *now, int k)
{
    const double side = own->p[own->sides + k], value = now->value[k];
    return own->counted[k] ? -fmin(value - side, side + 1.0 - value) : -side * value;
}

/* The whole number of a value of the function of a switch that counts and is at a number now; cells of a table have
   widths of their own, and the value is measured in that of the present one. */
DALEMBERT_FUNCTION double dalembert_whole_number(const dalembert_hybrid *own, int k, double value)
{
    const double number = own->p[own->sides + k], *knots = own->knots;
    const int last = own->counted[k] - 1, first = number > 0.0 ? (number < last ? (int)number : last) : 0;
    const int inside = number >= 0.0 && number < last;
    double part = value - first, x;
    int i, cell = -1;
    if (!last) return floor(value);
    for (i = 0; i < k; i++) knots += own->counted[i] > 1 ? own->counted[i] : 0;
    if (!inside) part /= 1.0 - fabs(part); /* beyond the ends s is told as s/(1 + |s|) */
    x = knots[first] + part / (1.0 / (inside ? knots[first + 1] - knots[first] : knots[last] - knots[0]));
    if (x > knots[last]) return last;
    while (cell + 1 < last && knots[cell + 1] <= x) cell++;
    return cell;
}

/* The same at a state, where a function that is at a whole number is on the side to which it goes. */
DALEMBERT_FUNCTION double dalembert_whole_number_at(dalembert_hybrid *own, const struct dalembert_transition *at, int k,
                                                    double value, struct dalembert_switching *now)
{
    const double number = own->p[own->sides + k], nearest = floor(value + 0.5);
    const int near = own->counted[k] == 1 || nearest == number || nearest == number + 1.0;
    double size;
    if (!near || fabs(value - nearest) > own->tolerances->GAP * fmax(fabs(nearest), 1.0))
        return dalembert_whole_number(own, k, value);
    dalembert_switching_at(own, at->t, at->y, now);
    return dalembert_rise(own, now, k, &size) >= 0.0 ? nearest : nearest - 1.0;
}

/* s and A of the rates s + A beta of the functions of the surfaces `on`, and what of them is rounding; with a step
   those of their second rates, by a difference. `qdd`: room for the accelerations below all, then above one by one. */
DALEMBERT_FUNCTION int dalembert_response(dalembert_hybrid *own, const struct dalembert_transition *at, const int *on,
                                          int count, double step, double *s, double *A, double *flat, double *qdd)
{
    const long long n = own->run->n;
    const double part = step > 0.0 ? own->tolerances->ROUNDING : own->tolerances->REST;
    double *sides = own->p + own->sides, *kept = dalembert_room(own, own->switches), *y;
    struct dalembert_switching here, later;
    int i, above;
    long long k;
    y = dalembert_room(own, own->run->size);
    if (!kept || !y || dalembert_switching_room(own, &here) || dalembert_switching_room(own, &later)) return 1;
    for (k = 0; k < own->switches; k++) kept[k] = sides[k];
    for (i = 0; i < count; i++) flat[i] = 0.0;
    for (above = -1; above < count; above++) { /* below all of the surfaces, then above one after the other */
        for (i = 0; i < count; i++) sides[on[i]] = i == above ? 1.0 : -1.0;
        dalembert_switching_at(own, at->t, at->y, &here);
        for (k = 0; qdd && k < n; k++) qdd[(above + 1) * n + k] = here.rates[n + k];
        if (step > 0.0) {
            for (k = 0; k < own->run->size; k++) y[k] = at->y[k] + step * here.rates[k];
            dalembert_switching_at(own, at->t + step, y, &later);
        }
        for (i = 0; i < count; i++) {
            double size, more = 0.0, rise = dalembert_rise(own, &here, on[i], &size);
            if (step > 0.0) {
                rise = (dalembert_rise(own, &later, on[i], &more) - rise) / step;
                size = (size + more) / step;
            }
            flat[i] = fmax(flat[i], part * size);
            if (above < 0) s[i] = rise;
            else A[i * count + above] = rise - s[i];
        }
    }
    for (k = 0; k < own->switches; k++) sides[k] = kept[k];
    return 0;
}

/* Parts beta of the surfaces `some` with s + A beta = 0 there by least squares, the other parts as they are. */
DALEMBERT_FUNCTION int dalembert_fit_parts(dalembert_hybrid *own, const double *s, const double *A, int count,
                                           const int *some, int number, double *beta)
{
    const long long used = own->work_used;
    double *K = dalembert_room(own, number * number), *V = dalembert_room(own, number * number);
    double *right = dalembert_room(own, number), *x = dalembert_room(own, number);
    int i, j, k;
    if (number && (!K || !V || !right || !x)) return 1;
    for (i = 0; i < number; i++) beta[some[i]] = 0.0;
    for (k = 0; k < number; k++) {
        right[k] = -s[some[k]];
        for (j = 0; j < count; j++) right[k] -= A[some[k] * count + j] * beta[j];
        for (j = 0; j < number; j++) K[k * number + j] = A[some[k] * count + some[j]];
    }
    if (number) dalembert_shortest(K, V, right, x, number, own->tolerances->ZERO);
    for (i = 0; i < number; i++) beta[some[i]] = x[i];
    own->work_used = used;
    return 0;
}

/* Of surfaces that hold one another the last that can be set to a side, so that the motion still slides on the others;
   the number of these, or -1 where there is none. */
DALEMBERT_FUNCTION int dalembert_leave_one_out(dalembert_hybrid *own, const double *s, const double *A, int count,
                                               int *stay, int number, double *beta, double most)
{
    const double close = own->tolerances->COMPLEMENTARITY * most;
    int left, side, i, j, others[DALEMBERT_MOST];
    double trial[DALEMBERT_MOST];
    for (left = number - 1; left >= 0; left--) {
        for (i = 0, j = 0; i < number; i++)
            if (i != left) others[j++] = stay[i];
        for (side = 1; side >= 0; side--) {
            int fits = 1;
            for (i = 0; i < count; i++) trial[i] = beta[i];
            trial[stay[left]] = side;
            if (dalembert_fit_parts(own, s, A, count, others, number - 1, trial)) return -1;
            for (i = 0; i < number; i++) {
                double off = s[stay[i]];
                for (j = 0; j < count; j++) off += A[stay[i] * count + j] * trial[j];
                fits = fits && fabs(off) <= close;
            }
            for (i = 0; i < count; i++) fits = fits && trial[i] >= 0.0 && trial[i] <= 1.0;
            if (!fits) continue;
            for (i = 0; i < count; i++) beta[i] = trial[i];
            for (i = 0; i < number - 1; i++) stay[i] = others[i];
            return number - 1;
        }
    }
    return -1;
}

/* Whether the surfaces `stay` hold one another: A is singular there. */
DALEMBERT_FUNCTION int dalembert_hold_one_another(dalembert_hybrid *own, const double *A, int count, const int *stay,
                                                  int number, double most)
{
    const long long used = own->work_used;
    double *F = dalembert_room(own, number * number);
    int order[DALEMBERT_MOST], i, j, singular;
    if (!F) return 1;
    for (i = 0; i < number; i++)
        for (j = 0; j < number; j++) F[i * number + j] = A[stay[i] * count + stay[j]];
    singular = dalembert_factor(F, order, number);
    for (i = 0; i < number; i++)
        singular = singular || !(fabs(F[i * number + i]) > 1e3 * own->tolerances->COMPLEMENTARITY * most);
    own->work_used = used;
    return singular;
}

/* Parts beta of Filippov's combination, some of which are given: s + A beta is 0 for those between 0 and 1, not
   negative for those at 1, not positive at 0. By projected Gauss-Seidel sweeps, then exactly; of surfaces that hold one
   another some are set to one side, as by `_contact/sliding_parts.py`. 1 where none can be. */
DALEMBERT_FUNCTION int dalembert_sliding_parts(dalembert_hybrid *own, const double *s, const double *A,
                                               const int *given, double *beta, int count)
{
    const double close = own->tolerances->COMPLEMENTARITY;
    double most = 0.0, *F = dalembert_room(own, count * count), *x = dalembert_room(own, count);
    int inner[DALEMBERT_MOST], order[DALEMBERT_MOST], inside = 0, sweep, i, j;
    if (!F || !x) return 1;
    for (sweep = 0; sweep < 2000; sweep++) {
        double change = 0.0;
        for (i = 0; i < count; i++) {
            double sum = s[i], next;
            if (given[i]) continue;
            for (j = 0; j < count; j++) sum += A[i * count + j] * beta[j];
            next = fmin(fmax(beta[i] - sum / A[i * count + i], 0.0), 1.0);
            change = fmax(change, fabs(next - beta[i]));
            beta[i] = next;
        }
        if (change <= own->tolerances->CONVERGED) break;
    }
    for (i = 0; i < count; i++) {
        if (!given[i] && beta[i] > close && beta[i] < 1.0 - close) inner[inside++] = i;
        for (j = 0; j < count; j++) most = fmax(most, fabs(A[i * count + j]));
    }
    if (!inside) return 0;
    for (i = 0; i < inside; i++) {
        x[i] = -s[inner[i]];
        for (j = 0; j < count; j++) {
            int among = 0, k;
            for (k = 0; k < inside; k++) among = among || inner[k] == j;
            if (!among) x[i] -= A[inner[i] * count + j] * beta[j];
        }
        for (j = 0; j < inside; j++) F[i * inside + j] = A[inner[i] * count + inner[j]];
    }
    if (inside > 1 && dalembert_hold_one_another(own, A, count, inner, inside, most)) {
        while (inside > 1 && dalembert_hold_one_another(own, A, count, inner, inside, most)) {
            inside = dalembert_leave_one_out(own, s, A, count, inner, inside, beta, most);
            if (inside < 0) return 1;
        }
        return 0;
    }
    if (dalembert_factor(F, order, inside)) return 1;
    dalembert_back(F, order, x, inside);
    for (i = 0; i < inside; i++)
        if (!(x[i] >= 0.0 && x[i] <= 1.0)) return inside > 1;
    for (i = 0; i < inside; i++) beta[inner[i]] = x[i];
    return 0;
}

/* What a motion on the surfaces `on` does: the sides to which it leaves them, and those it slides on; 1 where that is
   not decided here. */
DALEMBERT_FUNCTION int dalembert_leave(dalembert_hybrid *own, struct dalembert_transition *at, const int *on, int count,
                                       const int *reached, const double *size)
{
    const dalembert_tolerances *are = own->tolerances;
    const long long used = own->work_used;
    double *sides = own->p + own->sides, *beta = dalembert_room(own, count);
    double *s = dalembert_room(own, count), *A = dalembert_room(own, count * count), *flat = dalembert_room(own, count);
    double *s2 = dalembert_room(own, count), *A2 = dalembert_room(own, count * count);
    double *flat2 = dalembert_room(own, count);
    int i, j, of_positions = 0, given[DALEMBERT_MOST], order[DALEMBERT_MOST];
    if (!beta || !s || !A || !flat || !s2 || !A2 || !flat2) return 1;
    if (dalembert_response(own, at, on, count, 0.0, s, A, flat, 0)) return 1;
    for (i = 0; i < count; i++) of_positions = of_positions || fabs(A[i * count + i]) <= flat[i];
    if (of_positions &&
        dalembert_response(own, at, on, count, are->SECOND_DIFFERENCE * own->span, s2, A2, flat2, 0))
        return 1;
    for (i = 0; i < count; i++) {
        const double onward = sides[on[i]] > 0.0 ? 0.0 : 1.0;
        given[i] = 0;
        order[i] = 1;
        beta[i] = 0.5;
        if (fabs(A[i * count + i]) <= flat[i]) { /* of positions: the same rate on both sides */
            const double back = fmin(-(s2[i] + A2[i * count + i]), s2[i]);
            const int returns = back > 0.0 && s[i] * s[i] / (2.0 * back) <= are->GAP * size[on[i]];
            if (fabs(s[i]) > flat[i] && !returns) {
                given[i] = 1;
                beta[i] = s[i] > 0.0;
                continue;
            }
            order[i] = 2;
            s[i] = s2[i];
            flat[i] = flat2[i];
            for (j = 0; j < count; j++) A[i * count + j] = A2[i * count + j];
        }
        if (fabs(A[i * count + i]) <= flat[i]) {
            given[i] = 1;
            beta[i] = fabs(s[i]) > flat[i] ? s[i] > 0.0 : reached[on[i]] ? onward : 1.0 - onward;
        } else if (A[i * count + i] > 0.0) { /* away from it on both sides: on over it, or up */
            const int both = s[i] <= 0.0 && s[i] + A[i * count + i] >= 0.0;
            given[i] = 1;
            beta[i] = both ? (reached[on[i]] ? onward : 1.0) : s[i] > 0.0;
        }
    }
    if (dalembert_sliding_parts(own, s, A, given, beta, count)) return 1;
    for (i = 0; i < count; i++) {
        if (beta[i] > are->COMPLEMENTARITY && beta[i] < 1.0 - are->COMPLEMENTARITY) at->surface[on[i]] = order[i];
        else sides[on[i]] = beta[i] > 0.5 ? 1.0 : -1.0;
    }
    own->work_used = used;
    return 0;
}

/* The shortest change of some entries of a state, from `first` on, by which functions with these slopes change by
   `side`. */
DALEMBERT_FUNCTION int dalembert_shift(dalembert_hybrid *own, const double *const *slope, const double *side, int rows,
                                       double *y, long long count)
{
    double *K = dalembert_room(own, rows * rows), *V = dalembert_room(own, rows * rows), *x = dalembert_room(own, rows);
    long long j;
    int i, k;
    if (!K || !V || !x) return 1;
    for (i = 0; i < rows; i++)
        for (k = 0; k < rows; k++)
            for (j = 0; j < count; j++) K[i * rows + k] += slope[i][j] * slope[k][j];
    dalembert_shortest(K, V, side, x, rows, own->tolerances->ZERO * own->tolerances->ZERO);
    for (i = 0; i < rows; i++)
        for (j = 0; j < count; j++) y[j] += slope[i][j] * x[i];
    return 0;
}

/* Move the state onto the surfaces it slides on; to rest on those of second order. */
DALEMBERT_FUNCTION int dalembert_place_on_surfaces(dalembert_hybrid *own, struct dalembert_transition *at)
{
    const long long tested = own->run->tested, n = own->run->n;
    const double *slope[DALEMBERT_MOST];
    double side[DALEMBERT_MOST];
    struct dalembert_switching now;
    int order, k;
    for (order = 1; order <= 2; order++) {
        int rows = 0;
        if (dalembert_switching_room(own, &now)) return 1;
        dalembert_switching_at(own, at->t, at->y, &now);
        for (k = 0; k < own->switches; k++) {
            long long j;
            if (at->surface[k] < order) continue;
            slope[rows] = now.slope + k * tested;
            side[rows] = order == 1 ? -now.value[k] : -now.flow[k];
            for (j = 0; order == 2 && j < n; j++) side[rows] -= slope[rows][j] * at->y[n + j];
            rows++;
        }
        if (rows && dalembert_shift(own, slope, side, rows, at->y + (order == 1 ? 0 : n), order == 1 ? tested : n))
            return 1;
    }
    return 0;
}

/* Whether a state is on the constraints of free motion, after a switch has changed them. */
DALEMBERT_FUNCTION int dalembert_fits(dalembert_hybrid *own, const struct dalembert_transition *at)
{
    const dalembert_mode *free = own->modes;
    dalembert_run *run = own->run;
    double *change, most = 0.0, health = 1.0;
    int fits = 1;
    long long i;
    if (!free->constrained) return 1;
    change = dalembert_room(own, run->size);
    if (!change) return 0;
    dalembert_bind(own, free->bindings, free->bindings_count);
    dalembert_inputs(run, at->t, at->y, &health);
    DALEMBERT_CALL(free->correction, at->t, at->y, run->u, change, &health);
    if (dalembert_first_bad(change, run->size) >= 0) return 1;
    for (i = 0; i < run->tested; i++) most = fmax(most, fabs(at->y[i]));
    for (i = 0; i < run->tested; i++)
        fits = fits && fabs(change[i]) <= own->tolerances->JUMP * (fabs(at->y[i]) + most);
    return fits;
}

/* How long after its zero a switch is seen: its margin over the rate of its function. */
DALEMBERT_FUNCTION double dalembert_lateness(dalembert_hybrid *own, const struct dalembert_transition *at,
                                             const struct dalembert_switching *now, int k)
{
    double size, rise = fabs(dalembert_rise(own, now, k, &size)), late;
    late = rise > 0.0 ? own->p[own->margins + own->contacts + k] / rise : 1e300;
    return late <= own->tolerances->SAME_TIME * (fabs(at->t) + own->span) ? late : 0.0;
}

/* Whether a guard is that of a surface which is met, not of one that is slid on. */
DALEMBERT_FUNCTION int dalembert_is_crossed(int kind)
{
    return kind == DALEMBERT_SIDE || kind == DALEMBERT_LOW || kind == DALEMBERT_HIGH;
}

/* Margins of the switches, so that a function slightly beyond zero does not switch at once. */
DALEMBERT_FUNCTION int dalembert_switch_margins(dalembert_hybrid *own, const struct dalembert_transition *at)
{
    const dalembert_tolerances *are = own->tolerances;
    double *margins = own->p + own->margins + own->contacts, *sizes = dalembert_room(own, own->run->tested);
    double *size = dalembert_room(own, own->switches);
    struct dalembert_switching now;
    int k;
    if (!sizes || !size || dalembert_switching_room(own, &now)) return 1;
    dalembert_switching_at(own, at->t, at->y, &now);
    dalembert_switching_sizes(own, at, &now, sizes, size);
    for (k = 0; k < own->switches; k++) {
        const double beyond = dalembert_beyond(own, &now, k) * (1.0 + are->OVERSHOOT);
        margins[k] = fmax(5.0 * are->ROUNDING * size[k] + 1e-300, beyond);
    }
    return 0;
}

/* The sides of all switches after some were reached, and the surfaces that are slid on, with their margins. A switch may
   stand inside another: they are asked again till none changes. 0, or 1 where that is not decided. */
DALEMBERT_FUNCTION int dalembert_decide_sides(dalembert_hybrid *own, struct dalembert_transition *at, const int *reached)
{
    const dalembert_tolerances *are = own->tolerances;
    const long long used = own->work_used;
    struct dalembert_switching now, here;
    double *sides = own->p + own->sides, *earlier = dalembert_room(own, own->switches);
    double *sizes = dalembert_room(own, own->run->tested), *size = dalembert_room(own, own->switches);
    double *most = dalembert_room(own, own->switches);
    int turn, k, slides = 0, on[DALEMBERT_MOST], none[DALEMBERT_MOST] = {0}, held[DALEMBERT_MOST], slid[DALEMBERT_MOST];
    if (!earlier || !sizes || !size || !most || dalembert_switching_room(own, &now) ||
        dalembert_switching_room(own, &here))
        return 1;
    for (k = 0; k < own->switches; k++) slid[k] = at->surface[k];
    for (turn = 0; turn < own->switches + 3; turn++) {
        int count = 0, same = 1;
        dalembert_switching_at(own, at->t, at->y, &now);
        dalembert_switching_sizes(own, at, &now, sizes, size);
        for (k = 0; k < own->switches; k++) {
            most[k] = size[k] = fmax(most[k], size[k]); /* zero on one side is zero on the other */
            earlier[k] = sides[k];
            held[k] = at->surface[k];
            at->surface[k] = 0;
            if (reached[k] && reached[k] != DALEMBERT_SIDE) { /* these are done with once */
                const double up = reached[k] == DALEMBERT_ABOVE || reached[k] == DALEMBERT_HIGH ? 1.0 : -1.0;
                if (!turn) sides[k] = own->counted[k] ? sides[k] + up : up;
            } else if (own->counted[k]) sides[k] = dalembert_whole_number_at(own, at, k, now.value[k], &here);
            else if ((reached[k] && !turn) ||
                       fabs(now.value[k]) <= (slid[k] ? are->SURFACE_DRIFT : are->GAP) * size[k])
                on[count++] = k;
            else sides[k] = now.value[k] > 0.0 ? 1.0 : -1.0;
        }
        if (count && dalembert_leave(own, at, on, count, turn ? none : reached, size)) return 1;
        for (k = 0; k < own->switches; k++) same = same && earlier[k] == sides[k] && held[k] == at->surface[k];
        if (turn && same) break;
    }
    if (turn == own->switches + 3 || dalembert_switch_margins(own, at)) return 1;
    for (k = 0; k < own->switches; k++) slides = slides || at->surface[k];
    if (slides && dalembert_place_on_surfaces(own, at)) return 1;
    own->work_used = used;
    return 0;
}

/* A switch that alone is crossed is seen late by its margin: for how long, and the rates of the mode that ends. */
DALEMBERT_FUNCTION int dalembert_late_crossing(dalembert_hybrid *own, const struct dalembert_transition *at,
                                               const struct dalembert_cause *cause, double *rates, double *late)
{
    const dalembert_mode *before = own->modes + own->mode;
    struct dalembert_switching now;
    int k, single = -1;
    long long j;
    *late = 0.0;
    for (k = 0; k < own->switches; k++)
        if (dalembert_is_crossed(cause->reached[k]) && cause->guards == 1) single = k;
    if (single < 0) return 0;
    if (dalembert_switching_room(own, &now)) return 1;
    dalembert_switching_at(own, at->t, at->y, &now);
    if (own->mode != own->base) dalembert_mode_rates(own, before, at->t, at->y, now.rates);
    for (j = 0; j < own->run->size; j++) rates[j] = now.rates[j];
    *late = dalembert_lateness(own, at, &now, single);
    return 0;
}

/* What the time has changed by which a switch was seen late. */
DALEMBERT_FUNCTION void dalembert_make_up(dalembert_hybrid *own, struct dalembert_transition *at,
                                          const dalembert_mode *next, double *rates, double late)
{
    double *there = dalembert_room(own, own->run->size);
    long long j;
    if (!(late > 0.0) || next != own->modes + own->mode || !there) return;
    dalembert_mode_rates(own, next, at->t, at->y, there);
    for (j = 0; j < own->run->size; j++) at->y[j] += late * (there[j] - rates[j]);
}

/* All of the transition of switches without contacts; the mode that follows, or 0. */
DALEMBERT_FUNCTION const dalembert_mode *dalembert_switch(dalembert_hybrid *own, struct dalembert_transition *at,
                                                          const struct dalembert_cause *cause)
{
    const dalembert_mode *next;
    double *rates = dalembert_room(own, own->run->size), late;
    own->base = 0;
    if (!rates || dalembert_late_crossing(own, at, cause, rates, &late) || dalembert_decide_sides(own, at, cause->reached))
        return 0;
    next = dalembert_find_mode(own, 0, 0, at->surface, (int)own->modes->soft);
    if (!next || !dalembert_fits(own, at)) return 0;
    dalembert_bind(own, next->bindings, next->bindings_count);
    dalembert_make_up(own, at, next, rates, late);
    return next;
}

#endif
