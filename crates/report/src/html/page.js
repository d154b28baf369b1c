// Steps through one execution. All that is shown follows from the data and the position.
const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const shown = { error: 0, at: 0, all: false, relations: { po: true, rf: true, co: false, sw: data.model === 'c11', hb: false } };

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

// The arrows that are asked for, between steps that are shown.
function edges() {
  const error = current(), visible = new Set(chosen()), found = [];
  const add = (from, to, className) => {
    if (visible.has(from) && visible.has(to)) found.push({ from, to, className });
  };
  // Program order among what is shown: the next step of the thread that is no flush.
  if (shown.relations.po) {
    const last = new Map();
    for (const index of chosen()) {
      const step = error.steps[index];
      if (step.kind === 'flush') continue;
      if (last.has(step.thread)) add(last.get(step.thread), index, 'po');
      last.set(step.thread, index);
    }
  }
  for (const [relation, from, to] of error.edges) {
    if (shown.relations[relation]) add(from, to, relation);
  }
  error.steps.forEach((step, index) => {
    if (step.flushes !== null) add(step.flushes, index, 'flushes');
  });
  return found;
}

function drawEvents() {
  const error = current();
  byId('grid')?.remove();
  const grid = make('div');
  grid.id = 'grid';
  // Each thread has a column, and a space for arrows on both sides.
  const column = (thread) => 3 * error.threads.indexOf(thread) + 3;
  // Nothing that is scrolled away shows between the names.
  const band = make('div', 'band', '\u00a0');
  band.style.gridColumn = '1 / -1';
  band.style.gridRow = 1;
  grid.append(band);
  error.threads.forEach((thread) => {
    const head = make('div', 'thread', thread);
    head.style.gridColumn = column(thread);
    head.style.gridRow = 1;
    grid.append(head);
  });
  chosen().forEach((index, row) => {
    const step = error.steps[index];
    const number = link(index, index + 1, 'number');
    number.style.gridRow = row + 2;
    number.style.gridColumn = 1;
    const event = make('div', `event ${step.kind}`, step.words);
    event.id = `event-${index}`;
    event.style.gridRow = row + 2;
    event.style.gridColumn = column(step.thread);
    event.onclick = () => goTo(index);
    grid.append(number, event);
  });
  // After the last step, where all others have come to an end or wait.
  for (const wait of error.waits) {
    const box = make('div', 'event waits', wait.words);
    box.style.gridRow = chosen().length + 2;
    box.style.gridColumn = column(wait.thread);
    box.onclick = () => end(-1);
    grid.append(box);
  }
  byId('events').append(grid);
}

function heads() {
  const names = ['po', 'rf', 'co', 'sw', 'hb', 'flushes'];
  return '<defs>' + names.map((name) => `<marker id="head-${name}" class="${name}" viewBox="0 0 8 8"
    refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8"
    fill="none"/></marker>`).join('') + '</defs>';
}

function drawArrows() {
  const svg = byId('arrows'), error = current(), grid = byId('grid');
  const all = edges(), order = chosen();
  const rows = new Map(order.map((index, row) => [index, row]));
  const column = (index) => error.threads.indexOf(error.steps[index].thread);
  const gutters = layOut(all, (index) => rows.get(index), column, error.threads.length);
  shifts(all);
  const width = (lanes) => `${2 * MARGIN + pitch(lanes) * Math.max(0, lanes - 1)}px`;
  grid.style.gridTemplateColumns = '3ch ' + gutters
    .map(({ left, right }) => `${width(left)} minmax(13ch, 1fr) ${width(right)}`).join(' ');
  svg.innerHTML = heads();
  svg.setAttribute('width', grid.scrollWidth + 32);
  svg.setAttribute('height', grid.scrollHeight + 32);
  const base = byId('events').getBoundingClientRect(), scroll = byId('events');
  const place = (index) => {
    const box = byId(`event-${index}`).getBoundingClientRect();
    const left = box.left - base.left + scroll.scrollLeft, top = box.top - base.top + scroll.scrollTop;
    return { left, top, right: left + box.width, bottom: top + box.height,
      x: left + box.width / 2, y: top + box.height / 2 };
  };
  for (const edge of all) {
    const way = points(place(edge.from), place(edge.to), edge, edge.shift);
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', 'M' + way.map(([x, y]) => `${x},${y}`).join(' L'));
    const later = Math.max(edge.from, edge.to) > shown.at;
    path.setAttribute('class', edge.className + (later ? ' later' : ''));
    path.setAttribute('marker-end', `url(#head-${edge.className})`);
    path.dataset.edge = `${edge.from} ${edge.to}`;
    svg.append(path);
  }
}

