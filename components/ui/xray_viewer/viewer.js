// The viewer: draws the figure with Plotly.react, so that zoom stays while layers change, and reports its settings.

const REPORT_AFTER_MS = 500;
const FILM_SETTINGS = ["full", "clahe"];
const LAYER_SETTINGS = ["hidden", "shown", "automatic_alone", "names", "points", "fill", "opacity_percent", "fills"];
const LEGEND_SETTINGS = ["colours", "dashes"]; // chosen elsewhere, so that nobody is dragging what is rendered anew
const TONE_SETTINGS = ["overlays", "invert", "window", "level", "gamma"];
const ASKING = ["mode", "target", "first", "second", "model", ...FILM_SETTINGS];
const TELL_EVERY_MS = 150;
const PAINT_FIRST_MS = 60;
const CONFIG = { displayModeBar: false, scrollZoom: true, doubleClick: false, responsive: false };
const viewers = new WeakMap();
let viewerCount = 0;

// One script tag for all viewers and all visits of the page.
function loadPlotly(url) {
  globalThis.xrayPlotly ??= new Promise((resolve, reject) => {
    const script = make("script", { src: new URL(url, document.baseURI).href });
    script.onload = () => resolve(globalThis.Plotly);
    script.onerror = () => {
      delete globalThis.xrayPlotly;
      reject(new Error("Plotly.js could not be loaded"));
    };
    document.head.append(script);
  });
  return globalThis.xrayPlotly;
}

class Viewer {
  constructor(root, data) {
    this.settings = structuredClone(data.settings);
    this.reported = JSON.stringify(this.settings);
    this.panelElement = make("div", { class: "xray-panel" });
    this.film = make("div", { class: "xray-film", role: "img", tabindex: "0" });
    this.readout = make("div", { class: "xray-readout", "aria-hidden": "true" });
    this.tip = make("div", { class: "xray-tip", "aria-hidden": "true" });
    this.filter = makeToneFilter(`xray-tone-${(viewerCount += 1)}`);
    this.hint = make("div", { class: "xray-hint" }, "Overlays are hidden. ", make("kbd", {}, "H"), " shows them.");
    const stage = make("div", { class: "xray-stage" }, this.film, this.hint, this.readout, this.tip, this.filter);
    this.heading = makeHeading(this);
    this.toolbar = makeToolbar(this);
    const body = make("div", { class: "xray-body" }, stage, this.panelElement);
    root.replaceChildren(this.heading.element, this.toolbar.element, body);
    this.step = data.step;
    this.rulers = [];
    this.isMeasuring = false;
    this.act = this.act.bind(this);
    this.onKey = (event) => this.press(event);
    document.addEventListener("keydown", this.onKey);
    this.onPress = (event) => this.closeMenus(event.target);
    document.addEventListener("pointerdown", this.onPress);
    dragContrast(stage, this);
    stage.addEventListener("mousemove", (event) => point(this, event));
    stage.addEventListener("mouseleave", () => unpoint(this));
    stage.addEventListener("dblclick", () => this.resetView());
    this.resizer = new ResizeObserver(() => this.refit());
    this.resizer.observe(this.film);
    this.stopWaiting = whenBack(() => this.tell());
  }

  // Take what the server sent. Settings are the browser's own from the first draw on.
  receive(data, setStateValue) {
    Object.assign(this, { defaults: data.defaults, plotlyUrl: data.plotlyUrl, setStateValue });
    remember(data.entry);
    if (data.step < this.step) return; // it answers an earlier step; the browser is further on
    this.place = data.place;
    this.show(data.entry);
  }

  // Go to another case: draw it at once if it was sent ahead, and let the server follow.
  go(by) {
    const target = this.place.around[this.place.around.indexOf(this.wanted) + by];
    if (target === undefined) return;
    this.place = { ...this.place, number: this.place.number + by };
    this.goTo(target);
  }

  goTo(target) {
    this.step += 1;
    const entry = findPrepared(target, this.entry);
    if (entry) this.show(entry);
    else this.await(target);
    // What is drawn already is painted first: the server's work would take the machine from it.
    const pause = TELL_EVERY_MS - (performance.now() - (this.toldAt ?? -Infinity));
    this.going ??= setTimeout(() => this.tell(), Math.max(pause, entry ? PAINT_FIRST_MS : 0));
  }

  // Where one has got to is a state and no trigger: it reaches the server also when the connection was lost just then.
  tell() {
    this.going = null;
    this.toldAt = performance.now();
    this.setStateValue("reached", { case: this.wanted, step: this.step });
  }

  // Whether the case one has gone to is not here yet; what was drawn before it says nothing of it.
  get isWaiting() {
    return this.wanted !== this.entry.caseId;
  }

