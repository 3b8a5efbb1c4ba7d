/* Contacts, friction and switches: a run that goes from mode to mode, and what happened on its way. */
const IMPACT = 3; // numbers of an impact before those of its contacts: time, energy lost, energy given
const [STICKS, SLIPS] = [1, 2];
const NEVER = 1e300; // the margin of a slip that others which stick keep where it is

class Modes {
  constructor(engine, { counts, slips, counted, knots, depths, digits, lastBits, tolerances, modes }) {
    const { own, functions } = engine;
    const places = (numbers) => engine.put(Int32Array.from(numbers));
    const numbers = (values) => engine.put(Float64Array.from(values));
    const transitions = ["contact_state", "gaps", "restitution", "switching"].map((name) => functions[name] || 0);
    const [contacts, , , switches, , sides, , , frictionMargins] = counts;
    Object.assign(this, { engine, own, contacts, switches, slips, firstMargin: frictionMargins - sides, depths, data: engine.program.hybrid, modes });
    this.address = own.page_hybrid_of(places(counts), places(slips), places(counted), numbers(knots), engine.given, numbers(digits), numbers(lastBits), numbers(tolerances), ...transitions);
    const events = engine.program.events ? engine.program.events.names.length : 0;
    modes.forEach((mode, k) => {
      const own_ = ["rates", "correction", "events", "peaks"].map((name) => functions[`${name}${k || ""}`] || 0);
      own.page_mode_of(this.address, k, events, ...own_, places(mode));
    });
    this.events = events && this.acting(engine.program.events, numbers(this.data.values));
  }

  /* What events of the model do; the address of what C knows of them. */
  acting({ acts, directions }, first) {
    const { engine, own } = this;
    const { functions, program } = engine;
    const places = (values) => engine.put(Int32Array.from(values));
    const sets = places(acts.map((_, k) => functions[`set${k}`] || 0));
    return own.page_events_of(this.address, places(acts), places(directions), sets, functions.event_energy || 0, first, this.data.shut, this.data.guards, program.size);
  }

  /* The parameters, and behind them the values of a mode. */
  use(values) {
    const { engine } = this;
    engine.set(engine.given + 8 * (engine.program.p.length - values.length), values);
  }

  /* Let a run go through the modes; free motion is that at its start. */
  attach(run) {
    const { own, data } = this;
    own.page_hybrid_run(this.address, run, data.held, data.guards, this.events);
    this.use(data.values);
    own.page_sides(this.address);
  }

  /* Be at a start, on its sides of all switches. */
  beAt(start) {
    const { tStart, tested } = this.engine.program;
    const none = new Float64Array(tested);
    const times = Float64Array.of(tStart, tStart + 1);
    this.attach(this.engine.newRun(start, times, { rtol: 1, noise: none, clock: none, least: none }));
  }

  /* Whether switches have other sides at a state than before; functions of the start are then made for these. */
  turns(state) {
    const { engine, own, switches, data } = this;
    const sides = () => engine.get(engine.given + 8 * (engine.program.p.length - data.values.length), switches);
    const before = sides();
    this.beAt(state);
    engine.program.stages.forEach((_, k) => own.page_values(engine.functions[`stage${k}`], engine.given));
    return sides().some((side, k) => side !== before[k]);
  }

  /* The name of a contact inside of which a start lies, or null. */
  insideOf(start) {
    this.beAt(start);
    const found = this.own.page_inside(this.address, this.data.shut);
    return found < 0 ? null : this.data.contacts[found];
  }

  /* Begin a run, whose first piece goes up to high; 0, or how it ended. */
  start(run, low, high) {
    const { own, address } = this;
    this.instants = new Instants(this, run);
    own.page_piece(address, low, high);
    const ended = own.page_start(address);
    if (ended || !this.instants.isDue(low)) return ended;
    return this.instants.jump(low, low) || this.instants.begin(1);
  }

