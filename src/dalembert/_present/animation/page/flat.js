/* Shapes as they lie on the paper, tied to the spots of their points. */
const QUARTER = Math.PI / 2;

const flat = {
  link(scene, shape, ends) {
    const width = Math.max(1.2, scene.length(shape, "width"));
    scene.pen.path(ends, shape.closed);
    scene.pen.stroke(shape.colour, width);
    if (width > 3) ends.forEach((end) => scene.pen.circle(end, width * 0.27, "paper", "paper", 0));
  },

  spring(scene, shape, [start, end]) {
    const { at } = band(start, end, scene.length(shape, "width"));
    const teeth = 2 * shape.coils;
    const parts = [[0, 0], [0.12, 0]];
    for (let i = 0; i < teeth; i++) parts.push([0.12 + (0.76 * (i + 0.5)) / teeth, i % 2 ? -1 : 1]);
    parts.push([0.88, 0], [1, 0]);
    scene.pen.line(parts.map(([s, side]) => at(s, side)), "ink", 1.1);
  },

  damper(scene, shape, [start, end]) {
    const width = scene.length(shape, "width");
    const { at, length } = band(start, end, width);
    const mouth = Math.min(1.4 * width, 0.4 * length) / (length || 1);
    const [back, front] = [(1 - mouth) / 2, (1 + mouth) / 2];
    scene.pen.line([at(0, 0), at(back, 0)], "ink", 1);
    scene.pen.line([at(front, 1), at(back, 1), at(back, -1), at(front, -1)], "ink", 1.2);
    scene.pen.line([at(0.5, 0.75), at(0.5, -0.75)], "ink", 1.6);
    scene.pen.line([at(0.5, 0), at(1, 0)], "ink", 1);
  },

  wheel(scene, shape, [centre]) {
    const radius = Math.abs(scene.length(shape, "radius"));
    const rim = (a) => [centre[0] + radius * Math.cos(a), centre[1] - radius * Math.sin(a)];
    scene.pen.circle(centre, radius, "", shape.colour, 1.8);
    if (!("angle" in shape.values)) return;
    const angle = scene.value(shape, "angle");
    scene.pen.line([rim(angle + QUARTER), rim(angle - QUARTER)], shape.colour, 0.7);
    scene.pen.line([centre, rim(angle + 2 * QUARTER)], shape.colour, 0.7);
    scene.pen.line([centre, rim(angle)], shape.colour, 1.8);
  },

  disc(scene, shape, [centre]) {
    scene.pen.circle(centre, Math.max(2, scene.length(shape, "radius")), shape.colour, "paper", 0.7);
  },

  block(scene, shape, [[x, y]]) {
    const [w, h] = ["width", "height"].map((k) => scene.length(shape, k) / 2);
    scene.pen.polygon(turned([x, y], w, h, scene.value(shape, "angle")), shape.colour, "paper", 0.7);
  },

  pin(scene, shape, [[x, y]]) {
    const size = scene.length(shape, "size");
    const foot = y + 0.8 * size;
    scene.pen.polygon([[x, y], [x - 0.5 * size, foot], [x + 0.5 * size, foot]], "paper", "soft", 1);
    hatched(scene.pen, [x - 0.8 * size, foot], [x + 0.8 * size, foot], size / 3);
  },

  floor(scene, shape, [start, end]) {
    hatched(scene.pen, start, end, scene.length(shape, "size"));
  },

  arrow(scene, shape, [start]) {
    const [dx, dy] = ["x", "y"].map((k, i) => scene.length(shape, k) * (i ? -1 : 1));
    const length = Math.hypot(dx, dy);
    if (!(length > 0.5)) return;
    const [tx, ty] = [dx / length, dy / length];
    const head = Math.min(4 * scene.length(shape, "width"), length);
    const tip = [start[0] + dx, start[1] + dy];
    const neck = [tip[0] - head * tx, tip[1] - head * ty];
    const side = 0.4 * head;
    const wings = [[neck[0] - side * ty, neck[1] + side * tx], [neck[0] + side * ty, neck[1] - side * tx]];
    scene.pen.line([start, neck], shape.colour, 1.6);
    scene.pen.polygon([tip, ...wings], shape.colour, shape.colour, 0.4);
    if (shape.text) scene.pen.text(shape.text, [tip[0] + 14 * tx, tip[1] + 14 * ty], "ink", 12);
  },

  rail(scene, shape, [first, [x, y]]) {
    const [low, high] = guide(scene, shape, first);
    const width = scene.length(shape, "width");
    const a = Math.atan2(low[1] - high[1], high[0] - low[0]);
    scene.pen.line([low, high], "soft", 2.2);
    scene.pen.polygon(turned([x, y], 0.9 * width, 0.55 * width, a), shape.colour, "paper", 0.7);
  },

  road(scene, shape, [first]) {
    hatched(scene.pen, ...guide(scene, shape, first), scene.length(shape, "width"));
  },

  rack(scene, shape, [[cx, cy]]) {
    const [x, y, hand] = ["axis_x", "axis_y", "hand"].map((k) => scene.value(shape, k));
    const [radius, shift, low, high, tooth] = ["radius", "shift", "low", "high", "tooth"].map((k) => scene.length(shape, k));
    if (!(tooth > 0.5)) return;
    const deep = 0.35 * tooth;
    const [start, end] = [low, high].map((v) => Math.round(v / tooth));
    const at = (along, below) => {
      const away = hand * (radius + below);
      return [cx + along * x + away * y, cy - along * y + away * x];
    };
    const teeth = [];
    for (let k = start; k <= end; k++) {
      for (const [part, side] of [[-0.35, 1], [-0.15, -1], [0.15, -1], [0.35, 1]]) teeth.push(at(shift + (k + part) * tooth, side * deep));
    }
    const foot = [end + 0.35, start - 0.35].map((k) => at(shift + k * tooth, 3 * deep));
    scene.pen.polygon([...teeth, ...foot], shape.colour, "paper", 0.7);
  },

  belt(scene, shape, [[x0, y0], [x1, y1]]) {
    const [a, b] = ["a", "b"].map((k) => scene.length(shape, k));
    const crossed = scene.value(shape, "crossed") !== 0;
    const along = Math.atan2(y1 - y0, x1 - x0);
    const length = Math.hypot(x1 - x0, y1 - y0);
    const apart = crossed ? a + b : a - b;
    if (!(length > Math.abs(apart))) return;
    const lean = Math.acos(apart / length);
    const arc = (x, y, radius, start, end) =>
      Array.from({ length: 25 }, (_, k) => start + ((end - start) * k) / 24).map((t) => [x + radius * Math.cos(t), y + radius * Math.sin(t)]);
    const other = crossed ? lean - Math.PI : lean;
    const first = arc(x0, y0, a, along + lean, along + 2 * Math.PI - lean);
    scene.pen.line([...first, ...arc(x1, y1, b, along - other, along + other), first[0]], "ink", 1.6);
  },

  wire(scene, shape, ends) {
    scene.pen.line(ends, shape.colour, 1.3);
  },

  /* A symbol of a diagram: its strokes along and across the way from its first point to its last. */
  symbol(scene, shape, ends) {
    const given = ["width", "a", "b"].map((k) => (k in shape.values ? scene.length(shape, k) : 0));
    const flows = "share" in shape.values ? arrow(scene.value(shape, "share")) : 0;
    const [width, a, b] = [given[0], flows ? given[0] * flows : given[1], given[2]];
    const [start, end] = [ends[0], ends.length > 1 ? ends[ends.length - 1] : [ends[0][0], ends[0][1] - 1]];
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
    const [tx, ty] = length ? [(end[0] - start[0]) / length, (end[1] - start[1]) / length] : [0, -1];
    const whole = ends.length > 1 ? length : 0;
    const at = ([l, w, ka, kb, cw, ca]) => {
      const [s, c] = [l * whole + w * width + ka * a + kb * b, cw * width + ca * a];
      return [start[0] + s * tx + c * ty, start[1] + s * ty - c * tx];
    };
    const { pen } = scene;
    for (const stroke of scene.data.symbols[shape.symbol]) {
      const [kind, fill, colour, thick, places] = stroke;
      const ink = colour === "own" ? shape.colour : colour;
      if (kind === "route") route(pen, ends, width * thick, ink);
      else if (kind === "ring") pen.circle(at(places[0]), places[1] * width, fill, ink, thick);
      else if (kind === "letter") pen.text(places[1] || shape.text, at(places[0]), ink, Math.max(9, 0.6 * width));
      else if (kind === "amount") {
        const [x, y] = at(places[0]);
        const upright = Math.abs(ty) > Math.abs(tx);
        const value = scene.value(shape, "value");
        const words = amount(flows || !Number.isFinite(value) ? value : 0, shape.text, scene.data.mark);
        const size = Math.max(8, 0.6 * width);
        pen.text(words, upright ? [x + 0.5 * width, y] : [x, y - 0.85 * width], ink, size, upright ? "left" : "center");
      }
      else if (kind === "area") pen.polygon(places.map(at), fill, ink, thick);
      else pen.line(places.map(at), ink, thick);
    }
  },
};

