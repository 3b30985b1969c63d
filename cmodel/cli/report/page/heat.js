// SPDX-License-Identifier: Apache-2.0
// The map of memory: a window of ranges, wrapped into rows.
const heat = {canvas: byId("heat"), first: [], count: 0, from: 0, shown: 0, cursor: null, mean: []};
{
  for (const a of allocations) {
    heat.first.push(heat.count);
    heat.count += Math.ceil(Math.ceil(a.bytes / LINE) / report.heat.lines);
  }
  heat.shown = heat.count;
}

// The mean sectors of a range in sixteenths, or -1: not live.
function digitAt(point, range) {
  if (point !== ALL) return report.heat.digits.indexOf(report.heat.points[point][range]);
  let all = 0, live = 0;
  for (const row of report.heat.points)
    if (row[range] !== " ") {
      all += report.heat.digits.indexOf(row[range]);
      live++;
    }
  return live ? all / live : -1;
}

function meansAt(point) {
  if (heat.mean[point + 1] === undefined) {
    const means = new Float32Array(heat.count);
    for (let i = 0; i < heat.count; i++) means[i] = digitAt(point, i);
    heat.mean[point + 1] = means;
  }
  return heat.mean[point + 1];
}

function allocationAt(range) {
  let low = 0, high = allocations.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (heat.first[middle] <= range) low = middle;
    else high = middle - 1;
  }
  return low;
}

const endOf = i => i + 1 < allocations.length ? heat.first[i + 1] : heat.count;

// Cells that fit: `each` ranges in one if there are more ranges than cells of 4 pixels.
function gridOf() {
  const width = heat.canvas.clientWidth || 600, height = 350;
  let side = Math.floor(Math.sqrt(width * height / heat.shown));
  while (side > 4 && Math.ceil(heat.shown / Math.floor(width / side)) * side > height) side--;
  side = Math.min(48, Math.max(4, side));
  const columns = Math.floor(width / side), rows = Math.floor(height / side);
  const each = Math.ceil(heat.shown / (columns * rows)), cells = Math.ceil(heat.shown / each);
  return {side, columns, each, width, cells, height: Math.ceil(cells / columns) * side};
}

function meanOf(means, from, to) {
  let all = 0, live = 0;
  for (let i = from; i < to; i++)
    if (means[i] >= 0) {
      all += means[i];
      live++;
    }
  return live ? all / live / 16 : null;
}

const rangesOf = (grid, cell) => {
  const from = heat.from + cell * grid.each;
  return [from, Math.min(from + grid.each, heat.from + heat.shown)];
};

function paintHeat(state) {
  const grid = gridOf(), means = meansAt(state.point), scale = window.devicePixelRatio || 1;
  const style = getComputedStyle(document.documentElement);
  heat.grid = grid;
  heat.canvas.style.height = `${grid.height}px`;
  heat.canvas.width = grid.width * scale;
  heat.canvas.height = grid.height * scale;
  const draw = heat.canvas.getContext("2d");
  draw.scale(scale, scale);
  const gap = grid.side > 8 ? 1 : 0, chosen = allocations.indexOf(state.chosen);
  for (let cell = 0; cell < grid.cells; cell++) {
    const [from, to] = rangesOf(grid, cell), mean = meanOf(means, from, to);
    const x = cell % grid.columns * grid.side, y = Math.floor(cell / grid.columns) * grid.side;
    draw.fillStyle = mean === null ? NOT_LIVE : css(sectorColour(mean));
    draw.fillRect(x, y, grid.side - gap, grid.side - gap);
    if (chosen >= 0 && from < endOf(chosen) && to > heat.first[chosen]) {
      draw.fillStyle = style.getPropertyValue("--mark");
      draw.fillRect(x, y + grid.side - Math.max(1, grid.side / 6) - gap, grid.side - gap, Math.max(1, grid.side / 6));
    }
  }
  if (heat.cursor !== null && heat.cursor < grid.cells) {
    draw.strokeStyle = style.getPropertyValue("--text");
    draw.lineWidth = 2;
    draw.strokeRect(heat.cursor % grid.columns * grid.side, Math.floor(heat.cursor / grid.columns) * grid.side,
                    grid.side - gap, grid.side - gap);
  }
  byId("heat-text").textContent = heat.cursor !== null && heat.cursor < grid.cells
    ? cellText(heat.cursor, state)
    : `${grouped(heat.shown)} of ${grouped(heat.count)} ranges of ${linesText(report.heat.lines)}; ` +
      `a cell is ${linesText(grid.each * report.heat.lines)}.`;
}

