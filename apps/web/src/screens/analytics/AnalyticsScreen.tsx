import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCore } from '../../react/core-context.tsx';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useDeviceTab } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { useSessions } from '../../react/use-sessions.ts';
import { counted, dateTimeText, stopwatchText } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type Column,
  type LoadState,
} from '../controls/collection/collection-types.ts';
import { LoadAlert, Loading } from '../controls/collection/LoadNotes.tsx';
import { TabAnchor } from '../controls/TabAnchor.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { useLoadState, useWorkspace } from '../workspace/use-workspace.ts';
import { localPacks, type LocalPack } from './local-packs.ts';
import { Choices } from '../controls/Choices.tsx';

// Each view is loaded when it is shown.
const LocalPackDetails = lazyPart(
  async () => (await import('./LocalPackDetails.tsx')).LocalPackDetails,
  <p role="status">Loading…</p>,
);
const FleetView = lazyPart(
  async () => (await import('./FleetView.tsx')).FleetView,
  <Loading title="Analytics" />,
);

const COLUMNS: readonly Column<LocalPack>[] = [
  textColumn('pack', 'Pack', ({ name }) => name),
  numberColumn('recordings', 'Recordings', ({ sessions }) => sessions.length, String, 120),
  numberColumn('length', 'Length', ({ seconds }) => seconds * 1_000, stopwatchText, 120),
  timeColumn('last', 'Last recording', ({ lastAt }) => lastAt, 196),
];
const nameOf = ({ name }: LocalPack): string => name;

/** The packs of which this browser has recordings, and the health of each. This view needs no server. */
const LocalPacks = ({ view }: { readonly view: ReactNode }) => {
  const { recording } = useCore();
  const deviceTab = useDeviceTab();
  const list = useLive(recording.sessions$);
  const recorded = useSessions();
  const packs = useMemo(() => localPacks(recorded, Date.now()), [recorded]);
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
      name={nameOf}
      meta={({ sessions, lastAt }) =>
        `${counted(sessions.length, 'recording')} · ${lastAt === undefined ? 'Date uncertain' : dateTimeText(lastAt)}`
      }
      columns={COLUMNS}
      defaultSort="-last"
      search={nameOf}
      searchLabel="Pack"
      extra={view}
      empty={{
        text: 'No recordings to analyse. Connect a pack, press Record and drive or charge it: 30 load steps show the resistance of each cell, a rest of 30 min their balance.',
        ...(deviceTab !== undefined && {
          action: <TabAnchor tab={deviceTab}>Connect a pack</TabAnchor>,
        }),
      }}
      detail={(pack) => <LocalPackDetails key={pack.id} pack={pack} />}
    />
  );
};

/** Analytics: the packs of this browser's recordings, and the fleet on the server. The address contains the view. */
export const AnalyticsScreen = () => {
  const state = useWorkspace();
  const load = useLoadState(state);
  const [address, setAddress] = useSearchParams();
  const isFleet = address.get('view') === 'fleet';
  const view = (
    <Choices
      aria-label="View"
      value={isFleet ? 'fleet' : 'local'}
      options={[
        { value: 'local', label: 'This computer' },
        { value: 'fleet', label: 'Fleet' },
      ]}
      onChange={(value) => setAddress(value === 'fleet' ? { view: value } : {})}
    />
  );
  return (
    <>
      <TabHint tab="analyticData" />
      {!isFleet && <LocalPacks view={view} />}
      {isFleet && state.kind === 'ready' && <FleetView view={view} />}
      {isFleet && state.kind !== 'ready' && (
        <div className="page page--text stack">
          <div className="page__head">
            <h1>Analytics</h1>
            {view}
          </div>
          {load.kind === 'failed' ? <LoadAlert load={load} /> : <Loading title="Analytics" />}
        </div>
      )}
    </>
  );
};
