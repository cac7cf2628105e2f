import { Button, Select } from 'antd';
import { useState } from 'react';
import type { ArchiveError, Result } from '@batbot/core';
import { loadAllBuiltIn, PROFILE_2_FILE, type Profile } from '@batbot/core/profiles';
import { useOpenedFile } from '../../react/opened-file.ts';
import { ConfirmButton } from '../controls/ConfirmButton.tsx';
import { fileProblem } from '../controls/file-problem.ts';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { saveJson } from '../controls/save-file.ts';
import { useProfiles } from '../controls/use-profiles.ts';
import { deleteWords } from './delete-words.ts';

/** Maximum size of a profile file in characters. A larger file is refused without reading it. */
const MOST_CHARACTERS = 262_144;

/** The message if the browser cannot save. The profile is used anyway (SA-12). */
const NOT_SAVED =
  'This browser cannot save data: this profile lasts until you close the page. Export it.';

interface Props {
  /** The profile; undefined if the stored text is not a profile. */
  readonly profile: Profile | undefined;
  /** The text of an exported file. */
  readonly text: string;
  readonly isSaved: boolean;
  /** Whether the device for which the profile is made is connected. */
  readonly isUsable: boolean;
  /** The reason why the profile cannot be saved; empty if it can. */
  readonly problem: string;
  readonly onSave: (isUsed: boolean) => Promise<Result<void, ArchiveError>>;
  readonly onDelete: () => Promise<Result<void, ArchiveError>>;
  /** Imports a profile. `onDone` gets the message to show; it is not called if the user keeps unsaved changes. */
  readonly onImport: (profile: Profile, onDone: (message: string) => void) => void;
}

/** What the last action did. */
interface ActionResult {
  readonly text: string;
  /** Whether the text is about the shown profile, so that it ends when that changes. */
  readonly isOfProfile?: true;
  /** The text of that profile; undefined until the result is shown. */
  readonly profileText?: string;
}

const NO_RESULT: ActionResult = { text: '' };

/** The buttons to save, use, delete, export and import a profile, with their results. */
export const ProfileActions = (props: Props) => {
  const { profile, text, isSaved, isUsable, problem, ...on } = props;
  const [result, setResult] = useState(NO_RESULT);
  if (result.isOfProfile && result.profileText === undefined)
    setResult({ ...result, profileText: text });
  else if (result.isOfProfile && result.profileText !== text) setResult(NO_RESULT);
  const isOff = profile === undefined || problem !== '';

  const save = async (isUsed: boolean): Promise<void> => {
    const saved = await on.onSave(isUsed);
    setResult(
      saved.ok
        ? { text: isUsed ? 'Saved and in use.' : 'Saved.', isOfProfile: true }
        : { text: NOT_SAVED },
    );
  };

  const open = (file: string): void => {
    const parsed = PROFILE_2_FILE.parse(file);
    if (parsed.ok)
      on.onImport(parsed.value, (done) => setResult({ text: done, isOfProfile: true }));
    else setResult({ text: `Not imported: ${fileProblem(parsed.error)}` });
  };
  useOpenedFile(['profile'], ({ text: file }) => open(file));

  return (
    <div className="row">
      <Button type="primary" disabled={isOff || !isUsable} onClick={() => void save(true)}>
        Save and use for this device
      </Button>
      <Button disabled={isOff} onClick={() => void save(false)}>
        Save
      </Button>
      <Button
        onClick={() => {
          const name = `${profile?.id ?? 'damaged'}.profile.json`;
          saveJson(name, text);
        }}
      >
        Export
      </Button>
      <OpenFileButton label="Import" file="Profile file" limit={MOST_CHARACTERS} onText={open} />
      {isSaved && (
        <ConfirmButton
          question="Delete this profile? This cannot be undone."
          confirm="Delete"
          onConfirm={() =>
            void on.onDelete().then((deleted) => setResult({ text: deleteWords(deleted) }))
          }
        >
          Delete profile
        </ConfirmButton>
      )}
      <p role="status" className="muted">
        {problem === '' ? result.text : problem}
      </p>
    </div>
  );
};

/** The profile that is edited: a new one, one of the user's, or one that is part of the app. */
export type Start =
  | { readonly kind: 'new' }
  | { readonly kind: 'own'; readonly key: string }
  | { readonly kind: 'builtIn'; readonly profile: Profile };

interface StartProps {
  readonly start: Start;
  readonly own: readonly { readonly key: string; readonly name: string }[];
  readonly onStart: (start: Start) => void;
  readonly load?: () => Promise<readonly Profile[]>;
}

const valueOf = (start: Start): string => {
  if (start.kind === 'own') return `own ${start.key}`;
  return start.kind === 'builtIn' ? `built-in ${start.profile.id}` : 'new';
};

export const StartSelect = ({ start, own, onStart, load = loadAllBuiltIn }: StartProps) => {
  // Loaded before the list is opened, because rows that are added later would move the others.
  const { profiles, problem } = useProfiles(load);
  const builtIn = profiles ?? (start.kind === 'builtIn' ? [start.profile] : []);
  return (
    <>
      <Select
        aria-label="Profile to edit"
        style={{ width: 'min(360px, 100%)' }}
        value={valueOf(start)}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        options={[
          { value: 'new', label: 'A new profile, from the last reply' },
          {
            label: 'Your profiles',
            options: own.map(({ key, name }) => ({ value: `own ${key}`, label: name })),
          },
          {
            label: 'A copy of one that comes with the app',
            options: builtIn.map(({ id, name }) => ({ value: `built-in ${id}`, label: name })),
          },
        ]}
        onChange={(value: string) => {
          const profile = builtIn.find(({ id }) => value === `built-in ${id}`);
          if (profile !== undefined) onStart({ kind: 'builtIn', profile });
          else if (value === 'new') onStart({ kind: 'new' });
          else onStart({ kind: 'own', key: value.replace(/^own /, '') });
        }}
      />
      {problem !== undefined && <p role="alert">{problem}</p>}
    </>
  );
};
