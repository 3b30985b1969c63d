// SPDX-License-Identifier: Apache-2.0
// The data of the report, and the figures that follow from its classes.
const report = JSON.parse(document.getElementById("data").textContent);
const profile = report.profile, points = profile.points, allocations = report.allocations;
const codecs = report.codec_order, sizes = report.sizes;
const LINE = 128, SECTOR = 32, ALL = -1;

// Classes are {bits, sizes: lines of each size}; an allocation that is not live has none.
function readCells(text) {
  let before = null;
  return text.split(";").map(part => {
    if (part === "=") return before;
    if (part === "-") return before = null;
    const numbers = part.split(",").map(digits => digits ? parseInt(digits, 36) : 0);
    return before = {bits: numbers[0], sizes: numbers.slice(1)};
  });
}

function cellsOf(a, codec) {
  a.read = a.read || {};
  a.read[codec] = a.read[codec] || readCells(a.cells[codecs.indexOf(codec)]);
  return a.read[codec];
}

function sum(list) {
  const all = {bits: 0, sizes: sizes.map(() => 0)};
  for (const classes of list) {
    if (!classes) continue;
    all.bits += classes.bits;
    classes.sizes.forEach((lines, i) => { all.sizes[i] += lines; });
  }
  return all;
}

// The classes of some allocations, each with its codec, at one point or at all together.
function classesOf(some, point, codecOf) {
  return sum(some.flatMap(a => {
    const cells = cellsOf(a, codecOf(a));
    return point === ALL ? cells : [cells[point]];
  }));
}

const linesOf = classes => classes.sizes.reduce((a, b) => a + b, 0);
const sectorsOfSize = size => Math.ceil(size / SECTOR);
const sectorsOf = classes => classes.sizes.reduce((all, n, i) => all + n * sectorsOfSize(sizes[i]), 0);

function ratioOf(classes, measure) {
  const lines = linesOf(classes);
  const stored = measure === "bits" ? classes.bits / 8
    : measure === "sizes" ? classes.sizes.reduce((all, n, i) => all + n * sizes[i], 0)
    : sectorsOf(classes) * SECTOR;
  return lines === 0 ? null : stored === 0 ? Infinity : lines * LINE / stored;
}

// Lines that need more than their target reserves; one of 16x reserves 8 bytes, the others sectors.
const ROOM = {"1": 4, "1.33": 3, "2": 2, "4": 1};
function spilledOf(classes, target) {
  if (target === "none") return 0;
  const spills = size => target === "16" ? size > 8 : sectorsOfSize(size) > ROOM[target];
  return classes.sizes.reduce((all, n, i) => all + (spills(sizes[i]) ? n : 0), 0);
}

// The target and codec of an allocation; step: a threshold in per cent, or null as it was profiled.
function planOf(a, step) {
  if (step === null) return {target: a.target, codec: a.codec};
  const entry = a.sweep.filter(([first]) => first <= step).pop();
  return {target: entry[1], codec: entry[2]};
}

function buddyOf(a, point, step) {
  const plan = planOf(a, step), classes = classesOf([a], point, () => plan.codec);
  const lines = linesOf(classes);
  return lines === 0 ? null : spilledOf(classes, plan.target) / lines;
}

function worstOf(a, step) {
  const plan = planOf(a, step);
  if (plan.target === "none") return 0;
  return Math.max(0, ...cellsOf(a, plan.codec).filter(c => c && linesOf(c))
    .map(c => spilledOf(c, plan.target) / linesOf(c)));
}

// The share of lines that are zeros; no codec has another one.
function zerosOf(a, point) {
  const classes = classesOf([a], point, () => codecs[0]), lines = linesOf(classes);
  return lines === 0 ? null : classes.sizes[0] / lines;
}
