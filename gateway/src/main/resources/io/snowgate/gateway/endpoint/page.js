/** Snowgate's own page: one state as it changes, how each change arrived, and IDs taken apart. */
import { nextId, poll, stream, useDictionary } from './snowgate.js';
import { show } from './view.js';

const BARS = 60;
const LISTED_EVERY = 3000;
const HEAD_BYTES = 300; // what Resource Timing counts for the header of any answer
const $ = id => document.getElementById(id);
const h = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const bars = Array.from({ length: BARS }, () => h('i'));
const trail = Array.from({ length: BARS }, () => ({ kind: 'none', height: 0 }));
const totals = { answers: 0, received: 0, whole: 0 };
const confirmed = { at: null };
let states = [];
let current = null;
let ending = null;
let dictionary = null;
let trouble = null;
let health = 'waiting';
let spoken = 0;

/** Units of a thousand, as networks count. */
function bytes(count) {
  if (count < 1000) return `${Math.round(count)} B`;
  const [value, unit] = count < 1e6 ? [count / 1e3, 'KB'] : [count / 1e6, 'MB'];
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
}

const plural = (count, one) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function text(id, value) {
  if ($(id).textContent !== value) $(id).textContent = value;
}

function say(message) {
  $('said').textContent = message;
}

/** One answer into the figures and the bars. {@code whole} is what it would have been without any saving. */
function count(kind, received, whole, how, note) {
  if (kind !== 'failed') {
    totals.answers++;
    totals.received += received;
    totals.whole += whole;
    const saved = Math.max(0, totals.whole - totals.received);
    text('received', bytes(totals.received));
    text('received-note', `in ${plural(totals.answers, 'answer')}`);
    text('saved', bytes(saved));
    text('saved-note', `${Math.floor((saved / totals.whole) * 100)} % of ${bytes(totals.whole)}`);
  }
  text('how', how);
  text('how-note', note);
  trail.push({ kind, height: kind === 'failed' ? 1 : Math.min(1, 0.1 + 0.9 * Math.log1p(received / 64) / Math.log1p(64)) });
  trail.shift();
  trail.forEach((answer, i) => {
    bars[i].dataset.kind = answer.kind;
    bars[i].style.transform = `scaleY(${answer.height})`; // moves nothing, so it is no layout shift
  });
}

/** How a poll was answered is known to the browser alone: Resource Timing tells it. */
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (!current || entry.name !== new URL(current.path, location.href).href) continue;
    if (entry.initiatorType === 'fetch' && entry.responseStatus < 400 && entry.transferSize) classify(entry);
  }
}).observe({ type: 'resource' });

function classify({ transferSize, encodedBodySize, decodedBodySize, contentEncoding = '' }) {
  const body = Math.max(0, transferSize - HEAD_BYTES);
  const whole = decodedBodySize + HEAD_BYTES;
  if (body === 0 && encodedBodySize > 0) {
    count('same', transferSize, whole, '304', 'unchanged, no body');
  } else if (/^dc[bz]$/.test(contentEncoding)) {
    count('delta', transferSize, whole, `200 ${contentEncoding}`, `${bytes(body)} instead of ${bytes(decodedBodySize)}`);
  } else {
    const coding = contentEncoding || (encodedBodySize < decodedBodySize ? 'compressed' : '');
    const note = coding ? `${bytes(body)} instead of ${bytes(decodedBodySize)}` : `${bytes(body)}, whole`;
    count('full', transferSize, whole, coding ? `200 ${coding}` : '200', note);
  }
}

function onChange(state, { via, etag }) {
  const changes = show($('view'), state);
  text('version', etag ? `version ${etag.replace(/"/g, '').slice(0, 12)}` : '');
  if (changes > 0 && Date.now() - spoken > 20_000) {
    spoken = Date.now();
    say(`${plural(changes, 'value')} changed, by ${via === 'poll' ? 'poll' : 'push'}`);
  }
}

function onAnswer({ via, age, data }) {
  trouble = null;
  if (via === 'poll') {
    confirmed.at = performance.now() - (age ?? 0) * 1000;
  } else {
    const size = new Blob([data]).size;
    const whole = Math.max(size, current.sizeBytes || 0);
    confirmed.at = performance.now();
    count('push', size, whole, via === 'patch' ? 'push, patch' : 'push, whole',
      via === 'patch' ? `${bytes(size)} instead of ${bytes(whole)}` : bytes(size));
  }
  tick();
}

function onError(error, wait) {
  trouble = error;
  const next = wait ? `again in ${Math.ceil(wait / 1000)} s` : 'again now';
  count('failed', 0, 0, error.status ? String(error.status) : 'no answer', next);
  tick();
}

