/**
 * Snowgate for browsers: state that stays fresh, and IDs that keep all their digits. Import it from the gateway itself,
 * from any origin that may read there:
 *
 *   import { poll, stream, nextId } from 'https://gateway.example/snowgate.js';
 *   const stop = poll('https://gateway.example/state', { onChange: state => show(state) });
 */

const MAX_WAIT = 30_000;
const DEADLINE = 10_000;
const noop = () => {};
const hidden = () => globalThis.document?.visibilityState === 'hidden';

/** Waits for the end, for some time, or for the tab to be shown or hidden; and leaves no listener behind. */
const until = (ended, millis, tab) => new Promise(done => {
  const timer = millis && setTimeout(end, millis);
  tab?.addEventListener('visibilitychange', end);
  ended.addEventListener('abort', end);
  function end() {
    clearTimeout(timer);
    tab?.removeEventListener('visibilitychange', end);
    ended.removeEventListener('abort', end);
    done();
  }
});

/** What a gateway said instead of an answer: its status, its words, and when to come back. */
export class SnowgateError extends Error {
  constructor(url, status, detail, retryAfter) {
    super(`${url} answered ${status}: ${detail}`);
    this.name = 'SnowgateError';
    Object.assign(this, { url, status, detail, retryAfter });
  }
}

async function get(url, options) {
  const response = await fetch(url, options);
  if (response.ok) return response;
  const said = await response.json().catch(noop);
  const after = response.headers.get('retry-after');
  const seconds = /^\d+$/.test(after) ? +after : (Date.parse(after) - Date.now()) / 1000;
  throw new SnowgateError(url, response.status, said?.detail ?? response.statusText, seconds > 0 ? seconds : 0);
}

/** A wait that doubles with each failure, is never shorter than asked for, and differs from one page to the next. */
function backOff(interval, failures, asked = 0) {
  const wait = Math.max(asked * 1000, Math.min(interval * 2 ** failures, MAX_WAIT));
  return wait * (1 + Math.random() / 2);
}

function stopper(signal) {
  const own = new AbortController();
  return [signal ? AbortSignal.any([signal, own.signal]) : own.signal, () => own.abort()];
}

/**
 * Asks for a state again and again. The browser revalidates by itself, so an unchanged state costs a 304 and a changed
 * one, where it knows a dictionary, only the difference. Rests while the tab is hidden.
 *
 * @param {string|URL} url of the state, such as /state or https://gateway.example/state/results
 * @param {object} options
 * @param {(state: any, info: Info) => void} options.onChange called with the first state and each different one
 * @param {(info: Info) => void} [options.onAnswer] called after every good answer
 * @param {(error: Error, wait: number) => void} [options.onError] called with each failure and the milliseconds to the
 *     next try
 * @param {number} [options.interval] milliseconds between two answers, 1000 unless told
 * @param {AbortSignal} [options.signal] ends it
 * @returns {() => void} ends it
 *
 * @typedef {object} Info
 * @property {'poll'|'state'|'patch'} via how it came
 * @property {string|null} etag of the version
 * @property {boolean} changed whether it differs from the one before
 * @property {number|null} age seconds since the source confirmed it; null in a stream
 * @property {string} [data] what a stream sent
 */
export function poll(url, { onChange = noop, onAnswer = noop, onError = noop, interval = 1000, signal } = {}) {
  const [ended, stop] = stopper(signal);
  (async () => {
    for (let last, failures = 0; !ended.aborted;) {
      while (hidden() && !ended.aborted) await until(ended, 0, document);
      if (ended.aborted) return;
      let wait = interval;
      try {
        const response = await get(url, {
          cache: 'no-cache', // revalidates, and lets a dictionary be used; no header of our own, so no preflight
          signal: AbortSignal.any([ended, AbortSignal.timeout(DEADLINE)]),
        });
        const text = await response.text();
        const etag = response.headers.get('etag');
        const age = response.headers.get('snowgate-age');
        const changed = last === undefined || (etag ?? text) !== last;
        const info = { via: 'poll', etag, changed, age: age === null ? null : +age };
        const state = changed ? JSON.parse(text) : undefined;
        if (ended.aborted) return;
        last = etag ?? text;
        failures = 0;
        if (changed) tell(onChange, state, info);
        tell(onAnswer, info);
      } catch (error) {
        if (ended.aborted) return;
        wait = backOff(interval, ++failures, error.retryAfter);
        tell(onError, error, wait);
      }
      await until(ended, wait);
    }
  })();
  return stop;
}

/** A callback that throws is its owner's bug: reported as one, and no reason to stop. */
function tell(callback, ...values) {
  try {
    callback(...values);
  } catch (bug) {
    globalThis.reportError?.(bug);
  }
}

/**
 * Has every change pushed (Server-Sent Events), and polls wherever and for as long as that does not work.
 *
 * @param {string|URL} url of the state, as for poll
 * @param {object} options those of poll, and
 * @param {boolean} [options.patch] whether only differences are sent after the first state; true unless told
 * @returns {() => void} ends it
 */
