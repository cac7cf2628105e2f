import { describe, expect, test } from 'vitest';
import { inferReply } from './infer-reply.ts';
import { meant } from './meaning.fixture.ts';
import { readSwitches } from './read-switches.ts';

const switchesOf = (...found: readonly (readonly [string, string])[]) =>
  readSwitches(found.map(([name, text]) => meant('switch', name, text)));

describe('[OBD-172] words for a state', () => {
  test.each<readonly [string, boolean]>([
    ...['on', 'true', 'active', 'enabled', 'closed', 'yes', 'ein', 'an', 'ON'].map(
      (text) => [text, true] as const,
    ),
    ...['off', 'false', 'inactive', 'disabled', 'open', 'no', 'aus', 'Off'].map(
      (text) => [text, false] as const,
    ),
    ['not active', false],
    ['not off', true],
    ['enabled, not active', false],
    ['disabled,active', true],
    ['enabled , off', false],
  ])('%s: %s', (text, charge) => {
    const meaning = meant('switch', 'Charge MOS', text);
    expect(readSwitches([meaning])).toEqual({
      switches: { charge },
      evidence: [
        {
          place: 'switches charge',
          key: 'Charge MOS',
          text,
          reason: `a switch by its name; the device says ${text}`,
        },
      ],
      used: [meaning.entry],
    });
  });
  test.each(['one', 'fully on', 'only', 'offline', 'turn off', 'not', 'nothing', 'on, ?', '1'])(
    '%s is not the state of a switch',
    (text) => {
      expect(switchesOf(['Charge MOS', text])).toEqual({ switches: {}, evidence: [], used: [] });
    },
  );
});

describe('[OBD-172] the name of a switch', () => {
  test.each([
    ...['precharge', 'prechg', 'pchg'].map((word) => [`${word} mos`, 'precharge'] as const),
    ...['discharge', 'discharging', 'discharg', 'dischg', 'dsg', 'dchg', 'dischrg', 'entladen'].map(
      (word) => [`${word} mos`, 'discharge'] as const,
    ),
    ...['charge', 'charging', 'charg', 'chg', 'chrg', 'laden'].map(
      (word) => [`mos ${word}`, 'charge'] as const,
    ),
  ])('%s: %s', (name, place) => {
    expect(switchesOf([name, 'on']).switches).toEqual({ [place]: true });
  });
  test.each(['mos', 'precharged mos', 'recharge mos', 'dsgs mos', 'chgs mos', 'beladen mos'])(
    '%s is not the name of a switch',
    (name) => {
      expect(switchesOf([name, 'on']).switches).toEqual({});
    },
  );
  test('precharge is not taken for charge', () => {
    expect(inferReply(['Pre-charge FET: ON'])).toBeUndefined();
    expect(inferReply(['prechg fet: ON'])?.sample.switches).toEqual({ precharge: true });
  });
});

describe('[OBD-172] a list of the switches that are on', () => {
  const reason = 'named by the device among its switches that are on';
  test.each([
    ['Charge,Discharge', ['charge', 'discharge']],
    ['charge & precharge', ['charge', 'precharge']],
    ['discharge + charge', ['discharge', 'charge']],
    ['charge/discharge', ['charge', 'discharge']],
    ['Charge', ['charge']],
  ])('%s means: %j', (text, names) => {
    const meaning = meant('switch', 'FET', text);
    expect(readSwitches([meaning])).toEqual({
      switches: Object.fromEntries(names.map((name) => [name, true])),
      evidence: names.map((name) => ({ place: `switches ${name}`, key: 'FET', text, reason })),
      used: names.map(() => meaning.entry),
    });
  });
  test.each([
    ['mos', 'charge,idle'],
    ['mos', 'charge discharge'],
    ['mos', 'charged'],
    ['mos', 'recharge'],
    ['charge mos', 'discharge'],
  ])('%s: "%s" is not a list of switches that are on', (name, text) => {
    expect(switchesOf([name, text])).toEqual({ switches: {}, evidence: [], used: [] });
  });
});

test('[OBD-174] two states that contradict each other give none, and both stay listed', () => {
  const found = switchesOf(
    ['Charge FET', 'on'],
    ['Charge MOS', 'off'],
    ['Discharge FET', 'off'],
    ['Discharge MOS', 'open'],
    ['Precharge', 'on'],
  );
  expect(found.switches).toEqual({ discharge: false, precharge: true });
  expect(found.evidence.map(({ key }) => key)).toEqual([
    'Discharge FET',
    'Discharge MOS',
    'Precharge',
  ]);
  const reply = inferReply(['Charge FET: on', 'Charge MOS: off', 'SOC: 50 %']);
  expect(reply?.sample.switches).toBeUndefined();
  expect(reply?.others).toEqual([
    { key: 'Charge FET', text: 'on' },
    { key: 'Charge MOS', text: 'off' },
  ]);
});
