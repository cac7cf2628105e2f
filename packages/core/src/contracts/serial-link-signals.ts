import { describe, expect } from 'vitest';
import type { OpenPort, SignalError } from '../ports/serial-link.ts';
import type { Result } from '../prelude/result.ts';
import {
  chosen,
  expectAlive,
  opened,
  openedPort,
  readPastBytes,
  type SerialLinkCases,
  type SerialLinkHarness,
} from './serial-link-harness.ts';

const success = { ok: true, value: undefined };
const BREAK_MS = 20;

type Used = Result<unknown, SignalError>;

const sendBreak = async (harness: SerialLinkHarness, port: OpenPort): Promise<Used> => {
  const breaking = port.sendBreak(BREAK_MS);
  await harness.pass?.(BREAK_MS);
  return breaking;
};

/** Calls all three functions of the control lines; the results are in the order of the calls. */
const useAll = async (harness: SerialLinkHarness, port: OpenPort): Promise<[Used, Used, Used]> => [
  await port.setSignals({ dtr: false }),
  await sendBreak(harness, port),
  await port.readSignals(),
];

export const signalCases = ({ it, can }: SerialLinkCases): void => {
  describe('the control lines', () => {
    it('after close, using the control lines is refused as closed', async (harness) => {
      const port = await openedPort(harness);
      await port.close();
      for (const result of await useAll(harness, port)) {
        expect(result).toMatchObject({ ok: false, error: { kind: 'closed' } });
      }
    });

    if (can('unplug')) {
      it('after a loss, using the control lines is refused as lost', async (harness) => {
        const port = await openedPort(harness);
        await harness.unplug();
        await readPastBytes(port);
        for (const result of await useAll(harness, port)) {
          expect(result).toMatchObject({ ok: false, error: { kind: 'lost' } });
        }
      });
    }

    if (!can('lines')) {
      it('[SR-27] a port without control lines reports that with a message, and its bytes still flow', async (harness) => {
        const port = await openedPort(harness);
        const inWords = {
          ok: false,
          error: { kind: expect.stringMatching(/^(unsupported|failed)$/) as string },
        };
        const [set, broke, read] = await useAll(harness, port);
        expect([set, read]).toMatchObject([inWords, inWords]);
        // Linux accepts a break for a pty, which has no line, and ignores it.
        expect(broke).toMatchObject(broke.ok ? success : inWords);
        await expectAlive(harness, port);
      });
      return;
    }

    it('[LINK-81] opening, transferring, closing and opening again drive no control line', async (harness) => {
      const device = await chosen(harness);
      for (let round = 0; round < 2; round += 1) {
        const port = await opened(device);
        await expectAlive(harness, port, round * 4);
        await port.close();
      }
      expect(harness.lines?.driven()).toEqual([]);
    });

    it('[LINK-82] exactly the requested changes arrive, in order', async (harness) => {
      const port = await openedPort(harness);
      expect(await port.setSignals({ dtr: false })).toEqual(success);
      expect(await port.setSignals({ rts: false, dtr: true })).toEqual(success);
      expect(await sendBreak(harness, port)).toEqual(success);
      expect(harness.lines?.driven()).toEqual([
        { dtr: false },
        { dtr: true, rts: false },
        { brk: true },
        { brk: false },
      ]);
      await expectAlive(harness, port);
    });

    it('[LINK-83] the device’s control lines are read correctly', async (harness) => {
      const port = await openedPort(harness);
      for (const cts of [true, false]) {
        const inputs = { cts, dsr: !cts, dcd: cts, ri: !cts };
        await harness.lines?.setInputs(inputs);
        expect(await port.readSignals()).toEqual({ ok: true, value: inputs });
      }
    });
  });
};
