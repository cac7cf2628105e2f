import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Alert, Button, Flex, Progress, Tag } from 'antd';
import type { Assignment } from '@batbot/core/workspace';
import { singleClick } from '../../react/single-click.ts';
import { useEveryMinute } from '../../react/use-every-minute.ts';
import { usePageFocus } from '../../react/use-page-focus.ts';
import { counted, countText, DASH, dateTimeText } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  textColumn,
  timeColumn,
  type Column,
  type State,
} from '../controls/collection/collection-types.ts';
import { Confirm } from '../controls/Confirm.tsx';
import { FactList } from '../controls/FactList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { PointDialog } from '../install/PointDialog.tsx';
import type { FirmwareListProps, Images, KnownImage } from '../install/use-images.ts';
import { audienceText } from '../parameters/target-options.ts';
import { waitingText } from '../workspace/change-words.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useLoadState, useSyncState } from '../workspace/use-workspace.ts';
import { useChangeWriter } from '../workspace/use-change-writer.ts';

/** An image that is pointed to packs. */
interface Pointing {
  readonly id: string;
  readonly assignment: Assignment;
  readonly known: KnownImage;
  /** The packs that get the image: "SN 12", "North Fleet, model P48". */
  readonly audience: string;
  readonly hasExpired: boolean;
}

/** Returns the pointings of images, the newest first. */
const pointingsOf = (images: Images): readonly Pointing[] =>
  images.assignments.flatMap((assignment) => {
    const known = images.images.find(({ document }) => document.id === assignment.documentId);
    return known === undefined
      ? []
      : [
          {
            id: assignment.id,
            assignment,
            known,
            audience: audienceText(assignment, images),
            hasExpired: (assignment.expiresAt ?? Infinity) <= images.now,
          },
        ];
  });

/** "2 of 3 (50 %)"; "all at once" for a single stage. */
const stageText = ({ assignment: { stages, stage } }: Pointing): string =>
  stages.length < 2
    ? 'all at once'
    : `${stage + 1} of ${stages.length} (${stages[stage] ?? 100} %)`;

/** "40 of 120 packs done, 2 failed"; "no pack yet" if the audience has no pack. */
const progressText = ({ assignment: { progress } }: Pointing): string => {
  if (progress === undefined) return DASH;
  const { done, targets, failed } = progress;
  if (targets === 0) return 'no pack yet';
  const failures = failed === 0 ? '' : `, ${countText(failed)} failed`;
  return `${countText(done)} of ${counted(targets, 'pack')} done${failures}`;
};

/** "40 of 120 packs done, 2 failed, 1,200 in all stages". */
const allProgressText = (row: Pointing): string => {
  const { targets = 0, total = 0 } = row.assignment.progress ?? {};
  return `${progressText(row)}${targets > 0 && total > targets ? `, ${countText(total)} in all stages` : ''}`;
};

/** Explains a pause that the server has made, with its numbers, and what happens if the pointing continues. */
const pauseText = ({ assignment }: Pointing): string | undefined => {
  const { reason, progress, stopAtFailedPercent, stages, stage } = assignment;
  if (reason === undefined || progress === undefined) return undefined;
  const { targets, done, failed } = progress;
  const of = `${counted(targets, 'pack')} of the stages so far`;
  if (reason === 'STAGE') {
    return `Of the ${of}, ${countText(done)} are done and ${countText(failed)} failed. The next stage has ${stages[stage + 1] ?? 100} % of the packs.`;
  }
  const share = targets === 0 ? '' : ` (${Math.round((100 * failed) / targets)} %)`;
  const limit = stopAtFailedPercent === undefined ? '' : ` The limit is ${stopAtFailedPercent} %.`;
  return `${countText(failed)} of ${of} failed${share}.${limit} The image is not offered until somebody continues. Then the failures so far are accepted, and only further ones count.`;
};

const REASONS = { STAGE: ' after its stage', FAILED: ': too many installs failed' } as const;

/** Returns the state of a pointing: one of a withdrawn image and one that has expired offer nothing. */
const stateOf = ({ assignment: { state }, known: { document }, hasExpired }: Pointing) => {
  if (state !== 'ACTIVE' && state !== 'PAUSED') return state;
  if (document.state === 'RETIRED') return 'WITHDRAWN';
  return hasExpired ? 'EXPIRED' : state;
};

const STATE_TEXTS = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  WITHDRAWN: 'Not offered: image withdrawn',
  EXPIRED: 'Expired',
  DONE: 'Done',
  CANCELLED: 'Cancelled',
} as const;

/** "Active", "Paused: too many installs failed". */
const stateText = (row: Pointing): string => {
  const { reason, waiting } = row.assignment;
  if (waiting.length > 0) return waitingText(waiting);
  const state = stateOf(row);
  return `${STATE_TEXTS[state]}${state === 'PAUSED' && reason !== undefined ? REASONS[reason] : ''}`;
};

const COLORS = {
  ACTIVE: 'processing',
  PAUSED: 'warning',
  WITHDRAWN: 'default',
  EXPIRED: 'default',
  DONE: 'success',
  CANCELLED: 'default',
} as const;
const imageText = ({ known }: Pointing): string => known.document.name;
const modeText = ({ assignment: { mode } }: Pointing): string =>
  mode === 'REQUIRED' ? 'Required' : 'Offered';

