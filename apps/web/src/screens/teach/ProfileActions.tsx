import { useRef, useState, type ChangeEvent } from 'react';
import {
  formatProfile,
  parseProfile,
  type ArchiveError,
  type DeviceProfile,
  type Result,
} from '@batbot/core';
import { saveFile } from '../controls/save-file.ts';
import { forgetWords } from './forget-words.ts';

/** Larger files are no profiles; they are not even read. */
const LARGEST_FILE_BYTES = 65_536;

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
  const picker = useRef<HTMLInputElement>(null);
  // A profile without a field reads nothing: kept, it would only claim that the device is understood.
  const isEmpty = Object.keys(profile.fields).length === 0;

  const save = async (): Promise<void> => {
    const saved = await onSave();
    setTold(saved.ok ? 'Saved. Home shows the device by it.' : NOT_KEPT);
  };

  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (file === undefined) return;
    const text =
      file.size > LARGEST_FILE_BYTES ? ' '.repeat(LARGEST_FILE_BYTES + 1) : await file.text();
    target.value = '';
    const parsed = parseProfile(text);
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
            formatProfile(profile),
          ]);
        }}
      >
        Export
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          picker.current?.click();
        }}
      >
        Import
      </button>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        className="visually-hidden"
        aria-label="Profile file"
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
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
