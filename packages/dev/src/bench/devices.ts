import { capturedReplies, createReplyDecoder } from '@batbot/core';
import {
  FOREIGN_CAPTURES,
  profileFor,
  scoreCapture,
  scoreProfile,
  type CaptureScore,
  type ForeignCapture,
} from '@batbot/core/fakes';

/** Minimum share of the values read without a profile, among the captures that need none (`needsProfile`). */
const LEAST_INFERRED = 0.75;
/** Minimum share of all values that are read with profiles. */
const LEAST_WITH_PROFILES = 0.95;

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

/**
 * Prints how many values of 40 replies of foreign devices are read, without and with profiles. Fails if a value is
 * wrong or if too few are read.
 */
export const benchDevices = async (print: (line: string) => void): Promise<void> => {
  const rows = await Promise.all(
    FOREIGN_CAPTURES.map(async (capture) => {
      const score = scoreOf(capture);
      const profile = await profileFor(capture);
      return {
        capture,
        score,
        profiled: profile === undefined ? score : scoreProfile(capture, profile),
        profile,
      };
    }),
  );
  print('Foreign replies: values right, wrong and missing, without and with a profile');
  for (const { capture, score, profiled, profile } of rows) {
    const figures = [score, profiled].map(({ right, wrong: { length }, missing }) =>
      [right, length, missing].map((each) => String(each).padStart(6)).join(''),
    );
    const note = profile === undefined ? '  inferred' : `  ${profile.name}`;
    const wrong = [...score.wrong, ...profiled.wrong];
    print(
      `  ${capture.name.padEnd(28)}${figures.join('   ')}${note}${wrong.length > 0 ? `  WRONG ${wrong.join(', ')}` : ''}`,
    );
  }
  const all = sum(rows.map(({ score }) => score));
  const free = sum(
    rows.filter(({ capture }) => capture.needsProfile !== true).map(({ score }) => score),
  );
  const profiled = sum(rows.map((row) => row.profiled));
  const part = free.right / (free.right + free.missing);
  print(`  all: ${all.right} right, ${all.wrong} wrong, ${all.missing} missing`);
  print(
    `  without those that need a profile: ${free.right} of ${free.right + free.missing} (${(part * 100).toFixed(1)} %)`,
  );
  const whole = profiled.right / (profiled.right + profiled.missing);
  print(
    `  with profiles: ${profiled.right} right, ${profiled.wrong} wrong, ${profiled.missing} missing (${(whole * 100).toFixed(1)} %)`,
  );
  const isEnough = part >= LEAST_INFERRED && whole >= LEAST_WITH_PROFILES;
  if (all.wrong + profiled.wrong > 0 || !isEnough) {
    throw new Error(
      'bounds: no wrong value, 75 % of the values that need no profile, 95 % with profiles',
    );
  }
};
