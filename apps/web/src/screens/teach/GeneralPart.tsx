import { Checkbox, Input, Select } from 'antd';
import type { Profile } from '@batbot/core/profiles';

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

/** Name, baud rates, and who asks. */
export const GeneralPart = ({ profile, hasFixedId, onChange }: Props) => {
  const { line } = profile;
  const text = (label: string, key: 'name' | 'id') => (
    <div className="teach__field">
      <span>{label}</span>
      <Input
        aria-label={label}
        value={profile[key]}
        disabled={key === 'id' && hasFixedId}
        onChange={({ target }) => {
          onChange({ ...profile, [key]: target.value });
        }}
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
          onChange={(rates) => {
            onChange({ ...profile, line: { ...line, baud: rates.map(Number) } });
          }}
        />
      </div>
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
          checked={profile.readsIdentity === true}
          onChange={({ target }) => {
            onChange(withIdentity(profile, target.checked));
          }}
        >
          Read the identity (ATI) after connecting
        </Checkbox>
      )}
    </>
  );
};
