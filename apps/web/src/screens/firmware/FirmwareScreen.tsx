import { useSearchParams } from 'react-router-dom';
import type { PermissionFlag } from '@batbot/core';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { Loading } from '../controls/collection/LoadNotes.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { useImages } from '../install/use-images.ts';
import { SyncLine } from '../workspace/SyncLine.tsx';
import { Choices } from '../controls/Choices.tsx';

// Each view is loaded when it is shown.
const ThisPack = lazyPart(
  async () => (await import('../install/ThisPack.tsx')).ThisPack,
  <p role="status">Loading…</p>,
);
const ImageList = lazyPart(
  async () => (await import('./ImageList.tsx')).ImageList,
  <Loading title="Firmware" />,
);
const PointingList = lazyPart(
  async () => (await import('./PointingList.tsx')).PointingList,
  <Loading title="Firmware" />,
);
const InstallHistory = lazyPart(
  async () => (await import('./InstallHistory.tsx')).InstallHistory,
  <Loading title="Firmware" />,
);

type View = 'pack' | 'images' | 'pointing' | 'history';

/** The views of Firmware, and the flag that each needs. The images are shown to every user of the tab. */
const VIEWS: readonly {
  readonly value: View;
  readonly label: string;
  readonly flag?: PermissionFlag;
}[] = [
  { value: 'pack', label: 'This pack', flag: 'updateFirmware' },
  { value: 'images', label: 'Images' },
  { value: 'pointing', label: 'Pointing', flag: 'pointFirmware' },
  { value: 'history', label: 'History', flag: 'firmwareHistory' },
];

/** Firmware: the connected pack, the images, the packs that get them, and the installs. */
export const FirmwareScreen = () => {
  const permissions = useSignedIn()?.permissions;
  const images = useImages();
  const [address, setAddress] = useSearchParams();
  const views = VIEWS.filter(({ flag }) => flag === undefined || permissions?.[flag] === true);
  const wanted = address.get('view');
  const shown = views.find(({ value }) => value === wanted) ?? views[0];
  const view = (
    <Choices
      aria-label="View"
      value={shown?.value ?? 'images'}
      options={views.map(({ value, label }) => ({ value, label }))}
      onChange={(value) => setAddress({ view: value })}
    />
  );
  const list = { images, view };
  return (
    <>
      <TabHint tab="firmwareTab" />
      {shown?.value === 'images' && <ImageList {...list} />}
      {shown?.value === 'pointing' && <PointingList {...list} />}
      {shown?.value === 'history' && <InstallHistory {...list} />}
      {shown?.value === 'pack' && (
        <div className="page page--text stack">
          <div className="page__head">
            <h1>Firmware</h1>
            {view}
            {images.workspace !== undefined && <SyncLine />}
          </div>
          <ThisPack images={images} />
        </div>
      )}
    </>
  );
};
