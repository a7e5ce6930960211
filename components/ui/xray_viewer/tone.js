// Grey values of the film, changed by an SVG filter on the image alone, so that the file's bytes stay as they are.

const TONE_STEPS = 64;

// Output for one input grey value, both 0 to 1.
function toneOf(settings, grey) {
  const { window: width, level, gamma, invert } = settings;
  const spread = (grey * 255 - (level - width / 2)) / width;
  const toned = Math.min(1, Math.max(0, spread)) ** gamma;
  return invert ? 1 - toned : toned;
}

function toneIsPlain({ window: width, level, gamma, invert }) {
  return !invert && width === 255 && level === 127.5 && gamma === 1;
}

function makeToneFilter(id) {
  const holder = make("div", { class: "xray-filter", "aria-hidden": "true" });
  holder.innerHTML =
    '<svg width="0" height="0"><filter color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1">' +
    '<feComponentTransfer><feFuncR type="table"/><feFuncG type="table"/><feFuncB type="table"/>' +
    "</feComponentTransfer></filter></svg>";
  holder.querySelector("filter").id = id;
  return holder;
}

function applyTone(holder, film, settings) {
  const table = Array.from({ length: TONE_STEPS + 1 }, (_, i) => toneOf(settings, i / TONE_STEPS).toFixed(4)).join(" ");
  for (const channel of holder.querySelectorAll("feFuncR, feFuncG, feFuncB")) channel.setAttribute("tableValues", table);
  const filter = toneIsPlain(settings) ? "none" : `url(#${holder.querySelector("filter").id})`;
  film.style.setProperty("--xray-tone", filter);
}

// Dragging with the right button: across for the window, upwards for the level.
function dragContrast(stage, viewer) {
  let start = null;
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
  // Plotly would take it for a drag of its own, and fail at its end.
  stage.addEventListener("mousedown", (event) => event.button === 2 && event.stopPropagation(), true);
  stage.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 2) return;
      event.stopPropagation();
      start = { x: event.clientX, y: event.clientY, window: viewer.settings.window, level: viewer.settings.level };
      stage.setPointerCapture(event.pointerId);
    },
    true,
  );
  stage.addEventListener("pointermove", (event) => {
    if (!start) return;
    const bounded = (value, low, high) => Math.round(Math.min(high, Math.max(low, value)));
    const changes = {
      window: bounded(start.window + (event.clientX - start.x) / 2, 1, 510),
      level: bounded(start.level - (event.clientY - start.y) / 2, 0, 255),
    };
    viewer.act(changes, { light: true });
  });
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, () => (start = null));
}
