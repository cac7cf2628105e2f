import type { CommandReader } from '../command-reader.ts';

/** Milliseconds of silence after which a device forgets the beginning of a request. */
const forgetMs = 100;
const maxRequest = 512;

/** What is at the front of the received bytes: a request of so many bytes, so many bytes of noise, or not enough yet. */
export type Front = { readonly request: number } | { readonly noise: number } | 'wait';

/** Cuts requests off the received bytes. `lookAt` sees at least one byte. */
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

/** Requests that begin with `header` and whose length follows from their first bytes (undefined: not enough of them yet). */
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
 * Lines that CR ends, also without silence, so that a person may type them. LF ends them too where `orLineFeed`, and is
 * ignored everywhere else; CR LF is one ending.
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
