/* One player: its state is the time, whether it runs, and how it is seen. */
function start(root) {
  root.dataset.ready = "yes";
  const part = (name) => root.querySelector(`.dlb-${name}`);
  const data = JSON.parse(part("data").textContent);
  const numbers = new Numbers(data);
  let [first, last] = [data.times[0], data.times[data.times.length - 1]];
  const colours = new Colours();
  const stage = part("stage");
  const canvas = part("canvas");
  const pen = new Pen(canvas, colours);
  const view = new View(data, numbers);
  const scene = new Scene(data, numbers, pen, view);
  const diagram = data.diagram && new Diagram(data.diagram, numbers, new Pen(part("diagram"), colours));
  const layout = new Layout(data, root, part, view);
  const tip = new Tip(root, part("tip"));
  const figures = [...root.querySelectorAll(".dlb-plot")];
  const plots = figures.map((own, i) => new Plot(data.plots[i], numbers, new Pen(own.querySelector("canvas"), colours)));
  const control = (name) => part(name);
  const [scrub, speed, loop, traces, names, forces] = ["scrub", "speed", "loop", "traces", "names", "forces"].map(control);
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const state = { time: first, playing: false, before: 0, pointer: null };
  const drawn = data.points.length > 0;
  let live = null;

  /* Time */

  function tell() {
    const digits = Math.max(0, 3 - Math.ceil(Math.log10(Math.max(last - first, 1e-12))));
    const now = `${printed(state.time.toFixed(digits))} s`;
    scrub.value = last > first ? (1000 * (state.time - first)) / (last - first) : 0;
    scrub.setAttribute("aria-valuetext", now);
    part("clock").textContent = `${now} / ${printed(last.toFixed(digits))} s`;
  }

  function draw() {
    language.mark = data.mark;
    numbers.seek(state.time);
    pen.clear();
    if (drawn) scene.draw(traces.value, names.checked, forces.checked);
    data.panels.forEach((panel, i) => panels.draw(pen, panel, numbers.at(panel.column), layout.boxes[i]));
    if (diagram) diagram.draw();
    plots.forEach((plot) => plot.draw(state.time));
    tell();
  }

  function seek(time) {
    state.time = Math.min(last, Math.max(first, time));
    draw();
  }

  function tick(now) {
    if (!state.playing) return;
    const passed = Math.min(0.1, (now - state.before) / 1000) * Number(speed.value);
    state.before = now;
    let time = state.time + passed;
    if (time >= last) {
      if (loop.checked && last > first) time = first + ((time - first) % (last - first));
      else pause();
    }
    seek(time);
    if (state.pointer) hover(state.pointer);
    if (state.playing) requestAnimationFrame(tick);
  }

  function label() {
    root.classList.toggle("dlb-playing", state.playing);
    part("play").setAttribute("aria-label", state.playing ? data.words.pause : data.words.play);
    part("play").title = state.playing ? data.words.pause : data.words.play;
  }

  function play() {
    if (state.playing) return;
    if (state.time >= last) state.time = first;
    state.playing = true;
    state.before = performance.now();
    label();
    requestAnimationFrame(tick);
  }

  function pause() {
    state.playing = false;
    label();
  }

  function step(count) {
    pause();
    const near = numbers.part > 0.5 ? numbers.next : numbers.frame;
    seek(numbers.times[Math.min(numbers.frames - 1, Math.max(0, near + count))]);
  }

  /* Sizes */

  function fit() {
    colours.read(root);
    const beside = layout.wide();
    const width = stage.clientWidth;
    if (!width) return;
    const room = layout.arrange(width);
    pen.fit(width, room.height);
    if (diagram) diagram.fit(width);
    if (room.scene) view.frame(0, 0, ...room.scene);
    const there = plots.filter((_, i) => !figures[i].hidden);
    const spare = (room.height - 26 * there.length) / Math.max(1, there.length) - 12;
    const height = beside ? Math.max(96, Math.min(280, spare)) : 150;
    for (const plot of there) plot.fit(plot.pen.canvas.parentElement.clientWidth, height);
    draw();
  }

  function full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen().catch(() => (part("full").hidden = true)); // where the page around forbids it
  }

  /* How it is seen */

  const inside = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  function change(what, ...how) {
    view[what](...how);
    canvas.classList.toggle("dlb-held", data.dimension === 3 || data.alone || view.zoom !== 1);
    draw();
  }

  const turn = (dx, dy) => change("orbit", dx, dy);
  const middle = () => [view.rectangle[2] / 2, view.rectangle[3] / 2];
  const enlarge = (factor, spot = middle()) => change("enlarge", factor, spot);
  const reset = () => change("reset");

  function hover(event) {
    state.pointer = event;
    const found = scene.under(inside(event));
    if (!found) {
      tip.hide();
      return;
    }
    const unit = data.length ? ` ${data.length}` : "";
    tip.show(found.name, found.values.map(([name, value]) => [name, shown(value / data.metres, data.radius / data.metres) + unit]), event);
  }

  function watch() {
    canvas.classList.add("dlb-turning");
    canvas.classList.toggle("dlb-held", data.dimension === 3 || data.alone);
    pointers(canvas, {
      grab: (event) => Boolean(live && live.grab(inside(event))),
      pull: (event) => live.pull(inside(event)),
      letGo: () => live.letGo(),
      drag: (dx, dy, event) => (data.dimension === 3 && !event.shiftKey ? turn(dx * 0.5, dy * 0.5) : change("move", dx, dy)),
      pinch: (factor, dx, dy, [x, y]) => {
        view.move(dx, dy);
        enlarge(factor, inside({ clientX: x, clientY: y }));
      },
      hover,
      leave: () => {
        state.pointer = null;
        tip.hide();
      },
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!data.alone && !event.ctrlKey && document.activeElement !== canvas && !document.fullscreenElement) return;
        event.preventDefault();
        enlarge(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), inside(event));
      },
      { passive: false },
    );
    canvas.addEventListener("dblclick", reset);
    part("view").addEventListener("click", reset);
    part("nearer").addEventListener("click", () => enlarge(1.25));
    part("farther").addEventListener("click", () => enlarge(0.8));
  }

  /* Curves */

  function choose(i, j, on) {
    plots[i].chosen[j] = on;
    plots[i].measure();
    const keys = figures[i].querySelectorAll(".dlb-key");
    keys.forEach((key, k) => (key.hidden = !plots[i].chosen[k]));
    figures[i].hidden = !plots[i].chosen.some(Boolean);
    root.querySelectorAll(`.dlb-curve[data-plot="${i}"]`)[j].checked = on;
    fit();
  }

  function point(plot, event) {
    plot.hover = plot.time(event.clientX - plot.pen.canvas.getBoundingClientRect().left);
    const size = Math.max(Math.abs(plot.low), Math.abs(plot.high));
    const unit = plot.plot.unit ? ` ${plot.plot.unit}` : "";
    const rows = plot.values(plot.hover).map((c) => [c.name, shown(c.value, size) + unit, c.ink.slice(1)]);
    tip.show(`t = ${shown(plot.hover)} s`, rows, event);
    plot.draw(state.time);
  }

  plots.forEach((plot, i) => {
    const own = plot.pen.canvas;
    const go = (event) => {
      pause();
      seek(plot.time(event.clientX - own.getBoundingClientRect().left));
    };
    own.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      own.setPointerCapture(event.pointerId);
      go(event);
    });
    own.addEventListener("pointermove", (event) => {
      if (own.hasPointerCapture(event.pointerId)) go(event);
      point(plot, event);
    });
    own.addEventListener("pointerleave", () => {
      plot.hover = null;
      tip.hide();
      plot.draw(state.time);
    });
    figures[i].querySelectorAll(".dlb-key").forEach((key, j) => key.addEventListener("click", () => choose(i, j, false)));
  });
  part("choose").addEventListener("toggle", () => {
    const [menu, own] = [part("choose").lastElementChild, part("choose").getBoundingClientRect()];
    const around = root.getBoundingClientRect();
    const left = Math.max(around.left - own.left, Math.min(0, around.right - own.left - menu.offsetWidth));
    menu.style.left = `${left}px`;
  });
  root.querySelectorAll(".dlb-curve").forEach((box) =>
    box.addEventListener("change", () => choose(Number(box.dataset.plot), Number(box.dataset.curve), box.checked)),
  );

  /* Buttons and keys */

  part("play").addEventListener("click", () => (state.playing ? pause() : play()));
  part("back").addEventListener("click", () => step(-1));
  part("on").addEventListener("click", () => step(1));
  scrub.addEventListener("input", () => {
    pause();
    seek(first + ((last - first) * Number(scrub.value)) / 1000);
  });
  for (const own of [traces, names, forces]) own.addEventListener("change", draw);
  part("full").addEventListener("click", full);
  if (!document.fullscreenEnabled) part("full").hidden = true;
  if (drawn) watch();
  const keys = {
    " ": () => (state.playing ? pause() : play()),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => seek(first),
    End: () => seek(last),
    "+": () => enlarge(1.25),
    "-": () => enlarge(0.8),
    0: reset,
    f: full,
  };
  const turning = { ArrowLeft: [-6, 0], ArrowRight: [6, 0], ArrowUp: [0, 6], ArrowDown: [0, -6] };
  const seeing = ["+", "-", "0"];
  (data.alone ? document : root).addEventListener("keydown", (event) => {
    const busy = event.target.closest("button, select, input, summary");
    if (event.ctrlKey || event.metaKey || event.altKey || (seeing.includes(event.key) && !drawn)) return;
    if (event.shiftKey && drawn && turning[event.key]) {
      const [dx, dy] = turning[event.key];
      if (data.dimension === 3) turn(dx, dy);
      else change("move", 5 * dx, -5 * dy);
    } else if (!busy && keys[event.key] && (!event.shiftKey || event.key === "+")) keys[event.key]();
    else return;
    event.preventDefault();
  });
  calm.addEventListener("change", () => calm.matches && pause());
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", fit);
  document.addEventListener("fullscreenchange", fit);
  window.addEventListener("resize", fit);
  root.classList.add("dlb-live");
  new ResizeObserver(fit).observe(stage);
  if (!data.alone) {
    new IntersectionObserver((seen) => seen.every((one) => !one.isIntersecting) && pause()).observe(root);
  }
  label();
  fit();
  const setTimes = (times) => {
    [first, last] = [times[0], times[times.length - 1]];
    state.time = Math.min(last, Math.max(first, state.time));
    numbers.seek(state.time);
  };
  if (data.live) live = new Live(root, part, { data, numbers, view, scene, plots, fit, seek, pause, setTimes });
  root.dalembert = {
    play, pause, seek, turn, enlarge, reset,
    get time() { return state.time; },
    get playing() { return state.playing; },
    get view() { return [view.turn, view.tilt]; },
    get zoom() { return view.zoom; },
    get labels() { return scene.boxes; },
    live,
    place: (name) => scene.spot(data.names.indexOf(name)),
  };
  if (data.alone && !calm.matches) play();
}

document.querySelectorAll(".dlb:not([data-ready])").forEach(start);