  await(caseId) {
    this.wanted = caseId;
    this.film.classList.toggle("xray-waiting", this.isWaiting);
    this.heading.update(this);
    renderPanel(this);
    unpoint(this);
  }

  async show(entry) {
    const isBack = this.entry && this.isWaiting;
    this.wanted = entry.caseId;
    this.entry = entry;
    this.figure = entry.figure;
    this.panel = styledPanel(entry.panel, this.settings);
    this.heading.update(this);
    this.film.classList.remove("xray-waiting");
    if (this.drawnStamp === entry.stamp) {
      if (isBack) renderPanel(this);
      return;
    }
    this.toolbar.update(this.settings);
    renderPanel(this);
    unpoint(this);
    this.film.setAttribute("aria-label", entry.description);
    try {
      this.plotly ??= await loadPlotly(this.plotlyUrl);
      if (this.entry === entry && !this.isGone) await this.draw();
    } catch (error) {
      this.film.textContent = `The X-ray cannot be drawn: ${error.message}. Reload the page.`;
    }
  }

  async draw() {
    const { settings, film, figure } = this;
    film.classList.toggle("xray-bare", !settings.overlays);
    film.classList.toggle("xray-measuring", this.isMeasuring);
    applyTone(this.filter, film, settings);
    const isOther = this.drawnCase !== this.entry.caseId || this.drawnMode !== settings.mode;
    if (isOther) this.rulers = [];
    const stage = { width: film.clientWidth || 1, height: film.clientHeight || 1 };
    const view = isOther ? figure.layout : film._fullLayout;
    const { data, layout, panes } = arranged(figure, this.panel, settings, stage, view, this.entry.extra);
    layout.shapes.push(...this.rulers);
    Object.assign(layout, rulerLayout(this.isMeasuring));
    const { caseId, stamp } = this.entry;
    Object.assign(this, { panes, drawnMode: settings.mode, drawnCase: caseId, drawnStamp: stamp });
    await this.plotly.react(film, data, layout, CONFIG);
    if (this.isGone) return; // the page was left meanwhile
    for (const { element } of this.drawnLayers()) element.style.display = ""; // what `relayer` may have hidden
    if (isOther) this.isZoomed = false;
    if (!this.drawn)
      film.on("plotly_relayout", (event) => {
        if (Object.keys(event).some((name) => name.includes("axis.range"))) this.isZoomed = true;
        this.measured(event);
      });
    this.drawn = true;
    film.dataset.case = caseId;
    this.countDraw();
  }

  // Hide, show or fade what is drawn already, which takes a tenth of the time of drawing anew; false where it cannot.
  relayer() {
    if (this.settings.mode !== "overlay" || this.drawnStamp !== this.entry.stamp) return false;
    const nameOf = ({ kind, source, target }) => [kind, source, target].join("\t");
    const traces = new Map(styledTraces(this.figure, this.panel, this.settings).map((trace) => [nameOf(trace.meta), trace]));
    const elements = new Map(this.drawnLayers().map(({ element, meta }) => [nameOf(meta), element]));
    for (const [name, trace] of traces) if (trace.visible && !elements.has(name)) return false;
    for (const [name, element] of elements) {
      const { visible, opacity, meta } = traces.get(name);
      element.style.display = visible ? "" : "none";
      if (meta.kind === "fill") element.style.opacity = opacity;
    }
    this.countDraw();
    return true;
  }

  // What is drawn of each layer: an area, a line, points or a name, each with whose it is.
  drawnLayers() {
    return [...this.film.querySelectorAll(".scatterlayer .trace")].flatMap((element) => {
      const { meta } = element.__data__[0].trace;
      if (!meta.layers) return [{ element, meta }];
      const texts = [...element.querySelectorAll(".textpoint")];
      return texts.map((text) => ({ element: text, meta: meta.layers[text.__data__.i] }));
    });
  }

  countDraw() {
    this.film.dataset.draws = String(Number(this.film.dataset.draws ?? 0) + 1);
  }

  measure() {
    this.isMeasuring = !this.isMeasuring;
    if (!this.isMeasuring) this.rulers = [];
    this.toolbar.update(this.settings);
    this.act({});
  }

  // A line was drawn or moved: keep it and say its length.
  measured(event) {
    const edited = Object.keys(event).some((name) => name.startsWith("shapes"));
    if (!this.isMeasuring || !edited) return;
    const width = this.figure.layout.xaxis.range[1] + 0.5;
    this.rulers = this.film.layout.shapes.filter((shape) => shape.type === "line").map((line) => labelled(line, width));
    this.act({});
  }

  async autoContrast() {
    const pixels = await this.pixelsOfFilm();
    if (pixels) this.act(autoContrast(pixels));
  }

