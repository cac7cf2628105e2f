import { parseCapture } from '../protocol/capture.ts';
import { repliesOfCapture } from '../protocol/capture-replies.ts';
import { createReplyDecoder } from '../protocol/reply-decoder.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { csvHead, csvRow } from '../recording/session-csv.ts';

/** Whether a file begins like a session that was exported as JSON lines or sealed. */
export const isCapture = (start: string): boolean => /^\uFEFF?\{"batbot":"capture"/.test(start);

const NEWER = 'It was written by a newer version of this app. Update this app and import it again.';
const NO_START = 'It does not say when it began, so its values have no time.';
const NO_VALUES = 'No values of a pack were found in it. Open it with the command “batbot decode”.';

/**
 * Decodes a session that was exported as JSON lines or sealed, and returns it as the CSV of a session, in parts. If the
 * device has the native dialect, its other replies are left out. The error is a sentence.
 */
export const captureTable = (text: string): Result<readonly string[], string> => {
  const capture = parseCapture(text);
  if (!capture.ok) return err(NEWER);
  const { header, lines, skipped } = capture.value;
  const startedAt = Date.parse(header.startedAt ?? '');
  if (Number.isNaN(startedAt)) return err(NO_START);
  const { decodeAll } = createReplyDecoder();
  const all = repliesOfCapture(lines).flatMap(({ lines: reply, ms = 0 }) =>
    decodeAll(reply).flatMap((read) => (read.ok ? [{ ms, ...read.value }] : [])),
  );
  const native = all.filter(({ understanding }) => understanding.kind === 'native');
  const samples = native.length > 0 ? native : all;
  if (samples.length === 0) return err(NO_VALUES);
  const most = (of: (sample: (typeof samples)[number]['sample']) => number): number =>
    samples.reduce((largest, { sample }) => Math.max(largest, of(sample)), 0);
  const shape = {
    separator: ',',
    cells: most(({ cellVoltagesV }) => cellVoltagesV.length),
    temperatures: most(({ temperaturesC }) => temperaturesC.length),
  } as const;
  const remarks = [
    ...(native.length > 0 ? [] : ['The values were inferred from the text of the replies.']),
    ...(skipped.length > 0 ? [`${skipped.length} damaged lines of the file were left out.`] : []),
  ].map((remark) => ({ ms: 0, wall: startedAt, kind: 'note' as const, text: remark }));
  return ok([
    csvHead(shape),
    ...samples.map(({ ms, sample }, index) =>
      csvRow({ ms, wall: startedAt + ms, sample, events: index === 0 ? remarks : [] }, shape),
    ),
  ]);
};
