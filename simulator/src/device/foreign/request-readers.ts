import type { CommandReader } from '../command-reader.ts';

/** Milliseconds of silence after which a device discards the beginning of a request. */
const forgetMs = 100;
const maxRequest = 512;

/** The beginning of the received bytes: a request of this length, noise of this length, or too few bytes to decide. */
export type Front = { readonly request: number } | { readonly noise: number } | 'wait';

/** Creates a reader that splits received bytes into requests. `lookAt` gets at least one byte. */
export const createFrameReader = (lookAt: (received: Buffer) => Front): CommandReader => {
  let received = Buffer.alloc(0);
  let lastMs = 0;
  return {
    push: (bytes, nowMs) => {
      if (nowMs - lastMs > forgetMs) received = Buffer.alloc(0);
      lastMs = nowMs;
      received = Buffer.concat([received, bytes]).subarray(-maxRequest);
      const requests: string[] = [];
      while (received.length > 0) {
        const front = lookAt(received);
        if (front === 'wait') break;
        const length = 'request' in front ? front.request : front.noise;
        if ('request' in front) requests.push(received.subarray(0, length).toString('latin1'));
        received = received.subarray(length);
      }
      return requests;
    },
    idleAt: () => undefined,
    takeIdle: () => undefined,
    clear: () => {
      received = Buffer.alloc(0);
    },
  };
};

/**
 * Creates a reader of requests that begin with `header` and whose length follows from their first bytes (undefined: too
 * few of them).
 */
export const createHeaderReader = (
  header: readonly number[],
  lengthOf: (received: Buffer) => number | undefined,
): CommandReader =>
  createFrameReader((received) => {
    const fits = header.every((byte, at) => at >= received.length || received[at] === byte);
    if (!fits) return { noise: 1 };
    const length = lengthOf(received);
    if (length === undefined || received.length < length) return 'wait';
    return { request: length };
  });

/**
 * Creates a reader of lines that end with CR. Silence does not end a line, so that a person can type it. With
 * `orLineFeed`, LF also ends a line; otherwise LF is ignored. CR LF is one line ending.
 */
export const createLineReader = (orLineFeed = false): CommandReader => {
  let text = '';
  let afterReturn = false;
  return {
    push: (bytes) => {
      const lines: string[] = [];
      for (const byte of bytes) {
        const isFeed = byte === 0x0a;
        if (byte === 0x0d || (isFeed && orLineFeed && !afterReturn)) {
          lines.push(text);
          text = '';
        } else if (!isFeed && text.length < maxRequest) text += String.fromCharCode(byte);
        afterReturn = byte === 0x0d;
      }
      return lines;
    },
    idleAt: () => undefined,
    takeIdle: () => undefined,
    clear: () => {
      text = '';
    },
  };
};
