/** Any JSON as something to read: objects as rows, arrays of flat objects as tables. What has changed is marked. */

const MAX_DEPTH = 6;
const MAX_ITEMS = 200;
const MAX_COLUMNS = 24;
const MARKED_MILLIS = 1600;
const timers = new WeakMap();
const shown = new WeakMap();

const isScalar = value => value === null || typeof value !== 'object';
const isList = value => Array.isArray(value) && value.every(isScalar);
const isFlat = value => !isScalar(value) && !Array.isArray(value)
  && Object.values(value).every(member => isScalar(member) || isList(member));
const kindOf = (value, depth) => isScalar(value) || depth > MAX_DEPTH ? 'scalar'
  : isList(value) ? 'list'
  : !Array.isArray(value) ? 'rows'
  : value.every(isFlat) ? 'table' : 'items';
const makers = { scalar, list, rows, table, items };

/** Shows {@code value} in {@code host} and answers how many values differ from what was shown there before. */
export function show(host, value) {
  const view = shown.get(host);
  if (view && host.contains(view.element)) {
    const next = renew(view, value, 0);
    shown.set(host, next.view);
    return next.changes;
  }
  const fresh = make(value, 0);
  host.replaceChildren(fresh.element);
  shown.set(host, fresh);
  return 0;
}

/** A view is {kind, element, update}; update answers the number of changes, or -1 when it cannot show that value. */
function make(value, depth) {
  const kind = kindOf(value, depth);
  return { kind, ...makers[kind](value, depth) };
}

function renew(view, value, depth) {
  const changes = view.kind === kindOf(value, depth) ? view.update(value) : -1;
  if (changes >= 0) return { view, changes };
  const fresh = make(value, depth);
  view.element.replaceWith(fresh.element);
  mark(fresh.element);
  return { view: fresh, changes: 1 };
}

function mark(element) {
  clearTimeout(timers.get(element));
  element.classList.add('hit');
  timers.set(element, setTimeout(() => element.classList.remove('hit'), MARKED_MILLIS));
}

function node(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function readable(value) {
  if (typeof value === 'number' && Math.abs(value) >= 10_000) return value.toLocaleString('en', { maximumFractionDigits: 20 });
  if (typeof value === 'string') return value === '' ? '\u201c\u201d' : value;
  return isScalar(value) ? String(value) : JSON.stringify(value);
}

function scalar(value) {
  const element = node('span', `v ${value === null ? 'null' : typeof value}`, readable(value));
  let last = value;
  const update = next => {
    if (isScalar(next) ? next === last : JSON.stringify(next) === JSON.stringify(last)) return 0;
    if (typeof next !== typeof last || (next === null) !== (last === null)) return -1;
    last = next;
    element.textContent = readable(next);
    mark(element);
    return 1;
  };
  return { element, update };
}

/** Views beside each other, renewed one by one; none is added or taken away. */
function several(views, depth) {
  return values => {
    let changes = 0;
    values.forEach((value, i) => {
      const next = renew(views[i], value, depth);
      views[i] = next.view;
      changes += next.changes;
    });
    return changes;
  };
}

function list(values) {
  const views = values.slice(0, MAX_ITEMS).map(value => make(value, 0));
  const element = node('span', 'list', ...views.map(view => view.element));
  const renewAll = several(views, 0);
  if (!values.length) element.append(node('span', 'v null', 'none'));
  const count = values.length;
  return { element, update: next => (next.length === count ? renewAll(next.slice(0, MAX_ITEMS)) : -1) };
}

function rows(value, depth) {
  const names = Object.keys(value);
  const views = names.map(name => make(value[name], depth + 1));
  const element = node('dl', 'rows', ...names.map((name, i) => {
    const isDeep = ['rows', 'table', 'items'].includes(views[i].kind);
    return node('div', isDeep ? 'deep' : '', node('dt', '', name), node('dd', '', views[i].element));
  }));
  const renewAll = several(views, depth + 1);
  const shape = names.join('\n');
  const update = next => (Object.keys(next).join('\n') === shape ? renewAll(names.map(name => next[name])) : -1);
  return { element, update };
}

function items(values, depth) {
  const views = values.slice(0, MAX_ITEMS).map(value => make(value, depth + 1));
  const element = node('div', '', ...views.map(view => node('div', '', view.element)), ...rest(values));
  const renewAll = several(views, depth + 1);
  const count = values.length;
  return { element, update: next => (next.length === count ? renewAll(next.slice(0, MAX_ITEMS)) : -1) };
}

const columnsOf = values => [...new Set(values.slice(0, MAX_ITEMS).flatMap(Object.keys))].slice(0, MAX_COLUMNS);
const rest = values => (values.length > MAX_ITEMS ? [node('p', 'more', `and ${values.length - MAX_ITEMS} more`)] : []);

function table(values) {
  const columns = columnsOf(values);
  const isRight = columns.map(name => values.every(value => typeof (value[name] ?? 0) === 'number' || Array.isArray(value[name])));
  const side = i => (isRight[i] ? 'right' : '');
  const cells = value => columns.map(name => value[name] ?? '');
  const views = values.slice(0, MAX_ITEMS).map(value => cells(value).map(cell => make(cell, 0)));
  const heads = columns.map((name, i) => Object.assign(node('th', side(i), name), { scope: 'col' }));
  const body = views.map(row => node('tr', '', ...row.map((view, i) => node('td', side(i), view.element))));
  const element = node('div', 'scroll', node('table', '', node('thead', '', node('tr', '', ...heads)), node('tbody', '', ...body)), ...rest(values));
  Object.assign(element, { tabIndex: 0, role: 'region', ariaLabel: `Table of ${columns.join(', ')}` });
  requestAnimationFrame(() => keepWidths(heads));
  const renewRows = views.map(row => several(row, 0));
  const shape = columns.join('\n');
  const count = values.length;
  const update = next => {
    if (next.length !== count || columnsOf(next).join('\n') !== shape) return -1;
    return next.slice(0, MAX_ITEMS).reduce((changes, value, i) => changes + renewRows[i](cells(value)), 0);
  };
  return { element, update };
}

/** A column never gets narrower, so that numbers that change do not move their neighbours. */
function keepWidths(heads) {
  const widths = heads.map(head => head.getBoundingClientRect().width);
  heads.forEach((head, i) => (head.style.minWidth = `${widths[i]}px`));
}
