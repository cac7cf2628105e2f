import { Subject } from 'rxjs';
import * as v from 'valibot';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeepAwake } from '../fakes/fake-keep-awake.ts';
import {
  createFakeParameterDevice,
  type FakeParameterDeviceOptions,
  type ParameterFault,
} from './fake-parameter-device.fixture.ts';
import { createFakeTabs } from '../fakes/fake-tab-lock.ts';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import type { Connection } from '../link/connection.ts';
import type { Command, Outcome, Traffic } from '../link/traffic.ts';
import { createLive } from '../prelude/live.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { createDeviceParameters } from './device-parameters.ts';
import { JOURNAL } from './journal.ts';
import { hasher, testSchema } from './parameters.fixture.ts';
import type { ParameterSchema, ParameterValues } from './parameter-schema.ts';
import type { ParametersState, WriteReport } from './parameters-state.ts';
import type { WriteInput } from './review.ts';

export const factoryValues = {
  OVP: '3650',
  OVR: '3500',
  CAP: '1000',
  CELLS: '16',
  MODE: '1',
  SLEEP: '0',
  NAME: 'Pack 1',
  TAG: '0A1F',
  LEVELS: '-10;45;60',
  SERIAL: 'A1B2C3',
  UPTIME: '100',
} as const;

const CONNECTED: Connection = {
  kind: 'connected',
  device: { linkId: 'fake', label: 'Fake' },
  baudRate: 115_200,
  since: 0,
  returns: 0,
} as Connection;
const UNPLUGGED: Connection = { kind: 'disconnected', cause: { kind: 'unplugged' } };

/** A computer with a device on a link that settles without time. `open` opens a tab, also after a crash. */
export const createParametersRig = (
  options: Partial<FakeParameterDeviceOptions> = {},
  schema: ParameterSchema = testSchema,
) => {
  const clock = createFakeClock();
  const storage = createFakeWorkspaceStorage();
  const tabs = createFakeTabs();
  const traffic = new Subject<Traffic>();
  const connection = createLive(CONNECTED);
  const live = createLive<LiveSample | { readonly kind: 'none' }>(
    liveSample(aPack(0, { currentA: 0.1 })),
  );
  const schemas = createLive([{ schema, hash: 'hash', origin: 'server' as const }]);
  const device = createFakeParameterDevice(
    { values: factoryValues, locked: ['OVP', 'OVR'], ...options },
    () => traffic.next({ kind: 'restarted', at: 0 }),
  );
  const reports: WriteReport[] = [];
  let beforeCommand = (text: string): void => void text;
  let whileSaving = (): void => undefined;
  const ends = new Set<() => void>();
  const stored = new Set<string>();

  const open = () => {
    let hasEnded = false;
    const isGone = (): boolean => hasEnded;
    const never = new Promise<never>(() => undefined);
    const followers = { count: 0 };
    const awake = createFakeKeepAwake();
    const store = storage.open();
    const execute = async ({ bytes }: Command): Promise<Outcome> => {
      await Promise.resolve();
      if (isGone()) return never;
      const text = new TextDecoder().decode(bytes).trim();
      beforeCommand(text);
      if (isGone()) return never;
      const lines = device.reply(text);
      connection.set(device.isPlugged() ? CONNECTED : UNPLUGGED);
      if (lines === undefined) return { kind: device.isPlugged() ? 'timeout' : 'lost' };
      const code = lines.at(-1) ?? '';
      const kind = code === 'OK' ? 'ok' : 'error';
      return { kind, lines: lines.slice(0, -1), code, latencyMs: 1, endedBy: 'final' };
    };
    const tab = tabs.open();
    ends.add(() => {
      hasEnded = true;
      tab.close();
    });
    const parameters = createDeviceParameters({
      link: { connection$: connection.live, traffic$: traffic, execute },
      telemetry: {
        liveData$: live.live,
        follow: () => {
          followers.count += 1;
          return () => {
            followers.count -= 1;
          };
        },
      },
      clock,
      keepAwake: awake.keepAwake,
      store: {
        ...store,
        write: async (userId, writes) => {
          const written = await (isGone() ? never : store.write(userId, writes));
          if (writes.some(({ id, value }) => id.startsWith('write:') && value)) whileSaving();
          for (const { id, value } of written.ok ? writes : []) {
            if (value === undefined) stored.delete(id);
            else stored.add(id);
          }
          return written;
        },
      },
      tabs: tab,
      hasher,
      userId: 'ada',
      schemas$: schemas.live,
      onReport: (report) => reports.push(report),
    });
    return { parameters, followers, awake, tab };
  };

  /** Lets time pass until the service waits for the user. */
  const settle = async (state: () => ParametersState): Promise<ParametersState> => {
    const isRunning = (): boolean =>
      ['reading', 'writing', 'persisting', 'restarting', 'verifying'].includes(state().kind);
    await clock.settle();
    for (let step = 0; isRunning() && step < 400; step += 1) await clock.advance(500);
    return state();
  };

  return {
    clock,
    storage,
    tabs,
    device,
    connection,
    traffic,
    schemas,
    reports,
    open,
    settle,
    /** Ends all faults and plugs the device in again. */
    mend: () => {
      device.setFaults([]);
      connection.set(CONNECTED);
    },
    setSample: (change: Partial<PackSample>, olderByMs: Readonly<Record<string, number>> = {}) => {
      live.set({
        ...liveSample(aPack(0, { currentA: 0.1, ...change })),
        olderByMs: new Map(Object.entries(olderByMs)),
      });
    },
    loseData: () => live.set({ kind: 'none' }),
    onCommand: (call: (text: string) => void) => {
      beforeCommand = call;
    },
    /** Sets a function that is called while the journal is being saved. */
    onSave: (call: () => void) => {
      whileSaving = call;
    },
    /** Ends all pages at once, as a crash or a kill does. */
    crash: () => {
      for (const end of ends) end();
    },
    /** True if the computer has an unfinished write. */
    hasRows: () => [...stored].some((id) => id.startsWith('write:')),
    journals: () => storage.rows('ada', 'device').filter((row) => v.is(JOURNAL, row)),
  };
};

