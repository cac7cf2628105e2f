import { useMemo } from 'react';
import { Tag } from 'antd';
import { utcText } from '@batbot/core';
import { changedAt, installsOf, loggedChanges, type LoggedInstall } from '@batbot/core/workspace';
import { bytesText, dateTimeText, spanText } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  numberColumn,
  textColumn,
  type Column,
  type State,
} from '../controls/collection/collection-types.ts';
import { FactList } from '../controls/FactList.tsx';
import type { FirmwareListProps } from '../install/use-images.ts';
import { whenText } from '../workspace/change-words.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useLoadState, useRows } from '../workspace/use-workspace.ts';

/** An install with the serial number of its pack; '' if the pack is not on this computer. */
interface Install extends LoggedInstall {
  readonly pack: string;
}

const OUTCOME_TEXTS = { DONE: 'Done', FAILED: 'Failed', INTERRUPTED: 'Interrupted' } as const;
const OUTCOME_TAGS = {
  DONE: <Tag color="success">✓ Done</Tag>,
  FAILED: <Tag color="error">✕ Failed</Tag>,
  INTERRUPTED: <Tag color="warning">▲ Interrupted</Tag>,
} as const;
const versions = ({ from, to }: Install): string => `${from ?? 'unknown'} → ${to}`;

const COLUMNS: readonly Column<Install>[] = [
  {
    key: 'at',
    title: 'When',
    text: (row) => whenText(row),
    exportText: (row) => whenText(row, utcText),
    sortBy: changedAt,
    width: 196,
  },
  textColumn('pack', 'Pack', ({ pack }) => pack, { width: 156 }),
  { key: 'versions', title: 'Firmware', text: versions, sortBy: ({ to }) => to },
  textColumn('who', 'Who', ({ actorName }) => actorName),
  numberColumn('took', 'Took', ({ seconds }) => seconds * 1_000, spanText, 108),
  textColumn('outcome', 'Outcome', ({ outcome }) => OUTCOME_TEXTS[outcome], {
    render: ({ outcome }) => OUTCOME_TAGS[outcome],
    width: 132,
  }),
];
const STATES: readonly State<Install>[] = [
  { key: 'trouble', label: 'Not done', matches: ({ outcome }) => outcome !== 'DONE' },
];
const searchOf = ({ pack, to, from = '', actorName }: Install): string =>
  [pack, from, to, actorName].join(' ');

/** Lists the installs that were reported, the newest first. */
export const InstallHistory = ({ images, view }: FirmwareListProps) => {
  const { packs, state } = images;
  const [copies] = useRows();
  const rows = useMemo(() => {
    const serials = new Map(packs.map(({ id, serial }) => [id, serial]));
    return installsOf(loggedChanges(copies)).map((each) => ({
      ...each,
      pack: serials.get(each.assetId ?? '') ?? '',
    }));
  }, [copies, packs]);
  const load = useLoadState(state);
  return (
    <Collection<Install>
      title="Firmware"
      noun="install"
      rows={rows}
      load={load}
      name={({ pack }) => pack || 'Pack not on this computer'}
      meta={(row) => `${OUTCOME_TEXTS[row.outcome]} · ${versions(row)} · ${whenText(row)}`}
      columns={COLUMNS}
      defaultSort="-at"
      search={searchOf}
      searchLabel="Pack, version, name"
      states={STATES}
      extra={view}
      notice={<SyncNotes list="event" />}
      empty={{ text: 'No installs yet. Each install is logged here, also those that failed.' }}
      detail={(row) => (
        <>
          <FactList
            facts={[
              ['Pack', row.pack],
              ['Firmware', versions(row)],
              ['Who', row.actorName],
              ['Ended', dateTimeText(row.at)],
              ['On the server', dateTimeText(row.receivedAt)],
              ['Size', bytesText(row.bytes)],
              ['Took', spanText(row.seconds * 1_000)],
              ['Outcome', OUTCOME_TAGS[row.outcome]],
            ]}
          />
          {row.reason !== undefined && <p>{row.reason}</p>}
        </>
      )}
    />
  );
};
