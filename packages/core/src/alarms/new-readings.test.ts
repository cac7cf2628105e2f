import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createLive } from '../prelude/live.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { planOf, setUpAlarms } from './alarms.fixture.ts';
import { createAlarms } from './alarms.ts';

/**
 * Creates alarms of cells above 3.65 V and sensors above 45 °C. `reply` sends a sample with all cells at 3.9 V after a
 * time, and `sensors` one with these temperatures and their ages.
 */
const setUp = async () => {
  const rig = await setUpAlarms();
  const samples$ = new Subject<LiveSample>();
  const alarms = createAlarms({
    link: rig.core.link,
    telemetry: {
      ...rig.core.telemetry,
      liveData$: createLive(liveSample(aPack(0))).live,
      samples$,
    },
    clock: rig.clock,
    store: rig.store,
    bell: rig.bell,
    packChanged$: new Subject(),
    mark: () => undefined,
  });
  alarms.save(
    planOf([
      ['cellVoltage', 'high', 3.65],
      ['temperature', 'high', 45],
    ]),
  );
  const reply = async (afterMs: number, cellsOlderByMs: number): Promise<void> => {
    await rig.clock.advance(afterMs);
    samples$.next({
      ...liveSample(aPack(0, { cellVoltagesV: [3.9, 3.9, 3.9, 3.9] })),
      olderByMs: new Map([['cellVoltagesV', cellsOlderByMs]]),
    });
  };
  const sensors = async (...each: readonly (readonly [celsius: number, olderMs: number])[]) => {
    await rig.clock.advance(2_000);
    samples$.next({
      ...liveSample(aPack(0, { temperaturesC: each.map(([celsius]) => celsius) })),
      olderByMs: new Map([
        ['temperaturesC', Math.max(...each.map(([, olderMs]) => olderMs))],
        ...each.map(([, olderMs], index) => [`temperaturesC ${index + 1}`, olderMs] as const),
      ]),
    });
    return alarms.raised$.value.map(({ limit }) => limit.quantity);
  };
  return { alarms, reply, sensors };
};

test('[OBD-111] [OBD-287] cells that arrive in several records raise an alarm when all were reported often enough', async () => {
  const { alarms, reply } = await setUp();
  for (let record = 0; record < 2; record += 1) await reply(500, 500);
  expect(alarms.raised$.value).toEqual([]);
  await reply(500, 500);
  expect(alarms.raised$.value).toMatchObject([{ kind: 'active' }]);
});

test('[OBD-287] a value is repeated also if the clock was read a little later', async () => {
  const { alarms, reply } = await setUp();
  await reply(2_000, 0);
  await reply(2_001, 2_000);
  await reply(2_000, 4_000);
  expect(alarms.raised$.value).toEqual([]);
});

test('[OBD-111] [OBD-287] a sensor of a fast poll raises an alarm although another sensor is polled slowly', async () => {
  const { sensors } = await setUp();
  await sensors([25, 0], [25, 0]);
  expect(await sensors([60, 0], [25, 2_000])).toEqual([]);
  expect(await sensors([60, 0], [25, 4_000])).toEqual(['temperature']);
});

test('[OBD-287] a sensor of one of several records does not raise an alarm with the next record', async () => {
  const { sensors } = await setUp();
  for (let round = 0; round < 2; round += 1) {
    await sensors([25, 0], [25, 2_000]);
    await sensors([25, 2_000], [25, 0]);
  }
  expect(await sensors([60, 0], [25, 2_000])).toEqual([]);
  expect(await sensors([60, 2_000], [25, 0])).toEqual([]);
  expect(await sensors([60, 4_000], [25, 0])).toEqual([]);
  expect(await sensors([60, 0], [25, 2_000])).toEqual(['temperature']);
});

test('[OBD-111] [OBD-287] a sensor of a slow poll does not raise an alarm by repetition', async () => {
  const { sensors } = await setUp();
  await sensors([25, 0], [25, 0]);
  await sensors([25, 0], [60, 0]);
  for (const olderMs of [2_000, 4_000, 6_000, 8_000])
    expect(await sensors([25, 0], [60, olderMs])).toEqual([]);
  expect(await sensors([25, 0], [60, 0])).toEqual(['temperature']);
});

test('[OBD-117] [OBD-287] an alarm of a sensor of a slow poll is not cleared by others', async () => {
  const { alarms, sensors } = await setUp();
  for (let reply = 0; reply < 4; reply += 1) await sensors([25, 0], [60, 0]);
  expect(alarms.raised$.value).toMatchObject([{ kind: 'active' }]);
  for (const olderMs of [2_000, 4_000]) await sensors([25, 0], [60, olderMs]);
  expect(alarms.raised$.value).toMatchObject([{ kind: 'active' }]);
  for (let reply = 0; reply < 4; reply += 1) await sensors([25, 0], [25, 0]);
  expect(alarms.raised$.value).not.toMatchObject([{ kind: 'active' }]);
});
