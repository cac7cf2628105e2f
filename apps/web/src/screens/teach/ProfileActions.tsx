import { useState } from 'react';
import { PROFILE_FILE, type ArchiveError, type DeviceProfile, type Result } from '@batbot/core';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { saveFile } from '../controls/save-file.ts';
import { forgetWords } from './forget-words.ts';

/** Characters; larger files are no profiles. */
const PROFILE_FILE_LIMIT = 65_536;

/** SA-12: it counts all the same. */
const NOT_KEPT =
  'This browser keeps nothing here: the profile counts until the page is closed. Export it.';

interface Props {
  readonly profile: DeviceProfile;
  readonly isSaved: boolean;
  readonly onSave: () => Promise<Result<void, ArchiveError>>;
  readonly onForget: () => Promise<Result<void, ArchiveError>>;
  readonly onImport: (profile: DeviceProfile) => void;
}

/** Save, forget, export and import; what happened is said beside the buttons. */
export const ProfileActions = ({ profile, isSaved, onSave, onForget, onImport }: Props) => {
  const [told, setTold] = useState('');
  // A profile without a field reads nothing: kept, it would only claim that the device is understood.
  const isEmpty = Object.keys(profile.fields).length === 0;

  const save = async (): Promise<void> => {
    const saved = await onSave();
    setTold(saved.ok ? 'Saved. Home shows the device by it.' : NOT_KEPT);
  };

  const open = (text: string): void => {
    const parsed = PROFILE_FILE.parse(text);
    if (parsed.ok) {
      onImport(parsed.value);
      setTold('Imported. Look it over, then save it.');
    } else {
      const place = parsed.error.path === '' ? 'The file' : `“${parsed.error.path}”`;
      setTold(`Not imported: ${place} ${parsed.error.problem}.`);
    }
  };

  return (
    <div className="teach__actions">
      <button
        type="button"
        className="button button--primary"
        disabled={isEmpty}
        onClick={() => void save()}
      >
        Save for devices of this kind
      </button>
      <button
        type="button"
        className="button"
        disabled={isEmpty}
        onClick={() => {
          saveFile(document, `${profile.id}.profile.json`, 'application/json', [
            PROFILE_FILE.format(profile),
          ]);
        }}
      >
        Export
      </button>
      <OpenFileButton label="Import" file="Profile file" limit={PROFILE_FILE_LIMIT} onText={open} />
      {isSaved && (
        <button
          type="button"
          className="button"
          onClick={() => void onForget().then((forgotten) => setTold(forgetWords(forgotten)))}
        >
          Forget
        </button>
      )}
      <p role="status" className="teach__told-message">
        {told}
      </p>
    </div>
  );
};
