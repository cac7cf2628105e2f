import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore, createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createLink } from '../link/link.ts';
import { LOG_LIMIT_BYTES } from '../log/log-buffer.ts';
import { createTerminal } from './terminal.ts';

const setUp = (afterPaint = createFakePorts().afterPaint) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const link = createLink({
    links: [fake.link],
    clock,
    store: createFakeKeyValueStore(),
    notify: () => undefined,
  });
  const store = createFakeStorage().openTab();
  const terminal = createTerminal({ ...createFakePorts(), link, clock, store, afterPaint });
  return { clock, fake, link, terminal };
};

describe('a terminal under a flood', () => {
  test('[LR-05] at 12 MB/s for 60 MB, all lines are received, and the log is bounded and published at most every 50 ms', async () => {
    const { clock, fake, link, terminal } = setUp();
    void link.connect('fake');
    await clock.advance(10_000);

    let published = 0;
    const counting = terminal.log$.subscribe(() => {
      published += 1;
    });
    const chunk = 'x'.repeat(998).concat('\r\n').repeat(60);
    for (let each = 0; each < 1_000; each += 1) {
      fake.device.send(chunk);
      await clock.advance(5);
    }
    await clock.advance(50);
    counting.unsubscribe();

    const { entries, length, dropped } = terminal.log$.value;
    const bytes = entries().reduce((sum, { byteLength }) => sum + byteLength, 0);
    const system = 2; // the line 'Connected' and the verbose command
    expect(length + dropped).toBe(60_000 + system);
    expect(bytes).toBeLessThanOrEqual(LOG_LIMIT_BYTES);
    expect(published).toBeLessThanOrEqual(5_000 / 50 + 2);
    expect(link.connection$.value.kind).toBe('connected');
  });

  test('[LR-05] the log is published once per frame while a screen shows it', async () => {
    const asked: (() => void)[] = [];
    const { clock, terminal } = setUp((run) => {
      asked.push(run);
      return () => undefined;
    });
    terminal.note('one');
    await clock.advance(50);
    terminal.note('two');
    await clock.advance(500);
    expect([terminal.log$.value.length, asked.length]).toEqual([0, 1]);
    asked[0]?.();
    expect(terminal.log$.value.length).toBe(2);
    terminal.note('three');
    await clock.advance(50);
    expect(asked.length).toBe(2);
    asked[1]?.();
    expect(terminal.log$.value.length).toBe(3);
  });
});
