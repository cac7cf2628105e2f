import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { listen, type Listening } from '../http/listen.ts';
import type { Meters } from './meters.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Time after which a job that is due counts as overdue: longer than its lease. */
const OVERDUE = "interval '15 minutes'";

export interface Metrics extends Meters {
  /** Returns all metrics in the text format of Prometheus. */
  readonly read: () => Promise<string>;
}

/** Creates the metrics of a server process. */
export const createMetrics = (version: string): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  let database: Database | undefined;
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'batbot_build_info',
    help: 'The version of the server; always 1',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const requests = new Histogram({
    name: 'batbot_http_request_seconds',
    help: 'Requests by their time until the response had ended',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const operations = new Histogram({
    name: 'batbot_operation_seconds',
    help: 'Operations of the API by field, such as loginBot, getUserData or submit',
    labelNames: ['field'],
    buckets: SECONDS,
    registers,
  });
  const events = new Counter({
    name: 'batbot_security_events_total',
    help: 'Security events; those of logins by outcome',
    labelNames: ['event', 'outcome'],
    registers,
  });
  const warnings = new Counter({
    name: 'batbot_warnings_total',
    help: 'Lines of the log that report an error of the server',
    registers,
  });
  const connections = new Gauge({
    name: 'batbot_database_connections',
    help: 'Connections to PostgreSQL, and calls that wait for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      const states = Object.entries(database?.connections?.() ?? {});
      for (const [state, count] of states) this.set({ state }, count);
    },
  });
  const overdue = new Gauge({
    name: 'batbot_jobs_overdue',
    help: 'Jobs that no server has done for 15 minutes; -1 while the database does not answer',
    registers: [],
    async collect() {
      const rows = await database
        ?.query<{ readonly count: number }>(
          `select count(*)::int as count from jobs where due_at < now() - ${OVERDUE}`,
        )
        .catch(() => [{ count: -1 }]);
      this.set(rows?.[0]?.count ?? -1);
    },
  });
  for (const gauge of [connections, overdue]) registry.registerMetric(gauge);
  return {
    request: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    operation: (field, seconds) => operations.observe({ field }, seconds),
    event: (event) => {
      events.inc({ event: event.event, outcome: 'outcome' in event ? event.outcome : '' });
    },
    warning: () => warnings.inc(),
    watch: (opened) => {
      database = opened;
    },
    read: () => registry.metrics(),
  };
};

/** Serves GET /metrics on a port of its own, which must not be public. Rejects with `portInUse`. */
export const serveMetrics = (
  metrics: Metrics,
  at: { readonly port: number; readonly host?: string | undefined },
): Promise<Listening> =>
  listen((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => {
        response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
        response.end(text);
      },
      () => response.writeHead(500).end(),
    );
  }, at);
