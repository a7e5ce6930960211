// The two closer looks at one pathology: where two sources agree, and what a heat map's thresholds give.

const HEAT_COLOURS = [
  [0, [0, 0, 4]],
  [0.25, [87, 16, 110]],
  [0.5, [188, 55, 84]],
  [0.75, [249, 142, 9]],
  [1, [252, 255, 164]],
];
const HEAT_SIDE_PX = 512;
const AXIS_MARK = { line: { color: "#ffffff", width: 2 }, size: 13 };

function isCloser(mode) {
  return mode === "map" || mode === "heat";
}

// Whether a closer look is drawn: asked for, and here.
function isDrawnCloser(settings, extra) {
  return isCloser(settings.mode) && extra?.mode === settings.mode;
}

// Settings by which the other sources show beside a heat map: its pathology, whether a radiologist drew it or not.
function besidesHeat(settings, extra) {
  return { ...settings, shown: [...settings.shown, ["", extra.target]], names: false };
}

function heatColour(share) {
  const after = HEAT_COLOURS.findIndex(([stop]) => stop >= share);
  if (after <= 0) return HEAT_COLOURS[0][1];
  const [[low, from], [high, to]] = [HEAT_COLOURS[after - 1], HEAT_COLOURS[after]];
  return from.map((value, i) => Math.round(value + ((to[i] - value) * (share - low)) / (high - low)));
}

