import { expect, test } from 'vitest';
import { scoreCapture } from './capture-score.fixture.ts';
import { FOREIGN_CAPTURES } from './foreign-captures.fixture.ts';
import { capturedReplies } from './capture-replies.ts';
import { createReplyDecoder } from './reply-decoder.ts';

test.each(FOREIGN_CAPTURES)('[OBD-185] $name: $inferred values, none wrong', (capture) => {
  const file = Uint8Array.from(capture.bytes, (character) => character.charCodeAt(0));
  const { decodeAll } = createReplyDecoder();
  const samples = capturedReplies(file)
    .flatMap(({ lines }) => decodeAll(lines))
    .flatMap((reading) => (reading.ok ? [reading.value.sample] : []));
  const score = scoreCapture(capture.values, samples);
  expect(score.wrong).toEqual([]);
  expect(score.right).toBeGreaterThanOrEqual(capture.inferred);
});
