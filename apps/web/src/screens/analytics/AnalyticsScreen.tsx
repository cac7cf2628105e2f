import { lazy, Suspense, useEffect, useMemo } from 'react';
import { Alert } from 'antd';
import { popoverTextOf } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { counted, dateTimeText, stopwatchText } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  textColumn,
  type Column,
  type LoadState,
} from '../controls/collection/collection-types.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import { localPacks, type LocalPack } from './local-packs.ts';

// Loaded when a pack is opened. React.lazy requires a default export.
const LocalPackDetails = lazy(async () => ({
  default: (await import('./LocalPackDetails.tsx')).LocalPackDetails,
}));

const COLUMNS: readonly Column<LocalPack>[] = [
  textColumn('pack', 'Pack', ({ name }) => name),
  {
    key: 'recordings',
    title: 'Recordings',
    text: ({ sessions }) => String(sessions.length),
    sortBy: ({ sessions }) => sessions.length,
    width: 120,
    align: 'right',
  },
  {
    key: 'length',
    title: 'Length',
    text: ({ seconds }) => stopwatchText(seconds * 1_000),
    sortBy: ({ seconds }) => seconds,
    width: 120,
    align: 'right',
  },
  {
    key: 'last',
    title: 'Last recording',
    text: ({ lastAt }) => dateTimeText(lastAt),
    sortBy: ({ lastAt }) => lastAt,
    width: 196,
  },
];
const idOf = ({ key }: LocalPack): string => key;
const nameOf = ({ name }: LocalPack): string => name;

/** Analytics: the packs of which this browser has recordings, and the health of each. It needs no server. */
export const AnalyticsScreen = () => {
  const { recording, popover } = useCore();
  const hint = popoverTextOf(useLive(popover.content$), 'analyticData');
  const list = useLive(recording.sessions$);
  const state = useWorkspace();
  useEffect(() => {
    void recording.refresh();
  }, [recording]);
  const packs = useMemo(() => localPacks(list.kind === 'ready' ? list.sessions : []), [list]);
  const load: LoadState =
    list.kind === 'failed'
      ? {
          kind: 'failed',
          message: 'The recordings of this computer could not be read.',
          onRetry: () => void recording.refresh(),
        }
      : { kind: list.kind };
  return (
    <Collection<LocalPack>
      title="Analytics"
      noun="pack"
      rows={packs}
      load={load}
      rowKey={idOf}
      name={nameOf}
      meta={({ sessions, lastAt }) =>
        `${counted(sessions.length, 'recording')} · ${dateTimeText(lastAt)}`
      }
      columns={COLUMNS}
      defaultSort="-last"
      search={nameOf}
      searchLabel="Pack"
      {...(hint === undefined ? {} : { notice: <Alert type="info" title={hint} /> })}
      empty={{
        text: 'No recordings to analyse. Connect a pack, press Record and drive or charge it: 30 load steps show the resistance of each cell, a rest of 30 min their balance.',
      }}
      detail={(pack) => (
        <Suspense fallback={<p role="status">Loading …</p>}>
          <LocalPackDetails
            key={pack.key}
            pack={pack}
            workspace={state.kind === 'ready' ? state.workspace : undefined}
          />
        </Suspense>
      )}
    />
  );
};
