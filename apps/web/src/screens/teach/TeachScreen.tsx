import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { deviceKey, type FileProblem } from '@batbot/core';
import {
  checkProfile,
  createProfileReader,
  draftProfile,
  isBuiltInId,
  PROFILE_2_FILE,
  readProfile,
  type Profile,
  type ReadResult,
} from '@batbot/core/profiles';
import { useCore } from '../../react/core-context.tsx';
import { lazyPart } from '../../react/lazy-part.tsx';
import { tabPath } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { LiveReading } from './LiveReading.tsx';
import { ProfileActions, StartSelect } from './ProfileActions.tsx';
import { duplicatesIn, teachRows } from './teach-rows.ts';
import { freeId, useEditedProfile } from './use-edited-profile.ts';
import { givenTo, useReplies, type LastReply } from './use-replies.ts';
import './teach.css';

const ProfileEditor = lazyPart(async () => (await import('./ProfileEditor.tsx')).ProfileEditor);

const NO_LINES: readonly string[] = [];

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

interface EditorProps {
  /** The text of each of the user's profiles by its id. */
  readonly texts: ReadonlyMap<string, string>;
}

const TeachEditor = ({ texts }: EditorProps) => {
  const { link, telemetry, ownProfiles, profileChoice } = useCore();
  const connection = useLive(link.connection$);
  const data = useLive(telemetry.liveData$);
  const [isLive, setLive] = useState(true);
  const [command, setCommand] = useState<string>();
  const replies = useReplies(isLive);
  const shown = replies.find((each) => each.command === command) ?? replies[0];
  const lines = shown?.lines ?? NO_LINES;
  const device = connection.kind === 'connected' ? deviceKey(connection.device) : undefined;
  const edited = useEditedProfile(texts, lines, device);
  const { start, started, profile, key, invalid, otherDevice } = edited;

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
    ...[...invalid].map(([label, each]) => `${label}: ${each.problem}`),
    ...problems,
    ...(isTaken ? ['Another profile has this id: change it under General'] : []),
  ].join('. ');
  const [failed] = profile === undefined ? [] : checkProfile(profile);
  const isSuggested =
    start.kind === 'new' && !edited.hasDraft && draftProfile(lines, key) !== undefined;
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
          onStart={(next) => edited.replace(() => edited.begin(next))}
        />
        {edited.isChanged && <Button onClick={edited.discard}>Discard changes</Button>}
      </div>
      {edited.onAnswer !== undefined && <DiscardQuestion onAnswer={edited.onAnswer} />}
      {device !== undefined && otherDevice !== undefined && (
        <ProblemAlert
          help="profileRefused"
          type="warning"
          title={`These changes were made for another device (${otherDevice}). Save them, or take them over for this one (${device}).`}
          action={
            <Button size="small" onClick={edited.takeOver}>
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
          edited.end({ kind: 'own', key });
          if (isUsed) await profileChoice.choose(key);
          return saved;
        }}
        onDelete={async () => {
          const deleted = await ownProfiles.forget(key);
          if (device !== undefined && ownProfiles.chosenFor(device) === key)
            await profileChoice.choose(undefined);
          edited.begin({ kind: 'new' });
          return deleted;
        }}
        onImport={(imported, onDone) => {
          const isOwn = texts.has(imported.id);
          const id = isOwn ? imported.id : freeId(imported.id, texts);
          edited.replace(() => {
            edited.begin(isOwn ? { kind: 'own', key: id } : { kind: 'new' }, { ...imported, id });
            onDone(
              isOwn
                ? `Imported. Saving it replaces your profile with the id ${id}.`
                : 'Imported. Review it, then save it.',
            );
          });
        }}
      />
      {isSuggested && !isNative && (
        <p className="tone-watch" style={{ fontWeight: 500 }} role="status">
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
            key={`${start.kind} ${start.kind === 'own' ? start.key : ''} ${edited.edition}`}
            profile={profile}
            hasFixedId={start.kind === 'own'}
            shown={shown}
            onChange={edited.change}
            onRaw={(raw) => {
              const read = readProfile(raw);
              if (read.ok) edited.change(read.value);
              return read.ok ? undefined : problemText(read.error);
            }}
            invalid={invalid}
            onInvalid={edited.onInvalid}
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
