import { useCallback, useState } from 'react';
import { Button, Flex, Select } from 'antd';
import { BAUD_RATES } from '@batbot/core';
import { useCore } from '../react/core-context.tsx';
import { lazyPart } from '../react/lazy-part.tsx';
import { useFirstFocus } from '../react/use-first-focus.ts';
import { useFocusReturn } from '../react/use-focus-return.ts';
import { useLive } from '../react/use-live.ts';
import { useMedia } from '../react/use-media.ts';
import { FactList } from '../screens/controls/FactList.tsx';
import { TabAnchor } from '../screens/controls/TabAnchor.tsx';
import { useProfiles } from '../screens/controls/use-profiles.ts';
import { useDeviceWork } from '../screens/parameters/use-device-work.ts';
import { useSignedIn } from '../react/use-signed-in.ts';
import { bytesText, countText } from '../text/format.ts';
import { findRate } from './find-rate.ts';
import type { Profile } from '@batbot/core/profiles';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';
import type { DeviceChoice } from './use-device-choice.ts';

const ProfileRate = lazyPart(async () => (await import('./ProfileRate.tsx')).ProfileRate);

interface Props {
  readonly choice: DeviceChoice;
  readonly state: string;
  readonly details: readonly string[];
  readonly onIdentify: () => void;
}

export const BaudRateSelect = () => {
  const { link } = useCore();
  const { baudRate } = useLive(link.settings$);
  const isIdle = useLive(link.connection$).kind === 'disconnected';
  return (
    <Select
      className="serial__baud"
      aria-label="Baud rate"
      // A tooltip would open if the control moves under the pointer, as after Connect, and cover a tab.
      title={isIdle ? 'Baud rate' : 'Baud rate: disconnect to change it'}
      value={baudRate}
      disabled={!isIdle}
      options={BAUD_RATES.map((rate) => ({ value: rate, label: rate }))}
      popupMatchSelectWidth={false}
      onChange={(rate: number) => link.changeSettings({ baudRate: rate })}
    />
  );
};

const RateFinder = () => {
  const { link } = useCore();
  const [progress, setProgress] = useState('');
  const [isRunning, setRunning] = useState(false);
  const find = async (): Promise<void> => {
    setRunning(true);
    const found = await findRate(link, (rate) => setProgress(`Trying ${rate} baud…`));
    setRunning(false);
    setProgress(found === undefined ? 'No reply at any rate.' : `The device replies at ${found}.`);
  };
  return (
    <Flex align="center" gap={8}>
      <Button loading={isRunning} onClick={() => void find()}>
        Find the rate
      </Button>
      <span role="status">{progress}</span>
    </Flex>
  );
};

/** The value of a profile in the list, in which `default` and `listen` have other meanings. */
const profileValue = ({ id }: Pick<Profile, 'id'>): string => `profile ${id}`;

