import { useEffect, useState, type ReactNode } from 'react';
import { Alert, Button, Flex, Progress, Spin } from 'antd';
import {
  deviceName,
  isSameText,
  PARAMETER_FILE_LIMIT,
  readProblemText,
  type DeviceParameters,
  type DeviceReading,
  type ReadProblem,
} from '@batbot/core/parameters';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useCore } from '../../react/core-context.tsx';
import { useIdentity } from '../../react/use-connected.ts';
import { useLive } from '../../react/use-live.ts';
import { dateTimeText } from '../../text/format.ts';
import { fileProblem } from '../controls/file-problem.ts';
import { NoDevice } from '../controls/NoDevice.tsx';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { StatusCard } from '../controls/StatusCard.tsx';
import type { EditedProps } from './parameter-words.ts';
import { useParameters } from './use-parameters.ts';
import './parameters.css';

const ReviewModal = lazyPart(async () => (await import('./ReviewModal.tsx')).ReviewModal);
const WriteProgress = lazyPart(
  async () => (await import('./WriteStatus.tsx')).WriteProgress,
  <p role="status">Loading…</p>,
);
const WriteResult = lazyPart(
  async () => (await import('./WriteStatus.tsx')).WriteResult,
  <p role="status">Loading…</p>,
);

const ImportSchema = ({ parameters }: { readonly parameters: DeviceParameters }) => {
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <OpenFileButton
        label="Import a schema…"
        file="File of a parameter schema"
        limit={PARAMETER_FILE_LIMIT}
        onText={(text) => {
          void parameters.importSchema(text).then((imported) => {
            setProblem(imported.ok ? undefined : `Not imported: ${fileProblem(imported.error)}`);
            if (imported.ok) void parameters.read();
          });
        }}
      />
      <ProblemAlert help="deviceNotRead" role="alert" title={problem} />
    </>
  );
};

const NotRead = ({
  problem,
  parameters,
}: {
  readonly problem: ReadProblem;
  readonly parameters: DeviceParameters;
}) => (
  <StatusCard label="Not read">
    <ProblemAlert
      help="deviceNotRead"
      type="warning"
      role="alert"
      title={readProblemText(problem)}
    />
    {problem.kind === 'noSchema' && (
      <>
        {problem.why.length > 0 && (
          <ul aria-label="Known schemas">
            {problem.why.map((why) => (
              <li key={why}>{why}.</li>
            ))}
          </ul>
        )}
        <p>The device reports:</p>
        <pre style={{ overflow: 'auto' }}>{problem.lines.join('\n')}</pre>
      </>
    )}
    <Flex gap="small" wrap>
      {problem.kind === 'noSchema' && problem.isBootLoader !== true && (
        <ImportSchema parameters={parameters} />
      )}
      <Button onClick={() => void parameters.read()}>Read again</Button>
    </Flex>
  </StatusCard>
);

/**
 * Says that the shown values are not of the device that is connected now, or that this is unknown: another device may be
 * on the same port since the reading.
 */
const NotConnected = ({ device: { identity, readAt } }: { readonly device: DeviceReading }) => {
  const connection = useLive(useCore().link.connection$);
  const { serial } = useIdentity();
  const isConnected = connection.kind === 'connected';
  const isUnknown = isConnected && serial === undefined && connection.since > readAt;
  const isOther = serial !== undefined && !isSameText(serial, identity.serial);
  if (isConnected && !isOther && !isUnknown) return null;
  const name = deviceName(identity);
  const what = isUnknown
    ? `It is not known whether ${name} is connected; read again to be sure.`
    : `${name} is not connected${isConnected ? `, SN ${serial} is` : ''}.`;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={`${what} These are its values from ${dateTimeText(readAt)}.`}
    />
  );
};

interface Props {
  /** The connected device. */
  readonly device?: 'a pack' | 'the OBD device';
  /** True while the screen itself offers the next step after a write. */
  readonly hasNextStep?: boolean;
  readonly children: (props: EditedProps) => ReactNode;
}

const State = ({
  parameters,
  device = 'a pack',
  hasNextStep = false,
  children,
}: Props & { readonly parameters: DeviceParameters }) => {
  const state = useLive(parameters.state$);
  const connection = useLive(useCore().link.connection$);
  // Loaded in advance: a write must not wait for the network.
  useEffect(() => {
    for (const { prefetch } of [ReviewModal, WriteProgress, WriteResult]) prefetch();
  }, []);
  switch (state.kind) {
    case 'empty':
      return connection.kind === 'connected' ? (
        <StatusCard label="Not read">
          <p>A device is connected. Its parameters have not been read. Reading changes nothing.</p>
          <Flex>
            <Button type="primary" onClick={() => void parameters.read()}>
              Read parameters
            </Button>
          </Flex>
        </StatusCard>
      ) : (
        <NoDevice
          connection={connection}
          text={`Plug in the cable of ${device} and connect it. Then its parameters can be read.`}
        />
      );
    case 'reading':
      return (
        <StatusCard label="Reading">
          <p role="status">Reading the parameters…</p>
          {state.total === undefined ? (
            <Spin />
          ) : (
            <Progress
              aria-label="Read parameters"
              percent={Math.floor((100 * state.read) / state.total)}
              format={() => `${state.read}/${state.total}`}
            />
          )}
        </StatusCard>
      );
    case 'notRead':
      return <NotRead problem={state.problem} parameters={parameters} />;
    case 'writing':
    case 'persisting':
    case 'restarting':
    case 'verifying':
      return <WriteProgress state={state} parameters={parameters} />;
    case 'done':
    case 'differs':
    case 'rolledBack':
    case 'partial':
      return <WriteResult state={state} parameters={parameters} hasNextStep={hasNextStep} />;
    case 'clean':
    case 'dirty':
    case 'review':
      return (
        <>
          <NotConnected device={state.device} />
          {state.kind !== 'review' && (
            <ProblemAlert help="deviceNotRead" role="alert" title={state.problem} />
          )}
          {children({ state, parameters })}
          {state.kind === 'review' && <ReviewModal state={state} parameters={parameters} />}
        </>
      );
  }
};

/**
 * Shows the state of the connected device's parameters: the next action with the cable, the progress and the result of
 * a write. While values are known, it shows `children`.
 */
export const DeviceState = (props: Props) => {
  const parameters = useParameters();
  return parameters === undefined ? (
    <p role="status">Loading…</p>
  ) : (
    <State parameters={parameters} {...props} />
  );
};
