import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';
import { planOf } from './alarms.fixture.ts';
import { openSignedIn } from './signed-in.fixture.ts';
import type { Monitoring } from './monitoring.ts';
import type { AlarmPlan } from './plan.ts';

/** `ALARMS="runs seed"` runs more than the fixed seed. */
const [runs = 24, seed = 7] = (process.env['ALARMS']?.split(' ') ?? []).map(Number);

/** How often each action is taken, compared with the others. */
const WEIGHTS = {
  wait: 12,
  level: 16,
  warmth: 8,
  hide: 5,
  silent: 3,
  garbled: 1,
  unplug: 1,
  plug: 4,
  swap: 2,
  restart: 3,
  disconnect: 0.5,
  connect: 4,
  jump: 2,
  suspend: 1,
  limits: 4,
  acknowledge: 3,
  section: 2,
  user: 1,
};
const ACTION = fc.record({
  name: fc.oneof(
    ...Object.entries(WEIGHTS).map(([name, weight]) => ({
      weight: 2 * weight,
      arbitrary: fc.constant(name as keyof typeof WEIGHTS),
    })),
  ),
  one: fc.nat(1_000),
});
type Action = typeof ACTION extends fc.Arbitrary<infer T> ? T : never;

/**
 * All changes within these ranges are plausible, however soon the next reply comes, so that only an unread value needs a
 * second reply.
 */
const LEVELS_MV = [3_600, 3_615, 3_635, 3_641, 3_650, 3_660, 3_675];
const WARMTHS_C = [42, 42.5, 43, 44];
const LIMITS = { cellVoltage: [3.65, 3.62], temperature: [44, 43] } as const;
const BACK = { cellVoltage: 0.01, temperature: 2 } as const;
type Name = keyof typeof LIMITS;
const NAMES = ['cellVoltage', 'temperature'] as const satisfies readonly Name[];

type Kind = 'idle' | 'active' | 'acknowledged' | 'returned';
type Values = readonly (number | null)[];

/** A new reading of a cell counts when the next reply has it too, and so does its absence. */
const createKnown = () => {
  let shown: readonly boolean[] = [];
  let reported: readonly boolean[] = [];
  return {
    begin: (): void => {
      shown = [];
    },
    take: (values: Values, elapsedMs: number): Values => {
      const now = values.map((each) => each !== null);
      const isFirst = shown.length !== now.length || elapsedMs >= 60_000;
      const isHeld = (at: number): boolean =>
        !isFirst && now[at] !== shown[at] && now[at] !== reported[at];
      const known = values.map((each, at) => (isHeld(at) ? null : each));
      const isKept = shown.map((each) => each && elapsedMs < 10_000);
      shown = now.map((each, at) => (isHeld(at) ? (isKept[at] ?? false) : each));
      reported = now;
      return known;
    },
  };
};

/** One limit as the rules define it; see also `tracker-property.test.ts`. */
const createLimitModel = (name: Name) => {
  let kind: Kind = 'idle';
  let count = 0;
  let beyond: ReadonlySet<number> = new Set();
  const reset = (): void => {
    kind = 'idle';
    [count, beyond] = [0, new Set()];
  };
  return {
    kind: () => kind,
    reset,
    silence: (): void => {
      if (kind === 'idle' || kind === 'returned') [count, beyond] = [0, new Set()];
    },
    acknowledge: (): void => {
      if (kind === 'active') kind = 'acknowledged';
      else if (kind === 'returned') kind = 'idle';
    },
    /** Returns what the reply changed. */
    take: (
      values: Values,
      limit: number,
      rules: { readonly needed: number; readonly isLatched: boolean; readonly isFirst: boolean },
    ): 'raised' | 'ended' | undefined => {
      const isOut = kind === 'active' || kind === 'acknowledged';
      const read = values.filter((each) => each !== null);
      if (read.length === 0) return undefined;
      const hidden = [...beyond].filter((at) => values[at] === null);
      if (Math.max(...read) >= limit) {
        const now = values.flatMap((each, at) => (each !== null && each >= limit ? [at] : []));
        beyond = new Set([...hidden, ...now]);
        if (isOut) return undefined;
        count += 1;
        if (count < rules.needed || rules.isFirst) return undefined;
        kind = 'active';
        return 'raised';
      }
      if (hidden.length > 0) return undefined;
      if (!isOut) {
        [count, beyond] = [0, new Set()];
        return undefined;
      }
      if (Math.max(...read) > limit - BACK[name] + 1e-9 || rules.isFirst) return undefined;
      kind = kind === 'active' && rules.isLatched ? 'returned' : 'idle';
      [count, beyond] = [0, new Set()];
      return 'ended';
    },
  };
};

