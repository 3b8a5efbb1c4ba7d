/* Quantities by themselves: dials, sliders, gauges. */
const TURNS = { deg: Math.PI / 180, "°": Math.PI / 180, rev: 2 * Math.PI };

const panels = {
  draw(pen, panel, value, [x, y, width, height]) {
    const unit = panel.unit ? ` ${panel.unit}` : "";
    const size = Math.max(Math.abs(panel.low), Math.abs(panel.high));
    const fit = Math.min(1, (width - 4) / pen.width_of(panel.text, 13));
    pen.text(panel.text, [x + width / 2, y + 12], "ink", 13 * fit);
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
