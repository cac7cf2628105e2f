import { useState } from 'react';
import { Button, Flex, Form, Progress, Spin, Steps } from 'antd';
import type { FirmwareInstall, InstallState } from '@batbot/core/firmware';
import { isSameSerial } from '@batbot/core/parameters';
import { useLive } from '../../react/use-live.ts';
import { bytesText, stopwatchText } from '../../text/format.ts';
import { ConditionList } from '../controls/ConditionList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { StatusCard } from '../controls/StatusCard.tsx';
import { PasswordField, SerialField } from '../parameters/WriteFields.tsx';
import { ImageFacts } from './ImageFacts.tsx';
import { NEXT_BUTTONS, PHASE_TEXTS, PHASE_TITLES } from './install-words.ts';
import './install.css';

interface Props<Kind extends InstallState['kind']> {
  readonly state: Extract<InstallState, { readonly kind: Kind }>;
  readonly install: FirmwareInstall;
}

const PASSWORD_LABEL = 'Password of the device (only if settings have to be restored)';

const writeInput = (serial: string | undefined, password: string) => ({
  ...(serial !== undefined && { typedSerial: serial }),
  ...(password !== '' && { password }),
});

const Ready = ({ state, install }: Props<'ready'>) => {
  const { offered, identity, conditions, isReady, problem, isInBootLoader } = state;
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const { serial } = identity;
  const isNamed = serial !== undefined && isSameSerial(typed, serial);
  return (
    <StatusCard label="Install">
      <h3>
        {offered.image.name} {offered.image.version} on SN {serial ?? 'unknown'}
      </h3>
      {isInBootLoader && (
        <ProblemAlert
          help="installEnded"
          type="warning"
          title="The device is in its boot loader: no firmware runs on it. An install ends this."
        />
      )}
      <ConditionList conditions={conditions} />
      <ProblemAlert help="installEnded" role="alert" title={problem} />
      <Form layout="vertical" component="div">
        {serial !== undefined && (
          <SerialField id="install-serial" serial={serial} value={typed} onChange={setTyped} />
        )}
        <PasswordField
          label={PASSWORD_LABEL}
          id="install-password"
          value={password}
          onChange={setPassword}
        />
      </Form>
      <p>Keep the cable plugged in and the pack switched on until the end.</p>
      <Flex gap="small" wrap>
        <Button
          type="primary"
          disabled={!isReady || !isNamed}
          onClick={() => install.install(writeInput(typed, password))}
        >
          Install
        </Button>
        <Button onClick={install.close}>Cancel</Button>
      </Flex>
    </StatusCard>
  );
};

const Running = ({ state: { phase, job, progress }, install }: Props<'running'>) => {
  const remaining =
    progress?.remainingMs === undefined ? '' : `, ${stopwatchText(progress.remainingMs)} left`;
  return (
    <StatusCard label="Install">
      <h3>
        {job.image.name} {job.image.version} on SN {job.before.serial}
      </h3>
      <Steps
        size="small"
        responsive={false}
        titlePlacement="vertical"
        current={Math.max(0, Object.keys(PHASE_TITLES).indexOf(phase))}
        items={Object.values(PHASE_TITLES).map((title) => ({ title }))}
      />
      <p role="status">
        {PHASE_TEXTS[phase]}.{phase !== 'asking' && ' Keep the cable plugged in.'}
      </p>
      {progress === undefined ? (
        <Spin />
      ) : (
        <>
          <Progress
            aria-label="Sent"
            percent={Math.floor((100 * progress.sentBytes) / Math.max(1, progress.totalBytes))}
          />
          <p>
            {bytesText(progress.sentBytes)} of {bytesText(progress.totalBytes)}
            {remaining}
          </p>
        </>
      )}
      {phase === 'transferring' && (
        <Flex>
          <Button danger onClick={() => install.stop()}>
            Stop (the device stays in its boot loader)
          </Button>
        </Flex>
      )}
    </StatusCard>
  );
};

const Ended = ({ state: { job, end }, install }: Props<'ended'>) => {
  const [password, setPassword] = useState('');
  const { serial } = job.before;
  const button = NEXT_BUTTONS[end.next];
  const go = (): void => {
    if (end.next === 'check') install.check();
    else if (end.next === 'restore') install.restore(writeInput(serial, password));
    else {
      const { documentId, image } = job;
      install.close();
      install.prepare({ ...(documentId !== undefined && { documentId }), image });
    }
  };
  const isDone = end.now === 'newFirmware' && end.next === 'none';
  return (
    <StatusCard label="Result">
      <ProblemAlert
        help="installEnded"
        type={isDone ? 'success' : 'error'}
        role="alert"
        title={end.text}
        description={
          <>
            {end.why !== undefined && <p>{end.why}</p>}
            {end.nextText !== '' && <p>{end.nextText}</p>}
          </>
        }
      />
      {end.next === 'restore' && (
        <Form layout="vertical" component="div">
          <PasswordField
            label={PASSWORD_LABEL}
            id="install-password"
            value={password}
            onChange={setPassword}
          />
        </Form>
      )}
      <Flex gap="small" wrap>
        {button !== undefined && (
          <Button type="primary" onClick={go}>
            {button}
          </Button>
        )}
        <Button onClick={install.close}>Close</Button>
      </Flex>
    </StatusCard>
  );
};

/**
 * Shows an install on the connected device, from its conditions to its result. Renders nothing while no image is
 * chosen.
 */
export const InstallPanel = ({ install }: { readonly install: FirmwareInstall }) => {
  const state = useLive(install.state$);
  switch (state.kind) {
    case 'idle':
      return null;
    case 'preparing':
      return (
        <StatusCard key="preparing" label="Install">
          <p role="status">Asking the device and reading its settings. Nothing is changed.</p>
          <Spin />
        </StatusCard>
      );
    case 'notReady':
      return (
        <StatusCard key="notReady" label="Install">
          <ProblemAlert help="installEnded" role="alert" title={state.problem} />
          <Flex gap="small" wrap>
            <Button type="primary" onClick={() => install.prepare(state.offered)}>
              Try again
            </Button>
            <Button onClick={install.close}>Cancel</Button>
          </Flex>
        </StatusCard>
      );
    case 'ready':
      return (
        <>
          <Ready state={state} install={install} />
          <ImageFacts image={state.offered.image} />
        </>
      );
    case 'running':
      return <Running state={state} install={install} />;
    case 'ended':
      return <Ended state={state} install={install} />;
  }
};
