'use strict';
// Where arrows run. Each row has one event, so the row of an event is free beside its box: an arrow leaves its box to
// the side, runs along its row to a lane beside the column of its target, and along this lane to the row of the target. Lanes
// beside a column are given out so that no two arrows in one lane touch, unless they are of one relation and begin at one step: these
// have the lane together, like branches of a tree.
const LANE = 7, MARGIN = 12;
// So many lanes are far apart; more share the space of these, down to two pixels for each.
const FAR = 20;
const pitch = (lanes) => lanes <= FAR ? LANE : Math.max(2, LANE * FAR / lanes);

// edges: {from, to, className}; row and column: of an event. Adds side and lane to each edge, and says how many lanes
// each side of each column has.
function layOut(edges, row, column, columns) {
  const gutters = Array.from({ length: columns }, () => ({ left: [], right: [] }));
  const order = [...edges].sort((a, b) => Math.abs(row(a.from) - row(a.to)) - Math.abs(row(b.from) - row(b.to)));
  for (const edge of order) {
    const straight = column(edge.from) === column(edge.to) && edge.className === 'po';
    edge.side = straight ? null : column(edge.from) < column(edge.to) ? 'left' : 'right';
    if (straight) continue;
    const lanes = gutters[column(edge.to)][edge.side];
    const top = Math.min(row(edge.from), row(edge.to)), bottom = Math.max(row(edge.from), row(edge.to));
    const isBranch = (other) => other.from === edge.from && other.className === edge.className;
    const isFree = (lane) => lane.every((other) => bottom < other.top || other.bottom < top || isBranch(other));
    edge.lane = lanes.findIndex(isFree);
    if (edge.lane < 0) edge.lane = lanes.push([]) - 1;
    lanes[edge.lane].push({ top, bottom, from: edge.from, className: edge.className });
  }
  for (const edge of order) {
    if (edge.side) edge.away = MARGIN + edge.lane * pitch(gutters[column(edge.to)][edge.side].length);
  }
  return gutters.map(({ left, right }) => ({ left: left.length, right: right.length }));
}

// The points of an arrow between two boxes; `shift` keeps the arrows of one box apart.
function points(a, b, edge, shift) {
  if (edge.side === null) return [[a.x, a.bottom], [b.x, b.top]];
  const x = edge.side === 'left' ? b.left - edge.away : b.right + edge.away;
  const start = edge.side === 'left' || a.left === b.left ? a.right : a.left;
  const y = a.y + shift.from, end = b.y + shift.to;
  return [[start, y], [x, y], [x, end], [edge.side === 'left' ? b.left : b.right, end]];
}

// Numbers the arrows of each box, from the middle of its side outwards. Branches of one tree leave their box together.
function shifts(edges) {
  const count = new Map(), trees = new Map();
  const next = (key) => {
    const nth = count.get(key) || 0;
    count.set(key, nth + 1);
    const steps = Math.ceil(nth / 2) * 4;
    return Math.max(-10, Math.min(10, nth % 2 ? steps : -steps));
  };
  for (const edge of edges) {
    if (edge.side === null) continue;
    const tree = `${edge.from} ${edge.className} ${edge.side} ${edge.lane}`;
    if (!trees.has(tree)) trees.set(tree, next(`from ${edge.from}`));
    edge.shift = { from: trees.get(tree), to: next(`to ${edge.to}`) };
  }
}
