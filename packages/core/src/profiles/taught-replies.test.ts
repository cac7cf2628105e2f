import { describe, expect, test } from 'vitest';
import { FOREIGN_REPLIES, type ForeignReply } from '../fakes/foreign-replies.ts';
import { repliesOf } from '../protocol/capture-replies.ts';
import { inferReply } from '../protocol/infer/infer-reply.ts';
import { readReply } from '../protocol/reply-format.ts';
import {
  draftProfile,
  PROFILE_2_FILE,
  profileOfFields,
  replyProfile,
  suggestedRule,
  type Profile,
} from './index.ts';
import { readReplyRecord } from './read-reply.ts';

const replyOf = ({ bytes }: ForeignReply): readonly string[] =>
  repliesOf([new TextEncoder().encode(bytes)]).at(-1) ?? [];

/** Returns the draft with the user's corrections. It is exported and imported, so that the schema is tested too. */
const corrected = (draft: Profile, foreign: ForeignReply): Profile => {
  const [record] = draft.records;
  const fields = new Map<string, unknown>(
    record?.read === 'reply' ? Object.entries(record.fields) : [],
  );
  for (const [key, rule] of Object.entries(foreign.corrections ?? {})) {
    if (rule === null) fields.delete(key);
    else fields.set(key, rule);
  }
  const { currentPositive = draft.signs.current } = foreign;
  const records = [{ ...record, fields: Object.fromEntries(fields) }];
  const file = JSON.stringify({ ...draft, signs: { current: currentPositive }, records });
  const parsed = PROFILE_2_FILE.parse(file);
  if (!parsed.ok) throw new Error(`${parsed.error.path} ${parsed.error.problem}`);
  return parsed.value;
};

const sampleBy = (lines: readonly string[], profile: Profile) => {
  const read = replyProfile(profile)?.read(lines);
  return read?.ok === true ? read.value.sample : undefined;
};

const drafted = FOREIGN_REPLIES.filter((each) => each.drafted !== undefined);
const taught = FOREIGN_REPLIES.filter((each) => each.taught !== undefined);

test('[OBD-298] a taught profile does not show a number that stands for a missing value', () => {
  const profile = draftProfile(['voltage: 52.1 V', 'current: -1250 mA', 'remaining: 50.0 Ah']);
  if (profile === undefined) throw new Error('nothing was drafted');
  const sample = sampleBy(
    ['voltage: 655.35 V', 'current: -32768 mA', 'remaining: 50.1 Ah'],
    profile,
  );
  expect(sample).toMatchObject({ remainingAh: 50.1 });
  expect(sample).not.toHaveProperty('packVoltageV');
  expect(sample).not.toHaveProperty('currentA');
});

test('[OBD-282] a taught profile gives the key and the raw text of each value', () => {
  const lines = ['Cells: 3.301 3.302 V', 'SOC: 50 %'];
  const [record] = draftProfile(lines)?.records ?? [];
  if (record?.read !== 'reply') throw new Error('nothing was drafted');
  expect(readReplyRecord(record, lines.join('\n'), 'charge', 0)).toMatchObject({
    sources: [
      { value: 'cells 1', from: 'Cells', raw: '3.301' },
      { value: 'cells 2', from: 'Cells', raw: '3.302' },
      { value: 'soc', from: 'SOC', raw: '50' },
    ],
  });
});

test.each([
  ['Current: 1.2 A', 'Current: -900 mA', -0.9],
  ['Current: 900 mA', 'Current: 1.2 A', 1.2],
  ['Current: 900 mA', 'Current: 1.2', undefined],
  ['Current: 900 mA', 'Current: 0', 0],
  ['Current: 900', 'Current: 900 mA', undefined],
  ['Remaining: 50 Ah', 'Remaining: 900 mAh', 0.9],
])('[OBD-318] after "%s" was taught, "%s" is read as %s', (taughtLine, line, wanted) => {
  const draft = draftProfile(['Voltage: 52.1 V', taughtLine]);
  const parsed = PROFILE_2_FILE.parse(JSON.stringify(draft));
  if (!parsed.ok) throw new Error(parsed.error.problem);
  const sample = sampleBy(['Voltage: 52.1 V', line], parsed.value);
  expect(sample?.currentA ?? sample?.remainingAh).toBe(wanted);
});

