// The explicit Runge-Kutta method of Dormand and Prince, of order @ORDER@: row i of A gives stage i, stage @STAGES@ being the
// end of the step; E gives two estimates of the error, D the solution inside a step.
const A = @A@;
const E = @E@;
const D = @D@;
const STAGES = @STAGES@;
const NODES = A.map((row) => row.reduce((sum, x) => sum + x, 0.0));
// a step to a kink ends so much before it; kinks are looked for so far beyond a step
const [KINK_SHORT, KINK_BEYOND] = [1e-6, 1e-5];

/** y + factor * the sum of weights[j] * k[j]. */
function combined(y, factor, weights, k) {
  return y.map((own, i) => {
    let sum = 0.0;
    for (let j = 0; j < weights.length; j++) if (weights[j] !== 0.0) sum += weights[j] * k[j][i];
    return own + factor * sum;
  });
}

const largest = (values) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0.0);

/** The state moved onto the constraints; p with the sides of kinks. */
function project(t, y, p) {
  if (piece_correction === null) return y;
  let before = Infinity;
  for (let pass = 0; pass < 40; pass++) {
    const change = piece_correction(t, y, p);
    const floor = 1e-3 * largest(y) + 1e-300;
    const size = change.reduce((most, x, i) => Math.max(most, Math.abs(x) / (Math.abs(y[i]) + floor)), 0.0);
    if (!(size < before) && before < 1e-6) return y; // rounding
    if (!(size < Infinity)) break;
    y = y.map((x, i) => x + change[i]);
    before = size;
    if (size < 1e-9) return y;
  }
  throw new Error(`at t = ${t} no state on the constraints is found`);
}

/** Where the model is smooth in time: from when, up to when, and the first time beyond (or the end). */
function smoothUntil(t, end, y, p) {
  if (switches === null) return [-Infinity, Infinity, end];
  const sides = (time) => switches(time, y, p).map(Math.sign);
  const begin = t + 9e-16 * Math.max(Math.abs(t), T_END - T_START);
  const first = sides(begin);
  const differs = (time) => sides(time).some((side, i) => side !== first[i]);
  for (let low = begin, high; low < end; low = high) {
    high = Math.min(end, low + LONGEST / LOOKS);
    if (!differs(high)) continue;
    for (;;) {
      const middle = low + (high - low) / 2;
      if (!(low < middle && middle < high)) return [begin, low, high];
      if (differs(middle)) high = middle;
      else low = middle;
    }
  }
  return [begin, Infinity, end];
}

function firstStep(ratesNow, peaks, left) {
  const size = largest(peaks) + 1e-300;
  const slope = ratesNow.reduce((most, x, i) => Math.max(most, Math.abs(x) / (peaks[i] + size)), 0.0);
  return Math.min(LONGEST, left * Math.min(0.01, Math.max(1e-6, slope > 0 ? 1e-3 / (slope * left) : Infinity)));
}

/** The first time after t of an impulse or a sample. */
function nextJump(t, y, p) {
  return jumps === null ? Infinity : next_jump(t, y, p)[0];
}

/** The state after impulses and samples, p with the sides of kinks there, and the next time of some. */
function jump(t, y, p, q) {
  const moved = jumps(t, y, p);
  const sided = withSides(t, moved, p, q.slice(p.length));
  const after = project(t, moved, sided);
  return [after, sided, nextJump(t, after, p)];
}

const passedOf = (values) => values.flatMap((x, k) => (x < 0 ? [k] : []));

/** p with the sides of all kinks at a state behind it, found from given ones. */
function withSides(t, y, p, sides) {
  let q = [...p, ...sides];
  for (let turn = 0; turn < 10000; turn++) {
    const passed = sides.length ? passedOf(guards(t, y, q)) : [];
    if (passed.length === 0) return q;
    q = sidesBeyond(t, y, q, passed);
  }
  throw new Error(`at t = ${t} the state is on no side of the kinks`);
}

/** q with the sides behind some guards. */
function sidesBeyond(t, y, q, passed) {
  const others = beyond(t, y, q);
  const turned = [...q];
  for (const k of passed) turned[q.length - others.length + k] = others[k];
  return turned;
}

/** What guards may fall below zero by: at a kink a state is a little before or behind it. */
function marginsOf(t, y, q) {
  return guards(t, y, q).map((x) => Math.max(0.0, -2 * x) + 1e-300);
}

