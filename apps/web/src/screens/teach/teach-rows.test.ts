import { readReply } from '@batbot/core';
import { draftProfile, type ReplyRecord } from '@batbot/core/profiles';
import { describe, expect, test } from 'vitest';
import { duplicatesIn, teachRows as rowsOf, withMeaning, withRule } from './teach-rows.ts';

const lines = ['soc=55,v=13200,x7=3301,mood=fine'];
const [record] = draftProfile(lines)?.records ?? [];
if (record?.read !== 'reply') throw new Error('nothing was drafted');
const teachRows = (reply: readonly string[], edited: ReplyRecord) =>
  rowsOf(reply, edited, 'charge');

const fields = readReply(lines).fields;
const fieldOf = (key: string) => {
  const field = fields.find((each) => each.key === key);
  if (field === undefined) throw new Error(key);
  return field;
};

describe('teaching a device', () => {
  test('[OBD-60] every field of the reply is a row with its raw value, its meaning and its shown value', () => {
    const rows = teachRows(lines, record).map(({ key, raw, rule, shown }) => [
      key,
      raw,
      rule?.to,
      shown,
    ]);
    expect(rows).toEqual([
      ['soc', '55', 'soc', '55.0 %'],
      ['v', '13200', 'packVoltage', '13.200 V'],
      ['x7', '3301', undefined, ''],
      ['mood', 'fine', undefined, ''],
    ]);
  });

  test('[OBD-61] the meaning of a field can be set and removed', () => {
    const taught = withMeaning(record, [fieldOf('x7')], 'cells');
    expect(taught.fields['x7']).toMatchObject({ to: 'cells', scale: 0.001, index: 1 });
    expect(teachRows(lines, taught)[2]?.shown).toBe('3.301 V');
    const none = withMeaning(taught, [fieldOf('x7')], undefined);
    expect(teachRows(lines, none)[2]?.rule).toBeUndefined();
  });

  test('[OBD-154] a new cell or sensor gets the lowest free number, and two fields with the same number are found', () => {
    const two = withMeaning(record, [fieldOf('x7'), fieldOf('v')], 'temps');
    expect([two.fields['x7']?.index, two.fields['v']?.index]).toEqual([1, 2]);
    expect(duplicatesIn(teachRows(lines, two)).size).toBe(0);
    const rule = two.fields['v'];
    if (rule === undefined) throw new Error('no rule');
    const same = withRule(two, 'v', { ...rule, index: 1 });
    expect([...duplicatesIn(teachRows(lines, same))]).toEqual([
      ['x7', 'Temperature 1 is already v'],
    ]);
  });

  test.each([
    ['fault=0', 'none'],
    ['fault=3', 'Cell over-voltage, Cell under-voltage'],
    ['fault=BAD', 'not read'],
  ])('[OBD-367] the faults of %s are shown as they are read: %s', (fault, shown) => {
    const reply = [`soc=55,v=13200,${fault}`];
    const [, , field] = readReply(reply).fields;
    if (field === undefined) throw new Error('no field');
    const taught = withMeaning(record, [field], 'alarms');
    expect(teachRows(reply, taught)[2]?.shown).toBe(shown);
  });

  test('[OBD-367] each of several fields for alarms is shown with its own faults', () => {
    const reply = ['soc=55,v=13200,warn=1,warn2=2,fault=0'];
    const taught = withMeaning(record, readReply(reply).fields.slice(2), 'alarms');
    const shown = teachRows(reply, taught).map((row) => row.shown);
    expect(shown.slice(2)).toEqual(['Cell over-voltage', 'Cell under-voltage', 'none']);
  });

  test('[DP-09] a value out of range is "not read" and never a number', () => {
    const wrong = withRule(record, 'v', { to: 'packVoltage', unit: 'V', scale: 1 });
    expect(teachRows(lines, wrong)[1]?.shown).toBe('not read');
  });
});