test.each([
  ['numbers', ['52.1V,1.2A,50%'], ['52.1V,-900mA,50%']],
  ['a sentence', ['The load takes 1.2 A now'], ['The load takes -900 mA now']],
])('[OBD-318] a current that changes its unit is read from %s', (_, taughtLines, lines) => {
  const field = readReply(taughtLines).fields.find(({ values }) => values[0] === 1.2);
  if (field === undefined) throw new Error('no field');
  const profile = profileOfFields('Theirs', { [field.key]: suggestedRule('current', field) });
  expect(sampleBy(taughtLines, profile)?.currentA).toBe(1.2);
  expect(sampleBy(lines, profile)?.currentA).toBe(-0.9);
});

test('[OBD-318] a saved rule with a factor of its own stays as it was', () => {
  const rule = { to: 'packVoltage', unit: 'V', scale: 0.001 } as const;
  const profile = profileOfFields('Theirs', { '#1': rule });
  expect(sampleBy(['52100mV,1.2A,50%'], profile)?.packVoltageV).toBe(52.1);
});

test('[OBD-318] a corrected unit applies to values with the wrong unit; values with another or no unit are not shown', () => {
  const draft = draftProfile(['Voltage: 52.1 V', 'Current: 1.2 A']);
  const fields = { Current: { to: 'current', unit: 'A', written: 'mA' } };
  const parsed = PROFILE_2_FILE.parse(
    JSON.stringify({
      ...draft,
      records: [
        { ...draft?.records[0], fields: { Voltage: { to: 'packVoltage', unit: 'V' }, ...fields } },
      ],
    }),
  );
  if (!parsed.ok) throw new Error(parsed.error.problem);
  const currents = ['1.2 mA', '1.2 A', '1.2'].map(
    (text) => sampleBy([`Voltage: 52.1 V`, `Current: ${text}`], parsed.value)?.currentA,
  );
  expect(currents).toEqual([1.2, undefined, undefined]);
});

test('[OBD-18] a value in nested JSON objects is still read after the profile was saved', () => {
  const lines = [`{"${'battery'.repeat(8)}":{"${'measured'.repeat(6)}":{"voltage":52.1}}}`];
  const draft = draftProfile(lines);
  if (draft === undefined) throw new Error('nothing was drafted');
  const parsed = PROFILE_2_FILE.parse(PROFILE_2_FILE.format(draft));
  if (!parsed.ok) throw new Error(`${parsed.error.path} ${parsed.error.problem}`);
  expect(sampleBy(lines, parsed.value)).toEqual(sampleBy(lines, draft));
  expect(sampleBy(lines, parsed.value)?.packVoltageV).toBe(52.1);
});

test.each([
  ['thousands', ['Voltage: 52.8 V', 'Current: -1,250 mA', 'Temps: 25,26'], 52.8, -1.25],
  ['decimals', ['Voltage: 52,8 V', 'Current: -12,50 mA'], 52.8, -0.0125],
  ['not clear', ['Voltage: 52 V', 'Current: -1,250 mA'], 52, undefined],
  ['not clear beside commas', ['Voltage: 52,8 V', 'Current: -1.250 mA'], 52.8, undefined],
  ['in JSON', ['{"voltage":"52.811 V","current":"-1,250 mA","temps":[25,26]}'], 52.811, -1.25],
])('[OBD-178] a taught profile reads a comma or point as the whole reply: %s', (...each) => {
  const [, lines, packVoltageV, currentA] = each;
  const fields = {
    voltage: { to: 'packVoltage', unit: 'V' },
    current: { to: 'current', unit: 'mA' },
  };
  const named = Object.entries(fields).flatMap(([key, rule]) => [
    [key, rule],
    [`${key.charAt(0).toUpperCase()}${key.slice(1)}`, rule],
  ]);
  const draft = draftProfile(['Voltage: 52.8 V']);
  const records = [{ ...draft?.records[0], fields: Object.fromEntries(named) }];
  const parsed = PROFILE_2_FILE.parse(JSON.stringify({ ...draft, records }));
  if (!parsed.ok) throw new Error(parsed.error.problem);
  const sample = sampleBy(lines, parsed.value);
  expect([sample?.packVoltageV, sample?.currentA]).toEqual([packVoltageV, currentA]);
});

test('[OBD-294] a taught profile gives a current the sign of the direction that the device states', () => {
  const reply = (mode: string) => ['Voltage: 52.1 V', 'Current: 12.4 A', `Mode: ${mode}`];
  const profile = draftProfile(reply('Discharging'));
  if (profile === undefined) throw new Error('nothing was drafted');
  const currents = ['Discharging', 'Charging', 'Idle'].map(
    (mode) => sampleBy(reply(mode), profile)?.currentA,
  );
  expect(currents).toEqual([-12.4, 12.4, 12.4]);
});

