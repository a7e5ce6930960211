// How layers look: each source's own colour and line, or what was chosen for all, a source, a pathology or one layer.

const LOOKS = ["colours", "dashes", "widths", "fills"];
const EVERY = "";

// What a choice is about; it is kept as [this, value]. Without a pathology it is the source's key alone.
function layerKey(source, target) {
  return target ? `${source}\t${target}` : source;
}

// The most particular choice for a layer: its own, its pathology's, its source's, that for all.
function chosenFor(pairs, source, target) {
  for (const key of [layerKey(source, target), layerKey(EVERY, target), source, EVERY]) {
    const found = pairs.find(([of]) => of === key);
    if (found) return found[1];
  }
  return undefined;
}

function lookOf(panel, settings, source, target = "") {
  const own = panel.sources.find((candidate) => candidate.key === source);
  return {
    colour: chosenFor(settings.colours, source, target) ?? own?.colour ?? "#ffffff",
    dash: chosenFor(settings.dashes, source, target) ?? own?.dash ?? "solid",
    width: Number(chosenFor(settings.widths, source, target) ?? settings.line_px),
    opacity: Number(chosenFor(settings.fills, source, target) ?? settings.opacity_percent) / 100,
  };
}

// The list of layers with the chosen colours and lines, and each pathology's group at hand.
function styledPanel(panel, settings) {
  const styled = { ...panel, groups: new Map(panel.rows.map((row) => [row.target, row.group])) };
  styled.sources = panel.sources.map((source) => {
    const { colour, dash } = lookOf(panel, settings, source.key);
    return { ...source, colour, dash };
  });
  return styled;
}

function withChoice(pairs, key, value) {
  return [...pairs.filter(([of]) => of !== key), [key, String(value)]];
}

// Settings without what was chosen for one pathology, or ("") for none in particular.
function withoutChoices(settings, target) {
  const isOf = ([key]) => (target ? key.endsWith(`\t${target}`) : !key.includes("\t"));
  return Object.fromEntries(LOOKS.map((name) => [name, settings[name].filter((pair) => !isOf(pair))]));
}

function makeStyleMenu(viewer) {
  const scope = make("select", { "aria-label": "Pathology to restyle" });
  const rows = make("tbody", {});
  const heads = ["", "Colour", "Line", "Width", "Fill"].map((head) => make("th", { scope: "col" }, head));
  const button = (label, title, onclick) => make("button", { type: "button", class: "xray-button", title, onclick }, label);
  const resetScope = button("Reset these", "Default look of what is listed above", () => {
    const { line_px, opacity_percent } = viewer.defaults;
    act({ ...withoutChoices(viewer.settings, scope.value), ...(scope.value ? {} : { line_px, opacity_percent }) });
  });
  const resetAll = button("Reset all settings", "Default look, layers, contrast and view", () => {
    viewer.reset();
    list();
  });
  const element = make(
    "details",
    { class: "xray-menu" },
    make("summary", { class: "xray-button", title: "Colour, line and fill of each source and pathology; reset" }, "Style"),
    make(
      "div",
      { class: "xray-menu-body xray-styles" },
      make("label", {}, "Pathology ", scope),
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), rows),
      make("p", { class: "xray-caption" }, "A choice for one pathology goes before one for its source."),
      make("div", { class: "xray-presets" }, resetScope, resetAll),
    ),
  );
  const act = (changes) => {
    viewer.act(changes, { light: true });
    list();
  };
  const rowOf = ({ key: source, label }) => {
    const target = scope.value;
    const key = layerKey(source, target);
    const look = lookOf(viewer.panel, viewer.settings, source, target);
    const choose = (name, value) => viewer.act({ [name]: withChoice(viewer.settings[name], key, value) }, { light: true });
    const colour = make("input", { type: "color", value: look.colour, "aria-label": `${label}, colour` });
    colour.oninput = () => choose("colours", colour.value);
    const dashes = Object.keys(DASH_ARRAYS).map((dash) => make("option", { value: dash }, dash));
    const dash = make("select", { "aria-label": `${label}, line` }, ...dashes);
    dash.value = look.dash;
    dash.onchange = () => choose("dashes", dash.value);
    const range = (name, title, bounds, value) => {
      const input = make("input", { type: "range", "aria-label": `${label}, ${title}`, ...bounds });
      input.value = value;
      input.oninput = () => {
        // What is set for all is the setting itself, which every layer without its own follows.
        if (key !== EVERY) choose(name, input.value);
        else if (name === "fills") viewer.act({ opacity_percent: Number(input.value), fills: [] }, { light: true });
        else viewer.act({ line_px: Number(input.value), widths: [] }, { light: true });
      };
      return input;
    };
    const width = range("widths", "outline width", { min: 0.5, max: 6, step: 0.5 }, look.width);
    const fill = range("fills", "opacity of the fill", { min: 0, max: 100, step: 1 }, look.opacity * 100);
    const cells = [colour, dash, width, fill].map((control) => make("td", {}, control));
    return make("tr", {}, make("th", { scope: "row" }, label), ...cells);
  };
  const list = () => {
    const targets = viewer.entry.panel.rows.map((row) => row.target);
    const chosen = targets.includes(scope.value) ? scope.value : "";
    scope.replaceChildren(
      make("option", { value: "" }, "All pathologies"),
      ...targets.map((target) => make("option", { value: target }, target)),
    );
    scope.value = chosen;
    rows.replaceChildren(...[{ key: EVERY, label: "All sources" }, ...viewer.panel.sources].map(rowOf));
  };
  scope.onchange = list;
  element.ontoggle = () => element.open && viewer.entry && list();
  return { element, update: () => element.open && !element.contains(document.activeElement) && viewer.entry && list() };
}
