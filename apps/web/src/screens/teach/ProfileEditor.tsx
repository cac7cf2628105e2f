import { Button, Collapse, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Profile, ProfileRecord } from '@batbot/core/profiles';
import { CommandsPart } from './CommandsPart.tsx';
import { GeneralPart } from './GeneralPart.tsx';
import { JsonPart, type InvalidTexts, type OnInvalid } from './JsonPart.tsx';
import { TeachTable } from './TeachTable.tsx';
import type { LastReply } from './use-replies.ts';
import { VectorsPart } from './VectorsPart.tsx';

/** The initial content of a new record of each kind. */
const NEW_RECORDS = {
  reply: { title: 'Fields of a reply', record: { read: 'reply', fields: {} } },
  keys: { title: 'Keys with values', record: { read: 'keys', keys: {} } },
  fields: { title: 'Values by position', record: { read: 'fields', by: ',', fields: [] } },
  table: { title: 'A table', record: { read: 'table', rows: 'cells', columns: {} } },
  layout: { title: 'Bytes', record: { read: 'layout', layout: [] } },
  registers: {
    title: 'Modbus registers',
    record: { read: 'registers', answers: [], registers: [] },
  },
} as const satisfies Record<ProfileRecord['read'], object>;
type RecordKind = ProfileRecord['read'];
const KINDS = Object.keys(NEW_RECORDS) as RecordKind[]; // the keys of the literal above

const freeId = (records: readonly ProfileRecord[], kind: string): string => {
  let number = 1;
  while (records.some(({ id }) => id === `${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
};

interface Props {
  readonly profile: Profile;
  readonly hasFixedId: boolean;
  readonly shown: LastReply | undefined;
  readonly onChange: (profile: Profile) => void;
  /** Applies a changed profile given as JSON. Returns why it was refused, or undefined. */
  readonly onRaw: (raw: unknown) => string | undefined;
  readonly invalid: InvalidTexts;
  readonly onInvalid: OnInvalid;
}

const labelOf = ({ id }: ProfileRecord): string => `Record ${id} as JSON`;

const ValuesPart = ({ profile, shown, onChange, onRaw, invalid, onInvalid }: Props) => {
  const { records, signs } = profile;
  /** The number of removed records. After a removal, no record keeps the state of another one. */
  const [removals, setRemovals] = useState(0);
  const change = (next: readonly ProfileRecord[]): void => onChange({ ...profile, records: next });
  return (
    <>
      {records.map((record, index) => (
        // Not the id: it can be edited in the section.
        <section key={`${removals} ${index}`} aria-label={`Record ${record.id}`}>
          {records.length > 1 && (
            <div className="row teach__head">
              <h3>
                {record.id} <small>{NEW_RECORDS[record.read].title}</small>
              </h3>
              <Button
                size="small"
                aria-label={`Remove the record ${record.id}`}
                onClick={() => {
                  onInvalid(labelOf(record), undefined);
                  setRemovals(removals + 1);
                  change(records.toSpliced(index, 1));
                }}
              >
                Remove
              </Button>
            </div>
          )}
          {record.read === 'reply' ? (
            <TeachTable
              lines={shown?.lines ?? []}
              record={record}
              currentPositive={signs.current}
              onChange={(next) => change(records.with(index, next))}
            />
          ) : (
            <JsonPart
              label={labelOf(record)}
              value={record}
              invalid={invalid}
              onInvalid={onInvalid}
              onValue={(raw) =>
                onRaw({ ...profile, records: records.with(index, raw as ProfileRecord) })
              }
            />
          )}
        </section>
      ))}
      <div className="row">
        <span>Positive current is</span>
        <Select<Profile['signs']['current']>
          aria-label="Positive current is"
          value={signs.current}
          options={[
            { value: 'charge', label: 'charging' },
            { value: 'discharge', label: 'discharging' },
          ]}
          onChange={(current) => onChange({ ...profile, signs: { current } })}
        />
        <Select<RecordKind>
          aria-label="Add a record"
          placeholder="Add a record…"
          value={null}
          popupMatchSelectWidth={false}
          options={KINDS.map((kind) => ({ value: kind, label: NEW_RECORDS[kind].title }))}
          onChange={(kind) =>
            change([...records, { ...NEW_RECORDS[kind].record, id: freeId(records, kind) }])
          }
        />
      </div>
    </>
  );
};

/** Edits a profile: the parts that a technician needs with fields, the others as JSON. */
export const ProfileEditor = (props: Props) => {
  const { profile, hasFixedId, onChange, onRaw, invalid, onInvalid } = props;
  const asJson = (label: string, ...parts: readonly (keyof Profile)[]) => (
    <JsonPart
      label={label}
      value={Object.fromEntries(parts.map((part) => [part, profile[part]]))}
      invalid={invalid}
      onInvalid={onInvalid}
      onValue={(raw) => {
        const rest = Object.entries(profile).filter(
          ([part]) => !parts.some((each) => each === part),
        );
        return onRaw({ ...Object.fromEntries(rest), ...Object(raw) });
      }}
    />
  );
  const part = (label: string, content: ReactNode, json?: ReactNode) => ({
    key: label,
    label,
    children: (
      <div className="stack teach__form">
        {content}
        {json !== undefined && (
          <Collapse
            size="small"
            items={[{ key: 'json', label: `${label} as JSON`, children: json }]}
          />
        )}
      </div>
    ),
  });
  return (
    <Collapse
      defaultActiveKey="Values"
      items={[
        part('Values', <ValuesPart {...props} />),
        part(
          'General',
          <GeneralPart profile={profile} hasFixedId={hasFixedId} onChange={onChange} />,
          asJson('Line, sources and probe', 'line', 'sources', 'licence', 'match'),
        ),
        part(
          'Commands',
          <CommandsPart
            profile={profile}
            onChange={onChange}
            invalid={invalid}
            onInvalid={onInvalid}
          />,
          asJson('Commands and end of a reply', 'init', 'polls', 'end'),
        ),
        part('Frame and checksum', asJson('Frame and checksum as JSON', 'frame', 'checksum')),
        part('Test vectors', <VectorsPart {...props} />),
      ]}
    />
  );
};
