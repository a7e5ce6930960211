// What the benchmark of the Agreement page runs in both pages, so that both are timed alike: from the click on the
// filter until the script has finished and every chart has drawn as many points as it will.

const frames2 = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const pill = (words) => [...document.querySelectorAll("[data-testid='stButtonGroup'] button")]
  .find((one) => one.textContent.trim() === words);
window.drawnPoints = () => document.querySelectorAll(".js-plotly-plot .scatterlayer path.point").length;
window.tracePoints = () => [...document.querySelectorAll(".js-plotly-plot")]
  .map((chart) => chart.calcdata.filter(([{ trace }]) => trace.type === "scatter").map((points) => points.length));
const isDone = (n) => drawnPoints() === n && document.querySelector("[data-test-script-state='notRunning']") !== null;
window.filterClick = async ([words, nPoints]) => {
  const start = performance.now();
  pill(words).click();
  while (!isDone(nPoints)) await new Promise(requestAnimationFrame);
  await frames2();
  return performance.now() - start;
};
window.pillClick = (words) => pill(words).click();
