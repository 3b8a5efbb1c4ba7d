/* Round numbers between two limits. */
function ticks(low, high, most) {
  const step = round((high - low) / most);
  const found = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) found.push(Math.abs(v) < step / 1e6 ? 0 : v);
  return found;
}

/* One small plot with a cursor at the time; its curves are drawn once, the cursor again and again. */
class Plot {
  constructor(plot, numbers, pen) {
    Object.assign(this, { plot, numbers, pen, hover: null });
    this.ground = document.createElement("canvas");
    this.chosen = plot.curves.map((curve) => curve.shown);
    this.measure();
  }

  get curves() {
    return this.plot.curves.map((curve, i) => ({ ...curve, ink: `c${i % 6}` })).filter((_, i) => this.chosen[i]);
  }

  /* The range of the curves that are chosen; what hardly changes is drawn as a constant. */
  measure() {
    const { numbers } = this;
    let [low, high] = [Infinity, -Infinity];
    for (const curve of this.curves) {
      for (let f = 0; f < numbers.frames; f++) {
        const v = numbers.in(curve.column, f);
        if (Number.isFinite(v)) [low, high] = [Math.min(low, v), Math.max(high, v)];
      }
    }
    if (!Number.isFinite(low)) [low, high] = [-1, 1];
    if (high - low <= 1e-7 * Math.max(Math.abs(low), Math.abs(high))) {
      const wide = Math.abs(low) / 10 || 1;
      [low, high] = [low - wide, high + wide];
    }
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
    [this.left, this.right, this.foot] = [56, width - 14, height - 22];
    pen.clear();
    const t = numbers.times;
    for (const v of ticks(this.low, this.high, height < 130 ? 3 : 5)) {
      pen.line([[this.left, this.y(v)], [this.right, this.y(v)]], "faint", 0.5);
      pen.text(shown(v, this.high - this.low), [this.left - 6, this.y(v)], "soft", 10.5, "right");
    }
    for (const v of ticks(t[0], t[t.length - 1] > t[0] ? t[t.length - 1] : t[0] + 1, 6)) {
      pen.text(shown(v), [this.x(v), this.foot + 12], "soft", 10.5);
    }
    pen.line([[this.left, this.foot], [this.right, this.foot]], "soft", 0.6);
    for (const [from, to] of numbers.bars || []) pen.line([[this.x(from), this.foot], [this.x(to), this.foot]], "c1", 3);
    for (const time of numbers.marks || []) pen.line([[this.x(time), this.foot], [this.x(time), this.foot - 5]], "ink", 0.8);
    for (const curve of this.curves) this.curve(curve);
    this.ground.width = pen.canvas.width;
    this.ground.height = pen.canvas.height;
    if (this.ground.width && this.ground.height) this.ground.getContext("2d").drawImage(pen.canvas, 0, 0);
  }

  curve({ column, ink }) {
    const { numbers } = this;
    let run = [];
    const done = () => {
      if (run.length > 1) this.pen.line(run, ink, 1);
      run = [];
    };
    for (let f = 0; f < numbers.frames; f++) {
      const v = numbers.in(column, f);
      if (Number.isFinite(v)) run.push([this.x(numbers.times[f]), this.y(v)]);
      else done();
    }
    done();
  }

  draw(time) {
    const { pen } = this;
    if (!this.ground.width || !this.ground.height) return;
    pen.clear();
    pen.g.drawImage(this.ground, 0, 0, pen.width, pen.height);
    if (this.hover !== null) this.cursor(this.hover, "soft", 2.5);
    this.cursor(time, "ink", 3);
  }

  cursor(time, ink, radius) {
    const x = this.x(time);
    this.pen.line([[x, 6], [x, this.foot]], ink, 0.6);
    for (const curve of this.curves) {
      const v = this.numbers.when(curve.column, time);
      if (Number.isFinite(v)) this.pen.circle([x, this.y(v)], radius, curve.ink, "paper", 0.6);
    }
  }

  /* What the curves have at a time. */
  values(time) {
    return this.curves.map((curve) => ({ ...curve, value: this.numbers.when(curve.column, time) }));
  }
}
