// How sources look: their own colours and lines, or those chosen in the viewer.

function chosenFor(pairs, source) {
  return pairs.find(([key]) => key === source)?.[1];
}

// The list of layers with the chosen colours and lines, and each pathology's group at hand.
function styledPanel(panel, settings) {
  return {
    ...panel,
    groups: new Map(panel.rows.map((row) => [row.target, row.group])),
    sources: panel.sources.map((source) => ({
      ...source,
      colour: chosenFor(settings.colours, source.key) ?? source.colour,
      dash: chosenFor(settings.dashes, source.key) ?? source.dash,
    })),
  };
}

function withChoice(pairs, source, value) {
  return [...pairs.filter(([key]) => key !== source), [source, value]];
}

function makeStyleMenu(viewer) {
  const width = slider("Line", "Width of all outlines", { min: 0.5, max: 6, step: 0.5, name: "line_px" }, viewer);
  const list = make("div", { class: "xray-styles" });
  const reset = make("button", { type: "button", class: "xray-button" }, "Reset all settings");
  reset.onclick = () => viewer.reset();
  const element = make(
    "details",
    { class: "xray-menu" },
    make("summary", { class: "xray-button", title: "Colours, lines, reset" }, "Style"),
    make("div", { class: "xray-menu-body" }, width.element, list, reset),
  );
  const rowOf = (source) => {
    const colour = make("input", { type: "color", value: source.colour, "aria-label": `${source.label}, colour` });
    colour.oninput = () =>
      viewer.act({ colours: withChoice(viewer.settings.colours, source.key, colour.value) }, { light: true });
    const dashes = Object.keys(DASH_ARRAYS).map((dash) => make("option", { value: dash }, dash));
    const dash = make("select", { "aria-label": `${source.label}, line` }, ...dashes);
    dash.value = source.dash;
    dash.onchange = () => viewer.act({ dashes: withChoice(viewer.settings.dashes, source.key, dash.value) });
    return make("label", {}, colour, dash, make("span", {}, source.label));
  };
  let listed = "";
  return {
    element,
    update: (settings) => {
      width.update(settings);
      const now = JSON.stringify([viewer.entry?.panel.sources, settings.dashes, settings.colours]);
      if (!viewer.panel || now === listed || list.contains(document.activeElement)) return;
      listed = now;
      list.replaceChildren(...viewer.panel.sources.map(rowOf));
    },
  };
}