/** Selects how the app polls the device: with its default commands, not at all, or by a profile. */
const AskingField = () => {
  const { link, ownProfiles, profileChoice } = useCore();
  const isListening = useLive(link.ports.listenOnly$);
  const { baudRate } = useLive(link.settings$);
  const state = useLive(profileChoice.state$);
  const ownTexts = useLive(ownProfiles.texts$);
  const options = useLive(link.ports.atHand$)?.inUse;
  // Loaded before the list is opened, because rows that are added later would move the others.
  const { profiles = [], problem } = useProfiles<Pick<Profile, 'id' | 'name'>>(
    useCallback(async () => {
      const { loadAllBuiltIn, PROFILE_2_FILE } = await import('@batbot/core/profiles');
      const own = [...(ownTexts ?? [])].map(([id, text]) => {
        const read = PROFILE_2_FILE.parse(text);
        return { id, name: `${read.ok ? read.value.name : id} (yours)` };
      });
      return [...own, ...(await loadAllBuiltIn())];
    }, [ownTexts]),
  );
  // Null while the profile is loading or failed to load, so that choosing it again counts as a change.
  const value =
    state.kind === 'chosen'
      ? profileValue(state.profile)
      : state.kind === 'default'
        ? isListening
          ? 'listen'
          : 'default'
        : null;
  const known = profiles.length === 0 && state.kind === 'chosen' ? [state.profile] : profiles;
  return (
    <>
      <Flex vertical gap={4}>
        <span>Profile</span>
        <Select
          aria-label="Profile"
          value={value}
          loading={state.kind === 'loading'}
          placeholder={state.kind === 'loading' ? 'Loading…' : 'Choose a profile'}
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            {
              label: 'Without a profile',
              options: [
                { value: 'default', label: 'Default (AT+ADATA)' },
                { value: 'listen', label: 'Listen only' },
              ],
            },
            ...(known.length === 0
              ? []
              : [
                  {
                    label: 'Profiles',
                    options: known.map((each) => ({
                      value: profileValue(each),
                      label: each.name,
                    })),
                  },
                ]),
          ]}
          onChange={(chosen: string) => {
            const profile = known.find((each) => profileValue(each) === chosen);
            if (chosen === 'listen') profileChoice.listen();
            else void profileChoice.choose(profile?.id);
          }}
        />
      </Flex>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {state.kind === 'failed' && (
        <p role="alert">
          The profile could not be loaded: {state.reason}. Nothing is sent to the device. Choose a
          profile again; if that fails, reload the page.
        </p>
      )}
      {state.kind === 'chosen' && options !== undefined && (
        <ErrorBoundary
          fallback={() => <p role="alert">The rate of the profile could not be loaded.</p>}
        >
          <ProfileRate
            profile={state.profile}
            baudRate={baudRate}
            options={options}
            reopenAt={(rate) => {
              const { dataBits, parity, stopBits } = state.profile.line;
              link.ports.change({ dataBits, parity, stopBits });
              return link.reopenAt(rate);
            }}
          />
        </ErrorBoundary>
      )}
    </>
  );
};

/** The details of the connected device: its state, its profile and its traffic. */
export const DevicePanel = ({ choice, state, details, onIdentify }: Props) => {
  useFocusReturn();
  const panel = useFirstFocus<HTMLDivElement>();
  const { link, lineCounters } = useCore();
  const { kind } = useLive(link.connection$);
  const { received, sent, errors } = useLive(lineCounters.counters$);
  const isNarrow = useMedia('(width < 768px)');
  const work = useDeviceWork();
  const mayTerminal = useSignedIn()?.permissions.terminal === true;
  const failures = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="device-panel stack"
      style={{ width: 'min(320px, calc(100vw - 48px))' }}
      role="dialog"
      aria-label="Device"
    >
      <p>
        <strong>{state}</strong>
        {details.length > 0 && ` · ${details.join(' · ')}`}
      </p>
      <Flex vertical gap={4}>
        <span>Device</span>
        <Select
          aria-label="Device"
          value={choice.chosen?.value ?? null}
          disabled={kind !== 'disconnected'}
          options={choice.options.map(({ value, label }) => ({ value, label }))}
          onChange={choice.choose}
        />
      </Flex>
      {isNarrow && (
        <Flex vertical gap={4}>
          <span>Baud rate</span>
          <BaudRateSelect />
        </Flex>
      )}
      {kind === 'connected' && (
        <>
          {work === undefined ? (
            <>
              <RateFinder />
              <AskingField />
              <Button onClick={onIdentify}>Identify the device…</Button>
            </>
          ) : (
            <p>▲ {work}. Rate and profile cannot be changed before its end.</p>
          )}
          <FactList
            facts={[
              ['Received', `${bytesText(received.bytes)}, ${bytesText(received.bytesPerSecond)}/s`],
              ['Sent', `${bytesText(sent.bytes)}, ${bytesText(sent.bytesPerSecond)}/s`],
              ['Errors', failures === 0 ? 'none' : countText(failures)],
            ]}
          />
        </>
      )}
      {mayTerminal && (
        <TabAnchor tab="terminal">Port settings and counters are in the Terminal</TabAnchor>
      )}
    </div>
  );
};