  /* Go over from one piece to the next: what jumps there, and contacts and switches; 0, or how the run ended. */
  pass(low, high) {
    const { own, address, instants } = this;
    const margin = INSIDE * Math.max(Math.abs(low), Math.abs(high));
    const at = high - low > 4 * margin ? low + margin : low; // at a kink the model has no rate
    own.page_piece(address, low, high);
    const ended = instants.impulses(low).length ? 0 : own.page_look_anew(address, at, 0);
    return ended || (instants.isDue(low) ? instants.jump(low, at) : 0) || instants.begin(0);
  }

  /* What jumps at the very end of a run. */
  end(t) {
    const { own, address, instants } = this;
    if (!instants.isDue(t)) return own.page_settle(address);
    own.page_piece(address, t, t);
    return instants.jump(t, t) || instants.begin(0);
  }

  /* The energies that events gave which set values. */
  given() {
    const { own, engine, events } = this;
    if (!events) return [];
    const rows = engine.get(own.page_given(events), 3 * own.page_given_count(events));
    return Array.from({ length: rows.length / 3 }, (_, k) => ({ t: rows[3 * k], given: rows[3 * k + 2] }));
  }

  advance(steps) {
    return this.own.page_follow(this.address, steps);
  }

  /* What happened in the run that has just ended: its modes by their beginnings, its impacts. */
  happened() {
    const { own, engine, address, contacts } = this;
    const count = own.page_intervals(address);
    const began = engine.get(own.page_began(address), count);
    const width = this.data.values.length;
    const values = engine.get(own.page_interval_values(address), count * width);
    const intervals = Array.from(began, (t, k) => ({
      t,
      row: own.page_interval_row(address, k),
      mode: own.page_interval_mode(address, k),
      values: values.subarray(k * width, (k + 1) * width),
    }));
    const wide = IMPACT + contacts + 3 * engine.program.n;
    const rows = engine.get(own.page_impact_rows(address), own.page_impacts(address) * wide);
    const impacts = Array.from({ length: rows.length / wide }, (_, k) => {
      const [t, lost, given, ...rest] = rows.subarray(k * wide, k * wide + IMPACT + contacts);
      return { t, lost, given, contacts: rest.flatMap((impulse, i) => (Number.isNaN(impulse) ? [] : [i])) };
    });
    return { intervals, impacts, pushes: this.instants.addTo(impacts), sets: this.given() };
  }

  /* The contacts that touch in an interval, and those of them that stick; compliant ones where they are pressed. */
  touching({ mode, values }) {
    const numbers = this.modes[mode].slice(4);
    const all = [...Array(this.contacts).keys()];
    const pressed = this.depths.filter(([, at, sign]) => sign * values[at] > 0).map(([i]) => i);
    const wedged = (i) => values[this.firstMargin + 2 * this.slips[i]] >= NEVER;
    const sticks = (i, friction) => friction === STICKS || (friction === SLIPS && wedged(i));
    return [[...all.filter((i) => numbers[i]), ...pressed], all.filter((i) => sticks(i, numbers[this.contacts + i]))];
  }

  /* Whether dry friction that is a switch holds something in a mode. */
  slides(mode) {
    const first = 4 + 2 * this.contacts;
    return this.modes[mode].slice(first, first + this.switches).some((order) => order > 0);
  }

  /* What is observed at the rows of a run, each as its mode has it. */
  observe(times, rows, intervals, out, outs) {
    const { engine, own } = this;
    const { size } = engine.program;
    const count = rows.length / size;
    const [when, where] = [engine.put(times.subarray(0, count)), engine.put(rows)];
    intervals.forEach(({ row, mode, values }, k) => {
      const end = k + 1 < intervals.length ? intervals[k + 1].row : count;
      if (end <= row) return;
      const observed = engine.functions[`observed${mode || ""}`] || engine.functions.observed;
      this.use(values);
      own.page_values(observed, engine.given);
      own.page_observe(engine.model, observed, 0, when + 8 * row, where + 8 * size * row, end - row, out + 8 * outs * row);
    });
  }
}
