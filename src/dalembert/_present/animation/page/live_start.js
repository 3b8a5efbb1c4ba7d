/* Consistent starts: what is given stays, the rest follows from the constraints; and starts taken by the hand. */
const NEWTON = 60; // steps
const SIDES = 8; // times that constraints may turn to other sides of their switches
const RANK = 1e-11; // of the largest pivot: what is smaller is none
const CLOSED = 1e-13; // relative steps that are none
const FROM_AFAR = 1e-4; // of the size before: 1e-9 of this is rounding, where everything becomes zero

/* The largest size of some entries. */
function sizeOf(y, entries) {
  return entries.reduce((most, i) => Math.max(most, Math.abs(y[i])), 0);
}

/* The solution of A x = b (rows of arrays) with as few entries as the rank has, by elimination with full pivoting. */
function solved(A, b) {
  const [m, n] = [A.length, A.length ? A[0].length : 0];
  const rows = A.map((row, i) => [...row, b[i]]);
  for (const row of rows) {
    const size = Math.max(...row.slice(0, n).map(Math.abs)) || 1;
    for (let j = 0; j <= n; j++) row[j] /= size;
  }
  const order = [...Array(n).keys()];
  let first = 0;
  let rank = 0;
  for (; rank < Math.min(m, n); rank++) {
    let best = [rank, rank, 0];
    for (let i = rank; i < m; i++) for (let j = rank; j < n; j++) if (Math.abs(rows[i][order[j]]) > best[2]) best = [i, j, Math.abs(rows[i][order[j]])];
    first = first || best[2];
    if (!(best[2] > RANK * first)) break;
    [rows[rank], rows[best[0]]] = [rows[best[0]], rows[rank]];
    [order[rank], order[best[1]]] = [order[best[1]], order[rank]];
    const pivot = rows[rank][order[rank]];
    for (let i = rank + 1; i < m; i++) {
      const factor = rows[i][order[rank]] / pivot;
      if (factor) for (let j = 0; j <= n; j++) rows[i][j] -= factor * rows[rank][j];
    }
  }
  const x = new Array(n).fill(0);
  for (let k = rank - 1; k >= 0; k--) {
    let sum = rows[k][n];
    for (let j = k + 1; j < rank; j++) sum -= rows[k][order[j]] * x[order[j]];
    x[order[k]] = sum / rows[k][order[k]];
  }
  return x;
}

class Starts {
  constructor(engine) {
    Object.assign(this, { engine, program: engine.program, stages: engine.program.stages });
  }

  /* The equations of a stage: g, and g_y as rows over some entries. */
  equations(k, y, entries) {
    const stage = this.stages[k];
    const found = this.engine.at(`stage${k}`, this.program.tStart, y);
    const place = new Map(entries.map((entry, i) => [entry, i]));
    const slopes = Array.from({ length: stage.count }, () => new Array(entries.length).fill(0));
    stage.rows.forEach((row, e) => {
      const i = place.get(stage.columns[e]);
      if (i !== undefined) slopes[row][i] = found[stage.count + e];
    });
    return [[...found.slice(0, stage.count)], slopes];
  }

  /* How far the equations of a stage are from holding, against their slopes; `began`: their size before they were solved. */
  off(k, y, began) {
    const { members } = this.stages[k];
    const [g, slopes] = this.equations(k, y, members);
    const reach = Math.max(1e-300, FROM_AFAR * began, sizeOf(y, members));
    return Math.max(0, ...g.map((value, i) => Math.abs(value) / (reach * Math.max(1e-300, ...slopes[i].map(Math.abs)))));
  }