/** Shows the age as it grows, and whether that is still young enough. */
function tick() {
  const age = confirmed.at === null ? null : Math.max(0, (performance.now() - confirmed.at) / 1000);
  const isOld = age !== null && current && age * 1000 > current.staleAfterMillis;
  const now = isOld ? 'stale' : trouble ? 'failed' : age === null ? 'waiting' : 'live';
  const words = { stale: 'stale', failed: trouble?.status ? 'no document' : 'unreachable', waiting: 'connecting', live: 'live' };
  text('age', age === null ? '–' : age < 120 ? `${Math.floor(age)} s` : `${Math.floor(age / 60)} min`);
  text('age-note', isOld ? 'the source is silent' : 'since confirmed');
  $('health').firstElementChild.textContent = words[now];
  if (now === health) return;
  for (const element of [$('health'), $('age-tile'), $('document')]) element.dataset.health = now;
  if (health !== 'waiting') say(now === 'live' ? 'The state is live again' : `The state is ${words[now]}`);
  health = now;
}

/** What there is, and the age where a stream says nothing of it. */
async function list() {
  if (document.visibilityState === 'hidden') return;
  try {
    states = (await (await fetch('states', { cache: 'no-store' })).json()).states;
  } catch {
    return; // the answers of the state itself tell that the gateway is gone
  }
  const fresh = states.find(state => state.name === current?.name);
  if (fresh) {
    current = fresh;
    if (fresh.etag !== null && !trouble) confirmed.at = performance.now() - fresh.ageMillis;
  }
  const names = states.map(state => state.name);
  const options = [...$('picker').options];
  if (names.join() !== options.map(option => option.value).join()) {
    $('picker').replaceChildren(...names.map(name => h('option', { value: name, textContent: name })));
    $('picker').value = current?.name ?? names[0];
    $('pick').classList.toggle('several', names.length > 1);
  }
  for (const option of $('picker').options) {
    const old = states.find(state => state.name === option.value)?.stale;
    option.textContent = option.value + (old ? ' (stale)' : '');
  }
}

const mode = () => document.querySelector('[name=mode]:checked').value;

function start() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const next = states.find(state => state.name === wanted.get('state')) ?? states[0];
  const radio = document.querySelector(`[name=mode][value=${wanted.get('mode') === 'stream' ? 'stream' : 'poll'}]`);
  radio.checked = true;
  ending?.();
  if (next.path !== current?.path) {
    dictionary?.remove();
    dictionary = next.dictionary && isSecureContext ? useDictionary(next.path) : null;
    $('view').replaceChildren();
    Object.assign(totals, { answers: 0, received: 0, whole: 0 });
    confirmed.at = null;
  }
  trouble = null;
  current = next;
  $('picker').value = next.name;
  const options = { onChange, onAnswer, onError };
  ending = mode() === 'stream' ? stream(next.path, options) : poll(next.path, options);
}

function choose() {
  const hash = new URLSearchParams({ state: $('picker').value, mode: mode() });
  if (location.hash === `#${hash}`) start();
  else location.hash = hash;
}

async function takeId() {
  $('next').disabled = true;
  try {
    const id = await nextId(location.href);
    const said = await (await fetch(`api/snowflake/${id}`)).json();
    draw(id, said);
    say(`New ID, issued ${said.time}, sequence ${said.sequence}`);
  } catch (error) {
    text('id-time', error.detail ?? 'the gateway does not answer');
    say('No ID');
  }
  $('next').disabled = false;
  $('next').focus();
}

/** The fields of an ID, the highest first, each with its bits. */
function draw(id, said) {
  text('id', String(id));
  text('id-time', said.time.replace('T', ' ').replace('Z', ' UTC'));
  $('copy').disabled = false;
  const used = said.fields.reduce((sum, field) => sum + field.bits, 0);
  const all = [...(used < 64 ? [{ name: 'unused', bits: 64 - used }] : []), ...said.fields];
  let bits = BigInt.asUintN(64, id).toString(2).padStart(64, '0');
  $('fields').replaceChildren(...all.map(field => {
    const own = bits.slice(0, field.bits);
    bits = bits.slice(field.bits);
    return row(field, own);
  }));
}

function row({ name, bits }, own) {
  const cells = h('dd', { className: 'cells', ariaHidden: 'true' },
    ...[...own].map(bit => h('i', { textContent: bit, className: bit === '1' ? 'on' : '' })));
  const element = h('div', {},
    h('dt', { textContent: `${name}, ${plural(bits, 'bit')}` }),
    h('dd', { textContent: BigInt(`0b${own}`).toLocaleString('en') }), cells);
  element.dataset.field = name;
  return element;
}

async function copy() {
  const id = $('id').textContent;
  try {
    await navigator.clipboard.writeText(id);
    text('copy', 'Copied');
    say('Copied');
  } catch {
    getSelection().selectAllChildren($('id'));
    text('copy', 'Selected');
    say('Selected, copy it with your keyboard');
  }
  setTimeout(() => text('copy', 'Copy'), 1500);
}

text('host', location.host);
$('trail').append(...bars);
$('next').addEventListener('click', takeId);
$('copy').addEventListener('click', copy);
$('picker').addEventListener('change', choose);
document.querySelectorAll('[name=mode]').forEach(radio => radio.addEventListener('change', choose));
addEventListener('hashchange', start);
setInterval(tick, 250);
setInterval(list, LISTED_EVERY);
await list();
while (!states.length) {
  onError(new Error('no answer'), LISTED_EVERY);
  await new Promise(done => setTimeout(done, LISTED_EVERY));
}
start();
