/* A page that runs: values that the reader changes become a motion here, first by one plain run, then with its claim. */
const BREATH = 8; // milliseconds of work between two looks at the reader
const GRASP = 16; // pixels around a point that can be taken by the hand
const ENDED = { 2: "notFinite", 3: "singular", 4: "underflow", 5: "off", 6: "stopped", 7: "long", 8: "singular", 9: "undecided", 10: "restitution", 11: "sticking", 12: "friction", 101: "eventInside", 105: "eventValue", 106: "eventOff", 107: "eventAgain", "-1": "long" };
const FLAGGED = 100; // tolerances: an energy balance that closes to more is open, as in `simulate`
const LEAST = 1e-13; // what rounding may leave of it
const SETS = 1; // what an event does that sets values
const SIGNS = { dissipated: -1, friction: -1 }; // works that are taken; all others are given

const breathe = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(0);
  });

/* Words with blanks filled. */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
/* A number as it is typed, in some digits. */
const plain = (value, digits = 12) => {
  const own = parseFloat(value.toPrecision(digits));
  return own !== 0 && Math.abs(own) < 1e-3 ? own.toExponential() : String(own);
};
/* A text as a value of a control, in units of the SI; NaN where it is no finite number. */
const typed = (control, text) => {
  const si = text.trim() === "" ? NaN : Number(text) * control.factor + control.zero;
  return Number.isFinite(si) ? si : NaN;
};

class Live {
  constructor(root, part, player) {
    const { data } = player;
    Object.assign(this, { root, part, data, player, picture: new LivePicture(player, data.live), program: data.live, words: data.live.words, changed: new Map(), guess: null, refused: "", told: "", runs: 0 });
    this.lines = [...root.querySelectorAll(".dlb-control")];
    this.done = this.open();
  }

  async open() {
    try {
      this.engine = await Engine.open(this.program);
    } catch (error) {
      this.say(this.words.notAllowed); // the recorded motion plays as it did
      this.part("values").querySelectorAll("input, button").forEach((one) => (one.disabled = true));
      return;
    }
    this.starts = new Starts(this.engine);
    this.happenings = new Happenings(this);
    this.part("forces").closest("span").hidden = true;
    this.part("csv").disabled = true; // until there is a run
    this.listen();
    this.recall();
    await this.renew();
  }

  /* Controls: a slider and a field for each value */

  control(line) {
    return this.program.controls[Number(line.dataset.control)];
  }

  shown(control, si) {
    return (si - control.zero) / control.factor;
  }

  listen() {
    for (const line of this.lines) {
      const [slider, field] = line.querySelectorAll("input");
      const control = this.control(line);
      const round = 10 ** Math.floor(Math.log10((control.high - control.low) / 400));
      slider.addEventListener("input", () => {
        const [near, low, high] = [Math.round(Number(slider.value) / round) * round, Number(slider.min), Number(slider.max)];
        this.change(control, plain(Math.min(Math.max(near, low), high)));
      });
      field.addEventListener("change", () => {
        if (Number.isFinite(typed(control, field.value))) this.change(control, field.value);
        else this.refuse(line);
      });
    }
    this.part("reset").addEventListener("click", () => this.reset());
    this.part("csv").addEventListener("click", () => this.save());
    if (this.data.alone) {
      this.part("link").addEventListener("click", () => this.copy());
      window.addEventListener("hashchange", () => {
        if (location.hash === this.hash) return;
        this.recall();
        this.renew();
      });
    } else this.part("link").hidden = true;
  }

  /* Another value, as it is typed in the unit of its control. */
  change(control, text) {
    this.refused = "";
    this.changed.set(control, typed(control, text));
    if (control.kind === "start") this.guess = null;
    this.remember();
    return this.renew();
  }

  /* What was typed is no value: it stays as it was. */
  refuse(line) {
    this.tell(line);
    this.refused = filled(this.words.noNumber, { name: line.querySelector(".dlb-what").firstChild.textContent });
    this.say(this.told);
  }

  reset() {
    this.refused = "";
    this.changed.clear();
    this.guess = null;
    this.remember();
    return this.renew();
  }