const openWorld = async () => {
  const { clock, storage, device, host, core, shown } = await openSignedIn();
  const problems: string[] = [];
  const pack = { cells: 4, level: 3_600, celsius: 42, hidden: new Set<number>(), isSilent: false };
  let isGarbled = false;
  let isUnanswered = false;
  let counter = 0;
  const models = {
    cellVoltage: { ...createLimitModel('cellVoltage'), known: createKnown() },
    temperature: { ...createLimitModel('temperature'), known: createKnown() },
  };
  let plan = planOf([]);
  let replies = 0;
  let [repliedAt, cellsBefore] = [-Infinity, 0];
  /** True until the first reply of a connection, and after a restart. */
  let isNew = true;
  const events: string[] = [];
  let monitoring: Monitoring['kind'] = 'off';
  let isHome = true;

  const interrupt = (): void => {
    replies = 0;
    for (const each of NAMES) models[each].silence();
  };
  const begin = (): void => {
    isNew = true;
    interrupt();
  };
  const resetAll = (): void => {
    replies = 0;
    for (const each of NAMES) models[each].reset();
  };

  const cellsOf = (): Values =>
    Array.from({ length: pack.cells }, (_, at) =>
      pack.hidden.has(at) ? null : pack.level / 1_000,
    );
  const sensorsOf = (): Values => [pack.hidden.has(9) ? null : pack.celsius, 42];
  const takeReply = (): void => {
    const now = clock.monotonicNow();
    if (cellsBefore !== 0 && cellsBefore !== pack.cells) resetAll();
    cellsBefore = pack.cells;
    const elapsedMs = now - repliedAt;
    repliedAt = now;
    replies += 1;
    const values = { cellVoltage: cellsOf(), temperature: sensorsOf() };
    for (const name of NAMES) {
      const { known } = models[name];
      if (isNew) known.begin();
      const limit = plan.limits.find(({ quantity }) => quantity === name);
      const judged = known.take(values[name], elapsedMs);
      if (limit === undefined) continue;
      const rules = { needed: plan.readings, isLatched: plan.isLatched, isFirst: replies < 2 };
      const event = models[name].take(judged, limit.value, rules);
      if (event !== undefined) events.push(event);
    }
    isNew = false;
  };
  device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    isUnanswered = pack.isSilent;
    if (pack.isSilent) return;
    if (text !== 'AT+ADATA') {
      device.send('\r\nOK\r\n');
      return;
    }
    if (isGarbled) {
      isGarbled = false;
      device.send('\r\n+ADATA: 1,2,x\r\n\r\nOK\r\n');
      return;
    }
    counter += 1;
    const head = [1, counter, counter * 2, pack.cells, 2, pack.level * pack.cells, 0];
    const middle = [500, 990, 10_000, 5_000, 123, 3, '0000', '0000'];
    const cells = cellsOf().map((each) => (each === null ? 0 : Math.round(each * 1_000)));
    const sensors = sensorsOf().map((each) => each ?? -127);
    takeReply();
    device.send(
      `\r\n+ADATA: ${[...head, ...middle, ...cells, ...sensors, 0].join(',')}\r\n\r\nOK\r\n`,
    );
  });

  const observe = (): void => {
    monitoring = 'off';
    core().alarms.monitoring$.subscribe(({ kind }) => {
      if (monitoring === 'monitored' && kind === 'notMonitored') interrupt();
      monitoring = kind;
    });
  };
  host.core$.subscribe(observe);
  core().link.connection$.subscribe(({ kind }) => {
    if (kind !== 'connected') begin();
  });

  const isPolled = (home: boolean, { limits, isEverywhere }: AlarmPlan): boolean =>
    home || (isEverywhere && limits.length > 0);
  /** A reply that arrives after its poll was given up does not count, so this waits until no poll is pending. */
  const finishPoll = (): Promise<void> => clock.advance(isUnanswered ? 5_000 : QUIET_PERIOD_MS);
  const finishPollUnless = async (isPolledNext: boolean): Promise<void> => {
    if (isPolled(isHome, plan) && !isPolledNext) await finishPoll();
  };
  const setLimits = async (one: number): Promise<void> => {
    const limits = NAMES.flatMap((name, at) => {
      const value = LIMITS[name][(one >> (2 * at)) % 3];
      return value === undefined ? [] : [[name, 'high', value] as const];
    });
    const change = {
      readings: 1 + (one % 3),
      isLatched: one % 2 === 0,
      isEverywhere: one % 5 === 0,
    };
    const next = planOf(limits, change);
    await finishPollUnless(isPolled(isHome, next));
    const before = plan;
    plan = next;
    for (const name of NAMES) {
      const [was, is] = [before, plan].map(
        ({ limits: each }) => each.find(({ quantity }) => quantity === name)?.value,
      );
      if (was !== is) models[name].reset();
    }
    core().alarms.save(plan);
  };
  const signIn = async (): Promise<void> => {
    core().link.changeSettings({ disconnectOnLogout: false });
    await core().alarms.signals.choose('notices', true);
  };
  const act = async ({ name, one }: Action): Promise<void> => {
    const { link, alarms, session } = core();
    const actions: Readonly<Record<Action['name'], () => unknown>> = {
      wait: () => clock.advance([500, 2_000, 2_000, 4_000, 12_000][one % 5] ?? 0),
      level: () => {
        pack.level = LEVELS_MV[one % LEVELS_MV.length] ?? 3_600;
      },
      warmth: () => {
        pack.celsius = WARMTHS_C[one % WARMTHS_C.length] ?? 42;
      },
      hide: () => {
        const place = [0, 1, 9][one % 3] ?? 0;
        if (!pack.hidden.delete(place)) pack.hidden.add(place);
      },
      silent: async () => {
        pack.isSilent = true;
        await clock.advance(3_000 + one * 9);
        pack.isSilent = false;
      },
      garbled: () => {
        isGarbled = true;
      },
      unplug: () => device.unplug(),
      plug: () => device.plug(),
      swap: () => {
        device.unplug();
        pack.cells = pack.cells === 4 ? 6 : 4;
        counter = 0;
        device.plug();
      },
      restart: () => {
        if (!device.isOpen()) return;
        begin();
        counter = 0;
        device.send('\r\nREADY\r\n');
      },
      disconnect: () => link.disconnect(),
      connect: () => void link.connect('fake'),
      jump: () => clock.jumpWall((one - 500) * 100_000),
      suspend: async () => {
        // A poll is given up after 20 s.
        if (one * 200 > 10_000) await finishPoll();
        clock.freeze(one * 200);
      },
      limits: () => setLimits(one),
      acknowledge: () => {
        alarms.acknowledge();
        for (const each of NAMES) models[each].acknowledge();
      },
      section: async () => {
        await finishPollUnless(isPolled(one % 4 > 0, plan));
        isHome = one % 4 > 0;
        core().showPath(`/mainpage/${isHome ? 'home' : 'terminal'}`);
      },
      user: async () => {
        // A poll that waits behind an unanswered command, or for the silence after the opening, is sent after the
        // sign-out, and its reply is no user's.
        await clock.advance(isUnanswered ? 5_000 : QUIET_PERIOD_MS);
        plan = planOf([]);
        resetAll();
        begin();
        const leaving = session.logout();
        await clock.settle();
        if (storage.kept().size > 0) problems.push('the storage is not empty after the sign-out');
        await leaving;
        await session.login('technician', 'secret');
        await signIn();
        if (core().alarms.raised$.value.length > 0) problems.push('a raised alarm of another user');
        if (one % 3 > 0) await setLimits(one);
      },
    };
    await actions[name]();
    const isOfPack = name === 'level' || name === 'warmth' || name === 'hide';
    await clock.advance(isOfPack && one % 8 < 5 ? 2_000 : 0);
  };
  const compare = (after: string): void => {
    const { raised$, monitoring$ } = core().alarms;
    for (const name of NAMES) {
      const kind = raised$.value.find(({ limit }) => limit.quantity === name)?.kind ?? 'idle';
      if (kind !== models[name].kind())
        problems.push(`${name} is ${kind} instead of ${models[name].kind()} after ${after}`);
    }
    const ageMs = clock.monotonicNow() - repliedAt;
    if (monitoring$.value.kind === 'monitored' && (ageMs > 6_500 || plan.limits.length === 0))
      problems.push(`monitored after ${ageMs} ms without a reply`);
    const raised = events.filter((each) => each === 'raised').length;
    const alerts = shown.filter((each) => each.startsWith('Alarm:')).length;
    if (raised !== alerts) problems.push(`${alerts} alerts of ${raised} alarms after ${after}`);
  };
  core().showPath('/mainpage/home');
  await signIn();
  void core().link.connect('fake');
  await clock.advance(QUIET_PERIOD_MS);
  return {
    problems,
    act,
    compare,
    events,
    setLimits,
    finish: async () => {
      pack.hidden.clear();
      device.plug();
      await act({ name: 'section', one: 0 });
      await act({ name: 'connect', one: 0 });
      await setLimits(0);
      await clock.advance(20_000);
      compare('the end');
      if (core().alarms.monitoring$.value.kind !== 'monitored')
        problems.push('the limits are not monitored');
      await host.dispose();
      if (clock.pendingTimers() > 0) problems.push('timers are left');
    },
  };
};

test('[OBD-111] [OBD-112] [OBD-113] [OBD-114] [OBD-115] [OBD-119] [OBD-132] whatever happens to packs, clocks, limits and users, alarms are as the rules define', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ACTION, { minLength: 40, maxLength: 60, size: 'max' }),
      async (actions) => {
        const world = await openWorld();
        await world.setLimits(0);
        for (const each of actions) {
          await world.act(each);
          world.compare(each.name);
        }
        await world.finish();
        expect([...new Set(world.problems)]).toEqual([]);
      },
    ),
    { numRuns: runs, seed, endOnFailure: true },
  );
});
