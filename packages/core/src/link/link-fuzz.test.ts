import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDeviceCore } from '../device-core.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { decodeNative } from '../protocol/native-dialect.ts';
import { encodeCompact, encodeLabelled } from '../protocol/native-encoder.fixture.ts';
import { cutAt, packs, utterances } from './fuzz.fixture.ts';
import type { Outcome, ReceivedLine, Transaction } from './traffic.ts';

/** Connects the device core to a device that sends only what the test sends. */
const connect = async (section: 'terminal' | 'home') => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  const transactions: Transaction[] = [];
  const lines: ReceivedLine[] = [];
  let longestPending = 0;
  core.link.transactions$.subscribe((each) => transactions.push(each));
  core.link.traffic$.subscribe((event) => {
    if (event.kind !== 'received') return;
    lines.push(...event.lines);
    longestPending = Math.max(longestPending, event.pending.text.length);
  });
  core.showPath(`/mainpage/${section}`);
  void core.link.connect('fake');
  await clock.advance(100);
  fake.device.send('\r\nOK\r\n');
  await clock.settle();
  return {
    clock,
    fake,
    core,
    transactions,
    lines,
    longestPending: () => longestPending,
    dispose: async () => {
      await core.dispose();
      expect(clock.pendingTimers()).toBe(0);
    },
  };
};

type Rig = Awaited<ReturnType<typeof connect>>;

const isDone = ({ kind }: Outcome): boolean => kind === 'ok' || kind === 'error';

/** Returns the outcomes and lines of a user command that the device answers with these chunks at one moment. */
const replyTo = async (chunks: readonly Uint8Array[]) => {
  const rig = await connect('terminal');
  rig.core.terminal.send('ATX');
  await rig.clock.settle();
  for (const chunk of chunks) {
    rig.fake.device.send(chunk);
    await rig.clock.settle();
  }
  const atOnce = rig.transactions.map(({ text, outcome }) => ({ text, outcome }));
  await rig.core.link.disconnect();
  const texts = rig.lines.map(({ line }) => line.text);
  await rig.dispose();
  return { atOnce, texts };
};

