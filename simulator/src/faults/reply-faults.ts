import {
  cutFirstLine,
  decimalCommas,
  dropCell,
  socNotANumber,
  withoutFinal,
} from './answer-edits.ts';
import type { SeededRandom } from '../random/seeded-random.ts';
import type { FaultSetting, ReplyDraft, SpoilReply } from './reply-draft.ts';

/** One entry of the catalogue: the effect of a fault and the meaning of its value. */
interface ReplyFault {
  readonly does: string;
  readonly value?: number;
  readonly unit?: string;
  readonly spoil: SpoilReply;
}

const pick = (random: SeededRandom, below: number): number => Math.floor(random.next() * below);

const noise = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(1 + pick(random, 255))).join('');

const onText =
  (change: (text: string, setting: FaultSetting) => string): SpoilReply =>
  (draft, setting) => ({ ...draft, text: change(draft.text, setting) });

/** Changes only replies to polls. */
const onPoll =
  (change: (text: string, setting: FaultSetting) => string): SpoilReply =>
  (draft, setting) =>
    setting.poll ? { ...draft, text: change(draft.text, setting) } : draft;

/** Replaces each character, with a probability of `value` percent, by the result of `change`. */
const eachByte = (change: (char: string, random: SeededRandom) => string): SpoilReply =>
  onText((text, { random, value }) =>
    Array.from(text, (char) => (random.next() * 100 < value ? change(char, random) : char)).join(
      '',
    ),
  );

const middle = (text: string): number => Math.floor(text.length / 2);

/** Bytes that a receiver at the wrong bit rate reads: runs of equal bits, misplaced start and stop bits. */
const scrambled = [
  0x00, 0x80, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe, 0xff, 0x1e, 0x66, 0x86, 0x98, 0x9e,
];
export const scramble = (text: string, random: SeededRandom): string =>
  Array.from(text, () => String.fromCharCode(scrambled[pick(random, scrambled.length)] ?? 0)).join(
    '',
  );

const timed =
  (change: (draft: ReplyDraft, setting: FaultSetting) => Partial<ReplyDraft>): SpoilReply =>
  (draft, setting) => ({ ...draft, ...change(draft, setting) });

/** Faults of single replies, by name. */
export const replyFaults = {
  'garbage-before': {
    does: 'random bytes before the reply',
    value: 12,
    unit: 'bytes',
    spoil: onText((text, { random, value }) => noise(random, value) + text),
  },
  'garbage-inside': {
    does: 'random bytes in the middle of the reply',
    value: 12,
    unit: 'bytes',
    spoil: onText(
      (text, { random, value }) =>
        text.slice(0, middle(text)) + noise(random, value) + text.slice(middle(text)),
    ),
  },
  'garbage-after': {
    does: 'random bytes after the reply',
    value: 12,
    unit: 'bytes',
    spoil: onText((text, { random, value }) => text + noise(random, value)),
  },
  'bit-flips': {
    does: 'single bits turned',
    value: 1,
    unit: '% of the bytes',
    spoil: eachByte((char, random) =>
      String.fromCharCode(char.charCodeAt(0) ^ (1 << pick(random, 8))),
    ),
  },
  'dropped-bytes': {
    does: 'bytes lost',
    value: 1,
    unit: '% of the bytes',
    spoil: eachByte(() => ''),
  },
  'duplicated-bytes': {
    does: 'bytes sent twice',
    value: 1,
    unit: '% of the bytes',
    spoil: eachByte((char) => char + char),
  },
  'truncated-line': {
    does: 'the first line of an answer ends half-way; the final code still comes',
    value: 50,
    unit: '% kept',
    spoil: onPoll((text, { value }) => cutFirstLine(text, value)),
  },
  'missing-final': {
    does: 'OK never comes',
    spoil: onText(withoutFinal),
  },
  glued: {
    does: 'the answer comes twice without a break between',
    spoil: onPoll((text) => text.trimEnd() + text.trimStart()),
  },
  'previous-reply': {
    does: 'the answer to the poll before comes again',
    spoil: onPoll((text, { previous }) => previous ?? text),
  },
  'wrong-counts': {
    does: 'one cell fewer than the answer claims',
    spoil: onPoll(dropCell),
  },
  nan: {
    does: 'the state of charge is not a number',
    spoil: onPoll(socNotANumber),
  },
  'decimal-comma': {
    does: 'decimal commas (in the compact form: in the pack voltage)',
    spoil: onPoll(decimalCommas),
  },
  slow: {
    does: 'the reply comes late',
    value: 3,
    unit: 's',
    spoil: timed((_, { value }) => ({ delayMs: value * 1000 })),
  },
  trickle: {
    does: 'a pause after every byte',
    value: 50,
    unit: 'ms',
    spoil: timed((_, { value }) => ({ charMs: value })),
  },
  stall: {
    does: 'the reply stops half-way and continues later',
    value: 3,
    unit: 's',
    spoil: timed(({ text }, { value }) => ({ pause: { at: middle(text), ms: value * 1000 } })),
  },
  silence: { does: 'no reply at all', spoil: onText(() => '') },
  'wrong-baud': {
    does: 'what a receiver at another rate makes of the reply',
    spoil: onText((text, { random }) => scramble(text, random)),
  },
  'unplug-mid-frame': {
    does: 'unplugged in the middle of the reply, plugged in again',
    value: 3,
    unit: 's until plugged in; 0 = never',
    spoil: timed(({ text }, { value }) => ({
      unplug: { at: middle(text), againMs: value * 1000 },
    })),
  },
} satisfies Record<string, ReplyFault>;
