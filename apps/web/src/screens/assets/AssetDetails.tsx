import { useEffect, useMemo, useState } from 'react';
import { Alert, Button, Collapse, Descriptions, Tabs } from 'antd';
import {
  loggedChanges,
  recordingsOf,
  type Asset,
  type CopiedRow,
  type ServerRow,
  type Workspace,
} from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { counted, DASH, dateTimeText, fixed, signed, withUnit } from '../../text/format.ts';
import { ChangeTable } from '../workspace/ChangeTable.tsx';
import { changeText, whenText } from '../workspace/change-words.ts';
import { AssetRecordings } from './AssetRecordings.tsx';
import { ASSET_FIELDS, assetTexts } from './asset-form.ts';

const unit = (text: string, of: string): string => (text === DASH ? DASH : withUnit(text, of));

const Snapshot = ({ asset: { snapshot } }: { readonly asset: Asset }) => {
  if (snapshot === undefined)
    return (
      <p>
        No snapshot yet. Connect this pack and save what it reports: the button is above the list.
      </p>
    );
  const worst =
    snapshot.worstCell === undefined
      ? DASH
      : `Cell ${snapshot.worstCell}${snapshot.worstCellMohm === undefined ? '' : `, ${unit(fixed(snapshot.worstCellMohm, 2), 'mΩ')}`}`;
  const faults = snapshot.faults ?? [];
  return (
    <>
      <p>As of {dateTimeText(snapshot.at)}.</p>
      {faults.length > 0 && (
        <Alert type="error" showIcon title={`Active protections: ${faults.join(', ')}`} />
      )}
      <Descriptions
        column={1}
        size="small"
        items={[
          { label: 'State of charge', children: unit(fixed(snapshot.socPercent, 1), '%') },
          { label: 'State of health', children: unit(fixed(snapshot.sohPercent, 1), '%') },
          { label: 'Pack voltage', children: unit(fixed(snapshot.packVoltageV, 2), 'V') },
          { label: 'Current', children: unit(signed(snapshot.packCurrentA, 2), 'A') },
          {
            label: 'Highest temperature',
            children: unit(fixed(snapshot.highestTemperatureC, 1), '°C'),
          },
          { label: 'Cell spread', children: unit(fixed(snapshot.spreadMv, 0), 'mV') },
          { label: 'Lowest cell', children: worst },
          { label: 'Cycles', children: fixed(snapshot.cycles, 0) },
        ].map((item) => ({ key: item.label, ...item }))}
      />
    </>
  );
};

const Facts = ({ asset }: { readonly asset: Asset }) => {
  const texts = assetTexts(asset);
  const owner = [asset.ownerName, asset.clientName].filter(Boolean).join(', ');
  return (
    <Descriptions
      column={1}
      size="small"
      items={[
        ...ASSET_FIELDS.map(({ key, label }) => ({
          key,
          label,
          children: <bdi>{texts[key] || DASH}</bdi>,
        })),
        { key: 'owner', label: 'Owner', children: <bdi>{owner || DASH}</bdi> },
      ]}
    />
  );
};

const Timeline = ({
  asset,
  rows,
}: {
  readonly asset: Asset;
  readonly rows: readonly CopiedRow[];
}) => {
  const events = useMemo(
    () =>
      loggedChanges(rows)
        .filter(({ assetId, subjectId }) => assetId === asset.id || subjectId === asset.id)
        .toSorted((a, b) => b.receivedAt - a.receivedAt),
    [rows, asset.id],
  );
  const waiting = asset.waiting.map((item) => ({
    key: item.id,
    label: `◌ ${changeText(item.kind, undefined, item.input)}, ${whenText(item)}, not on the server yet`,
    children: <ChangeTable after={item.input} />,
  }));
  const logged = events.map((event) => {
    const { id, actorName, kind, body } = event;
    return {
      key: id,
      label: `${changeText(kind, body.before, body.after)}, ${whenText(event)}, ${actorName}`,
      children: <ChangeTable before={body.before} after={body.after} />,
    };
  });
  if (waiting.length + logged.length === 0) return <p>No changes known here. See Logs.</p>;
  return <Collapse size="small" items={[...waiting.toReversed(), ...logged]} />;
};

/** Returns the copies, and older events and recordings of the pack from the server. */
const useHistory = (workspace: Workspace, assetId: string): readonly CopiedRow[] => {
  const copies = useLive(workspace.rows$);
  const [found, setFound] = useState<{
    readonly of: string;
    readonly rows: readonly ServerRow[];
  }>();
  useEffect(() => {
    let isWanted = true;
    void workspace.history(assetId).then((answer) => {
      if (isWanted && answer.ok) setFound({ of: assetId, rows: answer.value });
    });
    return () => {
      isWanted = false;
    };
  }, [workspace, assetId]);
  return useMemo(() => {
    const known = new Set(copies.map(({ id }) => id));
    const older = found?.of === assetId ? found.rows : [];
    const added = older.flatMap(({ kind, id, row }) =>
      row === undefined || known.has(id) ? [] : [{ kind, id, row, since: '' }],
    );
    return [...copies, ...added];
  }, [copies, found, assetId]);
};

/** The details of a pack: its last snapshot, its facts and its changes. */
export const AssetDetails = ({
  asset,
  workspace,
  tab,
  onTab,
  onEdit,
}: {
  readonly asset: Asset;
  readonly workspace: Workspace;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly onEdit: () => void;
}) => {
  const rows = useHistory(workspace, asset.id);
  const items = useLive(workspace.outbox.items$);
  const recordings = useMemo(
    () => recordingsOf(rows, items).filter(({ assetId }) => assetId === asset.id),
    [rows, items, asset.id],
  );
  return (
    <>
      <Button size="small" onClick={onEdit}>
        Edit facts
      </Button>
      {asset.waiting.length > 0 && (
        <p role="status">◌ {counted(asset.waiting.length, 'change')} not on the server yet.</p>
      )}
      <Tabs
        activeKey={tab || 'snapshot'}
        onChange={(key) => {
          onTab(key === 'snapshot' ? '' : key);
        }}
        items={[
          { key: 'snapshot', label: 'Last snapshot', children: <Snapshot asset={asset} /> },
          { key: 'facts', label: 'Facts', children: <Facts asset={asset} /> },
          {
            key: 'timeline',
            label: 'Timeline',
            children: <Timeline asset={asset} rows={rows} />,
          },
          {
            key: 'recordings',
            label: 'Recordings',
            children: (
              <AssetRecordings asset={asset} workspace={workspace} recordings={recordings} />
            ),
          },
        ]}
      />
    </>
  );
};
