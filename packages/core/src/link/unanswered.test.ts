import { expect, test } from 'vitest';
import { command, connected, settled } from './link-rig.fixture.ts';
import { unansweredCommands } from './unanswered.ts';

const LONG_MS = 60_000;

const setUp = async (answers?: Readonly<Record<string, string>>) => {
  const rig = await connected(answers);
  let count = 0;
  unansweredCommands(rig.link).subscribe((told) => (count = told));
  const ask = async (text: string): Promise<void> => {
    await settled(rig, rig.link.execute(command(text)), LONG_MS);
  };
  return { ...rig, ask, count: () => count };
};

test('[LINK-116] commands unanswered in a row are counted; a reply, also an error, begins anew', async () => {
  const rig = await setUp({
    'AT+VB=0': '\r\nOK\r\n',
    ATI: '\r\nBatBot\r\nOK\r\n',
    'AT+NO': '\r\nERROR\r\n',
  });
  await rig.ask('AT+X');
  await rig.ask('AT+X');
  expect(rig.count()).toBe(2);
  await rig.ask('ATI');
  expect(rig.count()).toBe(0);
  await rig.ask('AT+X');
  expect(rig.count()).toBe(1);
  await rig.ask('AT+NO');
  expect(rig.count()).toBe(0);
});

test('[LINK-116] a device that is asked nothing owes nothing, however long it is silent', async () => {
  const rig = await setUp({ 'AT+VB=0': '\r\nOK\r\n', ATI: '\r\nOK\r\n' });
  await rig.ask('ATI');
  await rig.clock.advance(LONG_MS);
  expect(rig.count()).toBe(0);
});

test('[LINK-116] the count ends with the connection', async () => {
  const rig = await setUp();
  await rig.ask('AT+X');
  expect(rig.count()).toBeGreaterThan(0);
  await rig.link.disconnect();
  expect(rig.count()).toBe(0);
});
