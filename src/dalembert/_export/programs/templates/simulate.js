// The explicit Runge-Kutta method of Dormand and Prince, of order @ORDER@: row i of A gives stage i, stage @STAGES@ being the
// end of the step; E gives two estimates of the error, D the solution inside a step.
const A = @A@;
const E = @E@;
const D = @D@;
const STAGES = @STAGES@;
const NODES = A.map((row) => row.reduce((sum, x) => sum + x, 0.0));

/** y + factor * the sum of weights[j] * k[j]. */
function combined(y, factor, weights, k) {
  return y.map((own, i) => {
    let sum = 0.0;
    for (let j = 0; j < weights.length; j++) if (weights[j] !== 0.0) sum += weights[j] * k[j][i];
    return own + factor * sum;
  });
}

const largest = (values) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0.0);

/** The state moved onto the constraints. */
function project(t, y, p) {
  if (correction === null) return y;
  let before = Infinity;
  for (let pass = 0; pass < 40; pass++) {
    const change = correction(t, y, p);
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

/** The state after impulses and samples, and the next time of some. */
function jump(t, y, p) {
  const after = project(t, jumps(t, y, p), p);
  return [after, nextJump(t, after, p)];
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
  let y = project(t, start ?? STATES.map((own) => own.value), p);
  let jumpAt = nextJump(t - 2 * NEAR, y, p);
  if (jumpAt <= t + NEAR) [y, jumpAt] = jump(t, y, p);
  const states = [y];
  const k = A.map(() => y.map(() => 0.0));
  let peaks = y.map(Math.abs);
  let stop = t;
  let floor = y.map(() => 0.0); // errors that smaller steps do not lessen are rounding
  let [refused, inVain] = [null, 0];
  let [from, to, dt] = [0.0, 0.0, 0.0];
  const f = (time, y) => rates(Math.min(Math.max(time, from), to), y, p);
  while (t < end) {
    if (t >= stop) {
      // at the beginning, and where the model switches
      [from, to, stop] = smoothUntil(t, end, y, p);
      stop = Math.min(stop, jumpAt);
      k[0] = f(t, y);
      dt = firstStep(k[0], peaks, end - t);
    }
    if (t + 1.01 * dt >= stop) dt = stop - t;
    if (!(dt > 1e-14 * Math.max(Math.abs(t), 1e-3 * (end - times[0])))) {
      if (dt !== stop - t) throw new Error(`at t = ${t} steps become too small: the rates have no value, or jump, there`);
      t = stop; // nothing moves in so short a time
      if (t >= jumpAt) [y, jumpAt] = jump(t, y, p);
      while (states.length < times.length && times[states.length] <= t + NEAR) states.push(y);
      continue;
    }
    for (let i = 1; i < STAGES; i++) k[i] = f(t + NODES[i] * dt, combined(y, dt, A[i], k));
    const fresh = combined(y, dt, A[STAGES], k);
    k[STAGES] = f(t + dt, fresh);
    for (let i = STAGES + 1; i < A.length; i++) k[i] = y.map(() => 0.0);
    const weights = weightsOf(
      peaks.map((x, i) => Math.max(x, Math.abs(fresh[i]))),
      rtol,
      floor,
    );
    const none = y.map(() => 0.0);
    const [high, low] = E.map((row) =>
      combined(none, dt, row, k).reduce((sum, x, i) => sum + (x / weights[i]) * (x / weights[i]), 0.0),
    );
    const error = high === 0.0 ? 0.0 : high / Math.sqrt((high + 0.01 * low) * y.length);
    if (!(error <= 1.0)) {
      inVain = refused && dt < 0.9 * refused[0] && error > 0.7 * refused[1] ? inVain + 1 : 0;
      refused = [dt, error];
      if (inVain === 3) {
        inVain = 0;
        const off = combined(none, dt, E[0], k);
        floor = floor.map((x, i) => x + 2 * Math.abs(off[i]));
      }
      dt *= error < Infinity ? Math.max(0.2, 0.9 * Math.pow(error, -1 / @ORDER@)) : 0.2;
      continue;
    }
    refused = null;
    const tNew = dt === stop - t ? stop : t + dt;
    const terms = states.length < times.length && times[states.length] < tNew - NEAR ? dense(f, t, y, dt, k, fresh) : [];
    while (states.length < times.length && times[states.length] < tNew - NEAR) {
      const time = times[states.length];
      states.push(project(time, inside(y, terms, (time - t) / dt), p));
    }
    t = tNew;
    y = project(t, fresh, p);
    if (t >= jumpAt) [y, jumpAt] = jump(t, y, p);
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
