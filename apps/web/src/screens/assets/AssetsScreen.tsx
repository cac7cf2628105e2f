import { useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Tag } from 'antd';
import { isDone, ticketsOf } from '@batbot/core/tickets';
import { assetsBehind, assetsOf, isScrapped, serialKey, type Asset } from '@batbot/core/workspace';
import { changedQuery } from '../../react/changed-query.ts';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { fixed } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type Column,
  type State,
} from '../controls/collection/collection-types.ts';
import { TabHint } from '../controls/TabHint.tsx';
import { Widget } from '../controls/Widget.tsx';
import { nameText, waitingText } from '../workspace/change-words.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useLoadState, useRows, useWorkspace } from '../workspace/use-workspace.ts';
import { ConnectedPack } from './ConnectedPack.tsx';
import { Choices } from '../controls/Choices.tsx';
import './assets.css';

// Only the list is loaded at first.
const AssetDetails = lazyPart(
  async () => (await import('./AssetDetails.tsx')).AssetDetails,
  <p role="status">Opening the pack…</p>,
);
const AssetEditor = lazyPart(async () => (await import('./AssetEditor.tsx')).AssetEditor);
const KnownDevices = lazyPart(
  async () => (await import('./KnownDevices.tsx')).KnownDevices,
  <p role="status">Loading…</p>,
);

const PackMap = lazyPart(
  async () => (await import('./PackMap.tsx')).PackMap,
  <p role="status">Loading the map…</p>,
);

const DAY_MS = 86_400_000;
const LONG_UNSEEN_DAYS = 90;

const clientOf = ({ clientName, ownerName }: Asset): string | undefined => clientName ?? ownerName;
const digits =
  (count: number) =>
  (value: number): string =>
    fixed(value, count);

const COLUMNS: readonly Column<Asset>[] = [
  textColumn('serial', 'Serial number', ({ serial }) => serial, { width: 200 }),
  textColumn('model', 'Model', ({ model }) => model),
  textColumn('client', 'Client', clientOf),
  textColumn('place', 'Place', ({ place }) => place?.address),
  timeColumn('seen', 'Seen', ({ seenAt }) => seenAt, 172),
  numberColumn('soc', 'SoC, %', ({ snapshot }) => snapshot?.socPercent, digits(0), 84),
  numberColumn('soh', 'SoH, %', ({ snapshot }) => snapshot?.sohPercent, digits(0), 84),
  numberColumn(
    'worst',
    'Worst cell, mΩ',
    ({ snapshot }) => snapshot?.worstCellMohm,
    digits(2),
    132,
  ),
  numberColumn('spread', 'Spread, mV', ({ snapshot }) => snapshot?.spreadMv, digits(0), 108),
  textColumn('firmware', 'Firmware', ({ firmware }) => firmware, { width: 100 }),
];

/**
 * Whether a pack is the user's own. A pack that the server does not have yet was added on this computer and belongs to the
 * user; one without an owner on the server belongs to an account that was removed.
 */
const isOf =
  (userId: string | undefined) =>
  (asset: Asset): boolean =>
    (asset.version === undefined || asset.ownerId === userId) && !isScrapped(asset);

const ATTENTION: State<Asset> = {
  key: 'attention',
  label: 'Needs attention',
  matches: (asset) => asset.attention > 0 && !isScrapped(asset),
  rank: ({ attention }) => attention,
};
const UNSEEN: State<Asset> = {
  key: 'unseen',
  label: `Not seen ${LONG_UNSEEN_DAYS} d`,
  matches: (asset) =>
    asset.seenAt !== undefined &&
    Date.now() - asset.seenAt > LONG_UNSEEN_DAYS * DAY_MS &&
    !isScrapped(asset),
};
/** Packs that were added and have not reported anything yet. */
const NEVER_SEEN: State<Asset> = {
  key: 'never',
  label: 'Never seen',
  matches: (asset) => asset.seenAt === undefined && !isScrapped(asset),
};
const SCRAPPED: State<Asset> = { key: 'scrapped', label: 'Scrapped', matches: isScrapped };

const kindOf = ({ kind }: Asset): string => nameText(kind);

/** What the tags of a pack show. */
const EXPORTED: readonly Column<Asset>[] = [
  textColumn('kind', 'Kind', kindOf),
  textColumn('state', 'State', ({ state }) => nameText(state)),
];

const CLIENT_FILTER = [
  {
    key: 'client',
    label: 'Client',
    of: (asset: Asset) => clientOf(asset) ?? '',
  },
];
const FILTERS = [...CLIENT_FILTER, { key: 'kind', label: 'Kind', of: kindOf }];
/**
 * Returns the searched text of a pack, with its serial number with and without separators, as a scanner may send it.
 */
const searchOf = (asset: Asset): string =>
  [
    asset.serial,
    serialKey(asset.serial),
    asset.maker,
    asset.model,
    clientOf(asset),
    asset.place?.address,
    asset.firmware,
  ]
    .filter(Boolean)
    .join(' ');

const isNamed = ({ serial }: Asset, text: string): boolean =>
  serialKey(text) !== '' && serialKey(serial) === serialKey(text);

/** Says why a pack needs attention: its active protections or its state of health. */
const reasonOf = ({ attention, snapshot }: Asset): string | undefined => {
  if (attention > 1) return snapshot?.faults?.map(nameText).join(', ');
  return attention === 1 && snapshot?.sohPercent !== undefined
    ? `SoH ${fixed(snapshot.sohPercent, 0)} %`
    : undefined;
};

