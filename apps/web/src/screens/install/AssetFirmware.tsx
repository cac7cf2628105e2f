import { useState } from 'react';
import { Button, Flex } from 'antd';
import { isScrapped, type Asset } from '@batbot/core/workspace';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { DASH } from '../../text/format.ts';
import { PointDialog } from './PointDialog.tsx';
import { ThisPack } from './ThisPack.tsx';
import { useImages } from './use-images.ts';

/**
 * The firmware of a pack on its page: installs it with `updateFirmware`, points an image to it with `pointFirmware`. The
 * tab rule hides Firmware from users who have only these flags.
 */
export const AssetFirmware = ({ asset }: { readonly asset: Asset }) => {
  const permissions = useSignedIn()?.permissions;
  const images = useImages();
  const [isPointing, setPointing] = useState(false);
  const { workspace } = images;
  return (
    <Flex vertical gap="middle">
      <p>Last known firmware: {asset.firmware ?? DASH}</p>
      {permissions?.pointFirmware === true && workspace !== undefined && !isScrapped(asset) && (
        <Flex>
          <Button onClick={() => setPointing(true)}>Point an image to this pack…</Button>
        </Flex>
      )}
      {permissions?.updateFirmware === true && <ThisPack images={images} only={asset} />}
      {isPointing && workspace !== undefined && (
        <PointDialog images={images} asset={asset} onClose={() => setPointing(false)} />
      )}
    </Flex>
  );
};
