import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import {
  createFakeBlockReceiver,
  type FakeBlockReceiverOptions,
} from './fake-block-receiver.fixture.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { done } from '../prelude/result.ts';
import type { TransferProtocol } from './file-sender.ts';
import { sendFile, type TransferEnd } from './file-transfer.ts';

/** The same bytes for the same size; every value occurs, control bytes included. */
const contentOf = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, index) => (index * 167 + (index >> 8) * 31) & 0xff);

/** Pseudo-random numbers in 0..1, so that a run can be repeated. */
const randomOf = (seed: number) => {
  let state = seed + 1;
  return (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
};

/** Index of the first different byte, or -1; quicker than a comparison by `toEqual`. */
const firstDifference = (one: Uint8Array, other: Uint8Array): number =>
  one.findIndex((byte, index) => byte !== other[index]);

const setUp = (
  size: number,
  protocol: TransferProtocol,
  options: Partial<FakeBlockReceiverOptions> = {},
  blockSize: 128 | 1_024 = 1_024,
) => {
  const clock = createFakeClock();
  const received = new Subject<Uint8Array>();
  const receiver = createFakeBlockReceiver({
    clock,
    protocol,
    send: (bytes) => received.next(bytes),
    ...options,
  });
  const writes: Uint8Array[] = [];
  const bytes = contentOf(size);
  const transfer = sendFile(
    {
      clock,
      baudRate: 115_200,
      blockSize,
      channel: {
        received$: received,
        write: (written) => {
          writes.push(written);
          receiver.take(written);
          return Promise.resolve(done);
        },
        close: () => received.complete(),
      },
    },
    protocol,
    { name: 'bms 2.bin', bytes },
  );
  let end: TransferEnd | undefined;
  let endedAt = 0;
  void transfer.ended.then((value) => {
    end = value;
    endedAt = clock.monotonicNow();
  });
  const run = async (seconds = 600): Promise<TransferEnd | undefined> => {
    for (let step = 0; step < seconds && end === undefined; step += 1) await clock.advance(1_000);
    return end;
  };
  return { clock, receiver, received, transfer, writes, bytes, run, endedAt: () => endedAt };
};

const sent = { kind: 'sent', isConfirmed: true };
const sizes = [0, 1, 127, 128, 129, 1_023, 1_024, 1_025, 3_000, 30_000];

test.each(sizes)('[DEV-40] YMODEM delivers %i bytes and nothing more', async (size) => {
  const { receiver, bytes, run } = setUp(size, 'ymodem');
  receiver.start();
  expect(await run()).toEqual(sent);
  expect(receiver.stored()).toEqual(bytes);
  expect(receiver.header()).toBe(`bms_2.bin ${String(size)} 0 0 0`);
  expect(receiver.isComplete()).toBe(true);
});

test.each(sizes)('[DEV-40] XMODEM delivers %i bytes, padded to whole blocks', async (size) => {
  const { receiver, bytes, run } = setUp(size, 'xmodem');
  receiver.start();
  expect(await run()).toEqual(sent);
  const stored = receiver.stored();
  expect(stored.subarray(0, size)).toEqual(bytes);
  expect([...stored.subarray(size)].every((byte) => byte === 0x1a)).toBe(true);
  expect(stored.length - size).toBeLessThan(1_024);
});

test('[CLI-25] an end of the file that the receiver refuses once is not a block that was sent again', async () => {
  const { receiver, transfer, run } = setUp(3_000, 'ymodem', { doubtsEnd: true });
  receiver.start();
  expect(await run()).toEqual(sent);
  expect(transfer.progress$.value.resends).toBe(0);
});

test('[DEV-41] a receiver that starts with NAK gets blocks of 128 bytes with a checksum', async () => {
  const { receiver, bytes, writes, run } = setUp(2_048, 'xmodem', { check: 'checksum' });
  receiver.start();
  expect(await run()).toEqual(sent);
  expect(receiver.stored()).toEqual(bytes);
  expect(writes.slice(0, -1).map(({ length }) => length)).toEqual(Array(16).fill(132));
});

test('[DEV-41] a receiver that does not support long blocks gets short ones on request', async () => {
  const { receiver, bytes, run } = setUp(4_096, 'xmodem', { isShort: true }, 128);
  receiver.start();
  expect(await run()).toEqual(sent);
  expect(receiver.stored()).toEqual(bytes);
});

test('[DEV-41] an end that is refused once is sent again', async () => {
  for (const protocol of ['xmodem', 'ymodem'] as const) {
    const { receiver, run } = setUp(5_000, protocol, { doubtsEnd: true });
    receiver.start();
    expect(await run()).toEqual(sent);
    expect(receiver.isComplete()).toBe(true);
  }
});

test('[DEV-42] 512 KiB at 115,200 baud take at most 1.10 × the time of the line', async () => {
  const { receiver, run, endedAt } = setUp(524_288, 'xmodem');
  receiver.start();
  expect(await run()).toEqual(sent);
  expect(endedAt() / ((524_288 * 10_000) / 115_200)).toBeLessThan(1.1);
});

test('[DEV-42] if 1 % of the replies are lost, a transfer takes at most 15 % longer on average', async () => {
  const seconds = async (loss: number, seed: number): Promise<number> => {
    const random = randomOf(seed);
    const rig = setUp(524_288, 'xmodem', {
      onReply: (reply) => (random() < loss ? undefined : reply),
    });
    rig.receiver.start();
    expect(await rig.run()).toMatchObject({ kind: 'sent' });
    expect(firstDifference(rig.bytes, rig.receiver.stored())).toBe(-1);
    return rig.endedAt() / 1_000;
  };
  const clean = await seconds(0, 0);
  const lossy: number[] = [];
  for (let seed = 0; seed < 4; seed += 1) lossy.push(await seconds(0.01, seed));
  const mean = lossy.reduce((sum, each) => sum + each, 0) / lossy.length;
  expect(mean / clean).toBeLessThan(1.15);
});

test.each(['xmodem', 'ymodem'] as const)(
  '[DEV-43] [FW-05] %s delivers the same bytes when bytes are flipped and replies are lost',
  async (protocol) => {
    for (let seed = 0; seed < 60; seed += 1) {
      const random = randomOf(seed);
      const rig = setUp(12_000, protocol, {
        onByte: (byte) => (random() < 0.0002 ? byte ^ (1 << Math.floor(random() * 8)) : byte),
        onReply: (reply) => (random() < 0.03 ? undefined : reply),
      });
      rig.receiver.start();
      const end = await rig.run();
      expect(end, `seed ${String(seed)}`).toMatchObject({ kind: 'sent' });
      expect(firstDifference(rig.bytes, rig.receiver.stored())).toBe(-1);
    }
  },
);

test('[DEV-43] a reply that was late, not lost, does not acknowledge the next block', async () => {
  // Every reply takes 1.5 s: each block is sent twice until the sender has learned this delay.
  const { receiver, bytes, transfer, run } = setUp(6_000, 'xmodem', { turnMs: 1_500 });
  receiver.start();
  expect(await run()).toEqual(sent);
  expect(receiver.stored().subarray(0, 6_000)).toEqual(bytes);
  expect(transfer.progress$.value.resends).toBeLessThan(6);
});

test('[DEV-44] two CAN bytes of the receiver end the transfer, one does not', async () => {
  const { clock, receiver, received, run } = setUp(50_000, 'xmodem');
  receiver.start();
  await clock.advance(1_000);
  received.next(Uint8Array.of(0x18));
  await clock.advance(1_000);
  received.next(Uint8Array.of(0x18, 0x18));
  expect(await run(1)).toEqual({ kind: 'cancelled' });
});

test('[DEV-44] stop cancels the transfer on both sides', async () => {
  const { clock, receiver, transfer, run } = setUp(50_000, 'ymodem');
  receiver.start();
  await clock.advance(2_000);
  transfer.stop();
  expect(await run(1)).toEqual({ kind: 'stopped' });
  await clock.advance(1_000);
  expect(receiver.wasCancelled()).toBe(true);
});

test('[DEV-44] a receiver that never asks gets no byte, and the transfer ends after 60 s', async () => {
  const { writes, run, endedAt } = setUp(1_000, 'xmodem');
  expect(await run()).toEqual({ kind: 'notAsked' });
  expect(endedAt()).toBe(60_000);
  expect(writes).toEqual([]);
});

test('[DEV-44] a receiver that loses power ends the transfer, and no timer is left', async () => {
  const { clock, receiver, run } = setUp(50_000, 'xmodem');
  receiver.start();
  await clock.advance(3_000);
  receiver.cut();
  expect(await run()).toEqual({ kind: 'noAnswer' });
  await clock.advance(1_000);
  expect(clock.pendingTimers()).toBe(0);
});

test('[DEV-44] the end of the connection ends the transfer', async () => {
  const { clock, receiver, received, run } = setUp(50_000, 'xmodem');
  receiver.start();
  await clock.advance(3_000);
  received.complete();
  expect(await run(1)).toEqual({ kind: 'lost' });
});

test('[DEV-45] the progress has the acknowledged bytes, and a remaining time that is right within 1.5 s', async () => {
  const { clock, receiver, transfer, endedAt, run } = setUp(524_288, 'xmodem');
  expect(transfer.progress$.value).toEqual({
    sentBytes: 0,
    totalBytes: 524_288,
    resends: 0,
  });
  receiver.start();
  await clock.advance(20_000);
  const { sentBytes, remainingMs = 0 } = transfer.progress$.value;
  const at = clock.monotonicNow();
  expect(sentBytes % 1_024).toBe(0);
  await run();
  expect(Math.abs(at + remainingMs - endedAt())).toBeLessThan(1_500);
});
