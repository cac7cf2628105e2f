import { expect, test } from 'vitest';
import { createDeviceIo } from './device-io.ts';
import { testSchema } from './parameters.fixture.ts';
import { otherDevice } from './read-steadily.ts';

const IDENTITY = { serial: 'A1B2C3', hardware: '2.1' };

/** Returns why a device with these replies to ATI is not the one of `IDENTITY`, and the number of unused replies. */
const askedWith = async (...replies: readonly string[]) => {
  const left = [...replies];
  const io = createDeviceIo({
    execute: () => {
      const line = left.shift();
      const lines = line === undefined || line === '' ? [] : [line];
      return Promise.resolve({ kind: 'ok', lines, code: 'OK', latencyMs: 1, endedBy: 'final' });
    },
  });
  return { why: await otherDevice(io, IDENTITY), left: left.length };
};

test.each([
  ['without lines', '', 'serial number'],
  ['without the serial number', 'HW:2.1', 'serial number'],
  ['without the hardware', 'SN:A1B2C3', 'hardware'],
])(
  '[DEV-19] [DEV-21] a reply to ATI %s is asked for again, at most four times',
  async (_, reply, missing) => {
    expect(await askedWith(reply, 'HW:2.1 SN:A1B2C3')).toEqual({ why: undefined, left: 0 });
    const why = `ATI got a reply without the ${missing}`;
    expect(await askedWith(reply, reply, reply, reply, reply)).toEqual({ why, left: 1 });
  },
);

test.each([
  ['HW:2.1 SN:OTHER', 'Serial number OTHER instead of A1B2C3'],
  ['SN:OTHER', 'Serial number OTHER instead of A1B2C3'],
  ['HW:3.0', 'Hardware 3.0 instead of 2.1'],
])('[DEV-19] the reply %s is of another device', async (reply, text) => {
  expect(await askedWith(reply, reply)).toEqual({
    why: `Another device answers. ${text}`,
    left: 1,
  });
});

/** Returns the result of reading the cell over-voltage with this reply. */
const readWith = (lines: readonly string[], endedBy: 'final' | 'silence' = 'final') =>
  createDeviceIo({
    execute: () => Promise.resolve({ kind: 'ok', lines, code: 'OK', latencyMs: 1, endedBy }),
  }).readOne(testSchema, 'OVP');

test('[DEV-12] a value counts only if its reply has an end and reports it once', async () => {
  const [line, other] = ['+PAR: OVP,3650', '+PAR: OVP,3600'];
  expect(await readWith([line])).toEqual({ ok: true, value: '3650' });
  expect(await readWith([line, line])).toEqual({ ok: true, value: '3650' });
  expect(await readWith([line, other])).toMatchObject({ error: { kind: 'unknown' } });
  expect(await readWith([line], 'silence')).toMatchObject({ error: { kind: 'unknown' } });
});
