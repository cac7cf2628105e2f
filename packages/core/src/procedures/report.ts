import { identityIn, type DeviceIdentity } from '../protocol/device-identity.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { judgeConditions, requirementText } from './conditions.ts';
import type { RunEnd } from './machine.ts';
import type { CheckStep } from './procedure.ts';
import type { CheckReport, ReportStep } from './report-file.ts';
import { resultsOf, type CheckRun, type StepResult } from './run.ts';

/** Returns the identity that the check has read; undefined if it has no such step. */
const identityOf = (results: readonly StepResult[]): DeviceIdentity | undefined => {
  const reply = results.findLast(
    ({ command, said }) => said !== undefined && command?.trim().toUpperCase() === 'ATI',
  );
  // The last line of a reply is its final result code.
  return reply && identityIn((reply.said ?? '').split('\n').slice(0, -1));
};

const packFacts = (
  sample: PackSample | undefined,
): Pick<CheckReport, 'cells' | 'designCapacityAh'> => {
  if (sample === undefined) return {};
  const { designCapacityAh } = sample;
  const cells = sample.cellVoltagesV.length;
  return designCapacityAh === undefined ? { cells } : { cells, designCapacityAh };
};

/** Returns the conditions of the whole check as text. Those of every check are listed by their requirement. */
const requirements = ({ check }: CheckRun): readonly string[] => [
  'Device connected',
  'Same pack throughout',
  ...judgeConditions({ ...check, conditions: [] }, undefined, {
    connection: { kind: 'disconnected', cause: { kind: 'never' } },
    data: { kind: 'none' },
    otherPack: undefined,
  }).flatMap(({ name, needed }) => (needed === '' ? [] : [`${name} ${needed}`])),
  ...check.conditions.map(requirementText),
];

const reportStep = (
  { title, kind, conditions }: CheckStep,
  result: StepResult | undefined,
): ReportStep => {
  const own = conditions.length === 0 ? {} : { conditions: conditions.map(requirementText) };
  if (result === undefined) return { title, kind, outcome: 'notDone', ...own };
  const { step: _, loop: __, verdict: ___, latencyMs: ____, ...rest } = result;
  return { title, kind, ...rest, ...own };
};

/**
 * Returns the report of a check. That of a running check is saved after each step, in case the browser or the computer
 * fails, and is replaced by the next one of this run. `known`: the identity that the device reported before the check.
 */
export const reportOf = (
  run: CheckRun,
  now: number,
  { device, known }: { readonly device: string; readonly known: DeviceIdentity },
): CheckReport => {
  const { check, phase, halts, startedAt } = run;
  const { end, why }: { readonly end: RunEnd | 'notEnded'; readonly why?: string } =
    phase.kind === 'ended'
      ? phase
      : { end: 'notEnded', why: 'it had not ended when this was saved' };
  return {
    id: startedAt.toString(36),
    name: check.name,
    purpose: check.purpose,
    startedAt,
    endedAt: now,
    end: end === 'lost' ? 'stopped' : end,
    ...(why === undefined ? {} : { why }),
    device,
    identity: identityOf(resultsOf(run)) ?? known,
    ...packFacts(run.sample),
    conditions: requirements(run),
    steps: check.steps.map((step, index) => reportStep(step, run.tallies[index]?.last)),
    halts,
  };
};
