// What is visible and how it is drawn, from the settings alone; and which masks lie under a point.

const EVERYTHING = { hidden: [], shown: [], automatic_alone: true }; // settings by which every layer is shown

// What has no part in a layout, so that its control rests there.
const IDLE_IN = {
  sheet: ["names"],
  map: ["fill", "opacity_percent", "names", "points"],
  heat: ["fill", "opacity_percent", "names"],
};

function isIdle(setting, mode) {
  return (IDLE_IN[mode] ?? []).includes(setting);
}

function hides([source, target], ofSource, ofTarget) {
  return (source === "" || source === ofSource) && (target === "" || target === ofTarget);
}

function has(pairs, source, target) {
  return pairs.some(([s, t]) => s === source && t === target);
}

function without(pairs, source, target) {
  return pairs.filter(([s, t]) => s !== source || t !== target);
}

// Whether a pathology is left out since only automatic sources drew it.
function isAside(settings, panel, target) {
  return !settings.automatic_alone && panel.groups.get(target) === "automatic";
}

function isShown(settings, panel, source, target) {
  const matches = (pair) => hides(pair, source, target);
  return !settings.hidden.some(matches) && (!isAside(settings, panel, target) || settings.shown.some(matches));
}

// What changes when one layer, one source ("" as target) or one pathology ("" as source) is turned on or off. Showing
// a layer of a hidden source or pathology keeps the rest of it hidden.
function toggled(settings, panel, source, target) {
  const { hidden, shown } = settings;
  if (target && isAside(settings, panel, target)) {
    if (has(shown, source, target)) return { shown: without(shown, source, target) };
    const freed = hidden.filter((pair) => !hides(pair, source, target));
    return { shown: [...shown, [source, target]], hidden: source ? freed : hidden };
  }
  if (has(hidden, source, target)) return { hidden: without(hidden, source, target) };
  if (!source || !target || isShown(settings, panel, source, target)) return { hidden: [...hidden, [source, target]] };
  const rest = [];
  if (has(hidden, source, ""))
    for (const row of panel.rows) if (row.target !== target) rest.push([source, row.target]);
  if (has(hidden, "", target))
    for (const other of panel.sources) if (other.key !== source) rest.push([other.key, target]);
  const kept = hidden.filter((pair) => !hides(pair, source, target));
  return { hidden: [...kept, ...rest.filter(([s, t]) => !has(kept, s, t))] };
}

// Show nothing but one source or one pathology; asked for again, show all.
function alone(settings, panel, source, target) {
  const others = source
    ? panel.sources.filter((other) => other.key !== source).map((other) => [other.key, ""])
    : panel.rows.filter((row) => row.target !== target).map((row) => ["", row.target]);
  const isAlone = settings.hidden.length === others.length && others.every(([s, t]) => has(settings.hidden, s, t));
  return { hidden: isAlone ? [] : others, shown: target && !isAlone ? [["", target]] : [] };
}

// Which source each pathology is named at: the first that is shown, since the masks of several lie close together.
function namedAt(figure, panel, settings) {
  const places = new Map();
  for (const source of panel.sources)
    for (const { meta } of figure.data)
      if (meta.kind === "name" && meta.source === source.key && !places.has(meta.target))
        if (isShown(settings, panel, source.key, meta.target)) places.set(meta.target, source.key);
  return places;
}

function styledTraces(figure, panel, settings) {
  const places = settings.names ? namedAt(figure, panel, settings) : new Map();
  return figure.data.map((trace) => {
    const { kind, source, target } = trace.meta;
    const styled = { ...trace, visible: isShown(settings, panel, source, target) };
    const { colour, dash, width, opacity } = lookOf(panel, settings, source, target);
    if (kind === "fill") {
      styled.visible &&= settings.fill;
      styled.fillcolor = colour;
      styled.opacity = opacity;
    } else if (kind === "outline") {
      styled.line = { color: colour, dash, width };
    } else if (kind === "points") {
      styled.visible &&= settings.points;
      styled.marker = { ...trace.marker, color: colour };
    } else if (kind === "name") {
      styled.visible &&= settings.mode === "side" ? settings.names : settings.mode !== "sheet" && places.get(target) === source;
    }
    return styled;
  });
}

// Whether a point is inside closed rings that are separated by null; holes count as outside.
function contains({ x, y }, px, py) {
  let inside = false;
  for (let i = 1; i < x.length; i += 1) {
    if (x[i] === null || x[i - 1] === null) continue;
    if (y[i] > py !== y[i - 1] > py) {
      const crossing = ((x[i - 1] - x[i]) * (py - y[i])) / (y[i - 1] - y[i]) + x[i];
      if (px < crossing) inside = !inside;
    }
  }
  return inside;
}

function masksAt(figure, panel, settings, px, py) {
  return figure.data
    .filter(({ meta }) => meta.kind === "outline" && isShown(settings, panel, meta.source, meta.target))
    .filter((trace) => contains(trace, px, py))
    .map((trace) => trace.meta)
    .reverse(); // the topmost first
}

// Clicked points within a few pixels of a place in the film.
function pointsAt(figure, panel, settings, px, py, reach) {
  const found = [];
  for (const { meta, x, y, customdata } of figure.data) {
    if (meta.kind !== "points" || !settings.points || !isShown(settings, panel, meta.source, meta.target)) continue;
    x.forEach((_, i) => {
      if (Math.hypot(x[i] - px, y[i] - py) < reach) found.push({ ...meta, words: `point ${customdata[i]}` });
    });
  }
  return found;
}
