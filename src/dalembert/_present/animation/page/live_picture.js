/* The range of numbers and another one together. */
function within(numbers, [low, high]) {
  for (const value of numbers) {
    if (value < low) low = value;
    else if (value > high) high = value;
  }
  return [low, high];
}

/* The picture of a player with the numbers of runs in its page. */
class LivePicture {
  constructor(player, program) {
    const { data } = player;
    Object.assign(this, { player, program, data, low: data.low, high: data.high, radius: data.radius });
    this.panels = data.panels.map(({ low, high }) => [low, high]);
    this.taken = false;
  }

  /* Take all columns from where the program has them. */
  adopt() {
    const { data, program } = this;
    this.taken = true;
    data.shapes = data.shapes.filter((shape) => !shape.layer); // forces of joints were only recorded
    data.points = program.points;
    data.shapes.forEach((shape, i) => (shape.values = program.shapes[i]));
    data.panels.forEach((panel, i) => (panel.column = program.panels[i]));
    data.diagram?.signals.forEach((signal, i) => (signal.column = program.signals[i]));
    data.plots.forEach((plot, i) => plot.curves.forEach((curve, j) => (curve.column = program.plots[i][j])));
  }

  renew(times, columns) {
    const { player } = this;
    if (!this.taken) this.adopt();
    Object.assign(player.numbers, { times, frames: times.length, live: columns });
    player.setTimes(times);
    this.widen(columns);
    player.plots.forEach((plot) => plot.measure());
    player.fit();
  }

  /* The recorded box made larger by what goes beyond it. */
  widen(columns) {
    const { data, player } = this;
    const recorded = this.low.map((low, k) => [low, this.high[k]]);
    const solid = data.points.filter((place) => place.length === data.dimension); // not on the paper beside it
    const box = solid.reduce((ends, place) => place.map((column, k) => within(columns[column], ends[k])), recorded);
    [data.low, data.high] = [box.map(([low]) => low), box.map(([, high]) => high)];
    data.panels.forEach((panel, i) => ([panel.low, panel.high] = within(columns[panel.column], this.panels[i])));
    data.radius = Math.max(this.radius, Math.hypot(...box.map(([low, high]) => high - low)) / 2);
    Object.assign(player.view, { middle: box.map(([low, high]) => (low + high) / 2), eye: EYE * (data.radius || 1) });
  }

  /* The frame that is shown. */
  get frame() {
    const { part, next, frame } = this.player.numbers;
    return part > 0.5 ? next : frame;
  }
}