  // Read once a case, and only when somebody asks.
  pixelsOfFilm() {
    if (this.pixelsOf !== this.entry.stamp) {
      this.pixelsOf = this.entry.stamp;
      this.pixels = null;
      this.reading = readPixels(this.figure).then((pixels) => (this.pixels = pixels));
    }
    return this.reading;
  }

  // Change settings: draw now, report later.
  act(changes, { light = false } = {}) {
    const only = Object.keys(changes);
    this.settings = { ...this.settings, ...changes };
    if (this.entry) this.panel = styledPanel(this.entry.panel, this.settings);
    this.toolbar.update(this.settings);
    this.heading.update(this);
    if (!light || only.some((name) => LEGEND_SETTINGS.includes(name))) renderPanel(this);
    clearTimeout(this.reporting);
    // What needs something of the server does not wait for a pause.
    const asks = only.some((name) => ASKING.includes(name)) || this.asksForSource();
    this.reporting = setTimeout(() => this.report(), asks ? 0 : REPORT_AFTER_MS);
    if (!this.drawn) return;
    if (only.some((name) => FILM_SETTINGS.includes(name))) this.film.classList.add("xray-waiting");
    if (only.length && only.every((name) => TONE_SETTINGS.includes(name) || FILM_SETTINGS.includes(name))) {
      this.film.classList.toggle("xray-bare", !this.settings.overlays); // no need to draw anything anew
      applyTone(this.filter, this.film, this.settings);
      return;
    }
    cancelAnimationFrame(this.frame);
    if (only.length && only.every((name) => LAYER_SETTINGS.includes(name)) && this.relayer()) return;
    if (light) this.frame = requestAnimationFrame(() => this.draw());
    else this.draw();
  }

  // Whether a source is turned on that has not been read yet.
  asksForSource() {
    return this.panel?.sources.some((source) => !source.loaded && !has(this.settings.hidden, source.key, ""));
  }

  report() {
    const settings = JSON.stringify(this.settings);
    if (settings === this.reported) return;
    this.reported = settings;
    this.setStateValue("settings", this.settings);
  }

  reset() {
    this.act(structuredClone(this.defaults));
    this.resetView();
  }

  async resetView() {
    if (!this.drawn) return;
    const { xaxis, yaxis } = this.figure.layout;
    await this.plotly.relayout(this.film, { "xaxis.range": [...xaxis.range], "yaxis.range": [...yaxis.range] });
    this.isZoomed = false;
  }

  // Fill the stage anew when its size has changed: a whole film stays a whole film.
  async refit() {
    if (!this.drawn) return;
    await this.plotly.Plots.resize(this.film);
    if (!this.isZoomed && !this.isGone) await this.resetView();
  }

  press(event) {
    if (event.key === "Escape") this.closeMenus(null); // also from a box within one
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const flip = (name) => () => isIdle(name, this.settings.mode) || this.act({ [name]: !this.settings[name] });
    const actions = {
      h: flip("overlays"),
      f: flip("fill"),
      n: flip("names"),
      p: flip("points"),
      i: flip("invert"),
      o: flip("full"),
      l: flip("clahe"),
      a: () => this.autoContrast(),
      m: () => this.measure(),
      0: () => this.resetView(),
      arrowleft: () => this.go(-1),
      arrowright: () => this.go(1),
      "?": () => (this.toolbar.help.open = !this.toolbar.help.open),
    };
    const action = actions[event.key.toLowerCase()];
    if (!action || (event.key.startsWith("Arrow") && usesArrows(event))) return;
    event.preventDefault();
    action();
  }

  // The focus does not go down with a menu that is closed.
  closeMenus(except) {
    for (const menu of this.toolbar.element.querySelectorAll("details[open]"))
      if (!menu.contains(except)) {
        if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
        menu.open = false;
      }
  }

  // Let one source, one pathology or one layer stand out while its entry in the list is pointed at.
  emphasise(source, target) {
    for (const { element, meta } of this.drawnLayers()) {
      const matches = (!source || meta.source === source) && (!target || meta.target === target);
      element.classList.toggle("xray-dimmed", Boolean(source || target) && !matches);
    }
  }

  dispose() {
    this.isGone = true;
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("pointerdown", this.onPress);
    this.resizer.disconnect();
    this.stopWaiting();
    clearTimeout(this.reporting);
    clearTimeout(this.going);
    if (this.drawn) this.plotly.purge(this.film);
  }
}

export default function ({ data, parentElement, setStateValue }) {
  let viewer = viewers.get(parentElement);
  if (!viewer) {
    viewer = new Viewer(parentElement.querySelector(".xray"), data);
    viewers.set(parentElement, viewer);
  }
  viewer.receive(data, setStateValue);
  return () => {
    viewer.dispose();
    viewers.delete(parentElement);
  };
}