const isAtEnd = () => !chosen().some((index) => index > shown.at);

// Where each thread is: at its last step so far, and at the end where it waits.
function places() {
  const error = current(), found = new Map(), waits = isAtEnd() ? error.waits : [];
  for (const at of [...error.steps.slice(0, shown.at + 1), ...waits]) {
    if (at.location) found.set(at.thread, at.location);
  }
  const known = error.threads.filter((thread) => found.has(thread));
  return new Map(known.map((thread) => [thread, found.get(thread)]));
}

const colours = new Map();
function coloured(file) {
  if (!colours.has(file)) colours.set(file, highlight(file, data.sources[file]));
  return colours.get(file);
}

function drawSource(step) {
  const source = byId('source'), place = step && step.location, threads = places();
  byId('place').textContent = place ? `${place.file}:${place.line} in ${place.function}` : '';
  source.replaceChildren();
  const elsewhere = [...threads].filter(([, at]) => !place || at.file !== place.file);
  byId('elsewhere').textContent = elsewhere.map(([thread, at]) => `${thread} at ${at.file}:${at.line}`).join(', ');
  if (!place || !data.sources[place.file]) return;
  const here = new Map();
  for (const [thread, at] of threads) {
    if (at.file === place.file) here.set(at.line, [...(here.get(at.line) || []), thread]);
  }
  coloured(place.file).forEach((parts, index) => {
    const number = index + 1, who = here.get(number) || [];
    const line = make('span', number === place.line ? 'now' : who.length ? 'here' : '');
    line.append(make('b', '', number));
    for (const [kind, text] of parts) line.append(kind ? make('em', kind, text) : text);
    // The names of many threads would hide the line.
    const marks = make('u', who.length > 3 ? 'below' : '');
    for (const thread of who) marks.append(make('i', thread === step.thread ? 'who me' : 'who', thread));
    if (who.length) line.append(marks);
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
  // What a library or one thread alone keeps is as uninteresting as its steps.
  const named = new Set(chosen().map((index) => error.steps[index].variable));
  const memory = [...state.memory].filter(([variable]) => shown.all || named.has(variable));
  byId('memory').replaceChildren(...memory.map(([variable, value]) => {
    const row = make('tr', variable === state.changed ? 'now' : '');
    row.append(make('td', '', variable), make('td', '', value));
    return row;
  }));
  byId('printed').hidden = !error.steps.some((step) => step.output);
  byId('output').textContent = state.output;
}

// The steps that happen before one: program order, and the edges of happens-before.
function happensBefore(last) {
  const error = current(), found = new Set(), work = [last], into = new Map(), newest = new Map();
  const add = (from, to) => into.set(to, [...(into.get(to) || []), from]);
  error.steps.forEach((step, index) => {
    if (step.kind === 'flush') return;
    if (newest.has(step.thread)) add(newest.get(step.thread), index);
    newest.set(step.thread, index);
  });
  for (const [relation, from, to] of error.edges) if (relation === 'hb') add(from, to);
  while (work.length) {
    for (const from of into.get(work.pop()) || []) {
      if (!found.has(from)) { found.add(from); work.push(from); }
    }
  }
  return found;
}

// The other writes that a read could have returned.
function drawAlternatives(step) {
  const others = (step && step.alternatives) || [];
  byId('others').hidden = others.length === 0;
  byId('alternatives').replaceChildren(...others.map((index) => {
    const line = make('div');
    if (index === null) {
      line.append('the initial value');
      return line;
    }
    const write = current().steps[index];
    line.append(link(index, `step ${index + 1}`), ` ${write.thread}: ${write.words}`);
    return line;
  }));
}

function drawPosition() {
  const error = current(), order = chosen();
  const before = shown.relations.hb ? happensBefore(shown.at) : new Set();
  byId('position').textContent = `step ${shown.at + 1} of ${error.steps.length}`;
  for (const index of order) {
    const event = byId(`event-${index}`);
    event.classList.toggle('now', index === shown.at);
    event.classList.toggle('later', index > shown.at);
    event.classList.toggle('before', before.has(index));
  }
  for (const box of document.querySelectorAll('.waits')) box.classList.toggle('later', !isAtEnd());
  drawArrows();
  byId(`event-${shown.at}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  drawSource(error.steps[shown.at]);
  drawAlternatives(error.steps[shown.at]);
  drawState();
}

// The part of the address that names a step: `step-7`, and `error-2-step-7` if there are several errors.
function anchor(index) {
  const step = `step-${index + 1}`;
  return data.errors.length > 1 ? `error-${shown.error + 1}-${step}` : step;
}

function goTo(index) {
  shown.at = index;
  address('replaceState', index);
  drawPosition();
}

// A page inside another program may have no address of its own.
function address(how, index) {
  try {
    history[how](null, '', `#${anchor(index)}`);
  } catch {
    // Then there is nothing to change.
  }
}

// A link to a step. Editors that show the page in a panel follow no links, so a plain click does not need that.
function link(index, text, className) {
  const made = make('a', className, text);
  made.href = `#${anchor(index)}`;
  made.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !current().steps[index]) return;
    event.preventDefault();
    address('pushState', index);
    visit(index);
  };
  return made;
}

