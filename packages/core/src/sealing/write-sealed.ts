import { done, ok, type Result } from '../prelude/result.ts';
import { hexOf } from '../protocol/hex.ts';
import type { SealCrypto } from '../ports/seal-crypto.ts';
import type { SealKey, SealKeyError } from '../ports/seal-keys.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import {
  BYTES_PER_BLOCK,
  checkLineText,
  LINES_PER_BLOCK,
  signatureLineText,
  SIGNED,
  tagOf,
} from './seal-lines.ts';
import type { SealableLine } from './session-lines.ts';
import type { YieldIfDue } from './yield-if-due.ts';

export interface SealTools<E> {
  readonly crypto: SealCrypto;
  readonly key: SealKey;
  readonly yieldIfDue?: YieldIfDue;
  /** Called after each block and right before the signature. An error stops the writing. */
  readonly mayGoOn?: () => Result<unknown, E>;
  /** Receives the parts of the file in order. */
  readonly write: (part: Uint8Array<ArrayBuffer>) => void;
}

/**
 * Writes a sealed file: line 1, then the lines with a check line after each block, then the signature. Returns the number
 * of lines.
 */
export const writeSealed = async <E = never>(
  firstLine: string,
  lines: Iterable<SealableLine>,
  { crypto, key, write, yieldIfDue, mayGoOn = () => done }: SealTools<E>,
): Promise<Result<number, SealKeyError | E>> => {
  const encoder = new TextEncoder();
  const encoded = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(`${text}\n`);
  let block: Uint8Array<ArrayBuffer>[] = [encoded(firstLine)];
  let size = 0;
  let count = 1;
  let ms = 0;

  const closeBlock = async (): Promise<void> => {
    const bytes = joinBytes(block);
    const sha256 = hexOf(await crypto.sha256(bytes));
    const tags = block.map((line) => tagOf(line.subarray(0, -1)));
    write(bytes);
    block = [encoded(checkLineText({ tags, sha256, ms }))];
    size = 0;
    count += 1;
    await yieldIfDue?.();
  };

  for (const line of lines) {
    const bytes = encoded(line.text);
    block.push(bytes);
    size += bytes.length;
    count += 1;
    ({ ms } = line);
    if (block.length < LINES_PER_BLOCK && size < BYTES_PER_BLOCK) continue;
    await closeBlock();
    const still = mayGoOn();
    if (!still.ok) return still;
  }
  // A block that contains only the previous check line needs no check line.
  if (block.length > 1 || count === 1) await closeBlock();
  const still = mayGoOn();
  if (!still.ok) return still;
  const checkLine = joinBytes(block);
  const signature = await key.sign(joinBytes([encoder.encode(SIGNED), checkLine]));
  if (!signature.ok) return signature;
  write(checkLine);
  write(encoded(signatureLineText(signature.value, ms)));
  return ok(count + 1);
};
