// What is said at the cursor: every mask and point below it, where it is in the film, and the grey value there.

const POINT_REACH_PX = 9;

function point(viewer, event) {
  const { film, panes, figure, panel, settings, readout, tip } = viewer;
  if (!viewer.drawn || viewer.isWaiting) return;
  const box = film.getBoundingClientRect();
  const [left, top] = [event.clientX - box.left, event.clientY - box.top];
  const place = placeAt(film, panes, left, top, figure);
  if (!place) {
    unpoint(viewer);
    return;
  }
  viewer.pointed = event;
  const reading = viewer.pixelsOfFilm();
  // The first time, the grey value follows as soon as it is read: the cursor may rest where it is.
  if (!viewer.pixels) reading.then((pixels) => pixels && viewer.pointed === event && point(viewer, event));
  const grey = viewer.pixels ? `  grey ${greyAt(viewer.pixels, place.x, place.y)}` : "";
  readout.textContent = `x ${Math.round(place.x)}  y ${Math.round(place.y)}${grey}  ·  ${viewer.entry.film}`;
  const found = settings.overlays ? under(viewer, place).filter(place.pane.shows) : [];
  tip.replaceChildren(...found.map((meta) => tipLine(panel, settings, meta)));
  tip.classList.toggle("xray-visible", found.length > 0);
  // To the right of the cursor, but for where it would leave the film.
  const right = left + 14 + tip.offsetWidth < box.width ? left + 14 : Math.max(0, left - 14 - tip.offsetWidth);
  tip.style.transform = `translate(${right}px, ${top + 14}px)`;
}

function unpoint(viewer) {
  viewer.pointed = null;
  viewer.readout.textContent = viewer.entry?.film ?? "";
  viewer.tip.classList.remove("xray-visible");
}

// All that is drawn at a place, points before masks; a closer look draws its own pathology alone.
function under({ figure, panel, settings, entry }, { x, y, perPx }) {
  const at = (seen) => [...pointsAt(figure, panel, seen, x, y, POINT_REACH_PX * perPx), ...masksAt(figure, panel, seen, x, y)];
  const { extra } = entry;
  if (!isDrawnCloser(settings, extra)) return at(settings);
  if (extra.fault) return [];
  const ofTarget = ({ target }) => target === extra.target;
  if (extra.mode === "map") {
    const both = { ...settings, ...EVERYTHING, points: false };
    return at(both).filter((meta) => ofTarget(meta) && [extra.first, extra.second].includes(meta.source));
  }
  const { heat } = extra;
  const others = at(besidesHeat(settings, extra)).filter((meta) => ofTarget(meta) && meta.source !== heat.source);
  const step = heat.steps[stepOf(heat, settings)];
  if (!contains(step, x, y)) return others;
  return [{ source: heat.source, target: extra.target, words: stepWords(step) }, ...others];
}

// What a threshold gives, as the other masks are spoken of.
function stepWords({ threshold, areaShare, iou }) {
  const said = [`${(100 * areaShare).toFixed(1)}%`, iou === null ? "" : `IoU ${iou.toFixed(2)}`, `threshold ${threshold.toFixed(2)}`];
  return said.filter((part) => part).join(" · ");
}

function tipLine(panel, settings, { source, target, words }) {
  const of = panel.sources.find((candidate) => candidate.key === source);
  const cell = panel.rows.find((row) => row.target === target)?.cells[source];
  const iou = cell?.iou ?? null;
  const said = words ?? `${cell?.text ?? ""}${iou === null ? "" : ` · IoU ${iou.toFixed(2)}`}`;
  const { colour, dash } = lookOf(panel, settings, source, target);
  return make("div", {}, lineSample(colour, dash), make("b", {}, target), ` ${of.label} · ${said}`);
}
