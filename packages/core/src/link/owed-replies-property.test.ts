import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDeviceCore } from '../device-core.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import type { Transaction } from './traffic.ts';

/** A device that answers in order. Each answer contains its command in a form that the link does not recognize. */
const slowDevice = async (delays: readonly (number | undefined)[], section: string) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  const transactions: Transaction[] = [];
  core.link.transactions$.subscribe((each) => transactions.push(each));
  let freeAt = 0;
  let count = 0;
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    const delay = text.startsWith('AT+VB=') ? 0 : delays[count++ % delays.length];
    if (delay === undefined) return;
    freeAt = Math.max(freeAt, clock.monotonicNow()) + delay;
    const answer = text === 'AT+ADATA' ? '+ADATA: 1,2' : `SN:${text}`;
    clock.after(freeAt - clock.monotonicNow(), () => {
      fake.device.send(text.startsWith('AT+VB=') ? '\r\nOK\r\n' : `\r\n${answer}\r\n\r\nOK\r\n`);
    });
  });
  core.showPath(`/mainpage/${section}`);
  void core.link.connect('fake');
  await clock.advance(100);
  return { clock, core, transactions };
};

describe('a device that answers late or never', () => {
  const delaysUpTo = (max: number) =>
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max }) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
      { minLength: 1, maxLength: 6 },
    );
  const typing = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 9_000 })), {
    minLength: 2,
    maxLength: 8,
  });

  // The longest delays: in the terminal up to 5 s, which is how long a reply is awaited after an unproven one; on Home
  // short enough that the device keeps up with the polls.
  test.each([
    ['terminal', 4_800],
    ['home', 1_800],
  ] as const)(
    '[TERM-186] [DP-02] with any delays, no command of the section %s gets the answer to another command',
    async (section, longestMs) => {
      await fc.assert(
        fc.asyncProperty(delaysUpTo(longestMs), typing, async (slow, typed) => {
          const rig = await slowDevice(slow, section);
          for (const [index, [asksIdentity, pauseMs]] of typed.entries()) {
            // The command is sent at most twice, because a command that is ignored three times is no longer awaited.
            const isAgain = typed.slice(0, index).filter(([each]) => each).length < 2;
            rig.core.terminal.send(asksIdentity && isAgain ? 'ATI' : `ATX${index}`);
            await rig.clock.advance(pauseMs);
            const known = rig.core.telemetry.identity.identity$.value;
            if (known.kind === 'known') expect(known.identity.serial).toBe('ATI');
          }
          await rig.clock.advance(60_000);
          for (const { text, outcome } of rig.transactions) {
            if (outcome.kind !== 'ok' || outcome.lines.length === 0) continue;
            if (text.startsWith('AT+VB=')) continue; // the reply to this command has no lines
            expect(outcome.lines).toEqual([text === 'AT+ADATA' ? '+ADATA: 1,2' : `SN:${text}`]);
          }
          await rig.core.dispose();
        }),
        { numRuns: 20 },
      );
    },
  );
});
