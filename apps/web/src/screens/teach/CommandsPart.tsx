import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import {
  bytesOf,
  questionBytes,
  replyEnd,
  type Profile,
  type ProfilePoll,
} from '@batbot/core/profiles';
import { useCore } from '../../react/core-context.tsx';
import { useConnected } from '../../react/use-connected.ts';
import { NumberField } from '../controls/NumberField.tsx';
import { withQuiet } from './GeneralPart.tsx';
import type { InvalidTexts, OnInvalid } from './JsonPart.tsx';

const GAP_MS = 300;

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const unescaped = (text: string): string | undefined => {
  try {
    const plain: unknown = JSON.parse(`"${text}"`);
    return typeof plain === 'string' ? plain : undefined;
  } catch {
    return undefined;
  }
};

interface InvalidProps {
  readonly invalid: InvalidTexts;
  readonly onInvalid: OnInvalid;
}

interface BytesInputProps extends InvalidProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** A field for bytes as text, with `\r` and `\n` for line breaks. An unfinished `\` is kept in the field. */
const BytesInput = (props: BytesInputProps) => {
  const { label, value, placeholder, onChange, invalid, onInvalid } = props;
  const [edited, setEdited] = useState({ text: escaped(value), value });
  if (value !== edited.value) setEdited({ text: escaped(value), value }); // it was changed elsewhere
  const { text = edited.text } = invalid.get(label) ?? {};
  const isBad = unescaped(text) === undefined || bytesOf(unescaped(text) ?? '') === undefined;
  return (
    <Input
      aria-label={label}
      className="teach__send"
      spellCheck={false}
      placeholder={placeholder}
      status={isBad ? 'error' : ''}
      value={text}
      onChange={({ target }) => {
        const plain = unescaped(target.value);
        const problem = 'is not complete: write \\r, \\n, \\\\ or \\u0000';
        onInvalid(label, plain === undefined ? { text: target.value, problem } : undefined);
        if (plain === undefined) return;
        setEdited({ text: target.value, value: plain });
        onChange(plain);
      }}
    />
  );
};

interface PollProps extends InvalidProps {
  readonly poll: ProfilePoll;
  readonly profile: Profile;
  readonly onChange: (poll: ProfilePoll) => void;
  readonly onRemove: () => void;
}

const LABEL = 'Command ';
const labelOf = ({ id }: ProfilePoll): string => `${LABEL}${id}`;

const Poll = ({ poll, profile, onChange, onRemove, ...invalidTexts }: PollProps) => {
  const { link } = useCore();
  const isConnected = useConnected();
  const { id, send, modbus, everyMs, timeoutMs } = poll;
  const ask = (): void => {
    void link.execute({
      text: send?.trim() ?? `${profile.id} ${id}`,
      bytes: questionBytes(poll),
      origin: 'user',
      timeoutMs,
      replyEnd: { begin: () => replyEnd(profile, id).push, gapMs: profile.end.gapMs ?? GAP_MS },
    });
  };
  return (
    <li className="row">
      {modbus === undefined ? (
        <BytesInput
          {...invalidTexts}
          label={labelOf(poll)}
          value={send ?? ''}
          placeholder="STATUS\r\n"
          onChange={(next) => onChange({ ...poll, send: next })}
        />
      ) : (
        <span className="teach__send">
          {id}: Modbus unit {modbus.unit}, function {modbus.function}, {modbus.count} from{' '}
          {modbus.address}
        </span>
      )}
      <span>every</span>
      <NumberField
        aria-label={`Seconds between ${id}`}
        min={0.1}
        max={3_600}
        suffix="s"
        value={everyMs / 1_000}
        onChange={(seconds) => {
          if (seconds !== null) onChange({ ...poll, everyMs: Math.round(seconds * 1_000) });
        }}
      />
      <span>timeout</span>
      <NumberField
        aria-label={`Timeout of ${id}, ms`}
        min={20}
        max={60_000}
        suffix="ms"
        value={timeoutMs}
        onChange={(ms) => {
          if (ms !== null) onChange({ ...poll, timeoutMs: Math.round(ms) });
        }}
      />
      <Button
        disabled={!isConnected || questionBytes(poll).length === 0}
        aria-label={`Send ${id} now`}
        onClick={ask}
      >
        Send now
      </Button>
      <Button aria-label={`Remove ${id}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
};

const freeId = (polls: readonly ProfilePoll[]): string => {
  let number = polls.length + 1;
  while (polls.some(({ id }) => id === `poll-${number}`)) number += 1;
  return `poll-${number}`;
};

interface Props extends InvalidProps {
  readonly profile: Profile;
  readonly onChange: (profile: Profile) => void;
}

export const CommandsPart = ({ profile, onChange, ...invalidTexts }: Props) => {
  const { polls, end, line } = profile;
  const changePolls = (next: readonly ProfilePoll[]): void => onChange({ ...profile, polls: next });
  const { invalid, onInvalid } = invalidTexts;
  const labels = polls.filter(({ modbus }) => modbus === undefined).map(labelOf);
  const removed = [...invalid.keys()].find(
    (label) => label.startsWith(LABEL) && !labels.includes(label),
  );
  useEffect(() => {
    // Its command was removed, here or as JSON.
    if (removed !== undefined) onInvalid(removed, undefined);
  }, [removed, onInvalid]);
  return (
    <>
      {polls.length === 0 && (
        <p>
          {line.quiet
            ? 'The device is not asked: it reports by itself.'
            : 'The device is asked with AT+ADATA every 2 s. Add a command if it needs another one.'}
        </p>
      )}
      <ul className="stack stack-8 teach__polls">
        {polls.map((poll, index) => (
          <Poll
            key={poll.id}
            {...invalidTexts}
            poll={poll}
            profile={profile}
            onChange={(next) => changePolls(polls.with(index, next))}
            onRemove={() => changePolls(polls.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <Button
        onClick={() => {
          const id = freeId(polls);
          const poll = { id, send: '\r\n', everyMs: 2_000, timeoutMs: 1_000 };
          const { gapMs = GAP_MS } = end;
          // With a poll of the profile, the app's own commands are turned off.
          onChange({
            ...withQuiet(profile, true),
            end: { ...end, gapMs },
            polls: [...polls, poll],
          });
        }}
      >
        Add a command
      </Button>
    </>
  );
};
