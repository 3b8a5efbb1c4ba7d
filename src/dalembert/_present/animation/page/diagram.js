/* A block diagram with the values of its signals at the time. */
const LARGEST = 40; // pixels of a unit of the diagram

class Diagram {
  constructor(data, numbers, pen) {
    Object.assign(this, { data, numbers, pen });
  }

  fit(width) {
    const { low, high } = this.data;
    this.scale = Math.min(LARGEST, width / (high[0] - low[0]));
    this.left = (width - this.scale * (high[0] - low[0])) / 2;
    this.pen.fit(width, this.scale * (high[1] - low[1]));
  }

  spot([x, y]) {
    const { low, high } = this.data;
    return [this.left + (x - low[0]) * this.scale, (high[1] - y) * this.scale];
  }

  draw() {
    const { pen, numbers, data } = this;
    const size = Math.max(8, data.letter * this.scale);
    pen.clear();
    for (const [kind, places, ink, width, fill, text, anchor] of data.shapes) {
      const points = places.map((place) => this.spot(place));
      if (kind === "text") pen.text(text, points[0], ink, size * width, anchor);
      else if (kind === "circle") pen.circle(points[0], fill[1] * this.scale, fill[0], ink, width);
      else if (kind === "polygon") pen.polygon(points, fill, ink, width);
      else pen.line(points, ink, width);
    }
    for (const { at, anchor, unit, column } of data.signals) {
      const value = numbers.at(column);
      const text = Number.isFinite(value) ? `${shown(value)} ${unit}` : "";
      pen.text(text, this.spot(at), "c1", 0.9 * size, anchor);
    }
  }
}
