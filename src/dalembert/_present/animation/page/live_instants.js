/* Impulses and samples at times of a run. */
const NOT_FINITE = 2; // how a run ends that has a value which is none

class Instants {
  constructor({ engine, own, address }, run) {
    Object.assign(this, { engine, own, address, run, data: engine.program.jumps, none: new Float64Array(engine.program.size), pushes: [] });
  }

  get state() {
    return this.engine.get(this.own.page_state(this.run), this.engine.program.size);
  }

  /* Whether something is due at a time. */
  isDue(t) {
    const { data, engine, none } = this;
    return Boolean(data) && Math.abs(engine.at("next_jump", t - 2 * data.near, none)[0] - t) <= data.near;
  }

  /* The names of the impulses at a time. */
  impulses(t) {
    const { data, engine, none } = this;
    if (!data || !data.impulses.length) return [];
    const times = engine.at("impulse_times", t, none);
    return data.impulses.filter((_, i) => Math.abs(times[i] - t) <= data.near);
  }

  /* Impulses of a time, then samples; the model is asked at `at`. 0, or how the run ended. */
  jump(t, at) {
    const names = this.impulses(t);
    const ended = names.length ? this.push(t, at, names) : 0;
    return ended || (this.engine.functions.samples ? this.sample(at) : 0);
  }

  /* Samples come after what events set, also where one of them ends the run; 0, or how the run ended. */
  sample(at) {
    const { own, address } = this;
    const ended = own.page_settle(address);
    return (ended !== STOPPED && ended) || this.put("samples", at) || own.page_look_anew(address, at, 0);
  }

  /* Begin the mode that was decided after all jumps of an instant, and what events set then; 0, or how the run ended. */
  begin(first) {
    return this.own.page_begin(this.address, first) || this.own.page_settle(this.address);
  }

  /* The state that a function gives. 0, or how the run ended. */
  put(name, at) {
    const { engine, own } = this;
    const after = engine.at(name, at, this.state);
    if (!after.every(Number.isFinite)) return NOT_FINITE;
    engine.set(engine.row, after);
    own.page_jump(this.address, at, engine.row);
    return 0;
  }

  /* Impulses: their work is done with the mean of the velocities, after contacts took their part. */
  push(t, at, names) {
    const { engine, own, address } = this;
    const { n } = engine.program;
    const [before, count] = [this.state, own.page_impacts(address)];
    const momenta = engine.at("momenta", at, before);
    const energy = this.energy(at, before);
    let ended = this.put("pushes", at);
    const pushed = this.energy(at, this.state) - energy;
    ended = ended || own.page_look_anew(address, at, 1);
    const after = this.state;
    const struck = own.page_impacts(address) > count;
    const work = momenta.reduce((sum, P, i) => sum + 0.5 * P * (before[n + i] + after[n + i]), 0);
    this.pushes.push({ t, names, given: struck ? work : pushed, struck: struck ? count : -1, lost: work - pushed });
    return ended;
  }

  /* The energy of the account in the mode as it is now. */
  energy(t, y) {
    const { engine, own } = this;
    own.page_values(engine.functions.observed, engine.given);
    return engine.observedAt(t, y)[engine.program.energies[2]];
  }

  /* The impulses of the run; what contacts took of them is lost in the impacts that they had a part in. */
  addTo(impacts) {
    for (const { struck, lost } of this.pushes) if (struck >= 0) impacts[struck].lost += lost;
    return this.pushes;
  }
}
