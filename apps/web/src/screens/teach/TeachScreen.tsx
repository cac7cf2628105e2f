import { Button, Checkbox, Collapse } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  deviceKey,
  draftProfile,
  printable,
  readReply,
  type DeviceProfile,
  type LinkHealth,
  type LiveData,
} from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { tabPath } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { ProfileActions, SavedProfiles } from './ProfileActions.tsx';
import { duplicatesIn, teachRows } from './teach-rows.ts';
import { TeachTable } from './TeachTable.tsx';
import './teach.css';

/** The information lines of the last reply, good or rejected. */
const lastLines = (data: LiveData, health: LinkHealth): readonly string[] | undefined =>
  data.kind === 'sample' ? data.raw : health.lastRejection?.raw;

const emptyProfile = (lines: readonly string[], id: string): DeviceProfile =>
  draftProfile(lines, id)?.profile ?? {
    id,
    name: id,
    format: readReply(lines).format,
    currentPositive: 'charge',
    fields: {},
  };

const Back = () => <Link to={tabPath('home')}>Back to Home</Link>;

const Nothing = () => (
  <section className="page teach">
    <h1>Teach this device</h1>
    <p>
      No reply yet. Connect a device and stay on Home until it has answered once; then you can
      assign a meaning to each value of its reply here.
    </p>
    <SavedProfiles />
    <Back />
  </section>
);

/** The profile without a flag that is off. */
const withIdentity = (
  { readsIdentity: _, ...rest }: DeviceProfile,
  isOn: boolean,
): DeviceProfile => (isOn ? { ...rest, readsIdentity: true } : rest);

interface EditorProps {
  readonly device: string;
  /** Home reads the device without a profile, all of it. */
  readonly isNative: boolean;
  readonly latest: readonly string[];
}

const Editor = ({ device, isNative, latest }: EditorProps) => {
  const { telemetry } = useCore();
  const saved = useLive(telemetry.profiles.profiles$).get(device);
  // The reply stays the same while it is edited; "Refresh reply" takes the latest one.
  const [lines, setLines] = useState(latest);
  const [profile, setProfile] = useState(() => saved ?? emptyProfile(lines, device));
  const duplicates = [...duplicatesIn(teachRows(lines, profile))];
  const isSuggested = saved === undefined && Object.keys(profile.fields).length > 0;
  return (
    <section className="page teach">
      <header className="teach__head">
        <h1>Teach this device</h1>
        <Back />
      </header>
      <p className="teach__intro">
        Assign a meaning to each value. Unassigned values appear under “Other values”.{' '}
        {saved !== undefined && 'This is the profile saved for devices of this kind.'}
      </p>
      {isSuggested && (
        <p className="teach__suggested" role="status">
          <span aria-hidden>▲ </span>These assignments are suggested: review them, then save.
        </p>
      )}
      {isNative && (
        <p className="teach__native" role="status">
          <span aria-hidden>● </span>Home already reads every reply of this device: it uses the
          native dialect. A saved profile would replace it.
        </p>
      )}
      <TeachTable lines={lines} profile={profile} onChange={setProfile} />
      <Checkbox
        checked={profile.readsIdentity === true}
        onChange={({ target }) => {
          setProfile(withIdentity(profile, target.checked));
        }}
      >
        Read the identity (ATI) after connecting
      </Checkbox>
      <ProfileActions
        profile={profile}
        isSaved={saved !== undefined}
        problem={duplicates.map(([key, text]) => `${key}: ${text}`).join('. ')}
        onImport={setProfile}
        onSave={() => telemetry.profiles.save(device, profile)}
        onDelete={() => {
          setProfile(emptyProfile(lines, device));
          return telemetry.profiles.forget(device);
        }}
      />
      <Collapse
        size="small"
        items={[
          {
            key: 'raw',
            label: 'Raw reply',
            collapsible: 'header', // a button inside it is no part of the header
            children: <pre className="teach__raw">{lines.map(printable).join('\n')}</pre>,
            extra: (
              <Button
                size="small"
                onClick={(event) => {
                  event.stopPropagation();
                  setLines(latest);
                }}
              >
                Refresh reply
              </Button>
            ),
          },
        ]}
      />
      <SavedProfiles current={device} />
    </section>
  );
};

/** Assigns meanings to the values of an unknown reply, field by field, with a live preview. */
export const TeachScreen = () => {
  const { link, telemetry } = useCore();
  const connection = useLive(link.connection$);
  const data = useLive(telemetry.liveData$);
  const health = useLive(telemetry.health$);
  const lines = lastLines(data, health);
  if (connection.kind !== 'connected' || lines === undefined) return <Nothing />;
  const isNative = data.kind === 'sample' && data.understanding.kind === 'native';
  return <Editor device={deviceKey(connection.device)} isNative={isNative} latest={lines} />;
};
