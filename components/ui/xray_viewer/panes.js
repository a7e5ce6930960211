// How the film is laid out: once with everything on it, once a source, or once a pathology. Panes zoom together.

const MODES = [
  ["overlay", "Overlay", "Everything on one film"],
  ["side", "Side by side", "One film a source; zoom and pan are linked"],
  ["sheet", "Contact sheet", "One film a pathology; zoom and pan are linked"],
  ["map", "Agreement", "Where two sources agree on one pathology"],
  ["heat", "Heat map", "A model's heat map of one pathology, and what its thresholds give"],
];
const PANE_GAP_PX = 6;

function panesOf(panel, settings) {
  let panes = [];
  if (settings.mode === "side")
    panes = panel.sources
      .filter((source) => source.loaded && !has(settings.hidden, source.key, ""))
      .map((source) => ({ title: source.label, colour: source.colour, shows: (meta) => meta.source === source.key }));
  if (settings.mode === "sheet")
    panes = panel.rows
      .filter((row) => row.group !== "nothing")
      .filter((row) => panel.sources.some((source) => row.cells[source.key] && isShown(settings, panel, source.key, row.target)))
      .map((row) => ({ title: row.target, colour: "#fff", shows: (meta) => meta.target === row.target }));
  return panes.length ? panes : [{ title: "", shows: () => true }];
}

// Columns that make the films largest.
function columnsFor(count, stage, film) {
  let best = { columns: 1, scale: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const scale = Math.min(stage.width / columns / film.width, stage.height / rows / film.height);
    if (scale > best.scale) best = { columns, scale };
  }
  return best.columns;
}

function axisName(letter, index) {
  return index ? `${letter}${index + 1}` : letter;
}

function axisKey(letter, index) {
  return `${letter}axis${index ? index + 1 : ""}`;
}

// The figure as it is drawn; `view` gives the ranges of both axes.
function arranged(figure, panel, settings, stage, view, extra) {
  const panes = panesOf(panel, settings);
  const { xaxis, yaxis, images, shapes, annotations = [], ...rest } = figure.layout;
  const film = { width: xaxis.range[1] - xaxis.range[0], height: yaxis.range[0] - yaxis.range[1] };
  const columns = columnsFor(panes.length, stage, film);
  const rows = Math.ceil(panes.length / columns);
  const gap = panes.length > 1 ? { x: PANE_GAP_PX / stage.width, y: PANE_GAP_PX / stage.height } : { x: 0, y: 0 };
  const layout = { ...rest, showlegend: false, hovermode: false, images: [], shapes: [], annotations: [...annotations] };
  delete layout.uirevision; // the view is said instead: left to it, Plotly moves the film a little at each draw
  const { traces, images: above } = isDrawnCloser(settings, extra)
    ? closerTraces(figure, panel, settings, extra)
    : { traces: styledTraces(figure, panel, settings), images: [] };
  const data = [];
  panes.forEach((pane, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [x, y] = [axisName("x", index), axisName("y", index)];
    const across = [column / columns + gap.x / 2, (column + 1) / columns - gap.x / 2];
    const upwards = [1 - (row + 1) / rows + gap.y / 2, 1 - row / rows - gap.y / 2];
    const linked = index ? { x: { matches: "x" }, y: { matches: "y" } } : { x: {}, y: {} };
    layout[axisKey("x", index)] = { visible: false, range: [...view.xaxis.range], domain: across, anchor: y, ...linked.x };
    layout[axisKey("y", index)] = {
      visible: false,
      range: [...view.yaxis.range],
      domain: upwards,
      anchor: x,
      ...(index ? linked.y : { scaleanchor: "x", scaleratio: 1 }),
    };
    for (const image of [...images, ...above]) layout.images.push({ ...image, xref: x, yref: y });
    for (const shape of shapes) layout.shapes.push({ ...shape, xref: x, yref: y });
    if (pane.title)
      layout.annotations.push({
        text: escapeMarkup(pane.title),
        xref: "paper",
        yref: "paper",
        x: across[0],
        y: upwards[1],
        xanchor: "left",
        yanchor: "top",
        showarrow: false,
        bgcolor: "rgba(0,0,0,0.65)",
        font: { color: pane.colour, size: 13 },
      });
    // Plotly spends two milliseconds on a trace, be it not visible or one word: it is given no more than it must have.
    const shown = traces.filter((trace) => trace.visible !== false && pane.shows(trace.meta));
    for (const trace of withNamesTogether(shown)) data.push({ ...trace, xaxis: x, yaxis: y });
  });
  return { data, layout, panes };
}

// The names of all layers as one trace above the others; `meta.layers` says whose each is.
function withNamesTogether(traces) {
  const names = traces.filter(({ meta }) => meta.kind === "name");
  if (!names.length) return traces;
  const all = (field) => names.flatMap((name) => name[field]);
  const layers = names.map(({ meta }) => meta);
  const together = { x: all("x"), y: all("y"), text: all("text"), textposition: all("textposition") };
  return [
    ...traces.filter(({ meta }) => meta.kind !== "name"),
    { ...names[0], ...together, meta: { kind: "names", layers } },
  ];
}

// Plotly gives some markup a meaning in its texts; names come from files.
function escapeMarkup(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

// The pane under a point of the stage, and where in the film that is; null outside of every film.
function placeAt(film, panes, left, top, figure) {
  for (let index = 0; index < panes.length; index += 1) {
    const x = film._fullLayout[axisKey("x", index)];
    const y = film._fullLayout[axisKey("y", index)];
    if (left < x._offset || left > x._offset + x._length || top < y._offset || top > y._offset + y._length) continue;
    const perPx = (x.range[1] - x.range[0]) / x._length;
    const place = { pane: panes[index], perPx, x: x.p2d(left - x._offset), y: y.p2d(top - y._offset) };
    const [low, high] = figure.layout.xaxis.range;
    const [bottom, ceiling] = figure.layout.yaxis.range;
    return place.x >= low && place.x <= high && place.y >= ceiling && place.y <= bottom ? place : null;
  }
  return null;
}
