import { describe, expect } from 'vitest';
import {
  counting,
  expectAlive,
  expectBytes,
  expectWrite,
  openedPort,
  readBytes,
  utf8,
  type SerialLinkCases,
} from './serial-link-harness.ts';

export const writingCases = ({ it, can }: SerialLinkCases): void => {
  describe('writing', () => {
    it('[SR-29] every value of a byte is sent unchanged', async (harness) => {
      const port = await openedPort(harness);
      await expectWrite(port, counting(256));
      expectBytes(await harness.received(256), counting(256));
    });

    it('concurrent writes are sent in the order of their calls', async (harness) => {
      const port = await openedPort(harness);
      const lines = Array.from({ length: 50 }, (_, index) => `line ${String(index)}\r\n`);
      const results = await Promise.all(lines.map((line) => port.write(utf8(line))));
      expect(results.every((result) => result.ok)).toBe(true);
      const all = utf8(lines.join(''));
      expectBytes(await harness.received(all.length), all);
    });

    it('[SR-30] 256 KiB are sent whole and in order, followed by a small write', async (harness) => {
      const port = await openedPort(harness);
      const big = counting(262_144);
      const writes = [port.write(big), port.write(utf8('end'))];
      const got = await harness.received(big.length + 3);
      expectBytes(got.slice(0, big.length), big);
      expectBytes(got.slice(big.length), utf8('end'));
      expect((await Promise.all(writes)).every((result) => result.ok)).toBe(true);
    });

    it('an empty write succeeds and sends nothing', async (harness) => {
      const port = await openedPort(harness);
      await expectWrite(port, new Uint8Array());
      await expectAlive(harness, port);
    });

    it('a view of a larger buffer sends only its own bytes', async (harness) => {
      const port = await openedPort(harness);
      await expectWrite(port, counting(256).subarray(65, 70));
      await expectWrite(port, utf8('.'));
      expectBytes(await harness.received(6), utf8('ABCDE.'));
    });

    it('the caller may reuse its buffer once the write has settled', async (harness) => {
      const port = await openedPort(harness);
      const buffer = utf8('one');
      await expectWrite(port, buffer);
      await harness.received(3);
      buffer.set(utf8('two'));
      await expectWrite(port, buffer);
      expectBytes(await harness.received(6), utf8('onetwo'));
    });

    it('a pending read does not delay a write', async (harness) => {
      const port = await openedPort(harness);
      const reading = readBytes(port, 2);
      await expectWrite(port, utf8('AT'));
      expectBytes(await harness.received(2), utf8('AT'));
      await harness.send(utf8('OK'));
      expectBytes(await reading, utf8('OK'));
    });

    it('a write after close is refused as closed', async (harness) => {
      const port = await openedPort(harness);
      await port.close();
      expect(await port.write(utf8('late'))).toMatchObject({
        ok: false,
        error: { kind: 'closed' },
      });
    });

    if (can('failWrite')) {
      it('[SR-12] a failed write is reported and never repeated; the next one works', async (harness) => {
        const port = await openedPort(harness);
        harness.failNextWrite?.();
        expect(await port.write(utf8('lost'))).toMatchObject({
          ok: false,
          error: { kind: 'failed' },
        });
        await expectAlive(harness, port);
      });
    }
  });
};