function cellText(cell, state) {
  const [from, to] = rangesOf(heat.grid, cell), i = allocationAt(from), last = allocationAt(to - 1);
  const mean = meanOf(meansAt(state.point), from, to), a = allocations[i];
  const line = (from - heat.first[i]) * report.heat.lines;
  const end = Math.min(Math.ceil(a.bytes / LINE), (Math.min(to, endOf(i)) - heat.first[i]) * report.heat.lines);
  const where = `${a.name}, lines ${grouped(line)} to ${grouped(end - 1)}, byte 0x${(line * LINE).toString(16)}`;
  const more = last > i ? `, and ${last - i === 1 ? allocations[last].name : `${grouped(last - i)} more allocations`}` : "";
  return `${where}${more}: ${mean === null ? "not live" : `${mean.toFixed(2)} sectors per line`} (${pointText(state.point)})`;
}

function moveWindow(from, shown) {
  heat.shown = Math.min(heat.count, Math.max(Math.min(16, heat.count), Math.round(shown)));
  heat.from = Math.min(heat.count - heat.shown, Math.max(0, Math.round(from)));
}

// Zooms about the cursor, or the middle.
function zoomHeat(factor) {
  const at = heat.cursor === null ? heat.from + heat.shown / 2 : rangesOf(heat.grid, heat.cursor)[0];
  const share = (at - heat.from) / heat.shown;
  moveWindow(at - share * heat.shown * factor, heat.shown * factor);
  heat.cursor = null;
}

function showAllocation(a) {
  const i = allocations.indexOf(a);
  if (i < 0) return;
  moveWindow(heat.first[i], endOf(i) - heat.first[i]);
  heat.cursor = null;
}

function cellUnder(event) {
  const box = heat.canvas.getBoundingClientRect(), grid = heat.grid;
  const x = Math.floor((event.clientX - box.left) / grid.side), y = Math.floor((event.clientY - box.top) / grid.side);
  const cell = y * grid.columns + x;
  return x >= 0 && y >= 0 && x < grid.columns && cell < grid.cells ? cell : null;
}

function startHeat(state, choose) {
  const paint = () => paintHeat(state), tip = byId("tip");
  const buttons = {
    "heat-in": () => zoomHeat(1 / 2), "heat-out": () => zoomHeat(2),
    "heat-left": () => moveWindow(heat.from - heat.shown / 2, heat.shown),
    "heat-right": () => moveWindow(heat.from + heat.shown / 2, heat.shown),
    "heat-one": () => showAllocation(state.chosen || allocations[allocationAt(heat.from)]),
    "heat-all": () => { moveWindow(0, heat.count); heat.cursor = null; },
  };
  for (const [id, act] of Object.entries(buttons))
    byId(id).addEventListener("click", () => { act(); paint(); });
  heat.canvas.addEventListener("keydown", event => {
    const grid = heat.grid, at = heat.cursor === null ? -1 : heat.cursor;
    const to = {ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + grid.columns, ArrowUp: at - grid.columns,
                Home: 0, End: grid.cells - 1}[event.key];
    if (to !== undefined) heat.cursor = Math.min(grid.cells - 1, Math.max(0, to));
    else if (event.key === "+" || event.key === "=") zoomHeat(1 / 2);
    else if (event.key === "-") zoomHeat(2);
    else if (event.key === "Enter" && heat.cursor !== null)
      return choose(allocations[allocationAt(rangesOf(grid, heat.cursor)[0])]);
    else return;
    event.preventDefault();
    paint();
  });
  let drag = null;
  heat.canvas.addEventListener("pointerdown", event => { drag = {y: event.clientY, x: event.clientX, from: heat.from, moved: false}; });
  window.addEventListener("pointerup", () => { drag = null; });
  heat.canvas.addEventListener("pointermove", event => {
    if (drag) {
      const cells = Math.round((drag.y - event.clientY) / heat.grid.side) * heat.grid.columns + Math.round((drag.x - event.clientX) / heat.grid.side);
      drag.moved = drag.moved || cells !== 0;
      moveWindow(drag.from + cells * heat.grid.each, heat.shown);
      paint();
    }
    const cell = cellUnder(event);
    tip.hidden = cell === null;
    if (cell === null) return;
    tip.textContent = cellText(cell, state);
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${Math.min(event.clientY + 14, window.innerHeight - tip.offsetHeight - 8)}px`;
  });
  heat.canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  heat.canvas.addEventListener("dblclick", event => {
    heat.cursor = cellUnder(event);
    zoomHeat(1 / 2);
    paint();
  });
  heat.canvas.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    heat.cursor = cellUnder(event);
    zoomHeat(event.deltaY < 0 ? 1 / 2 : 2);
    paint();
  }, {passive: false});
  legend(byId("heat-legend"), [...SECTOR_STOPS.map(([at, colour]) => [colour, at === 1 ? "1 sector" : `${at} sectors`]),
                               [NOT_LIVE, "not live"]]);
}
