// The list of layers beside the film: a row a pathology, a column a source. It is the legend and the switchboard.

const LABEL_SIGNS = { positive: "+", negative: "−", uncertain: "?", "not mentioned": "", "no label": "" };

function pointWords({ n_points: count, n_hits: hits }) {
  const points = `${count} point${count > 1 ? "s" : ""}`;
  return hits === null ? points : `${points}, ${hits} inside the ground truth`;
}

function labelSign(label) {
  return make("span", { class: `xray-label xray-label-${label}`, "aria-label": `label: ${label}` }, LABEL_SIGNS[label] ?? "");
}

function renderPanel(viewer) {
  const { panel, settings, act } = viewer;
  const cellOf = (row, source) => {
    const cell = row.cells[source.key];
    const shown = isShown(settings, panel, source.key, row.target);
    if (viewer.isWaiting) return make("td", { class: "xray-empty", title: `${source.label}: not here yet` }, "–");
    if (!cell) return make("td", { class: "xray-empty", title: `${source.label}: not loaded` }, "·");
    if (cell.state !== "drawn" && !cell.n_points)
      return make("td", { class: "xray-empty", title: `${source.label}: ${cell.state}` }, cell.text);
    const title = [`${row.target} · ${source.label}`, cell.state === "drawn" ? `${cell.text} of the image` : cell.state];
    if (cell.iou !== null) title.push(`IoU ${cell.iou.toFixed(2)} with the ground truth`);
    if (cell.n_points) title.push(pointWords(cell));
    if (source.remark) title.push(source.remark);
    const button = make(
      "button",
      {
        type: "button",
        class: "xray-cell",
        title: `${title.join("\n")}\nClick to ${shown ? "hide" : "show"}`,
        "aria-pressed": String(shown),
        onclick: () => act(toggled(viewer.settings, panel, source.key, row.target)),
        onmouseenter: () => viewer.emphasise(source.key, row.target),
        onmouseleave: () => viewer.emphasise("", ""),
      },
      make("span", {}, cell.text),
      cell.iou === null ? null : make("small", {}, `IoU ${cell.iou.toFixed(2)}`),
    );
    button.style.setProperty("--xray-source", lookOf(panel, settings, source.key, row.target).colour);
    return make("td", {}, button);
  };
  const headOf = (source) => {
    const shown = !has(settings.hidden, source.key, "");
    return make(
      "th",
      { scope: "col" },
      make(
        "button",
        {
          type: "button",
          class: "xray-source",
          title: `${source.label}, ${source.origin}${source.remark ? `\n${source.remark}` : ""}\nClick to ${shown ? "hide" : "show"}, double-click for this one alone`,
          "aria-pressed": String(shown),
          onclick: () => act(toggled(viewer.settings, panel, source.key, "")),
          ondblclick: () => act(alone(viewer.settings, panel, source.key, "")),
          onmouseenter: () => viewer.emphasise(source.key, ""),
          onmouseleave: () => viewer.emphasise("", ""),
        },
        lineSample(source.colour, source.dash),
        make("span", {}, source.label),
      ),
    );
  };
  const rowOf = (row) => {
    const shown = panel.sources.some((source) => row.cells[source.key] && isShown(settings, panel, source.key, row.target));
    return make(
      "tr",
      { class: row.group === "nothing" ? "xray-nothing" : "" },
      make(
        "th",
        { scope: "row" },
        make(
          "button",
          {
            type: "button",
            class: "xray-target",
            title: `${row.target}${viewer.isWaiting ? "" : `, label: ${row.label}`}\nClick to ${shown ? "hide" : "show"}, double-click for this one alone`,
            "aria-pressed": String(shown),
            onclick: () => act(toggled(viewer.settings, panel, "", row.target)),
            ondblclick: () => act(alone(viewer.settings, panel, "", row.target)),
            onmouseenter: () => viewer.emphasise("", row.target),
            onmouseleave: () => viewer.emphasise("", ""),
          },
          viewer.isWaiting ? make("span", { class: "xray-label" }) : labelSign(row.label),
          make("span", {}, row.target),
        ),
      ),
      ...panel.sources.map((source) => cellOf(row, source)),
    );
  };
  const rowsOf = (group) => panel.rows.filter((row) => row.group === group);
  const bodyOf = (group, head) => {
    const rows = rowsOf(group);
    return rows.length ? make("tbody", {}, head ? make("tr", {}, head(rows.length)) : null, ...rows.map(rowOf)) : null;
  };
  const width = panel.sources.length + 1;
  const automaticNames = panel.sources
    .filter((source) => source.origin === "automatic" && source.loaded)
    .map((source) => source.label);
  const automatic = (count) =>
    make(
      "td",
      { colspan: width, class: "xray-group" },
      `Drawn by ${automaticNames.join(" or ")} alone: ${viewer.isWaiting ? "–" : count}`,
      make(
        "button",
        {
          type: "button",
          class: "xray-button",
          title: "Pathologies that no radiologist drew and whose label is not positive",
          "aria-pressed": String(settings.automatic_alone),
          onclick: () => act({ automatic_alone: !viewer.settings.automatic_alone, shown: [] }),
        },
        settings.automatic_alone ? "Hide" : "Show",
      ),
    );
  const table = make(
    "table",
    {},
    make("thead", {}, make("tr", {}, make("td", {}), ...panel.sources.map(headOf))),
    bodyOf("reference"),
    bodyOf("automatic", automatic),
    bodyOf("nothing", () => make("td", { colspan: width, class: "xray-group" }, "Nothing drawn")),
  );
  const showAll = make(
    "button",
    { type: "button", class: "xray-button", onclick: () => act(EVERYTHING) },
    "Show all layers",
  );
  showAll.disabled = settings.automatic_alone && settings.hidden.length === 0;
  const legend = make(
    "p",
    { class: "xray-caption" },
    "Share of the image each mask covers; IoU with the ground truth. Label: + positive, − negative, ? uncertain.",
  );
  const remarks = panel.sources
    .filter((source) => source.remark)
    .map((source) => make("p", { class: "xray-caption" }, `${source.label}: ${source.remark}.`));
  const otherButton = ({ caseId, words }) =>
    make("button", { type: "button", class: "xray-button", title: caseId, onclick: () => viewer.goTo(caseId) }, words);
  const { others } = viewer.entry;
  const patient = others.length && !viewer.isWaiting
    ? make("p", { class: "xray-others" }, "Also of this patient ", ...others.map(otherButton))
    : null;
  viewer.panelElement.style.setProperty("--xray-sources", panel.sources.length);
  refill(
    viewer.panelElement,
    ...[...renderCloser(viewer), table, showAll, patient, legend, ...remarks].filter((part) => part !== null),
  );
}