// The map as a picture, smoothed as the upsampling smooths it; what is low is clear, so that the film shows.
function heatPicture({ levels, width, height }) {
  const bytes = Uint8Array.from(atob(levels), (char) => char.charCodeAt(0));
  const small = make("canvas", { width, height });
  const pixels = new ImageData(width, height);
  bytes.forEach((level, i) => pixels.data.set([...heatColour(level / 255), level], 4 * i));
  small.getContext("2d").putImageData(pixels, 0, 0);
  const scale = Math.max(1, HEAT_SIDE_PX / Math.max(width, height));
  const large = make("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  large.getContext("2d").drawImage(small, 0, 0, large.width, large.height);
  return large.toDataURL();
}

// The step whose threshold is closest to the one chosen; below 0 stands for Otsu's.
function stepOf(heat, settings) {
  const wanted = settings.threshold_percent < 0 ? heat.otsu : settings.threshold_percent / 100;
  const distances = heat.steps.map((step) => Math.abs(step.threshold - wanted));
  return distances.indexOf(Math.min(...distances));
}

// The traces of a closer look, and what it lays over the film.
function closerTraces(figure, panel, settings, extra) {
  if (extra.fault) return { traces: [], images: [] };
  if (extra.mode === "map") return { traces: extra.data.map((trace) => inColour(trace, panel, settings, extra)), images: [] };
  const { heat, target } = extra;
  const look = lookOf(panel, settings, heat.source, target);
  const others = styledTraces(figure, panel, besidesHeat(settings, extra))
    .filter(({ meta }) => meta.target === target && meta.source !== heat.source && meta.kind !== "fill");
  const step = heat.steps[stepOf(heat, settings)];
  const outline = {
    type: "scatter",
    mode: "lines",
    x: step.x,
    y: step.y,
    line: { color: look.colour, dash: look.dash, width: look.width },
    meta: { kind: "threshold", source: heat.source, target },
  };
  const peak = {
    type: "scatter",
    mode: "markers",
    x: [heat.peak.x],
    y: [heat.peak.y],
    marker: { symbol: heat.peak.hits === false ? "x-open" : "x", color: look.colour, ...AXIS_MARK },
    meta: { kind: "peak", source: heat.source, target },
  };
  heat.picture ??= heatPicture(heat.map);
  const [film] = figure.layout.images;
  const { range: across } = figure.layout.xaxis;
  const { range: down } = figure.layout.yaxis;
  // Plotly takes images of exactly one place for one image, so this one begins a hair to the left.
  const place = { x: -0.5000001, y: -0.5, sizex: across[1] + 0.5, sizey: down[0] + 0.5, sizing: "stretch", layer: "below" };
  const image = { ...film, ...place, source: heat.picture, opacity: settings.heat_percent / 100 };
  return { traces: [...others, outline, peak], images: [image] };
}

// An area of the agreement map in the colour of its source, as chosen for the pathology; what both drew keeps its own.
function areaColour(panel, settings, extra, source, colour) {
  return source ? lookOf(panel, settings, source, extra.target).colour : colour;
}

function inColour(trace, panel, settings, extra) {
  const { line, fillcolor, fillpattern, meta } = trace;
  const colour = areaColour(panel, settings, extra, meta.source, line.color);
  const pattern = fillpattern && { ...fillpattern, fgcolor: colour, bgcolor: withAlphaOf(colour, fillpattern.bgcolor) };
  return { ...trace, line: { ...line, color: colour }, fillcolor: withAlphaOf(colour, fillcolor), fillpattern: pattern };
}

// A hexadecimal colour with the opacity of an rgba().
function withAlphaOf(colour, rgba) {
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return `rgba(${[...parts, rgba.split(",")[3].replace(")", "")].join(",")})`;
}

function choice(label, options, value, onchange) {
  const select = make("select", {}, ...options.map(({ key, label: text }) => make("option", { value: key }, text)));
  select.value = value;
  select.onchange = () => onchange(select.value);
  return make("label", { class: "xray-choice" }, make("span", {}, label), select);
}

function factTable(rows) {
  const cells = rows.map(([name, value, sample]) =>
    make("tr", {}, make("th", { scope: "row" }, sample ?? null, name), make("td", {}, value)),
  );
  return make("table", { class: "xray-facts" }, make("tbody", {}, ...cells));
}

// What stands above the list of layers during a closer look.
function renderCloser(viewer) {
  const { settings, panel, act } = viewer;
  const extra = viewer.entry.extra;
  if (!isCloser(settings.mode)) return [];
  if (extra?.mode !== settings.mode || viewer.isWaiting) return [make("p", { class: "xray-caption" }, "…")];
  const targets = panel.rows.map(({ target }) => ({ key: target, label: target }));
  const parts = [choice("Pathology", targets, extra.target, (target) => act({ target }))];
  if (extra.mode === "map") {
    const others = (key) => extra.sources.filter((source) => source.key !== key);
    parts.push(choice("Reference", others(extra.second), extra.first, (first) => act({ first, second: extra.second })));
    parts.push(choice("Compared", others(extra.first), extra.second, (second) => act({ second, first: extra.first })));
  } else if (extra.sources.length > 1) {
    parts.push(choice("Model", extra.sources, extra.first, (model) => act({ model })));
  }
  if (extra.fault) return [...parts, make("p", { class: "xray-caption" }, extra.fault)];
  if (extra.mode === "map") {
    const swatch = (colour, hatch) => make("i", { class: "xray-swatch", style: swatchStyle(colour, hatch) });
    const colourOf = (source, colour) => areaColour(panel, settings, extra, source, colour);
    const areas = extra.areas.map(([name, px, colour, hatch, source]) => [name, px, swatch(colourOf(source, colour), hatch)]);
    parts.push(factTable(areas));
    parts.push(factTable(extra.numbers));
    if (extra.remark) parts.push(make("p", { class: "xray-caption" }, extra.remark));
    return parts;
  }
  return [...parts, ...heatControls(viewer, extra.heat)];
}

function swatchStyle(colour, hatch) {
  const angle = hatch === "/" ? 135 : 45;
  return hatch
    ? `background: repeating-linear-gradient(${angle}deg, ${colour} 0 2px, transparent 2px 5px); border-color: ${colour}`
    : `background: ${colour}; border-color: ${colour}`;
}

function heatControls(viewer, heat) {
  const { settings, act } = viewer;
  const index = stepOf(heat, settings);
  const step = heat.steps[index];
  const input = make("input", {
    type: "range",
    class: "xray-threshold",
    min: 0,
    max: heat.steps.length - 1,
    step: 1,
    "aria-label": "Threshold of the heat map",
  });
  input.value = index;
  const stops = HEAT_COLOURS.map(([share, colour]) => `rgb(${colour}) ${100 * share}%`);
  input.style.setProperty("--xray-scale", `linear-gradient(to right, ${stops.join(", ")})`);
  const facts = make("div", {});
  const say = (shown) => {
    const iou = shown.iou === null ? "–" : shown.iou.toFixed(3);
    const peak = { true: "hit: inside the ground truth", false: "miss: outside the ground truth", null: "no ground truth to hit" };
    const named = [["Otsu", heat.otsu], ["tuned", heat.tuned]].filter(([, at]) => at === shown.threshold).map(([name]) => name);
    facts.replaceChildren(
      factTable([
        ["Threshold", shown.threshold.toFixed(2) + (named.length ? ` (${named.join(", ")})` : "")],
        ["Area", `${(100 * shown.areaShare).toFixed(1)}%`],
        ["IoU with the ground truth", iou],
        ["Probability", heat.probability === null ? "not given" : heat.probability.toFixed(3)],
        ["Peak ✕", peak[String(heat.peak.hits)]],
      ]),
    );
  };
  say(step);
  input.oninput = () => {
    const chosen = heat.steps[Number(input.value)];
    say(chosen);
    act({ threshold_percent: Math.round(10000 * chosen.threshold) / 100 }, { light: true });
  };
  const markOf = (name, at, place) => make("span", { class: `xray-mark ${place}`, style: `left: ${100 * at}%` }, name);
  const marks = [markOf("Otsu", heat.otsu, "")];
  if (heat.tuned !== null) marks.push(markOf("tuned", heat.tuned, "xray-above"));
  const tuned = make("button", { type: "button", class: "xray-button", title: "From the model's tuning table" }, "Tuned threshold");
  tuned.onclick = () => act({ threshold_percent: 100 * heat.tuned });
  const otsu = make("button", { type: "button", class: "xray-button" }, "Otsu's threshold");
  otsu.onclick = () => act({ threshold_percent: -1 });
  const opacity = slider("Heat map", "Opacity of the heat map", { min: 0, max: 100, step: 1, name: "heat_percent" }, viewer);
  opacity.update(settings);
  const jumps = make("div", { class: "xray-presets" }, otsu, heat.tuned === null ? null : tuned);
  return [make("div", { class: "xray-scale" }, input, ...marks), jumps, opacity.element, facts];
}
