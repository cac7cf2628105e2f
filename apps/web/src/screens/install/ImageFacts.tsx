import type { FirmwareImage } from '@batbot/core/firmware';
import { bytesText } from '../../text/format.ts';
import { FactList } from '../controls/FactList.tsx';

const rangeText = ({ from = {} }: FirmwareImage): string => {
  const { min, max } = from;
  if (min === undefined) return max === undefined ? 'any version' : `up to ${max}`;
  return max === undefined ? `${min} or later` : `${min} to ${max}`;
};

/** Describes what an image is for, and what its install does. */
export const ImageFacts = ({ image }: { readonly image: FirmwareImage }) => (
  <>
    <FactList
      facts={[
        ['Version', image.version],
        ['Boards', image.boards.join(', ')],
        ['Installs over', rangeText(image)],
        ['Over a newer version', image.downgradeOk ? 'allowed' : 'not allowed'],
        ['Settings', image.wipesSettings ? 'erased, then restored and compared' : 'kept'],
        ['Size', bytesText(image.sizeBytes)],
        ['Channel', image.channel],
        ['SHA-256', <code key="hash">{image.sha256}</code>],
      ]}
    />
    {image.notes !== '' && <p className="install__notes">{image.notes}</p>}
  </>
);
