'use strict';
// Steps through one execution. All that is shown follows from the data and the position.
const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const shown = { error: 0, at: 0, all: false, relations: { po: true, rf: true, co: false, hb: false } };

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

const current = () => data.errors[shown.error];
// The indices of the steps that are shown.
function chosen() {
  const steps = current().steps;
  return steps.map((_, index) => index).filter((index) => shown.all || steps[index].chosen);
}

// What stands in memory and in the store buffers after a step.
function stateAt(last) {
  const memory = new Map(), queues = new Map();
  let output = '', changed = null;
  const steps = current().steps;
  for (let index = 0; index <= last && index < steps.length; index++) {
    const step = steps[index];
    changed = null;
    if (step.output) output += step.output;
    if (step.kind === 'store' && step.buffered) {
      if (!queues.has(step.thread)) queues.set(step.thread, []);
      queues.get(step.thread).push(index);
    } else if (step.kind === 'flush' || step.kind === 'store' || step.kind === 'rmw') {
      if (step.flushes !== null) {
        const queue = queues.get(step.thread) || [];
        queues.set(step.thread, queue.filter((store) => store !== step.flushes));
      }
      if (step.variable !== null && step.value !== null && !step.library) {
        memory.set(step.variable, step.value.split(' -> ').pop());
        changed = step.variable;
      }
    }
  }
  return { memory, queues, output, changed };
}

function drawEvents() {
  const error = current();
  byId('grid')?.remove();
  const grid = make('div');
  grid.id = 'grid';
  grid.style.gridTemplateColumns = `3ch repeat(${error.threads.length}, minmax(13ch, 1fr))`;
  grid.append(make('div', 'thread'));
  for (const thread of error.threads) grid.append(make('div', 'thread', thread));
  chosen().forEach((index, row) => {
    const step = error.steps[index];
    const number = make('div', 'number', index + 1);
    number.style.gridRow = row + 2;
    number.style.gridColumn = 1;
    const event = make('div', `event ${step.kind}`, step.words);
    event.id = `event-${index}`;
    event.style.gridRow = row + 2;
    event.style.gridColumn = error.threads.indexOf(step.thread) + 2;
    event.onclick = () => goTo(index);
    grid.append(number, event);
  });
  byId('events').append(grid);
}

// An arrow from box to box; in one column it swings out to the right.
function arrow(from, to, className, later) {
  const base = byId('events').getBoundingClientRect(), scroll = byId('events');
  const place = (element) => {
    const box = element.getBoundingClientRect();
    const left = box.left - base.left + scroll.scrollLeft, top = box.top - base.top + scroll.scrollTop;
    return { left, top, right: left + box.width, bottom: top + box.height,
      x: left + box.width / 2, y: top + box.height / 2 };
  };
  const a = place(from), b = place(to);
  let d;
  if (Math.abs(a.left - b.left) < 2 && className === 'po') {
    d = `M${a.x},${a.bottom} L${b.x},${b.top}`;
  } else if (Math.abs(a.left - b.left) < 2) {
    const out = Math.max(a.right, b.right) + 14;
    d = `M${a.right},${a.y} C${out},${a.y} ${out},${b.y} ${b.right},${b.y}`;
  } else {
    const right = a.left < b.left;
    const x1 = right ? a.right : a.left, x2 = right ? b.left : b.right, bend = right ? 30 : -30;
    d = `M${x1},${a.y} C${x1 + bend},${a.y} ${x2 - bend},${b.y} ${x2},${b.y}`;
  }
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  path.setAttribute('class', className + (later ? ' later' : ''));
  path.setAttribute('marker-end', `url(#head-${className})`);
  return path;
}

function heads() {
  const names = ['po', 'rf', 'co', 'hb', 'flushes'];
  return '<defs>' + names.map((name) => `<marker id="head-${name}" class="${name}" viewBox="0 0 8 8"
    refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8"
    fill="none"/></marker>`).join('') + '</defs>';
}

function drawArrows() {
  const svg = byId('arrows'), error = current();
  svg.innerHTML = heads();
  const grid = byId('grid');
  svg.setAttribute('width', grid.scrollWidth + 32);
  svg.setAttribute('height', grid.scrollHeight + 32);
  const draw = (from, to, className) => {
    const a = byId(`event-${from}`), b = byId(`event-${to}`);
    if (a && b) svg.append(arrow(a, b, className, Math.max(from, to) > shown.at));
  };
  // Program order among what is shown: the next step of the thread that is no flush.
  if (shown.relations.po) {
    const last = new Map();
    for (const index of chosen()) {
      const step = error.steps[index];
      if (step.kind === 'flush') continue;
      if (last.has(step.thread)) draw(last.get(step.thread), index, 'po');
      last.set(step.thread, index);
    }
  }
  for (const [relation, from, to] of error.edges) {
    if (shown.relations[relation]) draw(from, to, relation);
  }
  error.steps.forEach((step, index) => {
    if (step.flushes !== null) draw(step.flushes, index, 'flushes');
  });
}

