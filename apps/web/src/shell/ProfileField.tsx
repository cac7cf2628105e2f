import { Select } from 'antd';
import type { Profile } from '@batbot/core/profiles';

/** How the app polls and decodes the device: with its default commands, by listening only, or by a profile. */
export type ProfileChoice =
  | { readonly kind: 'default' | 'listen' | 'loading' | 'failed' }
  | { readonly kind: 'profile'; readonly profile: Pick<Profile, 'id' | 'name' | 'line'> };

interface Props {
  readonly choice: ProfileChoice;
  /** The profiles, sorted by name; empty while they are loading. */
  readonly profiles: readonly Pick<Profile, 'id' | 'name'>[];
  readonly onChoose: (choice: 'default' | 'listen' | { readonly id: string }) => void;
}

/**
 * The selected value. Null while the profile is loading or failed to load, so that choosing it again counts as a
 * change.
 */
const valueOf = (choice: ProfileChoice): string | null => {
  if (choice.kind === 'profile') return `profile ${choice.profile.id}`;
  return choice.kind === 'loading' || choice.kind === 'failed' ? null : choice.kind;
};

/** Selects how the app polls and decodes the device. */
export const ProfileField = ({ choice, profiles, onChoose }: Props) => {
  const chosen = choice.kind === 'profile' ? [choice.profile] : [];
  const known = profiles.length > 0 ? profiles : chosen;
  return (
    <Select
      aria-label="Profile"
      value={valueOf(choice)}
      loading={choice.kind === 'loading'}
      placeholder={choice.kind === 'loading' ? 'Loading …' : 'Choose a profile'}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        {
          label: 'Without a profile',
          options: [
            { value: 'default', label: 'Default (AT+ADATA)' },
            { value: 'listen', label: 'Listen only' },
          ],
        },
        ...(known.length === 0
          ? []
          : [
              {
                label: 'Profiles',
                options: known.map(({ id, name }) => ({ value: `profile ${id}`, label: name })),
              },
            ]),
      ]}
      onChange={(value: string) => {
        onChoose(
          value === 'default' || value === 'listen'
            ? value
            : { id: value.replace(/^profile /, '') },
        );
      }}
    />
  );
};
