import { draftProfile } from '@batbot/core';
import { describe, expect, test } from 'vitest';
import { firstRule, teachRows, withRule } from './teach-rows.ts';

const lines = ['soc=55,v=13200,x7=3301,mood=fine'];
const profile = draftProfile(lines)?.profile;
if (profile === undefined) throw new Error('nothing was drafted');

describe('teaching a device', () => {
  test('[OBD-60] every field of the reply is a row: as told, what it is taken for, what would be shown', () => {
    expect(teachRows(lines, profile)).toEqual([
      { key: 'soc', told: '55', rule: { to: 'soc', unit: '%', scale: 1 }, shown: '55.0 %' },
      {
        key: 'v',
        told: '13200',
        rule: { to: 'packVoltage', unit: 'V', scale: 0.001 },
        shown: '13.200 V',
      },
      { key: 'x7', told: '3301', rule: undefined, shown: '' },
      { key: 'mood', told: 'fine', rule: undefined, shown: '' },
    ]);
  });

  test('[OBD-61] a field is given a meaning, corrected and taken away again', () => {
    const taught = withRule(profile, 'x7', { ...firstRule('cells'), unit: 'mV', index: 7 });
    expect(teachRows(lines, taught)[2]?.shown).toBe('3.301 V');
    expect(teachRows(lines, withRule(taught, 'x7', undefined))[2]?.rule).toBeUndefined();
  });

  test('[DP-09] a value out of range is "not read", never a number', () => {
    const wrong = withRule(profile, 'v', { to: 'packVoltage', unit: 'V', scale: 1 });
    expect(teachRows(lines, wrong)[1]?.shown).toBe('read');
  });
});
