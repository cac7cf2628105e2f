import { Checkbox, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import type { Profile } from '@batbot/core/profiles';

export const Field = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <div className="teach__field">
    <span>{label}</span>
    {children}
  </div>
);

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: Readonly<Record<string, T>>;
  readonly onChange: (value: T) => void;
}

/** A choice by words. */
export const Choice = <T extends string | number>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<T>) => (
  <Field label={label}>
    <Select<T>
      aria-label={label}
      value={value}
      options={Object.entries(options).map(([name, each]) => ({ value: each, label: name }))}
      onChange={onChange}
    />
  </Field>
);

const PARITIES = { None: 'none', Even: 'even', Odd: 'odd' } as const;
const ENDINGS = { 'CR LF': 'crlf', CR: 'cr', LF: 'lf', None: 'none' } as const;

interface Props {
  readonly profile: Profile;
  /** A saved profile keeps its id: the choice for a device names it. */
  readonly hasFixedId: boolean;
  readonly onChange: (profile: Profile) => void;
}

/** The profile without a flag that is off. */
const withIdentity = ({ readsIdentity: _, ...rest }: Profile, isOn: boolean): Profile =>
  isOn ? { ...rest, readsIdentity: true } : rest;

/** Whether the app's own commands are kept back; then the identity is not read either. */
export const withQuiet = (profile: Profile, quiet: boolean): Profile => ({
  ...(quiet ? withIdentity(profile, false) : profile),
  line: { ...profile.line, quiet },
});

/** Name, line settings, and who asks. */
export const GeneralTab = ({ profile, hasFixedId, onChange }: Props) => {
  const { name, id, line, readsIdentity } = profile;
  const changeLine = (change: Partial<Profile['line']>): void => {
    onChange({ ...profile, line: { ...line, ...change } });
  };
  return (
    <div className="teach__form">
      <Field label="Name">
        <Input
          aria-label="Name"
          value={name}
          onChange={({ target }) => {
            onChange({ ...profile, name: target.value });
          }}
        />
      </Field>
      <Field label="Id">
        <Input
          aria-label="Id"
          value={id}
          disabled={hasFixedId}
          onChange={({ target }) => {
            onChange({ ...profile, id: target.value });
          }}
        />
      </Field>
      <Field label="Baud rates">
        <Select<string[]>
          mode="tags"
          aria-label="Baud rates"
          value={line.baud.map(String)}
          onChange={(rates) => {
            changeLine({ baud: rates.map(Number) });
          }}
        />
      </Field>
      <Choice
        label="Parity"
        value={line.parity}
        options={PARITIES}
        onChange={(parity) => {
          changeLine({ parity });
        }}
      />
      <Choice<7 | 8>
        label="Data bits"
        value={line.dataBits}
        options={{ '7': 7, '8': 8 }}
        onChange={(dataBits) => {
          changeLine({ dataBits });
        }}
      />
      <Choice<1 | 2>
        label="Stop bits"
        value={line.stopBits}
        options={{ '1': 1, '2': 2 }}
        onChange={(stopBits) => {
          changeLine({ stopBits });
        }}
      />
      <Choice
        label="Line ending of typed commands"
        value={line.ending}
        options={ENDINGS}
        onChange={(ending) => {
          changeLine({ ending });
        }}
      />
      <Checkbox
        checked={!line.quiet}
        onChange={({ target }) => {
          onChange(withQuiet(profile, !target.checked));
        }}
      >
        The device understands the app’s own commands (AT+VB, AT+ADATA)
      </Checkbox>
      {!line.quiet && (
        <Checkbox
          checked={readsIdentity === true}
          onChange={({ target }) => {
            onChange(withIdentity(profile, target.checked));
          }}
        >
          Read the identity (ATI) after connecting
        </Checkbox>
      )}
    </div>
  );
};
