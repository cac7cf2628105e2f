import type { Transport } from '../transports/transport.ts';
import { bulkBytes } from './bulk-lines.ts';

export interface BulkResult {
  readonly sent: number;
  readonly seconds: number;
  /** `gone`: the client disconnected or the device was unplugged before the end. */
  readonly outcome: 'sent' | 'gone';
}

/** Bytes per chunk: a multiple of a line's length, large enough to keep the overhead low. */
const chunkBytes = 1 << 20;

/** Sends `bytes` bytes of numbered lines as fast as the client reads them. `onSent` receives each piece. */
export const streamBulk = async (
  transport: Pick<Transport, 'deliver'>,
  bytes: number,
  onSent: (count: number) => void,
): Promise<BulkResult> => {
  const start = performance.now();
  let sent = 0;
  const result = (outcome: BulkResult['outcome']): BulkResult => ({
    sent,
    seconds: (performance.now() - start) / 1000,
    outcome,
  });
  while (sent < bytes) {
    const chunk = bulkBytes(sent, Math.min(chunkBytes, bytes - sent));
    if (!(await transport.deliver(chunk))) return result('gone');
    sent += chunk.length;
    onSent(chunk.length);
  }
  return result('sent');
};
