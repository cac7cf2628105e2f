import { Button, Flex, Progress, Spin, Steps } from 'antd';
import type { FirmwareInstall, InstallPhase, InstallState, NextStep } from '@batbot/core/firmware';
import { useLive } from '../../react/use-live.ts';
import { bytesText, stopwatchText } from '../../text/format.ts';
import { ConditionList } from '../controls/ConditionList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { StatusCard } from '../controls/StatusCard.tsx';
import { LogNote } from '../parameters/LogNote.tsx';
import { useWriteInput } from '../parameters/use-write-input.tsx';
import { ImageFacts } from './ImageFacts.tsx';

/**
 * The steps of an install. The phase `asking` has none, because the step that the install has reached is not known in
 * it.
 */
const TITLES: Readonly<Partial<Record<InstallPhase, string>>> = {
  entering: 'Boot loader',
  transferring: 'Transfer',
  restarting: 'Restart',
  restoring: 'Settings',
};

/** What the install does now. */
const TEXTS: Readonly<Record<InstallPhase, string>> = {
  entering: 'Starting the boot loader',
  transferring: 'Sending the image',
  restarting: 'Waiting for the new firmware to answer',
  asking: 'Asking the device for its identity',
  restoring: 'Comparing the settings with those before',
};

const NEXT_BUTTONS: Readonly<Partial<Record<NextStep, string>>> = {
  install: 'Check and install again',
  restore: 'Restore the settings',
  check: 'Check the device',
};

interface Props<Kind extends InstallState['kind']> {
  readonly state: Extract<InstallState, { readonly kind: Kind }>;
  readonly install: FirmwareInstall;
}

const Ready = ({ state, install }: Props<'ready'>) => {
  const { offered, identity, conditions, isReady, problem, isInBootLoader } = state;
  const { serial } = identity;
  const { input, fields } = useWriteInput({ serial, password: 'maybe' });
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
      {fields}
      <p>Keep the cable plugged in and the pack switched on until the end.</p>
      <Flex gap="small" wrap>
        <Button
          type="primary"
          disabled={!isReady || input === undefined}
          onClick={() => install.install(input)}
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
      {phase in TITLES && (
        <Steps
          size="small"
          responsive={false}
          titlePlacement="vertical"
          current={Object.keys(TITLES).indexOf(phase)}
          items={Object.values(TITLES).map((title) => ({ title }))}
        />
      )}
      <p role="status">
        {TEXTS[phase]}.{phase !== 'asking' && ' Keep the cable plugged in.'}
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
  const { input, fields } = useWriteInput({ password: end.next === 'restore' && 'maybe' });
  const button = NEXT_BUTTONS[end.next];
  const go = (): void => {
    if (end.next === 'check') install.check();
    else if (end.next === 'restore') install.restore({ ...input, typedSerial: job.before.serial });
    else {
      const { documentId, image } = job;
      install.close();
      install.prepare({ ...(documentId !== undefined && { documentId }), image });
    }
  };
  const isDone = end.now === 'newFirmware' && end.next === 'none';
  const notes = [end.why, end.nextText].filter(Boolean);
  return (
    <StatusCard label="Result">
      <ProblemAlert
        help="installEnded"
        type={isDone ? 'success' : 'error'}
        role="alert"
        title={end.text}
        description={notes.length > 0 && notes.map((text) => <p key={text}>{text}</p>)}
      />
      <LogNote identity={{ serial: job.before.serial }} />
      {fields}
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
