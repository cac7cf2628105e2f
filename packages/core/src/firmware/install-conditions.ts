import type { Link } from '../link/link-api.ts';
import type { DeviceParameters } from '../parameters/device-parameters.ts';
import { judgeInterlocks } from '../parameters/interlocks.ts';
import type { ParameterValues } from '../parameters/parameter-schema.ts';
import type { ParametersState } from '../parameters/parameters-state.ts';
import { compareVersions, isBoardOf, type KnownSchema } from '../parameters/schema-match.ts';
import type { PowerState } from '../ports/host-power.ts';
import { quantityState, type ConditionState } from '../procedures/conditions.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { FirmwareImage, ImageState, OfferedImage } from './firmware-image.ts';

/** An install needs at least this state of charge, and at most this current. */
const LEAST_SOC_PERCENT = 30;
const MOST_CURRENT_A = 1;
const LEAST_HOST_PERCENT = 30;

/** The facts that were determined before an install. */
export interface Prepared {
  readonly offered: OfferedImage;
  readonly identity: DeviceIdentity;
  /** A device in its boot loader has no live data, and its only way out is an install. */
  readonly isInBootLoader: boolean;
  readonly known: KnownSchema | undefined;
  readonly settings: ParameterValues;
  readonly imageState: ImageState;
  readonly power: PowerState;
}

/** What changes while the facts are shown. */
export interface InstallSurroundings {
  readonly link: Pick<Link, 'connection$'>;
  readonly telemetry: Pick<Telemetry, 'liveData$'>;
  readonly parameters: Pick<DeviceParameters, 'state$'>;
}

/** The states of Configuration in which an install would interrupt an operation or lose changes, with their texts. */
const OPEN_CHANGES: Readonly<Partial<Record<ParametersState['kind'], string>>> = {
  dirty: 'not written',
  review: 'not written',
  reading: 'being read',
  writing: 'being written',
  persisting: 'being written',
  restarting: 'being written',
  verifying: 'being written',
  partial: 'not all written',
  differs: 'not all written',
};

const state = (name: string, needed: string, now: string, isMet: boolean): ConditionState => ({
  name,
  needed,
  now,
  isMet,
});

const board = ({ offered: { image }, identity: { hardware } }: Prepared): ConditionState => {
  const isMet = hardware !== undefined && isBoardOf(image.boards, hardware);
  return state('Board', image.boards.join(' or '), hardware ?? 'not reported', isMet);
};

/** Describes a range of versions, both ends included. */
export const versionRangeText = ({ min, max }: NonNullable<FirmwareImage['from']> = {}): string => {
  if (min === undefined) return max === undefined ? 'any version' : `up to ${max}`;
  return max === undefined ? `from ${min}` : `${min} to ${max}`;
};

const installed = ({ offered, identity: { firmware } }: Prepared): readonly ConditionState[] => {
  const { from = {}, version, downgradeOk } = offered.image;
  const { min, max } = from;
  const now = firmware ?? 'not reported';
  const isInRange =
    (min === undefined || (firmware !== undefined && compareVersions(firmware, min) >= 0)) &&
    (max === undefined || (firmware !== undefined && compareVersions(firmware, max) <= 0));
  const hasRange = min !== undefined || max !== undefined;
  const isNewer = firmware !== undefined && compareVersions(version, firmware) > 0;
  return [
    ...(hasRange ? [state('Installed version', versionRangeText(from), now, isInRange)] : []),
    state(
      'New version',
      downgradeOk ? 'any' : `newer than ${now}`,
      version,
      downgradeOk || isNewer,
    ),
  ];
};

const charge = ({ telemetry }: InstallSurroundings): ConditionState =>
  quantityState(
    { quantity: 'soc', least: LEAST_SOC_PERCENT },
    { data: telemetry.liveData$.value, needsRecent: true },
  );

const imageText = (image: ImageState): string => {
  if (image.kind === 'missing') return `${String(image.have)} of ${String(image.total)} pieces`;
  return image.kind === 'damaged' ? 'damaged: its hash differs' : 'complete';
};

const signatureText = (image: ImageState): string => {
  switch (image.kind) {
    case 'missing':
    case 'damaged':
      return 'unknown';
    case 'badSignature':
      return 'not valid for this description';
    case 'unknownKey':
      return `valid, by an unknown key ${image.fingerprint}. The operator can add it to firmwareKeys`;
    case 'complete':
      return `valid, by ${image.fingerprint}`;
  }
};

const hostPower = ({ power }: Prepared): ConditionState => {
  const name = 'Power of this computer';
  const needed = `charging, or ≥ ${String(LEAST_HOST_PERCENT)} %`;
  // An unknown supply is shown as unknown; it does not prevent the install.
  if (power.kind !== 'battery') return state(name, needed, power.kind, true);
  const { percent } = power;
  return state(name, needed, `${String(Math.round(percent))} %`, percent >= LEAST_HOST_PERCENT);
};

/** Returns every condition of an install with its current value, those of the device first. */
export const judgeInstall = (
  found: Prepared,
  now: InstallSurroundings,
): readonly ConditionState[] => {
  const { isInBootLoader, identity, known, imageState } = found;
  const open = isInBootLoader ? undefined : OPEN_CHANGES[now.parameters.state$.value.kind];
  const { serial } = identity;
  const hasWay = known?.schema.commands.bootLoader !== undefined;
  const ofPack = judgeInterlocks({ currentA: MOST_CURRENT_A, noProtection: true }, now);
  const device = isInBootLoader
    ? [
        ...ofPack.filter(({ name }) => name === 'Device'),
        state('Live data', '', 'none: the device is in its boot loader', true),
      ]
    : [...ofPack, charge(now), ...installed(found)];
  const image = imageText(imageState);
  const way = ['Way into the boot loader', 'in the parameter schema'] as const;
  return [
    ...device,
    state('Serial number', 'reported', serial ?? 'not reported', serial !== undefined),
    board(found),
    state('Changes in Configuration', 'none', open ?? 'none', open === undefined),
    state(...way, hasWay ? 'known' : 'not known', hasWay),
    state('Image on this computer', 'complete', image, image === 'complete'),
    state(
      'Signature',
      'of a trusted publisher',
      signatureText(imageState),
      imageState.kind === 'complete',
    ),
    hostPower(found),
  ];
};
