/* How a picture is seen: in a plane moved and enlarged; in space by an eye that goes around it. */
const EYE = 4; // distance of the eye from the middle, in radii of the picture
const CLOSEST = 200; // times larger than fits
const FARTHEST = 0.1;
const BUTTONS = 20; // pixels more above a flat picture, whose names would be below the buttons there

class View {
  constructor(data, numbers) {
    Object.assign(this, { data, numbers, turn: data.turn, tilt: data.tilt, zoom: 1, shift: [0, 0] });
    this.middle = data.low.map((v, i) => (v + data.high[i]) / 2);
    this.eye = EYE * (data.radius || 1);
    this.look();
  }

  /* The rectangle of the canvas that the picture has. */
  frame(left, top, width, height) {
    this.rectangle = [left, top, width, height];
    this.measure();
  }

  /* The whole motion in the rectangle, seen as it is turned now. */
  measure() {
    const [left, top, width, height] = this.rectangle;
    const [space, above] = this.data.dimension === 3 ? [30, 0] : [34, BUTTONS];
    const [x0, y0, x1, y1] = this.data.dimension === 3 ? this.covered() : this.box();
    const fit = Math.min((width - 2 * space) / (x1 - x0), (height - above - 2 * space) / (y1 - y0));
    this.base = Math.max(1e-300, fit);
    this.origin = [
      left + width / 2 - (this.base * (x0 + x1)) / 2,
      top + (above + height) / 2 + (this.base * (y0 + y1)) / 2,
    ];
    this.corner = [left + 16, top + height - 16];
    if (this.data.points.some((place) => place.length < this.data.dimension)) {
      const reach = this.base * this.data.radius; // the axes stand below the bodies, not on the sheet
      this.corner = [Math.max(left + 16, this.origin[0] - reach), Math.min(top + height - 16, this.origin[1] + reach)];
    }
  }

  box() {
    const least = 30 * this.data.unit;
    const half = this.middle.map((v, i) => Math.max(least, this.data.high[i] - this.data.low[i]) / 2);
    return [-half[0], -half[1], half[0], half[1]];
  }

  /* The box on the paper that the points of all frames and what is around them cover. */
  covered() {
    const { data, numbers } = this;
    const room = new Array(data.points.length).fill(2 * data.unit);
    for (const { kind, values, points } of data.shapes) {
      const sizes = (kind === "box" ? ["size_x", "size_y", "size_z"] : ["radius"]).filter((key) => key in values);
      const own = Math.hypot(...sizes.map((key) => numbers.in(values[key], 0))) / (kind === "box" ? 2 : 1);
      for (const i of points) room[i] = Math.max(room[i], own);
    }
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const step = Math.max(1, Math.floor(numbers.frames / 150));
    for (let f = 0; f < numbers.frames; f += step) {
      data.points.forEach((columns, i) => {
        const [x, y, , k] = this.seen(columns.map((c) => numbers.in(c, f)));
        const r = room[i] * k;
        if (!finite([x, y])) return;
        box[0] = Math.min(box[0], x - r);
        box[1] = Math.min(box[1], y - r);
        box[2] = Math.max(box[2], x + r);
        box[3] = Math.max(box[3], y + r);
      });
    }
    const least = 15 * data.unit;
    return box[0] <= box[2] ? [box[0] - least / 8, box[1] - least / 8, box[2] + least / 8, box[3] + least / 8]
      : [-least, -least, least, least];
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

  get scale() {
    return this.base * this.zoom;
  }

  along(row, v) {
    return this.camera[row].reduce((sum, c, i) => sum + c * (v[i] || 0), 0);
  }

  /* A place as the eye sees it: to the right, up, towards the eye, and how much larger for being near. */
  seen(p) {
    if (p.length < this.data.dimension) return [p[0], p[1], 0, 1]; // on the paper, beside bodies in space
    const v = p.map((c, i) => c - this.middle[i]);
    const [x, y] = [this.along(0, v), this.along(1, v)];
    if (this.data.dimension === 2) return [x, y, 0, 1];
    const z = this.along(2, v);
    const k = this.eye / Math.max(0.05 * this.eye, this.eye - z);
    return [x * k, y * k, z, k];
  }

  onto(p) {
    const [x, y] = this.seen(p);
    return [this.origin[0] + this.shift[0] + x * this.scale, this.origin[1] + this.shift[1] - y * this.scale];
  }

  /* How long a length at a place is on the screen. */
  size(p, length) {
    return length * this.scale * this.seen(p)[3];
  }

  depth(p) {
    return this.seen(p)[2];
  }

  /* Enlarge about a spot, which stays where it is. */
  enlarge(factor, [x, y]) {
    const zoom = Math.min(CLOSEST, Math.max(FARTHEST, this.zoom * factor));
    const own = zoom / this.zoom;
    this.shift = [x, y].map((c, i) => c - (c - this.origin[i] - this.shift[i]) * own - this.origin[i]);
    this.zoom = zoom;
  }

  move(dx, dy) {
    this.shift = [this.shift[0] + dx, this.shift[1] + dy];
  }

  orbit(dx, dy) {
    this.turn -= dx;
    this.tilt = Math.max(-90, Math.min(90, this.tilt + dy));
    this.look();
  }

  /* As it was at first: everything in the rectangle. */
  reset() {
    Object.assign(this, { turn: this.data.turn, tilt: this.data.tilt, zoom: 1, shift: [0, 0] });
    this.look();
    this.measure();
  }
}
