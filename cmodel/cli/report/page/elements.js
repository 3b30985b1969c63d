// SPDX-License-Identifier: Apache-2.0
// Elements of the page, and how numbers are written.
const byId = id => document.getElementById(id);

function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function makeSvg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// A list of terms and their values.
function facts(list, pairs) {
  list.replaceChildren(...pairs.map(([term, value]) =>
    make("div", {}, make("dt", {}, term), make("dd", {}, value))));
}

const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
const linesText = n => `${grouped(n)} line${n === 1 ? "" : "s"}`;
const ratioText = r => r === null ? "\u2013" : r === Infinity ? "\u221e" : r.toFixed(3);
const shareText = s => s === null ? "\u2013" : (100 * s).toFixed(3);

function bytesText(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  while (bytes >= 1024 && i < units.length - 1) {
    bytes /= 1024;
    i++;
  }
  return `${i === 0 ? bytes : bytes.toPrecision(4)} ${units[i]}`;
}

function legend(element, entries) {
  element.replaceChildren(...entries.map(([colour, text]) => {
    const entry = make("span", {}, text);
    entry.style.setProperty("--key", colour);
    return entry;
  }));
}