// Goes to a step that may be hidden.
function visit(index) {
  shown.at = index;
  shown.all = shown.all || !current().steps[index].chosen;
  drawError();
}

// Goes where the address says; false if it says nothing.
function followAddress() {
  const found = /^#(?:error-(\d+)-)?step-(\d+)$/.exec(location.hash);
  if (!found) return false;
  const error = Number(found[1] || 1) - 1, at = Number(found[2]) - 1;
  if (!data.errors[error] || !data.errors[error].steps[at]) return false;
  shown.error = error;
  byId('error').value = error;
  visit(at);
  return true;
}

// The sentence, in which steps are links.
function drawWhy(text) {
  const parts = text.split(/(\bsteps? \d+|(?<=\bsteps \d+ and )\d+)/);
  byId('why').replaceChildren(...parts.map((part) => {
    const step = /^(?:steps? )?(\d+)$/.exec(part);
    return step ? link(Number(step[1]) - 1, part) : part;
  }));
}

// Marks the steps that have all the words; Enter goes to the next one.
function matches() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter((word) => word);
  const text = (step) => `${step.thread} ${step.words}`.toLowerCase();
  const fits = (index) => words.length && words.every((word) => text(current().steps[index]).includes(word));
  return chosen().filter(fits);
}

function search() {
  const found = new Set(matches());
  for (const index of chosen()) byId(`event-${index}`).classList.toggle('found', found.has(index));
}

function nextMatch() {
  const found = matches();
  const next = found.find((index) => index > shown.at) ?? found[0];
  if (next !== undefined) goTo(next);
}

async function copy() {
  let done = true;
  try {
    await navigator.clipboard.writeText(data.text);
  } catch {
    const area = make('textarea', '', data.text);
    document.body.append(area);
    area.select();
    done = document.execCommand('copy');
    area.remove();
  }
  byId('copied').textContent = done ? 'The report was copied as text.' : 'The browser does not allow to copy.';
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
  drawWhy(error.why || '');
  byId('all').checked = shown.all;
  drawEvents();
  search();
  const order = chosen();
  if (!order.includes(shown.at)) shown.at = order.length ? order[0] : 0;
  drawPosition();
}

function toggle(relation) {
  shown.relations[relation] = !shown.relations[relation];
  byId(`relation-${relation}`).checked = shown.relations[relation];
  drawPosition();
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
    Home: () => end(0), End: () => end(-1), a: toggleAll, '/': () => byId('search').focus(),
    p: () => toggle('po'), r: () => toggle('rf'), c: () => toggle('co'),
    s: () => toggle('sw'), h: () => toggle('hb') };
  document.addEventListener('keydown', (event) => {
    const action = !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key];
    if (event.target.id === 'search') {
      if (event.key === 'Enter') nextMatch();
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    if (!action || event.target.tagName === 'SELECT') return;
    event.preventDefault();
    action();
  });
  byId('search').oninput = search;
  byId('copy').onclick = copy;
  window.addEventListener('resize', drawArrows);
  window.addEventListener('hashchange', followAddress);
  if (!followAddress()) drawError();
}

start();