function drawSource(step) {
  const source = byId('source'), place = step && step.location;
  byId('place').textContent = place ? `${place.file}:${place.line} in ${place.function}` : '';
  const text = place && data.sources[place.file];
  source.replaceChildren();
  if (!text) return;
  text.forEach((content, index) => {
    const line = make('span', index + 1 === place.line ? 'now' : '');
    line.append(make('b', '', index + 1), content);
    source.append(line);
  });
  const now = source.querySelector('.now');
  if (now) source.scrollTop = now.offsetTop - source.offsetTop - source.clientHeight / 2;
}

function drawState() {
  const error = current(), state = stateAt(shown.at);
  const buffered = error.steps.some((step) => step.buffered);
  byId('buffers').hidden = !buffered;
  byId('queues').replaceChildren(...error.threads.map((thread) => {
    const line = make('div', 'queue', thread + ':');
    for (const index of state.queues.get(thread) || []) {
      const store = error.steps[index];
      line.append(make('i', '', `${store.variable} = ${store.value}`));
    }
    return line;
  }));
  byId('memory').replaceChildren(...[...state.memory].map(([variable, value]) => {
    const row = make('tr', variable === state.changed ? 'now' : '');
    row.append(make('td', '', variable), make('td', '', value));
    return row;
  }));
  byId('printed').hidden = !error.steps.some((step) => step.output);
  byId('output').textContent = state.output;
}

function drawPosition() {
  const error = current(), order = chosen();
  byId('position').textContent = `step ${shown.at + 1} of ${error.steps.length}`;
  for (const index of order) {
    const event = byId(`event-${index}`);
    event.classList.toggle('now', index === shown.at);
    event.classList.toggle('later', index > shown.at);
  }
  byId(`event-${shown.at}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  drawArrows();
  drawSource(error.steps[shown.at]);
  drawState();
}

function goTo(index) {
  shown.at = index;
  drawPosition();
}

function move(by) {
  const order = chosen();
  if (order.length === 0) return;
  const next = by > 0 ? order.find((index) => index > shown.at)
    : [...order].reverse().find((index) => index < shown.at);
  if (next !== undefined) goTo(next);
}

const end = (which) => { const order = chosen(); if (order.length) goTo(order.at(which)); };

function drawError() {
  const error = current();
  byId('title').textContent = `${error.kind}: ${error.message} (model ${data.model})`;
  byId('why').textContent = error.why || '';
  byId('all').checked = shown.all;
  drawEvents();
  const order = chosen();
  if (!order.includes(shown.at)) shown.at = order.length ? order[0] : 0;
  drawPosition();
}

function toggle(relation) {
  shown.relations[relation] = !shown.relations[relation];
  byId(`relation-${relation}`).checked = shown.relations[relation];
  drawArrows();
}

function toggleAll() {
  shown.all = !shown.all;
  drawError();
}

function start() {
  data.errors.forEach((error, index) => {
    const option = make('option', '', `${error.kind}: ${error.message}`);
    option.value = index;
    byId('error').append(option);
  });
  byId('error').hidden = data.errors.length < 2;
  byId('error').onchange = (event) => {
    shown.error = Number(event.target.value);
    shown.at = 0;
    drawError();
  };
  for (const [short, words] of data.relations) {
    const label = make('label', short), box = make('input');
    box.type = 'checkbox';
    box.id = `relation-${short}`;
    box.checked = shown.relations[short];
    box.onchange = () => toggle(short);
    label.append(box, ` ${words} `);
    byId('relations').append(label);
  }
  byId('all').onchange = toggleAll;
  byId('back').onclick = () => move(-1);
  byId('forward').onclick = () => move(1);
  byId('first').onclick = () => end(0);
  byId('last').onclick = () => end(-1);
  const keys = { ArrowRight: () => move(1), ArrowDown: () => move(1), j: () => move(1),
    ArrowLeft: () => move(-1), ArrowUp: () => move(-1), k: () => move(-1),
    Home: () => end(0), End: () => end(-1), a: toggleAll,
    p: () => toggle('po'), r: () => toggle('rf'), c: () => toggle('co'), h: () => toggle('hb') };
  document.addEventListener('keydown', (event) => {
    const action = !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key];
    if (!action || event.target.tagName === 'SELECT') return;
    event.preventDefault();
    action();
  });
  window.addEventListener('resize', drawArrows);
  drawError();
}

start();
