// SPDX-License-Identifier: Apache-2.0
// Colours: all scales differ in lightness as well as in hue, for readers who do not tell hues apart.
const RATIO_STOPS = [[1, "#440154"], [1.333, "#3b528b"], [2, "#21918c"], [4, "#5ec962"], [16, "#fde725"]];
const TARGETS = ["none", "1", "1.33", "2", "4", "16"];
const TARGET_COLOURS = ["#6e7781", ...RATIO_STOPS.map(([, colour]) => colour)];
const targetColour = target => TARGET_COLOURS[TARGETS.indexOf(target)];
const SECTOR_STOPS = [[0, "#313695"], [1, "#74add1"], [2, "#ffffbf"], [3, "#f46d43"], [4, "#a50026"]];
const SIZE_COLOURS = ["#313695", "#4575b4", "#74add1", "#abd9e9", "#ffffbf", "#fdae61", "#f46d43", "#a50026"];
const NOT_LIVE = "#8c959f";
const CODEC_COLOURS = codecs.map((_, i) => `var(--c${i % 5})`);
const CODEC_DASHES = ["none", "7 3", "2 3", "10 3 2 3", "4 2", "1 3"];

const parts = colour => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));

function between(stops, value) {
  const last = stops.length - 1;
  if (value <= stops[0][0]) return parts(stops[0][1]);
  if (value >= stops[last][0]) return parts(stops[last][1]);
  const i = stops.findIndex(([at]) => at > value) - 1;
  const share = (value - stops[i][0]) / (stops[i + 1][0] - stops[i][0]);
  const a = parts(stops[i][1]), b = parts(stops[i + 1][1]);
  return a.map((from, k) => Math.round(from + (b[k] - from) * share));
}

const css = rgb => `rgb(${rgb.join(",")})`;
const LOG_STOPS = RATIO_STOPS.map(([at, colour]) => [Math.log2(at), colour]);
const ratioColour = ratio => ratio === null ? parts(NOT_LIVE) : between(LOG_STOPS, Math.log2(ratio));
const sectorColour = sectors => between(SECTOR_STOPS, sectors);

// Black or white, the one with more contrast (WCAG 2, relative luminance).
function inkOn(rgb) {
  const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}
