import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Flex, Tag } from 'antd';
import { readSnapshot } from '@batbot/core/workspace';
import { openPieces } from '@batbot/core/uploads';
import { joinPieces, photoKind, recordingIn, type TicketEntry } from '@batbot/core/tickets';
import { useCore } from '../../react/core-context.tsx';
import { lazyPart } from '../../react/lazy-part.tsx';
import { sessionPaths, useDeviceTab, type DeviceTab } from '../../react/paths.ts';
import { useIsShown } from '../../react/use-is-shown.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { whenWanted } from '../../react/when-wanted.ts';
import {
  bytesText,
  counted,
  countText,
  dateTimeText,
  stopwatchText,
  withUnit,
} from '../../text/format.ts';
import { FactList } from '../controls/FactList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { saveFile, saveJson } from '../controls/save-file.ts';
import { nameText, reasonText, fieldValueText, whenText } from '../workspace/change-words.ts';
import { snapshotFacts } from '../workspace/snapshot-facts.ts';
import { recordingProblem } from '../workspace/recording-problem.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { PhotoView } from './PhotoView.tsx';
import { SignatureView } from './SignaturePad.tsx';

// Loaded with the first check report.
const CheckEntry = lazyPart(
  async () => (await import('./TicketChecks.tsx')).CheckEntry,
  <p role="status">Loading the report…</p>,
);

type Of<Kind> = Extract<TicketEntry, { readonly kind: Kind }>;

interface Props<Entry> {
  readonly entry: Entry;
}

const MOST_SEALED_BYTES = 500_000_000;

