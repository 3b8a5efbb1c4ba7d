/* What happens in a run: impacts, contacts that close, stick, slip and open, events of the model. */
const LISTED = 100; // that are told in the table

/* The sum of a quantity of all impacts, or of other instants, up to each row. */
function soFar(times, count, instants, name) {
  let [sum, k] = [0, 0];
  return Float64Array.from({ length: count }, (_, row) => {
    for (; k < instants.length && instants[k].t <= times[row]; k++) sum += instants[k][name];
    return sum;
  });
}

class Happenings {
  constructor(live) {
    const { engine, program, words, root, player } = live;
    Object.assign(this, { modes: engine.modes, program, words, player, box: root.querySelector(".dlb-happenings") });
  }

  /* All that happens, in the order of time. */
  *every({ intervals = [], impacts = [], pushes = [], events }) {
    const { words, modes } = this;
    const names = (contacts) => contacts.map((i) => this.program.hybrid.contacts[i]).join(", ");
    for (const { t, lost, contacts } of impacts) yield { t, text: filled(words.impact, { name: names(contacts), lost: shown(parseFloat(lost.toPrecision(4))) }) };
    for (const { t, names: acting } of pushes) yield { t, text: acting.join(", ") };
    for (const { t, event } of events) yield { t, text: this.program.events.names[event] };
    let before = [[], []];
    for (const { t, mode, values } of modes ? intervals : []) {
      const now = modes.touching({ mode, values });
      const [touching, sticking] = now;
      const slipping = touching.filter((i) => !sticking.includes(i) && this.program.hybrid.slips[i] >= 0);
      const fresh = { sticks: sticking.filter((i) => !before[1].includes(i)), slips: slipping.filter((i) => !before[0].includes(i) || before[1].includes(i)) };
      const smooth = touching.filter((i) => this.program.hybrid.slips[i] < 0);
      Object.assign(fresh, { rests: smooth.filter((i) => !before[0].includes(i)), opens: before[0].filter((i) => !touching.includes(i)) });
      for (const [what, contacts] of Object.entries(fresh)) if (contacts.length) yield { t, text: filled(words[what], { name: names(contacts) }) };
      before = now;
    }
  }

  show(run) {
    const { box, words, player } = this;
    if (!box) return;
    const found = [...this.every(run)].sort((a, b) => a.t - b.t);
    const count = (run.impacts || []).length;
    const title = count ? filled(words.impacts, { count: String(count) }) : words.events;
    box.querySelector("summary").textContent = title;
    const row = ({ t, text }) => {
      const line = document.createElement("tr");
      for (const value of [shown(parseFloat(t.toPrecision(9))), text]) line.appendChild(document.createElement("td")).textContent = value;
      return line;
    };
    const rows = found.slice(0, LISTED).map(row);
    if (found.length > LISTED) rows.push(row({ t: found[LISTED].t, text: filled(words.more, { count: String(found.length - LISTED) }) }));
    box.querySelector("tbody").replaceChildren(...rows);
    box.hidden = !found.length;
    player.numbers.marks = [...(run.impacts || []), ...(run.pushes || []), ...run.events].map(({ t }) => t);
    player.numbers.bars = this.bars(run);
  }

  /* The times in which something sticks. */
  bars({ intervals = [], t: end }) {
    const found = [];
    intervals.forEach(({ t, mode, values }, k) => {
      const last = k + 1 < intervals.length ? intervals[k + 1].t : end;
      if (this.modes.touching({ mode, values })[1].length || this.modes.slides(mode)) found.push([t, last]);
    });
    return found;
  }
}
