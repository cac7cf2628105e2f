import type { Metric } from './metric.ts';
import type { PackFigures } from './pack-figures.ts';
import type { WeakReason } from './weak-cells.ts';

/** The sentence on which a technician can act. */
export interface FirstLine {
  readonly kind: 'act' | 'fine' | 'unknown';
  readonly text: string;
  /** The start of the oldest recording that the sentence uses, in UTC ms, if later ones do not contain its values. */
  readonly at?: number;
}

/** Returns the start of the oldest recording of the metrics, as the first line has it. */
const since = (...metrics: readonly Metric<unknown>[]): Pick<FirstLine, 'at'> => {
  const times = metrics.flatMap((metric) => (metric.kind === 'known' ? (metric.at ?? []) : []));
  return times.length === 0 ? {} : { at: Math.min(...times) };
};

const reasonText = (reason: WeakReason): string => {
  if (reason.kind === 'resistance') {
    const trend =
      reason.isRising === undefined ? '' : reason.isRising ? ', rising' : ', not rising';
    return `resistance ${Math.round(reason.abovePercent)} % above the median${trend}`;
  }
  return reason.kind === 'rest'
    ? `${Math.round(reason.belowMv)} mV below the median at rest`
    : `loses ${reason.mvPerDay.toFixed(1)} mV a day against the others`;
};

/** Points by which the state of charge may be wrong, and the state of health in percent that is the usual end of life. */
const WRONG_SOC = 8;
const END_OF_LIFE = 80;

/** Returns the first line of a pack: the worst finding, or what is missing for a judgement. */
export const firstLine = (pack: PackFigures): FirstLine => {
  const { weak, resistance, spread, soh, socError } = pack;
  const [worst, ...others] = weak;
  if (worst !== undefined) {
    const steps =
      resistance.kind === 'known' && worst.reasons[0]?.kind === 'resistance'
        ? `${resistance.n} steps, `
        : '';
    const more =
      others.length === 0 ? '' : ` Also weak: ${listed(others.map((each) => each.number))}.`;
    const reasons = worst.reasons.map(reasonText).join('; ');
    const uses = (kind: WeakReason['kind']): boolean =>
      weak.some((each) => each.reasons.some((reason) => reason.kind === kind));
    return {
      kind: 'act',
      text: `Cell ${worst.number} needs attention: ${reasons}; ${steps}${worst.confidence} confidence.${more}`,
      ...since(...(uses('resistance') ? [resistance] : []), ...(uses('rest') ? [spread] : [])),
    };
  }
  if (soh.kind === 'known' && soh.value < END_OF_LIFE) {
    const percent = Math.round(soh.value);
    return {
      kind: 'act',
      text: `The capacity is ${percent} % of the design: plan the replacement of the pack; ${soh.confidence} confidence.`,
      ...since(soh),
    };
  }
  if (socError.kind === 'known' && Math.abs(socError.value) > WRONG_SOC) {
    const way = socError.value > 0 ? 'too high' : 'too low';
    const points = Math.round(Math.abs(socError.value));
    return {
      kind: 'act',
      text: `The BMS reports a state of charge ${points} points ${way}: charge the pack fully to set it.`,
      ...since(socError),
    };
  }
  if (resistance.kind === 'notEnough') {
    return {
      kind: 'unknown',
      text: `Not enough data to compare the cells. Needed: ${resistance.needs}.`,
    };
  }
  const { milliOhm, medianMilliOhm } = resistance.value;
  const above = Math.max(...milliOhm.filter(Number.isFinite)) / medianMilliOhm - 1;
  const rest =
    spread.kind === 'known' ? `, spread ${Math.round(spread.value.spreadMv)} mV at rest` : '';
  const unread = milliOhm.filter(Number.isNaN).length;
  const gaps = unread === 0 ? '' : ` Not judged: ${unread} ${unread === 1 ? 'cell' : 'cells'}.`;
  return {
    kind: 'fine',
    text: `No cell stands out: resistances at most ${Math.round(100 * above)} % above the median${rest}; ${resistance.n} steps, ${resistance.confidence} confidence.${gaps}`,
    ...since(resistance, spread),
  };
};

const MOST_NAMED = 5;

const listed = (numbers: readonly number[]): string => {
  const named = numbers.slice(0, MOST_NAMED).join(', ');
  const rest = numbers.length - MOST_NAMED;
  const word = numbers.length === 1 ? 'cell' : 'cells';
  return rest > 0 ? `${word} ${named} and ${rest} more` : `${word} ${named}`;
};
