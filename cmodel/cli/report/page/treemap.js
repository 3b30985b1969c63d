// SPDX-License-Identifier: Apache-2.0
// The treemap: squarified (Bruls, Huizing, van Wijk, "Squarified Treemaps", 2000), largest first.
const TILES = 2000;
const treemap = {tiles: [], host: byId("treemap")};

// Places the areas in the box; returns [x, y, width, height] of each.
function squarify(areas, box) {
  const placed = [];
  let [x, y, w, h] = box, i = 0;
  const worst = (row, total, side) =>
    Math.max(side * side * row[0] / (total * total), total * total / (side * side * row[row.length - 1]));
  while (i < areas.length) {
    const side = Math.min(w, h), row = [areas[i]];
    let total = areas[i++];
    while (i < areas.length && worst([...row, areas[i]], total + areas[i], side) <= worst(row, total, side)) {
      total += areas[i];
      row.push(areas[i++]);
    }
    const depth = side > 0 ? total / side : 0;
    let at = 0;
    for (const area of row) {
      const length = depth > 0 ? area / depth : 0;
      placed.push(w >= h ? [x, y + at, depth, length] : [x + at, y, length, depth]);
      at += length;
    }
    if (w >= h) {
      x += depth;
      w -= depth;
    } else {
      y += depth;
      h -= depth;
    }
  }
  return placed;
}

function layTreemap(choose) {
  const width = treemap.host.clientWidth || 600, height = width < 560 ? 320 : 416;
  const order = [...allocations].sort((a, b) => b.bytes - a.bytes);
  const shown = order.slice(0, TILES), rest = order.slice(TILES).reduce((n, a) => n + a.bytes, 0);
  const bytes = shown.map(a => a.bytes).concat(rest > 0 ? [rest] : []);
  const scale = width * height / bytes.reduce((a, b) => a + b, 0);
  const boxes = squarify(bytes.map(b => b * scale), [0, 0, width, height]);
  const svg = makeSvg("svg", {viewBox: `0 0 ${width} ${height}`, role: "group", "aria-labelledby": "map-title"});
  treemap.tiles = shown.map((a, i) => makeTile(a, boxes[i], choose));
  svg.append(...treemap.tiles.map(tile => tile.group));
  if (rest > 0) svg.append(restOf(boxes[shown.length], order.length - TILES));
  treemap.host.replaceChildren(svg);
}

function restOf([x, y, width, height], count) {
  return makeSvg("g", {}, makeSvg("rect", {x, y, width, height, fill: NOT_LIVE}),
                 makeSvg("title", {}, `${count} smaller allocations, which are in the table`));
}

function makeTile(a, [x, y, width, height], choose) {
  const rect = makeSvg("rect", {x, y, width, height}), title = makeSvg("title");
  const group = makeSvg("g", {class: "tile", role: "button", tabindex: "-1"}, title, rect);
  const room = Math.floor((width - 8) / 7);
  const texts = [];
  if (height > 20 && room >= 6) {
    const name = a.name.length > room ? a.name.slice(0, room - 1) + "\u2026" : a.name;
    group.append(makeSvg("text", {x: x + 4, y: y + 15}, name));
    if (height > 36) texts.push(group.appendChild(makeSvg("text", {x: x + 4, y: y + 30})));
  }
  const tile = {a, group, rect, title, texts, room};
  group.addEventListener("click", () => choose(a));
  group.addEventListener("keydown", event => moveBetweenTiles(event, tile, choose));
  return tile;
}

function moveBetweenTiles(event, tile, choose) {
  const last = treemap.tiles.length - 1, at = treemap.tiles.indexOf(tile);
  const to = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last,
              Enter: at, " ": at}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = treemap.tiles[Math.min(last, Math.max(0, to))];
  next.group.setAttribute("tabindex", "0");
  next.group.focus();
  choose(next.a);
}

function paintTreemap(state) {
  const byTarget = state.colour === "target";
  treemap.tiles.forEach((tile, i) => {
    const {a, group, rect, title, texts, room} = tile;
    const ratio = ratioOf(classesOf([a], state.point, x => codecFor(x, state)), state.measure);
    const target = planOf(a, state.step).target;
    const rgb = byTarget ? parts(targetColour(target)) : ratioColour(ratio);
    const words = byTarget ? `target ${target}` : ratioText(ratio);
    rect.setAttribute("fill", css(rgb));
    group.style.setProperty("--ink", inkOn(rgb));
    group.classList.toggle("chosen", a === state.chosen);
    group.setAttribute("tabindex", (state.chosen ? a === state.chosen : i === 0) ? "0" : "-1");
    group.setAttribute("aria-label", `${a.name}, ${grouped(a.bytes)} bytes, ratio ${ratioText(ratio)}, target ${target}`);
    title.textContent = `${a.name}: ${bytesText(a.bytes)}, ratio ${ratioText(ratio)}, target ${target}`;
    texts.forEach(text => { text.textContent = words.length <= room ? words : ""; });
  });
  if (state.chosen && !treemap.tiles.some(tile => tile.a === state.chosen) && treemap.tiles.length)
    treemap.tiles[0].group.setAttribute("tabindex", "0");
  legend(byId("legend"), byTarget
    ? TARGETS.map(target => [targetColour(target), target === "none" ? "none" : `${target}x`])
    : [...RATIO_STOPS.map(([at, colour]) => [colour, at === 1 ? "1" : at === 16 ? "16 or more" : String(+at.toFixed(2))]),
       [NOT_LIVE, "not live"]]);
}
