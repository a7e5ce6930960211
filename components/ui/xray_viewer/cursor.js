// What is said at the cursor: every mask and point below it, where it is in the film, and the grey value there.

const POINT_REACH_PX = 9;

function point(viewer, event) {
  const { film, panes, figure, panel, settings, readout, tip } = viewer;
  if (!viewer.drawn) return;
  const box = film.getBoundingClientRect();
  const [left, top] = [event.clientX - box.left, event.clientY - box.top];
  const place = placeAt(film, panes, left, top, figure);
  if (!place) {
    unpoint(viewer);
    return;
  }
  viewer.pixelsOfFilm();
  const grey = viewer.pixels ? `  grey ${greyAt(viewer.pixels, place.x, place.y)}` : "";
  readout.textContent = `x ${Math.round(place.x)}  y ${Math.round(place.y)}${grey}  ·  ${viewer.entry.film}`;
  const where = [figure, panel, settings, place.x, place.y];
  const under = settings.overlays ? [...pointsAt(...where, POINT_REACH_PX * place.perPx), ...masksAt(...where)] : [];
  const found = under.filter((meta) => place.pane.shows(meta) && isInLook(viewer, meta));
  tip.replaceChildren(...found.map((meta) => tipLine(panel, settings, meta)));
  tip.classList.toggle("xray-visible", found.length > 0);
  // To the right of the cursor, but for where it would leave the film.
  const right = left + 14 + tip.offsetWidth < box.width ? left + 14 : Math.max(0, left - 14 - tip.offsetWidth);
  tip.style.transform = `translate(${right}px, ${top + 14}px)`;
}

function unpoint(viewer) {
  viewer.readout.textContent = viewer.entry?.film ?? "";
  viewer.tip.classList.remove("xray-visible");
}

// In a closer look only its own pathology is drawn, and only that is named.
function isInLook({ entry, settings }, { target }) {
  return !isCloser(settings.mode) || entry.extra?.mode !== settings.mode || entry.extra.target === target;
}

function tipLine(panel, settings, { source, target, words }) {
  const of = panel.sources.find((candidate) => candidate.key === source);
  const cell = panel.rows.find((row) => row.target === target)?.cells[source];
  const iou = cell?.iou ?? null;
  const said = words ?? `${cell?.text ?? ""}${iou === null ? "" : ` · IoU ${iou.toFixed(2)}`}`;
  const { colour, dash } = lookOf(panel, settings, source, target);
  return make("div", {}, lineSample(colour, dash), make("b", {}, target), ` ${of.label} · ${said}`);
}
