/* Where things stand: the scene, its panels beside or below it, and the plots beside both on a wide screen. */
const PANEL = 140; // pixels of a panel
const WIDE = 1000; // of a player that has its plots beside the drawing
const SHORT = 300; // of the lowest drawing that stands beside plots

class Layout {
  constructor(data, root, part, view) {
    Object.assign(this, { data, root, part, view, boxes: [] });
  }

  /* How high a drawing may be, so that it and the controls can be seen together. */
  get tall() {
    const full = document.fullscreenElement === this.root;
    if (!full && !this.data.alone) return Math.max(SHORT, Math.min(560, window.innerHeight * 0.46));
    const beside = this.root.classList.contains("dlb-wide");
    return Math.max(SHORT, beside ? window.innerHeight - this.others() : 0.62 * window.innerHeight);
  }

  /* Pixels above and below the drawing that are not it. */
  others() {
    const heights = ["title", "controls", "notes"].map((name) => this.part(name).offsetHeight);
    const values = Math.min(this.part("values")?.offsetHeight ?? 0, window.innerHeight / 3);
    return heights.reduce((sum, height) => sum + height, values) + 64;
  }

  wide() {
    const plots = this.root.querySelectorAll(".dlb-plot:not([hidden])").length;
    this.root.classList.toggle("dlb-wide", this.root.clientWidth >= WIDE && plots > 0);
    return this.root.classList.contains("dlb-wide");
  }

  /* The size of the canvas, and the part of it that the scene has. */
  arrange(width) {
    const { data } = this;
    const count = data.panels.length;
    if (!data.points.length) return this.rows(width, 0);
    const size = data.low.map((v, i) => data.high[i] - v);
    const ratio = data.dimension === 3 ? 0.72 : (size[1] + 20 * data.unit) / (size[0] + 20 * data.unit);
    const filled = this.root.classList.contains("dlb-wide");
    const { tall } = this;
    const above = data.dimension === 3 ? 0 : BUTTONS;
    const height = (own) => (filled ? tall : Math.min(tall, Math.max(240, own * ratio + above)));
    if (!count) return { scene: [width, height(width)], height: height(width) };
    if (width < 520) {
      const room = this.rows(width, height(width));
      return { ...room, scene: [width, height(width)] };
    }
    const columns = Math.ceil(count / 4);
    const rows = Math.min(count, 4);
    const left = width - columns * PANEL;
    const own = Math.max(rows * PANEL, height(left));
    const top = (own - rows * PANEL) / 2;
    this.boxes = data.panels.map((_, i) => [left + Math.floor(i / 4) * PANEL, top + (i % 4) * PANEL + 4, 136, 132]);
    return { scene: [left, own], height: own };
  }

  /* Panels in rows below some height. */
  rows(width, top) {
    const count = this.data.panels.length;
    const columns = Math.max(1, Math.min(count, Math.floor(width / PANEL), count > 8 ? 5 : 4));
    const wide = width / columns;
    this.boxes = this.data.panels.map((_, i) => [(i % columns) * wide, top + Math.floor(i / columns) * 146 + 8, wide, 132]);
    return { scene: null, height: top + Math.ceil(count / columns) * 146 + 12 };
  }
}
