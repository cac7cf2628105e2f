import { done } from '@batbot/core';
import { createFakeBlockReceiver, createFakeClock } from '@batbot/core/fakes';
import { sendFile } from '@batbot/core/firmware';
import { Subject } from 'rxjs';

const SIZE = 524_288;
const BAUD_RATE = 115_200;
/** The time of the file's bytes on the line, with 10 bits each. */
const LINE_S = (SIZE * 10) / BAUD_RATE;
const LOSS = 0.01;
const RUNS = 10;

const file = {
  name: 'bench.bin',
  bytes: Uint8Array.from({ length: SIZE }, (_, index) => (index * 167 + (index >> 8)) & 0xff),
};

/** Pseudo-random numbers in 0..1, so that a run can be repeated. */
const randomOf = (seed: number) => {
  let state = seed + 1;
  return (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
};

/** Returns the seconds of a transfer in virtual time. */
const virtual = async (loss: number, seed: number): Promise<number> => {
  const clock = createFakeClock();
  const random = randomOf(seed);
  const received = new Subject<Uint8Array>();
  const receiver = createFakeBlockReceiver({
    clock,
    protocol: 'xmodem',
    send: (bytes) => {
      received.next(bytes);
    },
    onReply: (reply) => (random() < loss ? undefined : reply),
  });
  const channel = {
    received$: received,
    write: (bytes: Uint8Array) => {
      receiver.take(bytes);
      return Promise.resolve(done);
    },
    close: () => undefined,
  };
  const transfer = sendFile({ channel, clock, baudRate: BAUD_RATE }, 'xmodem', file);
  let seconds: number | undefined;
  void transfer.ended.then(({ kind }) => {
    if (kind !== 'sent') throw new Error(`The transfer ended: ${kind}.`);
    seconds = clock.monotonicNow() / 1_000;
  });
  receiver.start();
  while (seconds === undefined) await clock.advance(1_000);
  if (!Buffer.from(receiver.stored()).equals(Buffer.from(file.bytes))) {
    throw new Error('The receiver has other bytes.');
  }
  return seconds;
};

/** Prints the times of a transfer of 512 KiB by XMODEM-1K, as ratios to the time of the line. */
export const benchTransfer = async (print: (line: string) => void): Promise<void> => {
  const row = (name: string, seconds: number, base = LINE_S): void => {
    print(
      `  ${name.padEnd(46)} ${seconds.toFixed(1).padStart(6)} s  ${(seconds / base).toFixed(3)}`,
    );
  };
  print(
    `Transfer: 512 KiB by XMODEM-1K at 115,200 baud; the line alone needs ${LINE_S.toFixed(1)} s`,
  );
  const clean = await virtual(0, 0);
  row('virtual time, / line (≤ 1.10)', clean);
  let total = 0;
  for (let seed = 0; seed < RUNS; seed += 1) total += await virtual(LOSS, seed);
  row(`virtual time, 1 % of the replies lost, / none lost (≤ 1.15)`, total / RUNS, clean);
};