  value(control) {
    if (this.changed.has(control)) return this.changed.get(control);
    if (control.kind === "start" || control.kind === "speed") return this.first ? this.first[control.place] : control.value;
    return control.value;
  }

  /* A line as its value is. */
  tell(line) {
    const [slider, field] = line.querySelectorAll("input");
    const control = this.control(line);
    const value = this.shown(control, this.value(control));
    slider.min = Math.min(control.low, value);
    slider.max = Math.max(control.high, value);
    slider.value = value;
    field.value = plain(value, 6);
    line.classList.toggle("dlb-changed", this.changed.has(control));
  }

  /* The values in the address of the page */

  remember() {
    if (!this.data.alone || location.protocol === "about:") return;
    const parts = [...this.changed].map(([control, si]) => `${encodeURIComponent(control.name)}=${plain(this.shown(control, si))}`);
    if (this.guess) parts.push(`place=${[...this.guess].map((value) => plain(value)).join(",")}`);
    this.hash = parts.length ? `#${parts.join("&")}` : "";
    history.replaceState(null, "", this.hash || location.pathname + location.search);
  }

  recall() {
    if (!this.data.alone) return;
    this.hash = location.hash;
    this.changed.clear();
    this.guess = null;
    const left = location.hash.slice(1).split("&").filter((part) => part !== "" && !this.take(...part.split("=")));
    this.refused = left.length ? filled(this.words.address, { text: left.join(", ").slice(0, 100) }) : "";
  }

  /* Take a part of the address; whether it is a value of this page. */
  take(name, text = "") {
    const control = this.program.controls.find((one) => encodeURIComponent(one.name) === name || one.name === name);
    const numbers = text.split(",").map((one) => typed(control || { factor: 1, zero: 0 }, one));
    const known = numbers.every(Number.isFinite) && numbers.length === (control ? 1 : this.program.tested) && (control || name === "place");
    if (known && control) this.changed.set(control, numbers[0]);
    else if (known) this.guess = Float64Array.from(numbers);
    return known;
  }

  async copy() {
    const box = this.part("address");
    box.hidden = false;
    box.value = location.href;
    box.select();
    if (navigator.clipboard && window.isSecureContext) await navigator.clipboard.writeText(location.href).catch(() => box.focus());
  }

  /* Runs */

  /* The motion of the values as they are now; while it is made, later changes wait for its first picture. */
  async renew() {
    this.lines.forEach((line) => this.tell(line));
    this.stale = true;
    if (this.working) return this.working;
    this.working = this.work();
    await this.working;
    this.working = null;
    return null;
  }

  async work() {
    await breathe();
    while (this.stale) {
      this.stale = false;
      await this.compute();
    }
  }

  get end() {
    const control = this.program.controls.find((one) => one.kind === "time");
    return this.value(control);
  }

  /* The start that follows from the values; null where constraints forbid it. */
  begin() {
    const { engine, program } = this;
    engine.clear();
    const p = Float64Array.from(program.p);
    const given = [];
    for (const [control, value] of this.changed) {
      if (control.kind === "parameter") p[control.place] = value;
      else if (control.kind !== "time") given.push([control.place, value]);
    }
    engine.use(p);
    this.first = this.starts.state(given, this.guess);
    return this.first;
  }

  /* Why no run can begin with the values as they are; null where one can. */
  obstacle(start) {
    const { engine, program, words } = this;
    const beyond = engine.beyond();
    if (beyond) return filled(words.bound, { ...beyond, value: shown(beyond.value), bound: shown(beyond.bound) });
    if (!start) return words.noStart;
    if (!(this.end > program.tStart)) return filled(words.noEnd, { end: shown(this.end), start: shown(program.tStart) });
    if (jumpTimes(engine, program.tStart, this.end).length >= MOST_LEVELS) return filled(words.noRun, { why: words.long });
    const inside = engine.modes ? engine.modes.insideOf(start) : null;
    return inside === null ? null : filled(words.inside, { name: inside });
  }

