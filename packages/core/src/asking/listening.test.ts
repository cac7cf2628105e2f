import { expect, test } from 'vitest';
import { profileOf } from '../profiles/profile.fixture.ts';
import { setUp } from './asking-rig.fixture.ts';

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A device that sends a record each second by itself. */
const listening = async (parts: object) => {
  const profile = profileOf({
    ...{ id: 'own', name: 'Own' },
    records: [
      { id: 'all', read: 'keys', separator: '=', pairs: ' ', keys: { V: { to: 'packVoltage' } } },
    ],
    ...parts,
  });
  const rig = await setUp({}, { load: () => Promise.resolve(profile) });
  await rig.choice.choose('own');
  const shown: (number | undefined)[] = [];
  rig.telemetry.samples$.subscribe(({ sample }) => shown.push(sample.packVoltageV));
  const pass = async (seconds: number, record: string): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      await rig.clock.advance(1_000);
      rig.fake.device.send(record);
      await rig.clock.advance(0);
    }
  };
  /** Sends a command of the user, which the device answers in 50 ms. */
  const command = async (text: string, answer: string) => {
    const ended = rig.link.execute({ text, bytes: encoded(`${text}\r\n`), origin: 'user' });
    await rig.clock.advance(50);
    rig.fake.device.send(answer);
    await rig.clock.advance(500);
    return { ended };
  };
  return { ...rig, shown, pass, command };
};

test.each([
  ['lines', {}, 'V=13.2 I=-1.2\r\n'],
  ['blocks', { frame: { split: 'reply' }, end: { final: ['END'] } }, 'V=13.2 I=-1.2\r\nEND\r\n'],
])(
  '[OBD-322] a profile that listens to %s reads no reply to a command of the user',
  async (_, parts, record) => {
    const { shown, pass, command } = await listening(parts);
    await pass(5, record);
    expect(shown).toContain(13.2);
    const answer = `V=13.6 limit\r\n${record.includes('END') ? 'END\r\n' : ''}OK\r\n`;
    const { ended } = await command('CFG?', answer);
    expect(await ended).toMatchObject({ kind: 'ok' });
    await pass(5, record);
    expect(new Set(shown)).toEqual(new Set([13.2]));
    expect(shown.length).toBeGreaterThanOrEqual(8);
  },
);

test.each([
  [
    'between two texts',
    { frame: { split: 'between', start: '<', end: '>' } },
    '<V=13.2>',
    '<V=13.6>',
  ],
  [
    'after a header',
    {
      frame: { split: 'header', header: 'V', size: 2 },
      records: [
        {
          id: 'all',
          read: 'layout',
          layout: [{ at: 1, u: 1, to: 'packVoltage', scale: 0.1, offset: 6.7 }],
        },
      ],
    },
    'VA',
    'VE',
  ],
  [
    'up to a prompt',
    { frame: { split: 'reply' }, end: { prompt: '>' } },
    'V=13.2\r\n>',
    'V=13.6\r\n>',
  ],
])(
  '[OBD-322] a profile that listens to frames %s reads no reply to a command of the user',
  async (_, parts, record, answer) => {
    const { shown, pass, command } = await listening(parts);
    await pass(5, record);
    const { ended } = await command('CFG?', `${answer}\r\nOK\r\n`);
    await ended;
    await pass(5, record);
    expect(new Set(shown)).toEqual(new Set([13.2]));
    expect(shown.length).toBeGreaterThanOrEqual(8);
  },
);

test('[OBD-322] a command that was sent before the profile was chosen does not change what is read of a later one', async () => {
  const { shown, pass, command, choice, link, clock, sent } = await listening({
    frame: { split: 'between', start: '<', end: '>' },
  });
  await choice.choose(undefined);
  const bytes = encoded('OLD?\r\n');
  const old = link.execute({ text: 'OLD?', bytes, origin: 'user', timeoutMs: 3_000 });
  while (!sent.includes('OLD?')) await clock.advance(10);
  await choice.choose('own');
  await clock.advance(4_000);
  expect(await old).toEqual({ kind: 'timeout' });
  await pass(5, '<V=13.2>');
  const { ended } = await command('CFG?', '<V=13.6>\r\nOK\r\n');
  await ended;
  await pass(5, '<V=13.2>');
  expect(new Set(shown)).toEqual(new Set([13.2]));
  expect(shown.length).toBeGreaterThanOrEqual(8);
});

test('[OBD-322] records that a device sends while a command of the user is not answered are read', async () => {
  const { shown, pass, command, clock } = await listening({});
  await pass(35, 'V=13.2 I=-1.2\r\n'); // for 30 s, a line may be the late reply to a poll before the choice
  shown.length = 0;
  const { ended } = await command('WHAT?', 'V=13.3 I=-1.2\r\n');
  await clock.advance(600);
  expect(await ended).toEqual({ kind: 'timeout' });
  await pass(4, 'V=13.4 I=-1.2\r\n');
  expect(new Set(shown)).toEqual(new Set([13.3, 13.4]));
});

test('[OBD-331] the late reply to a command of the user is not read as the answer to a poll without a checksum', async () => {
  const profile = profileOf({
    ...{ id: 'own', name: 'Own', frame: { split: 'reply' }, end: { gapMs: 100 } },
    polls: [{ id: 'all', send: 'V?\r', everyMs: 1_000, timeoutMs: 600 }],
    records: [{ id: 'all', read: 'keys', keys: { V: { to: 'packVoltage' } } }],
  });
  const answers: Record<string, string> = { 'V?': 'V: 13.2\r\n' };
  const { choice, clock, link, telemetry, sent } = await setUp(answers, {
    load: () => Promise.resolve(profile),
  });
  await choice.choose('own');
  await clock.advance(3_000);
  const shown: unknown[] = [];
  telemetry.samples$.subscribe(({ sample }) => shown.push(sample.packVoltageV));
  const bytes = encoded('LIMIT?\r');
  let isOver = false;
  void link
    .execute({ text: 'LIMIT?', bytes, origin: 'user', timeoutMs: 500 })
    .then(({ kind }) => (isOver = kind === 'timeout'));
  while (!isOver) await clock.advance(10);
  answers['V?'] = 'V: 13.6\r\n'; // the limit, which the device sends before the reply to the poll
  const before = sent.length;
  while (sent.length === before) await clock.advance(10);
  answers['V?'] = 'V: 13.2\r\n';
  await clock.advance(5_000);
  expect(new Set(shown)).toEqual(new Set([13.2]));
  expect(telemetry.health$.value.lastRejection?.error.detail).toBe('the reply may answer LIMIT?');
});