export function stream(url, options = {}) {
  const { onChange = noop, onAnswer = noop, onError = noop, patch = true, signal } = options;
  const [ended, stop] = stopper(signal);
  const source = new URL(url, globalThis.location?.href);
  source.pathname += '/stream';
  if (patch) source.searchParams.set('patch', '');
  let events, stopPolling, state, etag, timer;

  const fallBack = () => {
    stopPolling ??= poll(url, { ...options, signal: ended });
  };
  const take = (via, read) => event => {
    clearTimeout(timer);
    stopPolling = stopPolling?.();
    try {
      state = read(JSON.parse(event.data));
    } catch (error) {
      tell(onError, error, 0);
      return open(); // without a last event id: the whole state comes first
    }
    const info = { via, etag: event.lastEventId, changed: event.lastEventId !== etag, age: null, data: event.data };
    etag = event.lastEventId;
    if (info.changed) tell(onChange, state, info);
    tell(onAnswer, info);
  };
  const again = wait => {
    clearTimeout(timer);
    timer = setTimeout(open, wait);
  };
  function open() {
    events?.close();
    if (ended.aborted) return;
    events = new EventSource(source);
    events.addEventListener('state', take('state', whole => whole));
    events.addEventListener('patch', take('patch', changes => applyPatch(state, changes)));
    events.onerror = () => {
      fallBack();
      if (events.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      const wait = backOff(MAX_WAIT, 0);
      tell(onError, new Error(`${source} is no stream now: polling`), wait);
      again(wait);
    };
    clearTimeout(timer);
    timer = setTimeout(fallBack, DEADLINE / 2);
  }

  ended.addEventListener('abort', () => (clearTimeout(timer), events?.close()));
  if (globalThis.EventSource) open();
  else fallBack();
  return stop;
}

/**
 * A document with a JSON Patch (RFC 6902) applied. What has not changed is shared with the document before.
 *
 * @param {any} document left as it is
 * @param {{op: string, path: string, from?: string, value?: any}[]} patch
 */
export function applyPatch(document, patch) {
  return patch.reduce((value, { op, path, from, value: operand }) => {
    switch (op) {
      case 'add':
      case 'replace':
        return put(value, path, operand, op);
      case 'remove':
        return put(value, path, undefined, op);
      case 'copy':
        return put(value, path, at(value, from), 'add');
      case 'move':
        return put(put(value, from, undefined, 'remove'), path, at(value, from), 'add');
      case 'test':
        if (same(at(value, path), operand)) return value;
    }
    throw new Error(`the patch does not fit: ${op} ${path}`);
  }, document);
}

const keys = path => path.split('/').slice(1).map(key => key.replace(/~1/g, '/').replace(/~0/g, '~'));
const at = (value, path) => keys(path).reduce((node, key) => {
  if (node === null || typeof node !== 'object' || !Object.hasOwn(node, key)) throw new Error(`nothing is at ${path}`);
  return node[key];
}, value);
const same = (a, b) => a === b || (a && b && typeof a === 'object' && Array.isArray(a) === Array.isArray(b)
  && Object.keys(a).length === Object.keys(b).length
  && Object.keys(a).every(key => Object.hasOwn(b, key) && same(a[key], b[key])));

function put(value, path, operand, op) {
  const [, parent, key] = /^(.*)\/(.*)$/s.exec(path) ?? [];
  if (key === undefined) return operand;
  const node = at(value, parent);
  const name = keys('/' + key)[0];
  const copy = Array.isArray(node) ? [...node] : { ...node };
  if (op !== 'add') at(node, '/' + key);
  if (Array.isArray(copy)) {
    const index = name === '-' ? copy.length : +name;
    if (!(index <= copy.length)) throw new Error(`nothing is at ${path}`);
    copy.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [operand]));
  } else if (op === 'remove') delete copy[name];
  else Object.defineProperty(copy, name, { value: operand, writable: true, enumerable: true, configurable: true });
  return put(value, parent, copy, 'replace');
}

/**
 * Lets the browser keep a version of a state as a dictionary (RFC 9842), so that polls get only what differs from it.
 * Works for pages over HTTPS; elsewhere it costs nothing.
 *
 * @param {string|URL} url of the state
 * @returns {HTMLLinkElement} what it added to the page; remove it to have no more dictionaries fetched
 */
export function useDictionary(url) {
  const dictionary = new URL(url, location.href);
  dictionary.pathname += '/dictionary';
  const link = document.createElement('link');
  Object.assign(link, { rel: 'compression-dictionary', crossOrigin: 'anonymous', href: dictionary.href });
  document.head.append(link);
  return link;
}

/** A new ID as a BigInt. @param {string|URL} [base] the gateway; the one this module came from unless told */
export async function nextId(base) {
  return (await nextIds(1, base))[0];
}

/** New IDs as BigInts, rising. @param {number} n 1..1000 @param {string|URL} [base] as for nextId */
export async function nextIds(n, base = import.meta.url) {
  const response = await get(new URL(`/api/snowflake?format=text&n=${n}`, base));
  return (await response.text()).trim().split('\n').map(BigInt);
}
