import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Alert, Button, Space } from 'antd';
import type { KnownIdentity } from '@batbot/core';
import { restOf, serialKey, type Asset } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useConnected, useIdentity } from '../../react/use-connected.ts';
import { useHasAti } from '../../react/use-has-ati.ts';
import { useLive } from '../../react/use-live.ts';
import { snapshotOf } from '../workspace/snapshot-of.ts';
import { useLoadState, useReadyWorkspace, useRows } from '../workspace/use-workspace.ts';

/** Minimum time between two automatic snapshots in milliseconds. */
const SNAPSHOT_EVERY_MS = 10 * 60_000;

/** Identities whose pack was opened or could have been opened, so that each opens a page only once. */
const offered = new WeakSet<KnownIdentity>();

/** Whether the user reads another pack, types, or has a dialog open. The screen then does not change. */
const isBusy = (address: URLSearchParams): boolean =>
  address.has('id') ||
  document.activeElement instanceof HTMLInputElement ||
  document.querySelector('[role="dialog"]') !== null;

/**
 * Shows the connected pack. After its identification, its page is opened and a snapshot is saved. An unknown pack can
 * be added.
 */
export const ConnectedPack = ({
  assets,
  onOpen,
  onAdd,
}: {
  readonly assets: readonly Asset[];
  readonly onOpen: (id: string) => void;
  readonly onAdd: (known: Partial<Asset>) => void;
}) => {
  const workspace = useReadyWorkspace();
  const { telemetry } = useCore();
  const isConnected = useConnected();
  const identity = useLive(telemetry.identity.identity$);
  const data = useLive(telemetry.liveData$);
  const [report, setReport] = useState({ of: '', text: '' });
  const isWhole = restOf(useRows()[0], 'asset') === undefined;
  const areRead = useLoadState().kind === 'ready' && isWhole;
  const known = useIdentity();
  const { serial, model, firmware } = known;
  const hasAti = useHasAti();
  const found =
    serial === undefined
      ? []
      : assets.filter((each) => serialKey(each.serial) === serialKey(serial));
  const [asset] = found;
  const only = found.length === 1 ? asset : undefined;
  // Values that the app inferred from an unknown dialect are not saved as facts.
  const isReported = data.kind === 'sample' && data.understanding.kind !== 'inferred';

  const saveSnapshot = async (id: string): Promise<void> => {
    if (!isReported) return;
    const snapshot = snapshotOf(data.sample, data.receivedAt);
    const saved = await workspace.change({
      target: `asset:${id}`,
      kind: 'putAsset',
      input: { id, snapshot },
    });
    const text = saved.ok ? '✓ Snapshot saved.' : `Not saved: ${saved.error.message}`;
    setReport({ of: id, text });
  };

  // If the device reports several packs, it is unknown which of them has the serial number.
  const isDue =
    only !== undefined &&
    isReported &&
    data.pack === undefined &&
    data.receivedAt - (only.snapshot?.at ?? 0) > SNAPSHOT_EVERY_MS;
  const [address] = useSearchParams();
  const latest = useRef({ saveSnapshot, onOpen, address });
  useEffect(() => {
    latest.current = { saveSnapshot, onOpen, address };
  });
  useEffect(() => {
    if (isDue) void latest.current.saveSnapshot(only.id);
  }, [isDue, only?.id]);
  useEffect(() => {
    if (only === undefined || offered.has(identity)) return;
    offered.add(identity);
    if (!isBusy(latest.current.address)) latest.current.onOpen(only.id);
  }, [only, identity]);

  if (!isConnected) return null;
  if (serial === undefined) {
    if (!hasAti) return null;
    return (
      <Alert
        type="info"
        title="A device is connected. Read its serial number (ATI) to find its pack here."
        action={
          <Button
            size="small"
            loading={identity.kind === 'asking'}
            onClick={() => telemetry.identity.ask()}
          >
            Read serial number
          </Button>
        }
      />
    );
  }

  return (
    <Alert
      type="info"
      title={
        asset === undefined
          ? `Connected: SN ${serial}, not among the packs ${areRead ? 'yet' : 'on this computer'}.`
          : `Connected: SN ${serial}.${found.length > 1 ? ` ${found.length} packs have this serial number.` : ''} ${report.of === asset.id ? report.text : ''}`
      }
      action={
        <Space wrap>
          {asset === undefined ? (
            <Button
              size="small"
              onClick={() =>
                onAdd({ serial, ...(model && { model }), ...(firmware && { firmware }) })
              }
            >
              Add this pack
            </Button>
          ) : (
            <>
              <Button
                size="small"
                disabled={!isReported || found.length > 1}
                title={!isReported ? 'Live values are read on Home' : ''}
                onClick={() => void saveSnapshot(asset.id)}
              >
                Save snapshot
              </Button>
              <Button size="small" onClick={() => onOpen(asset.id)}>
                Open its page
              </Button>
            </>
          )}
        </Space>
      }
    />
  );
};
