// Draws the rules of every syntax as one picture each, docs/grammar-<syntax>.svg, with
// the module that draws them in the page. "make page-diagrams" runs it.
//
//	node cmd/urn/internal/page/diagrams.mjs docs            # write
//	node cmd/urn/internal/page/diagrams.mjs -verify docs    # check that the pictures are what it would write

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { grammars } from "./static/grammar.js";
import { diagram } from "./static/diagrams.js";

const style = `
  path { stroke: #5a5f68; stroke-width: 1.5; fill: none; }
  rect { stroke: #8b8f96; stroke-width: 1.5; fill: none; }
  .page { fill: #fff; stroke: none; }
  text { font: 13px monospace; fill: #23262b; text-anchor: middle; white-space: pre; }
  text.comment { font-style: italic; font-size: 12px; fill: #5a5f68; }
  text.rule { text-anchor: start; font-weight: bold; }
  text.note { text-anchor: start; font-style: italic; font-size: 12px; fill: #5a5f68; }
  .without > text { text-decoration: line-through; fill: #5a5f68; }
  @media (prefers-color-scheme: dark) {
    path, rect { stroke: #9aa0aa; }
    .page { fill: #0d1117; stroke: none; }
    text { fill: #e6e7ea; }
    text.comment, text.note, .without > text { fill: #b4b8bf; }
  }
`;
const width = 1000;
const escape = s => s.replace(/[&<>]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

// picture returns the picture of a grammar: the rules from left to right, in rows.
function picture({ document, rules }) {
  let x = 0, y = 40, row = 0;
  const parts = [`<text class="note" x="10" y="22">${escape(document)}</text>`];
  for (const rule of rules) {
    const { picture } = diagram(rule);
    const notes = (rule.notes ?? []).flatMap(note => note.match(/.{1,60}(\s|$)/g));
    const w = Math.max(picture.attrs.width, rule.name.length * 8 + 20, ...notes.map(n => n.length * 7 + 20));
    const h = picture.attrs.height + 24 + 16 * notes.length;
    if (x > 0 && x + w > width) {
      x = 0;
      y += row + 10;
      row = 0;
    }
    parts.push(`<text class="rule" x="${x + 10}" y="${y + 16}">${escape(rule.name)}</text>`);
    parts.push(`<g transform="translate(${x} ${y + 20})">\n${picture.children.join("")}</g>`);
    notes.forEach((note, i) => parts.push(`<text class="note" x="${x + 10}" y="${y + 36 + picture.attrs.height + 16 * i}">${escape(note.trim())}</text>`));
    row = Math.max(row, h);
    x += w + 10;
  }
  const height = y + row + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n` +
    `<title>The grammar of ${escape(document)}</title>\n<style>${style}</style>\n<path class="page" d="M0 0H${width}V${height}H0Z"/>\n${parts.join("\n")}\n</svg>\n`;
}

const verify = process.argv[2] === "-verify";
const folder = process.argv.at(-1);
for (const [syntax, grammar] of Object.entries(grammars)) {
  const file = join(folder, `grammar-${syntax}.svg`);
  const svg = picture(grammar);
  if (!verify) {
    writeFileSync(file, svg);
  } else if (readFileSync(file, "utf8") !== svg) {
    console.error(`${file} is not what the grammar gives: run make page-diagrams`);
    process.exitCode = 1;
  }
}
