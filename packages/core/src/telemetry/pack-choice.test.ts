import { expect, test } from 'vitest';
import type { DecodedReply, PackOfReply } from '../protocol/reply-decoder.ts';
import { createPackChoice } from './pack-choice.ts';

const ofPack = (label: string): PackOfReply => ({
  label,
  sample: {
    packVoltageV: 50 + Number(label),
    alarms: [],
    protections: [],
    cellVoltagesV: [],
    temperaturesC: [],
  },
  others: [],
  understanding: { kind: 'native' },
});
const replyOf = (...labels: readonly string[]): DecodedReply => {
  const { label: _, ...first } = ofPack(labels[0] ?? '1');
  return { ...first, packs: labels.map(ofPack) };
};
const shown = (found: ReturnType<ReturnType<typeof createPackChoice>['from']>) => [
  found?.reply.sample.packVoltageV,
  found?.pack,
];

test('[OBD-279] the pack that was reported first stays shown, also if the order changes', () => {
  const choice = createPackChoice();
  expect(shown(choice.from(replyOf('1', '2')))).toEqual([51, { label: '1', labels: ['1', '2'] }]);
  expect(choice.from(replyOf('2', '1'))?.reply.sample.packVoltageV).toBe(51);
});

test('[OBD-279] a reply without the chosen pack shows no other pack', () => {
  const choice = createPackChoice();
  choice.from(replyOf('1', '2'));
  expect(choice.from(replyOf('2'))).toBeUndefined();
  const { packs: _, ...unnumbered } = replyOf('2');
  expect(choice.from(unnumbered)).toBeUndefined();
});

test('[OBD-279] the user’s choice among the reported packs lasts until the connection ends', () => {
  const choice = createPackChoice();
  choice.from(replyOf('1', '2'));
  choice.choose('2');
  choice.choose('9');
  expect(shown(choice.from(replyOf('1', '2', '3')))).toEqual([
    52,
    { label: '2', labels: ['1', '2', '3'] },
  ]);
  choice.restart();
  expect(choice.from(replyOf('1', '2'))?.pack?.label).toBe('1');
});

test('[OBD-372] the user’s choice is shown again when the device returns, whichever pack is reported first', () => {
  const choice = createPackChoice();
  choice.from(replyOf('1', '2', '3'));
  choice.choose('3');
  choice.resume();
  expect(choice.from(replyOf('1'))).toBeUndefined();
  expect(shown(choice.from(replyOf('2', '3')))).toEqual([
    53,
    { label: '3', labels: ['1', '2', '3'] },
  ]);
});

test('[OBD-372] if the chosen pack is not among the packs that are reported after that, the first one is shown', () => {
  const choice = createPackChoice();
  choice.from(replyOf('1', '2', '3'));
  choice.choose('3');
  choice.resume();
  expect(choice.from(replyOf('1', '2'))).toBeUndefined();
  expect(choice.from(replyOf('1', '2'))?.pack).toEqual({ label: '1', labels: ['1', '2'] });
  expect(choice.from(replyOf('1', '2', '3'))?.pack?.label).toBe('1');
});

test('[OBD-279] for a single pack no choice is offered', () => {
  const found = createPackChoice().from(replyOf('1'));
  expect(found).not.toHaveProperty('pack');
  expect(found?.reply.sample.packVoltageV).toBe(51);
});

test('[OBD-279] packs may be numbered later than the first reply', () => {
  const choice = createPackChoice();
  const { packs: _, ...unnumbered } = replyOf('1');
  expect(choice.from(unnumbered)).toEqual({ reply: unnumbered });
  expect(shown(choice.from(replyOf('1', '2')))).toEqual([51, { label: '1', labels: ['1', '2'] }]);
});
