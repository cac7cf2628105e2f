import { Button } from 'antd';
import { useRef, useState } from 'react';
import { PROFILE_FILE, type ArchiveError, type DeviceProfile, type Result } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { saveFile } from '../controls/save-file.ts';
import { deleteWords } from './delete-words.ts';

/** Of a profile file; the rest of a larger one is not read. */
const MOST_CHARACTERS = 65_536;

/** SA-12: it is used all the same. */
const NOT_SAVED =
  'This browser cannot save data: this profile lasts until you close the page. Export it.';

interface Props {
  readonly profile: DeviceProfile;
  readonly isSaved: boolean;
  /** Why it cannot be saved; empty when it can. */
  readonly problem: string;
  readonly onSave: () => Promise<Result<void, ArchiveError>>;
  readonly onDelete: () => Promise<Result<void, ArchiveError>>;
  readonly onImport: (profile: DeviceProfile) => void;
}

/** Save, delete, export and import, with the outcome beside the buttons. */
export const ProfileActions = ({ profile, isSaved, problem, ...on }: Props) => {
  const [message, setMessage] = useState('');
  // A profile without a field reads nothing: saved, it would only claim that the device is known.
  const isEmpty = Object.keys(profile.fields).length === 0;

  const save = async (): Promise<void> => {
    const saved = await on.onSave();
    setMessage(saved.ok ? 'Saved and in use.' : NOT_SAVED);
  };

  const open = (text: string): void => {
    const parsed = PROFILE_FILE.parse(text);
    if (parsed.ok) {
      on.onImport(parsed.value);
      setMessage('Imported. Review it, then save it.');
    } else {
      const place = parsed.error.path === '' ? 'The file' : `“${parsed.error.path}”`;
      setMessage(`Not imported: ${place} ${parsed.error.problem}.`);
    }
  };

  return (
    <div className="teach__actions">
      <Button type="primary" disabled={isEmpty || problem !== ''} onClick={() => void save()}>
        Save profile
      </Button>
      <Button
        disabled={isEmpty}
        onClick={() => {
          saveFile(document, `${profile.id}.profile.json`, 'application/json', [
            PROFILE_FILE.format(profile),
          ]);
        }}
      >
        Export
      </Button>
      <OpenFileButton label="Import" file="Profile file" limit={MOST_CHARACTERS} onText={open} />
      {isSaved && (
        <Button
          danger
          onClick={() =>
            void on.onDelete().then((deleted) => {
              setMessage(deleteWords(deleted));
            })
          }
        >
          Delete profile
        </Button>
      )}
      <p role="status" className="teach__message">
        {problem === '' ? message : problem}
      </p>
    </div>
  );
};

/** The other profiles saved on this computer. They belong to no user: a logout leaves them [OBD-72]. */
export const SavedProfiles = ({ current }: { readonly current?: string }) => {
  const { profiles } = useCore().telemetry;
  const saved = [...useLive(profiles.profiles$)].filter(([key]) => key !== current);
  const [message, setMessage] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const remove = async (key: string): Promise<void> => {
    setMessage(`${key}: ${deleteWords(await profiles.forget(key))}`);
    status.current?.focus(); // the button was removed with its profile
  };
  if (saved.length === 0 && message === '') return null;
  return (
    <section className="card teach__saved">
      <h2>{current === undefined ? 'Saved profiles' : 'Profiles of other devices'}</h2>
      <ul>
        {saved.map(([key, { name, fields }]) => (
          <li key={key}>
            <span>
              <code>{key}</code> {name === key ? '' : name}{' '}
              <small>{counted(Object.keys(fields).length, 'value')}</small>
            </span>
            <Button aria-label={`Delete the profile of ${key}`} onClick={() => void remove(key)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" tabIndex={-1} ref={status} className="teach__message">
        {message}
      </p>
    </section>
  );
};
