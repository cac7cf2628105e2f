import { describe, expect, it } from 'vitest';
import type { Outcome } from '../link/traffic.ts';
import { createDeviceIo } from './device-io.ts';

describe('sending a command to a device', () => {
  it.each([{ kind: 'lost', isUnsent: true }, { kind: 'notConnected' }] as const)(
    '[TERM-242] a command that ended as %j is reported as not sent',
    async (outcome) => {
      const io = createDeviceIo({ execute: async () => outcome });
      expect(await io.send('AT+SET=1')).toEqual({
        ok: false,
        error: { kind: 'unknown', text: 'was not sent: no device is connected' },
      });
      expect(io.sent()).toEqual([]);
    },
  );

  it('[TERM-242] a command whose reply was lost, or whose write failed, may have been received and is listed', async () => {
    const outcomes: Outcome[] = [{ kind: 'lost' }, { kind: 'writeFailed', message: 'broken pipe' }];
    const io = createDeviceIo({ execute: async () => outcomes.shift() ?? { kind: 'timeout' } });
    await io.send('AT+A=1');
    await io.send('AT+B=1');
    await io.send('AT+C=1');
    expect(io.sent()).toEqual(['AT+A=1', 'AT+B=1', 'AT+C=1']);
  });
});