/** The first part of a step up to `reach` at which guards are below zero, and which they are; else that and none. */
function firstPassed(g, reach) {
  const even = Array.from({ length: KINK_LOOKS + 1 }, (_, i) => (reach * i) / KINK_LOOKS);
  const values = even.map(g);
  const places = [...even];
  for (let i = 1; i < KINK_LOOKS; i++) {
    values[i].forEach((here, j) => {
      const [before, after] = [values[i - 1][j], values[i + 1][j]];
      const bend = before - 2 * here + after;
      // parabolas may be negative between the looks
      if (Math.abs(before - after) < 2 * bend) places.push(even[i] + (reach * (before - after)) / (2 * bend * KINK_LOOKS));
    });
  }
  places.sort((a, b) => a - b);
  for (let i = 1; i < places.length; i++) {
    let [low, high] = [places[i - 1], places[i]];
    if (passedOf(g(high)).length === 0) continue;
    for (let turn = 0; turn < 60; turn++) {
      const middle = low + (high - low) / 2;
      if (passedOf(g(middle)).length) high = middle;
      else low = middle;
    }
    return [high, passedOf(g(high))];
  }
  return [reach, []];
}

/** What each entry may be off by in a step: a part of its largest value, or of the largest of its kind. */
function weightsOf(peaks, rtol, floor) {
  const most = [0.0, 0.0, 0.0];
  peaks.forEach((x, i) => (most[KINDS[i]] = Math.max(most[KINDS[i]], x)));
  most[1] = Math.max(most[1], most[0] / (T_END - T_START)); // slower than once the places in the run is nearly rest
  return peaks.map((x, i) => rtol * Math.max(x, 1e-6 * most[KINDS[i]]) + floor[i] + 1e-290);
}

/** The solution inside a step, as the terms of y + x(F0 + z(F1 + x(F2 + ...))) with z = 1 - x. */
function dense(f, t, y, dt, k, fresh) {
  for (let i = STAGES + 1; i < A.length; i++) k[i] = f(t + NODES[i] * dt, combined(y, dt, A[i], k));
  const rise = fresh.map((x, i) => x - y[i]);
  const none = y.map(() => 0.0);
  return [
    rise,
    rise.map((x, i) => dt * k[0][i] - x),
    rise.map((x, i) => 2 * x - dt * (k[0][i] + k[STAGES][i])),
    ...D.map((row) => combined(none, dt, row, k)),
  ];
}

function inside(y, terms, x) {
  let found = y.map(() => 0.0);
  for (let number = terms.length - 1; number >= 0; number--) {
    const factor = number % 2 ? 1 - x : x;
    found = found.map((own, i) => (own + terms[number][i]) * factor);
  }
  return y.map((own, i) => own + found[i]);
}

