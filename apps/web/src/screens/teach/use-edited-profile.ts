import { useState } from 'react';
import { ok, type FileProblem, type Result } from '@batbot/core';
import {
  draftProfile,
  isBuiltInId,
  PROFILE_2_FILE,
  profileOfFields,
  type Profile,
} from '@batbot/core/profiles';
import { useCore } from '../../react/core-context.tsx';
import { useDraft } from '../../react/drafts.tsx';
import { useLive } from '../../react/use-live.ts';
import type { InvalidTexts, OnInvalid } from './JsonPart.tsx';
import type { Start } from './ProfileActions.tsx';

const NOTHING_INVALID: InvalidTexts = new Map();

/** Returns the id, with a number if another profile has it. */
export const freeId = (id: string, texts: ReadonlyMap<string, string>): string => {
  const isTaken = (each: string): boolean => texts.has(each) || isBuiltInId(each);
  let free = id;
  for (let number = 2; isTaken(free); number += 1) free = `${id.slice(0, 60)}-${number}`;
  return free;
};

interface Edited {
  readonly start: Start;
  readonly profile: Profile;
  /** The kind of device that was connected at the first change. */
  readonly device: string | undefined;
}

interface EditedProfile {
  readonly start: Start;
  /** The profile, or why the stored text is not one. */
  readonly started: Result<Profile, FileProblem>;
  readonly profile: Profile | undefined;
  /** The id under which the profile is saved. */
  readonly key: string;
  /** Changes when the editor must be rendered again, which discards invalid text. */
  readonly edition: number;
  readonly hasDraft: boolean;
  /** Whether there are changes or texts that are not valid. */
  readonly isChanged: boolean;
  readonly invalid: InvalidTexts;
  /** The kind of device for which the changes were made, if it is not the connected one. */
  readonly otherDevice: string | undefined;
  readonly change: (profile: Profile) => void;
  readonly onInvalid: OnInvalid;
  readonly discard: () => void;
  /** Discards all changes and edits another profile, or `imported` in its place. */
  readonly begin: (next: Start, imported?: Profile) => void;
  /** Ends the draft after its profile was saved. */
  readonly end: (saved: Start) => void;
  readonly takeOver: () => void;
  /** Runs an action that replaces the profile. The user must confirm discarding unsaved changes first. */
  readonly replace: (then: () => void) => void;
  /** Answers the question whether to discard changes; undefined if it is not asked. */
  readonly onAnswer: ((isSure: boolean) => void) | undefined;
}

/**
 * The profile that is edited. Until the first change it is the one of `start`; then it is a draft, which is kept when the
 * user leaves the page.
 *
 * @param texts the text of each of the user's profiles by its id
 * @param lines the reply for which a new profile is drafted
 * @param device the kind of the connected device
 */
export const useEditedProfile = (
  texts: ReadonlyMap<string, string>,
  lines: readonly string[],
  device: string | undefined,
): EditedProfile => {
  const { ownProfiles, profileChoice } = useCore();
  const choice = useLive(profileChoice.state$);
  const [chosen, setChosen] = useState<Start>();
  const [edition, setEdition] = useState(0);
  /** The action that waits until the user has confirmed discarding changes. */
  const [asked, setAsked] = useState<() => void>();
  const draft = useDraft<Edited | undefined>('teach', () => undefined);
  const invalid = useDraft('teach invalid texts', () => NOTHING_INVALID);

  /** Returns the profile that is used for the connected device, otherwise a new one. */
  const present = (): Start => {
    const id = device === undefined ? undefined : ownProfiles.chosenFor(device);
    if (id !== undefined && texts.has(id)) return { kind: 'own', key: id };
    return choice.kind === 'chosen'
      ? { kind: 'builtIn', profile: choice.profile }
      : { kind: 'new' };
  };
  const profileOf = (start: Start): Result<Profile, FileProblem> => {
    if (start.kind === 'own') return PROFILE_2_FILE.parse(texts.get(start.key) ?? '');
    if (start.kind === 'builtIn') {
      const { id, name } = start.profile;
      const copy = `${name} (own)`.slice(-80);
      return ok({ ...start.profile, id: freeId(id, texts), name: copy });
    }
    const name = `Device ${device ?? ''}`.trim();
    const drafted = draftProfile(lines, name) ?? profileOfFields(name, {});
    return ok({ ...drafted, id: freeId(drafted.id, texts) });
  };

  const start = draft.value?.start ?? chosen ?? present();
  const started = draft.value === undefined ? profileOf(start) : ok(draft.value.profile);
  const profile = started.ok ? started.value : undefined;
  const isChanged = draft.isChanged || invalid.isChanged;

  const change = (next: Profile): void => {
    draft.change({ start, profile: next, device: draft.value?.device ?? device });
  };
  const discard = (): void => {
    draft.end();
    invalid.end();
    setEdition((before) => before + 1);
  };
  const onInvalid: OnInvalid = (label, text) => {
    const others = [...invalid.value].filter(([each]) => each !== label);
    if (text !== undefined) {
      if (draft.value === undefined && profile !== undefined) change(profile); // the text belongs to it
      invalid.change(new Map([...others, [label, text]]));
    } else if (others.length === 0) invalid.end();
    else invalid.change(new Map(others));
  };

  return {
    start,
    started,
    profile,
    key: start.kind === 'own' ? start.key : (profile?.id ?? ''),
    edition,
    hasDraft: draft.isChanged,
    isChanged,
    invalid: invalid.value,
    otherDevice: draft.value?.device === device ? undefined : draft.value?.device,
    change,
    onInvalid,
    discard,
    begin: (next, imported) => {
      discard();
      if (imported === undefined) setChosen(next);
      else draft.change({ start: next, profile: imported, device });
    },
    end: (saved) => {
      draft.end();
      setChosen(saved);
    },
    takeOver: () => {
      if (draft.value !== undefined) draft.change({ ...draft.value, device });
    },
    replace: (then) => {
      if (isChanged) setAsked(() => then);
      else then();
    },
    onAnswer:
      asked &&
      ((isSure: boolean): void => {
        setAsked(undefined);
        if (isSure) asked();
      }),
  };
};
