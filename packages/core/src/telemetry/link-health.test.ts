import { expect, test } from 'vitest';
import { err, ok } from '../prelude/result.ts';
import { createHealthCounter, NO_HEALTH } from './link-health.ts';
import { aPack } from './pack.fixture.ts';
import { pollResult, type PollResult } from './poll-result.ts';

const decoded = { sample: aPack(0), understanding: { kind: 'native' } } as const;
const reading = ok({ ...decoded, others: [] });
const replied = {
  kind: 'ok',
  lines: ['+ADATA: 1'],
  code: 'OK',
  latencyMs: 67,
  endedBy: 'final',
} as const;
const noDecode = (): never => {
  throw new Error('decoded twice');
};
const result = (outcome: Parameters<typeof pollResult>[0], before = aPack(9)): PollResult =>
  pollResult(outcome, before, noDecode);

test('[DP-03] the result of a poll contains the reason for missing values', () => {
  const answered = { ...replied, reading };
  expect(result(answered)).toMatchObject({
    status: 'answered',
    raw: ['+ADATA: 1'],
    roundTripMs: 67,
  });
  expect(result(answered, aPack(0))).toEqual({
    status: 'rejected',
    error: { kind: 'repeated', detail: 'sequence number 10 came twice' },
    raw: ['+ADATA: 1'],
  });
  const error = { kind: 'empty', detail: 'no reply' } as const;
  expect(result({ ...replied, reading: err(error) })).toEqual({
    status: 'rejected',
    error,
    raw: ['+ADATA: 1'],
  });
  for (const [code, detail] of [
    ['+CME ERROR: 3', 'the device answered +CME ERROR: 3'],
    [undefined, 'the device answered with an error'],
  ] as const)
    expect(
      result({
        kind: 'error',
        lines: ['x'],
        latencyMs: 1,
        endedBy: 'final',
        ...(code === undefined ? {} : { code }),
      }),
    ).toEqual({ status: 'rejected', error: { kind: 'refused', detail }, raw: ['x'] });
  for (const [mayAnswer, detail] of [
    ['AT+X', 'the reply may answer AT+X'],
    ['', 'the reply may answer an earlier command'],
  ] as const)
    expect(result({ ...replied, kind: 'unproven', mayAnswer })).toEqual({
      status: 'rejected',
      error: { kind: 'unproven', detail },
      raw: ['+ADATA: 1'],
    });
  expect(result({ kind: 'writeFailed', message: '' })).toEqual({ status: 'timeout' });
  expect(result({ kind: 'streaming', lines: ['x'], latencyMs: 1 })).toEqual({ status: 'timeout' });
  expect(result({ kind: 'timeout' })).toEqual({ status: 'timeout' });
  expect(result({ kind: 'skipped' })).toEqual({ status: 'skipped' });
  expect(result({ kind: 'lost' })).toEqual({ status: 'lost' });
});

test('[OBD-9] replies without a sequence number are not repeated ones', () => {
  const { sequence: _, ...unnumbered } = aPack(0);
  const again = ok({ ...decoded, sample: unnumbered, others: [] });
  expect(result({ ...replied, reading: again }, unnumbered).status).toBe('answered');
  expect(pollResult({ ...replied, reading }, undefined, noDecode).status).toBe('answered');
});

test('[DP-15] the health counts the answers to the last 100 polls and every kind of failure', () => {
  const count = createHealthCounter();
  const answered = result({ ...replied, reading });
  expect(count(answered, [])).toEqual({
    ...NO_HEALTH,
    answeredOfLast: 1,
    sentOfLast: 1,
    lastResult: 'answered',
    roundTripMs: 67,
  });
  const rejection = { error: { kind: 'refused', detail: '' }, raw: ['x'] } as const;
  expect(count({ status: 'rejected', ...rejection }, [])).toMatchObject({
    answeredOfLast: 1,
    sentOfLast: 2,
    lastResult: 'rejected',
    rejected: 1,
    lastRejection: rejection,
  });
  expect(count({ status: 'timeout' }, [])).toMatchObject({ timeouts: 1, sentOfLast: 3 });
  expect(count({ status: 'skipped' }, [])).toMatchObject({
    skipped: 1,
    sentOfLast: 3,
    lastResult: 'timeout',
  });
  const before = count({ status: 'lost' }, []);
  expect(before).toMatchObject({ skipped: 1, timeouts: 1, rejected: 1, sentOfLast: 3 });
  for (let poll = 0; poll < 99; poll += 1) count(answered, []);
  expect(count({ status: 'timeout' }, [])).toMatchObject({ answeredOfLast: 99, sentOfLast: 100 });
});

test('[OBD-62] held values are counted and stored with their reply; faults are not counted, because they are shown at once', () => {
  const count = createHealthCounter();
  const answered = result({ ...replied, reading });
  const value = { key: 'currentA', reported: -52.4 } as const;
  const fault = { key: 'alarms', fault: 'cellOverVoltage' } as const;
  expect(count(answered, [fault])).not.toHaveProperty('lastHeld');
  expect(count(answered, [fault, value])).toMatchObject({
    held: 1,
    lastHeld: { values: [value], raw: ['+ADATA: 1'] },
  });
  expect(count(answered, [])).toMatchObject({ held: 1, lastHeld: { values: [value] } });
  expect(count(answered, [value, value])).toMatchObject({ held: 3 });
  expect(count(answered, [value])).toMatchObject({ held: 3 }); // a poll of other values repeats it [OBD-277]
});
