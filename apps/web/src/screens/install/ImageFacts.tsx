import { Descriptions } from 'antd';
import type { FirmwareImage } from '@batbot/core/firmware';
import { bytesText } from '../../text/format.ts';

const rangeText = ({ from = {} }: FirmwareImage): string => {
  const { min, max } = from;
  if (min === undefined) return max === undefined ? 'any version' : `up to ${max}`;
  return max === undefined ? `${min} or later` : `${min} to ${max}`;
};

/** Describes what an image is for, and what its install does. */
export const ImageFacts = ({ image }: { readonly image: FirmwareImage }) => (
  <>
    <Descriptions
      column={1}
      size="small"
      items={[
        { key: 'version', label: 'Version', children: image.version },
        { key: 'boards', label: 'Boards', children: image.boards.join(', ') },
        { key: 'from', label: 'Installs over', children: rangeText(image) },
        {
          key: 'downgrade',
          label: 'Over a newer version',
          children: image.downgradeOk ? 'allowed' : 'not allowed',
        },
        {
          key: 'settings',
          label: 'Settings',
          children: image.wipesSettings ? 'erased, then restored and compared' : 'kept',
        },
        { key: 'size', label: 'Size', children: bytesText(image.sizeBytes) },
        { key: 'channel', label: 'Channel', children: image.channel },
        {
          key: 'hash',
          label: 'SHA-256',
          children: <code className="install__hash">{image.sha256}</code>,
        },
      ]}
    />
    {image.notes !== '' && <p className="install__notes">{image.notes}</p>}
  </>
);
