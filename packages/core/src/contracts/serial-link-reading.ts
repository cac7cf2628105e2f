import { describe, expect } from 'vitest';
import type { GlitchName } from '../ports/serial-link.ts';
import {
  bytesOf,
  counting,
  expectAlive,
  expectBytes,
  openedPort,
  readBytes,
  utf8,
  type SerialLinkCases,
} from './serial-link-harness.ts';

const glitches: readonly (readonly [string, GlitchName])[] = [
  ['SR-07', 'ParityError'],
  ['SR-08', 'FramingError'],
  ['SR-09', 'BreakError'],
  ['SR-10', 'BufferOverrunError'],
  ['SR-11', 'UnknownError'],
];

/** Splits a total into irregular but fixed sizes from 1 byte to 4 KiB. */
const unevenSizes = (total: number): readonly number[] => {
  const sizes: number[] = [];
  for (let left = total, state = 7; left > 0;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const size = Math.min(left, 1 + (state % 3 === 0 ? state % 4096 : state % 7));
    sizes.push(size);
    left -= size;
  }
  return sizes;
};

export const readingCases = ({ it, can }: SerialLinkCases): void => {
  describe('reading', () => {
    it('[SR-29] every value of a byte arrives unchanged', async (harness) => {
      const port = await openedPort(harness);
      await harness.send(counting(256));
      expectBytes(await readBytes(port, 256), counting(256));
    });

    it('[SR-29] 0xFF and NUL are data, not control bytes', async (harness) => {
      const port = await openedPort(harness);
      const sent = bytesOf(
        0xff,
        0,
        0,
        0x41,
        0xff,
        0x42,
        0xff,
        0xff,
        0,
        0x0d,
        0x0a,
        0x11,
        0x13,
        0x03,
        0x04,
      );
      await harness.send(sent);
      expectBytes(await readBytes(port, sent.length), sent);
    });

    it('[SR-29] the bytes of a UTF-8 character that is split between two chunks arrive unchanged', async (harness) => {
      const port = await openedPort(harness);
      const text = utf8('20 °C, 3 Ω, 🔋');
      for (const byte of text) await harness.send(bytesOf(byte));
      expectBytes(await readBytes(port, text.length), text);
    });

    it('[SR-33] the received bytes do not depend on how they were split into chunks', async (harness) => {
      const port = await openedPort(harness);
      const all = counting(20_000);
      const reading = readBytes(port, all.length);
      let offset = 0;
      for (const size of unevenSizes(all.length)) {
        await harness.send(all.subarray(offset, offset + size));
        offset += size;
      }
      expectBytes(await reading, all);
    });

    it('a pending read gets the next bytes', async (harness) => {
      const port = await openedPort(harness);
      const reading = readBytes(port, 3);
      await harness.send(utf8('one'));
      expectBytes(await reading, utf8('one'));
    });

    it('bytes that arrive between two reads are buffered, in order', async (harness) => {
      const port = await openedPort(harness);
      await harness.send(utf8('a'));
      expectBytes(await readBytes(port, 1), utf8('a'));
      await harness.send(utf8('bc'));
      await harness.send(utf8('def'));
      expectBytes(await readBytes(port, 5), utf8('bcdef'));
    });

    it('256 KiB arrive whole and in order', async (harness) => {
      const port = await openedPort(harness);
      const all = counting(262_144);
      const reading = readBytes(port, all.length);
      await harness.send(all);
      expectBytes(await reading, all);
    });

    it('a chunk that was read does not change while others follow', async (harness) => {
      const port = await openedPort(harness);
      await harness.send(utf8('first'));
      const first = await readBytes(port, 5);
      await harness.send(utf8('other'));
      await readBytes(port, 5);
      expectBytes(first, utf8('first'));
    });
  });

  if (!can('glitch')) return;

  describe('line errors', () => {
    for (const [id, name] of glitches) {
      it(`[${id}] bytes before a ${name} arrive, then the error, then the bytes after it`, async (harness) => {
        const port = await openedPort(harness);
        await harness.send(utf8('before'));
        expectBytes(await readBytes(port, 6), utf8('before'));
        await harness.glitch?.(name);
        expect(await port.read()).toMatchObject({ kind: 'glitch', name });
        await expectAlive(harness, port);
      });

      it(`[${id}] a ${name} ends a pending read`, async (harness) => {
        const port = await openedPort(harness);
        const reading = port.read();
        await harness.glitch?.(name);
        expect(await reading).toMatchObject({ kind: 'glitch', name });
        await expectAlive(harness, port);
      });
    }

    it('[SR-09] a break right after open does not end the connection', async (harness) => {
      const port = await openedPort(harness);
      await harness.glitch?.('BreakError');
      expect(await port.read()).toMatchObject({ kind: 'glitch', name: 'BreakError' });
      await expectAlive(harness, port);
      expect(await port.close()).toMatchObject({ ok: true });
    });

    it('successive errors are reported one by one', async (harness) => {
      const port = await openedPort(harness);
      for (const [, name] of glitches) {
        await harness.glitch?.(name);
        expect(await port.read()).toMatchObject({ kind: 'glitch', name });
      }
      await expectAlive(harness, port);
    });

    it('[SR-06] after a line error a close still settles the pending read', async (harness) => {
      const port = await openedPort(harness);
      await harness.glitch?.('FramingError');
      await port.read();
      const reading = port.read();
      expect(await port.close()).toMatchObject({ ok: true });
      expect(await reading).toEqual({ kind: 'closed' });
    });
  });
};
