import { textOfBytes } from '../prelude/text-of-bytes.ts';
import { createFramer } from './framer.ts';
import type { Profile } from './profile.ts';
import { questionBytes } from './profile-commands.ts';
import { createRecordMatcher } from './profile-reader.ts';

/**
 * The state of a reply that is being received. `unfinished`: a frame has begun and its end is missing. `echo`: until now,
 * only the bytes of the question came back.
 */
export type ReplyState = 'more' | 'unfinished' | 'echo' | 'complete' | 'refused' | 'bad checksum';

const MOST_TAIL = 512;

/** Creates the detector for one question. Each question needs its own. */
export const replyEnd = (profile: Profile, poll: string | undefined) => {
  const { end, frame } = profile;
  const framer = createFramer(profile);
  const recordOf = createRecordMatcher(profile);
  const asked = profile.polls.find(({ id }) => id === poll);
  const question = questionBytes(asked ?? {});
  const wanted = asked?.frames ?? 1;
  const finals = new Set(end.final.map((line) => line.trim()));
  const errors = new Set(end.error.map((line) => line.trim()));
  const waitsForPrompt =
    end.prompt !== undefined && (frame.split === 'isoTp' || frame.split === 'line');
  let found = 0;
  let hasBad = false;
  let isRefused = false;
  let tail = '';
  let state: ReplyState = 'more';
  let received = 0;
  let isEcho = true;

  const step = (bytes: Uint8Array): ReplyState => {
    isEcho &&= bytes.every((byte, index) => byte === question[received + index]);
    received += bytes.length;
    for (const { body } of framer.push(bytes)) {
      if (body === undefined) hasBad = true;
      else if (recordOf(body, poll) !== undefined) found += 1;
    }
    tail = (tail + textOfBytes(bytes)).slice(-MOST_TAIL - bytes.length);
    const lines = tail.split(/[\r\n]+/).map((line) => line.trim());
    tail = tail.slice(-MOST_TAIL);
    // A line counts once it has ended.
    const ended = lines.slice(0, -1);
    isRefused ||= ended.some((line) => errors.has(line));
    // The frame before the prompt of a reply is the reply itself.
    if (end.prompt !== undefined) {
      const last = lines.at(-1) ?? '';
      if (last.endsWith(end.prompt.trim()) && (found > 0 || isRefused))
        return isRefused ? 'refused' : 'complete';
    }
    if (isRefused && end.prompt === undefined) return 'refused';
    if (ended.some((line) => finals.has(line)) && !waitsForPrompt) return 'complete';
    if (found >= wanted && !waitsForPrompt) return 'complete';
    if (hasBad && found === 0 && !waitsForPrompt) return 'bad checksum';
    if (isEcho) return 'echo';
    return framer.isUnfinished() ? 'unfinished' : 'more';
  };

  return {
    /**
     * `complete`: all frames arrived, or the prompt or a final line did. `refused`: the device answered with one of the
     * profile's error lines. `bad checksum`: a damaged frame arrived. The link measures the pause (`end.gapMs`).
     */
    push: (bytes: Uint8Array): ReplyState => {
      if (state === 'more' || state === 'unfinished' || state === 'echo') state = step(bytes);
      return state;
    },
  };
};
