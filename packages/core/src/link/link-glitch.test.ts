import { describe, expect, test } from 'vitest';
import { command, setUp } from './link-rig.fixture.ts';

const connected = async () => {
  const { clock, fake, link, traffic } = setUp({});
  void link.connect('fake');
  await clock.advance(100);
  fake.device.send('\r\nOK\r\n');
  await clock.settle();
  traffic.length = 0;
  const texts = () =>
    traffic.flatMap((event) =>
      event.kind === 'received'
        ? event.lines.map(({ line }) => line.text)
        : event.kind === 'glitch'
          ? [`(${event.name})`]
          : [],
    );
  return { clock, fake, link, texts };
};

describe('a line error in the middle of a line', () => {
  test.each([
    ['SR-08', 'FramingError'],
    ['SR-09', 'BreakError'],
    ['SR-10', 'BufferOverrunError'],
  ] as const)(
    '[%s] [SR-08] [SR-09] [SR-10] text before the %s is not joined with the text after it',
    async (_, name) => {
      const rig = await connected();
      rig.fake.device.send('+ADATA: 1,17,86');
      rig.fake.glitch(name);
      rig.fake.device.send('405,4,2\r\nnext\r\n');
      await rig.clock.settle();
      expect(rig.texts()).toEqual(['+ADATA: 1,17,86', `(${name})`, '405,4,2', 'next']);
      expect(rig.link.connection$.value.kind).toBe('connected');
    },
  );

  test('[SR-08] a reply with a line error in it does not count as complete', async () => {
    const rig = await connected();
    const outcome = rig.link.execute(command('ATI'));
    await rig.clock.settle();
    rig.fake.device.send('\r\nACM');
    rig.fake.glitch('FramingError');
    rig.fake.device.send('E\r\n\r\nOK\r\n');
    await rig.clock.settle();
    expect(await outcome).toMatchObject({ kind: 'ok', lines: ['E'] });
  });

  test('[SR-07] many errors with bytes between them do not end the connection', async () => {
    const rig = await connected();
    for (let each = 0; each < 200; each += 1) {
      rig.fake.device.send('x');
      rig.fake.glitch('ParityError');
      await rig.clock.advance(10);
    }
    expect(rig.link.connection$.value.kind).toBe('connected');
  });
});
