import type { Command } from './traffic.ts';

const MASK = '*'.charCodeAt(0);

/** The command whose echo may arrive, and the place of the secret in its bytes. */
interface Expected {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

const expectedOf = ({ bytes, shownBytes }: Command): Expected | undefined => {
  if (shownBytes === undefined) return undefined;
  let from = 0;
  while (from < shownBytes.length && bytes[from] === shownBytes[from]) from += 1;
  let after = 0;
  while (bytes.at(-1 - after) === shownBytes.at(-1 - after) && after < shownBytes.length - from)
    after += 1;
  const to = bytes.length - after;
  // Without text before the secret, an echo cannot be distinguished from the reply.
  return from > 0 && to > from ? { bytes, from, to } : undefined;
};

/** Hides the secret of a command in its echo, so that it is neither shown nor recorded. */
export const createEchoMask = () => {
  let expected: Expected | undefined;
  /** Number of bytes of the command that the last received bytes repeat. */
  let at = 0;
  return {
    sent: (command: Command): void => {
      expected = expectedOf(command);
      at = 0;
    },
    /** Returns the received bytes with `*` for each byte of the secret. An echo may arrive in parts. */
    mask: (received: Uint8Array): Uint8Array => {
      if (expected === undefined) return received;
      const { bytes, from, to } = expected;
      return received.map((byte) => {
        if (byte !== bytes[at]) at = byte === bytes[0] ? 1 : 0;
        else at += 1;
        return at > from && at <= to ? MASK : byte;
      });
    },
  };
};
