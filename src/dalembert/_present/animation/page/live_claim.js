/* The claim of accuracy, as `simulate` makes it: three runs that refine one another tell the truncation error of the
   last, one of them repeated with enlarged rounding tells what rounding does. Each function below has its counterpart
   of the same name in _simulate (claim.py, measure.py, noise.py, accuracy.py), where the reasons are given. */
const EPSILON = 2.220446049250313e-16;
const SAFETY = 3;
const WINDOW = 0.05;
const COUNTS = 1e-2;
const LARGEST_CONTRACTION = 0.5;
const PARTED = 1e-2;
const SLOW = 1 / 32;
const ROUNDED = 50 * EPSILON;
const SMALLEST_KIND = 1e-6;
const FLOOR = 4e-15;
const LOOSEST = 1e-3;
const RUNS = 6;
const LITTLE = 4;
const GAINS = [1e5, 1];
const STATES = 5;
const ENLARGED = 8;
const AT_REST = 1e-14; // of the speeds that free accelerations would make in the run: none
const STOPPED = 6; // how a run ends that an event stops
const SLICE = 64; // steps between two looks at the clock
const WORK = 6e9; // instructions of a model in all evaluations of a run that a page makes

const smallAgainst = (rtol) => Math.max(SMALLEST_KIND, (10 * EPSILON) / rtol);
const largest = (numbers) => numbers.reduce((most, value) => (value > most ? value : most), 0);

/* A table of rows and columns of numbers. */
class Table {
  constructor(rows, columns, numbers = new Float64Array(rows * columns)) {
    Object.assign(this, { rows, columns, numbers });
  }

  /* The largest number of a row. */
  most(row) {
    return largest(this.numbers.subarray(row * this.columns, (row + 1) * this.columns));
  }

  /* The largest of each column so far. */
  largestSoFar() {
    const made = this.numbers.slice();
    for (let k = this.columns; k < made.length; k++) made[k] = Math.max(made[k], made[k - this.columns]);
    return new Table(this.rows, this.columns, made);
  }

  /* The largest of each column in a short time before. */
  largestRecently() {
    const width = Math.max(1, Math.round(WINDOW * this.rows));
    let found = this.numbers;
    for (let length = 1; length < width; ) {
      const step = Math.min(length, width - length);
      const before = step * this.columns;
      found = found.map((value, k) => Math.max(value, k < before ? value : found[k - before]));
      length += step;
    }
    return new Table(this.rows, this.columns, found);
  }

  partedAnywhere() {
    for (let row = 0; row < this.rows; row++) if (this.most(row) > PARTED) return true;
    return false;
  }
}

class Claim {
  constructor(engine, times, rtol) {
    const { program } = engine;
    Object.assign(this, { engine, program, times, rtol, kappa: smallAgainst(rtol) });
    this.edges = edgesOf(engine, times);
    this.length = program.length;
  }

  /* S at each row: the largest |y| so far, and a small part of the largest of its kind. */
  sizesAtRows(run) {
    const { tested, kinds, split, atol } = this.program;
    const sizes = new Table(run.count, tested, run.sizes).largestSoFar();
    const [most, span] = [[], this.times[this.times.length - 1] - this.times[0]];
    let reach = 0;
    sizes.numbers.forEach((value, k) => {
      const i = k % tested;
      most[kinds[i]] = Math.max(most[kinds[i]] || 0, value);
      if (i < split) reach = Math.max(reach, value);
    });
    const rest = (SMALLEST_KIND * reach) / span;
    const least = most.map((value, kind) => (kind === 1 ? Math.max(this.kappa * value, rest) : this.kappa * value));
    sizes.numbers = sizes.numbers.map((value, k) => Math.max(value, least[kinds[k % tested]]) + atol / this.rtol);
    return sizes;
  }