const Photo = ({ entry }: Props<Of<'PHOTO'>>) => {
  const workspace = useReadyWorkspace();
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer>>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const { pieces } = entry;
  const key = pieces.map(({ sha256 }) => sha256).join();
  useEffect(
    () =>
      whenWanted(joinPieces({ pieces }, workspace.piece), (joined) => {
        if (joined.ok) setBytes(joined.value);
        else setProblem(recordingProblem(joined.error));
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the hashes identify the pieces
    [key, workspace, attempt],
  );
  if (problem !== undefined)
    return (
      <Flex wrap gap={8} align="center">
        <p>
          Photo <bdi>{entry.body.name}</bdi>, {bytesText(entry.body.sizeBytes)}: not on this
          computer. {problem}
        </p>
        <Button
          className="no-print"
          size="small"
          onClick={() => {
            setProblem(undefined);
            setAttempt(attempt + 1);
          }}
        >
          Try again
        </Button>
      </Flex>
    );
  if (bytes === undefined) return <p role="status">Loading {entry.body.name}…</p>;
  const kind = photoKind(bytes);
  if ('refused' in kind) return <p>{entry.body.name} is not a photo.</p>;
  return <PhotoView photo={{ bytes, type: kind.type, name: entry.body.name }} />;
};

/** A session in an entry, with what can be done with it. */
const Session = ({
  action,
  onAction,
  problem,
  children,
}: {
  readonly action: string;
  /** Undefined if the user may not do it. */
  readonly onAction: (() => Promise<void>) | undefined;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}) => {
  const [isBusy, setBusy] = useState(false);
  const act = async (): Promise<void> => {
    setBusy(true);
    await onAction?.();
    setBusy(false);
  };
  return (
    <Flex vertical gap={4} align="start">
      <p>{children}</p>
      {onAction && (
        <Button className="no-print" size="small" loading={isBusy} onClick={() => void act()}>
          {action}
        </Button>
      )}
      <ProblemAlert help="sessionUnreadable" role="alert" title={problem} />
    </Flex>
  );
};

const Recording = ({ entry }: Props<Of<'RECORDING'>>) => {
  const { tools, piece } = useReadyWorkspace();
  const { recording } = useCore();
  const navigate = useNavigate();
  const tab = useDeviceTab();
  const [problem, setProblem] = useState<string>();
  const isShown = useIsShown();
  const open = async (at: DeviceTab): Promise<void> => {
    const part = recordingIn(entry);
    const found = await openPieces(part, tools, piece, isShown);
    const added = found.ok ? await recording.add(found.value.info, found.value.chunks) : found;
    if (!isShown()) return;
    if (added.ok) void navigate(sessionPaths(at).details(part.id));
    else setProblem(recordingProblem(added.error));
  };
  const { startedAt, durationS, samples } = entry.body;
  return (
    <Session action="Open in Sessions" onAction={tab && (() => open(tab))} problem={problem}>
      Recording started {dateTimeText(Date.parse(startedAt))}: the last{' '}
      {stopwatchText(durationS * 1_000)}, {counted(samples, 'sample')}.
    </Session>
  );
};

const Sealed = ({ entry }: Props<Of<'SEALED'>>) => {
  const { tools, piece } = useReadyWorkspace();
  const [problem, setProblem] = useState<string>();
  const { name, sizeBytes, fingerprint } = entry.body;
  const save = async (): Promise<void> => {
    const joined = await joinPieces(entry, piece);
    const file = joined.ok ? await tools.gunzip(joined.value, MOST_SEALED_BYTES) : undefined;
    if (file !== undefined) saveFile(name, 'application/jsonl', [new Blob([file])]);
    setProblem(
      file === undefined
        ? joined.ok
          ? 'The file is damaged.'
          : recordingProblem(joined.error)
        : undefined,
    );
  };
  return (
    <Session action="Save the sealed file" onAction={save} problem={problem}>
      Sealed session <bdi>{name}</bdi>, {bytesText(sizeBytes)}. Key {fingerprint}
    </Session>
  );
};

const Attachments = ({ body }: { readonly body: Of<'ATTACHMENTS'>['body'] }) => {
  const { faults, firmware, parameters, diagnostics } = body;
  const snapshot = readSnapshot(body.snapshot);
  return (
    <>
      <FactList
        facts={[
          ...(snapshot
            ? [['As of', dateTimeText(snapshot.at)] as const, ...snapshotFacts(snapshot)]
            : []),
          ...(faults
            ? [['Active protections', faults.map(nameText).join(', ') || 'none reported'] as const]
            : []),
          ...(firmware ? [['Firmware', firmware] as const] : []),
          ...(parameters
            ? [['Parameter set', fieldValueText('schemaName', parameters['schemaName'])] as const]
            : []),
        ]}
      />
      {(parameters ?? diagnostics) !== undefined && (
        <Flex wrap gap={8} className="no-print">
          {Object.entries({ parameters, diagnostics }).map(
            ([name, value]) =>
              value !== undefined && (
                <Button
                  key={name}
                  size="small"
                  onClick={() => saveJson(`ticket-${name}.json`, JSON.stringify(value, null, 2))}
                >
                  Save {name}
                </Button>
              ),
          )}
        </Flex>
      )}
    </>
  );
};

const Body = ({ entry }: Props<TicketEntry>) => {
  switch (entry.kind) {
    case 'TEXT':
      return <p className="ticket-text">{entry.body.text}</p>;
    case 'PHOTO':
      return <Photo entry={entry} />;
    case 'CHECK':
      return <CheckEntry report={entry.body.report} />;
    case 'RECORDING':
      return <Recording entry={entry} />;
    case 'SEALED':
      return <Sealed entry={entry} />;
    case 'PART':
      return (
        <p>
          Part: {countText(entry.body.count)} × <bdi>{entry.body.name}</bdi>
          {entry.body.number !== '' && <bdi> ({entry.body.number})</bdi>}
        </p>
      );
    case 'MINUTES':
      return (
        <p>
          Work: {withUnit(countText(entry.body.minutes), 'min')}
          {entry.body.what !== '' && <bdi>, {entry.body.what}</bdi>}
        </p>
      );
    case 'SIGNATURE':
      return (
        <>
          <SignatureView signature={entry.body} />
          <p>
            Signed by <bdi>{entry.body.name}</bdi>
          </p>
        </>
      );
    case 'ATTACHMENTS':
      return <Attachments body={entry.body} />;
    case 'UNKNOWN':
      return <p>This entry needs a newer version of this app.</p>;
  }
};

/**
 * An entry of a ticket: its author, time and content. The user is the author of an entry that the server does not list
 * yet.
 */
export const EntryView = ({ entry }: Props<TicketEntry>) => {
  const userName = useSignedIn()?.user.userName;
  const { waiting, receivedAt, authorName } = entry;
  const author = authorName ?? (receivedAt === undefined ? userName : undefined) ?? 'Unknown';
  return (
    <li className="ticket-entry">
      <p className="hint">
        <bdi>{author}</bdi> · {whenText(entry)}{' '}
        {waiting !== undefined && (
          <Tag>{waiting.answer ? `▲ ${reasonText(waiting.answer)}` : '◌ Not sent yet'}</Tag>
        )}
      </p>
      <Body entry={entry} />
    </li>
  );
};
