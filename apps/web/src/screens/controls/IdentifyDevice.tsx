import { useEffect, useRef } from 'react';
import type { Identification } from '@batbot/core';
import { identifyPlan, loadAllBuiltIn, matchesProbe, type Profile } from '@batbot/core/profiles';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { FormDialog } from './FormDialog.tsx';
import { IdentifyModal } from './IdentifyModal.tsx';
import { useProfiles } from './use-profiles.ts';

/** Identifies the connected device with the profiles that are part of the app. */
export const IdentifyDevice = ({
  load = loadAllBuiltIn,
  onClose,
}: {
  readonly load?: () => Promise<readonly Profile[]>;
  readonly onClose: () => void;
}) => {
  const { link, profileChoice } = useCore();
  const hasProfile = useLive(profileChoice.state$).kind !== 'default';
  const { profiles, problem } = useProfiles(load);
  const latest = useRef<Identification>(undefined);
  // The modal is closed and the profile, if any, is chosen: polling may resume.
  useEffect(() => () => latest.current?.release(), []);
  if (problem !== undefined) {
    return (
      <FormDialog centered title="Identify the device" footer={null} onCancel={onClose}>
        <p role="alert">{problem}</p>
      </FormDialog>
    );
  }
  if (profiles === undefined) return null;
  const use = (id: string | undefined): void => {
    void profileChoice.choose(id);
    onClose();
  };
  const byId = new Map(profiles.map((profile) => [profile.id, profile]));
  const plan = identifyPlan(profiles);
  return (
    <IdentifyModal
      plan={plan}
      run={(onStep) => {
        latest.current?.release();
        latest.current = link.identify({
          plan,
          onStep,
          isAnswer: ({ profileId }, bytes) => {
            const profile = byId.get(profileId);
            return profile !== undefined && matchesProbe(profile, bytes);
          },
        });
        return latest.current;
      }}
      onUse={use}
      onUseDefault={hasProfile ? () => use(undefined) : undefined}
      onClose={onClose}
    />
  );
};
