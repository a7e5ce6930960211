// What the benchmark runs in both pages. Every time ends two frames after the film is decoded, on both alike.

const send = WebSocket.prototype.send;
window.messages = 0;
WebSocket.prototype.send = function (...args) { window.messages += 1; return send.apply(this, args); };
window.frames2 = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
window.changed = (element, options, until) => new Promise((done) => {
  const watch = new MutationObserver(() => { if (until()) { watch.disconnect(); done(); } });
  watch.observe(element, options);
});
window.bareSwitch = async () => {
  const before = document.querySelector("[data-testid='stImage'] img").src;
  const image = () => document.querySelector("[data-testid='stImage'] img");
  const wait = changed(document.body, { subtree: true, childList: true, attributeFilter: ["src"] },
    () => image() && image().src !== before);
  const start = performance.now();
  document.querySelector("[data-testid='stButton'] button").click();
  await wait;
  await image().decode();
  await frames2();
  return performance.now() - start;
};
const film = () => document.querySelector(".xray-film");
window.caseSwitch = async ([act, target]) => {
  const wait = changed(film(), { attributeFilter: ["data-draws"] }, () => film().dataset.case === target);
  const start = performance.now();
  if (act === "key") document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  else {
    const listed = [...document.querySelectorAll(".st-key-cases_list button")];
    listed.find((one) => one.textContent === target).click();
  }
  await wait;
  await film().querySelector(".imagelayer image, image").decode();
  await frames2();
  return performance.now() - start;
};
window.layerChange = async (value) => {
  const [draws, before] = [film().dataset.draws, window.messages];
  const wait = changed(film(), { attributeFilter: ["data-draws"] }, () => film().dataset.draws !== draws);
  const start = performance.now();
  if (value === null) document.querySelector(".xray-target").click();
  else {
    const slider = document.querySelector("[aria-label='Opacity of all fills']");
    slider.value = value;
    slider.dispatchEvent(new Event("input"));
  }
  await wait;
  await frames2();
  return [performance.now() - start, window.messages - before];
};
