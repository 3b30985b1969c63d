// SPDX-License-Identifier: Apache-2.0
// The table of allocations.
const ROWS = 200;
const table = {key: null, down: false, words: "", most: ROWS};

// Columns: name, value of a row for sorting, its text, and whether larger values come first.
const columns = [
  {name: "allocation", of: a => a.name, text: a => a.name, first: "up"},
  {name: "dtype", of: a => a.dtype || "", text: a => a.dtype || "\u2013", first: "up"},
  {name: "bytes", of: a => a.bytes, text: a => grouped(a.bytes)},
  {name: "zeros, %", of: (a, s) => zerosOf(a, s.point), text: (a, s) => shareText(zerosOf(a, s.point))},
  ...codecs.map(codec => {
    const of = (a, s) => ratioOf(classesOf([a], s.point, () => codec), s.measure);
    return {name: codec, of, text: (a, s) => ratioText(of(a, s))};
  }),
  {name: "target", of: (a, s) => Number(planOf(a, s.step).target) || 0, text: (a, s) => planOf(a, s.step).target,
   changed: (a, s) => planOf(a, s.step).target !== a.target},
  {name: "codec", of: (a, s) => planOf(a, s.step).codec, text: (a, s) => planOf(a, s.step).codec, first: "up"},
  {name: "buddy, %", of: (a, s) => buddyOf(a, s.point, s.step), text: (a, s) => shareText(buddyOf(a, s.point, s.step))},
  {name: "worst, %", of: (a, s) => worstOf(a, s.step), text: (a, s) => shareText(worstOf(a, s.step))},
  {name: "warnings", of: a => a.warnings.length, text: a => a.warnings.length ? `\u26a0 ${a.warnings.length}` : ""},
];

function startTable(state, choose) {
  const head = make("tr");
  columns.forEach((column, i) => {
    const button = make("button", {type: "button"}, column.name), cell = make("th", {scope: "col"}, button);
    button.addEventListener("click", () => {
      table.down = table.key === i ? !table.down : column.first !== "up";
      table.key = i;
      paintTable(state, choose);
    });
    head.append(cell);
  });
  byId("table").tHead.append(head);
  byId("filter").addEventListener("input", event => {
    table.words = event.target.value.toLowerCase();
    paintTable(state, choose);
  });
  byId("more").addEventListener("click", () => {
    table.most = Infinity;
    paintTable(state, choose);
  });
}

function compare(a, b) {
  if (typeof a === "string") return a < b ? -1 : a > b ? 1 : 0;
  return (a === null ? -1 : a) - (b === null ? -1 : b) || 0;
}

function rowsOf(state) {
  const rows = allocations.filter(a => a.name.toLowerCase().includes(table.words));
  if (table.key === null) return rows;
  const keys = new Map(rows.map(a => [a, columns[table.key].of(a, state)]));
  return rows.sort((a, b) => (table.down ? -1 : 1) * compare(keys.get(a), keys.get(b)));
}

function makeRow(a, state, choose) {
  const row = make("tr");
  columns.forEach((column, i) => {
    const text = column.text(a, state), cell = make("td");
    if (i === 0) {
      const button = make("button", {type: "button", title: text}, text);
      button.addEventListener("click", () => choose(a));
      cell.append(button);
    } else {
      cell.textContent = text;
    }
    if (column.changed && column.changed(a, state)) {
      cell.className = "changed";
      cell.title = `as profiled: ${a.target}`;
    }
    if (column.name === "warnings" && text) {
      cell.className = "warned";
      cell.title = a.warnings.join("\n");
    }
    row.append(cell);
  });
  row.classList.toggle("chosen", a === state.chosen);
  return row;
}

function paintTable(state, choose) {
  const rows = rowsOf(state), some = rows.slice(0, table.most), focus = document.activeElement;
  const held = focus && focus.closest("#table tbody") ? focus.textContent : null;
  byId("table").tBodies[0].replaceChildren(...some.map(a => makeRow(a, state, choose)));
  if (held !== null)
    [...byId("table").tBodies[0].querySelectorAll("button")].find(b => b.textContent === held)?.focus();
  [...byId("table").tHead.rows[0].cells].forEach((cell, i) =>
    cell.setAttribute("aria-sort", i !== table.key ? "none" : table.down ? "descending" : "ascending"));
  byId("shown").textContent = `${grouped(some.length)} of ${grouped(allocations.length)}`;
  byId("more").hidden = some.length === rows.length;
}