  async compute() {
    const { engine, program, words } = this;
    const began = performance.now();
    const start = this.begin();
    const obstacle = this.obstacle(start);
    if (obstacle !== null) {
      this.say(obstacle);
      return;
    }
    this.lines.forEach((line) => this.tell(line));
    const [t0, t1, count] = [program.tStart, this.end, program.frames];
    const times = Float64Array.from({ length: count }, (_, k) => (k === count - 1 ? t1 : t0 + ((t1 - t0) * k) / (count - 1)));
    let [pictured, latest] = [false, null];
    const job = new Claim(engine, times, program.rtol).solve(start, (run) => {
      latest = run;
      if (pictured) return;
      pictured = true;
      this.show(times, run);
      this.firstPicture = performance.now() - began;
      this.say(words.estimating);
    });
    let slice = performance.now();
    for (let step = job.next(); ; step = job.next()) {
      if (step.done) {
        this.finish(times, step.value, latest);
        break;
      }
      if (pictured && this.stale) return;
      if (performance.now() - slice > BREATH) {
        await breathe();
        slice = performance.now();
      }
    }
    this.seconds = performance.now() - began;
    this.runs += 1;
  }

  /* The motion as far as it goes; one that ends where it begins is none. */
  show(all, run) {
    if (run.count < 2) return;
    const times = all.slice(0, run.count);
    const columns = this.engine.columnsOf(times, run);
    this.shownRun = { times, run, columns };
    this.part("csv").disabled = false;
    this.happenings.show(run);
    this.picture.renew(times, columns);
  }

  finish(times, claim, latest) {
    const { words, program } = this;
    const run = claim ? claim.run : latest;
    this.claim = claim;
    this.show(times, run);
    if (run.count < 2) {
      this.say(run.status === STOPPED ? this.stopOf(run) : filled(words.noRun, { why: words[ENDED[run.status]] }));
      return;
    }
    const error = this.account();
    const allowed = Math.max(FLAGGED * Math.max(program.rtol, LEAST), claim && claim.achieved > program.rtol ? 2 * SAFETY * claim.achieved : 0);
    const open = program.energies.length > 0 && !(error <= allowed);
    const number = (value) => shown(parseFloat(value.toPrecision(2)));
    const values = { rtol: number(program.rtol), t: shown(run.t), ledger: number(error) };
    const parts = [];
    if (run.status === STOPPED) parts.push(this.stopOf(run));
    else if (run.status !== DONE) parts.push(filled(words.ended, { ...values, why: words[ENDED[run.status]] }));
    if (open) parts.push(filled(words.open, values));
    else if (!claim || !claim.alike) parts.push(words.noClaim);
    else if (claim.achieved <= program.rtol) parts.push(filled(words.met, { ...values, error: number(claim.achieved) }));
    else parts.push(filled(words.limited, { ...values, error: number(claim.achieved), until: shown(claim.until) }));
    if (program.energies.length && !open) parts.push(filled(words.balance, values));
    this.say(parts.join(" "));
  }

  /* Which event ended a run, and when. */
  stopOf({ t, events }) {
    return filled(this.words.stopped, { t: shown(t), name: this.program.events.names[events[events.length - 1].event] });
  }

