// What is cut off or lies over something else in the page as it is now, each as a sentence; for test_every_page.py.
() => {
  const faults = [];
  const main = document.querySelector("[data-testid=stMain]");
  const isSeen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const nameOf = (element) => `${element.tagName.toLowerCase()} "${(element.innerText ?? element.textContent ?? element.className).trim().slice(0, 40)}"`;
  // Part of something that scrolls sideways: out of sight, but not out of reach. What one chooses from is to be in sight.
  const isReached = (element) => {
    if (element.closest("[data-testid=stButtonGroup], .xray-heading, .xray-toolbar")) return false;
    for (let outer = element.parentElement; outer && outer !== main; outer = outer.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(outer).overflowX) && outer.scrollWidth > outer.clientWidth) return true;
    return false;
  };
  const overlap = (a, b) => {
    const [width, height] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
    return width > 2 && height > 2;
  };
  const noOverlaps = (elements, where) => {
    const boxes = elements.map((element) => [element, element.getBoundingClientRect()]);
    boxes.forEach(([one, box], index) => {
      for (const [other, otherBox] of boxes.slice(index + 1))
        if (overlap(box, otherBox) && !one.contains(other) && !other.contains(one))
          faults.push(`${where}: ${nameOf(one)} and ${nameOf(other)} overlap`);
    });
  };

  if (main.scrollWidth > main.clientWidth) faults.push(`the page is ${main.scrollWidth} px wide in ${main.clientWidth} px`);

  const parts = "button, summary, select, .xray input[type=range], h1, h2, h3, p, .stMarkdownBadge, .xray-heading b, .xray-stage, .js-plotly-plot";
  // The number over a slider moves along the line of its label, which is Streamlit's.
  const seen = [...main.querySelectorAll(parts)].filter((part) => isSeen(part) && !part.closest("[data-testid=stSlider]"));
  const frame = main.getBoundingClientRect();
  for (const element of seen) {
    const box = element.getBoundingClientRect();
    if ((box.left < frame.left - 1 || box.right > frame.right + 1) && !isReached(element)) faults.push(`${nameOf(element)} is cut off`);
    for (const inner of [element, ...element.querySelectorAll("*")]) {
      const { overflowX, textOverflow } = getComputedStyle(inner);
      const isCut = textOverflow === "ellipsis" && overflowX !== "visible" && inner.scrollWidth > inner.clientWidth + 1;
      if (isCut) faults.push(`the text of ${nameOf(inner)} is cut short`);
    }
  }
  noOverlaps(seen, "page");

  for (const plot of main.querySelectorAll(".js-plotly-plot")) {
    const texts = [...plot.querySelectorAll(".infolayer text, .xtick text, .ytick text")].filter((text) => text.textContent.trim());
    const paper = plot.getBoundingClientRect();
    for (const text of texts) {
      const box = text.getBoundingClientRect();
      if (box.left < paper.left - 2 || box.right > paper.right + 2 || box.bottom > paper.bottom + 2 || box.top < paper.top - 2)
        faults.push(`chart: ${nameOf(text)} is cut off`);
    }
    noOverlaps(texts, "chart");
  }
  return faults;
}
