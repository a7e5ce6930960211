// Small helpers for building elements. Text is always set as text, never as HTML: much of it comes from files.

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element[name] = value;
    else if (name === "style") element.style.cssText = value;
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// A toggle that says its state to screen readers; clicks leave the focus on the page so that keys keep working.
function toggleButton(label, key, title, onclick) {
  return make(
    "button",
    { type: "button", class: "xray-button", title, "aria-pressed": "false", "aria-keyshortcuts": key || null, onclick },
    label,
    key ? make("kbd", { "aria-hidden": "true" }, key) : null,
  );
}

const DASH_ARRAYS = {
  solid: "",
  dot: "2 3",
  dash: "6 3",
  longdash: "9 3",
  dashdot: "6 3 2 3",
  longdashdot: "9 3 2 3",
};

// A short piece of the line a source is drawn with, for legends.
function lineSample(colour, dash) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, value] of Object.entries({ width: 26, height: 10, viewBox: "0 0 26 10", "aria-hidden": "true" }))
    svg.setAttribute(name, value);
  const look = { x1: 1, y1: 5, x2: 25, y2: 5, stroke: colour, "stroke-width": 3 };
  for (const [name, value] of Object.entries(look)) line.setAttribute(name, value);
  line.setAttribute("stroke-dasharray", DASH_ARRAYS[dash] ?? "");
  svg.append(line);
  return svg;
}

// Fill an element anew without taking the focus from who goes by the keyboard: what says the same has it afterwards.
function refill(element, ...children) {
  const words = (part) => `${part.tagName} ${part.getAttribute("aria-label") ?? (part.title.split("\n")[0] || part.textContent)}`;
  const alike = (part) => [...element.querySelectorAll("button, select, input")].filter((other) => words(other) === words(part));
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const place = focused ? alike(focused).indexOf(focused) : -1;
  element.replaceChildren(...children);
  if (place >= 0) alike(focused)[place]?.focus();
}

// Whether a key press belongs to something the user is typing in.
function isTyping(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return false;
  if (target.closest("textarea, select, [contenteditable='true'], [role='combobox'], [role='listbox']")) return true;
  const input = target.closest("input");
  return input !== null && !["checkbox", "radio", "button", "range"].includes(input.type);
}

// Whether arrow keys already mean something where the focus is: in a list, a slider, a table.
function usesArrows(event) {
  const target = event.composedPath()[0];
  const takers = "input, canvas, [role='radio'], [role='slider'], [role='tab'], [role='grid'], [role='menu']";
  return target instanceof Element && target.closest(takers) !== null;
}
