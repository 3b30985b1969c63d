// SPDX-License-Identifier: Apache-2.0
// Charts of lines and bars.
const CHART = {height: 240, left: 46, right: 64, top: 12, bottom: 34};

// A chart is as wide as its place, so that its text has the size of the page's.
const widthOf = host => Math.max(260, host.clientWidth || 600);

// Four to eight round steps up to at least `most`.
function ticksTo(most) {
  const raw = (most || 1) / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(k => k * power).find(s => s >= raw);
  return Array.from({length: Math.max(2, Math.ceil(most / step - 1e-9) + 1)}, (_, i) => +(i * step).toPrecision(6));
}

// series: {name, colour, dash, values}; a value of null leaves a gap. cursor: an index, or null.
function lineChart({width, series, labels, title, unit, cursor}) {
  const {height, left, right, top, bottom} = CHART;
  const finite = series.flatMap(s => s.values).filter(v => v !== null && Number.isFinite(v));
  const ticks = ticksTo(Math.max(...finite, 0)), most = ticks[ticks.length - 1];
  const count = labels.length;
  const x = i => left + (count > 1 ? i / (count - 1) : 0.5) * (width - left - right);
  const y = v => height - bottom - v / most * (height - top - bottom);
  const svg = makeSvg("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title});
  for (const tick of ticks)
    svg.append(makeSvg("line", {class: "axis", x1: left, x2: width - right, y1: y(tick), y2: y(tick)}),
               makeSvg("text", {class: "soft", x: left - 6, y: y(tick) + 4, "text-anchor": "end"}, `${tick}${unit}`));
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find(n => n >= count * 70 / (width - left - right));
  labels.forEach((label, i) => {
    if (i % every === 0)
      svg.append(makeSvg("text", {class: "soft", x: x(i), y: height - bottom + 18, "text-anchor": "middle"},
                         label.length > 10 ? label.slice(0, 9) + "\u2026" : label));
  });
  if (cursor !== null)
    svg.append(makeSvg("line", {class: "cursor", x1: x(cursor), x2: x(cursor), y1: top, y2: height - bottom}));
  const ends = series.map(s => addCurve(svg, s, x, y)).filter(end => end);
  spread(ends).forEach(end => svg.append(
    makeSvg("text", {x: width - right + 8, y: end.at + 4, style: `fill:${end.colour}`}, end.name)));
  return svg;
}

function addCurve(svg, {name, colour, dash, values}, x, y) {
  let path = "", pen = "M", end = null;
  values.forEach((v, i) => {
    if (v === null || !Number.isFinite(v)) {
      pen = "M";
      return;
    }
    path += `${pen}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
    pen = "L";
    end = {name, colour, at: y(v)};
  });
  const curve = makeSvg("path", {class: "curve", d: path, "stroke-dasharray": dash}, makeSvg("title", {}, name));
  curve.style.stroke = colour;
  svg.append(curve);
  if (values.length <= 40)
    values.forEach((v, i) => {
      if (v === null || !Number.isFinite(v)) return;
      const dot = makeSvg("circle", {cx: x(i), cy: y(v), r: 3}, makeSvg("title", {}, `${name}: ${v.toFixed(3)}`));
      dot.style.fill = colour;
      svg.append(dot);
    });
  return end;
}

// Names at the ends of curves, moved apart so that each can be read.
function spread(ends) {
  const order = [...ends].sort((a, b) => a.at - b.at);
  for (let i = 1; i < order.length; i++) order[i].at = Math.max(order[i].at, order[i - 1].at + 14);
  const over = order.length ? Math.max(0, order[order.length - 1].at - (CHART.height - CHART.bottom)) : 0;
  order.forEach(end => { end.at -= over; });
  return order;
}

// rows: {name, values, note}; each bar is divided in proportion to its values.
function barChart(rows, {width, colours, names, title}) {
  const left = 62, right = 66, tall = 24, height = rows.length * tall;
  const svg = makeSvg("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title});
  rows.forEach(({name, values, note}, row) => {
    const all = values.reduce((a, b) => a + b, 0);
    let at = left;
    svg.append(makeSvg("text", {x: left - 6, y: row * tall + 16, "text-anchor": "end"}, name));
    values.forEach((value, i) => {
      if (value === 0) return;
      const wide = value / all * (width - left - right);
      svg.append(makeSvg("rect", {class: "cell", x: at, y: row * tall + 3, width: wide, height: tall - 6, fill: colours[i]},
                         makeSvg("title", {}, `${name}, ${names[i]}: ${grouped(value)} (${shareText(value / all)} %)`)));
      at += wide;
    });
    svg.append(makeSvg("text", {x: width - right + 6, y: row * tall + 16}, note));
  });
  return svg;
}

function numbersTable(head, rows) {
  return make("details", {}, make("summary", {}, "Numbers"), make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Numbers"},
    make("table", {}, make("thead", {}, make("tr", {}, ...head.map(text => make("th", {scope: "col"}, text)))),
         make("tbody", {}, ...rows.map(([name, ...values]) => make("tr", {}, make("th", {scope: "row"}, name),
                                                                  ...values.map(v => make("td", {}, v))))))));
}

// Replaces a chart and its numbers, which stay open if they were.
function show(host, chart, numbers) {
  const open = host.querySelector("details")?.open;
  if (open) numbers.open = true;
  host.replaceChildren(...chart, numbers);
}
