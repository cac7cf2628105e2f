import { identityIn, type DeviceIdentity } from '../protocol/device-identity.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { judgeInterlocks } from './interlock.ts';
import type { GuidedEnd, GuidedRun, Halt, StepRecord } from './guided-run.ts';

/** A step in a report; one that was never begun has no more than its title and kind. */
export interface ReportStep extends Omit<
  StepRecord,
  'step' | 'outcome' | 'found' | 'at' | 'tookMs'
> {
  readonly outcome: StepRecord['outcome'] | 'notDone';
  readonly found?: string;
  readonly at?: number;
  readonly tookMs?: number;
}

/** What a check came to. Holds no name of a user. Times are UTC milliseconds. */
export interface GuidedReport {
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly end: GuidedEnd;
  readonly why?: string;
  /** The port, as the browser calls it. */
  readonly device: string;
  /** What the device told of itself, where it was asked. */
  readonly identity: DeviceIdentity;
  readonly cells?: number;
  readonly designCapacityAh?: number;
  /** What had to hold throughout, in words. */
  readonly interlocks: readonly string[];
  readonly steps: readonly ReportStep[];
  readonly halts: readonly Halt[];
}

const identityOf = (records: readonly StepRecord[]): DeviceIdentity => {
  const reply = records.findLast(
    ({ command, said }) => said !== undefined && command?.trim().toUpperCase() === 'ATI',
  );
  // The last line of what a reply said is its final code.
  return reply === undefined ? {} : identityIn((reply.said ?? '').split('\n').slice(0, -1));
};

const packFacts = (
  sample: PackSample | undefined,
): Pick<GuidedReport, 'cells' | 'designCapacityAh'> => {
  if (sample === undefined) return {};
  const { designCapacityAh } = sample;
  const cells = sample.cellVoltagesV.length;
  return designCapacityAh === undefined ? { cells } : { cells, designCapacityAh };
};

const requirements = ({ check }: GuidedRun): readonly string[] =>
  judgeInterlocks(check, undefined, {
    connection: { kind: 'disconnected', cause: { kind: 'never' } },
    data: { kind: 'none' },
    strayed: undefined,
  }).map(({ name, needed }) => (needed === '' ? name : `${name}: ${needed}`));

/** The report of a run that is over; undefined of one that is not. */
export const reportOf = (
  run: GuidedRun,
  endedAt: number,
  device: string,
): GuidedReport | undefined => {
  const { check, phase, records, halts, startedAt } = run;
  if (phase.kind !== 'ended') return undefined;
  const steps = check.steps.map(({ title, kind }, index): ReportStep => {
    const found = records.find(({ step }) => step === index);
    if (found === undefined) return { title, kind, outcome: 'notDone' };
    const { step: _, ...rest } = found;
    return rest;
  });
  return {
    id: `${startedAt.toString(36)}-${endedAt.toString(36)}`,
    title: check.title,
    purpose: check.purpose,
    startedAt,
    endedAt,
    end: phase.end,
    ...(phase.why === undefined ? {} : { why: phase.why }),
    device,
    identity: identityOf(records),
    ...packFacts(run.sample),
    interlocks: requirements(run),
    steps,
    halts,
  };
};
