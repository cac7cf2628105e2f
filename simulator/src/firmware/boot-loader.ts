import { createCommandReader } from '../device/command-reader.ts';
import { line } from '../device/native-dialect.ts';
import type { Strike } from '../faults/device-faults.ts';
import { createBlockReceiver } from './block-receiver.ts';
import { isWholeImage, ownBoard, readImageHeader } from './image-file.ts';
import type { ImageHeader } from './image-file.ts';

export type BootLoader = ReturnType<typeof createBootLoader>;

export interface BootLoaderParts {
  readonly strike: Strike;
  readonly answer: (command: string, nowMs: number) => string;
  /** Erases the old firmware. */
  readonly erase: () => void;
  /** Starts an image. The header is absent if the image has none and was accepted nevertheless. */
  readonly install: (header: ImageHeader | undefined, nowMs: number) => void;
  /** Restarts the device at once, as after a loss of power. */
  readonly crash: (nowMs: number) => void;
}

/** Milliseconds between the end of a transfer and the line that says why its image is refused. */
const refusalMs = 300;

/** Milliseconds between the last byte of a good image and the restart, for a sender that repeats its last byte. */
const lastWordsMs = 1500;

/** The boot loader on one connector. Text is latin-1: one character, one byte. */
export const createBootLoader = (parts: BootLoaderParts, startMs: number) => {
  const { strike } = parts;
  const commands = createCommandReader();
  let chunks: Uint8Array[] = [];
  let received = 0;
  let cutAt: number | undefined;
  let isLenient = false;
  let refusal: { readonly text: string; readonly atMs: number } | undefined;
  let installAtMs: number | undefined;

  const accepts = (isGood: boolean, nowMs: number): boolean => {
    if (isGood || isLenient) return true;
    isLenient = strike('accepts-wrong-image', nowMs) !== undefined;
    return isLenient;
  };
  const refuse = (reason: string, nowMs: number): void => {
    refusal = { text: line(`+FWUP: ${reason}`), atMs: nowMs + refusalMs };
    forget();
  };
  const forget = (): void => {
    chunks = [];
    received = 0;
    isLenient = false;
    installAtMs = undefined;
  };
  const receiver = createBlockReceiver(
    {
      onData: (data, nowMs) => {
        if (chunks.length === 0) {
          const isOurs = readImageHeader(data)?.board === ownBoard;
          if (!accepts(isOurs, nowMs)) {
            refuse('WRONG BOARD', nowMs);
            return false;
          }
          parts.erase();
        }
        chunks.push(data);
        return true;
      },
      onEnd: (nowMs) => {
        if (accepts(isWholeImage(Buffer.concat(chunks)), nowMs)) installAtMs = nowMs + lastWordsMs;
        else refuse('DAMAGED', nowMs);
      },
      onAbort: forget,
    },
    startMs,
  );
  /** Returns a reply to a sender, or nothing if the fault loses it. */
  const replied = (reply: string, nowMs: number): string =>
    reply !== '' && strike('ack-loss', nowMs) !== undefined ? '' : reply;
  const takeByte = (byte: number, nowMs: number): string => {
    const reply = receiver.push(byte, nowMs);
    if (reply === undefined) {
      receiver.postpone(nowMs);
      return commands
        .push(Uint8Array.of(byte), nowMs)
        .map((command) => parts.answer(command, nowMs))
        .join('');
    }
    // Only a sender that repeats itself postpones the start; commands of a client that waits for it do not.
    if (installAtMs !== undefined) installAtMs = nowMs + lastWordsMs;
    if (received === 0) cutAt = strike('flash-cut', nowMs);
    received += 1;
    return replied(reply, nowMs);
  };

  return {
    receive: (bytes: Uint8Array, nowMs: number): string => {
      let replies = '';
      for (const byte of bytes) {
        if (cutAt !== undefined && received >= cutAt) {
          parts.crash(nowMs);
          return '';
        }
        replies += takeByte(byte, nowMs);
      }
      return replies;
    },
    /** Returns the output that is due by now. */
    tick: (nowMs: number): string => {
      if (installAtMs !== undefined && nowMs >= installAtMs) {
        const header = readImageHeader(Buffer.concat(chunks));
        forget();
        parts.install(header, nowMs);
        return '';
      }
      if (refusal === undefined || nowMs < refusal.atMs) return receiver.tick(nowMs);
      const { text } = refusal;
      refusal = undefined;
      return text;
    },
    dueMs: (): number =>
      Math.min(receiver.dueMs(), installAtMs ?? Infinity, refusal?.atMs ?? Infinity),
    /** Call it when the client disconnected: a transfer that is not complete is dropped. */
    hangUp: (): void => {
      if (installAtMs === undefined) receiver.drop();
    },
  };
};
