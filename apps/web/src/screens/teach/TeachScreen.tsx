import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { deviceKey, ok, type FileProblem, type Result } from '@batbot/core';
import {
  checkProfile,
  createProfileReader,
  draftProfile,
  isBuiltInId,
  PROFILE_2_FILE,
  profileOfFields,
  readProfile,
  type Profile,
  type ReadResult,
} from '@batbot/core/profiles';
import { useCore } from '../../react/core-context.tsx';
import { useDraft } from '../../react/drafts.tsx';
import { lazyPart } from '../../react/lazy-part.tsx';
import { tabPath } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import type { InvalidTexts, OnInvalid } from './JsonPart.tsx';
import { LiveReading } from './LiveReading.tsx';
import { ProfileActions, StartSelect, type Start } from './ProfileActions.tsx';
import { duplicatesIn, teachRows } from './teach-rows.ts';
import { givenTo, useReplies, type LastReply } from './use-replies.ts';
import './teach.css';

const ProfileEditor = lazyPart(async () => (await import('./ProfileEditor.tsx')).ProfileEditor);

const NO_LINES: readonly string[] = [];
const NOTHING_INVALID: InvalidTexts = new Map();

const freeId = (id: string, texts: ReadonlyMap<string, string>): string => {
  const isTaken = (each: string): boolean => texts.has(each) || isBuiltInId(each);
  let free = id;
  for (let number = 2; isTaken(free); number += 1) free = `${id.slice(0, 60)}-${number}`;
  return free;
};

const problemText = ({ path, problem }: FileProblem): string => `${path} ${problem}`.trim();

const readWith = (profile: Profile, reply: LastReply): ReadResult => {
  const startsWhole = reply.command !== '' || !profile.line.quiet;
  const { bytes, ...asked } = givenTo(profile, reply);
  return createProfileReader(profile, { startsWhole }).readReply(bytes, { ...asked, at: 0 });
};

/** Describes fields of a reply that have the same meaning and number. */
const duplicateWords = ({ records, signs }: Profile, lines: readonly string[]): readonly string[] =>
  records.flatMap((record) =>
    record.read === 'reply'
      ? [...duplicatesIn(teachRows(lines, record, signs.current))].map(
          ([key, text]) => `${key}: ${text}`,
        )
      : [],
  );

interface Edited {
  readonly start: Start;
  readonly profile: Profile;
  /** The kind of device that was connected at the first change. */
  readonly device: string | undefined;
}

interface EditorProps {
  /** The text of each of the user's profiles by its id. */
  readonly texts: ReadonlyMap<string, string>;
}

