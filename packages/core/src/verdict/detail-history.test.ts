import { expect, test } from 'vitest';
import { aPack } from '../telemetry/pack.fixture.ts';
import { createDetailHistory } from './detail-history.ts';

const seriesOf = (...times: readonly (readonly [at: number, wall: number])[]) => {
  const history = createDetailHistory();
  for (const [at, wall] of times) history.add({ sample: aPack(0), held: [], at, wall });
  return history.series('cells', 2);
};

test('[REC-61] [ST-07] the times of a single cell increase even if the clock was set back, and the jump is a gap', () => {
  const { x, values } = seriesOf([2_000, 102_000], [4_000, 104_000], [6_000, 46_000]);
  expect(x).toEqual([102, 104, 105, 106]);
  expect(values).toEqual([3.304, 3.304, null, 3.304]);
});

test('[REC-61] [OBD-312] a reply that may be older than the one before is not drawn', () => {
  const { x, values } = seriesOf([30_000, 130_000], [10_000, 110_000], [32_000, 132_000]);
  expect(x).toEqual([130, 132]);
  expect(values).toEqual([3.304, 3.304]);
});

test('[REC-60] three missed polls interrupt the line of a single cell', () => {
  const { x, values } = seriesOf([0, 100_000], [6_500, 106_500], [14_500, 114_500]);
  expect(x).toEqual([100, 106.5, 110.5, 114.5]);
  expect(values).toEqual([3.304, 3.304, null, 3.304]);
});

test('[OBD-288] a value that is 6 s older than its reply is not drawn, because it was not measured then', () => {
  const history = createDetailHistory();
  for (const at of [0, 2_000, 4_000, 6_000]) {
    const olderByMs = new Map([['cellVoltagesV', at]]);
    history.add({ sample: aPack(0), held: [], olderByMs, at, wall: at });
  }
  expect(history.series('cells', 2).values).toEqual([3.304, 3.304, 3.304, null]);
  expect(history.series('sensors', 2).values).toEqual([26, 26, 26, 26]);
});
