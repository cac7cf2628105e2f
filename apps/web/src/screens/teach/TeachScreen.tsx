import { tabPath } from '../../react/paths.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  deviceKey,
  draftProfile,
  printable,
  type DeviceProfile,
  type LinkHealth,
  type LiveData,
} from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { KeptProfiles } from './KeptProfiles.tsx';
import { ProfileActions } from './ProfileActions.tsx';
import { TeachTable } from './TeachTable.tsx';
import './teach.css';

/** The information lines of the last reply, good or rejected. */
const lastLines = (data: LiveData, health: LinkHealth): readonly string[] | undefined =>
  data.kind === 'sample' ? data.raw : health.lastRejection?.raw;

const emptyProfile = (lines: readonly string[], id: string): DeviceProfile =>
  draftProfile(lines, id)?.profile ?? {
    id,
    name: id,
    format: 'raw',
    currentPositive: 'charge',
    fields: {},
  };

const Back = () => (
  <Link className="button" to={tabPath('home')}>
    Back to Home
  </Link>
);

const Nothing = () => (
  <section className="page teach">
    <h1>Teach this device</h1>
    <p>
      No reply was received yet. Connect a device and stay on Home until it has answered once; then
      each value of its answer stands here, to be given a meaning.
    </p>
    <KeptProfiles />
    <div className="teach__actions">
      <Back />
    </div>
  </section>
);

interface EditorProps {
  readonly device: string;
  /** Home reads the device without a profile, all of it. */
  readonly isNative: boolean;
  readonly latest: readonly string[];
}

const Editor = ({ device, isNative, latest }: EditorProps) => {
  const { telemetry } = useCore();
  const saved = useLive(telemetry.profiles.profiles$).get(device);
  // The reply is held still while it is being worked on; the button takes the newest.
  const [lines, setLines] = useState(latest);
  const [profile, setProfile] = useState(() => saved ?? emptyProfile(lines, device));
  return (
    <section className="page teach">
      <h1>Teach this device</h1>
      <p className="teach__intro">
        Say what each value of the reply means. What has no meaning stays visible under “Other
        values”.{' '}
        {saved !== undefined
          ? 'This is the profile saved for devices of this kind.'
          : Object.keys(profile.fields).length > 0 &&
            'This is a proposal, drafted from the reply itself.'}
      </p>
      {isNative && (
        <p className="teach__native" role="status">
          <span aria-hidden>● </span>Home reads all of this device’s replies already: they are in
          the native dialect. A profile saved here would take its place.
        </p>
      )}
      <details className="panel">
        <summary>Raw reply</summary>
        <pre className="teach__raw">{lines.map(printable).join('\n')}</pre>
      </details>
      <TeachTable lines={lines} profile={profile} onChange={setProfile} />
      <ProfileActions
        profile={profile}
        isSaved={saved !== undefined}
        onImport={setProfile}
        onSave={() => telemetry.profiles.save(device, profile)}
        onForget={() => {
          setProfile(emptyProfile(lines, device));
          return telemetry.profiles.forget(device);
        }}
      />
      <KeptProfiles current={device} />
      <div className="teach__actions">
        <button
          type="button"
          className="button"
          onClick={() => {
            setLines(latest);
          }}
        >
          Take the latest reply
        </button>
        <Back />
      </div>
    </section>
  );
};

/** Gives the values of a reply nobody described their meaning, field by field, with a live preview. */
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