const Badge = ({ asset }: { readonly asset: Asset }) => (
  <>
    {asset.kind !== 'PACK' && <Tag>{kindOf(asset)}</Tag>}
    {asset.attention > 1 && <Tag color="error">✕ Fault</Tag>}
    {asset.attention === 1 && <Tag color="warning">▲ Worn</Tag>}
    {asset.state !== 'INUSE' && <Tag>{nameText(asset.state)}</Tag>}
    {asset.waiting.length > 0 && <Tag>{waitingText(asset.waiting)}</Tag>}
  </>
);

const Packs = ({ view }: { readonly view: ReactNode }) => {
  const state = useWorkspace();
  const isReady = state.kind === 'ready';
  const [copies, items] = useRows();
  const [parameters, setParameters] = useSearchParams();
  const [editing, setEditing] = useState<{
    readonly asset: Asset | undefined;
    readonly known?: Partial<Asset>;
  }>();
  const userId = useSignedIn()?.user.userid;
  const rows = useMemo(() => assetsOf(copies, items), [copies, items]);
  const withTicket = useMemo(() => {
    const open = ticketsOf(copies, items, userId ?? '').filter((each) => !isDone(each.state));
    return new Set(open.flatMap(({ assetId }) => assetId ?? []));
  }, [copies, items, userId]);
  const behind = useMemo(
    () => assetsBehind(rows, copies, items, Date.now()),
    [rows, copies, items],
  );
  const load = useLoadState(state);
  const states = useMemo(() => {
    const matches = isOf(userId);
    const hasOwn = rows.some(matches);
    const chip = (key: string, label: string, ids: ReadonlySet<string>): readonly State<Asset>[] =>
      ids.size === 0 ? [] : [{ key, label, matches: ({ id }) => ids.has(id) }];
    return [
      ATTENTION,
      ...(hasOwn ? [{ key: 'mine', label: 'Mine', matches }] : []),
      UNSEEN,
      ...(rows.some(NEVER_SEEN.matches) ? [NEVER_SEEN] : []),
      ...chip('ticket', 'Open ticket', withTicket),
      ...chip('behind', 'Firmware behind', behind),
      ...(rows.some(isScrapped) ? [SCRAPPED] : []),
    ];
  }, [userId, rows, withTicket, behind]);
  const hasDevices = useMemo(() => rows.some(({ kind }) => kind !== 'PACK'), [rows]);
  const open = (id: string): void => setParameters(changedQuery(parameters, { id }));
  const map = (packs: readonly Asset[]): ReactNode => (
    <Widget name="The map" data={packs}>
      <PackMap packs={packs} onOpen={open} />
    </Widget>
  );
  return (
    <>
      <Collection<Asset>
        title="Assets"
        noun="asset"
        rows={rows}
        load={load}
        name={({ serial }) => serial}
        meta={(asset) => {
          const { place, snapshot } = asset;
          const soc = snapshot && `SoC ${fixed(snapshot.socPercent, 0)} %`;
          return [reasonOf(asset), clientOf(asset), place?.address, soc]
            .filter(Boolean)
            .join(' · ');
        }}
        badge={(asset) => <Badge asset={asset} />}
        columns={COLUMNS}
        exported={EXPORTED}
        defaultSort="-seen"
        search={searchOf}
        searchLabel="Serial, client, place"
        states={states}
        exact={isNamed}
        view={parameters.get('view') === 'map' ? map : undefined}
        filters={hasDevices ? FILTERS : CLIENT_FILTER}
        extra={view}
        notice={
          isReady && (
            <>
              <ConnectedPack
                assets={rows}
                onOpen={open}
                onAdd={(known) => setEditing({ asset: undefined, known })}
              />
              <SyncNotes list="asset" />
            </>
          )
        }
        primary={
          isReady && { label: 'Add a pack', onClick: () => setEditing({ asset: undefined }) }
        }
        empty={{
          text: 'No packs yet. Add one by its serial number, or connect a device: this works without network too.',
        }}
        detail={(asset, { tab, onTab }) => (
          <AssetDetails
            key={asset.id}
            asset={asset}
            tab={tab}
            onTab={onTab}
            onEdit={() => setEditing({ asset })}
          />
        )}
      />
      {editing !== undefined && isReady && (
        <AssetEditor
          {...editing}
          assets={rows}
          // The row as it is now, because it changes while it is edited: an earlier change may reach the server.
          asset={rows.find(({ id }) => id === editing.asset?.id) ?? editing.asset}
          onClose={(id) => {
            setEditing(undefined);
            if (id !== undefined) open(id);
          }}
        />
      )}
    </>
  );
};

/** Shows the packs of the user and of the accounts below, and the devices that were connected in this browser. */
export const AssetsScreen = () => {
  const [parameters, setParameters] = useSearchParams();
  const shown = parameters.get('view') ?? 'packs';
  const view = (
    <Choices
      aria-label="View"
      value={shown}
      options={[
        { value: 'packs', label: 'List' },
        { value: 'map', label: 'Map' },
        { value: 'devices', label: 'Known devices' },
      ]}
      onChange={(value) => {
        // List and map show the same assets, so search and filters are kept.
        setParameters((before) =>
          changedQuery(value === 'devices' ? '' : before, { view: value === 'packs' ? '' : value }),
        );
      }}
    />
  );
  if (shown === 'devices') {
    return (
      <div className="page page--text stack">
        <div className="page__head">
          <h1>Assets</h1>
          {view}
        </div>
        <KnownDevices />
      </div>
    );
  }
  return (
    <>
      <TabHint tab="assets" />
      <Packs view={view} />
    </>
  );
};