describe('replies in unknown formats', () => {
  test.each(drafted)(
    '[OBD-74] $name: values are read as far as names, units and sums allow it',
    (foreign) => {
      expect(inferReply(replyOf(foreign))?.sample).toMatchObject(foreign.drafted ?? {});
    },
  );

  test.each(taught)('[OBD-75] $name: the corrected profile decodes everything', (foreign) => {
    const lines = replyOf(foreign);
    const draft = draftProfile(lines, foreign.name);
    if (draft === undefined) throw new Error('nothing was drafted');
    const profile = corrected(draft, foreign);
    expect(sampleBy(lines, profile)).toMatchObject(foreign.taught ?? {});
    expect(PROFILE_2_FILE.parse(PROFILE_2_FILE.format(profile))).toEqual({
      ok: true,
      value: profile,
    });
  });

  test.each(FOREIGN_REPLIES.filter((each) => each.drafted === undefined))(
    '[OBD-76] $name: hexadecimal digits stay raw and are never guessed',
    (foreign) => {
      const lines = replyOf(foreign);
      expect(readReply(lines).format).toBe('hex');
      expect(draftProfile(lines)).toBeUndefined();
    },
  );
});

test('[OBD-305] the draft proposes the factor of a fraction for a state of charge', () => {
  const socOf = (text: string) => {
    const lines = [`SOC: ${text}`];
    const draft = draftProfile(lines);
    return draft && sampleBy(lines, draft)?.socPercent;
  };
  expect(['0.85', '85', '785', '0.5 %'].map(socOf)).toEqual([85, 85, 78.5, 0.5]);
});

describe('[OBD-323] a key that occurs twice in a reply', () => {
  const rules = {
    V: { to: 'packVoltage', unit: 'V', scale: 1 },
    C1: { to: 'cells', unit: 'V', scale: 1, index: 1 },
    C2: { to: 'cells', unit: 'V', scale: 1, index: 2 },
    ALM: { to: 'alarms', unit: '', scale: 1 },
  } as const;
  const read = (lines: readonly string[]) =>
    replyProfile(profileOfFields('Theirs', rules))?.read(lines);

  test.each([
    ['pairs', ['V=13.2 C1=3.3 C2=3.31 ALM=0', 'V=3.3 C1=3.4 C2=3.31 ALM=1']],
    ['JSON', ['{"V":13.2,"C1":3.3,"C2":3.31,"ALM":0,"V":3.3,"C1":3.4,"ALM":1}']],
  ])('has no known value if the values differ, in %s', (_, lines) => {
    const reading = read(lines);
    if (reading?.ok !== true) throw new Error('not read');
    const { sample } = reading.value;
    expect(sample.packVoltageV).toBeUndefined();
    expect(sample.cellVoltagesV.filter((volts) => volts !== null)).toEqual([3.31]);
    expect(sample.cellVoltagesV[1]).toBe(3.31);
    expect(sample.lacksFaults).toBe(true);
  });

  test('is read if the values are the same, and is listed with all values if not', () => {
    const same = read(['V=13.2 C1=3.3 C2=3.31', 'V=13.2 C1=3.3 C2=3.31']);
    expect(same?.ok === true && same.value.sample.packVoltageV).toBe(13.2);
    const other = read(['V=13.2 C1=3.3', 'V=3.3 C1=3.3']);
    expect(other?.ok === true && other.value.others).toEqual([{ key: 'V', text: '13.2 / 3.3' }]);
  });

  test.each([
    ['{"a":{"V":1},"b":{"V":2}}', ['a.V', 'b.V']],
    ['{"a":{"V":1},"a":{"V":2},"c":3}', ['c']],
    ['[{"V":1,"V":2,"c":3},{"V":4}]', ['0.c', '1.V']],
    ['{"text":"\\"V\\":1","V":1}', ['text', 'V']],
  ])('is not a field of %s', (text, keys) => {
    expect(readReply([text]).fields.map(({ key }) => key)).toEqual(keys);
  });
});

test('[OBD-318] a value whose unit a saved rule does not know is listed under its own name', () => {
  const rule = { to: 'current', unit: 'A', scale: 1 } as const; // saved before rules had `written`
  const profile = profileOfFields('Theirs', {
    V: { ...rule, to: 'packVoltage', unit: 'V' },
    I: rule,
  });
  const read = replyProfile(profile)?.read(['V=13.2 V I=-900 mA']);
  if (read?.ok !== true) throw new Error('not read');
  expect(read.value.sample).not.toHaveProperty('currentA');
  expect(read.value.others).toEqual([{ key: 'I', text: '-900 mA' }]);
});
