import { expect, test } from 'vitest';
import { done, err, type Result } from '../prelude/result.ts';
import type { WriteError } from '../ports/serial-link.ts';
import { createPortFrame, type PortEnd } from './port-frame.ts';

const setUp = () => {
  const calls: string[] = [];
  const ends: PortEnd[] = [];
  const settle: ((result: Result<void, WriteError>) => void)[] = [];
  const frame = createPortFrame({
    writeNow: (bytes) => {
      calls.push(`write ${bytes.join()}`);
      return new Promise((resolve) => settle.push(resolve));
    },
    abortWrite: () => calls.push('abort'),
    closeNow: () => {
      calls.push('close');
      return Promise.resolve(done);
    },
    onEnd: (end) => ends.push(end),
  });
  return { frame, calls, ends, settle };
};
const turn = async (): Promise<void> => {
  for (let count = 0; count < 8; count += 1) await Promise.resolve();
};

test('[SR-12] writes are sent one after another, with the bytes at the time of the call', async () => {
  const { frame, calls, settle } = setUp();
  const bytes = new Uint8Array([1]);
  const first = frame.write(bytes);
  bytes[0] = 9;
  const second = frame.write(new Uint8Array([2]));
  await turn();
  expect(calls).toEqual(['write 1']);
  settle[0]?.(err({ kind: 'failed', message: 'late' }));
  expect(await first).toMatchObject({ ok: false });
  await turn();
  expect(calls).toEqual(['write 1', 'write 2']);
  settle[1]?.(done);
  expect(await second).toEqual(done);
  expect(await frame.write(new Uint8Array(0))).toEqual(done);
  expect(calls).toHaveLength(2);
});

test('[SR-15] the first end is final: queued and later writes fail with it', async () => {
  const { frame, ends, settle, calls } = setUp();
  const first = frame.write(new Uint8Array([1]));
  const waiting = frame.write(new Uint8Array([2]));
  await turn();
  expect(frame.endError()).toBeUndefined();
  expect(frame.finish({ kind: 'lost', message: 'pulled' })).toMatchObject({ message: 'pulled' });
  expect(frame.finish({ kind: 'closed' })).toMatchObject({ message: 'pulled' });
  settle[0]?.(done);
  await first;
  expect(await waiting).toEqual(err({ kind: 'lost', message: 'pulled' }));
  expect([ends.length, calls.length]).toEqual([1, 1]);
});

test('[SR-30] abort settles the current write as failed, and the next write is sent', async () => {
  const { frame, calls, settle } = setUp();
  const stuck = frame.write(new Uint8Array([1]));
  await turn();
  frame.abort();
  expect(await stuck).toMatchObject({ ok: false, error: { kind: 'failed' } });
  const next = frame.write(new Uint8Array([2]));
  await turn();
  settle[1]?.(done);
  expect(await next).toEqual(done);
  expect(calls).toEqual(['write 1', 'abort', 'write 2']);
});

test('[SR-06] abort ends the current step of a close and skips the later ones', async () => {
  const { frame } = setUp();
  void frame.close();
  const step = frame.untilAborted(() => new Promise(() => undefined));
  frame.abort();
  expect(await step).toBeUndefined();
  expect(await frame.untilAborted(() => Promise.resolve('later'))).toBeUndefined();
});

test('[SR-06] a step that fails ends like one that is aborted, and a close can wait for all writes', async () => {
  const { frame, settle } = setUp();
  expect(await frame.untilAborted(() => Promise.reject(new Error('no')))).toBeUndefined();
  void frame.write(new Uint8Array([1]));
  let hasWritten = false;
  void frame.written().then(() => (hasWritten = true));
  await turn();
  expect(hasWritten).toBe(false);
  settle[0]?.(done);
  await turn();
  expect(hasWritten).toBe(true);
});

test('[SR-04] the port ends with the first call of close, and further calls do not close the port of the platform again', async () => {
  const { frame, ends, calls } = setUp();
  const [one, two] = [frame.close(), frame.close()];
  expect(one).toBe(two);
  expect(frame.end()).toEqual({ kind: 'closed' });
  await one;
  expect(await frame.write(new Uint8Array([1]))).toMatchObject({ error: { kind: 'closed' } });
  expect([ends, calls]).toEqual([[{ kind: 'closed' }], ['close']]);
});