describe('arbitrary bytes in arbitrary chunks', () => {
  test('[SR-33] [DP-04] chunk boundaries change neither lines nor outcomes', async () => {
    // Two cases are excluded. Only the chunk boundary distinguishes a prompt from a line that begins with ">". A boot
    // banner makes the app send a command, and later bytes may be its reply.
    const unprompted = utterances
      .filter((bytes) => !new TextDecoder().decode(bytes).includes('READY'))
      .map((bytes) => bytes.filter((byte) => byte !== 0x3e));
    await fc.assert(
      fc.asyncProperty(
        fc.array(unprompted, { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        async (said, places) => {
          const whole = joinBytes(said);
          expect(await replyTo(cutAt(whole, places))).toEqual(await replyTo([whole]));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('[SR-33] single bytes give the same result as one chunk', async () => {
    await fc.assert(
      fc.asyncProperty(packs, async (pack) => {
        const bytes = new TextEncoder().encode(encodeCompact(pack));
        const bytewise = Array.from(bytes, (byte) => Uint8Array.of(byte));
        expect(await replyTo(bytewise)).toEqual(await replyTo([bytes]));
      }),
      { numRuns: 20 },
    );
  });

  test('[DP-10] a result code after the boot banner in one chunk does not answer an earlier command', async () => {
    const { atOnce } = await replyTo([new TextEncoder().encode('\r\nREADY\r\n\r\nOK\r\n')]);
    expect(atOnce).toContainEqual({ text: 'ATX', outcome: { kind: 'lost' } });
  });

  test('[SR-28] if a device resets on opening, its first partial line is not a reply, and the verbose command is sent again', async () => {
    const rig = await connect('terminal');
    rig.fake.device.forgetWritten();
    rig.core.terminal.send('ATI');
    await rig.clock.settle();
    rig.fake.device.send('A: 1,17,86405,4,2,132');
    await rig.clock.advance(60);
    rig.fake.device.send('11\r\n\r\nREADY\r\n');
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe('ATI\r\nAT+VB=1\r\n');
    expect(rig.transactions.at(-1)).toMatchObject({ text: 'ATI', outcome: { kind: 'lost' } });
    await rig.dispose();
  });

  const survives = async (rig: Rig): Promise<void> => {
    expect(rig.core.link.connection$.value.kind).toBe('connected');
    await rig.clock.advance(90_000);
    expect(rig.core.link.waiting$.value).toBe(0);
    rig.transactions.length = 0;
    rig.fake.device.onWrite(() => rig.fake.device.send('\r\nOK\r\n'));
    // Earlier bytes may look like an overdue reply, which takes the first command's result code (DP-02).
    for (const text of ['AT', 'ATI']) {
      rig.core.terminal.send(text);
      await rig.clock.advance(90_000); // until then a reply may be the late one to a poll [TERM-186]
    }
    const mine = rig.transactions.filter(({ origin }) => origin === 'user');
    expect(mine.map(({ text }) => text)).toEqual(['AT', 'ATI']);
    expect(mine[1]?.outcome).toSatisfy(isDone);
    await rig.dispose();
  };

  test('[DP-03] after any bytes at any time, the next command is sent and answered', async () => {
    const doings = fc.array(
      fc.oneof(
        utterances.map((bytes) => ({ kind: 'say' as const, bytes })),
        fc.integer({ min: 0, max: 6_000 }).map((ms) => ({ kind: 'wait' as const, ms })),
        fc.constantFrom('ATI', 'AT+ADATA', 'x').map((text) => ({ kind: 'type' as const, text })),
        fc
          .constantFrom('BreakError' as const, 'FramingError' as const)
          .map((name) => ({ kind: 'glitch' as const, name })),
      ),
      { maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('home', 'terminal'), doings, async (section, all) => {
        const rig = await connect(section);
        for (const each of all) {
          if (each.kind === 'say') rig.fake.device.send(each.bytes);
          else if (each.kind === 'type') rig.core.terminal.send(each.text);
          else if (each.kind === 'glitch') rig.fake.glitch(each.name);
          await rig.clock.advance(each.kind === 'wait' ? each.ms : 100);
        }
        await survives(rig);
      }),
      { numRuns: 100 },
    );
  });

  test('[DP-09] with any answers to the polls, the live data is finite and complete', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(utterances, { maxLength: 20 }), async (said) => {
        const rig = await connect('home');
        const samples: unknown[] = [];
        rig.core.telemetry.liveData$.subscribe((live) => {
          if (live.kind === 'sample') samples.push(live.sample);
        });
        for (const bytes of said) {
          rig.fake.device.send(bytes);
          await rig.clock.advance(700);
        }
        expect(JSON.stringify(samples)).not.toMatch(/NaN|Infinity|undefined/);
        await rig.dispose();
      }),
      { numRuns: 100 },
    );
  });
});

describe('replies above the size limit', () => {
  test.each([
    ['lines of one character', 'x\n'],
    ['short lines', '+LOG: 1\r\n'],
    ['opened JSON', '{"a":[\n'],
    ['blank lines', '\r\n'],
    ['no line break', 'x'],
    ['broken UTF-8', 'Â'],
  ])(
    '[DP-05] 1 MB of %s during a command stay within the limits, and the connection works',
    async (_, unit) => {
      const rig = await connect('terminal');
      rig.core.terminal.send('ATX');
      await rig.clock.settle();
      const chunk = new TextEncoder().encode(unit.repeat(Math.ceil(65_536 / unit.length)));
      for (let sent = 0; sent < 1_000_000; sent += chunk.length) {
        rig.fake.device.send(chunk);
        rig.lines.length = 0;
        await rig.clock.advance(10);
      }
      expect(rig.longestPending()).toBeLessThanOrEqual(16_384);
      rig.fake.device.send('\r\nOK\r\n');
      await rig.clock.advance(10_000);
      for (const { outcome } of rig.transactions) {
        const lines = 'lines' in outcome ? outcome.lines : [];
        expect(lines.length).toBeLessThanOrEqual(512);
        expect(lines.join('').length).toBeLessThanOrEqual(32_768);
      }
      expect(rig.core.link.connection$.value.kind).toBe('connected');
      await rig.dispose();
    },
  );
});

describe('decoding of encoded packs', () => {
  const linesOf = (text: string): readonly string[] =>
    text.split('\r\n').filter((line) => line !== '' && line !== 'OK');

  test('[OBD-50] a compact reply decodes to the encoded pack', () => {
    fc.assert(
      fc.property(packs, (pack) => {
        expect(decodeNative(linesOf(encodeCompact(pack)))).toEqual({ ok: true, value: pack });
      }),
    );
  });

  test('[OBD-51] a labelled reply decodes to the encoded pack', () => {
    fc.assert(
      fc.property(packs, (pack) => {
        expect(decodeNative(linesOf(encodeLabelled(pack)))).toEqual({ ok: true, value: pack });
      }),
    );
  });
});
