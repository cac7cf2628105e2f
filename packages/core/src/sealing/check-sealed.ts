import type { SealCrypto } from '../ports/seal-crypto.ts';
import type { Break } from './breaks.ts';
import { fingerprintOf } from './fingerprint.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { createLineNormaliser, isUtf16, type Conversion } from './normal-lines.ts';
import { rawLines, type RawLine } from './raw-lines.ts';
import {
  joinLines,
  LINES_PER_BLOCK,
  readLineOfSeal,
  SIGNED,
  type CheckLine,
  type LineOfSeal,
} from './seal-lines.ts';
import { createSealedBlock } from './sealed-block.ts';
import { readStatement, type FirstLine, type SealStatement } from './statement.ts';
import type { YieldIfDue } from './yield-if-due.ts';

/**
 * Why a file cannot be checked. `unsealed`: a capture without a seal; `version`: sealed by a newer version of the app;
 * `encoding`: saved as UTF-16; `failed`: could not be read to its end.
 */
export type UnreadableReason = 'empty' | 'unknown' | 'unsealed' | 'version' | 'encoding' | 'failed';

export interface SealedFile {
  /** The statement of line 1. In a broken file it is not proven. */
  readonly statement: SealStatement;
  readonly fingerprint: string;
}

/** The result of checking a file. */
export type SealVerdict =
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }
  /** No line was changed since the key with this fingerprint signed it. */
  | {
      readonly kind: 'holds';
      readonly file: SealedFile;
      readonly lines: number;
      readonly conversions: readonly Conversion[];
    }
  | {
      readonly kind: 'broken';
      /** Absent if line 1 cannot be read. */
      readonly file?: SealedFile;
      readonly lines: number;
      /** The first breaks, in the order of the file; at least one. */
      readonly breaks: readonly Break[];
      /** The number of further breaks. */
      readonly more: number;
    };

const MOST_BREAKS = 100;
/** The number of the line before which every sealed file has a check line. */
const FIRST_CHECK_BEFORE = LINES_PER_BLOCK + 2;
/** The beginning of all lines of the seal. No other line is parsed. */
const OF_SEAL = new TextEncoder().encode('{"seal":');

const isOfSeal = (bytes: Uint8Array): boolean =>
  OF_SEAL.every((byte, index) => bytes[index] === byte);

interface Checked {
  readonly line: CheckLine;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Creates a checker that reads a file line by line; see seal-lines.ts for the format. */
const createChecker = (crypto: SealCrypto) => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const breaks: Break[] = [];
  let more = 0;
  let first: FirstLine = { kind: 'unknown' };
  let block = createSealedBlock(crypto, 1);
  let blockBefore = 1;
  let checked: Checked | undefined;
  let signedAt: number | undefined;
  let lines = 0;

  const report = (...found: readonly Break[]): void => {
    for (const each of found) {
      const last = breaks.at(-1);
      // A check line ends one block and begins the next one, so both may find that it was changed.
      const isReported = last?.kind === 'check' && each.kind === 'check' && last.line === each.line;
      if (isReported) continue;
      if (breaks.length < MOST_BREAKS) breaks.push(each);
      else more += 1;
    }
  };

  const takeCheck = async (line: CheckLine, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    report(...(await block.check(line, lines, blockBefore)));
    blockBefore = block.from;
    block = createSealedBlock(crypto, lines);
    block.add(bytes);
    checked = { line, bytes };
  };

  const takeSignature = async ({
    signature,
    ms,
  }: Extract<LineOfSeal, { kind: 'signature' }>): Promise<void> => {
    signedAt = lines;
    const isSigned =
      checked?.line.ms === ms &&
      first.kind === 'sealed' &&
      (await crypto.verify(
        first.publicKey,
        signature,
        joinBytes([new TextEncoder().encode(SIGNED), joinLines([checked.bytes])]),
      ));
    const isLast = checked !== undefined && block.length() === 1;
    if (isSigned && !isLast) report({ kind: 'added', from: block.from + 1, to: lines - 1 });
    else if (!isLast) report({ kind: 'check', line: lines - 1, from: block.from });
    else if (!isSigned && first.kind === 'sealed') report({ kind: 'signature' });
  };

  return {
    /** Checks a line; resolves to false once it is clear that the file is not sealed. */
    take: async ({ number, bytes }: Pick<RawLine, 'number' | 'bytes'>): Promise<boolean> => {
      lines = number;
      if (number === 1) first = readStatement(decoder.decode(bytes));
      if (first.kind === 'version') return false;
      if (signedAt !== undefined) return true;
      const ofSeal = isOfSeal(bytes) ? readLineOfSeal(decoder.decode(bytes)) : undefined;
      if (ofSeal?.kind === 'check') await takeCheck(ofSeal, bytes);
      else if (ofSeal?.kind === 'signature') await takeSignature(ofSeal);
      else block.add(bytes);
      return first.kind === 'sealed' || checked !== undefined || number < FIRST_CHECK_BEFORE;
    },
    reportOdd: (line: number): void => report({ kind: 'changed', from: line, to: line }),
    verdict: async (conversions: readonly Conversion[]): Promise<SealVerdict> => {
      if (lines === 0) return { kind: 'unreadable', reason: 'empty' };
      const isOurs = first.kind === 'sealed' || checked !== undefined || signedAt !== undefined;
      if (isOurs && signedAt === undefined) report({ kind: 'cut', after: lines });
      else if (signedAt !== undefined && lines > signedAt) {
        report({ kind: 'added', from: signedAt + 1, to: lines });
      }
      if (first.kind !== 'sealed') {
        return isOurs && breaks.length > 0
          ? { kind: 'broken', lines, breaks, more }
          : { kind: 'unreadable', reason: first.kind };
      }
      const { statement, publicKey } = first;
      const file = { statement, fingerprint: await fingerprintOf(crypto, publicKey) };
      return breaks.length > 0
        ? { kind: 'broken', file, lines, breaks, more }
        : { kind: 'holds', file, lines, conversions };
    },
  };
};

/** Checks a file of any size and origin, part by part. Never rejects. */
export const checkSealed = async (
  file: AsyncIterable<Uint8Array>,
  crypto: SealCrypto,
  yieldIfDue?: YieldIfDue,
): Promise<SealVerdict> => {
  const checker = createChecker(crypto);
  const normaliser = createLineNormaliser();
  try {
    for await (const raw of rawLines(file)) {
      if (raw.number === 1 && isUtf16(raw.bytes)) {
        return { kind: 'unreadable', reason: 'encoding' };
      }
      if (raw.number === 1 && raw.isCut) return { kind: 'unreadable', reason: 'unknown' };
      const { bytes, isOdd } = normaliser.take(raw);
      const goesOn = await checker.take({ number: raw.number, bytes });
      if (isOdd) checker.reportOdd(raw.number);
      if (!goesOn) break;
      const turn = yieldIfDue?.();
      if (turn !== undefined) await turn;
    }
  } catch {
    return { kind: 'unreadable', reason: 'failed' };
  }
  return checker.verdict(normaliser.conversions());
};