export const input: WriteInput = { password: 'SECRET', typedSerial: 'a1b2c3 ' };

export const setUp = async (
  options: Partial<FakeParameterDeviceOptions> = {},
  schema = testSchema,
) => {
  const rig = createParametersRig(options, schema);
  const opened = rig.open();
  const { parameters } = opened;
  const state = () => parameters.state$.value;
  const settle = () => rig.settle(state);
  await rig.clock.settle();
  const read = async () => {
    void parameters.read();
    return settle();
  };
  /** Enters the edits, opens the review and writes. */
  const write = async (edits: ParameterValues, given: WriteInput = input) => {
    for (const [key, value] of Object.entries(edits)) parameters.edit(key, value);
    parameters.review();
    void parameters.write(given);
    return settle();
  };
  const review = () => {
    const shown = state();
    if (shown.kind !== 'review') throw new Error(`No review: ${shown.kind}`);
    return shown.review;
  };
  const problem = () => {
    const shown = state();
    return 'problem' in shown ? shown.problem : undefined;
  };
  const report = () => {
    const shown = state();
    if (!('report' in shown)) throw new Error(`Not ended: ${shown.kind}`);
    return shown.report;
  };
  return {
    ...rig,
    ...opened,
    waitFor: rig.settle,
    state,
    settle,
    read,
    write,
    review,
    problem,
    report,
  };
};

/** Reads a device and writes OVP 3.6 and CAP 120 to it with these faults. */
export const writeWith = async (...faults: readonly ParameterFault[]) => {
  const rig = await setUp();
  await rig.read();
  rig.device.setFaults(faults);
  await rig.write({ OVP: 3.6, CAP: 120 });
  return rig;
};
