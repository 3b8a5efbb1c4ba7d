/* Vectors in space. */
const plus = (a, b, k = 1) => a.map((v, i) => v + k * b[i]);
const less = (a, b) => a.map((v, i) => v - b[i]);
const times = (a, k) => a.map((v) => v * k);
const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/* A direction of length 1; `other` where there is none. */
function unit(a, other = [0, 0, 1]) {
  const size = Math.hypot(...a);
  return size > 0 ? times(a, 1 / size) : other;
}

/* The steepest radius square to an axis (x where none is), and the next one, a right angle on. */
function radii(axis) {
  const own = unit(axis);
  let first = [0, 0, 0];
  for (const start of [[0, 0, 1], [1, 0, 0]]) {
    first = plus(start, own, -dot(start, own));
    if (Math.hypot(...first) > 1e-9) break;
  }
  first = unit(first);
  return [first, cross(own, first)];
}

/* Places along and beside the way from one spot to another. */
function band(start, end, width) {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy);
  const [nx, ny] = length ? [((dy / length) * width) / 2, ((-dx / length) * width) / 2] : [0, 0];
  return { length, at: (s, side) => [start[0] + s * dx + side * nx, start[1] + s * dy + side * ny] };
}
