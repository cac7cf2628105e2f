import type { Link } from '../link/link-api.ts';
import { compareVersions, isBoardOf } from '../parameters/schema-match.ts';
import { judgeInterlocks } from '../parameters/interlocks.ts';
import type { PowerState } from '../ports/host-power.ts';
import { readingNow, type ConditionState } from '../procedures/conditions.ts';
import { isWithin, limitsText, readingText } from '../procedures/quantity.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { FirmwareImage, ImageState } from './firmware-image.ts';

/** An install needs at least this state of charge, and at most this current. */
const LEAST_SOC_PERCENT = 30;
const MOST_CURRENT_A = 1;
const LEAST_HOST_PERCENT = 30;

/** Everything that decides whether an image may be installed now. */
export interface InstallFacts {
  readonly image: FirmwareImage;
  readonly imageState: ImageState;
  readonly identity: DeviceIdentity;
  /** A device in its boot loader has no live data, and its only way out is an install. */
  readonly isInBootLoader: boolean;
  /** Whether the parameter schema of the device has the command. */
  readonly hasWay: boolean;
  /** Whether Configuration has changes that are not on the device. */
  readonly hasEdits: boolean;
  readonly link: Pick<Link, 'connection$'>;
  readonly telemetry: Pick<Telemetry, 'liveData$'>;
  readonly power: PowerState;
}

const state = (name: string, needed: string, now: string, isMet: boolean): ConditionState => ({
  name,
  needed,
  now,
  isMet,
});

const board = ({ image, identity }: InstallFacts): ConditionState => {
  const { hardware } = identity;
  const isMet = hardware !== undefined && isBoardOf(image.boards, hardware);
  return state('Board', image.boards.join(' or '), hardware ?? 'not reported', isMet);
};

const rangeText = ({ min, max }: { readonly min?: string; readonly max?: string }): string => {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  return min === undefined ? `up to ${String(max)}` : `from ${min}`;
};

const installed = ({ image, identity }: InstallFacts): readonly ConditionState[] => {
  const { firmware } = identity;
  const { from = {}, version, downgradeOk } = image;
  const { min, max } = from;
  const now = firmware ?? 'not reported';
  const isInRange =
    (min === undefined || (firmware !== undefined && compareVersions(firmware, min) >= 0)) &&
    (max === undefined || (firmware !== undefined && compareVersions(firmware, max) <= 0));
  const hasRange = min !== undefined || max !== undefined;
  const isNewer = firmware !== undefined && compareVersions(version, firmware) > 0;
  return [
    ...(hasRange ? [state('Installed version', rangeText(from), now, isInRange)] : []),
    state(
      'New version',
      downgradeOk ? 'any' : `newer than ${now}`,
      version,
      downgradeOk || isNewer,
    ),
  ];
};

const charge = ({ telemetry }: InstallFacts): ConditionState => {
  const data = telemetry.liveData$.value;
  const limits = { quantity: 'soc', least: LEAST_SOC_PERCENT } as const;
  const reading = readingNow(limits, data);
  const isMet = reading !== undefined && isWithin(reading.value, limits);
  const now = data.kind === 'none' ? 'unknown' : readingText('soc', reading);
  return state('State of charge', limitsText(limits, '%'), now, isMet);
};

const imageHere = ({ imageState }: InstallFacts): readonly ConditionState[] => {
  const here = (now: string, isMet: boolean) =>
    state('Image on this computer', 'complete', now, isMet);
  const signature = (now: string, isMet: boolean) =>
    state('Signature', 'of a trusted publisher', now, isMet);
  switch (imageState.kind) {
    case 'missing':
      return [
        here(`${String(imageState.have)} of ${String(imageState.total)} pieces`, false),
        signature('unknown', false),
      ];
    case 'damaged':
      return [here('damaged: its hash differs', false), signature('unknown', false)];
    case 'badSignature':
      return [here('complete', true), signature('not valid', false)];
    case 'unknownKey':
      return [
        here('complete', true),
        signature(
          `valid, by an unknown key ${imageState.fingerprint}. The operator can add it to firmwareKeys`,
          false,
        ),
      ];
    case 'complete':
      return [here('complete', true), signature(`valid, by ${imageState.fingerprint}`, true)];
  }
};

const hostPower = ({ power }: InstallFacts): ConditionState => {
  const needed = `charging, or ≥ ${String(LEAST_HOST_PERCENT)} %`;
  switch (power.kind) {
    case 'charging':
      return state('Power of this computer', needed, 'charging', true);
    case 'battery':
      return state(
        'Power of this computer',
        needed,
        `${String(Math.round(power.percent))} %`,
        power.percent >= LEAST_HOST_PERCENT,
      );
    case 'unknown': // shown as unknown; it does not prevent the install
      return state('Power of this computer', needed, 'unknown', true);
  }
};

/** Returns every condition of an install with its current value, those of the device first. */
export const judgeInstall = (facts: InstallFacts): readonly ConditionState[] => {
  const { isInBootLoader, hasWay, identity, hasEdits } = facts;
  const ofPack = judgeInterlocks({ currentA: MOST_CURRENT_A, noProtection: true }, facts);
  const serial = state(
    'Serial number',
    'reported',
    identity.serial ?? 'not reported',
    identity.serial !== undefined,
  );
  const edits = state(
    'Changes in Configuration',
    'none',
    hasEdits ? 'not written' : 'none',
    !hasEdits,
  );
  const way = state(
    'Way into the boot loader',
    'in the parameter schema',
    hasWay ? 'known' : 'not known',
    hasWay,
  );
  const device = isInBootLoader
    ? [
        ...ofPack.filter(({ name }) => name === 'Device'),
        state('Live data', '', 'none: the device is in its boot loader', true),
      ]
    : [...ofPack, charge(facts), ...installed(facts)];
  return [...device, serial, board(facts), edits, way, ...imageHere(facts), hostPower(facts)];
};
