import { useState } from 'react';
import { Button, Flex, Tag } from 'antd';
import type { WorkspaceDocument } from '@batbot/core/workspace';
import { useOpenedFile } from '../../react/opened-file.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { bytesText, dateTimeText } from '../../text/format.ts';
import { Confirm } from '../controls/Confirm.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type Column,
  type State,
} from '../controls/collection/collection-types.ts';
import { ImageFacts } from '../install/ImageFacts.tsx';
import type { FirmwareListProps, KnownImage } from '../install/use-images.ts';
import { AddImage, type AddImageProps } from './AddImage.tsx';
import { waitingText } from '../workspace/change-words.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useChangeWriter } from '../workspace/use-change-writer.ts';
import { useLoadState, useReadyWorkspace } from '../workspace/use-workspace.ts';

const STATE_TEXTS = { DRAFT: 'Draft', RELEASED: 'Released', RETIRED: 'Withdrawn' } as const;
const STATE_TAGS = {
  DRAFT: <Tag>◌ Draft</Tag>,
  RELEASED: <Tag color="success">✓ Released</Tag>,
  RETIRED: <Tag color="warning">▲ Withdrawn</Tag>,
} as const;
const stateOf = ({ document }: KnownImage): WorkspaceDocument['state'] => document.state;

const COLUMNS: readonly Column<KnownImage>[] = [
  textColumn('name', 'Name', ({ image }) => image.name),
  textColumn('version', 'Version', ({ image }) => image.version, { width: 108 }),
  textColumn('boards', 'Boards', ({ image }) => image.boards.join(', ')),
  numberColumn('size', 'Size', ({ image }) => image.sizeBytes, bytesText, 96),
  timeColumn('added', 'Added', ({ document }) => document.createdAt, 180),
  textColumn('state', 'State', (each) => STATE_TEXTS[stateOf(each)], {
    render: (each) => STATE_TAGS[stateOf(each)],
    width: 132,
  }),
];
const STATES: readonly State<KnownImage>[] = [
  { key: 'released', label: 'Released', matches: (each) => stateOf(each) === 'RELEASED' },
  { key: 'draft', label: 'Drafts', matches: (each) => stateOf(each) === 'DRAFT' },
];
const searchOf = ({ image }: KnownImage): string =>
  [image.name, image.version, ...image.boards, image.channel].join(' ');

/** Releases or withdraws an image. The server requires a second person for the release. */
const ImageActions = ({ known: { document, image } }: { readonly known: KnownImage }) => {
  const { write, problem } = useChangeWriter();
  const send = (kind: string, input: object): void => {
    const { id, version: base } = document;
    void write({ target: `document:${id}`, kind, input: { id, ...input }, base });
  };
  const isOwn = document.authorId === useReadyWorkspace().userId;
  return (
    <>
      <Flex gap="small" wrap>
        {document.state === 'DRAFT' && (
          <Confirm
            title={`Release ${image.name} ${image.version}?`}
            description="Then it can be pointed to packs and installed."
            okText="Release"
            okButtonProps={{ danger: false }}
            onConfirm={() =>
              send('publishDocument', {
                kind: 'FIRMWARE_IMAGE',
                name: document.name,
                body: document.body,
                state: 'RELEASED',
              })
            }
          >
            <Button type="primary" disabled={isOwn}>
              Release…
            </Button>
          </Confirm>
        )}
        {document.state !== 'RETIRED' && (
          <Confirm
            title={`Withdraw ${image.name} ${image.version}?`}
            description="It is not offered to packs any more. Packs that have it keep it."
            okText="Withdraw"
            onConfirm={() => send('retireDocument', {})}
          >
            <Button danger>Withdraw…</Button>
          </Confirm>
        )}
      </Flex>
      {document.state === 'DRAFT' && isOwn && (
        <p>
          You added this image. A second person, with an account above yours, releases it. If there
          is no such account, add images with an account below yours.
        </p>
      )}
      {document.waiting.length > 0 && <p role="status">{waitingText(document.waiting)}.</p>}
      <ProblemAlert help="changeRefused" role="alert" title={problem} />
    </>
  );
};

/** Lists the firmware images. With `addFirmware`, images can be added, released and withdrawn. */
export const ImageList = ({ images, view }: FirmwareListProps) => {
  const mayAdd = useSignedIn()?.permissions.addFirmware === true;
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<AddImageProps['opened']>();
  const { workspace } = images;
  const load = useLoadState(images.state);
  useOpenedFile(mayAdd && workspace !== undefined ? ['firmware'] : [], (file) => {
    setOpened(file);
    setAdding(true);
  });
  return (
    <>
      <Collection<KnownImage>
        title="Firmware"
        noun="image"
        rows={images.images}
        load={load}
        name={({ image }) => `${image.name} ${image.version}`}
        meta={(each) => `${STATE_TEXTS[stateOf(each)]} · board ${each.image.boards.join(', ')}`}
        columns={COLUMNS}
        defaultSort="-added"
        search={searchOf}
        searchLabel="Name, version, board"
        states={STATES}
        extra={view}
        notice={<SyncNotes list="document" />}
        primary={
          mayAdd &&
          workspace !== undefined && { label: 'Add an image', onClick: () => setAdding(true) }
        }
        empty={{
          text: mayAdd
            ? 'No images yet. Add one: its signed description (.json) and its file.'
            : 'No images yet.',
        }}
        detail={(each) => (
          <>
            <Flex gap={8} align="center">
              {STATE_TAGS[stateOf(each)]}
              {each.document.createdAt !== undefined && (
                <span className="muted">Added {dateTimeText(each.document.createdAt)}</span>
              )}
            </Flex>
            {mayAdd && workspace !== undefined && (
              <ImageActions key={each.document.id} known={each} />
            )}
            <ImageFacts image={each.image} />
          </>
        )}
      />
      {isAdding && workspace !== undefined && (
        <AddImage
          key={opened?.text}
          known={images.images}
          opened={opened}
          onClose={() => {
            setOpened(undefined);
            setAdding(false);
          }}
        />
      )}
    </>
  );
};
