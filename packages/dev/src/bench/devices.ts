import { capturedReplies, createReplyDecoder } from '@batbot/core';
import {
  FOREIGN_CAPTURES,
  scoreCapture,
  type CaptureScore,
  type ForeignCapture,
} from '@batbot/core/fakes';

/** Of the values that need no profile, at least so many are inferred. */
const LEAST_INFERRED = 0.75;

const scoreOf = ({ bytes, values }: ForeignCapture): CaptureScore => {
  const file = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  const { decodeAll } = createReplyDecoder();
  const readings = capturedReplies(file).flatMap(({ lines }) => decodeAll(lines));
  return scoreCapture(
    values,
    readings.flatMap((reading) => (reading.ok ? [reading.value.sample] : [])),
  );
};

const sum = (scores: readonly CaptureScore[]) => ({
  right: scores.reduce((all, { right }) => all + right, 0),
  wrong: scores.reduce((all, { wrong }) => all + wrong.length, 0),
  missing: scores.reduce((all, { missing }) => all + missing, 0),
});

/** Prints what is read of 40 replies of foreign devices without a profile. Fails on a wrong value, or on too few. */
export const benchDevices = (print: (line: string) => void): void => {
  const rows = FOREIGN_CAPTURES.map((capture) => ({ capture, score: scoreOf(capture) }));
  print('Foreign replies: values right, wrong and missing, without a profile');
  for (const { capture, score } of rows) {
    const figures = [score.right, score.wrong.length, score.missing].map((each) =>
      String(each).padStart(6),
    );
    const note = capture.needsProfile === true ? '  needs a profile' : '';
    print(
      `  ${capture.name.padEnd(28)}${figures.join('')}${note}${score.wrong.length > 0 ? `  WRONG ${score.wrong.join(', ')}` : ''}`,
    );
  }
  const all = sum(rows.map(({ score }) => score));
  const free = sum(
    rows.filter(({ capture }) => capture.needsProfile !== true).map(({ score }) => score),
  );
  const part = free.right / (free.right + free.missing);
  print(`  all: ${all.right} right, ${all.wrong} wrong, ${all.missing} missing`);
  print(
    `  without those that need a profile: ${free.right} of ${free.right + free.missing} (${(part * 100).toFixed(1)} %)`,
  );
  if (all.wrong > 0 || part < LEAST_INFERRED) {
    throw new Error('bounds: no wrong value, and 75 % of the values that need no profile');
  }
};
