import { useMemo, useRef, useState } from 'react';
import { Button, Form, Progress, Select } from 'antd';
import type { SessionInfo } from '@batbot/core';
import { makePieces } from '@batbot/core/uploads';
import { assetsOf, recordingsOf, serialKey, type UploadedRecording } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useMayOpen } from '../../react/use-signed-in.ts';
import { counted } from '../../text/format.ts';
import { UNREAD } from '../controls/collection/LoadNotes.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { MoreRows } from './MoreRows.tsx';
import { packText } from './pack-text.ts';
import { recordingProblem } from './recording-problem.ts';
import { UploadState } from './UploadState.tsx';
import { useHistory } from './use-history.ts';
import { useLoadState, useReadyWorkspace, useRows, useSendsNothing } from './use-workspace.ts';
import { WorkspaceGate } from './WorkspaceGate.tsx';

const Upload = ({
  info,
  assetId,
}: {
  readonly info: SessionInfo;
  readonly assetId: string | undefined;
}) => {
  const { recording } = useCore();
  const workspace = useReadyWorkspace();
  const [copies, items] = useRows();
  const load = useLoadState();
  const sendsNothing = useSendsNothing();
  const mayAdd = useMayOpen()('assets');
  const packs = useMemo(
    () => assetsOf(copies, items).filter(({ kind }) => kind === 'PACK'),
    [copies, items],
  );
  const [chosen, choose] = useState(assetId);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const isWanted = useRef(true);
  const serial = serialKey(info.identity?.serial ?? '');
  const same = packs.filter((pack) => serial !== '' && serialKey(pack.serial) === serial);
  const target = chosen ?? (same.length === 1 ? same[0]?.id : undefined);
  const history = useHistory('asset', target);
  const isThis = (each: UploadedRecording): boolean =>
    each.assetId === target && each.startedAt === info.startedAt;
  const uploaded = recordingsOf(history.rows, items).find(isThis);

  const step = async (done: number): Promise<boolean> => {
    setShare(done);
    await new Promise((resolve) => setTimeout(resolve)); // keeps the page responsive
    return isWanted.current;
  };
  const start = async (pack: string): Promise<void> => {
    isWanted.current = true;
    setProblem(undefined);
    setShare(0);
    const opened = await recording.openEnded(info.id);
    const names = { id: crypto.randomUUID(), assetId: pack, name: info.name };
    const made = opened.ok ? await makePieces(opened.value, names, workspace.tools, step) : opened;
    const { id } = names;
    // The dialog may have been closed and opened again meanwhile, and have uploaded the session.
    if (recordingsOf(workspace.rows$.value, workspace.outbox.items$.value).some(isThis)) return;
    const saved = made.ok
      ? await workspace.change(
          { target: `recording:${id}`, kind: 'addRecording', input: made.value.input },
          made.value.pieces,
        )
      : made;
    setShare(undefined);
    if (!saved.ok) setProblem(recordingProblem(saved.error));
  };

  if (sendsNothing) {
    return <p>▲ This server takes no recordings. Export the session as a file instead.</p>;
  }
  if (uploaded !== undefined) {
    return (
      <div className="stack stack-8">
        <UploadState recording={uploaded} />
        {uploaded.waiting !== undefined && (
          <p>You can close this dialog: the upload continues, also after a reload.</p>
        )}
      </div>
    );
  }
  return (
    <div className="stack stack-8">
      <p>
        Values, cells and notes of {counted(info.samples, 'sample')} are sent to the server, for
        everyone who may see the pack. The raw data stays on this computer.
      </p>
      <Form layout="vertical" component="div">
        <Form.Item label="Pack" htmlFor="upload-pack">
          <Select
            id="upload-pack"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Choose a pack"
            disabled={share !== undefined}
            value={target}
            notFoundContent={
              load.kind !== 'ready'
                ? UNREAD
                : packs.length > 0
                  ? 'No match.'
                  : mayAdd
                    ? 'No packs yet: add it on Assets first.'
                    : 'There are no packs that you may see.'
            }
            options={packs.map((pack) => ({
              value: pack.id,
              label: packText(pack),
            }))}
            onChange={choose}
          />
        </Form.Item>
      </Form>
      <MoreRows kind="asset" isChoice />
      <ProblemAlert help="notUploaded" role="alert" title={problem} />
      {share === undefined ? (
        <Button
          type="primary"
          disabled={target === undefined}
          loading={history.lacks === 'pending'}
          onClick={() => target !== undefined && void start(target)}
        >
          Upload
        </Button>
      ) : (
        <div className="row">
          <Progress
            style={{ flex: '1 1 140px' }}
            aria-label="Preparing"
            percent={Math.floor(100 * share)}
            size="small"
          />
          <Button
            size="small"
            onClick={() => {
              isWanted.current = false;
            }}
          >
            Cancel upload
          </Button>
        </div>
      )}
    </div>
  );
};

/** Uploads a session of this computer to a pack on the server. */
export const UploadDialog = ({
  info,
  assetId,
  onClose,
}: {
  readonly info: SessionInfo;
  /** Id of the pack of the session. Default: the pack with the serial number that was read. */
  readonly assetId?: string;
  readonly onClose: () => void;
}) => (
  <FormDialog centered title="Upload to the pack" footer={null} onCancel={onClose}>
    <WorkspaceGate>
      <Upload info={info} assetId={assetId} />
    </WorkspaceGate>
  </FormDialog>
);