  /* Newton's method for some entries; with `nearest` the smallest change of them counts. */
  newton(k, y, entries, nearest) {
    const began = sizeOf(y, entries);
    let before = Infinity;
    for (let pass = 0; pass < NEWTON; pass++) {
      const [g, slopes] = this.equations(k, y, entries);
      if (!g.every(Number.isFinite)) return;
      const size = entries.map((i) => Math.abs(y[i]));
      const most = Math.max(...size, 0) || 1;
      let step;
      if (nearest) {
        const scaled = slopes.map((row) => row.map((value, i) => value * (size[i] + 1e-3 * most)));
        const normal = scaled.map((a) => scaled.map((b) => a.reduce((sum, value, i) => sum + value * b[i], 0)));
        const z = solved(normal, g);
        step = entries.map((_, i) => scaled.reduce((sum, row, r) => sum + row[i] * z[r], 0) * (size[i] + 1e-3 * most));
      } else step = solved(slopes, g);
      const least = 1e-3 * Math.max(began, most); // also where everything becomes zero
      const change = Math.max(0, ...step.map((value, i) => Math.abs(value) / (size[i] + least)));
      const part = change > 0.5 ? 0.5 / change : 1; // far away the slopes are others
      entries.forEach((i, e) => (y[i] -= part * step[e]));
      if (change < CLOSED || (pass > 3 && change < 1e-9 && change >= before)) return;
      before = change;
    }
  }

  /* The state with given values (by their places), near a guess where there is one; null where constraints forbid it. */
  state(given, guess) {
    const { program, engine } = this;
    const y = new Float64Array(program.size);
    y.set(engine.at("starts", program.tStart, y));
    if (guess) y.set(guess);
    for (const [place, value] of given) y[place] = value;
    engine.begin(y);
    for (let turn = 0; turn < SIDES; turn++) {
      const state = this.onConstraints(y.slice());
      if (!state || !engine.modes || !engine.modes.turns(state)) return state;
    }
    return null;
  }

  /* The state moved onto the constraints; null where they forbid it. */
  onConstraints(y) {
    for (let k = 0; k < this.stages.length; k++) {
      const began = sizeOf(y, this.stages[k].members);
      this.newton(k, y, this.stages[k].solved, false);
      if (!(this.off(k, y, began) < 1e-11)) this.newton(k, y, this.stages[k].members, true);
      if (!(this.off(k, y, began) < 1e-9)) return null;
    }
    return y;
  }

  /* Places changed so that something on the screen comes nearer to where the hand is; `seen` gives its spot at a state. */
  pulled(y, seen, [x, height]) {
    const { program } = this;
    const places = [...Array(program.n || program.split).keys()];
    const stage = this.stages.length && this.stages[0].members.every((i) => i < places.length) ? 0 : null;
    const moved = y.slice();
    for (let pass = 0; pass < 4; pass++) {
      const here = seen(moved);
      const most = Math.max(...places.map((i) => Math.abs(moved[i]))) || 1;
      const slopes = places.map((i) => {
        const [near, step] = [moved.slice(), 1e-6 * most];
        near[i] += step;
        return seen(near).map((value, k) => (value - here[k]) / step);
      });
      const [g, rows] = stage === null ? [[], []] : this.equations(stage, moved, places);
      const pull = [x - here[0], height - here[1]];
      const strength = slopes.reduce((sum, s) => Math.max(sum, s[0] * s[0] + s[1] * s[1]), 0);
      if (!(strength > 0)) return null;
      const A = places.map((_, i) => [
        ...places.map((_, j) => slopes[i][0] * slopes[j][0] + slopes[i][1] * slopes[j][1] + (i === j ? 1e-3 * strength : 0)),
        ...rows.map((row) => row[i]),
      ]);
      rows.forEach((row) => A.push([...row, ...rows.map(() => 0)]));
      const step = solved(A, [...slopes.map((s) => s[0] * pull[0] + s[1] * pull[1]), ...g.map((value) => -value)]);
      places.forEach((i) => (moved[i] += step[i]));
    }
    if (stage !== null) {
      const began = sizeOf(moved, places);
      this.newton(stage, moved, places, true);
      if (!(this.off(stage, moved, began) < 1e-9)) return null;
    }
    return moved;
  }
}
