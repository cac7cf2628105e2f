import { useState, type ReactNode } from 'react';
import { Alert, Button, Flex, Select, Tag, type ButtonProps } from 'antd';
import { groupBy } from '@batbot/core';
import { isBoardOf, type FirmwareInstall } from '@batbot/core/firmware';
import {
  assetWithSerial,
  assignedTo,
  serialKey,
  type Asset,
  type Assignment,
} from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useIdentity } from '../../react/use-connected.ts';
import { useHasAti } from '../../react/use-has-ati.ts';
import { useLive } from '../../react/use-live.ts';
import { usePageFocus } from '../../react/use-page-focus.ts';
import { useMayOpen } from '../../react/use-signed-in.ts';
import { DASH, dateTimeText } from '../../text/format.ts';
import { UNREAD } from '../controls/collection/LoadNotes.tsx';
import { ConfirmButton } from '../controls/ConfirmButton.tsx';
import { NoDevice } from '../controls/NoDevice.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { TabAnchor } from '../controls/TabAnchor.tsx';
import { useFirmwareInstall } from '../parameters/use-parameters.ts';
import { InstallPanel } from './InstallPanel.tsx';
import { imageOption, type Images, type KnownImage } from './use-images.ts';

interface PointedImage {
  readonly known: KnownImage;
  readonly assignment: Assignment;
}

/**
 * Returns the images that are pointed to a pack with pointings in this state, the nearest first. Paused ones include those
 * whose stage with this pack has not begun.
 */
const pointedTo = (
  asset: Asset | undefined,
  { images, assignments, accounts, now }: Images,
  state: 'ACTIVE' | 'PAUSED',
): readonly PointedImage[] => {
  if (asset === undefined) return [];
  const documents = images.map(({ document }) => document);
  const ofState = assignments
    .filter((each) => each.state === state)
    .map((each) => ({
      ...each,
      state: 'ACTIVE' as const,
      stage: state === 'PAUSED' ? each.stages.length - 1 : each.stage,
    }));
  const pointed = assignedTo(asset, { documents, assignments: ofState, accounts, now });
  // An image may be pointed to the pack and to its account.
  return [...groupBy(pointed, ({ document }) => document.id)].flatMap(([id, all]) => {
    const known = images.find(({ document }) => document.id === id);
    const first = all.find(({ assignment }) => assignment.mode === 'REQUIRED') ?? all[0];
    return known === undefined || first === undefined
      ? []
      : [{ known, assignment: first.assignment }];
  });
};

const PAUSES = {
  FAILED: 'because too many installs failed',
  STAGE: 'after a stage',
} as const;

/** Says which images are not offered to a pack because their pointing is paused. */
const PausedImages = ({ paused }: { readonly paused: readonly PointedImage[] }) =>
  paused.map(({ known: { image }, assignment: { id, reason } }) => (
    <Alert
      key={id}
      type={reason === 'FAILED' ? 'warning' : 'info'}
      showIcon
      role="status"
      title={`${image.name} ${image.version} is not offered now: its pointing was paused${reason === undefined ? '' : ` ${PAUSES[reason]}`}.`}
    />
  ));

/** Explains why no image is offered. */
const nothingOffered = (
  asset: Asset | undefined,
  serial: string | undefined,
  packs: readonly Asset[],
  { hasAti, mayAdd }: { readonly hasAti: boolean; readonly mayAdd: boolean },
): ReactNode => {
  if (asset !== undefined) return 'No image is offered to this pack.';
  if (serial === undefined) {
    return hasAti
      ? 'Read the serial number to see which images are offered to this pack.'
      : 'The profile of this device has no AT commands, so its serial number cannot be read and no image is offered.';
  }
  if (packs.some((each) => serialKey(each.serial) === serialKey(serial))) {
    return `SN ${serial} is more than once among your packs, so no image is offered to it.`;
  }
  return (
    <>
      SN {serial} is not among your packs, so no image is offered to it.{' '}
      {mayAdd ? (
        <TabAnchor tab="assets">Add it in Assets</TabAnchor>
      ) : (
        'Ask your administrator to add it.'
      )}
    </>
  );
};

/** The version of the connected device. While its boot loader runs, it has none. */
const InstalledVersion = ({
  firmware,
  install,
}: {
  readonly firmware: string | undefined;
  readonly install: FirmwareInstall;
}) => {
  const jobs = useLive(install.unfinished$) ?? [];
  if (firmware === undefined) return DASH;
  return jobs.some(({ known }) => known.schema.commands.bootLoaderVersion === firmware)
    ? 'no firmware, the boot loader runs'
    : firmware;
};

/** Asks for the serial number. The focus moves to the page when the device has answered. */
const AskSerial = () => {
  const { identity } = useCore().telemetry;
  usePageFocus();
  return (
    <Button
      size="small"
      loading={useLive(identity.identity$).kind === 'asking'}
      onClick={identity.ask}
    >
      Read serial number
    </Button>
  );
};

const ForgetButton = ({
  install,
  serial,
}: {
  readonly install: FirmwareInstall;
  readonly serial: string;
}) => (
  <ConfirmButton
    size="small"
    question="Forget this install? The settings from before it are deleted from this computer."
    confirm="Forget"
    onConfirm={() => install.abandon(serial)}
  >
    Forget this install…
  </ConfirmButton>
);

