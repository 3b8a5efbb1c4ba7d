/* Bodies in space: faces in the light, those far away first, over a floor with a grid and shadows. */
const LIGHT = [-0.45, 0.72, 0.53]; // to the right, up, towards the eye

const MARKS = 6000; // spots that labels keep off

class Space {
  constructor(scene) {
    Object.assign(this, { scene, data: scene.data, view: scene.view, pen: scene.pen });
  }

  draw(shapes) {
    this.items = [];
    this.shades = [];
    this.marks = []; // spots of faces, which labels keep off
    this.light = [0, 1, 2].map((i) => LIGHT.reduce((sum, v, row) => sum + v * this.view.camera[row][i], 0));
    this.eye = plus(this.view.middle, this.view.camera[2], this.view.eye);
    const put = (shape) => {
      const ends = shape.points.map((i) => this.scene.place(i));
      if (ends.every((end) => end.every(Number.isFinite))) this.shape(shape, ends);
    };
    shapes.filter((shape) => !shape.layer).forEach(put);
    const solid = this.items.length;
    shapes.filter((shape) => shape.layer).forEach(put);
    for (const item of this.items.slice(solid)) item[0] += 10 * this.view.eye; // forces are seen through bodies
    this.shadows();
    this.items.sort((a, b) => a[0] - b[0]).forEach(([, paint]) => paint());
  }

  shape(shape, ends) {
    if (ends[0].length < 3) this.items.push([10 * this.view.eye, () => this.scene.shape(shape)]); // on the paper
    else if (this[shape.kind]) this[shape.kind](shape, ends);
    else {
      const depth = ends.reduce((sum, end) => sum + this.view.depth(end), 0) / ends.length;
      this.items.push([depth, () => this.scene.shape(shape)]);
    }
  }

  /* The bodies */

  link(shape, ends) {
    const radius = this.scene.value(shape, "width") / 2;
    const path = shape.closed ? [...ends, ends[0]] : ends;
    for (let i = 1; i < path.length; i++) this.rod(path[i - 1], path[i], radius, shape.colour);
    ends.forEach((end) => this.ball(end, 1.25 * radius, shape.colour));
  }

  floor(shape, [start, end]) {
    this.rod(start, end, 0.22 * this.scene.value(shape, "size"), "soft");
  }

  pin(shape, [at]) {
    const size = this.scene.value(shape, "size");
    this.turned("cone", plus(at, [0, 0, -size]), at, 0.5 * size, "soft");
    this.ball(at, 0.18 * size, "soft");
  }

  disc(shape, [at]) {
    const radius = this.scene.value(shape, "radius");
    this.ball(at, radius, shape.colour);
    if ("mark_x" in shape.values && "second_x" in shape.values) this.meridians(shape, at, Math.abs(radius));
  }

  /* Two circles on a ball, which show how it turns: as far as they are on the side of the eye. */
  meridians(shape, at, radius) {
    const [x, y] = [unit(this.vector(shape, "mark")), unit(this.vector(shape, "second"))];
    const near = this.view.depth(at) + 0.51 * radius;
    const count = 40;
    for (const other of [y, cross(x, y)]) {
      const ring = Array.from({ length: count + 1 }, (_, k) => {
        const a = (2 * Math.PI * k) / count;
        return plus(plus(at, x, radius * Math.cos(a)), other, radius * Math.sin(a));
      });
      const faces = ring.map((p) => dot(less(p, at), less(this.eye, at)) > radius * radius);
      for (let i = 0; i < count; i++) if (faces[i] && faces[i + 1]) this.piece(ring[i], ring[i + 1], "paper", 0.9, near);
    }
  }

  cylinder(shape, [start, end]) {
    this.turned("cylinder", start, end, this.scene.value(shape, "radius"), shape.colour);
  }

  cone(shape, [start, end]) {
    this.turned("cone", start, end, this.scene.value(shape, "radius"), shape.colour);
  }

  plate(shape, [at]) {
    const axis = unit(this.vector(shape, "axis"));
    const [thickness, radius] = ["thickness", "radius"].map((key) => this.scene.value(shape, key));
    const half = times(axis, thickness / 2);
    const hole = "hole" in shape.values && radius ? this.scene.value(shape, "hole") / radius : 0;
    const mesh = hole ? "tube" : thickness < Math.abs(radius) ? "plate" : "cylinder";
    this.turned(mesh, less(at, half), plus(at, half), radius, shape.colour, hole);
    let way = null;
    if ("mark_x" in shape.values) {
      const own = this.vector(shape, "mark");
      way = unit(plus(own, axis, -dot(own, axis)), [0, 0, 0]);
    } else if ("angle" in shape.values) {
      const [first, second] = radii(axis);
      const a = this.scene.value(shape, "angle");
      way = plus(times(first, Math.cos(a)), second, Math.sin(a));
    }
    for (const side of way ? [-1, 1] : []) {
      const foot = plus(at, half, 1.02 * side);
      const faces = dot(less(this.eye, foot), axis) * side > 0;
      const near = this.view.depth(foot) + 0.01 * radius;
      if (faces) this.piece(plus(foot, way, hole * radius), plus(foot, way, radius), "paper", 1.6, near);
    }
  }

