import { createLineReader, createLogBuffer } from '@batbot/core';
import { ReadlineParser } from '@serialport/parser-readline';
import { telemetryLines } from './telemetry-lines.ts';
import { fastestOf } from './measure.ts';

const inChunks = (bytes: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

/** The core: turns bytes into decoded, split and timed entries of the bounded log. Returns the number of lines. */
const ours = (chunks: readonly Uint8Array[]): number => {
  const reader = createLineReader();
  const log = createLogBuffer();
  let lines = 0;
  for (const chunk of chunks) {
    const at = Date.now();
    for (const line of reader.push(chunk)) {
      log.add({ at, ms: at, direction: 'received', text: line.text, source: line, origin: 'user' });
      lines += 1;
    }
  }
  return lines;
};

/** The minimum: decodes and splits the bytes into an unbounded array without times. Returns the number of lines. */
const decodeAndSplit = (chunks: readonly Uint8Array[]): number => {
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let rest = '';
  for (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\r|\n/);
    rest = parts.pop() ?? '';
    for (const part of parts) if (part !== '') lines.push(part);
  }
  return lines.length;
};

const readline = (chunks: readonly Uint8Array[]): number => {
  const parser = new ReadlineParser({ delimiter: '\r\n' });
  let lines = 0;
  parser.on('data', () => {
    lines += 1;
  });
  for (const chunk of chunks)
    parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
  return lines;
};

const contenders = { ours, decodeAndSplit, readline } as const;
type Name = keyof typeof contenders;
const names: readonly Name[] = ['ours', 'decodeAndSplit', 'readline'];

const ROUNDS = 15;

/**
 * Prints the throughput of the core's ingest at three chunk sizes, in MB/s and as ratios to two peers in the same run.
 */
export const benchIngest = (print: (line: string) => void): void => {
  const bytes = telemetryLines(4_000_000);
  print('Ingest: bytes → decoded, split, timed entries in the bounded log (4 MB of telemetry)');
  print('  chunk      core    / TextDecoder+split (≥ 0.8)    / @serialport/parser-readline (≥ 1)');
  for (const size of [64, 1_024, 16_384]) {
    const chunks = inChunks(bytes, size);
    const counts = names.map((name) => contenders[name](chunks));
    if (new Set(counts).size > 1) {
      throw new Error(`they disagree on the lines: ${counts.join(', ')}`);
    }
    const best = fastestOf(
      ROUNDS,
      names.map((name) => () => contenders[name](chunks)),
    );
    const speed = (name: Name): number =>
      bytes.length / 1e3 / (best[names.indexOf(name)] ?? Number.NaN);
    const ratio = (peer: Name): string => (speed('ours') / speed(peer)).toFixed(2).padStart(6);
    print(
      `  ${String(size).padStart(6)} B  ${speed('ours').toFixed(0).padStart(4)} MB/s  ${ratio('decodeAndSplit')}                       ${ratio('readline')}`,
    );
  }
};
