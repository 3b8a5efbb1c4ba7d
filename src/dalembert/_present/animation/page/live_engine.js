/* The integrators in WebAssembly, with a model as data. */
const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const USES = ["rates", "correction", "inputs", "peaks", "residual", "outcome", "invariants", "events"];
const DONE = 1;

class Engine {
  /* A promise of the engine of a program: the module and all tapes are one text. */
  static async open(program) {
    const packed = new Blob([bytesOf(program.code)]).stream().pipeThrough(new DecompressionStream("gzip"));
    const whole = new Uint8Array(await new Response(packed).arrayBuffer());
    let place = 0;
    const [[, module], ...tapes] = program.lengths.map(([name, length]) => [name, whole.slice(place, (place += length))]);
    const { instance } = await WebAssembly.instantiate(module, {});
    instance.exports._initialize();
    return new Engine(program, instance.exports, tapes);
  }

  constructor(program, own, tapes) {
    Object.assign(this, { program, own, functions: {} });
    const { n, split, tested, size, constrained, inputs, peaks, kinds } = program;
    for (const [name, tape] of tapes) this.functions[name] = own.page_function_of(this.put(tape));
    this.model = own.page_model_of(n, split, tested, size, constrained, inputs, peaks.length, this.put(Int32Array.from(kinds)), this.put(Int32Array.from(peaks)));
    USES.forEach((name, which) => this.functions[name] && own.page_use(this.model, which, this.functions[name]));
    if (program.unknowns) this.solve(program.unknowns);
    if (program.invariants) this.project(program.invariants);
    this.watch(program);
    this.parameters = Float64Array.from(program.p);
    this.given = this.put(this.parameters);
    this.modes = program.hybrid && new Modes(this, program.hybrid);
    this.when = own.page_room(8);
    this.row = own.page_room(8 * (size + 2 * this.unknowns + 1));
    this.result = own.page_room(8 * (own.page_outs(this.functions.observed) + size + 8 + this.widest()));
    this.base = own.page_mark();
  }

  get unknowns() {
    return this.program.unknowns ? this.program.unknowns.first.length : 0;
  }

  widest() {
    return Math.max(0, ...this.program.stages.map((stage) => stage.count + stage.rows.length), this.program.p.length, this.program.bounds.length);
  }

  solve({ linear, first, rows, columns }) {
    const pack = this.own.page_solve(this.model, first.length, rows.length, linear ? 1 : 0, this.put(Int32Array.from(rows)), this.put(Int32Array.from(columns)));
    this.solved = pack + 8 * this.program.size;
  }

  project({ count, rows, columns }) {
    this.scale = this.put(new Float64Array(this.program.tested).fill(1));
    this.own.page_project(this.model, count, rows.length, this.put(Int32Array.from(rows)), this.put(Int32Array.from(columns)), this.scale);
  }

  /* Events of the model, and inputs from samples. */
  watch({ events, tables }) {
    if (events) this.own.page_watch(this.model, events.names.length, this.put(Int32Array.from(events.directions)), this.put(Int32Array.from(events.stops)));
    this.own.page_tables(this.model, tables.length);
    for (const { place, width, times, coefficients } of tables) {
      this.own.page_table(this.model, place, times.length, width, this.put(Float64Array.from(times)), this.put(Float64Array.from(coefficients)));
    }
  }

