import { useEffect, useMemo, useState } from 'react';
import { Alert, Button, Descriptions, Flex, Popconfirm, Progress, Tag } from 'antd';
import type { Workspace } from '@batbot/core/workspace';
import { DASH, dateTimeText } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import type { Column, State } from '../controls/collection/collection-types.ts';
import { PointDialog } from '../install/PointDialog.tsx';
import { ListNotice, type FirmwareListProps } from './firmware-list.tsx';
import {
  pointingsOf,
  progressText,
  stageText,
  stateText,
  type Pointing,
} from './pointing-words.ts';

const COLORS = {
  ACTIVE: 'processing',
  PAUSED: 'warning',
  DONE: 'success',
  CANCELLED: 'default',
} as const;
const imageText = ({ known }: Pointing): string => known?.document.name ?? DASH;

const COLUMNS: readonly Column<Pointing>[] = [
  { key: 'image', title: 'Image', text: imageText, sortBy: imageText },
  {
    key: 'audience',
    title: 'For',
    text: ({ audience }) => audience,
    sortBy: ({ audience }) => audience,
  },
  {
    key: 'mode',
    title: 'Mode',
    text: ({ assignment }) => (assignment.mode === 'REQUIRED' ? 'Required' : 'Offered'),
    width: 96,
  },
  { key: 'stage', title: 'Stage', text: stageText, width: 132 },
  { key: 'progress', title: 'Progress', text: progressText, width: 220 },
  {
    key: 'state',
    title: 'State',
    text: stateText,
    sortBy: stateText,
    render: (row) => <Tag color={COLORS[row.assignment.state]}>{stateText(row)}</Tag>,
    width: 220,
  },
  {
    key: 'at',
    title: 'Since',
    text: ({ assignment: { createdAt } }) =>
      createdAt === undefined ? DASH : dateTimeText(createdAt),
    sortBy: ({ assignment }) => assignment.createdAt,
    width: 180,
  },
];
const STATES: readonly State<Pointing>[] = [
  { key: 'active', label: 'Active', matches: ({ assignment }) => assignment.state === 'ACTIVE' },
  { key: 'paused', label: 'Paused', matches: ({ assignment }) => assignment.state === 'PAUSED' },
];
const idOf = ({ assignment }: Pointing): string => assignment.id;
const searchOf = (row: Pointing): string => `${imageText(row)} ${row.audience}`;

const Details = ({ row, workspace }: { readonly row: Pointing; readonly workspace: Workspace }) => {
  const { assignment } = row;
  const { id, state, reason, progress, stopAtFailedPercent, pauseAfterStage, expiresAt } =
    assignment;
  const [problem, setProblem] = useState<string>();
  const set = async (next: 'ACTIVE' | 'PAUSED' | 'CANCELLED'): Promise<void> => {
    const saved = await workspace.change({
      target: `assignment:${id}`,
      kind: 'setAssignment',
      input: { id, state: next },
      base: assignment.version,
    });
    setProblem(saved.ok ? undefined : `Not saved: ${saved.error.message}`);
  };
  return (
    <>
      <Flex gap="small" wrap>
        {state === 'ACTIVE' && <Button onClick={() => void set('PAUSED')}>Pause</Button>}
        {state === 'PAUSED' && (
          <Button type="primary" onClick={() => void set('ACTIVE')}>
            {reason === 'STAGE' ? 'Start the next stage' : 'Continue'}
          </Button>
        )}
        {(state === 'ACTIVE' || state === 'PAUSED') && (
          <Popconfirm
            title="End this pointing?"
            description="The image is not offered any more. Packs that have it keep it."
            okText="End it"
            onConfirm={() => void set('CANCELLED')}
          >
            <Button danger>End …</Button>
          </Popconfirm>
        )}
      </Flex>
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
      {progress !== undefined && progress.targets > 0 && (
        <Progress
          aria-label="Done"
          percent={Math.floor((100 * progress.done) / progress.targets)}
          status={progress.failed > 0 ? 'exception' : 'normal'}
        />
      )}
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'for', label: 'For', children: <bdi>{row.audience}</bdi> },
          { key: 'state', label: 'State', children: stateText(row) },
          { key: 'stage', label: 'Stage', children: stageText(row) },
          { key: 'progress', label: 'Progress', children: progressText(row) },
          {
            key: 'pause',
            label: 'Pause after each stage',
            children: pauseAfterStage ? 'yes' : 'no',
          },
          {
            key: 'stop',
            label: 'Pause at failed installs',
            children: stopAtFailedPercent === undefined ? 'never' : `${stopAtFailedPercent} %`,
          },
          {
            key: 'expires',
            label: 'Until',
            children: expiresAt === undefined ? 'no end' : dateTimeText(expiresAt),
          },
        ]}
      />
    </>
  );
};

/** Lists which packs get which image, how far each is, and pauses or ends it. */
export const PointingList = ({ images, view, hint }: FirmwareListProps) => {
  const { workspace } = images;
  const rows = useMemo(() => pointingsOf(images), [images]);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    void workspace?.refresh('assignment'); // the progress changes without a change of the row
  }, [workspace]);
  return (
    <>
      <Collection<Pointing>
        title="Firmware"
        noun="pointing"
        rows={rows}
        load={{ kind: workspace === undefined ? 'loading' : 'ready' }}
        rowKey={idOf}
        name={(row) => `${imageText(row)} for ${row.audience}`}
        meta={(row) => `${stateText(row)} · ${progressText(row)}`}
        columns={COLUMNS}
        defaultSort="-at"
        search={searchOf}
        searchLabel="Image, pack, client"
        states={STATES}
        extra={view}
        notice={<ListNotice images={images} hint={hint} />}
        {...(workspace !== undefined && {
          primary: {
            label: 'Point an image',
            onClick: () => {
              setOpen(true);
            },
          },
        })}
        empty={{
          text: 'No image is pointed to a pack. Point a released image to packs or clients.',
        }}
        detail={(row) =>
          workspace !== undefined && (
            <Details key={row.assignment.id} row={row} workspace={workspace} />
          )
        }
      />
      {isOpen && workspace !== undefined && (
        <PointDialog
          images={images}
          workspace={workspace}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
