/* The scene: the shapes of a picture as they are seen at the time, traces, names and axes. */
const FADE = 0.12; // part of the run that a fading trace shows
const NEAR = 14; // pixels within which the pointer is at a point
const LABEL = 12; // height of letters
const WAYS = [1, 3, 7, 5, 0, 4, 2, 6]; // eighths of a turn, the best first

class Scene {
  constructor(data, numbers, pen, view) {
    Object.assign(this, { data, numbers, pen, view, ways: new Map() });
    this.space = data.dimension === 3 ? new Space(this) : null;
  }

  place(i) {
    return this.data.points[i].map((column) => this.numbers.at(column));
  }

  spot(i) {
    return this.view.onto(this.place(i));
  }

  value(shape, name) {
    return this.numbers.at(shape.values[name]);
  }

  /* A length of a shape, in pixels. */
  length(shape, name) {
    return this.view.size(this.place(shape.points[0]), this.value(shape, name));
  }

  draw(traces, names, forces) {
    const { shapes } = this.data;
    const solid = shapes.filter((s) => s.kind !== "trace" && (forces || !s.layer));
    const under = (s) => !this.space && (s.kind === "pin" || s.kind === "floor");
    if (this.space) this.space.ground();
    solid.filter(under).forEach((s) => this.shape(s));
    if (traces !== "none") shapes.filter((s) => s.kind === "trace").forEach((s) => this.trace(s, traces));
    if (this.space) this.space.draw(solid);
    else solid.filter((s) => !under(s)).forEach((s) => this.shape(s));
    this.axes();
    this.labels(names);
  }

  shape(shape) {
    const ends = shape.points.map((i) => this.spot(i));
    if (finite(...ends)) flat[shape.kind](this, shape, ends);
  }

  trace(shape, mode) {
    const columns = this.data.points[shape.points[0]];
    const { numbers } = this;
    const at = (f) => this.view.onto(columns.map((c) => numbers.in(c, f)));
    const here = this.spot(shape.points[0]);
    const draw = (first, last, alpha, end) => {
      const points = [];
      for (let f = first; f <= last; f++) points.push(at(f));
      if (end) points.push(end);
      const whole = points.filter((p) => finite(p));
      if (whole.length > 1) this.pen.line(whole, shape.colour, 1.1, alpha);
    };
    if (mode === "complete") {
      draw(0, numbers.frames - 1, 0.25);
      draw(0, numbers.frame, 0.9, here);
      return;
    }
    const count = Math.max(8, Math.round(FADE * numbers.frames));
    const pieces = Math.min(16, count);
    for (let k = 0; k < pieces; k++) {
      const first = Math.round(numbers.frame - count * (1 - k / pieces));
      const last = k === pieces - 1 ? numbers.frame : Math.round(numbers.frame - count * (1 - (k + 1) / pieces));
      if (last >= 0) draw(Math.max(0, first), last, ((k + 1) / pieces) ** 1.5 * 0.9, k === pieces - 1 ? here : null);
    }
  }

  axes() {
    const ways = this.data.axes.map((axis) => [axis.name, [this.view.along(0, axis.way), -this.view.along(1, axis.way)]]);
    if (!ways.length) return;
    const reach = 22;
    const x = this.view.corner[0] - Math.min(0, ...ways.map(([, w]) => w[0])) * reach;
    const y = this.view.corner[1] - Math.max(0, ...ways.map(([, w]) => w[1])) * reach;
    for (const [name, [dx, dy]] of ways) {
      this.pen.line([[x, y], [x + dx * reach, y + dy * reach]], "soft", 0.7);
      if (Math.hypot(dx, dy) > 0.2) this.pen.text(name, [x + dx * reach * 1.45, y + dy * reach * 1.45], "soft", 11);
    }
  }

  /* Names and texts, each on the side where it stood before unless it would cover something there. */
  labels(names) {
    const taken = [];
    const marks = this.marks();
    this.data.labels.forEach((label, number) => {
      if (!names && label.name) return;
      const ends = label.points.map((i) => this.spot(i));
      if (!finite(...ends)) return;
      const [x, y] = [0, 1].map((k) => ends.reduce((sum, e) => sum + e[k], 0) / ends.length);
      const wide = this.pen.width_of(label.text, LABEL) / 2 + 1;
      const reach = label.reach.map((r) => this.view.size(this.place(label.points[0]), r));
      let best = null;
      const before = this.ways.has(number) ? this.ways.get(number) : label.way;
      const places = [1, 0.4].flatMap((part) => [4, 13, 28].map((gap) => [part, gap]));
      const sides = places.flatMap(([part, gap]) => WAYS.map((way) => [part, gap, way]));
      sides.forEach(([part, gap, way], rank) => {
        const [dx, dy] = [Math.cos((way * Math.PI) / 4), -Math.sin((way * Math.PI) / 4)];
        const at = [x + dx * (part * reach[0] + gap + wide), y + dy * (part * reach[1] + gap + LABEL / 2)];
        const box = [at[0] - wide, at[1] - LABEL / 2, at[0] + wide, at[1] + LABEL / 2];
        const inside = ([px, py]) => box[0] < px && px < box[2] && box[1] < py && py < box[3];
        const meets = (o) => box[0] < o[2] && o[0] < box[2] && box[1] < o[3] && o[1] < box[3];
        const cost = 40 * taken.filter(meets).length + marks.filter(inside).length + 0.1 * rank - (way === before && rank < WAYS.length ? 1.5 : 0);
        if (!best || cost < best.cost) best = { cost, at, box, way };
      });
      this.ways.set(number, best.way);
      taken.push(best.box);
      this.pen.text(label.text, best.at, label.name ? "soft" : "ink", LABEL);
    });
    this.boxes = taken;
  }

  /* Spots along everything between points, which labels keep off. */
  marks() {
    const marks = this.space ? this.space.marks : [];
    for (const shape of this.data.shapes.slice(0, 120)) {
      if (shape.kind === "trace" || shape.points.length < 2) continue;
      const ends = shape.points.map((i) => this.spot(i));
      if (shape.closed) ends.push(ends[0]);
      for (let i = 1; i < ends.length; i++) {
        const [a, b] = [ends[i - 1], ends[i]];
        const count = Math.min(60, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 6)) || 1;
        for (let k = 0; k <= count; k++) marks.push([a[0] + ((b[0] - a[0]) * k) / count, a[1] + ((b[1] - a[1]) * k) / count]);
      }
    }
    return marks;
  }

  /* The named point at a spot, with its place along the axes of the model. */
  under(spot) {
    let found = null;
    let least = NEAR;
    this.data.names.forEach((name, i) => {
      const own = this.spot(i);
      const away = Math.hypot(own[0] - spot[0], own[1] - spot[1]);
      if (name[0] === "_" || !(away < least)) return;
      least = away;
      found = i;
    });
    if (found === null) return null;
    const place = this.place(found);
    const values = this.data.axes.map((axis) => [axis.name, dot(axis.way, place)]);
    return { name: this.data.names[found], spot: this.spot(found), values };
  }
}
