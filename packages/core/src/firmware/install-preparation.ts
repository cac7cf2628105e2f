import type { DeviceParameters } from '../parameters/device-parameters-api.ts';
import type { ParameterValues } from '../parameters/parameter-schema.ts';
import { valuesOf } from '../parameters/parameters-state.ts';
import { bootLoaderSchema, type KnownSchema } from '../parameters/schema-match.ts';
import type { HostPower, PowerState } from '../ports/host-power.ts';
import type { ConditionState } from '../procedures/conditions.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { DeviceQuestion } from './device-question.ts';
import type { OfferedImage } from './firmware-install-api.ts';
import { loadImage, type ImageParts, type ImageState } from './firmware-image.ts';
import { judgeInstall, type InstallFacts } from './install-conditions.ts';
import type { InstallJob } from './install-journal.ts';
import type { KeptSettings } from './kept-settings.ts';

/** The facts that were determined before an install. */
export interface Prepared {
  readonly offered: OfferedImage;
  readonly identity: DeviceIdentity;
  readonly isInBootLoader: boolean;
  readonly known: KnownSchema | undefined;
  readonly settings: ParameterValues;
  readonly hasEdits: boolean;
  readonly imageState: ImageState;
  readonly power: PowerState;
}

/** Returns the conditions of the install with their current values. */
export const conditionsOf = (
  found: Prepared,
  { link, telemetry }: Pick<InstallFacts, 'link' | 'telemetry'>,
): readonly ConditionState[] =>
  judgeInstall({
    ...found,
    image: found.offered.image,
    link,
    telemetry,
    hasWay: found.known?.schema.commands.bootLoader !== undefined,
  });

export interface PreparationParts extends ImageParts {
  readonly parameters: Pick<DeviceParameters, 'schemas$' | 'state$'>;
  readonly power: HostPower;
}

/** Asks the device, reads its settings and checks the image. The result is a text if that is not possible. */
export const createPreparation = (
  parts: PreparationParts,
  ask: DeviceQuestion['ask'],
  keptSettings: KeptSettings,
) => {
  const { parameters } = parts;

  return async (
    offered: OfferedImage,
    unfinishedOf: (serial: string | undefined) => InstallJob | undefined,
  ): Promise<Prepared | string> => {
    const answer = await ask();
    if (answer.kind === 'notConnected') return 'The device is not connected.';
    if (answer.kind === 'silent') return 'The device did not answer to ATI.';
    const [imageState, power] = await Promise.all([
      loadImage(offered.image, parts),
      parts.power.read(),
    ]);
    const common = { offered, identity: answer.identity, imageState, power };
    if (answer.kind === 'bootLoader') {
      const { firmware: _, ...identity } = answer.identity; // it is not a version
      const known =
        unfinishedOf(identity.serial)?.known ??
        bootLoaderSchema(parameters.schemas$.value, answer.identity);
      return { ...common, identity, isInBootLoader: true, known, settings: {}, hasEdits: false };
    }
    const device = await keptSettings.read();
    if (typeof device === 'string') return device;
    return {
      ...common,
      isInBootLoader: false,
      known: device.known,
      settings: valuesOf(device),
      hasEdits: parameters.state$.value.kind === 'dirty',
    };
  };
};
