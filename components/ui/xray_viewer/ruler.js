// A ruler: lines drawn on the film, with their length in pixels and as a share of its width. Files carry no spacing.

const RULER_LOOK = { line: { color: "#ffffff", width: 2 }, label: { font: { color: "#ffffff", size: 13 } } };

function rulerLayout(isMeasuring) {
  return { dragmode: isMeasuring ? "drawline" : "pan", newshape: RULER_LOOK };
}

function labelled(line, filmWidth) {
  const length = Math.hypot(line.x1 - line.x0, line.y1 - line.y0);
  const text = `${Math.round(length)} px · ${((100 * length) / filmWidth).toFixed(1)}% of the width`;
  return { ...line, editable: true, label: { ...RULER_LOOK.label, text } };
}