  /* The energy account at the end of the run: each item, and what is left unexplained against the largest energy. */
  account() {
    const { times, run, columns } = this.shownRun;
    const { energies, works, size, tested } = this.program;
    const [T, V, E] = energies.map((k) => columns[k]);
    const { impacts = [], pushes = [], sets = [], count } = run;
    const [lost, given, pushed, set] = [[impacts, "lost"], [impacts, "given"], [pushes, "given"], [sets, "given"]].map(([instants, name]) => soFar(times, count, instants, name));
    const work = (k, row) => run.rows[row * size + tested + k] + (works[k] === "constraints" ? given[row] : 0);
    const explained = (row) => works.reduce((sum, name, k) => sum + (SIGNS[name] || 1) * work(k, row), pushed[row] + set[row] - lost[row]);
    const first = E[0] - explained(0); // an impact at the very start is before the first row
    let [scale, most, rest] = [0, 0, 0];
    for (let row = 0; row < run.count; row++) {
      scale = Math.max(scale, Math.abs(T[row]) + Math.abs(V[row]), lost[row], Math.abs(pushed[row]), Math.abs(set[row]), ...works.map((_, k) => Math.abs(work(k, row))));
      rest = E[row] - explained(row) - first;
      most = Math.max(most, Math.abs(rest));
    }
    const last = Math.max(0, run.count - 1);
    const cells = [...this.root.querySelectorAll(".dlb-ledger td")];
    const { hybrid, jumps, events } = this.program;
    const setting = events && events.acts.includes(SETS);
    const instants = [...(hybrid && hybrid.contacts.length ? [lost[last]] : []), ...(setting ? [set[last]] : []), ...(jumps && jumps.impulses.length ? [pushed[last]] : [])];
    [E[0], ...works.map((_, k) => work(k, last)), ...instants, rest, E[last]].forEach((value, i) => (cells[i].textContent = shown(value, 1e-6 * scale * EPSILON)));
    return scale > 0 ? most / scale : 0;
  }

  say(text) {
    language.mark = this.data.mark;
    this.told = text;
    this.part("said").textContent = this.refused ? `${this.refused} ${text}` : text;
  }

  /* A table of all plotted quantities. */
  save() {
    const { times, run, columns } = this.shownRun;
    const own = this.data.plots.flatMap((plot) => plot.curves.map((curve) => ({ ...curve, unit: plot.unit })));
    const quoted = (text) => `"${text.replace(/"/g, '""')}"`;
    const head = ["t [s]", ...own.map((curve) => (curve.unit ? `${curve.name} [${curve.unit}]` : curve.name))].map(quoted);
    const lines = Array.from({ length: run.count }, (_, row) => [times[row], ...own.map((curve) => columns[curve.column][row])].join(","));
    const address = URL.createObjectURL(new Blob([`${[head.join(","), ...lines].join("\n")}\n`], { type: "text/csv" }));
    const link = document.createElement("a");
    [link.href, link.download] = [address, "motion.csv"];
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /* The mechanism in the hand */

  /* Where a point of the picture is on the screen at a state. */
  seen(i) {
    const columns = this.program.points[i];
    return (y) => {
      const found = this.engine.observedAt(this.program.tStart, y);
      return this.player.view.onto(columns.map((column) => found[column]));
    };
  }

  /* Take the point near a spot, as the mechanism is shown now; whether there is one that can move. */
  grab(spot) {
    if (!this.shownRun || !this.engine) return false;
    const near = this.program.points.map((_, i) => [i, this.player.scene.spot(i)]).map(([i, own]) => [i, Math.hypot(own[0] - spot[0], own[1] - spot[1])]);
    const [best, away] = near.reduce((a, b) => (b[1] < a[1] ? b : a), [-1, Infinity]);
    if (!(away < GRASP)) return false;
    const { run } = this.shownRun;
    const { size, tested } = this.program;
    const row = Math.min(run.count - 1, this.picture.frame);
    const y = run.rows.slice(row * size, (row + 1) * size);
    if (!this.starts.pulled(y, this.seen(best), spot)) return false;
    this.held = { y, point: best };
    this.player.pause();
    return tested > 0;
  }

  pull(spot) {
    if (!this.held) return;
    const moved = this.starts.pulled(this.held.y, this.seen(this.held.point), spot);
    if (!moved) return;
    this.held.y = moved;
    this.place(moved);
  }

  letGo() {
    this.held = null;
  }

  /* Let the motion start at the places of a state; speeds stay as they are given. */
  place(y) {
    const { tested, n, split, controls } = this.program;
    const places = n || split;
    for (const control of controls) if (control.kind === "start" && control.place < places) this.changed.set(control, y[control.place]);
    const speeds = this.first || y;
    this.guess = Float64Array.from({ length: tested }, (_, i) => (i < places ? y[i] : speeds[i]));
    this.remember();
    this.player.seek(this.program.tStart);
    this.renew();
  }
}
