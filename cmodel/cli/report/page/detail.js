// SPDX-License-Identifier: Apache-2.0
// What is chosen: its facts, its histograms, its points, and the effect of the threshold.
const shown = state => state.chosen ? [state.chosen] : allocations;

function planFacts(state) {
  const step = state.step;
  if (step === null) {
    const plan = profile.applied || profile.steps.zero;
    return {ratio: plan.ratio, buddy: plan.buddy_fraction, frames: plan.frames};
  }
  const sweep = report.sweep;
  return {ratio: sweep.ratio[step], frames: sweep.frames[step],
          buddy: sweep.lines[step] ? sweep.buddy_lines[step] / sweep.lines[step] : null};
}

function paintHead(state) {
  const plan = planFacts(state), bytes = allocations.reduce((n, a) => n + a.bytes, 0);
  const all = classesOf(allocations, state.point, a => codecFor(a, state));
  facts(byId("facts"), [
    ["allocations", grouped(allocations.length)], ["points", grouped(points.length)],
    ["bytes", bytesText(bytes)], [`ratio by ${state.measure}`, ratioText(ratioOf(all, state.measure))],
    ["ratio of targets", ratioText(plan.ratio)], ["buddy lines, %", shareText(plan.buddy)],
    ["warnings", grouped(allocations.reduce((n, a) => n + a.warnings.length, 0))],
  ]);
}

function paintDetail(state) {
  const a = state.chosen, codecOf = x => codecFor(x, state);
  byId("detail-title").textContent = a ? a.name : "All allocations";
  byId("all").hidden = !a;
  const now = classesOf(shown(state), state.point, codecOf);
  const list = [["lines", grouped(linesOf(now))], ["ratio", ratioText(ratioOf(now, state.measure))],
                ["lines of zeros, %", shareText(linesOf(now) ? now.sizes[0] / linesOf(now) : null)]];
  if (a) {
    const plan = planOf(a, state.step);
    list.push(["bytes", grouped(state.point === ALL ? a.bytes : a.bytes_at[state.point])], ["dtype", a.dtype || "\u2013"],
              ["pages", grouped(a.pages)], ["target", plan.target], ["codec", plan.codec],
              ["buddy lines, %", shareText(buddyOf(a, state.point, state.step))],
              ["at the worst point, %", shareText(worstOf(a, state.step))]);
    if (a.site) list.push(["allocated at", a.site]);
    a.warnings.forEach(text => list.push(["warning", text]));
  }
  facts(byId("detail"), list);
  paintHistogram(state);
}

function paintHistogram(state) {
  const names = sizes.map(size => `${size} bytes`);
  const rows = codecs.map(codec => {
    const classes = classesOf(shown(state), state.point, () => codec);
    return {name: codec, values: classes.sizes, note: ratioText(ratioOf(classes, state.measure))};
  });
  const key = make("div", {class: "legend"});
  legend(key, names.map((name, i) => [SIZE_COLOURS[i], name]));
  show(byId("histogram"), [key, barChart(rows, {width: widthOf(byId("histogram")), colours: SIZE_COLOURS, names, title: "Lines by size, for each codec"})],
       numbersTable(["codec", ...names, "ratio"], rows.map(row => [row.name, ...row.values.map(grouped), row.note])));
}

function paintPoints(state) {
  const some = shown(state), labels = points.map(p => p.point), width = widthOf(byId("points"));
  const series = codecs.map((codec, i) => ({name: codec, colour: CODEC_COLOURS[i], dash: CODEC_DASHES[i],
    values: points.map((_, p) => ratioOf(classesOf(some, p, () => codec), state.measure))}));
  const buddy = points.map((_, p) => {
    const lines = linesOf(classesOf(some, p, a => planOf(a, state.step).codec));
    const spilled = some.reduce((n, a) => {
      const plan = planOf(a, state.step);
      return n + spilledOf(classesOf([a], p, () => plan.codec), plan.target);
    }, 0);
    return lines ? 100 * spilled / lines : null;
  });
  const cursor = state.point === ALL ? null : state.point;
  show(byId("points"), [
    make("h3", {}, `Ratio by ${state.measure}: ${state.chosen ? state.chosen.name : "all allocations"}`),
    lineChart({width, series, labels, title: "Ratio of each codec at each point", unit: "", cursor}),
    make("h3", {}, "Lines in buddy memory, %"),
    lineChart({width, series: [{name: "buddy", colour: "var(--accent)", dash: "none", values: buddy}], labels,
               title: "Lines in buddy memory at each point", unit: "", cursor}),
  ], numbersTable(["point", ...codecs, "buddy, %"], points.map((p, i) =>
    [p.point, ...series.map(s => ratioText(s.values[i])), buddy[i] === null ? "\u2013" : buddy[i].toFixed(3)])));
}

function paintSweep(state) {
  const width = widthOf(byId("sweep")), sweep = report.sweep, labels = sweep.thresholds.map(t => String(Math.round(100 * t)));
  const buddy = sweep.lines.map((n, i) => n ? 100 * sweep.buddy_lines[i] / n : null);
  const plan = planFacts(state), pages = TARGETS.map(() => 0);
  for (const a of allocations) pages[TARGETS.indexOf(planOf(a, state.step).target)] += a.pages;
  const changed = allocations.filter(a => planOf(a, state.step).target !== a.target).length;
  byId("sweep-text").textContent = `${thresholdText(state)}: ratio ${ratioText(plan.ratio)}, ` +
    `${shareText(plan.buddy)} % of lines in buddy memory, ${grouped(changed)} targets differ from the profile.`;
  const key = make("div", {class: "legend"});
  legend(key, TARGETS.map(target => [targetColour(target), target]));
  const cursor = state.step === null ? Math.round(100 * profile.threshold) : state.step;
  show(byId("sweep"), [
    make("h3", {}, "Pages by target"), key,
    barChart([{name: "pages", values: pages, note: ""}], {width, colours: TARGET_COLOURS, names: TARGETS, title: "Pages by target"}),
    make("h3", {}, "Ratio of targets, by threshold in %"),
    lineChart({width, series: [{name: "ratio", colour: "var(--accent)", dash: "none", values: sweep.ratio}], labels,
               title: "Ratio of targets by threshold", unit: "", cursor}),
    make("h3", {}, "Lines in buddy memory, %, by threshold in %"),
    lineChart({width, series: [{name: "buddy", colour: "var(--accent)", dash: "none", values: buddy}], labels,
               title: "Lines in buddy memory by threshold", unit: "", cursor}),
  ], numbersTable(["threshold, %", "ratio", "buddy, %", "frames"], labels.map((label, i) =>
    [label, ratioText(sweep.ratio[i]), buddy[i] === null ? "\u2013" : buddy[i].toFixed(3), grouped(sweep.frames[i])])));
}

function listWarnings(choose) {
  const all = allocations.flatMap(a => a.warnings.map(text => [a, text]));
  byId("warnings").hidden = all.length === 0;
  byId("warning-list").replaceChildren(...all.map(([a, text]) => {
    const button = make("button", {type: "button"}, a.name);
    button.addEventListener("click", () => choose(a));
    return make("li", {}, button, `: ${text}`);
  }));
}
