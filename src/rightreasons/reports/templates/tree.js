"use strict";
// Draws a bracketed parse as a tree. Text goes in as text only.
const parseTree = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const LEVEL = 34;
  const LETTER = 7.6;
  const GAP = 12;
  const DEEPEST = 60;

  // "(NP (DT the) (NN dog))" and "( the dog )" to {label, children}; null for what is no tree.
  const read = (text) => {
    const root = { label: "", children: [] };
    const open = [root];
    for (const [piece] of text.matchAll(/\([^\s()]*|\)|[^\s()]+/g)) {
      const top = open[open.length - 1];
      if (piece === ")") {
        if (open.length === 1) return null;
        open.pop();
      } else {
        const node = { label: piece.replace(/^\(/, ""), children: [] };
        top.children.push(node);
        if (piece.startsWith("(")) open.push(node);
        if (open.length > DEEPEST) return null;
      }
    }
    return open.length === 1 && root.children.length === 1 ? root.children[0] : null;
  };

  // Leaves side by side at the bottom, parents over the middle of their children.
  const place = (tree) => {
    let right = 0;
    let deepest = 0;
    const visit = (node, depth) => {
      node.depth = depth;
      deepest = Math.max(deepest, depth);
      const width = Math.max(node.label.length * LETTER, LETTER) + GAP;
      if (node.children.length === 0) {
        node.x = right + width / 2;
        right += width;
        return;
      }
      const before = right;
      node.children.forEach((child) => visit(child, depth + 1));
      right = Math.max(right, before + width);
      node.x = (node.children[0].x + node.children[node.children.length - 1].x) / 2;
    };
    visit(tree, 0);
    return { width: right, height: (deepest + 1) * LEVEL, deepest };
  };

  const drawn = (name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  return (text, described) => {
    const tree = read(text);
    if (tree === null) return null;
    const size = place(tree);
    const svg = drawn("svg", { width: size.width, height: size.height, role: "img", "aria-label": `${described}: ${text}`, class: "tree" });
    const level = (node) => (node.children.length ? node.depth : size.deepest);
    const visit = (node) => {
      const y = level(node) * LEVEL + 16;
      for (const child of node.children) {
        svg.append(drawn("line", { x1: node.x, y1: y + 5, x2: child.x, y2: level(child) * LEVEL + 2 }));
        visit(child);
      }
      const kind = node.children.length ? "inner" : "leaf";
      svg.append(drawn("text", { x: node.x, y, "text-anchor": "middle", class: kind }, node.label));
    };
    visit(tree);
    return svg;
  };
})();
