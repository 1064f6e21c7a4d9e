// Railroad diagrams of the rules of a grammar.

import rr, { Options } from "./vendor/railroad-diagrams.js";

Options.AR = 8;
Options.VS = 6;
Options.CHAR_WIDTH = 8;

// diagram returns the diagram of a rule, and the boxes in it with the pieces of the
// grammar that they show.
export function diagram(rule) {
  const boxes = [];
  const box = (item, node) => {
    boxes.push({ item, node });
    return item;
  };
  const draw = n => {
    switch (n.kind) {
      case "seq":
        return rr.Sequence(...n.of.map(draw));
      case "alt":
        return rr.Choice(0, ...n.of.map(draw));
      case "ref":
        return box(rr.NonTerminal(n.name), n);
      case "text":
        return box(rr.Terminal(n.text), n);
      case "range":
        return box(rr.Terminal(range(n.first, n.last)), n);
      case "rep": {
        const { min = 0, max = 0 } = n;
        const one = draw(n.of[0]);
        if (max === 1) return rr.Optional(one);
        const times = max < 0 ? (min > 1 ? `${min} times or more` : null) : `${Math.max(min, 1)} to ${max} times`;
        const many = rr.OneOrMore(one, times ? rr.Comment(times) : undefined);
        return min === 0 ? rr.Optional(many) : many;
      }
    }
  };
  const picture = rr.Diagram(draw(rule.node));
  for (const { item, node } of boxes) {
    item.attrs.class = [item.attrs.class, node.without && "without"].filter(Boolean).join(" ");
  }
  picture.format(12, 12, 12, 12);
  return { picture, boxes };
}

function range(first, last) {
  const char = code => code > 0x20 && code < 0x7F ? String.fromCharCode(code) : "%x" + code.toString(16).toUpperCase();
  return `${char(first)}–${char(last)}`;
}
