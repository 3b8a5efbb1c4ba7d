/* Plays pictures of motions. Each element .dlb holds its own data; nothing is loaded from anywhere. */
(() => {
  "use strict";

  const MISSING = -32768; // stands for a number that is not finite
  const LINES = 1.5; // pixels of a line of width 1
  const FADE = 0.12; // part of the run that a fading trace shows
  const INKS = ["ink", "soft", "faint", "paper", "mass", "c0", "c1", "c2", "c3", "c4", "c5"];
  const FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif';
  const TURNS = { deg: Math.PI / 180, "°": Math.PI / 180, rev: 2 * Math.PI };

  /* The numbers of a picture at any time, straight between its frames. */
  class Numbers {
    constructor(data) {
      this.times = data.times;
      this.columns = data.columns;
      this.frames = data.times.length;
      const raw = atob(data.numbers);
      const bytes = new DataView(new ArrayBuffer(raw.length));
      for (let i = 0; i < raw.length; i++) bytes.setUint8(i, raw.charCodeAt(i));
      this.codes = new Int16Array(raw.length / 2);
      for (let i = 0; i < this.codes.length; i++) this.codes[i] = bytes.getInt16(2 * i, true);
      this.seek(this.times[0]);
    }

    seek(time) {
      const t = this.times;
      let low = 0;
      let high = this.frames - 1;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (t[middle] <= time) low = middle;
        else high = middle;
      }
      this.frame = low;
      this.next = high;
      this.part = high > low ? Math.min(1, Math.max(0, (time - t[low]) / (t[high] - t[low]))) : 0;
    }

    at(column) {
      const a = this.in(column, this.frame);
      return this.part === 0 ? a : a + (this.in(column, this.next) - a) * this.part;
    }

    in(column, frame) {
      const own = this.columns[column];
      if (own.length === 1) return own[0];
      const code = this.codes[own[2] * this.frames + frame];
      return code === MISSING ? NaN : own[0] + own[1] * code;
    }
  }

  /* A number in four digits; what is nothing against `size` is 0. */
  function shown(value, size = 0) {
    if (!Number.isFinite(value)) return "–";
    if (value === 0 || Math.abs(value) < 1e-9 * size) return "0";
    const far = Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6;
    const [digits, power] = value.toExponential(3).split("e");
    return far ? `${parseFloat(digits)}e${Number(power)}` : String(parseFloat(value.toPrecision(4)));
  }

  const finite = (...spots) => spots.every((spot) => Number.isFinite(spot[0]) && Number.isFinite(spot[1]));

  /* Draws in pixels on a canvas, with the colours of the page. */
  class Pen {
    constructor(canvas, colours) {
      this.canvas = canvas;
      this.g = canvas.getContext("2d");
      this.colours = colours;
    }

    fit(width, height) {
      const dense = window.devicePixelRatio || 1;
      this.width = width;
      this.height = height;
      this.canvas.width = Math.round(width * dense);
      this.canvas.height = Math.round(height * dense);
      this.canvas.style.height = `${height}px`;
      this.g.setTransform(dense, 0, 0, dense, 0, 0);
    }

    clear() {
      this.g.clearRect(0, 0, this.width, this.height);
    }

    path(points, closed) {
      this.g.beginPath();
      points.forEach(([x, y], i) => (i ? this.g.lineTo(x, y) : this.g.moveTo(x, y)));
      if (closed) this.g.closePath();
    }

    stroke(colour, width, alpha = 1) {
      this.g.globalAlpha = alpha;
      this.g.strokeStyle = this.colours[colour];
      this.g.lineWidth = width;
      this.g.lineJoin = this.g.lineCap = "round";
      this.g.stroke();
      this.g.globalAlpha = 1;
    }

    fill(colour) {
      this.g.fillStyle = this.colours[colour];
      this.g.fill();
    }

    line(points, colour, width, alpha) {
      this.path(points, false);
      this.stroke(colour, width * LINES, alpha);
    }

    polygon(points, fill, colour, width) {
      this.path(points, true);
      if (fill) this.fill(fill);
      if (width) this.stroke(colour, width * LINES);
    }

    circle([x, y], radius, fill, colour, width) {
      this.g.beginPath();
      this.g.arc(x, y, Math.abs(radius), 0, 2 * Math.PI);
      if (fill) this.fill(fill);
      if (width) this.stroke(colour, width * LINES);
    }

    text(words, [x, y], colour, size, align = "center") {
      this.g.font = `${size}px ${FONT}`;
      this.g.textAlign = align;
      this.g.textBaseline = "middle";
      this.g.lineJoin = "round";
      this.g.lineWidth = 4;
      this.g.strokeStyle = this.colours.paper;
      this.g.strokeText(words, x, y);
      this.g.fillStyle = this.colours[colour];
      this.g.fillText(words, x, y);
    }
  }

  /* The scene: points through the camera onto the canvas, and shapes tied to them. */
  class Scene {
    constructor(data, numbers, pen) {
      Object.assign(this, { data, numbers, pen, turn: data.turn, tilt: data.tilt });
    }

    /* Fit the box of the whole motion into a rectangle. */
    frame(left, top, width, height) {
      const { low, high, dimension } = this.data;
      const middle = low.map((v, i) => (v + high[i]) / 2);
      const size = low.map((v, i) => high[i] - v);
      const ball = 2 * this.data.radius;
      const least = 30 * this.data.unit;
      const across = dimension === 3 ? ball : Math.max(size[0], least);
      const tall = dimension === 3 ? ball : Math.max(size[1], least);
      const space = dimension === 3 ? 18 : 34;
      this.scale = Math.max(1e-300, Math.min((width - 2 * space) / across, (height - 2 * space) / tall));
      this.origin = [left + width / 2, top + height / 2];
      this.corner = [left + 16, top + height - 16];
      this.middle = middle;
      this.look();
    }

    look() {
      const a = (this.turn * Math.PI) / 180;
      const b = (this.tilt * Math.PI) / 180;
      const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
      this.camera =
        this.data.dimension === 2
          ? [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
          : [[-sa, ca, 0], [-sb * ca, -sb * sa, cb], [cb * ca, cb * sa, sb]];
    }

    along(row, v) {
      return this.camera[row].reduce((sum, c, i) => sum + c * (v[i] || 0), 0);
    }

    way(v) {
      return [this.along(0, v) * this.scale, -this.along(1, v) * this.scale];
    }

    onto(p) {
      const [x, y] = this.way(p.map((v, i) => v - this.middle[i]));
      return [this.origin[0] + x, this.origin[1] + y];
    }

    place(i) {
      return this.data.points[i].map((column) => this.numbers.at(column));
    }

    spot(i) {
      return this.onto(this.place(i));
    }

    value(shape, name) {
      return this.numbers.at(shape.values[name]);
    }

    draw(traces, names) {
      const flat = ["pin", "floor"];
      const { shapes } = this.data;
      shapes.filter((s) => flat.includes(s.kind)).forEach((s) => this.shape(s));
      if (traces !== "none") shapes.filter((s) => s.kind === "trace").forEach((s) => this.trace(s, traces));
      const solid = shapes.filter((s) => s.kind !== "trace" && !flat.includes(s.kind));
      if (this.data.dimension === 3) {
        const near = new Map(solid.map((s) => [s, this.depth(s)]));
        solid.sort((a, b) => near.get(a) - near.get(b));
      }
      solid.forEach((s) => this.shape(s));
      this.axes();
      this.labels(names);
    }

    depth(shape) {
      const total = shape.points.reduce((sum, i) => sum + this.along(2, this.place(i)), 0);
      return total / shape.points.length;
    }

    shape(shape) {
      const ends = shape.points.map((i) => this.spot(i));
      if (finite(...ends)) this[shape.kind](shape, ends);
    }

    link(shape, ends) {
      const width = Math.max(1.2, this.value(shape, "width") * this.scale);
      this.pen.path(ends, shape.closed);
      this.pen.stroke(shape.colour, width);
      if (width > 3) ends.forEach((end) => this.pen.circle(end, width * 0.27, "paper", "paper", 0));
    }

    spring(shape, [start, end]) {
      const { at } = band(start, end, this.value(shape, "width") * this.scale);
      const teeth = 2 * shape.coils;
      const parts = [[0, 0], [0.12, 0]];
      for (let i = 0; i < teeth; i++) parts.push([0.12 + (0.76 * (i + 0.5)) / teeth, i % 2 ? -1 : 1]);
      parts.push([0.88, 0], [1, 0]);
      this.pen.line(parts.map(([s, side]) => at(s, side)), "ink", 1.1);
    }

    damper(shape, [start, end]) {
      const width = this.value(shape, "width") * this.scale;
      const { at, length } = band(start, end, width);
      const mouth = Math.min(1.4 * width, 0.4 * length) / (length || 1);
      const [back, front] = [(1 - mouth) / 2, (1 + mouth) / 2];
      this.pen.line([at(0, 0), at(back, 0)], "ink", 1);
      this.pen.line([at(front, 1), at(back, 1), at(back, -1), at(front, -1)], "ink", 1.2);
      this.pen.line([at(0.5, 0.75), at(0.5, -0.75)], "ink", 1.6);
      this.pen.line([at(0.5, 0), at(1, 0)], "ink", 1);
    }

    wheel(shape, [centre]) {
      const radius = Math.abs(this.value(shape, "radius"));
      const angle = "angle" in shape.values ? this.value(shape, "angle") : 0;
      let rim = (a) => [centre[0] + radius * this.scale * Math.cos(a), centre[1] - radius * this.scale * Math.sin(a)];
      if ("axis_x" in shape.values) {
        const [first, second] = radii(["axis_x", "axis_y", "axis_z"].map((k) => this.value(shape, k)));
        const middle = this.place(shape.points[0]);
        rim = (a) => this.onto(middle.map((v, i) => v + radius * (Math.cos(a) * first[i] + Math.sin(a) * second[i])));
      }
      const around = Array.from({ length: 48 }, (_, k) => rim((k * Math.PI) / 24));
      if (!finite(...around)) return;
      this.pen.polygon(around, "", shape.colour, 1.8);
      if (!("angle" in shape.values)) return;
      const quarter = Math.PI / 2;
      this.pen.line([rim(angle + quarter), rim(angle - quarter)], shape.colour, 0.7);
      this.pen.line([centre, rim(angle + 2 * quarter)], shape.colour, 0.7);
      this.pen.line([centre, rim(angle)], shape.colour, 1.8);
    }

    disc(shape, [centre]) {
      this.pen.circle(centre, Math.max(2, this.value(shape, "radius") * this.scale), shape.colour, "paper", 0.7);
    }

    block(shape, [[x, y]]) {
      const [w, h] = ["width", "height"].map((k) => (this.value(shape, k) * this.scale) / 2);
      const a = this.value(shape, "angle");
      const [c, s] = [Math.cos(a), Math.sin(a)];
      const corners = [[-w, -h], [w, -h], [w, h], [-w, h]];
      this.pen.polygon(corners.map(([p, q]) => [x + c * p - s * q, y - s * p - c * q]), shape.colour, "paper", 0.7);
    }

    pin(shape, [[x, y]]) {
      const size = this.value(shape, "size") * this.scale;
      const foot = y + 0.8 * size;
      this.pen.polygon([[x, y], [x - 0.5 * size, foot], [x + 0.5 * size, foot]], "paper", "soft", 1);
      this.hatched([x - 0.8 * size, foot], [x + 0.8 * size, foot], size / 3);
    }

    floor(shape, [start, end]) {
      this.hatched(start, end, this.value(shape, "size") * this.scale);
    }

    hatched(start, end, size) {
      const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
      const length = Math.hypot(dx, dy) || 1;
      const [tx, ty] = [dx / length, dy / length];
      const count = Math.max(2, Math.min(60, Math.round(length / (0.9 * size))));
      this.pen.line([start, end], "soft", 1.2);
      for (let i = 1; i <= count; i++) {
        const [x, y] = [start[0] + (dx * i) / count, start[1] + (dy * i) / count];
        this.pen.line([[x, y], [x - (tx + ty) * 0.7 * size, y + (tx - ty) * 0.7 * size]], "soft", 0.6);
      }
    }

    arrow(shape, [start]) {
      const [dx, dy] = this.way(["x", "y", "z"].filter((k) => k in shape.values).map((k) => this.value(shape, k)));
      const length = Math.hypot(dx, dy);
      if (!(length > 0.5)) return;
      const [tx, ty] = [dx / length, dy / length];
      const head = Math.min(4 * this.value(shape, "width") * this.scale, length);
      const tip = [start[0] + dx, start[1] + dy];
      const neck = [tip[0] - head * tx, tip[1] - head * ty];
      const side = 0.4 * head;
      const wings = [[neck[0] - side * ty, neck[1] + side * tx], [neck[0] + side * ty, neck[1] - side * tx]];
      this.pen.line([start, neck], shape.colour, 1.6);
      this.pen.polygon([tip, ...wings], shape.colour, shape.colour, 0.4);
      if (shape.text) this.pen.text(shape.text, [tip[0] + 14 * tx, tip[1] + 14 * ty], "ink", 12);
    }

    trace(shape, mode) {
      const columns = this.data.points[shape.points[0]];
      const { numbers } = this;
      const at = (f) => this.onto(columns.map((c) => numbers.in(c, f)));
      const here = this.spot(shape.points[0]);
      const draw = (first, last, alpha, end) => {
        const points = [];
        for (let f = first; f <= last; f++) points.push(at(f));
        if (end) points.push(end);
        const whole = points.filter((p) => finite(p));
        if (whole.length > 1) this.pen.line(whole, shape.colour, 0.9, alpha);
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
        if (last >= 0) draw(Math.max(0, first), last, ((k + 1) / pieces) * 0.9, k === pieces - 1 ? here : null);
      }
    }

    axes() {
      const ways = this.data.axes.map((axis) => [axis.name, [this.along(0, axis.way), -this.along(1, axis.way)]]);
      const reach = 22;
      const x = this.corner[0] - Math.min(0, ...ways.map(([, w]) => w[0])) * reach;
      const y = this.corner[1] - Math.max(0, ...ways.map(([, w]) => w[1])) * reach;
      for (const [name, [dx, dy]] of ways) {
        this.pen.line([[x, y], [x + dx * reach, y + dy * reach]], "soft", 0.7);
        if (Math.hypot(dx, dy) > 0.2) this.pen.text(name, [x + dx * reach * 1.45, y + dy * reach * 1.45], "soft", 11);
      }
    }

    labels(names) {
      for (const label of this.data.labels) {
        if (!names && label.name) continue;
        const ends = label.points.map((i) => this.spot(i));
        if (!finite(...ends)) continue;
        const x = ends.reduce((sum, e) => sum + e[0], 0) / ends.length + label.dx * this.scale;
        const y = ends.reduce((sum, e) => sum + e[1], 0) / ends.length - label.dy * this.scale;
        this.pen.text(label.text, [x, y], label.name ? "soft" : "ink", 12);
      }
    }
  }

  /* Places along and beside the way from one spot to another. */
  function band(start, end, width) {
    const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
    const length = Math.hypot(dx, dy);
    const [nx, ny] = length ? [((dy / length) * width) / 2, ((-dx / length) * width) / 2] : [0, 0];
    return { length, at: (s, side) => [start[0] + s * dx + side * nx, start[1] + s * dy + side * ny] };
  }

  /* The steepest radius square to an axis, and the one a right angle on. */
  function radii(axis) {
    const size = Math.hypot(...axis);
    const own = size > 0 ? axis.map((v) => v / size) : [0, 0, 1];
    let first = [0, 0, 0];
    for (const start of [[0, 0, 1], [1, 0, 0]]) {
      const along = own.reduce((sum, v, i) => sum + v * start[i], 0);
      first = start.map((v, i) => v - own[i] * along);
      if (Math.hypot(...first) > 1e-9) break;
    }
    const long = Math.hypot(...first);
    first = first.map((v) => v / long);
    const [a, b] = [own, first];
    return [first, [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]];
  }

  /* Quantities by themselves: dials, sliders, gauges. */
  const panels = {
    draw(pen, panel, value, [x, y, width, height]) {
      const unit = panel.unit ? ` ${panel.unit}` : "";
      const size = Math.max(Math.abs(panel.low), Math.abs(panel.high));
      pen.text(panel.text, [x + width / 2, y + 12], "ink", 13);
      pen.text(shown(value, size) + unit, [x + width / 2, y + height - 10], "soft", 11.5);
      if (Number.isFinite(value)) this[panel.kind](pen, panel, value, [x, y + 24, width, height - 46]);
    },

    dial(pen, panel, value, [x, y, width, height]) {
      const [cx, cy, radius] = [x + width / 2, y + height / 2, Math.min(width, height) / 2 - 2];
      const at = (share, a) => [cx + share * radius * Math.cos(a), cy - share * radius * Math.sin(a)];
      pen.circle([cx, cy], radius, "", "soft", 1);
      for (let k = 0; k < 12; k++) {
        const a = (k * Math.PI) / 6;
        pen.line([at(k % 3 ? 0.9 : 0.8, a), at(1, a)], "soft", 0.6);
      }
      pen.line([[cx, cy], at(0.86, value * (TURNS[panel.unit] || 1))], "c0", 2);
      pen.circle([cx, cy], 0.08 * radius, "c0", "c0", 0);
    },

    slider(pen, panel, value, [x, y, width, height]) {
      const [left, right, level] = [x + 0.14 * width, x + 0.86 * width, y + 0.38 * height];
      const at = left + ((right - left) * (value - panel.low)) / (panel.high - panel.low);
      const [half, tall] = [Math.min(9, 0.05 * width), Math.min(12, 0.2 * height)];
      pen.line([[left, level], [right, level]], "soft", 1.4);
      for (const end of [left, right]) pen.line([[end, level - tall * 0.6], [end, level + tall * 0.6]], "soft", 1);
      const corners = [[-half, -tall], [half, -tall], [half, tall], [-half, tall]];
      pen.polygon(corners.map(([dx, dy]) => [at + dx, level + dy]), "c1", "c1", 0);
      pen.text(shown(panel.low), [x + 0.06 * width, y + 0.84 * height], "soft", 10.5, "left");
      pen.text(shown(panel.high), [x + 0.94 * width, y + 0.84 * height], "soft", 10.5, "right");
    },

    gauge(pen, panel, value, [x, y, width, height]) {
      const [left, right, foot] = [x + 0.38 * width, x + 0.5 * width, y + height];
      const level = foot - (height * (value - panel.low)) / (panel.high - panel.low);
      pen.polygon([[left, foot], [right, foot], [right, level], [left, level]], "c2", "c2", 0);
      pen.polygon([[left, foot], [right, foot], [right, y], [left, y]], "", "soft", 1);
      pen.text(shown(panel.high), [right + 6, y + 5], "soft", 10.5, "left");
      pen.text(shown(panel.low), [right + 6, foot - 5], "soft", 10.5, "left");
    },
  };

  /* Round numbers between two limits. */
  function ticks(low, high, most) {
    const raw = (high - low) / most;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].find((k) => k * power >= raw) * power;
    const found = [];
    for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) found.push(Math.abs(v) < step / 1e6 ? 0 : v);
    return found;
  }

  /* One small plot with a cursor at the time; it is drawn once, the cursor again and again. */
  class Plot {
    constructor(plot, numbers, pen) {
      Object.assign(this, { plot, numbers, pen });
      this.ground = document.createElement("canvas");
      let [low, high] = [Infinity, -Infinity];
      for (const curve of plot.curves) {
        for (let f = 0; f < numbers.frames; f++) {
          const v = numbers.in(curve.column, f);
          if (Number.isFinite(v)) [low, high] = [Math.min(low, v), Math.max(high, v)];
        }
      }
      if (!(high > low)) [low, high] = [low - (Math.abs(low) / 10 || 1), low + (Math.abs(low) / 10 || 1)];
      if (!Number.isFinite(low)) [low, high] = [-1, 1];
      const air = (high - low) * 0.06;
      [this.low, this.high] = [low - air, high + air];
    }

    x(time) {
      const t = this.numbers.times;
      return this.left + ((this.right - this.left) * (time - t[0])) / (t[t.length - 1] - t[0] || 1);
    }

    y(value) {
      return this.foot - ((this.foot - 8) * (value - this.low)) / (this.high - this.low);
    }

    time(x) {
      const t = this.numbers.times;
      const share = Math.min(1, Math.max(0, (x - this.left) / (this.right - this.left)));
      return t[0] + share * (t[t.length - 1] - t[0]);
    }

    fit(width, height) {
      const { pen, numbers } = this;
      pen.fit(width, height);
      [this.left, this.right, this.foot] = [56, width - 10, height - 22];
      pen.clear();
      const t = numbers.times;
      for (const v of ticks(this.low, this.high, 4)) {
        pen.line([[this.left, this.y(v)], [this.right, this.y(v)]], "faint", 0.5);
        pen.text(shown(v, this.high - this.low), [this.left - 6, this.y(v)], "soft", 10.5, "right");
      }
      for (const v of ticks(t[0], t[t.length - 1] > t[0] ? t[t.length - 1] : t[0] + 1, 6)) {
        pen.text(shown(v), [this.x(v), this.foot + 12], "soft", 10.5);
      }
      pen.line([[this.left, this.foot], [this.right, this.foot]], "soft", 0.6);
      this.plot.curves.forEach((curve, i) => {
        let run = [];
        const done = () => {
          if (run.length > 1) pen.line(run, `c${i % 6}`, 1);
          run = [];
        };
        for (let f = 0; f < numbers.frames; f++) {
          const v = numbers.in(curve.column, f);
          if (Number.isFinite(v)) run.push([this.x(t[f]), this.y(v)]);
          else done();
        }
        done();
      });
      this.ground.width = pen.canvas.width;
      this.ground.height = pen.canvas.height;
      if (this.ground.width && this.ground.height) this.ground.getContext("2d").drawImage(pen.canvas, 0, 0);
    }

    draw(time) {
      const { pen } = this;
      if (!this.ground.width || !this.ground.height) return;
      pen.clear();
      pen.g.drawImage(this.ground, 0, 0, pen.width, pen.height);
      pen.line([[this.x(time), 6], [this.x(time), this.foot]], "ink", 0.6);
      this.plot.curves.forEach((curve, i) => {
        const v = this.numbers.at(curve.column);
        if (Number.isFinite(v)) pen.circle([this.x(time), this.y(v)], 3, `c${i % 6}`, "paper", 0.6);
      });
    }
  }

  /* One player: its state is the time, whether it runs, and how it is seen. */
  function start(root) {
    root.dataset.ready = "yes";
    const part = (name) => root.querySelector(`.dlb-${name}`);
    const data = JSON.parse(part("data").textContent);
    const numbers = new Numbers(data);
    const [first, last] = [data.times[0], data.times[data.times.length - 1]];
    const colours = {};
    const stage = part("stage");
    const canvas = part("canvas");
    const pen = new Pen(canvas, colours);
    const scene = new Scene(data, numbers, pen);
    const plots = [...root.querySelectorAll(".dlb-plot canvas")].map(
      (own, i) => new Plot(data.plots[i], numbers, new Pen(own, colours)),
    );
    const controls = {
      play: part("play"), back: part("back"), on: part("on"), scrub: part("scrub"), speed: part("speed"),
      loop: part("loop"), traces: part("traces"), names: part("names"), view: part("view"), clock: part("clock"),
    };
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const digits = Math.max(0, 3 - Math.ceil(Math.log10(Math.max(last - first, 1e-12))));
    const state = { time: first, playing: false, before: 0 };

    function tell() {
      const now = `${state.time.toFixed(digits)} s`;
      controls.scrub.value = last > first ? (1000 * (state.time - first)) / (last - first) : 0;
      controls.scrub.setAttribute("aria-valuetext", now);
      controls.clock.textContent = `${now} / ${last.toFixed(digits)} s`;
    }

    function draw() {
      numbers.seek(state.time);
      pen.clear();
      if (data.points.length) scene.draw(controls.traces.value, controls.names.checked);
      data.panels.forEach((panel, i) => panels.draw(pen, panel, numbers.at(panel.column), boxes[i]));
      plots.forEach((plot) => plot.draw(state.time));
      tell();
    }

    function seek(time) {
      state.time = Math.min(last, Math.max(first, time));
      draw();
    }

    function tick(now) {
      if (!state.playing) return;
      const passed = Math.min(0.1, (now - state.before) / 1000) * Number(controls.speed.value);
      state.before = now;
      let time = state.time + passed;
      if (time >= last) {
        if (controls.loop.checked && last > first) time = first + ((time - first) % (last - first));
        else pause();
      }
      seek(time);
      if (state.playing) requestAnimationFrame(tick);
    }

    function label() {
      root.classList.toggle("dlb-playing", state.playing);
      controls.play.setAttribute("aria-label", state.playing ? data.words.pause : data.words.play);
      controls.play.title = state.playing ? data.words.pause : data.words.play;
    }

    function play() {
      if (state.playing) return;
      if (state.time >= last) state.time = first;
      state.playing = true;
      state.before = performance.now();
      label();
      requestAnimationFrame(tick);
    }

    function pause() {
      state.playing = false;
      label();
    }

    function step(count) {
      pause();
      const near = numbers.part > 0.5 ? numbers.next : numbers.frame;
      seek(data.times[Math.min(numbers.frames - 1, Math.max(0, near + count))]);
    }

    let boxes = [];
    /* Where panels stand: in rows by themselves, or in a column at the right of the scene. */
    function arrange(width) {
      const count = data.panels.length;
      if (!data.points.length) {
        const columns = Math.max(1, Math.min(count, Math.floor(width / 150), count > 8 ? 5 : 4));
        const rows = Math.ceil(count / columns);
        const wide = width / columns;
        boxes = data.panels.map((_, i) => [(i % columns) * wide, Math.floor(i / columns) * 146 + 8, wide, 132]);
        return { scene: 0, height: rows * 146 + 12 };
      }
      const size = data.low.map((v, i) => data.high[i] - v);
      const ratio = data.dimension === 3 ? 0.72 : (size[1] + 20 * data.unit) / (size[0] + 20 * data.unit);
      const tall = Math.max(260, Math.min(620, window.innerHeight * (data.alone ? 0.66 : 0.46)));
      if (!count) return { scene: width, height: Math.min(tall, Math.max(240, width * ratio)) };
      if (width < 520) {
        const height = Math.min(tall, Math.max(220, width * ratio));
        const columns = Math.max(1, Math.floor(width / 140));
        const wide = width / columns;
        boxes = data.panels.map((_, i) => [(i % columns) * wide, height + Math.floor(i / columns) * 140, wide, 130]);
        return { scene: width, sceneHeight: height, height: height + Math.ceil(count / columns) * 140 };
      }
      const columns = Math.ceil(count / 4);
      const rows = Math.min(count, 4);
      const left = width - columns * 140;
      const height = Math.max(rows * 140, Math.min(tall, Math.max(240, left * ratio)));
      const top = (height - rows * 140) / 2;
      boxes = data.panels.map((_, i) => [left + Math.floor(i / 4) * 140, top + (i % 4) * 140 + 4, 136, 132]);
      return { scene: left, height };
    }

    function fit() {
      const style = getComputedStyle(root);
      for (const name of INKS) colours[name] = style.getPropertyValue(`--dlb-${name}`).trim();
      const width = stage.clientWidth;
      if (!width) return;
      const room = arrange(width);
      pen.fit(width, room.height);
      if (data.points.length) scene.frame(0, 0, room.scene, room.sceneHeight || room.height);
      for (const plot of plots) plot.fit(plot.pen.canvas.parentElement.clientWidth, 150);
      draw();
    }

    function drag(element, move) {
      element.addEventListener("pointerdown", (event) => {
        if (event.button) return;
        element.setPointerCapture(event.pointerId);
        move(event, true);
      });
      element.addEventListener("pointermove", (event) => {
        if (element.hasPointerCapture(event.pointerId)) move(event, false);
      });
    }

    function turn(dx, dy) {
      scene.turn -= dx;
      scene.tilt = Math.max(-90, Math.min(90, scene.tilt + dy));
      scene.look();
      draw();
    }

    controls.play.addEventListener("click", () => (state.playing ? pause() : play()));
    controls.back.addEventListener("click", () => step(-1));
    controls.on.addEventListener("click", () => step(1));
    controls.scrub.addEventListener("input", () => {
      pause();
      seek(first + ((last - first) * Number(controls.scrub.value)) / 1000);
    });
    for (const own of [controls.traces, controls.names]) own.addEventListener("change", draw);
    plots.forEach((plot) =>
      drag(plot.pen.canvas, (event) => {
        pause();
        seek(plot.time(event.clientX - plot.pen.canvas.getBoundingClientRect().left));
      }),
    );
    if (data.dimension === 3 && data.points.length) {
      let from = [0, 0];
      canvas.classList.add("dlb-turning");
      drag(canvas, (event, begun) => {
        if (!begun) turn((event.clientX - from[0]) * 0.5, (event.clientY - from[1]) * 0.5);
        from = [event.clientX, event.clientY];
      });
      controls.view.addEventListener("click", () => {
        Object.assign(scene, { turn: data.turn, tilt: data.tilt });
        turn(0, 0);
      });
    }
    const keys = {
      " ": () => (state.playing ? pause() : play()),
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => seek(first),
      End: () => seek(last),
    };
    const turning = { ArrowLeft: [-6, 0], ArrowRight: [6, 0], ArrowUp: [0, 6], ArrowDown: [0, -6] };
    (data.alone ? document : root).addEventListener("keydown", (event) => {
      const busy = event.target.closest("button, select, input");
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.shiftKey && data.dimension === 3 && turning[event.key]) turn(...turning[event.key]);
      else if (!busy && !event.shiftKey && keys[event.key]) keys[event.key]();
      else return;
      event.preventDefault();
    });
    calm.addEventListener("change", () => calm.matches && pause());
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", fit);
    root.classList.add("dlb-live");
    new ResizeObserver(fit).observe(stage);
    if (!data.alone) {
      new IntersectionObserver((seen) => seen.every((one) => !one.isIntersecting) && pause()).observe(root);
    }
    label();
    fit();
    root.dalembert = {
      play, pause, seek, turn,
      get time() { return state.time; },
      get playing() { return state.playing; },
      get view() { return [scene.turn, scene.tilt]; },
      place: (name) => scene.spot(data.names.indexOf(name)),
    };
    if (data.alone && !calm.matches) play();
  }

  document.querySelectorAll(".dlb:not([data-ready])").forEach(start);
})();