const TeachEditor = ({ texts }: EditorProps) => {
  const { link, telemetry, ownProfiles, profileChoice } = useCore();
  const connection = useLive(link.connection$);
  const data = useLive(telemetry.liveData$);
  const choice = useLive(profileChoice.state$);
  const [isLive, setLive] = useState(true);
  const [command, setCommand] = useState<string>();
  const [chosen, setChosen] = useState<Start>();
  const [edition, setEdition] = useState(0);
  /** The action that waits until the user has confirmed discarding changes. */
  const [asked, setAsked] = useState<() => void>();
  const replies = useReplies(isLive);
  const shown = replies.find((each) => each.command === command) ?? replies[0];
  const lines = shown?.lines ?? NO_LINES;
  const device = connection.kind === 'connected' ? deviceKey(connection.device) : undefined;

  /** Returns the profile that is used for the connected device, otherwise a new one. */
  const present = (): Start => {
    const id = device === undefined ? undefined : ownProfiles.chosenFor(device);
    if (id !== undefined && texts.has(id)) return { kind: 'own', key: id };
    return choice.kind === 'chosen'
      ? { kind: 'builtIn', profile: choice.profile }
      : { kind: 'new' };
  };
  const startProfile = (start: Start): Result<Profile, FileProblem> => {
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

  const draft = useDraft<Edited | undefined>('teach', () => undefined);
  const invalid = useDraft('teach invalid texts', () => NOTHING_INVALID);
  const start = draft.value?.start ?? chosen ?? present();
  const started = draft.value === undefined ? startProfile(start) : ok(draft.value.profile);
  const profile = started.ok ? started.value : undefined;
  const key = start.kind === 'own' ? start.key : (profile?.id ?? '');
  /** Renders the editor again, which discards invalid text. */
  const startAgain = (): void => {
    invalid.end();
    setEdition((before) => before + 1);
  };
  const change = (next: Profile): void => {
    draft.change({ start, profile: next, device: draft.value?.device ?? device });
  };
  const isChanged = draft.isChanged || invalid.isChanged;
  const discard = (): void => {
    draft.end();
    startAgain();
  };
  /** Runs an action that replaces the profile. The user must confirm discarding unsaved changes first. */
  const replace = (then: () => void): void => {
    if (isChanged) setAsked(() => then);
    else then();
  };
  const otherDevice = draft.value?.device === device ? undefined : draft.value?.device;
  const onInvalid: OnInvalid = (label, text) => {
    const others = [...invalid.value].filter(([each]) => each !== label);
    if (text !== undefined) {
      if (draft.value === undefined && profile !== undefined) change(profile); // the text belongs to this profile
      invalid.change(new Map([...others, [label, text]]));
    } else if (others.length === 0) invalid.end();
    else invalid.change(new Map(others));
  };

  const result =
    profile === undefined || shown === undefined ? undefined : readWith(profile, shown);
  const checked =
    profile === undefined ? undefined : readProfile(JSON.parse(JSON.stringify(profile)));
  const problems = [
    ...(profile === undefined ? [] : duplicateWords(profile, lines)),
    ...(checked?.ok === false ? [problemText(checked.error)] : []),
  ];
  const isTaken = start.kind !== 'own' && (texts.has(key) || isBuiltInId(key));
  const problem = [
    ...[...invalid.value].map(([label, each]) => `${label}: ${each.problem}`),
    ...problems,
    ...(isTaken ? ['Another profile has this id: change it under General'] : []),
  ].join('. ');
  const [failed] = profile === undefined ? [] : checkProfile(profile);
  const isSuggested =
    start.kind === 'new' && !draft.isChanged && draftProfile(lines, key) !== undefined;
  const isNative = data.kind === 'sample' && data.understanding.kind === 'native';

  return (
    <>
      <div className="row">
        <StartSelect
          start={start}
          own={[...texts].map(([id, text]) => {
            const read = PROFILE_2_FILE.parse(text);
            return { key: id, name: read.ok ? read.value.name : `${id} (not valid)` };
          })}
          onStart={(next) => {
            replace(() => {
              discard();
              setChosen(next);
            });
          }}
        />
        {isChanged && <Button onClick={discard}>Discard changes</Button>}
      </div>
      {asked !== undefined && (
        <DiscardQuestion
          onAnswer={(isSure) => {
            setAsked(undefined);
            if (isSure) asked();
          }}
        />
      )}
      {device !== undefined && draft.value !== undefined && otherDevice !== undefined && (
        <ProblemAlert
          help="profileRefused"
          type="warning"
          title={`These changes were made for another device (${otherDevice}). Save them, or take them over for this one (${device}).`}
          action={
            <Button
              size="small"
              onClick={() => {
                if (draft.value !== undefined) draft.change({ ...draft.value, device });
              }}
            >
              Take over
            </Button>
          }
        />
      )}
      <ProfileActions
        profile={profile}
        text={profile === undefined ? (texts.get(key) ?? '') : PROFILE_2_FILE.format(profile)}
        isSaved={start.kind === 'own'}
        isUsable={device !== undefined && otherDevice === undefined}
        problem={problem}
        onSave={async (isUsed) => {
          if (profile === undefined) return { ok: true, value: undefined };
          const saved = await ownProfiles.save(key, PROFILE_2_FILE.format(profile));
          draft.end();
          setChosen({ kind: 'own', key });
          if (isUsed) await profileChoice.choose(key);
          return saved;
        }}
        onDelete={async () => {
          const deleted = await ownProfiles.forget(key);
          if (device !== undefined && ownProfiles.chosenFor(device) === key)
            await profileChoice.choose(undefined);
          discard();
          setChosen({ kind: 'new' });
          return deleted;
        }}
        onImport={(imported, onDone) => {
          const isOwn = texts.has(imported.id);
          const id = isOwn ? imported.id : freeId(imported.id, texts);
          replace(() => {
            startAgain();
            draft.change({
              start: isOwn ? { kind: 'own', key: id } : { kind: 'new' },
              profile: { ...imported, id },
              device,
            });
            onDone(
              isOwn
                ? `Imported. Saving it replaces your profile with the id ${id}.`
                : 'Imported. Review it, then save it.',
            );
          });
        }}
      />
      {isSuggested && !isNative && (
        <p className="teach__suggested" role="status">
          <span aria-hidden>▲ </span>These assignments are suggested: review them, then save.
        </p>
      )}
      {isNative && (
        <p className="tone-good" role="status">
          <span aria-hidden>● </span>Home already reads every reply of this device: it uses the
          native dialect. A profile in use would replace it.
        </p>
      )}
      {failed !== undefined && (
        <ProblemAlert
          help="profileRefused"
          type="warning"
          title={`Test vector ${failed.vector} fails: as long as it does, the profile is not used.`}
        />
      )}
      <div className="teach__columns">
        {profile === undefined ? (
          <ProblemAlert
            help="profileRefused"
            title={`The stored profile ${key} is not valid: ${started.ok ? '' : problemText(started.error)}. It is kept and not used: export it, or delete it.`}
          />
        ) : (
          <ProfileEditor
            key={`${start.kind} ${start.kind === 'own' ? start.key : ''} ${edition}`}
            profile={profile}
            hasFixedId={start.kind === 'own'}
            shown={shown}
            onChange={change}
            onRaw={(raw) => {
              const read = readProfile(raw);
              if (read.ok) change(read.value);
              return read.ok ? undefined : problemText(read.error);
            }}
            invalid={invalid.value}
            onInvalid={onInvalid}
          />
        )}
        <LiveReading
          replies={replies}
          shown={shown}
          result={result}
          isLive={isLive}
          onLive={setLive}
          onShow={setCommand}
        />
      </div>
    </>
  );
};

/** Edits a profile, next to the values that it reads from the device's last bytes. */
export const TeachScreen = () => {
  const { ownProfiles } = useCore();
  const texts = useLive(ownProfiles.texts$);
  const unread = useLive(ownProfiles.unread$);
  return (
    <section className="page teach">
      <header className="row teach__head">
        <h1>Teach this device</h1>
        <Link to={tabPath('home')}>Back to Home</Link>
      </header>
      <p className="muted">
        A profile defines how a device is asked and what its values mean. Values without a meaning
        appear under “Other values”.
      </p>
      {texts === undefined ? (
        <p role="status">Reading the saved profiles…</p>
      ) : unread ? (
        <ProblemAlert
          help="profileRefused"
          title={`The saved profiles could not be read: ${unread.message}`}
          description="A profile that you save now could replace one of them."
          action={<Button onClick={() => void ownProfiles.readAgain()}>Try again</Button>}
        />
      ) : (
        <TeachEditor texts={texts} />
      )}
    </section>
  );
};
