/* What fingers and the mouse do to a drawing: drag to turn or move it, two fingers or the wheel to enlarge it. */
function pointers(canvas, { grab, pull, letGo, drag, pinch, hover, leave }) {
  const held = new Map();
  let taken = null; // the pointer that holds the mechanism
  const middle = () => {
    const spots = [...held.values()];
    return [0, 1].map((k) => spots.reduce((sum, s) => sum + s[k], 0) / spots.length);
  };
  const apart = () => {
    const [a, b] = [...held.values()];
    return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    canvas.setPointerCapture(event.pointerId);
    if (!held.size && grab(event)) taken = event.pointerId;
    held.set(event.pointerId, [event.clientX, event.clientY]);
    leave();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId)) {
      hover(event);
      return;
    }
    if (taken === event.pointerId) {
      pull(event);
      return;
    }
    const [before, wide] = [middle(), apart()];
    held.set(event.pointerId, [event.clientX, event.clientY]);
    const [x, y] = middle();
    if (wide > 0) pinch(apart() / wide, x - before[0], y - before[1], [x, y]);
    else drag(x - before[0], y - before[1], event);
  });
  const release = (event) => {
    held.delete(event.pointerId);
    if (taken !== event.pointerId) return;
    taken = null;
    letGo();
  };
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(name, release);
  canvas.addEventListener("pointerleave", leave);
}
