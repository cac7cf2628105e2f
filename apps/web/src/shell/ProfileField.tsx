import { useState } from 'react';
import { Alert, Button, Select } from 'antd';
import type { Profile } from '@batbot/core/profiles';

/** How the device is asked and read: as one without a profile, only listened to, or by a profile. */
export type ProfileChoice =
  | { readonly kind: 'default' | 'listen' | 'loading' | 'failed' }
  | { readonly kind: 'profile'; readonly profile: Pick<Profile, 'id' | 'name' | 'line'> };

interface Props {
  readonly choice: ProfileChoice;
  /** By name; empty while they are loaded. */
  readonly profiles: readonly Pick<Profile, 'id' | 'name'>[];
  readonly onOpen: () => void;
  readonly onChoose: (choice: 'default' | 'listen' | { readonly id: string }) => void;
}

/** Null while the profile is not there: any choice of the list is a new one. */
const valueOf = (choice: ProfileChoice): string | null => {
  if (choice.kind === 'profile') return `profile ${choice.profile.id}`;
  return choice.kind === 'loading' || choice.kind === 'failed' ? null : choice.kind;
};

/** Chooses by hand how the device is asked and read. */
export const ProfileField = ({ choice, profiles, onOpen, onChoose }: Props) => {
  const chosen = choice.kind === 'profile' ? [choice.profile] : [];
  const known = profiles.length > 0 ? profiles : chosen;
  return (
    <Select
      aria-label="Profile"
      value={valueOf(choice)}
      loading={choice.kind === 'loading'}
      placeholder={choice.kind === 'loading' ? 'Loading …' : 'Choose a profile'}
      showSearch={{ optionFilterProp: 'label' }}
      onOpenChange={(isOpen) => {
        if (isOpen) onOpen();
      }}
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

interface RateProps {
  readonly profile: Pick<Profile, 'name' | 'line'>;
  /** At which the port is open. */
  readonly baudRate: number;
  readonly reopenAt: (baudRate: number) => Promise<{ readonly ok: boolean }>;
}

/** Says that the profile's device speaks at another rate, and offers to open the port again with it. */
export const ProfileRate = ({ profile, baudRate, reopenAt }: RateProps) => {
  const [problem, setProblem] = useState('');
  const [wanted] = profile.line.baud;
  if (wanted === undefined || profile.line.baud.includes(baudRate)) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${profile.name} uses ${profile.line.baud.join(' or ')} baud; the port is open at ${baudRate}. ${problem}`}
      action={
        <Button
          size="small"
          onClick={() => {
            void reopenAt(wanted).then(({ ok }) => {
              setProblem(ok ? '' : `It could not be opened at ${wanted}.`);
            });
          }}
        >
          Reopen at {wanted}
        </Button>
      }
    />
  );
};
