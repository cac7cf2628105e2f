import { createLineReader, createLogBuffer } from '@batbot/core';
import { nodeHeap } from '../soak/memory.ts';
import { telemetryLines } from './telemetry-lines.ts';

const HOURS = 24;
/** 115,200 baud, ten bits a byte. */
const LINE_RATE = 11_520;
const POLL_MS = 2_000;

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Plays a stream of bytes: a chunk of the port at a time, with its milliseconds. */
type Play = (say: (chunk: Uint8Array, ms: number) => void) => void;

const seconds = (work: () => void): number => {
  const from = performance.now();
  work();
  return (performance.now() - from) / 1_000;
};

/** The least anybody does: decode and split, and keep nothing. */
const bareSeconds = (play: Play): number => {
  const decoder = new TextDecoder();
  let rest = '';
  return seconds(() => {
    play((chunk) => {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\r|\n/);
      rest = (parts.pop() ?? '').slice(-16_384);
    });
  });
};

/** Array buffers are given back some time after the collection that found them. */
const settledHeap = async (): Promise<number> => {
  nodeHeap();
  await new Promise((resolve) => setTimeout(resolve, 200));
  return nodeHeap();
};

/** Bytes through the line reader into a log: prints what it keeps in memory, and its time beside the bare loop's. */
const keep = async (print: (line: string) => void, name: string, play: Play): Promise<void> => {
  const bare = bareSeconds(play);
  const before = await settledHeap();
  const reader = createLineReader();
  const log = createLogBuffer();
  let bytes = 0;
  const ours = seconds(() => {
    play((chunk, ms) => {
      bytes += chunk.length;
      for (const line of reader.push(chunk)) {
        const { text } = line;
        log.add({ at: ms, ms, direction: 'received', text, source: line, origin: 'user' });
      }
    });
  });
  const heap = (await settledHeap()) - before;
  const { length, dropped } = log.view();
  const lines = `${length.toLocaleString('en')} lines, ${dropped.toLocaleString('en')} dropped`;
  print(
    `  ${name.padEnd(28)}${mb(bytes).padStart(9)}${mb(heap).padStart(11)}${(bare / ours).toFixed(2).padStart(10)}        ${lines}`,
  );
};

/** Prints what a day of log, and 10 MB without a line break, keep in memory. */
export const benchLogMemory = async (print: (line: string) => void): Promise<void> => {
  const encoder = new TextEncoder();
  print('Memory of the log (limits: 1,048,576 lines or 64 MiB of bytes; 110 MiB in all)');
  print(
    '                                 bytes       kept   speed / bare decode+split, nothing kept',
  );
  await keep(print, '10 MB without a line break', (say) => {
    const chunk = new Uint8Array(16_384).fill(0x41);
    for (let sent = 0; sent < 10e6; sent += chunk.length) say(chunk, 0);
  });
  await keep(print, '24 h of polls, each 2 s', (say) => {
    const reply = telemetryLines(400).subarray(0, 120);
    const ok = encoder.encode('\r\n\r\nOK\r\n');
    for (let ms = 0; ms < HOURS * 3_600_000; ms += POLL_MS) {
      say(encoder.encode('AT+ADATA\r\n'), ms);
      say(reply, ms + 20);
      say(ok, ms + 21);
    }
  });
  await keep(print, '24 h at 11,520 B/s', (say) => {
    const second = telemetryLines(LINE_RATE);
    for (let s = 0; s < HOURS * 3_600; s += 1) say(second, s * 1_000);
  });
};
