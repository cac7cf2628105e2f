import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { createListCalls } from '@batbot/server/testing/list-calls';
import { readCpuTime } from './cpu-time.ts';
import { quantile } from './measure.ts';
import { withTwoServers } from './two-servers.ts';
import { type Ask, SUBMIT, tokenOf, uuidV7 } from './workspace-calls.ts';

const FLEET_METRICS = 4;
/** 200 depots with 500 packs each. */
const size = { clients: 20, depotsPerClient: 10, packs: 100_000, snapshots: 0, recordings: 0 };
const CALLS = 200;
const BATCHES = 40;
const BATCH_ITEMS = 50;

const LIST = `query ($text: String, $sort: AssetSort!, $openTicket: Boolean) {
  assets(sort: $sort, filter: { text: $text, openTicket: $openTicket }) {
    nodes { id version kind serial model ownerName seenAt attention firmware place { lat lon }
      snapshot { socPercent sohPercent worstCellMohm spreadMv faults } }
    endCursor hasNext
  }
}`;
const TICKETS = `{
  tickets {
    nodes { id number title state priority dueAt openedAt ownerName assigneeName openedByName }
    endCursor hasNext
  }
}`;
const FLEET = `query ($filter: FleetFilter) {
  fleet(metric: WORST_CELL, filter: $filter) { n p5 p50 p95 at worst { id serial model ownerName value worstCell } }
}`;
/** Adds figures of the last 100 days to the packs whose id ends with a digit. A call may not take longer than 10 s. */
const MEASURE = `update assets set stats = jsonb_build_object(
  'at', to_char(now() - random() * interval '100 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'worstCell', 1,
  'worstCellPercent', 30 * random(), 'restSpreadMv', 40 * random(), 'sohPercent', 100 - 30 * random())
  where right(id::text, 1) = $1`;
/** Makes calls one after the other. Returns the ms of each, from the first byte sent to the last byte received. */
const measure = async (call: (index: number) => Promise<unknown>): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const from = performance.now();
    await call(index);
    times.push(performance.now() - from);
  }
  return times;
};

/**
 * Submits new packs, each with its event, from several accounts at the same time. Returns the items per second, as text
 * with the CPU time of each item by process.
 */
const submitRate = async (asks: readonly Ask[], tokens: readonly string[]): Promise<string> => {
  const before = await readCpuTime();
  const at = new Date().toISOString();
  const from = performance.now();
  const worker = async (token: string, index: number): Promise<void> => {
    const ask = asks[index % asks.length];
    for (let n = 0; n < BATCHES / tokens.length; n += 1) {
      const batch = Array.from({ length: BATCH_ITEMS }, () => {
        const id = randomUUID();
        const putAsset = { id, serial: id, cells: 16, snapshot: { at, socPercent: 50 } };
        return { id: uuidV7(), at, change: { putAsset } };
      });
      const text = await ask?.(SUBMIT, { batch }, token);
      if (text?.split('APPLIED').length !== BATCH_ITEMS + 1) throw new Error(text?.slice(0, 300));
    }
  };
  await Promise.all(tokens.map(worker));
  const seconds = (performance.now() - from) / 1_000;
  const after = await readCpuTime();
  const items = BATCHES * BATCH_ITEMS;
  const cpu = (['client', 'servers', 'database'] as const).map(
    (kind) => `${kind} ${((after[kind] - before[kind]) / items).toFixed(2)}`,
  );
  return `${(items / seconds).toFixed(0)} items/s; CPU in ms for each item: ${cpu.join(', ')}`;
};

