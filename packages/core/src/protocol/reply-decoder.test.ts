import { expect, test } from 'vitest';
import { createReplyDecoder } from './reply-decoder.ts';

const LINES = [
  '+ADATA: 1,17,86405,1,1,3302,-1240,785,990,10000,7772,123,3,0000,0000,3302,25,0',
] as const;

test('[OBD-50] a reply is not decoded again after its completeness was tested', () => {
  const decoder = createReplyDecoder();
  expect(decoder.isComplete(LINES)).toBe(true);
  const first = decoder.decode(LINES);
  const again = decoder.decode(LINES);
  expect(first.ok && again.ok && first.value.sample === again.value.sample).toBe(true);
});

test('[DP-03] after a native reply a damaged one is rejected, until the decoder restarts', () => {
  const decoder = createReplyDecoder();
  expect(decoder.decode(['soc=78, v=13.2, i=-1.2']).ok).toBe(true);
  decoder.restart(undefined);
  expect(decoder.decode(LINES).ok).toBe(true);
  expect(decoder.decode(['soc=78, v=13.2, i=-1.2']).ok).toBe(false);
  decoder.restart(undefined);
  expect(decoder.decode(['soc=78, v=13.2, i=-1.2']).ok).toBe(true);
});
