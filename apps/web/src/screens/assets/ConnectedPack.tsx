import { useState } from 'react';
import { Alert, Button, Space } from 'antd';
import type { Asset, Workspace } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { snapshotOf } from './snapshot-of.ts';

/** Letters and digits count, as on the server. */
const plain = (serial: string): string => serial.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** The pack on the cable: opens its page, saves what it reports, or adds it. */
export const ConnectedPack = ({
  workspace,
  assets,
  onOpen,
  onAdd,
}: {
  readonly workspace: Workspace;
  readonly assets: readonly Asset[];
  readonly onOpen: (id: string) => void;
  readonly onAdd: (known: Partial<Asset>) => void;
}) => {
  const { link, telemetry } = useCore();
  const isConnected = useLive(link.connection$).kind === 'connected';
  const identity = useLive(telemetry.identity.identity$);
  const data = useLive(telemetry.liveData$);
  const [status, setStatus] = useState('');
  if (!isConnected) return null;
  if (identity.kind !== 'known' || identity.identity.serial === undefined) {
    return (
      <Alert
        type="info"
        title="A device is connected. Read its serial number (ATI) to find its pack here."
        action={
          <Button
            size="small"
            loading={identity.kind === 'asking'}
            onClick={() => {
              telemetry.identity.ask();
            }}
          >
            Read serial number
          </Button>
        }
      />
    );
  }
  const { serial, model, firmware } = identity.identity;
  const found = assets.filter((asset) => plain(asset.serial) === plain(serial));
  const [asset] = found;
  // What the app inferred from an unknown dialect is not saved as a fact.
  const sample =
    data.kind === 'sample' && data.understanding.kind !== 'inferred' ? data.sample : undefined;

  const saveSnapshot = async (id: string): Promise<void> => {
    if (sample === undefined) return;
    const snapshot = snapshotOf(sample, Date.now());
    const saved = await workspace.change({
      target: `asset:${id}`,
      kind: 'putAsset',
      input: { id, snapshot },
    });
    setStatus(saved.ok ? '✓ Snapshot saved.' : `Not saved: ${saved.error.message}`);
  };

  return (
    <Alert
      type="info"
      title={
        asset === undefined
          ? `Connected: SN ${serial}, not among the packs yet.`
          : `Connected: SN ${serial}.${found.length > 1 ? ` ${found.length} packs have this serial number.` : ''} ${status}`
      }
      action={
        <Space wrap>
          {asset === undefined ? (
            <Button
              size="small"
              onClick={() => {
                onAdd({ serial, ...(model && { model }), ...(firmware && { firmware }) });
              }}
            >
              Add this pack
            </Button>
          ) : (
            <>
              <Button
                size="small"
                disabled={sample === undefined || found.length > 1}
                title={sample === undefined ? 'Live values are read on Home' : ''}
                onClick={() => void saveSnapshot(asset.id)}
              >
                Save snapshot
              </Button>
              <Button
                size="small"
                onClick={() => {
                  onOpen(asset.id);
                }}
              >
                Open its page
              </Button>
            </>
          )}
        </Space>
      }
    />
  );
};
