/* Kinks and jumps at given times: where functions of time switch, and the knots of tables. */
const LOOKED = 2048; // places at which a function of time is looked at for changes of its sign
const APART = 1e-13; // of the largest time: breaks that are nearer to one another are one
const ASIDE = 1e-9; // of the run: how far from a zero its function is looked at for its two signs
const MOST_LEVELS = 1e5;
const INSIDE = 8 * 2.220446049250313e-16; // of a time: as far beside a break the model has its values of that side

const DIGITS = 3 * 2.220446049250313e-16; // of a time: less than that beside which the model is asked

/* The first number between two at which a function has the sign that it has at the second. */
function bisected(value, low, high) {
  const positive = value(high) > 0;
  for (;;) {
    const middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) return high;
    if (value(middle) > 0 === positive) high = middle;
    else low = middle;
  }
}

/* The zeros of a function of time. */
function* zerosOf(value, low, high) {
  const [first, last, middle] = [value(low), value(high), value(0.5 * (low + high))];
  if (Math.abs(middle - 0.5 * (first + last)) <= 1e-13 * Math.max(Math.abs(first), Math.abs(last))) {
    const t = low - (first * (high - low)) / (last - first);
    if (!(t >= low && t <= high)) return;
    let width = 2 * EPSILON * Math.max(Math.abs(t), EPSILON * (high - low));
    while (width < ASIDE * (high - low) && value(t - width) * value(t + width) >= 0) width *= 2;
    yield width < ASIDE * (high - low) ? bisected(value, t - width, t + width) : t;
    return;
  }
  let before = first;
  for (let k = 1; k <= LOOKED; k++) {
    const [a, b] = [low + ((high - low) * (k - 1)) / LOOKED, low + ((high - low) * k) / LOOKED];
    const after = value(b);
    if (before * after < 0) yield bisected(value, a, b);
    else if (after === 0) yield b;
    before = after;
  }
}

/* The times of impulses and samples. */
function jumpTimes(engine, low, high) {
  const { jumps, size } = engine.program;
  const none = new Float64Array(size);
  const found = [];
  if (!jumps) return found;
  for (let t = low; found.length < MOST_LEVELS; found.push(t)) {
    t = engine.at("next_jump", t, none)[0];
    if (!(t <= high + jumps.near)) break;
  }
  return found;
}

/* The pieces of time on which a model is smooth, as their ends; one that is at a row, to the last digits, is put there. */
function edgesOf(engine, rows) {
  const [low, high] = [rows[0], rows[rows.length - 1]];
  const { switches, tables, size } = engine.program;
  const none = new Float64Array(size);
  const found = [...tables.flatMap(({ times }) => times), ...jumpTimes(engine, low, high)];
  switches.forEach((counts, k) => {
    const value = (t) => engine.at("switches", t, none)[k];
    const levels = [0];
    if (counts) {
      const seen = Array.from({ length: LOOKED + 1 }, (_, i) => value(low + ((high - low) * i) / LOOKED));
      const [least, most] = [Math.ceil(Math.min(...seen)), Math.floor(Math.max(...seen))];
      levels.splice(0, 1, ...Array.from({ length: Math.min(MOST_LEVELS, Math.max(0, most - least + 1)) }, (_, i) => least + i));
    }
    for (const level of levels) found.push(...zerosOf((t) => value(t) - level, low, high));
  });
  const apart = APART * Math.max(Math.abs(low), Math.abs(high));
  const edges = [low];
  const onRow = (t) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, Math.round(((t - low) / (high - low)) * (rows.length - 1))))];
    return Math.abs(row - t) <= DIGITS * Math.abs(t) ? row : t;
  };
  for (const t of found.sort((a, b) => a - b)) if (t > edges[edges.length - 1] + apart && t < high - apart) edges.push(onRow(t));
  return [...edges, high];
}

/* The times at which the model is asked about rows: one at a break shows what is after it. */
function timesBeside(times, edges) {
  const made = times.slice();
  for (const edge of edges.slice(1, -1)) {
    const margin = INSIDE * Math.abs(edge);
    made.forEach((t, row) => {
      if (Math.abs(times[row] - edge) < margin) made[row] = times[row] < edge ? edge - margin : edge + margin;
    });
  }
  return made;
}
