import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Space } from 'antd';
import { knownStart, type SessionInfo } from '@batbot/core';
import { openPieces } from '@batbot/core/uploads';
import { recordingsOf, serialKey, type UploadedRecording } from '@batbot/core/workspace';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useCore } from '../../react/core-context.tsx';
import { useDeviceTab, useSessionPaths } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { useSessions } from '../../react/use-sessions.ts';
import { counted, startText, stopwatchText } from '../../text/format.ts';
import { UNREAD } from '../controls/collection/LoadNotes.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { SessionLink } from '../controls/SessionLink.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import { HistoryNote } from '../workspace/HistoryNote.tsx';
import { recordingProblem } from '../workspace/recording-problem.ts';
import { UploadState } from '../workspace/UploadState.tsx';
import { isWhole } from '../workspace/use-history.ts';
import { useLoadState, useReadyWorkspace, useRows } from '../workspace/use-workspace.ts';
import type { AssetSectionProps } from './asset-section.ts';

const UploadDialog = lazyPart(
  async () => (await import('../workspace/UploadDialog.tsx')).UploadDialog,
);

/** A recording of the pack on this computer, on the server, or on both. */
interface Row {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly samples: number;
  readonly local: SessionInfo | undefined;
  readonly uploaded: UploadedRecording | undefined;
}

/**
 * Merges local sessions with uploaded recordings. One computer records one pack at a time, so equal start times mean
 * the same recording.
 */
const rowsOf = (
  sessions: readonly SessionInfo[],
  uploaded: readonly UploadedRecording[],
): readonly Row[] => {
  const now = Date.now();
  const starts = new Set([...sessions, ...uploaded].map(({ startedAt }) => startedAt));
  return [...starts]
    .toSorted((a, b) => knownStart(b, now) - knownStart(a, now))
    .flatMap((startedAt) => {
      const local = sessions.find((each) => each.startedAt === startedAt);
      const sent = uploaded.find((each) => each.startedAt === startedAt);
      const durationMs = local?.durationMs ?? (sent?.durationS ?? 0) * 1_000;
      const samples = local?.samples ?? sent?.samples ?? 0;
      return [{ startedAt, durationMs, samples, local, uploaded: sent }];
    });
};

/** Lists the recordings of a pack: those on the server, and local sessions that contain its serial number. */
export const AssetRecordings = ({ asset, history }: AssetSectionProps) => {
  const workspace = useReadyWorkspace();
  const { recording } = useCore();
  const all = useSessions();
  const state = useLive(recording.state$);
  const running = state.kind === 'recording' ? state.info.id : undefined;
  const paths = useSessionPaths();
  const deviceTab = useDeviceTab();
  const navigate = useNavigate();
  const [uploading, setUploading] = useState<SessionInfo>();
  const [opening, setOpening] = useState<{ readonly id: string; readonly share: number }>();
  const [problem, setProblem] = useState<string>();
  const isWanted = useRef(true);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );
  const [, items] = useRows();
  const { kind } = useLoadState();
  const recordings = useMemo(
    () => recordingsOf(history.rows, items).filter(({ assetId }) => assetId === asset.id),
    [history.rows, items, asset.id],
  );
  const ids = new Set(recordings.map(({ id }) => id));
  const sessions = all.filter(
    ({ id, identity }) =>
      ids.has(id) ||
      (identity?.serial !== undefined && serialKey(identity.serial) === serialKey(asset.serial)),
  );

  const open = async (wanted: UploadedRecording): Promise<void> => {
    isWanted.current = true;
    setProblem(undefined);
    const found = await openPieces(wanted, workspace.tools, workspace.piece, (share) => {
      setOpening({ id: wanted.id, share });
      return isWanted.current;
    });
    const added = found.ok ? await recording.add(found.value.info, found.value.chunks) : found;
    setOpening(undefined);
    if (!added.ok) setProblem(recordingProblem(added.error));
    else if (isWanted.current) void navigate(paths.details(wanted.id));
  };

  const rows = rowsOf(sessions, recordings);
  if (rows.length === 0) {
    return (
      <>
        <HistoryNote history={history} kind="recording" />
        <p>
          {kind === 'ready' && isWhole(history, 'recording')
            ? 'No recordings yet. Connect this pack, read its serial number and press Record.'
            : UNREAD}
        </p>
      </>
    );
  }
  return (
    <>
      <ProblemAlert help="notUploaded" role="alert" title={problem} />
      <HistoryNote history={history} kind="recording" />
      <SmallTable<Row>
        rowKey="startedAt"
        pageSize={20}
        dataSource={rows}
        columns={[
          {
            title: 'Started',
            render: (_, { startedAt, local }) =>
              local === undefined ? (
                startText(startedAt)
              ) : (
                <SessionLink id={local.id}>{startText(startedAt)}</SessionLink>
              ),
          },
          {
            title: 'Length',
            render: (_, { durationMs, samples }) =>
              `${stopwatchText(durationMs)}, ${counted(samples, 'sample')}`,
          },
          {
            title: 'Where',
            render: (_, { local, uploaded }) => (
              <Space wrap>
                {local !== undefined && <span>On this computer</span>}
                {uploaded !== undefined && <UploadState recording={uploaded} />}
                {local !== undefined && local.id === running && (
                  <span>Stop the recording to upload it.</span>
                )}
                {local !== undefined && local.id !== running && uploaded === undefined && (
                  <Button size="small" onClick={() => setUploading(local)}>
                    Upload
                  </Button>
                )}
                {local === undefined &&
                  uploaded?.waiting === undefined &&
                  uploaded &&
                  deviceTab !== undefined && (
                    <Button
                      size="small"
                      disabled={opening !== undefined && opening.id !== uploaded.id}
                      onClick={() => {
                        if (opening === undefined) void open(uploaded);
                        else isWanted.current = false;
                      }}
                    >
                      {opening?.id === uploaded.id
                        ? `Cancel (${Math.floor(100 * opening.share)} %)`
                        : 'Open'}
                    </Button>
                  )}
              </Space>
            ),
          },
        ]}
      />
      {uploading !== undefined && (
        <UploadDialog info={uploading} assetId={asset.id} onClose={() => setUploading(undefined)} />
      )}
    </>
  );
};
