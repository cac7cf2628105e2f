import { createLive } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import type { RawChannel } from '../link/raw-channel.ts';
import {
  createSender,
  initialSendState,
  type SendEnd,
  type SendInput,
  type SentFile,
  type TransferProtocol,
} from './file-sender.ts';

export interface TransferProgress {
  /** Bytes that the receiver acknowledged. */
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Blocks that were sent again. */
  readonly resends: number;
  /** Estimated from the rate so far; undefined during the first blocks. */
  readonly remainingMs?: number;
}

/** `lost`: the connection ended during the transfer. */
export type TransferEnd = SendEnd | { readonly kind: 'lost' };

export type Transfer = ReturnType<typeof sendFile>;

export interface TransferParts {
  readonly channel: RawChannel;
  readonly clock: Clock;
  /** See `SenderOptions.blockSize`. */
  readonly blockSize?: 128 | 1_024;
  /** The baud rate of the open port; used only to estimate when a block has left the line. */
  readonly baudRate: number;
}

/** Fewer bytes are too few for an estimate. */
const ESTIMATE_FROM_BYTES = 8_192;

/** Sends a file over a raw channel. The channel stays open. */
export const sendFile = (
  { channel, clock, baudRate, ...options }: TransferParts,
  protocol: TransferProtocol,
  file: SentFile,
) => {
  const totalBytes = file.bytes.length;
  const transition = createSender({ protocol, file, byteMs: 10_000 / baudRate, ...options });
  let state = initialSendState(protocol, clock.monotonicNow());
  let startedAt: number | undefined;
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;
  let settle: (end: TransferEnd) => void = () => undefined;
  const ended = new Promise<TransferEnd>((resolve) => {
    settle = resolve;
  });
  const progress = createLive<TransferProgress>({
    sentBytes: 0,
    totalBytes,
    resends: 0,
  });

  const publish = (): void => {
    const { acknowledged: sentBytes, resends } = state;
    const elapsedMs = startedAt === undefined ? 0 : clock.monotonicNow() - startedAt;
    const remainingMs =
      sentBytes < Math.min(ESTIMATE_FROM_BYTES, totalBytes)
        ? undefined
        : (elapsedMs / sentBytes) * (totalBytes - sentBytes);
    progress.set({
      sentBytes,
      totalBytes,
      resends,
      ...(remainingMs !== undefined && { remainingMs }),
    });
  };

  const finish = (end: TransferEnd): void => {
    timer?.cancel();
    received.unsubscribe();
    publish();
    progress.dispose();
    settle(end);
  };

  const setTimer = (at: number | undefined): void => {
    if (timer?.at === at) return;
    timer?.cancel();
    timer =
      at === undefined
        ? undefined
        : {
            at,
            cancel: clock.after(at - clock.monotonicNow(), () => {
              timer = undefined;
              apply({ kind: 'wake', at: clock.monotonicNow() });
            }),
          };
  };

  const lose = (): void => {
    if (state.phase === 'ended') return;
    state = { ...state, phase: 'ended' };
    finish({ kind: 'lost' });
  };

  const write = async (bytes: Uint8Array): Promise<void> => {
    const written = await channel.write(bytes);
    if (written.ok) apply({ kind: 'written', at: clock.monotonicNow() });
    else lose();
  };

  const apply = (input: SendInput): void => {
    if (state.phase === 'ended') return;
    const before = state;
    const step = transition(before, input);
    state = step.state;
    setTimer(state.wakeAt);
    if (step.write !== undefined) {
      startedAt ??= clock.monotonicNow();
      void write(step.write);
    }
    if (state.end !== undefined) finish(state.end);
    else if (state.acknowledged !== before.acknowledged || state.resends !== before.resends)
      publish();
  };

  const received = channel.received$.subscribe({
    next: (bytes) => apply({ kind: 'bytes', bytes, at: clock.monotonicNow() }),
    complete: lose,
  });
  setTimer(state.wakeAt);

  return {
    progress$: progress.live,
    /** Settles when the transfer has ended; never rejects. */
    ended,
    /** Cancels the transfer on both sides. */
    stop: (): void => apply({ kind: 'stop' }),
  };
};