const COLUMNS: readonly Column<Pointing>[] = [
  textColumn('image', 'Image', imageText, { width: 156 }),
  textColumn('audience', 'For', ({ audience }) => audience),
  textColumn('mode', 'Mode', modeText, { width: 96 }),
  { key: 'stage', title: 'Stage', text: stageText, width: 132 },
  { key: 'progress', title: 'Progress', text: progressText, width: 220 },
  textColumn('state', 'State', stateText, {
    render: (row) => <Tag color={COLORS[stateOf(row)]}>{stateText(row)}</Tag>,
    width: 220,
  }),
  timeColumn('at', 'Pointed', ({ assignment }) => assignment.createdAt, 180),
];
const STATES: readonly State<Pointing>[] = [
  { key: 'active', label: 'Active', matches: (row) => stateOf(row) === 'ACTIVE' },
  { key: 'paused', label: 'Paused', matches: (row) => stateOf(row) === 'PAUSED' },
];
const searchOf = (row: Pointing): string => `${imageText(row)} ${row.audience}`;

const Details = ({ row }: { readonly row: Pointing }) => {
  const { assignment } = row;
  const state = stateOf(row);
  const why = pauseText(row);
  const { id, reason, progress, stopAtFailedPercent, pauseAfterStage, expiresAt } = assignment;
  const { write, problem } = useChangeWriter();
  const actions = useRef<HTMLDivElement>(null);
  usePageFocus(state, actions);
  const set = (next: 'ACTIVE' | 'PAUSED' | 'CANCELLED'): void => {
    void write({
      target: `assignment:${id}`,
      kind: 'setAssignment',
      input: { id, state: next },
      base: assignment.version,
    });
  };
  return (
    <>
      {!assignment.mayChange ? (
        <p>An account above yours made this pointing. Only that account can pause or end it.</p>
      ) : (
        <Flex ref={actions} tabIndex={-1} gap="small" wrap role="group" aria-label="Actions">
          {state === 'ACTIVE' && <Button onClick={singleClick(() => set('PAUSED'))}>Pause</Button>}
          {state === 'PAUSED' && (
            <Button type="primary" onClick={singleClick(() => set('ACTIVE'))}>
              {reason === 'STAGE' ? 'Start the next stage' : 'Continue'}
            </Button>
          )}
          {state !== 'DONE' && state !== 'CANCELLED' && (
            <Confirm
              title="End this pointing?"
              description="The image is not offered any more. Packs that have it keep it."
              okText="End it"
              onConfirm={() => set('CANCELLED')}
            >
              <Button danger>End…</Button>
            </Confirm>
          )}
        </Flex>
      )}
      <ProblemAlert help="changeRefused" role="alert" title={problem} />
      {state === 'PAUSED' && why !== undefined && (
        <Alert type={reason === 'FAILED' ? 'warning' : 'info'} showIcon role="status" title={why} />
      )}
      {progress !== undefined && progress.targets > 0 && (
        <Progress
          aria-label="Done"
          percent={Math.floor((100 * progress.done) / progress.targets)}
          status={progress.failed > 0 ? 'exception' : 'normal'}
          format={(percent) => `${percent} %`}
        />
      )}
      <FactList
        facts={[
          ['For', row.audience],
          ['Mode', modeText(row)],
          ['State', stateText(row)],
          ['Stage', stageText(row)],
          ['Progress', allProgressText(row)],
          ['Pause after each stage', pauseAfterStage ? 'yes' : 'no'],
          [
            'Pause at failed installs',
            stopAtFailedPercent === undefined
              ? 'never'
              : `on ${stopAtFailedPercent} % of the packs`,
          ],
          [
            'Pointed',
            assignment.createdAt === undefined ? DASH : dateTimeText(assignment.createdAt),
          ],
          ['Until', expiresAt === undefined ? 'no end' : dateTimeText(expiresAt)],
        ]}
      />
    </>
  );
};

/** Lists the pointings of images with their progress. The user can pause or end each of them. */
export const PointingList = ({ images, view }: FirmwareListProps) => {
  const { workspace } = images;
  const rows = useMemo(() => pointingsOf(images), [images]);
  const load = useLoadState(images.state);
  const [isOpen, setOpen] = useState(false);
  const isIdle = useSyncState().kind === 'idle';
  // The progress changes without a change of the row.
  const refresh = useCallback(() => void workspace?.refresh('assignment'), [workspace]);
  useEffect(() => {
    if (isIdle) refresh();
  }, [refresh, isIdle]);
  useEveryMinute(refresh);
  return (
    <>
      <Collection<Pointing>
        title="Firmware"
        noun="pointing"
        rows={rows}
        load={load}
        name={(row) => `${imageText(row)} for ${row.audience}`}
        meta={(row) => `${stateText(row)} · ${progressText(row)}`}
        columns={COLUMNS}
        defaultSort="-at"
        search={searchOf}
        searchLabel="Image, pack, client"
        states={STATES}
        extra={view}
        notice={<SyncNotes />}
        primary={
          workspace !== undefined && { label: 'Point an image', onClick: () => setOpen(true) }
        }
        empty={{
          text: 'No image is pointed to a pack. Point a released image to packs or clients.',
        }}
        detail={(row) => <Details key={row.assignment.id} row={row} />}
      />
      {isOpen && workspace !== undefined && (
        <PointDialog images={images} onClose={() => setOpen(false)} />
      )}
    </>
  );
};