/** Installs that have begun, not ended, and cannot be read. */
const Unreadable = ({ install }: { readonly install: FirmwareInstall }) => {
  const { unreadable, problem } = useLive(install.unreadable$);
  if (problem !== undefined)
    return (
      <ProblemAlert
        help="installEnded"
        type="warning"
        title={`It is not known whether an install has ended: ${problem}`}
        description="Reload the page."
      />
    );
  return unreadable.map((serial) => (
    <ProblemAlert
      help="installEnded"
      key={serial}
      type="warning"
      title={`An install on SN ${serial} has not ended, and this browser cannot read its data.`}
      description="Reload the page first: a newer version of this app may read it. If the message stays, connect this device. If it runs only its boot loader, install the firmware again. Then check each setting in Configuration."
      action={<ForgetButton install={install} serial={serial} />}
    />
  ));
};

/** Installs that have begun and not ended, with the next step. */
const Unfinished = ({ install }: { readonly install: FirmwareInstall }) => {
  const jobs = useLive(install.unfinished$) ?? [];
  const isIdle = useLive(install.state$).kind === 'idle'; // else the panel shows the next step
  if (!isIdle) return null;
  return jobs.map(({ before, image, at }) => (
    <ProblemAlert
      help="installEnded"
      key={before.serial}
      type="warning"
      title={`The install of ${image.version} on SN ${before.serial} has not ended (${dateTimeText(at)}).`}
      description="Connect this device and check it. The result names the next step."
      action={
        <Flex vertical gap="small">
          <Button size="small" type="primary" onClick={install.check}>
            Check the device
          </Button>
          <ForgetButton install={install} serial={before.serial} />
        </Flex>
      }
    />
  ));
};

/** Checks an image for the connected device. Disabled while another one is checked or installed. */
const CheckButton = ({
  known,
  install,
  ...button
}: Pick<ButtonProps, 'size' | 'children'> & {
  readonly known: KnownImage | undefined;
  readonly install: FirmwareInstall;
}) => {
  const { kind } = useLive(install.state$);
  return (
    <Button
      {...button}
      disabled={known === undefined || kind === 'preparing' || kind === 'running'}
      onClick={() => {
        if (known === undefined) return;
        install.close();
        install.prepare({ documentId: known.document.id, image: known.image });
      }}
    />
  );
};

/**
 * Shows what is installed on the connected pack, which images are offered to it, and installs one. With `only`, it
 * serves that pack alone.
 */
export const ThisPack = ({ images, only }: { readonly images: Images; readonly only?: Asset }) => {
  const install = useFirmwareInstall();
  const { link } = useCore();
  const connection = useLive(link.connection$);
  const known = useIdentity();
  const hasAti = useHasAti();
  const mayAdd = useMayOpen()('assets');
  const [other, setOther] = useState<string>();
  if (install === undefined) return <p role="status">Loading…</p>;
  const { serial, firmware, hardware } = known;
  const asset = only ?? assetWithSerial(images.packs, serial);
  const isOther =
    only !== undefined && serial !== undefined && serialKey(only.serial) !== serialKey(serial);
  const isConnected = connection.kind === 'connected';
  const offered = pointedTo(asset, images, 'ACTIVE');
  const paused = pointedTo(asset, images, 'PAUSED').filter(({ known: { document } }) =>
    offered.every((each) => each.known.document.id !== document.id),
  );
  const released = images.images.filter(
    ({ document, image }) =>
      document.state === 'RELEASED' &&
      [...offered, ...paused].every((each) => each.known.document.id !== document.id) &&
      (hardware === undefined || isBoardOf(image.boards, hardware)),
  );
  const chosen = released.find(({ document }) => document.id === other);
  const list = (
    <>
      <PausedImages paused={paused} />
      {offered.length === 0 && (
        <p>
          {images.isComplete || (asset ?? serial) === undefined
            ? nothingOffered(asset, serial, images.packs, { hasAti, mayAdd })
            : UNREAD}
        </p>
      )}
      {offered.length > 0 && (
        <ul className="stack stack-8" aria-label="Offered images">
          {offered.map(({ known: each, assignment: { mode } }) => (
            <Flex
              component="li"
              key={each.document.id}
              gap="small"
              wrap
              align="center"
              justify="space-between"
            >
              <span>
                {each.image.name} {each.image.version}{' '}
                {mode === 'REQUIRED' && <Tag color="warning">▲ Required</Tag>}
                {each.image.version === (firmware ?? asset?.firmware) && (
                  <Tag color="success">✓ Installed</Tag>
                )}
              </span>
              <CheckButton size="small" known={each} install={install}>
                Check and install…
              </CheckButton>
            </Flex>
          ))}
        </ul>
      )}
      {released.length > 0 && (
        <Flex gap="small" wrap align="center">
          <Select
            aria-label="Another released image"
            placeholder="Another released image"
            showSearch={{ optionFilterProp: 'label' }}
            value={chosen?.document.id ?? null}
            options={released.map(imageOption)}
            onChange={setOther}
          />
          <CheckButton known={chosen} install={install}>
            Check…
          </CheckButton>
        </Flex>
      )}
    </>
  );
  return (
    <div className="stack">
      <Unreadable install={install} />
      <Unfinished install={install} />
      {isOther && (
        <Alert
          type="info"
          showIcon
          title={`Another device is connected: SN ${serial}. Connect SN ${only.serial} to install on it.`}
        />
      )}
      {isConnected && !isOther && (
        <p>
          Installed: <InstalledVersion firmware={firmware} install={install} />
          {hardware !== undefined && `, board ${hardware}`}
          {serial === undefined
            ? hasAti && (
                <>
                  {' '}
                  <AskSerial />
                </>
              )
            : `, SN ${serial}`}
        </p>
      )}
      {!isConnected && (
        <NoDevice
          connection={connection}
          text="Plug in the cable of the pack and connect it, to see whether an image can be installed now."
        />
      )}
      {!isOther && (isConnected || only !== undefined) && list}
      {!isOther && <InstallPanel install={install} />}
    </div>
  );
};