/** The states (one row each) at some times, by default those of the model: { times, states }. */
function simulate({ p, start, times, rtol = RTOL } = {}) {
  p = p ?? PARAMETERS.map((own) => own.value);
  times = times ?? Array.from({ length: SAMPLES + 1 }, (_, i) => T_START + (i * (T_END - T_START)) / SAMPLES);
  const end = times[times.length - 1];
  let t = times[0];
  let y = start ?? STATES.map((own) => own.value);
  let q = withSides(t, y, p, SIDES);
  y = project(t, y, q);
  let jumpAt = nextJump(t - 2 * NEAR, y, p);
  if (jumpAt <= t + NEAR) [y, q, jumpAt] = jump(t, y, p, q);
  const states = [y];
  const k = A.map(() => y.map(() => 0.0));
  const none = y.map(() => 0.0);
  let peaks = y.map(Math.abs);
  let stop = t;
  let [floor, refused, inVain] = [none, null, 0]; // errors that smaller steps do not lessen are rounding
  let [from, to, dt] = [0.0, 0.0, 0.0];
  let [passed, margins] = [[], []]; // guards that this step leads to
  let [turnedAt, turns, anew] = [-Infinity, 0, true]; // where sides changed
  const inner = (time) => Math.min(Math.max(time, from), to);
  const f = (time, y) => piece_rates(inner(time), y, q);
  while (t < end) {
    if (t >= stop) {
      // at the beginning, and where the model switches
      [from, to, stop] = smoothUntil(t, end, y, p);
      stop = Math.min(stop, jumpAt);
      anew = true;
      q = withSides(inner(t), y, p, q.slice(p.length)); // guards that read the time jump with it
    }
    if (anew) {
      k[0] = f(t, y);
      dt = firstStep(k[0], peaks, end - t);
      anew = false;
      [floor, refused, inVain] = [none, null, 0];
      if (SIDES.length) margins = marginsOf(inner(t), y, q);
    }
    if (passed.length === 0 && t + 1.01 * dt >= stop) dt = stop - t;
    let [tNew, fresh, error] = [t, y, 1.0];
    if (!(dt > 1e-14 * Math.max(Math.abs(t), 1e-3 * (end - times[0])))) {
      // nothing moves in so short a time
      if (passed.length === 0) {
        if (dt !== stop - t) throw new Error(`at t = ${t} steps become too small: the rates have no value, or jump, there`);
        tNew = stop;
      }
    } else {
      for (let i = 1; i < STAGES; i++) k[i] = f(t + NODES[i] * dt, combined(y, dt, A[i], k));
      fresh = combined(y, dt, A[STAGES], k);
      k[STAGES] = f(t + dt, fresh);
      for (let i = STAGES + 1; i < A.length; i++) k[i] = none;
      const weights = weightsOf(
        peaks.map((x, i) => Math.max(x, Math.abs(fresh[i]))),
        rtol,
        floor,
      );
      const [high, low] = E.map((row) =>
        combined(none, dt, row, k).reduce((sum, x, i) => sum + (x / weights[i]) * (x / weights[i]), 0.0),
      );
      error = high === 0.0 ? 0.0 : high / Math.sqrt((high + 0.01 * low) * y.length);
      if (!(error <= 1.0)) {
        inVain = refused && dt < 0.9 * refused[0] && error > 0.7 * refused[1] ? inVain + 1 : 0;
        refused = [dt, error];
        if (inVain === 3) {
          inVain = 0;
          const off = combined(none, dt, E[0], k);
          floor = floor.map((x, i) => x + 2 * Math.abs(off[i]));
        }
        dt *= error < Infinity ? Math.max(0.2, 0.9 * Math.pow(error, -1 / @ORDER@)) : 0.2;
        passed = [];
        continue;
      }
      refused = null;
      tNew = dt === stop - t ? stop : t + dt;
      const between = states.length < times.length && times[states.length] < tNew - NEAR;
      const terms = SIDES.length || between ? dense(f, t, y, dt, k, fresh) : [];
      if (SIDES.length) {
        let part = 1.0;
        [part, passed] = firstPassed(
          (x) => guards(inner(t + x * dt), inside(y, terms, x), q).map((own, i) => own + margins[i]),
          Math.min(1 + KINK_BEYOND, (stop - t) / dt),
        );
        if (passed.length) {
          if ((1 - part) * dt > 4e-15 * Math.abs(t) && part * dt > 1e-12 * (Math.abs(t) + dt)) {
            dt *= part * (1 - KINK_SHORT); // the same step once more: rates beyond a kink spoil it
            continue;
          }
          [tNew, fresh] = [t + part * dt, inside(y, terms, part)];
        }
      }
      while (states.length < times.length && times[states.length] < tNew - NEAR) {
        const time = times[states.length];
        states.push(project(time, inside(y, terms, (time - t) / dt), q));
      }
    }
    t = tNew;
    if (passed.length) {
      turns = t - turnedAt <= 1e-12 * Math.max(Math.abs(t), end - times[0]) ? turns + 1 : 0;
      if (turns > 10 + 2 * SIDES.length)
        throw new Error(`at t = ${t} the motion stays on a kink or jump of the rates: export it to C`);
      q = sidesBeyond(inner(t), fresh, q, passed);
      [passed, turnedAt, anew] = [[], t, true];
    }
    y = project(t, fresh, q);
    if (t >= jumpAt) [y, q, jumpAt] = jump(t, y, p, q);
    while (states.length < times.length && times[states.length] <= t + NEAR) states.push(y);
    k[0] = f(t, y);
    peaks = peaks.map((x, i) => Math.max(x, Math.abs(y[i])));
    dt = Math.min(LONGEST, dt * Math.min(6.0, Math.max(0.2, 0.9 * Math.pow(Math.max(error, 1e-10), -1 / @ORDER@))));
  }
  return { times, states };
}

const model = { STATES, PARAMETERS, OUTPUTS, T_START, T_END, SAMPLES, RTOL, rates, correction, outputs, simulate };
if (typeof module !== "undefined") {
  module.exports = model;
  if (require.main === module) {
    const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const p = PARAMETERS.map((own) => own.value);
    const { times, states } = simulate();
    const lines = [["t", ...STATES.map((own) => own.name), ...OUTPUTS.map((own) => own.name)].map(quoted).join(",")];
    times.forEach((t, row) => lines.push([t, ...states[row], ...outputs(t, states[row], p)].join(",")));
    console.log(lines.join("\n"));
  }
} else {
  globalThis.model = model;
}