  /* Numbers copied into the memory; their address. */
  put(numbers) {
    const place = this.own.page_room(numbers.byteLength);
    new Uint8Array(this.own.memory.buffer).set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), place);
    return place;
  }

  /* Numbers of the memory, copied out of it. */
  get(place, count) {
    return new Float64Array(this.own.memory.buffer, place, count).slice();
  }

  set(place, numbers) {
    new Float64Array(this.own.memory.buffer, place, numbers.length).set(numbers);
  }

  /* Forget all runs. */
  clear() {
    this.own.page_release(this.base);
  }

  /* A function of a state. */
  at(name, t, y) {
    const { own, functions } = this;
    this.set(this.row, y);
    own.page_evaluate(this.model, functions[name], t, this.row, this.result);
    return this.get(this.result, own.page_outs(functions[name]));
  }

  /* What is observed at a state, with what is solved for. */
  observedAt(t, y) {
    this.set(this.when, [t]);
    this.set(this.row, y);
    this.own.page_observe(this.model, this.functions.observed, this.functions.follow || 0, this.when, this.row, 1, this.result);
    return this.get(this.result, this.own.page_outs(this.functions.observed));
  }

  rates(t, y) {
    this.set(this.row, y);
    this.own.page_rates(this.model, t, this.row, this.result);
    return this.get(this.result, this.program.size);
  }

  /* Values of the parameters; what follows from them is computed. */
  use(p) {
    const put = (values) => {
      this.set(this.given, values);
      for (const place of Object.values(this.functions)) this.own.page_values(place, this.given);
    };
    put(p);
    this.parameters = this.at("parameters", this.program.tStart, new Float64Array(this.program.size));
    put(this.parameters);
  }

  /* The first value that lies beyond its bounds, or undefined. */
  beyond() {
    const { bounds, tStart, size } = this.program;
    if (!bounds.length) return undefined;
    const values = this.at("bounds", tStart, new Float64Array(size));
    const found = bounds.map(({ name, low, high, above }, i) => {
      if (high !== null && !(values[i] <= high)) return { name, value: values[i], sign: "≤", bound: high };
      return (above ? values[i] > low : values[i] >= low) ? undefined : { name, value: values[i], sign: above ? ">" : "≥", bound: low };
    });
    return found.find((one) => one);
  }

  /* Begin at a state: sizes for projections, and solutions near those of the start. */
  begin(y) {
    const { tested, kinds, unknowns } = this.program;
    if (this.scale) {
      const most = [];
      for (let i = 0; i < tested; i++) most[kinds[i]] = Math.max(most[kinds[i]] || 0, Math.abs(y[i]));
      this.set(this.scale, Float64Array.from({ length: tested }, (_, i) => Math.max(Math.abs(y[i]), 1e-3 * (most[kinds[i]] || 1))));
    }
    if (unknowns) this.set(this.solved, unknowns.first);
  }

  newRun(start, times, { rtol, noise, clock, least }) {
    const { longest, healthy } = this.program;
    const arrays = [start, times].map((one) => this.put(one));
    const asked = [noise, clock, least].map((one) => this.put(one));
    return this.own.page_run(this.model, ...arrays, times.length, rtol, longest, ...asked, healthy);
  }

  /* A run; `tolerances` are those of its steps. */
  run(start, times, tolerances) {
    this.begin(start);
    const made = this.newRun(start, times, tolerances);
    if (this.modes) this.modes.attach(made);
    return made;
  }

  /* Begin a piece of time on which the model is smooth; 0, or how the run ended there. */
  beginPiece(run, low, high, first) {
    if (this.modes) return first ? this.modes.start(run, low, high) : this.modes.pass(low, high);
    this.own.page_segment(run, low, high);
    return 0;
  }

  /* Some steps of a run; 0, or how it ended. */
  advance(run, steps) {
    return this.modes ? this.modes.advance(steps) : this.own.page_advance(run, steps);
  }

  /* Evaluations of the rates in a run. */
  evaluationsOf(run) {
    return this.own.page_evaluations(run) + (this.modes ? this.own.page_mode_evaluations(this.modes.address) : 0);
  }

  /* Events of the model in a run: their times and numbers. */
  eventsOf(run) {
    const count = this.own.page_happened(run);
    const which = new Int32Array(this.own.memory.buffer, this.own.page_which(run), count);
    const last = this.program.events ? this.program.events.names.length : 0;
    return [...this.get(this.own.page_occurred(run), count)].map((t, k) => ({ t, event: which[k] })).filter(({ event }) => event < last);
  }

  rowsOf(run) {
    const count = this.own.page_count(run);
    return { count, rows: this.get(this.own.page_rows(run), count * this.program.size), sizes: this.get(this.own.page_sizes(run), count * this.program.tested) };
  }

  /* All that is observed at the rows of a run, as columns. */
  columnsOf(shownTimes, { rows, intervals, edges }) {
    const times = timesBeside(shownTimes, edges);
    const mark = this.own.page_mark();
    const outs = this.own.page_outs(this.functions.observed);
    const count = rows.length / this.program.size;
    const out = this.own.page_room(8 * count * outs);
    if (intervals) this.modes.observe(times, rows, intervals, out, outs);
    else {
      const [when, where] = [this.put(times.subarray(0, count)), this.put(rows)];
      this.own.page_observe(this.model, this.functions.observed, this.functions.follow || 0, when, where, count, out);
    }
    const found = new Float64Array(this.own.memory.buffer, out, count * outs);
    const columns = Array.from({ length: outs }, (_, k) => Float64Array.from({ length: count }, (_, f) => found[f * outs + k]));
    this.own.page_release(mark);
    return columns;
  }
}
