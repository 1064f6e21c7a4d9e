// The path that a name takes through the rules of a grammar.

import { grammars } from "./grammar.js";

// A state of the automaton has the pieces of the grammar it enters (lit), the bytes that
// it consumes (from, to), and the states that follow, the preferred one first.
const automata = {};

// automaton returns the first state for a syntax. The grammars have no recursion, so every
// reference is replaced by its rule. A loop prefers to end: so an r-component ends at the
// first "?=", as RFC 8141, section 2.3.1, says.
function automaton(syntax) {
  if (automata[syntax]) return automata[syntax];
  const { start, rules } = grammars[syntax];
  const rule = new Map(rules.map(r => [r.name, r.node]));
  const state = (next, more = {}) => ({ next, lit: null, from: -1, to: -1, ...more });
  const compile = (n, then) => {
    switch (n.kind) {
      case "seq":
        return n.of.reduceRight((after, x) => compile(x, after), then);
      case "alt":
        return state(n.of.map(x => compile(x, then)));
      case "rep": {
        const of = n.of[0];
        const { min = 0, max = 0 } = n;
        let after = then;
        if (max < 0) {
          after = state([then]);
          after.next.push(compile(of, after));
        } else {
          for (let i = min; i < max; i++) after = state([then, compile(of, after)]);
        }
        for (let i = 0; i < min; i++) after = compile(of, after);
        return after;
      }
      case "ref":
        return state([compile(rule.get(n.name), then)], { lit: n });
      case "range":
        return state([then], { lit: n, from: n.first, to: n.last });
      case "text": {
        if (n.without) return state([]);
        let after = then;
        for (const c of [...n.text].reverse()) {
          const low = c.toLowerCase().charCodeAt(0), high = c.toUpperCase().charCodeAt(0);
          const one = code => state([after], { lit: n, from: code, to: code });
          after = low === high ? one(low) : state([one(low), one(high)]);
        }
        return after;
      }
    }
  };
  return automata[syntax] = compile(rule.get(start), state([], { accepts: true }));
}

// match returns the pieces of the grammar that a name goes through, and, if it is cut off
// before its end, those that could follow. stop is the offset of the fault, or null.
export function match(syntax, bytes, stop) {
  const end = stop ?? bytes.length;
  const first = automaton(syntax);
  // A path is a list of what was entered, linked from its end.
  let threads = [];
  let seen = new Set();
  const add = (state, path, entered) => {
    if (seen.has(state)) return;
    seen.add(state);
    if (state.from >= 0 || state.accepts) {
      threads.push({ state, path, entered });
      return;
    }
    const more = state.lit ? { node: state.lit, before: entered } : entered;
    for (const next of state.next) add(next, path, more);
  };
  add(first, null, null);
  let at = 0;
  for (; at < end; at++) {
    const before = threads;
    threads = [];
    seen = new Set();
    for (const t of before) {
      if (t.state.from <= bytes[at] && bytes[at] <= t.state.to && t.state.from >= 0) {
        add(t.state.next[0], { node: t.state.lit, entered: t.entered, before: t.path }, null);
      }
    }
    if (threads.length === 0) {
      threads = before;
      break;
    }
  }
  const lit = new Set();
  const could = new Set();
  const whole = stop === null && at === end;
  const taken = whole ? threads.find(t => t.state.accepts) : threads[0];
  const enter = (list, set) => {
    for (let e = list; e; e = e.before) set.add(e.node);
  };
  for (let p = taken?.path; p; p = p.before) {
    lit.add(p.node);
    enter(p.entered, lit);
  }
  if (whole) {
    enter(taken?.entered, lit);
  } else {
    for (const t of threads) {
      if (t.state.lit) could.add(t.state.lit);
      enter(t.entered, could);
    }
  }
  return { accepts: Boolean(whole && taken), lit, could };
}
