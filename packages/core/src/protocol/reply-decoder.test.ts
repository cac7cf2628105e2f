import { expect, test } from 'vitest';
import { err, ok } from '../prelude/result.ts';
import { aPack } from '../telemetry/pack.fixture.ts';
import { createReplyDecoder } from './reply-decoder.ts';

const LINES = [
  '+ADATA: 1,17,86405,1,1,3302,-1240,785,990,10000,7772,123,3,0000,0000,3302,25,0',
] as const;

test('[OBD-50] a reply is not decoded again after its completeness was tested', () => {
  const decoder = createReplyDecoder();
  expect(decoder.isComplete(LINES)).toBe(true);
  const first = decoder.decode(LINES);
  const again = decoder.decode(LINES);
  expect(first.ok && again.ok && first.value.sample === again.value.sample).toBe(true);
});

test('[DP-03] after a native reply a damaged one is rejected, until the decoder restarts', () => {
  const decoder = createReplyDecoder();
  expect(decoder.decode(['soc=78, v=13.2, i=-1.2']).ok).toBe(true);
  decoder.restart(undefined);
  expect(decoder.decode(LINES).ok).toBe(true);
  expect(decoder.decode(['soc=78, v=13.2, i=-1.2']).ok).toBe(false);
  decoder.restart(undefined);
  expect(decoder.decode(['soc=78, v=13.2, i=-1.2']).ok).toBe(true);
});

test('[OBD-19] without a profile a foreign reply is inferred, and its evidence says so', () => {
  const decoder = createReplyDecoder();
  expect(decoder.isComplete(['soc=78'])).toBe(false);
  const reading = decoder.decode(['soc=78, v=13.2, i=-1.2']);
  expect(reading.ok && reading.value.understanding).toMatchObject({ kind: 'inferred' });
  const unknown = { ok: false, error: { kind: 'unknownFormat' } };
  expect(decoder.decode(['nothing here'])).toMatchObject(unknown);
  expect(decoder.decodeAll(['nothing here'])).toMatchObject([unknown]);
  expect(decoder.decodeAll([])).toMatchObject([unknown]);
});

test('[OBD-19] each pack of an inferred reply has its own values and evidence', () => {
  const decoder = createReplyDecoder();
  const pack = (voltage: number): string => `{"voltage":${voltage},"soc":80,"current":-1.2}`;
  const reading = decoder.decode([`{"packs":[${pack(52.8)},${pack(52.1)}]}`]);
  if (!reading.ok) throw new Error('not decoded');
  const { packs, sample } = reading.value;
  expect(sample.packVoltageV).toBe(52.8);
  expect(packs?.map(({ label, sample: own }) => [label, own.packVoltageV])).toEqual([
    ['1', 52.8],
    ['2', 52.1],
  ]);
  expect(packs?.[1]?.understanding).toMatchObject({
    kind: 'inferred',
    evidence: [{ place: 'packVoltageV', text: '52.1' }, {}, {}],
  });
  const one = decoder.decode([pack(52.8)]);
  expect(one.ok && one.value).not.toHaveProperty('packs');
  expect(decoder.decode(['foo=12'])).toMatchObject({ error: { kind: 'unknownFormat' } });
});

test('[OBD-21] another version of the native dialect is foreign, and another error is not', () => {
  const decoder = createReplyDecoder();
  expect(decoder.decode(['+ADATA: 2,17'])).toMatchObject({ error: { kind: 'unknownFormat' } });
  const labelled = decoder.decode(['+ADATA: VER=2,SOC=78,V=13.2,I=-1.2']);
  expect(labelled).toMatchObject({ value: { understanding: { kind: 'inferred' } } });
  expect(decoder.decode(['+ADATA: 1,17'])).toMatchObject({ error: { kind: 'number' } });
  expect(decoder.decodeAll(LINES)).toMatchObject([
    { value: { understanding: { kind: 'native' } } },
  ]);
  expect(decoder.decode(['soc=78'])).toMatchObject({ error: { kind: 'empty' } });
});

test('[OBD-20] a profile reads every reply, with its packs, and its errors are reported', () => {
  const decoder = createReplyDecoder();
  const values = { sample: aPack(0), others: [] };
  const profile = {
    name: 'Acme',
    read: (lines: readonly string[]) =>
      lines[0] === 'bad'
        ? err({ kind: 'count', detail: 'two' } as const)
        : ok({ ...values, packs: [{ ...values, label: '1' }] }),
  };
  decoder.restart(profile);
  const understanding = { kind: 'profile', profile };
  const reply = { ...values, understanding, packs: [{ ...values, label: '1', understanding }] };
  expect(decoder.decode(LINES)).toEqual({ ok: true, value: reply });
  expect(decoder.decodeAll(['x'])).toEqual([{ ok: true, value: reply }]);
  expect(decoder.decode(['bad'])).toEqual({ ok: false, error: { kind: 'count', detail: 'two' } });
});

test('[OBD-292] inferred values have the most decimals that the device has written on the connection', () => {
  const decoder = createReplyDecoder();
  const decimals = (...lines: readonly string[]) => {
    const reading = decoder.decode(lines);
    return reading.ok ? Object.fromEntries(reading.value.decimals ?? []) : undefined;
  };
  const first = { packVoltageV: 1, socPercent: 0 };
  expect(decimals('Battery voltage: 52.8 V', 'SOC: 80 %')).toEqual(first);
  expect(decimals('Battery voltage: 52.80 V')).toEqual({ ...first, packVoltageV: 2 });
  expect(decimals('Battery voltage: 53 V')).toEqual({ ...first, packVoltageV: 2 });
  expect(decimals('Battery voltage: 52812 mV')).toEqual({ ...first, packVoltageV: 3 });
  decoder.restart(undefined);
  const cells = ['Cell 1: 3300 mV', 'Cell 2: 3301 mV', 'Cell 3: 3310 mV'];
  expect(decimals(...cells, 'Temp 1: 21.0 C')).toEqual({ cellVoltagesV: 3, temperaturesC: 1 });
});

test('[OBD-292] the packs of a reply have the decimals of all of them', () => {
  const reading = createReplyDecoder().decode([
    '{"packs":[{"voltage":52.8,"soc":80,"current":-1},{"voltage":52.75,"soc":80,"current":-1}]}',
  ]);
  if (!reading.ok) throw new Error('not decoded');
  const decimals = { packVoltageV: 2, socPercent: 0 };
  expect(Object.fromEntries(reading.value.decimals ?? [])).toMatchObject(decimals);
  const second = reading.value.packs?.[1];
  expect(Object.fromEntries(second?.decimals ?? [])).toMatchObject(decimals);
});
