import { expect, test } from 'vitest';
import { parseCapture } from '../protocol/capture.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { BYTES_PER_LINE, LONGEST_LINE } from './seal-lines.ts';
import { sessionLines } from './session-lines.ts';

const run = (ms: number, ...bytes: readonly number[]) =>
  ({ ms, dir: 'rx', background: false, bytes: Uint8Array.from(bytes) }) as const;
const note = (ms: number, text: string) => ({ ms, wall: 0, kind: 'note', text }) as const;

test('[REC-93] events come before the bytes that follow them, and the last events at the end', () => {
  const lines = [
    ...sessionLines(
      [run(1, 0x41), run(3, 0x42)],
      [note(9, 'd'), note(1, 'a'), note(2, 'b'), note(3, 'c')],
    ),
  ];
  expect(
    lines.map(({ ms, text }) => [ms, /"note":"."|"hex":"[0-9a-f]{2}"/.exec(text)?.[0]]),
  ).toEqual([
    [1, '"note":"a"'],
    [1, '"hex":"41"'],
    [2, '"note":"b"'],
    [3, '"note":"c"'],
    [3, '"hex":"42"'],
    [9, '"note":"d"'],
  ]);
});

test('[REC-93] a long run of bytes is split into lines that the checker accepts', () => {
  const bytes = Uint8Array.from({ length: BYTES_PER_LINE * 2 + 5 }, (_, index) => index % 251);
  const lines = [...sessionLines([{ ms: 1, dir: 'rx', background: true, bytes }], [])];
  expect(lines).toHaveLength(3);
  for (const { text } of lines) expect(text.length).toBeLessThan(LONGEST_LINE);
  const parsed = parseCapture(
    `{"batbot":"capture","version":1}\n${lines.map(({ text }) => text).join('\n')}`,
  );
  const runs = parsed.ok ? parsed.value.lines.map((line) => Uint8Array.from(line.bytes)) : [];
  expect(joinBytes(runs)).toEqual(bytes);
});