  distance(one, other, sizes) {
    const { tested, size } = this.program;
    const rows = Math.min(one.count, other.count, sizes.rows);
    const made = new Table(rows, tested);
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < tested; i++) {
        const value = Math.abs(one.rows[row * size + i] - other.rows[row * size + i]) / Math.max(sizes.numbers[row * tested + i], 1e-290);
        made.numbers[row * tested + i] = Number.isFinite(value) ? value : Infinity;
      }
    }
    if (this.engine.modes && rows) this.forgetRest(one, other, sizes, made);
    return made;
  }

  /* Where contacts or dry friction hold something, the rounding of forces moves it by a small part of a free motion. */
  forgetRest(one, other, sizes, made) {
    const { tested, size, n } = this.program;
    const span = this.times[this.times.length - 1] - this.times[0];
    const free = this.freeAcceleration(other);
    for (let row = 0; row < made.rows; row++) {
      for (let i = 0; i < n; i++) {
        const [place, speed] = [row * tested + i, row * size + n + i];
        if (!(Math.max(Math.abs(one.rows[speed]), Math.abs(other.rows[speed])) <= AT_REST * free * span)) continue;
        made.numbers[place + n] = 0;
        if (made.numbers[place] * sizes.numbers[place] <= 8 * EPSILON * free * span * span) made.numbers[place] = 0;
      }
    }
  }

  /* The largest acceleration without contacts, at some states of a run. */
  freeAcceleration(run) {
    const { size, n } = this.program;
    let most = 0;
    for (let k = 0; k < STATES; k++) {
      const row = Math.floor((k * (run.count - 1)) / (STATES - 1));
      const rates = this.engine.rates(this.times[row], run.rows.subarray(row * size, (row + 1) * size));
      most = Math.max(most, largest(rates.subarray(n, 2 * n).map((value) => (Number.isFinite(value) ? Math.abs(value) : 0))));
    }
    return most;
  }

  truncation(coarse, fine) {
    const rows = Math.min(coarse.rows, fine.rows);
    const cut = (table) => new Table(rows, table.columns, table.numbers.subarray(0, rows * table.columns)).largestRecently();
    const [before, after] = [cut(coarse), cut(fine)];
    const { contraction } = this.program;
    const made = new Table(rows, after.columns);
    for (let row = 0; row < rows; row++) {
      const most = after.most(row);
      let k = 0;
      for (let at = row * after.columns; at < (row + 1) * after.columns; at++) {
        if (!(after.numbers[at] >= COUNTS * most)) continue;
        const ratio = before.numbers[at] > 0 ? after.numbers[at] / before.numbers[at] : after.numbers[at] > 0 ? LARGEST_CONTRACTION : 0;
        k = Math.max(k, Number.isNaN(ratio) ? LARGEST_CONTRACTION : ratio);
      }
      k = Math.min(LARGEST_CONTRACTION, Math.max(k, before.most(row) > PARTED ? Math.max(SLOW, contraction) : contraction));
      for (let at = row * after.columns; at < (row + 1) * after.columns; at++) made.numbers[at] = (SAFETY * after.numbers[at] * k) / (1 - k);
    }
    return made;
  }

  rounding(replays, sizes, rows) {
    const { tested } = this.program;
    const found = new Table(rows, tested, new Float64Array(rows * tested).fill(replays.runs.length ? Infinity : 0));
    for (const [gain, run] of replays.runs) {
      const apart = this.distance(run, replays.of, sizes).largestSoFar();
      for (let row = 0; row < Math.min(rows, apart.rows); row++) {
        if (apart.most(row) > PARTED) continue;
        for (let at = row * tested; at < (row + 1) * tested; at++) {
          if (!Number.isFinite(found.numbers[at])) found.numbers[at] = (SAFETY * apart.numbers[at]) / gain + ROUNDED;
        }
      }
    }
    return found;
  }

  /* What the last bits of y and t change in the rates. */
  noiseOfRates(rows, count) {
    const { tested, size, split } = this.program;
    const bits = new Float64Array(1);
    const beside = (value, to) => {
      bits[0] = value;
      const whole = new BigInt64Array(bits.buffer);
      whole[0] += (to > value) === (value >= 0) ? 1n : -1n;
      return value === 0 ? 5e-324 : bits[0];
    };
    const [low, high] = [this.times[0], this.times[this.times.length - 1]];
    const chosen = new Set(Array.from({ length: STATES }, (_, k) => Math.floor((k * (count - 1)) / (STATES - 1))));
    const found = [[], []];
    let seed = 12345;
    for (const row of chosen) {
      const [t, y] = [this.times[row], rows.slice(row * size, (row + 1) * size)];
      const reach = largest(y.subarray(0, split).map(Math.abs));
      const here = this.engine.rates(t, y);
      const change = (other) => Float64Array.from({ length: tested }, (_, i) => Math.abs(other[i] - here[i]) || 0).map((v) => (Number.isFinite(v) ? v : 0));
      const near = y.map((value) => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return value * (1 + (seed > 1073741824 ? EPSILON : -EPSILON));
      });
      found[0].push(change(reach > 0 ? this.engine.rates(t, near) : here).map((value) => value / (reach || 1)));
      found[1].push(change(this.engine.rates(beside(t, t < high ? high : low), y)));
    }
    const median = (numbers) => {
      const own = [...numbers].sort((a, b) => a - b);
      const half = own.length >> 1;
      return own.length % 2 ? own[half] : (own[half - 1] + own[half]) / 2;
    };
    return found.map((states) => Float64Array.from({ length: tested }, (_, i) => ENLARGED * median(states.map((one) => one[i]))));
  }

  /* What is asked of the steps of a run after another one. */
  tolerances(rtol, start, before) {
    const { tested, kinds } = this.program;
    const [noise, clock] = before && before.count ? this.noiseOfRates(before.rows, before.count) : this.noiseOfRates(start, 1);
    const least = new Float64Array(tested);
    if (before && before.count) {
      const last = this.sizesAtRows(before).numbers.slice(-tested);
      const most = [];
      last.forEach((value, i) => (most[kinds[i]] = Math.max(most[kinds[i]] || 0, value)));
      for (let i = 0; i < tested; i++) least[i] = this.kappa * most[kinds[i]];
    }
    return { rtol, noise, clock, least };
  }

  /* One run to its end; it yields after some steps, so that others can work. */
  *follow(start, asked, earlier, gain) {
    const { engine } = this;
    const address = engine.run(start, this.times, asked);
    if (earlier) engine.own.page_after(address, earlier.address, gain || 0);
    const { edges } = this;
    let [status, piece] = [engine.beginPiece(address, edges[0], edges[1], true), 0];
    while (!status) {
      status = engine.advance(address, SLICE);
      if (status === DONE && piece + 2 < edges.length) {
        piece += 1;
        status = engine.beginPiece(address, edges[piece], edges[piece + 1], false);
      } else if (status === DONE && engine.modes) status = engine.modes.end(edges[piece + 1]) || DONE;
      if (!status && engine.evaluationsOf(address) * this.length > WORK) status = -1;
      yield;
    }
    const held = engine.own.page_held_back(address) / Math.max(1, engine.own.page_steps(address));
    return { address, edges, status, asked, held, t: engine.own.page_time(address), evaluations: engine.evaluationsOf(address), events: engine.eventsOf(address), ...engine.rowsOf(address), ...(engine.modes ? engine.modes.happened() : {}) };
  }

  /* Runs that refine one another; each is told. The last value is the claim, or null where none can be made. */
  *solve(start, told) {
    const { loose, ratio } = this.program;
    let tolerance = Math.max(Math.min(loose * this.rtol, LOOSEST), 10 * FLOOR);
    const runs = [];
    let [claim, replays] = [null, { of: null, runs: [] }];
    while (runs.length < RUNS) {
      const before = runs[runs.length - 1];
      const run = yield* this.follow(start, this.tolerances(tolerance, start, before), before);
      if (claim && run.status !== before.status) break;
      runs.push(run);
      told(run, runs.length);
      const fails = run.status !== DONE && run.status !== STOPPED;
      if (run.count < 2 || (fails && before && before.status === run.status)) break;
      if (runs.length >= 3) {
        const three = runs.slice(-3);
        const alike = three.every((one) => one.status === run.status);
        if (alike && (!claim || claim.parted || !claim.alike)) replays = yield* this.replays(start, three);
        claim = this.claim(three, replays);
        if (claim.enough || tolerance <= FLOOR) break;
      }
      tolerance = Math.max(tolerance / (claim ? Math.max(2 * claim.excess, LITTLE) : ratio), FLOOR);
    }
    return claim && { ...claim, run: runs[runs.length - 1] };
  }

  /* The coarsest of three runs that follows the same motion as the last, repeated with enlarged rounding. */
  *replays(start, three) {
    const steady = three.map((run, i) => [run, i]).filter(([run]) => !(run.held > 0)).map(([, i]) => i);
    const open = steady.length ? steady : [2];
    const sizes = this.sizesAtRows(three[2]);
    const same = open.filter((i) => !this.distance(three[i], three[2], sizes).partedAnywhere());
    const of = three[(same.length > 1 ? same : open)[0]];
    const own = this.sizesAtRows(of);
    const runs = [];
    for (const gain of GAINS) {
      const again = yield* this.follow(start, of.asked, of, gain);
      runs.push([gain, again]);
      const apart = this.distance(again, of, own);
      if (apart.rows === of.count && !apart.partedAnywhere()) break;
    }
    return { of, runs };
  }

  claim([coarse, middle, last], replays) {
    const sizes = this.sizesAtRows(last);
    const [first, second] = [this.distance(coarse, middle, sizes), this.distance(middle, last, sizes)];
    const error = this.truncation(first, second);
    const noise = this.rounding(replays, sizes, error.rows);
    const alike = coarse.status === last.status && middle.status === last.status;
    const total = new Float64Array(last.count).fill(Infinity);
    const span = this.times[this.times.length - 1] - this.times[0];
    const evaluations = replays.of ? replays.of.evaluations : 0;
    let excess = 1;
    for (let row = 0; row < error.rows; row++) {
      let most = 0;
      for (let at = row * error.columns; at < (row + 1) * error.columns; at++) most = Math.max(most, error.numbers[at] + noise.numbers[at]);
      /* A bias of evaluations grows as their number, random signs as its root. Where that may exceed the claim,
         `simulate` repeats a run in more digits. A page has none: the claim takes all of the bias. */
      const biased = noise.most(row) * Math.sqrt((evaluations * (this.times[row] - this.times[0])) / span);
      total[row] = Math.max(most, biased <= PARTED ? biased : 0);
      const own = error.most(row) / Math.max(this.rtol, noise.most(row));
      if (Number.isFinite(own)) excess = Math.max(excess, own);
    }
    const missing = last.count - error.rows; // runs that an event stopped may differ by a row
    if (alike && missing === 1 && error.rows) total[last.count - 1] = total[error.rows - 1];
    const achieved = Math.min(1, largest(total));
    const bad = total.findIndex((value) => !(value <= this.rtol));
    return {
      achieved,
      until: bad < 0 ? last.t : this.times[Math.max(bad - 1, 0)],
      excess,
      alike,
      enough: alike && missing <= 1 && excess <= 1,
      parted: first.partedAnywhere() || second.partedAnywhere(),
    };
  }
}