/* How long the arrow of a flow is, in parts of its width: longer where more flows, and where to. */
function arrow(share) {
  const size = Math.min(Math.abs(share), 4);
  return size > 1e-6 ? Math.sign(share) * (0.4 + 0.6 * Math.sqrt(size)) : 0;
}

const PREFIXES = { "-12": "p", "-9": "n", "-6": "µ", "-3": "m", 0: "", 3: "k", 6: "M", 9: "G" };

/* A value with its unit: 12.5 mA, 1.20·10⁻³ m³/s. */
function amount(number, unit, mark) {
  if (!Number.isFinite(number)) return "";
  const value = Number(number.toPrecision(3));
  if (value === 0) return `0 ${unit}`;
  const power = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  const prefixed = unit === "A" || unit === "W";
  const usual = power >= -3 && power < 4 ? 0 : power;
  const step = prefixed ? Math.min(9, Math.max(-12, 3 * Math.floor(power / 3))) : usual;
  const digits = Math.min(6, Math.max(0, 2 - (power - step)));
  const own = (value / 10 ** step).toFixed(digits).replace(".", mark);
  if (prefixed) return `${own} ${PREFIXES[step]}${unit}`;
  const raised = String(step).replace(/./g, (c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);
  return step ? `${own}·10${raised} ${unit}` : `${own} ${unit}`;
}

/* The corners of a rectangle about a spot, by its half sides, turned. */
function turned([x, y], w, h, a) {
  const [c, s] = [Math.cos(a), Math.sin(a)];
  return [[-w, -h], [w, -h], [w, h], [-w, h]].map(([p, q]) => [x + c * p - s * q, y - s * p - c * q]);
}

/* The ends of a guide. */
function guide(scene, shape, [x, y]) {
  const [ax, ay] = ["axis_x", "axis_y"].map((k) => scene.value(shape, k));
  return ["low", "high"].map((k) => scene.length(shape, k)).map((way) => [x + way * ax, y - way * ay]);
}

/* A route through spots: a wire where it has no width, else a pipe. */
function route(pen, ends, width, ink) {
  pen.path(ends, false);
  if (!width) {
    pen.stroke(ink, 1.1 * LINES);
    return;
  }
  pen.stroke("ink", width + 2.4, 1, 0, "butt");
  pen.stroke(ink, width, 1, 0, "butt");
}

/* A line, hatched on its right. */
function hatched(pen, start, end, size) {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [tx, ty] = [dx / length, dy / length];
  const count = Math.max(2, Math.min(60, Math.round(length / (0.9 * size))));
  pen.line([start, end], "soft", 1.2);
  for (let i = 1; i <= count; i++) {
    const [x, y] = [start[0] + (dx * i) / count, start[1] + (dy * i) / count];
    pen.line([[x, y], [x - (tx + ty) * 0.7 * size, y + (tx - ty) * 0.7 * size]], "soft", 0.6);
  }
}
