import { createLineReader, createLogBuffer, type LogBuffer } from '@batbot/core';
import { nodeHeap } from '../soak/memory.ts';
import { telemetryLines } from './telemetry-lines.ts';

const HOURS = 24;
/** 115,200 baud, ten bits a byte. */
const LINE_RATE = 11_520;
const POLL_MS = 2_000;

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Bytes through the line reader into a log, as a chunk of the port at a time; gives what they kept in memory. */
const keep = (
  print: (line: string) => void,
  name: string,
  run: (say: (chunk: Uint8Array, ms: number) => void) => void,
): void => {
  const before = nodeHeap();
  const reader = createLineReader();
  const log: LogBuffer = createLogBuffer();
  const from = performance.now();
  let bytes = 0;
  run((chunk, ms) => {
    bytes += chunk.length;
    for (const line of reader.push(chunk)) {
      log.add({ at: ms, ms, direction: 'received', text: line.text, source: line, origin: 'user' });
    }
  });
  const seconds = (performance.now() - from) / 1_000;
  const heap = nodeHeap() - before;
  const { length, dropped } = log.view();
  print(
    `  ${name.padEnd(30)}${mb(bytes).padStart(10)} in ${seconds.toFixed(1).padStart(5)} s  ${mb(heap).padStart(9)} kept   ${length.toLocaleString('en').padStart(9)} lines, ${dropped.toLocaleString('en')} dropped`,
  );
};

/** Prints what a day of log, and 10 MB without a line break, keep in memory. */
export const benchLogMemory = (print: (line: string) => void): void => {
  const encoder = new TextEncoder();
  print('Memory of the log (limits: 1,048,576 lines or 64 MiB; at most 100 MB)');
  keep(print, '10 MB without a line break', (say) => {
    const chunk = new Uint8Array(16_384).fill(0x41);
    for (let sent = 0; sent < 10e6; sent += chunk.length) say(chunk, 0);
  });
  keep(print, '24 h of polls, each 2 s', (say) => {
    const reply = telemetryLines(400).subarray(0, 120);
    const ok = encoder.encode('\r\n\r\nOK\r\n');
    for (let ms = 0; ms < HOURS * 3_600_000; ms += POLL_MS) {
      say(encoder.encode('AT+ADATA\r\n'), ms);
      say(reply, ms + 20);
      say(ok, ms + 21);
    }
  });
  keep(print, '24 h at 11,520 B/s', (say) => {
    const second = telemetryLines(LINE_RATE);
    for (let s = 0; s < HOURS * 3_600; s += 1) say(second, s * 1_000);
  });
};