  box(shape, [at]) {
    const x = unit(this.vector(shape, "x"), [1, 0, 0]);
    const z = unit(cross(x, this.vector(shape, "y")));
    const sizes = this.vector(shape, "size").map(Math.abs);
    const sides = [x, cross(z, x), z].map((way, i) => times(way, sizes[i]));
    this.mesh("box", at, sides, shape.colour);
  }

  solid(shape, [at]) {
    const [x, y] = ["x", "y"].map((name) => unit(this.vector(shape, name)));
    this.mesh(shape.mesh, at, [x, y, cross(x, y)], shape.colour);
  }

  wheel(shape, [at]) {
    const radius = Math.abs(this.scene.value(shape, "radius"));
    const [first, second] = radii(this.vector(shape, "axis"));
    const rim = (a) => plus(plus(at, first, radius * Math.cos(a)), second, radius * Math.sin(a));
    const count = 40;
    for (let k = 0; k < count; k++) {
      this.piece(rim((2 * Math.PI * k) / count), rim((2 * Math.PI * (k + 1)) / count), shape.colour, 2.2);
    }
    this.shades.push(Array.from({ length: 24 }, (_, k) => rim((Math.PI * k) / 12)));
    if (!("angle" in shape.values)) return;
    const angle = this.scene.value(shape, "angle");
    for (let k = 0; k < 4; k++) this.piece(at, rim(angle + k * QUARTER), shape.colour, k ? 0.8 : 2);
  }

  spring(shape, [start, end]) {
    const way = less(end, start);
    const [first, second] = radii(way);
    const radius = this.scene.value(shape, "width") / 2;
    const count = 12 * shape.coils;
    const at = (i) => {
      const s = Math.min(1, Math.max(0, (i / count - 0.08) / 0.84));
      const r = i / count < 0.08 || i / count > 0.92 ? 0 : radius;
      const a = 2 * Math.PI * shape.coils * s;
      return plus(plus(plus(start, way, i / count), first, r * Math.cos(a)), second, r * Math.sin(a));
    };
    for (let i = 0; i < count; i++) this.piece(at(i), at(i + 1), "ink", 1.3);
  }

  damper(shape, [start, end]) {
    const way = less(end, start);
    const length = Math.hypot(...way);
    const width = this.scene.value(shape, "width");
    const pot = Math.min(1.4 * width, 0.4 * length) / (length || 1);
    const [back, front] = [-1, 1].map((side) => plus(start, way, (1 + side * pot) / 2));
    this.rod(start, back, 0.12 * width, "soft");
    this.turned("cylinder", back, front, 0.42 * width, "mass");
    this.rod(front, end, 0.12 * width, "soft");
  }

  rail(shape, [first, second]) {
    const axis = this.vector(shape, "axis");
    const width = this.scene.value(shape, "width");
    const [low, high] = ["low", "high"].map((key) => plus(first, axis, this.scene.value(shape, key)));
    this.rod(low, high, 0.22 * width, "soft");
    const [a, b] = radii(axis);
    this.mesh("box", second, [times(axis, 1.6 * width), times(a, width), times(b, width)], shape.colour);
  }

  wire(shape, ends) {
    for (let i = 1; i < ends.length; i++) this.piece(ends[i - 1], ends[i], shape.colour, 1.8);
  }

  arrow(shape, [at]) {
    const way = ["x", "y", "z"].map((k) => this.scene.value(shape, k));
    const length = Math.hypot(...way);
    const width = this.scene.value(shape, "width");
    if (!(length > 1e-6 * this.data.radius)) return;
    const head = Math.min(4 * width, length);
    const [neck, tip] = [plus(at, way, 1 - head / length), plus(at, way)];
    this.rod(at, neck, 0.3 * width, shape.colour);
    this.turned("cone", neck, tip, 0.4 * head, shape.colour);
    const beyond = this.view.onto(plus(at, way, 1 + (0.9 * head) / length));
    if (shape.text) this.items.push([Infinity, () => this.pen.text(shape.text, beyond, "ink", 12)]);
  }

  /* What bodies are made of */

  vector(shape, name) {
    return ["x", "y", "z"].map((k) => this.scene.value(shape, `${name}_${k}`));
  }

  rod(start, end, radius, colour) {
    this.turned("rod", start, end, radius, colour);
  }

