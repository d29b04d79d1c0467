// What K6 has k6 run: asks in a closed loop, or so many times a second, and prints what came of it after the warm-up.

import http from 'k6/http';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';

const CONNECTIONS = Number(__ENV.CONNECTIONS);
const RATE = Number(__ENV.RATE);
const WARM_UP = Number(__ENV.WARM_UP);
const SECONDS = Number(__ENV.SECONDS);
const EXPECTED = Number(__ENV.EXPECTED);
const FIELDS = { headers: JSON.parse(__ENV.FIELDS) };

const took = new Trend('took', true);
const failed = new Counter('failed');

const closedLoop = { executor: 'constant-vus', vus: CONNECTIONS, duration: `${WARM_UP + SECONDS}s` };

// The rate rises during the warm-up, because all connections at once would keep k6 from it.
const openLoop = {
  executor: 'ramping-arrival-rate',
  preAllocatedVUs: CONNECTIONS,
  startRate: 0,
  stages: [{ duration: `${WARM_UP}s`, target: RATE }, { duration: `${SECONDS}s`, target: RATE }],
};

const once = { executor: 'per-vu-iterations', vus: 1, iterations: 1, exec: 'mark' };

export const options = {
  insecureSkipTLSVerify: true,
  discardResponseBodies: true,
  summaryTrendStats: ['count', 'med', 'p(99)', 'p(99.9)'],
  scenarios: {
    load: { ...(RATE > 0 ? openLoop : closedLoop), gracefulStop: '0s', exec: 'ask' },
    begin: { ...once, startTime: `${WARM_UP}s` },
    end: { ...once, startTime: `${WARM_UP + SECONDS}s` },
  },
};

// Of this virtual user's own: when answers begin to count.
let beginMillis = 0;

export function ask() {
  beginMillis ||= exec.scenario.startTime + WARM_UP * 1000;
  const answer = http.get(__ENV.URL, FIELDS);
  if (Date.now() < beginMillis) {
    return;
  }
  took.add(answer.timings.duration);
  if (Math.floor(answer.status / 100) !== EXPECTED) {
    failed.add(1);
  }
}

export function mark() {
  console.log(exec.scenario.name);
}

export function handleSummary(data) {
  const count = (metric) => data.metrics[metric]?.values.count ?? 0;
  const figures = {
    ...data.metrics.took?.values,
    failed: count('failed'),
    dropped: count('dropped_iterations'),
  };
  return { stdout: `figures ${JSON.stringify(figures)}\n` };
}
