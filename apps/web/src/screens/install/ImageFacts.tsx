import { versionRangeText, type FirmwareImage } from '@batbot/core/firmware';
import { bytesText } from '../../text/format.ts';
import { FactList } from '../controls/FactList.tsx';

/** Describes what an image is for, and what its install does. */
export const ImageFacts = ({ image }: { readonly image: FirmwareImage }) => (
  <>
    <FactList
      facts={[
        ['Version', image.version],
        ['Boards', image.boards.join(', ')],
        ['Installs over', versionRangeText(image.from)],
        ['Over a newer version', image.downgradeOk ? 'allowed' : 'not allowed'],
        ['Settings', image.wipesSettings ? 'erased, then restored and compared' : 'kept'],
        ['Size', bytesText(image.sizeBytes)],
        ['Channel', image.channel],
        ['SHA-256', <code key="hash">{image.sha256}</code>],
      ]}
    />
    {image.notes !== '' && <p style={{ whiteSpace: 'pre-wrap' }}>{image.notes}</p>}
  </>
);
