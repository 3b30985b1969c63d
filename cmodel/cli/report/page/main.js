// SPDX-License-Identifier: Apache-2.0
// The state of the page, and its controls.
const state = {point: ALL, step: null, measure: "sectors", codec: "plan", colour: "ratio", chosen: null};

const codecFor = (a, s) => s.codec === "plan" ? planOf(a, s.step).codec : s.codec;
const pointText = point => point === ALL ? "all points" : points[point].point;
const thresholdText = s => s.step === null ? `As profiled (${+(100 * profile.threshold).toFixed(4)} %)` : `Threshold ${s.step} %`;

function paint() {
  byId("point-name").textContent = pointText(state.point);
  byId("point").setAttribute("aria-valuetext", pointText(state.point));
  byId("threshold-name").textContent = thresholdText(state).replace("Threshold ", "");
  byId("threshold").setAttribute("aria-valuetext", thresholdText(state));
  byId("reset").disabled = state.step === null;
  paintHead(state);
  paintTreemap(state);
  paintDetail(state);
  paintHeat(state);
  paintPoints(state);
  paintSweep(state);
  paintTable(state, choose);
}

let due = 0;
function paintSoon() {
  cancelAnimationFrame(due);
  due = requestAnimationFrame(paint);
}

function choose(a) {
  if (state.chosen === a) return;
  state.chosen = a;
  paintSoon();
}

function start() {
  document.title = `${profile.set}: compression`;
  byId("set").textContent = profile.set;
  byId("how").textContent = `Linepress ${report.version}; codec ${profile.codec}, rule ${profile.rule}, threshold ${profile.threshold}, ` +
    `pages of ${profile.page === "2m" ? "2 MiB" : "64 KiB"}${profile.applied ? ", targets of a file" : ""}.`;
  byId("point").max = points.length > 1 ? points.length : 0;
  byId("point").disabled = points.length < 2;
  byId("threshold").value = Math.round(100 * profile.threshold);
  byId("codec").append(make("option", {value: "plan"}, "as planned"),
                       ...codecs.map(codec => make("option", {value: codec}, codec)));
  // Position 0 of the slider is all points together.
  byId("point").addEventListener("input", event => { state.point = event.target.value - 1; paintSoon(); });
  byId("threshold").addEventListener("input", event => { state.step = Number(event.target.value); paintSoon(); });
  byId("reset").addEventListener("click", () => {
    state.step = null;
    byId("threshold").value = Math.round(100 * profile.threshold);
    byId("threshold").focus();
    paintSoon();
  });
  for (const key of ["measure", "codec", "colour"])
    byId(key).addEventListener("change", event => { state[key] = event.target.value; paintSoon(); });
  byId("all").addEventListener("click", () => { choose(null); byId("treemap").querySelector("g")?.focus(); });
  byId("controls").addEventListener("submit", event => event.preventDefault());
  startHeat(state, choose);
  startTable(state, choose);
  listWarnings(choose);
  layTreemap(choose);
  // The rest of a large set follows after the first frame.
  paintHead(state);
  paintTreemap(state);
  requestAnimationFrame(() => setTimeout(paint));
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    layTreemap(choose);
    paintSoon();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintSoon);
}

window.addEventListener("error", event => {
  byId("trouble").hidden = false;
  byId("trouble").textContent = `This report could not be drawn: ${event.message}`;
});
start();
