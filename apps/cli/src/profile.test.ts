import { describe, expect, test } from 'vitest';
import { bytesOf, loadBuiltIn, PROFILE_2_FILE, questionBytes } from '@batbot/core/profiles';
import { readArguments } from './arguments.ts';
import { checkProfileText, decodeByProfile } from './profile.ts';

describe('profiles on the command line', () => {
  test('[OBD-214] profile check reports whether the profile reads its test vectors as expected, and lists deviations', async () => {
    const jbd = await loadBuiltIn('jbd');
    const text = PROFILE_2_FILE.format(jbd);
    expect(checkProfileText('jbd.json', text)).toEqual({
      text: `jbd.json: ${jbd.tests.length} test vectors, all right`,
      code: 0,
    });
    const wrong = checkProfileText('jbd.json', text.replace('15.59', '15.6'));
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain('packVoltage must be 15.6, but the profile reads 15.59');
    expect(checkProfileText('x.json', '{').text).toBe('x.json: the file is not valid JSON');
    expect(checkProfileText('x.json', '{').code).toBe(2);
  });

  test('[OBD-214] decode --profile decodes a capture with the profile', async () => {
    const junctek = await loadBuiltIn('junctek-kg-f');
    const capture = new TextEncoder().encode(junctek.tests[0]?.bytes);
    const { packs, readings } = decodeByProfile(capture, junctek);
    expect(readings).toHaveLength(4);
    expect(packs).toMatchObject([
      { known: 'by profile', sample: { currentA: 54, designCapacityAh: 420 } },
    ]);
  });

  test("[OBD-214] records that answer a poll are decoded only if the capture contains the poll's command", async () => {
    const pace = await loadBuiltIn('pace');
    const vector = pace.tests.find(({ poll }) => poll !== undefined);
    const poll = pace.polls.find(({ id }) => id === vector?.poll);
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
    const answer = hex(bytesOf(vector?.bytes ?? '') ?? new Uint8Array());
    const capture = (command: string): Uint8Array =>
      new TextEncoder().encode(
        [
          '{"batbot":"capture","version":1}',
          `{"dir":"tx","ms":1000,"hex":"${command}"}`,
          `{"dir":"rx","ms":1020,"hex":"${answer.slice(0, 8)}"}`,
          `{"dir":"rx","ms":1030,"hex":"${answer.slice(8)}"}`,
        ].join('\n'),
      );
    const asked = decodeByProfile(capture(hex(questionBytes(poll ?? {}))), pace);
    expect(asked.readings).toMatchObject([{ at: 1_030 }]);
    expect(asked.packs[0]?.sample.packVoltageV).toBe(vector?.expect.packVoltage);
  });

  test('[OBD-214] a Modbus reply is decoded only after its request', async () => {
    const epever = await loadBuiltIn('epever');
    const vector = epever.tests.find(({ poll }) => poll !== undefined);
    const poll = epever.polls.find(({ id }) => id === vector?.poll);
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
    const received = `{"dir":"rx","ms":20,"hex":"${hex(bytesOf(vector?.bytes ?? '') ?? new Uint8Array())}"}`;
    const sent = `{"dir":"tx","ms":0,"hex":"${hex(questionBytes(poll ?? {}))}"}`;
    const header = '{"batbot":"capture","version":1}';
    const decode = (...lines: readonly string[]) =>
      decodeByProfile(new TextEncoder().encode([header, ...lines].join('\n')), epever);
    expect(decode(sent, received).readings).toHaveLength(1);
    expect(decode(received).readings).toEqual([]);
  });

  test('[CLI-14] the reply to a command that is no poll of the profile is not decoded, unless a checksum proves it', async () => {
    const json = {
      ...{ profile: 2, id: 'own', name: 'Own', frame: { split: 'line' } },
      polls: [{ id: 'all', send: 'V?\r', everyMs: 1_000, timeoutMs: 600 }],
      records: [{ id: 'all', read: 'keys', keys: { V: { to: 'packVoltage' } } }],
    };
    const own = PROFILE_2_FILE.parse(JSON.stringify(json));
    if (!own.ok) throw new Error(own.error.problem);
    const capture = [
      '{"batbot":"capture","version":1}',
      ...[
        ['V?\r', 'V: 13.2\r\n'],
        ['LIMIT?\r', 'V: 14.6\r\n'],
      ].flatMap((texts, at) =>
        texts.map((text, index) =>
          JSON.stringify({
            ...{ dir: index === 0 ? 'tx' : 'rx', ms: at * 1_000 + index * 20 },
            hex: Buffer.from(text).toString('hex'),
          }),
        ),
      ),
    ].join('\n');
    const { packs } = decodeByProfile(new TextEncoder().encode(capture), own.value);
    expect(packs.map(({ sample }) => sample.packVoltageV)).toEqual([13.2]);
  });

  test('[REC-141] a line with bytes that could not be read has no value', async () => {
    const own = PROFILE_2_FILE.parse(
      JSON.stringify({
        ...{ profile: 2, id: 'own', name: 'Own', frame: { split: 'line' } },
        records: [{ id: 'all', read: 'keys', keys: { V: { to: 'packVoltage' } } }],
      }),
    );
    if (!own.ok) throw new Error(own.error.problem);
    const said = (text: string): string =>
      JSON.stringify({ dir: 'rx', ms: 0, hex: Buffer.from(text).toString('hex') });
    const read = (...lines: readonly string[]) => {
      const text = ['{"batbot":"capture","version":1}', ...lines].join('\n');
      const { readings } = decodeByProfile(new TextEncoder().encode(text), own.value);
      return readings.map(({ scalars }) => scalars.packVoltage);
    };
    const gap = '{"missing":"bytes that could not be read"}';
    expect(read(said('V: 5'), said('3\nV: 54\n'))).toEqual([53, 54]);
    expect(read(said('V: 5'), gap, said('3\nV: 54\n'))).toEqual([54]);
    expect(read(said('V: 54\nV: 5'), gap)).toEqual([54]);
  });

  test('[OBD-214] profile check and decode --profile are parsed', () => {
    expect(readArguments(['profile', 'check', 'a.json'])).toEqual({
      kind: 'profile',
      file: 'a.json',
    });
    expect(readArguments(['profile', 'a.json'])).toMatchObject({ kind: 'wrong' });
    expect(readArguments(['decode', 'a.txt', '--profile', 'p.json'])).toMatchObject({
      kind: 'decode',
      file: 'a.txt',
      profile: 'p.json',
    });
  });
});
