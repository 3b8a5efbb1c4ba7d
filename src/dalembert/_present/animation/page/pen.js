/* Draws in pixels on a canvas, with the colours of the page. */
const LINES = 1.5; // pixels of a line of width 1
const INKS = ["ink", "soft", "faint", "paper", "mass", "fluid", "force", "c0", "c1", "c2", "c3", "c4", "c5"];
const FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif';

/* The colours of a page by name, and in tones: darker below 0, lighter above. */
class Colours {
  read(root) {
    const style = getComputedStyle(root);
    this.known = new Map(INKS.map((name) => [name, style.getPropertyValue(`--dlb-${name}`).trim()]));
  }

  tone(name, amount) {
    if (!amount) return this.known.get(name);
    const key = `${name} ${Math.round(amount * 40)}`;
    if (!this.known.has(key)) {
      const own = this.known.get(name);
      const end = amount < 0 ? 0 : 255;
      const part = Math.min(1, Math.abs(amount));
      const mixed = [1, 3, 5].map((i) => {
        const v = parseInt(own.slice(i, i + 2), 16);
        return Math.round(v + (end - v) * part);
      });
      this.known.set(key, `rgb(${mixed})`);
    }
    return this.known.get(key);
  }
}

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

  stroke(colour, width, alpha = 1, tone = 0, cap = "round") {
    this.g.globalAlpha = alpha;
    this.g.strokeStyle = this.colours.tone(colour, tone);
    this.g.lineWidth = width;
    this.g.lineJoin = "round";
    this.g.lineCap = cap;
    this.g.stroke();
    this.g.globalAlpha = 1;
  }

  fill(colour, tone = 0, alpha = 1) {
    this.g.globalAlpha = alpha;
    this.g.fillStyle = this.colours.tone(colour, tone);
    this.g.fill();
    this.g.globalAlpha = 1;
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

  circle([x, y], radius, fill, colour, width, tone = 0) {
    this.g.beginPath();
    this.g.arc(x, y, Math.abs(radius), 0, 2 * Math.PI);
    if (fill) this.fill(fill, tone);
    if (width) this.stroke(colour, width * LINES);
  }

  /* A ball in the light from above on the left. */
  ball([x, y], radius, colour) {
    const r = Math.abs(radius);
    const light = this.g.createRadialGradient(x - 0.35 * r, y - 0.4 * r, 0.05 * r, x, y, r);
    light.addColorStop(0, this.colours.tone(colour, 0.55));
    light.addColorStop(0.5, this.colours.tone(colour, 0));
    light.addColorStop(1, this.colours.tone(colour, -0.45));
    this.g.beginPath();
    this.g.arc(x, y, r, 0, 2 * Math.PI);
    this.g.fillStyle = light;
    this.g.fill();
  }

  text(words, [x, y], colour, size, align = "center") {
    this.g.font = `${size}px ${FONT}`;
    this.g.textAlign = align;
    this.g.textBaseline = "middle";
    this.g.lineJoin = "round";
    this.g.lineWidth = 4;
    this.g.strokeStyle = this.colours.tone("paper", 0);
    this.g.strokeText(words, x, y);
    this.g.fillStyle = this.colours.tone(colour, 0);
    this.g.fillText(words, x, y);
  }

  width_of(words, size) {
    this.g.font = `${size}px ${FONT}`;
    return this.g.measureText(words).width;
  }
}
