import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createLive } from '../prelude/live.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { planOf, setUpAlarms } from './alarms.fixture.ts';
import { createAlarms } from './alarms.ts';

/** Creates alarms of cells above 3.65 V. `reply` sends a sample with all cells at 3.9 V after a time. */
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
  alarms.save(planOf([['cellVoltage', 'high', 3.65]]));
  const reply = async (afterMs: number, cellsOlderByMs: number): Promise<void> => {
    await rig.clock.advance(afterMs);
    samples$.next({
      ...liveSample(aPack(0, { cellVoltagesV: [3.9, 3.9, 3.9, 3.9] })),
      olderByMs: new Map([['cellVoltagesV', cellsOlderByMs]]),
    });
  };
  return { alarms, reply };
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
