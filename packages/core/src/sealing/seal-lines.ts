import * as v from 'valibot';
import { joinBytes } from '../prelude/join-bytes.ts';
import { jsonFile } from '../prelude/schema.ts';
import { bytesOf } from '../protocol/capture.ts';
import { hexOf } from '../protocol/hex.ts';

/**
 * The format of a sealed session, version 1. It is a capture (JSON lines, UTF-8, each ended by LF) that also contains a
 * statement about itself and the proof that it is unchanged. Programs that read captures can read it: for them the
 * lines of the seal are lines without bytes.
 *
 *   {"batbot":"capture","version":1,…,"seal":{"version":1,"key":…,"technician":…}}      line 1: see statement.ts
 *   {"dir":"rx","ms":1900,"hex":"0d0a…"}                                                what was recorded
 *   {"seal":{"tags":"9ae16a3b…","sha256":"…"},"dir":"rx","ms":1900,"hex":""}            a check line
 *   …                                                                                   more lines, more check lines
 *   {"seal":{"signature":"…"},"dir":"rx","ms":1900,"hex":""}                            the last line
 *
 * A block is the lines from the beginning, or from a check line, up to the next check line: at most 256 lines. A check
 * line contains the SHA-256 of the lines of its block as they are written, including line endings. Because it is also
 * the first line of the next block, each hash protects everything before it. The signature (ECDSA, P-256, SHA-256) is
 * made with the key of line 1, over SIGNED and the last check line with its line ending. The written bytes are signed
 * without any canonical form.
 *
 * A tag is a hash of 32 bits of one line of the block (FNV-1a). Tags only help to find the changed line: an attacker
 * can give a changed line its old tag, which hides the line in its block but not the change.
 */
export const SEAL_VERSION = 1;
/** Prefix of the signed data, so that the signature is not valid for anything else. */
export const SIGNED = 'batbot-seal/1\n';
export const LINES_PER_BLOCK = 256;
/** Size in bytes at which a block is closed. */
export const BYTES_PER_BLOCK = 65_536;
/** Maximum length of a line of a sealed file, in bytes. A reader cuts a longer line. */
export const LONGEST_LINE = 65_536;
/** Maximum number of recorded bytes on one line. A longer run of bytes is split into several lines. */
export const BYTES_PER_LINE = 16_384;

export const LINE_FEED = 0x0a;

/** Joins lines, each followed by a line feed. */
export const joinLines = (lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  joinBytes(lines.flatMap((line) => [line, Uint8Array.of(LINE_FEED)]));

/** Parses bytes in lower-case hexadecimal pairs. Other forms are refused, so that there is one way to write bytes. */
export const sealedBytes = (hex: string): Uint8Array<ArrayBuffer> | undefined =>
  hex === hex.toLowerCase() ? bytesOf(hex) : undefined;

/** Returns the tag of a line: its FNV-1a hash (32 bits) as eight hexadecimal digits. */
export const tagOf = (line: Uint8Array): string => {
  let hash = 0x811c9dc5;
  for (const byte of line) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
};

const lineOfSeal = (seal: object, ms: number): string =>
  JSON.stringify({ seal, dir: 'rx', ms, hex: '' });

const OF_SEAL = '{"seal":';

export interface CheckLine {
  /** The tags of the lines of its block, one per line. */
  readonly tags: readonly string[];
  readonly sha256: string;
  readonly ms: number;
}

export const checkLineText = ({ tags, sha256, ms }: CheckLine): string =>
  lineOfSeal({ tags: tags.join(''), sha256 }, ms);

export const signatureLineText = (signature: Uint8Array, ms: number): string =>
  lineOfSeal({ signature: hexOf(signature) }, ms);

export type LineOfSeal =
  | ({ readonly kind: 'check' } & CheckLine)
  | {
      readonly kind: 'signature';
      readonly signature: Uint8Array<ArrayBuffer>;
      readonly ms: number;
    };

const LINE = jsonFile({
  schema: v.object({
    seal: v.union([
      v.object({ tags: v.string(), sha256: v.string() }),
      v.object({ signature: v.string() }),
    ]),
    ms: v.number(),
  }),
});

/**
 * Reads a line of the seal. Returns undefined for other lines, and for a line that this app would write differently.
 */
export const readLineOfSeal = (text: string): LineOfSeal | undefined => {
  if (!text.startsWith(OF_SEAL)) return undefined;
  const line = LINE.parse(text);
  if (!line.ok) return undefined;
  const { seal, ms } = line.value;
  if ('sha256' in seal) {
    const check: CheckLine = { tags: seal.tags.match(/.{1,8}/g) ?? [], sha256: seal.sha256, ms };
    return checkLineText(check) === text ? { kind: 'check', ...check } : undefined;
  }
  const signature = sealedBytes(seal.signature);
  return signature !== undefined && signatureLineText(signature, ms) === text
    ? { kind: 'signature', signature, ms }
    : undefined;
};
