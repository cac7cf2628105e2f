import { describe } from 'vitest';
import { casesOn } from './cases-on.ts';
import { closingCases } from './serial-link-closing.ts';
import {
  type MakeSerialLinkHarness,
  type SerialLinkAbility,
  type SerialLinkCases,
} from './serial-link-harness.ts';
import { openingCases } from './serial-link-opening.ts';
import { readingCases } from './serial-link-reading.ts';
import { signalCases } from './serial-link-signals.ts';
import { unpluggingCases } from './serial-link-unplugging.ts';
import { writingCases } from './serial-link-writing.ts';

/**
 * Contract tests of the `SerialLink` port of the core, one suite for all implementations. Each case gets a new harness.
 * Cases for an ability that `abilities` does not name are not defined for that technology, so they do not count as
 * skipped.
 */
export const serialLinkContract = (
  name: string,
  makeHarness: MakeSerialLinkHarness,
  abilities: readonly SerialLinkAbility[],
): void => {
  const cases: SerialLinkCases = {
    it: casesOn(makeHarness, (harness) => harness.dispose()),
    can: (ability) => abilities.includes(ability),
  };
  describe(`${name} passes the contract of the serial link`, () => {
    openingCases(cases);
    readingCases(cases);
    writingCases(cases);
    closingCases(cases);
    signalCases(cases);
    unpluggingCases(cases);
  });
};
