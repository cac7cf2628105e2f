import { Checkbox, Input, Select } from 'antd';
import type { Profile } from '@batbot/core/profiles';

interface Props {
  readonly profile: Profile;
  /** Whether the id is fixed. A saved profile keeps its id, because the choice for a device refers to it. */
  readonly hasFixedId: boolean;
  readonly onChange: (profile: Profile) => void;
}

/** Sets or removes the flag that the device's identity is read. */
const withIdentity = ({ readsIdentity: _, ...rest }: Profile, isOn: boolean): Profile =>
  isOn ? { ...rest, readsIdentity: true } : rest;

/** Sets whether the app's own commands are turned off. If they are, the identity is not read either. */
export const withQuiet = (profile: Profile, quiet: boolean): Profile => ({
  ...(quiet ? withIdentity(profile, false) : profile),
  line: { ...profile.line, quiet },
});

/** Edits the name, the baud rates, and whether the app or the profile defines the polls. */
export const GeneralPart = ({ profile, hasFixedId, onChange }: Props) => {
  const { line } = profile;
  const text = (label: string, key: 'name' | 'id') => (
    <div className="teach__field">
      <span>{label}</span>
      <Input
        aria-label={label}
        value={profile[key]}
        disabled={key === 'id' && hasFixedId}
        onChange={({ target }) => onChange({ ...profile, [key]: target.value })}
      />
    </div>
  );
  return (
    <>
      {text('Name', 'name')}
      {text('Id', 'id')}
      <div className="teach__field">
        <span>Baud rates</span>
        <Select<string[]>
          mode="tags"
          aria-label="Baud rates"
          value={line.baud.map(String)}
          onChange={(rates) => onChange({ ...profile, line: { ...line, baud: rates.map(Number) } })}
        />
      </div>
      <Checkbox
        checked={!line.quiet}
        onChange={({ target }) => onChange(withQuiet(profile, !target.checked))}
      >
        The device understands the app’s own commands (AT+VB, AT+ADATA)
      </Checkbox>
      {!line.quiet && (
        <Checkbox
          checked={profile.readsIdentity === true}
          onChange={({ target }) => onChange(withIdentity(profile, target.checked))}
        >
          Read the identity (ATI) after connecting
        </Checkbox>
      )}
    </>
  );
};
