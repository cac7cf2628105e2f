import { parseCapture } from '../protocol/capture.ts';
import { repliesOfCapture } from '../protocol/capture-replies.ts';
import { createReplyDecoder, type DecodedReply } from '../protocol/reply-decoder.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { csvHead, csvRow } from '../recording/session-csv.ts';

/** Whether a file begins like a session that was exported as JSON lines or sealed. */
export const isCapture = (start: string): boolean => /^\uFEFF?\{"batbot":"capture"/.test(start);

const NEWER = 'It was written by a newer version of this app. Update this app and import it again.';
const NO_START = 'It does not state when it began, so its values have no time.';
const NOT_CHECKED = 'The seal was not checked: choose “Check a sealed file…” beside Record.';
const NO_VALUES =
  'No values of a pack were found in it. If its device has a profile, export the session as CSV and import that file.';

interface TimedReply extends DecodedReply {
  readonly ms: number;
}

/**
 * Returns the replies of the pack that was reported first, and its number if the device reports several packs. Then replies
 * without a number are left out, because they can belong to any pack.
 */
const ofOnePack = (replies: readonly TimedReply[]) => {
  const labels = new Set(replies.flatMap(({ packs = [] }) => packs.map(({ label }) => label)));
  const [pack] = labels;
  if (labels.size < 2) return { samples: replies };
  const samples = replies.flatMap(({ ms, packs = [] }) =>
    packs.filter(({ label }) => label === pack).map((each) => ({ ...each, ms })),
  );
  return { samples, pack };
};

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
  const all = repliesOfCapture(capture.value).flatMap(({ lines: reply, ms = 0 }) =>
    decodeAll(reply).flatMap((read) => (read.ok ? [{ ms, ...read.value }] : [])),
  );
  const native = all.filter(({ understanding }) => understanding.kind === 'native');
  const { samples, pack } = ofOnePack(native.length > 0 ? native : all);
  if (samples.length === 0) return err(NO_VALUES);
  const most = (of: (sample: (typeof samples)[number]['sample']) => number): number =>
    samples.reduce((largest, { sample }) => Math.max(largest, of(sample)), 0);
  const shape = {
    separator: ',',
    cells: most(({ cellVoltagesV }) => cellVoltagesV.length),
    temperatures: most(({ temperaturesC }) => temperaturesC.length),
  } as const;
  const events = [
    ...(native.length > 0 ? [] : ['The values were inferred from the text of the replies.']),
    ...(pack === undefined
      ? []
      : [`The device reported several packs: only the values of pack ${pack} were imported.`]),
    ...(skipped.length === 1 ? ['One damaged line of the file was left out.'] : []),
    ...(skipped.length > 1 ? [`${skipped.length} damaged lines of the file were left out.`] : []),
    ...(text.includes('"seal":') ? [NOT_CHECKED] : []),
  ].map((remark) => ({ ms: 0, text: remark }));
  for (const { ms, note, marker } of lines)
    for (const each of [marker, note]) if (each !== undefined) events.push({ ms, text: each });
  let next = 0;
  /** Returns the remarks up to a time that no earlier sample has. */
  const eventsTo = (until: number) => {
    const first = next;
    while ((events[next]?.ms ?? Infinity) <= until) next += 1;
    const noted = events.slice(first, next);
    return noted.map((each) => ({ ...each, wall: startedAt + each.ms, kind: 'note' as const }));
  };
  return ok([
    csvHead(shape),
    ...samples.map(({ ms, sample }, index) => {
      const until = index === samples.length - 1 ? Number.MAX_VALUE : ms;
      return csvRow({ ms, wall: startedAt + ms, sample, events: eventsTo(until) }, shape);
    }),
  ]);
};
