// The controls above the film. They act in the browser; the server only hears of them after a pause.

// Which case this is, and the way to the others.
function makeHeading(viewer) {
  const step = (label, key, by) => {
    const button = toggleButton(label, key, `${label} case`, () => viewer.go(by));
    button.removeAttribute("aria-pressed");
    return button;
  };
  const [previous, next] = [step("Previous", "←", -1), step("Next", "→", 1)];
  const [name, about, count] = [make("b", {}), make("span", { class: "xray-about" }), make("span", { class: "xray-count" })];
  const modes = makeModes(viewer);
  return {
    element: make("div", { class: "xray-heading" }, previous, next, count, name, about, modes.element),
    update: ({ wanted, entry, place, settings }) => {
      modes.update(settings);
      name.textContent = wanted;
      about.textContent = entry?.caseId === wanted ? entry.about : "";
      count.textContent = `${place.number} of ${place.total}`;
      const index = place.around.indexOf(wanted);
      previous.disabled = index <= 0;
      next.disabled = index === place.around.length - 1;
    },
  };
}

const SHORTCUTS = [
  ["H", "hide or show everything drawn"],
  ["F", "fill the masks or outline them only"],
  ["N", "names of the pathologies"],
  ["P", "clicked points"],
  ["I", "invert the film"],
  ["A", "automatic contrast"],
  ["L", "local contrast (CLAHE)"],
  ["O", "original file: full resolution"],
  ["right drag", "window and level"],
  ["M", "measure: draw lines"],
  ["0", "whole film"],
  ["← →", "previous, next case"],
  ["T", "next case with the chosen pathology"],
  ["W", "next worst case"],
  ["?", "this list"],
];

// A slider of one setting; `also` is set with it.
function slider(label, title, { min, max, step, name }, viewer, also = {}) {
  const input = make("input", { type: "range", min, max, step, "aria-label": title });
  input.oninput = () => viewer.act({ [name]: Number(input.value), ...also }, { light: true });
  const element = make("label", { class: "xray-slider", title }, make("span", {}, label), input);
  return {
    element,
    update: (settings) => {
      input.value = settings[name];
      input.disabled = isIdle(name, settings.mode);
    },
  };
}

function toggle(label, key, title, name, viewer) {
  const element = toggleButton(label, key, title, () => viewer.act({ [name]: !viewer.settings[name] }));
  return {
    element,
    update: (settings) => {
      element.setAttribute("aria-pressed", String(settings[name]));
      element.disabled = isIdle(name, settings.mode);
    },
  };
}

function makeToolbar(viewer) {
  const controls = [
    toggle("Overlays", "H", "Hide or show everything drawn", "overlays", viewer),
    toggle("Fill", "F", "Fill the masks or outline them only", "fill", viewer),
    slider("Opacity", "Opacity of all fills", { min: 0, max: 100, step: 1, name: "opacity_percent" }, viewer, { fills: [] }),
    toggle("Names", "N", "Write the pathologies beside their masks", "names", viewer),
    toggle("Points", "P", "Points that readers clicked", "points", viewer),
    toggle("Invert", "I", "Exchange bright and dark", "invert", viewer),
    toggle("Full resolution", "O", "Show the original file in place of a copy of display size", "full", viewer),
  ];
  const contrast = makeContrast(viewer);
  const ruler = toggleButton("Ruler", "M", "Draw lines that say their length in pixels; the files carry no spacing", () =>
    viewer.measure(),
  );
  const view = toggleButton("Whole film", "0", "Show the whole film again", () => viewer.resetView());
  view.removeAttribute("aria-pressed");
  const style = makeStyleMenu(viewer);
  const help = make(
    "details",
    { class: "xray-menu xray-help" },
    make("summary", { class: "xray-button", title: "Keyboard shortcuts" }, "Keys", make("kbd", {}, "?")),
    make("dl", {}, ...SHORTCUTS.flatMap(([key, does]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, does)])),
  );
  const element = make(
    "div",
    { class: "xray-toolbar", role: "toolbar", "aria-label": "How the film and its layers are drawn" },
    ...controls.map((control) => control.element),
    contrast.element,
    ruler,
    view,
    style.element,
    help,
  );
  return {
    element,
    help,
    update: (settings) => {
      for (const control of [...controls, contrast, style]) control.update(settings);
      ruler.setAttribute("aria-pressed", String(viewer.isMeasuring));
      element.classList.toggle("xray-off", !settings.overlays);
    },
  };
}

function makeModes(viewer) {
  const buttons = MODES.map(([mode, label, title]) => [mode, toggleButton(label, "", title, () => viewer.act({ mode }))]);
  return {
    element: make("div", { class: "xray-modes", role: "group", "aria-label": "Layout" }, ...buttons.map(([, button]) => button)),
    update: (settings) => {
      for (const [mode, button] of buttons) button.setAttribute("aria-pressed", String(settings.mode === mode));
    },
  };
}

const CONTRAST = ["window", "level", "gamma", "invert", "clahe"];
const PRESETS = [
  ["Default", { window: 255, level: 127.5, gamma: 1 }],
  ["Lungs", { window: 170, level: 90, gamma: 0.8 }],
  ["Bones, devices", { window: 130, level: 175, gamma: 1.1 }],
];

function makeContrast(viewer) {
  const sliders = [
    slider("Window", "Grey values spread from black to white", { min: 1, max: 510, step: 1, name: "window" }, viewer),
    slider("Level", "Middle of these grey values", { min: 0, max: 255, step: 0.5, name: "level" }, viewer),
    slider("Gamma", "Above 1 darkens the middle", { min: 0.2, max: 5, step: 0.05, name: "gamma" }, viewer),
  ];
  const presets = PRESETS.map(([label, settings]) => {
    const button = toggleButton(label, "", `Contrast: ${label}`, () => viewer.act(settings));
    return { element: button, settings };
  });
  const automatic = toggleButton("Auto", "A", "Spread this film's own grey values", () => viewer.autoContrast());
  automatic.removeAttribute("aria-pressed");
  const clahe = toggle("Local contrast (CLAHE)", "L", "Raise contrast tile by tile, on the server", "clahe", viewer);
  const reset = make("button", { type: "button", class: "xray-button" }, "Reset contrast");
  reset.onclick = () => viewer.act(Object.fromEntries(CONTRAST.map((name) => [name, viewer.defaults[name]])));
  const summary = make("summary", { class: "xray-button", title: "Window, level, gamma, local contrast" }, "Contrast");
  const element = make(
    "details",
    { class: "xray-menu" },
    summary,
    make(
      "div",
      { class: "xray-menu-body" },
      make("div", { class: "xray-presets" }, automatic, ...presets.map((preset) => preset.element)),
      ...sliders.map((control) => control.element),
      make("div", { class: "xray-presets" }, clahe.element, reset),
      make("p", { class: "xray-caption" }, "Applied to 8-bit pixels of the file, not to the detector's values."),
    ),
  );
  return {
    element,
    update: (settings) => {
      for (const control of [...sliders, clahe]) control.update(settings);
      for (const preset of presets) {
        const isOn = Object.entries(preset.settings).every(([name, value]) => settings[name] === value);
        preset.element.setAttribute("aria-pressed", String(isOn));
      }
      summary.setAttribute("aria-pressed", String(settings.clahe || !toneIsPlain({ ...settings, invert: false })));
    },
  };
}