/** Prints the times of lists and searches over 100,000 packs, and how many items per second `submit` applies. */
export const benchWorkspace = (print: (line: string) => void): Promise<void> =>
  withTwoServers(size, print, async ({ database, asks, seconds }) => {
    const [ask] = asks;
    const depots = await database.query<{ readonly id: string; readonly name: string }>(
      `select id, user_name as name from users where id like 'world-%-depot-3' order by id limit 4`,
    );
    const { id: depotId, name: depot } = depots[0] ?? { id: '', name: '' };
    const root = await tokenOf(ask, 'technician');
    const dealer = await tokenOf(ask, depot);
    const client = await tokenOf(ask, 'client');
    const serials = await database.query<{ readonly serial: string }>(
      `select serial from assets tablesample system (1) limit ${CALLS}`,
    );
    const serialAt = (index: number): string => serials[index % serials.length]?.serial ?? '';
    print(`Workspace: PostgreSQL, 100,000 packs (made and loaded in ${seconds.toFixed(0)} s)`);
    print('  ms, one call at a time                       HTTP included       in the server');
    print('                                               p50       p95       p50       p95');
    const shown = (times: readonly number[]): string =>
      [0.5, 0.95].map((share) => quantile(times, share).toFixed(1).padStart(10)).join('');
    const lists = createListCalls(database);
    /** Measures a call over HTTP, and the same call of the server without HTTP. */
    const show = async (
      name: string,
      overHttp: (index: number) => Promise<unknown>,
      inServer?: (index: number) => Promise<unknown>,
    ): Promise<void> => {
      const times = [await measure(overHttp), ...(inServer ? [await measure(inServer)] : [])];
      print(`  ${name.padEnd(40)}${times.map(shown).join('')}`);
    };
    await show('no list: capabilities', () => ask('{ capabilities { version } }', {}, root));
    const accounts = [
      ['depot of 500', dealer, depotId],
      ['client of 5,000', client, 'demo-client'],
      ['root', root, 'demo-technician'],
    ] as const;
    for (const [name, token, id] of accounts) {
      for (const sort of ['ATTENTION', 'SERIAL']) {
        await show(
          `${name} by ${sort}`,
          () => ask(LIST, { sort, text: null }, token),
          () => lists.assets(id, sort),
        );
      }
      if (token === dealer) continue; // depots have no tickets in the demo data
      await show(
        `${name}, tickets`,
        () => ask(TICKETS, {}, token),
        () => lists.tickets(id),
      );
      await show(
        `${name}, packs with open tickets`,
        () => ask(LIST, { sort: 'ATTENTION', openTicket: true }, token),
        () => lists.assets(id, 'ATTENTION', { openTicket: true }),
      );
    }
    const searches = [
      ['root, search a serial', root, 'demo-technician', (serial: string) => serial],
      ['root, search its last 5', root, 'demo-technician', (serial: string) => serial.slice(-5)],
      ['depot, search a serial', dealer, depotId, (serial: string) => serial],
    ] as const;
    for (const [name, token, id, part] of searches) {
      await show(
        name,
        (index) => ask(LIST, { sort: 'SERIAL', text: part(serialAt(index)) }, token),
        (index) => lists.assets(id, 'SERIAL', { text: part(serialAt(index)) }),
      );
    }
    for (const digit of '0123456789abcdef') await database.query(MEASURE, [digit]);
    await database.query('vacuum analyze assets');
    const [{ model } = { model: '' }] = await database.query<{ readonly model: string }>(
      'select model from assets group by model order by count(*) desc limit 1',
    );
    const showFleets = async (filters: Readonly<Record<string, object>>) => {
      for (const [kind, filter] of Object.entries(filters)) {
        await show(
          `root, fleet ${kind}`,
          () => ask(FLEET, { filter }, root),
          () => lists.fleet('demo-technician', filter),
        );
      }
    };
    const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
    await showFleets({
      'of all, not of the night': {},
      'of the largest model': { model },
      'of 30 days': { from },
      'of both': { model, from },
    });
    await database.query(`update jobs set due_at = now() where kind = 'FLEET'`);
    const nights =
      'select from fleet_stats where path_text = (select path_text from users where id = $1)';
    while ((await database.query(nights, ['demo-technician'])).length < FLEET_METRICS)
      await pause(500);
    await showFleets({ 'of the night': {} });

    const tokens = await Promise.all(depots.map(({ name }) => tokenOf(ask, name)));
    print(`  submit, 4 accounts, ${cpus().length} processors for servers, database and clients`);
    print(`    one server:  ${await submitRate([ask], tokens)}`);
    print(`    two servers: ${await submitRate(asks, tokens)}`);
  });