  /* A body about the way from one place to another. */
  turned(mesh, start, end, radius, colour, hole = 0) {
    const way = less(end, start);
    const [first, second] = radii(way);
    this.mesh(mesh, start, [times(first, Math.abs(radius)), times(second, Math.abs(radius)), way], colour, hole);
  }

  /* A mesh with three sides; the second half of its corners is nearer to its axis by the part `hole`. */
  mesh(name, at, [a, b, c], colour, hole = 0) {
    const { corners, faces } = this.data.meshes[name];
    const places = corners.map((u, i) => {
      const part = hole && 2 * i >= corners.length ? hole : 1;
      return plus(plus(plus(at, a, part * u[0]), b, part * u[1]), c, u[2]);
    });
    if (!places.every((p) => p.every(Number.isFinite))) return;
    const spots = places.map((p) => this.view.onto(p));
    this.shades.push(places);
    for (const face of faces) {
      const [p, q, r] = [places[face[0]], places[face[1]], places[face[2]]];
      const normal = unit(cross(less(q, p), less(r, q)), [0, 0, 0]);
      if (dot(normal, less(this.eye, p)) <= 0) continue;
      const middle = times(face.reduce((sum, i) => plus(sum, places[i]), [0, 0, 0]), 1 / face.length);
      const seen = this.view.onto(middle);
      if (this.marks.length < MARKS) this.marks.push(seen, ...face.map((i) => spots[i].map((v, k) => (v + seen[k]) / 2)));
      const tone = Math.max(-0.36, -0.26 + 0.6 * dot(normal, this.light));
      this.items.push([
        this.view.depth(middle),
        () => {
          this.pen.path(face.map((i) => spots[i]), true);
          this.pen.fill(colour, tone);
          this.pen.stroke(colour, 0.6, 1, tone);
        },
      ]);
    }
  }

  ball(at, radius, colour) {
    const spot = this.view.onto(at);
    const size = Math.max(1.5, this.view.size(at, Math.abs(radius)));
    for (const share of [0.45, 0.9]) {
      for (let k = 0; k < 8; k++) {
        const a = (Math.PI * k) / 4;
        this.marks.push([spot[0] + share * size * Math.cos(a), spot[1] + share * size * Math.sin(a)]);
      }
    }
    this.items.push([this.view.depth(at) + Math.abs(radius) * 0.5, () => this.pen.ball(spot, size, colour)]);
    const around = Array.from({ length: 16 }, (_, k) => (Math.PI * k) / 8);
    this.shades.push(around.map((a) => plus(at, [radius * Math.cos(a), radius * Math.sin(a), 0])));
  }

  piece(start, end, colour, width, near = (this.view.depth(start) + this.view.depth(end)) / 2) {
    const spots = [this.view.onto(start), this.view.onto(end)];
    if (!finite(...spots)) return;
    this.items.push([near, () => this.pen.line(spots, colour, width)]);
  }

  /* The floor */

  ground() {
    const { floor, radius } = this.data;
    const step = round(radius / 3);
    const reach = Math.ceil((1.5 * radius) / step) * step;
    const [mx, my] = this.view.middle.slice(0, 2).map((v) => Math.round(v / step) * step);
    const edge = Array.from({ length: 64 }, (_, k) => (Math.PI * k) / 32);
    const rim = edge.map((a) => this.view.onto([mx + reach * Math.cos(a), my + reach * Math.sin(a), floor]));
    this.pen.path(rim, true);
    this.pen.fill("faint", 0, 0.3);
    for (let d = step - reach; d < reach; d += step) {
      const half = Math.sqrt(Math.max(0, reach * reach - d * d));
      const alpha = 1 - 0.7 * Math.abs(d / reach);
      this.pen.line([this.view.onto([mx + d, my - half, floor]), this.view.onto([mx + d, my + half, floor])], "faint", 0.7, alpha);
      this.pen.line([this.view.onto([mx - half, my + d, floor]), this.view.onto([mx + half, my + d, floor])], "faint", 0.7, alpha);
    }
  }

  shadows() {
    if (this.view.tilt <= 0) return;
    this.pen.g.beginPath();
    for (const places of this.shades) {
      hull(places.map(([x, y]) => this.view.onto([x, y, this.data.floor]))).forEach(([x, y], i) =>
        i ? this.pen.g.lineTo(x, y) : this.pen.g.moveTo(x, y),
      );
      this.pen.g.closePath();
    }
    this.pen.fill("soft", 0, 0.22);
  }
}

/* The corners of the smallest convex polygon about some spots, all polygons the same way round. */
function hull(spots) {
  const sorted = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (points) => {
    const kept = [];
    for (const p of points) {
      while (kept.length > 1) {
        const [a, b] = kept.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/* The round number (1, 2 or 5 times a power of ten) next above a number. */
function round(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find((k) => k * power >= value * (1 - 1e-9)) * power;
}
