import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createDeviceCore, createLive } from '@batbot/core';
import {
  createFakeClock,
  createFakeKeepAwake,
  createFakePorts,
  createFakeSerialLink,
  createFakeTabs,
  createFakeWorkspaceStorage,
} from '@batbot/core/fakes';
import {
  createDeviceParameters,
  PARAMETER_SCHEMA_FILE,
  valueOfRaw,
  type ParameterValues,
} from '@batbot/core/parameters';
import { describe, expect, it } from 'vitest';
import { createDevice } from '../index.ts';

const STEP_MS = 20;
const file = new URL('../parameters/schema.json', import.meta.url);
const parsed = PARAMETER_SCHEMA_FILE.parse(readFileSync(file, 'utf8'));
if (!parsed.ok) throw new Error('The schema of the simulator is not valid.');
const schema = parsed.value;
const RUNNING = ['reading', 'writing', 'persisting', 'restarting', 'verifying'];

/** Connects the whole core to a simulated device in virtual time, whose line has 115,200 baud. */
const setUp = async () => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const device = createDevice({ scenario: 'idle' });
  const line = device.openLine('test');
  line.setBaudRate(115_200);
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  fake.device.onWrite((bytes) => {
    line.receive(bytes, clock.monotonicNow());
  });
  const pass = async (isOver: () => boolean, mostMs = 120_000): Promise<void> => {
    for (let passed = 0; passed < mostMs && !isOver(); passed += STEP_MS) {
      await clock.advance(STEP_MS);
      device.advance(clock.monotonicNow());
      const said = line.take(clock.monotonicNow());
      if (said.length > 0) fake.device.send(said);
    }
  };
  const storage = createFakeWorkspaceStorage();
  const parameters = createDeviceParameters({
    ...core,
    clock,
    keepAwake: createFakeKeepAwake().keepAwake,
    store: storage.open(),
    tabs: createFakeTabs().open(),
    hasher: {
      sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
    },
    userId: 'ada',
    schemas$: createLive([{ schema, hash: 'hash', origin: 'server' as const }]).live,
    onReport: () => undefined,
  });
  const state = () => parameters.state$.value;
  const settle = async (): Promise<void> => {
    await pass(() => RUNNING.includes(state().kind), 1_000);
    await pass(() => !RUNNING.includes(state().kind));
  };
  core.showPath('/mainpage/config');
  void core.link.connect('fake');
  await clock.settle();
  parameters.read();
  await settle();
  const write = async (values: ParameterValues): Promise<void> => {
    const { fill } = parameters;
    expect(fill(values)).toEqual([]);
    parameters.review();
    await pass(() => {
      const shown = state();
      return shown.kind !== 'review' || shown.review.isReady;
    }, 10_000);
    parameters.write({ password: 'BATBOT', typedSerial: device.system.identity().serial });
    await settle();
  };
  return { clock, core, device, parameters, state, settle, write };
};

type Rig = Awaited<ReturnType<typeof setUp>>;

const reportOf = ({ state }: Rig) => {
  const end = state();
  if (!('report' in end)) throw new Error(`Not ended: ${end.kind}`);
  return end.report;
};

/** Fails unless every reported value is the one that the device holds. */
const expectTruth = (rig: Rig): void => {
  const raws = rig.device.system.values();
  const { changes, values } = reportOf(rig);
  for (const parameter of schema.parameters) {
    if (parameter.readOnly === true) continue;
    const held = valueOfRaw(parameter, raws[parameter.key] ?? '');
    if (values !== undefined)
      expect([parameter.key, values[parameter.key]]).toEqual([parameter.key, held]);
    const change = changes.find(({ key }) => key === parameter.key);
    if (change?.readBack !== undefined)
      expect([parameter.key, change.readBack]).toEqual([parameter.key, held]);
  }
};

const CHANGES: ParameterValues = { COVP: 3.7, CAP: 120, NAME: 'Bench 1', BALON: false };

describe('the core writes parameters to a simulated device', () => {
  it('[DEV-16] all parameters are read, and some of each class are written', async () => {
    const rig = await setUp();
    const read = rig.state();
    if (read.kind !== 'clean') throw new Error(read.kind);
    expect(read.device.values.size).toBe(schema.parameters.length);
    await rig.write(CHANGES);
    expect(reportOf(rig)).toMatchObject({ outcome: 'done', values: CHANGES });
    expectTruth(rig);
    await rig.core.dispose();
  });

  it.each([
    'write-ignored',
    'write-clamped',
    'write-other',
    'lost-at-restart',
    'restart-mid-write',
    'other-board-after-restart',
    'silence',
    'dropped-bytes',
    'bit-flips',
  ] as const)(
    '[DEV-20] [PW-01] [PW-02] the report matches the device with the fault %s, and a roll back restores the pack',
    async (name) => {
      let ends = 0;
      for (const p of [1, 0.2]) {
        const rig = await setUp();
        const before = rig.device.system.values();
        rig.device.faults.add({ name, p }, rig.clock.monotonicNow());
        await rig.write(CHANGES);
        const end = rig.state();
        if ('report' in end) {
          ends += 1;
          const { outcome } = end.report;
          if (outcome === 'done') expect(end.report.values).toMatchObject(CHANGES);
          expectTruth(rig);
          rig.device.faults.remove();
          if (
            rig.parameters.unfinished$.value?.length === 1 &&
            name !== 'other-board-after-restart'
          ) {
            rig.parameters.rollBack({ password: 'BATBOT' });
            await rig.settle();
            expect(reportOf(rig).outcome).toBe('rolledBack');
            const after = rig.device.system.values();
            for (const { key, readOnly } of schema.parameters) {
              if (readOnly !== true) expect([key, after[key]]).toEqual([key, before[key]]);
            }
          }
        } else {
          expect(rig.device.system.values()).toMatchObject({
            COVP: before['COVP'],
            CAP: before['CAP'],
          });
        }
        await rig.core.dispose();
      }
      expect(ends).toBeGreaterThan(0);
    },
  );
});
